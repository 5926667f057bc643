"""Features of a position beyond points: a seat's expected further points are the sum of feature times learned weight.

There is a row of weights for each kind of table (two to four players; a solo player; a dummy) and each number of nights
to come. Features use only what everybody sees, and the number of relics in a hand. `tools/train_covil.py` plays games
and fits the weights.
"""

from __future__ import annotations

from typing import Final

from hordes.covil.ai.zone_counts import ZoneCounts
from hordes.covil.state.constants import (
    COMMAND,
    DAYS,
    DEFENSE,
    EXHAUSTED,
    LEVY_MOD,
    MAX_GOLD,
    MAX_REBELS,
    MAX_SEATS,
    MELEE,
    RANGED,
    READY,
    REBEL_STRENGTH,
    SCORE_MOD,
    SLOTS,
    TIRED,
    TROOPS,
)
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import FEES, LEVIES, NEXT_DAY
from hordes.covil.state.tasks import task_kind
from hordes.engine.core.bits import BIT, count, lowest
from hordes.engine.mypyc_compat import i64, vec

FEATURE_COUNT: Final = 32
NIGHTS: Final = 5
TABLE_KINDS: Final = 9

# Indices of the features
CONSTANT: Final = 0  # always 1
GOLD: Final = 1
GOLD_OVERFLOW: Final = 2  # gold that tonight's fees would waste
RELICS: Final = 3  # in hand
ACTIVE: Final = 4  # active relics
STANDING: Final = 5  # troops
ON_BOARD: Final = 6  # troops
INCOME: Final = 7  # tonight's fees
CONTESTED: Final = 8  # terrains one zone away from another dominance
TOWN: Final = 9  # troops in town
HP: Final = 10
FORTRESS_STANDS: Final = 11
UNGUARDED: Final = 12  # fortress without a guard, and a standing enemy within two steps
BEST_MELEE: Final = 13
BEST_RANGED: Final = 14
READY_ATTACKERS: Final = 15  # Minions
READY_DEFENSE: Final = 16  # total
TIRED_ONES: Final = 17  # Minions
EXHAUSTED_ONES: Final = 18  # Minions
POWER: Final = 19  # total of all Minions
COMMANDS: Final = 20  # Ready ones
POOL_DISCOUNT: Final = 21
LEVY: Final = 22  # gold taken each night
RETALIATION: Final = 23  # rebels will attack tonight as things are
FORTRESS_FALLS: Final = 24  # and destroy the fortress
TARGETS: Final = 25  # enemy troops in reach, at most one for each standing troop
THREATENED: Final = 26  # own standing troops that others can attack
THREATENED_LYING: Final = 27  # own lying troops that others can attack
RIVALS: Final = 28  # standing troops of others
OPEN_FORTRESSES: Final = 29  # unguarded enemy fortresses in reach
SCORE_INFLUENCE: Final = 30  # points for each thing that Influences count
TO_ACT: Final = 31  # the seat's turn, and it has not acted

FEATURE_NAMES: Final = [
    "constant", "gold", "gold_overflow", "relics", "active", "standing", "on_board", "income", "contested", "town",
    "hp", "fortress_stands", "unguarded", "best_melee", "best_ranged", "ready_attackers", "ready_defense", "tired",
    "exhausted", "power", "commands", "pool_discount", "levy", "retaliation", "fortress_falls", "targets",
    "threatened", "threatened_lying", "rivals", "open_fortresses", "score_influence", "to_act",
]  # fmt: skip


# Choosing the weights


def nights_left(t: Table) -> i64:
    """Nights whose fees are still to be paid, tonight's included until it is."""
    to_come: i64 = 0 if t.is_last_night else DAYS - t.day
    night: bool = False
    for k in range(t.depth):
        kind = task_kind(t.stack[k])
        if kind == NEXT_DAY:
            night = True
        elif kind == FEES or kind == LEVIES:  # the night has begun, its fees are still to come
            return to_come + 1
    return to_come if night else to_come + 1


def weight_row(t: Table, seat: i64) -> i64:
    """The index of the first weight for a seat in this position."""
    nights = nights_left(t)
    kind = t.rules.seats - 2  # 0 to 2: two to four players
    if t.rules.humans == 1:  # 3 to 5: a solo player; 6 to 8: a dummy; by the number of seats
        kind += 6 if t.is_dummy(seat) else 3
    return (kind * NIGHTS + nights) * FEATURE_COUNT


def weighted_sum(weights: vec[i64], start: i64, f: vec[i64]) -> i64:
    """Features times weights, in thousandths of a point."""
    total: i64 = 0
    for k in range(FEATURE_COUNT):
        total += weights[start + k] * f[k]
    return total


# Features


def compute_features(t: Table, zone_counts: ZoneCounts, seat: i64, f: vec[i64]) -> None:
    """Fill in the features of a seat; `zone_counts` must be up to date."""
    gold, income = t.gold[seat], zone_counts.income(seat)
    f[CONSTANT] = 1
    f[GOLD] = gold
    f[GOLD_OVERFLOW] = gold + income - MAX_GOLD if gold + income > MAX_GOLD else 0
    f[RELICS] = count(t.hand[seat])
    f[ACTIVE] = count(t.active_relics[seat])
    f[STANDING] = count(t.standing_troops(seat))
    f[ON_BOARD] = t.troop_count(seat)
    f[INCOME] = income
    f[CONTESTED] = zone_counts.contested_terrains(seat, t.rules.seats)
    f[TOWN] = zone_counts.troops[t.board.town * MAX_SEATS + seat]
    f[RIVALS] = count(t.standing) - f[STANDING]
    f[TO_ACT] = 1 if t.player == seat and not t.has_acted else 0
    compute_hall_features(t, seat, f)
    compute_fortress_features(t, zone_counts, seat, f)
    compute_reach_features(t, zone_counts, seat, f)


