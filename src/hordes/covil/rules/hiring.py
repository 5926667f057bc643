"""Hiring a Minion from the pool and paying with gold, relics and Minions; the hall's Ready Commands."""

from __future__ import annotations

from hordes.covil.state import events, moves
from hordes.covil.state.constants import COMMAND, MAX_TAKEBACKS, READY, RELICS_CHANGED, SLOTS, TIRED
from hordes.covil.state.table import Table
from hordes.engine.core.bits import BIT, lowest
from hordes.engine.mypyc_compat import i64


def price(t: Table, seat: i64, minion: i64) -> i64:
    """Printed cost plus price changes by Influences. Below zero the buyer receives the difference."""
    total = t.cards.cost[minion]
    hired_class = t.cards.minion_class[minion]
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word != 0:
            total += t.cards.price_change[((word >> 2) - 1) * 6 + hired_class]  # six classes
    return total


def relic_gold(t: Table, relics: i64) -> i64:
    """The gold value of a set of relics."""
    total: i64 = 0
    rest = relics
    while rest != 0:
        total += t.cards.relic_gold[lowest(rest)]
        rest &= rest - 1
    return total


def tradable_minions(t: Table, seat: i64) -> i64:
    """Ready Minions that can be offered and are not offered yet; never the Overlord."""
    minions: i64 = 0
    for slot in range(1, SLOTS):
        word = t.hall[seat * SLOTS + slot]
        if word != 0 and word & 3 == READY and not is_offered(t, slot):
            minions |= BIT[(word >> 2) - 1]
    return minions


def is_offered(t: Table, slot: i64) -> bool:
    """Whether the Minion in this slot is part of the payment."""
    rest = t.offer_slots
    while rest != 0:
        if rest & 7 == slot:
            return True
        rest >>= 3
    return False


def minion_gold(t: Table, seat: i64, chosen: bool) -> i64:
    """The printed cost of the offered Minions, or of all that could be offered."""
    total: i64 = 0
    for slot in range(1, SLOTS):
        word = t.hall[seat * SLOTS + slot]
        if word != 0 and word & 3 == READY and (not chosen or is_offered(t, slot)):
            total += t.cards.cost[(word >> 2) - 1]
    return total


def spendable_gold(t: Table, seat: i64) -> i64:
    """Everything a seat could pay: gold, relics in hand and Ready Minions."""
    return t.gold[seat] + relic_gold(t, t.hand[seat]) + minion_gold(t, seat, False)


def offered_value(t: Table, seat: i64) -> i64:
    """The value of what is offered so far."""
    return t.offer_gold + relic_gold(t, t.offer_relics) + minion_gold(t, seat, True)


def is_hall_full(t: Table, seat: i64) -> bool:
    """Whether the hall is full, so that a Minion must be part of the payment."""
    return t.hall[seat * SLOTS + SLOTS - 1] != 0


def can_afford(t: Table, seat: i64, minion: i64) -> bool:
    """Whether everything the seat could pay is enough. A relic bought during the payment may change that."""
    return price(t, seat, minion) <= spendable_gold(t, seat)


def offer_hires(t: Table, seat: i64) -> None:
    """Offer the Minions of the pool that the seat can afford."""
    if is_hall_full(t, seat) and tradable_minions(t, seat) == 0:
        return
    most = spendable_gold(t, seat)
    price_varies = has_price_changer(t, seat)
    minions: i64 = 0
    for k in range(t.pool_count):
        minion = t.pool[k]
        if t.cards.cost[minion] <= most or (price_varies and price(t, seat, minion) <= most):
            minions |= BIT[minion]
    t.offer(moves.HIRE, minions)


def has_price_changer(t: Table, seat: i64) -> bool:
    """Whether any Minion of the hall changes prices."""
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        if t.hall[place] != 0 and t.cards.price_changers & BIT[(t.hall[place] >> 2) - 1] != 0:
            return True
    return False


