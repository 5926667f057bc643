"""Small World's map format for the program that draws maps: what lies at the frame, and where a drawing is written."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hordes.engine.core.bits import listed
from hordes.engine.errors import BadPosition
from hordes.engine.map_sketch import DrawnMap, MapSketch, RegionOutline, RegionSketch
from hordes.smallworld.state.board import Board
from hordes.smallworld.text.map_reader import board_from_json

TRIBE_SYMBOL = "tribe"
"""What is printed where a Lost Tribe lives."""
ORDER = "id name terrain symbols border edge lost_tribe adjacent anchor inradius slot_radius slots polygon".split()
"""Keys of a region in the order of the official maps."""
GEOMETRY = ("edge", "anchor", "inradius", "slot_radius", "slots", "polygon")
"""Keys of a region that a drawing adds."""


def sketch_of(data: Any) -> MapSketch:
    """The sketch of a map's JSON; raises `BadPosition` with an explanation.

    >>> hill = {"id": "a", "terrain": "hill", "border": True, "adjacent": ["b"]}
    >>> bog = {"id": "b", "terrain": "swamp", "adjacent": ["a"]}
    >>> sketch_of({"turns": 3, "regions": [hill, bog]}).at_frame
    frozenset({0})
    """
    board = board_from_json(deepcopy(data))
    at_frame, may_touch_frame = _frame(board)
    key = str(board.data.get("id", ""))
    regions = tuple(_region(board, n) for n in range(int(board.size)))
    return MapSketch(key, str(board.data.get("name") or key), regions, at_frame, may_touch_frame)


def _region(board: Board, n: int) -> RegionSketch:
    data = board.data["regions"][n]
    symbols = (*board.symbols[n], *([TRIBE_SYMBOL] if data.get("lost_tribe") else []))
    neighbours = tuple(int(other) for other in listed(board.adjacent[n]))
    return RegionSketch(board.ids[n], board.names[n], board.terrain[n], neighbours, symbols, bool(data.get("border")))


def _frame(board: Board) -> tuple[frozenset[int], frozenset[int]]:
    """Regions at the frame, and such that may lie there: the border regions, unless the map says otherwise with `edge`.

    Races may also enter over the shore of a sea at the frame, so a border region on such a shore need not be at the
    frame. It is placed there if there is room.
    """
    border = {int(n) for n in listed(board.border)}
    given = {n: region["edge"] for n, region in enumerate(board.data["regions"]) if "edge" in region}
    for n, edge in given.items():
        if not isinstance(edge, bool):
            raise BadPosition(f"`edge` of region {board.ids[n]} is true or false.")
        if edge and n not in border:
            raise BadPosition(f"{_title(board, n)} touches the frame (`edge`) and so must be a border region.")
    seas = {int(n) for n in listed(board.sea & board.border) if given.get(int(n), True)}
    shore = {n for n in border if n not in seas and seas & {int(other) for other in listed(board.adjacent[n])}}
    inner = {n for n in border if given.get(n) is False}
    for n in sorted(inner - shore):
        raise BadPosition(
            f"{_title(board, n)} is a border region, so it must touch the frame (`edge`) or a sea that does."
        )
    firm = {n for n in border - inner if n not in shore or given.get(n)}
    return frozenset(firm), frozenset(border - inner - firm)


def _title(board: Board, n: int) -> str:
    key, name = board.ids[n], board.names[n]
    return key if name == key else f"{name} ({key})"


def with_drawing(data: dict[str, Any], drawn: DrawnMap) -> dict[str, Any]:
    """A map's JSON with the drawing added; an older drawing is replaced."""
    head = {key: value for key, value in data.items() if key not in ("regions", "box", "geometry")}
    regions = [_with_outline(region, line) for region, line in zip(data["regions"], drawn.outlines, strict=True)]
    return head | {"geometry": "drawn", "box": list(drawn.size), "regions": regions}


def _with_outline(region: dict[str, Any], outline: RegionOutline) -> dict[str, Any]:
    plain = {key: value for key, value in region.items() if key not in GEOMETRY}
    complete = plain | {
        "edge": outline.at_frame,
        "anchor": list(outline.anchor),
        "inradius": outline.inradius,
        "slot_radius": outline.slot_radius,
        "slots": [list(slot) for slot in outline.slots],
        "polygon": [list(spot) for spot in outline.polygon],
    }
    known = [key for key in ORDER if key in complete]
    return {key: complete[key] for key in [*known, *(key for key in complete if key not in ORDER)]}
