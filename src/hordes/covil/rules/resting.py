"""Effects that rest Minions or make them Ready: which Minions they can serve, and which copy is meant."""

from __future__ import annotations

from hordes.covil.state.cards import Effect
from hordes.covil.state.constants import DO_READY, READY, SLOTS
from hordes.covil.state.effect_task import effect_slot, finish_target, served_targets
from hordes.covil.state.table import Table
from hordes.engine.core.bits import BIT
from hordes.engine.mypyc_compat import i64


def restable_minions(t: Table, seat: i64, effect: Effect, state: i64) -> i64:
    """Own Minions in a state, tired or exhausted, that this effect can still serve."""
    minions: i64 = 0
    for slot in range(SLOTS):
        word = t.hall[seat * SLOTS + slot]
        if word & 3 == state and not is_excluded(t, effect, slot):
            minions |= BIT[(word >> 2) - 1]
    return minions


def is_excluded(t: Table, effect: Effect, slot: i64) -> bool:
    """Whether this slot is not a target of the effect, or has been served."""
    return (
        served_targets(t) & BIT[slot] != 0
        or (effect.excludes_self and slot == effect_slot(t))
        or (effect.excludes_overlord and slot == 0)
    )


def most_exhausted_slot(t: Table, seat: i64, effect: Effect) -> i64:
    """The first exhausted Minion that the effect can serve, else the first tired one; -1 when there is none."""
    best: i64 = -1
    for slot in range(SLOTS):
        state = t.hall[seat * SLOTS + slot] & 3
        if not is_excluded(t, effect, slot) and state > (READY if best < 0 else t.hall[seat * SLOTS + best] & 3):
            best = slot
    return best


def rest_or_ready(t: Table, effect: Effect, seat: i64, slot: i64) -> None:
    """Rest the Minion in this slot, or make it Ready."""
    finish_target(t, -1, BIT[slot])
    t.rest(seat, slot)
    if effect.opcode == DO_READY:
        t.rest(seat, slot)


def first_restable_slot(t: Table, effect: Effect, seat: i64, minion: i64) -> i64:
    """The first slot with that Minion that the effect can serve; -1 when there is none."""
    for slot in range(SLOTS):
        word = t.hall[seat * SLOTS + slot]
        if word >> 2 == minion + 1 and word & 3 != READY and not is_excluded(t, effect, slot):
            return slot
    return -1


def other_restable_slot(t: Table, effect: Effect, seat: i64, minion: i64) -> i64:
    """The first slot with a copy in the other state, tired or exhausted, than the first copy; or -1."""
    first = first_restable_slot(t, effect, seat, minion)
    for slot in range(SLOTS if first >= 0 else 0):
        word = t.hall[seat * SLOTS + slot]
        is_copy = word >> 2 == minion + 1 and word & 3 != READY and not is_excluded(t, effect, slot)
        if is_copy and word != t.hall[seat * SLOTS + first]:
            return slot
    return -1
