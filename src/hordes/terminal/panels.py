"""The panels around the map: header with the turn track, players, column, legend, choices, final table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hordes.terminal.choices import Choice, Group, Scene
from hordes.terminal.palette import (
    SYMBOL_GLYPHS,
    SYMBOL_NAMES,
    TERRAIN_GLYPHS,
    TRIBE_GLYPH,
    Palette,
    mark,
    terrain_style,
)
from hordes.terminal.words import Lexicon, count


def header(scene: Scene, palette: Palette) -> Text:
    """One line: the turn track and whose turn it is."""
    turn, turns = int(scene.view.get("turn") or 1), scene.atlas.turns
    text = Text(" Turn ", "bold", no_wrap=True, overflow="ellipsis")
    text.append(f"{turn}" + (f" of {turns} " if turns else " "), "bold")
    text.append("━" * min(turn, turns), "bold" if palette.plain else f"bold {palette.seat_text(4)}")
    text.append("╌" * max(turns - turn, 0) + "  ", "dim")
    seat = scene.view.get("player")
    if isinstance(seat, int):
        owner = scene.cast.owner(seat)
        text.append(f"{mark(seat)} {owner} turn", f"bold {seat_colour(seat, palette)}".strip())
    return text


def seat_colour(seat: int, palette: Palette) -> str:
    """The seat's colour for text, nothing in plain mode."""
    return "" if palette.plain else palette.seat_text(seat)


def player_strip(scene: Scene, palette: Palette, short: bool = False) -> RenderableType:
    """One line per player: race, tokens in hand, regions, declined race, coins (only one's own are known)."""
    grid = Table.grid(padding=(0, 2 if not short else 1))
    for _ in range(5):
        grid.add_column(no_wrap=True, overflow="ellipsis")
    for seat in range(len(scene.view.get("players") or [])):
        grid.add_row(*_player_cells(scene, seat, palette, short))
    return grid


def _player_cells(scene: Scene, seat: int, palette: Palette, short: bool) -> list[Text]:
    player, colour = scene.player(seat), seat_colour(seat, palette)
    active = player.get("active") or {}
    held = regions_held(scene.view, seat)
    now = "▸" if scene.view.get("player") == seat else " "
    race = scene.lexicon.combo(active["race"], active.get("power")) if active.get("race") else "between races"
    hand = int(active.get("hand") or 0)
    troops = "" if not active.get("race") else f"{count(held[0], 'region')}, {hand} in hand"
    if short:
        troops = "" if not active.get("race") else f"{held[0]} reg, {hand} in hand"
    return [
        Text(f"{now}{mark(seat)} {scene.cast.name(seat)}", f"bold {colour}".strip()),
        Text(race, "bold" if active.get("race") else "dim"),
        Text(troops),
        _declined(scene, seat, held[1], short),
        Text(coins_of(player), "bold" if player.get("coins") is not None else "dim"),
    ]


def coins_of(player: Mapping[str, Any]) -> str:
    """A player's coins, or a question mark while they are secret."""
    return "? coins" if player.get("coins") is None else count(int(player["coins"]), "coin")


def _declined(scene: Scene, seat: int, held: Mapping[str, int], short: bool) -> Text:
    races = scene.player(seat).get("declined") or []
    parts = [f"{mark(seat, True)} {scene.lexicon.race(race['race'])} {held.get(race['race'], 0)}" for race in races]
    word = "" if short else "in decline: "
    return Text(f"({word}{', '.join(parts)})" if parts else "", "italic dim")


def regions_held(view: Mapping[str, Any], seat: int) -> tuple[int, dict[str, int]]:
    """How many regions a seat's active race holds, and its declined races by name."""
    active, declined = 0, dict[str, int]()
    for region in (view.get("regions") or {}).values():
        if region.get("player") != seat or not region.get("race"):
            continue
        if region.get("declined"):
            declined[region["race"]] = declined.get(region["race"], 0) + 1
        else:
            active += 1
    return active, declined


