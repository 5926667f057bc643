"""A drawn map as a self-contained SVG picture."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

import numpy as np
import shapely

from hordes.cartography.scenery import DARK, GROUND, OTHER_GROUND, SIGNS, ground, scatter_signs
from hordes.engine.map_sketch import DrawnMap, MapSketch, RegionSketch

SIZES = range(16, 8, -1)
"""Font sizes of names; the largest that fits is used."""

LETTER_WIDTH = 0.6
"""Width of a letter, in font sizes."""

ICON_WIDTH = 29
"""Width of a symbol in a row."""

DEFAULT_WIDTH = 1212
"""Default width of the picture."""

STEP = 6.0
"""Spacing of the positions tried for a label."""

STYLE = """\
text{font-family:"DejaVu Sans",Verdana,"Noto Sans",sans-serif;text-anchor:middle;paint-order:stroke;\
stroke-linejoin:round;stroke-width:3.2px}
.on-dark{fill:#fff;stroke:#241d18}.on-light{fill:#2b1c0e;stroke:#fff8e4}.id{stroke-width:2.4px}"""


@dataclass(frozen=True)
class RegionLabel:
    """Label of a region: name, symbols above, number below, and its position."""

    lines: tuple[str, ...]
    icons: tuple[str, ...]
    number: str
    size: int
    middle: tuple[float, float] = (0.0, 0.0)

    @property
    def width(self) -> float:
        """Width of its widest row."""
        letters = max((len(line) for line in self.lines), default=0)
        return max(letters * self.size * LETTER_WIDTH, len(self.icons) * ICON_WIDTH, len(self.number) * 7 + 24) + 4

    @property
    def height(self) -> float:
        """Total height of its rows."""
        return (ICON_WIDTH + 2 if self.icons else 0) + len(self.lines) * self.size * 1.1 + 13

    def box(self) -> shapely.Polygon:
        """Its bounding box."""
        (x, y), wide, high = self.middle, self.width / 2, self.height / 2
        return shapely.box(x - wide, y - high, x + wide, y + high)


def map_svg(sketch: MapSketch, drawn: DrawnMap) -> str:
    """SVG of a drawn map.

    Every outline is filled, shaded and decorated by terrain; uncovered areas are rock.
    """
    width, height = drawn.size
    regions, outlines = sketch.regions, drawn.outlines
    shapes = [shapely.Polygon(outline.polygon) for outline in outlines]
    labels = [
        _placed(region, outline.anchor, shape, drawn.size)
        for region, outline, shape in zip(regions, outlines, shapes, strict=True)
    ]
    paths = ["M" + " ".join(f"{x:g},{y:g}" for x, y in outline.polygon) + "Z" for outline in outlines]
    rng = random.Random(f"scenery of {sketch.id}")
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 {width + 12} {height + 12}"',
        f' width="{DEFAULT_WIDTH}" height="{round(DEFAULT_WIDTH * (height + 12) / (width + 12))}" role="img">',
        f"<title>{escape(sketch.title or 'A map of one’s own')}</title>",
        f"<style>{STYLE}</style><defs>{SIGNS}",
        *(f'<clipPath id="r{n}"><path d="{path}"/></clipPath>' for n, path in enumerate(paths)),
        "</defs>",
        f'<rect width="{width}" height="{height}" fill="url(#rock)"/>',
    ]
    for number, (region, shape, path) in enumerate(zip(regions, shapes, paths, strict=True)):
        out += _country(number, region.terrain, path, scatter_signs(shape, region.terrain, labels[number].box(), rng))
    whole = "".join(paths)
    out += [
        f'<g fill="none" stroke-linejoin="round"><path d="{whole}" stroke="#46342a" stroke-width="6.6"/>',
        f'<path d="{whole}" stroke="#f8f0dc" stroke-width="3.4"/></g>',
        f'<rect x="-2" y="-2" width="{width + 4}" height="{height + 4}" rx="5" fill="none" stroke="#46342a"',
        ' stroke-width="8"/>',
    ]
    for region, label in zip(regions, labels, strict=True):
        out += _lettering(region, label)
    return "\n".join([*out, "</svg>", ""])


