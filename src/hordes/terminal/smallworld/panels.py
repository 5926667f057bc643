"""Panels around the map: turn track, players, column, legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from hordes.terminal.board.labels import pieces_in_use
from hordes.terminal.board.palette import (
    SYMBOL_GLYPHS,
    SYMBOL_NAMES,
    TERRAIN_GLYPHS,
    TRIBE_GLYPH,
    Palette,
    chip_style,
    seat_mark,
    seat_style,
    terrain_style,
)
from hordes.terminal.scene import Scene
from hordes.terminal.smallworld.choices import necromancer_board
from hordes.terminal.wording import Lexicon, count_noun


def header(scene: Scene, palette: Palette, over: bool = False) -> Text:
    """One line: the turn track and whose turn it is."""
    turn, turns = int(scene.view.get("turn") or 1), scene.map_data.turns
    text = Text(" Turn ", "bold", no_wrap=True, overflow="ellipsis")
    text.append(f"{turn}" + (f" of {turns} " if turns else " "), "bold")
    text.append("━" * min(turn, turns), "bold" if palette.is_plain else f"bold {palette.seat_text(4)}")
    text.append("╌" * max(turns - turn, 0) + "  ", "dim")
    seat = scene.view.get("player")
    if over:
        return text.append(" Game over ", "bold")
    if isinstance(seat, int):
        owner = scene.seat_names.possessive(seat)
        text.append(f" {seat_mark(seat)} {owner} turn ", seat_style(seat, palette))
    return text


def player_strip(
    scene: Scene, palette: Palette, short: bool = False, seats: Sequence[int] | None = None
) -> RenderableType:
    """One line per player: race, tokens in hand, regions, declined race, coins (only one's own are known)."""
    grid = Table.grid(padding=(0, 2 if not short else 1))
    for _ in range(5):
        grid.add_column(no_wrap=True, overflow="ellipsis")
    for seat in range(len(scene.view.get("players") or [])) if seats is None else seats:
        grid.add_row(*_player_cells(scene, seat, palette, short))
    return grid


def _player_cells(scene: Scene, seat: int, palette: Palette, short: bool) -> list[Text]:
    player = scene.player(seat)
    active = player.get("active") or {}
    held = regions_held(scene.view, seat)
    now = "▸" if scene.view.get("player") == seat else " "
    race = scene.lexicon.combo(active["race"], active.get("power")) if active.get("race") else "between races"
    if _is_necromancer(scene, seat):
        used = [scene.lexicon.power(power) for power in scene.view["necromancer"]["in_use"]]
        race = f"{race} ({', '.join(used)})" if used else race
    hand = int(active.get("hand") or 0)
    troops = "" if not active.get("race") else f"{count_noun(held[0], 'region')}, {hand} in hand"
    if short:
        troops = "" if not active.get("race") else f"{held[0]} reg, {hand} in hand"
    return [
        Text(now).append(f" {seat_mark(seat)} {scene.seat_names.name(seat)} ", seat_style(seat, palette)),
        Text(race, "bold" if active.get("race") else "dim"),
        Text(troops),
        _declined(scene, seat, held[1], short),
        Text(coins_of(player), "bold" if player.get("coins") is not None else "dim"),
    ]


def _is_necromancer(scene: Scene, seat: int) -> bool:
    """Whether a seat is the Necromancer: the last seat in that mode."""
    return "necromancer" in scene.view and seat == len(scene.view.get("players") or []) - 1


def coins_of(player: Mapping[str, Any]) -> str:
    """A player's coins, or a question mark while they are secret."""
    return "? coins" if player.get("coins") is None else count_noun(int(player["coins"]), "coin")


def _declined(scene: Scene, seat: int, held: Mapping[str, int], short: bool) -> Text:
    if _is_necromancer(scene, seat):
        return Text(f"({necromancer_board(scene.view)})", "italic dim")
    races = scene.player(seat).get("declined") or []
    parts = []
    for race in (str(entry["race"]) for entry in races):
        regions = f"{held.get(race, 0)} reg" if short else count_noun(held.get(race, 0), "region")
        parts.append(f"{seat_mark(seat, True)} {scene.lexicon.race(race)}, {regions}")
    word = "" if short else "in decline: "
    return Text(f"({word}{'; '.join(parts)})" if parts else "", "italic dim")


def regions_held(view: Mapping[str, Any], seat: int) -> tuple[int, dict[str, int]]:
    """Number of regions of a seat's active race, and of its declined races by name. The Island is not counted."""
    active, declined = 0, dict[str, int]()
    island = (view.get("necromancer") or {}).get("island")
    for number, region in (view.get("regions") or {}).items():
        if number == island or region.get("player") != seat or not region.get("race"):
            continue
        if region.get("declined"):
            declined[region["race"]] = declined.get(region["race"], 0) + 1
        else:
            active += 1
    return active, declined


def player_cards(scene: Scene, palette: Palette) -> RenderableType:
    """The players below each other, for the side panel."""
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


def combo_price(column: Sequence[Mapping[str, Any]], slot: int) -> int:
    """Cost of the combo at this position (1 is the top): one coin per combo above, three on a Cursed one."""
    return sum(3 if combo.get("power") == "cursed" else 1 for combo in column[: slot - 1])


def column_panel(scene: Scene, palette: Palette, words: int = 0, wrapped: bool = True) -> RenderableType:
    """The combos on offer: cost, coins, tokens and, if `words` columns are left, the glossary texts."""
    column: Sequence[Mapping[str, Any]] = scene.view.get("column") or []
    names = [scene.lexicon.combo(combo.get("race"), combo.get("power")) for combo in column]
    widths = {"": 3, "Combo": max(map(len, [*names, "Combo"])), "Pay": 4, "Take": 4, "Tokens": 6}
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    for heading, width in widths.items():
        style = "bold" if heading else chip_style(palette) if words else "bold"
        table.add_column(
            heading, width=width, no_wrap=True, justify="left" if heading == "Combo" else "right", style=style
        )
    if words:
        rest = max(words - sum(widths.values()) - 2 * len(widths), 10)
        table.add_column("What they do", width=rest, no_wrap=not wrapped, overflow="ellipsis")
    for slot, combo in enumerate(column, start=1):
        cells = _combo_cells(slot, combo, combo_price(column, slot), scene)
        table.add_row(*cells, *([combo_text(combo, scene.lexicon)] if words else []))
    return table


def combo_cards(scene: Scene, palette: Palette) -> RenderableType:
    """The combos for narrow windows: glossary texts below the names."""
    parts: list[RenderableType] = []
    column: Sequence[Mapping[str, Any]] = scene.view.get("column") or []
    for slot, combo in enumerate(column, start=1):
        number, name, cost, lying, tokens = _combo_cells(slot, combo, combo_price(column, slot), scene)
        line = Text.assemble((str(number), chip_style(palette)), " ", (str(name), "bold"))
        line.append(f"  {'free' if cost == 'free' else f'costs {cost}'}, {tokens} tokens", "dim")
        line.append(f", {lying} coins" if str(lying) else "", "dim")
        parts += [line, Padding(combo_text(combo, scene.lexicon), (0, 0, 0, 4))]
    return Stack(*parts)


def _combo_cells(slot: int, combo: Mapping[str, Any], cost: int, scene: Scene) -> list[RenderableType]:
    race, power, lying = combo.get("race"), combo.get("power"), int(combo.get("coins") or 0)
    tokens = scene.tokens.get(slot) or scene.lexicon.tokens(race, power)
    return [
        f" {slot} ",
        Text(scene.lexicon.combo(race, power)),
        str(cost) if cost else "free",
        Text(f"+{lying}" if lying else "", "bold green"),
        "" if tokens is None else str(tokens),
    ]


def combo_text(combo: Mapping[str, Any], lexicon: Lexicon) -> Text:
    """Glossary texts of a combo's power and race."""
    text = Text()
    for kind, identifier in (("power", combo.get("power")), ("race", combo.get("race"))):
        entry = lexicon.entry(kind, identifier)
        if entry.get("text"):
            text.append(f"{' ' if text.plain else ''}{entry['name']}: ", "dim italic")
            text.append(str(entry["text"]))
    return text


def legend(palette: Palette, width: int) -> Text:
    """One-line legend of the glyphs."""
    text = Text(" ", no_wrap=True, overflow="ellipsis")
    for terrain in ("farmland", "forest", "hill", "mountain", "swamp"):
        text.append(f" {TERRAIN_GLYPHS[terrain]} ", terrain_style(terrain, palette))
        text.append(f" {terrain}  ")
    for symbol, glyph in SYMBOL_GLYPHS.items():
        text.append(glyph, "bold")
        text.append(f" {SYMBOL_NAMES[symbol]}  ")
    text.append(TRIBE_GLYPH, "bold")
    text.append(" Lost Tribe  ")
    if width >= 150:
        text.append(f"{seat_mark(0)}3", "bold")
        text.append(f" tokens  ({seat_mark(0, True)}1) in decline")
    return text


def short_forms(scene: Scene) -> Text:
    """The abbreviations on the map, in one line."""
    states = (scene.view.get("regions") or {}).values()
    races = {str(state["race"]) for state in states if state.get("race")}
    words = {scene.lexicon.short_races[race]: scene.lexicon.race(race) for race in races & scene.lexicon.races.keys()}
    text = Text(" ", no_wrap=True, overflow="ellipsis")
    for short, word in [*sorted(words.items()), *pieces_in_use(states).items()]:
        text.append(f" {short}", "bold").append(f" {word} ", "dim")
    return text
