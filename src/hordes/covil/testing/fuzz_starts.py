"""Start positions for the fuzzer: every board, every number of seats and dummies, and every card in play.

Every second round through the list switches rulings on at random.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.covil.options import RULINGS, box_cards
from hordes.covil.state.constants import CLASSES, TERRAINS
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import FuzzStart

FUZZ_OPTIONS: Final[list[dict[str, Any]]] = [
    {"players": 2, "board": "desert-town"},
    {"players": 3, "board": "water-town"},
    {"players": 4, "board": "mountain-town"},
    {"players": 1, "dummies": 1},
    {"players": 2, "board": "forest-town"},
    {"players": 1, "dummies": 2, "rulings": ["dummy_next_door"]},
    {"players": 4, "board": "desert-town"},
    {"players": 1, "dummies": 3, "rulings": ["dummy_strong_hall"]},
    {"players": 3, "board": "mountain-town"},
    {"players": 1, "dummies": 1, "board": "forest-town", "rulings": list(RULINGS)},
]
HALL_MERCENARIES: Final = 5


def fuzz_start(k: int) -> FuzzStart:
    """The k-th start. Of three, one is a plain new game, one has dealt halls and hands, one has a random board."""
    options, round_number = dict(FUZZ_OPTIONS[k // 3 % len(FUZZ_OPTIONS)]), k // (3 * len(FUZZ_OPTIONS))
    if round_number % 2 == 1:
        options["rulings"] = _random_rulings(k)
    if k % 3 == 0:
        return FuzzStart(options, None, [])
    if k % 3 == 2:
        seats = max(2, options["players"] + options.get("dummies", 0))
        custom = options | {"board": random_board(k, seats)}
        return FuzzStart(custom | ({"cards": shuffled_cards(k)} if round_number // 2 % 2 == 1 else {}), None, [])
    return FuzzStart(options, _dealt_position(options, k // 3), [])


def _random_rulings(k: int) -> list[str]:
    """A random selection of rulings."""
    rng = Rng(k)
    return [name for name in RULINGS if rng.below(2) == 1]


def _dealt_position(options: dict[str, Any], k: int) -> dict[str, Any]:
    """The morning of a later day, with halls of Mercenaries and hands of relics that differ from start to start."""
    cards = box_cards()
    seats = options["players"] + options.get("dummies", 0)
    rng = Rng(k)
    mercenaries = [card["id"] for card in cards["mercenaries"]]
    relics = [card["id"] for card in cards["relics"]]
    overlords = [card["id"] for card in cards["overlords"]]
    players: list[dict[str, Any]] = []
    for seat in range(seats):
        hall = [{"card": overlords[(k + seat) % len(overlords)], "state": "ready"}]
        for n in range(HALL_MERCENARIES):
            card = mercenaries[(k * 7 + seat * HALL_MERCENARIES + n) % len(mercenaries)]
            hall.append({"card": card, "state": ["ready", "tired", "exhausted"][rng.below(3) * rng.below(2)]})
        hand = [relics[(k * 5 + seat * 3 + n) % len(relics)] for n in range(3)]
        players.append({"gold": int(rng.below(6)), "hall": hall, "relics": hand, "active": []})
    return {"day": 1 + int(rng.below(4)), "phase": "morning", "scepter": int(rng.below(seats)), "players": players} | (
        _places(options, seats, rng)
    )


def _places(options: dict[str, Any], seats: int, rng: Rng) -> dict[str, Any]:
    """Fortresses, troops and rebels of a dealt position."""
    starts = {"forest-town": "AGBF", "water-town": "BCH", "mountain-town": "ACKM"}
    zones = starts.get(options.get("board", "desert-town"), "ABDG")
    fortresses = [{"zone": zones[seat], "hp": int(rng.below(6))} for seat in range(seats)]
    troops = {f"{seat}a": {"zone": "DEFG"[rng.below(4)], "standing": True} for seat in range(seats)}
    return {"fortresses": fortresses, "troops": troops, "rebels": int(rng.below(6))}


def random_board(seed: int, seats: int) -> dict[str, Any]:
    """A custom board: zones of any kind in a ring with random chords, and enough start zones."""
    rng = Rng(seed)
    size = seats + 1 + int(rng.below(12))
    links = {(min(n, (n + 1) % size), max(n, (n + 1) % size)) for n in range(size)}
    for _ in range(size // 2):
        a, b = int(rng.below(size)), int(rng.below(size))
        if a != b:
            links.add((min(a, b), max(a, b)))
    zones: list[dict[str, Any]] = []
    for n in range(size):
        near = [f"z{a + b - n}" for a, b in sorted(links) if n in (a, b)]
        first, second = int(rng.below(4)), int(rng.below(4))
        terrain = ["Town"] if n == size - 1 else [TERRAINS[first]]
        terrain += [TERRAINS[second]] if second != first else []
        zones.append({"id": f"z{n}", "terrain": terrain, "adjacent": near, "start": n < seats})
    return {"town": f"z{size - 1}", "zones": zones}


def shuffled_cards(seed: int) -> dict[str, Any]:
    """A custom card file: the box's abilities on other Mercenaries, its instants on other relics."""
    rng = Rng(seed)
    cards = box_cards()
    for group in ("mercenaries", "relics"):
        key = "ability" if group == "mercenaries" else "instant"
        abilities = [card[key] for card in cards[group]]
        for card in cards[group]:
            card[key] = abilities.pop(int(rng.below(len(abilities))))
            if group == "mercenaries":
                card["class"] = CLASSES[1 + rng.below(len(CLASSES) - 1)]
    return cards
