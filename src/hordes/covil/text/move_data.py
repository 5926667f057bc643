"""Moves as data: what a move does, names and costs, for interfaces that read no move texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from hordes.covil.rules import hiring
from hordes.covil.rules.combat_totals import defense, strength_with
from hordes.covil.state.constants import FIRST_FORTRESS, TROOPS
from hordes.covil.state.moves import (
    ACTION_BASE,
    CHANCE_GROUP,
    CHANCE_MINION_VERBS,
    CHANCE_RELIC_VERBS,
    CHOICE_VERBS,
    CHOOSE_MINION,
    CHOOSE_OTHER,
    CHOOSE_SEAT,
    CHOOSE_TROOP,
    CHOOSE_ZONE,
    DRAW,
    EXHAUST,
    FIRST,
    HIRE,
    MELEE,
    MINION_VERBS,
    MOVE,
    OWN_TROOP_VERBS,
    PAY_GOLD,
    PAY_MINION,
    PAY_RELIC,
    RELIC,
    REST,
    REST_OTHER,
    SINGLE_WORD_VERBS,
    VERB_WORDS,
    ZONE_VERBS,
    group_of,
)
from hordes.covil.state.table import Table
from hordes.covil.state.troop_names import piece_ref, troop_name
from hordes.covil.text.move_writer import other_copy_state
from hordes.engine.core.state import TARGETS
from hordes.engine.mypyc_compat import i64

if TYPE_CHECKING:
    from hordes.covil.wire.moves import ChanceMove, CovilMove, Exhaust, MinionMove, PlainMove, TroopWorks, ZoneMove


def move_data(t: Table, move: i64) -> CovilMove:
    """What a legal move does, names and costs."""
    verb, target = move // TARGETS, move % TARGETS
    if verb == DRAW:
        return {"verb": "draw", "price": t.relic_price(t.to_move)}
    if verb in SINGLE_WORD_VERBS.values():
        return cast("PlainMove", {"verb": VERB_WORDS[verb]})
    if verb in ACTION_BASE:
        return _action(t, verb, target)
    if verb in CHOICE_VERBS:
        return _choice(t, verb, target)
    if verb in OWN_TROOP_VERBS.values():
        return cast("TroopWorks", {"verb": VERB_WORDS[verb], "troop": troop_name(target)})
    if verb in ZONE_VERBS.values():
        return cast("ZoneMove", {"verb": VERB_WORDS[verb], "zone": t.board.ids[target]})
    return _chance(t, verb, target) if group_of(verb) == CHANCE_GROUP else _card(t, verb, target)


def _action(t: Table, verb: i64, target: i64) -> CovilMove:
    base = ACTION_BASE[verb]
    troop = troop_name(t.to_move * TROOPS + verb - base)
    if base == MOVE:
        return {"verb": "move", "troop": troop, "zone": t.board.ids[target]}
    if base == REST:
        return {"verb": "rest", "troop": troop, "card": t.cards.minion_ids[target]}
    if base == REST_OTHER:
        card, state = t.cards.minion_ids[target], other_copy_state(t, target)
        return {"verb": "rest", "troop": troop, "card": card, "state": state}
    return {"verb": "melee" if base == MELEE else "ranged", "troop": troop, "against": piece_ref(target)}


def _choice(t: Table, verb: i64, target: i64) -> CovilMove:
    if verb == CHOOSE_TROOP:
        return {"verb": "choose_troop", "troop": troop_name(target)}
    if verb == CHOOSE_ZONE:
        return {"verb": "choose_zone", "zone": t.board.ids[target]}
    if verb == CHOOSE_MINION:
        return {"verb": "choose_minion", "card": t.cards.minion_ids[target]}
    if verb == CHOOSE_OTHER:
        card, state = t.cards.minion_ids[target], other_copy_state(t, target)
        return {"verb": "choose_minion", "card": card, "state": state}
    if verb == CHOOSE_SEAT:
        return {"verb": "choose_seat", "seat": target}
    return {"verb": "choose_number", "rebels": target}


def _card(t: Table, verb: i64, target: i64) -> CovilMove:
    """A move that names a card, or gold in place of one."""
    if verb == PAY_GOLD:
        return {"verb": "pay_gold", "gold": target}
    if verb == RELIC or verb == PAY_RELIC:
        return {"verb": "relic" if verb == RELIC else "pay_relic", "card": t.cards.relic_ids[target]}
    card = t.cards.minion_ids[target]
    if verb == HIRE:
        return {"verb": "hire", "card": card, "price": hiring.price(t, t.to_move, target)}
    if verb == EXHAUST:
        return _exhaust(t, target)
    if verb == PAY_MINION:
        return {"verb": "pay_minion", "card": card}
    assert verb in MINION_VERBS.values()
    return cast("MinionMove", {"verb": VERB_WORDS[verb], "card": card})


def _exhaust(t: Table, minion: i64) -> Exhaust:
    strength = strength_with(t, t.combat, minion)
    data: Exhaust = {"verb": "exhaust", "card": t.cards.minion_ids[minion], "strength": strength}
    if t.combat.target < FIRST_FORTRESS:
        data["defense"] = defense(t, t.combat)
    return data


def _chance(t: Table, verb: i64, target: i64) -> ChanceMove:
    if verb == FIRST:
        return {"verb": "first", "outcome": target}
    if verb in CHANCE_MINION_VERBS.values():
        minion = cast('Literal["overlord", "recruited", "removed", "revealed"]', VERB_WORDS[verb])
        return {"verb": minion, "outcome": t.cards.minion_ids[target]}
    assert verb in CHANCE_RELIC_VERBS.values()
    relic = cast('Literal["drew", "lost", "flipped"]', VERB_WORDS[verb])
    return {"verb": relic, "outcome": t.cards.relic_ids[target]}