def player_cards(scene: Scene, palette: Palette) -> RenderableType:
    """The players one below the other, for a side panel."""
    cards: list[RenderableType] = []
    for seat in range(len(scene.view.get("players") or [])):
        name, race, troops, declined, coins = _player_cells(scene, seat, palette, short=False)
        grid = Table.grid(expand=True)
        grid.add_column()
        grid.add_column(justify="right", no_wrap=True)
        grid.add_row(name, coins)
        grid.add_row(Text("   ") + race, troops)
        cards.append(grid)
        if declined.plain:
            cards.append(Text("   ") + declined)
    return Stack(*cards)


def price(column: Sequence[Mapping[str, Any]], slot: int) -> int:
    """Coins to lay down for the combo at that place (1 is the top): one per combo above, three on a Cursed one."""
    return sum(3 if combo.get("power") == "cursed" else 1 for combo in column[: slot - 1])


def column_panel(scene: Scene, palette: Palette, words: bool = False, wrapped: bool = True) -> RenderableType:
    """The combos on offer: coins to pay and to take, tokens, and on demand what race and power do."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    table.add_column("", style=number_style(palette) if words else "bold", justify="right", no_wrap=True, min_width=3)
    table.add_column("Combo", no_wrap=True, style="bold", min_width=12)
    for heading in ("Pay", "Take", "Tokens"):
        table.add_column(heading, no_wrap=True, justify="right", min_width=len(heading))
    if words:
        table.add_column("What they do", no_wrap=not wrapped, overflow="ellipsis")
    column: Sequence[Mapping[str, Any]] = scene.view.get("column") or []
    for slot, combo in enumerate(column, start=1):
        cells = _combo_cells(slot, combo, price(column, slot), scene)
        table.add_row(*cells, *([combo_text(combo, scene.lexicon)] if words else []))
    return table


def _combo_cells(slot: int, combo: Mapping[str, Any], cost: int, scene: Scene) -> list[RenderableType]:
    race, power, lying = combo.get("race"), combo.get("power"), int(combo.get("coins") or 0)
    tokens = scene.tokens.get(slot) or scene.lexicon.tokens(race, power)
    return [
        f" {slot} ",
        scene.lexicon.combo(race, power),
        str(cost) if cost else "free",
        Text(f"+{lying}" if lying else "", "bold green"),
        "" if tokens is None else str(tokens),
    ]


def combo_text(combo: Mapping[str, Any], lexicon: Lexicon) -> Text:
    """What a combo's power and race do, in the glossary's words."""
    text = Text()
    for kind, identifier in (("power", combo.get("power")), ("race", combo.get("race"))):
        entry = lexicon.entry(kind, identifier)
        if entry.get("text"):
            text.append(f"{' ' if text.plain else ''}{entry['name']}: ", "dim italic")
            text.append(str(entry["text"]))
    return text


def legend(palette: Palette, width: int) -> Text:
    """What the glyphs mean, in one line."""
    text = Text(" ", no_wrap=True, overflow="ellipsis")
    for terrain in ("farmland", "forest", "hill", "mountain", "swamp"):
        text.append(f" {TERRAIN_GLYPHS[terrain]} ", terrain_style(terrain, palette))
        text.append(f" {terrain}  ")
    for symbol, glyph in SYMBOL_GLYPHS.items():
        text.append(glyph, "bold")
        text.append(f" {SYMBOL_NAMES[symbol]}  ")
    text.append(TRIBE_GLYPH, "bold")
    text.append(" Lost Tribe  ")
    if width >= 130:
        text.append(f"{mark(0)}3", "bold")
        text.append(f" tokens  ({mark(0, True)}1) in decline")
    return text


def choice_panel(groups: Sequence[Group], width: int, palette: Palette) -> RenderableType:
    """All choices under their headings: brief groups on one flowing line, the others in columns."""
    parts: list[RenderableType] = []
    for group in groups:
        if group.brief or group.heading == "Or":
            parts.append(_flowing(group, width, palette, alone=len(groups) == 1 and group.heading == "Or"))
        else:
            parts.append(Text(group.heading, "dim"))
            parts.append(_in_columns(group, width, palette))
    return Stack(*parts)


def _flowing(group: Group, width: int, palette: Palette, alone: bool) -> RenderableType:
    """Choices one after the other; lines break only between them."""
    lines = [Text("" if alone else group.heading, "dim")]
    for choice in group.choices:
        item = Text("  ").append(_number(choice, palette), number_style(palette)).append(f" {choice.words}")
        item.append(f" ({choice.detail})" if choice.detail else "", "dim")
        if lines[-1].cell_len + item.cell_len > width and len(lines[-1]) > 2:
            lines.append(Text("  "))
        lines[-1] = Text.assemble(lines[-1], item)
    return Stack(*lines)


def _number(choice: Choice, palette: Palette) -> str:
    return f"{choice.number})" if palette.plain else f" {choice.number} "


def number_style(palette: Palette) -> str:
    """The look of a choice's number, the same in the list and on the map."""
    return "bold" if palette.plain else f"bold {palette.chip[0]} on {palette.chip[1]}"


