"""Scoring: the coins of a turn, and the winners of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hordes.engine.core.bits import count, lowest
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.state import events
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import MARKER_AT
from hordes.smallworld.state.markers import Marker
from hordes.smallworld.state.table import Table

if TYPE_CHECKING:
    from hordes.smallworld.wire.parts import IncomeKind, IncomePart


def score(t: Table) -> None:
    """Pay the turn: a coin for each region, active or declined, and the bonuses of race, badge and markers."""
    seat = t.player
    me = t.active[seat]
    total: i64 = 0
    if me is not NOBODY:
        total = count(me.regions) + me.race.income(t, me) + me.power.income(t, me)
        for marker in held_markers(t, me):
            total += marker.income(t, me)
    for army in t.declined:
        if army.seat == seat:
            total += count(army.regions) + army.race.declined_income(t, army)
    if t.sink is not None:
        parts = income_parts(t, seat)
        events.scored(t, total, parts, [[income_label(t, part), part["amount"]] for part in parts])
    t.add_coins(seat, total)
    if me is not NOBODY:
        me.race.scored(t, me)
        me.power.scored(t, me)
    t.this_turn.is_scored = True
    t.rules.mode.scored(t)


def held_markers(t: Table, me: Army) -> list[Marker]:
    """The Places and Relics that lie in an army's regions."""
    return [marker for marker in t.rules.markers if me.regions & t.marker_state[MARKER_AT + marker.index] != 0]


def income_parts(t: Table, seat: i64) -> list[IncomePart]:
    """The coins of a turn part by part, for statistics and for people."""
    me = t.active[seat]
    parts: list[IncomePart] = []
    if me is not NOBODY:
        parts += [_part("regions", me.race.id, count(me.regions)), _part("race", me.race.id, me.race.income(t, me))]
        parts += [_part("power", badge.id, badge.income(t, me)) for badge in me.power.badges()]
        parts += [_part("marker", marker.id, marker.income(t, me)) for marker in held_markers(t, me)]
    for army in t.declined:
        if army.seat == seat:
            coins = army.race.declined_income(t, army)
            parts += [_part("regions", army.race.id, count(army.regions), True)]
            parts += [_part("race", army.race.id, coins, True)]
    return [part for part in parts if part["amount"] != 0]


def income_label(t: Table, part: IncomePart) -> str:
    """The English label of a part of an income, for the terminal and for statistics."""
    if part["kind"] == "regions" and not part["declined"]:
        return "regions"
    names = {race.id: race.name for race in t.rules.races} | {marker.id: marker.name for marker in t.rules.markers}
    name = (names | {power.id: power.name for power in t.rules.powers})[part["source"]]
    if part["kind"] == "regions":
        return f"declined {name}"
    return f"{name} in decline" if part["declined"] else name


def _part(kind: IncomeKind, source: str, amount: i64, declined: bool = False) -> IncomePart:
    return {"kind": kind, "source": source, "declined": declined, "amount": amount}


def tokens_on_map(t: Table, seat: i64) -> i64:
    """Tokens of a player on the map, active and in decline: the tie-breaker."""
    total: i64 = 0
    rest = t.regions_of(seat)
    while rest != 0:
        total += t.troops_in(lowest(rest))
        rest &= rest - 1
    return total


def result(t: Table) -> dict[str, Any]:
    """Result of the game by the mode's own victory condition, or by coins."""
    mode_result = t.rules.mode.result(t)
    return best_of(t, list(range(t.rules.players))) if mode_result is None else mode_result


def best_of(t: Table, seats: list[int]) -> dict[str, Any]:
    """Result by coins among some seats: ties are broken by tokens on the map, else the victory is shared."""
    scores = [int(t.coins[seat]) for seat in range(t.rules.players)]
    best = max([scores[seat] for seat in seats])
    leaders = [seat for seat in seats if scores[seat] == best]
    if len(leaders) == 1:
        return {"scores": scores, "winners": leaders, "reason": f"most coins: {best}"}
    troops = [int(tokens_on_map(t, seat)) for seat in leaders]
    most = max(troops)
    winners = [seat for seat, n in zip(leaders, troops, strict=True) if n == most]
    if len(winners) == 1:
        return {
            "scores": scores,
            "winners": winners,
            "reason": f"tied at {best} coins; most race tokens on the map: {most}",
        }
    return {
        "scores": scores,
        "winners": winners,
        "reason": f"shared: tied at {best} coins and {most} race tokens on the map",
    }
