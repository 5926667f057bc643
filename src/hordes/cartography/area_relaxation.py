"""Relaxes a drawing by forces: cells grow to their target areas, borders shorten, like a foam of bubbles.

The topology never changes: points move only a fraction of the distance to the next point, and if outlines would cross,
the drawing returns to the last valid state and continues in smaller steps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hordes.cartography.geometry import MapDrawing, Numbers, Points, Reals, is_simple, sum_at_points
from hordes.cartography.map_graph import OUTSIDE
from hordes.cartography.planar_graph import PlanarMap

CHECK_INTERVAL = 10
"""Steps between two checks of the whole drawing."""

MIN_BORDER = 0.36
"""Minimum length of a border between junctions, in widths of an average region; also for segments of the frame."""

MIN_GAP_BORDER = 0.1
"""The same around a gap cell, which should be visible but small."""

CLEARANCE = 0.3
"""Minimum distance of borders that do not meet."""

MAX_CLOSE_PAIRS = 6
"""Maximum number of close pairs per point that are pushed apart at once; the closest ones."""

COMPACT_PERIMETER = 3.6
"""Perimeter of a compact region of area one; a circle has 3.54, a square 4."""

PRESSURE, ROUNDING, EVENNESS, STRETCH, REPULSION = 60.0, 3.0, 0.4, 0.8, 0.04
"""Weights of the forces: area, compactness, even spacing of points, minimum border length, clearance."""

MIN_AREA_FRACTION = 0.02
"""Fraction of its target area below which a cell's pressure no longer grows."""


@dataclass(frozen=True)
class _Segments:
    """Pairs of points, and the outline or border each pair belongs to."""

    one: Numbers
    other: Numbers
    group: Numbers
    groups: int

    def sums(self, values: Reals) -> Reals:
        """Sum of the values in each group."""
        return np.asarray(np.bincount(self.group, values, self.groups), dtype=np.float64)


class AreaRelaxation:
    """Computes the forces on the points of a drawing."""

    def __init__(self, drawing: MapDrawing, areas: Reals) -> None:
        self.drawing = drawing
        self.areas = areas / areas.sum() * drawing.width * drawing.height
        self.unit = float(np.sqrt(drawing.width * drawing.height / drawing.planar_map.size))
        cells = range(drawing.planar_map.cells)
        self.rings = [np.array(drawing.outline(cell)) for cell in cells]
        self.around = _segments([[*ring, ring[0]] for ring in self.rings])
        inner = [chain for chain in drawing.chains if not chain.is_frame]
        self.lines = _segments([chain.points for chain in inner])
        self.pieces = np.bincount(self.lines.group)
        self.one, self.other, self.least = self._least_lengths()
        self.unrelated = self._unrelated_pairs()
        rim = {end for chain in drawing.chains if chain.is_frame for end in chain.points}
        away = [chain for chain in inner if not rim.intersection(chain.ends)]
        self.inner = np.unique([point for chain in away for point in chain.points]).astype(np.int64)

    def _least_lengths(self) -> tuple[Numbers, Numbers, Reals]:
        """Pairs of junctions (or a junction and a corner of the frame) and their minimum distances."""
        lengths = []
        for chain in self.drawing.chains:
            is_gap = max(chain.cells) >= self.drawing.planar_map.size
            least = self.unit * (MIN_GAP_BORDER if is_gap else MIN_BORDER)
            if chain.is_frame:
                lengths += [(a, b, least) for a, b in zip(chain.points, chain.points[1:], strict=False)]
            else:
                lengths.append((*chain.ends, least))
        one, other, least_of = zip(*lengths, strict=True)
        return np.array(one), np.array(other), np.array(least_of, dtype=float)

    def _unrelated_pairs(self) -> npt.NDArray[np.bool_]:
        """Which pairs of inner points belong to borders that do not meet."""
        count = len(self.drawing.places)
        tags = np.zeros((count, len(self.drawing.places)), bool)
        by_junction: dict[int, list[int]] = {}
        for chain in self.drawing.chains:
            for end in chain.ends:
                by_junction.setdefault(end, []).extend(chain.points)
        for points in by_junction.values():
            tags[np.ix_(points, points)] = True
        return np.triu(~tags, 1)

    def forces(self, places: Points, close: tuple[Numbers, Numbers]) -> Points:
        """The force on every point."""
        force = np.zeros_like(places)
        self._add_pressure(places, force)
        self._add_tension(places, force)
        self._add_repulsion(places, force, (self.one, self.other), self.least, STRETCH)
        self._add_repulsion(places, force, close, CLEARANCE * self.unit, REPULSION)
        self._add_frame_repulsion(places, force)
        return np.where(self.drawing.free, force, 0.0)

    def _add_pressure(self, places: Points, force: Points) -> None:
        """Push areas towards their targets, and shorten long outlines."""
        around = self.around
        a, b = places[around.one], places[around.other]
        area = around.sums(a[:, 0] * b[:, 1] - b[:, 0] * a[:, 1]) / 2
        part = np.clip(area / self.areas, MIN_AREA_FRACTION, None)
        # cells below their target press back harder and harder, like a gas
        pressure = (PRESSURE * np.where(part < 1, 1 - 1 / part, part - 1) / np.sqrt(self.areas) / 2)[around.group]
        step = b - a
        length = np.hypot(step[:, 0], step[:, 1]) + 1e-9
        too_long = np.maximum(around.sums(length) / (COMPACT_PERIMETER * np.sqrt(self.areas)) - 1, 0)
        tension = step / length[:, None] * (ROUNDING * too_long)[around.group][:, None]
        _add(force, around.one, np.column_stack([pressure * b[:, 1], -pressure * b[:, 0]]) - tension)
        _add(force, around.other, np.column_stack([-pressure * a[:, 1], pressure * a[:, 0]]) + tension)

    def _add_tension(self, places: Points, force: Points) -> None:
        """Shorten borders, and space their points evenly."""
        lines = self.lines
        step = places[lines.other] - places[lines.one]
        length = np.hypot(step[:, 0], step[:, 1]) + 1e-9
        mean = (lines.sums(length) / self.pieces)[lines.group]
        tension = step / length[:, None] * (1 + EVENNESS * (length - mean))[:, None]
        _add(force, lines.one, -tension)
        _add(force, lines.other, tension)

    @staticmethod
    def _add_repulsion(
        places: Points, force: Points, pairs: tuple[Numbers, Numbers], least: Reals | float, strength: float
    ) -> None:
        one, other = pairs
        step = places[other] - places[one]
        length = np.hypot(step[:, 0], step[:, 1]) + 1e-9
        push = step / length[:, None] * (strength * np.maximum(least - length, 0))[:, None]
        _add(force, one, push)
        _add(force, other, -push)

    def _add_frame_repulsion(self, places: Points, force: Points) -> None:
        """Push borders that do not end at the frame away from it."""
        room, inner = CLEARANCE * self.unit, self.inner
        for axis, length in ((0, self.drawing.width), (1, self.drawing.height)):
            gap = places[inner, axis]
            force[inner, axis] -= REPULSION * 4 * np.maximum(room - gap, 0)
            force[inner, axis] += REPULSION * 4 * np.maximum(room - (length - gap), 0)

    def close_pairs(self, places: Points) -> tuple[Numbers, Numbers]:
        """Pairs of points on borders that do not meet and are too close."""
        x, y = places[:, 0], places[:, 1]
        room = CLEARANCE * self.unit
        near = (np.abs(x[:, None] - x) < room) & (np.abs(y[:, None] - y) < room) & self.unrelated
        one, other = np.nonzero(near)
        if len(one) <= MAX_CLOSE_PAIRS * len(places):
            return one, other
        gap = (x[one] - x[other]) ** 2 + (y[one] - y[other]) ** 2
        # only the closest pairs, so that the work per step stays bounded
        nearest = np.argpartition(gap, MAX_CLOSE_PAIRS * len(places))[: MAX_CLOSE_PAIRS * len(places)]
        return one[nearest], other[nearest]

    def max_step(self, places: Points) -> Reals:
        """Maximum movement of every point in one step: a fraction of the distance to the next point."""
        step = places[self.around.other] - places[self.around.one]
        length = np.hypot(step[:, 0], step[:, 1])
        least = np.full(len(places), np.inf)
        np.minimum.at(least, self.around.one, length)
        np.minimum.at(least, self.around.other, length)
        return 0.25 * least

    def crossing_points(self, places: Points) -> Numbers:
        """Points of outlines that cross themselves; empty while the drawing is valid."""
        bad = [ring for ring in self.rings if not is_simple(places[ring])]
        return np.concatenate(bad) if bad else np.array([], dtype=np.int64)


