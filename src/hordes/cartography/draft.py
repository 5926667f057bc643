"""The first, straight drawing of a mosaic, after Tutte: every point in the middle of its neighbours, the frame fixed.

What is joined is the mosaic's barycentric subdivision: triangles between a point for every face, edge and cell. Drawn
so, there are no crossings whatever the map. Then the triangles are evened out; none ever turns over.
"""

from __future__ import annotations

import copy
import itertools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hordes.cartography.facts import OUTSIDE, walk
from hordes.cartography.mosaic import Lens, Mosaic
from hordes.cartography.sheet import Chain, Numbers, Points, Reals, Sheet, Step, gathered, twice_area

SEGMENTS = 8
"""Into how many pieces a border is divided while it is shaped; even, so that its middle is a point."""

STEPS, GLANCE, GROWING = 500, 80, 30
"""How many steps the triangles are evened out: for a drawing, for a glance at what would become of it, for a lens."""

ROUNDS, TELLABLE = 14, 1e-4
"""How often the first drawing is weighted anew at most, and the height that all its triangles should have."""

EQUAL = 4.0
"""How much more equal areas count than good shapes."""

RIFT_SHARE = 0.3
"""How much of the frame a rift gets, compared with a region."""


@dataclass(frozen=True)
class Layout:
    """How the ring of frame regions is laid around the sheet: where it begins (0 to 1), and which way it runs."""

    start: float = 0.0
    mirrored: bool = False


def straight(mosaic: Mosaic, layout: Layout, areas: Reals, box: tuple[float, float], *, glance: bool = False) -> Sheet:
    """The first drawing of a mosaic on a sheet of this size; `areas` are what the cells shall have, in any unit."""
    areas = areas / areas.sum() * box[0] * box[1]
    skeleton = _Skeleton(mosaic.bare(), layout, *box)
    places = _settled(skeleton)
    for lens in mosaic.lenses:
        places = _evened(places, skeleton, areas, GROWING)
        stage = copy.deepcopy(skeleton.mosaic)
        stage.put_lens(lens)
        before, skeleton = skeleton, _Skeleton(stage, layout, *box)
        places = _with_lens(before, skeleton, places, lens)
    return _Drafting(skeleton, _evened(places, skeleton, areas, GLANCE if glance else STEPS)).sheet()


def _with_lens(before: _Skeleton, after: _Skeleton, old: Points, lens: Lens) -> Points:
    """The drawing with a lens put in: a small lozenge in the middle of its border."""
    places = np.zeros((after.size, 2))
    edges, faces, cells = before.edges, before.faces, before.mosaic.cells
    places[:faces] = old[:faces]
    places[after.faces : after.faces + edges] = old[faces : faces + edges]
    places[after.cell(0) : after.cell(cells)] = old[before.cell(0) : before.cell(cells)]
    places[-4:] = old[-4:]
    half, middle = lens.half, old[before.edge(lens.half)]

    def towards(point: int, part: float) -> Points:
        return np.asarray(middle + part * (old[point] - middle))

    left, right = before.face_of[half], before.face_of[half ^ 1]
    one, other = (before.cell(before.mosaic.origin[end]) for end in (half, half ^ 1))
    places[after.cell(lens.cell)] = middle
    places[faces], places[faces + 1] = towards(left, 0.5), towards(right, 0.5)
    places[after.edge(half)] = towards(left, 0.75)
    again = after.faces + edges
    places[again : again + 3] = towards(right, 0.75), towards(one, 0.3), towards(other, 0.3)
    return places


