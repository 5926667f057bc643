"""The night, in its five steps: relics are discarded, the pool is renewed, fees, the raid, rest. Then the next day."""

from __future__ import annotations

from hordes.covil import combat, moves, scoring, tell
from hordes.covil.agenda import arg_a, arg_b, arg_c
from hordes.covil.cards import KINDS_OF_MODIFIER
from hordes.covil.dominance import dominant, dominion, fee
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    CHOICE,
    CONSOLATION,
    DAMAGE,
    DAYS,
    DISCARD,
    DOMINATED,
    ENDED,
    FEES,
    FORTRESSES,
    LEVIES,
    LEVY_MOD,
    MORNING,
    MOST_REBELS,
    NEXT_DAY,
    POOL,
    PURCHASES,
    RAID,
    RAID_MOD,
    RAIDS,
    REBEL_STRENGTH,
    REBELS,
    REBELS_LEAVE,
    RENEW,
    REST_ALL,
    RETALIATION,
    REVEALS,
    SLOTS,
    TROOPS,
)
from hordes.engine.bits import BIT, count, lowest
from hordes.engine.native import i64
from hordes.engine.state import OVER


def fall(t: Table) -> None:
    """Night falls: its steps in their order, the first on top."""
    if t.sink is not None:
        tell.night(t, [dominion(t, terrain) for terrain in range(DOMINATED)])
    t.push(NEXT_DAY, 0, 0, 0)
    t.push(REST_ALL, 0, 0, 0)
    t.push(DISCARD, 0, 0, 0)
    t.push(RAIDS, 0, 0, 0)
    t.push(FEES, 0, 0, 0)
    t.push(LEVIES, 0, 0, 0)
    t.push(RENEW, 0, 0, 0)
    t.push(DISCARD, 0, 0, 0)
    if t.rules.night_purchases and compared(t):
        t.push(PURCHASES, 0, 0, 0)


def discard(t: Table) -> None:
    """Step 1: no relic stays active. Those activated against rebels go when the raid is over."""
    t.pop()
    for k in range(t.rules.seats):
        seat = t.turn_seat(k)
        if t.sink is not None and t.active[seat] != 0:
            tell.discarded(t, seat)
        t.discard_active(seat)


def renew(t: Table) -> None:
    """Step 2: the pool is discarded, six new cards come. Without any, and on the last day, this night is the last."""
    t.pop()
    for k in range(t.pool_count):
        t.dismissed |= BIT[t.pool[k]] & t.cards.mercenaries
    t.own_pool()
    for k in range(t.pool_count):
        t.pool[k] = 0
    t.pool_count = 0
    t.last = t.day >= DAYS or t.mercenaries == 0
    new = count(t.mercenaries)
    if new > 0:
        t.push(REVEALS, POOL if new > POOL else new, 0, 0)


# Buying at night


def compared(t: Table) -> bool:
    """Does a card in play compare treasuries tonight?"""
    for seat in range(t.rules.seats):
        for slot in range(SLOTS):
            if levy_of(t, seat, slot) > 0:
                return True
    return False


def purchases(t: Table) -> bool:
    """In turn order whoever can pay for a relic may buy, as often as the gold suffices. A dummy does not.

    When no relic is left only those are asked who score relics in hand, and `pass` is their only answer.
    """
    k = arg_a(t.top())
    while k < t.rules.seats:
        seat = t.turn_seat(k)
        able = t.gold[seat] >= t.relic_price(seat) and not t.is_dummy(seat)
        if able and (t.deck | t.discard != 0 or scoring.per_relic(t, seat) > 0):
            t.alter(PURCHASES, k, 0, 0)
            t.ask(CHOICE, seat)
            return False
        k += 1
    t.pop()
    return True


def decline_purchase(t: Table) -> None:
    """The next seat is asked."""
    t.alter(PURCHASES, arg_a(t.top()) + 1, 0, 0)


