"""Puts the screen together: map, players, news and choices, as large as the window allows."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.console import Group as Stack
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from hordes.terminal.choices import question
from hordes.terminal.mapview import Names, draw_map
from hordes.terminal.palette import Palette
from hordes.terminal.panels import (
    choice_panel,
    column_panel,
    header,
    legend,
    player_cards,
    player_strip,
    short_forms,
)
from hordes.terminal.scene import Frame, Scene, flatten
from hordes.terminal.tables import compact_regions, region_table

DRAWN_FROM = 120
SIDE_FROM = 158
SIDE_WIDTH = 46
NEWS_LINES = 5
MOST_NEWS = 14
FORMS_FROM = 30
"""Rows from which on the abbreviations are explained below the map."""
STEADY = 12
"""Rows kept free below the map, so that it does not change its size with every question."""


def picking(frame: Frame) -> bool:
    """Whether a combo is being chosen, so that the column is shown in full."""
    return any(choice.move.startswith("pick ") for choice in flatten(frame.groups))


def compose(frame: Frame, console: Console, palette: Palette) -> RenderableType:
    """The screen for this console's size; where it would be too tall, the part below the map is said in fewer lines."""
    width, room = console.width, console.height - least_rows(frame, console, palette)
    for tight, lines in enumerate((min(len(frame.gist or frame.news), 3), bool(frame.news), 0)):
        lower = lower_part(frame, width, palette, tight, ())
        used = _height(lower, console)
        if used + lines <= room:
            break
    if not has_side(frame.scene, width):
        news = latest(frame, console, width, _news_rows(frame, console, room, used))
        lower = lower_part(frame, width, palette, tight, news)
    short = used > room and not is_drawn(frame.scene, width)
    return Stack(board_part(frame, console, palette, _height(lower, console), short), lower)


def _height(part: RenderableType, console: Console) -> int:
    return len(console.render_lines(part, pad=False))


def is_drawn(scene: Scene, width: int) -> bool:
    """Whether the map is a picture here, not a list."""
    return scene.atlas.drawn and width >= DRAWN_FROM


def _news_rows(frame: Frame, console: Console, room: int, used: int) -> int:
    """Rows for the news: all that would stay blank, and a few more where only the map would grow instead."""
    if not is_drawn(frame.scene, console.width):
        return min(room - used, MOST_NEWS)
    return min(max(_steady(console) - used, NEWS_LINES), room - used)


def _steady(console: Console) -> int:
    return min(STEADY, console.height // 3)


def latest(frame: Frame, console: Console, width: int, rows: int) -> list[str]:
    """All the news if they fit, else a line for each turn, the latest ones first to be kept."""
    full = fitting(frame.news, console, width, rows)
    if len(full) == len(frame.news) or not frame.gist:
        return full
    return fitting(frame.gist, console, width, rows)


def least_rows(frame: Frame, console: Console, palette: Palette) -> int:
    """Rows that the upper part needs at least, the line to type on included."""
    scene, width = frame.scene, console.width
    if not is_drawn(scene, width):
        return 1 + _height(board_part(frame, console, palette), console)
    return map_rows(scene, width, 0) + fixed_rows(scene, console)


def fixed_rows(scene: Scene, console: Console) -> int:
    """Rows around a drawn map: header, legends, the line to type on, and the players where they stand below."""
    rows = 4 if console.height >= FORMS_FROM else 3
    return rows if has_side(scene, console.width) else rows + len(scene.view.get("players") or [])


def board_part(frame: Frame, console: Console, palette: Palette, below: int = 0, short: bool = False) -> RenderableType:
    """Header, map (drawn or as a table), players; in wide windows all but the map go into a side panel.

    Where even the list is too tall (`short`) only the reader's own line of the players is shown.
    """
    scene, width = frame.scene, console.width
    top = header(scene, palette, frame.over)
    forms = [short_forms(scene)] if console.height >= FORMS_FROM else []
    if not is_drawn(scene, width):
        strip = player_strip(scene, palette, width < 100, [scene.seat] if short else None)
        return Stack(top, listed(frame, width, palette), *forms, strip)
    side = has_side(scene, width)
    columns = width - SIDE_WIDTH - 2 if side else width
    rows = map_rows(scene, columns, console.height - max(below, _steady(console)) - fixed_rows(scene, console))
    drawn, forms = drawn_map(frame, palette, columns, rows), [legend(palette, width), *forms]
    if side:
        return Stack(top, _beside(drawn, side_panel(frame, console, palette, rows), width), *forms)
    return Stack(top, drawn, *forms, player_strip(scene, palette))


def has_side(scene: Scene, width: int) -> bool:
    """Whether players, column and news stand beside the map."""
    return scene.atlas.drawn and width >= SIDE_FROM


def listed(frame: Frame, width: int, palette: Palette) -> RenderableType:
    """The map as a list; where nothing can be drawn at all, with neighbours."""
    scene = frame.scene
    if not scene.atlas.drawn:
        return region_table(scene.atlas, scene.view, names_of(scene), palette, frame.chips)
    return compact_regions(scene.atlas, scene.view, names_of(scene), palette, width, frame.chips)


def drawn_map(frame: Frame, palette: Palette, columns: int, rows: int) -> Text:
    """The map, with what to type on the regions on offer."""
    scene = frame.scene
    return draw_map(scene.atlas, scene.view, names_of(scene), palette, columns, rows, frame.chips)


def names_of(scene: Scene) -> Names:
    """How the map writes races."""
    return Names(scene.lexicon.races, scene.lexicon.short_races)


def map_rows(scene: Scene, columns: int, room: int) -> int:
    """Rows for the map: what is left of the window, but enough to read it and not beyond its true shape."""
    box = scene.atlas.box
    natural = round(columns * box[1] / box[0] / 2)
    least = round(8 + 0.3 * len(scene.atlas.regions))
    return max(least, min(natural, room))


def _beside(left: RenderableType, right: RenderableType, width: int) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=width - SIDE_WIDTH - 2, no_wrap=True)
    grid.add_column(width=SIDE_WIDTH)
    grid.add_row(left, right)
    return grid