class _Skeleton:
    """What is joined with what, and where the frame holds it. Points are faces, edges, cells and the four corners."""

    def __init__(self, mosaic: Mosaic, layout: Layout, width: float, height: float) -> None:
        self.mosaic, self.width, self.height = mosaic, width, height
        self.face_of = mosaic.corner_faces()
        self.faces, self.edges = len(mosaic.faces), len(mosaic.origin) // 2
        self.size = self.faces + self.edges + mosaic.cells + 4
        self.turn = mosaic.rotation(OUTSIDE)
        self.held: dict[int, tuple[float, float]] = {}
        self.frame_paths: dict[int, list[int]] = {}
        self._lay_frame(layout)
        self.triangles = self._triangles()

    def edge(self, half: int) -> int:
        return self.faces + (half >> 1)

    def cell(self, number: int) -> int:
        return self.faces + self.edges + number

    def owner(self, half: int) -> int:
        """Who lies at the frame across this half-edge from the outside."""
        return self.mosaic.origin[half ^ 1]

    def _lay_frame(self, layout: Layout) -> None:
        """Give every cell at the frame its stretch of it, with the sheet's corners where they fall."""
        length = 2 * (self.width + self.height)
        corners = [0.0, self.width, self.width + self.height, 2 * self.width + self.height]
        stops = self._stops(layout, length, corners)
        for (half, after), (one, other) in zip(walk(self.turn), stops, strict=True):
            begin, end = min(one, other), max(one, other)
            inside = sorted(
                (corner + lap * length, number)
                for number, corner in enumerate(corners)
                for lap in range(-4, 5)
                if begin < corner + lap * length < end
            )
            path = [self.size - 4 + number for _, number in inside]
            self.frame_paths[after >> 1] = path if one < other else path[::-1]
            self._hold(self.face_of[half], one)
        for number, corner in enumerate(corners):
            self._hold(self.size - 4 + number, corner)

    def _stops(self, layout: Layout, length: float, corners: list[float]) -> list[tuple[float, float]]:
        """Where every stretch begins and ends along the frame; no junction lies at a corner of the sheet."""
        shares = [1.0 if self.owner(half) < self.mosaic.size else RIFT_SHARE for half in self.turn[1:] + self.turn[:1]]
        ends = np.concatenate([[0.0], np.cumsum(shares)]) / sum(shares)
        little = 0.2 * length * min(shares) / sum(shares)
        along = [self._off_corner((layout.start + end) * length, little, length, corners) for end in ends[:-1]]
        along.append(along[0] + length)
        if layout.mirrored:
            along = [-stop for stop in along]
        return list(itertools.pairwise(along))

    @staticmethod
    def _off_corner(stop: float, little: float, length: float, corners: list[float]) -> float:
        """Mirrored frames have their corners at the negative places, which are the same ones turned about."""
        spots = {round(sign * corner % length, 6) for corner in corners for sign in (1, -1)} | {length}
        near = min(spots, key=lambda spot: abs(stop % length - spot))
        gap = stop % length - near
        return stop if abs(gap) >= little else stop + (little if gap >= 0 else -little) - gap

    def _hold(self, point: int, stop: float) -> None:
        """Fix a point to the frame, `stop` along it from the top left corner clockwise."""
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
        """All triangles: two for every corner of a face, and a fan from every cell at the frame to its stretch."""
        found = []
        for number, face in enumerate(self.mosaic.faces):
            for half, after in walk(face):
                cell = self.mosaic.origin[after]
                sides = [side for side in (half, after) if OUTSIDE not in (self.mosaic.origin[side], self.owner(side))]
                found += [(number, self.edge(side), self.cell(cell)) for side in sides if cell != OUTSIDE]
        for half, after in walk(self.turn):
            path = [self.face_of[half], *self.frame_paths[after >> 1], self.face_of[after]]
            found += [(one, other, self.cell(self.owner(after))) for one, other in itertools.pairwise(path)]
        return np.array(found, dtype=np.int64)

    def shares(self, areas: Reals) -> Reals:
        """The area that every triangle shall have: its part of its cell's."""
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


def _settled(skeleton: _Skeleton) -> Points:
    """Where all points come to rest in the weighted middle of their neighbours.

    In maps of rings within rings, or of long branches, the innermost would be smaller than numbers can tell. There the
    points in narrow places draw their neighbours harder, until all can be told apart; Tutte's drawing has no crossings
    however its joins pull. The roomiest of these drawings is taken.
    """
    sides = np.concatenate([skeleton.triangles[:, [k, (k + 1) % 3]] for k in range(3)])
    joined = np.zeros((skeleton.size, skeleton.size))
    joined[sides[:, 0], sides[:, 1]] = joined[sides[:, 1], sides[:, 0]] = 1
    draws = np.ones(skeleton.size)
    best, roomiest = _balanced(skeleton, joined), -1.0
    for _ in range(ROUNDS):
        places = _balanced(skeleton, joined * draws)
        heights = _triangle_forces(places, skeleton.triangles, np.ones(len(skeleton.triangles)))[1]
        if heights.min() > roomiest:
            best, roomiest = places, float(heights.min())
        if roomiest > TELLABLE:
            break
        room = _least(heights, skeleton.triangles, skeleton.size)
        draws = draws * np.clip(room / np.median(room), 1e-12, 1e3) ** -0.1
        draws /= np.exp(np.log(draws).mean())
    return best


def _balanced(skeleton: _Skeleton, pulls: Points) -> Points:
    """Every loose point in the middle of its neighbours, weighted by how hard each of them pulls at it."""
    places = np.zeros((skeleton.size, 2))
    for point, place in skeleton.held.items():
        places[point] = place
    held = np.array(sorted(skeleton.held), dtype=np.int64)
    loose = np.setdiff1d(np.unique(skeleton.triangles), held)
    matrix = np.diag(pulls.sum(1)) - pulls
    places[loose] = np.linalg.solve(matrix[np.ix_(loose, loose)], pulls[np.ix_(loose, held)] @ places[held])
    return places


def _least(values: Reals, triangles: Numbers, count: int) -> Reals:
    """The least value of the triangles at every point."""
    least = np.full(count, np.inf)
    for corner in triangles.T:
        np.minimum.at(least, corner, values)
    return np.where(np.isfinite(least), least, values.max())


