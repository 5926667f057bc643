"""Set-up, answers of chance, founding, the morning, and the order of afternoon turns."""

from __future__ import annotations

from hordes.covil.rules import night
from hordes.covil.state import events, moves
from hordes.covil.state.constants import (
    DRAWS,
    DUMMY_FOUNDS,
    DUMMY_TURN,
    EXHAUSTED,
    FIRST_POOL_COST_LIMIT,
    FIRST_SEAT,
    FOUNDING,
    FOUNDING_PHASE,
    LOSSES,
    MAX_GOLD,
    MAX_HP,
    MERCENARIES_IN_PLAY,
    MORNING,
    OVERLORDS,
    POOL_SIZE,
    READY,
    RECRUITS,
    REMOVALS,
    REVEALS,
    SLOTS,
    START_RELICS,
)
from hordes.covil.state.table import Table
from hordes.covil.state.task_stack import arg_a, arg_b, arg_c, task_kind
from hordes.engine.core.bits import BIT, count
from hordes.engine.mypyc_compat import i64

# Set-up


def push_setup(t: Table) -> None:
    """Push the tasks of the set-up, the last one first: chance deals and reveals, then fortresses are founded."""
    for seat in range(t.rules.seats):
        t.gold[seat] = MAX_GOLD
    t.push(FOUNDING, 0, 0, 0)
    for seat in range(t.rules.humans):
        t.push(DRAWS, t.rules.humans - 1 - seat, START_RELICS, 0)  # in reverse, so that seat 0 draws first
        for minion in range(t.cards.minion_count):
            if t.cards.henchmen & BIT[minion] != 0:
                t.add_to_hall(seat, minion, READY)
    t.push(REVEALS, POOL_SIZE, 1, 0)
    t.push(REMOVALS, 0, 0, 0)
    for seat in range(t.rules.seats - 1, t.rules.humans - 1, -1):
        t.push(RECRUITS, seat, 2, 2 if t.rules.dummies_have_strong_halls else 1)
        t.push(RECRUITS, seat, 1, 2)
        t.push(RECRUITS, seat, 0, 1 if t.rules.dummies_have_strong_halls else 2)
    t.push(OVERLORDS, 0, 0, 0)
    if t.rules.humans > 1:
        t.push(FIRST_SEAT, 0, 0, 0)


def dummy_pile(t: Table, k: i64) -> i64:
    """The Mercenaries still in one of the three price piles from which dummies recruit."""
    if k == 0:
        mercenaries = t.cards.mercenaries_costing(0, 2)
    elif k == 1:
        mercenaries = t.cards.mercenaries_costing(3, 7)
    else:
        mercenaries = t.cards.mercenaries_costing(8, 99)
    return mercenaries & t.mercenary_deck


def first_pool_candidates(t: Table) -> i64:
    """What may be revealed for the first pool: nothing that costs 10 or more, unless there is nothing else."""
    cheap = t.mercenary_deck & t.cards.mercenaries_costing(0, FIRST_POOL_COST_LIMIT - 1)
    return cheap if cheap != 0 else t.mercenary_deck


def free_overlords(t: Table) -> i64:
    """Overlords that are on no throne."""
    overlords = t.cards.overlords
    for seat in range(t.rules.seats):
        if t.hall[seat * SLOTS] != 0:
            overlords &= ~BIT[t.minion_at(seat, 0)]
    return overlords


def needs_chance(t: Table) -> bool:
    """Whether the task on top needs chance; a task that is done is popped instead."""
    task = t.top()
    kind = task_kind(task)
    if kind == DRAWS and t.deck == 0 and t.discard_pile != 0:
        t.reshuffle()
    if kind == OVERLORDS:
        done = arg_a(task) == t.rules.seats
    elif kind == REMOVALS:
        done = count(t.mercenary_deck) <= MERCENARIES_IN_PLAY
    elif kind == REVEALS:
        done = arg_a(task) == 0 or t.mercenary_deck == 0
    elif kind == RECRUITS:
        done = arg_c(task) == 0
    elif kind == DRAWS:
        done = arg_b(task) == 0 or t.deck == 0
    else:
        done = kind == LOSSES and (arg_b(task) == 0 or t.hand[arg_a(task)] == 0)
    if done:
        t.pop()
    return not done


def offer_chance(t: Table) -> None:
    """Offer the outcomes of chance for the task on top."""
    task = t.top()
    kind = task_kind(task)
    if kind == FIRST_SEAT:
        t.offer(moves.FIRST, BIT[t.rules.seats] - 1)
    elif kind == OVERLORDS:
        t.offer(moves.OVERLORD, free_overlords(t))
    elif kind == RECRUITS:
        t.offer(moves.RECRUITED, dummy_pile(t, arg_b(task)))
    elif kind == REMOVALS:
        t.offer(moves.REMOVED, t.mercenary_deck)
    elif kind == REVEALS:
        t.offer(moves.REVEALED, first_pool_candidates(t) if arg_b(task) == 1 else t.mercenary_deck)
    elif kind == LOSSES:
        t.offer(moves.LOST, t.hand[arg_a(task)])
    else:
        t.offer(moves.DREW if kind == DRAWS else moves.FLIPPED, t.deck)


