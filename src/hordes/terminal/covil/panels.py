"""What lies around Covil's board: the day, the halls, the pool, the hand, and the final scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hordes.terminal.covil.choices import price
from hordes.terminal.covil.things import FORTRESS, REBEL, STATES, card, entry, stat
from hordes.terminal.palette import Palette, mark
from hordes.terminal.panels import seat_style
from hordes.terminal.scene import Scene
from hordes.terminal.words import capital, count

DAYS = 4


def header(scene: Scene, palette: Palette, over: bool = False) -> Text:
    """One line: the day, whose turn it is, the rebels, and who holds the Evil Scepter."""
    day, seat = int(scene.view.get("day") or 1), int(scene.view.get("player") or 0)
    text = Text(f" Day {day} of {DAYS} ", "bold", no_wrap=True, overflow="ellipsis")
    text.append("━" * day, "bold" if palette.plain else f"bold {palette.seat_text(4)}")
    text.append("╌" * (DAYS - day) + " ", "dim")
    if over:
        return text.append(" Game over ", "bold")
    text.append(f" {mark(seat)} {scene.cast.owner(seat)} turn ", seat_style(seat, palette))
    rebels = int(scene.view.get("rebels") or 0)
    text.append(f"  {REBEL} {count(rebels, 'rebel')} of 5", "bold red" if rebels > 3 else "")
    return text.append(f"  scepter: {scene.cast.object(int(scene.view.get('scepter') or 0))}", "dim")


def purse(scene: Scene, seat: int, palette: Palette) -> Text:
    """A player's name, gold, fortress and relics."""
    player, fortress = scene.player(seat), (scene.view.get("fortresses") or [])[seat]
    text = Text("▸" if scene.view.get("player") == seat else " ", no_wrap=True, overflow="ellipsis")
    text.append(f" {mark(seat)} {scene.cast.name(seat)} ", seat_style(seat, palette))
    text.append(f" {player.get('gold')} gold", "bold")
    if fortress is not None:
        text.append(f"  {FORTRESS}{fortress['hp']} in {fortress['zone']}", "" if fortress["hp"] else "dim")
    relics = player.get("relics")
    held = len(relics) if isinstance(relics, list) else int(relics or 0)
    text.append(f"  {count(held, 'relic')} in hand")
    active = [card(scene.lexicon, relic) for relic in player.get("active") or []]
    return text.append(f"  active: {', '.join(active)}", "italic") if active else text


def flowing(items: Sequence[Text], width: int) -> RenderableType:
    """Things one after the other; lines break between them, never inside."""
    lines = [Text("  ")]
    for item in items:
        if lines[-1].cell_len + item.cell_len + 1 > width and lines[-1].cell_len > 2:
            lines.append(Text("  "))
        lines[-1] = Text.assemble(lines[-1], " ", item)
    for line in lines:
        line.no_wrap, line.overflow = True, "ellipsis"
    return Stack(*lines)


def hall(scene: Scene, seat: int, width: int) -> RenderableType:
    """The Minions of a hall with their states."""
    styles = {"ready": "bold", "exhausted": "dim"}
    return flowing(
        [
            Text(f"{STATES[place['state']]}{card(scene.lexicon, place['card'])} ", styles.get(place["state"], ""))
            for place in scene.player(seat).get("hall") or []
        ],
        width,
    )


def tally(scene: Scene, seat: int) -> Text:
    """A hall in numbers, where there is no room for names."""
    states = [place["state"] for place in scene.player(seat).get("hall") or []]
    return Text("  hall " + " ".join(f"{sign}{states.count(state)}" for state, sign in STATES.items()), "dim")


def hand(scene: Scene, width: int) -> list[RenderableType]:
    """One's own relics: bonus and worth."""
    relics = scene.player(scene.seat).get("relics")
    if not isinstance(relics, list) or not relics:
        return []
    parts = [Text("hand:", "dim")]
    for relic in relics:
        worth = f"(+{stat(scene.lexicon, relic)}, worth {entry(scene.lexicon, relic).get('gold')}) "
        parts.append(Text(f"{card(scene.lexicon, relic)} ", "italic").append(worth, "not italic dim"))
    return [flowing(parts, width)]


