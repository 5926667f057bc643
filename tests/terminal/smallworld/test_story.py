"""Small World's log in the terminal: a sentence for every event, and summaries of turns."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import hordes
from hordes.terminal.smallworld.story import SmallWorldNarrator, income_label, result_sentence
from hordes.terminal.smallworld.turn_summary import summarise_turns
from hordes.terminal.wording import SeatNames
from tests.terminal.tables import NAMES, game, lexicon, map_data

TROLLS = {"seat": 1, "race": "trolls"}
TOLD: list[tuple[dict[str, Any], str]] = [
    ({"type": "first", "seat": 0}, "You take the first turn."),
    ({"type": "first", "seat": 1}, "Grim takes the first turn."),
    ({"type": "revealed", "slot": 6, "race": "elves", "power": "hill"}, "Hill Elves join the column."),
    ({"type": "turn", "turn": 3, "seat": 0}, "Turn 3: your turn."),
    ({"type": "turn", "turn": 3, "seat": 1}, "Turn 3: Grim's turn."),
    (
        {"type": "picked", "seat": 0, "slot": 1, "race": "elves", "power": "hill", "paid": 0, "found": 0, "tokens": 10},
        "You pick Hill Elves for free: 10 tokens.",
    ),
    (
        {"type": "picked", "seat": 2, "slot": 2, "race": "orcs", "power": "stout", "paid": 1, "found": 2, "tokens": 9},
        "Mabel picks Stout Orcs for 1 coin, finding 2 coins there: 9 tokens.",
    ),
    ({"type": "readied", **TROLLS, "tokens": 1}, "Grim's Flying Trolls are ready, 1 token in hand."),
    (
        {"type": "abandoned", **TROLLS, "region": 7, "tokens": 2},
        "Grim's Flying Trolls abandon Honeycroft, taking 2 tokens along.",
    ),
    (
        {"type": "attempted", **TROLLS, "region": 9, "cost": 5, "tokens": 3},
        "Grim's Flying Trolls try for Roundtop (cost 5) with 3 tokens and the die.",
    ),
    ({"type": "rolled", "seat": 1, "pips": 2}, "The die shows 2."),
    ({"type": "rolled", "seat": 1, "pips": 0}, "The die comes up blank."),
    ({"type": "failed", **TROLLS, "region": 9, "short": 1}, "The attempt on Roundtop fails: 1 token short."),
    (
        {"type": "gathered", **TROLLS, "region": 7, "tokens": 3},
        "Grim's Flying Trolls gather in Honeycroft: a tower of 3 tokens.",
    ),
    ({"type": "mourned", **TROLLS, "pips": 2}, "Grim's Flying Trolls roll 2 for the one they lost."),
    ({"type": "drawn", "seat": 1, "power": "hill"}, "Grim draws Hill."),
    ({"type": "bought", "seat": 1, "what": "ghost", "coins": 4}, "Grim buys a Ghost for 4 coins."),
    ({"type": "bought", "seat": 0, "what": "ghost", "coins": 1}, "You buy a Ghost for 1 coin."),
    ({"type": "bought", "seat": 1, "what": "dragon_master", "coins": 0}, "Grim puts Dragon Master in use for free."),
    ({"type": "souls", "tokens": 1, "why": "regions"}, "1 soul joins the Well, one for each region of the Ghosts."),
    ({"type": "souls", "tokens": 3, "why": "elves"}, "3 souls join the Well: discarded Elves."),
    ({"type": "spawned", "seat": 1, "ghosts": 1}, "1 new Ghost rises from the Well onto the Island."),
    ({"type": "spawned", "seat": 1, "ghosts": 2}, "2 new Ghosts rise from the Well onto the Island."),
    ({"type": "paid", "seat": 1, "coins": 2, "why": "Historian"}, "Grim receives 2 coins (Historian)."),
    ({"type": "paid", "seat": 1, "coins": -1, "why": "Mercenary"}, "Grim pays 1 coin (Mercenary)."),
    ({"type": "tribute", "from": 1, "seat": 0, "coins": 1, "why": "Corrupt"}, "Grim pays you 1 coin (Corrupt)."),
    (
        {"type": "own_word", **TROLLS, "trait": "pious", "word": "bless", "region": 7},
        "Grim's Flying Trolls: bless Honeycroft.",
    ),
    ({"type": "own_word", **TROLLS, "trait": "pious", "word": "curse", "other": 0}, "Grim's Flying Trolls: curse you."),
    ({"type": "own_word", **TROLLS, "trait": "pious", "word": "brew", "number": 3}, "Grim's Flying Trolls: brew 3."),
    ({"type": "spent", **TROLLS}, "Grim's Flying Trolls can afford nothing more after that roll."),
    (
        {"type": "conquered", **TROLLS, "region": 7, "tokens": 3, "means": "tokens", "non_empty": True,
         "cost": [["region", 2], ["Lost Tribe", 1]]},
        "Grim's Flying Trolls conquer Honeycroft with 3 tokens (2 + 1 Lost Tribe).",
    ),
    (
        {"type": "conquered", **TROLLS, "region": 7, "tokens": 2, "means": "tokens", "cost": [["region", 2]]},
        "Grim's Flying Trolls conquer Honeycroft with 2 tokens.",
    ),
    (
        {"type": "conquered", **TROLLS, "region": 7, "tokens": 1, "means": "die", "cost": [["region", 2], ["die", -1]]},
        "Grim's Flying Trolls take Honeycroft with their last token.",
    ),
    (
        {"type": "conquered", **TROLLS, "region": 7, "tokens": 1, "means": "berserk",
         "cost": [["region", 2], ["die", -1]]},
        "Grim's Flying Trolls storm Honeycroft in a rage with 1 token (2 - 1 die).",
    ),
    (
        {"type": "conquered", **TROLLS, "region": 7, "tokens": 1, "means": "dragon", "cost": [["dragon", 1]]},
        "Grim's Flying Trolls send the Dragon into Honeycroft with 1 token.",
    ),
    (
        {"type": "conquered", **TROLLS, "region": 7, "tokens": 1, "means": "sorcery", "cost": [["sorcery", 1]]},
        "Grim's Flying Trolls enchant the lone defender of Honeycroft and take the region.",
    ),
    ({"type": "tribe_lost", "region": 7}, "The Lost Tribe of Honeycroft is no more."),
    ({"type": "monster_placed", "seat": 1, "region": 7}, "Grim puts a Monster in Honeycroft."),
    ({"type": "monster_slain", "region": 7}, "The Monster of Honeycroft is slain."),
    (
        {"type": "marker_found", "seat": 1, "marker": "tavern", "region": 7},
        "Glandulf's Tavern is found in Honeycroft.",
    ),
    (
        {"type": "marker_moved", "seat": 0, "marker": "soapbar", "region": 7},
        "You move the Golden Soapbar to Honeycroft.",
    ),
    (
        {"type": "bony_placed", "seat": 1, "owner": 0, "race": "elves"},
        "Grim sends Bony to protect your declined Elves: no power touches them.",
    ),
    ({"type": "bony_left"}, "Bony goes back beside the board."),
    (
        {"type": "sacrificed", **TROLLS, "region": 7, "for_seat": 0, "for_race": "elves"},
        "Grim's Flying Trolls give a token in Honeycroft, so that your Elves lose none.",
    ),
    (
        {"type": "sacrifice_asked", "seat": 1, "giver": 0, "for_seat": 1, "for_race": "trolls"},
        "Grim asks you for a token to save Grim's Flying Trolls.",
    ),
    (
        {"type": "sacrifice_asked", "seat": 0, "giver": 0, "for_seat": 0, "for_race": "elves"},
        "You think of a declined token to give for your Elves.",
    ),
    (
        {"type": "sacrifice_unasked", "seat": 1, "for_seat": 1, "for_race": "trolls"},
        "Grim asks nobody for a token: it is lost.",
    ),
    ({"type": "kept", **TROLLS, "region": 7, "tokens": 2}, "Grim's Flying Trolls put 2 tokens back in Honeycroft."),
    (
        {"type": "refused_sacrifice", "seat": 1, "for_seat": 0, "for_race": "elves"},
        "Grim gives no token for your Elves.",
    ),
    (
        {"type": "swapped", "seat": 1, "race": "trolls", "power": "hill", "partner": 2, "partner_race": "orcs",
         "partner_power": "flying"},
        "Mirror's Vale exchanges two badges: now there are Grim's Hill Trolls and Mabel's Flying Orcs.",
    ),
    (
        {"type": "lost", **TROLLS, "region": 7, "tokens": 1, "withdrawn": 0, "declined": False},
        "Grim's Flying Trolls lose Honeycroft and 1 token.",
    ),
    (
        {"type": "lost", **TROLLS, "region": 7, "tokens": 1, "withdrawn": 2, "declined": False},
        "Grim's Flying Trolls lose Honeycroft: 1 token lost, 2 withdraw.",
    ),
    (
        {"type": "lost", "seat": 0, "race": "elves", "region": 7, "tokens": 0, "withdrawn": 1, "declined": False},
        "Your Elves lose Honeycroft: no token lost, 1 withdraws.",
    ),
    (
        {"type": "lost", "seat": 0, "race": "ghouls", "region": 7, "tokens": 1, "withdrawn": 0, "declined": True},
        "Your declined Ghouls lose Honeycroft and 1 token.",
    ),
    ({"type": "piece_placed", "seat": 1, "piece": "lair", "region": 7}, "A Troll lair now guards Honeycroft."),
    ({"type": "piece_placed", "seat": 1, "piece": "hero", "region": 7}, "Grim places a Hero in Honeycroft."),
    ({"type": "piece_placed", "seat": 0, "piece": "encampment", "region": 7}, "You place an encampment in Honeycroft."),
    (
        {"type": "piece_placed", "seat": 1, "piece": "dragon", "region": 7},
        "The Dragon settles in Honeycroft: nobody can attack it there.",
    ),
    (
        {"type": "piece_removed", "seat": 0, "piece": "hero", "region": 7, "to": "hand"},
        "The Hero leaves Honeycroft for your hand.",
    ),
    (
        {"type": "piece_removed", "seat": 1, "piece": "fortress", "region": 7, "to": "supply"},
        "The fortress in Honeycroft is torn down.",
    ),
    (
        {"type": "piece_removed", "seat": 1, "piece": "hole", "region": 7, "to": "gone"},
        "The hole in the ground in Honeycroft is gone.",
    ),
    ({"type": "horde_given", **TROLLS}, "Grim's Flying Trolls lose a Hordes token instead of the race token."),
    ({"type": "received", **TROLLS, "tokens": 1}, "Grim's Flying Trolls gain 1 new token from the tray."),
    ({"type": "placed", **TROLLS, "region": 7, "tokens": 2}, "Grim's Flying Trolls put 2 tokens in Honeycroft."),
    ({"type": "allied", "seat": 1, "ally": 0}, "Grim makes a pact of peace with you."),
    ({"type": "allied", "seat": 0, "ally": 2}, "You make a pact of peace with Mabel."),
    ({"type": "pact_ended", "seat": 0, "ally": 2}, "Your pact with Mabel ends."),
    ({"type": "stopped", **TROLLS}, "Grim's Flying Trolls end their conquests."),
    (
        {"type": "declined", **TROLLS, "power": "flying", "regions": 4},
        "Grim's Flying Trolls go into decline, keeping 4 regions.",
    ),
    (
        {"type": "declined", **TROLLS, "power": "flying", "regions": 0},
        "Grim's Flying Trolls go into decline, keeping no region.",
    ),
    ({"type": "vanished", **TROLLS}, "Grim's Flying Trolls vanish from the map."),
    (
        {"type": "scored", "seat": 0, "coins": 7, "sources": [["regions", 5], ["Merchant", 2]]},
        "You score 7 coins: 5 regions + 2 Merchant.",
    ),
    ({"type": "scored", "seat": 1, "coins": 1, "sources": [["regions", 1]]}, "Grim scores 1 coin: 1 region."),
    ({"type": "scored", "seat": 1, "coins": 0, "sources": []}, "Grim scores 0 coins."),
    ({"type": "over", "scores": [50, 61, 40], "winners": [1], "reason": "most coins: 61"}, "Grim wins with 61 coins."),
]  # fmt: skip


def narrator() -> SmallWorldNarrator:
    story = SmallWorldNarrator(map_data(3), lexicon(), SeatNames(NAMES[:3], 0))
    story.powers[1, "trolls"] = "flying"
    return story


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=[f"{n}-{case[0]['type']}" for n, case in enumerate(TOLD)])
def test_every_event_is_told_in_one_sentence(event: dict[str, Any], sentence: str) -> None:
    assert narrator().describe_event(event) == sentence


def test_the_list_covers_every_event_the_game_can_send() -> None:
    source = Path(hordes.__file__).parent / "smallworld" / "state" / "events.py"
    sent = set(re.findall(r'"type": "(\w+)"|_about\("(\w+)"', source.read_text(encoding="utf-8")))
    assert {a or b for a, b in sent} <= {event["type"] for event, _ in TOLD}


def test_an_event_nobody_has_taught_us_is_still_told() -> None:
    sentence = narrator().describe_event({"type": "soapbar_moved", "seat": 1, "region": 4})
    assert sentence == "Grim: Soapbar Moved (region 4)."


def test_a_race_is_named_with_its_power_until_it_declines() -> None:
    story = narrator()
    picked = {"type": "picked", "seat": 0, "race": "orcs", "power": "stout", "paid": 0, "found": 0, "tokens": 9}
    story.describe_event(picked)
    assert (
        story.describe_event({"type": "stopped", "seat": 0, "race": "orcs"}) == "Your Stout Orcs end their conquests."
    )
    story.describe_event({"type": "declined", "seat": 0, "race": "orcs", "power": "stout", "regions": 3})
    assert (
        story.describe_event({"type": "vanished", "seat": 0, "race": "orcs"})
        == "Your declined Orcs vanish from the map."
    )


def test_a_turn_is_told_briefly_with_placements_put_together() -> None:
    place = {"type": "placed", **TROLLS}
    events = [
        {"type": "readied", **TROLLS, "tokens": 3},
        {**place, "region": 7, "tokens": 1},
        {**place, "region": 9, "tokens": 1},
        {**place, "region": 7, "tokens": 1},
        {"type": "scored", "seat": 1, "coins": 2, "sources": [["regions", 2]]},
    ]
    assert narrator().describe_events(events) == [
        "Grim's Flying Trolls redeploy 2 to Honeycroft and 1 to Roundtop.",
        "Grim scores 2 coins: 2 regions.",
    ]


def test_a_shared_victory_names_all_winners() -> None:
    result = {"scores": [61, 61, 40], "winners": [0, 1], "reason": "shared"}
    assert result_sentence(result, SeatNames(NAMES, 0)) == "You and Grim share the victory with 61 coins."
    assert result_sentence({"scores": [3], "winners": []}, SeatNames(NAMES)) == "The game is over, and nobody wins."


def test_incomes_of_declined_races_are_set_apart() -> None:
    assert income_label("declined Elves", 2) == "from declined Elves"
    assert income_label("Dwarves in decline", 1) == "bonus of declined Dwarves"


def test_a_turn_of_somebody_else_in_one_line() -> None:
    conquered = {"type": "conquered", **TROLLS, "tokens": 2, "means": "tokens", "cost": [["region", 2]]}
    lost = {"type": "lost", "tokens": 1, "withdrawn": 0, "declined": True}
    events: list[dict[str, Any]] = [
        {"type": "scored", "seat": 0, "coins": 3, "sources": [["regions", 3]]},
        {"type": "turn", "turn": 3, "seat": 1},
        {**lost, "seat": 0, "race": "elves", "region": 7},
        {**conquered, "region": 7},
        {**conquered, "region": 9},
        {**lost, "seat": 2, "race": "ratmen", "region": 22},
        {**conquered, "region": 22},
        {"type": "scored", "seat": 1, "coins": 8, "sources": [["regions", 8]]},
        {"type": "turn", "turn": 3, "seat": 2},
        {"type": "declined", "seat": 2, "race": "orcs", "power": "stout", "regions": 3},
        {"type": "scored", "seat": 2, "coins": 1, "sources": [["regions", 1]]},
        {"type": "turn", "turn": 4, "seat": 0},
    ]
    assert summarise_turns(events, narrator(), game()) == [
        "You score 3 coins: 3 regions.",
        "Grim took Honeycroft (from you), Roundtop, Wheatley (from Ratmen); 8 coins.",
        "Mabel retired the Orcs; 1 coin.",
    ]
