"""Nested combats: a relic activated in a combat may grant a free attack, which is fought first.

The suspended combat is two tasks above its window on the task stack: SUSPENDED has both troops, kind, weapon slot,
flags and bonus; SUSPENDED_GUARDS has the slots exhausted for its defense. Whatever relics did to the two troops, a
combat only continues while both are on the board and in range.
"""

from __future__ import annotations

from hordes.covil.rules import troops
from hordes.covil.state.constants import (
    ATTACKER_GONE,
    EFFECTS,
    FIRST_FORTRESS,
    REBEL_ATTACK,
    RETALIATION,
    SUSPENDED,
    SUSPENDED_GUARDS,
    TARGET_GONE,
    TROOPS,
    WINDOW,
)
from hordes.covil.state.table import Table
from hordes.covil.state.task_stack import A_UNIT, B_UNIT, C_UNIT, arg_a, arg_b, arg_c, task_kind
from hordes.engine.core.bits import BIT
from hordes.engine.mypyc_compat import i64


def suspend_combat(t: Table) -> None:
    """Put the current combat, if any, on the task stack."""
    if t.attack_kind == 0:
        return
    flags: i64 = (1 if t.is_free_attack else 0) + (2 if t.target_stood else 0) + (4 if t.target_besieged else 0)
    t.push_packed(SUSPENDED_GUARDS + A_UNIT * t.defending_slots)  # one number over all arguments
    t.push(SUSPENDED, t.attacker + 1 + 32 * t.target, t.attack_kind + 8 * t.weapon_slot + 64 * flags, t.bonus)
    t.reset_combat()


def resume_combat(t: Table) -> None:
    """Restore the suspended combat on top of the stack."""
    a, b = arg_a(t.top()), arg_b(t.top())
    t.attacker = suspended_attacker(t.top())
    t.target = a >> 5
    t.attack_kind = b & 7
    t.weapon_slot = (b >> 3) & 7
    t.is_free_attack = b & 64 != 0
    t.target_stood = b & 128 != 0
    t.target_besieged = b & 256 != 0
    t.bonus = arg_c(t.top())
    t.pop()
    t.defending_slots = t.top() >> 6
    t.pop()


def suspended_attacker(task: i64) -> i64:
    """The attacker of a packed SUSPENDED task; -1 for rebels."""
    return (arg_a(task) & 31) - 1


def remove_from_board(t: Table, troop: i64) -> None:
    """Remove a troop from the board and from all tasks: a new troop with its letter is another one.

    Suspended combats in which it fights have no result, rebels skip it, and no effect remembers it.
    """
    t.remove_troop(troop)
    for k in range(t.depth):
        task = t.stack[k]
        kind = task_kind(task)
        if kind == SUSPENDED:
            gone: i64 = ATTACKER_GONE if suspended_attacker(task) == troop else 0
            mark_gone(t, k, gone | (TARGET_GONE if arg_a(task) >> 5 == troop else 0))
        elif kind == EFFECTS and arg_c(task) == troop + 1:
            t.stack[k] -= C_UNIT * (troop + 1)
        elif kind == RETALIATION and troop < 2 * TROOPS:
            t.stack[k] -= A_UNIT * (arg_a(task) & BIT[troop])
        elif kind == RETALIATION:
            t.stack[k] -= B_UNIT * (arg_b(task) & BIT[troop - 2 * TROOPS])


def mark_gone(t: Table, k: i64, gone: i64) -> None:
    """Note in the window of the combat suspended at stack index k which of its troops has left the board."""
    below = k - 1
    while task_kind(t.stack[below]) != WINDOW:
        below -= 1
    t.stack[below] += C_UNIT * (gone & ~arg_c(t.stack[below]))


def is_broken_off(t: Table) -> bool:
    """Whether the combat whose window is open can have no result: one troop is gone, or they are out of range.

    Rebels reach a troop that is in town. Under `rebels_remember` a troop that they attack elsewhere stays in reach.
    """
    if arg_c(t.top()) != 0:
        return True
    if t.target >= FIRST_FORTRESS:
        return False
    there = t.troop_zone[t.target]
    if t.attack_kind == REBEL_ATTACK:
        return there < 0 or (t.is_free_attack and there != t.board.town)
    here = t.troop_zone[t.attacker]
    return there < 0 or here < 0 or troops.zones_in_range(t, t.attack_kind, here) & BIT[there] == 0
