"""What a map says, before anything is drawn: regions, who borders whom, and who touches the frame.

The engine's own validation comes first; here follows only what matters for a drawing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import networkx as nx

from hordes.engine.bits import listed
from hordes.engine.errors import BadPosition
from hordes.smallworld.board import Board, build

OUTSIDE = -1
"""The vertex that stands for everything beyond the frame."""

Link = tuple[int, int]


class Undrawable(BadPosition):
    """A map that the rules accept and that no drawing on paper can show."""


@dataclass(frozen=True)
class Facts:
    """A map as a graph: regions are numbers in the map's order, links go from the smaller to the larger."""

    board: Board
    links: tuple[Link, ...]
    frame: frozenset[int]

    @property
    def size(self) -> int:
        """How many regions there are."""
        return int(self.board.size)

    def graph(self) -> nx.Graph:
        """Regions, their borders, and the outside."""
        return _graph(self.size, self.links, self.frame)


def read_facts(data: Any) -> Facts:
    """The facts of a map's JSON; raises a `BadPosition` that says what is wrong with it.

    >>> hill = {"id": "a", "terrain": "hill", "border": True, "adjacent": ["b"]}
    >>> bog = {"id": "b", "terrain": "swamp", "adjacent": ["a"]}
    >>> read_facts({"turns": 3, "regions": [hill, bog]}).frame
    frozenset({0})
    """
    board = build(data)
    size = int(board.size)
    links = tuple((n, int(other)) for n in range(size) for other in listed(board.adjacent[n]) if n < other)
    _check_connected(board, links)
    found = _obstruction(_graph(size, links, ()))
    if found is not None:
        raise Undrawable(f"The map cannot be drawn without crossing borders: {_told(board, found)}")
    return Facts(board, links, _frame(board, links))


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
    """Who touches the frame: the border regions, as far as the map itself does not say otherwise by `edge`.

    A race may also enter over the shore of a sea at the frame, so a border region on such a shore need not lie at the
    frame itself. It does where there is room for it, and gives way where there is none.
    """
    border = set(listed(board.border))
    said = {n: region["edge"] for n, region in enumerate(board.data["regions"]) if "edge" in region}
    for n, edge in said.items():
        if not isinstance(edge, bool):
            raise Undrawable(f"`edge` of region {board.ids[n]} is true or false.")
        if edge and n not in border:
            raise Undrawable(f"{_titles(board, [n])[0]} touches the frame (`edge`) and so must be a border region.")
    seas = {n for n in listed(board.sea & board.border) if said.get(n, True)}
    shore = {n for n in border if n not in seas and seas & set(listed(board.adjacent[n]))}
    inner = {n for n in border if said.get(n) is False}
    for n in sorted(inner - shore):
        raise Undrawable(
            f"{_titles(board, [n])[0]} is a border region, so it must touch the frame (`edge`) or a sea that does."
        )
    firm = {n for n in border - inner if n not in shore or said.get(n)}
    return _roomy(board, links, firm, sorted(border - inner - firm))


def _roomy(board: Board, links: Sequence[Link], firm: set[int], wishes: Sequence[int]) -> frozenset[int]:
    """The firm regions at the frame, and as many of the wishes as have room there."""
    size = int(board.size)
    if _planar(_graph(size, links, firm.union(wishes))):
        return frozenset(firm.union(wishes))
    found = _obstruction(_graph(size, links, firm))
    if found is not None:
        raise Undrawable(f"Not all border regions can lie at the frame: {_told(board, found)}")
    for wish in wishes:
        if _planar(_graph(size, links, firm | {wish})):
            firm = firm | {wish}
    return frozenset(firm)


def _planar(graph: nx.Graph) -> bool:
    return bool(nx.check_planarity(graph)[0])


def _obstruction(graph: nx.Graph) -> nx.Graph | None:
    """A part of the graph that has no drawing (Kuratowski), or nothing when the whole has one."""
    planar, found = nx.check_planarity(graph, counterexample=True)
    return None if planar else found


def _told(board: Board, obstruction: nx.Graph) -> str:
    """The obstruction in words: the five or six regions that it ties together."""
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
    """The side of the first knot: those that no bare path joins with it."""
    first = knots[0]
    return [first, *(n for n in knots[1:] if not _joined(obstruction, knots, first, n))]


def _joined(obstruction: nx.Graph, knots: Sequence[int], one: int, other: int) -> bool:
    bare = obstruction.subgraph([n for n in obstruction if n not in knots or n in (one, other)])
    return bool(nx.has_path(bare, one, other))


def _titles(board: Board, regions: Iterable[int]) -> list[str]:
    """Regions as people find them in their file: by id, and by name where there is one."""
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


def walk(ring: Sequence[int]) -> list[Link]:
    """The steps around a ring.

    >>> walk([1, 2, 3])
    [(1, 2), (2, 3), (3, 1)]
    """
    return list(itertools.pairwise([*ring, ring[0]]))