def apply_chance(t: Table, verb: i64, card: i64) -> None:
    """Apply an outcome of chance."""
    a, b, c = arg_a(t.top()), arg_b(t.top()), arg_c(t.top())
    if verb == moves.DREW:
        t.replace_top(DRAWS, a, b - 1, 0)
        t.put_into_hand(a, card)
        if t.sink is not None:
            events.drew(t, a, card)
    elif verb == moves.LOST:
        t.replace_top(LOSSES, a, b - 1, 0)
        t.remove_from_hand(a, card)
        t.discard_relic(card)
        if t.sink is not None:
            events.lost_relic(t, a, card)
    elif verb == moves.REVEALED:
        t.replace_top(REVEALS, a - 1, b, 0)
        t.mercenary_deck &= ~BIT[card]
        t.put_into_pool(card)
        if t.sink is not None:
            events.revealed(t, card)
    elif verb == moves.REMOVED:
        t.mercenary_deck &= ~BIT[card]
        t.removed_mercenaries |= BIT[card]
    else:
        apply_chance_for_seat(t, verb, card, a, b, c)


def apply_chance_for_seat(t: Table, verb: i64, card: i64, a: i64, b: i64, c: i64) -> None:
    """Apply an outcome about the starting seat, an Overlord, or a dummy's recruit."""
    if verb == moves.FIRST:
        t.pop()
        t.scepter = t.player = card
        if t.sink is not None:
            events.first(t)
    elif verb == moves.OVERLORD:
        t.replace_top(OVERLORDS, a + 1, 0, 0)
        t.add_to_hall(a, card, EXHAUSTED)
        if t.sink is not None:
            events.enthroned(t, a, card)
    else:
        t.replace_top(RECRUITS, a, b, c - 1)
        t.mercenary_deck &= ~BIT[card]
        t.add_to_hall(a, card, READY)
        if t.sink is not None:
            events.recruited(t, a, card)


# Founding


def ask_next_founder(t: Table) -> bool:
    """Ask the next seat in turn order for a start zone; when all have founded, the first morning begins."""
    k = arg_a(t.top())
    while k < t.rules.seats and t.fortress_zone[t.seat_in_turn_order(k)] >= 0:
        k += 1
    if k == t.rules.seats:
        t.replace_top(MORNING, 0, 0, 0)
        return True
    t.replace_top(FOUNDING, k, 0, 0)
    seat = t.seat_in_turn_order(k)
    if t.is_dummy(seat):
        t.push(DUMMY_FOUNDS, seat, 0, 0)
        return True
    t.ask(FOUNDING_PHASE, seat)
    return False


def free_start_zones(t: Table) -> i64:
    """Start zones without a fortress."""
    return t.board.start_zones & ~fortress_zones(t)


def fortress_zones(t: Table) -> i64:
    """Zones with a fortress."""
    zones: i64 = 0
    for seat in range(t.rules.seats):
        if t.fortress_zone[seat] >= 0:
            zones |= BIT[t.fortress_zone[seat]]
    return zones


def found_fortress(t: Table, seat: i64, zone: i64) -> None:
    """Found a fortress with full hit points, and summon two standing troops."""
    t.set_fortress_zone(seat, zone)
    t.set_hp(seat, MAX_HP)
    if t.sink is not None:
        events.founded(t, seat)
    summon_reserve(t, seat)


# The morning


def troop_reserve(day: i64) -> i64:
    """The number of troops that each seat is filled up to on the morning of a day."""
    return day + 1


def summon_reserve(t: Table, seat: i64) -> None:
    """Summon standing troops at the fortress up to the day's reserve."""
    if t.fortress_zone[seat] >= 0:
        while t.troop_count(seat) < troop_reserve(t.day):
            t.summon_troop(seat)


def run_morning(t: Table) -> None:
    """In turn order each seat stands all troops up and summons new ones; a dummy also buys a relic."""
    k = arg_a(t.top())
    if k == 0 and t.sink is not None:
        events.morning(t)
    if k == t.rules.seats:
        t.pop()
        t.player = t.scepter
        begin_turn(t)
        return
    t.replace_top(MORNING, k + 1, 0, 0)
    seat = t.seat_in_turn_order(k)
    t.stand_all_troops(seat)
    summon_reserve(t, seat)
    if t.is_dummy(seat) and t.can_buy_relic(seat):
        buy_relic(t, seat)


def buy_relic(t: Table, seat: i64) -> None:
    """Pay for a relic and draw it."""
    t.add_gold(seat, -t.relic_price(seat))
    if t.sink is not None:
        events.bought(t, seat, t.relic_price(seat))
    t.draw_relics(seat, 1)


# The afternoon


def begin_turn(t: Table) -> None:
    """Begin the turn of the current player. Night falls instead when the first player is due and no troop stands."""
    t.reset_turn()
    if t.player == t.scepter and t.standing == 0:
        night.push_night(t)
        return
    if t.sink is not None:
        events.turn(t)
    if t.is_dummy(t.player):
        t.push(DUMMY_TURN, t.player, 0, 0)


def end_turn(t: Table) -> None:
    """Pass the turn to the next seat."""
    t.player = (t.player + 1) % t.rules.seats
    begin_turn(t)