def compute_hall_features(t: Table, seat: i64, f: vec[i64]) -> None:
    """Features of the Minions: Ready ones by use, tired and exhausted ones, Influences."""
    cards = t.cards
    f[BEST_MELEE] = f[BEST_RANGED] = f[READY_ATTACKERS] = f[READY_DEFENSE] = f[TIRED_ONES] = f[EXHAUSTED_ONES] = 0
    f[POWER] = f[COMMANDS] = f[LEVY] = f[POOL_DISCOUNT] = f[SCORE_INFLUENCE] = 0
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word == 0:
            continue
        minion = (word >> 2) - 1
        power = cards.power[minion]
        f[POWER] += power
        f[LEVY] += cards.modifier_sum[minion * 10 + LEVY_MOD]  # MODIFIER_COUNT + 1 columns a Minion
        f[SCORE_INFLUENCE] += cards.modifier_sum[minion * 10 + SCORE_MOD]
        if cards.price_changers & BIT[minion] != 0:
            f[POOL_DISCOUNT] += pool_discount(t, minion)
        if word & 3 == TIRED:
            f[TIRED_ONES] += 1
        elif word & 3 == EXHAUSTED:
            f[EXHAUSTED_ONES] += 1
        else:
            compute_ready_features(t, minion, power, f)


def compute_ready_features(t: Table, minion: i64, power: i64, f: vec[i64]) -> None:
    """Features of a Ready Minion: attack, defense, Command."""
    stat = t.cards.stat[minion]
    if stat == DEFENSE:
        f[READY_DEFENSE] += power
    else:
        f[READY_ATTACKERS] += 1
        best: i64 = BEST_MELEE if stat == MELEE else BEST_RANGED
        f[best] = max(f[best], power)
    if t.cards.ability[minion] == COMMAND:
        f[COMMANDS] += 1


def pool_discount(t: Table, minion: i64) -> i64:
    """The total that a Minion takes off the prices of the pool."""
    discount: i64 = 0
    for k in range(t.pool_count):
        discount -= t.cards.price_change[minion * 6 + t.cards.minion_class[t.pool[k]]]  # six classes
    return discount


def compute_fortress_features(t: Table, zone_counts: ZoneCounts, seat: i64, f: vec[i64]) -> None:
    """Features of the fortress: hit points, attackers near it, and whether rebels will come."""
    home, hit_points = t.fortress_zone[seat], t.hp[seat]
    f[HP] = hit_points
    f[FORTRESS_STANDS] = 1 if hit_points > 0 else 0
    f[UNGUARDED] = f[RETALIATION] = f[FORTRESS_FALLS] = 0
    if home < 0:
        return
    unguarded = zone_counts.troops[home * MAX_SEATS + seat] == 0
    if hit_points > 0 and unguarded:
        near = t.board.within_two_steps[home] | BIT[home]
        f[UNGUARDED] = 1 if t.standing & enemies_in(t, seat, near) != 0 else 0
    rebels_tonight = t.rebels
    for other in range(t.rules.seats):
        rebels_tonight += zone_counts.troops[t.board.town * MAX_SEATS + other]
    if rebels_tonight >= MAX_REBELS:
        f[RETALIATION] = 1
        f[FORTRESS_FALLS] = 1 if unguarded and 0 < hit_points <= REBEL_STRENGTH else 0


def enemies_in(t: Table, seat: i64, zones: i64) -> i64:
    """Enemy troops in these zones."""
    enemies: i64 = 0
    for troop in range(t.rules.seats * TROOPS):
        zone = t.troop_zone[troop]
        if zone >= 0 and zones & BIT[zone] != 0 and troop // TROOPS != seat:
            enemies |= BIT[troop]
    return enemies


def compute_reach_features(t: Table, zone_counts: ZoneCounts, seat: i64, f: vec[i64]) -> None:
    """Features of possible attacks: targets of the own standing troops, and own troops that others can attack."""
    reached = attackable_zones(t, seat)
    targets = enemies_in(t, seat, reached)
    f[TARGETS] = count(targets) if count(targets) < f[STANDING] else f[STANDING]
    f[OPEN_FORTRESSES] = 0
    for other in range(t.rules.seats):
        home = t.fortress_zone[other]
        is_unguarded = other != seat and t.hp[other] > 0 and zone_counts.troops[home * MAX_SEATS + other] == 0
        if is_unguarded and reached & BIT[home] != 0:
            f[OPEN_FORTRESSES] += 1
    threatened: i64 = 0
    rest = t.opponents(seat)
    while rest != 0:
        threatened |= attackable_zones(t, lowest(rest))
        rest &= rest - 1
    f[THREATENED] = f[THREATENED_LYING] = 0
    for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
        zone = t.troop_zone[troop]
        if zone >= 0 and threatened & BIT[zone] != 0:
            f[THREATENED if t.standing & BIT[troop] != 0 else THREATENED_LYING] += 1


def attackable_zones(t: Table, seat: i64) -> i64:
    """The zones that a seat's standing troops can attack with a Ready Minion of the right kind."""
    melee: bool = False
    ranged: bool = False
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word != 0 and word & 3 == READY:
            stat = t.cards.stat[(word >> 2) - 1]
            melee = melee or stat == MELEE
            ranged = ranged or stat == RANGED
    zones: i64 = 0
    rest = t.standing_troops(seat)
    while rest != 0:
        zone = t.troop_zone[lowest(rest)]
        rest &= rest - 1
        if melee:
            zones |= BIT[zone]
        if ranged:
            zones |= t.board.adjacent[zone]
    return zones
