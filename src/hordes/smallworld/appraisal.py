"""What a seat's share of the table is worth: features that a player would count, and weights learnt from many games.

For each number of players, each place in the order of play and each number of turns left there is a row of weights; a
seat's expected further coins are the sum of feature times weight. `tools/train_judge.py` plays games and fits them.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.bits import count, lowest
from hordes.engine.native import i64, vec
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.table import Table

FEATURES: Final = 16
HORIZON: Final = 12
"""Rows of weights there are for turns left, 0 to 11; a longer game is played as if so many were left."""

CONSTANT: Final = 0
REGIONS: Final = 1
BONUS: Final = 2
SPOILS: Final = 3
DECLINED: Final = 4
HERITAGE: Final = 5
TOKENS: Final = 6
STRONG: Final = 7
STRONG_DECLINED: Final = 8
IDLE: Final = 9
PRESSED: Final = 10
PRESSED_DECLINED: Final = 11
ROOM: Final = 12
OFFER: Final = 13
LASTING: Final = 14
TRAITS: Final = 15

NAMES: Final = [
    "constant", "regions", "bonus", "spoils", "declined", "heritage", "tokens", "strong", "strong_declined", "idle",
    "pressed", "pressed_declined", "room", "offer", "lasting", "traits",
]  # fmt: skip


def measure(t: Table, seat: i64, immune: i64, traits: i64, f: vec[i64]) -> None:
    """Fill in the features of a seat."""
    me = t.active[seat]
    near = t.board.around(rivals(t, seat))
    f[CONSTANT] = 1
    f[REGIONS] = count(me.regions)
    f[BONUS] = f[SPOILS] = f[LASTING] = f[ROOM] = f[OFFER] = f[IDLE] = 0
    f[TOKENS] = f[STRONG] = f[PRESSED] = f[TRAITS] = 0
    if me is NOBODY:
        f[IDLE] = 1
        f[OFFER] = best_offer(t)
    else:
        f[TOKENS] = me.hand + me.hordes + tokens_in(t, me.regions)
        f[STRONG] = holding(t, me.regions, immune, 3)
        f[PRESSED] = count(me.regions & near & ~immune)
        f[BONUS] = steady(t, me)
        if seat == t.player:
            f[SPOILS] = me.race.income(t, me) + me.power.income(t, me) - me.wealth - f[BONUS]
        if me.power.beyond_limit() or me.race.acts_in_decline():
            f[LASTING] = 1
        f[ROOM] = room(t, me, immune)
        f[TRAITS] = traits
    measure_declined(t, seat, near, immune, f)


def measure_declined(t: Table, seat: i64, near: i64, immune: i64, f: vec[i64]) -> None:
    """What a seat has in decline."""
    f[DECLINED] = f[HERITAGE] = f[STRONG_DECLINED] = f[PRESSED_DECLINED] = 0
    for army in t.declined:
        if army.seat == seat:
            f[DECLINED] += count(army.regions)
            f[HERITAGE] += army.race.declined_income(t, army)
            f[STRONG_DECLINED] += holding(t, army.regions, immune, 2)
            f[PRESSED_DECLINED] += count(army.regions & near & ~immune)


def rivals(t: Table, seat: i64) -> i64:
    """Regions of the others' active races."""
    found: i64 = 0
    for army in t.active:
        if army.seat != seat:
            found |= army.regions
    return found


def tokens_in(t: Table, regions: i64) -> i64:
    """Tokens of any kind in these regions."""
    total: i64 = 0
    rest = regions
    while rest != 0:
        total += t.troops_in(lowest(rest))
        rest &= rest - 1
    return total


def holding(t: Table, regions: i64, immune: i64, strength: i64) -> i64:
    """How many of these regions are immune or at least so well defended."""
    found: i64 = count(regions & immune)
    rest = regions & ~immune
    while rest != 0:
        if t.defence(lowest(rest)) >= strength:
            found += 1
        rest &= rest - 1
    return found


def room(t: Table, me: Army, immune: i64) -> i64:
    """Regions beside the army that are easy to take: at most one token or piece defends them."""
    beside: i64 = t.board.around(me.regions) if me.regions != 0 else t.board.border
    rest = beside & (t.board.land | me.power.swims(t, me)) & ~t.held(me.seat) & ~immune
    found: i64 = 0
    while rest != 0:
        if t.defence(lowest(rest)) <= 1:
            found += 1
        rest &= rest - 1
    return found


def steady(t: Table, me: Army) -> i64:
    """The bonus coins a turn that come again: without what this turn's plunder brings and what is paid only once."""
    plunder = t.plunder
    t.plunder = 0
    found = me.race.income(t, me) + me.power.income(t, me) - me.wealth
    t.plunder = plunder
    return found


def best_offer(t: Table) -> i64:
    """The tokens and coins of the best combo in sight, its price taken off."""
    best: i64 = 0
    for slot in range(t.column):
        found = combo_tokens(t, slot) + t.combo_coins[slot] - t.price_of(slot)
        best = max(best, found)
    return best


def combo_tokens(t: Table, slot: i64) -> i64:
    """Tokens that a combo in the column brings."""
    race = t.rules.races[t.combo_race[slot]]
    return race.banner + race.bonus_tokens + t.rules.powers[t.combo_power[slot]].tokens + t.combo_extra[slot]


def pending(t: Table, seat: i64) -> i64:
    """Coins that scoring would bring a seat now."""
    me = t.active[seat]
    total: i64 = 0
    if me is not NOBODY:
        total = count(me.regions) + me.race.income(t, me) + me.power.income(t, me)
    for army in t.declined:
        if army.seat == seat:
            total += count(army.regions) + army.race.declined_income(t, army)
    return total


def turns_left(t: Table, seat: i64, ended: bool) -> i64:
    """Turns that a seat has still to be paid for; `ended` counts the turn in progress as played and paid."""
    players = t.rules.players
    order, now = (seat - t.first) % players, (t.player - t.first) % players
    played = order < now or (order == now and (ended or t.scored))
    left = t.rules.turns - t.turn
    return left if played else left + 1


def row(t: Table, seat: i64, ended: bool) -> i64:
    """Where the weights begin that are for a seat now."""
    players = t.rules.players
    next_seat: i64 = t.player + 1 if ended else t.player
    place = (seat - next_seat) % players
    left = turns_left(t, seat, ended)
    if left >= HORIZON:
        left = HORIZON - 1
    return (((players - 2) * 6 + place) * HORIZON + left) * FEATURES


def summed(weights: vec[i64], start: i64, f: vec[i64]) -> i64:
    """Features times weights, in thousandths of a coin."""
    total: i64 = 0
    for k in range(FEATURES):
        total += weights[start + k] * f[k]
    return total
