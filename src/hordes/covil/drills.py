"""Beginnings for the fuzzer: every board, every number of seats and dummies, and positions that bring every card in.

Every second round of them has rulings switched on at random.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.covil.options import RULINGS, box_cards
from hordes.covil.vocabulary import CLASSES, TERRAINS
from hordes.engine.rng import Rng
from hordes.engine.state import Drill

TABLES: Final[list[dict[str, Any]]] = [
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
FIVE: Final = 5


def drill(k: int) -> Drill:
    """Of three beginnings one is a plain new game, one has halls and hands dealt out in turn, one an own board."""
    options, lap = dict(TABLES[k // 3 % len(TABLES)]), k // (3 * len(TABLES))
    if lap % 2 == 1:
        options["rulings"] = _switched(k)
    if k % 3 == 0:
        return Drill(options, None, [])
    if k % 3 == 2:
        seats = max(2, options["players"] + options.get("dummies", 0))
        own = options | {"board": random_board(k, seats)}
        return Drill(own | ({"cards": shuffled_cards(k)} if lap // 2 % 2 == 1 else {}), None, [])
    return Drill(options, _dealt(options, k // 3), [])


def _switched(k: int) -> list[str]:
    """Some of the rulings, at random."""
    rng = Rng(k)
    return [name for name in RULINGS if rng.below(2) == 1]


def _dealt(options: dict[str, Any], k: int) -> dict[str, Any]:
    """Morning of a later day, with halls of Mercenaries and hands of relics that change from drill to drill."""
    cards = box_cards()
    seats = options["players"] + options.get("dummies", 0)
    rng = Rng(k)
    mercenaries = [card["id"] for card in cards["mercenaries"]]
    relics = [card["id"] for card in cards["relics"]]
    overlords = [card["id"] for card in cards["overlords"]]
    players: list[dict[str, Any]] = []
    for seat in range(seats):
        hall = [{"card": overlords[(k + seat) % len(overlords)], "state": "ready"}]
        for n in range(FIVE):
            card = mercenaries[(k * 7 + seat * FIVE + n) % len(mercenaries)]
            hall.append({"card": card, "state": ["ready", "tired", "exhausted"][rng.below(3) * rng.below(2)]})
        hand = [relics[(k * 5 + seat * 3 + n) % len(relics)] for n in range(3)]
        players.append({"gold": int(rng.below(6)), "hall": hall, "relics": hand, "active": []})
    return {"day": 1 + int(rng.below(4)), "phase": "morning", "scepter": int(rng.below(seats)), "players": players} | (
        _places(options, seats, rng)
    )


def _places(options: dict[str, Any], seats: int, rng: Rng) -> dict[str, Any]:
    starts = {"forest-town": "AGBF", "water-town": "BCH", "mountain-town": "ACKM"}
    zones = starts.get(options.get("board", "desert-town"), "ABDG")
    fortresses = [{"zone": zones[seat], "hp": int(rng.below(6))} for seat in range(seats)]
    troops = {f"{seat}a": {"zone": "DEFG"[rng.below(4)], "standing": True} for seat in range(seats)}
    return {"fortresses": fortresses, "troops": troops, "rebels": int(rng.below(6))}


def random_board(seed: int, seats: int) -> dict[str, Any]:
    """A board of one's own: zones of any kind in a ring with random chords, and enough spirals."""
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
    """A card file of one's own: abilities of the box on other Mercenaries, relics with other instants."""
    rng = Rng(seed)
    cards = box_cards()
    for group in ("mercenaries", "relics"):
        key = "ability" if group == "mercenaries" else "instant"
        given = [card[key] for card in cards[group]]
        for card in cards[group]:
            card[key] = given.pop(int(rng.below(len(given))))
            if group == "mercenaries":
                card["class"] = CLASSES[1 + rng.below(len(CLASSES) - 1)]
    return cards
