"""Initial straight-line drawing after Tutte: every point is the mean of its neighbours, the frame is fixed.

The drawn graph is the barycentric subdivision: triangles between points for faces, edges and cells. Such a drawing
never has crossings. Then the triangles are evened out without ever flipping one.
"""

from __future__ import annotations

import copy
import itertools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hordes.cartography.geometry import (
    BorderChain,
    MapDrawing,
    Numbers,
    OutlineStep,
    Points,
    Reals,
    sum_at_points,
    twice_area,
)
from hordes.cartography.map_graph import OUTSIDE, ring_steps
from hordes.cartography.planar_graph import Lens, PlanarMap

SEGMENTS = 8
"""Segments of a border during relaxation; even, so that its middle is a point."""

STEPS, ESTIMATE_STEPS, LENS_STEPS = 500, 80, 30
"""Steps of evening the triangles: for a drawing, for a quick estimate, after inserting a lens."""

ROUNDS, MIN_HEIGHT = 14, 1e-4
"""Maximum number of reweightings of the initial drawing, and the height that all triangles should reach."""

AREA_WEIGHT = 4.0
"""Weight of equal areas compared with good shapes."""

GAP_SHARE = 0.3
"""Share of the frame for a gap, compared with a region."""


@dataclass(frozen=True)
class Layout:
    """Placement of the ring of frame regions: its start (0 to 1) and direction."""

    start: float = 0.0
    mirrored: bool = False


def straight_drawing(
    planar_map: PlanarMap, layout: Layout, areas: Reals, box: tuple[float, float], *, estimate: bool = False
) -> MapDrawing:
    """Initial drawing of a planar map in a frame of this size; `areas` are relative target areas of the cells."""
    areas = areas / areas.sum() * box[0] * box[1]
    layout_graph = _LayoutGraph(planar_map.without_lenses(), layout, *box)
    places = _tutte_positions(layout_graph)
    for lens in planar_map.lenses:
        places = _even_triangles(places, layout_graph, areas, LENS_STEPS)
        next_map = copy.deepcopy(layout_graph.planar_map)
        next_map.insert_lens(lens)
        before, layout_graph = layout_graph, _LayoutGraph(next_map, layout, *box)
        places = _with_lens(before, layout_graph, places, lens)
    return _DrawingBuilder(
        layout_graph, _even_triangles(places, layout_graph, areas, ESTIMATE_STEPS if estimate else STEPS)
    ).drawing()


def _with_lens(before: _LayoutGraph, after: _LayoutGraph, old: Points, lens: Lens) -> Points:
    """The drawing with a lens inserted as a small rhombus in the middle of its border."""
    places = np.zeros((after.size, 2))
    edges, faces, cells = before.edges, before.faces, before.planar_map.cells
    places[:faces] = old[:faces]
    places[after.faces : after.faces + edges] = old[faces : faces + edges]
    places[after.cell(0) : after.cell(cells)] = old[before.cell(0) : before.cell(cells)]
    places[-4:] = old[-4:]
    half, middle = lens.half, old[before.edge(lens.half)]

    def towards(point: int, part: float) -> Points:
        return np.asarray(middle + part * (old[point] - middle))

    left, right = before.face_of[half], before.face_of[half ^ 1]
    one, other = (before.cell(before.planar_map.origin[end]) for end in (half, half ^ 1))
    places[after.cell(lens.cell)] = middle
    places[faces], places[faces + 1] = towards(left, 0.5), towards(right, 0.5)
    places[after.edge(half)] = towards(left, 0.75)
    again = after.faces + edges
    places[again : again + 3] = towards(right, 0.75), towards(one, 0.3), towards(other, 0.3)
    return places


