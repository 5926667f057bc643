"""What a seat's share of the table is worth beyond its points: what a player would count, weighted by many games.

For each kind of table (two to four players; one player and his dummies; a dummy) and each number of nights to come
there is a row of weights; a seat's expected further points are the sum of feature times weight. Only what everybody
sees goes in, and the number of relics in a hand. `tools/train_covil.py` plays games and fits the weights.
"""

from __future__ import annotations

from typing import Final

from hordes.covil.agenda import kind_of
from hordes.covil.lookout import Lookout
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    COMMAND,
    DAYS,
    DEFENSE,
    EXHAUSTED,
    FEES,
    LEVIES,
    LEVY_MOD,
    MELEE,
    MOST_GOLD,
    MOST_REBELS,
    NEXT_DAY,
    RANGED,
    READY,
    REBEL_STRENGTH,
    SCORE_MOD,
    SEATS,
    SLOTS,
    TIRED,
    TROOPS,
)
from hordes.engine.bits import BIT, count, lowest
from hordes.engine.native import i64, vec

FEATURES: Final = 32
NIGHTS: Final = 5
KINDS: Final = 9

CONSTANT: Final = 0
GOLD: Final = 1
SPILL: Final = 2
RELICS: Final = 3
ACTIVE: Final = 4
STANDING: Final = 5
ON_BOARD: Final = 6
INCOME: Final = 7
CLOSE: Final = 8
TOWN: Final = 9
HP: Final = 10
ALIVE: Final = 11
BARE: Final = 12
BEST_MELEE: Final = 13
BEST_RANGED: Final = 14
ARMS: Final = 15
SHIELDS: Final = 16
TIRED_ONES: Final = 17
EXHAUSTED_ONES: Final = 18
POWER: Final = 19
COMMANDS: Final = 20
BARGAINS: Final = 21
LEVY: Final = 22
WRATH: Final = 23
DOOM: Final = 24
PREY: Final = 25
HUNTED: Final = 26
HUNTED_LYING: Final = 27
RIVALS: Final = 28
LOOT: Final = 29
HARVEST: Final = 30
TEMPO: Final = 31

NAMES: Final = [
    "constant", "gold", "spill", "relics", "active", "standing", "on_board", "income", "close", "town", "hp", "alive",
    "bare", "best_melee", "best_ranged", "arms", "shields", "tired", "exhausted", "power", "commands", "bargains",
    "levy", "wrath", "doom", "prey", "hunted", "hunted_lying", "rivals", "loot", "harvest", "tempo",
]  # fmt: skip


# Which row


def nights_left(t: Table) -> i64:
    """Nights whose fees are still to be paid, tonight's included until then."""
    to_come: i64 = 0 if t.last else DAYS - t.day
    night: bool = False
    for k in range(t.depth):
        kind = kind_of(t.stack[k])
        if kind == NEXT_DAY:
            night = True
        elif kind == FEES or kind == LEVIES:
            return to_come + 1
    return to_come if night else to_come + 1


def row(t: Table, seat: i64) -> i64:
    """Where the weights begin that are for a seat now."""
    nights = nights_left(t)
    kind = t.rules.seats - 2
    if t.rules.humans == 1:
        kind += 6 if t.is_dummy(seat) else 3
    return (kind * NIGHTS + nights) * FEATURES


def summed(weights: vec[i64], start: i64, f: vec[i64]) -> i64:
    """Features times weights, in thousandths of a point."""
    total: i64 = 0
    for k in range(FEATURES):
        total += weights[start + k] * f[k]
    return total


# Features


def measure(t: Table, look: Lookout, seat: i64, f: vec[i64]) -> None:
    """Fill in the features of a seat; the lookout has just looked at this table."""
    gold, income = t.gold[seat], look.income(seat)
    f[CONSTANT] = 1
    f[GOLD] = gold
    f[SPILL] = gold + income - MOST_GOLD if gold + income > MOST_GOLD else 0
    f[RELICS] = count(t.hand[seat])
    f[ACTIVE] = count(t.active[seat])
    f[STANDING] = count(t.standing_of(seat))
    f[ON_BOARD] = t.troops_of(seat)
    f[INCOME] = income
    f[CLOSE] = look.close(seat, t.rules.seats)
    f[TOWN] = look.troops[t.board.town * SEATS + seat]
    f[RIVALS] = count(t.standing) - f[STANDING]
    f[TEMPO] = 1 if t.player == seat and not t.acted else 0
    measure_hall(t, seat, f)
    measure_fortress(t, look, seat, f)
    measure_reach(t, look, seat, f)


