"""Reader of maps: checks a map's JSON and makes a `Board` of it."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BITS_PER_SET
from hordes.engine.errors import BadPosition
from hordes.smallworld.state.board import LAND_TERRAINS, SYMBOLS, WATER_TERRAINS, Board

TERRAINS: Final = LAND_TERRAINS + WATER_TERRAINS
RESERVED_WORDS: Final = frozenset(["fortress", "encampment", "hero", "pot", "horde", "behemoth1", "behemoth2", "with"])
"""Words of moves that cannot be a region's id."""
DEFAULT_TURNS: Final = 10
"""Turns of a game on a map that does not say how many."""


def board_from_json(data: Any) -> Board:
    """Board of a map's JSON; raises `BadPosition` with the first error of `map_errors`.

    >>> board_from_json({"regions": [{"id": "a", "terrain": "hill", "border": True, "adjacent": []}]}).border
    1
    """
    for _, text in map_errors(data):
        raise BadPosition(text)
    data.setdefault("turns", DEFAULT_TURNS)
    return Board(data)


def map_errors(data: Any) -> list[tuple[int, str]]:
    """All errors in a map's JSON: the index of the region that each is about (or -1), and a sentence."""
    if not isinstance(data, dict) or not isinstance(data.get("regions"), list):
        return [(-1, "A map is an object with `turns` and a list of `regions`.")]
    errors = [(-1, text) for text in _frame_errors(data)]
    regions: list[Any] = data["regions"][: 2 * BITS_PER_SET]
    ids: list[str] = []
    for n, region in enumerate(regions):
        id_error = _id_error(region)
        errors += [(n, id_error)] if id_error != "" else [(n, text) for text in _ground_errors(region)]
        ids.append(str(region["id"]) if id_error == "" else "")
    for n, key in enumerate(ids):
        if key != "" and key in ids[:n]:
            errors.append((n, f"The map names region {key} twice."))
    return errors + _border_errors(regions, ids)


def _frame_errors(data: dict[str, Any]) -> list[str]:
    errors: list[str] = []
    turns = data.get("turns", DEFAULT_TURNS)
    if not isinstance(turns, int) or isinstance(turns, bool) or not 1 <= turns <= 60:
        errors.append(f"A map's `turns` is a number from 1 to 60, not {turns!r}.")
    if not 1 <= len(data["regions"]) <= BITS_PER_SET:
        errors.append(f"A map has 1 to {BITS_PER_SET} regions, not {len(data['regions'])}.")
    return errors


def _id_error(region: Any) -> str:
    if (
        not isinstance(region, dict)
        or isinstance(region.get("id"), bool)
        or not isinstance(region.get("id"), (str, int))
    ):
        return "Each region of a map is an object with an `id`, a text or a number."
    key = str(region["id"])
    if not key or len(key.split()) != 1 or key in RESERVED_WORDS:
        return f"{key!r} cannot be a region's id: one word, and no word of the moves."
    return ""


def _ground_errors(region: dict[str, Any]) -> list[str]:
    key = str(region["id"])
    errors: list[str] = []
    if region.get("terrain") not in TERRAINS:
        errors.append(
            f"Region {key} has the unknown terrain {region.get('terrain')!r}; there are {', '.join(TERRAINS)}."
        )
    symbols: Any = region.get("symbols") or []
    if not isinstance(symbols, list):
        errors.append(f"The symbols of region {key} are a list.")
        symbols = []
    for symbol in symbols:
        if symbol not in SYMBOLS:
            errors.append(f"Region {key} has the unknown symbol {symbol!r}; there are {', '.join(SYMBOLS)}.")
    for flag in ("border", "lost_tribe"):
        if not isinstance(region.get(flag, False), bool):
            errors.append(f"`{flag}` of region {key} is true or false.")
    return errors


def _border_errors(regions: list[Any], ids: list[str]) -> list[tuple[int, str]]:
    """Errors in lists of adjacent regions: missing, unknown regions, a region itself, or not mutual."""
    errors: list[tuple[int, str]] = []
    near: dict[str, list[str]] = {}
    for n, key in enumerate(ids):
        if key == "":
            continue
        others: Any = regions[n].get("adjacent")
        if not isinstance(others, list):
            errors.append((n, f"Region {key} lacks its list of `adjacent` regions."))
            others = []
        near[key] = [str(other) for other in others]
        for other in others:
            if str(other) not in ids:
                errors.append((n, f"Region {key} borders {other!r}, which is not on the map."))
            elif str(other) == key:
                errors.append((n, f"Region {key} cannot border itself."))
    return errors + _one_way_errors(ids, near)


def _one_way_errors(ids: list[str], near: dict[str, list[str]]) -> list[tuple[int, str]]:
    errors: list[tuple[int, str]] = []
    for n, key in enumerate(ids):
        for other in near.get(key, []):
            if other in near and key not in near[other]:
                text = f"{key} names {other} as adjacent, {other} does not name {key}."
                errors.append((n, f"The map's borders must be mutual: {text}"))
    return errors
