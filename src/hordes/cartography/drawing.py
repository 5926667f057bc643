"""The drawing pipeline: several sketches, the best one relaxed, its borders detailed, the result verified."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from hordes.cartography.area_relaxation import relax, target_areas
from hordes.cartography.border_detail import detailed_borders, detailed_outline
from hordes.cartography.geometry import MapDrawing, Points, Reals
from hordes.cartography.map_graph import MapGraph, Undrawable, build_map_graph
from hordes.cartography.measurement import Spot, compactness, find_slots, matches_graph
from hordes.cartography.planar_graph import PlanarMap, build_planar_map
from hordes.cartography.tutte_layout import Layout, straight_drawing
from hordes.engine.map_sketch import DrawnMap, MapSketch, RegionOutline

BOX = (1200, 800)
"""Size of the drawing from `FULL_SIZE_REGIONS` regions on; smaller maps get less, so that tokens look alike on all."""

FULL_SIZE_REGIONS = 23

WIDTH_STRETCH = 1.12
"""Regions are relaxed on a narrower frame that is stretched afterwards, because names are wider than high."""

MARGIN = 0.06
"""Margin around a map without regions at the frame, in heights of the frame."""

FRAME_ROTATIONS = 8
"""Number of rotations in which the ring of frame regions is tried, in both directions."""

SKETCHED, SHAPED = 400, 1300
"""Relaxation steps of a sketch and of the final drawing."""

EXTRA_SKETCHES = 4
"""Additional sketches made while none is valid."""


@dataclass(frozen=True)
class Sketch:
    """A roughly relaxed drawing and its quality."""

    drawing: MapDrawing
    areas: Reals
    score: float


def draw(sketch: MapSketch, seed: int = 0, tries: int = 3) -> DrawnMap:
    """Draw a map: an outline, an anchor and token slots for every region.

    The same sketch, seed and tries give the same drawing. Raises `BadPosition` if the map cannot be drawn.
    """
    map_graph = build_map_graph(sketch)
    rings = _single_region(map_graph) if map_graph.size == 1 else _rings(map_graph, seed, tries)
    outlines = tuple(_outline(ring, number in map_graph.frame) for number, ring in enumerate(rings))
    return DrawnMap(drawing_box(map_graph.size), outlines)


def _outline(ring: list[Spot], at_frame: bool) -> RegionOutline:
    places = find_slots(ring)
    slots = tuple((x, y) for x, y in places.slots)
    return RegionOutline(tuple(ring), at_frame, places.anchor, places.inradius, slots, places.slot_radius)


def drawing_box(size: int) -> tuple[int, int]:
    """Size of the drawing for a number of regions.

    >>> drawing_box(48), drawing_box(5)
    ((1200, 800), (558, 372))
    """
    part = math.sqrt(min(1.0, max(size, 4) / FULL_SIZE_REGIONS))
    return 6 * round(BOX[0] * part / 6), 4 * round(BOX[1] * part / 4)


def _margin(map_graph: MapGraph) -> int:
    return 0 if map_graph.frame else round(MARGIN * drawing_box(map_graph.size)[1])


def _single_region(map_graph: MapGraph) -> list[list[Spot]]:
    margin, (width, height) = _margin(map_graph), drawing_box(map_graph.size)
    left, top, right, low = margin, margin, width - margin, height - margin
    return [[(left, top), (right, top), (right, low), (left, low)]]


def _rings(map_graph: MapGraph, seed: int, tries: int) -> list[list[Spot]]:
    """Outlines of the best sketch that can be completed and matches the map's graph."""
    sketches: list[Sketch] = []
    for number in range(tries + EXTRA_SKETCHES):
        sketches = sketches if number < tries else []
        sketches.append(_sketch(map_graph, random.Random(f"{seed}/{number}")))
        if number + 1 < tries:
            continue
        for sketch in sorted(sketches, key=lambda sketch: -sketch.score):
            rings = _final_outlines(map_graph, sketch, random.Random(f"{seed}/borders"))
            if rings is not None:
                return rings
    raise Undrawable("No drawing in which every border can be seen came out; more tries or another seed may find one.")


