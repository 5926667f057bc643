"""The night: relics are discarded, the pool is renewed, fees, the raid on the town, rest. Then the next day."""

from __future__ import annotations

from hordes.covil.rules import combat, scoring
from hordes.covil.rules.dominance import dominance_fee, dominating_seat, terrain_summary
from hordes.covil.state import events, moves, tasks
from hordes.covil.state.cards import MODIFIER_COUNT
from hordes.covil.state.constants import (
    CHOICE,
    DAYS,
    DOMINABLE_TERRAINS,
    ENDED,
    FIRST_FORTRESS,
    LEVY_MOD,
    MAX_REBELS,
    POOL_SIZE,
    RAID,
    RAID_MOD,
    REBEL_SEAT,
    REBEL_STRENGTH,
    SLOTS,
    TROOPS,
)
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import (
    DISCARD,
    REBELS_LEAVE,
    RENEW,
    REST_ALL,
)
from hordes.engine.core.bits import BIT, count, lowest
from hordes.engine.core.state import OVER
from hordes.engine.mypyc_compat import i64


def push_night(t: Table) -> None:
    """Push the tasks of the night, the last one first."""
    if t.sink is not None:
        events.night(t, [terrain_summary(t, terrain) for terrain in range(DOMINABLE_TERRAINS)])
    t.push(tasks.next_day(False))
    t.push(REST_ALL)
    t.push(DISCARD)
    t.push(tasks.raids(0))
    t.push(tasks.fees(0, 0))
    t.push(tasks.levies(0, 0))
    t.push(RENEW)
    t.push(DISCARD)
    if t.rules.offers_night_purchases and has_levy(t):
        t.push(tasks.purchases(0))


def discard_relics(t: Table) -> None:
    """Step 1: discard all active relics. Those activated against rebels are discarded after the raid."""
    t.pop()
    for k in range(t.rules.seats):
        seat = t.seat_in_turn_order(k)
        if t.sink is not None and t.active_relics[seat] != 0:
            events.discarded(t, seat)
        t.discard_active_relics(seat)


def renew_pool(t: Table) -> None:
    """Step 2: dismiss the pool and reveal six new Mercenaries. Without any, or on day 4, this night is the last."""
    t.pop()
    for k in range(t.pool_count):
        t.dismissed_mercenaries |= BIT[t.pool[k]] & t.cards.mercenaries
    t.unshare_pool()
    for k in range(t.pool_count):
        t.pool[k] = 0
    t.pool_count = 0
    t.is_last_night = t.day >= DAYS or t.mercenary_deck == 0
    new = count(t.mercenary_deck)
    if new > 0:
        t.push(tasks.reveals(POOL_SIZE if new > POOL_SIZE else new, False))


# Purchases at night


def has_levy(t: Table) -> bool:
    """Whether any Minion takes gold from richer opponents tonight."""
    for seat in range(t.rules.seats):
        for slot in range(SLOTS):
            if levy_amount(t, seat, slot) > 0:
                return True
    return False


def offer_purchases(t: Table) -> bool:
    """Ask each seat in turn order that can pay for a relic whether it buys, until it passes. Dummies do not buy.

    When no relic is left, only seats that score relics in hand are asked, and `pass` is their only answer.
    """
    k = tasks.purchases_done(t.top())
    while k < t.rules.seats:
        seat = t.seat_in_turn_order(k)
        can_pay = t.gold[seat] >= t.relic_price(seat) and not t.is_dummy(seat)
        if can_pay and (t.deck | t.discard_pile != 0 or scoring.points_per_relic(t, seat) > 0):
            t.replace_top(tasks.purchases(k))
            t.ask(CHOICE, seat)
            return False
        k += 1
    t.pop()
    return True


def decline_purchase(t: Table) -> None:
    """The next seat is asked."""
    t.replace_top(tasks.purchases(tasks.purchases_done(t.top()) + 1))


# Step 3: levies and fees


