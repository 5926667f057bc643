"""Final scoring, its tie-breakers, and who has won."""

from __future__ import annotations

from typing import Any, Final

from hordes.covil import hall
from hordes.covil.table import Table
from hordes.covil.vocabulary import INFLUENCE, PER_MINION, PER_RELIC, PER_TROOP, SCORE_MOD, SLOTS
from hordes.engine.bits import count
from hordes.engine.native import i64

LIVING_FORTRESS: Final = 5


def points(t: Table, seat: i64) -> i64:
    """Printed costs, 5 for a fortress that stands, gold, relics in hand, and Influences."""
    total = t.gold[seat] + hall.relic_gold(t, t.hand[seat]) + influence(t, seat)
    return total + fortress(t, seat) + minions(t, seat)


def in_sight(t: Table, seat: i64) -> dict[str, int]:
    """The points that everybody can count: all but the relics in hand, of which only the number is known."""
    found = {"minions": int(minions(t, seat)), "fortress": int(fortress(t, seat)), "gold": int(t.gold[seat])}
    return found | {"influence": int(influence(t, seat))}


def fortress(t: Table, seat: i64) -> i64:
    """For a fortress that stands."""
    return LIVING_FORTRESS if t.hp[seat] > 0 else 0


def minions(t: Table, seat: i64) -> i64:
    """The printed costs of a hall."""
    total: i64 = 0
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        if t.hall[place] != 0:
            total += t.cards.cost[(t.hall[place] >> 2) - 1]
    return total


def influence(t: Table, seat: i64) -> i64:
    """What Influences add for Minions of a class, relics in hand and troops on the board."""
    total: i64 = 0
    for slot in range(SLOTS):
        minion = t.minion_at(seat, slot)
        if minion >= 0 and t.cards.ability[minion] == INFLUENCE:
            for effect in t.cards.of(minion):
                if effect.what == SCORE_MOD:
                    total += effect.n * occasions(t, seat, effect.per, effect.cls)
    return total


def per_relic(t: Table, seat: i64) -> i64:
    """What Influences add for each relic in hand."""
    total: i64 = 0
    for slot in range(SLOTS):
        minion = t.minion_at(seat, slot)
        if minion >= 0 and t.cards.ability[minion] == INFLUENCE:
            for effect in t.cards.of(minion):
                if effect.what == SCORE_MOD and effect.per == PER_RELIC:
                    total += effect.n
    return total


def occasions(t: Table, seat: i64, per: i64, cls: i64) -> i64:
    """How often an Influence counts."""
    if per == PER_RELIC:
        return count(t.hand[seat])
    if per == PER_TROOP:
        return t.troops_of(seat)
    n: i64 = 0
    for slot in range(SLOTS):
        minion = t.minion_at(seat, slot)
        if per == PER_MINION and minion >= 0 and (cls < 0 or t.cards.cls[minion] == cls):
            n += 1
    return n


def dearest(t: Table, seat: i64) -> i64:
    """The cost of the most expensive Minion."""
    best: i64 = 0
    for slot in range(SLOTS):
        minion = t.minion_at(seat, slot)
        if minion >= 0 and t.cards.cost[minion] > best:
            best = t.cards.cost[minion]
    return best


def standing_of(t: Table, seat: i64) -> list[int]:
    """What decides, the most important first: points, troops, hit points, gold, the dearest Minion."""
    return [points(t, seat), t.troops_of(seat), t.hp[seat], t.gold[seat], dearest(t, seat)]


def winners(t: Table) -> list[int]:
    """Whoever is first in all that decides; alone against dummies one needs more points than each of them."""
    seats = list(range(t.rules.seats))
    if t.rules.humans == 1:
        scores = [points(t, seat) for seat in seats]
        best = max(scores[1:])
        return [0] if scores[0] > best else [seat for seat in seats[1:] if scores[seat] == best]
    best_standing = max([standing_of(t, seat) for seat in seats])
    return [seat for seat in seats if standing_of(t, seat) == best_standing]


REASONS: Final = [
    "most victory points",
    "a tie on points, more troops on the board",
    "a tie, more hit points at the fortress",
    "a tie, more gold in the treasury",
    "a tie, the most expensive Minion",
]


def reason(t: Table, won: list[int]) -> str:
    """What decided."""
    if t.rules.humans == 1:
        return "more points than every dummy" if won == [0] else "the human needs more points than every dummy"
    if len(won) > 1:
        return "shared victory: equal in points, troops, hit points, gold and Minions"
    best = standing_of(t, won[0])
    others = [standing_of(t, seat) for seat in range(t.rules.seats) if seat != won[0]]
    for k in range(len(best)):
        if not [o for o in others if o[: k + 1] == best[: k + 1]]:
            return REASONS[k]
    return REASONS[0]


def result(t: Table) -> dict[str, Any]:
    """Scores, winners and the reason."""
    won = winners(t)
    scores = [int(points(t, seat)) for seat in range(t.rules.seats)]
    return {"scores": scores, "winners": won, "reason": reason(t, won)}
