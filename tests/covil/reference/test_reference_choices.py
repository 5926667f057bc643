"""Differential tests of choices in Covil, in random games with many relics and combats, compared with a reference.

Reference implementation of: targets of a relic's Instant, who may answer in a combat, when a combat ends without a
result, who is asked at night, and what the relic deck holds. Like `test_reference.py` it uses the engine only through
the referee.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from hordes.covil.options import box_cards
from hordes.engine.referee import answer
from tests.covil.reference.test_reference import MINIONS, RELICS, ReferenceRules

EFFECTS: list[tuple[str, dict[str, Any]]] = [
    (card["id"], effect)
    for group in ("overlords", "henchmen", "mercenaries", "relics")
    for card in box_cards()[group]
    for effect in card.get("ability", card.get("instant"))["effects"]
]
"""Every effect in the order of the cards, with the card it stands on."""
TABLES = [
    pytest.param({"players": 2, "board": "desert-town"}, id="two"),
    pytest.param({"players": 3, "board": "water-town"}, id="three"),
    pytest.param({"players": 4, "board": "mountain-town"}, id="four"),
    pytest.param({"players": 1, "dummies": 1, "board": "desert-town"}, id="solo"),
]
HOMES = {"desert-town": "ABDG", "water-town": "BCH", "mountain-town": "ACKM"}
FREQUENT = ("relic", "melee", "ranged", "use", "choose", "exhaust")


def crowded_position(options: dict[str, Any], seed: int) -> dict[str, Any]:
    """The morning of day 3 or 4: troops around the town, and most relics in hands."""
    rng = random.Random(seed)
    seats = options["players"] + options.get("dummies", 0)
    homes, deck = HOMES[options["board"]], rng.sample(sorted(RELICS), 24)
    players: list[dict[str, Any]] = []
    for seat in range(seats):
        human = options["players"] > 1 or seat == 0
        cards = ["h1", "m19" if seat == 3 else "h2", "h3", "h2" if seat == 0 else "h5", "h4"]
        hall = [{"card": f"o{seat + 1}"}]
        hall += [{"card": card, "state": rng.choice(["ready", "tired", "exhausted"])} for card in cards]
        players.append({"gold": rng.randrange(6), "hall": hall, "relics": [deck.pop() for _ in range(5 * human)]})
    players[1]["hall"][5] = {"card": "m08", "state": "ready"}
    fortresses = [{"zone": homes[seat], "hp": rng.randrange(1, 6)} for seat in range(seats)]
    troops = {
        f"{seat}{letter}": {"zone": rng.choice("CEFG"), "standing": True} for seat in range(seats) for letter in "ab"
    }
    place = {"day": rng.choice([3, 4]), "phase": "morning", "scepter": rng.randrange(seats), "rebels": rng.randrange(5)}
    return place | {"fortresses": fortresses, "troops": troops, "players": players}


def fights(options: dict[str, Any], seed: int) -> Iterator[tuple[dict[str, Any], dict[str, Any], str]]:
    """A reply, the next one and the move between; seats use relics and attack more often than not."""
    rng = random.Random(seed)
    request: dict[str, Any] = {"game": "covil", "options": options, "seed": seed}
    reply = answer(request | {"position": crowded_position(options, seed)})
    while reply["result"] is None:
        assert reply["ok"], reply
        moves = [move for move in reply["legal"] if not move.startswith(("hire", "cancel"))] or reply["legal"]
        frequent = [move for move in moves if move.startswith(FREQUENT)]
        move = rng.choice(frequent if frequent and rng.random() < 0.7 else moves)
        after = answer(request | {"position": reply["position"], "seed": reply["seed"], "moves": [move]})
        yield reply, after, move
        reply = after


class ReferenceChoices(ReferenceRules):
    """Reference implementation of the choices that cards and combats offer."""

    def task(self) -> list[Any]:
        return list((self.position.get("pending") or [[""]])[-1])

    def own_troops(self, seat: int) -> dict[str, dict[str, Any]]:
        return {name: troop for name, troop in self.troops.items() if int(name[0]) == seat}

    def zones_around(self, seat: int, reach: int) -> set[str]:
        zones = {troop["zone"] for troop in self.own_troops(seat).values()}
        return zones.union(*[self.near[zone] for zone in zones]) if reach else zones

    def price_of_relic(self, seat: int) -> int:
        return 3 + int(sum(effect["n"] for effect in self.passives(seat, "relicPrice")))

    def deck_size(self) -> int:
        """Number of relics in the deck."""
        shown = len(self.position.get("discard") or []) + sum(
            card in RELICS for card in self.position.get("removed") or []
        )
        return 24 - shown - sum(len(player["relics"]) + len(player["active"]) for player in self.players)

    def purchases(self, seat: int) -> set[str]:
        payable = self.players[seat]["gold"] >= self.price_of_relic(seat)
        return {"draw"} if payable and self.deck_size() + len(self.position.get("discard") or []) > 0 else set()

    # The first question of a relic's Instant, when it is asked

    def instant(self, seat: int, effect: dict[str, Any]) -> set[str]:
        what, mine = effect["do"], self.own_troops(seat)
        if what == "move":
            steps = int(effect["steps"])
            return {f"choose {name}" for name, troop in mine.items() if self.destinations(seat, troop["zone"], steps)}
        if what == "stand":
            return {f"choose {name}" for name, troop in mine.items() if not troop["standing"]}
        if what in ("push", "lay"):
            return self.enemy_troops(seat, effect)
        if what == "attack":
            return self.free_attacks(seat, effect)
        if what in ("rest", "ready"):
            return self.restable(seat, effect)
        return self.other_targets(seat, effect)

    def destinations(self, seat: int, zone: str, steps: int) -> set[str]:
        if steps == 1:
            return self.reach(seat, zone)
        return self.near[zone].union(*[self.near[other] for other in self.near[zone]]) - {zone}

    def enemy_troops(self, seat: int, effect: dict[str, Any]) -> set[str]:
        zones = self.zones_around(seat, effect.get("range", 0))
        near = {name: t for name, t in self.troops.items() if int(name[0]) in self.enemies(seat) and t["zone"] in zones}
        return {f"choose {name}" for name, troop in near.items() if effect["do"] == "push" or troop["standing"]}

    def free_attacks(self, seat: int, effect: dict[str, Any]) -> set[str]:
        if not self.hall(seat, "ready"):
            return set()
        attacks = set().union(
            *[self.attacks(seat, name, troop["zone"]) for name, troop in self.own_troops(seat).items()]
        )
        return {move for move in attacks if effect["kind"] in ("any", move.split()[0])}

    def restable(self, seat: int, effect: dict[str, Any]) -> set[str]:
        places = [p for p in self.players[seat]["hall"] if not (effect.get("notOverlord") and p["card"][0] == "o")]
        moves = set()
        for card in {place["card"] for place in places}:
            states = list(dict.fromkeys(p["state"] for p in places if p["card"] == card and p["state"] != "ready"))
            moves |= {f"choose {card}"} if states else set()
            moves |= {f"choose {card} {state}" for state in states[1:]}
        return moves

    def other_targets(self, seat: int, effect: dict[str, Any]) -> set[str]:
        what = effect["do"]
        if what == "relic":
            return {"use"} if self.deck_size() + len(self.position.get("discard") or []) else set()
        if what == "summon":
            return {"use"} if len(self.own_troops(seat)) <= self.position["day"] else set()
        if what == "rebels":
            room = min(effect["upTo"], 5 - self.position["rebels"] if effect["n"] > 0 else self.position["rebels"])
            return {f"choose {n}" for n in range(room + 1)} if room else set()
        if what == "exhaust":
            able = [other for other in self.enemies(seat) if self.hall(other, "ready")]
            if len(able) == 1:
                return {f"choose {card['id']}" for card in self.hall(able[0], "ready")}
            return {f"choose {other}" for other in able}
        zones = self.zones_around(seat, effect.get("range", 0))
        return {f"choose {other}" for other in self.enemies(seat) if self.has_target(other, what, zones)}

    def has_target(self, other: int, what: str, zones: set[str]) -> bool:
        """Whether a seat has what an effect takes or damages."""
        if what == "steal":
            return bool(self.players[other]["gold"] > 0)
        if what == "discardRelic":
            return len(self.players[other]["relics"]) > 0
        return self.fortresses[other]["hp"] > 0 and self.fortresses[other]["zone"] in zones

    # Combats

    def is_in_range(self, fight: dict[str, Any]) -> bool:
        """Whether both troops are on the board, and the target in range."""
        target = self.troops.get(fight["target"])
        if fight["kind"] == "rebels":
            town = [zone for zone, terrain in self.terrain.items() if "Town" in terrain]
            return fight["target"].startswith("fortress") or (target is not None and target["zone"] in town)
        attacker = self.troops.get(fight["attacker"])
        if target is None or attacker is None:
            return False
        here, there = attacker["zone"], target["zone"]
        return here == there if fight["kind"] == "melee" else there in self.near[here]

    def is_guarded(self, target: str) -> bool:
        """Whether a troop can defend: the target itself, or one at the fortress."""
        if not target.startswith("fortress"):
            return True
        seat = int(target.split()[1])
        return self.fortresses[seat]["zone"] in [troop["zone"] for troop in self.own_troops(seat).values()]

    def responses(self, seat: int, defends: bool) -> set[str]:
        moves = {"pass"} | {f"relic {card}" for card in self.players[seat]["relics"]} | self.purchases(seat)
        if defends:
            moves |= {f"defend {c['id']}" for c in self.hall(seat, "ready") if c["stat"]["type"] == "defense"}
        return moves


ALWAYS = ("gold", "repair")


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("seed", [61, 62, 63])
def test_relics_may_be_aimed_and_declined_and_combats_go_on_as_the_rules_say(
    options: dict[str, Any], seed: int
) -> None:
    """Rulings 33-35, 56-64, 71, 102, 111, 112: at every state of games full of relics."""
    met: Counter[str] = Counter()
    for reply, after, move in fights(options, seed):
        reader, seat, legal = ReferenceChoices(options, reply["position"]), reply["to_move"], set(reply["legal"])
        fight, task = reply["position"].get("combat"), reader.task()
        assert reader.deck_size() > 0 or not reply["position"].get("discard"), (
            "the deck is empty, the discard pile is not"
        )
        if fight and task[0] == "exhaustion" and fight["target"] in reader.troops:
            there = reader.troops[fight["target"]]
            assert fight["stood"] == there["standing"]
            assert fight["besieged"] == reader.besieged(seat, there["zone"])
        if task[0] == "window":
            assert reader.is_in_range(fight), reply["position"]
            defends = not (len(task) > 1 and task[1] == 1) and reader.is_guarded(fight["target"])
            assert legal == reader.responses(seat, defends), reply["position"]
            met["nested" if any(t[0] == "suspended" for t in reply["position"]["pending"]) else "window"] += 1
        if task[0] == "effects" and len(task) < 5 and EFFECTS[task[1]][0] in RELICS:
            effect = EFFECTS[task[1]][1]
            assert legal == reader.instant(seat, effect) | {"skip"} | reader.purchases(seat), (
                effect,
                reply["position"],
            )
            met["instant"] += 1
        if move.startswith("relic"):
            check_activation(options, reply, after, move, met)
        check_end(options, reply, after, met)
    assert met["instant"] > 5
    assert met["window"] > 5
    assert met["silent"] > 0


def check_activation(
    options: dict[str, Any], reply: dict[str, Any], after: dict[str, Any], move: str, met: Counter[str]
) -> None:
    """What only gives gold, hit points or rest happens at once; all else asks, if it can do anything."""
    card, seat = move.split()[1], reply["to_move"]
    (effect,) = RELICS[card]["instant"]["effects"]
    asked = bool(after["position"].get("pending")) and after["position"]["pending"][-1][0] == "effects"
    if effect["do"] in ALWAYS or effect.get("overlord"):
        assert not asked
        met["silent"] += 1
    elif not asked and after["to_move"] == seat and after["phase"] == reply["phase"]:
        before = reply["position"] | {"players": [dict(player) for player in reply["position"]["players"]]}
        held = [name for name in before["players"][seat]["relics"] if name != card]
        before["players"][seat] |= {"relics": held, "active": [*before["players"][seat]["active"], card]}
        assert not ReferenceChoices(options, before).instant(seat, effect), (move, reply["position"])
        met["silent"] += 1


def combats(place: dict[str, Any]) -> list[dict[str, Any]]:
    """The current combat and the suspended ones, the outermost first."""
    names = [f"{seat}{letter}" for seat in range(4) for letter in "abcde"] + [f"fortress {seat}" for seat in range(4)]
    waiting = []
    for task in place.get("pending") or []:
        if task[0] == "suspended":
            kind = {1: "melee", 2: "ranged", 4: "rebels"}[task[2] & 7]
            waiting.append({"kind": kind, "attacker": names[(task[1] & 31) - 1], "target": names[task[1] >> 5]})
    return [*waiting, place["combat"]] if place.get("combat") else waiting


def check_end(options: dict[str, Any], reply: dict[str, Any], after: dict[str, Any], met: Counter[str]) -> None:
    """A combat without a result has lost one of its troops or its range; a beaten troop falls if it lies now."""
    events, place = after["events"], reply["position"]
    kinds = [event["type"] for event in events]
    if "broken_off" in kinds:
        met["broken off"] += 1
        apart = [not ReferenceChoices(options, after["position"]).is_in_range(fight) for fight in combats(place)]
        assert any(apart) or "moved" in kinds or "lost" in kinds, (place, events)
    outcome = [event for event in events if event["type"] in ("fought", "moved", "lost", "stood", "laid")]
    if (
        place.get("combat")
        and outcome
        and outcome[0]["type"] == "fought"
        and outcome[0]["won"]
        and after["phase"] != "choice"
    ):
        target = outcome[0]["target"]
        if target == place["combat"]["target"] and target in place["troops"]:
            zone = place["troops"][target]["zone"]
            lost = {"type": "lost", "seat": int(target[0]), "troop": target, "zone": zone} in events
            assert lost != place["troops"][target]["standing"], (place, events)
            met["outcome"] += 1


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("seed", [71, 72])
def test_the_night_asks_whoever_can_pay_in_turn_order(options: dict[str, Any], seed: int) -> None:
    """Ruling 32: before a levy and at the end; `draw` or `pass`, and nobody who cannot pay or is a dummy."""
    asked = 0
    for reply, after, move in fights(options, seed):
        reader, seat = ReferenceChoices(options, reply["position"]), reply["to_move"]
        task = reader.task()
        if task[0] == "purchases":
            asked += 1
            assert set(reply["legal"]) == {"pass"} | reader.purchases(seat)
            assert reader.players[seat]["gold"] >= reader.price_of_relic(seat)
            assert (seat - reply["position"]["scepter"]) % len(reader.players) == (task[1] if len(task) > 1 else 0)
            if move == "pass" and after["result"] is not None:
                seats, first = len(reader.players), reply["position"]["scepter"]
                rest = [(first + k) % seats for k in range((seat - first) % seats + 1, seats)]
                assert not any(reader.purchases(other) for other in rest if not (reader.solo and other))
        if after["result"] is not None and task[0] != "purchases":
            final = ReferenceChoices(options, after["position"])
            humans = [0] if final.solo else range(len(final.players))
            assert not any(final.purchases(other) for other in humans), after["position"]
    assert asked or options["players"] == 1


def test_a_dummy_exhausts_its_best_defender_in_every_combat() -> None:
    """Ruling 102: whenever the human attacks a troop of a dummy that has a Ready Minion with defense."""
    options, defended = {"players": 1, "dummies": 1, "board": "desert-town"}, 0
    for seed in range(80, 90):
        for reply, after, move in fights(options, seed):
            fight = reply["position"].get("combat")
            if not (
                move.startswith("exhaust") and fight and fight["target"][0] == "1" and fight["target"][1] in "abcde"
            ):
                continue
            ready = ReferenceChoices(options, reply["position"]).hall(1, "ready")
            able = [card for card in ready if card["stat"]["type"] == "defense"]
            events = [event for event in after["events"] if event["type"] == "defended"]
            assert len(events[:1]) == (1 if able else 0), after["events"]
            if able:
                best = max(card["stat"]["value"] for card in able)
                assert MINIONS[events[0]["card"]]["stat"]["value"] == best
                defended += 1
    assert defended
