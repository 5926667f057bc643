"""A second opinion on crowded tables: a Necromancer with six powers at once, and teams with every marker on the map.

What random games from the start rarely bring about stands on the map from the first move.
"""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from hordes.smallworld.options import map_data
from hordes.smallworld.sets import base, be_not_afraid, cursed, grand_dames, royal_bonus
from hordes.smallworld.vocabulary import MARKER_IDS
from tests.smallworld.test_second_opinion_boxes import BOXES, WATER, Witness, game

HAUNTED = {"players": 3, "sets": BOXES, "mode": "necromancer"}
TEAMS = {"players": 6, "sets": BOXES, "mode": "teams"}
SETS = (base, cursed, grand_dames, be_not_afraid, royal_bonus)
RACES = [race().id for box in SETS for race in box.RACES]
POWERS = [badge.id for box in SETS for badge in [kind() for kind in box.POWERS] if badge.serves_ghosts()]


def haunted(rng: random.Random) -> dict[str, Any]:
    """Nine Ghosts on the Island and six powers in use."""
    lake = next(str(region["id"]) for region in map_data("map-2p")["regions"] if region["terrain"] == "lake")
    ghosts = {"race": "ghosts", "power": None, "hand": 0}
    return {
        "turn": rng.choice([1, 2]),
        "regions": {lake: {"player": 2, "race": "ghosts", "tokens": 9}},
        "players": [{}, {}, {"coins": rng.choice([0, 40]), "active": ghosts}],
        "necromancer": {"in_use": rng.sample(POWERS, 6)},
    }


def crowd(rng: random.Random) -> dict[str, Any]:
    """Six active and six declined races, the markers in active hands, and Bony on one of the declined."""
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
    """Hold what is on offer against the rules; answers with the number of times a protected region was in reach."""
    met = 0
    for reply, _, _ in islice(game(options, seed, position=position | {"phase": "start"}), steps):
        if reply["phase"] in ("conquer", "ghouls"):
            witness = Witness(options, reply)
            offered = {move for move in reply["legal"] if move.startswith("conquer")}
            assert offered == witness.conquests(), reply["position"]
            met += bool(witness.warded() & witness.reach())
    return met


def test_six_powers_at_once_add_up() -> None:
    """Rulings 148-158: the powers in use cumulate, whichever they are."""
    for seed in range(12):
        compare(HAUNTED, seed, haunted(random.Random(seed)), 120)


@pytest.mark.parametrize("first", [0, 20])
def test_nobody_has_more_than_plain_means_against_the_race_that_bony_protects(first: int) -> None:
    """Rulings 168 and 169, among all races and powers."""
    met = [compare(TEAMS, seed, crowd(random.Random(seed)), 40) for seed in range(first, first + 20)]
    assert sum(met) > 20
