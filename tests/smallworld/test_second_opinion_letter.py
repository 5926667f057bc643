"""A second opinion on what the rules leave to choose besides conquests, with every former reading on or off at random.

As in `test_second_opinion_boxes` nothing is asked of the engine but through the referee: who may put tokens back, whom
the Sigil's holder may ask, where the Soapbar may slip, what a die of the Ghouls ends, and what Pots pay.
"""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from hordes.smallworld.options import FORMER, map_data
from tests.smallworld.test_second_opinion_boxes import BOXES, TABLES, Witness, game
from tests.smallworld.test_second_opinion_crowded import crowd


def switched(options: dict[str, Any], seed: int) -> dict[str, Any]:
    """The same table with some of the former readings."""
    rng = random.Random(seed)
    return options | {"rulings": [name for name in FORMER if rng.random() < 0.5]}


def name_of(options: dict[str, Any]) -> str:
    return f"{options.get('mode', 'alone')}-{options['players']}"


class Bystander(Witness):
    """Reads the choices off a position."""

    def keeps(self, before: dict[str, Any] | None) -> set[str]:
        """What Barbarians may put back: each region's tokens beyond what is there now, as they stood before."""
        if self.race != "barbarians" or self.ghouls or before is None or "barbarians_ready_all" in self.rulings:
            return set()
        found = set()
        for name in self.mine:
            for n in range(1, troops(before.get(name, {})) - troops(self.at[name]) + 1):
                found.add(f"keep {name}" if n == 1 else f"keep {name} {n}")
        return found

    def asks(self, asked: list[int], holder: int) -> set[str]:
        """Whom the holder may ask: others with a token on the map, himself with one in decline."""
        able = {e["player"] for e in self.at.values() if "player" in e and e["player"] != holder}
        able |= {holder for e in self.at.values() if e.get("player") == holder and e["declined"]}
        return {f"ask {seat}" for seat in able - set(asked)} | {"refuse"}

    def slips(self) -> set[str]:
        """Where the Soapbar may go."""
        near = self.beside(self.mine) - self.mine
        land = near - self.having("sea") - self.having("lake")
        return {f"soapbar {name}" for name in (land if land and "soapbar_keeps_to_land" in self.rulings else near)}


def troops(entry: dict[str, Any]) -> int:
    """Tokens of any kind in a region."""
    return int(entry.get("tokens", 0)) + int(entry.get("pieces", {}).get("horde", 0))


def readied(
    reply: dict[str, Any], move: str, after: dict[str, Any], stood: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Where tokens stood when the active race was last readied; nothing once it has made another move."""
    stopped = any(event["type"] == "stopped" for event in after["events"])
    if after["phase"] == "conquer" and (stopped or reply["phase"] == "ghouls"):
        return dict(reply["position"]["regions"])
    return stood if move.startswith(("keep", "swap", "bony")) else None


@pytest.mark.parametrize("options", TABLES, ids=name_of)
@pytest.mark.parametrize("seed", [51, 52])
def test_conquests_under_former_readings_are_those_the_rules_say(options: dict[str, Any], seed: int) -> None:
    """Rulings 27, 74, 79, 80 with their switches on or off: every price and target of a game."""
    for reply, _, _ in game(switched(options, seed), seed):
        if reply["phase"] in ("conquer", "ghouls"):
            offered = {move for move in reply["legal"] if move.startswith("conquer")}
            assert offered == Witness(switched(options, seed), reply).conquests(), reply["position"]


@pytest.mark.parametrize("options", TABLES, ids=name_of)
@pytest.mark.parametrize("seed", [61, 62])
def test_coins_under_former_readings_are_those_the_rules_say(options: dict[str, Any], seed: int) -> None:
    """Rulings 123, 124 with their switches on or off: the coins of each turn."""
    table = switched(options, seed)
    for reply, move, after in game(table, seed):
        paid = [event for event in after["events"] if event["type"] == "scored"]
        if move == "done" and reply["phase"] in ("redeploy", "finish") and paid:
            due = 7 * any(part[0] == "Wealthy" for part in paid[0]["sources"])
            assert paid[0]["coins"] == Witness(table, reply).coins() + due, reply["position"]


def camp(rng: random.Random) -> dict[str, Any]:
    """Barbarians with many tokens in some regions, and declined Ghouls beside them."""
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
        options = switched({"players": 2, "sets": BOXES}, seed)
        position = camp(random.Random(seed))
        # The first look comes after readying: what stood there is what the position said.
        steps = list(islice(game(options, seed, position=position), 12))
        stood: dict[str, Any] | None = None if position["players"][0]["declined"] else position["regions"]
        for reply, move, after in steps:
            if reply["position"]["player"] != 0 or reply["phase"] not in ("conquer", "ghouls"):
                break
            kept = {text for text in reply["legal"] if text.startswith("keep")}
            assert kept == Bystander(options, reply).keeps(stood), (reply["position"], stood)
            total += len(kept)
            stood = readied(reply, move, after, stood)
    assert total > 100


def test_the_sigil_the_soapbar_and_the_die_of_the_ghouls_on_crowded_tables() -> None:
    """Rulings 67, 166, 173."""
    met = dict.fromkeys(("ask", "soapbar", "die"), 0)
    for seed in range(40):
        options = switched({"players": 6, "sets": BOXES, "mode": "teams"}, seed)
        rng = random.Random(seed)
        for reply, move, after in islice(game(options, seed, position=crowd(rng) | {"phase": "start"}), 60):
            eyes = Bystander(options, reply)
            ask = reply["position"].get("choice", {})
            if ask.get("ask") == "plea":
                assert "sigil_asks_everybody" not in eyes.rulings
                assert set(reply["legal"]) == eyes.asks(ask.get("asked", []), ask["seat"]), reply["position"]
                met["ask"] += 1
            if ask.get("ask") == "soapbar":
                assert set(reply["legal"]) == eyes.slips(), reply["position"]
                met["soapbar"] += 1
            if reply["phase"] == "ghouls" and move.endswith("die") and after["phase"] != "choice":
                own = "ghouls_own_die" in eyes.rulings
                assert (after["phase"] == "conquer" and after["position"]["player"] == eyes.seat) == own
                met["die"] += 1
    assert min(met.values()) > 0, met
