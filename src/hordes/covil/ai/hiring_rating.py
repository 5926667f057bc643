"""Rating of hiring moves: which Minion to hire, and what to pay with.

Gold beyond five cannot be kept, a Minion stays: with much gold, hiring is rated high.
"""

from __future__ import annotations

from typing import Final

from hordes.covil.ai.effect_values import POINT
from hordes.covil.rules import hiring
from hordes.covil.rules.scoring import influence_count
from hordes.covil.state import moves
from hordes.covil.state.constants import INFLUENCE, MAX_GOLD, READY, SCORE_MOD, SLOTS
from hordes.covil.state.table import Table
from hordes.engine.core.bits import lowest
from hordes.engine.mypyc_compat import i64

LAST_RESORT: Final = -500_000


def rate_hiring_move(t: Table, verb: i64, target: i64, nights: i64, income: i64) -> i64:
    """Rating of a hire or a part of its payment; `income` is what tonight's fees would bring."""
    seat = t.to_move
    if verb == moves.HIRE:
        return rate_hire(t, seat, target, nights, income)
    if verb == moves.CANCEL:
        return LAST_RESORT
    short = hiring.price(t, seat, t.minion_for_hire) - hiring.offered_value(t, seat)
    needs_room = hiring.is_hall_full(t, seat) and t.offer_slots == 0
    if verb == moves.DONE:
        return POINT * 100 if short <= 0 and not needs_room else -POINT
    if verb == moves.PAY_MINION:
        return rate_minion(t, target, short, nights, needs_room)
    if short <= 0:
        return LAST_RESORT // 2
    if verb == moves.PAY_GOLD:
        most: i64 = t.gold[seat] - t.offer_gold
        return 50 * POINT if target == (short if short < most else most) else target - 10 * POINT
    return 10 * POINT - 100 * t.cards.relic_gold[target]


def rate_minion(t: Table, minion: i64, short: i64, nights: i64, needs_room: bool) -> i64:
    """Rating of offering a Minion: the least useful one makes room, else the one that just pays the rest."""
    value_lost, surplus = minion_value(t, t.to_move, minion, nights), t.cards.cost[minion] - short
    if short <= 0 and not needs_room:
        return LAST_RESORT // 2 - value_lost
    room = MAX_GOLD - t.gold[t.to_move] + t.offer_gold
    if surplus > room:
        value_lost += (surplus - room) * POINT
    if needs_room:
        return 80 * POINT - value_lost
    return 5 * POINT - value_lost + (surplus * 150 if surplus < 0 else 0)


def average_relic_value(t: Table) -> i64:
    """The mean gold value of a relic in the deck, in thousandths, from what everybody knows about it."""
    unseen, total, n = t.shuffles[len(t.shuffles) - 1], 0, 0
    rest = unseen
    while rest != 0:
        total += t.cards.relic_gold[lowest(rest)]
        n += 1
        rest &= rest - 1
    return total * POINT // n if n > 0 else 0


def minion_value(t: Table, seat: i64, minion: i64, nights: i64) -> i64:
    """The value of a Minion beyond its price."""
    value = t.cards.power[minion] * 60 * nights
    if t.cards.ability[minion] == INFLUENCE:
        for effect in t.cards.effects_of(minion):
            if effect.opcode == SCORE_MOD:
                value += effect.amount * influence_count(t, seat, effect.per, effect.minion_class) * POINT
            else:
                value += 150 * nights
    return value


def rate_hire(t: Table, seat: i64, minion: i64, nights: i64, income: i64) -> i64:
    """Rating of a hire: points by discount or Influence, a stronger hall, and room in the treasury."""
    price = hiring.price(t, seat, minion)
    traded = least_useful_minion(t, seat, nights) if hiring.is_hall_full(t, seat) else -1
    rating = (t.cards.cost[minion] - price) * POINT + minion_value(t, seat, minion, nights)
    due = price
    if traded >= 0:
        rating -= minion_value(t, seat, traded, nights) + 150 * (nights - 1)
        due -= t.cards.cost[traded]
    gold = due if due < t.gold[seat] else t.gold[seat]
    if due > gold:
        rating -= (due - gold) * 60
    spill = t.gold[seat] + income + 1 - MAX_GOLD
    saved = spill if spill < gold else gold
    if saved > 0:
        rating += saved * POINT // 2
    if gold > 0 and nights > 1:
        rating += gold * 100
    return rating


def least_useful_minion(t: Table, seat: i64, nights: i64) -> i64:
    """The Ready Minion with the lowest value, or -1."""
    best: i64 = -1
    lowest_worth: i64 = 0
    for slot in range(1, SLOTS):
        word = t.hall[seat * SLOTS + slot]
        if word != 0 and word & 3 == READY:
            value = minion_value(t, seat, (word >> 2) - 1, nights)
            if best < 0 or value < lowest_worth:
                best, lowest_worth = (word >> 2) - 1, value
    return best
