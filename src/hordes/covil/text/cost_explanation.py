"""Explanations of legal moves: what a move would cost, and how strong an attack would be."""

from __future__ import annotations

from hordes.covil.rules import hiring
from hordes.covil.rules.combat_totals import defense, strength, strength_with
from hordes.covil.state import moves
from hordes.covil.state.constants import CHOICE, COMBAT, FIRST_FORTRESS, RAID, READY, SLOTS
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import EFFECTS
from hordes.covil.state.tasks import task_kind
from hordes.covil.text.names import minion_named
from hordes.covil.text.question_errors import card_of_effect
from hordes.engine.core.state import TARGETS
from hordes.engine.errors import Message, translatable
from hordes.engine.mypyc_compat import i64


def explain_move(t: Table, move: i64) -> Message:
    """What a move would cost or bring; an empty message when there is nothing to say."""
    verb, target = move // TARGETS, move % TARGETS
    if verb == moves.HIRE and t.to_move >= 0:
        cost = hiring.price(t, t.to_move, target)
        return translatable("price_hire", "{minion} costs {cost}.", minion=minion_named(t, target), cost=cost)
    if verb == moves.DRAW and t.to_move >= 0:
        return translatable("price_draw", "A Power Relic for {cost} gold.", cost=t.relic_price(t.to_move))
    combat = t.combat
    if verb == moves.PASS and combat.attack_kind != 0 and t.phase in (COMBAT, RAID):
        text = "Strength {strength} against defense {defense}."
        return translatable("odds", text, strength=strength(t, combat), defense=defense(t, combat))
    if verb == moves.EXHAUST and combat.attack_kind != 0 and t.find_slot(t.to_move, target, True) >= 0:
        return _strength_message(t, strength_with(t, combat, target))
    if t.phase == CHOICE and task_kind(t.top()) == EFFECTS:
        return translatable("card", "{card}.", card=card_of_effect(t))
    return Message()


def _strength_message(t: Table, total: i64) -> Message:
    if t.combat.target >= FIRST_FORTRESS:
        return translatable("forecast", "Strength {strength}.", strength=total)
    text = "Strength {strength} against defense {defense}."
    return translatable("odds", text, strength=total, defense=defense(t, t.combat))


def explain_attack(t: Table) -> Message:
    """The strength of a declared attack with the Minion that serves it best."""
    seat = t.combat.attacking_seat()
    best: i64 = -1
    most: i64 = -1
    for slot in range(SLOTS):
        if t.hall[seat * SLOTS + slot] & 3 == READY and t.hall[seat * SLOTS + slot] != 0:
            total = strength_with(t, t.combat, t.minion_at(seat, slot))
            if total > most:
                best, most = slot, total
    if best < 0:
        return Message()
    minion = minion_named(t, t.minion_at(seat, best))
    if t.combat.target >= FIRST_FORTRESS:
        text = "At best strength {strength}, with {minion}; nobody guards it."
        return translatable("prospect_open", text, minion=minion, strength=most)
    text = "At best strength {strength}, with {minion}, against defense {defense} now."
    return translatable("prospect", text, minion=minion, strength=most, defense=defense(t, t.combat))