def offer_payment(t: Table, seat: i64) -> None:
    """Offer what can still be added to the payment, `done` when it is enough, and `cancel`."""
    t.offer(moves.PAY_GOLD, BIT[t.gold[seat] - t.offer_gold + 1] - 2)  # the set of 1 to the gold that is left
    t.offer(moves.PAY_RELIC, t.hand[seat] & ~t.offer_relics)
    t.offer(moves.PAY_MINION, tradable_minions(t, seat))
    if is_payment_enough(t, seat):
        t.offer(moves.DONE, 1)
    if t.takebacks < MAX_TAKEBACKS or not can_afford(t, seat, t.minion_for_hire):
        t.offer(moves.CANCEL, 1)


def is_payment_enough(t: Table, seat: i64) -> bool:
    """Whether the price is reached and the hall will have room for the new Minion."""
    return offered_value(t, seat) >= price(t, seat, t.minion_for_hire) and (
        t.offer_slots != 0 or not is_hall_full(t, seat)
    )


def start_hiring(t: Table, minion: i64) -> None:
    """Choose a Minion of the pool; the payment follows."""
    t.minion_for_hire = minion


def apply_payment(t: Table, verb: i64, target: i64) -> None:
    """Add a part to the payment, finish it, or cancel it."""
    seat = t.to_move
    if verb == moves.PAY_GOLD:
        t.offer_gold += target
    elif verb == moves.PAY_RELIC:
        t.offer_relics |= BIT[target]
        t.changed_kinds |= RELICS_CHANGED
    elif verb == moves.PAY_MINION:
        offer_minion(t, seat, target)
    elif verb == moves.CANCEL:
        t.takebacks += 1
        t.reset_payment()
    else:
        complete_hiring(t, seat)


def offer_minion(t: Table, seat: i64, minion: i64) -> None:
    """Offer the first Ready copy that is not offered yet; they enter the pool in the order of the offers."""
    slot: i64 = 1
    while t.hall[seat * SLOTS + slot] != (minion + 1) * 4 + READY or is_offered(t, slot):
        slot += 1
    if t.offer_slots == 0:
        t.offer_slots = slot
        return
    place: i64 = 8  # the first free digit of three bits; no digit is 0, since the throne is never offered
    while place <= t.offer_slots:
        place *= 8
    t.offer_slots += slot * place


def complete_hiring(t: Table, seat: i64) -> None:
    """Pay, put the Minion into the hall, and give change."""
    minion, gold = t.minion_for_hire, t.offer_gold
    change = offered_value(t, seat) - price(t, seat, minion)
    if t.sink is not None:
        events.hired(t, seat, minion, price(t, seat, minion), change)
    t.take_from_pool(minion)  # before the Minions handed over enter it
    t.add_gold(seat, -gold)
    rest = t.offer_slots
    while rest != 0:  # slots are only renumbered by close_gaps, after the last one is empty
        t.put_into_pool(t.remove_from_hall(seat, rest & 7))
        rest >>= 3
    t.close_gaps(seat)
    t.add_to_hall(seat, minion, TIRED)
    discard_offered_relics(t, seat)
    t.reset_payment()
    t.has_hired = True
    if change > 0:
        t.gain_gold(seat, change)


def discard_offered_relics(t: Table, seat: i64) -> None:
    """Discard the relics of the payment in the order of their numbers: the order of a hand is secret."""
    rest = t.offer_relics & t.hand[seat]
    while rest != 0:
        relic = lowest(rest)
        rest &= rest - 1
        t.remove_from_hand(seat, relic)
        t.discard_relic(relic)


def ready_commands(t: Table, seat: i64) -> i64:
    """The Ready Minions with a Command."""
    minions: i64 = 0
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word != 0 and word & 3 == READY and t.cards.ability[(word >> 2) - 1] == COMMAND:
            minions |= BIT[(word >> 2) - 1]
    return minions
