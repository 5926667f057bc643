"""The map as a list: compact columns for small windows, or one row per region with its neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from hordes.terminal.board.labels import is_number, piece_labels, symbols, token_badge
from hordes.terminal.board.map_data import MapData, Region
from hordes.terminal.board.map_view import RaceNames
from hordes.terminal.board.palette import TERRAIN_GLYPHS, Palette, chip_style, terrain_style

States = Mapping[str, Mapping[str, Any]]


def columns_for_width(width: int) -> int:
    """Number of columns of the compact list."""
    return 3 if width >= 78 else 2


def compact_regions(
    map_data: MapData,
    position: Mapping[str, Any],
    names: RaceNames,
    palette: Palette,
    width: int,
    chips: Mapping[str, str],
) -> RenderableType:
    """All regions in three columns (two in narrow windows), read down the columns."""
    regions, columns = list(map_data.regions), columns_for_width(width)
    tall, gap = -(-len(regions) // columns), 2 if width >= 100 else 1
    cell = (width - gap * (columns - 1)) // columns
    grid = Table.grid(padding=(0, gap, 0, 0))
    for _ in range(columns):
        grid.add_column(width=cell, no_wrap=True, overflow="crop")
    states: States = position.get("regions") or {}
    for row in range(tall):
        picked = [regions[i] for i in range(row, len(regions), tall)]
        lines = [_compact(region, states.get(region.id) or {}, names, palette, chips, cell) for region in picked]
        grid.add_row(*lines)
    return grid


def _compact(
    region: Region, state: Mapping[str, Any], names: RaceNames, palette: Palette, chips: Mapping[str, str], cell: int
) -> Text:
    """Number, terrain, name (cut to fit), symbols, tokens and pieces."""
    text = _number(region, chips.get(region.id, ""), palette)
    text.append(f" {TERRAIN_GLYPHS.get(region.terrain, '?')} ", terrain_style(region.terrain, palette))
    tail = Text(symbols(region, state), "bold")
    span = token_badge(state, names.short)
    if span:
        tail.append(" " if tail.plain else "")
        tail.append(span[0] if span[0][0] == "(" else span[0].strip(), badge_style(span[1], palette))
    tail.append("".join(f" {piece}" for piece in piece_labels(state, short=True)), "bold")
    room = max(cell - text.cell_len - tail.cell_len - 2, 3)
    name = (region.name or region.terrain)[:room]
    return text.append(f" {name:<{min(room, 14)}} ").append(tail)


def _number(region: Region, chip: str, palette: Palette) -> Text:
    """The region's number, styled as a key if it can be chosen."""
    if not chip:
        return Text(f"#{region.id} ".rjust(5), "bold")
    text = Text(f"[{chip}]" if palette.is_plain else f" {chip} ", chip_style(palette))
    if not is_number(chip, region):
        text = text + Text(f" #{region.id} ", "bold")
    return Text(" " * (5 - text.cell_len)) + text


def badge_style(role: str, palette: Palette) -> Style:
    """Style of a seat's badge outside the map."""
    if palette.is_plain:
        return Style(bold=role.startswith("active"))
    if role.startswith("active"):
        seat = int(role.removeprefix("active"))
        return Style(color=palette.seat_ink(seat), bgcolor=palette.seat(seat), bold=True)
    seat = int(role.removeprefix("declined"))
    return Style(color=palette.seat_text(seat), bgcolor=palette.shadow, italic=True)


def region_table(
    map_data: MapData, position: Mapping[str, Any], names: RaceNames, palette: Palette, chips: Mapping[str, str]
) -> RenderableType:
    """One row per region: terrain, symbols, occupant and neighbours."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    for heading in ("", "Region", "Ground", "Held by", "Neighbours"):
        table.add_column(heading, no_wrap=heading in ("", "Region"))
    states: States = position.get("regions") or {}
    for region in map_data.regions:
        state = states.get(region.id) or {}
        chip = Text(chips.get(region.id, ""), chip_style(palette))
        around = " ".join(f"#{other}" for other in region.adjacent)
        held = _held(state, names, palette)
        table.add_row(chip, Text(region.numbered_name), _ground(region, state, palette), held, Text(around))
    return table


def _ground(region: Region, state: Mapping[str, Any], palette: Palette) -> Text:
    text = Text(f"{TERRAIN_GLYPHS.get(region.terrain, '?')} ", terrain_style(region.terrain, palette))
    text.append(region.terrain, "default")
    glyphs = symbols(region, state)
    text.append(f" {glyphs}" if glyphs else "", "bold")
    return text.append(" edge" if region.border else "", "dim")


def _held(state: Mapping[str, Any], names: RaceNames, palette: Palette) -> Text:
    span = token_badge(state, names.full)
    text = Text("Lost Tribe" if state.get("lost_tribe") else "")
    if span:
        text.append(span[0].strip(), badge_style(span[1], palette))
    pieces = " ".join(piece_labels(state))
    return text.append(f" {pieces}" if pieces else "", "bold")