def _country(number: int, terrain: str, path: str, signs: list[str]) -> list[str]:
    """A region's area, lighter in the middle, with its decoration."""
    over = ground(terrain, number)
    return [
        f'<g clip-path="url(#r{number})"><path d="{path}" fill="{GROUND.get(terrain, OTHER_GROUND)}"/>',
        f'<path d="{path}" fill="{over}"/>' if over else "",
        f'<g fill="none" stroke="#1d150c" stroke-opacity=".07"><path d="{path}" stroke-width="34"/>',
        f'<path d="{path}" stroke-width="22"/><path d="{path}" stroke-width="13"/></g>',
        *signs,
        "</g>",
    ]


def _placed(
    region: RegionSketch, anchor: tuple[float, float], shape: shapely.Polygon, box: tuple[float, float]
) -> RegionLabel:
    """The largest label that fits, as near to the region's anchor as possible."""
    name, icons = region.name, region.symbols
    number = region.id if name != region.id else ""
    spots = _spots(shape, anchor)
    for size in SIZES:
        for lines in _wrapped(name):
            label = RegionLabel(lines, icons, number, size)
            fits = _fitting(shape, spots, label)
            if fits.any():
                x, y = spots[int(np.argmax(fits))]
                return RegionLabel(lines, icons, number, size, (float(x), float(y)))
    label = RegionLabel(_wrapped(name)[-1], icons, number, SIZES[-1])
    x, y = (
        min(max(float(spot), half), length - half)
        for spot, half, length in zip(anchor, (label.width / 2, label.height / 2), box, strict=True)
    )
    return RegionLabel(label.lines, icons, number, label.size, (x, y))


def _spots(shape: shapely.Polygon, anchor: Sequence[float]) -> Any:
    """Candidate positions, the nearest to the anchor first."""
    left, top, right, low = shape.bounds
    x, y = np.meshgrid(np.arange(left, right, STEP), np.arange(top, low, STEP))
    spots = np.concatenate([[anchor], np.column_stack([x.ravel(), y.ravel()])])
    return spots[np.argsort(((spots - anchor) ** 2).sum(1), kind="stable")]


def _fitting(shape: shapely.Polygon, spots: Any, label: RegionLabel) -> Any:
    """Which positions have room for the label, with some distance from the border."""
    wide, high = label.width / 2 + 3, label.height / 2 + 4
    around = [(x, y) for x in (-wide, 0, wide) for y in (-high, 0, high)]
    return np.all([shapely.contains_xy(shape, spots[:, 0] + x, spots[:, 1] + y) for x, y in around], axis=0)


def _wrapped(name: str) -> list[tuple[str, ...]]:
    """A name in one line or, if it has a space, two lines split most evenly.

    >>> _wrapped("Standing Stones")
    [('Standing Stones',), ('Standing', 'Stones')]
    """
    words = name.split()
    splits = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))]
    return [(name,), *sorted(splits, key=lambda split: max(map(len, split)))[:1]]


def _lettering(region: RegionSketch, label: RegionLabel) -> list[str]:
    """Symbols, name and number; two dots beside the number mark regions where races may enter."""
    x, y = label.middle
    y -= label.height / 2
    tone = "on-dark" if region.terrain in DARK else "on-light"
    out = []
    for place, icon in enumerate(label.icons):
        at = x + (place - (len(label.icons) - 1) / 2) * ICON_WIDTH
        out.append(f'<use href="#{icon}" x="{at:.0f}" y="{y + ICON_WIDTH / 2:.0f}"/>')
    y += ICON_WIDTH + 2 if label.icons else 0
    for line in label.lines:
        y += label.size * 1.1
        out.append(
            f'<text class="{tone}" x="{x:.0f}" y="{y - label.size * 0.2:.0f}" font-size="{label.size}" '
            f'font-weight="600">{escape(line)}</text>'
        )
    if label.number:
        out.append(f'<text class="{tone} id" x="{x:.0f}" y="{y + 11:.0f}" font-size="11">{escape(label.number)}</text>')
    if region.is_entrance:
        off = 5 + 4 * len(label.number)
        out += [
            f'<circle cx="{x + side * off:.0f}" cy="{y + 7:.0f}" r="3" fill="#ffd75e" stroke="#2b1c0e"/>'
            for side in (-1, 1)
        ]
    return out
