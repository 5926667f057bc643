"""The lie of the land at a glance: how many troops everybody has where, and what tonight's fees would come to.

`dominance` asks the table zone by zone; who weighs many moves counts once and then thinks troops to other places.
"""

from __future__ import annotations

from typing import Final

from hordes.covil.cards import KINDS_OF_MODIFIER
from hordes.covil.table import Table
from hordes.covil.vocabulary import DOMINATED, FEE_MOD, SEATS, TROOPS
from hordes.engine.bits import BIT, SIZE
from hordes.engine.native import i64, mypyc_attr, vec

FEE: Final = 2
"""Gold for a terrain that one dominates."""


@mypyc_attr(acyclic=True)
class Lookout:
    """Troops by zone and seat, zones held by terrain and seat, who dominates what, and what a fee is for each seat."""

    troops: vec[i64]
    held: vec[i64]
    dominant: vec[i64]
    fee: vec[i64]
    comfort: vec[i64]

    def __init__(self) -> None:
        self.troops = vec[i64]([0] * (SIZE * SEATS))
        self.held = vec[i64]([0] * (DOMINATED * SEATS))
        self.dominant = vec[i64]([-1] * DOMINATED)
        self.fee = vec[i64]([FEE] * SEATS)
        self.comfort = vec[i64]([0] * SEATS)

    def look(self, t: Table) -> None:
        """Count everything anew."""
        troops = self.troops
        for k in range(t.board.size * SEATS):
            troops[k] = 0
        for seat in range(t.rules.seats):
            self.fee[seat] = FEE + t.modifier(seat, FEE_MOD)
            self.comfort[seat] = t.modifier(seat, KINDS_OF_MODIFIER)
            for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
                zone = t.zone[troop]
                if zone >= 0:
                    troops[zone * SEATS + seat] += 1
        self.rule(t)

    def rule(self, t: Table) -> None:
        """Who dominates which terrain, by the troops that were counted or thought of."""
        held, seats = self.held, t.rules.seats
        for k in range(DOMINATED * SEATS):
            held[k] = 0
        for zone in range(t.board.size):
            seat = self.controller(zone, seats)
            if seat >= 0:
                terrain = t.board.terrain[zone]
                for kind in range(DOMINATED):
                    if terrain & BIT[kind] != 0:
                        held[kind * SEATS + seat] += 1
        for kind in range(DOMINATED):
            self.dominant[kind] = first_alone(held, kind * SEATS, seats)

    def controller(self, zone: i64, seats: i64) -> i64:
        """The seat with strictly most troops in a zone, or -1."""
        return first_alone(self.troops, zone * SEATS, seats)

    def income(self, seat: i64) -> i64:
        """Gold that tonight's fees would bring a seat."""
        found: i64 = 0
        for kind in range(DOMINATED):
            if self.dominant[kind] == seat:
                found += self.fee[seat]
        return found if found > 0 else self.comfort[seat]

    def close(self, seat: i64, seats: i64) -> i64:
        """Terrains that one more zone would make, or unmake, this seat's."""
        found: i64 = 0
        for kind in range(DOMINATED):
            own = self.held[kind * SEATS + seat]
            best: i64 = 0
            for other in range(seats):
                if other != seat and self.held[kind * SEATS + other] > best:
                    best = self.held[kind * SEATS + other]
            if best > 0 and (own == best or own + 1 == best or own == best + 1):
                found += 1
        return found

    def balance(self, seat: i64, seats: i64) -> i64:
        """A seat's fees against a rival's share of everybody else's, in thousandths."""
        others: i64 = 0
        for other in range(seats):
            if other != seat:
                others += self.income(other)
        return self.income(seat) * 1000 - others * 1000 // (seats - 1)

    def moved(self, t: Table, whose: i64, here: i64, there: i64, seat: i64) -> i64:
        """The balance of a seat when one of somebody's troops were elsewhere; -1 is off the board."""
        if here >= 0:
            self.troops[here * SEATS + whose] -= 1
        if there >= 0:
            self.troops[there * SEATS + whose] += 1
        self.rule(t)
        found = self.balance(seat, t.rules.seats)
        if here >= 0:
            self.troops[here * SEATS + whose] += 1
        if there >= 0:
            self.troops[there * SEATS + whose] -= 1
        return found


def first_alone(numbers: vec[i64], start: i64, seats: i64) -> i64:
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
