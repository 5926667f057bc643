"""Counts of troops by zone and seat, and tonight's fees that follow from them.

`rules.dominance` computes the same zone by zone from the table. For rating many moves it is faster to count once and
try troops in other zones.
"""

from __future__ import annotations

from hordes.covil.state.cards import MODIFIER_COUNT
from hordes.covil.state.constants import BASE_FEE, DOMINABLE_TERRAINS, FEE_MOD, MAX_SEATS, TROOPS
from hordes.covil.state.table import Table
from hordes.engine.core.bits import BIT, BITS_PER_SET
from hordes.engine.mypyc_compat import i64, mypyc_attr, vec


@mypyc_attr(acyclic=True)
class ZoneCounts:
    """Troops by zone and seat, controlled zones by terrain and seat, dominating seats, and fees by seat."""

    troops: vec[i64]  # zone * MAX_SEATS + seat
    held: vec[i64]  # terrain * MAX_SEATS + seat: controlled zones
    dominant: vec[i64]  # by terrain: the dominating seat or -1
    fee: vec[i64]  # by seat: gold for a dominated terrain
    consolation: vec[i64]  # by seat: gold for a night without any fee

    def __init__(self) -> None:
        self.troops = vec[i64]([0] * (BITS_PER_SET * MAX_SEATS))
        self.held = vec[i64]([0] * (DOMINABLE_TERRAINS * MAX_SEATS))
        self.dominant = vec[i64]([-1] * DOMINABLE_TERRAINS)
        self.fee = vec[i64]([BASE_FEE] * MAX_SEATS)
        self.consolation = vec[i64]([0] * MAX_SEATS)

    def recount(self, t: Table) -> None:
        """Count everything anew."""
        troops = self.troops
        for k in range(t.board.size * MAX_SEATS):
            troops[k] = 0
        for seat in range(t.rules.seats):
            self.fee[seat] = BASE_FEE + t.modifier_total(seat, FEE_MOD)
            self.consolation[seat] = t.modifier_total(seat, MODIFIER_COUNT)
            for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
                zone = t.troop_zone[troop]
                if zone >= 0:
                    troops[zone * MAX_SEATS + seat] += 1
        self.update_dominance(t)

    def update_dominance(self, t: Table) -> None:
        """Compute the dominating seat of each terrain from the troop counts."""
        held, seats = self.held, t.rules.seats
        for k in range(DOMINABLE_TERRAINS * MAX_SEATS):
            held[k] = 0
        for zone in range(t.board.size):
            seat = self.controller(zone, seats)
            if seat >= 0:
                terrain = t.board.terrain[zone]
                for kind in range(DOMINABLE_TERRAINS):
                    if terrain & BIT[kind] != 0:
                        held[kind * MAX_SEATS + seat] += 1
        for kind in range(DOMINABLE_TERRAINS):
            self.dominant[kind] = strict_maximum(held, kind * MAX_SEATS, seats)

    def controller(self, zone: i64, seats: i64) -> i64:
        """The seat with strictly most troops in a zone, or -1."""
        return strict_maximum(self.troops, zone * MAX_SEATS, seats)

    def income(self, seat: i64) -> i64:
        """Gold that tonight's fees would bring a seat."""
        gold: i64 = 0
        for kind in range(DOMINABLE_TERRAINS):
            if self.dominant[kind] == seat:
                gold += self.fee[seat]
        return gold if gold > 0 else self.consolation[seat]

    def contested_terrains(self, seat: i64, seats: i64) -> i64:
        """The number of terrains whose dominance one more zone would give to this seat, or take from it."""
        terrains: i64 = 0
        for kind in range(DOMINABLE_TERRAINS):
            own = self.held[kind * MAX_SEATS + seat]
            best: i64 = 0
            for other in range(seats):
                if other != seat and self.held[kind * MAX_SEATS + other] > best:
                    best = self.held[kind * MAX_SEATS + other]
            if best > 0 and (own == best or own + 1 == best or own == best + 1):
                terrains += 1
        return terrains

    def fee_balance(self, seat: i64, seats: i64) -> i64:
        """A seat's fees minus the mean of the others' fees, in thousandths."""
        others: i64 = 0
        for other in range(seats):
            if other != seat:
                others += self.income(other)
        return self.income(seat) * 1000 - others * 1000 // (seats - 1)

    def balance_after_move(self, t: Table, whose: i64, here: i64, there: i64, seat: i64) -> i64:
        """The fee balance of a seat if a troop of `whose` were in another zone; -1 is off the board."""
        if here >= 0:
            self.troops[here * MAX_SEATS + whose] -= 1
        if there >= 0:
            self.troops[there * MAX_SEATS + whose] += 1
        self.update_dominance(t)
        balance = self.fee_balance(seat, t.rules.seats)
        if here >= 0:
            self.troops[here * MAX_SEATS + whose] += 1
        if there >= 0:
            self.troops[there * MAX_SEATS + whose] -= 1
        return balance


def strict_maximum(numbers: vec[i64], start: i64, seats: i64) -> i64:
    """The seat whose number is strictly the largest, or -1."""
    best: i64 = -1
    most: i64 = 0
    for seat in range(seats):
        n = numbers[start + seat]
        if n > most:
            best, most = seat, n
        elif n == most:
            best = -1
    return best
