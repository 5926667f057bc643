"""Marches in words: pieces, labels of moves, and events as sentences."""

from typing import Any

from hordes.engine.core.state import Event
from marches.board import NAMES, PROVINCES

PIECES: dict[str, dict[str, Any]] = {
    "levy": {"kind": "piece", "name": "Levies", "one": "Levy", "text": "Soldiers of a house; they hold a province."},
    "fort": {"kind": "piece", "name": "Forts", "one": "Fort", "text": "Adds 2 to the defence of a province."},
}
LABELS = {
    "muster": "Muster in {0}",
    "fort": "Build a fort in {0}",
    "march": "March from {0} to {1}",
    "done": "End the turn",
    "claim": "Claim {0}",
}
SENTENCES = {
    "claimed": "{{seat}} gets a claim{to_province}.",
    "turn": "Round {turn}: {{seat}}",
    "mustered": "{{seat}} musters {levies} in {place}.",
    "fortified": "{{seat}} builds a fort in {place}.",
    "marched": "{{seat}} marches from {origin} to {place} with {levies}.",
    "rolled": "The die shows {pips}.",
    "scored": "{{seat}} scores {coins}.",
    "over": "The game is over.",
}


def province_name(name: str) -> str:
    """The name of a province for people."""
    return PROVINCES[NAMES.index(name)].name


def move_label(verb: str, provinces: list[str]) -> str:
    """The label of a move's button."""
    return LABELS.get(verb, verb).format(*[province_name(name) for name in provinces])


def sentence(event: Event) -> str:
    """An event in words; `{seat}` and `{victim}` stand for players."""
    if event["type"] == "fought":
        outcome = "takes {} from {{victim}}" if event["won"] else "is beaten in {} by {{victim}}"
        return "{seat} " + outcome.format(province_name(event["province"])) + "."
    place = province_name(event["province"]) if "province" in event else ""
    values = {
        **event,
        "place": place,
        "to_province": f" to {place}" if place else "",
        "origin": province_name(event["origin"]) if "origin" in event else "",
    }
    return SENTENCES[event["type"]].format_map(values)
