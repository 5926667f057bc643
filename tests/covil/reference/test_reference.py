"""Differential tests of Covil: legal moves, strengths, fees and scores of random games, compared with a reference.

The reference implementation uses the engine only through the referee: everything is computed from the position shown
and the printed cards.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from hordes.covil.options import board_data, box_cards
from hordes.engine.referee import answer

MINIONS = {card["id"]: card for kind in ("overlords", "henchmen", "mercenaries") for card in box_cards()[kind]}
RELICS = {card["id"]: card for card in box_cards()["relics"]}
TABLES = [
    pytest.param({"players": 2, "board": "desert-town"}, id="two"),
    pytest.param({"players": 3, "board": "water-town"}, id="three"),
    pytest.param({"players": 4, "board": "mountain-town"}, id="four"),
    pytest.param({"players": 1, "dummies": 2, "board": "desert-town"}, id="solo"),
]
BOLD = ("melee", "ranged", "exhaust", "defend", "command", "hire")


def game(options: dict[str, Any], seed: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Pairs of a reply and the next one; seats fight and hire more often than not."""
    rng = random.Random(seed)
    request: dict[str, Any] = {"game": "covil", "options": options, "seed": seed}
    reply = answer(request)
    while reply["result"] is None:
        moves = [move for move in reply["legal"] if move != "cancel"] or reply["legal"]
        bold = [move for move in moves if move.startswith(BOLD)]
        move = rng.choice(bold if bold and rng.random() < 0.5 else moves)
        after = answer(request | {"position": reply["position"], "seed": reply["seed"], "moves": [move]})
        yield reply, after
        reply = after


