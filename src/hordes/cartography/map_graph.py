"""The graph of a map: regions, neighbours, and which regions touch the frame.

The engine validates the map first; here only what matters for drawing is checked.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import networkx as nx

from hordes.engine.core.bits import listed
from hordes.engine.errors import BadPosition
from hordes.smallworld.state.board import Board
from hordes.smallworld.text.map_reader import board_from_json

OUTSIDE = -1
"""The vertex for everything beyond the frame."""

Link = tuple[int, int]


class Undrawable(BadPosition):
    """A map that is legal but not planar."""


@dataclass(frozen=True)
class MapGraph:
    """A map as a graph: vertices are regions in the map's order, links go from the smaller to the larger number."""

    board: Board
    links: tuple[Link, ...]
    frame: frozenset[int]

    @property
    def size(self) -> int:
        """Number of regions."""
        return int(self.board.size)

    def graph(self) -> nx.Graph:
        """The graph of regions and the outside."""
        return _graph(self.size, self.links, self.frame)


def read_map_graph(data: Any) -> MapGraph:
    """Read the graph from a map's JSON; raises `BadPosition` with an explanation.

    >>> hill = {"id": "a", "terrain": "hill", "border": True, "adjacent": ["b"]}
    >>> bog = {"id": "b", "terrain": "swamp", "adjacent": ["a"]}
    >>> read_map_graph({"turns": 3, "regions": [hill, bog]}).frame
    frozenset({0})
    """
    board = board_from_json(data)
    size = int(board.size)
    links = tuple((n, int(other)) for n in range(size) for other in listed(board.adjacent[n]) if n < other)
    _check_connected(board, links)
    obstruction = _obstruction(_graph(size, links, ()))
    if obstruction is not None:
        raise Undrawable(
            f"The map cannot be drawn without crossing borders: {_describe_obstruction(board, obstruction)}"
        )
    return MapGraph(board, links, _frame(board, links))


def _graph(size: int, links: Iterable[Link], frame: Iterable[int]) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(links)
    graph.add_edges_from((OUTSIDE, n) for n in frame)
    return graph


def _check_connected(board: Board, links: Sequence[Link]) -> None:
    parts = sorted(nx.connected_components(_graph(int(board.size), links, ())), key=len)
    if len(parts) > 1:
        cut_off = ", ".join(_titles(board, parts[0]))
        raise Undrawable(f"The map falls into {len(parts)} parts without a border between them; one part is {cut_off}.")


def _frame(board: Board, links: Sequence[Link]) -> frozenset[int]:
    """Regions at the frame: the border regions, unless the map says otherwise with `edge`.

    Races may also enter over the shore of a sea at the frame, so a border region on such a shore need not be at the
    frame. It is placed there if that keeps the graph planar.
    """
    border = set(listed(board.border))
    given = {n: region["edge"] for n, region in enumerate(board.data["regions"]) if "edge" in region}
    for n, edge in given.items():
        if not isinstance(edge, bool):
            raise Undrawable(f"`edge` of region {board.ids[n]} is true or false.")
        if edge and n not in border:
            raise Undrawable(f"{_titles(board, [n])[0]} touches the frame (`edge`) and so must be a border region.")
    seas = {n for n in listed(board.sea & board.border) if given.get(n, True)}
    shore = {n for n in border if n not in seas and seas & set(listed(board.adjacent[n]))}
    inner = {n for n in border if given.get(n) is False}
    for n in sorted(inner - shore):
        raise Undrawable(
            f"{_titles(board, [n])[0]} is a border region, so it must touch the frame (`edge`) or a sea that does."
        )
    firm = {n for n in border - inner if n not in shore or given.get(n)}
    return _roomy(board, links, firm, sorted(border - inner - firm))


def _roomy(board: Board, links: Sequence[Link], firm: set[int], wishes: Sequence[int]) -> frozenset[int]:
    """The fixed regions at the frame, and as many optional ones as keep the graph planar."""
    size = int(board.size)
    if _is_planar(_graph(size, links, firm.union(wishes))):
        return frozenset(firm.union(wishes))
    obstruction = _obstruction(_graph(size, links, firm))
    if obstruction is not None:
        raise Undrawable(f"Not all border regions can lie at the frame: {_describe_obstruction(board, obstruction)}")
    for wish in wishes:
        if _is_planar(_graph(size, links, firm | {wish})):
            firm = firm | {wish}
    return frozenset(firm)


def _is_planar(graph: nx.Graph) -> bool:
    return bool(nx.check_planarity(graph)[0])


def _obstruction(graph: nx.Graph) -> nx.Graph | None:
    """A non-planar subgraph (Kuratowski), or None if the graph is planar."""
    planar, counterexample = nx.check_planarity(graph, counterexample=True)
    return None if planar else counterexample


def _describe_obstruction(board: Board, obstruction: nx.Graph) -> str:
    """The obstruction in words: the five or six regions that it connects."""
    knots = sorted(n for n in obstruction if obstruction.degree(n) > 2)
    if len(knots) == 5:
        return f"{_listed(_titles(board, knots))} all reach each other, directly or over regions between."
    one = _opposite(obstruction, knots)
    other = [n for n in knots if n not in one]
    return (
        f"each of {_listed(_titles(board, one))} reaches each of {_listed(_titles(board, other))}, "
        "directly or over regions between."
    )


def _opposite(obstruction: nx.Graph, knots: Sequence[int]) -> list[int]:
    """The part of a K3,3 that contains the first vertex: those without a path to it."""
    first = knots[0]
    return [first, *(n for n in knots[1:] if not _joined(obstruction, knots, first, n))]


def _joined(obstruction: nx.Graph, knots: Sequence[int], one: int, other: int) -> bool:
    bare = obstruction.subgraph([n for n in obstruction if n not in knots or n in (one, other)])
    return bool(nx.has_path(bare, one, other))


def _titles(board: Board, regions: Iterable[int]) -> list[str]:
    """Regions by id, with their names if they have one."""
    return [_title(board, n) for n in sorted(regions)]


def _title(board: Board, n: int) -> str:
    if n == OUTSIDE:
        return "the outside"
    key, name = board.ids[n], board.names[n]
    return key if name == key else f"{name} ({key})"


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