# Step 3


def levies(t: Table) -> bool:
    """Influences that take gold from a richer opponent, in turn order; the owner chooses among several."""
    k, slot = arg_a(t.top()), arg_b(t.top())
    while k < t.rules.seats:
        seat = t.turn_seat(k)
        while slot < SLOTS:
            if levy_of(t, seat, slot) > 0 and richer(t, seat) != 0:
                t.alter(LEVIES, k, slot, 0)
                if count(richer(t, seat)) > 1 and not t.is_dummy(seat):
                    t.ask(CHOICE, seat)
                    return False
                levy(t, lowest(richer(t, seat)))
                return True
            slot += 1
        k, slot = k + 1, 0
    t.pop()
    return True


def levy_of(t: Table, seat: i64, slot: i64) -> i64:
    """What the Minion in this place takes at night."""
    word = t.hall[seat * SLOTS + slot]
    return t.cards.simple[((word >> 2) - 1) * (KINDS_OF_MODIFIER + 1) + LEVY_MOD] if word != 0 else 0


def levy_seat(t: Table) -> i64:
    """Who takes."""
    return t.turn_seat(arg_a(t.top()))


def richer(t: Table, seat: i64) -> i64:
    """Opponents who have more gold."""
    found: i64 = 0
    rest = t.opponents(seat)
    while rest != 0:
        if t.gold[lowest(rest)] > t.gold[seat]:
            found |= BIT[lowest(rest)]
        rest &= rest - 1
    return found


def answer_levy(t: Table, verb: i64, target: i64) -> None:
    """The owner names the opponent, or lets it be."""
    if verb == moves.SKIP:
        t.alter(LEVIES, arg_a(t.top()), arg_b(t.top()) + 1, 0)
    else:
        levy(t, target)


def levy(t: Table, other: i64) -> None:
    """Take what is there."""
    seat, slot = levy_seat(t), arg_b(t.top())
    taken = levy_of(t, seat, slot)
    taken = taken if taken < t.gold[other] else t.gold[other]
    t.alter(LEVIES, arg_a(t.top()), slot + 1, 0)
    t.add_gold(other, -taken)
    if t.sink is not None:
        tell.stole(t, seat, other, taken)
    t.gain(seat, taken)


def fees(t: Table) -> None:
    """2 gold for each terrain one has dominance over, terrain by terrain; then comfort for those without any."""
    terrain, paid = arg_a(t.top()), arg_b(t.top())
    if terrain == DOMINATED:
        t.alter(CONSOLATION, 0, paid, 0)
        return
    seat = dominant(t, terrain)
    t.alter(FEES, terrain + 1, paid | (BIT[seat] if seat >= 0 else 0), 0)
    if seat >= 0:
        gold = fee(t, seat)
        if t.sink is not None:
            tell.fee(t, seat, terrain, gold)
        t.gain(seat, gold)


def consolation(t: Table) -> None:
    """Influences for a night without any fee, in turn order."""
    k, paid = arg_a(t.top()), arg_b(t.top())
    if k == t.rules.seats:
        t.pop()
        return
    t.alter(CONSOLATION, k + 1, paid, 0)
    seat = t.turn_seat(k)
    if paid & BIT[seat] == 0:
        t.gain(seat, t.modifier(seat, KINDS_OF_MODIFIER))


# Step 4


def raid(t: Table) -> None:
    """In turn order a relic for each troop in town, and a rebel for each relic; five of them retaliate."""
    k = arg_a(t.top())
    if k == t.rules.seats:
        t.pop()
        if t.rebels >= MOST_REBELS:
            retaliate(t)
        return
    t.alter(RAIDS, k + 1, 0, 0)
    seat = t.turn_seat(k)
    there, left = count(t.troops_in(seat, t.board.town)), count(t.deck | t.discard)
    drawn = there if there < left else left
    if drawn > 0:
        angry = drawn + t.modifier(seat, RAID_MOD)
        angry = t.rebels + (angry if angry > 0 else 0)
        t.rebels = angry if angry < MOST_REBELS else MOST_REBELS
        if t.sink is not None:
            tell.raided(t, seat, drawn)
        t.draw(seat, drawn)


