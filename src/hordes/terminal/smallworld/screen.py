"""Layout of Small World's screen: map, players, news and choices, as large as the window allows."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.console import Group as Stack
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from hordes.terminal.board.map_view import RaceNames, draw_map
from hordes.terminal.board.palette import Palette
from hordes.terminal.choice_panel import choice_panel
from hordes.terminal.news import bullets, fitting_news
from hordes.terminal.scene import Frame, Scene, all_choices
from hordes.terminal.smallworld.choices import question
from hordes.terminal.smallworld.panels import (
    column_panel,
    header,
    legend,
    player_cards,
    player_strip,
    short_forms,
)
from hordes.terminal.smallworld.region_list import compact_regions, region_table

MIN_DRAWN_WIDTH = 120
MIN_WIDTH_FOR_SIDE = 158
SIDE_WIDTH = 46
NEWS_LINES = 5
MAX_NEWS_LINES = 14
MIN_LEGEND_HEIGHT = 30
"""Window height from which abbreviations are explained below the map."""
RESERVED_ROWS = 12
"""Rows reserved below the map, so that its size does not change with every question."""


def is_picking(frame: Frame) -> bool:
    """Whether a combo is being chosen, so that the column is shown in full."""
    return any(choice.move.startswith("pick ") for choice in all_choices(frame.groups))


def compose(frame: Frame, console: Console, palette: Palette) -> RenderableType:
    """Compose the screen for the console's size; if it is too tall, the lower part is shortened."""
    width, room = console.width, console.height - least_rows(frame, console, palette)
    for tight, lines in enumerate((min(len(frame.brief_news or frame.news), 3), bool(frame.news), 0)):
        lower = lower_part(frame, width, palette, tight, ())
        used = _height(lower, console)
        if used + lines <= room:
            break
    if not has_side(frame.scene, width):
        news = latest_news(frame, console, width, _news_rows(frame, console, room, used))
        lower = lower_part(frame, width, palette, tight, news)
    short = used > room and not is_drawn(frame.scene, width)
    return Stack(board_part(frame, console, palette, _height(lower, console), short), lower)


def _height(part: RenderableType, console: Console) -> int:
    return len(console.render_lines(part, pad=False))


def is_drawn(scene: Scene, width: int) -> bool:
    """Whether the map is drawn, not listed."""
    return scene.map_data.has_outlines and width >= MIN_DRAWN_WIDTH


def _news_rows(frame: Frame, console: Console, room: int, used: int) -> int:
    """Rows for the news: those that would stay blank, and a few that the map would otherwise take."""
    if not is_drawn(frame.scene, console.width):
        return min(room - used, MAX_NEWS_LINES)
    return min(max(_reserved_rows(console) - used, NEWS_LINES), room - used)


