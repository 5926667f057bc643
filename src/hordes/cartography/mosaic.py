"""How the pieces of a map fit together, without any coordinates.

The map's graph, with a vertex for the outside, is embedded in the plane and its faces are cut down to triangles: then
only three pieces meet at any point, and nobody touches at a corner whom the facts keep apart. A face is cut where two
of its regions are neighbours anyway (they get another stretch of common border). What cannot be cut becomes a *rift*:
a piece of nobody's ground that holds apart the regions around it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import networkx as nx

from hordes.cartography.facts import OUTSIDE, Facts, pairs, walk


@dataclass(frozen=True)
class Lens:
    """A cell that lies on the border which crosses an edge, given by one of its halves."""

    half: int
    cell: int


@dataclass
class Mosaic:
    """Triangles of half-edges. Half-edge h runs from `origin[h]`; its other half is h ^ 1; h >> 1 is their edge.

    Cells from 0 are the map's regions, cells from `size` on are rifts.
    """

    size: int
    cells: int
    origin: list[int] = field(default_factory=list)
    faces: list[list[int]] = field(default_factory=list)
    lenses: list[Lens] = field(default_factory=list)

    def add_edge(self, one: int, other: int) -> int:
        """A new edge; its half from `one` is returned."""
        self.origin += [one, other]
        return len(self.origin) - 2

    def put_lens(self, lens: Lens) -> None:
        """Put a cell on the border between two others, which then have a stretch of border on either side of it."""
        half = lens.half
        one, other = self.origin[half], self.origin[half ^ 1]
        again, into, out_of = self.add_edge(one, other), self.add_edge(one, lens.cell), self.add_edge(lens.cell, other)
        face = next(face for face in self.faces if half ^ 1 in face)
        face[face.index(half ^ 1)] = again ^ 1
        self.faces += [[half ^ 1, into, out_of], [again, out_of ^ 1, into ^ 1]]
        self.cells = max(self.cells, lens.cell + 1)
        self.lenses.append(lens)

    def bare(self) -> Mosaic:
        """The mosaic before the first lens."""
        if not self.lenses:
            return self
        count, faces = len(self.origin), [list(face) for face in self.faces]
        for lens in reversed(self.lenses):
            count -= 6
            del faces[-2:]
            face = next(face for face in faces if count + 1 in face)
            face[face.index(count + 1)] = lens.half ^ 1
        gone = {lens.cell for lens in self.lenses}
        cells = max(self.size, 1 + max(cell for cell in range(self.cells) if cell not in gone))
        return Mosaic(self.size, cells, self.origin[:count], faces)

    def corner_faces(self) -> dict[int, int]:
        """The face to which every half-edge belongs."""
        return {half: number for number, face in enumerate(self.faces) for half in face}

    def rotation(self, cell: int) -> list[int]:
        """The half-edges out of a cell, in the order in which its borders follow each other."""
        before = {half: previous for face in self.faces for previous, half in walk(face)}
        first = self.origin.index(cell)
        turn = [first]
        while (half := before[turn[-1]] ^ 1) != first:
            turn.append(half)
        return turn

    def rifts(self) -> range:
        """The cells that are nobody's."""
        return range(self.size, self.cells)


@dataclass(frozen=True)
class Chord:
    """A cut through a face between two of its corners."""

    start: int
    end: int


def piece_together(facts: Facts, chance: random.Random) -> Mosaic:
    """A mosaic of the map. Where the facts leave a choice, chance makes it: who lies in which face of whom."""
    mosaic = Mosaic(facts.size, facts.size)
    graph = _shuffled(facts.graph(), chance)
    twigs = _pruned(graph, facts)
    embedding = nx.check_planarity(graph)[1]
    halves: dict[tuple[int, int], int] = {}
    for one, other in graph.edges():
        halves[one, other] = mosaic.add_edge(one, other)
        halves[other, one] = halves[one, other] ^ 1
    faces = _face_walks(embedding, halves)
    if not facts.frame:
        _put_outside(mosaic, faces)
    known = pairs(facts.links) | {frozenset((OUTSIDE, n)) for n in facts.frame}
    for face in faces:
        _cut(mosaic, face, known, chance)
    for twig in reversed(twigs):
        _graft(mosaic, twig, chance)
    return mosaic


@dataclass(frozen=True)
class Twig:
    """A region off the frame that hangs on one other, or lies on the border of two."""

    cell: int
    on: tuple[int, ...]


