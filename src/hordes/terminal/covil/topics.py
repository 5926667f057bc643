"""The `?` command in Covil: explains cards, zones, players and terms with current numbers."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hordes.terminal.board.map_data import Region
from hordes.terminal.board.palette import Palette
from hordes.terminal.covil.commands import COMMANDS, normalise_text
from hordes.terminal.covil.names import fortress_in, troops_in, zone_name
from hordes.terminal.covil.panels import hall_table
from hordes.terminal.covil.primer import RULES, SYNONYMS, TERMS
from hordes.terminal.region_search import find_regions
from hordes.terminal.scene import Scene
from hordes.terminal.wording import capitalise, join_words


def commands_help() -> RenderableType:
    """The list of commands."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    grid.add_row("NUMBER", "plays the choice with that number")
    grid.add_row("a move", "`move a pinecrag`, `hire squire`, `gold a`, `melee a 1b`, `pay 3`, `relic boots`, `end`")
    grid.add_row("? rules", "the game in a dozen lines")
    for command, text in COMMANDS.items():
        grid.add_row(command, text)
    grid.add_row("signs", "↑ ready  → tired  ↓ exhausted  ♜ fortress  ⚑ rebels  (○a) a troop that lies")
    return grid


def explain_topic(topic: str, scene: Scene) -> RenderableType:
    """Everything known about a word."""
    wanted = topic.lower().strip()
    if wanted in ("rules", "rule", "game", "how to play"):
        return Text("\n".join(f"· {line}" for line in RULES))
    known = SYNONYMS.get(wanted, wanted)
    parts: list[RenderableType] = [_card(entry) for entry in find_cards(wanted, scene)]
    parts += [Text.assemble((capitalise(known), "bold"), f": {TERMS[known]}")] if known in TERMS else []
    parts += [Text(f"`{name}`: {text}.") for name, text in COMMANDS.items() if name.split()[0].lower() == known]
    seats = [seat for seat, name in enumerate(scene.seat_names.names) if wanted in (name.lower(), f"seat {seat}")]
    parts += [hall_table(scene, seat, Palette("plain")) for seat in seats]
    regions = find_regions(topic, scene.map_data)
    exact = [region for region in regions if wanted in (region.id.lower(), region.name.lower())]
    shown = exact or (regions if len(regions) < 3 and not parts and len(wanted) > 2 else [])
    parts += [zone_card(region, scene) for region in shown]
    return Stack(*parts) if parts else Text(_nothing(topic, scene))


def find_cards(wanted: str, scene: Scene) -> list[Mapping[str, Any]]:
    """Cards with that id or name, otherwise those whose name starts with or contains it; at least three letters."""
    glossary, text = scene.lexicon.glossary, normalise_text(wanted)
    if wanted in glossary:
        return [glossary[wanted]]
    names = [(normalise_text(str(entry["name"])), entry) for entry in glossary.values()]
    for fits in (_same, _begins, _has_word) if len(text) > 2 else (_same,):
        entries = [entry for name, entry in names if fits(name, text)]
        if entries:
            return entries[:6]
    return []


def _same(name: str, text: str) -> bool:
    return name == text


def _begins(name: str, text: str) -> bool:
    return name.startswith(text)


def _has_word(name: str, text: str) -> bool:
    return any(word.startswith(text) for word in name.split())


def _card(entry: Mapping[str, Any]) -> Text:
    text = Text(str(entry["name"]), "bold")
    if entry["kind"] == "relic":
        bonus = entry["bonus"]
        facts = (
            f"relic, worth {entry['gold']}, +{bonus['value']} {bonus['stat']} while active, flips to {entry['target']}"
        )
        return Text.assemble(text, (f" ({facts}): ", "dim"), f"When activated: {entry['text']}")
    numbers = entry["stat"]
    facts = f"{entry['kind']}, {entry['class']}, {numbers['type']} {numbers['value']}, costs {entry['cost']}"
    return Text.assemble(text, (f" ({facts}): ", "dim"), f"{capitalise(str(entry['ability']))}: {entry['text']}")


def zone_card(region: Region, scene: Scene) -> Text:
    """A zone: terrains, occupants, neighbours."""
    text = Text(f"{region.id} {region.name}".strip(), "bold")
    spiral = ", with a spiral" if region.border else ""
    text.append(
        f" ({join_words([word.title() for word in region.symbols])}{spiral}). {_inhabitants(region, scene)}", "not bold"
    )
    near = join_words([zone_name(scene.map_data, other) for other in region.adjacent])
    return text.append(f"\nNext to {near}.", "not bold dim")


def _inhabitants(region: Region, scene: Scene) -> str:
    parts = []
    fortress = fortress_in(scene.view, region.id)
    if fortress:
        parts.append(f"{scene.seat_names.possessive(fortress[0])} fortress with {fortress[1]} hit points")
    for seat, (up, down) in troops_in(scene.view, region.id).items():
        parts += [f"{scene.seat_names.possessive(seat)} {', '.join(up)} standing"] if up else []
        parts += [f"{scene.seat_names.possessive(seat)} {', '.join(down)} lying"] if down else []
    if "town" in region.symbols:
        parts.append(f"{scene.view.get('rebels')} rebels")
    return f"{capitalise(join_words(parts))}." if parts else "Nobody is there."


def _nothing(topic: str, scene: Scene) -> str:
    known = [str(entry["name"]) for entry in scene.lexicon.glossary.values()] + [*TERMS]
    known += [region.name for region in scene.map_data.regions if region.name]
    close = difflib.get_close_matches(topic.title(), known, 3, 0.7) or difflib.get_close_matches(topic, known, 3, 0.7)
    hint = (
        f" Did you mean {join_words(close, 'or')}?"
        if close
        else " Cards, zones, players and the words of the rules can be asked for."
    )
    return f"Nothing is known about “{topic}”.{hint}"
