"""Earlier states of a game in memory, so that taking a move back does not replay the whole game."""

from __future__ import annotations

from hordes.engine.core.state import State

MAX_KEPT = 12
"""States kept: the last ones, and fewer and fewer of those before."""


class Checkpoints:
    """States by the number of moves before them, in order.

    >>> kept = Checkpoints()
    >>> for moves in range(100):
    ...     kept.add(moves, None)
    >>> len(kept.states) <= MAX_KEPT, [moves for moves, _ in kept.states][-4:]
    (True, [96, 97, 98, 99])
    >>> kept.rewind(98), kept.states[-1][0]
    ((98, None), 98)
    """

    def __init__(self) -> None:
        self.states: list[tuple[int, State]] = []

    def add(self, moves: int, state: State) -> None:
        """Keep a state; of the older half every second one is dropped when there are too many."""
        if not self.states or self.states[-1][0] < moves:
            self.states.append((moves, state))
        if len(self.states) > MAX_KEPT:
            del self.states[1 : MAX_KEPT // 2 : 2]

    def rewind(self, moves: int) -> tuple[int, State] | None:
        """The last state with at most so many moves, if one is kept; later ones are dropped."""
        while self.states and self.states[-1][0] > moves:
            self.states.pop()
        return self.states[-1] if self.states else None
