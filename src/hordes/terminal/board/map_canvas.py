"""The map without labels: half-block pixels in colour, or box-drawing lines without colour."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rich.style import Style
from rich.text import Text

from hordes.terminal.board.labels import OpenSpans, open_spans
from hordes.terminal.board.map_data import MapData, Region
from hordes.terminal.board.palette import TERRAIN_GLYPHS, Palette, blend
from hordes.terminal.board.raster import NO_REGION, Grid, rasterise

Cell = tuple[str, Style]

_BOX = {
    0b0000: " ", 0b1010: "│", 0b0101: "─", 0b0110: "╭", 0b0011: "╮", 0b1100: "╰", 0b1001: "╯",
    0b1110: "├", 0b1011: "┤", 0b0111: "┬", 0b1101: "┴", 0b1111: "┼",
}  # fmt: skip


@dataclass
class TextCanvas:
    """Grid of styled characters."""

    rows: list[list[Cell]] = field(default_factory=list)

    def write(self, row: int, column: int, text: str, style: Style) -> None:
        """Write text on the canvas, clipped at its right edge."""
        for offset, char in enumerate(text):
            if 0 <= column + offset < len(self.rows[row]):
                self.rows[row][column + offset] = (char, style)

    def text(self) -> Text:
        """The canvas as one `rich` text."""
        text = Text(no_wrap=True)
        for number, row in enumerate(self.rows):
            text.append("\n" if number else "")
            for style, cells in itertools.groupby(row, key=lambda cell: cell[1]):
                text.append("".join(char for char, _ in cells), style)
        return text


def texture_char(terrain: str, x: int, y: int, every: int) -> str:
    """A sparse texture of the terrain's glyph, so that terrains also differ without colour."""
    return TERRAIN_GLYPHS.get(terrain, " ") if (x + every // 2 * (y % 2)) % every == 0 else " "


def draw_lined(map_data: MapData, columns: int, rows: int) -> tuple[TextCanvas, Mapping[int, OpenSpans]]:
    """Draw the map with box lines, for terminals without colour; also returns the free spans of its regions."""
    plain = Style.null()
    canvas = TextCanvas([[(char, plain) for char in line] for line in _lined_rows(map_data, columns, rows)])
    return canvas, _lined_runs(map_data, columns, rows)


@lru_cache(maxsize=8)
def _lined_rows(map_data: MapData, columns: int, rows: int) -> list[str]:
    quads = enumerate(_quads(map_data, columns, rows))
    return ["".join(_line_char(map_data, quad, x, y) for x, quad in enumerate(line)) for y, line in quads]


@lru_cache(maxsize=8)
def _quads(map_data: MapData, columns: int, rows: int) -> list[list[tuple[int, int, int, int]]]:
    """The regions at the four corners of every cell: north-west, north-east, south-west, south-east."""
    corners = rasterise(map_data, columns + 1, rows + 1, 0.0)
    return [list(zip(up, up[1:], low, low[1:], strict=False)) for up, low in itertools.pairwise(corners)]


@lru_cache(maxsize=8)
def _lined_runs(map_data: MapData, columns: int, rows: int) -> Mapping[int, OpenSpans]:
    quads = _quads(map_data, columns, rows)
    return open_spans(tuple(tuple(quad[0] if len(set(quad)) == 1 else -1 for quad in line) for line in quads))


def _line_char(map_data: MapData, quad: tuple[int, int, int, int], x: int, y: int) -> str:
    """The box character for a cell whose corners lie in these regions, or the texture where there is no border."""
    nw, ne, sw, se = quad
    # one bit for each side of the cell that a border crosses: north, east, south, west
    line = _BOX[(nw != ne) << 3 | (ne != se) << 2 | (sw != se) << 1 | (nw != sw)]
    if line != " ":
        return line
    return "▒" if nw == NO_REGION else texture_char(map_data.regions[nw].terrain, x, y, 8)


def draw_coloured(
    map_data: MapData, owners: Sequence[int], palette: Palette, columns: int, rows: int
) -> tuple[TextCanvas, Mapping[int, OpenSpans]]:
    """Draw the map in pixels, two per cell; also returns the free spans. For `owners` see `outline_colours`."""
    grid, edges = rasterise(map_data, columns, rows * 2), _edges(map_data, columns, rows * 2)
    inner = [palette.terrain(region.terrain) for region in map_data.regions]
    outer = [outline_colours(region, owner, palette) for region, owner in zip(map_data.regions, owners, strict=True)]

    def pixel(x: int, y: int) -> str:
        region = grid[y][x]
        if region == NO_REGION:
            return palette.shadow
        return outer[region][(x + y) // 2 % 2] if edges[y][x] else inner[region]

    def cell(x: int, y: int, region: int) -> Cell:
        if region >= 0:
            return _ground(map_data.regions[region], palette, x, y)
        # two pixels per cell: the upper one is the colour of the half block, the lower one its background
        return _half(pixel(x, 2 * y), pixel(x, 2 * y + 1))

    canvas = TextCanvas()
    for y, line in enumerate(_open_cells(map_data, columns, rows)):
        canvas.rows.append([cell(x, y, region) for x, region in enumerate(line)])
    return canvas, _coloured_runs(map_data, columns, rows)


@lru_cache(maxsize=8)
def _edges(map_data: MapData, columns: int, rows: int) -> tuple[tuple[bool, ...], ...]:
    """Which pixels touch another region."""
    grid = rasterise(map_data, columns, rows)
    return tuple(tuple(_on_edge(grid, x, y) for x in range(columns)) for y in range(rows))


def _on_edge(grid: Grid, x: int, y: int) -> bool:
    here = grid[y][x]
    around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return any(0 <= v < len(grid) and 0 <= u < len(grid[v]) and grid[v][u] != here for u, v in around)


@lru_cache(maxsize=8)
def _open_cells(map_data: MapData, columns: int, rows: int) -> Grid:
    """The region of every cell that lies completely inside it, off its outline; -1 elsewhere."""
    grid, edges = rasterise(map_data, columns, rows * 2), _edges(map_data, columns, rows * 2)

    def region(x: int, y: int) -> int:
        top, low = grid[2 * y][x], grid[2 * y + 1][x]
        return top if top == low and not edges[2 * y][x] and not edges[2 * y + 1][x] else -1

    return tuple(tuple(region(x, y) for x in range(columns)) for y in range(rows))


@lru_cache(maxsize=8)
def _coloured_runs(map_data: MapData, columns: int, rows: int) -> Mapping[int, OpenSpans]:
    return open_spans(_open_cells(map_data, columns, rows))


def outline_colours(region: Region, owner: int, palette: Palette) -> tuple[str, str]:
    """The two colours of a region's outline: its owner's, dashed in decline, or a darker terrain colour.

    `owner` is the seat of an active race, -2 - seat of a declined one, -1 for nobody.
    """
    shade = "black" if palette.name == "ansi" else blend(palette.terrain(region.terrain), "#000000", 0.45)
    if owner >= 0:
        return palette.seat(owner), palette.seat(owner)
    return (shade, palette.seat(-2 - owner)) if owner < -1 else (shade, shade)


@lru_cache(maxsize=4096)
def style(ink: str, ground: str, bold: bool = False, italic: bool = False) -> Style:
    """A style by its colours, cached."""
    return Style(color=ink, bgcolor=ground, bold=bold, italic=italic)


def _half(upper: str, lower: str) -> Cell:
    return (" ", style(upper, upper)) if upper == lower else ("▀", style(upper, lower))


def _ground(region: Region, palette: Palette, x: int, y: int) -> Cell:
    colour = palette.terrain(region.terrain)
    ink = "black" if palette.name == "ansi" else blend(colour, "#000000", 0.28)
    return texture_char(region.terrain, x, y, 6), style(ink, colour)
