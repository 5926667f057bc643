"""Setting up, founding, and the morning: troops stand up and new ones are summoned."""

from __future__ import annotations

from hordes.covil import moves, night, tell
from hordes.covil.agenda import arg_a, arg_b, arg_c, kind_of
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    DRAWS,
    DUMMY_FOUNDS,
    DUMMY_TURN,
    EXHAUSTED,
    FIRST_SEAT,
    FOUND,
    FOUNDING,
    IN_PLAY,
    LOSSES,
    MORNING,
    MOST_GOLD,
    MOST_HP,
    OVERLORDS,
    POOL,
    READY,
    RECRUITS,
    REMOVALS,
    REVEALS,
    SLOTS,
    START_RELICS,
    TOO_DEAR_AT_FIRST,
)
from hordes.engine.bits import BIT, count
from hordes.engine.native import i64

# Setting up


def set_up(t: Table) -> None:
    """Everything before the first decision: chance deals, reveals and says who begins."""
    for seat in range(t.rules.seats):
        t.gold[seat] = MOST_GOLD
    t.push(FOUNDING, 0, 0, 0)
    for seat in range(t.rules.humans):
        t.push(DRAWS, t.rules.humans - 1 - seat, START_RELICS, 0)
        for minion in range(t.cards.minions):
            if t.cards.henchmen & BIT[minion] != 0:
                t.welcome(seat, minion, READY)
    t.push(REVEALS, POOL, 1, 0)
    t.push(REMOVALS, 0, 0, 0)
    for seat in range(t.rules.seats - 1, t.rules.humans - 1, -1):
        t.push(RECRUITS, seat, 2, 2 if t.rules.strong else 1)
        t.push(RECRUITS, seat, 1, 2)
        t.push(RECRUITS, seat, 0, 1 if t.rules.strong else 2)
    t.push(OVERLORDS, 0, 0, 0)
    if t.rules.humans > 1:
        t.push(FIRST_SEAT, 0, 0, 0)


def pile(t: Table, k: i64) -> i64:
    """The Mercenaries of one of the three piles for dummies that are still there."""
    if k == 0:
        found = t.cards.priced(0, 2)
    elif k == 1:
        found = t.cards.priced(3, 7)
    else:
        found = t.cards.priced(8, 99)
    return found & t.mercenaries


def first_pool(t: Table) -> i64:
    """What may lie in the first pool: nothing that costs 10 or more, unless there is nothing else."""
    cheap = t.mercenaries & t.cards.priced(0, TOO_DEAR_AT_FIRST - 1)
    return cheap if cheap != 0 else t.mercenaries


def free_overlords(t: Table) -> i64:
    """Overlords that sit on no throne."""
    found = t.cards.overlords
    for seat in range(t.rules.seats):
        if t.hall[seat * SLOTS] != 0:
            found &= ~BIT[t.minion_at(seat, 0)]
    return found


def wants_chance(t: Table) -> bool:
    """Is chance needed for the task on top? A task that is done leaves the agenda."""
    task = t.top()
    kind = kind_of(task)
    if kind == DRAWS and t.deck == 0 and t.discard != 0:
        t.reshuffle()
    if kind == OVERLORDS:
        done = arg_a(task) == t.rules.seats
    elif kind == REMOVALS:
        done = count(t.mercenaries) <= IN_PLAY
    elif kind == REVEALS:
        done = arg_a(task) == 0 or t.mercenaries == 0
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
    """What chance may answer."""
    task = t.top()
    kind = kind_of(task)
    if kind == FIRST_SEAT:
        t.offer(moves.FIRST, BIT[t.rules.seats] - 1)
    elif kind == OVERLORDS:
        t.offer(moves.OVERLORD, free_overlords(t))
    elif kind == RECRUITS:
        t.offer(moves.RECRUITED, pile(t, arg_b(task)))
    elif kind == REMOVALS:
        t.offer(moves.REMOVED, t.mercenaries)
    elif kind == REVEALS:
        t.offer(moves.REVEALED, first_pool(t) if arg_b(task) == 1 else t.mercenaries)
    elif kind == LOSSES:
        t.offer(moves.LOST, t.hand[arg_a(task)])
    else:
        t.offer(moves.DREW if kind == DRAWS else moves.FLIPPED, t.deck)