def relax(drawing: MapDrawing, areas: Reals, steps: int, speed: float) -> None:
    """Relax the drawing in place; `areas` are relative target areas."""
    relaxation = AreaRelaxation(drawing, areas)
    places = last_valid = drawing.places
    velocity, size = np.zeros_like(places), np.zeros(len(places))
    slow = np.ones((len(places), 1))
    close = relaxation.close_pairs(places)
    for step in range(1, steps + 1):
        force = relaxation.forces(places, close)
        # Adam-like step: momentum, scaled by the running mean of the squared force
        velocity = 0.9 * velocity + 0.1 * force
        size = 0.98 * size + 0.02 * (force**2).sum(1)
        move = slow * speed * (1.02 - step / steps) * velocity / (np.sqrt(size)[:, None] + 1e-3)
        length = np.hypot(move[:, 0], move[:, 1]) + 1e-12
        move *= np.minimum(1, relaxation.max_step(places) / length)[:, None]
        places = np.clip(places - move, 0, (drawing.width, drawing.height))
        if step % CHECK_INTERVAL == 0 or step == steps:
            crossing = relaxation.crossing_points(places)
            slow = np.minimum(1.0, slow * 1.2)
            if len(crossing):
                # outlines cross: back to the last valid drawing, and slower where they crossed
                places = last_valid
                slow[crossing] *= 0.3
                velocity[crossing] = 0
            last_valid = places
            close = relaxation.close_pairs(places) if step % (5 * CHECK_INTERVAL) == 0 else close
    drawing.places = last_valid


def target_areas(planar_map: PlanarMap, terrain: list[str], spread: Reals) -> Reals:
    """Relative target areas: water larger, gaps small, more for cells with many neighbours."""
    borders = np.bincount([cell for cell in planar_map.origin if cell != OUTSIDE], minlength=planar_map.cells)
    areas = np.maximum(1.0, (borders / 7) ** 1.3)
    water = {"sea": 1.25, "lake": 1.15}
    areas[: planar_map.size] *= spread * [water.get(word, 1.0) for word in terrain]
    areas[planar_map.size :] = 0.03 * (borders[planar_map.size :] - 2)
    return areas


def _segments(paths: list[list[int]]) -> _Segments:
    one = np.concatenate([path[:-1] for path in paths]).astype(np.int64)
    other = np.concatenate([path[1:] for path in paths]).astype(np.int64)
    group = np.repeat(np.arange(len(paths)), [len(path) - 1 for path in paths])
    return _Segments(one, other, group, len(paths))


def _add(force: Points, points: Numbers, values: Points) -> None:
    force += sum_at_points(points, values, len(force))
