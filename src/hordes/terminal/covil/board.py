"""Covil's board: drawn if there is room, otherwise as a list of zones."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hordes.terminal.board.labels import Label, Line, Span
from hordes.terminal.board.map_canvas import draw_coloured, draw_lined
from hordes.terminal.board.map_data import MapData, Region
from hordes.terminal.board.map_view import best_label, role_style, write_label
from hordes.terminal.board.palette import Palette, chip_style, seat_mark, seat_style, terrain_style
from hordes.terminal.covil.names import FORTRESS, REBEL, fortress_in, glyphs, troops_in
from hordes.terminal.scene import Frame, Scene, View
from hordes.terminal.wording import join_words


def draw_board(scene: Scene, palette: Palette, columns: int, rows: int, chips: Mapping[str, str]) -> Text:
    """Draw the board in columns x rows cells; a fortress colours the outline of its zone."""
    map_data, view = scene.map_data, scene.view
    if palette.is_plain:
        canvas, runs = draw_lined(map_data, columns, rows)
    else:
        canvas, runs = draw_coloured(
            map_data, [_holder_seat(view, zone.id) for zone in map_data.regions], palette, columns, rows
        )
    for index, zone in enumerate(map_data.regions):
        middle = (zone.anchor[0] * columns / map_data.box[0], zone.anchor[1] * rows / map_data.box[1])
        here = runs.get(index, {})
        label, spot = best_label(_labels(zone, map_data, view, chips.get(zone.id, "")), here, middle)
        write_label(canvas, label, spot, here, zone.terrain, palette)
    return canvas.text()


def _holder_seat(view: View, zone: str) -> int:
    fortress = fortress_in(view, zone)
    return fortress[0] if fortress and fortress[1] > 0 else -1


def _labels(zone: Region, map_data: MapData, view: View, chip: str) -> list[Label]:
    """Variants of a zone's label, the longest first."""
    typed: Line = ((f" {chip} ", "chip"), (" ", "name")) if chip else ()
    head: Line = (*typed, (zone.id, "id"), (f" {zone.name}", "name"), (f" {glyphs(zone)}", "symbol"))
    short: Line = (*typed, (zone.id, "id"), (f" {glyphs(zone)}", "symbol"))
    pieces = tuple(_pieces(zone, view))
    spaced = tuple(span for piece in pieces for span in (piece, (" ", "name")))[:-1]
    halves = (spaced[: len(spaced) // 2], spaced[len(spaced) // 2 :])
    variants: list[Label] = [(head, spaced), (head, *halves), (short, spaced), (short, *halves)]
    return [tuple(line for line in label if line) for label in variants]


def _pieces(zone: Region, view: View) -> list[Span]:
    """Fortress, rebels and troops of a zone, with the style role of each."""
    spans: list[Span] = []
    fortress = fortress_in(view, zone.id)
    if fortress:
        spans.append((f" {seat_mark(fortress[0])}{FORTRESS}{fortress[1]} ", f"active{fortress[0]}"))
    if "town" in zone.symbols:
        spans.append((f"{REBEL}{view.get('rebels', 0)}", "symbol"))
    for seat, (up, down) in troops_in(view, zone.id).items():
        spans += [(f" {seat_mark(seat)}{up} ", f"active{seat}")] if up else []
        spans += [(f"({seat_mark(seat, True)}{down})", f"declined{seat}")] if down else []
    return spans


def zone_list(frame: Frame, palette: Palette, width: int) -> RenderableType:
    """Zones in two columns (one in narrow windows), read down the columns."""
    zones, chips = frame.scene.map_data.regions, frame.chips
    across = 2 if width >= 76 else 1
    tall = -(-len(zones) // across)
    grid = Table.grid(padding=(0, 1, 0, 0))
    for _ in range(across):
        grid.add_column(width=width // across - 1, no_wrap=True, overflow="ellipsis")
    for row in range(tall):
        grid.add_row(*(_cell(zone, frame.scene, palette, chips) for zone in zones[row::tall]))
    return grid


def _cell(zone: Region, scene: Scene, palette: Palette, chips: Mapping[str, str]) -> Text:
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(f" {zone.id} ", "bold").append(f"{glyphs(zone):<2}", terrain_style(zone.terrain, palette))
    if zone.id in chips:
        text.append(" ").append(
            f"{chips[zone.id]})" if palette.is_plain else f" {chips[zone.id]} ", chip_style(palette)
        )
    spiral = " ◎" if zone.border and scene.view.get("phase") == "found" else ""
    text.append(f" {zone.name}{spiral} ")
    for words, role in _pieces(zone, scene.view):
        text.append(words, role_style(role, zone.terrain, palette) if role != "symbol" else "bold")
    return text


def zone_table(scene: Scene, palette: Palette) -> RenderableType:
    """One row per zone, with its terrains and neighbours."""
    table = Table("zone", "", "terrain", "there", "next to", box=None, pad_edge=False, header_style="dim")
    for zone in scene.map_data.regions:
        name = Text(f"{zone.id} ", "bold").append(zone.name, "not bold")
        here = Text()
        for words, role in _pieces(zone, scene.view):
            here.append(words, role_style(role, zone.terrain, palette) if role != "symbol" else "bold")
        spiral = "◎" if zone.border else ""
        terrain = Text(join_words([word.title() for word in zone.symbols]), terrain_style(zone.terrain, palette))
        table.add_row(name, spiral, terrain, here, " ".join(zone.adjacent))
    return table


def legend(scene: Scene, palette: Palette) -> Text:
    """One-line legend of the symbols on the board."""
    text = Text(" ", no_wrap=True, overflow="ellipsis")
    for terrain in ("water", "desert", "mountain", "forest", "town"):
        sign = glyphs(Region("", "", terrain, (terrain,), False, ()))
        text.append(f" {sign} ", terrain_style(terrain, palette)).append(f" {terrain} ")
    text.append(f" {seat_mark(0)}ab", seat_style(0, palette)).append(" standing ")
    text.append(f"({seat_mark(0, True)}c)", "bold").append(" lying ")
    return text.append(f" {FORTRESS}5", "bold").append(" fortress ").append(f" {REBEL}1", "bold").append(" rebels")
