"""Differential tests of choices besides conquests, with the rulings of version 1 switched on or off at random.

Reference implementation of: keeping readied tokens, whom the Sigil's holder may ask, where the Soapbar may move, and
whether a roll of the Ghouls ends the conquests.
"""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from hordes.smallworld.options import VERSION_1_RULINGS, map_data
from tests.smallworld.reference.test_reference_crowded import crowded_teams
from tests.smallworld.reference.test_reference_sets import SETS, TABLES, RulesReference, game


def with_random_rulings(options: dict[str, Any], seed: int) -> dict[str, Any]:
    """The same options with some of the rulings of version 1."""
    rng = random.Random(seed)
    return options | {"rulings": [name for name in VERSION_1_RULINGS if rng.random() < 0.5]}


def name_of(options: dict[str, Any]) -> str:
    return f"{options.get('mode', 'alone')}-{options['players']}"


class ChoicesReference(RulesReference):
    """Reference implementation of choices besides conquests."""

    def keep_moves(self, before: dict[str, Any] | None) -> set[str]:
        """`keep` moves of Barbarians: the tokens that each region has lost since `before`."""
        if self.race != "barbarians" or self.ghouls or before is None or "barbarians_ready_all" in self.rulings:
            return set()
        moves = set()
        for name in self.own_regions:
            for n in range(1, troops(before.get(name, {})) - troops(self.entries[name]) + 1):
                moves.add(f"keep {name}" if n == 1 else f"keep {name} {n}")
        return moves

    def ask_moves(self, asked: list[int], holder: int) -> set[str]:
        """Moves of the Sigil's holder: he may ask others with a token on the map, himself with one in decline."""
        able = {e["player"] for e in self.entries.values() if "player" in e and e["player"] != holder}
        able |= {holder for e in self.entries.values() if e.get("player") == holder and e["declined"]}
        return {f"ask {seat}" for seat in able - set(asked)} | {"refuse"}

    def soapbar_moves(self) -> set[str]:
        """Moves of the Soapbar."""
        near = self.neighbours(self.own_regions) - self.own_regions
        land = near - self.regions_with("sea") - self.regions_with("lake")
        return {f"soapbar {name}" for name in (land if land and "soapbar_keeps_to_land" in self.rulings else near)}


def troops(entry: dict[str, Any]) -> int:
    """Tokens of any kind in a region."""
    return int(entry.get("tokens", 0)) + int(entry.get("pieces", {}).get("horde", 0))


def readied(
    reply: dict[str, Any], move: str, after: dict[str, Any], tokens_before: dict[str, Any] | None
) -> dict[str, Any] | None:
    """The regions before the active race was last readied; None once it has made another move."""
    stopped = any(event["type"] == "stopped" for event in after["events"])
    if after["phase"] == "conquer" and (stopped or reply["phase"] == "ghouls"):
        return dict(reply["position"]["regions"])
    return tokens_before if move.startswith(("keep", "swap", "bony")) else None


@pytest.mark.parametrize("options", TABLES, ids=name_of)
@pytest.mark.parametrize("seed", [51, 52])
def test_conquests_under_former_readings_are_those_the_rules_say(options: dict[str, Any], seed: int) -> None:
    """Rulings 27, 74, 79, 80 with their switches on or off: every price and target of a game."""
    for reply, _, _ in game(with_random_rulings(options, seed), seed):
        if reply["phase"] in ("conquer", "ghouls"):
            offered = {move for move in reply["legal"] if move.startswith("conquer")}
            assert offered == RulesReference(with_random_rulings(options, seed), reply).conquests(), reply["position"]


@pytest.mark.parametrize("options", TABLES, ids=name_of)
@pytest.mark.parametrize("seed", [61, 62])
def test_coins_under_former_readings_are_those_the_rules_say(options: dict[str, Any], seed: int) -> None:
    """Rulings 123, 124 with their switches on or off: the coins of each turn."""
    table = with_random_rulings(options, seed)
    for reply, move, after in game(table, seed):
        paid = [event for event in after["events"] if event["type"] == "scored"]
        if move == "done" and reply["phase"] in ("redeploy", "finish") and paid:
            due = 7 * any(part[0] == "Wealthy" for part in paid[0]["sources"])
            assert paid[0]["coins"] == RulesReference(table, reply).coins() + due, reply["position"]


def barbarians_position(rng: random.Random) -> dict[str, Any]:
    """A position: Barbarians with several tokens in some regions, and perhaps declined Ghouls of the same seat."""
    land = [str(region["id"]) for region in map_data("map-2p")["regions"] if region["terrain"] not in ("sea", "lake")]
    rng.shuffle(land)
    regions = {land.pop(): {"player": 0, "race": "barbarians", "tokens": rng.randint(1, 4)} for _ in range(3)}
    old = rng.random() < 0.5
    if old:
        regions |= {land.pop(): {"player": 0, "race": "ghouls", "tokens": 2, "declined": True} for _ in range(2)}
    power = rng.choice(["forest", "marauding", "hordes_of", "fireball", "catapult", "berserk", "behemoth"])
    declined = [{"race": "ghouls"}] if old else []
    players = [{"active": {"race": "barbarians", "power": power, "hand": rng.randint(0, 2)}, "declined": declined}, {}]
    return {"turn": 3, "phase": "start", "regions": regions, "players": players}


def test_barbarians_put_back_what_was_readied_and_no_more() -> None:
    """Ruling 47, whatever badge they have, before and after the Ghouls."""
    total = 0
    for seed in range(40):
        options = with_random_rulings({"players": 2, "sets": SETS}, seed)
        position = barbarians_position(random.Random(seed))
        # The first reply comes after readying: tokens stood as the given position says.
        steps = list(islice(game(options, seed, position=position), 12))
        tokens_before: dict[str, Any] | None = None if position["players"][0]["declined"] else position["regions"]
        for reply, move, after in steps:
            if reply["position"]["player"] != 0 or reply["phase"] not in ("conquer", "ghouls"):
                break
            kept = {text for text in reply["legal"] if text.startswith("keep")}
            expected = ChoicesReference(options, reply).keep_moves(tokens_before)
            assert kept == expected, (reply["position"], tokens_before)
            total += len(kept)
            tokens_before = readied(reply, move, after, tokens_before)
    assert total > 100


def test_the_sigil_the_soapbar_and_the_die_of_the_ghouls_on_crowded_tables() -> None:
    """Rulings 67, 166, 173."""
    met = dict.fromkeys(("ask", "soapbar", "die"), 0)
    for seed in range(40):
        options = with_random_rulings({"players": 6, "sets": SETS, "mode": "teams"}, seed)
        rng = random.Random(seed)
        for reply, move, after in islice(game(options, seed, position=crowded_teams(rng) | {"phase": "start"}), 60):
            reference = ChoicesReference(options, reply)
            ask = reply["position"].get("choice", {})
            if ask.get("ask") == "plea":
                assert "sigil_asks_everybody" not in reference.rulings
                assert set(reply["legal"]) == reference.ask_moves(ask.get("asked", []), ask["seat"]), reply["position"]
                met["ask"] += 1
            if ask.get("ask") == "soapbar":
                assert set(reply["legal"]) == reference.soapbar_moves(), reply["position"]
                met["soapbar"] += 1
            if reply["phase"] == "ghouls" and move.endswith("die") and after["phase"] != "choice":
                own = "ghouls_own_die" in reference.rulings
                assert (after["phase"] == "conquer" and after["position"]["player"] == reference.seat) == own
                met["die"] += 1
    assert min(met.values()) > 0, met
