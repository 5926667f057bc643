"""What the effects of a card look worth before they are carried out: a player's rule of thumb, in thousandths."""

from __future__ import annotations

from typing import Final

from hordes.covil.appraisal import foes_in
from hordes.covil.cards import Effect
from hordes.covil.dominance import dominated
from hordes.covil.effects import room
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    DO_ATTACK,
    DO_DAMAGE,
    DO_DISCARD,
    DO_EXHAUST,
    DO_GOLD,
    DO_LAY,
    DO_MOVE,
    DO_PUSH,
    DO_READY,
    DO_REBELS,
    DO_RELIC,
    DO_REPAIR,
    DO_REST,
    DO_STAND,
    DO_STEAL,
    DO_SUMMON,
    MOST_GOLD,
    MOST_HP,
    PER_DOMINANCE,
)
from hordes.engine.bits import BIT, count, lowest
from hordes.engine.native import i64

POINT: Final = 1000
STAND: Final = 1300
"""What a standing troop's action is worth."""
LYING: Final = 500
"""What a lying troop on the board is worth."""
RELIC: Final = 1800
"""A relic nobody has seen yet."""
TOWER: Final = 5000
"""A fortress that stands at the end."""
HIT_POINT: Final = 250


def boon(t: Table, source: i64, seat: i64, known: i64) -> i64:
    """All effects of a card for a seat; `known` are the conditions of an Aftershock that hold."""
    total: i64 = 0
    k = t.cards.first[source]
    while k >= 0:
        effect = t.cards.effects[k]
        if effect.what >= DO_MOVE and effect.needs & ~known == 0:
            total += worth(t, effect, seat)
        k = -1 if effect.last else k + 1
    return total


def worth(t: Table, effect: Effect, seat: i64) -> i64:
    """One effect."""
    what = effect.what
    if what == DO_GOLD:
        times: i64 = count(dominated(t, seat)) if effect.per == PER_DOMINANCE else 1
        return fitting(t, seat, effect.n * times)
    if what == DO_RELIC:
        return effect.n * RELIC
    if what == DO_REBELS:
        return fitting(t, seat, effect.gold * room(t, effect)) if effect.gold > 0 else -POINT
    if what == DO_REPAIR:
        short = MOST_HP - t.hp[seat] if t.hp[seat] > 0 else 0
        return HIT_POINT * (effect.n if effect.n < short else short)
    if what == DO_SUMMON:
        return STAND if t.troops_of(seat) <= t.day and t.fortress[seat] >= 0 else 0
    if what == DO_ATTACK:
        return POINT if (t.player == seat and t.style == 0) or not t.rules.bonus_only else 0
    if what <= DO_LAY:
        return on_board(t, effect, seat)
    return on_cards(t, effect, seat)


def fitting(t: Table, seat: i64, n: i64) -> i64:
    """So much gold, less where it does not fit into the treasury."""
    space = MOST_GOLD - t.gold[seat]
    return n * POINT if n <= space else space * POINT + (n - space) * 300


def on_board(t: Table, effect: Effect, seat: i64) -> i64:
    """Effects on troops."""
    if effect.what == DO_STAND:
        return STAND if t.own(seat) & ~t.standing != 0 else 0
    if effect.what == DO_LAY:
        near = t.zones_held(seat)
        near |= t.board.around(near)
        return STAND // (t.rules.seats - 1) if foes_in(t, seat, near) & t.standing != 0 else 0
    return 500 if effect.what == DO_PUSH else 400 * effect.count


def on_cards(t: Table, effect: Effect, seat: i64) -> i64:
    """Effects on Minions, and on what others have."""
    what = effect.what
    share = t.rules.seats - 1
    if what == DO_REST or what == DO_READY:
        weary = count(t.in_state(seat, False))
        each: i64 = 400 if what == DO_REST else 700
        return each * (effect.count if effect.count < weary else weary)
    if what == DO_EXHAUST:
        return 700 * effect.count // share
    if what == DO_STEAL:
        return fitting(t, seat, effect.n) + effect.n * POINT // share
    if what == DO_DISCARD:
        return RELIC * effect.n // (share + 1)
    return harm(t, seat, effect) if what == DO_DAMAGE else 0


def harm(t: Table, seat: i64, effect: Effect) -> i64:
    """Damage to the fortress in range that it hurts most."""
    near = t.zones_held(seat)
    if effect.reach > 0:
        near |= t.board.around(near)
    best: i64 = 0
    rest = t.opponents(seat)
    while rest != 0:
        other = lowest(rest)
        rest &= rest - 1
        if t.hp[other] > 0 and near & BIT[t.fortress[other]] != 0:
            found = plunder(t, seat, other, effect.n)
            best = max(best, found)
    return best


def plunder(t: Table, by: i64, seat: i64, n: i64) -> i64:
    """What so much damage to a fortress brings whoever does it."""
    share = t.rules.seats - 1
    if n <= 0 or t.hp[seat] <= 0:
        return 0
    if n >= t.hp[seat]:
        return fitting(t, by, 1) + RELIC + TOWER // share
    return fitting(t, by, 1) + HIT_POINT * n // share
