"""The rules of conquest and scoring written down once more, from the replies alone, and compared along random games.

Nothing here asks the engine anything but through the referee: reach, costs and coins are read off the shown position.
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


class Looker:
    """Somebody who sees the map and a reply, and knows the rules."""

    def __init__(self, players: int, reply: dict[str, Any]) -> None:
        self.map = {str(entry["id"]): entry for entry in map_data(f"map-{players}p")["regions"]}
        self.near = {name: {str(other) for other in entry["adjacent"]} for name, entry in self.map.items()}
        self.at = reply["position"]["regions"]
        self.done = reply["position"].get("this_turn", {})
        self.players = reply["position"]["players"]
        self.seat = reply["position"]["player"]
        self.ghouls = reply["phase"] == "ghouls"
        armies = [army for army in self.players[self.seat]["declined"] if army["race"] == "ghouls"]
        army = (
            armies[0] if self.ghouls else self.players[self.seat]["active"] or {"race": None, "power": None, "hand": 0}
        )
        self.race, self.hand = army["race"], army["hand"]
        self.power = None if self.ghouls else army["power"]
        self.mine = self.held(self.seat, self.race, self.ghouls)

    def held(self, seat: int, race: str | None, declined: bool) -> set[str]:
        wanted = (seat, race, declined)
        return {name for name, e in self.at.items() if (e.get("player"), e.get("race"), e.get("declined")) == wanted}

    def having(self, symbol: str) -> set[str]:
        return {name for name, entry in self.map.items() if symbol in (entry["terrain"], *entry["symbols"])}

    def beside(self, names: set[str]) -> set[str]:
        return {other for name in names for other in self.near[name]}

    def joined(self, names: set[str]) -> set[str]:
        """What borders these regions, caverns with Underworld."""
        linked = self.power == "underworld" and names & self.having("cavern")
        return self.beside(names) | (self.having("cavern") if linked else set())

    def reach(self) -> set[str]:
        water = self.having("sea") | self.having("lake")
        found = self.beside(self.mine) if self.mine else {n for n, entry in self.map.items() if entry["border"]}
        if self.power == "flying" or (self.race == "halflings" and not self.mine):
            found = set(self.map)
        if self.power == "underworld" and self.mine & self.having("cavern"):
            found |= self.having("cavern")
        closed = set() if self.power == "seafaring" else water
        return {name for name in found - closed - self.mine if not self.sheltered(self.at.get(name, {}))}

    def sheltered(self, entry: dict[str, Any]) -> bool:
        owner = entry.get("player")
        if owner in (None, self.seat):
            return False
        pact = not entry["declined"] and self.players[owner]["active"].get("ally") == self.seat and not self.ghouls
        return pact or bool(IMMUNE & set(entry.get("pieces", {})))

    def cost(self, name: str) -> int:
        entry, terrain = self.at.get(name, {}), self.map[name]["terrain"]
        pieces = entry.get("pieces", {})
        own = entry.get("player") == self.seat and entry["declined"]
        total = 2 + (terrain == "mountain") + bool(entry.get("lost_tribe")) + (0 if own else entry.get("tokens", 0))
        total += sum(pieces.get(piece, 0) for piece in ("lair", "fortress", "encampment"))
        coast = terrain not in WATER and any(self.map[other]["terrain"] in WATER for other in self.near[name])
        total -= self.race == "tritons" and coast
        total -= self.race == "giants" and name in self.joined(self.mine & self.having("mountain"))
        total -= self.power == "commando"
        total -= self.power == "mounted" and terrain in ("hill", "farmland")
        total -= self.power == "underworld" and "cavern" in self.map[name]["symbols"]
        return max(1, int(total) - int(self.done.get("roll", 0)))

    def conquests(self) -> set[str]:
        found, fresh = set(), "roll" not in self.done
        for name in self.reach():
            short = self.cost(name) - self.hand
            if self.hand and short <= 0:
                found.add(f"conquer {name}")
            if self.hand and 1 <= short <= 3 and self.power != "berserk":
                found.add(f"conquer {name} with die")
            if self.hand and self.power == "dragon_master" and "flown" not in self.done:
                found.add(f"conquer {name} with dragon")
            spell = fresh and self.hand and self.race == "sorcerers" and name in self.joined(self.mine)
            if spell and self.spellbound(self.at.get(name, {})):
                found.add(f"conquer {name} with sorcery")
        return found

    def spellbound(self, entry: dict[str, Any]) -> bool:
        if entry.get("tokens") != 1 or entry["declined"] or "encampment" in entry.get("pieces", {}):
            return False
        left = 18 - self.hand - sum(self.at[name]["tokens"] for name in self.mine)
        return left > 0 and entry["player"] not in self.done.get("bewitched", [])

    def coins(self, declines: bool) -> int:
        """What the turn pays, as far as the map and this turn's conquests decide it."""
        mine = set() if declines else self.mine
        old = {name for name, e in self.at.items() if e.get("player") == self.seat} - mine
        symbol = {"humans": "farmland", "wizards": "magic", "dwarves": "mine"}.get(self.race or "", "-")
        badge = self.power if self.power in ("hill", "forest", "swamp") else "-"
        total = len(mine) + len(old) + len(mine & self.having(symbol)) + len(mine & self.having(badge))
        total += sum(1 for name in old & self.having("mine") if self.at[name]["race"] == "dwarves")
        if declines:
            return total
        total += len(mine) * (self.power == "merchant") + 2 * (self.power == "alchemist")
        total += sum(1 for name in mine if self.power == "fortified" and "fortress" in self.at[name].get("pieces", {}))
        plunderers = [self.race == "orcs", self.power == "pillaging"].count(True)
        return int(total + self.done.get("plunder", 0) * plunderers)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_conquests_on_offer_are_those_the_rules_allow(players: int, seed: int) -> None:
    """Rulings 25-36, 43-46, 61-104: reach, price and means in every conquest phase of a game."""
    for reply, _ in game(players, seed):
        if reply["phase"] in ("conquer", "ghouls"):
            offered = {move for move in reply["legal"] if move.startswith("conquer")}
            assert offered == Looker(players, reply).conquests(), reply["position"]


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
        looker = Looker(players, after | {"position": after["position"] | {"player": paid["seat"]}, "phase": "-"})
        looker.done = reply["position"].get("this_turn", {})
        assert paid["coins"] == looker.coins("declined" in kinds) + 7 * len(wealthy), after["position"]
