"""Planar embedding of a map's graph, without coordinates.

The graph, with a vertex for the outside, is embedded in the plane and its faces are triangulated: then only three cells
meet at any point, and regions that are not neighbours never touch at a corner. A face is split where two of its regions
are neighbours anyway (they get another piece of common border). What cannot be split becomes a *gap*: a cell that
belongs to nobody and separates the regions around it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import networkx as nx

from hordes.cartography.map_graph import OUTSIDE, MapGraph, pairs, ring_steps


@dataclass(frozen=True)
class Lens:
    """A cell inserted into the border that crosses an edge, given by one of the edge's halves."""

    half: int
    cell: int


@dataclass
class PlanarMap:
    """A triangulation stored as half-edges: h starts at `origin[h]`, its twin is h ^ 1, their edge is h >> 1.

    Cells below `size` are the map's regions, the others are gaps.
    """

    size: int
    cells: int
    origin: list[int] = field(default_factory=list)
    faces: list[list[int]] = field(default_factory=list)
    lenses: list[Lens] = field(default_factory=list)

    def add_edge(self, one: int, other: int) -> int:
        """Add an edge; returns its half that starts at `one`."""
        self.origin += [one, other]
        return len(self.origin) - 2

    def insert_lens(self, lens: Lens) -> None:
        """Insert a cell into the border between two others, which then meet on either side of it."""
        half = lens.half
        one, other = self.origin[half], self.origin[half ^ 1]
        # the old edge stays on one side of the lens, `again` doubles it on the other
        again, into, out_of = self.add_edge(one, other), self.add_edge(one, lens.cell), self.add_edge(lens.cell, other)
        face = next(face for face in self.faces if half ^ 1 in face)
        face[face.index(half ^ 1)] = again ^ 1
        self.faces += [[half ^ 1, into, out_of], [again, out_of ^ 1, into ^ 1]]
        self.cells = max(self.cells, lens.cell + 1)
        self.lenses.append(lens)

    def without_lenses(self) -> PlanarMap:
        """The planar map before the first lens was inserted."""
        if not self.lenses:
            return self
        count, faces = len(self.origin), [list(face) for face in self.faces]
        for lens in reversed(self.lenses):
            # undo `insert_lens`: three edges are six half-edges, and the last two faces are its own
            count -= 6
            del faces[-2:]
            face = next(face for face in faces if count + 1 in face)
            face[face.index(count + 1)] = lens.half ^ 1
        gone = {lens.cell for lens in self.lenses}
        cells = max(self.size, 1 + max(cell for cell in range(self.cells) if cell not in gone))
        return PlanarMap(self.size, cells, self.origin[:count], faces)

    def corner_faces(self) -> dict[int, int]:
        """The face of every half-edge."""
        return {half: number for number, face in enumerate(self.faces) for half in face}

    def rotation(self, cell: int) -> list[int]:
        """The half-edges out of a cell, in cyclic order."""
        before = {half: previous for face in self.faces for previous, half in ring_steps(face)}
        first = self.origin.index(cell)
        turn = [first]
        while (half := before[turn[-1]] ^ 1) != first:
            turn.append(half)
        return turn

    def gap_cells(self) -> range:
        """The cells that belong to nobody."""
        return range(self.size, self.cells)


@dataclass(frozen=True)
class Chord:
    """A diagonal of a face between two of its corners."""

    start: int
    end: int


def build_planar_map(map_graph: MapGraph, rng: random.Random) -> PlanarMap:
    """Build the planar map. Where the graph allows several embeddings, one is chosen at random."""
    planar_map = PlanarMap(map_graph.size, map_graph.size)
    graph = _shuffled(map_graph.graph(), rng)
    pendants = _remove_pendants(graph, map_graph)
    # the embedding depends on the order of the nodes, which `_shuffled` has randomised
    embedding = nx.check_planarity(graph)[1]
    halves: dict[tuple[int, int], int] = {}
    for one, other in graph.edges():
        halves[one, other] = planar_map.add_edge(one, other)
        halves[other, one] = halves[one, other] ^ 1
    faces = _face_walks(embedding, halves)
    if not map_graph.frame:
        _put_outside(planar_map, faces)
    known = pairs(map_graph.links) | {frozenset((OUTSIDE, n)) for n in map_graph.frame}
    for face in faces:
        _triangulate(planar_map, face, known, rng)
    # in reverse order: a pendant may hang on one that was removed later
    for pendant in reversed(pendants):
        _insert_pendant(planar_map, pendant, rng)
    return planar_map


@dataclass(frozen=True)
class PendantRegion:
    """A region off the frame with only one neighbour, or with two adjacent neighbours."""

    cell: int
    on: tuple[int, ...]


