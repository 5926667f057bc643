"""Covil's log in the terminal: a sentence for every event, and sums of both sides of a combat."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.core.playout import random_playout
from hordes.engine.core.rng import Rng
from hordes.engine.games import load
from hordes.terminal.covil.interface import CovilInterface
from hordes.terminal.covil.story import CovilNarrator
from hordes.terminal.wording import SeatNames

GAME = load("covil")
TELL = Path(__file__).parents[3] / "src" / "hordes" / "covil" / "state" / "events.py"
START = GAME.new({})
NAMES = ("Ann", "Grim", "Mabel")
FOUGHT = {
    "type": "fought", "target": "1b", "strength": 4, "parts": [["base", 1], ["Private", 2], ["Boots", 1]],
    "defense": 3, "defense_parts": [["base", 1], ["Squire", 2]], "won": True,
}  # fmt: skip
EVENTS: list[tuple[dict[str, Any], str]] = [
    ({"type": "first", "seat": 0}, "You hold the Evil Scepter and begin."),
    ({"type": "first", "seat": 1}, "Grim holds the Evil Scepter and begins."),
    ({"type": "enthroned", "seat": 1, "card": "o1"}, "Vorga the Unpaid takes Grim's throne, exhausted."),
    ({"type": "recruited", "seat": 1, "card": "m01"}, "Gutter Nightingale joins Grim's hall."),
    ({"type": "revealed", "card": "m01"}, "Gutter Nightingale comes into the pool."),
    ({"type": "drew", "seat": 0, "card": "r01"}, "You draw Boots of the Late Postman."),
    ({"type": "drew", "seat": 1}, "Grim draws a Power Relic."),
    ({"type": "lost_relic", "seat": 1, "card": "r01"}, "Grim discards Boots of the Late Postman at random."),
    ({"type": "flipped", "card": "r01", "terrain": "Forest"},
     "Boots of the Late Postman is flipped for the dummy: Forest."),
    ({"type": "reshuffled", "relics": 7},
     "The relic deck was empty: 7 discarded relics are shuffled into a new one."),
    ({"type": "founded", "seat": 0, "zone": "A"}, "Your fortress rises in Frogspit Shallows (A)."),
    ({"type": "morning", "day": 2, "scepter": 1}, "Morning of day 2: all troops stand up, and Grim begins."),
    ({"type": "summoned", "troop": "1c", "zone": "A"}, "Grim's troop c comes to Frogspit Shallows (A)."),
    ({"type": "turn", "day": 1, "seat": 0}, "Day 1: your turn."),
    ({"type": "moved", "troop": "0a", "from": "A", "to": "C"},
     "Your troop a goes from Frogspit Shallows (A) to Mumbling Wood (C)."),
    ({"type": "stood", "troop": "0a"}, "Your troop a stands up."),
    ({"type": "laid", "troop": "1a"}, "Grim's troop a lies down."),
    ({"type": "lost", "troop": "1a", "zone": "A"}, "Grim's troop a is lost in Frogspit Shallows (A)."),
    ({"type": "rested", "seat": 0, "card": "h2", "state": "tired"}, "You rest Squire, now tired."),
    ({"type": "exhausted", "seat": 1, "card": "h2", "state": "exhausted"}, "Grim's Squire is exhausted."),
    ({"type": "all_rested"}, "Every Minion rests once."),
    ({"type": "repaired", "seat": 0, "n": 1, "hp": 4}, "Your fortress is repaired by 1: 4 hit points."),
    ({"type": "gained", "seat": 0, "gold": 2, "wasted": 1}, "You gain 2 gold; 1 more would not fit."),
    ({"type": "gained", "seat": 1, "gold": 2}, "Grim gains 2 gold."),
    ({"type": "stole", "seat": 1, "from": 0, "gold": 1}, "Grim takes 1 gold from you."),
    ({"type": "bought", "seat": 0, "gold": 3}, "You pay 3 gold for a Power Relic."),
    ({"type": "hired", "seat": 0, "card": "m01", "price": 2, "change": 1,
      "paid": {"gold": 1, "relics": ["r01"], "minions": ["h2"]}},
     "You hire Gutter Nightingale (price 2) for 1 gold, Boots of the Late Postman and Squire (1 gold back)."),
    ({"type": "activated", "seat": 0, "card": "r01"}, "You activate Boots of the Late Postman."),
    ({"type": "commanded", "seat": 1, "card": "h2"}, "Grim commands Squire."),
    ({"type": "attacked", "kind": "melee", "troop": "0a", "target": "1b", "free": False, "strength": 3,
      "parts": [["base", 1], ["Private", 2]]},
     "Your troop a attacks Grim's troop b in melee: strength 3 (base 1 + Private 2)."),
    ({"type": "attacked", "kind": "ranged", "troop": "1a", "target": "fortress 0", "free": True, "strength": 0,
      "parts": []},
     "Grim's troop a attacks your fortress from afar, a free attack: strength 0."),
    ({"type": "rebels_attack", "target": "0a", "strength": 3}, "The rebels attack your troop a with strength 3."),
    ({"type": "defended", "seat": 1, "card": "h2", "state": "exhausted", "defense": 3},
     "Grim's Squire defends: defense 3 now."),
    ({"type": "passed", "seat": 1}, "Grim passes."),
    ({"type": "broken_off", "troop": "0a", "target": "1b"},
     "The attack of your troop a on Grim's troop b has no result: they can no longer reach each other."),
    ({"type": "weighed", "seat": 1, "target": "1b", "strength": 3, "parts": [["base", 1], ["Private", 2]], "defense": 1,
      "defense_parts": [["base", 1]]},
     "Grim may respond: strength 3 (base 1 + Private 2) against defense 1 (base 1)."),
    (FOUGHT,
     "Strength 4 (base 1 + Private 2 + Boots 1) against defense 3 (base 1 + Squire 2): Grim's troop b is beaten."),
    (FOUGHT | {"won": False},
     "Strength 4 (base 1 + Private 2 + Boots 1) against defense 3 (base 1 + Squire 2): the attack fails."),
    (FOUGHT | {"target": "fortress 1", "defense": 0, "defense_parts": []},
     "Nobody guards Grim's fortress: strength 4 (base 1 + Private 2 + Boots 1) strikes home."),
    ({"type": "damaged", "seat": 1, "damage": 2, "hp": 3}, "Grim's fortress takes 2 damage: 3 hit points left."),
    ({"type": "damaged", "seat": 1, "damage": 2, "hp": 0}, "Grim's fortress takes 2 damage: it is destroyed."),
    ({"type": "night", "day": 1}, "Night 1 falls."),
    ({"type": "discarded", "seat": 0, "cards": ["r01"]},
     "Your active relics are discarded: Boots of the Late Postman."),
    ({"type": "fee", "seat": 0, "terrain": "Water", "gold": 2}, "You dominate Water: a fee of 2 gold."),
    ({"type": "raided", "seat": 0, "relics": 2, "rebels": 3}, "You raid the town for 2 relics; 3 rebels in town now."),
    ({"type": "rebels", "rebels": 1}, "There is 1 rebel in town now."),
    ({"type": "retaliation"}, "Five rebels are in town: they strike back."),
    ({"type": "over", "scores": [29, 23, 14], "winners": [0], "reason": "most victory points"},
     "You win with 29 victory points: most victory points."),
]  # fmt: skip


def narrator(reader: int | None = 0, players: int = 2) -> CovilNarrator:
    options = GAME.normalise({"players": players})
    return CovilInterface(GAME, options).narrator(SeatNames(NAMES, reader), START)


@pytest.mark.parametrize(("event", "sentence"), EVENTS)
def test_an_event_in_words(event: dict[str, Any], sentence: str) -> None:
    assert narrator().describe_event(event) == sentence


def test_every_event_that_the_rules_tell_has_a_sentence() -> None:
    kinds = set(re.findall(r'"type": "(\w+)"', TELL.read_text(encoding="utf-8"))) - {"picked"}
    assert len(kinds) > 30
    assert kinds == {str(event["type"]) for event, _ in EVENTS}
    for kind in kinds:
        assert hasattr(CovilNarrator, f"_tell_{kind}"), kind


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 1, "dummies": 2}])
def test_whole_games_are_told_without_a_leak_or_a_stumble(options: dict[str, Any]) -> None:
    for seed in range(4):
        state = GAME.new(options)
        state.sink = []
        random_playout(state, Rng(seed))
        reader = narrator(0, options["players"])
        events = [state.redact_event(event, 0) for event in state.sink]
        for line in [*reader.describe_events(events), *(reader.describe_event(event) for event in events)]:
            assert line.endswith("."), line
            assert line[0].isupper(), line
            assert "secret" not in line
            assert "{" not in line


def test_what_belongs_together_is_one_sentence() -> None:
    events: list[dict[str, Any]] = [
        {"type": "summoned", "troop": "0a", "zone": "A"},
        {"type": "summoned", "troop": "0b", "zone": "A"},
        {"type": "drew", "seat": 0, "card": "r01"},
        {"type": "drew", "seat": 0, "card": "r02"},
        {"type": "drew", "seat": 1},
        {"type": "drew", "seat": 1},
    ]
    assert narrator().describe_events(events) == [
        "Your troops a and b come to Frogspit Shallows (A).",
        "You draw Boots of the Late Postman and Bag of Borrowed Wind.",
        "Grim draws 2 Power Relics.",
    ]