class _LayoutGraph:
    """The graph to lay out, with fixed points on the frame. Points are faces, edges, cells and the four corners."""

    def __init__(self, planar_map: PlanarMap, layout: Layout, width: float, height: float) -> None:
        self.planar_map, self.width, self.height = planar_map, width, height
        self.face_of = planar_map.corner_faces()
        self.faces, self.edges = len(planar_map.faces), len(planar_map.origin) // 2
        self.size = self.faces + self.edges + planar_map.cells + 4
        self.turn = planar_map.rotation(OUTSIDE)
        self.held: dict[int, tuple[float, float]] = {}
        self.frame_paths: dict[int, list[int]] = {}
        self._lay_frame(layout)
        self.triangles = self._triangles()

    def edge(self, half: int) -> int:
        return self.faces + (half >> 1)

    def cell(self, number: int) -> int:
        return self.faces + self.edges + number

    def owner(self, half: int) -> int:
        """The cell at the frame beyond this half-edge of the outside."""
        return self.planar_map.origin[half ^ 1]

    def _lay_frame(self, layout: Layout) -> None:
        """Give every frame cell its part of the frame, with the corners where they fall."""
        length = 2 * (self.width + self.height)
        corners = [0.0, self.width, self.width + self.height, 2 * self.width + self.height]
        stops = self._stops(layout, length, corners)
        for (half, after), (one, other) in zip(ring_steps(self.turn), stops, strict=True):
            begin, end = min(one, other), max(one, other)
            inside = sorted(
                (corner + lap * length, number)
                for number, corner in enumerate(corners)
                # a frame part may start before the first corner or end after the last one
                for lap in range(-4, 5)
                if begin < corner + lap * length < end
            )
            path = [self.size - 4 + number for _, number in inside]
            self.frame_paths[after >> 1] = path if one < other else path[::-1]
            self._hold(self.face_of[half], one)
        for number, corner in enumerate(corners):
            self._hold(self.size - 4 + number, corner)

    def _stops(self, layout: Layout, length: float, corners: list[float]) -> list[tuple[float, float]]:
        """Start and end of every part along the frame; no junction coincides with a corner."""
        shares = [
            1.0 if self.owner(half) < self.planar_map.size else GAP_SHARE for half in self.turn[1:] + self.turn[:1]
        ]
        ends = np.concatenate([[0.0], np.cumsum(shares)]) / sum(shares)
        little = 0.2 * length * min(shares) / sum(shares)
        along = [self._off_corner((layout.start + end) * length, little, length, corners) for end in ends[:-1]]
        along.append(along[0] + length)
        if layout.mirrored:
            along = [-stop for stop in along]
        return list(itertools.pairwise(along))

    @staticmethod
    def _off_corner(stop: float, little: float, length: float, corners: list[float]) -> float:
        """Mirrored frames have their corners at the negative positions."""
        spots = {round(sign * corner % length, 6) for corner in corners for sign in (1, -1)} | {length}
        near = min(spots, key=lambda spot: abs(stop % length - spot))
        gap = stop % length - near
        return stop if abs(gap) >= little else stop + (little if gap >= 0 else -little) - gap

    def _hold(self, point: int, stop: float) -> None:
        """Fix a point on the frame, at distance `stop` from the top left corner clockwise."""
        stop %= 2 * (self.width + self.height)
        sides = (self.width, self.height, self.width)
        side = 0
        while side < 3 and stop > sides[side]:
            stop -= sides[side]
            side += 1
        self.held[point] = (
            (stop, 0.0),
            (self.width, stop),
            (self.width - stop, self.height),
            (0.0, self.height - stop),
        )[side]

    def _triangles(self) -> Numbers:
        """All triangles: two per corner of a face, and a fan from every frame cell to its part of the frame."""
        triangles = []
        for number, face in enumerate(self.planar_map.faces):
            for half, after in ring_steps(face):
                cell = self.planar_map.origin[after]
                sides = [
                    side for side in (half, after) if OUTSIDE not in (self.planar_map.origin[side], self.owner(side))
                ]
                triangles += [(number, self.edge(side), self.cell(cell)) for side in sides if cell != OUTSIDE]
        for half, after in ring_steps(self.turn):
            path = [self.face_of[half], *self.frame_paths[after >> 1], self.face_of[after]]
            triangles += [(one, other, self.cell(self.owner(after))) for one, other in itertools.pairwise(path)]
        return np.array(triangles, dtype=np.int64)

    def shares(self, areas: Reals) -> Reals:
        """Target area of every triangle: its part of its cell's."""
        cells = self.triangles[:, 2] - self.cell(0)
        return (areas / np.maximum(np.bincount(cells, minlength=len(areas)), 1))[cells]

    def free(self, places: Points) -> npt.NDArray[np.bool_]:
        """In which directions points may move."""
        free = np.ones(places.shape, bool)
        for point in self.held:
            x, y = places[point]
            corner = point >= self.size - 4
            free[point] = [not corner and 0 < x < self.width, not corner and 0 < y < self.height]
        return free