def collect_levies(t: Table) -> bool:
    """Influences that take gold from a richer opponent, in turn order; the owner chooses among several."""
    k, slot = tasks.levies_done(t.top()), tasks.levies_slot(t.top())
    while k < t.rules.seats:
        seat = t.seat_in_turn_order(k)
        while slot < SLOTS:
            if levy_amount(t, seat, slot) > 0 and richer_opponents(t, seat) != 0:
                t.replace_top(tasks.levies(k, slot))
                if count(richer_opponents(t, seat)) > 1 and not t.is_dummy(seat):
                    t.ask(CHOICE, seat)
                    return False
                collect_levy(t, lowest(richer_opponents(t, seat)))
                return True
            slot += 1
        k, slot = k + 1, 0
    t.pop()
    return True


def levy_amount(t: Table, seat: i64, slot: i64) -> i64:
    """The gold that the Minion in this slot takes at night."""
    word = t.hall[seat * SLOTS + slot]
    return t.cards.modifier_sum[((word >> 2) - 1) * (MODIFIER_COUNT + 1) + LEVY_MOD] if word != 0 else 0


def levying_seat(t: Table) -> i64:
    """The seat that takes gold."""
    return t.seat_in_turn_order(tasks.levies_done(t.top()))


def richer_opponents(t: Table, seat: i64) -> i64:
    """Opponents with more gold."""
    richer: i64 = 0
    rest = t.opponents(seat)
    while rest != 0:
        if t.gold[lowest(rest)] > t.gold[seat]:
            richer |= BIT[lowest(rest)]
        rest &= rest - 1
    return richer


def answer_levy(t: Table, verb: i64, target: i64) -> None:
    """The owner chooses the opponent, or skips."""
    if verb == moves.SKIP:
        t.replace_top(tasks.levies(tasks.levies_done(t.top()), tasks.levies_slot(t.top()) + 1))
    else:
        collect_levy(t, target)


def collect_levy(t: Table, other: i64) -> None:
    """Take the gold, as much as there is."""
    seat, slot = levying_seat(t), tasks.levies_slot(t.top())
    taken = levy_amount(t, seat, slot)
    taken = taken if taken < t.gold[other] else t.gold[other]
    t.replace_top(tasks.levies(tasks.levies_done(t.top()), slot + 1))
    t.add_gold(other, -taken)
    if t.sink is not None:
        events.stole(t, seat, other, taken)
    t.gain_gold(seat, taken)


def pay_fees(t: Table) -> None:
    """Pay the dominating seat of each terrain, one terrain at a time; then the consolation for seats without a fee."""
    terrain, paid = tasks.fees_terrain(t.top()), tasks.fees_paid(t.top())
    if terrain == DOMINABLE_TERRAINS:
        t.replace_top(tasks.consolation(0, paid))
        return
    seat = dominating_seat(t, terrain)
    t.replace_top(tasks.fees(terrain + 1, paid | (BIT[seat] if seat >= 0 else 0)))
    if seat >= 0:
        gold = dominance_fee(t, seat)
        if t.sink is not None:
            events.fee(t, seat, terrain, gold)
        t.gain_gold(seat, gold)


def pay_consolation(t: Table) -> None:
    """Gold by Influences for seats without any fee tonight, in turn order."""
    k, paid = tasks.consolation_done(t.top()), tasks.consolation_paid(t.top())
    if k == t.rules.seats:
        t.pop()
        return
    t.replace_top(tasks.consolation(k + 1, paid))
    seat = t.seat_in_turn_order(k)
    if paid & BIT[seat] == 0:
        t.gain_gold(seat, t.modifier_total(seat, MODIFIER_COUNT))


# Step 4: the raid


