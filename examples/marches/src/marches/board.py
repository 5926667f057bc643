"""The map of Marches: provinces with their values, harbours, borders and places in the drawing."""

from dataclasses import dataclass
from typing import Any

from hordes.engine.display import BoardDrawing, RegionDrawing

DRAWING_SIZE = (620.0, 560.0)


@dataclass(frozen=True)
class Province:
    """One province; `x` and `y` are the centre of its disc in the drawing."""

    name: str
    value: int
    harbour: bool
    x: int
    y: int
    neighbours: tuple[int, ...]


PROVINCES = (
    Province("Aldmoor", 1, True, 80, 90, (1, 4, 5)),
    Province("Brack", 2, False, 220, 60, (0, 2, 5)),
    Province("Corran", 1, True, 370, 70, (1, 3, 5, 6)),
    Province("Dunholt", 2, False, 520, 90, (2, 6, 7)),
    Province("Eskay", 1, False, 60, 230, (0, 5, 8)),
    Province("Fallow", 3, False, 230, 190, (0, 1, 2, 4, 6, 8, 9)),
    Province("Garth", 3, False, 390, 210, (2, 3, 5, 7, 9, 10)),
    Province("Hale", 1, True, 560, 230, (3, 6, 10)),
    Province("Ivern", 2, False, 100, 360, (4, 5, 9, 11)),
    Province("Jarrow", 3, False, 270, 330, (5, 6, 8, 10, 11, 12)),
    Province("Keld", 2, False, 450, 350, (6, 7, 9, 12, 13)),
    Province("Lorn", 1, True, 150, 480, (8, 9, 12)),
    Province("Mere", 2, False, 320, 470, (9, 10, 11, 13)),
    Province("Norrow", 1, True, 490, 480, (10, 12)),
)
SIZE = len(PROVINCES)
NAMES = [province.name.lower() for province in PROVINCES]
HARBOURS = [p for p in range(SIZE) if PROVINCES[p].harbour]


def as_data() -> dict[str, Any]:
    """The map as data for user interfaces: discs and roads."""
    regions = [
        {
            "id": p, "name": province.name, "value": province.value, "harbour": province.harbour,
            "centre": [province.x, province.y], "neighbours": list(province.neighbours),
        }
        for p, province in enumerate(PROVINCES)
    ]  # fmt: skip
    return {"regions": regions}


def drawing() -> BoardDrawing:
    """The map for interfaces that know no game."""
    regions: list[RegionDrawing] = [
        {
            "id": NAMES[p], "name": province.name, "centre": (province.x, province.y),
            "neighbours": [NAMES[q] for q in province.neighbours], "label": str(province.value),
            "kind": "harbour" if province.harbour else "land",
        }
        for p, province in enumerate(PROVINCES)
    ]  # fmt: skip
    return {"size": DRAWING_SIZE, "regions": regions}


def largest_land(provinces: set[int]) -> int:
    """The size of the largest connected group of provinces."""
    rest, largest = set(provinces), 0
    while rest:
        group, frontier = set(), [rest.pop()]
        while frontier:
            p = frontier.pop()
            group.add(p)
            fresh = [q for q in PROVINCES[p].neighbours if q in rest]
            rest.difference_update(fresh)
            frontier += fresh
        largest = max(largest, len(group))
    return largest
