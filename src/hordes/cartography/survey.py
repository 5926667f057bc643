"""Measures a finished drawing: who shares a border with whom and for how long, and where there is room for pieces."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from hordes.cartography.sheet import Points

Spot = tuple[float, float]

SEEN = 9.0
"""The shortest common border that a player sees as one."""

TOKEN, LEAST_TOKEN = 22, 4
"""The radius of a token's place: at best, and at least."""

RIM = 3.0
"""What is left free between a token and the border."""

AMPLE = 0.93
"""What part of the largest circle of a region must fit around its middle."""

GRID = 3.0


def shared_borders(rings: Sequence[Sequence[Spot]]) -> dict[tuple[int, int], float]:
    """The length of the border between any two outlines that share one.

    >>> left, right = [(0, 0), (1, 0), (1, 2), (0, 2)], [(1, 0), (3, 0), (3, 2), (1, 2)]
    >>> shared_borders([left, right])
    {(0, 1): 2.0}
    """
    owners: dict[frozenset[Spot], list[int]] = defaultdict(list)
    for number, ring in enumerate(rings):
        for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
            owners[frozenset((one, other))].append(number)
    found: dict[tuple[int, int], float] = defaultdict(float)
    for ends, sides in owners.items():
        if len(sides) == 2:
            found[min(sides), max(sides)] += math.dist(*ends)
    return dict(found)


def at_frame(ring: Sequence[Spot], box: Spot) -> float:
    """How much of the frame an outline takes."""
    total = 0.0
    for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
        if any(one[axis] == other[axis] and one[axis] in (0, box[axis]) for axis in (0, 1)):
            total += math.dist(one, other)
    return total


def true_to(rings: Sequence[Sequence[Spot]], links: Iterable[tuple[int, int]], frame: Iterable[int], box: Spot) -> bool:
    """Whether exactly the neighbours share borders that can be seen, and exactly the frame regions lie at the frame."""
    borders = shared_borders(rings)
    rim = {number: length for number, ring in enumerate(rings) if (length := at_frame(ring, box)) > 0}
    lengths = [*borders.values(), *rim.values()]
    return set(borders) == set(links) and set(rim) == set(frame) and min(lengths, default=SEEN) >= SEEN


@dataclass(frozen=True)
class Room:
    """Where things lie in a region: its middle, the circle that fits around it, and four places for tokens."""

    anchor: Spot
    inradius: float
    slot_radius: int
    slots: list[Spot]


def room(ring: Sequence[Spot]) -> Room:
    """Measure the room in an outline."""
    shape = shapely.Polygon(ring)
    field = _Field(shape)
    middle, radius = field.middle()
    for size in range(TOKEN, LEAST_TOKEN - 1, -1):
        found = field.nearest(middle, size)
        if found is not None:
            break
    else:
        size, found = LEAST_TOKEN, np.array([middle] * 4)
    slots = sorted((_whole(slot) for slot in found), key=lambda slot: (slot[1] // 24, slot[0]))
    return Room(_whole(middle), round(radius, 1), size, slots)


class _Field:
    """How far every spot of a grid in a shape lies from its outline; negative outside."""

    def __init__(self, shape: shapely.Polygon) -> None:
        self.shape = shape
        left, top, right, low = shape.bounds
        self.origin = np.array([left, top])
        x, y = np.meshgrid(np.arange(left, right + GRID, GRID), np.arange(top, low + GRID, GRID))
        inside = shapely.contains_xy(shape, x, y)
        self.depth = np.where(inside, shapely.distance(shapely.points(x, y), shape.exterior), -1.0)
        self.spots = np.column_stack([x[inside], y[inside]])

    def middle(self) -> tuple[Points, float]:
        """The spot nearest to the centre of gravity around which there is about as much room as anywhere."""
        circle = shapely.maximum_inscribed_circle(self.shape, 1.0)
        best, radius = shapely.get_coordinates(circle)[0], float(shapely.length(circle))
        roomy = np.concatenate([[best], self.spots[self._deep(self.spots) >= AMPLE * radius]])
        centre = shapely.get_coordinates(shapely.centroid(self.shape))[0]
        spot = np.round(roomy[int(np.argmin(((roomy - centre) ** 2).sum(1)))])
        return spot, float(shapely.distance(shapely.points(spot), self.shape.exterior))

    def _deep(self, spots: Points) -> npt.NDArray[np.float64]:
        cells = np.round((spots - self.origin) / GRID).astype(np.int64)
        rows, columns = self.depth.shape
        within = (cells >= 0).all(1) & (cells[:, 0] < columns) & (cells[:, 1] < rows)
        cells[~within] = 0
        return np.where(within, self.depth[cells[:, 1], cells[:, 0]], -1.0)

    def nearest(self, middle: Points, size: int) -> Points | None:
        """Four places for tokens of this size around the spot nearest to the middle where they fit."""
        if not len(self.spots):
            return None
        far = np.linalg.norm(self.spots - middle, axis=1)
        best: tuple[float, Points] | None = None
        for cost, pattern in _patterns(size):
            fits = np.all([self._deep(self.spots + place) >= size + RIM for place in pattern], axis=0)
            if fits.any():
                spot = int(np.argmin(np.where(fits, far, np.inf)))
                if best is None or far[spot] + cost < best[0]:
                    best = (float(far[spot]) + cost, self.spots[spot] + pattern)
        return None if best is None else best[1]


def _patterns(size: int) -> list[tuple[float, Points]]:
    """Four tokens side by side, upright squares first, then turned ones, then rows; with how little each is liked."""
    found = []
    step = 2 * size + 2
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * step
    row = np.array([[-1.5, 0], [-0.5, 0], [0.5, 0], [1.5, 0]]) * step
    for shape, base, turns in ((square, 0.0, range(0, 90, 15)), (row, 40.0, range(0, 180, 15))):
        for turn in turns:
            cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            found.append((base + 0.2 * turn, shape @ np.array([[cosine, sine], [-sine, cosine]])))
    return found


def _whole(spot: Points) -> Spot:
    return round(float(spot[0])), round(float(spot[1]))


def roundness(shapes: npt.NDArray[np.object_]) -> npt.NDArray[np.float64]:
    """How compact shapes are: one for a circle, less for everything else."""
    return np.asarray(4 * np.pi * shapely.area(shapes) / np.maximum(shapely.length(shapes), 1e-9) ** 2)