def _pruned(graph: nx.Graph, facts: Facts) -> list[Twig]:
    """Take twigs off the graph, one by one, until none is left.

    They are put on again when the rest is laid out. Drawn at once, long branches would shrink beyond measure.
    """
    found: list[Twig] = []
    while twig := next((twig for n in sorted(graph) if (twig := _twig(graph, facts, n))), None):
        graph.remove_node(twig.cell)
        found.append(twig)
    return found


def _twig(graph: nx.Graph, facts: Facts, n: int) -> Twig | None:
    if n == OUTSIDE or n in facts.frame or sum(cell != OUTSIDE for cell in graph) <= 2:
        return None
    on = tuple(sorted(graph[n]))
    return Twig(n, on) if len(on) == 1 or (len(on) == 2 and graph.has_edge(*on)) else None


def _graft(mosaic: Mosaic, twig: Twig, chance: random.Random) -> None:
    """Put a twig back: on the border of its two regions, or on that of its one region and a rift."""
    if len(twig.on) == 2:
        mosaic.put_lens(Lens(_some_half(mosaic, twig.on[0], {twig.on[1]}, chance), twig.cell))
        return
    region = twig.on[0]
    rifts = {mosaic.origin[half ^ 1] for half in mosaic.rotation(region)} & set(mosaic.rifts())
    if not rifts:
        rifts = {mosaic.cells}
        beside = set(range(mosaic.size)) - {region}
        mosaic.put_lens(Lens(_some_half(mosaic, region, beside, chance), mosaic.cells))
    mosaic.put_lens(Lens(_some_half(mosaic, region, rifts, chance), twig.cell))


def _some_half(mosaic: Mosaic, region: int, others: set[int], chance: random.Random) -> int:
    return chance.choice([half for half in mosaic.rotation(region) if mosaic.origin[half ^ 1] in others])


def _shuffled(graph: nx.Graph, chance: random.Random) -> nx.Graph:
    nodes, edges = list(graph.nodes), list(graph.edges)
    chance.shuffle(nodes)
    chance.shuffle(edges)
    again = nx.Graph()
    again.add_nodes_from(nodes)
    again.add_edges_from(edges)
    return again


def _face_walks(embedding: nx.PlanarEmbedding, halves: dict[tuple[int, int], int]) -> list[list[int]]:
    """Every face as the half-edges around it."""
    seen: set[tuple[int, int]] = set()
    rings = [
        embedding.traverse_face(one, other, mark_half_edges=seen) for one, other in halves if (one, other) not in seen
    ]
    return [[halves[step] for step in walk(ring)] for ring in rings]


def _put_outside(mosaic: Mosaic, faces: list[list[int]]) -> None:
    """Nobody touches the frame: the longest face opens to the outside, and a margin is drawn around later."""
    face = max(faces, key=len)
    faces.remove(face)
    _fan(mosaic, face, OUTSIDE)


def _cut(mosaic: Mosaic, face: list[int], known: set[frozenset[int]], chance: random.Random) -> None:
    """Cut a face into triangles where neighbours face each other, and fill the rest with a rift."""
    if len(face) == 3:
        mosaic.faces.append(face)
        return
    chords = _chords([mosaic.origin[half] for half in face], known)
    if not chords:
        _fan(mosaic, face, mosaic.cells)
        mosaic.cells += 1
        return
    chord = chance.choice(chords)
    half = mosaic.add_edge(mosaic.origin[face[chord.end]], mosaic.origin[face[chord.start]])
    _cut(mosaic, [*face[chord.start : chord.end], half], known, chance)
    _cut(mosaic, [*face[chord.end :], *face[: chord.start], half ^ 1], known, chance)


def _chords(corners: Sequence[int], known: set[frozenset[int]]) -> list[Chord]:
    """All cuts between two corners of a face that are neighbours elsewhere.

    Regions that border each other along the face itself get no cut: that would nest rifts in rifts.
    """
    count = len(corners)
    sides = pairs(walk(corners))
    return [
        Chord(i, j)
        for i in range(count)
        for j in range(i + 2, count)
        if (pair := frozenset((corners[i], corners[j]))) in known and pair not in sides
    ]


def _fan(mosaic: Mosaic, face: list[int], cell: int) -> None:
    """Put a cell into a face: it borders every corner, as often as the corner comes."""
    spokes = [mosaic.add_edge(mosaic.origin[half], cell) for half in face]
    for half, (spoke, after) in zip(face, walk(spokes), strict=True):
        mosaic.faces.append([half, after, spoke ^ 1])
