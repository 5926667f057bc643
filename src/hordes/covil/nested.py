"""Combats inside combats: a relic activated in one may grant a free attack, which is fought before it goes on.

The combat that waits lies on the agenda as two tasks above its window: SUSPENDED has both troops, the kind and weapon,
and the bonus; SUSPENDED_GUARDS the Minions exhausted for its defense. Whatever a relic did to the two troops, a combat
goes on only while both are on the board and in range.
"""

from __future__ import annotations

from hordes.covil import troops
from hordes.covil.agenda import A_PLACE, B_PLACE, C_PLACE, arg_a, arg_b, arg_c, kind_of
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    ATTACKER_GONE,
    EFFECTS,
    FORTRESSES,
    REBELLION,
    RETALIATION,
    SUSPENDED,
    SUSPENDED_GUARDS,
    TARGET_GONE,
    TROOPS,
    WINDOW,
)
from hordes.engine.bits import BIT
from hordes.engine.native import i64


def suspend(t: Table) -> None:
    """The combat that is going on waits for another one; nothing is done when there is none."""
    if t.style == 0:
        return
    flags: i64 = (1 if t.free else 0) + (2 if t.stood else 0) + (4 if t.besieged else 0)
    t.push_word(SUSPENDED_GUARDS + A_PLACE * t.guards)
    t.push(SUSPENDED, t.attacker + 1 + 32 * t.target, t.style + 8 * t.weapon + 64 * flags, t.bonus)
    t.forget_combat()


def resume(t: Table) -> None:
    """The combat that waited goes on."""
    a, b = arg_a(t.top()), arg_b(t.top())
    t.attacker = waiting_attacker(t.top())
    t.target = a >> 5
    t.style = b & 7
    t.weapon = (b >> 3) & 7
    t.free = b & 64 != 0
    t.stood = b & 128 != 0
    t.besieged = b & 256 != 0
    t.bonus = arg_c(t.top())
    t.pop()
    t.guards = t.top() >> 6
    t.pop()


def waiting_attacker(task: i64) -> i64:
    """The attacker of a combat that waits; -1 for rebels."""
    return (arg_a(task) & 31) - 1


def remove(t: Table, troop: i64) -> None:
    """A troop leaves the board, and the agenda forgets it: a new one with its letter is another troop.

    Combats in which it fights have no result, rebels do not wait for it, and no card has it in mind any more.
    """
    t.remove_troop(troop)
    for k in range(t.depth):
        task = t.stack[k]
        kind = kind_of(task)
        if kind == SUSPENDED:
            gone: i64 = ATTACKER_GONE if waiting_attacker(task) == troop else 0
            mark(t, k, gone | (TARGET_GONE if arg_a(task) >> 5 == troop else 0))
        elif kind == EFFECTS and arg_c(task) == troop + 1:
            t.stack[k] -= C_PLACE * (troop + 1)
        elif kind == RETALIATION and troop < 2 * TROOPS:
            t.stack[k] -= A_PLACE * (arg_a(task) & BIT[troop])
        elif kind == RETALIATION:
            t.stack[k] -= B_PLACE * (arg_b(task) & BIT[troop - 2 * TROOPS])


def mark(t: Table, k: i64, gone: i64) -> None:
    """The window of the combat that waits at this place of the agenda says who of it has left the board."""
    below = k - 1
    while kind_of(t.stack[below]) != WINDOW:
        below -= 1
    t.stack[below] += C_PLACE * (gone & ~arg_c(t.stack[below]))


def parted(t: Table) -> bool:
    """Can the combat whose window is open have no result: is one of the two troops gone, or out of range?

    Rebels reach a troop that is in town. Where they remember who had been there (`rebels_remember`), one that they
    attack elsewhere cannot leave them behind.
    """
    if arg_c(t.top()) != 0:
        return True
    if t.target >= FORTRESSES:
        return False
    there = t.zone[t.target]
    if t.style == REBELLION:
        return there < 0 or (t.free and there != t.board.town)
    here = t.zone[t.attacker]
    return there < 0 or here < 0 or troops.in_range(t, t.style, here) & BIT[there] == 0
