"""Victory coins: what a turn pays, and who wins."""

from __future__ import annotations

from typing import Any

from hordes.engine.bits import count, lowest
from hordes.engine.native import i64
from hordes.smallworld import tell
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.markers import Marker
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import MARKER_AT


def score(t: Table) -> None:
    """One coin for each region of the player's races, active or in decline, and the bonuses of race and badge."""
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
        tell.scored(t, total, sources(t, seat))
    t.earn(seat, total)
    if me is not NOBODY:
        me.race.scored(t, me)
        me.power.scored(t, me)
    t.scored = True
    t.rules.mode.scored(t)


def held_markers(t: Table, me: Army) -> list[Marker]:
    """The Places and Relics that lie in an army's regions."""
    return [marker for marker in t.rules.markers if me.regions & t.marks[MARKER_AT + marker.index] != 0]


def sources(t: Table, seat: i64) -> list[list[Any]]:
    """Where the coins of a turn come from, for people and statistics."""
    me = t.active[seat]
    found: list[list[Any]] = [["regions", count(me.regions)]]
    if me is not NOBODY:
        found.append([me.race.name, me.race.income(t, me)])
        found += [[badge.name, badge.income(t, me)] for badge in me.power.badges()]
        found += [[marker.name, marker.income(t, me)] for marker in held_markers(t, me)]
    for army in t.declined:
        if army.seat == seat:
            found.append([f"declined {army.race.name}", count(army.regions)])
            found.append([f"{army.race.name} in decline", army.race.declined_income(t, army)])
    return [part for part in found if part[1] != 0]


def tokens_on_map(t: Table, seat: i64) -> i64:
    """Race tokens of a player on the map, active and in decline: they break a tie."""
    total: i64 = 0
    rest = t.held(seat)
    while rest != 0:
        total += t.troops_in(lowest(rest))
        rest &= rest - 1
    return total


def result(t: Table) -> dict[str, Any]:
    """What the mode says, or the best of all."""
    own = t.rules.mode.result(t)
    return best_of(t, list(range(t.rules.players))) if own is None else own


def best_of(t: Table, seats: list[int]) -> dict[str, Any]:
    """Most coins win; tied players compare their race tokens on the map; still tied, they share the victory."""
    scores = [int(t.coins[seat]) for seat in range(t.rules.players)]
    best = max([scores[seat] for seat in seats])
    rich = [seat for seat in seats if scores[seat] == best]
    if len(rich) == 1:
        return {"scores": scores, "winners": rich, "reason": f"most coins: {best}"}
    troops = [int(tokens_on_map(t, seat)) for seat in rich]
    most = max(troops)
    winners = [seat for seat, n in zip(rich, troops, strict=True) if n == most]
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