class ReferenceRules:
    """Legal moves, strengths, fees and points, computed from a position, the board and the cards."""

    def __init__(self, options: dict[str, Any], position: dict[str, Any]) -> None:
        self.solo = options["players"] == 1
        zones = board_data(options["board"])["zones"]
        self.terrain = {zone["id"]: set(zone["terrain"]) for zone in zones}
        self.near: dict[str, set[str]] = {zone["id"]: set(zone["adjacent"]) for zone in zones}
        self.position = position
        self.players = position["players"]
        self.fortresses = position["fortresses"]
        self.troops = {name: troop for name, troop in position["troops"].items() if troop}

    def enemies(self, seat: int) -> list[int]:
        everybody = [other for other in range(len(self.players)) if other != seat]
        return [other for other in everybody if not self.solo or 0 in (seat, other)]

    def hall(self, seat: int, state: str | None = None) -> list[dict[str, Any]]:
        return [MINIONS[entry["card"]] for entry in self.players[seat]["hall"] if state in (None, entry["state"])]

    def passives(self, seat: int, kind: str) -> Iterator[dict[str, Any]]:
        for card in self.hall(seat):
            yield from (effect for effect in card["ability"]["effects"] if effect.get("mod") == kind)

    def stands(self, seat: int, zone: str) -> bool:
        fortress = self.fortresses[seat]
        return bool(fortress and fortress["zone"] == zone and fortress["hp"] > 0)

    def besieged(self, seat: int, zone: str) -> bool:
        return any(self.stands(other, zone) for other in self.enemies(seat))

    # What a turn offers

    def afternoon(self, seat: int) -> set[str]:
        me, ready = self.players[seat], self.hall(seat, "ready")
        moves = {f"relic {card}" for card in me["relics"]}
        moves |= {f"command {card['id']}" for card in ready if card["ability"]["type"] == "command"}
        moves |= set() if self.position["hired"] else self.hires(seat)
        price = 3 + sum(effect["n"] for effect in self.passives(seat, "relicPrice"))
        moves |= {"draw"} if me["gold"] >= price else set()
        standing = [name for name, troop in self.troops.items() if int(name[0]) == seat and troop["standing"]]
        if self.position["acted"] or not standing:
            return moves | {"end"}
        return moves.union(*[self.actions(seat, troop) for troop in standing])

    def hires(self, seat: int) -> set[str]:
        me = self.players[seat]
        given = [card for card in self.hall(seat, "ready") if card["class"] != "Dark Overlord"]
        wealth = me["gold"] + sum(RELICS[card]["gold"] for card in me["relics"]) + sum(card["cost"] for card in given)
        if len(me["hall"]) == 6 and not given:
            return set()
        return {f"hire {card}" for card in self.position["pool"] if wealth >= self.price(seat, MINIONS[card])}

    def price(self, seat: int, card: dict[str, Any]) -> int:
        mine = [effect for effect in self.passives(seat, "price") if effect.get("class") in (None, card["class"])]
        return int(card["cost"] + sum(effect["n"] for effect in mine))

    def actions(self, seat: int, troop: str) -> set[str]:
        zone = self.troops[troop]["zone"]
        tired = self.hall(seat, "tired") + self.hall(seat, "exhausted")
        moves = {f"gold {troop}"} | {f"rest {troop} {card['id']}" for card in tired}
        moves |= {f"move {troop} {other}" for other in self.reach(seat, zone)}
        moves |= {f"repair {troop}"} if 1 <= self.fortresses[seat]["hp"] <= 4 else set()
        return moves | (self.attacks(seat, troop, zone) if self.hall(seat, "ready") else set())

    def reach(self, seat: int, zone: str) -> set[str]:
        zones = set(self.near[zone])
        if any(self.terrain[zone] & set(effect["terrain"]) for effect in self.passives(seat, "move")):
            zones = zones.union(*[self.near[other] for other in self.near[zone]])
        return zones - {zone}

    def attacks(self, seat: int, troop: str, zone: str) -> set[str]:
        targets = {name: entry["zone"] for name, entry in self.troops.items() if int(name[0]) in self.enemies(seat)}
        for other in self.enemies(seat):
            home = self.fortresses[other]["zone"]
            guarded = any(int(name[0]) == other and entry["zone"] == home for name, entry in self.troops.items())
            if self.stands(other, home) and not guarded:
                targets[f"fortress {other}"] = home
        moves = {f"melee {troop} {target}" for target, where in targets.items() if where == zone}
        return moves | {f"ranged {troop} {target}" for target, where in targets.items() if where in self.near[zone]}

    # What a fight weighs

    def strength(self, fight: dict[str, Any]) -> int:
        seat, kind = int(fight["attacker"][0]), fight["kind"]
        zone, there = self.troops[fight["attacker"]]["zone"], self.troops[fight["target"]]["zone"]
        weapon = self.hall(seat)[fight["weapon"]]
        total = fight["bonus"] + (kind == "melee") + (weapon["stat"]["value"] if weapon["stat"]["type"] == kind else 0)
        for effect in self.passives(seat, "attack"):
            fits = effect["kind"] in ("any", kind)
            fits = fits and (effect.get("vs") != "lying" or not self.troops[fight["target"]]["standing"])
            fits = fits and (effect.get("vs") != "fortressZone" or self.besieged(seat, there))
            total += self.bonus(seat, effect, zone) if fits else 0
        for effect in weapon["ability"]["effects"]:
            total += effect["n"] if effect.get("do") == "strength" and self.besieged(seat, there) else 0
        return int(total + self.magic(seat, (kind, "attack")))

    def defence(self, fight: dict[str, Any]) -> int:
        seat, zone = int(fight["target"][0]), self.troops[fight["target"]]["zone"]
        total = 1 + sum(self.bonus(seat, effect, zone) for effect in self.passives(seat, "defense"))
        total += sum(self.hall(seat)[slot - 1]["stat"]["value"] for slot in fight["guards"])
        return int(total) + self.magic(seat, ("defense",))

    def bonus(self, seat: int, effect: dict[str, Any], zone: str) -> int:
        if effect.get("where") == "ownFortressZone" and self.fortresses[seat]["zone"] != zone:
            return 0
        times = len(self.terrain[zone] & set(effect["terrain"])) if "terrain" in effect else 1
        return int(effect["n"]) * times

    def magic(self, seat: int, stats: tuple[str, ...]) -> int:
        bonuses = [RELICS[card]["bonus"] for card in self.players[seat]["active"]]
        return sum(int(bonus["value"]) for bonus in bonuses if bonus["stat"] in stats)

    # What the night and the end pay

    def fees(self) -> list[tuple[int, str]]:
        fees = []
        for terrain in ("Water", "Desert", "Mountain", "Forest"):
            owners = [self.controller(zone) for zone, has in self.terrain.items() if terrain in has]
            lord = leader(Counter(owner for owner in owners if owner is not None))
            fees += [] if lord is None else [(lord, terrain)]
        return fees

    def controller(self, zone: str) -> int | None:
        return leader(Counter(int(name[0]) for name, troop in self.troops.items() if troop["zone"] == zone))

    def score(self, seat: int) -> int:
        me, cards = self.players[seat], self.hall(seat)
        total = me["gold"] + sum(card["cost"] for card in cards) + sum(RELICS[card]["gold"] for card in me["relics"])
        total += 5 * (self.fortresses[seat]["hp"] > 0)
        counts = {"relic": len(me["relics"]), "troop": sum(1 for name in self.troops if int(name[0]) == seat)}
        for effect in self.passives(seat, "score"):
            alike = sum(1 for card in cards if card["class"] == effect.get("class"))
            total += effect["n"] * counts.get(effect["per"], alike)
        return int(total)

    def rank(self, seat: int) -> tuple[int, ...]:
        troops = sum(1 for name in self.troops if int(name[0]) == seat)
        dearest = max(int(card["cost"]) for card in self.hall(seat))
        return (self.score(seat), troops, self.fortresses[seat]["hp"], self.players[seat]["gold"], dearest)


