"""Random planar maps for property tests, and an independent check that a drawing shows the borders of its map."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Mapping
from typing import Any

import shapely
from hypothesis import strategies as st

from hordes.smallworld.state.board import LAND_TERRAINS, SYMBOLS, WATER_TERRAINS

Links = set[frozenset[int]]

SEEN = 9.0


@st.composite
def planar_maps(draw: st.DrawFn, most: int) -> dict[str, Any]:
    """A connected map of 2 to `most` regions: triangles within triangles, or points of the plane; some links left out.

    What is left out makes trees, leaves, cut regions, rings; all, some or none of the outer regions are border.
    """
    size = draw(st.integers(2, most))
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))  # no three points on a line
    links, outer = draw(st.sampled_from([nested, scattered]))(size, rng)
    keep, border = draw(st.sampled_from([0.0, 0.5, 0.9, 1.0])), draw(st.sampled_from([0.0, 0.4, 1.0]))
    kept = thinned(size, links, keep, rng)
    return as_map(size, kept, {n for n in outer if rng.random() < border}, rng)


def nested(size: int, rng: Any) -> tuple[Links, set[int]]:
    links = {frozenset(pair) for pair in itertools.combinations(range(min(size, 3)), 2)}
    faces = [(0, 1, 2)]
    for new in range(3, size):
        face = faces.pop(rng.randrange(len(faces)))
        links |= {frozenset((corner, new)) for corner in face}
        faces += [(*pair, new) for pair in itertools.combinations(face, 2)]
    return links, set(range(min(size, 3)))


def scattered(size: int, rng: Any) -> tuple[Links, set[int]]:
    """Jittered points on circles, and all links that cross no shorter one."""
    spots = [(rng.random() + n % 7, rng.random() + n // 7) for n in range(size)]
    wanted = sorted(itertools.combinations(range(size), 2), key=lambda pair: math.dist(spots[pair[0]], spots[pair[1]]))
    lines: dict[frozenset[int], shapely.LineString] = {}
    for one, other in wanted[: 8 * size]:
        line = shapely.LineString([spots[one], spots[other]])
        if not any(line.crosses(old) for old in lines.values()):
            lines[frozenset((one, other))] = line
    near = dict.fromkeys(frozenset(pair) for pair in itertools.pairwise(range(size)))
    for pair in near:
        one, other = sorted(pair)
        line = shapely.LineString([spots[one], spots[other]])
        if not any(line.crosses(old) for old in lines.values()):
            lines[pair] = line
    hull = shapely.convex_hull(shapely.MultiPoint(spots))
    return set(lines), {n for n in range(size) if hull.boundary.distance(shapely.Point(spots[n])) < 1e-9}


def thinned(size: int, links: Links, keep: float, rng: Any) -> Links:
    """A random spanning tree of the links, and some of the others."""
    part = list(range(size))
    kept: Links = set()
    order = sorted(links, key=sorted)
    rng.shuffle(order)
    for link in order:
        one, other = sorted(link)
        if part[one] != part[other]:
            part = [part[other] if label == part[one] else label for label in part]
            kept.add(link)
        elif rng.random() < keep:
            kept.add(link)
    for one, other in itertools.pairwise(range(size)):
        if part[one] != part[other]:  # what the plane left apart is joined by a path, which keeps it planar
            part = [part[other] if label == part[one] else label for label in part]
            kept.add(frozenset((one, other)))
    return kept


def as_map(size: int, links: Links, border: set[int], rng: Any) -> dict[str, Any]:
    regions = [
        {
            "id": n,
            "terrain": rng.choice(LAND_TERRAINS + WATER_TERRAINS),
            "symbols": rng.sample(SYMBOLS, rng.choice([0, 0, 1, 2])),
            "border": n in border,
            "lost_tribe": rng.random() < 0.3,
            "adjacent": [other for other in range(size) if frozenset((n, other)) in links and n != other],
        }
        for n in range(size)
    ]
    return {"turns": 8, "regions": regions}


def assert_shows(drawn: Mapping[str, Any]) -> None:
    """The outlines share borders exactly where the list says so; frame, overlaps and places are right.

    Measured by intersecting whole outlines, not by comparing their points.
    """
    regions = drawn["regions"]
    shapes = [shapely.Polygon(region["polygon"]) for region in regions]
    frame = shapely.box(0, 0, *drawn["box"]).exterior
    assert all(shape.is_valid and shape.area > 0 for shape in shapes)
    for region, shape in zip(regions, shapes, strict=True):
        rim = shape.exterior.intersection(frame).length
        assert rim > SEEN if region["edge"] else rim == 0, region["id"]
        assert shape.contains(shapely.Point(region["anchor"]))
        assert len(region["slots"]) == 4
        assert all(shape.contains(shapely.Point(slot)) for slot in region["slots"])
    for (one, left), (other, right) in itertools.combinations(zip(regions, shapes, strict=True), 2):
        names = (one["id"], other["id"])
        assert left.intersection(right).area < 1e-6, names
        length = left.exterior.intersection(right.exterior).length
        assert length > SEEN if other["id"] in one["adjacent"] else length < 1e-6, (names, length)
