"""Rollout policy: always the best-rated move, without search. Searches use it beyond their horizon."""

from __future__ import annotations

from hordes.engine.core.bits import lowest
from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.playout import random_move
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, TARGETS, State
from hordes.engine.mypyc_compat import i64


def best_rated(state: State, evaluator: Evaluator, rng: Rng, noise: i64) -> i64:
    """The move with the best rating, each rating raised by a random part of at most `noise` percent."""
    state.find_legal()
    evaluator.prepare_ratings(state)
    best: i64 = -1
    best_rate: i64 = 0
    at: i64 = 0
    while at < state.menu_end:
        base = state.menu[at] * TARGETS
        rest = state.menu[at + 1]
        while rest != 0:
            move = base + lowest(rest)
            rest &= rest - 1
            rate = evaluator.rate(state, move)
            if noise > 0 and rate > 0:
                rate += rate * rng.below(noise) // 100
            if best < 0 or rate > best_rate:
                best, best_rate = move, rate
        at += 2
    return best


def finish_turn(state: State, evaluator: Evaluator, rng: Rng, noise: i64) -> None:
    """Play best-rated moves for all seats until another turn begins."""
    turn = evaluator.turn_id(state)
    while state.to_move != OVER and evaluator.turn_id(state) == turn:
        if state.to_move == CHANCE:
            state.apply(random_move(state, rng))
        else:
            state.apply(best_rated(state, evaluator, rng, noise))


def play_turns(state: State, evaluator: Evaluator, rng: Rng, noise: i64, turns: i64) -> None:
    """Play that many turns with best-rated moves, or to the end of the game."""
    left = turns
    while left > 0 and state.to_move != OVER:
        finish_turn(state, evaluator, rng, noise)
        left -= 1
