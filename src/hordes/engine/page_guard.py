"""Checks of what a game of another package draws: its board, and what lies on it, field by field.

`BoardDrawing` and `Display` (`display.py`) say what the fields are; a fault is a sentence with the path to the field.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from hordes.engine.validation import shown

FieldCheck = Callable[[Any], str]
"""What a value should be, as the end of a sentence, or with `at` a path in front; empty when it is that."""
MIN_CORNERS = 3


def drawing_fault(drawing: Any) -> str:
    """What is wrong with the drawing of a board; empty when nothing is."""
    fault = _fields(drawing, "", {"size": _point, "regions": _list})
    if fault:
        return fault
    for k, region in enumerate(drawing["regions"]):
        if fault := _fields(region, f"regions[{k}]", REGION, OPTIONAL_OF_REGIONS):
            return fault
    ids = [region["id"] for region in drawing["regions"]]
    for k, region in enumerate(drawing["regions"]):
        if ids.index(region["id"]) != k:
            return f"`regions[{k}].id` is {region['id']!r}, as another region's"
        for name in region["neighbours"]:
            if name not in ids:
                return f"`regions[{k}].neighbours` names {name!r}, which is no region"
    return ""


def display_fault(display: Any, seats: int, regions: Iterable[str]) -> str:
    """What is wrong with a display in a game with so many seats and these regions; empty when nothing is."""
    fault = _fields(display, "", {"status": _text, "regions": _dict, "seats": _list})
    if fault:
        return fault
    if len(display["seats"]) != seats:
        return f"`seats` has {len(display['seats'])} entries for {seats} seats"
    known = frozenset(regions)
    for name, pieces in display["regions"].items():
        if name not in known:
            return f"`regions` names {name!r}, which is no region of `board_drawing`"
        if fault := _pieces(pieces, f"regions[{name!r}]", seats):
            return fault
    for k, seat in enumerate(display["seats"]):
        if fault := _seat(seat, f"seats[{k}]", seats):
            return fault
    return ""


def _seat(seat: Any, where: str, seats: int) -> str:
    fields: dict[str, FieldCheck] = {"points": _points, "pieces": _list, "facts": _list}
    if fault := _fields(seat, where, fields) or _pieces(seat["pieces"], f"{where}.pieces", seats):
        return fault
    for k, fact in enumerate(seat["facts"]):
        if not (isinstance(fact, tuple | list) and len(fact) == 2 and all(isinstance(word, str) for word in fact)):
            return f"`{where}.facts[{k}]` is a name and a value, both texts, not {shown(fact)}"
    return ""


def _pieces(pieces: Any, where: str, seats: int) -> str:
    if fault := _list(pieces):
        return f"`{where}` is {fault}, not {shown(pieces)}"

    def owner(value: Any) -> str:
        fits = _is_number(value) and -1 <= value < seats
        return "" if fits else f"a seat from 0 to {seats - 1}, or NO_SEAT"

    fields: dict[str, FieldCheck] = {"kind": _text, "seat": owner, "count": _count}
    faults = (_fields(piece, f"{where}[{k}]", fields, {"faded": _flag}) for k, piece in enumerate(pieces))
    return next(filter(None, faults), "")


def _fields(data: Any, where: str, needed: dict[str, FieldCheck], optional: dict[str, FieldCheck] | None = None) -> str:
    """What is wrong with a dict whose keys are known: one that lacks, one that is unknown, a value of another kind."""
    known, listed = needed | (optional or {}), ", ".join(f"`{key}`" for key in needed)
    if not isinstance(data, dict):
        return f"{f'`{where}`' if where else 'it'} is a dict with {listed}, not {shown(data)}"
    before = f"`{where}`" if where else "it"
    for key in needed:
        if key not in data:
            return f"{before} lacks `{key}`; its keys are {listed}"
    for key, value in data.items():
        if key not in known:
            more = "".join(f", `{name}`" for name in optional or ())
            return f"{before} has the unknown key {key!r}; its keys are {listed}{more}"
        if wanted := known[key](value):
            return f"`{where}{'.' if where else ''}{key}` is {wanted}, not {shown(value)}"
    return ""


# Kinds of fields


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _text(value: Any) -> str:
    return "" if isinstance(value, str) else "a text"


def _name(value: Any) -> str:
    return "" if isinstance(value, str) and value and len(value.split()) == 1 else "one word, as in moves"


def _flag(value: Any) -> str:
    return "" if isinstance(value, bool) else "True or False"


def _list(value: Any) -> str:
    return "" if isinstance(value, list) else "a list"


def _dict(value: Any) -> str:
    return "" if isinstance(value, dict) else "a dict"


def _texts(value: Any) -> str:
    return "" if isinstance(value, list) and all(isinstance(text, str) for text in value) else "a list of texts"


def _points(value: Any) -> str:
    return "" if value is None or _is_number(value) else "a whole number, or None where they are secret"


def _count(value: Any) -> str:
    return "" if _is_number(value) and value >= 0 else "a whole number from 0 up"


def _is_point(value: Any) -> bool:
    fits = isinstance(value, tuple | list) and len(value) == 2
    return fits and all(isinstance(x, int | float) and not isinstance(x, bool) and math.isfinite(x) for x in value)


def _point(value: Any) -> str:
    return "" if _is_point(value) else "two numbers (x, y)"


def _polygon(value: Any) -> str:
    fits = isinstance(value, list) and len(value) >= MIN_CORNERS and all(map(_is_point, value))
    return "" if fits else f"a list of {MIN_CORNERS} points (x, y) or more"


REGION: dict[str, FieldCheck] = {"id": _name, "name": _text, "centre": _point, "neighbours": _texts}
OPTIONAL_OF_REGIONS: dict[str, FieldCheck] = {"polygon": _polygon, "label": _text, "kind": _text}