def raid_town(t: Table) -> None:
    """Each seat in turn order draws a relic for each troop in town, and each relic adds a rebel; five retaliate."""
    k = tasks.raids_done(t.top())
    if k == t.rules.seats:
        t.pop()
        if t.rebels >= MAX_REBELS:
            start_retaliation(t)
        return
    t.replace_top(tasks.raids(k + 1))
    seat = t.seat_in_turn_order(k)
    raiders, left = count(t.troops_in(seat, t.board.town)), count(t.deck | t.discard_pile)
    drawn = raiders if raiders < left else left
    if drawn > 0:
        rebels = drawn + t.modifier_total(seat, RAID_MOD)
        rebels = t.rebels + (rebels if rebels > 0 else 0)
        t.rebels = rebels if rebels < MAX_REBELS else MAX_REBELS
        if t.sink is not None:
            events.raided(t, seat, drawn)
        t.draw_relics(seat, drawn)


def start_retaliation(t: Table) -> None:
    """Rebels attack every troop in town, then every fortress, with strength 3; then they leave."""
    if t.sink is not None:
        events.retaliation(t)
    victims: i64 = 0
    for seat in range(t.rules.seats):
        victims |= t.troops_in(seat, t.board.town)
    t.push(REBELS_LEAVE)
    t.push(tasks.retaliation(victims, 0))


def next_victims(t: Table) -> i64:
    """The troops still to be attacked of the next seat in turn order; those that have left town are skipped."""
    for k in range(t.rules.seats):
        seat = t.seat_in_turn_order(k)
        reached = t.troops_on_board(seat) if t.rules.rebels_remember else t.troops_in(seat, t.board.town)
        victims = tasks.retaliation_victims(t.top()) & reached
        if victims != 0:
            return victims
    return 0


def next_rebel_attack(t: Table) -> bool:
    """Run the next attack of the rebels; an owner of several troops in town chooses which is next."""
    victims = next_victims(t)
    if victims == 0:
        attack_next_fortress(t)
        return True
    seat = lowest(victims) // TROOPS
    if count(victims) > 1 and not t.is_dummy(seat):
        t.ask(RAID, seat)
        return False
    attack_troop(t, lowest(victims))
    return True


def attack_troop(t: Table, troop: i64) -> None:
    """Let the rebels attack this troop."""
    task = t.top()
    t.replace_top(tasks.retaliation(tasks.retaliation_victims(task) & ~BIT[troop], tasks.retaliation_done(task)))
    combat.start_rebel_attack(t, troop)


def attack_next_fortress(t: Table) -> None:
    """Let the rebels attack the next fortress: 3 damage when it is unguarded, else a combat."""
    k = tasks.retaliation_done(t.top())
    if k == t.rules.seats:
        t.pop()
        return
    t.replace_top(tasks.retaliation(0, k + 1))
    seat = t.seat_in_turn_order(k)
    if t.hp[seat] == 0:
        return
    if t.troops_in(seat, t.fortress_zone[seat]) == 0:
        t.push(tasks.damage(REBEL_SEAT, seat, REBEL_STRENGTH))
    else:
        combat.start_rebel_attack(t, FIRST_FORTRESS + seat)


def remove_rebels(t: Table) -> None:
    """Remove all rebels from town."""
    t.pop()
    t.rebels = 0
    if t.sink is not None:
        events.rebels(t)


# Step 5 and the next day


def rest_all_minions(t: Table) -> None:
    """Step 5: rest every Minion once, with one event for all."""
    t.pop()
    sink = t.sink
    t.sink = None  # no event for each Minion
    for seat in range(t.rules.seats):
        for slot in range(SLOTS):
            if t.hall[seat * SLOTS + slot] != 0:
                t.rest(seat, slot)
    t.sink = sink
    if sink is not None:
        events.all_rested(t)


def end_day(t: Table) -> None:
    """End the game after a last chance to buy, or pass the scepter and begin the next morning."""
    last = t.is_last_night or t.day >= DAYS
    if last and t.rules.offers_night_purchases and not tasks.next_day_has_sold(t.top()):
        t.replace_top(tasks.next_day(True))
        t.push(tasks.purchases(0))
        return
    t.pop()
    if last:
        t.ask(ENDED, OVER)
        if t.sink is not None:
            events.over(t, scoring.result(t))
        return
    t.day += 1
    t.scepter = (t.scepter + 1) % t.rules.seats
    t.push(tasks.morning(0))
