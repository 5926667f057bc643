"""Draws the complete map: terrain, names, symbols, tokens, pieces, and the keys of regions that can be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.style import Style
from rich.text import Text

from hordes.terminal.board.labels import Label, LabelSpot, OpenSpans, fit_label, label_variants, occupant, width
from hordes.terminal.board.map_canvas import TextCanvas, draw_coloured, draw_lined, style
from hordes.terminal.board.map_data import MapData
from hordes.terminal.board.palette import Palette


@dataclass(frozen=True)
class RaceNames:
    """Full and abbreviated race names for labels."""

    full: Mapping[str, str]
    short: Mapping[str, str]


def draw_map(
    map_data: MapData,
    position: Mapping[str, Any],
    names: RaceNames,
    palette: Palette,
    columns: int,
    rows: int,
    chips: Mapping[str, str] | None = None,
) -> Text:
    """Draw the map in columns x rows cells. `chips` are the keys to type, by region."""
    states = [(position.get("regions") or {}).get(region.id) or {} for region in map_data.regions]
    if palette.is_plain:
        canvas, runs = draw_lined(map_data, columns, rows)
    else:
        canvas, runs = draw_coloured(map_data, [_owner(state) for state in states], palette, columns, rows)
    for index, (region, state) in enumerate(zip(map_data.regions, states, strict=True)):
        variants = label_variants(region, state, names.full, names.short, (chips or {}).get(region.id, ""))
        middle = (region.anchor[0] * columns / map_data.box[0], region.anchor[1] * rows / map_data.box[1])
        label, spot = best_label(variants, runs.get(index, {}), middle)
        write_label(canvas, label, spot, runs.get(index, {}), region.terrain, palette)
    return canvas.text()


def _owner(state: Mapping[str, Any]) -> int:
    """Seat of an active race, -2 - seat of a declined one, -1 for nobody."""
    who = occupant(state)
    if who is None:
        return -1
    return -2 - who[0] if who[3] else who[0]


def best_label(variants: Sequence[Label], runs: OpenSpans, middle: tuple[float, float]) -> tuple[Label, LabelSpot]:
    """The first variant that fits; if none does, the shortest one, across the region's border."""
    for label in variants:
        spot = fit_label(runs, label, middle)
        if spot is not None:
            return label, spot
    return variants[-1], LabelSpot(int(middle[1]), int(middle[0]))


def write_label(
    canvas: TextCanvas, label: Label, spot: LabelSpot, runs: OpenSpans, terrain: str, palette: Palette
) -> None:
    """Write a label with blank cells around it, so that the texture does not touch the text."""
    for offset, line in enumerate(label):
        column = spot.column - width(line) // 2
        start, end = runs.get(spot.row + offset, (0, 0))
        left, right = max(start, column - 2), min(end, column + width(line) + 2)
        canvas.write(spot.row + offset, left, " " * (right - left), role_style("name", terrain, palette))
        for span, role in line:
            text = f"[{span.strip()}]" if role == "chip" and palette.is_plain else span
            canvas.write(spot.row + offset, column, text, role_style(role, terrain, palette))
            column += len(text)


def role_style(role: str, terrain: str, palette: Palette) -> Style:
    """Style of a part of a label on a terrain."""
    if palette.is_plain:
        return Style(bold=role == "chip" or role.startswith("active"))
    if role == "chip":
        return style(*palette.chip, bold=True)
    if role.startswith("active"):
        seat = int(role.removeprefix("active"))
        return style(palette.seat_ink(seat), palette.seat(seat), bold=True)
    if role.startswith("declined"):
        seat = int(role.removeprefix("declined"))
        return style(palette.seat_text(seat), palette.shadow, italic=True)
    return style(palette.ink(terrain), palette.terrain(terrain), bold=role in ("symbol", "piece", "id"))
