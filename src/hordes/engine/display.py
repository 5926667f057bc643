"""What a generic interface shows of any game: the drawing of its board, and what lies on it and beside it.

Interfaces that know no game (the page's generic table, the generic terminal, pictures of environments) draw these data
and nothing else. `Game.board_drawing` gives the board, which never changes during a game, `State.display` the rest.
All texts are English sentences or names for people; what programs need is in the other fields.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from hordes.engine.wire import Prose

Point = tuple[float, float]
NO_SEAT = -1
"""Seat of a piece that belongs to nobody."""


class RegionDrawing(TypedDict):
    """A region of a board: a disc around `centre`, or the area within `polygon`."""

    id: str
    name: Prose
    centre: Point
    neighbours: list[str]
    polygon: NotRequired[list[Point]]
    label: NotRequired[Prose]
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
    facts: list[tuple[Prose, Prose]]
    """Name and value, such as ("forts left", "2")."""


class Display(TypedDict):
    """A position as one seat, or PUBLIC, may see it."""

    status: Prose
    """When in the game this is, such as "Round 2 of 5, 3 actions left"."""
    regions: dict[str, list[PieceDisplay]]
    """Pieces by region; empty regions are left out."""
    seats: list[SeatDisplay]


# What the page's generic table gets of a game


class PageView(TypedDict):
    """A view with its display; the view's own fields stand beside it, for programs that know the game."""

    display: Display


class PageBoard(TypedDict):
    """A board with its drawing; the board's own fields stand beside it."""

    drawing: BoardDrawing


class PageEvent(TypedDict):
    """An event: its sentence, with placeholders for the seats and numbers in `values`, and what tables show of it.

    `seat` is whose event it is, `pips` what a die shows.
    """

    type: str
    text: NotRequired[Prose]
    values: dict[str, int]
    seat: NotRequired[int]
    pips: NotRequired[int]


class PageMove(TypedDict):
    """A legal move: the regions that it names, in order, and the words of its button, if not verb and arguments."""

    verb: str
    arguments: NotRequired[list[str]]
    regions: NotRequired[list[str]]
    label: NotRequired[Prose]


class PageEntry(TypedDict):
    """A piece or term: its name (`one` of several) and its text."""

    kind: str
    name: Prose
    text: Prose
    one: NotRequired[Prose]


class PageSummary(TypedDict):
    """Nothing: what a game says beside its view is in the display."""
