"""Differential tests of all sets and modes: conquests and coins of random games, compared with a reference.

Like `test_reference.py`, which covers the base game alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from hordes.engine.referee import answer
from hordes.smallworld.options import map_data

SETS = ["base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus"]
WATER = ("sea", "lake")
IMMUNE = {"hero", "hole", "dragon", "catapult"}
COMMITTED = ("fire", "beasts")
EAGER = ("conquer", "place", "catapult", "fireball", "behemoth", "buy", "ghost")

TABLES = [
    *({"players": players, "sets": SETS} for players in (2, 3, 5)),
    *({"players": players, "sets": SETS, "mode": "necromancer"} for players in (3, 4, 6)),
    {"players": 6, "sets": SETS, "mode": "teams"},
    {"players": 4, "sets": SETS, "markers": True},
]


Step = tuple[dict[str, Any], str, dict[str, Any]]


def game(options: dict[str, Any], seed: int, **start: Any) -> Iterator[Step]:
    """A reply, the move that was chosen, and the next reply; seats act more often than not."""
    rng = random.Random(seed)
    request: dict[str, Any] = {"game": "smallworld", "options": options, "seed": seed} | start
    reply = answer(request)
    assert reply["ok"], reply["error"]
    while reply["result"] is None:
        eager = [move for move in reply["legal"] if move.startswith(EAGER)]
        move = rng.choice(eager if eager and rng.random() < 0.75 else reply["legal"])
        after = answer(request | {"position": reply["position"], "seed": reply["seed"], "moves": [move]})
        yield reply, move, after
        reply = after


class RulesReference:
    """Reference implementation of conquest and scoring with all sets and modes, from the map and a reply."""

    def __init__(self, options: dict[str, Any], reply: dict[str, Any]) -> None:
        is_necromancer = options.get("mode") == "necromancer"
        self.rulings = set(options.get("rulings", []))
        regions = map_data(f"map-{options['players'] - is_necromancer}p")["regions"]
        self.map = {str(entry["id"]): entry for entry in regions}
        self.adjacency = {name: {str(other) for other in entry["adjacent"]} for name, entry in self.map.items()}
        self.position = reply["position"]
        self.entries = self.position["regions"]
        self.this_turn = self.position.get("this_turn", {})
        self.players = self.position["players"]
        self.seat = self.position["player"]
        self.island = {name for name, entry in self.map.items() if is_necromancer and entry["terrain"] == "lake"}
        self.ghouls = reply["phase"] == "ghouls"
        self.read_army()

    def read_army(self) -> None:
        declined = [army for army in self.players[self.seat]["declined"] if army["race"] == "ghouls"]
        self.army = declined[0] if self.ghouls else self.players[self.seat]["active"] or {"race": "", "hand": 0}
        self.race = self.army["race"]
        self.ghosts = self.race == "ghosts"
        self.powers = set(self.position["necromancer"]["in_use"]) if self.ghosts else {self.army.get("power")}
        if self.ghouls:
            self.powers = set()
        self.troops = self.army["hand"] + (self.army.get("hordes") or 0)
        self.least = 2 if self.race == "kobolds" else 1
        wanted, keys = (self.seat, self.race, self.ghouls), ("player", "race", "declined")
        self.own_regions = {n for n, entry in self.entries.items() if tuple(entry.get(key) for key in keys) == wanted}
        self.own_regions -= self.island

    def regions_with(self, symbol: str) -> set[str]:
        return {name for name, entry in self.map.items() if symbol in (entry["terrain"], *entry["symbols"])}

    def neighbours(self, names: set[str]) -> set[str]:
        return {other for name in names for other in self.adjacency[name]}

    def adjacent(self, names: set[str]) -> set[str]:
        """Regions adjacent to these for a conquest: on the map, and all caverns with Underworld."""
        linked = "underworld" in self.powers and names & self.regions_with("cavern")
        return self.neighbours(names) | (self.regions_with("cavern") if linked else set())

    # Targets

    def bony_regions(self) -> set[str]:
        """Regions of the race that Bony protects from all but its owner: only plain conquest is possible there."""
        bony = self.position.get("bony")
        if not bony or bony["player"] == self.seat:
            return set()
        return {name for name, e in self.entries.items() if e.get("race") == bony["race"] and e.get("declined")}

    def near_targets(self) -> set[str]:
        if self.own_regions:
            return self.neighbours(self.own_regions)
        return self.neighbours(self.island) if self.ghosts else {n for n, entry in self.map.items() if entry["border"]}

    def far_targets(self) -> set[str]:
        regions = set(self.map) if self.race == "halflings" and not self.own_regions else set()
        if "flying" in self.powers:
            regions |= set(self.map) - self.regions_with("sea") - self.regions_with("lake")
        if "underworld" in self.powers and self.own_regions & self.regions_with("cavern"):
            regions |= self.regions_with("cavern")
        if self.ghosts and self.position["necromancer"]["from_island"]:
            regions |= self.neighbours(self.island)
        return regions

    def targets(self) -> set[str]:
        plain_only = self.bony_regions()
        if "aim" in self.this_turn:
            aim = self.this_turn["aim"]
            over = self.adjacency[aim] - self.regions_with("sea")
            regions = self.neighbours(over) - self.adjacency[aim] - {aim} - plain_only
        else:
            regions = self.near_targets() | self.far_targets() - plain_only
        return self.attackable(regions, plain_only)

    def attackable(self, names: set[str], plain_only: set[str]) -> set[str]:
        water = self.regions_with("sea") | self.regions_with("lake")
        closed = plain_only & water if "seafaring" in self.powers else water
        if any(key in self.this_turn for key in COMMITTED):
            closed = closed | plain_only
        if self.race == "gypsies":
            closed = closed | {n for n, e in self.entries.items() if "coin" in e.get("pieces", {})}
        return {
            n
            for n in names - closed - self.own_regions - self.island
            if not self.is_protected(n, self.entries.get(n, {}))
        }

    def is_protected(self, name: str, entry: dict[str, Any]) -> bool:
        owner = entry.get("player")
        if owner in (None, self.seat):
            return False
        friend = not entry["declined"] and self.players[owner]["active"].get("ally") == self.seat
        if friend and not self.ghouls and not self.ghosts:
            return True
        forest = entry["race"] == "shrubmen" and self.map[name]["terrain"] == "forest"
        ladies = entry["race"] == "white_ladies" and entry["declined"]
        return forest or ladies or bool(IMMUNE & set(entry.get("pieces", {})))

    # Costs

    def defence(self, name: str) -> int:
        entry = self.entries.get(name, {})
        pieces = entry.get("pieces", {})
        total = 2 + (self.map[name]["terrain"] == "mountain") + bool(entry.get("lost_tribe"))
        total += bool(entry.get("monster")) + sum(pieces.get("behemoth", []))
        own = entry.get("player") == self.seat and entry["declined"] and "own_tokens_defend" not in self.rulings
        total += 0 if own else entry.get("tokens", 0)
        return int(total + sum(pieces.get(piece, 0) for piece in ("lair", "fortress", "encampment", "horde")))

    def discount(self, name: str) -> int:
        entry, terrain = self.entries.get(name, {}), self.map[name]["terrain"]
        old = entry.get("lost_tribe") or entry.get("declined") or entry.get("race") == "ghosts"
        coast = terrain not in WATER and any(self.map[other]["terrain"] in WATER for other in self.adjacency[name])
        total = int(self.race == "tritons" and coast) + int(self.race == "goblins" and bool(old))
        peaks = self.own_regions & self.regions_with("mountain")
        near = self.neighbours(peaks) if "giants_true_borders" in self.rulings else self.adjacent(peaks)
        total += self.race == "giants" and name in near
        total += "commando" in self.powers
        total += "mounted" in self.powers and terrain in ("hill", "farmland")
        total += "underworld" in self.powers and "cavern" in self.map[name]["symbols"]
        total += 2 * ("were" in self.powers and self.position["turn"] % 2 == 0) + ("aim" in self.this_turn)
        total += 2 * self.this_turn.get("fire", 0) + self.this_turn.get("roll", 0)
        beasts = bin(self.this_turn.get("beasts", 0)).count("1")
        return int(total + beasts * min(6, len(self.own_regions & self.regions_with("swamp"))))

    def short_of(self, name: str, plain_only: set[str]) -> int:
        """Tokens missing for an outright conquest, not counting the minimum of the race."""
        return int(self.defence(name) - (0 if name in plain_only else self.discount(name)) - self.troops)

    # Legal conquests

    def conquests(self) -> set[str]:
        if self.troops < self.least:
            return self.spells()
        moves, plain_only = set(), self.bony_regions()
        rolled = "roll" in self.this_turn
        coin = 2 if "mercenary" in self.powers and self.players[self.seat]["coins"] > 0 else 0
        for name in self.targets():
            short, plain = self.short_of(name, plain_only), name in plain_only
            luck = 3 if plain else 3 + coin
            if short <= 0:
                moves.add(f"conquer {name} with catapult" if "aim" in self.this_turn else f"conquer {name}")
            elif short <= luck and not rolled and (plain or "berserk" not in self.powers):
                moves.add(f"conquer {name} with die")
            if not plain and coin and short <= coin and "aim" not in self.this_turn:
                moves.add(f"conquer {name} with mercenary")
            if not plain and not rolled and self.dragon_ready():
                moves.add(f"conquer {name} with dragon")
        return moves | self.spells()

    def dragon_ready(self) -> bool:
        return "dragon_master" in self.powers and "flown" not in self.this_turn and "aim" not in self.this_turn

    def spells(self) -> set[str]:
        busy = any(key in self.this_turn for key in ("roll", "aim", *COMMITTED))
        left = 18 - self.army["hand"] - sum(self.entries[name]["tokens"] for name in self.own_regions)
        if self.race != "sorcerers" or not self.own_regions or busy or left <= 0:
            return set()
        if self.troops == 0 and "sorcery_without_token" not in self.rulings:
            return set()
        near = self.targets() - self.bony_regions()
        if "sorcery_by_flight" not in self.rulings:
            near &= self.adjacent(self.own_regions)
        lone = {name for name in near if self.is_single_token(self.entries.get(name, {}))}
        return {f"conquer {name} with sorcery" for name in lone}

    def is_single_token(self, entry: dict[str, Any]) -> bool:
        if "player" not in entry or entry["declined"] or entry["race"] == "ghosts" or entry["player"] == self.seat:
            return False
        pieces = entry.get("pieces", {})
        single = entry["tokens"] + pieces.get("horde", 0) == 1
        guarded = "encampment" in pieces or "behemoth" in pieces
        return single and not guarded and entry["player"] not in self.this_turn.get("bewitched", [])

    # Coins

    def coins(self) -> int:
        """Coins of the turn, from the map and what was done this turn."""
        symbol = {"humans": "farmland", "wizards": "magic", "dwarves": "mine"}.get(self.race, "-")
        total = len(self.own_regions) + len(self.own_regions & self.regions_with(symbol)) + self.declined_coins()
        for power in ("hill", "forest", "swamp"):
            total += len(self.own_regions & self.regions_with(power)) * (power in self.powers)
        total += self.fixed_income() + self.this_turn.get("plunder", 0) * (
            (self.race == "orcs") + ("pillaging" in self.powers)
        )
        total += sum(1 for e in self.entries.values() if self.race == "gypsies" and "coin" in e.get("pieces", {}))
        for name in self.own_regions:
            here = self.entries[name].get("marker") or []
            pays = {"soapbar": 1, "tavern": 2}
            total += sum(pays.get(marker, 0) for marker in ([here] if isinstance(here, str) else here))
        return int(total)

    def fixed_income(self) -> int:
        """Coins of powers that depend on the number or kind of regions only."""
        n, land = len(self.own_regions), self.own_regions - self.regions_with("sea") - self.regions_with("lake")
        shore = {name for name in land if any(self.map[other]["terrain"] in WATER for other in self.adjacency[name])}
        total = n * ("merchant" in self.powers) + 2 * ("alchemist" in self.powers)
        few = 1 if "barricade_needs_region" in self.rulings else 0
        total += 3 * ("barricade" in self.powers and few <= n <= 4) + max(0, n - 3) * ("imperial" in self.powers)
        dry = len(land if "aquatic_spares_water" in self.rulings else self.own_regions) - len(shore)
        total += (len(shore) - dry) * ("aquatic" in self.powers)
        total += 3 * ("peace_loving" in self.powers and not self.this_turn.get("attacked"))
        forts = [name for name in self.own_regions if "fortress" in self.entries[name].get("pieces", {})]
        return total + len(forts) * ("fortified" in self.powers)

    def declined_coins(self) -> int:
        """Coins of declined races: regions, mines of Dwarves, towers of Priestesses."""
        total = 0
        for name, entry in self.entries.items():
            if entry.get("player") == self.seat and entry["declined"]:
                total += entry["tokens"] if entry["race"] == "priestesses" else 1
                total += entry["race"] == "dwarves" and name in self.regions_with("mine")
        return total


@pytest.mark.parametrize("options", TABLES, ids=lambda options: f"{options.get('mode', 'alone')}-{options['players']}")
@pytest.mark.parametrize("seed", [31, 32])
def test_conquests_and_coins_are_those_the_rules_of_all_boxes_say(options: dict[str, Any], seed: int) -> None:
    """Rulings 25-36, 43-46, 50-52, 61-140, 148-158, 163-170: each conquest on offer, and the coins of each turn."""
    for reply, move, after in game(options, seed):
        if reply["phase"] in ("conquer", "ghouls"):
            offered = {move for move in reply["legal"] if move.startswith("conquer")}
            assert offered == RulesReference(options, reply).conquests(), reply["position"]
        paid = [event for event in after["events"] if event["type"] == "scored"]
        if move == "done" and reply["phase"] in ("redeploy", "finish") and paid:
            due = 7 * any(part[0] == "Wealthy" for part in paid[0]["sources"])
            assert paid[0]["coins"] == RulesReference(options, reply).coins() + due, reply["position"]
        elif move == "decline" and paid:
            seen = after | {"position": after["position"] | {"player": reply["position"]["player"]}}
            assert paid[0]["coins"] == RulesReference(options, seen).declined_coins(), after["position"]
