"""Panel of all choices with their keys, shared by all games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rich.console import Console, RenderableType
from rich.console import Group as Stack
from rich.table import Table
from rich.text import Text

from hordes.terminal.board.palette import Palette, chip_style
from hordes.terminal.scene import Choice, ChoiceGroup


def choice_panel(groups: Sequence[ChoiceGroup], width: int, palette: Palette, tight: int = 0) -> RenderableType:
    """All choices under their headings: brief groups (all, if `tight`) on flowing lines, others in columns.

    With `tight` 2, regions are shown by their keys only: their names are in the list above.
    """
    parts: list[RenderableType] = []
    for group in groups:
        if group.is_brief or group.heading == "Or" or tight:
            heading = "" if len(groups) == 1 and group.heading == "Or" else group.heading
            heading = "Conquer (cost)" if tight and heading == "Conquer" else heading
            choices = [_short(choice, tight > 1) for choice in group.choices] if tight else group.choices
            parts.append(_flowing(heading, choices, width, palette))
        else:
            parts.append(Text(group.heading, "dim"))
            parts.append(_in_columns(group, width, palette))
    return Stack(*parts)


def _short(choice: Choice, nameless: bool) -> Choice:
    """The choice with only the cost as detail."""
    die = re.search(r"must show (\d)", choice.detail)
    detail = f"die {die[1]}+" if die else re.split("[:;]", choice.detail)[0].removeprefix("costs ")
    words = "" if nameless and choice.region and choice.key.startswith(choice.region) else choice.words
    return replace(choice, detail=detail, words=words)


def _flowing(heading: str, choices: Sequence[Choice], width: int, palette: Palette) -> RenderableType:
    """Choices in sequence; lines break between choices, longer ones continue indented."""
    lines = [Text(heading, "dim")]
    for choice in choices:
        item = Text("  ").append(_key(choice, palette), chip_style(palette))
        item.append(f" {choice.words}" if choice.words else "")
        item.append(f" ({choice.detail})" if choice.detail else "", "dim")
        if lines[-1].cell_len + item.cell_len > width and len(lines[-1]) > 2:
            lines.append(Text("  "))
        lines[-1] = Text.assemble(lines[-1], item)
    return Stack(*(_hanging(line, width) for line in lines))


def _hanging(line: Text, width: int) -> RenderableType:
    """A line whose overflow continues on the next line, indented."""
    if line.cell_len <= width:
        return line
    parts = line.wrap(Console(width=width), width - 6)
    return Stack(parts[0], *(Text("      ") + part for part in parts[1:]))


def _key(choice: Choice, palette: Palette) -> str:
    return f"{choice.key})" if palette.is_plain else f" {choice.key} "


def _in_columns(group: ChoiceGroup, width: int, palette: Palette) -> RenderableType:
    """Choices in as many columns as fit."""
    wide = max(len(choice.words) for choice in group.choices)
    typed = max(len(choice.key) for choice in group.choices)
    long = max(len(choice.detail) for choice in group.choices)
    across = max(1, min(3, (width + 2) // (wide + long + typed + 7), -(-len(group.choices) // 3)))
    tall = -(-len(group.choices) // across)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for row in range(tall):
        picked = [group.choices[i] for i in range(row, len(group.choices), tall)]
        grid.add_row(*(_listed(choice, wide, typed, palette) for choice in picked))
    return grid


def _listed(choice: Choice, wide: int, typed: int, palette: Palette) -> Text:
    line = Text(" " * (typed - len(choice.key))).append(_key(choice, palette), chip_style(palette))
    line.append(f" {choice.words:<{wide}}")
    return line.append(f"  {choice.detail}", "dim") if choice.detail else line
