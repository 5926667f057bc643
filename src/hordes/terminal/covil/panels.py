"""Panels around Covil's board: day, halls, pool, hand, and final scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hordes.terminal.board.palette import Palette, seat_mark, seat_style
from hordes.terminal.covil.choices import price
from hordes.terminal.covil.names import FORTRESS, REBEL, STATES, card_entry, card_name, stat_text
from hordes.terminal.scene import Scene
from hordes.terminal.wording import capitalise, count_noun

DAYS = 4


def header(scene: Scene, palette: Palette, over: bool = False) -> Text:
    """One line: the day, whose turn it is, the rebels, and who holds the Evil Scepter."""
    day, seat = int(scene.view.get("day") or 1), int(scene.view.get("player") or 0)
    text = Text(f" Day {day} of {DAYS} ", "bold", no_wrap=True, overflow="ellipsis")
    text.append("━" * day, "bold" if palette.is_plain else f"bold {palette.seat_text(4)}")
    text.append("╌" * (DAYS - day) + " ", "dim")
    if over:
        return text.append(" Game over ", "bold")
    text.append(f" {seat_mark(seat)} {scene.seat_names.possessive(seat)} turn ", seat_style(seat, palette))
    rebels = int(scene.view.get("rebels") or 0)
    text.append(f"  {REBEL} {count_noun(rebels, 'rebel')} of 5", "bold red" if rebels > 3 else "")
    return text.append(f"  scepter: {scene.seat_names.object_name(int(scene.view.get('scepter') or 0))}", "dim")


def seat_summary(scene: Scene, seat: int, palette: Palette) -> Text:
    """A player's name, gold, fortress and relics."""
    player, fortress = scene.player(seat), (scene.view.get("fortresses") or [])[seat]
    text = Text("▸" if scene.view.get("player") == seat else " ", no_wrap=True, overflow="ellipsis")
    text.append(f" {seat_mark(seat)} {scene.seat_names.name(seat)} ", seat_style(seat, palette))
    text.append(f" {player.get('gold')} gold", "bold")
    if fortress is not None:
        text.append(f"  {FORTRESS}{fortress['hp']} in {fortress['zone']}", "" if fortress["hp"] else "dim")
    relics = player.get("relics")
    held = len(relics) if isinstance(relics, list) else int(relics or 0)
    text.append(f"  {count_noun(held, 'relic')} in hand")
    active = [card_name(scene.lexicon, relic) for relic in player.get("active") or []]
    return text.append(f"  active: {', '.join(active)}", "italic") if active else text


def flow_items(items: Sequence[Text], width: int) -> RenderableType:
    """Items in sequence; lines break between items only."""
    lines = [Text("  ")]
    for item in items:
        if lines[-1].cell_len + item.cell_len + 1 > width and lines[-1].cell_len > 2:
            lines.append(Text("  "))
        lines[-1] = Text.assemble(lines[-1], " ", item)
    for line in lines:
        line.no_wrap, line.overflow = True, "ellipsis"
    return Stack(*lines)


def hall_line(scene: Scene, seat: int, width: int) -> RenderableType:
    """The Minions of a hall with their states."""
    styles = {"ready": "bold", "exhausted": "dim"}
    return flow_items(
        [
            Text(f"{STATES[place['state']]}{card_name(scene.lexicon, place['card'])} ", styles.get(place["state"], ""))
            for place in scene.player(seat).get("hall") or []
        ],
        width,
    )


def hall_counts(scene: Scene, seat: int) -> Text:
    """A hall as counts, for lack of room."""
    states = [place["state"] for place in scene.player(seat).get("hall") or []]
    return Text("  hall " + " ".join(f"{sign}{states.count(state)}" for state, sign in STATES.items()), "dim")


def hand_lines(scene: Scene, width: int) -> list[RenderableType]:
    """The player's own relics: bonus and value."""
    relics = scene.player(scene.seat).get("relics")
    if not isinstance(relics, list) or not relics:
        return []
    parts = [Text("hand:", "dim")]
    for relic in relics:
        worth = f"(+{stat_text(scene.lexicon, relic)}, worth {card_entry(scene.lexicon, relic).get('gold')}) "
        parts.append(Text(f"{card_name(scene.lexicon, relic)} ", "italic").append(worth, "not italic dim"))
    return [flow_items(parts, width)]