def side_panel(frame: Frame, console: Console, palette: Palette, rows: int) -> RenderableType:
    """Players, the column, and as much of the latest news as fits beside the map."""
    parts: list[RenderableType] = [Rule("Players", style="dim"), player_cards(frame.scene, palette)]
    if not picking(frame):
        parts += [Rule("Column", style="dim"), column_panel(frame.scene, palette)]
    used = len(console.render_lines(Stack(*parts), console.options.update_width(SIDE_WIDTH), pad=False))
    news = latest(frame, console, SIDE_WIDTH, rows - used - 1)
    return Stack(*parts, Rule("News", style="dim"), bullets(news)) if news else Stack(*parts)


def fitting(news: Sequence[str], console: Console, width: int, rows: int) -> list[str]:
    """The latest news that fits into so many rows."""
    kept: list[str] = []
    for line in reversed(news):
        rows -= len(console.render_lines(bullets([line]), console.options.update_width(width), pad=False))
        if rows < 0:
            break
        kept.insert(0, line)
    return kept


def bullets(lines: Sequence[str], style: str = "") -> RenderableType:
    """Sentences as a list with hanging dots."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    for line in lines:
        grid.add_row(Text("·", "dim"), Text(line, style))
    return grid


def lower_part(
    frame: Frame, width: int, palette: Palette, tight: int = 0, news: Sequence[str] | None = None
) -> RenderableType:
    """News (where no side panel has them), then the question and its choices. The tighter, the fewer words."""
    parts: list[RenderableType] = []
    if news is None:
        news = () if has_side(frame.scene, width) else frame.news[-NEWS_LINES:]
    if news:
        parts.append(bullets(news, "dim"))
    if frame.groups:
        parts.append(Rule(Text(question(frame.scene, frame.groups), "bold"), align="left", style="dim"))
    if picking(frame):
        parts.append(column_panel(frame.scene, palette, words=width, wrapped=not tight))
        parts += [Text("`column` shows what they do in full, `? elves` explains one.", "italic dim")] if tight else []
    elif frame.groups:
        parts.append(choice_panel(frame.groups, width, palette, tight))
    return Stack(*parts, *(Text(note, "italic dim") for note in _notes(frame, width, tight)))


def _notes(frame: Frame, width: int, tight: int) -> Sequence[str]:
    """Messages where there is room for them, else the footer where there is room for that."""
    if frame.notes:
        return frame.notes if tight < 2 else ()
    return [frame.footer] if frame.footer and not tight and width >= DRAWN_FROM else []


def size_hint(scene: Scene, console: Console) -> str:
    """Advice for a window too small to draw the map."""
    if not scene.atlas.drawn or console.width >= DRAWN_FROM:
        return ""
    return f"`map` draws the map; a window of {DRAWN_FROM} columns or more (this one has {console.width}) always does."
