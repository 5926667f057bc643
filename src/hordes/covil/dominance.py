"""Who controls a zone, and who dominates a terrain."""

from __future__ import annotations

from hordes.covil.table import Table
from hordes.covil.vocabulary import DOMINATED, TROOPS
from hordes.engine.bits import BIT, lowest
from hordes.engine.native import i64, vec


def controller(t: Table, zone: i64) -> i64:
    """The seat with strictly most troops in a zone, standing or lying; -1 when nobody has."""
    best: i64 = -1
    most: i64 = 0
    for seat in range(t.rules.seats):
        n: i64 = 0
        for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
            if t.zone[troop] == zone:
                n += 1
        if n > most:
            best, most = seat, n
        elif n == most:
            best = -1
    return best


def dominant(t: Table, terrain: i64) -> i64:
    """The seat that controls strictly most zones of a terrain; -1 when nobody does."""
    held = vec[i64]([0] * t.rules.seats)
    rest = t.board.zones_of[terrain]
    while rest != 0:
        seat = controller(t, lowest(rest))
        if seat >= 0:
            held[seat] += 1
        rest &= rest - 1
    best: i64 = -1
    most: i64 = 0
    for seat in range(t.rules.seats):
        if held[seat] > most:
            best, most = seat, held[seat]
        elif held[seat] == most:
            best = -1
    return best


def dominated(t: Table, seat: i64) -> i64:
    """The terrains a seat has dominance over, as a set."""
    found: i64 = 0
    for terrain in range(DOMINATED):
        if dominant(t, terrain) == seat:
            found |= BIT[terrain]
    return found
