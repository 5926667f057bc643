"""Layout of the list of recent events: split by turn, as bulleted lines, cut to the room there is. For all games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from hordes.engine.core.state import Game
from hordes.engine.event_tags import TurnBegins

Event = Mapping[str, Any]


def begins_turn(game: Game, event: Event) -> bool:
    """Whether a seat's turn begins with this event, by the game's own tags."""
    return any(isinstance(tag, TurnBegins) for tag in game.event_tags(dict(event), {}))


def split_turns(events: Iterable[Event], game: Game) -> list[list[Event]]:
    """Split events at the start of every turn."""
    turns: list[list[Event]] = [[]]
    for event in events:
        if begins_turn(game, event) and turns[-1]:
            turns.append([])
        turns[-1].append(event)
    return [turn for turn in turns if turn]


def bullets(lines: Sequence[str], style: str = "") -> RenderableType:
    """Sentences as a bulleted list with hanging indents."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    for line in lines:
        grid.add_row(Text("·", "dim"), Text(line, style))
    return grid


def fitting_news(news: Sequence[str], console: Console, width: int, rows: int) -> list[str]:
    """The latest news that fit into a number of rows."""
    kept: list[str] = []
    for line in reversed(news):
        rows -= len(console.render_lines(bullets([line]), console.options.update_width(width), pad=False))
        if rows < 0:
            break
        kept.insert(0, line)
    return kept
