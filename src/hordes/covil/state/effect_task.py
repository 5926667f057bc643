"""The task EFFECTS: how far the effects of a card have been carried out, packed into the arguments of one task.

a: index of the effect. b: seat (3 bits), slot of the Minion (3 bits), defending seat. c: remembered troop + 1 (the
attacker, or the one that the previous effect chose). d: targets done (4 bits), stage of the question (2 bits),
conditions of the combat that hold. e: what was chosen at stage 0, plus 1 (5 bits), and a set of targets already served.
"""

from __future__ import annotations

from hordes.covil.state.cards import Effect
from hordes.covil.state.constants import EFFECTS
from hordes.covil.state.table import Table
from hordes.covil.state.task_stack import (
    A_UNIT,
    B_UNIT,
    C_UNIT,
    D_UNIT,
    E_UNIT,
    arg_a,
    arg_b,
    arg_c,
    arg_d,
    arg_e,
)
from hordes.engine.mypyc_compat import i64


def push_card_effects(t: Table, source: i64, seat: i64, slot: i64, defender: i64, troop: i64, known: i64) -> None:
    """Push the task for the effects of a Minion, or of relic r as `minion_count` + r."""
    first = t.cards.first_effect[source]
    if first >= 0:
        about = seat + 8 * slot + 64 * defender
        t.push_packed(EFFECTS + A_UNIT * first + B_UNIT * about + C_UNIT * (troop + 1) + D_UNIT * (known * 64))


def current_effect(t: Table) -> Effect:
    """The effect that is being carried out."""
    return t.cards.effects[arg_a(t.top())]


def effect_seat(t: Table) -> i64:
    """The seat that owns the effect."""
    return arg_b(t.top()) & 7


def effect_slot(t: Table) -> i64:
    """The hall slot of the Minion that has the effect; NO_SLOT for a relic."""
    return (arg_b(t.top()) >> 3) & 7


def question_stage(t: Table) -> i64:
    """0 while the first choice is asked for, 1 for the second."""
    return (arg_d(t.top()) >> 4) & 3


def first_choice(t: Table) -> i64:
    """What was chosen at stage 0: a troop or a seat."""
    return (arg_e(t.top()) & 31) - 1


def served_targets(t: Table) -> i64:
    """Troop letters, or hall slots, that this effect has already served, as a set."""
    return arg_e(t.top()) >> 5


def next_effect(t: Table) -> None:
    """Finish the current effect; the next one of the card remembers the same troop."""
    task = t.top()
    if current_effect(t).is_last:
        t.pop()
    else:
        known = arg_d(task) & ~63  # clears the progress, keeps the conditions
        word = EFFECTS + A_UNIT * (arg_a(task) + 1) + B_UNIT * arg_b(task) + C_UNIT * arg_c(task)
        t.stack[t.depth - 1] = word + D_UNIT * known


def set_first_choice(t: Table, chosen: i64) -> None:
    """Store the choice of stage 0 and go on to stage 1."""
    task = t.top()
    t.stack[t.depth - 1] = task + D_UNIT * 16 + E_UNIT * (chosen + 1 - (arg_e(task) & 31))


def finish_target(t: Table, troop: i64, used: i64) -> None:
    """Count one target as done, and finish the effect when it may have no more."""
    task = t.top()
    done = (arg_d(task) & 15) + 1
    memory = troop + 1 if troop >= 0 else arg_c(task)
    word = EFFECTS + A_UNIT * arg_a(task) + B_UNIT * arg_b(task) + C_UNIT * memory
    word += D_UNIT * ((arg_d(task) & ~63) + done) + E_UNIT * 32 * (served_targets(t) | used)
    t.stack[t.depth - 1] = word
    if done >= current_effect(t).count:
        next_effect(t)
