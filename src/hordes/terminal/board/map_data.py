"""Map data for the terminal: regions with names, neighbours and, if available, outlines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Point = tuple[float, float]


@dataclass(frozen=True)
class Region:
    """One region of a map. `polygon` is empty if the map has no drawing."""

    id: str
    name: str
    terrain: str
    symbols: tuple[str, ...]
    border: bool
    adjacent: tuple[str, ...]
    anchor: Point = (0.0, 0.0)
    polygon: tuple[Point, ...] = ()

    @property
    def numbered_name(self) -> str:
        """Number and name, for choices and help."""
        return f"#{self.id} {self.name}" if self.name else f"#{self.id}"

    @property
    def display_name(self) -> str:
        """Name in sentences: the region's name, or its number if it has none."""
        return self.name or f"region {self.id}"


@dataclass(frozen=True)
class MapData:
    """All regions of a map, in the map's order."""

    name: str
    turns: int
    box: Point
    regions: tuple[Region, ...]

    @property
    def has_outlines(self) -> bool:
        """Whether every region has an outline, so that the map can be drawn."""
        return bool(self.regions) and all(len(region.polygon) > 2 for region in self.regions)

    @property
    def has_numeric_ids(self) -> bool:
        """Whether all region ids are numbers, so that a number identifies a region."""
        return all(region.id.isascii() and region.id.isdigit() for region in self.regions)

    def get(self, region_id: object) -> Region | None:
        """The region with this id, given as number or text."""
        return self._by_id().get(str(region_id))

    def display_name(self, region_id: object) -> str:
        """Name of a region in sentences; unknown ids are shown as they are."""
        region = self.get(region_id)
        return region.display_name if region else f"region {region_id}"

    def numbered_name(self, region_id: object) -> str:
        """Number and name of a region."""
        region = self.get(region_id)
        return region.numbered_name if region else f"#{region_id}"

    def _by_id(self) -> dict[str, Region]:
        cached: dict[str, Region] | None = self.__dict__.get("_index")
        if cached is None:
            cached = {region.id: region for region in self.regions}
            # a cache on a frozen dataclass; not a field, so that equality and hashing ignore it
            object.__setattr__(self, "_index", cached)
        return cached


def read_map_data(board: Mapping[str, Any]) -> MapData:
    """Read a map's JSON; missing fields get the defaults of an inline map."""
    box = board.get("box") or (0, 0)
    return MapData(
        name=str(board.get("id", "")),
        turns=int(board.get("turns", 0)),
        box=(float(box[0]), float(box[1])),
        regions=tuple(_region(data) for data in board["regions"]),
    )


def _region(data: Mapping[str, Any]) -> Region:
    return Region(
        id=str(data["id"]),
        name=str(data.get("name") or ""),
        terrain=str(data["terrain"]),
        symbols=tuple(str(symbol) for symbol in data.get("symbols") or ()),
        border=bool(data.get("border", False)),
        adjacent=tuple(str(other) for other in data.get("adjacent") or ()),
        anchor=_points([data.get("anchor") or (0, 0)])[0],
        polygon=_points(data.get("polygon") or ()),
    )


def _points(raw: Iterable[Any]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in raw)
