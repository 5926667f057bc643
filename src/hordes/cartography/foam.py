"""Shapes the pieces like bubbles between two panes: each has its area, every border draws itself together.

The pieces keep their neighbours all the while. Points move a fraction of the way to the next one at most, and whenever
outlines would cross the drawing goes back to the last sound one and on in smaller steps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hordes.cartography.facts import OUTSIDE
from hordes.cartography.mosaic import Mosaic
from hordes.cartography.sheet import Numbers, Points, Reals, Sheet, gathered, simple

CHECKED_EVERY = 10
"""Steps between two looks at the drawing as a whole."""

BORDER = 0.36
"""The shortest border, junction to junction, in widths of a middling region; likewise the stretches at the frame."""

RIFT_BORDER = 0.1
"""The same around a rift: it shall be seen, not looked at."""

CLEARANCE = 0.3
"""How far borders that do not meet keep from each other."""

MOST_CLOSE = 6
"""How many pairs of points that are too close are heeded at once, for every point; the closest ones."""

ROUND = 3.6
"""The perimeter of a compact region whose area is one; a circle has 3.54, a square 4."""

PRESSURE, ROUNDING, EVENNESS, STRETCH, KEEP_OFF = 60.0, 3.0, 0.4, 0.8, 0.04
"""How strongly area, compactness, even spacing of points, the shortest borders and the clearance are insisted on."""

SQUEEZED = 0.02
"""From which part of its area on a piece presses back no harder."""


@dataclass(frozen=True)
class _Segments:
    """Pairs of points, and to which outline, or border, each belongs."""

    one: Numbers
    other: Numbers
    group: Numbers
    groups: int

    def sums(self, values: Reals) -> Reals:
        """The total of the values in each group."""
        return np.asarray(np.bincount(self.group, values, self.groups), dtype=np.float64)


class Foam:
    """The forces on a sheet."""

    def __init__(self, sheet: Sheet, areas: Reals) -> None:
        self.sheet = sheet
        self.areas = areas / areas.sum() * sheet.width * sheet.height
        self.unit = float(np.sqrt(sheet.width * sheet.height / sheet.mosaic.size))
        cells = range(sheet.mosaic.cells)
        self.rings = [np.array(sheet.outline(cell)) for cell in cells]
        self.around = _segments([[*ring, ring[0]] for ring in self.rings])
        inner = [chain for chain in sheet.chains if not chain.framed]
        self.lines = _segments([chain.points for chain in inner])
        self.pieces = np.bincount(self.lines.group)
        self.one, self.other, self.least = self._shortest()
        self.strangers = self._strangers()
        rim = {end for chain in sheet.chains if chain.framed for end in chain.points}
        away = [chain for chain in inner if not rim.intersection(chain.ends)]
        self.inner = np.unique([point for chain in away for point in chain.points]).astype(np.int64)

    def _shortest(self) -> tuple[Numbers, Numbers, Reals]:
        """Pairs of junctions (or of a junction and a corner of the sheet) and how far apart they shall be."""
        found = []
        for chain in self.sheet.chains:
            rift = max(chain.cells) >= self.sheet.mosaic.size
            least = self.unit * (RIFT_BORDER if rift else BORDER)
            if chain.framed:
                found += [(a, b, least) for a, b in zip(chain.points, chain.points[1:], strict=False)]
            else:
                found.append((*chain.ends, least))
        one, other, least_of = zip(*found, strict=True)
        return np.array(one), np.array(other), np.array(least_of, dtype=float)

    def _strangers(self) -> npt.NDArray[np.bool_]:
        """Which inner points belong to borders that do not meet."""
        count = len(self.sheet.places)
        tags = np.zeros((count, len(self.sheet.places)), bool)
        by_junction: dict[int, list[int]] = {}
        for chain in self.sheet.chains:
            for end in chain.ends:
                by_junction.setdefault(end, []).extend(chain.points)
        for points in by_junction.values():
            tags[np.ix_(points, points)] = True
        return np.triu(~tags, 1)

    def pull(self, places: Points, close: tuple[Numbers, Numbers]) -> Points:
        """The force on every point, uphill."""
        force = np.zeros_like(places)
        self._press(places, force)
        self._draw_together(places, force)
        self._hold_apart(places, force, (self.one, self.other), self.least, STRETCH)
        self._hold_apart(places, force, close, CLEARANCE * self.unit, KEEP_OFF)
        self._off_frame(places, force)
        return np.where(self.sheet.free, force, 0.0)

    def _press(self, places: Points, force: Points) -> None:
        """Areas towards what they shall be, and long outlines shorter."""
        around = self.around
        a, b = places[around.one], places[around.other]
        area = around.sums(a[:, 0] * b[:, 1] - b[:, 0] * a[:, 1]) / 2
        part = np.clip(area / self.areas, SQUEEZED, None)
        pressure = (PRESSURE * np.where(part < 1, 1 - 1 / part, part - 1) / np.sqrt(self.areas) / 2)[around.group]
        step = b - a
        length = np.hypot(step[:, 0], step[:, 1]) + 1e-9
        too_long = np.maximum(around.sums(length) / (ROUND * np.sqrt(self.areas)) - 1, 0)
        tension = step / length[:, None] * (ROUNDING * too_long)[around.group][:, None]
        _add(force, around.one, np.column_stack([pressure * b[:, 1], -pressure * b[:, 0]]) - tension)
        _add(force, around.other, np.column_stack([-pressure * a[:, 1], pressure * a[:, 0]]) + tension)

    def _draw_together(self, places: Points, force: Points) -> None:
        """Borders shorter, and their points evenly along them."""
        lines = self.lines
        step = places[lines.other] - places[lines.one]
        length = np.hypot(step[:, 0], step[:, 1]) + 1e-9
        mean = (lines.sums(length) / self.pieces)[lines.group]
        tension = step / length[:, None] * (1 + EVENNESS * (length - mean))[:, None]
        _add(force, lines.one, -tension)
        _add(force, lines.other, tension)

    @staticmethod
    def _hold_apart(
        places: Points, force: Points, pairs: tuple[Numbers, Numbers], least: Reals | float, strength: float
    ) -> None:
        one, other = pairs
        step = places[other] - places[one]
        length = np.hypot(step[:, 0], step[:, 1]) + 1e-9
        push = step / length[:, None] * (strength * np.maximum(least - length, 0))[:, None]
        _add(force, one, push)
        _add(force, other, -push)

    def _off_frame(self, places: Points, force: Points) -> None:
        """Borders that do not end at the frame keep away from it."""
        room, inner = CLEARANCE * self.unit, self.inner
        for axis, length in ((0, self.sheet.width), (1, self.sheet.height)):
            gap = places[inner, axis]
            force[inner, axis] -= KEEP_OFF * 4 * np.maximum(room - gap, 0)
            force[inner, axis] += KEEP_OFF * 4 * np.maximum(room - (length - gap), 0)

    def close(self, places: Points) -> tuple[Numbers, Numbers]:
        """Points of borders that do not meet and have come too near to each other."""
        x, y = places[:, 0], places[:, 1]
        room = CLEARANCE * self.unit
        near = (np.abs(x[:, None] - x) < room) & (np.abs(y[:, None] - y) < room) & self.strangers
        one, other = np.nonzero(near)
        if len(one) <= MOST_CLOSE * len(places):
            return one, other
        gap = (x[one] - x[other]) ** 2 + (y[one] - y[other]) ** 2
        nearest = np.argpartition(gap, MOST_CLOSE * len(places))[: MOST_CLOSE * len(places)]
        return one[nearest], other[nearest]

    def reach(self, places: Points) -> Reals:
        """How far every point may go in one step: part of the way to the next one."""
        step = places[self.around.other] - places[self.around.one]
        length = np.hypot(step[:, 0], step[:, 1])
        least = np.full(len(places), np.inf)
        np.minimum.at(least, self.around.one, length)
        np.minimum.at(least, self.around.other, length)
        return 0.25 * least

    def tangled(self, places: Points) -> Numbers:
        """The points of outlines that cross themselves; none while the drawing is sound."""
        bad = [ring for ring in self.rings if not simple(places[ring])]
        return np.concatenate(bad) if bad else np.array([], dtype=np.int64)


def relax(sheet: Sheet, areas: Reals, steps: int, speed: float) -> None:
    """Let the drawing come to rest: `areas` are how large the pieces shall be, compared with each other."""
    foam = Foam(sheet, areas)
    places = kept = sheet.places
    drift, size = np.zeros_like(places), np.zeros(len(places))
    slow = np.ones((len(places), 1))
    close = foam.close(places)
    for step in range(1, steps + 1):
        force = foam.pull(places, close)
        drift = 0.9 * drift + 0.1 * force
        size = 0.98 * size + 0.02 * (force**2).sum(1)
        move = slow * speed * (1.02 - step / steps) * drift / (np.sqrt(size)[:, None] + 1e-3)
        length = np.hypot(move[:, 0], move[:, 1]) + 1e-12
        move *= np.minimum(1, foam.reach(places) / length)[:, None]
        places = np.clip(places - move, 0, (sheet.width, sheet.height))
        if step % CHECKED_EVERY == 0 or step == steps:
            tangled = foam.tangled(places)
            slow = np.minimum(1.0, slow * 1.2)
            if len(tangled):
                places = kept
                slow[tangled] *= 0.3
                drift[tangled] = 0
            kept = places
            close = foam.close(places) if step % (5 * CHECKED_EVERY) == 0 else close
    sheet.places = kept


def wanted_areas(mosaic: Mosaic, terrain: list[str], spread: Reals) -> Reals:
    """How large the pieces shall be: waters larger, rifts small, and room for many neighbours where there are many."""
    borders = np.bincount([cell for cell in mosaic.origin if cell != OUTSIDE], minlength=mosaic.cells)
    areas = np.maximum(1.0, (borders / 7) ** 1.3)
    water = {"sea": 1.25, "lake": 1.15}
    areas[: mosaic.size] *= spread * [water.get(word, 1.0) for word in terrain]
    areas[mosaic.size :] = 0.03 * (borders[mosaic.size :] - 2)
    return areas


def _segments(paths: list[list[int]]) -> _Segments:
    one = np.concatenate([path[:-1] for path in paths]).astype(np.int64)
    other = np.concatenate([path[1:] for path in paths]).astype(np.int64)
    group = np.repeat(np.arange(len(paths)), [len(path) - 1 for path in paths])
    return _Segments(one, other, group, len(paths))


def _add(force: Points, points: Numbers, values: Points) -> None:
    force += gathered(points, values, len(force))
