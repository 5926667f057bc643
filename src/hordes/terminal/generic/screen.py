"""Layout of the screen for any game: board with a list of its regions, players, news, choices; as large as it fits."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.console import Group as Stack
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from hordes.terminal.board.palette import Palette
from hordes.terminal.choice_panel import choice_panel
from hordes.terminal.generic.board import draw_board
from hordes.terminal.generic.panels import header, legend, players, region_ids, region_list
from hordes.terminal.generic.scene import GenericScene, generic
from hordes.terminal.news import bullets, fitting_news
from hordes.terminal.scene import Frame

MIN_DRAWN_WIDTH = 70
MIN_MAP_ROWS = 8
MAX_MAP_ROWS = 34
LIST_MARGIN = 18
"""Columns of the list of regions beside the map, beyond the longest name: for pieces, a key, and what is printed."""
NEWS_LINES = 6
FEW_NEWS_LINES = 3
RESERVED_ROWS = 9
"""Rows reserved below the board, at most a quarter of the window, so that its size does not change all the time."""
LIST_COLUMN_WIDTH = 38


def has_board(scene: GenericScene) -> bool:
    """Whether the game has a board that can be drawn."""
    return bool(scene.board["regions"])


def compose(frame: Frame, console: Console, palette: Palette) -> RenderableType:
    """The whole screen: the choices first, then as much of the board, then as much news as there is room for."""
    width = console.width
    for tight in (0, 1):
        lower = lower_part(frame, width, palette, tight, ())
        left = console.height - 1 - _height(lower, console)
        if left >= MIN_MAP_ROWS + fixed_rows(frame, console, palette):
            break
    rows = news_rows(frame, console, left - fixed_rows(frame, console, palette))
    news = fitting_news(frame.news, console, width, rows)
    if len(news) < len(frame.news):
        news = fitting_news(frame.brief_news, console, width, rows) or news
    lower = lower_part(frame, width, palette, tight, news)
    return Stack(board_part(frame, console, palette, _height(lower, console)), lower)


def _height(part: RenderableType, console: Console) -> int:
    return len(console.render_lines(part, pad=False))


def news_rows(frame: Frame, console: Console, left: int) -> int:
    """Rows for the news: what a board in its proportions leaves, and a few that it would otherwise take."""
    scene = generic(frame.scene)
    wanted = map_size(scene, console.width - list_width(scene, console.width), left) if has_board(scene) else 0
    return max(0, min(NEWS_LINES, max(FEW_NEWS_LINES, left - wanted), left - MIN_MAP_ROWS))


def fixed_rows(frame: Frame, console: Console, palette: Palette) -> int:
    """Rows of the upper part besides the board: header, legend, players."""
    scene = generic(frame.scene)
    return 2 + _height(Stack(*players(scene, palette)), console)


def board_part(frame: Frame, console: Console, palette: Palette, below: int = 0) -> RenderableType:
    """Header, board or list of regions, players."""
    scene, width = generic(frame.scene), console.width
    rows = (
        console.height - 1 - max(below, min(RESERVED_ROWS, console.height // 4)) - fixed_rows(frame, console, palette)
    )
    parts: list[RenderableType] = [header(scene, palette, frame.is_over)]
    if has_board(scene) and width >= MIN_DRAWN_WIDTH:
        parts += [_map_with_list(frame, width, max(MIN_MAP_ROWS, rows), palette), legend(scene)]
    elif region_ids(scene):
        parts += [_columns(frame, width, max(MIN_MAP_ROWS, rows), palette), legend(scene)]
    return Stack(*parts, *players(scene, palette))


def list_width(scene: GenericScene, width: int) -> int:
    """Columns of the list of regions beside the map."""
    return min(width // 2, LIST_MARGIN + max(len(region["name"]) for region in scene.board["regions"]))


def map_size(scene: GenericScene, columns: int, rows: int) -> int:
    """Rows of a map of so many columns: its proportions, as far as there is room; cells are twice as high as wide."""
    wide, tall = scene.board["size"]
    natural = round(columns * tall / wide / 2) if wide > 0 else rows
    return max(MIN_MAP_ROWS, min(rows, max(natural, MIN_MAP_ROWS), MAX_MAP_ROWS))


def _map_with_list(frame: Frame, width: int, rows: int, palette: Palette) -> RenderableType:
    scene = generic(frame.scene)
    side = list_width(scene, width)
    columns = width - side - 2
    tall = map_size(scene, columns, rows)
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=columns, no_wrap=True)
    grid.add_column(width=side)
    drawn = draw_board(scene, palette, columns, tall, frame.chips)
    grid.add_row(drawn, region_list(scene, palette, frame.chips, tall, side))
    return grid


def _columns(frame: Frame, width: int, rows: int, palette: Palette) -> RenderableType:
    """The regions of a game without a drawing, or in a narrow window, in columns."""
    scene = generic(frame.scene)
    return region_list(scene, palette, frame.chips, rows, min(width, 2 * LIST_COLUMN_WIDTH))


def lower_part(
    frame: Frame, width: int, palette: Palette, tight: int = 0, news: Sequence[str] | None = None
) -> RenderableType:
    """News, the question, and the choices; with `tight` without what the moves cost."""
    shown = frame.news[-NEWS_LINES:] if news is None else news
    parts: list[RenderableType] = [bullets(shown, "dim")] if shown else []
    if frame.groups:
        scene = generic(frame.scene)
        question = "Your turn" if scene.turn_seat == scene.seat else "You are asked"
        parts.append(Rule(Text(question, "bold"), align="left", style="dim"))
        parts.append(choice_panel(frame.groups, width, palette, tight))
    notes = frame.notes or ([frame.footer] if frame.footer and not tight else [])
    return Stack(*parts, *(Text(note, "italic dim") for note in notes))
