"""Covil's board: drawn where there is room for it, else a list; troops stand or lie, in their owners' colours."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hordes.terminal.atlas import Atlas, Region
from hordes.terminal.covil.things import FORTRESS, REBEL, fortress_in, glyphs, troops_in
from hordes.terminal.ground import coloured, lined
from hordes.terminal.labels import Label, Line, Span
from hordes.terminal.mapview import role_style, roomiest, write
from hordes.terminal.palette import Palette, chip_style, mark, terrain_style
from hordes.terminal.panels import seat_style
from hordes.terminal.scene import Frame, Scene, View
from hordes.terminal.words import listing


def draw_board(scene: Scene, palette: Palette, columns: int, rows: int, chips: Mapping[str, str]) -> Text:
    """The whole board in columns x rows cells; a fortress colours the outline of its zone."""
    atlas, view = scene.atlas, scene.view
    if palette.plain:
        canvas, runs = lined(atlas, columns, rows)
    else:
        canvas, runs = coloured(atlas, [_holder(view, zone.id) for zone in atlas.regions], palette, columns, rows)
    for index, zone in enumerate(atlas.regions):
        middle = (zone.anchor[0] * columns / atlas.box[0], zone.anchor[1] * rows / atlas.box[1])
        here = runs.get(index, {})
        label, spot = roomiest(_labels(zone, atlas, view, chips.get(zone.id, "")), here, middle)
        write(canvas, label, spot, here, zone.terrain, palette)
    return canvas.text()


def _holder(view: View, zone: str) -> int:
    found = fortress_in(view, zone)
    return found[0] if found and found[1] > 0 else -1


def _labels(zone: Region, atlas: Atlas, view: View, chip: str) -> list[Label]:
    """What is written on a zone, from the roomiest wording to the tightest."""
    typed: Line = ((f" {chip} ", "chip"), (" ", "name")) if chip else ()
    head: Line = (*typed, (zone.id, "id"), (f" {zone.name}", "name"), (f" {glyphs(zone)}", "symbol"))
    short: Line = (*typed, (zone.id, "id"), (f" {glyphs(zone)}", "symbol"))
    pieces = tuple(_pieces(zone, view))
    spaced = tuple(span for piece in pieces for span in (piece, (" ", "name")))[:-1]
    halves = (spaced[: len(spaced) // 2], spaced[len(spaced) // 2 :])
    variants: list[Label] = [(head, spaced), (head, *halves), (short, spaced), (short, *halves)]
    return [tuple(line for line in label if line) for label in variants]


def _pieces(zone: Region, view: View) -> list[Span]:
    """Fortress, rebels and troops of a zone; the role says whose colours they have."""
    spans: list[Span] = []
    found = fortress_in(view, zone.id)
    if found:
        spans.append((f" {mark(found[0])}{FORTRESS}{found[1]} ", f"active{found[0]}"))
    if "town" in zone.symbols:
        spans.append((f"{REBEL}{view.get('rebels', 0)}", "symbol"))
    for seat, (up, down) in troops_in(view, zone.id).items():
        spans += [(f" {mark(seat)}{up} ", f"active{seat}")] if up else []
        spans += [(f"({mark(seat, True)}{down})", f"declined{seat}")] if down else []
    return spans


def zone_list(frame: Frame, palette: Palette, width: int) -> RenderableType:
    """Every zone on half a line (on one in very narrow windows), read down the columns."""
    zones, chips = frame.scene.atlas.regions, frame.chips
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
        text.append(" ").append(f"{chips[zone.id]})" if palette.plain else f" {chips[zone.id]} ", chip_style(palette))
    spiral = " ◎" if zone.border and scene.view.get("phase") == "found" else ""
    text.append(f" {zone.name}{spiral} ")
    for words, role in _pieces(zone, scene.view):
        text.append(words, role_style(role, zone.terrain, palette) if role != "symbol" else "bold")
    return text


def zone_table(scene: Scene, palette: Palette) -> RenderableType:
    """One line for each zone, with its terrains in words and its neighbours."""
    table = Table("zone", "", "terrain", "there", "next to", box=None, pad_edge=False, header_style="dim")
    for zone in scene.atlas.regions:
        name = Text(f"{zone.id} ", "bold").append(zone.name, "not bold")
        here = Text()
        for words, role in _pieces(zone, scene.view):
            here.append(words, role_style(role, zone.terrain, palette) if role != "symbol" else "bold")
        spiral = "◎" if zone.border else ""
        terrain = Text(listing([word.title() for word in zone.symbols]), terrain_style(zone.terrain, palette))
        table.add_row(name, spiral, terrain, here, " ".join(zone.adjacent))
    return table


def legend(scene: Scene, palette: Palette) -> Text:
    """What the signs on the board mean, in one line."""
    text = Text(" ", no_wrap=True, overflow="ellipsis")
    for terrain in ("water", "desert", "mountain", "forest", "town"):
        sign = glyphs(Region("", "", terrain, (terrain,), False, ()))
        text.append(f" {sign} ", terrain_style(terrain, palette)).append(f" {terrain} ")
    text.append(f" {mark(0)}ab", seat_style(0, palette)).append(" standing ")
    text.append(f"({mark(0, True)}c)", "bold").append(" lying ")
    return text.append(f" {FORTRESS}5", "bold").append(" fortress ").append(f" {REBEL}1", "bold").append(" rebels")
