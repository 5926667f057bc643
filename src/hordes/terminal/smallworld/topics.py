"""The `?` command: explains races, powers, regions, pieces and terms with current numbers."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from hordes.terminal.board.labels import occupant, piece_labels
from hordes.terminal.board.map_data import Region
from hordes.terminal.board.palette import SYMBOL_NAMES, Palette
from hordes.terminal.region_search import find_regions
from hordes.terminal.scene import Scene
from hordes.terminal.smallworld.commands import COMMANDS
from hordes.terminal.smallworld.panels import player_strip
from hordes.terminal.smallworld.primer import RULES, SYNONYMS, TERMS
from hordes.terminal.wording import count_noun, join_words

Why = Callable[[str], str]


def commands_help() -> RenderableType:
    """The list of commands."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    grid.add_row("NUMBER", "conquer the region with that number, or place a token there; `12 3` places three")
    grid.add_row("12d 12s 12x", "conquer region 12 with the die, by sorcery, with the Dragon")
    grid.add_row("a12 k12", "abandon region 12; put a readied token back there, `k12 3` three")
    grid.add_row("12e 12f 12h", "put an encampment, a fortress or a Hero there")
    grid.add_row("a move", "`conquer honeycroft`, `place 3 2`, `stop`, `done`, `decline`, or a region's name")
    grid.add_row("? rules", "the game in ten lines")
    for command, text in COMMANDS.items():
        grid.add_row(command, text)
    return grid


def explain_topic(topic: str, scene: Scene, explain_move: Why) -> RenderableType:
    """Everything known about a word: rules, glossary entries, commands, players and regions."""
    wanted = topic.lower().strip()
    if wanted in ("rules", "rule", "game", "how to play"):
        return Text("\n".join(f"· {line}" for line in RULES))
    known = SYNONYMS.get(wanted, wanted)
    regions = find_regions(topic, scene.map_data)
    exact = [region for region in regions if wanted in (region.id, f"#{region.id}", region.name.lower())]
    entries = find_entries(known, scene.lexicon.glossary) or _combo_entries(wanted, scene)
    parts: list[RenderableType] = [_entry(key, entry) for key, entry in entries]
    parts += [Text(TERMS[known])] if known in TERMS else []
    parts += [Text(f"`{name}`: {text}.") for name, text in COMMANDS.items() if name.split()[0].lower() == known]
    parts += _player(wanted, scene)
    shown = exact or (regions if len(regions) < 3 and not parts else [])
    parts += [region_card(region, scene, explain_move) for region in shown]
    return Stack(*parts) if parts else Text(_nothing(topic, scene))


def _player(wanted: str, scene: Scene) -> list[RenderableType]:
    """What a player has on the map."""
    seats = [seat for seat, name in enumerate(scene.seat_names.names) if len(wanted) > 2 and name.lower() == wanted]
    return [player_strip(scene, Palette("plain"), seats=seats)] if seats else []


def _combo_entries(wanted: str, scene: Scene) -> list[tuple[str, Mapping[str, Any]]]:
    """Power and race of a combo given by its full name, such as `mounted humans`."""
    names = {str(entry.get("name", key)).lower(): (key, entry) for key, entry in scene.lexicon.glossary.items()}
    for power in scene.lexicon.powers.values():
        rest = wanted.removeprefix(power.lower()).strip()
        race = next((name for name in scene.lexicon.races.values() if name.lower() == rest), "")
        if rest != wanted and race:
            return [names[power.lower()], names[race.lower()]]
    return []


def find_entries(topic: str, glossary: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, Mapping[str, Any]]]:
    """Glossary entries with that name (singular or plural), otherwise those with that prefix."""
    wanted = topic.lower().replace("_", " ").strip()
    names = {key: str(entry.get("name", key)).lower() for key, entry in glossary.items()}
    if not wanted:
        return []
    for fits in (_same, _begins):
        entries = [(key, glossary[key]) for key, name in names.items() if fits(name, wanted) or key == topic.lower()]
        if entries:
            return entries
    return []


def _begins(name: str, wanted: str) -> bool:
    """Prefixes need at least three letters."""
    return len(wanted) > 2 and name.startswith(wanted)


def _same(name: str, wanted: str) -> bool:
    forms = {wanted, f"{wanted}s", f"{wanted}es", wanted.rstrip("s"), f"{wanted}-", wanted.removesuffix("es")}
    return name in forms or (name.endswith("ves") and name.removesuffix("ves") + "f" == wanted)


def _entry(key: str, entry: Mapping[str, Any]) -> Text:
    text = Text()
    text.append(str(entry.get("name", key)), "bold")
    numbers = [str(entry.get("kind", ""))]
    if entry.get("tokens") is not None:
        numbers.append(count_noun(int(entry["tokens"]), "token"))
    if entry.get("total") is not None:
        numbers.append(f"{entry['total']} in all")
    text.append(f" ({', '.join(word for word in numbers if word)}): ", "dim")
    return text.append(str(entry.get("text", "")))


def region_card(region: Region, scene: Scene, explain_move: Why) -> Text:
    """A region: terrain, symbols, owner, neighbours, and its current cost."""
    state = scene.region(region.id)
    text = Text()
    text.append(region.numbered_name, "bold")
    text.append(f" ({_nature(region, state)}). {_holder(state, scene)}")
    text.append(
        f"\nNeighbours: {join_words([scene.map_data.numbered_name(other) for other in region.adjacent])}.", "dim"
    )
    move = f"conquer {region.id}"
    answer = explain_move(move)
    answer = f"To conquer it now: {answer}" if answer and answer == scene.explain(move) else answer
    return text.append(f"\n{answer}") if answer else text


def _nature(region: Region, state: Mapping[str, Any]) -> str:
    parts = [region.terrain, *(SYMBOL_NAMES.get(symbol, symbol) for symbol in region.symbols)]
    parts += ["Lost Tribe"] if state.get("lost_tribe") else []
    parts += ["at the edge of the map"] if region.border else []
    return ", ".join(parts)


def _holder(state: Mapping[str, Any], scene: Scene) -> str:
    who = occupant(state)
    pieces = piece_labels(state)
    extra = f" with {join_words(pieces)}" if pieces else ""
    if who is None:
        return f"Nobody holds it{extra}."
    seat, race, tokens, declined = who
    army = f"{scene.seat_names.possessive(seat)} {'declined ' if declined else ''}{scene.lexicon.race(race)}"
    return f"{army} hold it: {count_noun(tokens, 'token')}{extra}."


def _nothing(topic: str, scene: Scene) -> str:
    known = [str(entry.get("name", key)) for key, entry in scene.lexicon.glossary.items()]
    known += [region.name for region in scene.map_data.regions if region.name]
    close = difflib.get_close_matches(topic.title(), known, 3, 0.75)
    hint = (
        f" Did you mean {join_words(close, 'or')}?"
        if close
        else " Races, powers, regions, pieces and terms can be asked for."
    )
    return f"Nothing is known about “{topic}”.{hint}"
