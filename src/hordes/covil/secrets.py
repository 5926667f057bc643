"""What a seat cannot know, dealt anew: relics in other hands, the order of no deck, the Mercenaries in the box."""

from __future__ import annotations

from hordes.covil.table import Table
from hordes.engine.bits import BIT, count, lowest, nth
from hordes.engine.native import i64
from hordes.engine.rng import Rng


def deal_anew(t: Table, seat: i64, rng: Rng) -> None:
    """Give the others other relics, and leave other Mercenaries in the box.

    A relic that was last shuffled into the deck with certain others can only be where these can be: whoever watched
    knows the discard pile, and how many relics of each shuffle a hand holds. What lies offered for a Minion is seen.
    """
    for group in t.shuffles:
        _deal_group(t, seat, group, rng)
    _rank_hands(t, seat)
    _deal_box(t, rng)


def _seen(t: Table, other: i64) -> i64:
    """Relics in a hand that everybody sees."""
    return t.offer_relics if other == t.player else 0


def _deal_group(t: Table, seat: i64, group: i64, rng: Rng) -> None:
    unknown = t.deck & group
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
        t.rank[lowest(rest)] = 0
        rest &= rest - 1
    for other in range(t.rules.seats):
        if other != seat:
            place: i64 = 0
            rest = t.hand[other]
            while rest != 0:
                t.rank[lowest(rest)] = place
                place += 1
                rest &= rest - 1


def _deal_box(t: Table, rng: Rng) -> None:
    unknown = t.mercenaries | t.removed
    n = count(t.removed)
    t.removed = 0
    for _ in range(n):
        card = nth(unknown, rng.below(count(unknown)))
        unknown &= ~BIT[card]
        t.removed |= BIT[card]
    t.mercenaries = unknown
