"""The map as the terminal needs it: regions with names, neighbours and, where the data has them, outlines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Point = tuple[float, float]


@dataclass(frozen=True)
class Region:
    """One region of a map. `polygon` is empty when the map comes without a drawing."""

    id: str
    name: str
    terrain: str
    symbols: tuple[str, ...]
    border: bool
    adjacent: tuple[str, ...]
    anchor: Point = (0.0, 0.0)
    polygon: tuple[Point, ...] = ()

    @property
    def title(self) -> str:
        """Number and name, as choices and help write it."""
        return f"#{self.id} {self.name}" if self.name else f"#{self.id}"

    @property
    def called(self) -> str:
        """How a sentence names the region: by its name, or by its number where it has none."""
        return self.name or f"region {self.id}"


@dataclass(frozen=True)
class Atlas:
    """All regions of a map, in the map's order."""

    name: str
    turns: int
    box: Point
    regions: tuple[Region, ...]

    @property
    def drawn(self) -> bool:
        """Whether every region has an outline, so that the map can be drawn."""
        return bool(self.regions) and all(len(region.polygon) > 2 for region in self.regions)

    @property
    def numbered(self) -> bool:
        """Whether every region has a number, so that the number alone can stand for it."""
        return all(region.id.isascii() and region.id.isdigit() for region in self.regions)

    def get(self, region_id: object) -> Region | None:
        """The region with this id, whether given as number or text."""
        return self._by_id().get(str(region_id))

    def called(self, region_id: object) -> str:
        """The name of a region in a sentence; unknown ids are named as they are."""
        region = self.get(region_id)
        return region.called if region else f"region {region_id}"

    def title(self, region_id: object) -> str:
        """Number and name of a region."""
        region = self.get(region_id)
        return region.title if region else f"#{region_id}"

    def _by_id(self) -> dict[str, Region]:
        cached: dict[str, Region] | None = self.__dict__.get("_index")
        if cached is None:
            cached = {region.id: region for region in self.regions}
            object.__setattr__(self, "_index", cached)
        return cached


def read_atlas(board: Mapping[str, Any]) -> Atlas:
    """Reads a map's JSON; whatever is missing takes the default of an inline map."""
    box = board.get("box") or (0, 0)
    return Atlas(
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
