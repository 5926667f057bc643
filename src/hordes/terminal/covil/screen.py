"""Puts Covil's screen together, as large as the window allows: what is least needed is said in fewer words first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.console import Console, RenderableType
from rich.console import Group as Stack
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from hordes.terminal.covil.board import draw_board, legend, zone_list
from hordes.terminal.covil.choices import question
from hordes.terminal.covil.panels import header, players
from hordes.terminal.palette import Palette
from hordes.terminal.panels import choice_panel
from hordes.terminal.scene import Choice, Frame, Group
from hordes.terminal.screen import bullets, fitting

DRAWN_FROM = 110
TALL_FROM = 32
SIDE_FROM = 150
SIDE_WIDTH = 60
LEAST_MAP = 14
NEWS_LINES = 6
STEADY = 14
"""Rows kept free below the board, so that it does not change its size with every question."""
BARE = ("relic", "command", "exhaust", "defend", "hire")
"""Groups whose texts can be asked for, and are left out where room is short."""


def is_drawn(frame: Frame, console: Console) -> bool:
    """Whether the board is a picture here, not a list."""
    return frame.scene.atlas.drawn and console.width >= DRAWN_FROM and console.height >= TALL_FROM


def compose(frame: Frame, console: Console, palette: Palette) -> RenderableType:
    """The tightest wording that is needed, then as much news as still fits."""
    width = console.width
    for tight, room in ((0, 3), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0)):
        lower = lower_part(frame, width, palette, tight, ())
        left = console.height - 1 - _height(lower, console) - _least(frame, console, palette, room)
        if left >= min(len(frame.news), 2):
            break
    news = fitting(frame.news, console, width, min(max(left, 0), NEWS_LINES))
    if len(news) < len(frame.news):
        news = fitting(frame.gist, console, width, min(max(left, 0), NEWS_LINES)) or news
    lower = lower_part(frame, width, palette, tight, news)
    return Stack(board_part(frame, console, palette, _height(lower, console), room), lower)


def _height(part: RenderableType, console: Console) -> int:
    return len(console.render_lines(part, pad=False))


def _least(frame: Frame, console: Console, palette: Palette, room: int) -> int:
    """Rows that the upper part needs at least."""
    if not is_drawn(frame, console):
        return _height(board_part(frame, console, palette, 0, room), console)
    side = console.width >= SIDE_FROM
    return 2 + LEAST_MAP + (0 if side else _height(players(frame.scene, palette, console.width, room), console))


def board_part(frame: Frame, console: Console, palette: Palette, below: int = 0, room: int = 2) -> RenderableType:
    """Header, board, players; in wide windows the players stand beside the board."""
    scene, top = frame.scene, header(frame.scene, palette, frame.over)
    if not is_drawn(frame, console):
        return Stack(top, zone_list(frame, palette, console.width), players(scene, palette, console.width, room))
    side = console.width >= SIDE_FROM
    seats = players(scene, palette, SIDE_WIDTH if side else console.width, 3 if side else room)
    columns = console.width - SIDE_WIDTH - 2 if side else console.width
    rows = console.height - 3 - max(below, STEADY) - (0 if side else _height(seats, console))
    natural = round(columns * scene.atlas.box[1] / scene.atlas.box[0] / 2)
    drawn = draw_board(scene, palette, columns, max(LEAST_MAP, min(rows, natural)), frame.chips)
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
    """News, then the question and its choices. The tighter, the fewer words."""
    shown = frame.news[-NEWS_LINES:] if news is None else news
    parts: list[RenderableType] = [bullets(shown, "dim")] if shown else []
    if frame.groups:
        parts.append(Rule(Text(question(frame.scene, frame.groups), "bold"), align="left", style="dim"))
        parts.append(choice_panel([_trimmed(group, tight, width) for group in frame.groups], width, palette))
    return Stack(*parts, *(Text(note, "italic dim") for note in _notes(frame, tight)))


def _trimmed(group: Group, tight: int, width: int) -> Group:
    """A group as there is room for it: lists become lines, and texts that `?` gives are left out."""
    brief = group.brief or tight > 0
    longest = (
        200 if brief else max(20, width - 8 - max(len(choice.words) + len(choice.key) for choice in group.choices))
    )
    return replace(group, brief=brief, choices=tuple(_short(choice, tight, longest) for choice in group.choices))


def _short(choice: Choice, tight: int, longest: int) -> Choice:
    bare = choice.move.split()[0] in BARE
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
