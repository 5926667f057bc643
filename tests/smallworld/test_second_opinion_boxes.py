"""A second opinion on every box, Necromancer Island and the team game: conquests and coins, read off the replies alone.

Like `test_second_opinion`, which does so for the base game; here the rules of the boxes are written down once more.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from hordes.engine.referee import answer
from hordes.smallworld.options import map_data

BOXES = ["base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus"]
WATER = ("sea", "lake")
IMMUNE = {"hero", "hole", "dragon", "catapult"}
COMMITTED = ("fire", "beasts")
EAGER = ("conquer", "place", "catapult", "fireball", "behemoth", "buy", "ghost")

TABLES = [
    *({"players": players, "sets": BOXES} for players in (2, 3, 5)),
    *({"players": players, "sets": BOXES, "mode": "necromancer"} for players in (3, 4, 6)),
    {"players": 6, "sets": BOXES, "mode": "teams"},
    {"players": 4, "sets": BOXES, "markers": True},
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


class Witness:
    """Somebody who sees the map and a reply, and has read the rules of all boxes."""

    def __init__(self, options: dict[str, Any], reply: dict[str, Any]) -> None:
        haunted = options.get("mode") == "necromancer"
        self.rulings = set(options.get("rulings", []))
        regions = map_data(f"map-{options['players'] - haunted}p")["regions"]
        self.map = {str(entry["id"]): entry for entry in regions}
        self.near = {name: {str(other) for other in entry["adjacent"]} for name, entry in self.map.items()}
        self.position = reply["position"]
        self.at = self.position["regions"]
        self.done = self.position.get("this_turn", {})
        self.players = self.position["players"]
        self.seat = self.position["player"]
        self.island = {name for name, entry in self.map.items() if haunted and entry["terrain"] == "lake"}
        self.ghouls = reply["phase"] == "ghouls"
        self.look_at_army()

    def look_at_army(self) -> None:
        declined = [army for army in self.players[self.seat]["declined"] if army["race"] == "ghouls"]
        self.army = declined[0] if self.ghouls else self.players[self.seat]["active"] or {"race": "", "hand": 0}
        self.race = self.army["race"]
        self.ghosts = self.race == "ghosts"
        self.powers = set(self.position["necromancer"]["in_use"]) if self.ghosts else {self.army.get("power")}
        if self.ghouls:
            self.powers = set()
        self.troops = self.army["hand"] + (self.army.get("hordes") or 0)
        self.least = 2 if self.race == "kobolds" else 1
        wanted = (self.seat, self.race, self.ghouls)
        self.mine = {n for n, e in self.at.items() if (e.get("player"), e.get("race"), e.get("declined")) == wanted}
        self.mine -= self.island

    def having(self, symbol: str) -> set[str]:
        return {name for name, entry in self.map.items() if symbol in (entry["terrain"], *entry["symbols"])}

    def beside(self, names: set[str]) -> set[str]:
        return {other for name in names for other in self.near[name]}

    def joined(self, names: set[str]) -> set[str]:
        """What borders these regions for a conquest: on the map, and caverns each other with Underworld."""
        linked = "underworld" in self.powers and names & self.having("cavern")
        return self.beside(names) | (self.having("cavern") if linked else set())

    # Where it may go

    def warded(self) -> set[str]:
        """The regions of a race that Bony protects from all but its owner."""
        bony = self.position.get("bony")
        if not bony or bony["player"] == self.seat:
            return set()
        return {name for name, e in self.at.items() if e.get("race") == bony["race"] and e.get("declined")}

    def near_targets(self) -> set[str]:
        if self.mine:
            return self.beside(self.mine)
        return self.beside(self.island) if self.ghosts else {n for n, entry in self.map.items() if entry["border"]}

    def far_targets(self) -> set[str]:
        found = set(self.map) if self.race == "halflings" and not self.mine else set()
        if "flying" in self.powers:
            found |= set(self.map) - self.having("sea") - self.having("lake")
        if "underworld" in self.powers and self.mine & self.having("cavern"):
            found |= self.having("cavern")
        if self.ghosts and self.position["necromancer"]["from_island"]:
            found |= self.beside(self.island)
        return found

    def reach(self) -> set[str]:
        ward = self.warded()
        if "aim" in self.done:
            aim = self.done["aim"]
            over = self.near[aim] - self.having("sea")
            found = self.beside(over) - self.near[aim] - {aim} - ward
        else:
            found = self.near_targets() | self.far_targets() - ward
        return self.open_to_me(found, ward)

    def open_to_me(self, names: set[str], ward: set[str]) -> set[str]:
        water = self.having("sea") | self.having("lake")
        closed = ward & water if "seafaring" in self.powers else water
        if any(key in self.done for key in COMMITTED):
            closed = closed | ward
        if self.race == "gypsies":
            closed = closed | {n for n, e in self.at.items() if "coin" in e.get("pieces", {})}
        return {n for n in names - closed - self.mine - self.island if not self.sheltered(n, self.at.get(n, {}))}

    def sheltered(self, name: str, entry: dict[str, Any]) -> bool:
        owner = entry.get("player")
        if owner in (None, self.seat):
            return False
        friend = not entry["declined"] and self.players[owner]["active"].get("ally") == self.seat
        if friend and not self.ghouls and not self.ghosts:
            return True
        forest = entry["race"] == "shrubmen" and self.map[name]["terrain"] == "forest"
        ladies = entry["race"] == "white_ladies" and entry["declined"]
        return forest or ladies or bool(IMMUNE & set(entry.get("pieces", {})))

    # What it costs

    def defence(self, name: str) -> int:
        entry = self.at.get(name, {})
        pieces = entry.get("pieces", {})
        total = 2 + (self.map[name]["terrain"] == "mountain") + bool(entry.get("lost_tribe"))
        total += bool(entry.get("monster")) + sum(pieces.get("behemoth", []))
        own = entry.get("player") == self.seat and entry["declined"] and "own_tokens_defend" not in self.rulings
        total += 0 if own else entry.get("tokens", 0)
        return int(total + sum(pieces.get(piece, 0) for piece in ("lair", "fortress", "encampment", "horde")))

    def discount(self, name: str) -> int:
        entry, terrain = self.at.get(name, {}), self.map[name]["terrain"]
        old = entry.get("lost_tribe") or entry.get("declined") or entry.get("race") == "ghosts"
        coast = terrain not in WATER and any(self.map[other]["terrain"] in WATER for other in self.near[name])
        total = int(self.race == "tritons" and coast) + int(self.race == "goblins" and bool(old))
        peaks = self.mine & self.having("mountain")
        near = self.beside(peaks) if "giants_true_borders" in self.rulings else self.joined(peaks)
        total += self.race == "giants" and name in near
        total += "commando" in self.powers
        total += "mounted" in self.powers and terrain in ("hill", "farmland")
        total += "underworld" in self.powers and "cavern" in self.map[name]["symbols"]
        total += 2 * ("were" in self.powers and self.position["turn"] % 2 == 0) + ("aim" in self.done)
        total += 2 * self.done.get("fire", 0) + self.done.get("roll", 0)
        beasts = bin(self.done.get("beasts", 0)).count("1")
        return int(total + beasts * min(6, len(self.mine & self.having("swamp"))))

    def short_of(self, name: str, ward: set[str]) -> int:
        """Tokens missing for an outright conquest; at least the least of the race is always there."""
        return int(self.defence(name) - (0 if name in ward else self.discount(name)) - self.troops)

    # What is on offer

    def conquests(self) -> set[str]:
        if self.troops < self.least:
            return self.spells()
        found, ward = set(), self.warded()
        rolled = "roll" in self.done
        coin = 2 if "mercenary" in self.powers and self.players[self.seat]["coins"] > 0 else 0
        for name in self.reach():
            short, plain = self.short_of(name, ward), name in ward
            luck = 3 if plain else 3 + coin
            if short <= 0:
                found.add(f"conquer {name} with catapult" if "aim" in self.done else f"conquer {name}")
            elif short <= luck and not rolled and (plain or "berserk" not in self.powers):
                found.add(f"conquer {name} with die")
            if not plain and coin and short <= coin and "aim" not in self.done:
                found.add(f"conquer {name} with mercenary")
            if not plain and not rolled and self.dragon_ready():
                found.add(f"conquer {name} with dragon")
        return found | self.spells()

    def dragon_ready(self) -> bool:
        return "dragon_master" in self.powers and "flown" not in self.done and "aim" not in self.done

    def spells(self) -> set[str]:
        busy = any(key in self.done for key in ("roll", "aim", *COMMITTED))
        left = 18 - self.army["hand"] - sum(self.at[name]["tokens"] for name in self.mine)
        if self.race != "sorcerers" or not self.mine or busy or left <= 0:
            return set()
        if self.troops == 0 and "sorcery_without_token" not in self.rulings:
            return set()
        near = self.reach() - self.warded()
        if "sorcery_by_flight" not in self.rulings:
            near &= self.joined(self.mine)
        lone = {name for name in near if self.alone(self.at.get(name, {}))}
        return {f"conquer {name} with sorcery" for name in lone}

    def alone(self, entry: dict[str, Any]) -> bool:
        if "player" not in entry or entry["declined"] or entry["race"] == "ghosts" or entry["player"] == self.seat:
            return False
        pieces = entry.get("pieces", {})
        single = entry["tokens"] + pieces.get("horde", 0) == 1
        guarded = "encampment" in pieces or "behemoth" in pieces
        return single and not guarded and entry["player"] not in self.done.get("bewitched", [])

    # What a turn pays

    def coins(self) -> int:
        """For the regions as they stand, and for what the turn saw."""
        symbol = {"humans": "farmland", "wizards": "magic", "dwarves": "mine"}.get(self.race, "-")
        total = len(self.mine) + len(self.mine & self.having(symbol)) + self.remnants()
        for power in ("hill", "forest", "swamp"):
            total += len(self.mine & self.having(power)) * (power in self.powers)
        total += self.steady() + self.done.get("plunder", 0) * ((self.race == "orcs") + ("pillaging" in self.powers))
        total += sum(1 for e in self.at.values() if self.race == "gypsies" and "coin" in e.get("pieces", {}))
        for name in self.mine:
            here = self.at[name].get("marker") or []
            pays = {"soapbar": 1, "tavern": 2}
            total += sum(pays.get(marker, 0) for marker in ([here] if isinstance(here, str) else here))
        return int(total)

    def steady(self) -> int:
        """Powers that look at the number of regions, or at nothing but themselves."""
        n, land = len(self.mine), self.mine - self.having("sea") - self.having("lake")
        shore = {name for name in land if any(self.map[other]["terrain"] in WATER for other in self.near[name])}
        total = n * ("merchant" in self.powers) + 2 * ("alchemist" in self.powers)
        few = 1 if "barricade_needs_region" in self.rulings else 0
        total += 3 * ("barricade" in self.powers and few <= n <= 4) + max(0, n - 3) * ("imperial" in self.powers)
        dry = len(land if "aquatic_spares_water" in self.rulings else self.mine) - len(shore)
        total += (len(shore) - dry) * ("aquatic" in self.powers)
        total += 3 * ("peace_loving" in self.powers and not self.done.get("attacked"))
        forts = [name for name in self.mine if "fortress" in self.at[name].get("pieces", {})]
        return total + len(forts) * ("fortified" in self.powers)

    def remnants(self) -> int:
        """Regions in decline, mines of Dwarves, towers of Priestesses."""
        total = 0
        for name, entry in self.at.items():
            if entry.get("player") == self.seat and entry["declined"]:
                total += entry["tokens"] if entry["race"] == "priestesses" else 1
                total += entry["race"] == "dwarves" and name in self.having("mine")
        return total


@pytest.mark.parametrize("options", TABLES, ids=lambda options: f"{options.get('mode', 'alone')}-{options['players']}")
@pytest.mark.parametrize("seed", [31, 32])
def test_conquests_and_coins_are_those_the_rules_of_all_boxes_say(options: dict[str, Any], seed: int) -> None:
    """Rulings 25-36, 43-46, 50-52, 61-140, 148-158, 163-170: each conquest on offer, and the coins of each turn."""
    for reply, move, after in game(options, seed):
        if reply["phase"] in ("conquer", "ghouls"):
            offered = {move for move in reply["legal"] if move.startswith("conquer")}
            assert offered == Witness(options, reply).conquests(), reply["position"]
        paid = [event for event in after["events"] if event["type"] == "scored"]
        if move == "done" and reply["phase"] in ("redeploy", "finish") and paid:
            due = 7 * any(part[0] == "Wealthy" for part in paid[0]["sources"])
            assert paid[0]["coins"] == Witness(options, reply).coins() + due, reply["position"]
        elif move == "decline" and paid:
            seen = after | {"position": after["position"] | {"player": reply["position"]["player"]}}
            assert paid[0]["coins"] == Witness(options, seen).remnants(), after["position"]
