"""Maps: regions, what lies in them, and sets of regions.

A region is a number from 0; a set of regions is the bits of one integer. A board never changes during a game, so every
copy of a state shares it.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import BIT, SIZE, listed, lowest
from hordes.engine.errors import BadPosition
from hordes.engine.native import i64, vec

LAND: Final = ("farmland", "forest", "hill", "mountain", "swamp")
WATER: Final = ("sea", "lake")
SYMBOLS: Final = ("mine", "magic", "cavern")
RESERVED: Final = frozenset(["fortress", "encampment", "hero", "pot", "horde", "behemoth1", "behemoth2", "with"])
"""Words of the move language that cannot be a region's id."""
TURNS: Final = 10
"""Turns of a game on a map that does not say how many."""


class Board:
    """The map of a game as sets of regions.

    Coastal is land that touches a sea or lake; border is where a race may enter: the frame of the board, and the
    shores of a sea that touches it.
    """

    name: str
    turns: i64 = 0
    size: i64 = 0
    ids: list[str]
    keys: list[Any]
    names: list[str]
    terrain: list[str]
    symbols: list[list[str]]
    number: dict[str, int]
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
        self.everywhere = BIT[self.size - 1] * 2 - 1
        self.keys = [region["id"] for region in regions]
        self.ids = [str(key) for key in self.keys]
        self.number = {key: n for n, key in enumerate(self.ids)}
        self.names = [str(region.get("name") or region["id"]) for region in regions]
        self.terrain = [str(region["terrain"]) for region in regions]
        self.symbols = [[str(symbol) for symbol in region.get("symbols") or []] for region in regions]
        links = [0] * len(regions)
        for n, region in enumerate(regions):
            for other in region["adjacent"]:
                links[n] |= BIT[self.number[str(other)]]
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
        self.coastal = self.around(self.water) & self.land
        self.mine = self._symbol("mine")
        self.magic = self._symbol("magic")
        self.cavern = self._symbol("cavern")
        self.border = self._flag("border")
        self.lost_tribes = self._flag("lost_tribe")

    def _terrain(self, word: str) -> i64:
        found: i64 = 0
        for n in range(len(self.terrain)):
            if self.terrain[n] == word:
                found |= BIT[n]
        return found

    def _symbol(self, word: str) -> i64:
        found: i64 = 0
        for n in range(len(self.symbols)):
            if word in self.symbols[n]:
                found |= BIT[n]
        return found

    def _flag(self, key: str) -> i64:
        found: i64 = 0
        regions: list[dict[str, Any]] = self.data["regions"]
        for n in range(len(regions)):
            if regions[n].get(key):
                found |= BIT[n]
        return found

    def around(self, regions: i64) -> i64:
        """The regions that share a border with any of these."""
        found: i64 = 0
        rest = regions
        while rest != 0:
            found |= self.adjacent[lowest(rest)]
            rest &= rest - 1
        return found

    def beyond(self, region: i64) -> i64:
        """Regions that share a neighbour with it, land or lake but no sea, and do not border it."""
        near = self.adjacent[region]
        return self.around(near & ~self.sea) & ~near & ~BIT[region]

    def named(self, regions: i64) -> list[str]:
        """The names of a set of regions, for messages."""
        return [self.names[r] for r in listed(regions)]


def build(data: Any) -> Board:
    """A board from a map's JSON, checked; raises `BadPosition` that says what is wrong with it.

    >>> build({"turns": 3, "regions": [{"id": "a", "terrain": "hill", "border": True, "adjacent": []}]}).border
    1
    """
    for _, text in faults(data):
        raise BadPosition(text)
    data.setdefault("turns", TURNS)
    return Board(data)


def faults(data: Any) -> list[tuple[int, str]]:
    """Everything that keeps data from being a map, each with the number of the region it is about, or -1."""
    if not isinstance(data, dict) or not isinstance(data.get("regions"), list):
        return [(-1, "A map is an object with `turns` and a list of `regions`.")]
    found = [(-1, text) for text in _frame_faults(data)]
    regions: list[Any] = data["regions"][: 2 * SIZE]
    ids: list[str] = []
    for n, region in enumerate(regions):
        wrong = _id_fault(region)
        found += [(n, wrong)] if wrong != "" else [(n, text) for text in _ground_faults(region)]
        ids.append(str(region["id"]) if wrong == "" else "")
    for n, key in enumerate(ids):
        if key != "" and key in ids[:n]:
            found.append((n, f"The map names region {key} twice."))
    return found + _border_faults(regions, ids)


def _frame_faults(data: dict[str, Any]) -> list[str]:
    found: list[str] = []
    turns = data.get("turns", TURNS)
    if not isinstance(turns, int) or isinstance(turns, bool) or not 1 <= turns <= 60:
        found.append(f"A map's `turns` is a number from 1 to 60, not {turns!r}.")
    if not 1 <= len(data["regions"]) <= SIZE:
        found.append(f"A map has 1 to {SIZE} regions, not {len(data['regions'])}.")
    return found


def _id_fault(region: Any) -> str:
    if (
        not isinstance(region, dict)
        or isinstance(region.get("id"), bool)
        or not isinstance(region.get("id"), (str, int))
    ):
        return "Each region of a map is an object with an `id`, a text or a number."
    key = str(region["id"])
    if not key or len(key.split()) != 1 or key in RESERVED:
        return f"{key!r} cannot be a region's id: one word, and no word of the moves."
    return ""


def _ground_faults(region: dict[str, Any]) -> list[str]:
    key = str(region["id"])
    found: list[str] = []
    if region.get("terrain") not in LAND + WATER:
        found.append(
            f"Region {key} has the unknown terrain {region.get('terrain')!r}; there are {', '.join(LAND + WATER)}."
        )
    symbols: Any = region.get("symbols") or []
    if not isinstance(symbols, list):
        found.append(f"The symbols of region {key} are a list.")
        symbols = []
    for symbol in symbols:
        if symbol not in SYMBOLS:
            found.append(f"Region {key} has the unknown symbol {symbol!r}; there are {', '.join(SYMBOLS)}.")
    for flag in ("border", "lost_tribe"):
        if not isinstance(region.get(flag, False), bool):
            found.append(f"`{flag}` of region {key} is true or false.")
    return found


def _border_faults(regions: list[Any], ids: list[str]) -> list[tuple[int, str]]:
    """Borders must be named, lead somewhere else on the map, and be mutual."""
    found: list[tuple[int, str]] = []
    near: dict[str, list[str]] = {}
    for n, key in enumerate(ids):
        if key == "":
            continue
        others: Any = regions[n].get("adjacent")
        if not isinstance(others, list):
            found.append((n, f"Region {key} lacks its list of `adjacent` regions."))
            others = []
        near[key] = [str(other) for other in others]
        for other in others:
            if str(other) not in ids:
                found.append((n, f"Region {key} borders {other!r}, which is not on the map."))
            elif str(other) == key:
                found.append((n, f"Region {key} cannot border itself."))
    return found + _one_way_faults(ids, near)


def _one_way_faults(ids: list[str], near: dict[str, list[str]]) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for n, key in enumerate(ids):
        for other in near.get(key, []):
            if other in near and key not in near[other]:
                text = f"{key} names {other} as adjacent, {other} does not name {key}."
                found.append((n, f"The map's borders must be mutual: {text}"))
    return found
