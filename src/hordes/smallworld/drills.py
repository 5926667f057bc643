"""Beginnings for the fuzzer that bring Monsters, Places and Relics into play."""

from __future__ import annotations

from typing import Any

from hordes.engine.bits import listed
from hordes.engine.rng import Rng
from hordes.engine.state import Drill
from hordes.smallworld import invariants
from hordes.smallworld.options import BOXES, agreed
from hordes.smallworld.vocabulary import MARKER_IDS


def marker_drill(k: int) -> Drill:
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
        if rng.below(3) > 0:
            here: dict[str, Any] = regions.setdefault(board.ids[rng.below(board.size)], {})
            here["marker"] = [*here.get("marker", []), marker]
    return Drill(options, {"regions": regions, "column": column}, ["pick 1"] * int(rules.players))
