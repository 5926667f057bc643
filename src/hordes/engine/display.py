"""What a generic interface shows of any game: the drawing of its board, and what lies on it and beside it.

Interfaces that know no game (the page's generic table, the generic terminal, pictures of environments) draw these data
and nothing else. `Game.board_drawing` gives the board, which never changes during a game, `State.display` the rest.
All texts are English sentences or names for people; what programs need is in the other fields.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

Point = tuple[float, float]
NO_SEAT = -1
"""Seat of a piece that belongs to nobody."""


class RegionDrawing(TypedDict):
    """A region of a board: a disc around `centre`, or the area within `polygon`."""

    id: str
    name: str
    centre: Point
    neighbours: list[str]
    polygon: NotRequired[list[Point]]
    label: NotRequired[str]
    """What is printed on the board there, in a few letters, such as a value."""
    kind: NotRequired[str]
    """Id of its terrain or type; regions of one kind have one colour."""


class BoardDrawing(TypedDict):
    """A board as regions in a rectangle from (0, 0) to `size`; without regions the game has no board."""

    size: Point
    regions: list[RegionDrawing]


class PieceDisplay(TypedDict):
    """Equal pieces in one place: `kind` is an id of the game's glossary, `seat` their owner or NO_SEAT."""

    kind: str
    seat: int
    count: int
    faded: NotRequired[bool]
    """Inactive: in decline, lying, exhausted."""


class SeatDisplay(TypedDict):
    """A seat: its points as far as the viewer knows them, its pieces off the board, and further facts."""

    points: int | None
    pieces: list[PieceDisplay]
    facts: list[tuple[str, str]]
    """Name and value, such as ("forts left", "2")."""


class Display(TypedDict):
    """A position as one seat, or PUBLIC, may see it."""

    status: str
    """When in the game this is, such as "Round 2 of 5, 3 actions left"."""
    regions: dict[str, list[PieceDisplay]]
    """Pieces by region; empty regions are left out."""
    seats: list[SeatDisplay]