def _tutte_positions(layout_graph: _LayoutGraph) -> Points:
    """Positions of all points at the weighted mean of their neighbours.

    In maps of nested rings or long branches the innermost points would coincide numerically. There, points in narrow
    places get more weight until all are distinct: Tutte's drawing has no crossings whatever the weights. The drawing
    with the largest minimum height is used.
    """
    sides = np.concatenate([layout_graph.triangles[:, [k, (k + 1) % 3]] for k in range(3)])
    joined = np.zeros((layout_graph.size, layout_graph.size))
    joined[sides[:, 0], sides[:, 1]] = joined[sides[:, 1], sides[:, 0]] = 1
    draws = np.ones(layout_graph.size)
    best, roomiest = _weighted_positions(layout_graph, joined), -1.0
    for _ in range(ROUNDS):
        places = _weighted_positions(layout_graph, joined * draws)
        heights = _triangle_forces(places, layout_graph.triangles, np.ones(len(layout_graph.triangles)))[1]
        if heights.min() > roomiest:
            best, roomiest = places, float(heights.min())
        if roomiest > MIN_HEIGHT:
            break
        room = _least(heights, layout_graph.triangles, layout_graph.size)
        # points in narrow triangles attract their neighbours more in the next round
        draws = draws * np.clip(room / np.median(room), 1e-12, 1e3) ** -0.1
        # only ratios of weights matter; the geometric mean stays 1
        draws /= np.exp(np.log(draws).mean())
    return best


def _weighted_positions(layout_graph: _LayoutGraph, pulls: Points) -> Points:
    """Solve the linear system: every free point is the weighted mean of its neighbours."""
    places = np.zeros((layout_graph.size, 2))
    for point, place in layout_graph.held.items():
        places[point] = place
    held = np.array(sorted(layout_graph.held), dtype=np.int64)
    loose = np.setdiff1d(np.unique(layout_graph.triangles), held)
    # graph Laplacian with the frame points as boundary values
    matrix = np.diag(pulls.sum(1)) - pulls
    places[loose] = np.linalg.solve(matrix[np.ix_(loose, loose)], pulls[np.ix_(loose, held)] @ places[held])
    return places


def _least(values: Reals, triangles: Numbers, count: int) -> Reals:
    """The minimum over the triangles at every point."""
    least = np.full(count, np.inf)
    for corner in triangles.T:
        np.minimum.at(least, corner, values)
    return np.where(np.isfinite(least), least, values.max())


def _even_triangles(places: Points, layout_graph: _LayoutGraph, areas: Reals, steps: int) -> Points:
    """Make the triangles more equal and less acute.

    No point moves as far as a third of the height of a triangle at it, so that none can flip.
    """
    free, triangles, wanted = layout_graph.free(places), layout_graph.triangles, layout_graph.shares(areas)
    longest = 0.15 * float(np.sqrt(wanted.mean()))
    velocity = np.zeros_like(places)
    for step in range(steps):
        force, height = _triangle_forces(places, triangles, wanted)
        force = np.where(free, force, 0.0)
        reach = _least(height, triangles, len(places))
        velocity = 0.8 * velocity + 0.2 * force / (np.linalg.norm(force, axis=1)[:, None] + 1e-12)
        # less than a third of the smallest height: no triangle can flip
        places = places - velocity * np.minimum(0.3 * reach, longest * (1.05 - step / steps))[:, None]
    return places


