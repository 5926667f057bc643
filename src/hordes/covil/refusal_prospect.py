"""What a move would cost or bring, in words: prices, and how strong an attack would be."""

from __future__ import annotations

from hordes.covil import combat, hall, moves
from hordes.covil.agenda import kind_of
from hordes.covil.refusal_moment import card_of_effect, minion_name
from hordes.covil.table import Table
from hordes.covil.vocabulary import CHOICE, COMBAT, EFFECTS, FORTRESSES, RAID, READY, SLOTS, TROOPS
from hordes.engine.errors import Saying, said
from hordes.engine.native import i64
from hordes.engine.state import TARGETS


def explanation(t: Table, move: i64) -> Saying:
    """What a move would cost or bring."""
    verb, target = move // TARGETS, move % TARGETS
    if verb == moves.HIRE and t.to_move >= 0:
        cost = hall.price(t, t.to_move, target)
        return said("price_hire", "{minion} costs {cost}.", minion=minion_name(t, target), cost=cost)
    if verb == moves.DRAW and t.to_move >= 0:
        return said("price_draw", "A Power Relic for {cost} gold.", cost=t.relic_price(t.to_move))
    if verb == moves.PASS and t.style != 0 and t.phase in (COMBAT, RAID):
        text = "Strength {strength} against defense {defense}."
        return said("odds", text, strength=combat.strength(t), defense=combat.defence(t))
    if verb == moves.EXHAUST and t.style != 0 and t.slot_of(t.to_move, target, True) >= 0:
        return _foretold(t, combat.forecast(t, t.slot_of(t.to_move, target, True)))
    if t.phase == CHOICE and kind_of(t.top()) == EFFECTS:
        return said("card", "{card}.", card=card_of_effect(t))
    return Saying()


def _foretold(t: Table, strength: i64) -> Saying:
    if t.target >= FORTRESSES:
        return said("forecast", "Strength {strength}.", strength=strength)
    text = "Strength {strength} against defense {defense}."
    return said("odds", text, strength=strength, defense=combat.defence(t))


def prospect(t: Table) -> Saying:
    """An attack that has just been declared: how strong it is with the Minion that serves it best."""
    seat = t.attacker // TROOPS
    best: i64 = -1
    most: i64 = -1
    for slot in range(SLOTS):
        if t.hall[seat * SLOTS + slot] & 3 == READY and t.hall[seat * SLOTS + slot] != 0:
            force = combat.forecast(t, slot)
            if force > most:
                best, most = slot, force
    if best < 0:
        return Saying()
    minion = minion_name(t, t.minion_at(seat, best))
    if t.target >= FORTRESSES:
        text = "At best strength {strength}, with {minion}; nobody guards it."
        return said("prospect_open", text, minion=minion, strength=most)
    text = "At best strength {strength}, with {minion}, against defense {defense} now."
    return said("prospect", text, minion=minion, strength=most, defense=combat.defence(t))
