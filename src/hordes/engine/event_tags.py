"""What the events of a game mean for statistics: turns, income, pieces, dice, declines, conquests.

Every game tags its own events (`Game.event_tags`), so that simulations, reports, tournaments and the server count them
without knowing the game. Events without a meaning for statistics have no tag.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from hordes.engine.core.state import Game


class GameBegins(NamedTuple):
    """The seat that begins, where it is drawn."""

    seat: int


class RoundBegins(NamedTuple):
    """A round, or a day, begins before any seat's turn."""

    number: int


class TurnBegins(NamedTuple):
    """A seat's turn begins; the number counts the seat's turns, or the rounds of the game."""

    seat: int
    number: int


class Income(NamedTuple):
    """Points, or what buys them, that a seat gets, by source; `Game.source_kind` sorts the sources."""

    seat: int
    sources: list[tuple[str, int]]

    @property
    def total(self) -> int:
        """All sources together."""
        return sum(amount for _, amount in self.sources)


class Taken(NamedTuple):
    """Pieces that a seat takes at once, each with its kind and id.

    With `is_active` they act from now on instead of those taken before, until they are given up (`Declined`).
    """

    seat: int
    pieces: list[tuple[str, str]]
    is_active: bool = False


class Rolled(NamedTuple):
    """A seat's die shows these pips."""

    seat: int
    pips: int


class Declined(NamedTuple):
    """A seat gives up what it has been playing with."""

    seat: int


class Conquered(NamedTuple):
    """A seat takes a place."""

    seat: int


class Lost(NamedTuple):
    """A seat loses a place, or a piece in one, to another."""

    seat: int


EventTag = GameBegins | RoundBegins | TurnBegins | Income | Taken | Rolled | Declined | Conquered | Lost


def tags_of(game: Game, events: Iterable[dict[str, Any]]) -> Iterator[EventTag]:
    """The tags of events, in their order."""
    before: dict[str, Any] = {}
    for event in events:
        yield from game.event_tags(event, before)
        before = event


def pieces_taken(game: Game, events: Iterable[dict[str, Any]]) -> Iterator[tuple[int, str, str]]:
    """Seat, kind and id of every piece that was taken.

    >>> from hordes.engine.games import load
    >>> picked = {"type": "picked", "seat": 1, "slot": 3, "race": "elves", "power": "hill"}
    >>> list(pieces_taken(load("smallworld"), [picked, {"type": "over"}]))
    [(1, 'race', 'elves'), (1, 'power', 'hill')]
    """
    for tag in tags_of(game, events):
        if isinstance(tag, Taken):
            yield from ((tag.seat, kind, name) for kind, name in tag.pieces)
