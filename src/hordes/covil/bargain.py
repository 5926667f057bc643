"""The quick opinion about hiring: whom, and what to hand over for him. Gold above five is lost, a Minion stays."""

from __future__ import annotations

from typing import Final

from hordes.covil import hall, moves
from hordes.covil.boons import POINT
from hordes.covil.scoring import occasions
from hordes.covil.table import Table
from hordes.covil.vocabulary import INFLUENCE, MOST_GOLD, READY, SCORE_MOD, SLOTS
from hordes.engine.bits import lowest
from hordes.engine.native import i64

LAST_RESORT: Final = -500_000


def rate(t: Table, verb: i64, target: i64, nights: i64, income: i64) -> i64:
    """The rating of a hire or a part of its payment; `income` is what tonight's fees would bring."""
    seat = t.to_move
    if verb == moves.HIRE:
        return rate_hire(t, seat, target, nights, income)
    if verb == moves.CANCEL:
        return LAST_RESORT
    short = hall.price(t, seat, t.hiring) - hall.paid(t, seat)
    cramped = hall.crowded(t, seat) and t.offer_slots == 0
    if verb == moves.DONE:
        return POINT * 100 if short <= 0 and not cramped else -POINT
    if verb == moves.PAY_MINION:
        return rate_minion(t, target, short, nights, cramped)
    if short <= 0:
        return LAST_RESORT // 2
    if verb == moves.PAY_GOLD:
        most: i64 = t.gold[seat] - t.offer_gold
        return 50 * POINT if target == (short if short < most else most) else target - 10 * POINT
    return 10 * POINT - 100 * t.cards.value[target]


def rate_minion(t: Table, minion: i64, short: i64, nights: i64, cramped: bool) -> i64:
    """The least useful Minion makes room; where gold and relics do not suffice, the one that just pays the rest."""
    keep, over = worth(t, t.to_move, minion, nights), t.cards.cost[minion] - short
    if short <= 0 and not cramped:
        return LAST_RESORT // 2 - keep
    room = MOST_GOLD - t.gold[t.to_move] + t.offer_gold
    if over > room:
        keep += (over - room) * POINT
    if cramped:
        return 80 * POINT - keep
    return 5 * POINT - keep + (over * 150 if over < 0 else 0)


def average(t: Table) -> i64:
    """What a relic of the deck is worth in gold on average, in thousandths: everybody knows what it can hold."""
    unseen, total, n = t.shuffles[len(t.shuffles) - 1], 0, 0
    rest = unseen
    while rest != 0:
        total += t.cards.value[lowest(rest)]
        n += 1
        rest &= rest - 1
    return total * POINT // n if n > 0 else 0


def worth(t: Table, seat: i64, minion: i64, nights: i64) -> i64:
    """What a Minion is good for beyond its price."""
    found = t.cards.power[minion] * 60 * nights
    if t.cards.ability[minion] == INFLUENCE:
        for effect in t.cards.of(minion):
            if effect.what == SCORE_MOD:
                found += effect.n * occasions(t, seat, effect.per, effect.cls) * POINT
            else:
                found += 150 * nights
    return found


def rate_hire(t: Table, seat: i64, minion: i64, nights: i64, income: i64) -> i64:
    """Points by a discount or an Influence, a stronger hall, and room in the treasury."""
    price = hall.price(t, seat, minion)
    given = least(t, seat, nights) if hall.crowded(t, seat) else -1
    found = (t.cards.cost[minion] - price) * POINT + worth(t, seat, minion, nights)
    due = price
    if given >= 0:
        found -= worth(t, seat, given, nights) + 150 * (nights - 1)
        due -= t.cards.cost[given]
    gold = due if due < t.gold[seat] else t.gold[seat]
    if due > gold:
        found -= (due - gold) * 60
    spill = t.gold[seat] + income + 1 - MOST_GOLD
    saved = spill if spill < gold else gold
    if saved > 0:
        found += saved * POINT // 2
    if gold > 0 and nights > 1:
        found += gold * 100
    return found


def least(t: Table, seat: i64, nights: i64) -> i64:
    """The Ready Minion that would be missed least, or -1."""
    best: i64 = -1
    lowest_worth: i64 = 0
    for slot in range(1, SLOTS):
        word = t.hall[seat * SLOTS + slot]
        if word != 0 and word & 3 == READY:
            found = worth(t, seat, (word >> 2) - 1, nights)
            if best < 0 or found < lowest_worth:
                best, lowest_worth = (word >> 2) - 1, found
    return best
