"""Adds detail to smooth borders: random waves that vanish at both ends.

Where borders would touch or come too close, the amplitude is reduced until they do not.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import shapely

from hordes.cartography.geometry import MapDrawing, Points, Reals, is_simple

POINT_SPACING = 4.0
"""Distance between the points of a finished border."""

MIN_DISTANCE = 11.0
"""Minimum distance of detailed borders that do not meet."""

AMPLITUDE_BY_TERRAIN = {"mountain": 1.3, "sea": 1.2, "lake": 1.15, "forest": 1.05}
"""Amplitude factor by terrain."""

ATTEMPTS = 14


@dataclass(frozen=True)
class BorderCurve:
    """A smooth border with its normal and wave offset at every point."""

    middle: Points
    normal: Points
    offset: Reals

    def line(self, part: float) -> Points:
        """The border with a fraction of its offset."""
        return self.middle + self.normal * (part * self.offset)[:, None]


def detailed_borders(drawing: MapDrawing, terrain: list[str], rng: random.Random) -> list[Points] | None:
    """Detailed borders of a drawing, on integer coordinates if possible; None if they cannot be kept apart."""
    curves = [
        _frame_curve(drawing.places[chain.points])
        if chain.is_frame
        else _border_curve(drawing, chain.cells, chain.points, terrain, rng)
        for chain in drawing.chains
    ]
    parts = np.ones(len(curves))
    for attempt in range(ATTEMPTS):
        lines = [_simplified(curve.line(part), 0) for curve, part in zip(curves, parts, strict=True)]
        bad = _self_crossing(drawing, lines) or (_too_close(drawing, lines) if attempt < ATTEMPTS - 2 else set())
        if not bad:
            return lines
        # flatten only the borders in trouble; in the last attempts they become straight
        parts[sorted(bad)] *= 0.65 if attempt < ATTEMPTS - 4 else 0.0
    # without any waves, and with finer coordinates if rounding makes lines touch
    for digits in (0, 1, 3):
        lines = [_simplified(curve.line(0), digits) for curve in curves]
        if not _self_crossing(drawing, lines):
            return lines
    return None


def detailed_outline(drawing: MapDrawing, lines: list[Points], cell: int) -> Points:
    """The outline of a cell made of detailed borders."""
    steps = drawing.outlines[cell]
    return np.concatenate([lines[step.chain][:0:-1] if step.backwards else lines[step.chain][:-1] for step in steps])


def _frame_curve(places: Points) -> BorderCurve:
    return BorderCurve(places, np.zeros_like(places), np.zeros(len(places)))


def _border_curve(
    drawing: MapDrawing, cells: tuple[int, int], points: list[int], terrain: list[str], rng: random.Random
) -> BorderCurve:
    middle = _resampled(_rounded(drawing.places[points]))
    along = np.gradient(middle, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None] + 1e-9
    length = float(np.linalg.norm(np.diff(middle, axis=0), axis=1).sum())
    words = [terrain[cell] for cell in cells if cell < len(terrain)]
    height = min(7.5, 0.06 * length) * max(AMPLITUDE_BY_TERRAIN.get(word, 1.0) for word in [*words, ""])
    return BorderCurve(
        middle, np.column_stack([-along[:, 1], along[:, 0]]), height * _wave_offsets(len(middle), length, rng)
    )


def _wave_offsets(count: int, length: float, rng: random.Random) -> Reals:
    """Sum of waves of decreasing amplitude, down to about twenty points' wavelength; zero at both ends."""
    spots = np.linspace(0, 1, count)
    swing = np.zeros(count)
    for wave in range(1, max(3, int(length / 20)) + 1):
        swing += rng.gauss(0, 1) / wave**1.05 * np.sin(wave * np.pi * spots)
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
    """The line resampled at even distances."""
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    stops = np.linspace(0, lengths[-1], max(6, int(lengths[-1] / POINT_SPACING)) + 1)
    return np.column_stack([np.interp(stops, lengths, line[:, axis]) for axis in (0, 1)])


def _simplified(line: Points, digits: int) -> Points:
    """The line simplified below visibility and rounded, without duplicate points."""
    slim = shapely.get_coordinates(shapely.simplify(shapely.LineString(line), 0.5 * 10.0**-digits))
    dots: Points = np.round(slim, digits) + 0.0
    fresh = np.any(dots[1:] != dots[:-1], axis=1)
    distinct: Points = dots[np.concatenate([[True], fresh])]
    return distinct


def _self_crossing(drawing: MapDrawing, lines: list[Points]) -> set[int]:
    """Borders of cells whose outline crosses itself or is degenerate."""
    bad = {number for number, line in enumerate(lines) if len(line) < 2}
    for cell, steps in enumerate(drawing.outlines):
        around = detailed_outline(drawing, lines, cell)
        if len(around) < 3 or not is_simple(around):
            bad |= {step.chain for step in steps}
    return bad


def _too_close(drawing: MapDrawing, lines: list[Points]) -> set[int]:
    """Borders that come too close to one that they do not meet."""
    shapes = [shapely.LineString(line) for line in lines]
    near = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=MIN_DISTANCE)
    chains = drawing.chains
    return {
        number
        for one, other in near.T.tolist()
        for number in (one, other)
        if not set(chains[one].ends).intersection(chains[other].ends) and not chains[number].is_frame
    }
