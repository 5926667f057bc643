"""The map as a list: two tight columns for small windows, or one line per region with its neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from hordes.terminal.atlas import Atlas, Region
from hordes.terminal.labels import badge, pieces, symbols
from hordes.terminal.mapview import Names
from hordes.terminal.palette import TERRAIN_GLYPHS, Palette, terrain_style

States = Mapping[str, Mapping[str, Any]]


def compact_regions(
    atlas: Atlas, position: Mapping[str, Any], names: Names, palette: Palette, width: int, chips: Mapping[str, str]
) -> RenderableType:
    """Every region on half a line (a third in wide windows), read down the columns."""
    regions, across = list(atlas.regions), 3 if width >= 118 else 2
    tall = -(-len(regions) // across)
    cell = (width - 2 * (across - 1)) // across
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(across):
        grid.add_column(width=cell, no_wrap=True, overflow="crop")
    states: States = position.get("regions") or {}
    for row in range(tall):
        picked = [regions[i] for i in range(row, len(regions), tall)]
        lines = [_compact(region, states.get(region.id) or {}, names, palette, chips) for region in picked]
        grid.add_row(*lines)
    return grid


def _compact(
    region: Region, state: Mapping[str, Any], names: Names, palette: Palette, chips: Mapping[str, str]
) -> Text:
    text = Text()
    chip = chips.get(region.id, "")
    text.append(f"{chip:>2} " if chip else "   ", "bold reverse" if chip else "")
    text.append(f" {TERRAIN_GLYPHS.get(region.terrain, '?')} ", terrain_style(region.terrain, palette))
    text.append(f" #{region.id} ".ljust(5), "bold")
    text.append((region.name or region.terrain)[:14].ljust(15))
    text.append(symbols(region, state).ljust(3))
    span = badge(state, names.short)
    if span:
        text.append(span[0] if span[0][0] == "(" else span[0].strip(), badge_style(span[1], palette))
    found = "".join(pieces(state, short=True))
    return text.append(f" {found}" if found else "", "bold")


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
        chip = Text(chips.get(region.id, ""), "bold reverse")
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
