"""Effects that let Minions rest or make them Ready: which of a hall they can serve, and which copy is meant."""

from __future__ import annotations

from hordes.covil.cards import Effect
from hordes.covil.progress import served, slot_of, used_up
from hordes.covil.table import Table
from hordes.covil.vocabulary import DO_READY, READY, SLOTS
from hordes.engine.bits import BIT
from hordes.engine.native import i64


def weary(t: Table, seat: i64, effect: Effect, state: i64) -> i64:
    """Own Minions in a state, tired or exhausted, that this effect has not served yet."""
    found: i64 = 0
    for slot in range(SLOTS):
        word = t.hall[seat * SLOTS + slot]
        if word & 3 == state and not barred(t, effect, slot):
            found |= BIT[(word >> 2) - 1]
    return found


def barred(t: Table, effect: Effect, slot: i64) -> bool:
    """Is this place of the hall out of the effect's reach, or served already?"""
    return used_up(t) & BIT[slot] != 0 or (effect.other and slot == slot_of(t)) or (effect.humble and slot == 0)


def weariest(t: Table, seat: i64, effect: Effect) -> i64:
    """The leftmost exhausted Minion that may rest, else the leftmost tired one; -1 when none is."""
    best: i64 = -1
    for slot in range(SLOTS):
        state = t.hall[seat * SLOTS + slot] & 3
        if not barred(t, effect, slot) and state > (READY if best < 0 else t.hall[seat * SLOTS + best] & 3):
            best = slot
    return best


def relieve(t: Table, effect: Effect, seat: i64, slot: i64) -> None:
    """Rest the Minion in this place, or make it Ready."""
    served(t, -1, BIT[slot])
    t.rest(seat, slot)
    if effect.what == DO_READY:
        t.rest(seat, slot)


def first_weary(t: Table, effect: Effect, seat: i64, minion: i64) -> i64:
    """The first place of that Minion which is not Ready and not barred; -1 when there is none."""
    for slot in range(SLOTS):
        word = t.hall[seat * SLOTS + slot]
        if word >> 2 == minion + 1 and word & 3 != READY and not barred(t, effect, slot):
            return slot
    return -1


def other_weary(t: Table, effect: Effect, seat: i64, minion: i64) -> i64:
    """The first place of that Minion in the other of the two states, tired and exhausted; -1 when there is none."""
    first = first_weary(t, effect, seat, minion)
    for slot in range(SLOTS if first >= 0 else 0):
        word = t.hall[seat * SLOTS + slot]
        fits = word >> 2 == minion + 1 and word & 3 != READY and not barred(t, effect, slot)
        if fits and word != t.hall[seat * SLOTS + first]:
            return slot
    return -1
