"""The map as a list: three tight columns for small windows, or one line per region with its neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from hordes.terminal.atlas import Atlas, Region
from hordes.terminal.labels import badge, is_number, pieces, symbols
from hordes.terminal.mapview import Names
from hordes.terminal.palette import TERRAIN_GLYPHS, Palette, chip_style, terrain_style

States = Mapping[str, Mapping[str, Any]]


def across(width: int) -> int:
    """How many regions stand beside each other in the tight list."""
    return 3 if width >= 78 else 2


def compact_regions(
    atlas: Atlas, position: Mapping[str, Any], names: Names, palette: Palette, width: int, chips: Mapping[str, str]
) -> RenderableType:
    """Every region on a third of a line (half of one in very narrow windows), read down the columns."""
    regions, columns = list(atlas.regions), across(width)
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
    region: Region, state: Mapping[str, Any], names: Names, palette: Palette, chips: Mapping[str, str], cell: int
) -> Text:
    """Number, ground, as much of the name as there is room for, symbols, tokens and pieces."""
    text = _number(region, chips.get(region.id, ""), palette)
    text.append(f" {TERRAIN_GLYPHS.get(region.terrain, '?')} ", terrain_style(region.terrain, palette))
    tail = Text(symbols(region, state), "bold")
    span = badge(state, names.short)
    if span:
        tail.append(" " if tail.plain else "")
        tail.append(span[0] if span[0][0] == "(" else span[0].strip(), badge_style(span[1], palette))
    tail.append("".join(f" {piece}" for piece in pieces(state, short=True)), "bold")
    room = max(cell - text.cell_len - tail.cell_len - 2, 3)
    name = (region.name or region.terrain)[:room]
    return text.append(f" {name:<{min(room, 14)}} ").append(tail)


def _number(region: Region, chip: str, palette: Palette) -> Text:
    """The region's number, looking like a choice where it is one."""
    if not chip:
        return Text(f"#{region.id} ".rjust(5), "bold")
    text = Text(f"[{chip}]" if palette.plain else f" {chip} ", chip_style(palette))
    if not is_number(chip, region):
        text = text + Text(f" #{region.id} ", "bold")
    return Text(" " * (5 - text.cell_len)) + text


def badge_style(role: str, palette: Palette) -> Style:
    """How a seat's badge looks outside the map."""
    if palette.plain:
        return Style(bold=role.startswith("active"))
    if role.startswith("active"):
        seat = int(role.removeprefix("active"))
        return Style(color=palette.seat_ink(seat), bgcolor=palette.seat(seat), bold=True)
    seat = int(role.removeprefix("declined"))
    return Style(color=palette.seat_text(seat), bgcolor=palette.shadow, italic=True)


def region_table(
    atlas: Atlas, position: Mapping[str, Any], names: Names, palette: Palette, chips: Mapping[str, str]
) -> RenderableType:
    """One row per region: ground, symbols, who is there, and all neighbours."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    for heading in ("", "Region", "Ground", "Held by", "Neighbours"):
        table.add_column(heading, no_wrap=heading in ("", "Region"))
    states: States = position.get("regions") or {}
    for region in atlas.regions:
        state = states.get(region.id) or {}
        chip = Text(chips.get(region.id, ""), chip_style(palette))
        around = " ".join(f"#{other}" for other in region.adjacent)
        held = _held(state, names, palette)
        table.add_row(chip, Text(region.title), _ground(region, state, palette), held, Text(around))
    return table


def _ground(region: Region, state: Mapping[str, Any], palette: Palette) -> Text:
    text = Text(f"{TERRAIN_GLYPHS.get(region.terrain, '?')} ", terrain_style(region.terrain, palette))
    text.append(region.terrain, "default")
    glyphs = symbols(region, state)
    text.append(f" {glyphs}" if glyphs else "", "bold")
    return text.append(" edge" if region.border else "", "dim")


def _held(state: Mapping[str, Any], names: Names, palette: Palette) -> Text:
    span = badge(state, names.full)
    text = Text("Lost Tribe" if state.get("lost_tribe") else "")
    if span:
        text.append(span[0].strip(), badge_style(span[1], palette))
    found = " ".join(pieces(state))
    return text.append(f" {found}" if found else "", "bold")