def players_panel(scene: Scene, palette: Palette, width: int, room: int = 3) -> RenderableType:
    """All players at a level of detail: 3 all halls, 2 only one's own, 1 counts only, 0 only oneself."""
    parts: list[RenderableType] = []
    for seat in range(len(scene.view.get("players") or [])):
        own = seat == scene.seat
        if room == 0 and not own:
            continue
        full = room == 3 or (room == 2 and own)
        parts.append(
            seat_summary(scene, seat, palette)
            if full
            else seat_summary(scene, seat, palette).append_text(hall_counts(scene, seat))
        )
        parts += [hall_line(scene, seat, width)] if full else []
        parts += hand_lines(scene, width) if own and room > 1 else []
    return Stack(*parts)


def pool_line(scene: Scene) -> RenderableType:
    """The Mercenaries that can be hired, with prices for the reader."""
    table = Table("Minion", "price", "class", "stat", "what it does", box=None, pad_edge=False, header_style="dim")
    for identifier in scene.view.get("pool") or []:
        table.add_row(*_minion_row(scene, identifier, price(f"hire {identifier}", scene)))
    return table if table.row_count else Text("The pool is empty.")


def _minion_row(scene: Scene, identifier: str, cost: str = "") -> list[str]:
    entry = card_entry(scene.lexicon, identifier)
    what = f"{capitalise(str(entry.get('ability')))}: {entry.get('text')}"
    value = cost or f"{entry.get('cost')}"
    return [
        card_name(scene.lexicon, identifier),
        value,
        str(entry.get("class")),
        stat_text(scene.lexicon, identifier),
        what,
    ]


def hall_table(scene: Scene, seat: int, palette: Palette) -> RenderableType:
    """A hall with the full card texts."""
    table = Table(
        "Minion", "state", "cost", "class", "stat", "what it does", box=None, pad_edge=False, header_style="dim"
    )
    for place in scene.player(seat).get("hall") or []:
        name, cost, *rest = _minion_row(scene, place["card"])
        table.add_row(name, f"{STATES[place['state']]} {place['state']}", cost, *rest)
    return Stack(seat_summary(scene, seat, palette), table)


def hand_table(scene: Scene) -> RenderableType:
    """The player's own relics with the full card texts."""
    relics = scene.player(scene.seat).get("relics")
    table = Table("relic", "worth", "bonus", "when activated", box=None, pad_edge=False, header_style="dim")
    for relic in relics if isinstance(relics, list) else []:
        entry = card_entry(scene.lexicon, relic)
        table.add_row(
            card_name(scene.lexicon, relic),
            str(entry.get("gold")),
            f"+{stat_text(scene.lexicon, relic)}",
            str(entry.get("text")),
        )
    return table if table.row_count else Text("You have no relic in hand.")


def score_parts(scene: Scene, seat: int, total: int) -> dict[str, int]:
    """A score by source; the remainder is what card effects add."""
    player, fortress = scene.player(seat), (scene.view.get("fortresses") or [])[seat]
    relics: Sequence[str] = player["relics"] if isinstance(player.get("relics"), list) else ()
    parts = {
        "Minions": sum(
            int(card_entry(scene.lexicon, place["card"]).get("cost") or 0) for place in player.get("hall") or []
        ),
        "fortress": 5 if fortress is not None and fortress["hp"] else 0,
        "gold": int(player.get("gold") or 0),
        "relics": sum(int(card_entry(scene.lexicon, relic).get("gold") or 0) for relic in relics),
    }
    return parts | {"Influence": total - sum(parts.values())}


def final_table(scene: Scene, result: Mapping[str, Any], palette: Palette) -> RenderableType:
    """Final table: ranks, points, and their sources."""
    headings = ("", "Player", "Points", "Minions", "Fortress", "Gold", "Relics", "Influence")
    table = Table(box=box.SIMPLE_HEAD, title="Final scores", title_style="bold", padding=(0, 1))
    for heading in headings:
        table.add_column(heading, justify="left" if heading in ("", "Player") else "right", no_wrap=True)
    scores: Sequence[int] = result["scores"]
    for seat in sorted(range(len(scores)), key=lambda s: (s not in result["winners"], -scores[s])):
        crown = "★" if seat in result["winners"] else ""
        name = Text(f" {seat_mark(seat)} {scene.seat_names.name(seat)} ", seat_style(seat, palette))
        parts = score_parts(scene, seat, scores[seat]).values()
        table.add_row(crown, name, str(scores[seat]), *(str(part) if part else "" for part in parts))
    return table
