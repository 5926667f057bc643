"""Layout of Covil's screen: as large as the window allows, less important texts are shortened first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.console import Console, RenderableType
from rich.console import Group as Stack
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from hordes.terminal.board.palette import Palette
from hordes.terminal.choice_panel import choice_panel
from hordes.terminal.covil.board import draw_board, legend, zone_list
from hordes.terminal.covil.choices import question
from hordes.terminal.covil.panels import header, players_panel
from hordes.terminal.news import bullets, fitting_news
from hordes.terminal.scene import Choice, ChoiceGroup, Frame

MIN_DRAWN_WIDTH = 110
MIN_DRAWN_HEIGHT = 32
MIN_WIDTH_FOR_SIDE = 150
SIDE_WIDTH = 60
MIN_MAP_ROWS = 14
NEWS_LINES = 6
RESERVED_ROWS = 14
"""Rows reserved below the board, so that its size does not change with every question."""
ABRIDGED_GROUPS = ("relic", "command", "exhaust", "defend", "hire")
"""Groups whose texts are omitted when room is short; `?` shows them."""


def is_drawn(frame: Frame, console: Console) -> bool:
    """Whether the board is drawn, not listed."""
    return frame.scene.map_data.has_outlines and console.width >= MIN_DRAWN_WIDTH and console.height >= MIN_DRAWN_HEIGHT


def compose(frame: Frame, console: Console, palette: Palette) -> RenderableType:
    """Compose the screen: the least shortening that fits, then as much news as fits."""
    width = console.width
    for tight, room in ((0, 3), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0)):
        lower = lower_part(frame, width, palette, tight, ())
        left = console.height - 1 - _height(lower, console) - _least(frame, console, palette, room)
        if left >= min(len(frame.news), 2):
            break
    news = fitting_news(frame.news, console, width, min(max(left, 0), NEWS_LINES))
    if len(news) < len(frame.news):
        news = fitting_news(frame.brief_news, console, width, min(max(left, 0), NEWS_LINES)) or news
    lower = lower_part(frame, width, palette, tight, news)
    return Stack(board_part(frame, console, palette, _height(lower, console), room), lower)


def _height(part: RenderableType, console: Console) -> int:
    return len(console.render_lines(part, pad=False))


def _least(frame: Frame, console: Console, palette: Palette, room: int) -> int:
    """Minimum height of the upper part."""
    if not is_drawn(frame, console):
        return _height(board_part(frame, console, palette, 0, room), console)
    side = console.width >= MIN_WIDTH_FOR_SIDE
    return (
        2 + MIN_MAP_ROWS + (0 if side else _height(players_panel(frame.scene, palette, console.width, room), console))
    )


def board_part(frame: Frame, console: Console, palette: Palette, below: int = 0, room: int = 2) -> RenderableType:
    """Header, board, players; in wide windows the players are beside the board."""
    scene, top = frame.scene, header(frame.scene, palette, frame.is_over)
    if not is_drawn(frame, console):
        return Stack(top, zone_list(frame, palette, console.width), players_panel(scene, palette, console.width, room))
    side = console.width >= MIN_WIDTH_FOR_SIDE
    seats = players_panel(scene, palette, SIDE_WIDTH if side else console.width, 3 if side else room)
    columns = console.width - SIDE_WIDTH - 2 if side else console.width
    rows = console.height - 3 - max(below, RESERVED_ROWS) - (0 if side else _height(seats, console))
    natural = round(columns * scene.map_data.box[1] / scene.map_data.box[0] / 2)
    drawn = draw_board(scene, palette, columns, max(MIN_MAP_ROWS, min(rows, natural)), frame.chips)
    if not side:
        return Stack(top, drawn, legend(scene, palette), seats)
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=columns, no_wrap=True)
    grid.add_column(width=SIDE_WIDTH)
    grid.add_row(drawn, seats)
    return Stack(top, grid, legend(scene, palette))


def lower_part(
    frame: Frame, width: int, palette: Palette, tight: int = 0, news: Sequence[str] | None = None
) -> RenderableType:
    """News, question and choices; a higher `tight` shortens more."""
    shown = frame.news[-NEWS_LINES:] if news is None else news
    parts: list[RenderableType] = [bullets(shown, "dim")] if shown else []
    if frame.groups:
        parts.append(Rule(Text(question(frame.scene, frame.groups), "bold"), align="left", style="dim"))
        parts.append(choice_panel([_trimmed(group, tight, width) for group in frame.groups], width, palette))
    return Stack(*parts, *(Text(note, "italic dim") for note in _notes(frame, tight)))


def _trimmed(group: ChoiceGroup, tight: int, width: int) -> ChoiceGroup:
    """Shorten a group: lists become flowing lines, and texts available through `?` are omitted."""
    brief = group.is_brief or tight > 0
    longest = (
        200 if brief else max(20, width - 8 - max(len(choice.words) + len(choice.key) for choice in group.choices))
    )
    return replace(group, is_brief=brief, choices=tuple(_short(choice, tight, longest) for choice in group.choices))


def _short(choice: Choice, tight: int, longest: int) -> Choice:
    bare = choice.move.split()[0] in ABRIDGED_GROUPS
    detail = choice.detail.split(";")[0] if tight and bare else choice.detail
    detail = "" if tight and choice.move.startswith("command") else detail
    detail = detail if len(detail) <= longest else f"{detail[: longest - 1]}…"
    words = choice.words
    if tight > 1 and choice.move.startswith("move "):
        words = f"{choice.move.split()[1][1]}→{choice.move.split()[2]}"
    return replace(choice, detail=detail, words=words)


def _notes(frame: Frame, tight: int) -> Sequence[str]:
    if frame.notes:
        return frame.notes if tight < 2 else frame.notes[-1:]
    return [frame.footer] if frame.footer and not tight else []