def _reserved_rows(console: Console) -> int:
    return min(RESERVED_ROWS, console.height // 3)


def latest_news(frame: Frame, console: Console, width: int, rows: int) -> list[str]:
    """All the news if they fit, otherwise one line per turn, the latest ones."""
    full = fitting_news(frame.news, console, width, rows)
    if len(full) == len(frame.news) or not frame.brief_news:
        return full
    return fitting_news(frame.brief_news, console, width, rows)


def least_rows(frame: Frame, console: Console, palette: Palette) -> int:
    """Minimum height of the upper part, with the prompt."""
    scene, width = frame.scene, console.width
    if not is_drawn(scene, width):
        return 1 + _height(board_part(frame, console, palette), console)
    return map_rows(scene, width, 0) + fixed_rows(scene, console)


def fixed_rows(scene: Scene, console: Console) -> int:
    """Rows around a drawn map: header, legends, prompt, and the players if they are below it."""
    rows = 4 if console.height >= MIN_LEGEND_HEIGHT else 3
    return rows if has_side(scene, console.width) else rows + len(scene.view.get("players") or [])


def board_part(frame: Frame, console: Console, palette: Palette, below: int = 0, short: bool = False) -> RenderableType:
    """Header, map (drawn or listed), players; in wide windows all but the map are in a side panel.

    With `short`, for windows too small even for the list, only the reader's own line of the players is shown.
    """
    scene, width = frame.scene, console.width
    top = header(scene, palette, frame.is_over)
    forms = [short_forms(scene)] if console.height >= MIN_LEGEND_HEIGHT else []
    if not is_drawn(scene, width):
        strip = player_strip(scene, palette, width < 100, [scene.seat] if short else None)
        return Stack(top, region_list_part(frame, width, palette), *forms, strip)
    side = has_side(scene, width)
    columns = width - SIDE_WIDTH - 2 if side else width
    rows = map_rows(scene, columns, console.height - max(below, _reserved_rows(console)) - fixed_rows(scene, console))
    drawn, forms = drawn_map(frame, palette, columns, rows), [legend(palette, width), *forms]
    if side:
        return Stack(top, _beside(drawn, side_panel(frame, console, palette, rows), width), *forms)
    return Stack(top, drawn, *forms, player_strip(scene, palette))


def has_side(scene: Scene, width: int) -> bool:
    """Whether players, column and news are beside the map."""
    return scene.map_data.has_outlines and width >= MIN_WIDTH_FOR_SIDE


def region_list_part(frame: Frame, width: int, palette: Palette) -> RenderableType:
    """The map as a list, with neighbours if it cannot be drawn at all."""
    scene = frame.scene
    if not scene.map_data.has_outlines:
        return region_table(scene.map_data, scene.view, names_of(scene), palette, frame.chips)
    return compact_regions(scene.map_data, scene.view, names_of(scene), palette, width, frame.chips)


def drawn_map(frame: Frame, palette: Palette, columns: int, rows: int) -> Text:
    """The map, with keys on the regions that can be chosen."""
    scene = frame.scene
    return draw_map(scene.map_data, scene.view, names_of(scene), palette, columns, rows, frame.chips)


def names_of(scene: Scene) -> RaceNames:
    """Race names for labels."""
    return RaceNames(scene.lexicon.races, scene.lexicon.short_races)


def map_rows(scene: Scene, columns: int, room: int) -> int:
    """Height of the map: what is left of the window, between a readable minimum and its true proportions."""
    box = scene.map_data.box
    natural = round(columns * box[1] / box[0] / 2)
    least = round(8 + 0.3 * len(scene.map_data.regions))
    return max(least, min(natural, room))


def _beside(left: RenderableType, right: RenderableType, width: int) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=width - SIDE_WIDTH - 2, no_wrap=True)
    grid.add_column(width=SIDE_WIDTH)
    grid.add_row(left, right)
    return grid


def side_panel(frame: Frame, console: Console, palette: Palette, rows: int) -> RenderableType:
    """Players, column, and the latest news that fit beside the map."""
    parts: list[RenderableType] = [Rule("Players", style="dim"), player_cards(frame.scene, palette)]
    if not is_picking(frame):
        parts += [Rule("Column", style="dim"), column_panel(frame.scene, palette)]
    used = len(console.render_lines(Stack(*parts), console.options.update_width(SIDE_WIDTH), pad=False))
    news = latest_news(frame, console, SIDE_WIDTH, rows - used - 1)
    return Stack(*parts, Rule("News", style="dim"), bullets(news)) if news else Stack(*parts)


def lower_part(
    frame: Frame, width: int, palette: Palette, tight: int = 0, news: Sequence[str] | None = None
) -> RenderableType:
    """News (unless in the side panel), question and choices; a higher `tight` shortens more."""
    parts: list[RenderableType] = []
    if news is None:
        news = () if has_side(frame.scene, width) else frame.news[-NEWS_LINES:]
    if news:
        parts.append(bullets(news, "dim"))
    if frame.groups:
        parts.append(Rule(Text(question(frame.scene, frame.groups), "bold"), align="left", style="dim"))
    if is_picking(frame):
        parts.append(column_panel(frame.scene, palette, words=width, wrapped=not tight))
        parts += [Text("`column` shows what they do in full, `? elves` explains one.", "italic dim")] if tight else []
    elif frame.groups:
        parts.append(choice_panel(frame.groups, width, palette, tight))
    return Stack(*parts, *(Text(note, "italic dim") for note in _notes(frame, width, tight)))


def _notes(frame: Frame, width: int, tight: int) -> Sequence[str]:
    """Notes if there is room, otherwise the footer if there is room for that."""
    if frame.notes:
        return frame.notes if tight < 2 else ()
    return [frame.footer] if frame.footer and not tight and width >= MIN_DRAWN_WIDTH else []


def size_hint(scene: Scene, console: Console) -> str:
    """Advice for windows too small to draw the map."""
    if not scene.map_data.has_outlines or console.width >= MIN_DRAWN_WIDTH:
        return ""
    needed = f"{MIN_DRAWN_WIDTH} columns or more (this one has {console.width})"
    return f"`map` draws the map; a window of {needed} always does."
