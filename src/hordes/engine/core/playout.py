"""Random playouts, compiled once for every game."""

from __future__ import annotations

from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, State
from hordes.engine.mypyc_compat import i64


def random_move(state: State, rng: Rng) -> i64:
    """A random legal move; where chance decides, an outcome by its probability."""
    return state.nth_legal(rng.below(state.find_legal()))


def random_playout(state: State, rng: Rng) -> i64:
    """Play a state to its end in place, seats and chance at random; returns the number of seats' decisions."""
    decisions: i64 = 0
    while state.to_move != OVER:
        if state.to_move >= 0:
            decisions += 1
        state.apply(random_move(state, rng))
    return decisions


def record_playout(state: State, rng: Rng) -> tuple[list[int], list[int], list[str]]:
    """Like `random_playout`; returns seat, number of legal moves and text of the move for every decision of a seat."""
    seats: list[int] = []
    choices: list[int] = []
    texts: list[str] = []
    while state.to_move != OVER:
        n = state.find_legal()
        move = state.nth_legal(rng.below(n))
        if state.to_move >= 0:
            seats.append(state.to_move)
            choices.append(n)
            texts.append(state.describe(move))
        state.apply(move)
    return seats, choices, texts


def resolve_chance(state: State, rng: Rng) -> None:
    """Apply random chance outcomes until a seat decides or the game is over."""
    while state.to_move == CHANCE:
        state.apply(random_move(state, rng))
