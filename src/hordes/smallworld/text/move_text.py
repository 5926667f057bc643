"""The text of a move that is given as data: the reverse of `move_data`, also for moves that are not legal now."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.move_words import fill_form
from hordes.smallworld.state.moves import CHANCE_VERBS, REGION_VERBS, SINGLE_WORD_VERBS

FORMS: Final = (
    {verb: verb for verb in SINGLE_WORD_VERBS}
    | {verb: f"{verb} {{region}}" for verb in REGION_VERBS}
    | {verb: f"{verb} {{outcome}}" for verb in CHANCE_VERBS}
    | {
        "pick": "pick {slot}",
        "conquer": "conquer {region}",
        "place": "place {region}",
        "keep": "keep {region}",
        "place_piece": "place {piece} {region}",
        "ally": "ally {seat}",
        "ask": "ask {seat}",
        "share": "share {seat} {coins}",
        "bony": "bony {seat} {race}",
        "behemoth": "behemoth {stack}",
        "lose": "lose {piece}",
        "buy": "buy {power}",
        "own": "{word}",
    }
)
"""How a move of each verb is written; some take another word."""
OWN_PARAMETERS: Final = ("region", "seat", "number")


def move_text(data: dict[str, Any]) -> str:
    """The text of a move.

    >>> move_text({"verb": "conquer", "region": "3", "means": "die"}), move_text({"verb": "place", "region": "3"})
    ('conquer 3 with die', 'place 3')
    """
    text = fill_form(FORMS, data)
    verb = data["verb"]
    if verb == "conquer" and "means" in data:
        return f"{text} with {data['means']}"
    if verb in ("place", "keep") and data.get("tokens", 1) != 1:
        return f"{text} {data['tokens']}"
    if verb == "own":
        return " ".join([text, *[str(data[key]) for key in OWN_PARAMETERS if key in data]])
    return text
