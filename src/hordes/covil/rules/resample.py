"""Resampling of hidden information: relics in other hands, and the Mercenaries left in the box."""

from __future__ import annotations

from hordes.covil.state.table import Table
from hordes.engine.core.bits import BIT, count, lowest, nth
from hordes.engine.core.rng import Rng
from hordes.engine.mypyc_compat import i64


def resample_hidden(t: Table, seat: i64, rng: Rng) -> None:
    """Deal relics of other hands and the Mercenaries in the box anew, consistent with what the seat knows.

    Relics are dealt within their shuffle groups: whoever watched knows which relics were reshuffled together, and how
    many of each group a hand holds. Relics offered as payment are visible and stay.
    """
    for group in t.shuffles:
        _deal_group(t, seat, group, rng)
    _rank_hands(t, seat)
    _deal_box(t, rng)


def _seen(t: Table, other: i64) -> i64:
    """Relics in a hand that everybody sees."""
    return t.offer_relics if other == t.player else 0


def _deal_group(t: Table, seat: i64, group: i64, rng: Rng) -> None:
    unknown = t.deck & group  # the relics of the group that may be anywhere the observer cannot see
    for other in range(t.rules.seats):
        if other != seat:
            unknown |= t.hand[other] & group & ~_seen(t, other)
    left = unknown
    for other in range(t.rules.seats):
        if other == seat:
            continue
        n = count(t.hand[other] & group & ~_seen(t, other))
        t.hand[other] &= ~group | _seen(t, other)
        for _ in range(n):
            relic = nth(left, rng.below(count(left)))
            left &= ~BIT[relic]
            t.hand[other] |= BIT[relic]
    t.deck = (t.deck & ~group) | left


def _rank_hands(t: Table, seat: i64) -> None:
    """Nobody knows the order in other hands; the deck has none."""
    rest = t.deck
    while rest != 0:
        t.relic_rank[lowest(rest)] = 0
        rest &= rest - 1
    for other in range(t.rules.seats):
        if other != seat:
            place: i64 = 0
            rest = t.hand[other]
            while rest != 0:
                t.relic_rank[lowest(rest)] = place
                place += 1
                rest &= rest - 1


def _deal_box(t: Table, rng: Rng) -> None:
    unknown = t.mercenary_deck | t.removed_mercenaries
    n = count(t.removed_mercenaries)
    t.removed_mercenaries = 0
    for _ in range(n):
        card = nth(unknown, rng.below(count(unknown)))
        unknown &= ~BIT[card]
        t.removed_mercenaries |= BIT[card]
    t.mercenary_deck = unknown
