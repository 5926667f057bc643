"""What drawing a map needs to know of it, and what a drawing adds: between a game's map format and `cartography`."""

from __future__ import annotations

from dataclasses import dataclass

Spot = tuple[float, float]


@dataclass(frozen=True)
class RegionSketch:
    """A region that is to be drawn. `neighbours` are numbers of regions, in both directions."""

    id: str
    name: str
    """Its name for people; the id again where it has none."""
    terrain: str
    neighbours: tuple[int, ...]
    symbols: tuple[str, ...] = ()
    """What is printed in it."""
    is_entrance: bool = False
    """Whether it is marked as one of the regions by which the map is entered."""


@dataclass(frozen=True)
class MapSketch:
    """A map that is to be drawn: its regions, those that lie at the frame, and those that may where there is room."""

    id: str
    title: str
    regions: tuple[RegionSketch, ...]
    at_frame: frozenset[int]
    may_touch_frame: frozenset[int] = frozenset()

    @property
    def terrain(self) -> list[str]:
        """The terrain of every region."""
        return [region.terrain for region in self.regions]

    def region_title(self, number: int) -> str:
        """A region by its id, with its name if it has one."""
        region = self.regions[number]
        return region.id if region.name == region.id else f"{region.name} ({region.id})"


@dataclass(frozen=True)
class RegionOutline:
    """A drawn region: its outline, and where names and tokens have room."""

    polygon: tuple[Spot, ...]
    at_frame: bool
    anchor: Spot
    inradius: float
    slots: tuple[Spot, ...]
    slot_radius: float


@dataclass(frozen=True)
class DrawnMap:
    """A drawing: its size, and the outlines in the order of the sketch."""

    size: tuple[int, int]
    outlines: tuple[RegionOutline, ...]
