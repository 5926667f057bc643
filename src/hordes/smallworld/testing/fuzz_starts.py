"""Start positions for the fuzzer; together they cover every race, power, map, mode and number of seats."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import listed
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import FuzzStart
from hordes.smallworld.options import BUILT_IN_SETS, MAPS, VERSION_1_RULINGS, resolve_options
from hordes.smallworld.sets.necromancer.board import ALL_GHOSTS, POWER_COUNT, island_region_of
from hordes.smallworld.state.constants import MARKER_IDS
from hordes.smallworld.testing import invariants

NECROMANCER_COINS: Final = [5, 20, 60, 200]
"""Starting coins of the Necromancer: from one purchase to all he can buy."""


FUZZED_RULINGS: Final = [
    *VERSION_1_RULINGS,
    "alchemist_needs_region",
    "barbarian_survivors_wait",
    "historian_counts_tribes",
    "hordes_need_company",
]
"""Rulings that do not affect the set-up, so that any start may have them."""


def random_rulings(k: int) -> list[str]:
    """A random selection of the rulings, seeded by the index of the start."""
    rng = Rng(k)
    return [name for name in FUZZED_RULINGS if rng.below(2) == 0]


def standard_start(k: int) -> FuzzStart:
    """A start in the mode `standard`: one in four is a plain new game, the others have chosen combos to pick."""
    players, lap = 2 + k % 5, k // 5
    if lap % 4 == 3:
        # 13 is prime, so that all built-in maps come in turn, unless there are 13
        game_map = invariants.random_map(k) if lap % 8 == 7 else MAPS[(3 + 13 * (lap // 8)) % len(MAPS)]
        return FuzzStart({"players": players, "map": game_map}, None, [])
    options: dict[str, Any] = {"players": players, "map": f"map-{players}p", "sets": list(BUILT_IN_SETS)}
    return FuzzStart(options, dealt_position(options, lap // 4 * 3 + lap % 4, lap % players), ["pick 1"] * players)


def dealt_position(options: dict[str, Any], k: int, first: int) -> dict[str, Any]:
    """The k-th position with chosen combos in the column."""
    rules, board = resolve_options(options).rules, resolve_options(options).board
    races = [race.id for race in rules.races if race.in_column()]
    column = invariants.fuzz_column(races, rules.power_ids, k, int(rules.players))
    regions = {board.ids[r]: {"lost_tribe": True} for r in listed(board.lost_tribes)}
    return {"first": first, "player": first, "regions": regions, "column": column}


def necromancer_start(k: int) -> FuzzStart:
    """A start in the mode `necromancer`: one in four is a plain new game, in the others chosen powers are available."""
    players, lap = 3 + k % 4, k // 4
    options: dict[str, Any] = {"players": players, "mode": "necromancer", "ghosts": ALL_GHOSTS - lap % 3}
    if lap % 4 == 3:
        options["sets"] = list(BUILT_IN_SETS) if lap % 8 == 7 else ["base"]
        return FuzzStart(options | ({"map": lake_map(k)} if lap % 3 == 0 else {}), None, [])
    options["sets"] = list(BUILT_IN_SETS)
    board, powers = resolve_options(options).board, resolve_options(options).rules.powers
    useful = [power.id for power in powers if power.serves_ghosts()]
    step = 1 + lap % (len(useful) // POWER_COUNT)
    drawn = [useful[(lap - lap // 4 + players + n * step) % len(useful)] for n in range(POWER_COUNT)]
    position = dealt_position(options, lap, 0)
    position["column"] = [combo for combo in position["column"] if combo["power"] not in drawn]
    lake = board.ids[island_region_of(board)]
    position["regions"] = position["regions"] | {lake: {"player": players - 1, "race": "ghosts", "tokens": 1 + lap % 5}}
    used = 1 + lap // 4 % 5
    position["necromancer"] = {"in_use": drawn[:used], "available": drawn[used:]}
    position["players"] = [{}] * (players - 1) + [
        {"coins": NECROMANCER_COINS[lap % len(NECROMANCER_COINS)], "active": {"race": "ghosts"}}
    ]
    return FuzzStart(options, position, ["pick 1"] * (players - 1) + [f"buy {power}" for power in drawn[used:]])


def lake_map(k: int) -> dict[str, Any]:
    """A random map whose first region is a lake."""
    game_map = invariants.random_map(k)
    game_map["regions"][0] |= {"terrain": "lake", "lost_tribe": False}
    return game_map


def marker_start(k: int) -> FuzzStart:
    """In rotation: a new team game, one with chosen combos, one on a small random map, and markers without teams."""
    lap = k // 4
    options: dict[str, Any] = {"players": 6, "mode": "teams", "sets": list(BUILT_IN_SETS)}
    if k % 4 == 0:
        return FuzzStart(options if lap % 2 == 0 else options | {"sets": ["base"]}, None, [])
    if k % 4 == 1:
        return _start_with_markers(options, lap)
    if k % 4 == 2:
        return _start_with_markers(options | {"map": small_map(k)}, lap)
    alone = {"players": 2 + lap % 5, "sets": list(BUILT_IN_SETS), "markers": True}
    if lap % 2 == 0:
        return FuzzStart(alone | {"map": f"map-{2 + lap % 4}p"}, None, [])
    return _start_with_markers(alone | {"map": small_map(k)}, lap)


def small_map(seed: int) -> dict[str, Any]:
    """A random map with few regions, all of them entry regions, so that there is much contact."""
    game_map = invariants.random_map(seed, 14)
    for region in game_map["regions"]:
        region["border"] = True
    return game_map


def _start_with_markers(options: dict[str, Any], lap: int) -> FuzzStart:
    """A position with chosen combos, Monsters in every second Lost Tribe's region, and some markers on the map."""
    rules, board, rng = resolve_options(options).rules, resolve_options(options).board, Rng(lap)
    column = invariants.fuzz_column(rules.race_ids, rules.power_ids, lap, int(rules.players))
    regions: dict[str, Any] = {board.ids[r]: {"lost_tribe": True} for r in listed(board.lost_tribes)}
    for n, r in enumerate(listed(board.lost_tribes)[:8]):
        if n % 2 == 0:
            regions[board.ids[r]]["monster"] = True
    for marker in MARKER_IDS:
        if marker == "vale" or rng.below(3) > 0:
            here: dict[str, Any] = regions.setdefault(board.ids[rng.below(board.size)], {})
            here["marker"] = [*here.get("marker", []), marker]
    opening = ["pick 1"] * int(rules.players) + ["swap"] * 6
    return FuzzStart(options, {"regions": regions, "column": column}, opening)
