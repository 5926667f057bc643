"""The default move of a seat that does not answer: always legal, and a game of absent seats ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hordes.engine.core.playout import random_move, resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, State
from tests.generic.setups import Table, every_table
from tests.generic.walks import new

ABSENT: dict[str, Callable[[State, Rng], bool]] = {
    "all the time": lambda state, rng: True,
    "when it is not their turn": lambda state, rng: state.to_move != state.turn_seat(),
    "every third time": lambda state, rng: rng.below(3) == 0,
    "in seat 0": lambda state, rng: state.to_move == 0,
}


@pytest.mark.parametrize("absent", ABSENT)
@every_table
def test_a_game_of_absent_seats_ends(table: Table, absent: str) -> None:
    longest = table.game.max_game_length(table.options)
    for seed in range(2):
        state, rng, decisions = new(table), Rng(seed), 0
        resolve_chance(state, rng)
        while state.to_move != OVER:
            if ABSENT[absent](state, rng):
                move = state.default_move()
                assert state.is_legal(move), state.describe(move)
                assert state.default_move() == move, "asked twice it answers differently"
            else:
                move = random_move(state, rng)
            state.apply(move)
            decisions += 1
            resolve_chance(state, rng)
        assert decisions <= longest
