"""The board of any game as coloured text: areas where its drawing has outlines, otherwise blocks and dotted roads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.style import Style
from rich.text import Text

from hordes.engine.display import NO_SEAT, BoardDrawing, RegionDrawing
from hordes.terminal.board.labels import Label, Line, width
from hordes.terminal.board.map_canvas import TextCanvas, draw_coloured, draw_lined
from hordes.terminal.board.map_data import MapData, Region
from hordes.terminal.board.map_view import best_label, role_style, write_label
from hordes.terminal.board.palette import KINDS, Palette
from hordes.terminal.generic.scene import GenericScene, badge_text, by_seat

ROAD = "·"
NUDGES = ((0, 0), (1, 0), (-1, 0), (0, 4), (0, -4), (1, 4), (1, -4), (-1, 4), (-1, -4), (2, 0), (-2, 0))
"""Rows and columns by which a label may stand beside the place of its region, the nearest first."""
NAME_LETTERS = (6, 3)
"""Letters of a name where there is no room for all."""


def read_map(name: str, board: BoardDrawing) -> MapData:
    """A drawing as the terminal's map; every kind of region gets a colour of its own."""
    kinds = list(dict.fromkeys(region.get("kind", "") for region in board["regions"]))
    ground = {kind: KINDS[number % len(KINDS)] for number, kind in enumerate(kinds)}
    return MapData(name, 0, board["size"], tuple(_region(region, ground) for region in board["regions"]))


def _region(region: RegionDrawing, ground: Mapping[str, str]) -> Region:
    return Region(
        id=region["id"],
        name=region["name"],
        terrain=ground[region.get("kind", "")],
        symbols=(),
        border=False,
        adjacent=tuple(region["neighbours"]),
        anchor=region["centre"],
        polygon=tuple(region.get("polygon", ())),
    )


def draw_board(scene: GenericScene, palette: Palette, columns: int, rows: int, chips: Mapping[str, str]) -> Text:
    """The board in so many cells; `chips` are the keys to type, by region."""
    map_data = scene.map_data
    labels = [region_labels(scene, region, chips.get(region["id"], "")) for region in scene.board["regions"]]
    if not map_data.has_outlines:
        return draw_discs(map_data, labels, palette, columns, rows)
    if palette.is_plain:
        canvas, runs = draw_lined(map_data, columns, rows)
    else:
        owners = [owner(scene, region.id) for region in map_data.regions]
        canvas, runs = draw_coloured(map_data, owners, palette, columns, rows)
    for index, (region, variants) in enumerate(zip(map_data.regions, labels, strict=True)):
        middle = (region.anchor[0] * columns / map_data.box[0], region.anchor[1] * rows / map_data.box[1])
        label, spot = best_label(variants, runs.get(index, {}), middle)
        write_label(canvas, label, spot, runs.get(index, {}), region.terrain, palette)
    return canvas.text()


def owner(scene: GenericScene, region: str) -> int:
    """The seat with the most pieces in a region; -2 - seat where they are inactive, NO_SEAT for nobody."""
    counts: dict[int, int] = {}
    for (seat, faded), pieces in by_seat(scene.pieces(region)).items():
        if seat != NO_SEAT:
            key = -2 - seat if faded else seat
            counts[key] = counts.get(key, 0) + sum(piece["count"] for piece in pieces)
    return max(counts, key=lambda key: counts[key], default=NO_SEAT)


def region_labels(scene: GenericScene, region: RegionDrawing, chip: str) -> list[Label]:
    """Labels of a region, the longest first: its name with what is printed there, and its pieces with the key."""
    printed: Line = ((f" {region['label']}", "symbol"),) if region.get("label") else ()
    badges = _badges(scene, region["id"])
    below: Line = (*(((f" {chip} ", "chip"),) if chip else ()), *badges)
    names = [region["name"], *(region["name"][:letters] for letters in NAME_LETTERS)]
    two_rows: list[Label] = [_rows(((name, "name"), *printed), below) for name in names]
    short: Line = ((names[-1], "name"),)
    return list(dict.fromkeys([*two_rows, _rows(short, below), _rows(below or short)]))


def _badges(scene: GenericScene, region: str) -> Line:
    spans = []
    for (seat, faded), pieces in by_seat(scene.pieces(region)).items():
        text = badge_text(scene.lexicon.glossary, seat, faded, pieces)
        role = "piece" if seat == NO_SEAT else f"{'declined' if faded else 'active'}{seat}"
        spans.append((f" {text} " if not faded else f"({text})", role))
    return tuple(spans)


def _rows(*lines: Line) -> Label:
    return tuple(line for line in lines if line)


