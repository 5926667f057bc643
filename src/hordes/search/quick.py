"""Playing by instinct: the best-rated move at once. Searches use it for what comes after the moves they weigh."""

from __future__ import annotations

from hordes.engine.bits import lowest
from hordes.engine.judge import Judge
from hordes.engine.native import i64
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE, OVER, TARGETS, State


def best_rated(state: State, judge: Judge, rng: Rng, noise: i64) -> i64:
    """The move with the best rating, up to a whim of at most `noise` per cent of the rating itself."""
    state.find_legal()
    judge.survey(state)
    best: i64 = -1
    best_rate: i64 = 0
    at: i64 = 0
    while at < state.menu_end:
        base = state.menu[at] * TARGETS
        rest = state.menu[at + 1]
        while rest != 0:
            move = base + lowest(rest)
            rest &= rest - 1
            rate = judge.rate(state, move)
            if noise > 0 and rate > 0:
                rate += rate * rng.below(noise) // 100
            if best < 0 or rate > best_rate:
                best, best_rate = move, rate
        at += 2
    return best


def answer_chance(state: State, rng: Rng) -> None:
    """Let the generator answer until a seat decides or all is over."""
    while state.to_move == CHANCE:
        state.apply(state.nth_legal(rng.below(state.find_legal())))


def finish_turn(state: State, judge: Judge, rng: Rng, noise: i64) -> None:
    """Play by instinct, whoever is asked, until another turn begins."""
    stage = judge.stage(state)
    while state.to_move != OVER and judge.stage(state) == stage:
        if state.to_move == CHANCE:
            state.apply(state.nth_legal(rng.below(state.find_legal())))
        else:
            state.apply(best_rated(state, judge, rng, noise))


def play_turns(state: State, judge: Judge, rng: Rng, noise: i64, turns: i64) -> None:
    """Play so many turns by instinct, or to the end."""
    left = turns
    while left > 0 and state.to_move != OVER:
        finish_turn(state, judge, rng, noise)
        left -= 1
