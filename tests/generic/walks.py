"""Random games at the tables of this folder: states to look at, and helpers to compare and to disturb data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hordes.engine.core.playout import random_move
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, PUBLIC, State
from hordes.engine.games import BUILT_IN
from tests.generic.setups import Table


def new(table: Table) -> State:
    """The initial state."""
    return table.game.new(table.options)


def walk(table: Table, seed: int = 1) -> Iterator[State]:
    """Every state of a random game from its beginning to its end; always the same object."""
    state, rng = new(table), Rng(seed)
    while state.to_move != OVER:
        yield state
        state.apply(random_move(state, rng))
    yield state


def some_states(table: Table, seed: int = 1, every: int = 9) -> Iterator[State]:
    """The first, the last, and some states between them of a random game, each one's own copy."""
    for number, state in enumerate(walk(table, seed)):
        if number % every == 0 or state.to_move == OVER:
            yield state.clone()


def finished(state: State, seed: int) -> State:
    """The state after a random game from here to the end, played in place."""
    rng = Rng(seed)
    while state.to_move != OVER:
        state.apply(random_move(state, rng))
    return state


def seats(state: State) -> list[int]:
    """All seats."""
    return list(range(int(state.seats())))


def viewers(state: State) -> list[int]:
    """All seats and the spectators."""
    return [*seats(state), PUBLIC]


def disturb(data: Any) -> None:
    """Change data deeply, as careless callers would."""
    if isinstance(data, dict):
        for value in data.values():
            disturb(value)
        data["disturbed"] = True
    elif isinstance(data, list):
        for value in data:
            disturb(value)
        data.append("disturbed")


def has_display(table: Table) -> bool:
    """Whether interfaces that know no game show this one: built-in ones have interfaces of their own."""
    return table.name not in BUILT_IN
