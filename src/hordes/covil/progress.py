"""How far a card has been carried out: the task EFFECTS and its arguments.

These are: the effect; seat, slot of the Minion and defender; the troop in mind (the attacker, or the one the effect
before named); progress (how many are done, the stage of the question, what is known of the combat); and what was
chosen, with those that are used up.
"""

from __future__ import annotations

from hordes.covil.agenda import (
    A_PLACE,
    B_PLACE,
    C_PLACE,
    D_PLACE,
    E_PLACE,
    arg_a,
    arg_b,
    arg_c,
    arg_d,
    arg_e,
)
from hordes.covil.cards import Effect
from hordes.covil.table import Table
from hordes.covil.vocabulary import EFFECTS
from hordes.engine.native import i64


def begin(t: Table, source: i64, seat: i64, slot: i64, defender: i64, troop: i64, known: i64) -> None:
    """Put a card's effects on the agenda."""
    first = t.cards.first[source]
    if first >= 0:
        about = seat + 8 * slot + 64 * defender
        t.push_word(EFFECTS + A_PLACE * first + B_PLACE * about + C_PLACE * (troop + 1) + D_PLACE * (known * 64))


def effect_of(t: Table) -> Effect:
    """The effect that is being carried out."""
    return t.cards.effects[arg_a(t.top())]


def seat_of(t: Table) -> i64:
    """Whose effect it is."""
    return arg_b(t.top()) & 7


def slot_of(t: Table) -> i64:
    """The place of the Minion whose effect it is."""
    return (arg_b(t.top()) >> 3) & 7


def stage_of(t: Table) -> i64:
    """0 while the first thing is asked for, 1 for the second."""
    return (arg_d(t.top()) >> 4) & 3


def chosen_of(t: Table) -> i64:
    """What was chosen in the first stage: a troop or a seat."""
    return (arg_e(t.top()) & 31) - 1


def used_up(t: Table) -> i64:
    """Letters of troops, or places of Minions, that this effect has already served."""
    return arg_e(t.top()) >> 5


def advance(t: Table) -> None:
    """The effect is done; the next one of the card keeps the troop in mind."""
    task = t.top()
    if effect_of(t).last:
        t.pop()
    else:
        known = arg_d(task) & ~63
        word = EFFECTS + A_PLACE * (arg_a(task) + 1) + B_PLACE * arg_b(task) + C_PLACE * arg_c(task)
        t.stack[t.depth - 1] = word + D_PLACE * known


def name(t: Table, chosen: i64) -> None:
    """The first answer is given, the second is asked for."""
    task = t.top()
    t.stack[t.depth - 1] = task + D_PLACE * 16 + E_PLACE * (chosen + 1 - (arg_e(task) & 31))


def served(t: Table, troop: i64, used: i64) -> None:
    """One target is done; the effect goes on while it may have more."""
    task = t.top()
    done = (arg_d(task) & 15) + 1
    memory = troop + 1 if troop >= 0 else arg_c(task)
    word = EFFECTS + A_PLACE * arg_a(task) + B_PLACE * arg_b(task) + C_PLACE * memory
    word += D_PLACE * ((arg_d(task) & ~63) + done) + E_PLACE * 32 * (used_up(t) | used)
    t.stack[t.depth - 1] = word
    if done >= effect_of(t).count:
        advance(t)