def _sketch(map_graph: MapGraph, rng: random.Random) -> Sketch:
    planar_map = build_planar_map(map_graph, rng)
    spread = np.array([rng.uniform(0.93, 1.07) for _ in range(map_graph.size)])
    areas = target_areas(planar_map, map_graph.sketch.terrain, spread)
    drawing = straight_drawing(
        planar_map, _best_layout(map_graph, planar_map, areas, rng), areas, _inner_size(map_graph)
    )
    relax(drawing, areas, SKETCHED, 2.5)
    return Sketch(drawing, areas, _quality(map_graph, drawing))


def _best_layout(map_graph: MapGraph, planar_map: PlanarMap, areas: Reals, rng: random.Random) -> Layout:
    """Of several placements of the frame regions, the one with the best quality after a short relaxation."""
    first = rng.random()
    starts = max(1, FRAME_ROTATIONS // (1 + len(planar_map.lenses) // 4))
    layouts = [Layout(first + start / starts, mirrored) for start in range(starts) for mirrored in (False, True)]
    estimates = [
        straight_drawing(planar_map, layout, areas, _inner_size(map_graph), estimate=True) for layout in layouts
    ]
    scores = [_quality(map_graph, drawing) for drawing in estimates]
    return layouts[scores.index(max(scores))]


def _inner_size(map_graph: MapGraph) -> tuple[float, float]:
    margin, (width, height) = _margin(map_graph), drawing_box(map_graph.size)
    return (width - 2 * margin) / WIDTH_STRETCH, height - 2 * margin


def _quality(map_graph: MapGraph, drawing: MapDrawing) -> float:
    """Quality: compactness, above all of the least compact region, and agreement with reading order."""
    shapes = drawing.polygons()[: map_graph.size]
    compact = compactness(shapes)
    even = shapely.area(shapes) / shapely.area(shapes).mean()
    return float(compact.mean() + compact.min() + 0.5 * min(1.0, even.min()) + 0.6 * _reading_order(drawing, shapes))


def _reading_order(drawing: MapDrawing, shapes: Any) -> float:
    """Rank correlation of the map's order with reading order, from -1 to 1."""
    x, y = shapely.get_coordinates(shapely.centroid(shapes)).T
    order = np.arange(len(shapes)) - (len(shapes) - 1) / 2
    along = 3 * (y / drawing.height - 0.5) + (x / drawing.width - 0.5)
    along = along - along.mean()
    return float(order @ along / (math.sqrt(float(order @ order) * float(along @ along)) + 1e-9))


def _final_outlines(map_graph: MapGraph, sketch: Sketch, rng: random.Random) -> list[list[Spot]] | None:
    """Final outlines; None if they do not match the map's graph."""
    drawing = sketch.drawing
    relax(drawing, sketch.areas, SHAPED, 1.5)
    drawing.places = drawing.places * [WIDTH_STRETCH, 1.0]
    drawing.width *= WIDTH_STRETCH
    lines = detailed_borders(drawing, map_graph.sketch.terrain, rng)
    if lines is None:
        return None
    rings = [_ring(detailed_outline(drawing, lines, cell) + _margin(map_graph)) for cell in range(map_graph.size)]
    return rings if matches_graph(rings, map_graph.links, map_graph.frame, drawing_box(map_graph.size)) else None


def _ring(points: Points) -> list[Spot]:
    """An outline as plain numbers, starting at the point nearest to the top left."""
    spots = [(_plain(x), _plain(y)) for x, y in points.tolist()]
    first = min(range(len(spots)), key=lambda n: (sum(spots[n]), spots[n]))
    return spots[first:] + spots[:first]


def _plain(number: float) -> float:
    return int(number) if number == int(number) else round(number, 3)
