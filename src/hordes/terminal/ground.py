"""The bare map: half-block pixels where there is colour, box lines where there is none."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rich.style import Style
from rich.text import Text

from hordes.terminal.atlas import Atlas, Region
from hordes.terminal.labels import Runs, open_runs
from hordes.terminal.palette import TERRAIN_GLYPHS, Palette, blend
from hordes.terminal.raster import RIFT, Grid, sample

Cell = tuple[str, Style]

_BOX = {
    0b0000: " ", 0b1010: "│", 0b0101: "─", 0b0110: "╭", 0b0011: "╮", 0b1100: "╰", 0b1001: "╯",
    0b1110: "├", 0b1011: "┤", 0b0111: "┬", 0b1101: "┴", 0b1111: "┼",
}  # fmt: skip


@dataclass
class Canvas:
    """Characters with styles, row by row."""

    rows: list[list[Cell]] = field(default_factory=list)

    def write(self, row: int, column: int, text: str, style: Style) -> None:
        """Puts text on the canvas; what would stick out is cut."""
        for offset, char in enumerate(text):
            if 0 <= column + offset < len(self.rows[row]):
                self.rows[row][column + offset] = (char, style)

    def text(self) -> Text:
        """The canvas as one rich text."""
        text = Text(no_wrap=True)
        for number, row in enumerate(self.rows):
            text.append("\n" if number else "")
            for style, cells in itertools.groupby(row, key=lambda cell: cell[1]):
                text.append("".join(char for char, _ in cells), style)
        return text


def textured(terrain: str, x: int, y: int, every: int) -> str:
    """A sparse texture of the terrain's glyph, so that terrains differ by shape too."""
    return TERRAIN_GLYPHS.get(terrain, " ") if (x + every // 2 * (y % 2)) % every == 0 else " "


def lined(atlas: Atlas, columns: int, rows: int) -> tuple[Canvas, Mapping[int, Runs]]:
    """The map in box lines, for terminals without colour, and where its regions are open for writing."""
    plain = Style.null()
    canvas = Canvas([[(char, plain) for char in line] for line in _lined_rows(atlas, columns, rows)])
    return canvas, _lined_runs(atlas, columns, rows)


@lru_cache(maxsize=8)
def _lined_rows(atlas: Atlas, columns: int, rows: int) -> list[str]:
    quads = enumerate(_quads(atlas, columns, rows))
    return ["".join(_line_char(atlas, quad, x, y) for x, quad in enumerate(line)) for y, line in quads]


@lru_cache(maxsize=8)
def _quads(atlas: Atlas, columns: int, rows: int) -> list[list[tuple[int, int, int, int]]]:
    """The regions at the four corners of every cell: north-west, north-east, south-west, south-east."""
    corners = sample(atlas, columns + 1, rows + 1, 0.0)
    return [list(zip(up, up[1:], low, low[1:], strict=False)) for up, low in itertools.pairwise(corners)]


@lru_cache(maxsize=8)
def _lined_runs(atlas: Atlas, columns: int, rows: int) -> Mapping[int, Runs]:
    quads = _quads(atlas, columns, rows)
    return open_runs(tuple(tuple(quad[0] if len(set(quad)) == 1 else -1 for quad in line) for line in quads))


def _line_char(atlas: Atlas, quad: tuple[int, int, int, int], x: int, y: int) -> str:
    """The box line through a cell whose corners lie in these regions, or the ground between the lines."""
    nw, ne, sw, se = quad
    line = _BOX[(nw != ne) << 3 | (ne != se) << 2 | (sw != se) << 1 | (nw != sw)]
    if line != " ":
        return line
    return "▒" if nw == RIFT else textured(atlas.regions[nw].terrain, x, y, 8)


def coloured(
    atlas: Atlas, owners: Sequence[int], palette: Palette, columns: int, rows: int
) -> tuple[Canvas, Mapping[int, Runs]]:
    """The map in pixels, two to a cell; `owners` colour the outlines (see `rim`)."""
    grid, edges = sample(atlas, columns, rows * 2), _edges(atlas, columns, rows * 2)
    inner = [palette.terrain(region.terrain) for region in atlas.regions]
    outer = [rim(region, owner, palette) for region, owner in zip(atlas.regions, owners, strict=True)]

    def pixel(x: int, y: int) -> str:
        region = grid[y][x]
        if region == RIFT:
            return palette.shadow
        return outer[region][(x + y) // 2 % 2] if edges[y][x] else inner[region]

    def cell(x: int, y: int, region: int) -> Cell:
        if region >= 0:
            return _ground(atlas.regions[region], palette, x, y)
        return _half(pixel(x, 2 * y), pixel(x, 2 * y + 1))

    canvas = Canvas()
    for y, line in enumerate(_open_cells(atlas, columns, rows)):
        canvas.rows.append([cell(x, y, region) for x, region in enumerate(line)])
    return canvas, _coloured_runs(atlas, columns, rows)


@lru_cache(maxsize=8)
def _edges(atlas: Atlas, columns: int, rows: int) -> tuple[tuple[bool, ...], ...]:
    """Which pixels touch another region."""
    grid = sample(atlas, columns, rows)
    return tuple(tuple(_on_edge(grid, x, y) for x in range(columns)) for y in range(rows))


def _on_edge(grid: Grid, x: int, y: int) -> bool:
    here = grid[y][x]
    around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return any(0 <= v < len(grid) and 0 <= u < len(grid[v]) and grid[v][u] != here for u, v in around)


@lru_cache(maxsize=8)
def _open_cells(atlas: Atlas, columns: int, rows: int) -> Grid:
    """The region of every cell that lies wholly inside one, off its outline; -1 elsewhere."""
    grid, edges = sample(atlas, columns, rows * 2), _edges(atlas, columns, rows * 2)

    def region(x: int, y: int) -> int:
        top, low = grid[2 * y][x], grid[2 * y + 1][x]
        return top if top == low and not edges[2 * y][x] and not edges[2 * y + 1][x] else -1

    return tuple(tuple(region(x, y) for x in range(columns)) for y in range(rows))


@lru_cache(maxsize=8)
def _coloured_runs(atlas: Atlas, columns: int, rows: int) -> Mapping[int, Runs]:
    return open_runs(_open_cells(atlas, columns, rows))


def rim(region: Region, owner: int, palette: Palette) -> tuple[str, str]:
    """The two colours of a region's outline: its holder's, dashed in decline, or a shade of the ground.

    `owner` is the seat of an active race, -2 - seat of a declined one, -1 for nobody.
    """
    shade = "black" if palette.name == "ansi" else blend(palette.terrain(region.terrain), "#000000", 0.45)
    if owner >= 0:
        return palette.seat(owner), palette.seat(owner)
    return (shade, palette.seat(-2 - owner)) if owner < -1 else (shade, shade)


@lru_cache(maxsize=4096)
def style(ink: str, ground: str, bold: bool = False, italic: bool = False) -> Style:
    """A style by its colours; made once."""
    return Style(color=ink, bgcolor=ground, bold=bold, italic=italic)


def _half(upper: str, lower: str) -> Cell:
    return (" ", style(upper, upper)) if upper == lower else ("▀", style(upper, lower))


def _ground(region: Region, palette: Palette, x: int, y: int) -> Cell:
    colour = palette.terrain(region.terrain)
    ink = "black" if palette.name == "ansi" else blend(colour, "#000000", 0.28)
    return textured(region.terrain, x, y, 6), style(ink, colour)
