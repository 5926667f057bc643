"""The sheet of paper and the lines on it: points, borders between two pieces, and the outline of every piece."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from hordes.cartography.facts import OUTSIDE
from hordes.cartography.mosaic import Mosaic

Points = npt.NDArray[np.float64]
Reals = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Chain:
    """A border: the two pieces beside it (beyond the frame is `OUTSIDE`), and its points from junction to junction."""

    cells: tuple[int, int]
    points: list[int]

    @property
    def ends(self) -> tuple[int, int]:
        """The two junctions."""
        return self.points[0], self.points[-1]

    @property
    def framed(self) -> bool:
        """Whether it is a stretch of the frame."""
        return OUTSIDE in self.cells


@dataclass(frozen=True)
class Step:
    """A border as part of an outline, and whether it is walked from its last point to its first."""

    chain: int
    backwards: bool


@dataclass
class Sheet:
    """A drawing in the making.

    `free` says in which directions a point may move: those of the frame slide along it, its corners not at all.
    The outline of every piece is a round of borders, clockwise on a screen, where y points down.
    """

    width: float
    height: float
    mosaic: Mosaic
    places: Points
    free: npt.NDArray[np.bool_]
    chains: list[Chain]
    outlines: list[list[Step]]

    def outline(self, cell: int) -> list[int]:
        """The points around a piece."""
        found: list[int] = []
        for step in self.outlines[cell]:
            points = self.chains[step.chain].points
            found += points[:0:-1] if step.backwards else points[:-1]
        return found

    def polygons(self) -> npt.NDArray[np.object_]:
        """Every piece as a polygon."""
        return np.array([shapely.Polygon(self.places[self.outline(cell)]) for cell in range(self.mosaic.cells)])


def simple(ring: Points) -> bool:
    """Whether an outline runs the right way round and does not cross itself.

    When that holds for all pieces they tile the sheet: around any spot the windings of all outlines add up to that of
    the frame, which is one, so every spot lies in exactly one of them.
    """
    return twice_area(ring) > 0 and bool(shapely.is_valid(shapely.Polygon(ring)))


def twice_area(ring: Points) -> float:
    """Twice the area within a ring, positive when it runs clockwise on a screen.

    >>> twice_area(np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]]))
    4.0
    """
    x, y = ring.T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))


def gathered(points: Numbers, values: Points, count: int) -> Points:
    """The sum of the values at every point."""
    return np.column_stack([np.bincount(points, values[:, axis], count) for axis in (0, 1)])
