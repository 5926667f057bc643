"""Monsters: placed before the first turn by everybody but the first player; each guards a hidden marker."""

from __future__ import annotations

from hordes.engine.core.bits import BIT
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import turn
from hordes.smallworld.state import events
from hordes.smallworld.state.army import NOBODY
from hordes.smallworld.state.constants import MARKER_AT, MONSTERS, MONSTERS_AT
from hordes.smallworld.state.table import Table


def monster_regions(t: Table) -> i64:
    """Regions for the next Monster: with a Lost Tribe, neither in nor adjacent to a region with a Monster."""
    occupied = t.marker_state[MONSTERS_AT]
    return t.lost_tribes & ~occupied & ~t.board.neighbours(occupied)


def ask_next_seat(t: Table, seat: i64) -> None:
    """Ask a seat to place a Monster, if there is room; when all have been asked the first turn begins."""
    while seat != t.first_seat:
        if monster_regions(t) != 0:
            t.player = seat
            t.ask(MONSTERS, seat)
            return
        seat = (seat + 1) % t.rules.players
    t.player = t.first_seat
    turn.begin_turn(t)


def place_monster(t: Table, region: i64) -> None:
    """Place a Monster, and ask the next seat."""
    t.set_marker_state(MONSTERS_AT, t.marker_state[MONSTERS_AT] | BIT[region])
    t.update_defence(region)
    if t.sink is not None:
        events.monster_placed(t, t.player, region)
    ask_next_seat(t, (t.player + 1) % t.rules.players)


# Markers that Monsters guard


def undrawn_markers(t: Table) -> i64:
    """The markers that nobody has found yet, as a set: chance draws the next one."""
    undrawn: i64 = 0
    for marker in t.rules.markers:
        if t.marker_state[MARKER_AT + marker.index] == 0:
            undrawn |= BIT[marker.index]
    return undrawn


def place_drawn_marker(t: Table, marker: i64) -> None:
    """Place the marker that chance has drawn where the Monster was; it serves the conqueror at once."""
    region = t.close().region
    t.set_marker_state(MARKER_AT + marker, BIT[region])
    if t.sink is not None:
        events.marker_found(t, t.rules.markers[marker].id, region)
    army = t.army_in(region)
    if army is not NOBODY and not army.declined:
        t.rules.markers[marker].region_taken(t, army)
