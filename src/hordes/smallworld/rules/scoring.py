"""Scoring: the coins of a turn, and the winners of a game."""

from __future__ import annotations

from typing import Any

from hordes.engine.core.bits import count, lowest
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.state import events
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import MARKER_AT
from hordes.smallworld.state.markers import Marker
from hordes.smallworld.state.table import Table


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
        events.scored(t, total, income_sources(t, seat))
    t.add_coins(seat, total)
    if me is not NOBODY:
        me.race.scored(t, me)
        me.power.scored(t, me)
    t.is_scored = True
    t.rules.mode.scored(t)


def held_markers(t: Table, me: Army) -> list[Marker]:
    """The Places and Relics that lie in an army's regions."""
    return [marker for marker in t.rules.markers if me.regions & t.marker_state[MARKER_AT + marker.index] != 0]


def income_sources(t: Table, seat: i64) -> list[list[Any]]:
    """Breakdown of the coins of a turn as a list of [name, coins], for people and statistics."""
    me = t.active[seat]
    sources: list[list[Any]] = [["regions", count(me.regions)]]
    if me is not NOBODY:
        sources.append([me.race.name, me.race.income(t, me)])
        sources += [[badge.name, badge.income(t, me)] for badge in me.power.badges()]
        sources += [[marker.name, marker.income(t, me)] for marker in held_markers(t, me)]
    for army in t.declined:
        if army.seat == seat:
            sources.append([f"declined {army.race.name}", count(army.regions)])
            sources.append([f"{army.race.name} in decline", army.race.declined_income(t, army)])
    return [part for part in sources if part[1] != 0]


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
