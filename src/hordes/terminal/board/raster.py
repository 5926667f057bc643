"""Rasterises region outlines: which region covers which cell of the screen."""

from __future__ import annotations

from functools import lru_cache

from hordes.terminal.board.map_data import MapData, Point

Grid = tuple[tuple[int, ...], ...]

NO_REGION = -1
"""Grid value where there is no region."""


@lru_cache(maxsize=32)
def rasterise(map_data: MapData, columns: int, rows: int, inset: float = 0.5) -> Grid:
    """Region index at every point of a columns x rows lattice over the map.

    With an inset of one half the points are the centres of cells; with 0 they are corners, the outermost ones on the
    frame. Points that no outline covers are `NO_REGION`.
    """
    grid = [[NO_REGION] * columns for _ in range(rows)]
    ys = _spots(map_data.box[1], rows, inset)
    xs = _spots(map_data.box[0], columns, inset)
    for index, region in enumerate(map_data.regions):
        for row, y in enumerate(ys):
            for left, right in _spans(region.polygon, y):
                _fill(grid[row], xs, left, right, index)
    return tuple(tuple(line) for line in grid)


def _spots(length: float, count: int, inset: float) -> list[float]:
    if inset:
        return [(i + inset) * length / count for i in range(count)]
    # points exactly on the frame would be outside the even-odd test
    nudge = length * 1e-6
    return [min(max(i * length / (count - 1), nudge), length - nudge) for i in range(count)]


def _spans(polygon: tuple[Point, ...], y: float) -> list[tuple[float, float]]:
    """Intervals in which a horizontal line at y is inside the outline (even-odd rule)."""
    crossings = []
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        # half-open comparison: a vertex on the line counts once
        if (y0 <= y) != (y1 <= y):
            crossings.append(x0 + (y - y0) * (x1 - x0) / (y1 - y0))
        x0, y0 = x1, y1
    crossings.sort()
    return list(zip(crossings[::2], crossings[1::2], strict=False))


def _fill(line: list[int], xs: list[float], left: float, right: float, index: int) -> None:
    for column, x in enumerate(xs):
        if left <= x <= right:
            line[column] = index
