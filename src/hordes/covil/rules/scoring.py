"""Final scoring, tie-breakers, and the winners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hordes.covil.rules import hiring
from hordes.covil.state.constants import INFLUENCE, PER_MINION, PER_RELIC, PER_TROOP, SCORE_MOD, SLOTS
from hordes.covil.state.table import Table
from hordes.engine.core.bits import count
from hordes.engine.mypyc_compat import i64

if TYPE_CHECKING:
    from hordes.covil.wire.views import PublicPoints

FORTRESS_POINTS: Final = 5


def total_points(t: Table, seat: i64) -> i64:
    """All victory points: Minions' costs, 5 for a standing fortress, gold, relics in hand, and Influences."""
    total = t.gold[seat] + hiring.relic_gold(t, t.hand[seat]) + influence_points(t, seat)
    return total + fortress_points(t, seat) + minion_points(t, seat)


def public_points(t: Table, seat: i64) -> PublicPoints:
    """The points that everybody can see, by source: all but the relics in hand."""
    return {
        "minions": minion_points(t, seat), "fortress": fortress_points(t, seat), "gold": t.gold[seat],
        "influence": influence_points(t, seat),
    }  # fmt: skip


def fortress_points(t: Table, seat: i64) -> i64:
    """Points for a fortress that still stands."""
    return FORTRESS_POINTS if t.hp[seat] > 0 else 0


def minion_points(t: Table, seat: i64) -> i64:
    """The printed costs of the Minions in a hall."""
    total: i64 = 0
    for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
        if t.hall[place] != 0:
            total += t.cards.cost[(t.hall[place] >> 2) - 1]
    return total


def influence_points(t: Table, seat: i64) -> i64:
    """Points by Influences, for Minions of a class, relics in hand or troops on the board."""
    total: i64 = 0
    for slot in range(SLOTS):
        minion = t.minion_at(seat, slot)
        if minion >= 0 and t.cards.ability[minion] == INFLUENCE:
            for effect in t.cards.effects_of(minion):
                if effect.opcode == SCORE_MOD:
                    total += effect.amount * influence_count(t, seat, effect.per, effect.minion_class)
    return total


def points_per_relic(t: Table, seat: i64) -> i64:
    """Points by Influences for each relic in hand."""
    total: i64 = 0
    for slot in range(SLOTS):
        minion = t.minion_at(seat, slot)
        if minion >= 0 and t.cards.ability[minion] == INFLUENCE:
            for effect in t.cards.effects_of(minion):
                if effect.opcode == SCORE_MOD and effect.per == PER_RELIC:
                    total += effect.amount
    return total


def influence_count(t: Table, seat: i64, per: i64, cls: i64) -> i64:
    """How often an Influence counts."""
    if per == PER_RELIC:
        return count(t.hand[seat])
    if per == PER_TROOP:
        return t.troop_count(seat)
    n: i64 = 0
    for slot in range(SLOTS):
        minion = t.minion_at(seat, slot)
        if per == PER_MINION and minion >= 0 and (cls < 0 or t.cards.minion_class[minion] == cls):
            n += 1
    return n


def highest_cost(t: Table, seat: i64) -> i64:
    """The cost of the most expensive Minion."""
    best: i64 = 0
    for slot in range(SLOTS):
        minion = t.minion_at(seat, slot)
        if minion >= 0 and t.cards.cost[minion] > best:
            best = t.cards.cost[minion]
    return best


def tie_break_key(t: Table, seat: i64) -> list[int]:
    """What decides the game, most important first: points, troops, hit points, gold, most expensive Minion."""
    return [total_points(t, seat), t.troop_count(seat), t.hp[seat], t.gold[seat], highest_cost(t, seat)]


def winners(t: Table) -> list[int]:
    """The seats with the best tie-break key; a solo player wins only with more points than every dummy."""
    seats = list(range(t.rules.seats))
    if t.rules.humans == 1:
        scores = [total_points(t, seat) for seat in seats]
        best = max(scores[1:])
        return [0] if scores[0] > best else [seat for seat in seats[1:] if scores[seat] == best]
    best_standing = max([tie_break_key(t, seat) for seat in seats])
    return [seat for seat in seats if tie_break_key(t, seat) == best_standing]


REASONS: Final = [
    "most victory points",
    "a tie on points, more troops on the board",
    "a tie, more hit points at the fortress",
    "a tie, more gold in the treasury",
    "a tie, the most expensive Minion",
]


def win_reason(t: Table, won: list[int]) -> str:
    """The sentence that says what decided."""
    if t.rules.humans == 1:
        return "more points than every dummy" if won == [0] else "the human needs more points than every dummy"
    if len(won) > 1:
        return "shared victory: equal in points, troops, hit points, gold and Minions"
    best = tie_break_key(t, won[0])
    others = [tie_break_key(t, seat) for seat in range(t.rules.seats) if seat != won[0]]
    for k in range(len(best)):
        if not [o for o in others if o[: k + 1] == best[: k + 1]]:
            return REASONS[k]
    return REASONS[0]


def result(t: Table) -> dict[str, Any]:
    """Scores, winners and the reason."""
    won = winners(t)
    scores = [int(total_points(t, seat)) for seat in range(t.rules.seats)]
    return {"scores": scores, "winners": won, "reason": win_reason(t, won)}
