"""Champions Halls: hiring a Minion from the pool and paying for it with gold, relics and Minions."""

from __future__ import annotations

from hordes.covil import moves, tell
from hordes.covil.table import Table
from hordes.covil.vocabulary import COMMAND, READY, RELICS_MOVED, SECOND_THOUGHTS, SLOTS, TIRED
from hordes.engine.bits import BIT, lowest
from hordes.engine.native import i64


def price(t: Table, seat: i64, minion: i64) -> i64:
    """Printed cost and Influences. Below zero the buyer receives the difference."""
    total = t.cards.cost[minion]
    cls = t.cards.cls[minion]
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word != 0:
            total += t.cards.discount[((word >> 2) - 1) * 6 + cls]
    return total


def relic_gold(t: Table, relics: i64) -> i64:
    """What relics are worth together."""
    total: i64 = 0
    rest = relics
    while rest != 0:
        total += t.cards.value[lowest(rest)]
        rest &= rest - 1
    return total


def saleable(t: Table, seat: i64) -> i64:
    """Ready Minions of a hall that may be handed over and are not yet, as kinds; never the Overlord."""
    found: i64 = 0
    for slot in range(1, SLOTS):
        word = t.hall[seat * SLOTS + slot]
        if word != 0 and word & 3 == READY and not offered(t, slot):
            found |= BIT[(word >> 2) - 1]
    return found


def offered(t: Table, slot: i64) -> bool:
    """Is the Minion in this place part of the payment?"""
    rest = t.offer_slots
    while rest != 0:
        if rest & 7 == slot:
            return True
        rest >>= 3
    return False


def minion_gold(t: Table, seat: i64, chosen: bool) -> i64:
    """The printed cost of the Minions that are offered, or of all that could be."""
    total: i64 = 0
    for slot in range(1, SLOTS):
        word = t.hall[seat * SLOTS + slot]
        if word != 0 and word & 3 == READY and (not chosen or offered(t, slot)):
            total += t.cards.cost[(word >> 2) - 1]
    return total


def purse(t: Table, seat: i64) -> i64:
    """Everything a seat could pay."""
    return t.gold[seat] + relic_gold(t, t.hand[seat]) + minion_gold(t, seat, False)


def paid(t: Table, seat: i64) -> i64:
    """What is offered so far."""
    return t.offer_gold + relic_gold(t, t.offer_relics) + minion_gold(t, seat, True)


def crowded(t: Table, seat: i64) -> bool:
    """Is the hall full, so that somebody must be handed over?"""
    return t.hall[seat * SLOTS + SLOTS - 1] != 0


def affordable(t: Table, seat: i64, minion: i64) -> bool:
    """Is everything one could pay enough? A relic bought in between may change that."""
    return price(t, seat, minion) <= purse(t, seat)


def offer_hires(t: Table, seat: i64) -> None:
    """Each card of the pool that everything one could pay is enough for."""
    if crowded(t, seat) and saleable(t, seat) == 0:
        return
    most = purse(t, seat)
    bargains = haggling(t, seat)
    found: i64 = 0
    for k in range(t.pool_count):
        minion = t.pool[k]
        if t.cards.cost[minion] <= most or (bargains and price(t, seat, minion) <= most):
            found |= BIT[minion]
    t.offer(moves.HIRE, found)


def haggling(t: Table, seat: i64) -> bool:
    """Does any Minion of the hall lower a price?"""
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        if t.hall[place] != 0 and t.cards.haggles & BIT[(t.hall[place] >> 2) - 1] != 0:
            return True
    return False


def offer_payment(t: Table, seat: i64) -> None:
    """More of everything that is left, `done` when it is enough, and `cancel`."""
    t.offer(moves.PAY_GOLD, BIT[t.gold[seat] - t.offer_gold + 1] - 2)
    t.offer(moves.PAY_RELIC, t.hand[seat] & ~t.offer_relics)
    t.offer(moves.PAY_MINION, saleable(t, seat))
    if enough(t, seat):
        t.offer(moves.DONE, 1)
    if t.cancels < SECOND_THOUGHTS or not affordable(t, seat, t.hiring):
        t.offer(moves.CANCEL, 1)


def enough(t: Table, seat: i64) -> bool:
    """Is the price reached, and room for the new one made?"""
    return paid(t, seat) >= price(t, seat, t.hiring) and (t.offer_slots != 0 or not crowded(t, seat))


def hire(t: Table, minion: i64) -> None:
    """Choose a card of the pool; the payment comes next."""
    t.hiring = minion


def pay(t: Table, verb: i64, target: i64) -> None:
    """One more part of the payment, or its end."""
    seat = t.to_move
    if verb == moves.PAY_GOLD:
        t.offer_gold += target
    elif verb == moves.PAY_RELIC:
        t.offer_relics |= BIT[target]
        t.news |= RELICS_MOVED
    elif verb == moves.PAY_MINION:
        offer_minion(t, seat, target)
    elif verb == moves.CANCEL:
        t.cancels += 1
        t.forget_payment()
    else:
        conclude(t, seat)


def offer_minion(t: Table, seat: i64, minion: i64) -> None:
    """The first Ready one of its kind that is not offered yet; the order of the offers is that in the pool."""
    slot: i64 = 1
    while t.hall[seat * SLOTS + slot] != (minion + 1) * 4 + READY or offered(t, slot):
        slot += 1
    if t.offer_slots == 0:
        t.offer_slots = slot
        return
    place: i64 = 8
    while place <= t.offer_slots:
        place *= 8
    t.offer_slots += slot * place


def conclude(t: Table, seat: i64) -> None:
    """Hand everything over, take the Minion in, and get back what was too much."""
    minion, gold = t.hiring, t.offer_gold
    change = paid(t, seat) - price(t, seat, minion)
    if t.sink is not None:
        tell.hired(t, seat, minion, price(t, seat, minion), change)
    t.take_from_pool(minion)
    t.add_gold(seat, -gold)
    rest = t.offer_slots
    while rest != 0:
        t.put_into_pool(t.vacate(seat, rest & 7))
        rest >>= 3
    t.close_ranks(seat)
    t.welcome(seat, minion, TIRED)
    discard_offered(t, seat)
    t.forget_payment()
    t.hired = True
    if change > 0:
        t.gain(seat, change)


def discard_offered(t: Table, seat: i64) -> None:
    """The relics of the payment, by their numbers: the order of a hand is its owner's secret."""
    rest = t.offer_relics & t.hand[seat]
    while rest != 0:
        relic = lowest(rest)
        rest &= rest - 1
        t.leave_hand(seat, relic)
        t.discard_relic(relic)


def commands(t: Table, seat: i64) -> i64:
    """Ready Minions with a Command."""
    found: i64 = 0
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word != 0 and word & 3 == READY and t.cards.ability[(word >> 2) - 1] == COMMAND:
            found |= BIT[(word >> 2) - 1]
    return found
