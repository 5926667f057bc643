"""Reading a board: checks the JSON of a board file or of the option `board` and builds the Board."""

from __future__ import annotations

from typing import Any

from hordes.covil.state.board import Board
from hordes.covil.state.constants import TERRAINS
from hordes.engine.core.bits import BITS_PER_SET
from hordes.engine.errors import BadPosition


def build_board(data: Any) -> Board:
    """A board from its JSON, checked; raises `BadPosition` that says what is wrong with it.

    >>> build_board({"town": "t", "zones": [{"id": "t", "terrain": ["Town"], "adjacent": []}]}).town
    0
    """
    if not isinstance(data, dict) or not isinstance(data.get("zones"), list):
        raise BadPosition("A board is an object with a list of `zones` and its `town`.")
    zones: list[Any] = data["zones"]
    if not 1 <= len(zones) <= BITS_PER_SET:
        raise BadPosition(f"A board has 1 to {BITS_PER_SET} zones, not {len(zones)}.")
    ids = [check_zone(zone) for zone in zones]
    for key in ids:
        if ids.count(key) > 1:
            raise BadPosition(f"The board names zone {key} twice.")
    _check_borders(ids, zones)
    _check_town(data, ids, zones)
    return Board(data)


def check_zone(zone: Any) -> str:
    """The id of a zone, or a `BadPosition` that says what is wrong with the zone by itself."""
    if not isinstance(zone, dict) or isinstance(zone.get("id"), bool) or not isinstance(zone.get("id"), (str, int)):
        raise BadPosition("Each zone of a board is an object with an `id`, a text or a number.")
    key = str(zone["id"])
    if len(key.split()) != 1 or key != key.strip():
        raise BadPosition(f"{key!r} cannot be a zone's id: it is one word.")
    terrains = zone.get("terrain")
    if not isinstance(terrains, list) or not 1 <= len(terrains) <= 2:
        raise BadPosition(f"Zone {key} has one or two terrains, as a list.")
    for word in terrains:
        if word not in TERRAINS or terrains.count(word) > 1:
            raise BadPosition(f"Zone {key} has the terrain {word!r}; there are {', '.join(TERRAINS)}, each once.")
    if not isinstance(zone.get("start", False), bool):
        raise BadPosition(f"`start` of zone {key} is true or false.")
    return key


def _check_borders(ids: list[str], zones: list[Any]) -> None:
    neighbours = {key: adjacent_ids(key, zone, ids) for key, zone in zip(ids, zones, strict=True)}
    for key, others in neighbours.items():
        for other in others:
            if key not in neighbours[other]:
                raise BadPosition(
                    f"The board's borders must be mutual: {key} names {other} as adjacent, {other} does not name {key}."
                )


def adjacent_ids(key: str, zone: dict[str, Any], ids: list[str]) -> list[str]:
    """The ids of the zones adjacent to a zone, checked."""
    others = zone.get("adjacent")
    if not isinstance(others, list):
        raise BadPosition(f"Zone {key} lacks its list of `adjacent` zones.")
    named = [str(other) for other in others]
    for other in named:
        if other not in ids:
            raise BadPosition(f"Zone {key} borders {other!r}, which is not on the board.")
        if other == key or named.count(other) > 1:
            raise BadPosition(f"Zone {key} cannot border {other}: itself, or named twice.")
    return named


def _check_town(data: dict[str, Any], ids: list[str], zones: list[Any]) -> None:
    town = data.get("town")
    if isinstance(town, bool) or str(town) not in ids:
        raise BadPosition(f"The board's `town` is one of its zones, not {town!r}.")
    for key, zone in zip(ids, zones, strict=True):
        if ("Town" in zone["terrain"]) != (key == str(town)):
            raise BadPosition(f"There is one town: zone {town} carries the terrain Town, no other; see zone {key}.")
