"""Draws the map with everything on it: names, symbols, tokens, pieces, and what to type for those on offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.style import Style
from rich.text import Text

from hordes.terminal.atlas import Atlas
from hordes.terminal.ground import Canvas, coloured, lined, style
from hordes.terminal.labels import Label, Runs, Spot, fit, label_variants, occupant, width
from hordes.terminal.palette import Palette


@dataclass(frozen=True)
class Names:
    """How races are written on the map: in full and in short."""

    full: Mapping[str, str]
    short: Mapping[str, str]


def draw_map(
    atlas: Atlas,
    position: Mapping[str, Any],
    names: Names,
    palette: Palette,
    columns: int,
    rows: int,
    chips: Mapping[str, str] | None = None,
) -> Text:
    """The whole map in columns x rows cells. `chips` say what to type for regions that can be chosen."""
    states = [(position.get("regions") or {}).get(region.id) or {} for region in atlas.regions]
    if palette.plain:
        canvas, runs = lined(atlas, columns, rows)
    else:
        canvas, runs = coloured(atlas, [_owner(state) for state in states], palette, columns, rows)
    for index, (region, state) in enumerate(zip(atlas.regions, states, strict=True)):
        variants = label_variants(region, state, names.full, names.short, (chips or {}).get(region.id, ""))
        middle = (region.anchor[0] * columns / atlas.box[0], region.anchor[1] * rows / atlas.box[1])
        label, spot = roomiest(variants, runs.get(index, {}), middle)
        write(canvas, label, spot, runs.get(index, {}), region.terrain, palette)
    return canvas.text()


def _owner(state: Mapping[str, Any]) -> int:
    """Seat of an active race, -2 - seat of a declined one, -1 for nobody."""
    who = occupant(state)
    if who is None:
        return -1
    return -2 - who[0] if who[3] else who[0]


def roomiest(variants: Sequence[Label], runs: Runs, middle: tuple[float, float]) -> tuple[Label, Spot]:
    """The first wording that fits; the tightest one, over the region's edges, if none does."""
    for label in variants:
        spot = fit(runs, label, middle)
        if spot is not None:
            return label, spot
    return variants[-1], Spot(int(middle[1]), int(middle[0]))


def write(canvas: Canvas, label: Label, spot: Spot, runs: Runs, terrain: str, palette: Palette) -> None:
    """Writes a label, with a little quiet around it so that the texture does not touch the words."""
    for offset, line in enumerate(label):
        column = spot.column - width(line) // 2
        start, end = runs.get(spot.row + offset, (0, 0))
        left, right = max(start, column - 2), min(end, column + width(line) + 2)
        canvas.write(spot.row + offset, left, " " * (right - left), role_style("name", terrain, palette))
        for span, role in line:
            text = f"[{span.strip()}]" if role == "chip" and palette.plain else span
            canvas.write(spot.row + offset, column, text, role_style(role, terrain, palette))
            column += len(text)


def role_style(role: str, terrain: str, palette: Palette) -> Style:
    """The style of a part of a label on that terrain."""
    if palette.plain:
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
