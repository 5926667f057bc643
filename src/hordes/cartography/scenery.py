"""Terrain decoration in SVG: small symbols scattered so that text stays legible."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import shapely

GROUND = {
    "farmland": "#ecc45f",
    "forest": "#3f7a41",
    "hill": "#9cc65a",
    "mountain": "#a5a3ab",
    "swamp": "#8a7156",
    "sea": "#3c7ab2",
    "lake": "#5aa6d0",
}
"""The colours of terrains."""
OTHER_GROUND = "#cbbf9d"
"""The colour of any other terrain."""

DARK = frozenset({"forest", "swamp", "sea", "lake"})
"""Terrains with light text."""

SIGNS = """\
<g id="tree"><ellipse cy="3.2" rx="7.4" ry="6.6" fill="#27502b"/><circle r="6.8" fill="#4a8a48"/>\
<circle cx="-1.9" cy="-2.3" r="3" fill="#66a45c"/></g>
<g id="fir"><path d="M0-10 6.4 5H-6.4Z" fill="#2a5a33"/><path d="M0-10 0 5H-6.4Z" fill="#47844a"/></g>
<g id="peak"><path d="M-16 11-3-11Q0-15 3-11L16 11Q0 14-16 11Z" fill="#74727c"/>\
<path d="M-16 11-3-11Q0-15 0-13L-3 2 1 12.6Q-8 13-16 11Z" fill="#c3c1ca"/>\
<path d="M-7-4-3-11Q0-15 3-11L7-4 3-6 0-2.5-3-6Z" fill="#fbfbff"/></g>
<g id="knoll"><path d="M-14 5Q-7-9 0-8T14 5Z" fill="#87b447"/>\
<path d="M-14 5Q-7-9 0-8T14 5" fill="none" stroke="#648d31" stroke-width="1.9" stroke-linecap="round"/>\
<path d="M-4 2 -4-1M-1.5 2-1-2M1 2 2-1" stroke="#648d31" stroke-width="1.1" stroke-linecap="round"/></g>
<g id="pool"><ellipse rx="12" ry="3.9" fill="#5f776f"/><path d="M-8 .6Q0 3 8 .6" fill="none" stroke="#a9b8a2" stroke-width="1.2"/></g>
<g id="reed"><path d="M-3 6Q-3.6 0-6-6M0 6V-9M3 6Q3.6 0 6-6" fill="none" stroke="#57602c" stroke-width="1.7" stroke-linecap="round"/>\
<path d="M0-9V-5" stroke="#4a3320" stroke-width="2.8" stroke-linecap="round"/></g>
<g id="farm"><path d="M-7-2H7V6H-7Z" fill="#f3e2bd"/><path d="M-2 1H2V6H-2Z" fill="#7a4a2c"/>\
<path d="M-9.5-1.5 0-9.5 9.5-1.500Z" fill="#a8452f"/></g>
<g id="sheaf"><path d="M0 5-4-5M0 5V-6M0 5 4-5" stroke="#b98426" stroke-width="1.7" stroke-linecap="round"/>\
<path d="M-2.5 1H2.5" stroke="#8a5c17" stroke-width="1.7"/></g>
<g id="wave"><path d="M-10 0Q-7.5-5-5 0Q-2.5-5 0 0Q2.5-5 5 0" fill="none" stroke="#d9edf8" stroke-opacity=".8" stroke-width="1.7" stroke-linecap="round"/></g>
<g id="sail"><path d="M-8 3H8L5 7.500H-5Z" fill="#5b3d27"/><path d="M-.5 2V-11L-7 1Z" fill="#fbf4df"/><path d="M1 2V-9L6.5 1Z" fill="#e8d6ae"/></g>
<pattern id="field" width="11" height="11" patternUnits="userSpaceOnUse" patternTransform="rotate(24)">\
<path d="M0 2.750H11" stroke="#f6d88a" stroke-width="3.2"/><path d="M0 8.250H11" stroke="#dda944" stroke-width="3.2"/></pattern>
<pattern id="field2" width="11" height="11" patternUnits="userSpaceOnUse" patternTransform="rotate(-38)">\
<path d="M0 2.750H11" stroke="#f6d88a" stroke-width="3.2"/><path d="M0 8.250H11" stroke="#dda944" stroke-width="3.2"/></pattern>
<pattern id="rock" width="26" height="26" patternUnits="userSpaceOnUse"><path d="M0 0H26V26H0Z" fill="#4b4038"/>\
<path d="M3 8 9 3 15 9 9 12ZM15 20 20 14 25 19 20 24ZM2 21 7 17 11 22Z" fill="#5d5047"/>\
<path d="M3 8 9 3 15 9M15 20 20 14 25 19M2 21 7 17 11 22" fill="none" stroke="#76685d" stroke-width="1.2"/></pattern>
<g id="mine"><circle r="13.5" fill="#fbf4e2"/><circle r="11.5" fill="#a83426"/>\
<path d="M-5 6 5-4M5 6-5-4" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>\
<path d="M-7-1.500Q-6-6-1.5-7M7-1.500Q6-6 1.5-7" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/></g>
<g id="magic"><circle r="13.5" fill="#fbf4e2"/><circle r="11.5" fill="#2c5aa8"/>\
<path d="M0-8.5 2.3-2.8 8.3-2.5 3.6 1.3 5.2 7.2 0 3.8-5.2 7.2-3.6 1.3-8.3-2.5-2.3-2.800Z" fill="#fde48a"/></g>
<g id="cavern"><circle r="13.5" fill="#fbf4e2"/><circle r="11.5" fill="#40352f"/>\
<path d="M-8 6Q-8.5-6.5 0-7T8 6Z" fill="#cbbfae"/><path d="M-4.2 6Q-4.5-1.5 0-2T4.2 6Z" fill="#171210"/></g>
<g id="tribe"><circle r="13.5" fill="#fbf4e2"/><circle r="11.5" fill="#7b5429"/>\
<path d="M-7.5 6 0-7 7.5 6Z" fill="#f7e4bb"/><path d="M-2 6 0-.5 2 6Z" fill="#4a2f15"/>\
<path d="M-1.8-8.5 0-6.5 1.8-8.5" fill="none" stroke="#f7e4bb" stroke-width="1.4"/></g>
"""
"""SVG definitions of all symbols."""


@dataclass(frozen=True)
class ScatterPattern:
    """How symbols are scattered on a terrain: weights, spacing, distance from the border, sizes."""

    signs: tuple[tuple[str, int], ...]
    step: float
    inset: float
    sizes: tuple[float, float]


SCATTER_PATTERNS = {
    "forest": ScatterPattern((("tree", 5), ("fir", 1)), 15.5, 7, (0.75, 1.15)),
    "mountain": ScatterPattern((("peak", 1),), 33, 15, (0.65, 1.15)),
    "hill": ScatterPattern((("knoll", 1),), 33, 12, (0.7, 1.1)),
    "swamp": ScatterPattern((("pool", 4), ("reed", 5)), 25, 11, (0.75, 1.15)),
    "farmland": ScatterPattern((("farm", 1), ("sheaf", 4)), 40, 15, (0.8, 1.05)),
    "sea": ScatterPattern((("wave", 16), ("sail", 1)), 36, 13, (0.85, 1.2)),
    "lake": ScatterPattern((("wave", 1),), 36, 13, (0.85, 1.2)),
}


def scatter_signs(shape: shapely.Polygon, terrain: str, taken: shapely.Geometry, rng: random.Random) -> list[str]:
    """The symbols of a region from back to front, away from the border and the excluded area."""
    pattern = SCATTER_PATTERNS.get(terrain)
    if pattern is None:
        return []
    ground = shapely.difference(shapely.buffer(shape, -pattern.inset), shapely.buffer(taken, 5))
    left, top, right, low = shape.bounds
    signs, weights = zip(*pattern.signs, strict=True)
    placed = []
    for row, y in enumerate(np.arange(top, low, pattern.step * 0.78)):
        for x in np.arange(left + row % 2 * pattern.step / 2, right, pattern.step):
            spot = (x + rng.uniform(-0.25, 0.25) * pattern.step, y + rng.uniform(-0.2, 0.2) * pattern.step)
            sign, size = rng.choices(signs, weights)[0], rng.uniform(*pattern.sizes)
            if shapely.contains_xy(ground, *spot):
                placed.append((spot[1], spot[0], sign, size))
    return [_sign(sign, x, y, size) for y, x, sign, size in sorted(placed)]


def _sign(sign: str, x: float, y: float, size: float) -> str:
    return f'<use href="#{sign}" transform="translate({x:.0f} {y:.0f})scale({size:.2f})"/>'


def ground(terrain: str, number: int) -> str:
    """Pattern over the terrain's colour: furrows in two directions."""
    return f"url(#field{'2' if number % 2 else ''})" if terrain == "farmland" else ""
