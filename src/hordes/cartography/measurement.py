"""Measures a finished drawing: lengths of shared borders, and positions for tokens."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from hordes.cartography.geometry import Points

Spot = tuple[float, float]

LEAST_VISIBLE_BORDER = 9.0
"""Minimum length of a visible common border."""

TOKEN, MIN_TOKEN = 22, 4
"""Radius of a token slot: preferred and minimum."""

TOKEN_MARGIN = 3.0
"""Free space between a token and the border."""

AMPLE_SHARE = 0.93
"""Fraction of a region's largest inscribed circle that must fit around its anchor."""

GRID_STEP = 3.0


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
    lengths: dict[tuple[int, int], float] = defaultdict(float)
    for ends, sides in owners.items():
        if len(sides) == 2:
            lengths[min(sides), max(sides)] += math.dist(*ends)
    return dict(lengths)


def frame_length(ring: Sequence[Spot], box: Spot) -> float:
    """Length of the frame that an outline covers."""
    total = 0.0
    for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
        if any(one[axis] == other[axis] and one[axis] in (0, box[axis]) for axis in (0, 1)):
            total += math.dist(one, other)
    return total


def matches_graph(
    rings: Sequence[Sequence[Spot]], links: Iterable[tuple[int, int]], frame: Iterable[int], box: Spot
) -> bool:
    """Whether exactly the neighbours share visible borders, and exactly the frame regions touch the frame."""
    borders = shared_borders(rings)
    rim = {number: length for number, ring in enumerate(rings) if (length := frame_length(ring, box)) > 0}
    lengths = [*borders.values(), *rim.values()]
    return (
        set(borders) == set(links)
        and set(rim) == set(frame)
        and min(lengths, default=LEAST_VISIBLE_BORDER) >= LEAST_VISIBLE_BORDER
    )


@dataclass(frozen=True)
class TokenSlots:
    """Positions in a region: anchor, inscribed circle, and four token slots."""

    anchor: Spot
    inradius: float
    slot_radius: int
    slots: list[Spot]


def find_slots(ring: Sequence[Spot]) -> TokenSlots:
    """Find anchor and token slots in an outline."""
    shape = shapely.Polygon(ring)
    field = _Field(shape)
    middle, radius = field.middle()
    for size in range(TOKEN, MIN_TOKEN - 1, -1):
        spots = field.nearest(middle, size)
        if spots is not None:
            break
    else:
        size, spots = MIN_TOKEN, np.array([middle] * 4)
    slots = sorted((_whole(spot) for spot in spots), key=lambda slot: (slot[1] // 24, slot[0]))
    return TokenSlots(_whole(middle), round(radius, 1), size, slots)


class _Field:
    """Distances of grid points in a polygon from its outline; negative outside."""

    def __init__(self, shape: shapely.Polygon) -> None:
        self.shape = shape
        left, top, right, low = shape.bounds
        self.origin = np.array([left, top])
        x, y = np.meshgrid(np.arange(left, right + GRID_STEP, GRID_STEP), np.arange(top, low + GRID_STEP, GRID_STEP))
        inside = shapely.contains_xy(shape, x, y)
        self.depth = np.where(inside, shapely.distance(shapely.points(x, y), shape.exterior), -1.0)
        self.spots = np.column_stack([x[inside], y[inside]])

    def middle(self) -> tuple[Points, float]:
        """The point nearest to the centroid with nearly the largest inscribed circle."""
        circle = shapely.maximum_inscribed_circle(self.shape, 1.0)
        best, radius = shapely.get_coordinates(circle)[0], float(shapely.length(circle))
        # points where nearly the largest circle fits; the one nearest to the centroid looks best
        roomy = np.concatenate([[best], self.spots[self._deep(self.spots) >= AMPLE_SHARE * radius]])
        centre = shapely.get_coordinates(shapely.centroid(self.shape))[0]
        spot = np.round(roomy[int(np.argmin(((roomy - centre) ** 2).sum(1)))])
        return spot, float(shapely.distance(shapely.points(spot), self.shape.exterior))

    def _deep(self, spots: Points) -> npt.NDArray[np.float64]:
        cells = np.round((spots - self.origin) / GRID_STEP).astype(np.int64)
        rows, columns = self.depth.shape
        within = (cells >= 0).all(1) & (cells[:, 0] < columns) & (cells[:, 1] < rows)
        cells[~within] = 0
        return np.where(within, self.depth[cells[:, 1], cells[:, 0]], -1.0)

    def nearest(self, middle: Points, size: int) -> Points | None:
        """Four token slots of this size around the point nearest to the anchor where they fit."""
        if not len(self.spots):
            return None
        far = np.linalg.norm(self.spots - middle, axis=1)
        best: tuple[float, Points] | None = None
        for cost, pattern in _patterns(size):
            fits = np.all([self._deep(self.spots + place) >= size + TOKEN_MARGIN for place in pattern], axis=0)
            if fits.any():
                spot = int(np.argmin(np.where(fits, far, np.inf)))
                if best is None or far[spot] + cost < best[0]:
                    best = (float(far[spot]) + cost, self.spots[spot] + pattern)
        return None if best is None else best[1]


def _patterns(size: int) -> list[tuple[float, Points]]:
    """Arrangements of four tokens with their penalties: squares, rotated squares, rows."""
    patterns = []
    step = 2 * size + 2
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * step
    row = np.array([[-1.5, 0], [-0.5, 0], [0.5, 0], [1.5, 0]]) * step
    for shape, base, turns in ((square, 0.0, range(0, 90, 15)), (row, 40.0, range(0, 180, 15))):
        for turn in turns:
            cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            patterns.append((base + 0.2 * turn, shape @ np.array([[cosine, sine], [-sine, cosine]])))
    return patterns


def _whole(spot: Points) -> Spot:
    return round(float(spot[0])), round(float(spot[1]))


def compactness(shapes: npt.NDArray[np.object_]) -> npt.NDArray[np.float64]:
    """Compactness of shapes: one for a circle, less for others."""
    return np.asarray(4 * np.pi * shapely.area(shapes) / np.maximum(shapely.length(shapes), 1e-9) ** 2)