def players(scene: Scene, palette: Palette, width: int, room: int = 3) -> RenderableType:
    """Everybody: 3 with all halls in full, 2 with one's own, 1 in numbers only, 0 oneself alone."""
    parts: list[RenderableType] = []
    for seat in range(len(scene.view.get("players") or [])):
        own = seat == scene.seat
        if room == 0 and not own:
            continue
        full = room == 3 or (room == 2 and own)
        parts.append(
            purse(scene, seat, palette) if full else purse(scene, seat, palette).append_text(tally(scene, seat))
        )
        parts += [hall(scene, seat, width)] if full else []
        parts += hand(scene, width) if own and room > 1 else []
    return Stack(*parts)


def pool(scene: Scene) -> RenderableType:
    """The Mercenaries that can be hired, with prices for the reader."""
    table = Table("Minion", "price", "class", "stat", "what it does", box=None, pad_edge=False, header_style="dim")
    for identifier in scene.view.get("pool") or []:
        table.add_row(*_minion_row(scene, identifier, price(f"hire {identifier}", scene)))
    return table if table.row_count else Text("The pool is empty.")


def _minion_row(scene: Scene, identifier: str, cost: str = "") -> list[str]:
    found = entry(scene.lexicon, identifier)
    what = f"{capital(str(found.get('ability')))}: {found.get('text')}"
    value = cost or f"{found.get('cost')}"
    return [card(scene.lexicon, identifier), value, str(found.get("class")), stat(scene.lexicon, identifier), what]


def hall_table(scene: Scene, seat: int, palette: Palette) -> RenderableType:
    """A hall with everything the cards say."""
    table = Table(
        "Minion", "state", "cost", "class", "stat", "what it does", box=None, pad_edge=False, header_style="dim"
    )
    for place in scene.player(seat).get("hall") or []:
        name, cost, *rest = _minion_row(scene, place["card"])
        table.add_row(name, f"{STATES[place['state']]} {place['state']}", cost, *rest)
    return Stack(purse(scene, seat, palette), table)


def hand_table(scene: Scene) -> RenderableType:
    """One's own relics with everything they say."""
    relics = scene.player(scene.seat).get("relics")
    table = Table("relic", "worth", "bonus", "when activated", box=None, pad_edge=False, header_style="dim")
    for relic in relics if isinstance(relics, list) else []:
        found = entry(scene.lexicon, relic)
        table.add_row(
            card(scene.lexicon, relic), str(found.get("gold")), f"+{stat(scene.lexicon, relic)}", str(found.get("text"))
        )
    return table if table.row_count else Text("You have no relic in hand.")


def points(scene: Scene, seat: int, total: int) -> dict[str, int]:
    """Where a score comes from; what cards add beyond the printed numbers is what is left."""
    player, fortress = scene.player(seat), (scene.view.get("fortresses") or [])[seat]
    relics: Sequence[str] = player["relics"] if isinstance(player.get("relics"), list) else ()
    parts = {
        "Minions": sum(int(entry(scene.lexicon, place["card"]).get("cost") or 0) for place in player.get("hall") or []),
        "fortress": 5 if fortress is not None and fortress["hp"] else 0,
        "gold": int(player.get("gold") or 0),
        "relics": sum(int(entry(scene.lexicon, relic).get("gold") or 0) for relic in relics),
    }
    return parts | {"Influence": total - sum(parts.values())}


def final_table(scene: Scene, result: Mapping[str, Any], palette: Palette) -> RenderableType:
    """The end: places, points, and where they come from."""
    headings = ("", "Player", "Points", "Minions", "Fortress", "Gold", "Relics", "Influence")
    table = Table(box=box.SIMPLE_HEAD, title="Final scores", title_style="bold", padding=(0, 1))
    for heading in headings:
        table.add_column(heading, justify="left" if heading in ("", "Player") else "right", no_wrap=True)
    scores: Sequence[int] = result["scores"]
    for seat in sorted(range(len(scores)), key=lambda s: (s not in result["winners"], -scores[s])):
        crown = "★" if seat in result["winners"] else ""
        name = Text(f" {mark(seat)} {scene.cast.name(seat)} ", seat_style(seat, palette))
        parts = points(scene, seat, scores[seat]).values()
        table.add_row(crown, name, str(scores[seat]), *(str(part) if part else "" for part in parts))
    return table
