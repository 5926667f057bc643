"""Boards: zones with their terrains and borders, the town and the start zones (spirals).

A zone is a number, a set of zones is a bit set. `text.board_reader` builds a board from JSON.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.covil.state.constants import DOMINABLE_TERRAINS, TERRAINS
from hordes.engine.core.bits import BIT, lowest
from hordes.engine.mypyc_compat import i64, vec

UNREACHABLE: Final = 99
"""Distance between zones that no way connects."""


class Board:
    """The board of a game. Immutable, so all clones of a state share it."""

    name: str
    size: i64 = 0
    ids: list[str]
    keys: list[str | int]  # the ids as the JSON has them, numbers included
    names: list[str]
    number: dict[str, int]  # the zone's number by its id
    terrain: vec[i64]  # by zone: set of terrains
    zones_of: vec[i64]  # by terrain: set of zones
    adjacent: vec[i64]  # by zone: set of zones
    within_two_steps: vec[i64]  # by zone: set of zones, the zone itself included where it has a neighbour
    distance: vec[i64]  # a square matrix, row by row
    town: i64 = 0
    start_zones: i64 = 0
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
        self.zones_of = vec[i64]([self._zones_with_terrain(BIT[terrain]) for terrain in range(len(TERRAINS))])
        self.town = self.number[str(data["town"])]
        self.start_zones = 0
        for n in range(len(zones)):
            if zones[n].get("start"):
                self.start_zones |= BIT[n]
        near = [sum([int(BIT[self.number[str(other)]]) for other in zone["adjacent"]]) for zone in zones]
        self.adjacent = vec[i64](near)
        self.within_two_steps = vec[i64](
            [self.neighbours_of(self.adjacent[n]) | self.adjacent[n] for n in range(self.size)]
        )
        self.distance = vec[i64]([int(d) for n in range(self.size) for d in self._distances(n)])

    def _zones_with_terrain(self, terrain: i64) -> int:
        zones: i64 = 0
        for n in range(self.size):
            if self.terrain[n] & terrain != 0:
                zones |= BIT[n]
        return zones

    def _distances(self, start: i64) -> list[int]:
        distances = [UNREACHABLE] * int(self.size)
        reached, steps = BIT[start], 0
        while True:
            for n in range(self.size):
                if reached & BIT[n] != 0 and distances[n] == UNREACHABLE:
                    distances[n] = steps
            wider = reached | self.neighbours_of(reached)
            if wider == reached:
                return distances
            reached, steps = wider, steps + 1

    def neighbours_of(self, zones: i64) -> i64:
        """The zones adjacent to any of these."""
        neighbours: i64 = 0
        rest = zones
        while rest != 0:
            neighbours |= self.adjacent[lowest(rest)]
            rest &= rest - 1
        return neighbours

    def steps_between(self, a: i64, b: i64) -> i64:
        """The number of steps from one zone to another; UNREACHABLE where no way leads."""
        return self.distance[a * self.size + b]


def terrain_names(terrains: i64) -> list[str]:
    """The names of a set of terrains.

    >>> terrain_names(17)
    ['Water', 'Town']
    """
    return [TERRAINS[n] for n in range(DOMINABLE_TERRAINS + 1) if terrains & BIT[n] != 0]
