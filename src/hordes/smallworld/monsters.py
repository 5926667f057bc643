"""Monsters: before the first turn everybody but the first player puts one beside a Lost Tribe; each guards a marker."""

from __future__ import annotations

from hordes.engine.bits import BIT
from hordes.engine.native import i64
from hordes.engine.state import CHANCE
from hordes.smallworld import tell, turn
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import DRAW_MARKER, DRAWN, MARKER_AT, MONSTERS, MONSTERS_AT


def lairs(t: Table) -> i64:
    """Where the next Monster may settle: with a Lost Tribe, neither in nor beside a region that has a Monster."""
    there = t.marks[MONSTERS_AT]
    return t.lost_tribes & ~there & ~t.board.around(there)


def ask(t: Table, seat: i64) -> None:
    """Ask a seat, or the next one that finds a place; when all have been asked the first turn begins."""
    while seat != t.first:
        if lairs(t) != 0:
            t.player = seat
            t.ask(MONSTERS, seat)
            return
        seat = (seat + 1) % t.rules.players
    t.player = t.first
    turn.begin(t)


def settle(t: Table, region: i64) -> None:
    """A Monster settles, and the next seat is asked."""
    t.mark(MONSTERS_AT, t.marks[MONSTERS_AT] | BIT[region])
    t.fortify(region)
    if t.sink is not None:
        tell.monster_placed(t, t.player, region)
    ask(t, (t.player + 1) % t.rules.players)


# The markers they guard


def stack(t: Table) -> i64:
    """The markers that nobody has found yet. They have no order: the next one is chance's."""
    found: i64 = 0
    for marker in t.rules.markers:
        if t.marks[MARKER_AT + marker.index] == 0:
            found |= BIT[marker.index]
    return found


def uncover(t: Table) -> bool:
    """A Monster has been slain: ask chance for the marker it guarded. Is there one left?"""
    region = t.marks[DRAWN] - 1
    if region < 0:
        return False
    t.mark(DRAWN, 0)
    if stack(t) == 0:
        return False
    t.push(DRAW_MARKER, CHANCE, region)
    return True


def found(t: Table, marker: i64) -> None:
    """Chance has drawn a marker: it lies where the Monster was, and serves the conqueror at once."""
    region = t.subject
    t.pop()
    t.mark(MARKER_AT + marker, BIT[region])
    if t.sink is not None:
        tell.marker_found(t, t.rules.markers[marker].id, region)
    here = t.holder(region)
    if not here.declined:
        t.rules.markers[marker].taken(t, here)
