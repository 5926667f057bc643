"""Differential tests of the effects of a conquest: tokens lost, souls, transfers of coins, tokens used."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.reference.test_reference_sets import TABLES, RulesReference, game


def tokens_of(position: dict[str, Any], entry: dict[str, Any]) -> int:
    """All tokens of the army that holds a region, Hordes included: on the map and in hand."""
    seat, race, declined = entry["player"], entry["race"], entry["declined"]
    total = 0
    for other in position["regions"].values():
        if (other.get("player"), other.get("race"), other.get("declined")) == (seat, race, declined):
            total += other["tokens"] + other.get("pieces", {}).get("horde", 0)
    player = position["players"][seat]
    for army in player["declined"] if declined else [player["active"] or {}]:
        if army.get("race") == race:
            total += army["hand"] + (army.get("hordes") or 0)
    return int(total)


class Conquest:
    """Reference implementation of the effects of one conquest."""

    def __init__(self, options: dict[str, Any], reply: dict[str, Any], move: str) -> None:
        self.reference = RulesReference(options, reply)
        self.before = reply["position"]
        self.name = move.split()[1]
        self.means = move.rsplit(maxsplit=1)[-1] if " with " in move else "tokens"
        self.entry = self.before["regions"].get(self.name, {})

    def defender_losses(self) -> int:
        """Race tokens that the defender loses: one, none of active Elves, all where nothing is left to go to."""
        entry = self.entry
        if "player" not in entry:
            return 0
        if entry["race"] == "elves" and not entry["declined"] and self.means != "sorcery":
            return 0
        army = (entry["player"], entry["race"], True)
        homes = [
            e for e in self.before["regions"].values() if (e.get("player"), e.get("race"), e.get("declined")) == army
        ]
        stranded = entry["declined"] and entry["race"] != "ghouls" and len(homes) == 1
        return int(entry["tokens"]) if stranded else 1

    def tokens_lost(self) -> int:
        """All tokens lost, as Igors count them."""
        return self.defender_losses() + bool(self.entry.get("lost_tribe")) + bool(self.entry.get("monster"))

    def well(self) -> tuple[int, int]:
        """Ghosts and souls in the Well afterwards."""
        well = self.before["necromancer"]["well"]
        ghost = self.entry.get("race") == "ghosts" and self.entry["tokens"] > 0
        return well["ghosts"] + ghost, well["souls"] + self.tokens_lost() - ghost

    def coins(self) -> list[int]:
        """Coins of all seats afterwards: Mercenaries are paid first, then Corrupt, then Ransacking, then a Pot."""
        coins = [player["coins"] for player in self.before["players"]]
        seat, owner = self.reference.seat, self.entry.get("player", self.reference.seat)
        coins[seat] -= self.means == "mercenary"
        if owner != seat and not self.entry["declined"]:
            ghosts = self.entry["race"] == "ghosts"
            active = self.before["players"][owner]["active"]
            powers = self.before["necromancer"]["in_use"] if ghosts else [active["power"]]
            self.levy(coins, seat, owner, "corrupt" in powers)
            self.levy(coins, owner, seat, "ransacking" in self.reference.powers and not ghosts)
        coins[seat] += "pot" in self.entry.get("pieces", {})
        return coins

    def levy(self, coins: list[int], payer: int, taker: int, due: bool) -> None:
        if due and coins[payer] > 0:
            coins[payer] -= 1
            coins[taker] += 1

    def tokens_used(self) -> int:
        """Tokens that the conqueror has put there."""
        reference = self.reference
        cost = reference.defence(self.name)
        if self.name not in reference.bony_regions():
            cost -= reference.discount(self.name)
        fixed = {"dragon": reference.least, "sorcery": 1}
        return fixed.get(self.means, max(reference.least, cost - 2 * (self.means == "mercenary")))


def rolled(events: list[dict[str, Any]], entry: dict[str, Any]) -> int:
    """New tokens for lost Pygmies."""
    mine = [event for event in events if event["type"] == "received" and event["seat"] == entry["player"]]
    return sum(event["tokens"] for event in mine) if entry["race"] == "pygmies" else 0


@pytest.mark.parametrize("options", TABLES, ids=lambda options: f"{options.get('mode', 'alone')}-{options['players']}")
@pytest.mark.parametrize("seed", [41, 42])
def test_a_conquest_does_what_the_order_of_effects_says(options: dict[str, Any], seed: int) -> None:
    """Rulings 29, 37, 41, 82, 112, 119-121, 130, 137, 139, 143, 149, 163; sacrifices are left to their own tests."""
    for reply, move, after in game(options, seed):
        plain = move.startswith("conquer") and not move.endswith("die") and reply["phase"] in ("conquer", "ghouls")
        asked = after["position"].get("choice", {}).get("ask", "boneyard")
        if not plain or asked not in ("boneyard", "bony"):
            continue
        conquest, now = Conquest(options, reply, move), after["position"]
        if "player" in conquest.entry:
            new = rolled(after["events"], conquest.entry)
            left = tokens_of(reply["position"], conquest.entry) - conquest.defender_losses() + new
            assert tokens_of(now, conquest.entry) == left, (move, reply["position"])
        assert [player["coins"] for player in now["players"]] == conquest.coins(), (move, reply["position"])
        here = now["regions"][conquest.name]
        tokens = here["tokens"] + here.get("pieces", {}).get("horde", 0)
        assert tokens == conquest.tokens_used(), (move, reply["position"])
        if "necromancer" in now:
            well = now["necromancer"]["well"]
            assert (well["ghosts"], well["souls"]) == conquest.well(), (move, reply["position"])
        for was, player in zip(reply["position"]["players"], now["players"], strict=True):
            if (was["active"] or {}).get("race") == "igors":
                assert player["active"]["igor_souls"] == was["active"]["igor_souls"] + conquest.tokens_lost(), (
                    move,
                    was,
                )
