"""From facts to a finished drawing: several sketches, the best one shaped, its borders grown, the whole surveyed."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from hordes.cartography.coast import grown, ring
from hordes.cartography.draft import Layout, straight
from hordes.cartography.facts import Facts, Undrawable, read_facts
from hordes.cartography.foam import relax, wanted_areas
from hordes.cartography.mosaic import Mosaic, piece_together
from hordes.cartography.sheet import Points, Reals, Sheet
from hordes.cartography.survey import Spot, room, roundness, true_to

BOX = (1200, 800)
"""The sheet of a large map, from `LARGE` regions on; smaller maps get a smaller one, so that tokens fit them alike."""

LARGE = 23

WIDER = 1.12
"""Regions are shaped on a narrower sheet that is stretched afterwards: names are wider than they are high."""

MARGIN = 0.06
"""What is left, in heights of the sheet, around a map on which nobody touches the frame."""

STARTS = 8
"""In how many turns the ring of frame regions is tried around the sheet, either way round."""

SKETCHED, SHAPED = 400, 1300
"""How many steps a sketch and the chosen drawing are shaped."""

SURPLUS = 4
"""How many more sketches than asked for are made while none comes out true."""

GEOMETRY = ("edge", "anchor", "inradius", "slot_radius", "slots", "polygon")
"""The keys of a region that a drawing adds."""


@dataclass(frozen=True)
class Sketch:
    """A drawing that is shaped roughly, and how well it came out."""

    sheet: Sheet
    areas: Reals
    score: float


def draw(data: Any, seed: int = 0, tries: int = 3) -> dict[str, Any]:
    """The map with its drawing: the same JSON, every region with its outline and the places in it.

    The same map, seed and tries give the same drawing. Raises a `BadPosition` that says why a map cannot be drawn.
    """
    facts = read_facts(data)
    rings = _alone(facts) if facts.size == 1 else _rings(facts, seed, tries)
    return _written(data, facts, rings)


def sheet_box(size: int) -> tuple[int, int]:
    """The size of the sheet for so many regions.

    >>> sheet_box(48), sheet_box(5)
    ((1200, 800), (558, 372))
    """
    part = math.sqrt(min(1.0, max(size, 4) / LARGE))
    return 6 * round(BOX[0] * part / 6), 4 * round(BOX[1] * part / 4)


def _margin(facts: Facts) -> int:
    return 0 if facts.frame else round(MARGIN * sheet_box(facts.size)[1])


def _alone(facts: Facts) -> list[list[Spot]]:
    margin, (width, height) = _margin(facts), sheet_box(facts.size)
    left, top, right, low = margin, margin, width - margin, height - margin
    return [[(left, top), (right, top), (right, low), (left, low)]]


def _rings(facts: Facts, seed: int, tries: int) -> list[list[Spot]]:
    """The outlines of the best sketch that comes out true to the facts."""
    sketches: list[Sketch] = []
    for number in range(tries + SURPLUS):
        sketches = sketches if number < tries else []
        sketches.append(_sketch(facts, random.Random(f"{seed}/{number}")))
        if number + 1 < tries:
            continue
        for sketch in sorted(sketches, key=lambda sketch: -sketch.score):
            rings = _finished(facts, sketch, random.Random(f"{seed}/borders"))
            if rings is not None:
                return rings
    raise Undrawable("No drawing in which every border can be seen came out; more tries or another seed may find one.")


def _sketch(facts: Facts, chance: random.Random) -> Sketch:
    mosaic = piece_together(facts, chance)
    spread = np.array([chance.uniform(0.93, 1.07) for _ in range(facts.size)])
    areas = wanted_areas(mosaic, facts.board.terrain, spread)
    sheet = straight(mosaic, _best_layout(facts, mosaic, areas, chance), areas, _sheet_size(facts))
    relax(sheet, areas, SKETCHED, 2.5)
    return Sketch(sheet, areas, _quality(facts, sheet))


def _best_layout(facts: Facts, mosaic: Mosaic, areas: Reals, chance: random.Random) -> Layout:
    """Of several ways to lay the mosaic around the sheet the one that promises most at a glance."""
    first = chance.random()
    starts = max(1, STARTS // (1 + len(mosaic.lenses) // 4))
    layouts = [Layout(first + start / starts, mirrored) for start in range(starts) for mirrored in (False, True)]
    glances = [straight(mosaic, layout, areas, _sheet_size(facts), glance=True) for layout in layouts]
    scores = [_quality(facts, sheet) for sheet in glances]
    return layouts[scores.index(max(scores))]


def _sheet_size(facts: Facts) -> tuple[float, float]:
    margin, (width, height) = _margin(facts), sheet_box(facts.size)
    return (width - 2 * margin) / WIDER, height - 2 * margin


def _quality(facts: Facts, sheet: Sheet) -> float:
    """Compact regions, above all the least compact one; and the map's order should be the order of reading."""
    shapes = sheet.polygons()[: facts.size]
    compact = roundness(shapes)
    even = shapely.area(shapes) / shapely.area(shapes).mean()
    return float(compact.mean() + compact.min() + 0.5 * min(1.0, even.min()) + 0.6 * _reading(sheet, shapes))


def _reading(sheet: Sheet, shapes: Any) -> float:
    """How well the map's order agrees with reading from the top left to the bottom right, from -1 to 1."""
    x, y = shapely.get_coordinates(shapely.centroid(shapes)).T
    order = np.arange(len(shapes)) - (len(shapes) - 1) / 2
    along = 3 * (y / sheet.height - 0.5) + (x / sheet.width - 0.5)
    along = along - along.mean()
    return float(order @ along / (math.sqrt(float(order @ order) * float(along @ along)) + 1e-9))


def _finished(facts: Facts, sketch: Sketch, chance: random.Random) -> list[list[Spot]] | None:
    """The outlines as they are printed; nothing if they do not show the facts."""
    sheet = sketch.sheet
    relax(sheet, sketch.areas, SHAPED, 1.5)
    sheet.places = sheet.places * [WIDER, 1.0]
    sheet.width *= WIDER
    lines = grown(sheet, facts.board.terrain, chance)
    if lines is None:
        return None
    rings = [_ring(ring(sheet, lines, cell) + _margin(facts)) for cell in range(facts.size)]
    return rings if true_to(rings, facts.links, facts.frame, sheet_box(facts.size)) else None


def _ring(points: Points) -> list[Spot]:
    """An outline in plain numbers, from the point nearest to the top left on."""
    spots = [(_plain(x), _plain(y)) for x, y in points.tolist()]
    first = min(range(len(spots)), key=lambda n: (sum(spots[n]), spots[n]))
    return spots[first:] + spots[:first]


def _plain(number: float) -> float:
    return int(number) if number == int(number) else round(number, 3)


def _written(data: dict[str, Any], facts: Facts, rings: list[list[Spot]]) -> dict[str, Any]:
    """The map's JSON with the drawing in it; what it said before stays, but for an older drawing."""
    head = {key: value for key, value in data.items() if key not in ("regions", "box", "geometry")}
    regions = []
    for number, (region, outline) in enumerate(zip(data["regions"], rings, strict=True)):
        plain = {key: value for key, value in region.items() if key not in GEOMETRY}
        places = room(outline)
        drawn = {
            "edge": number in facts.frame,
            "anchor": list(places.anchor),
            "inradius": places.inradius,
            "slot_radius": places.slot_radius,
            "slots": [list(slot) for slot in places.slots],
            "polygon": [list(spot) for spot in outline],
        }
        regions.append(plain | drawn)
    return head | {"geometry": "drawn", "box": list(sheet_box(facts.size)), "regions": regions}
