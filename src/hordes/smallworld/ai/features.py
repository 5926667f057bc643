"""Features of a seat's position for the linear evaluator.

For each number of players, each place in the order of play and each number of turns left there is a row of weights; a
seat's expected further coins are the dot product of features and weights. `tools/train_smallworld.py` fits them.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.core.bits import count, lowest
from hordes.engine.mypyc_compat import i64, vec
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.table import Table

FEATURE_COUNT: Final = 16
HORIZON: Final = 12
"""Weight rows for turns left, 0 to 11; more turns left use the last row."""

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

FEATURE_NAMES: Final = [
    "constant", "regions", "bonus", "spoils", "declined", "heritage", "tokens", "strong", "strong_declined", "idle",
    "pressed", "pressed_declined", "room", "offer", "lasting", "traits",
]  # fmt: skip


def compute_features(t: Table, seat: i64, immune: i64, traits: i64, f: vec[i64]) -> None:
    """Compute the features of a seat into `f`."""
    me = t.active[seat]
    near = t.board.neighbours(rival_regions(t, seat))
    f[CONSTANT] = 1
    f[REGIONS] = count(me.regions)
    f[BONUS] = f[SPOILS] = f[LASTING] = f[ROOM] = f[OFFER] = f[IDLE] = 0
    f[TOKENS] = f[STRONG] = f[PRESSED] = f[TRAITS] = 0
    if me is NOBODY:
        f[IDLE] = 1
        f[OFFER] = best_offer(t)
    else:
        f[TOKENS] = me.hand + me.hordes_in_hand + tokens_in(t, me.regions)
        f[STRONG] = count_well_defended(t, me.regions, immune, 3)
        f[PRESSED] = count(me.regions & near & ~immune)
        f[BONUS] = recurring_bonus(t, me)
        if seat == t.player:
            f[SPOILS] = me.race.income(t, me) + me.power.income(t, me) - me.wealth_due - f[BONUS]
        if me.power.ignores_decline_limit() or me.race.acts_in_decline():
            f[LASTING] = 1
        f[ROOM] = count_easy_targets(t, me, immune)
        f[TRAITS] = traits
    compute_declined_features(t, seat, near, immune, f)


def compute_declined_features(t: Table, seat: i64, near: i64, immune: i64, f: vec[i64]) -> None:
    """Compute the features of a seat's races in decline."""
    f[DECLINED] = f[HERITAGE] = f[STRONG_DECLINED] = f[PRESSED_DECLINED] = 0
    for army in t.declined:
        if army.seat == seat:
            f[DECLINED] += count(army.regions)
            f[HERITAGE] += army.race.declined_income(t, army)
            f[STRONG_DECLINED] += count_well_defended(t, army.regions, immune, 2)
            f[PRESSED_DECLINED] += count(army.regions & near & ~immune)


def rival_regions(t: Table, seat: i64) -> i64:
    """Regions of other seats' active races."""
    regions: i64 = 0
    for army in t.active:
        if army.seat != seat:
            regions |= army.regions
    return regions


def tokens_in(t: Table, regions: i64) -> i64:
    """Number of tokens of any kind in these regions."""
    total: i64 = 0
    rest = regions
    while rest != 0:
        total += t.troops_in(lowest(rest))
        rest &= rest - 1
    return total


def count_well_defended(t: Table, regions: i64, immune: i64, strength: i64) -> i64:
    """How many of these regions are immune or have at least this defence."""
    total: i64 = count(regions & immune)
    rest = regions & ~immune
    while rest != 0:
        if t.defence_of(lowest(rest)) >= strength:
            total += 1
        rest &= rest - 1
    return total


def count_easy_targets(t: Table, me: Army, immune: i64) -> i64:
    """How many regions next to the army are defended by at most one token or piece."""
    neighbours: i64 = t.board.neighbours(me.regions) if me.regions != 0 else t.board.border
    rest = neighbours & (t.board.land | me.power.open_waters(t, me)) & ~t.regions_of(me.seat) & ~immune
    total: i64 = 0
    while rest != 0:
        if t.defence_of(lowest(rest)) <= 1:
            total += 1
        rest &= rest - 1
    return total


def recurring_bonus(t: Table, me: Army) -> i64:
    """Bonus coins per turn that recur: without those for this turn's conquests and those paid only once."""
    conquests = t.this_turn.nonempty_conquests
    t.this_turn.nonempty_conquests = 0  # set for the moment so that income hooks do not count this turn's conquests
    bonus = me.race.income(t, me) + me.power.income(t, me) - me.wealth_due
    t.this_turn.nonempty_conquests = conquests
    return bonus


def best_offer(t: Table) -> i64:
    """Tokens plus coins minus price of the best combo in the column."""
    best: i64 = 0
    for slot in range(t.column_size):
        offer = combo_tokens(t, slot) + t.combo_coins[slot] - t.pick_price(slot)
        best = max(best, offer)
    return best


def combo_tokens(t: Table, slot: i64) -> i64:
    """Tokens of a combo in the column."""
    race = t.rules.races[t.combo_race[slot]]
    return race.banner + race.bonus_tokens + t.rules.powers[t.combo_power[slot]].tokens + t.combo_tokens[slot]


def pending_coins(t: Table, seat: i64) -> i64:
    """Coins that a seat would score now."""
    me = t.active[seat]
    total: i64 = 0
    if me is not NOBODY:
        total = count(me.regions) + me.race.income(t, me) + me.power.income(t, me)
    for army in t.declined:
        if army.seat == seat:
            total += count(army.regions) + army.race.declined_income(t, army)
    return total


def turns_left(t: Table, seat: i64, ended: bool) -> i64:
    """Turns of a seat that are still to be scored; `ended` counts the turn in progress as scored."""
    players = t.rules.players
    order, now = (seat - t.first_seat) % players, (t.player - t.first_seat) % players
    played = order < now or (order == now and (ended or t.this_turn.is_scored))
    left = t.rules.turns - t.turn
    return left if played else left + 1


def weight_row(t: Table, seat: i64, ended: bool) -> i64:
    """Offset of the weight row for a seat now."""
    players = t.rules.players
    next_seat: i64 = t.player + 1 if ended else t.player
    place = (seat - next_seat) % players
    left = turns_left(t, seat, ended)
    if left >= HORIZON:
        left = HORIZON - 1
    return (((players - 2) * 6 + place) * HORIZON + left) * FEATURE_COUNT


def weighted_sum(weights: vec[i64], start: i64, f: vec[i64]) -> i64:
    """Dot product of features and weights, in thousandths of a coin."""
    total: i64 = 0
    for k in range(FEATURE_COUNT):
        total += weights[start + k] * f[k]
    return total