def deal(t: Table, verb: i64, card: i64) -> None:
    """Chance's answers about cards."""
    a, b, c = arg_a(t.top()), arg_b(t.top()), arg_c(t.top())
    if verb == moves.DREW:
        t.alter(DRAWS, a, b - 1, 0)
        t.take_relic(a, card)
        if t.sink is not None:
            tell.drew(t, a, card)
    elif verb == moves.LOST:
        t.alter(LOSSES, a, b - 1, 0)
        t.leave_hand(a, card)
        t.discard_relic(card)
        if t.sink is not None:
            tell.lost_relic(t, a, card)
    elif verb == moves.REVEALED:
        t.alter(REVEALS, a - 1, b, 0)
        t.mercenaries &= ~BIT[card]
        t.put_into_pool(card)
        if t.sink is not None:
            tell.revealed(t, card)
    elif verb == moves.REMOVED:
        t.mercenaries &= ~BIT[card]
        t.removed |= BIT[card]
    else:
        people(t, verb, card, a, b, c)


def people(t: Table, verb: i64, card: i64, a: i64, b: i64, c: i64) -> None:
    """Who begins, who sits on the throne, who serves a dummy."""
    if verb == moves.FIRST:
        t.pop()
        t.scepter = t.player = card
        if t.sink is not None:
            tell.first(t)
    elif verb == moves.OVERLORD:
        t.alter(OVERLORDS, a + 1, 0, 0)
        t.welcome(a, card, EXHAUSTED)
        if t.sink is not None:
            tell.enthroned(t, a, card)
    else:
        t.alter(RECRUITS, a, b, c - 1)
        t.mercenaries &= ~BIT[card]
        t.welcome(a, card, READY)
        if t.sink is not None:
            tell.recruited(t, a, card)


# Founding


def founding(t: Table) -> bool:
    """The next seat in turn order takes a free spiral; when all have, the first morning comes."""
    k = arg_a(t.top())
    while k < t.rules.seats and t.fortress[t.turn_seat(k)] >= 0:
        k += 1
    if k == t.rules.seats:
        t.alter(MORNING, 0, 0, 0)
        return True
    t.alter(FOUNDING, k, 0, 0)
    seat = t.turn_seat(k)
    if t.is_dummy(seat):
        t.push(DUMMY_FOUNDS, seat, 0, 0)
        return True
    t.ask(FOUND, seat)
    return False


def free_spirals(t: Table) -> i64:
    """Starting zones that nobody has taken."""
    return t.board.starts & ~taken(t)


def taken(t: Table) -> i64:
    """Zones with a fortress."""
    found: i64 = 0
    for seat in range(t.rules.seats):
        if t.fortress[seat] >= 0:
            found |= BIT[t.fortress[seat]]
    return found


def found(t: Table, seat: i64, zone: i64) -> None:
    """A fortress with all its hit points, and two standing troops."""
    t.fortress[seat] = zone
    t.set_hp(seat, MOST_HP)
    if t.sink is not None:
        tell.founded(t, seat)
    muster(t, seat)


# The morning


def reserve(day: i64) -> i64:
    """How many troops everybody has on a morning, at least."""
    return day + 1


def muster(t: Table, seat: i64) -> None:
    """Summon standing troops at the fortress up to the day's reserve."""
    if t.fortress[seat] >= 0:
        while t.troops_of(seat) < reserve(t.day):
            t.summon(seat)


def morning(t: Table) -> None:
    """In turn order everybody stands all troops up and summons new ones; a dummy buys a relic."""
    k = arg_a(t.top())
    if k == 0 and t.sink is not None:
        tell.morning(t)
    if k == t.rules.seats:
        t.pop()
        t.player = t.scepter
        begin_turn(t)
        return
    t.alter(MORNING, k + 1, 0, 0)
    seat = t.turn_seat(k)
    t.raise_troops(seat)
    muster(t, seat)
    if t.is_dummy(seat) and t.can_buy(seat):
        buy(t, seat)


def buy(t: Table, seat: i64) -> None:
    """Gold for a relic."""
    t.add_gold(seat, -t.relic_price(seat))
    if t.sink is not None:
        tell.bought(t, seat, t.relic_price(seat))
    t.draw(seat, 1)


# The afternoon


def begin_turn(t: Table) -> None:
    """Night falls when the first player's turn would begin and nobody stands."""
    t.forget_turn()
    if t.player == t.scepter and t.standing == 0:
        night.fall(t)
        return
    if t.sink is not None:
        tell.turn(t)
    if t.is_dummy(t.player):
        t.push(DUMMY_TURN, t.player, 0, 0)


def end_turn(t: Table) -> None:
    """The next seat clockwise."""
    t.player = (t.player + 1) % t.rules.seats
    begin_turn(t)
