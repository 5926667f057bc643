"""Chance's outcomes: one loop for those who keep nothing, one for those who write the outcomes down."""

import pytest

from hordes.engine.chance import chance_moves
from hordes.engine.core.playout import random_move, resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, State
from hordes.engine.games import load


def dealt(game: str, seed: int) -> State:
    state = load(game).new({"players": 2})
    resolve_chance(state, Rng(seed))
    return state


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_both_loops_draw_the_same(game: str) -> None:
    for seed in range(5):
        state, drawn = load(game).new({"players": 2}), 0
        for move in chance_moves(state, Rng(seed)):
            assert state.to_move == CHANCE
            assert state.is_legal(move)
            state.apply(move)
            drawn += 1
        assert drawn > 0
        assert state == dealt(game, seed)


def test_nothing_is_drawn_while_a_seat_decides() -> None:
    state, rng = dealt("covil", 1), Rng(1)
    assert list(chance_moves(state, rng)) == []
    resolve_chance(state, rng)
    assert rng == Rng(1)
    assert state == dealt("covil", 1)


def test_any_source_of_numbers_will_do() -> None:
    class First:
        def below(self, n: int, /) -> int:
            return 0

    state = load("smallworld").new({"players": 2})
    for move in chance_moves(state, First()):
        assert move == state.legal()[0]
        state.apply(move)


def test_a_random_move_is_one_draw() -> None:
    state, rng, other = dealt("smallworld", 1), Rng(3), Rng(3)
    move = random_move(state, rng)
    assert state.is_legal(move)
    other.next_bits()
    assert rng == other