def _triangle_forces(places: Points, triangles: Numbers, wanted: Reals) -> tuple[Points, Reals]:
    """Forces of acute and unequal triangles on their corners, and the triangles' minimum heights.

    A triangle's energy is the sum of its squared sides over its area, plus its area over the target area and the
    inverse; both grow without bound as it shrinks.
    """
    corners = [places[corner] for corner in triangles.T]
    sides = [corners[k - 1] - corners[k - 2] for k in range(3)]
    double = sides[0][:, 0] * sides[1][:, 1] - sides[0][:, 1] * sides[1][:, 0]
    area = np.maximum(np.abs(double) / 2, 1e-30)
    squares = np.array([(side**2).sum(1) for side in sides])
    by_area = (-squares.sum(0) / area**2 / 4 + AREA_WEIGHT * (1 / wanted - wanted / area**2)) * np.sign(double) / 2
    force = np.zeros_like(places)
    for k, corner in enumerate(triangles.T):
        normal = np.column_stack([-sides[k][:, 1], sides[k][:, 0]])
        pull = sides[k - 2] - sides[k - 1]
        force += sum_at_points(corner, by_area[:, None] * normal + (0.5 / area)[:, None] * pull, len(places))
    return force, 2 * area / np.sqrt(np.maximum(squares.max(0), 1e-30))


class _DrawingBuilder:
    """Converts a layout into a drawing with borders and outlines."""

    def __init__(self, layout_graph: _LayoutGraph, positions: Points) -> None:
        self.graph, self.planar_map, self.positions = layout_graph, layout_graph.planar_map, positions
        self.places: list[Points] = list(positions[: layout_graph.faces])
        self.corners = self._added(positions[-4:])

    def drawing(self) -> MapDrawing:
        chains = [self._chain(2 * edge) for edge in range(self.graph.edges)]
        outlines = [self._outline(cell) for cell in range(self.planar_map.cells)]
        places = np.array(self.places)
        drawing = MapDrawing(
            self.graph.width, self.graph.height, self.planar_map, places, self._free(), chains, outlines
        )
        if twice_area(places[drawing.outline(0)]) < 0:
            drawing.outlines = [
                [OutlineStep(step.chain, not step.backwards) for step in reversed(outline)] for outline in outlines
            ]
        return drawing

    def _added(self, points: Points) -> list[int]:
        self.places += list(points)
        return list(range(len(self.places) - len(points), len(self.places)))

    def _chain(self, half: int) -> BorderChain:
        """The border that crosses an edge, from the face of its first half to that of its second."""
        origin, face_of = self.planar_map.origin, self.graph.face_of
        cells, begin, end = (origin[half], origin[half ^ 1]), face_of[half], face_of[half ^ 1]
        if OUTSIDE in cells:
            path = [self.corners[point - self.graph.size + 4] for point in self.graph.frame_paths[half >> 1]]
            turn = self.graph.turn
            came_from = turn[turn.index(half if cells[0] == OUTSIDE else half ^ 1) - 1]
            return BorderChain(cells, [begin, *(path if face_of[came_from] == begin else path[::-1]), end])
        middle = self.positions[self.graph.edge(half)]
        steps = np.linspace(0, 1, SEGMENTS // 2 + 1)[:, None]
        first = self.positions[begin] * (1 - steps) + middle * steps
        second = middle * (1 - steps) + self.positions[end] * steps
        return BorderChain(cells, [begin, *self._added(np.concatenate([first[1:], second[1:-1]])), end])

    def _outline(self, cell: int) -> list[OutlineStep]:
        """The borders around a cell: from the face of each of its half-edges to that of the next."""
        turn = self.planar_map.rotation(cell)
        return [OutlineStep(after >> 1, backwards=after % 2 == 0) for _, after in ring_steps(turn)]

    def _free(self) -> npt.NDArray[np.bool_]:
        free = np.ones((len(self.places), 2), bool)
        layout_free = self.graph.free(self.positions)
        free[: self.graph.faces] = layout_free[: self.graph.faces]
        free[self.corners] = False
        return free
