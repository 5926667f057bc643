"""What the generic screens show: a position as the game displays it, and names for its pieces and moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hordes.engine.display import NO_SEAT, BoardDrawing, Display, PieceDisplay, RegionDrawing
from hordes.terminal.board.palette import seat_mark
from hordes.terminal.scene import Scene
from hordes.terminal.wording import Glossary, title_from_id

NO_DISPLAY: Display = {"status": "", "regions": {}, "seats": []}


@dataclass(frozen=True)
class GenericScene(Scene):
    """A scene of a game that the terminal knows nothing of."""

    display: Display = field(default_factory=lambda: NO_DISPLAY)
    board: BoardDrawing = field(default_factory=lambda: BoardDrawing(size=(0.0, 0.0), regions=[]))
    moves: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Data of the legal moves by their texts."""
    title: str = ""
    turn_seat: int = NO_SEAT

    def pieces(self, region: str) -> list[PieceDisplay]:
        """The pieces in a region."""
        return self.display["regions"].get(region, [])


def generic(scene: Scene) -> GenericScene:
    """The scene as the generic interface makes it."""
    assert isinstance(scene, GenericScene)
    return scene


def region_by_id(scene: GenericScene, region: str) -> RegionDrawing | None:
    """A region of the drawn board."""
    return next((entry for entry in scene.board["regions"] if entry["id"] == region), None)


def region_name(scene: GenericScene, region: str) -> str:
    """The name of a region for people."""
    entry = region_by_id(scene, region)
    return entry["name"] if entry is not None else title_from_id(region)


def piece_name(glossary: Glossary, kind: str, count: int = 2) -> str:
    """The name of so many pieces; a glossary may have the singular as `one`."""
    entry = glossary.get(kind, {})
    return str((entry.get("one") if count == 1 else None) or entry.get("name") or title_from_id(kind))


def piece_letters(glossary: Glossary, kind: str) -> str:
    """The fewest letters that tell a kind of piece from others of its category.

    >>> pieces = {"levy": {"kind": "piece", "name": "Levies"}, "fort": {"kind": "piece", "name": "Forts"}}
    >>> piece_letters(pieces, "levy"), piece_letters(pieces | {"ford": {"kind": "piece", "name": "Fords"}}, "fort")
    ('L', 'Fort')
    """
    category = glossary.get(kind, {}).get("kind")
    name = piece_name(glossary, kind)
    others = [piece_name(glossary, key) for key, entry in glossary.items() if entry.get("kind") == category != kind]
    for length in range(1, len(name)):
        if sum(other.startswith(name[:length]) for other in {*others, name}) == 1:
            return name[:length]
    return name


def by_seat(pieces: Iterable[PieceDisplay]) -> dict[tuple[int, bool], list[PieceDisplay]]:
    """Pieces by owner, active ones apart from faded ones, in the order in which they first come."""
    groups: dict[tuple[int, bool], list[PieceDisplay]] = {}
    for piece in pieces:
        groups.setdefault((piece["seat"], piece.get("faded", False)), []).append(piece)
    return groups


def badge_text(glossary: Glossary, seat: int, faded: bool, pieces: Iterable[PieceDisplay], words: bool = False) -> str:
    """Pieces of one owner in short: the seat's mark, then counts with letters, or with names.

    >>> badge_text({}, 0, False, [{"kind": "levy", "seat": 0, "count": 2}, {"kind": "fort", "seat": 0, "count": 1}])
    '●2L F'
    """
    mark = "" if seat == NO_SEAT else seat_mark(seat, faded)
    if words:
        named = ", ".join(f"{piece['count']} {piece_name(glossary, piece['kind'], piece['count'])}" for piece in pieces)
        return f"{mark} {named}".strip()
    counted = [
        f"{piece['count'] if piece['count'] != 1 else ''}{piece_letters(glossary, piece['kind'])}" for piece in pieces
    ]
    return mark + " ".join(counted)


def kinds_in_play(display: Display) -> list[str]:
    """Kinds of the pieces that are shown now, on the board and beside it."""
    shown = [*display["regions"].values(), *(seat["pieces"] for seat in display["seats"])]
    return list(dict.fromkeys(piece["kind"] for pieces in shown for piece in pieces))
