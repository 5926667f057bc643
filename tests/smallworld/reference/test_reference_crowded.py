"""Differential tests from crowded positions: a Necromancer with six powers in use, and teams with every marker in play.

These start from positions that random games rarely reach.
"""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from hordes.smallworld.options import BUILT_IN_SETS, map_data
from hordes.smallworld.state.constants import MARKER_IDS
from tests.smallworld.reference.test_reference_sets import SETS, WATER, RulesReference, game

NECROMANCER = {"players": 3, "sets": SETS, "mode": "necromancer"}
TEAMS = {"players": 6, "sets": SETS, "mode": "teams"}
BOXES = [BUILT_IN_SETS[box] for box in ("base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus")]
RACES = [race().id for races, _ in BOXES for race in races]
POWERS = [badge.id for _, powers in BOXES for badge in [kind() for kind in powers] if badge.serves_ghosts()]


def six_powers(rng: random.Random) -> dict[str, Any]:
    """A position: nine Ghosts on the Island and six powers in use."""
    lake = next(str(region["id"]) for region in map_data("map-2p")["regions"] if region["terrain"] == "lake")
    ghosts = {"race": "ghosts", "power": None, "hand": 0}
    return {
        "turn": rng.choice([1, 2]),
        "regions": {lake: {"player": 2, "race": "ghosts", "tokens": 9}},
        "players": [{}, {}, {"coins": rng.choice([0, 40]), "active": ghosts}],
        "necromancer": {"in_use": rng.sample(POWERS, 6)},
    }


def crowded_teams(rng: random.Random) -> dict[str, Any]:
    """A position: six active and six declined races, all markers with active races, Bony on a declined one."""
    races, powers = rng.sample(RACES, 12), rng.sample(POWERS, 6)
    land = [str(region["id"]) for region in map_data("map-6p")["regions"] if region["terrain"] not in WATER]
    rng.shuffle(land)
    regions: dict[str, Any] = {}
    for seat in range(6):
        for race, declined, n in ((races[seat], False, 3), (races[seat + 6], True, 2)):
            tokens = 2 if race == "kobolds" and not declined else 1
            entry = {"player": seat, "race": race, "tokens": tokens, "declined": declined}
            regions |= {land.pop(): dict(entry) for _ in range(n)}
    active = [name for name, entry in regions.items() if not entry["declined"]]
    for marker, name in zip(MARKER_IDS, rng.sample(active, len(MARKER_IDS)), strict=True):
        regions[name]["marker"] = marker
    players = [
        {
            "coins": rng.randint(0, 6),
            "active": {"race": races[seat], "power": powers[seat], "hand": 2},
            "declined": [{"race": races[seat + 6]}],
        }
        for seat in range(6)
    ]
    bony = rng.randrange(6)
    return {
        "turn": rng.randint(1, 7),
        "player": rng.randrange(6),
        "regions": regions,
        "players": players,
        "bony": {"player": bony, "race": races[bony + 6]},
    }


def compare(options: dict[str, Any], seed: int, position: dict[str, Any], steps: int) -> int:
    """Compare legal conquests with the reference; returns how often a region protected by Bony was a target."""
    met = 0
    for reply, _, _ in islice(game(options, seed, position=position | {"phase": "start"}), steps):
        if reply["phase"] in ("conquer", "ghouls"):
            reference = RulesReference(options, reply)
            offered = {move for move in reply["legal"] if move.startswith("conquer")}
            assert offered == reference.conquests(), reply["position"]
            met += bool(reference.bony_regions() & reference.targets())
    return met


def test_six_powers_at_once_add_up() -> None:
    """Rulings 148-158: the powers in use cumulate, whichever they are."""
    for seed in range(12):
        compare(NECROMANCER, seed, six_powers(random.Random(seed)), 120)


@pytest.mark.parametrize("first", [0, 20])
def test_nobody_has_more_than_plain_means_against_the_race_that_bony_protects(first: int) -> None:
    """Rulings 168 and 169, among all races and powers."""
    met = [compare(TEAMS, seed, crowded_teams(random.Random(seed)), 40) for seed in range(first, first + 20)]
    assert sum(met) > 20
