"""The playout: one compiled loop that serves every game."""

from __future__ import annotations

from hordes.engine.native import i64
from hordes.engine.rng import Rng
from hordes.engine.state import OVER, State


def random_game(state: State, rng: Rng) -> i64:
    """Play a state to its end in place, seats and chance at random; answers with the number of seats' decisions."""
    decisions: i64 = 0
    while state.to_move != OVER:
        if state.to_move >= 0:
            decisions += 1
        state.apply(state.nth_legal(rng.below(state.find_legal())))
    return decisions


def settle_chance(state: State, rng: Rng) -> None:
    """Let the generator answer chance until a seat decides or the game is over."""
    while state.to_move == -1:
        state.apply(state.nth_legal(rng.below(state.find_legal())))
