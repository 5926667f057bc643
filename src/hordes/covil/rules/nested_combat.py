"""Nested combats: a relic activated in a combat may grant a free attack, which is fought first.

The suspended combat is two tasks above its window on the task stack (`state.combat`). Whatever relics did to the two
troops, a combat only continues while both are on the board and in range.
"""

from __future__ import annotations

from hordes.covil.rules import troops
from hordes.covil.state import tasks
from hordes.covil.state.combat import (
    NO_COMBAT,
    suspended,
    suspended_attacker,
    suspended_combat,
    suspended_guards,
    suspended_target,
)
from hordes.covil.state.constants import FIRST_FORTRESS, REBEL_ATTACK
from hordes.covil.state.effect_task import forget_troop, memory_troop
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import EFFECTS, RETALIATION, SUSPENDED, WINDOW
from hordes.covil.state.tasks import ATTACKER_GONE, TARGET_GONE, task_kind
from hordes.engine.core.bits import BIT
from hordes.engine.mypyc_compat import i64


def suspend_combat(t: Table) -> None:
    """Put the current combat, if any, on the task stack."""
    if t.combat.attack_kind != 0:
        t.push(suspended_guards(t.combat))
        t.push(suspended(t.combat))
        t.combat = NO_COMBAT


def resume_combat(t: Table) -> None:
    """Restore the suspended combat on top of the stack."""
    t.combat = suspended_combat(t.stack[t.depth - 1], t.stack[t.depth - 2])
    t.pop()
    t.pop()


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
            mark_gone(t, k, gone | (TARGET_GONE if suspended_target(task) == troop else 0))
        elif kind == EFFECTS and memory_troop(task) == troop:
            t.stack[k] = forget_troop(task)
        elif kind == RETALIATION:
            t.stack[k] = tasks.retaliation(tasks.retaliation_victims(task) & ~BIT[troop], tasks.retaliation_done(task))


def mark_gone(t: Table, k: i64, gone: i64) -> None:
    """Note in the window of the combat suspended at stack index k which of its troops has left the board."""
    below = k - 1
    while task_kind(t.stack[below]) != WINDOW:
        below -= 1
    window = t.stack[below]
    gone |= tasks.window_gone(window)
    t.stack[below] = tasks.window(tasks.window_side(window), tasks.window_passes(window), gone)


def is_broken_off(t: Table) -> bool:
    """Whether the combat whose window is open can have no result: one troop is gone, or they are out of range.

    Rebels reach a troop that is in town. Under `rebels_remember` a troop that they attack elsewhere stays in reach.
    """
    combat = t.combat
    if tasks.window_gone(t.top()) != 0:
        return True
    if combat.target >= FIRST_FORTRESS:
        return False
    there = t.troop_zone[combat.target]
    if combat.attack_kind == REBEL_ATTACK:
        return there < 0 or (combat.is_free_attack and there != t.board.town)
    here = t.troop_zone[combat.attacker]
    return there < 0 or here < 0 or troops.zones_in_range(t, combat.attack_kind, here) & BIT[there] == 0
