"""Differential tests of the base game: an independent reference implementation, compared with random games.

The reference knows only replies of the referee: targets, costs and coins are computed from the position shown there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from hordes.engine.referee import answer
from hordes.smallworld.options import map_data

WATER = ("sea", "lake")
IMMUNE = {"hero", "hole", "dragon"}


def game(players: int, seed: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Pairs of a reply and the next one; seats conquer and place more often than not."""
    rng = random.Random(seed)
    request: dict[str, Any] = {"game": "smallworld", "options": {"players": players}, "seed": seed}
    reply = answer(request)
    while reply["result"] is None:
        eager = [move for move in reply["legal"] if move.startswith(("conquer", "place"))]
        move = rng.choice(eager if eager and rng.random() < 0.8 else reply["legal"])
        after = answer(request | {"position": reply["position"], "seed": reply["seed"], "moves": [move]})
        yield reply, after
        reply = after


class BaseGameReference:
    """Reference implementation of conquest and scoring of the base game, from the map and a reply."""

    def __init__(self, players: int, reply: dict[str, Any]) -> None:
        self.map = {str(entry["id"]): entry for entry in map_data(f"map-{players}p")["regions"]}
        self.adjacency = {name: {str(other) for other in entry["adjacent"]} for name, entry in self.map.items()}
        self.entries = reply["position"]["regions"]
        self.this_turn = reply["position"].get("this_turn", {})
        self.players = reply["position"]["players"]
        self.seat = reply["position"]["player"]
        self.ghouls = reply["phase"] == "ghouls"
        armies = [army for army in self.players[self.seat]["declined"] if army["race"] == "ghouls"]
        army = (
            armies[0] if self.ghouls else self.players[self.seat]["active"] or {"race": None, "power": None, "hand": 0}
        )
        self.race, self.hand = army["race"], army["hand"]
        self.power = None if self.ghouls else army["power"]
        self.own_regions = self.held(self.seat, self.race, self.ghouls)

    def held(self, seat: int, race: str | None, declined: bool) -> set[str]:
        wanted = (seat, race, declined)
        keys = ("player", "race", "declined")
        return {name for name, entry in self.entries.items() if tuple(entry.get(key) for key in keys) == wanted}

    def regions_with(self, symbol: str) -> set[str]:
        return {name for name, entry in self.map.items() if symbol in (entry["terrain"], *entry["symbols"])}

    def neighbours(self, names: set[str]) -> set[str]:
        return {other for name in names for other in self.adjacency[name]}

    def adjacent(self, names: set[str]) -> set[str]:
        """Regions adjacent to these, caverns included with Underworld."""
        linked = self.power == "underworld" and names & self.regions_with("cavern")
        return self.neighbours(names) | (self.regions_with("cavern") if linked else set())

    def targets(self) -> set[str]:
        water = self.regions_with("sea") | self.regions_with("lake")
        border = {name for name, entry in self.map.items() if entry["border"]}
        regions = self.neighbours(self.own_regions) if self.own_regions else border
        if self.power == "flying" or (self.race == "halflings" and not self.own_regions):
            regions = set(self.map)
        if self.power == "underworld" and self.own_regions & self.regions_with("cavern"):
            regions |= self.regions_with("cavern")
        closed = set() if self.power == "seafaring" else water
        return {
            name for name in regions - closed - self.own_regions if not self.is_protected(self.entries.get(name, {}))
        }

    def is_protected(self, entry: dict[str, Any]) -> bool:
        owner = entry.get("player")
        if owner in (None, self.seat):
            return False
        pact = not entry["declined"] and self.players[owner]["active"].get("ally") == self.seat and not self.ghouls
        return pact or bool(IMMUNE & set(entry.get("pieces", {})))

    def cost(self, name: str) -> int:
        entry, terrain = self.entries.get(name, {}), self.map[name]["terrain"]
        pieces = entry.get("pieces", {})
        own = entry.get("player") == self.seat and entry["declined"]
        total = 2 + (terrain == "mountain") + bool(entry.get("lost_tribe")) + (0 if own else entry.get("tokens", 0))
        total += sum(pieces.get(piece, 0) for piece in ("lair", "fortress", "encampment"))
        coast = terrain not in WATER and any(self.map[other]["terrain"] in WATER for other in self.adjacency[name])
        total -= self.race == "tritons" and coast
        total -= self.race == "giants" and name in self.adjacent(self.own_regions & self.regions_with("mountain"))
        total -= self.power == "commando"
        total -= self.power == "mounted" and terrain in ("hill", "farmland")
        total -= self.power == "underworld" and "cavern" in self.map[name]["symbols"]
        return max(1, int(total) - int(self.this_turn.get("roll", 0)))

    def conquests(self) -> set[str]:
        moves, fresh = set(), "roll" not in self.this_turn
        for name in self.targets():
            short = self.cost(name) - self.hand
            if self.hand and short <= 0:
                moves.add(f"conquer {name}")
            if self.hand and 1 <= short <= 3 and self.power != "berserk":
                moves.add(f"conquer {name} with die")
            if self.hand and self.power == "dragon_master" and "flown" not in self.this_turn:
                moves.add(f"conquer {name} with dragon")
            spell = fresh and self.hand and self.race == "sorcerers" and name in self.adjacent(self.own_regions)
            if spell and self.can_be_bewitched(self.entries.get(name, {})):
                moves.add(f"conquer {name} with sorcery")
        return moves

    def can_be_bewitched(self, entry: dict[str, Any]) -> bool:
        if entry.get("tokens") != 1 or entry["declined"] or "encampment" in entry.get("pieces", {}):
            return False
        left = 18 - self.hand - sum(self.entries[name]["tokens"] for name in self.own_regions)
        return left > 0 and entry["player"] not in self.this_turn.get("bewitched", [])

    def coins(self, declines: bool) -> int:
        """Coins of the turn, as far as the map and this turn's conquests decide them."""
        mine = set() if declines else self.own_regions
        old = {name for name, e in self.entries.items() if e.get("player") == self.seat} - mine
        symbol = {"humans": "farmland", "wizards": "magic", "dwarves": "mine"}.get(self.race or "", "-")
        badge = self.power if self.power in ("hill", "forest", "swamp") else "-"
        total = len(mine) + len(old) + len(mine & self.regions_with(symbol)) + len(mine & self.regions_with(badge))
        total += sum(1 for name in old & self.regions_with("mine") if self.entries[name]["race"] == "dwarves")
        if declines:
            return total
        total += len(mine) * (self.power == "merchant") + 2 * (self.power == "alchemist")
        fortresses = [name for name in mine if "fortress" in self.entries[name].get("pieces", {})]
        total += len(fortresses) * (self.power == "fortified")
        plunderers = [self.race == "orcs", self.power == "pillaging"].count(True)
        return int(total + self.this_turn.get("plunder", 0) * plunderers)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_conquests_on_offer_are_those_the_rules_allow(players: int, seed: int) -> None:
    """Rulings 25-36, 43-46, 61-104: reach, price and means in every conquest phase of a game."""
    for reply, _ in game(players, seed):
        if reply["phase"] in ("conquer", "ghouls"):
            offered = {move for move in reply["legal"] if move.startswith("conquer")}
            assert offered == BaseGameReference(players, reply).conquests(), reply["position"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [21, 22, 23])
def test_coins_paid_are_those_the_rules_promise(players: int, seed: int) -> None:
    """Rulings 50-52: from the map as it stands when a quiet `done` or a `decline` ends the turn."""
    for reply, after in game(players, seed):
        kinds = [event["type"] for event in after["events"]]
        quiet = reply["phase"] in ("redeploy", "finish") and "decline" not in reply["legal"]
        if "scored" not in kinds or not (quiet or "declined" in kinds):
            continue
        paid = next(event for event in after["events"] if event["type"] == "scored")
        wealthy = [part for part in paid["sources"] if part[0] == "Wealthy"]
        position = after["position"] | {"player": paid["seat"]}
        reference = BaseGameReference(players, after | {"position": position, "phase": "-"})
        reference.this_turn = reply["position"].get("this_turn", {})
        assert paid["coins"] == reference.coins("declined" in kinds) + 7 * len(wealthy), after["position"]