def retaliate(t: Table) -> None:
    """Every troop in town now, then every fortress, is attacked with strength 3; then the rebels leave."""
    if t.sink is not None:
        tell.retaliation(t)
    low: i64 = 0
    high: i64 = 0
    for troop in range(t.rules.seats * TROOPS):
        if t.zone[troop] == t.board.town:
            if troop < 2 * TROOPS:
                low |= BIT[troop]
            else:
                high |= BIT[troop - 2 * TROOPS]
    t.push(REBELS_LEAVE, 0, 0, 0)
    t.push(RETALIATION, low, high, 0)


def waiting(t: Table) -> i64:
    """The troops that the rebels have still to attack."""
    return arg_a(t.top()) + arg_b(t.top()) * BIT[2 * TROOPS]


def next_victims(t: Table) -> i64:
    """The troops of the next seat in turn order that are still to be attacked. Who has left town is passed over."""
    for k in range(t.rules.seats):
        seat = t.turn_seat(k)
        found = waiting(t) & (t.own(seat) if t.rules.rebels_remember else t.troops_in(seat, t.board.town))
        if found != 0:
            return found
    return 0


def retaliation(t: Table) -> bool:
    """The next attack of the rebels; an owner of several troops in town says which is next."""
    found = next_victims(t)
    if found == 0:
        besiege(t)
        return True
    seat = lowest(found) // TROOPS
    if count(found) > 1 and not t.is_dummy(seat):
        t.ask(RAID, seat)
        return False
    strike(t, lowest(found))
    return True


def strike(t: Table, troop: i64) -> None:
    """Rebels attack this troop."""
    rest = waiting(t) & ~BIT[troop]
    t.alter(RETALIATION, rest & 1023, rest >> 10, arg_c(t.top()))
    combat.rebels_attack(t, troop)


def besiege(t: Table) -> None:
    """Rebels attack the next fortress: 3 damage where no own troop is, a defense where one is."""
    k = arg_c(t.top())
    if k == t.rules.seats:
        t.pop()
        return
    t.alter(RETALIATION, 0, 0, k + 1)
    seat = t.turn_seat(k)
    if t.hp[seat] == 0:
        return
    if t.troops_in(seat, t.fortress[seat]) == 0:
        t.push(DAMAGE, REBELS, seat, REBEL_STRENGTH)
    else:
        combat.rebels_attack(t, FORTRESSES + seat)


def rebels_leave(t: Table) -> None:
    """All of them."""
    t.pop()
    t.rebels = 0
    if t.sink is not None:
        tell.rebels(t)


# Step 5 and the next day


def rest_all(t: Table) -> None:
    """Every Minion rests once."""
    t.pop()
    sink = t.sink
    t.sink = None
    for seat in range(t.rules.seats):
        for slot in range(SLOTS):
            if t.hall[seat * SLOTS + slot] != 0:
                t.rest(seat, slot)
    t.sink = sink
    if sink is not None:
        tell.all_rested(t)


def next_day(t: Table) -> None:
    """The game ends after a last chance to buy, or the sceptre goes to the left and the next morning comes."""
    last = t.last or t.day >= DAYS
    if last and t.rules.night_purchases and arg_a(t.top()) == 0:
        t.alter(NEXT_DAY, 1, 0, 0)
        t.push(PURCHASES, 0, 0, 0)
        return
    t.pop()
    if last:
        t.ask(ENDED, OVER)
        if t.sink is not None:
            tell.over(t, scoring.result(t))
        return
    t.day += 1
    t.scepter = (t.scepter + 1) % t.rules.seats
    t.push(MORNING, 0, 0, 0)
