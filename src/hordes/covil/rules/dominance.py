"""Dominance: which seat controls a zone, and which seat dominates a terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordes.covil.state.constants import BASE_FEE, DOMINABLE_TERRAINS, FEE_MOD, TERRAINS, TROOPS
from hordes.covil.state.table import Table
from hordes.engine.core.bits import BIT, listed, lowest
from hordes.engine.mypyc_compat import i64, vec

if TYPE_CHECKING:
    from hordes.covil.wire.parts import TerrainDominance


def controller(t: Table, zone: i64) -> i64:
    """The seat with strictly most troops in a zone, standing or lying; -1 when there is none."""
    best: i64 = -1
    most: i64 = 0
    for seat in range(t.rules.seats):
        n: i64 = 0
        for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
            if t.troop_zone[troop] == zone:
                n += 1
        if n > most:
            best, most = seat, n
        elif n == most:
            best = -1
    return best


def controlled_zone_counts(t: Table, terrain: i64) -> vec[i64]:
    """By seat: how many zones of a terrain it controls."""
    held = vec[i64]([0] * t.rules.seats)
    rest = t.board.zones_of[terrain]
    while rest != 0:
        seat = controller(t, lowest(rest))
        if seat >= 0:
            held[seat] += 1
        rest &= rest - 1
    return held


def dominating_seat(t: Table, terrain: i64) -> i64:
    """The seat that controls strictly most zones of a terrain; -1 when there is none."""
    held = controlled_zone_counts(t, terrain)
    best: i64 = -1
    most: i64 = 0
    for seat in range(t.rules.seats):
        if held[seat] > most:
            best, most = seat, held[seat]
        elif held[seat] == most:
            best = -1
    return best


def dominated_terrains(t: Table, seat: i64) -> i64:
    """The terrains that a seat dominates, as a set."""
    terrains: i64 = 0
    for terrain in range(DOMINABLE_TERRAINS):
        if dominating_seat(t, terrain) == seat:
            terrains |= BIT[terrain]
    return terrains


def terrain_summary(t: Table, terrain: i64) -> TerrainDominance:
    """A terrain for events and summaries: controllers of its zones, zones by seat, dominating seat and fee."""
    zones = {t.board.ids[zone]: controller(t, zone) for zone in listed(t.board.zones_of[terrain])}
    held, seat = [int(n) for n in controlled_zone_counts(t, terrain)], dominating_seat(t, terrain)
    gold = dominance_fee(t, seat) if seat >= 0 else 0
    return {"terrain": TERRAINS[terrain], "zones": zones, "held": held, "seat": seat, "gold": gold}


def dominance_fee(t: Table, seat: i64) -> i64:
    """The gold that a seat gets at night for each terrain it dominates."""
    return BASE_FEE + t.modifier_total(seat, FEE_MOD)