def _evened(places: Points, skeleton: _Skeleton, areas: Reals, steps: int) -> Points:
    """The triangles made more equal and less pointed.

    No point moves as far as a third of the height of a triangle at it, so that none can turn over.
    """
    free, triangles, wanted = skeleton.free(places), skeleton.triangles, skeleton.shares(areas)
    longest = 0.15 * float(np.sqrt(wanted.mean()))
    drift = np.zeros_like(places)
    for step in range(steps):
        force, height = _triangle_forces(places, triangles, wanted)
        force = np.where(free, force, 0.0)
        reach = _least(height, triangles, len(places))
        drift = 0.8 * drift + 0.2 * force / (np.linalg.norm(force, axis=1)[:, None] + 1e-12)
        places = places - drift * np.minimum(0.3 * reach, longest * (1.05 - step / steps))[:, None]
    return places


def _triangle_forces(places: Points, triangles: Numbers, wanted: Reals) -> tuple[Points, Reals]:
    """How pointed and unequal triangles pull at their corners, and their least heights.

    A triangle's strain is the sum of its squared sides over its area, and its area over the wanted one and vice versa:
    both grow without bound as it shrinks.
    """
    corners = [places[corner] for corner in triangles.T]
    sides = [corners[k - 1] - corners[k - 2] for k in range(3)]
    double = sides[0][:, 0] * sides[1][:, 1] - sides[0][:, 1] * sides[1][:, 0]
    area = np.maximum(np.abs(double) / 2, 1e-30)
    squares = np.array([(side**2).sum(1) for side in sides])
    by_area = (-squares.sum(0) / area**2 / 4 + EQUAL * (1 / wanted - wanted / area**2)) * np.sign(double) / 2
    force = np.zeros_like(places)
    for k, corner in enumerate(triangles.T):
        normal = np.column_stack([-sides[k][:, 1], sides[k][:, 0]])
        pull = sides[k - 2] - sides[k - 1]
        force += gathered(corner, by_area[:, None] * normal + (0.5 / area)[:, None] * pull, len(places))
    return force, 2 * area / np.sqrt(np.maximum(squares.max(0), 1e-30))


class _Drafting:
    """Turns a settled skeleton into a sheet with borders and outlines."""

    def __init__(self, skeleton: _Skeleton, settled: Points) -> None:
        self.skeleton, self.mosaic, self.settled = skeleton, skeleton.mosaic, settled
        self.places: list[Points] = list(settled[: skeleton.faces])
        self.corners = self._added(settled[-4:])

    def sheet(self) -> Sheet:
        chains = [self._chain(2 * edge) for edge in range(self.skeleton.edges)]
        outlines = [self._outline(cell) for cell in range(self.mosaic.cells)]
        places = np.array(self.places)
        sheet = Sheet(self.skeleton.width, self.skeleton.height, self.mosaic, places, self._free(), chains, outlines)
        if twice_area(places[sheet.outline(0)]) < 0:
            sheet.outlines = [
                [Step(step.chain, not step.backwards) for step in reversed(outline)] for outline in outlines
            ]
        return sheet

    def _added(self, points: Points) -> list[int]:
        self.places += list(points)
        return list(range(len(self.places) - len(points), len(self.places)))

    def _chain(self, half: int) -> Chain:
        """The border that crosses an edge, from the face of its first half to that of its second."""
        origin, face_of = self.mosaic.origin, self.skeleton.face_of
        cells, begin, end = (origin[half], origin[half ^ 1]), face_of[half], face_of[half ^ 1]
        if OUTSIDE in cells:
            path = [self.corners[point - self.skeleton.size + 4] for point in self.skeleton.frame_paths[half >> 1]]
            turn = self.skeleton.turn
            came_from = turn[turn.index(half if cells[0] == OUTSIDE else half ^ 1) - 1]
            return Chain(cells, [begin, *(path if face_of[came_from] == begin else path[::-1]), end])
        middle = self.settled[self.skeleton.edge(half)]
        steps = np.linspace(0, 1, SEGMENTS // 2 + 1)[:, None]
        first = self.settled[begin] * (1 - steps) + middle * steps
        second = middle * (1 - steps) + self.settled[end] * steps
        return Chain(cells, [begin, *self._added(np.concatenate([first[1:], second[1:-1]])), end])

    def _outline(self, cell: int) -> list[Step]:
        """The borders around a cell: from the face of each of its half-edges to that of the next."""
        turn = self.mosaic.rotation(cell)
        return [Step(after >> 1, backwards=after % 2 == 0) for _, after in walk(turn)]

    def _free(self) -> npt.NDArray[np.bool_]:
        free = np.ones((len(self.places), 2), bool)
        skeleton = self.skeleton.free(self.settled)
        free[: self.skeleton.faces] = skeleton[: self.skeleton.faces]
        free[self.corners] = False
        return free
