"""Geometry of a drawing: points, borders between two cells, and the outline of every cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from hordes.cartography.map_graph import OUTSIDE
from hordes.cartography.planar_graph import PlanarMap

Points = npt.NDArray[np.float64]
Reals = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class BorderChain:
    """A border: the two cells beside it (`OUTSIDE` beyond the frame), and its points from junction to junction."""

    cells: tuple[int, int]
    points: list[int]

    @property
    def ends(self) -> tuple[int, int]:
        """The two junctions."""
        return self.points[0], self.points[-1]

    @property
    def is_frame(self) -> bool:
        """Whether it is part of the frame."""
        return OUTSIDE in self.cells


@dataclass(frozen=True)
class OutlineStep:
    """A border as part of an outline, with its direction."""

    chain: int
    backwards: bool


@dataclass
class MapDrawing:
    """A drawing in progress.

    `free` says in which directions a point may move: points on the frame slide along it, its corners are fixed.
    The outline of every cell is a cycle of borders, clockwise on a screen, where y points down.
    """

    width: float
    height: float
    planar_map: PlanarMap
    places: Points
    free: npt.NDArray[np.bool_]
    chains: list[BorderChain]
    outlines: list[list[OutlineStep]]

    def outline(self, cell: int) -> list[int]:
        """The points around a cell."""
        outline: list[int] = []
        for step in self.outlines[cell]:
            points = self.chains[step.chain].points
            # every border contributes its first point in walking order, not its last: the next border begins there
            outline += points[:0:-1] if step.backwards else points[:-1]
        return outline

    def polygons(self) -> npt.NDArray[np.object_]:
        """Every cell as a polygon."""
        return np.array([shapely.Polygon(self.places[self.outline(cell)]) for cell in range(self.planar_map.cells)])


def is_simple(ring: Points) -> bool:
    """Whether an outline has the right orientation and does not cross itself.

    If that holds for all cells, they tile the frame: at any point the winding numbers of all outlines add up to that of
    the frame, which is one, so every point lies in exactly one cell.
    """
    return twice_area(ring) > 0 and bool(shapely.is_valid(shapely.Polygon(ring)))


def twice_area(ring: Points) -> float:
    """Twice the signed area of a ring, positive if it is clockwise on a screen.

    >>> twice_area(np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]]))
    4.0
    """
    x, y = ring.T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))


def sum_at_points(points: Numbers, values: Points, count: int) -> Points:
    """Sum of the values at every point."""
    return np.column_stack([np.bincount(points, values[:, axis], count) for axis in (0, 1)])
