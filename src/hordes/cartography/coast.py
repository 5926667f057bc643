"""Makes smooth borders look grown: every one gets a wiggle that is its own and vanishes at its ends.

Where lines would meet, or come so near that the eye joins them, the wiggle is taken back until they do not.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import shapely

from hordes.cartography.sheet import Points, Reals, Sheet, simple

STRIDE = 4.0
"""The distance between the points of a finished border."""

APART = 11.0
"""How near borders that do not meet may come through their wiggles."""

ROUGH = {"mountain": 1.3, "sea": 1.2, "lake": 1.15, "forest": 1.05}
"""Borders of some terrains wind more than others."""

ATTEMPTS = 14


@dataclass(frozen=True)
class Course:
    """A border's smooth course, which way is aside of it at every point, and how far it swings there."""

    middle: Points
    aside: Points
    swing: Reals

    def line(self, part: float) -> Points:
        """The border with this part of its swing."""
        return self.middle + self.aside * (part * self.swing)[:, None]


def grown(sheet: Sheet, terrain: list[str], chance: random.Random) -> list[Points] | None:
    """The borders of a sheet as printed, on whole numbers if possible; nothing if they cannot be told apart."""
    courses = [
        _framed(sheet.places[chain.points])
        if chain.framed
        else _course(sheet, chain.cells, chain.points, terrain, chance)
        for chain in sheet.chains
    ]
    parts = np.ones(len(courses))
    for attempt in range(ATTEMPTS):
        lines = [_printed(course.line(part), 0) for course, part in zip(courses, parts, strict=True)]
        bad = _entangled(sheet, lines) or (_crowded(sheet, lines) if attempt < ATTEMPTS - 2 else set())
        if not bad:
            return lines
        parts[sorted(bad)] *= 0.65 if attempt < ATTEMPTS - 4 else 0.0
    for digits in (0, 1, 3):
        lines = [_printed(course.line(0), digits) for course in courses]
        if not _entangled(sheet, lines):
            return lines
    return None


def ring(sheet: Sheet, lines: list[Points], cell: int) -> Points:
    """The outline of a piece in printed borders."""
    steps = sheet.outlines[cell]
    return np.concatenate([lines[step.chain][:0:-1] if step.backwards else lines[step.chain][:-1] for step in steps])


def _framed(places: Points) -> Course:
    return Course(places, np.zeros_like(places), np.zeros(len(places)))


def _course(
    sheet: Sheet, cells: tuple[int, int], points: list[int], terrain: list[str], chance: random.Random
) -> Course:
    middle = _resampled(_rounded(sheet.places[points]))
    along = np.gradient(middle, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None] + 1e-9
    length = float(np.linalg.norm(np.diff(middle, axis=0), axis=1).sum())
    words = [terrain[cell] for cell in cells if cell < len(terrain)]
    height = min(7.5, 0.06 * length) * max(ROUGH.get(word, 1.0) for word in [*words, ""])
    return Course(middle, np.column_stack([-along[:, 1], along[:, 0]]), height * _swing(len(middle), length, chance))


def _swing(count: int, length: float, chance: random.Random) -> Reals:
    """Waves of falling height, down to a wave of some twenty points' width; level at both ends."""
    spots = np.linspace(0, 1, count)
    swing = np.zeros(count)
    for wave in range(1, max(3, int(length / 20)) + 1):
        swing += chance.gauss(0, 1) / wave**1.05 * np.sin(wave * np.pi * spots)
    return np.clip(swing, -1.6, 1.6) * np.minimum(1, np.minimum(spots, 1 - spots) * length / 14)


def _rounded(line: Points) -> Points:
    """Corners cut twice (Chaikin), the ends kept."""
    for _ in range(2):
        cut = np.empty((2 * len(line) - 2, 2))
        cut[0::2] = 0.75 * line[:-1] + 0.25 * line[1:]
        cut[1::2] = 0.25 * line[:-1] + 0.75 * line[1:]
        cut[0], cut[-1] = line[0], line[-1]
        line = cut
    return line


def _resampled(line: Points) -> Points:
    """The line in even strides."""
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    stops = np.linspace(0, lengths[-1], max(6, int(lengths[-1] / STRIDE)) + 1)
    return np.column_stack([np.interp(stops, lengths, line[:, axis]) for axis in (0, 1)])


def _printed(line: Points, digits: int) -> Points:
    """Simplified by less than can be seen, rounded, without doubled points."""
    slim = shapely.get_coordinates(shapely.simplify(shapely.LineString(line), 0.5 * 10.0**-digits))
    dots: Points = np.round(slim, digits) + 0.0
    fresh = np.any(dots[1:] != dots[:-1], axis=1)
    kept: Points = dots[np.concatenate([[True], fresh])]
    return kept


def _entangled(sheet: Sheet, lines: list[Points]) -> set[int]:
    """The borders of pieces whose outline crosses itself, or has come to nothing."""
    bad = {number for number, line in enumerate(lines) if len(line) < 2}
    for cell, steps in enumerate(sheet.outlines):
        around = ring(sheet, lines, cell)
        if len(around) < 3 or not simple(around):
            bad |= {step.chain for step in steps}
    return bad


def _crowded(sheet: Sheet, lines: list[Points]) -> set[int]:
    """Borders that come too near to one that they do not meet."""
    shapes = [shapely.LineString(line) for line in lines]
    near = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=APART)
    chains = sheet.chains
    return {
        number
        for one, other in near.T.tolist()
        for number in (one, other)
        if not set(chains[one].ends).intersection(chains[other].ends) and not chains[number].framed
    }
