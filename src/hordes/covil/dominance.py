"""Who controls a zone, and who dominates a terrain."""

from __future__ import annotations

from typing import Any

from hordes.covil.table import Table
from hordes.covil.vocabulary import DOMINATED, FEE, FEE_MOD, TERRAINS, TROOPS
from hordes.engine.bits import BIT, listed, lowest
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


def holdings(t: Table, terrain: i64) -> vec[i64]:
    """How many zones of a terrain each seat controls."""
    held = vec[i64]([0] * t.rules.seats)
    rest = t.board.zones_of[terrain]
    while rest != 0:
        seat = controller(t, lowest(rest))
        if seat >= 0:
            held[seat] += 1
        rest &= rest - 1
    return held


def dominant(t: Table, terrain: i64) -> i64:
    """The seat that controls strictly most zones of a terrain; -1 when nobody does."""
    held = holdings(t, terrain)
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


def dominion(t: Table, terrain: i64) -> dict[str, Any]:
    """A terrain as night would find it: who controls its zones, how many each, who dominates it and for what fee."""
    zones = {t.board.ids[zone]: controller(t, zone) for zone in listed(t.board.zones_of[terrain])}
    held, seat = [int(n) for n in holdings(t, terrain)], dominant(t, terrain)
    gold = fee(t, seat) if seat >= 0 else 0
    return {"terrain": TERRAINS[terrain], "zones": zones, "held": held, "seat": seat, "gold": gold}


def fee(t: Table, seat: i64) -> i64:
    """The gold for a terrain one has dominance over."""
    return FEE + t.modifier(seat, FEE_MOD)
