"""Board: the map of a game as bit sets of regions.

A region is a number from 0; a set of regions is the bits of one integer. A board never changes during a game, so every
copy of a state shares it. `text/map_reader.py` checks a map's JSON and makes a board of it.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BIT, listed, lowest
from hordes.engine.mypyc_compat import i64, vec

LAND_TERRAINS: Final = ("farmland", "forest", "hill", "mountain", "swamp")
WATER_TERRAINS: Final = ("sea", "lake")
SYMBOLS: Final = ("mine", "magic", "cavern")


class Board:
    """The map of a game: names and borders of its regions, and a set of regions for each terrain and symbol.

    `coastal` is land that touches a sea or lake. `border` is where a race may enter: the edge of the board, and the
    shores of a sea that touches it. `raw_ids` are the ids as the JSON has them (texts or numbers), `ids` as texts.
    `data` is the JSON, which must have passed `map_errors`.
    """

    name: str
    turns: i64 = 0
    size: i64 = 0
    ids: list[str]
    raw_ids: list[str | int]
    names: list[str]
    terrain: list[str]
    symbols: list[list[str]]
    index_by_id: dict[str, int]
    adjacent: vec[i64]
    everywhere: i64 = 0
    farmland: i64 = 0
    forest: i64 = 0
    hill: i64 = 0
    mountain: i64 = 0
    swamp: i64 = 0
    land: i64 = 0
    sea: i64 = 0
    lake: i64 = 0
    water: i64 = 0
    coastal: i64 = 0
    border: i64 = 0
    mine: i64 = 0
    magic: i64 = 0
    cavern: i64 = 0
    lost_tribes: i64 = 0
    data: dict[str, Any]

    def __init__(self, data: dict[str, Any]) -> None:
        regions: list[dict[str, Any]] = data["regions"]
        self.data = data
        self.name = str(data.get("id", "own map"))
        self.turns = data["turns"]
        self.size = len(regions)
        self.everywhere = BIT[self.size - 1] * 2 - 1  # BIT has no entry for a 63rd region
        self.raw_ids = [region["id"] for region in regions]
        self.ids = [str(key) for key in self.raw_ids]
        self.index_by_id = {key: n for n, key in enumerate(self.ids)}
        self.names = [str(region.get("name") or region["id"]) for region in regions]
        self.terrain = [str(region["terrain"]) for region in regions]
        self.symbols = [[str(symbol) for symbol in region.get("symbols") or []] for region in regions]
        links = [0] * len(regions)
        for n, region in enumerate(regions):
            for other in region["adjacent"]:
                links[n] |= BIT[self.index_by_id[str(other)]]
        self.adjacent = vec[i64](links)
        self.farmland = self._terrain("farmland")
        self.forest = self._terrain("forest")
        self.hill = self._terrain("hill")
        self.mountain = self._terrain("mountain")
        self.swamp = self._terrain("swamp")
        self.sea = self._terrain("sea")
        self.lake = self._terrain("lake")
        self.water = self.sea | self.lake
        self.land = self.everywhere & ~self.water
        self.coastal = self.neighbours(self.water) & self.land
        self.mine = self._symbol("mine")
        self.magic = self._symbol("magic")
        self.cavern = self._symbol("cavern")
        self.border = self._flag("border")
        self.lost_tribes = self._flag("lost_tribe")

    def _terrain(self, word: str) -> i64:
        regions: i64 = 0
        for n in range(len(self.terrain)):
            if self.terrain[n] == word:
                regions |= BIT[n]
        return regions

    def _symbol(self, word: str) -> i64:
        regions: i64 = 0
        for n in range(len(self.symbols)):
            if word in self.symbols[n]:
                regions |= BIT[n]
        return regions

    def _flag(self, key: str) -> i64:
        flagged: i64 = 0
        regions: list[dict[str, Any]] = self.data["regions"]
        for n in range(len(regions)):
            if regions[n].get(key):
                flagged |= BIT[n]
        return flagged

    def neighbours(self, regions: i64) -> i64:
        """The regions adjacent to any of these."""
        adjoining: i64 = 0
        rest = regions
        while rest != 0:
            adjoining |= self.adjacent[lowest(rest)]
            rest &= rest - 1
        return adjoining

    def two_steps_away(self, region: i64) -> i64:
        """Regions that share a neighbour with a region, land or lake but no sea, and are not adjacent to it."""
        near = self.adjacent[region]
        return self.neighbours(near & ~self.sea) & ~near & ~BIT[region]

    def region_names(self, regions: i64) -> list[str]:
        """The names of a set of regions, for messages."""
        return [self.names[r] for r in listed(regions)]