@dataclass(frozen=True)
class Box:
    """Cells of a label: a row and a column, rows and columns."""

    row: int
    column: int
    tall: int
    wide: int

    def touches(self, other: Box) -> bool:
        """Whether two labels would run into each other; side by side there is a blank between them."""
        across = self.column <= other.column + other.wide and other.column <= self.column + self.wide
        return across and self.row < other.row + other.tall and other.row < self.row + self.tall


def draw_discs(map_data: MapData, labels: Sequence[Sequence[Label]], palette: Palette, columns: int, rows: int) -> Text:
    """Regions as blocks where their centres are, and dotted roads between neighbours."""
    spots = centres(map_data, columns, rows)
    road = Style(dim=True)
    canvas = TextCanvas([[(" ", Style.null())] * columns for _ in range(rows)])
    for start, end in roads(map_data):
        for row, column in line_cells(spots[start], spots[end]):
            canvas.write(row, column, ROAD, road)
    for region, label, box in zip(map_data.regions, *fitting(labels, spots, columns, rows), strict=True):
        for offset, line in enumerate(label):
            blank = " " * box.wide
            canvas.write(box.row + offset, box.column, blank, role_style("name", region.terrain, palette))
            column = box.column + (box.wide - width(line)) // 2
            for text, role in line:
                shown = f"[{text.strip()}]" if role == "chip" and palette.is_plain else text
                canvas.write(box.row + offset, column, shown, role_style(role, region.terrain, palette))
                column += len(text)
    return canvas.text()


@lru_cache(maxsize=16)
def centres(map_data: MapData, columns: int, rows: int) -> list[tuple[int, int]]:
    """Row and column of every region: the outermost ones nearly at the edge, with room for a label."""
    xs, ys = [region.anchor[0] for region in map_data.regions], [region.anchor[1] for region in map_data.regions]
    side = min(6, columns // 6)

    def scaled(value: float, low: float, high: float, begin: int, end: int) -> int:
        return (begin + end) // 2 if high <= low else round(begin + (value - low) / (high - low) * (end - begin))

    return [
        (scaled(y, min(ys), max(ys), 0, rows - 2), scaled(x, min(xs), max(xs), side, columns - 1 - side))
        for x, y in zip(xs, ys, strict=True)
    ]


def roads(map_data: MapData) -> list[tuple[int, int]]:
    """Pairs of neighbours, each once."""
    numbers = {region.id: number for number, region in enumerate(map_data.regions)}
    pairs = {
        (min(number, numbers[other]), max(number, numbers[other]))
        for number, region in enumerate(map_data.regions)
        for other in region.adjacent
        if other in numbers
    }
    return sorted(pairs)


def line_cells(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """The cells of a straight line, every second column where it is flat, so that it is dotted.

    >>> line_cells((0, 0), (0, 6))
    [(0, 0), (0, 2), (0, 4), (0, 6)]
    """
    tall, wide = end[0] - start[0], end[1] - start[1]
    steps = max(abs(tall), abs(wide) // 2, 1)
    return [(start[0] + round(tall * k / steps), start[1] + round(wide * k / steps)) for k in range(steps + 1)]


def fitting(
    labels: Sequence[Sequence[Label]], spots: Sequence[tuple[int, int]], columns: int, rows: int
) -> tuple[list[Label], list[Box]]:
    """The longest labels that leave each other room, and where they stand.

    All begin with their shortest label, moved a little where another one stands; then one after the other gets a longer
    one while there is room for it.
    """
    chosen, places, boxes = [len(variants) - 1 for variants in labels], list[tuple[int, int]](), list[Box]()
    for variants, (row, column) in zip(labels, spots, strict=True):
        near = [(row + down, column + right) for down, right in NUDGES]
        free = [spot for spot in near if not _is_taken(_box(variants[-1], spot, columns, rows), boxes)]
        places.append((free or near)[0])
        boxes.append(_box(variants[-1], places[-1], columns, rows))
    waiting = list(range(len(labels)))
    while waiting:
        still = []
        for number in waiting:
            longer = chosen[number] - 1
            if longer >= 0:
                box = _box(labels[number][longer], places[number], columns, rows)
                if not _is_taken(box, [other for k, other in enumerate(boxes) if k != number]):
                    chosen[number], boxes[number] = longer, box
                    still.append(number)
        waiting = still
    return [variants[k] for variants, k in zip(labels, chosen, strict=True)], boxes


def _is_taken(box: Box, others: Sequence[Box]) -> bool:
    return any(box.touches(other) for other in others)


def _box(label: Label, spot: tuple[int, int], columns: int, rows: int) -> Box:
    wide, tall = max((width(line) for line in label), default=0) + 2, len(label)
    column = min(max(0, spot[1] - wide // 2), max(0, columns - wide))
    return Box(min(max(0, spot[0]), max(0, rows - tall)), column, tall, wide)