def leader(counts: Counter[int]) -> int | None:
    """Who has strictly most."""
    first = counts.most_common(2)
    tied = len(first) == 2 and first[0][1] == first[1][1]
    return first[0][0] if first and not tied else None


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("seed", [31, 32])
def test_a_turn_offers_what_the_rules_allow_and_a_fight_weighs_what_the_cards_say(
    options: dict[str, Any], seed: int
) -> None:
    """Rulings 15-16, 22-26, 32, 39-49, 55-60: every afternoon's moves, and both sides of every combat."""
    fights = 0
    for reply, after in game(options, seed):
        reference, fight = ReferenceRules(options, reply["position"]), reply["position"].get("combat")
        if reply["phase"] == "afternoon":
            assert set(reply["legal"]) == reference.afternoon(reply["to_move"]), reply["position"]
        fought = [event for event in after["events"] if event["type"] == "fought"][:1]
        if fight and fight["attacker"] and fought and fought[0]["target"] == fight["target"] in reference.troops:
            said = (fought[0]["strength"], fought[0]["defense"])
            assert said == (reference.strength(fight), reference.defence(fight)), reply["position"]
            fights += 1
    assert fights


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("seed", [41, 42])
def test_nights_pay_the_dominant_and_the_end_counts_what_is_worth_something(options: dict[str, Any], seed: int) -> None:
    """Rulings 74-76, 86-88, 104: fees by the troops of the evening, points and tie-breakers of the end."""
    due: list[tuple[int, str]] = []
    for reply, after in game(options, seed):
        before, _, night = " ".join(event["type"] for event in after["events"]).partition("night")
        if night and "moved" not in before and "lost" not in before:
            due = ReferenceRules(options, reply["position"]).fees()
        if due:
            paid = [(event["seat"], event["terrain"]) for event in after["events"] if event["type"] == "fee"]
            assert paid == due[: len(paid)], reply["position"]
            due = due[len(paid) :]
        assert not due or after["phase"] == "choice", "a fee was not paid"
    reference, result = ReferenceRules(options, after["position"]), after["result"]
    assert result["scores"] == [reference.score(seat) for seat in range(len(reference.players))]
    ranks = [reference.rank(seat) for seat in range(len(reference.players))]
    if reference.solo:
        best = max(result["scores"][1:])
        beaten = [seat for seat, score in enumerate(result["scores"]) if seat and score == best]
        assert result["winners"] == ([0] if result["scores"][0] > best else beaten)
    else:
        assert result["winners"] == [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
