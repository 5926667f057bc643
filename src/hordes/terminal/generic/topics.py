"""The `?` command in any game: explains pieces, regions, players, choices and commands."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hordes.engine.display import NO_SEAT, RegionDrawing
from hordes.terminal.board.palette import Palette
from hordes.terminal.generic.commands import COMMANDS, plain_words
from hordes.terminal.generic.panels import player_line
from hordes.terminal.generic.scene import GenericScene, badge_text, by_seat, region_name
from hordes.terminal.wording import capitalise, join_words, title_from_id

HIDDEN_KEYS = ("kind", "name", "text", "one")
"""Keys of a glossary entry that are not listed as facts."""


def commands_help() -> RenderableType:
    """The list of commands."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    grid.add_row("NUMBER", "plays the choice with that number")
    grid.add_row("a move", "in its words or the beginnings of them, as far as they are clear")
    for command, text in COMMANDS.items():
        grid.add_row(command, text)
    return grid


def words_list(scene: GenericScene) -> RenderableType:
    """Everything in the glossary, by kind."""
    entries = scene.lexicon.glossary.values()
    kinds = list(dict.fromkeys(str(entry.get("kind", "")) for entry in entries))
    lines = []
    for kind in kinds:
        names = [str(entry.get("name")) for entry in entries if str(entry.get("kind", "")) == kind]
        lines.append(Text.assemble((f"{capitalise(title_from_id(kind).lower())}: ", "bold"), ", ".join(names)))
    return Stack(*lines) if lines else Text("This game has no glossary.")


def explain_topic(topic: str, scene: GenericScene) -> RenderableType:
    """Everything known about a word."""
    wanted = " ".join(plain_words(topic))
    parts: list[RenderableType] = [glossary_text(entry) for entry in find_entries(wanted, scene)]
    parts += [region_card(region, scene) for region in find_regions(wanted, scene)]
    parts += [
        player_line(scene, seat, Palette("plain"))
        for seat, name in enumerate(scene.seat_names.names)
        if wanted in (name.lower(), f"seat {seat}")
    ]
    parts += [Text(f"`{name}`: {text}.") for name, text in COMMANDS.items() if name.split()[0].lower() == wanted]
    return Stack(*parts) if parts else Text(nothing_known(topic, scene))


def _best(wanted: str, names: Mapping[str, str]) -> list[str]:
    """Keys whose name is the text, else begins with it, else has it in it; at least three letters for the latter."""
    plain = {key: " ".join(plain_words(name)) for key, name in names.items()}
    exact = [key for key, name in plain.items() if name == wanted or key == wanted.replace(" ", "_")]
    if exact or len(wanted) < 3:
        return exact
    begins = [key for key, name in plain.items() if name.startswith(wanted)]
    return begins or [key for key, name in plain.items() if wanted in name]


def find_entries(wanted: str, scene: GenericScene) -> list[Mapping[str, Any]]:
    """Glossary entries that a text can mean, without those of regions, which are shown as they are now."""
    drawn = {region["id"] for region in scene.board["regions"]}
    glossary = {key: entry for key, entry in scene.lexicon.glossary.items() if key not in drawn}
    keys = _best(wanted, {key: str(entry.get("name", key)) for key, entry in glossary.items()})
    keys = keys or _best(wanted, {key: str(entry.get("one", "")) for key, entry in glossary.items()})
    return [glossary[key] for key in keys[:6]]


def find_regions(wanted: str, scene: GenericScene) -> list[RegionDrawing]:
    """Regions of the board that a text can mean."""
    keys = _best(wanted, {region["id"]: region["name"] for region in scene.board["regions"]})
    return [region for region in scene.board["regions"] if region["id"] in keys[:3]]


def glossary_text(entry: Mapping[str, Any]) -> Text:
    """A glossary entry: its name, its facts, its text."""
    facts = [str(entry.get("kind", ""))]
    facts += [f"{key.replace('_', ' ')} {value}" for key, value in entry.items() if _is_fact(key, value)]
    text = Text(str(entry.get("name", "")), "bold")
    return Text.assemble(text, (f" ({', '.join(fact for fact in facts if fact)}): ", "dim"), str(entry.get("text", "")))


def _is_fact(key: str, value: object) -> bool:
    return key not in HIDDEN_KEYS and isinstance(value, str | int) and not isinstance(value, bool)


def region_card(region: RegionDrawing, scene: GenericScene) -> Text:
    """A region: what it is, who is there, its neighbours."""
    about = scene.lexicon.glossary.get(region["id"], {}).get("text", "")
    kind = region.get("kind", "").replace("_", " ")
    facts = [fact for fact in (kind, region.get("label", "")) if fact]
    text = Text(region["name"], "bold")
    text.append(f" ({', '.join(facts)})" if facts else "", "not bold dim").append(f" {about} ", "not bold")
    there = [
        f"{'' if seat == NO_SEAT else scene.seat_names.possessive(seat) + ' '}"
        f"{badge_text(scene.lexicon.glossary, NO_SEAT, faded, pieces, words=True)}"
        for (seat, faded), pieces in by_seat(scene.pieces(region["id"])).items()
    ]
    text.append(f"{capitalise(join_words(there))}." if there else "Nothing is there.", "not bold")
    near = join_words([region_name(scene, other) for other in region["neighbours"]])
    return text.append(f"\nNext to {near}." if near else "", "not bold dim")


def nothing_known(topic: str, scene: GenericScene) -> str:
    """That a word is unknown, and which known ones resemble it."""
    names: Sequence[str] = [
        *(str(entry[key]) for entry in scene.lexicon.glossary.values() for key in ("one", "name") if key in entry),
        *(region["name"] for region in scene.board["regions"]),
    ]
    by_plain = {name.lower(): name for name in names}
    close = difflib.get_close_matches(topic.lower(), by_plain, 3, 0.7)
    hint = (
        f" Did you mean {join_words([by_plain[name] for name in close], 'or')}?" if close else " `words` lists what is."
    )
    return f"Nothing is known about “{topic}”.{hint}"
