"""The text of a move that is given as data: the reverse of `move_data`, also for moves that are not legal now."""

from __future__ import annotations

from typing import Any, Final

from hordes.covil.state.moves import (
    CHANCE_MINION_VERBS,
    CHANCE_RELIC_VERBS,
    MINION_VERBS,
    OWN_TROOP_VERBS,
    SINGLE_WORD_VERBS,
    ZONE_VERBS,
)
from hordes.engine.core.move_words import fill_form
from hordes.engine.errors import BadRequest

FORMS: Final = (
    {verb: verb for verb in SINGLE_WORD_VERBS}
    | {verb: f"{verb} {{zone}}" for verb in ZONE_VERBS}
    | {verb: f"{verb} {{card}}" for verb in MINION_VERBS}
    | {verb: f"{verb} {{troop}}" for verb in OWN_TROOP_VERBS}
    | {verb: f"{verb} {{outcome}}" for verb in [*CHANCE_MINION_VERBS, *CHANCE_RELIC_VERBS, "first"]}
    | {
        "relic": "relic {card}",
        "pay_gold": "pay gold {gold}",
        "pay_relic": "pay relic {card}",
        "pay_minion": "pay minion {card}",
        "choose_troop": "choose {troop}",
        "choose_zone": "choose {zone}",
        "choose_minion": "choose {card}",
        "choose_seat": "choose {seat}",
        "choose_number": "choose {rebels}",
        "move": "move {troop} {zone}",
        "rest": "rest {troop} {card}",
        "melee": "melee {troop}",
        "ranged": "ranged {troop}",
    }
)
"""How a move of each verb is written; some take another word."""


def move_text(data: dict[str, Any]) -> str:
    """The text of a move.

    >>> move_text({"verb": "melee", "troop": "0a", "against": {"kind": "fortress", "id": "1", "seat": 1}})
    'melee 0a fortress 1'
    """
    text = fill_form(FORMS, data)
    if data["verb"] in ("melee", "ranged"):
        against = data.get("against")
        if not isinstance(against, dict) or not {"kind", "id"} <= against.keys():
            raise BadRequest("An attack as data has a key `against`, an object with `kind` and `id`.")
        return f"{text} {'fortress ' if against['kind'] == 'fortress' else ''}{against['id']}"
    return f"{text} {data['state']}" if "state" in data else text