def _in_columns(group: Group, width: int, palette: Palette) -> RenderableType:
    """Choices below each other, in as many columns as the window holds."""
    wide = max(len(choice.words) for choice in group.choices)
    long = max(len(choice.detail) for choice in group.choices)
    across = max(1, min(3, width // (wide + long + 9), -(-len(group.choices) // 3)))
    tall = -(-len(group.choices) // across)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for row in range(tall):
        picked = [group.choices[i] for i in range(row, len(group.choices), tall)]
        grid.add_row(*(_listed(choice, wide, palette) for choice in picked))
    return grid


def _listed(choice: Choice, wide: int, palette: Palette) -> Text:
    line = Text(" " * (len(str(choice.number)) < 2)).append(_number(choice, palette), number_style(palette))
    line.append(f" {choice.words:<{wide}}")
    return line.append(f"  {choice.detail}", "dim") if choice.detail else line


def final_table(
    scene: Scene, result: Mapping[str, Any], income: Sequence[Mapping[str, int]], palette: Palette
) -> RenderableType:
    """The end: places, coins, and where they came from."""
    table = Table(box=box.SIMPLE_HEAD, title="Final scores", title_style="bold", padding=(0, 1))
    for heading in ("", "Player", "Coins", "Earned from"):
        table.add_column(heading, justify="right" if heading == "Coins" else "left", no_wrap=heading == "Player")
    scores: Sequence[int] = result["scores"]
    for seat in sorted(range(len(scores)), key=lambda s: (s not in result["winners"], -scores[s])):
        crown = Text("★" if seat in result["winners"] else "")
        name = Text(f"{mark(seat)} {scene.cast.name(seat)}", f"bold {seat_colour(seat, palette)}".strip())
        table.add_row(crown, name, str(scores[seat]), _earned(income[seat]))
    return table


def _earned(sources: Mapping[str, int]) -> str:
    ranked = sorted(sources.items(), key=lambda item: -item[1])
    return ", ".join(f"{label} {coins}" for label, coins in ranked if coins)


def income_by_source(events: Sequence[Mapping[str, Any]], seats: int) -> list[dict[str, int]]:
    """For every seat the coins scored so far, by where they came from."""
    totals: list[dict[str, int]] = [{} for _ in range(seats)]
    for event in events:
        if event.get("type") == "scored":
            for label, coins in event.get("sources") or []:
                mine = totals[event["seat"]]
                mine[label] = mine.get(label, 0) + coins
    return totals


def income_by_turn(events: Sequence[Mapping[str, Any]], seat: int) -> list[int]:
    """The coins a seat scored, turn by turn."""
    return [int(event["coins"]) for event in events if event.get("type") == "scored" and event["seat"] == seat]


def sparkline(values: Sequence[int]) -> str:
    """Numbers as a row of bars."""
    bars, top = "▁▂▃▄▅▆▇█", max([*values, 1])
    return "".join(bars[max(value, 0) * (len(bars) - 1) // top] for value in values)
