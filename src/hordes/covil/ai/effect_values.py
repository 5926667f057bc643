"""Estimated values of card effects before they are carried out, in thousandths of a point."""

from __future__ import annotations

from typing import Final

from hordes.covil.ai.features import enemies_in
from hordes.covil.rules.dominance import dominated_terrains
from hordes.covil.rules.effects import movable_rebels
from hordes.covil.state.cards import Effect
from hordes.covil.state.constants import (
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
    MAX_GOLD,
    MAX_HP,
    PER_DOMINANCE,
)
from hordes.covil.state.table import Table
from hordes.engine.core.bits import BIT, count, lowest
from hordes.engine.mypyc_compat import i64

POINT: Final = 1000
STANDING_TROOP: Final = 1300
"""Value of the action of a standing troop."""
LYING_TROOP: Final = 500
"""Value of a lying troop on the board."""
UNKNOWN_RELIC: Final = 1800
"""Value of an unknown relic."""
STANDING_FORTRESS: Final = 5000
"""Value of a fortress that stands at the end."""
HIT_POINT: Final = 250


def card_value(t: Table, source: i64, seat: i64, conditions: i64) -> i64:
    """Value of all effects of a card for a seat; `known` are the conditions of an Aftershock that hold."""
    total: i64 = 0
    k = t.cards.first_effect[source]
    while k >= 0:
        effect = t.cards.effects[k]
        if effect.opcode >= DO_MOVE and effect.conditions & ~conditions == 0:
            total += effect_value(t, effect, seat)
        k = -1 if effect.is_last else k + 1
    return total


def effect_value(t: Table, effect: Effect, seat: i64) -> i64:
    """Value of one effect."""
    opcode = effect.opcode
    if opcode == DO_GOLD:
        times: i64 = count(dominated_terrains(t, seat)) if effect.per == PER_DOMINANCE else 1
        return gold_value(t, seat, effect.amount * times)
    if opcode == DO_RELIC:
        return effect.amount * UNKNOWN_RELIC
    if opcode == DO_REBELS:
        return gold_value(t, seat, effect.bonus * movable_rebels(t, effect)) if effect.bonus > 0 else -POINT
    if opcode == DO_REPAIR:
        short = MAX_HP - t.hp[seat] if t.hp[seat] > 0 else 0
        return HIT_POINT * (effect.amount if effect.amount < short else short)
    if opcode == DO_SUMMON:
        return STANDING_TROOP if t.troop_count(seat) <= t.day and t.fortress_zone[seat] >= 0 else 0
    if opcode == DO_ATTACK:
        return POINT if (t.player == seat and t.combat.attack_kind == 0) or not t.rules.combat_relics_bonus_only else 0
    if opcode <= DO_LAY:
        return troop_effect_value(t, effect, seat)
    return card_effect_value(t, effect, seat)


def gold_value(t: Table, seat: i64, n: i64) -> i64:
    """Value of gold; less for what exceeds the treasury."""
    space = MAX_GOLD - t.gold[seat]
    return n * POINT if n <= space else space * POINT + (n - space) * 300


def troop_effect_value(t: Table, effect: Effect, seat: i64) -> i64:
    """Value of an effect on troops."""
    if effect.opcode == DO_STAND:
        return STANDING_TROOP if t.troops_on_board(seat) & ~t.standing != 0 else 0
    if effect.opcode == DO_LAY:
        near = t.occupied_zones(seat)
        near |= t.board.neighbours_of(near)
        return STANDING_TROOP // (t.rules.seats - 1) if enemies_in(t, seat, near) & t.standing != 0 else 0
    return 500 if effect.opcode == DO_PUSH else 400 * effect.count


def card_effect_value(t: Table, effect: Effect, seat: i64) -> i64:
    """Value of an effect on Minions, or on the gold, relics and fortresses of others."""
    opcode = effect.opcode
    share = t.rules.seats - 1
    if opcode == DO_REST or opcode == DO_READY:
        not_ready = count(t.minions_by_readiness(seat, False))
        each: i64 = 400 if opcode == DO_REST else 700
        return each * (effect.count if effect.count < not_ready else not_ready)
    if opcode == DO_EXHAUST:
        return 700 * effect.count // share
    if opcode == DO_STEAL:
        return gold_value(t, seat, effect.amount) + effect.amount * POINT // share
    if opcode == DO_DISCARD:
        return UNKNOWN_RELIC * effect.amount // (share + 1)
    return damage_value(t, seat, effect) if opcode == DO_DAMAGE else 0


def damage_value(t: Table, seat: i64, effect: Effect) -> i64:
    """Value of damage to the best fortress in range."""
    near = t.occupied_zones(seat)
    if effect.max_range > 0:
        near |= t.board.neighbours_of(near)
    best: i64 = 0
    rest = t.opponents(seat)
    while rest != 0:
        other = lowest(rest)
        rest &= rest - 1
        if t.hp[other] > 0 and near & BIT[t.fortress_zone[other]] != 0:
            value = fortress_damage_value(t, seat, other, effect.amount)
            best = max(best, value)
    return best


def fortress_damage_value(t: Table, by: i64, seat: i64, n: i64) -> i64:
    """Value of so much damage to a fortress for the seat that deals it."""
    share = t.rules.seats - 1
    if n <= 0 or t.hp[seat] <= 0:
        return 0
    if n >= t.hp[seat]:
        return gold_value(t, by, 1) + UNKNOWN_RELIC + STANDING_FORTRESS // share
    return gold_value(t, by, 1) + HIT_POINT * n // share