def _remove_pendants(graph: nx.Graph, map_graph: MapGraph) -> list[PendantRegion]:
    """Remove pendant regions from the graph until none is left.

    They are inserted again after the rest is laid out. Laid out at once, long branches would become tiny.
    """
    pendants: list[PendantRegion] = []
    while pendant := next((pendant for n in sorted(graph) if (pendant := _pendant_region(graph, map_graph, n))), None):
        graph.remove_node(pendant.cell)
        pendants.append(pendant)
    return pendants


def _pendant_region(graph: nx.Graph, map_graph: MapGraph, n: int) -> PendantRegion | None:
    if n == OUTSIDE or n in map_graph.frame or sum(cell != OUTSIDE for cell in graph) <= 2:
        return None
    on = tuple(sorted(graph[n]))
    return PendantRegion(n, on) if len(on) == 1 or (len(on) == 2 and graph.has_edge(*on)) else None


def _insert_pendant(planar_map: PlanarMap, pendant: PendantRegion, rng: random.Random) -> None:
    """Insert a pendant region: into the border of its two neighbours, or of its only neighbour and a gap."""
    if len(pendant.on) == 2:
        planar_map.insert_lens(Lens(_some_half(planar_map, pendant.on[0], {pendant.on[1]}, rng), pendant.cell))
        return
    region = pendant.on[0]
    gaps = {planar_map.origin[half ^ 1] for half in planar_map.rotation(region)} & set(planar_map.gap_cells())
    if not gaps:
        # no gap beside the region yet, so make one to put the pendant in
        gaps = {planar_map.cells}
        beside = set(range(planar_map.size)) - {region}
        planar_map.insert_lens(Lens(_some_half(planar_map, region, beside, rng), planar_map.cells))
    planar_map.insert_lens(Lens(_some_half(planar_map, region, gaps, rng), pendant.cell))


def _some_half(planar_map: PlanarMap, region: int, others: set[int], rng: random.Random) -> int:
    return rng.choice([half for half in planar_map.rotation(region) if planar_map.origin[half ^ 1] in others])


def _shuffled(graph: nx.Graph, rng: random.Random) -> nx.Graph:
    nodes, edges = list(graph.nodes), list(graph.edges)
    rng.shuffle(nodes)
    rng.shuffle(edges)
    again = nx.Graph()
    again.add_nodes_from(nodes)
    again.add_edges_from(edges)
    return again


def _face_walks(embedding: nx.PlanarEmbedding, halves: dict[tuple[int, int], int]) -> list[list[int]]:
    """Every face as its cycle of half-edges."""
    seen: set[tuple[int, int]] = set()
    rings = [
        embedding.traverse_face(one, other, mark_half_edges=seen) for one, other in halves if (one, other) not in seen
    ]
    return [[halves[step] for step in ring_steps(ring)] for ring in rings]


def _put_outside(planar_map: PlanarMap, faces: list[list[int]]) -> None:
    """No region touches the frame: the longest face becomes the outside, and a margin is added later."""
    face = max(faces, key=len)
    faces.remove(face)
    _fan(planar_map, face, OUTSIDE)


def _triangulate(planar_map: PlanarMap, face: list[int], known: set[frozenset[int]], rng: random.Random) -> None:
    """Split a face along diagonals between neighbours, and fill the rest with a gap."""
    if len(face) == 3:
        planar_map.faces.append(face)
        return
    chords = _chords([planar_map.origin[half] for half in face], known)
    if not chords:
        _fan(planar_map, face, planar_map.cells)
        planar_map.cells += 1
        return
    chord = rng.choice(chords)
    half = planar_map.add_edge(planar_map.origin[face[chord.end]], planar_map.origin[face[chord.start]])
    _triangulate(planar_map, [*face[chord.start : chord.end], half], known, rng)
    _triangulate(planar_map, [*face[chord.end :], *face[: chord.start], half ^ 1], known, rng)


def _chords(corners: Sequence[int], known: set[frozenset[int]]) -> list[Chord]:
    """All diagonals between corners of a face that are neighbours.

    Regions that are adjacent along the face itself get none: that would nest gaps in gaps.
    """
    count = len(corners)
    sides = pairs(ring_steps(corners))
    return [
        Chord(i, j)
        for i in range(count)
        for j in range(i + 2, count)
        if (pair := frozenset((corners[i], corners[j]))) in known and pair not in sides
    ]


def _fan(planar_map: PlanarMap, face: list[int], cell: int) -> None:
    """Insert a cell into a face: it is adjacent to every corner, once per occurrence."""
    spokes = [planar_map.add_edge(planar_map.origin[half], cell) for half in face]
    for half, (spoke, after) in zip(face, ring_steps(spokes), strict=True):
        planar_map.faces.append([half, after, spoke ^ 1])
