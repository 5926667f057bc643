"""Beginnings for the fuzzer: together they bring every race, power, map, mode and number of seats into play."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import listed
from hordes.engine.rng import Rng
from hordes.engine.state import Drill
from hordes.smallworld import invariants
from hordes.smallworld.options import BOXES, FORMER, agreed
from hordes.smallworld.vocabulary import MARKER_IDS
from hordes.smallworld.well import ALL_GHOSTS, POWERS, island_of

RICH: Final = [5, 20, 60, 200]
"""Coins with which the Necromancer begins a drill: from one purchase to all he can have."""


SWITCHES: Final = [
    *FORMER, "alchemist_needs_region", "barbarian_survivors_wait", "historian_counts_tribes", "hordes_need_company",
]  # fmt: skip
"""Rulings that change no set-up, so that any beginning may have them."""


def switched(k: int) -> list[str]:
    """Some of the rulings, others for each beginning."""
    rng = Rng(k)
    return [name for name in SWITCHES if rng.below(2) == 0]


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


def with_markers(k: int) -> Drill:
    """By turns a new team game, one with chosen combos, one on a small map of its own, and markers without teams."""
    lap = k // 4
    options: dict[str, Any] = {"players": 6, "mode": "teams", "sets": list(BOXES)}
    if k % 4 == 0:
        return Drill(options if lap % 2 == 0 else options | {"sets": ["base"]}, None, [])
    if k % 4 == 1:
        return _laid_out(options, lap)
    if k % 4 == 2:
        return _laid_out(options | {"map": small_map(k)}, lap)
    alone = {"players": 2 + lap % 5, "sets": list(BOXES), "markers": True}
    if lap % 2 == 0:
        return Drill(alone | {"map": f"map-{2 + lap % 4}p"}, None, [])
    return _laid_out(alone | {"map": small_map(k)}, lap)


def small_map(seed: int) -> dict[str, Any]:
    """A map with few regions, so that everybody is in everybody's way; each can be entered."""
    found = invariants.random_map(seed, 14)
    for region in found["regions"]:
        region["border"] = True
    return found


def _laid_out(options: dict[str, Any], lap: int) -> Drill:
    """Chosen combos, Monsters in every second Lost Tribe's region, and some markers on the map from the start."""
    rules, board, rng = agreed(options).rules, agreed(options).board, Rng(lap)
    column = invariants.drill(rules.race_ids, rules.power_ids, lap, int(rules.players))
    regions: dict[str, Any] = {board.ids[r]: {"lost_tribe": True} for r in listed(board.lost_tribes)}
    for n, r in enumerate(listed(board.lost_tribes)[:8]):
        if n % 2 == 0:
            regions[board.ids[r]]["monster"] = True
    for marker in MARKER_IDS:
        if marker == "vale" or rng.below(3) > 0:
            here: dict[str, Any] = regions.setdefault(board.ids[rng.below(board.size)], {})
            here["marker"] = [*here.get("marker", []), marker]
    opening = ["pick 1"] * int(rules.players) + ["swap"] * 6
    return Drill(options, {"regions": regions, "column": column}, opening)
