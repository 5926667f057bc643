"""Beginnings for the fuzzer: together they bring every race, power, map, mode and number of seats into play."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import listed
from hordes.engine.state import Drill
from hordes.smallworld import invariants
from hordes.smallworld.options import BOXES, agreed
from hordes.smallworld.well import ALL_GHOSTS, POWERS, island_of

RICH: Final = [5, 20, 60, 200]
"""Coins with which the Necromancer begins a drill: from one purchase to all he can have."""


def standard(k: int) -> Drill:
    """A quarter are plain new games; the others deal out chosen combos, which the seats pick from the top."""
    players, lap = 2 + k % 5, k // 5
    if lap % 4 == 3:
        own = invariants.random_map(k) if lap % 8 == 7 else f"map-{2 + lap % 5}p"
        return Drill({"players": players, "map": own}, None, [])
    options: dict[str, Any] = {"players": players, "map": f"map-{players}p", "sets": list(BOXES)}
    return Drill(options, dealt(options, lap // 4 * 3 + lap % 4, lap % players), ["pick 1"] * players)


def dealt(options: dict[str, Any], k: int, first: int) -> dict[str, Any]:
    """The k-th of the positions in which chosen combos lie in the column."""
    rules, board = agreed(options).rules, agreed(options).board
    races = [race.id for race in rules.races if race.in_column()]
    column = invariants.drill(races, rules.power_ids, k, int(rules.players))
    regions = {board.ids[r]: {"lost_tribe": True} for r in listed(board.lost_tribes)}
    return {"first": first, "player": first, "regions": regions, "column": column}


def necromancer(k: int) -> Drill:
    """A quarter are plain new games; in the others chosen powers are in use or can be bought."""
    players, lap = 3 + k % 4, k // 4
    options: dict[str, Any] = {"players": players, "mode": "necromancer", "ghosts": ALL_GHOSTS - lap % 3}
    if lap % 4 == 3:
        options["sets"] = list(BOXES) if lap % 8 == 7 else ["base"]
        return Drill(options | ({"map": lake_map(k)} if lap % 3 == 0 else {}), None, [])
    options["sets"] = list(BOXES)
    board, powers = agreed(options).board, agreed(options).rules.powers
    useful = [power.id for power in powers if power.serves_ghosts()]
    step = 1 + lap % (len(useful) // POWERS)
    drawn = [useful[(lap - lap // 4 + players + n * step) % len(useful)] for n in range(POWERS)]
    position = dealt(options, lap, 0)
    position["column"] = [combo for combo in position["column"] if combo["power"] not in drawn]
    lake = board.ids[island_of(board)]
    position["regions"] = position["regions"] | {lake: {"player": players - 1, "race": "ghosts", "tokens": 1 + lap % 5}}
    used = 1 + lap // 4 % 5
    position["necromancer"] = {"in_use": drawn[:used], "available": drawn[used:]}
    position["players"] = [{}] * (players - 1) + [{"coins": RICH[lap % len(RICH)], "active": {"race": "ghosts"}}]
    return Drill(options, position, ["pick 1"] * (players - 1) + [f"buy {power}" for power in drawn[used:]])


def lake_map(k: int) -> dict[str, Any]:
    """A map of one's own whose first region is a lake."""
    found = invariants.random_map(k)
    found["regions"][0] |= {"terrain": "lake", "lost_tribe": False}
    return found
