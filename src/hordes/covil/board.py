"""Boards: zones, their terrains, the town and the spirals. Zones are numbers, sets of zones the bits of one."""

from __future__ import annotations

from typing import Any, Final

from hordes.covil.vocabulary import DOMINATED, TERRAINS
from hordes.engine.bits import BIT, SIZE, lowest
from hordes.engine.errors import BadPosition
from hordes.engine.native import i64, vec

FAR: Final = 99


class Board:
    """The board of a game. It never changes, so every copy of a state shares it."""

    name: str
    size: i64 = 0
    ids: list[str]
    keys: list[Any]
    names: list[str]
    number: dict[str, int]
    terrain: vec[i64]
    zones_of: vec[i64]
    adjacent: vec[i64]
    second: vec[i64]
    distance: vec[i64]
    town: i64 = 0
    starts: i64 = 0
    data: dict[str, Any]

    def __init__(self, data: dict[str, Any]) -> None:
        zones: list[dict[str, Any]] = data["zones"]
        self.data = data
        self.name = str(data.get("id", "own board"))
        self.size = len(zones)
        self.keys = [zone["id"] for zone in zones]
        self.ids = [str(key) for key in self.keys]
        self.number = {key: n for n, key in enumerate(self.ids)}
        self.names = [str(zone.get("name") or zone["id"]) for zone in zones]
        self.terrain = vec[i64]([sum([int(BIT[TERRAINS.index(word)]) for word in zone["terrain"]]) for zone in zones])
        self.zones_of = vec[i64]([self._having(BIT[terrain]) for terrain in range(len(TERRAINS))])
        self.town = self.number[str(data["town"])]
        self.starts = 0
        for n in range(len(zones)):
            if zones[n].get("start"):
                self.starts |= BIT[n]
        near = [sum([int(BIT[self.number[str(other)]]) for other in zone["adjacent"]]) for zone in zones]
        self.adjacent = vec[i64](near)
        self.second = vec[i64]([self.around(self.adjacent[n]) | self.adjacent[n] for n in range(self.size)])
        self.distance = vec[i64]([int(d) for n in range(self.size) for d in self._distances(n)])

    def _having(self, terrain: i64) -> int:
        found: i64 = 0
        for n in range(self.size):
            if self.terrain[n] & terrain != 0:
                found |= BIT[n]
        return found

    def _distances(self, start: i64) -> list[int]:
        found = [FAR] * int(self.size)
        reached, steps = BIT[start], 0
        while True:
            for n in range(self.size):
                if reached & BIT[n] != 0 and found[n] == FAR:
                    found[n] = steps
            wider = reached | self.around(reached)
            if wider == reached:
                return found
            reached, steps = wider, steps + 1

    def around(self, zones: i64) -> i64:
        """The zones next to any of these."""
        found: i64 = 0
        rest = zones
        while rest != 0:
            found |= self.adjacent[lowest(rest)]
            rest &= rest - 1
        return found

    def steps(self, a: i64, b: i64) -> i64:
        """How many moves lead from one zone to another."""
        return self.distance[a * self.size + b]


def build(data: Any) -> Board:
    """A board from its JSON, checked; raises `BadPosition` that says what is wrong with it.

    >>> build({"town": "t", "zones": [{"id": "t", "terrain": ["Town"], "adjacent": []}]}).town
    0
    """
    if not isinstance(data, dict) or not isinstance(data.get("zones"), list):
        raise BadPosition("A board is an object with a list of `zones` and its `town`.")
    zones: list[Any] = data["zones"]
    if not 1 <= len(zones) <= SIZE:
        raise BadPosition(f"A board has 1 to {SIZE} zones, not {len(zones)}.")
    ids = [check_zone(zone) for zone in zones]
    for key in ids:
        if ids.count(key) > 1:
            raise BadPosition(f"The board names zone {key} twice.")
    _check_borders(ids, zones)
    _check_town(data, ids, zones)
    return Board(data)


def check_zone(zone: Any) -> str:
    """The id of a zone, or a `BadPosition` that says what is wrong with it by itself."""
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
    neighbours = {key: next_to(key, zone, ids) for key, zone in zip(ids, zones, strict=True)}
    for key, others in neighbours.items():
        for other in others:
            if key not in neighbours[other]:
                raise BadPosition(
                    f"The board's borders must be mutual: {key} names {other} as adjacent, {other} does not name {key}."
                )


def next_to(key: str, zone: dict[str, Any], ids: list[str]) -> list[str]:
    """The ids of the zones next to a zone."""
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


def terrain_words(terrains: i64) -> list[str]:
    """The names of a set of terrains.

    >>> terrain_words(17)
    ['Water', 'Town']
    """
    return [TERRAINS[n] for n in range(DOMINATED + 1) if terrains & BIT[n] != 0]
