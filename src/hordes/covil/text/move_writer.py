"""Move texts: the text of a move code, and which copy of a Henchman a text names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordes.covil.rules import resting
from hordes.covil.state.constants import DO_EXHAUST, DO_READY, DO_REST, EXHAUSTED, SLOTS, STATE_NAMES, TIRED, TROOPS
from hordes.covil.state.effect_task import current_effect, first_choice, question_stage
from hordes.covil.state.moves import (
    ACTION_BASE,
    ACTION_WORDS,
    CHANCE_MINION_VERBS,
    CHANCE_RELIC_VERBS,
    CHOOSE_MINION,
    CHOOSE_OTHER,
    CHOOSE_TROOP,
    CHOOSE_ZONE,
    FIRST,
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
)
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import EFFECTS
from hordes.covil.state.tasks import task_kind
from hordes.covil.state.troop_names import target_name, troop_name
from hordes.engine.core.state import TARGETS
from hordes.engine.mypyc_compat import i64

if TYPE_CHECKING:
    from hordes.covil.wire.parts import CardState


def describe_move(t: Table, move: i64) -> str:
    """The text of a move by the seat to move, or by chance."""
    verb, target = move // TARGETS, move % TARGETS
    if verb in SINGLE_WORD_VERBS.values():
        return VERB_WORDS[verb]
    if verb in ZONE_VERBS.values():
        return f"{VERB_WORDS[verb]} {t.board.ids[target]}"
    if verb in MINION_VERBS.values() or verb in CHANCE_MINION_VERBS.values():
        return f"{VERB_WORDS[verb]} {t.cards.minion_ids[target]}"
    if verb in OWN_TROOP_VERBS.values():
        return f"{VERB_WORDS[verb]} {troop_name(target)}"
    if verb in CHANCE_RELIC_VERBS.values():
        return f"{VERB_WORDS[verb]} {t.cards.relic_ids[target]}"
    if verb in ACTION_WORDS:
        return _describe_action(t, verb, target)
    return _describe_other(t, verb, target)


def _describe_action(t: Table, verb: i64, target: i64) -> str:
    base = ACTION_BASE[verb]
    head = f"{ACTION_WORDS[verb]} {troop_name(t.to_move * TROOPS + verb - base)}"
    if base == MOVE:
        return f"{head} {t.board.ids[target]}"
    if base == REST:
        return f"{head} {t.cards.minion_ids[target]}"
    if base == REST_OTHER:
        return f"{head} {t.cards.minion_ids[target]} {other_copy_state(t, target)}"
    return f"{head} {target_name(target)}"


def other_copy_state(t: Table, minion: i64) -> CardState:
    """The state of the other copy of a Henchman: tired where the first copy that can be named is exhausted."""
    states = nameable_states(t, minion)
    is_tired = not states or states[0] == STATE_NAMES[EXHAUSTED]
    return STATE_NAMES[TIRED if is_tired else EXHAUSTED]


def nameable_states(t: Table, minion: i64) -> list[str]:
    """The states of the copies that can be named now: first the one meant without a state, then the other."""
    seat = nameable_hall(t)
    if seat < 0:
        return []
    opcode = current_effect(t).opcode if t.depth > 0 and task_kind(t.top()) == EFFECTS else -1
    if opcode == DO_EXHAUST:
        slots = [t.find_slot(seat, minion, True)]
    elif opcode in (DO_REST, DO_READY):
        effect = current_effect(t)
        slots = [
            resting.first_restable_slot(t, effect, seat, minion),
            resting.other_restable_slot(t, effect, seat, minion),
        ]
    else:
        slots = [t.find_slot(seat, minion, False), t.find_other_slot(seat, minion)]
    return [STATE_NAMES[t.hall[seat * SLOTS + slot] & 3] for slot in slots if slot >= 0]


def nameable_hall(t: Table) -> i64:
    """The seat whose Minions are named: the one to move, or the opponent whose Minion an effect exhausts."""
    if (
        t.depth > 0
        and task_kind(t.top()) == EFFECTS
        and current_effect(t).opcode == DO_EXHAUST
        and question_stage(t) == 1
    ):
        return first_choice(t)
    return t.to_move


def _describe_other(t: Table, verb: i64, target: i64) -> str:
    if verb == FIRST:
        return f"first {target}"
    if verb == RELIC:
        return f"relic {t.cards.relic_ids[target]}"
    if verb == PAY_GOLD:
        return f"pay gold {target}"
    if verb == PAY_RELIC:
        return f"pay relic {t.cards.relic_ids[target]}"
    if verb == PAY_MINION:
        return f"pay minion {t.cards.minion_ids[target]}"
    return f"choose {_describe_choice(t, verb, target)}"


def _describe_choice(t: Table, verb: i64, target: i64) -> str:
    if verb == CHOOSE_TROOP:
        return troop_name(target)
    if verb == CHOOSE_ZONE:
        return t.board.ids[target]
    if verb == CHOOSE_OTHER:
        return f"{t.cards.minion_ids[target]} {other_copy_state(t, target)}"
    return t.cards.minion_ids[target] if verb == CHOOSE_MINION else str(target)
