"""The graph of a map: regions, neighbours, and which regions touch the frame.

The map's game has made the sketch and validated it; here only what matters for drawing is checked.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import networkx as nx

from hordes.engine.errors import BadPosition
from hordes.engine.map_sketch import MapSketch

OUTSIDE = -1
"""The vertex for everything beyond the frame."""

Link = tuple[int, int]


class Undrawable(BadPosition):
    """A map that is legal but not planar."""


@dataclass(frozen=True)
class MapGraph:
    """A map as a graph: vertices are regions in the map's order, links go from the smaller to the larger number."""

    sketch: MapSketch
    links: tuple[Link, ...]
    frame: frozenset[int]

    @property
    def size(self) -> int:
        """Number of regions."""
        return len(self.sketch.regions)

    def graph(self) -> nx.Graph:
        """The graph of regions and the outside."""
        return _graph(self.size, self.links, self.frame)


def build_map_graph(sketch: MapSketch) -> MapGraph:
    """The graph of a map; raises `Undrawable` with an explanation where there is no plane drawing.

    >>> from hordes.engine.map_sketch import RegionSketch
    >>> hill = RegionSketch("a", "a", "hill", (1,), is_entrance=True)
    >>> build_map_graph(MapSketch("", "", (hill, RegionSketch("b", "b", "swamp", (0,))), frozenset({0}))).links
    ((0, 1),)
    """
    size = len(sketch.regions)
    links = tuple((n, other) for n, region in enumerate(sketch.regions) for other in region.neighbours if n < other)
    _check_connected(sketch, links)
    obstruction = _obstruction(_graph(size, links, ()))
    if obstruction is not None:
        raise Undrawable(
            f"The map cannot be drawn without crossing borders: {_describe_obstruction(sketch, obstruction)}"
        )
    return MapGraph(sketch, links, _frame(sketch, links))


def _graph(size: int, links: Iterable[Link], frame: Iterable[int]) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(links)
    graph.add_edges_from((OUTSIDE, n) for n in frame)
    return graph


def _check_connected(sketch: MapSketch, links: Sequence[Link]) -> None:
    parts = sorted(nx.connected_components(_graph(len(sketch.regions), links, ())), key=len)
    if len(parts) > 1:
        cut_off = ", ".join(_titles(sketch, parts[0]))
        raise Undrawable(f"The map falls into {len(parts)} parts without a border between them; one part is {cut_off}.")


def _frame(sketch: MapSketch, links: Sequence[Link]) -> frozenset[int]:
    """The regions at the frame, and as many of those that may lie there as keep the graph planar."""
    size, firm = len(sketch.regions), set(sketch.at_frame)
    if _is_planar(_graph(size, links, firm | sketch.may_touch_frame)):
        return frozenset(firm | sketch.may_touch_frame)
    obstruction = _obstruction(_graph(size, links, firm))
    if obstruction is not None:
        raise Undrawable(f"Not all border regions can lie at the frame: {_describe_obstruction(sketch, obstruction)}")
    for wish in sorted(sketch.may_touch_frame):
        if _is_planar(_graph(size, links, firm | {wish})):
            firm = firm | {wish}
    return frozenset(firm)


def _is_planar(graph: nx.Graph) -> bool:
    return bool(nx.check_planarity(graph)[0])


def _obstruction(graph: nx.Graph) -> nx.Graph | None:
    """A non-planar subgraph (Kuratowski), or None if the graph is planar."""
    planar, counterexample = nx.check_planarity(graph, counterexample=True)
    return None if planar else counterexample


def _describe_obstruction(sketch: MapSketch, obstruction: nx.Graph) -> str:
    """The obstruction in words: the five or six regions that it connects."""
    knots = sorted(n for n in obstruction if obstruction.degree(n) > 2)
    if len(knots) == 5:
        return f"{_listed(_titles(sketch, knots))} all reach each other, directly or over regions between."
    one = _opposite(obstruction, knots)
    other = [n for n in knots if n not in one]
    return (
        f"each of {_listed(_titles(sketch, one))} reaches each of {_listed(_titles(sketch, other))}, "
        "directly or over regions between."
    )


def _opposite(obstruction: nx.Graph, knots: Sequence[int]) -> list[int]:
    """The part of a K3,3 that contains the first vertex: those without a path to it."""
    first = knots[0]
    return [first, *(n for n in knots[1:] if not _joined(obstruction, knots, first, n))]


def _joined(obstruction: nx.Graph, knots: Sequence[int], one: int, other: int) -> bool:
    bare = obstruction.subgraph([n for n in obstruction if n not in knots or n in (one, other)])
    return bool(nx.has_path(bare, one, other))


def _titles(sketch: MapSketch, regions: Iterable[int]) -> list[str]:
    """Regions by id, with their names if they have one."""
    return ["the outside" if n == OUTSIDE else sketch.region_title(n) for n in sorted(regions)]


def _listed(titles: Sequence[str]) -> str:
    return ", ".join(titles[:-1]) + " and " + titles[-1]


def pairs(links: Iterable[Link]) -> set[frozenset[int]]:
    """Links as unordered pairs."""
    return {frozenset(link) for link in links}


def ring_steps(ring: Sequence[int]) -> list[Link]:
    """The links around a ring.

    >>> ring_steps([1, 2, 3])
    [(1, 2), (2, 3), (3, 1)]
    """
    return list(itertools.pairwise([*ring, ring[0]]))
