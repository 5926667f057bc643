"""Set-up, answers of chance, founding, the morning, and the order of afternoon turns."""

from __future__ import annotations

from hordes.covil.rules import night
from hordes.covil.state import events, moves, tasks
from hordes.covil.state.constants import (
    EXHAUSTED,
    FIRST_POOL_COST_LIMIT,
    FOUNDING_PHASE,
    MAX_GOLD,
    MAX_HP,
    MERCENARIES_IN_PLAY,
    POOL_SIZE,
    READY,
    SLOTS,
    START_RELICS,
)
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import (
    DRAWS,
    FIRST_SEAT,
    LOSSES,
    OVERLORDS,
    RECRUITS,
    REMOVALS,
    REVEALS,
)
from hordes.covil.state.tasks import task_kind
from hordes.engine.core.bits import BIT, count
from hordes.engine.mypyc_compat import i64

# Set-up


def push_setup(t: Table) -> None:
    """Push the tasks of the set-up, the last one first: chance deals and reveals, then fortresses are founded."""
    for seat in range(t.rules.seats):
        t.gold[seat] = MAX_GOLD
    t.push(tasks.founding(0))
    for seat in range(t.rules.humans):
        t.push(tasks.draws(t.rules.humans - 1 - seat, START_RELICS))  # in reverse, so that seat 0 draws first
        for minion in range(t.cards.minion_count):
            if t.cards.henchmen & BIT[minion] != 0:
                t.add_to_hall(seat, minion, READY)
    t.push(tasks.reveals(POOL_SIZE, True))
    t.push(REMOVALS)
    for seat in range(t.rules.seats - 1, t.rules.humans - 1, -1):
        t.push(tasks.recruits(seat, 2, 2 if t.rules.dummies_have_strong_halls else 1))
        t.push(tasks.recruits(seat, 1, 2))
        t.push(tasks.recruits(seat, 0, 1 if t.rules.dummies_have_strong_halls else 2))
    t.push(tasks.overlords(0))
    if t.rules.humans > 1:
        t.push(FIRST_SEAT)


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
        done = tasks.overlords_done(task) == t.rules.seats
    elif kind == REMOVALS:
        done = count(t.mercenary_deck) <= MERCENARIES_IN_PLAY
    elif kind == REVEALS:
        done = tasks.reveals_missing(task) == 0 or t.mercenary_deck == 0
    elif kind == RECRUITS:
        done = tasks.recruits_missing(task) == 0
    elif kind == DRAWS:
        done = tasks.draws_relics(task) == 0 or t.deck == 0
    else:
        done = kind == LOSSES and (tasks.losses_relics(task) == 0 or t.hand[tasks.losses_seat(task)] == 0)
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
        t.offer(moves.RECRUITED, dummy_pile(t, tasks.recruits_pile(task)))
    elif kind == REMOVALS:
        t.offer(moves.REMOVED, t.mercenary_deck)
    elif kind == REVEALS:
        is_first = tasks.reveals_is_first_pool(task)
        t.offer(moves.REVEALED, first_pool_candidates(t) if is_first else t.mercenary_deck)
    elif kind == LOSSES:
        t.offer(moves.LOST, t.hand[tasks.losses_seat(task)])
    else:
        t.offer(moves.DREW if kind == DRAWS else moves.FLIPPED, t.deck)


def apply_chance(t: Table, verb: i64, card: i64) -> None:
    """Apply an outcome of chance."""
    if verb == moves.DREW:
        apply_draw(t, card)
    elif verb == moves.LOST:
        apply_loss(t, card)
    elif verb == moves.REVEALED:
        task = t.top()
        t.replace_top(tasks.reveals(tasks.reveals_missing(task) - 1, tasks.reveals_is_first_pool(task)))
        t.mercenary_deck &= ~BIT[card]
        t.put_into_pool(card)
        if t.sink is not None:
            events.revealed(t, card)
    elif verb == moves.REMOVED:
        t.mercenary_deck &= ~BIT[card]
        t.removed_mercenaries |= BIT[card]
    elif verb == moves.FIRST:
        t.pop()
        t.scepter = t.player = card
        if t.sink is not None:
            events.first(t)
    elif verb == moves.OVERLORD:
        apply_enthronement(t, card)
    else:
        apply_recruit(t, card)


def apply_draw(t: Table, relic: i64) -> None:
    """A seat draws this relic."""
    seat = tasks.draws_seat(t.top())
    t.replace_top(tasks.draws(seat, tasks.draws_relics(t.top()) - 1))
    t.put_into_hand(seat, relic)
    if t.sink is not None:
        events.drew(t, seat, relic)


def apply_loss(t: Table, relic: i64) -> None:
    """A seat discards this relic."""
    seat = tasks.losses_seat(t.top())
    t.replace_top(tasks.losses(seat, tasks.losses_relics(t.top()) - 1))
    t.remove_from_hand(seat, relic)
    t.discard_relic(relic)
    if t.sink is not None:
        events.lost_relic(t, seat, relic)


def apply_enthronement(t: Table, overlord: i64) -> None:
    """The next seat gets this Overlord."""
    seat = tasks.overlords_done(t.top())
    t.replace_top(tasks.overlords(seat + 1))
    t.add_to_hall(seat, overlord, EXHAUSTED)
    if t.sink is not None:
        events.enthroned(t, seat, overlord)


def apply_recruit(t: Table, minion: i64) -> None:
    """A dummy recruits this Mercenary."""
    task = t.top()
    seat = tasks.recruits_seat(task)
    t.replace_top(tasks.recruits(seat, tasks.recruits_pile(task), tasks.recruits_missing(task) - 1))
    t.mercenary_deck &= ~BIT[minion]
    t.add_to_hall(seat, minion, READY)
    if t.sink is not None:
        events.recruited(t, seat, minion)


# Founding


def ask_next_founder(t: Table) -> bool:
    """Ask the next seat in turn order for a start zone; when all have founded, the first morning begins."""
    k = tasks.founding_done(t.top())
    while k < t.rules.seats and t.fortress_zone[t.seat_in_turn_order(k)] >= 0:
        k += 1
    if k == t.rules.seats:
        t.replace_top(tasks.morning(0))
        return True
    t.replace_top(tasks.founding(k))
    seat = t.seat_in_turn_order(k)
    if t.is_dummy(seat):
        t.push(tasks.dummy_founds(seat, 0))
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
    k = tasks.morning_done(t.top())
    if k == 0 and t.sink is not None:
        events.morning(t)
    if k == t.rules.seats:
        t.pop()
        t.player = t.scepter
        begin_turn(t)
        return
    t.replace_top(tasks.morning(k + 1))
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
        t.push(tasks.dummy_turn(t.player, False))


def end_turn(t: Table) -> None:
    """Pass the turn to the next seat."""
    t.player = (t.player + 1) % t.rules.seats
    begin_turn(t)