def measure_hall(t: Table, seat: i64, f: vec[i64]) -> None:
    """Minions: what is Ready for which use, what has to rest, and what their Influences promise."""
    cards = t.cards
    f[BEST_MELEE] = f[BEST_RANGED] = f[ARMS] = f[SHIELDS] = f[TIRED_ONES] = f[EXHAUSTED_ONES] = 0
    f[POWER] = f[COMMANDS] = f[LEVY] = f[BARGAINS] = f[HARVEST] = 0
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word == 0:
            continue
        minion = (word >> 2) - 1
        power = cards.power[minion]
        f[POWER] += power
        f[LEVY] += cards.simple[minion * 10 + LEVY_MOD]
        f[HARVEST] += cards.simple[minion * 10 + SCORE_MOD]
        if cards.haggles & BIT[minion] != 0:
            f[BARGAINS] += bargains(t, minion)
        if word & 3 == TIRED:
            f[TIRED_ONES] += 1
        elif word & 3 == EXHAUSTED:
            f[EXHAUSTED_ONES] += 1
        else:
            measure_ready(t, minion, power, f)


def measure_ready(t: Table, minion: i64, power: i64, f: vec[i64]) -> None:
    """A Ready Minion: for attack, for defense, for its Command."""
    stat = t.cards.stat[minion]
    if stat == DEFENSE:
        f[SHIELDS] += power
    else:
        f[ARMS] += 1
        best: i64 = BEST_MELEE if stat == MELEE else BEST_RANGED
        f[best] = max(f[best], power)
    if t.cards.ability[minion] == COMMAND:
        f[COMMANDS] += 1


def bargains(t: Table, minion: i64) -> i64:
    """What a Minion takes off the prices of the pool."""
    found: i64 = 0
    for k in range(t.pool_count):
        found -= t.cards.discount[minion * 6 + t.cards.cls[t.pool[k]]]
    return found


def measure_fortress(t: Table, look: Lookout, seat: i64, f: vec[i64]) -> None:
    """The fortress, who threatens it, and whether rebels will."""
    home, hp = t.fortress[seat], t.hp[seat]
    f[HP] = hp
    f[ALIVE] = 1 if hp > 0 else 0
    f[BARE] = f[WRATH] = f[DOOM] = 0
    if home < 0:
        return
    unguarded = look.troops[home * SEATS + seat] == 0
    if hp > 0 and unguarded:
        near = t.board.second[home] | BIT[home]
        f[BARE] = 1 if t.standing & foes_in(t, seat, near) != 0 else 0
    angry = t.rebels
    for other in range(t.rules.seats):
        angry += look.troops[t.board.town * SEATS + other]
    if angry >= MOST_REBELS:
        f[WRATH] = 1
        f[DOOM] = 1 if unguarded and 0 < hp <= REBEL_STRENGTH else 0


def foes_in(t: Table, seat: i64, zones: i64) -> i64:
    """Enemy troops in these zones."""
    found: i64 = 0
    for troop in range(t.rules.seats * TROOPS):
        zone = t.zone[troop]
        if zone >= 0 and zones & BIT[zone] != 0 and troop // TROOPS != seat:
            found |= BIT[troop]
    return found


def measure_reach(t: Table, look: Lookout, seat: i64, f: vec[i64]) -> None:
    """Whom the standing troops can attack, and who can attack: by what is Ready for it."""
    reached = reach(t, seat)
    prey = foes_in(t, seat, reached)
    f[PREY] = count(prey) if count(prey) < f[STANDING] else f[STANDING]
    f[LOOT] = 0
    for other in range(t.rules.seats):
        home = t.fortress[other]
        bare = other != seat and t.hp[other] > 0 and look.troops[home * SEATS + other] == 0
        if bare and reached & BIT[home] != 0:
            f[LOOT] += 1
    danger: i64 = 0
    rest = t.opponents(seat)
    while rest != 0:
        danger |= reach(t, lowest(rest))
        rest &= rest - 1
    f[HUNTED] = f[HUNTED_LYING] = 0
    for troop in range(seat * TROOPS, seat * TROOPS + TROOPS):
        zone = t.zone[troop]
        if zone >= 0 and danger & BIT[zone] != 0:
            f[HUNTED if t.standing & BIT[troop] != 0 else HUNTED_LYING] += 1


def reach(t: Table, seat: i64) -> i64:
    """The zones that a seat's standing troops can attack with a Ready Minion that suits."""
    melee: bool = False
    ranged: bool = False
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        word = t.hall[place]
        if word != 0 and word & 3 == READY:
            stat = t.cards.stat[(word >> 2) - 1]
            melee = melee or stat == MELEE
            ranged = ranged or stat == RANGED
    found: i64 = 0
    rest = t.standing_of(seat)
    while rest != 0:
        zone = t.zone[lowest(rest)]
        rest &= rest - 1
        if melee:
            found |= BIT[zone]
        if ranged:
            found |= t.board.adjacent[zone]
    return found
