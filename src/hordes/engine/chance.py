"""Chance for callers that write down what it draws: records, logs, recorded games of bots.

Searches and playouts, which keep nothing, call `engine/core/playout.py::resolve_chance`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from hordes.engine.core.state import CHANCE, State


class ChanceSource(Protocol):
    """Where chance outcomes come from: a generator, the operating system, a test."""

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1."""
        ...


def chance_moves(state: State, source: ChanceSource) -> Iterator[int]:
    """Chance's outcomes, one by one, until a seat decides or the game is over.

    The caller makes each move, in its own way, before it asks for the next one.

    >>> from hordes.engine.core.rng import Rng
    >>> from hordes.engine.games import load
    >>> state = load("smallworld").new({"players": 2})
    >>> for move in chance_moves(state, Rng(1)):
    ...     state.apply(move)
    >>> state.to_move >= 0
    True
    """
    while state.to_move == CHANCE:
        choices = int(state.find_legal())
        yield int(state.nth_legal(source.below(choices)))
