"""Header, players, regions and final scores of any game, as it displays them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hordes.engine.core.state import OVER
from hordes.engine.display import NO_SEAT
from hordes.terminal.board.map_view import role_style
from hordes.terminal.board.palette import Palette, chip_style, seat_mark, seat_style, terrain_style
from hordes.terminal.generic.scene import (
    GenericScene,
    badge_text,
    by_seat,
    kinds_in_play,
    piece_letters,
    piece_name,
    region_name,
)
from hordes.terminal.wording import join_words


def seat_title(scene: GenericScene, seat: int) -> str:
    """A player's name; the reader's own says so."""
    return f"{scene.seat_names.name(seat)}{' (you)' if seat == scene.seat else ''}"


def header(scene: GenericScene, palette: Palette, over: bool = False) -> Text:
    """One line: the game, when in it this is, and whose turn."""
    text = Text(f" {scene.title} ", "bold", no_wrap=True, overflow="ellipsis")
    text.append(f" {scene.display['status']} ", "not bold")
    if over or scene.turn_seat == OVER:
        return text
    if 0 <= scene.turn_seat < len(scene.seat_names.names):
        whose = "Your turn" if scene.turn_seat == scene.seat else f"Turn of {scene.seat_names.name(scene.turn_seat)}"
        text.append(f" {seat_mark(scene.turn_seat)} {whose} ", seat_style(scene.turn_seat, palette))
    return text


def player_line(scene: GenericScene, seat: int, palette: Palette) -> Text:
    """A player in one line: name, points, pieces beside the board, facts."""
    shown = scene.display["seats"][seat]
    text = Text("▸" if scene.turn_seat == seat else " ")
    text.append(f" {seat_mark(seat)} {seat_title(scene, seat)} ", seat_style(seat, palette))
    if shown["points"] is not None:
        text.append(f" {shown['points']} {'point' if shown['points'] == 1 else 'points'}", "bold")
    held = [
        f"{piece['count']} {piece_name(scene.lexicon.glossary, piece['kind'], piece['count'])}"
        for piece in shown["pieces"]
    ]
    for part in [*held, *(f"{name} {value}" for name, value in shown["facts"])]:
        text.append(f" · {part}")
    return text


def players(scene: GenericScene, palette: Palette) -> list[Text]:
    """All players, a line each."""
    return [player_line(scene, seat, palette) for seat in range(len(scene.display["seats"]))]


def region_row(scene: GenericScene, region: str, palette: Palette, chip: str = "", words: bool = False) -> Text:
    """A region in a list: its key, name, what is printed there, and its pieces in short or in words."""
    entry = scene.map_data.get(region)
    ground = entry.terrain if entry is not None else ""
    printed = next((r.get("label", "") for r in scene.board["regions"] if r["id"] == region), "")
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(f"{printed or ' ':>2} ", terrain_style(ground, palette) if entry is not None else "")
    text.append(f" {region_name(scene, region)} ")
    if chip:
        text.append(f"{chip})" if palette.is_plain else f" {chip} ", chip_style(palette)).append(" ")
    for (seat, faded), pieces in by_seat(scene.pieces(region)).items():
        badge = badge_text(scene.lexicon.glossary, seat, faded, pieces, words)
        if seat == NO_SEAT:
            text.append(badge, "bold").append(" ")
        else:
            role = f"{'declined' if faded else 'active'}{seat}"
            text.append(f" {badge} ", role_style(role, ground, palette)).append(" ")
    return text


def region_ids(scene: GenericScene) -> list[str]:
    """All regions: those that are drawn, then others with pieces."""
    drawn = [region["id"] for region in scene.board["regions"]]
    return [*drawn, *(region for region in scene.display["regions"] if region not in drawn)]


def region_list(
    scene: GenericScene, palette: Palette, chips: Mapping[str, str], rows: int, width: int
) -> RenderableType:
    """Regions in so many rows; if there are more, those with pieces or choices first, and how many are left out."""
    regions, note = region_ids(scene), list[Text]()
    shown = regions
    if len(regions) > rows:
        first = sorted(regions, key=lambda region: not (scene.pieces(region) or region in chips))
        shown = [region for region in regions if region in first[: max(0, rows - 1)]]
        note = [Text(f"`table` lists {len(regions) - len(shown)} more", "dim")]
    grid = Table.grid()
    grid.add_column(width=width, no_wrap=True, overflow="ellipsis")
    for line in [*(region_row(scene, region, palette, chips.get(region, "")) for region in shown), *note]:
        grid.add_row(line)
    return grid


def region_table(scene: GenericScene, palette: Palette) -> RenderableType:
    """Every region with its pieces in words and its neighbours."""
    table = Table("region", "next to", box=None, pad_edge=False, header_style="dim")
    for region in region_ids(scene):
        entry = scene.map_data.get(region)
        near = [region_name(scene, other) for other in entry.adjacent] if entry is not None else []
        row = region_row(scene, region, palette, words=True)
        row.overflow = "fold"
        table.add_row(row, Text(", ".join(near), "dim"))
    return table


def legend(scene: GenericScene) -> Text:
    """What the letters on the board stand for."""
    glossary = scene.lexicon.glossary
    parts = [f"{piece_letters(glossary, kind)} {piece_name(glossary, kind)}" for kind in kinds_in_play(scene.display)]
    return Text(f" {'  '.join(parts)}", "dim", no_wrap=True, overflow="ellipsis") if parts else Text("")


def final_table(scene: GenericScene, result: Mapping[str, Any], palette: Palette) -> RenderableType:
    """Ranks and points, the winners first."""
    table = Table(box=box.SIMPLE_HEAD, title="Final scores", title_style="bold", padding=(0, 1))
    for heading in ("", "Player", "Points"):
        table.add_column(heading, justify="right" if heading == "Points" else "left", no_wrap=True)
    scores: Sequence[int] = result["scores"]
    for seat in sorted(range(len(scores)), key=lambda s: (s not in result["winners"], -scores[s])):
        name = Text(f" {seat_mark(seat)} {seat_title(scene, seat)} ", seat_style(seat, palette))
        table.add_row("★" if seat in result["winners"] else "", name, str(scores[seat]))
    return table


def result_sentence(names: Sequence[str], result: Mapping[str, Any]) -> str:
    """Who has won, and why.

    >>> result_sentence(["Ann", "Grim"], {"winners": [0, 1], "reason": "most points"})
    'Ann and Grim win together (most points).'
    """
    winners = [names[seat] for seat in result["winners"]]
    if not winners:
        return "The game is over, and nobody wins."
    reason = f" ({result['reason']})" if result.get("reason") else ""
    return f"{join_words(winners)} {'wins' if len(winners) == 1 else 'win together'}{reason}."
