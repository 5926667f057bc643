"""Removal of troops during combats and raids: a new troop of the same name is another one; bonuses are recomputed."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.covil.options import version_1_options
from tests.covil.positions import ask, events_of, gold, granted, hp, refused, seat, troop

REMEMBER = {"rulings": ["rebels_remember"]}
BONUS_ONLY = {"rulings": ["combat_relics_bonus_only"]}
RAID: dict[str, Any] = {"phase": "night", "rebels": 5, "day": 2}


# A new troop with the letter of a lost one is another troop


def test_rebels_do_not_attack_a_new_troop_with_the_letter_of_one_that_was_struck_down_in_town() -> None:
    moves = ["relic r10", "melee 0a 1a", "exhaust h1", "pass", "pass", "pass", "retreat e"]
    table = RAID | {"at": "0a@t 0b@a- 1a@t- 1b@t", "me": seat("o1! h1", relics="r10")}
    reply = granted(*moves, "relic r22", "use", "pass", "retreat d", them=seat("o4 h1", relics="r22"), **table)
    assert (troop(reply, "1a"), troop(reply, "1b")) == ("c", "d-")
    assert [event["target"] for event in events_of(reply, "rebels_attack")] == ["0a", "1b", "fortress 0"]


def test_rebels_forget_a_lost_troop_of_the_third_and_fourth_seat_too() -> None:
    table = RAID | {"day": 3, "at": "0a@t 2a@t- 2b@t", "others": (seat("o4 h1", relics="r22"),)}
    moves = ["relic r10", "melee 0a 2a", "exhaust h1", "pass", "pass", "pass", "retreat e"]
    reply = granted(*moves, "relic r22", "use", "pass", "retreat c", me=seat("o1! h1", relics="r10"), **table)
    assert troop(reply, "2a") == "d"
    assert "2a" not in [event["target"] for event in events_of(reply, "rebels_attack")]


def test_no_card_takes_a_new_troop_for_the_attacker_that_was_lost() -> None:
    """The Gatecrasher may move the attacking troop. That one falls two combats further in; a new 0a stands at home."""
    moves = ["melee 0a 1a", "exhaust m11", "relic r10", "melee 1b 0b", "exhaust h1", "pass"]
    moves += ["relic r11", "melee 1a 0a", "exhaust o4", "pass", "pass", "pass"]
    table: dict[str, Any] = {"day": 2, "at": "0a@b 0b@b- 1a@b- 1b@b-", "them": seat("o4 h1 h2", relics="r10 r11")}
    reply = granted(*moves, "relic r22", "use", "pass", "pass", me=seat("o1! m11", relics="r22"), **table)
    assert (reply["phase"], troop(reply, "0a"), troop(reply, "0b")) == ("afternoon", "a", None)
    kept = granted(*moves, "pass", me=seat("o1! m11", relics="r22"), **table)
    assert (kept["phase"], troop(kept, "0a")) == ("afternoon", None)


def test_a_new_troop_in_the_zone_of_the_lost_target_is_not_attacked_by_the_outer_combat() -> None:
    """0a shoots at 1a in its fortress' zone; 1a falls two combats further in, and a new 1a is summoned there."""
    moves = ["ranged 0a 1a", "exhaust h4", "pass", "relic r11", "melee 0b 1b", "exhaust h3", "pass"]
    moves += ["relic r10", "melee 0c 1a", "exhaust o1", "pass", "pass", "pass", "relic r22", "use"]
    table: dict[str, Any] = {"day": 2, "at": "0a@b 0b@d 0c@c 1a@c- 1b@d", "hp": (5, 0)}
    fight: dict[str, Any] = {"me": seat("o1 h3 h4", relics="r10 r11"), "them": seat("o2!", relics="r22")}
    reply = granted(*moves, "pass", "pass", "retreat e", **table, **fight)
    assert (reply["phase"], troop(reply, "1a")) == ("afternoon", "c")
    assert [event["target"] for event in events_of(reply, "broken_off")] == ["1a"]


# Rebels attack who is in town


def test_rebels_pass_over_a_troop_that_left_town_before_its_turn() -> None:
    table = RAID | {"at": "0a@t 0b@t 1a@c-", "me": seat("o1 h1", relics="r01"), "them": seat("o4 h1")}
    moves = ["choose 0a", "relic r01", "choose 0b", "choose e", "pass", "retreat e"]
    reply = granted(*moves, **table)
    assert (reply["to_move"], troop(reply, "0b"), hp(reply)) == (1, "e", [2, 5])
    remembered = granted(*moves, **table, options=REMEMBER)
    assert (remembered["to_move"], remembered["position"]["combat"]["target"]) == (0, "0b")


def test_rebels_pass_over_an_enemy_that_was_pushed_out_of_town() -> None:
    table = RAID | {"at": "0a@t 1a@t 1b@b", "me": seat("o1 h1", relics="r15"), "them": seat("o4 h1")}
    reply = granted("relic r15", "choose 1a", "choose d", "pass", **table)
    assert (reply["phase"], troop(reply, "1a"), hp(reply)) == ("afternoon", "d", [2, 2])
    assert granted("relic r15", "choose 1a", "choose d", "pass", **table, options=REMEMBER)["phase"] == "raid"


def test_rebels_attack_a_troop_that_is_back_in_town_before_they_turn_to_the_fortresses() -> None:
    table = RAID | {"at": "0a@t 0b@t 1a@t", "me": seat("o1 h1", relics="r01"), "them": seat("o4 h1 h2", relics="r15")}
    moves = ["choose 0a", "relic r01", "choose 0b", "choose b", "pass", "retreat b"]
    assert granted(*moves, **table)["position"]["combat"]["target"] == "1a"
    away = granted(*moves, "pass", "retreat b", **table)
    assert "0b" not in [event["target"] for event in events_of(away, "rebels_attack")]
    table |= {"at": "0a@t 0b@t 1a@t 1b@b"}
    back = granted(*moves, "relic r15", "choose 0b", "choose t", "defend h2", "pass", **table)
    assert (back["to_move"], back["position"]["combat"]["target"]) == (0, "0b")


def test_a_fortress_that_its_last_guard_leaves_takes_all_three_of_the_rebels() -> None:
    table = RAID | {"at": "0a@a 1a@b", "me": seat("o1 h2 m20", relics="r01 r02")}
    moves = ["defend h2", "relic r01", "choose 0a", "choose e"]
    open_gate = granted(*moves, **table)
    assert [move for move in open_gate["legal"] if move.startswith("defend")] == []
    refused(*moves, "defend m20", **table, because="No troop of seat 0 is at its fortress any more")
    assert hp(granted(*moves, "pass", **table)) == [2, 2]
    back = granted(*moves, "relic r02", "choose 0a", "choose a", "pass", **table)
    assert hp(back) == [5, 2]
    assert hp(granted(*moves, "pass", **table, options=REMEMBER)) == [5, 2]


def test_a_fortress_that_one_of_two_guards_leaves_is_still_defended() -> None:
    table = RAID | {"at": "0a@a 0b@a 1a@b", "me": seat("o1 h2", relics="r01")}
    assert hp(granted("relic r01", "choose 0a", "choose e", "defend h2", "pass", **table)) == [5, 2]


def test_version_1_of_the_rules_had_rebels_that_remember() -> None:
    assert version_1_options({"players": 2})["rulings"]["rebels_remember"]


# Bonuses against a target follow what it is now


@pytest.mark.parametrize(
    ("posture", "moves", "strength"),
    [
        ("-", ["pass", "pass"], 3),
        ("-", ["relic r03", "choose 1a", "pass", "pass"], 2),
        ("", ["pass", "pass"], 2),
        ("", ["pass", "relic r20", "choose 1a", "pass", "pass"], 3),
    ],
)
def test_the_duelist_helps_against_a_target_that_lies_at_the_comparison(
    posture: str, moves: list[str], strength: int
) -> None:
    table: dict[str, Any] = {"at": f"0a@b 1a@b{posture}", "me": seat("o1! h3 m03!", relics="r20")}
    reply = granted("melee 0a 1a", "exhaust h3", *moves, them=seat("o2!", relics="r03"), **table)
    assert events_of(reply, "fought")[0]["strength"] == strength


def test_the_tinker_helps_against_a_target_that_is_beside_an_enemy_fortress_at_the_comparison() -> None:
    table: dict[str, Any] = {"at": "0a@b 1a@c 1b@d", "me": seat("o1! h5 m31!"), "them": seat("o4!", relics="r01")}
    shot = ["ranged 0a 1a", "exhaust h5"]
    assert events_of(granted(*shot, "pass", "pass", **table), "fought")[0]["strength"] == 3
    left = granted(*shot, "relic r01", "choose 1a", "choose t", "pass", "pass", **table)
    assert (events_of(left, "fought")[0]["strength"], gold(left)[0]) == (1, 0)
    came = granted(*shot, "relic r01", "choose 1a", "choose c", "pass", "pass", **table | {"at": "0a@b 1a@t 1b@d"})
    assert events_of(came, "fought")[0]["strength"] == 3


def test_the_panel_has_the_sums_as_they_stand_after_each_instant() -> None:
    table: dict[str, Any] = {"at": "0a@b 1a@b-", "me": seat("o1! h3 m03!"), "them": seat("o2!", relics="r03")}
    reply = granted("melee 0a 1a", "exhaust h3", "relic r03", "choose 1a", **table)
    assert [event["strength"] for event in events_of(reply, "weighed")] == [3, 2]
    assert "Bedside Duelist, Reinforcement" not in dict(events_of(reply, "weighed")[-1]["parts"])


def test_a_fortress_destroyed_in_the_combat_no_longer_helps_the_tinker_but_an_aftershock_is_as_declared() -> None:
    """The Skeleton Key destroys it. Where Instants leave a combat alone, everything counts as it was declared."""
    table: dict[str, Any] = {"at": "0a@b 1a@c", "hp": (5, 1), "me": seat("o1! h4 m31!", relics="r12")}
    moves = ["ranged 0a 1a", "exhaust h4", "pass", "relic r12", "choose 1", "pass", "pass"]
    parts = dict(events_of(granted(*moves, **table), "fought")[0]["parts"])
    assert (parts.get("Siege Tinker, Reinforcement"), parts["Fuse Runner, Aftershock"]) == (None, 1)
    frozen = dict(events_of(granted(*moves, **table, options=BONUS_ONLY), "fought")[0]["parts"])
    assert frozen["Siege Tinker, Reinforcement"] == 2


def test_the_strength_of_an_aftershock_counts_as_it_was_declared() -> None:
    table: dict[str, Any] = {"at": "0a@b 1a@c", "me": seat("o1! h4"), "them": seat("o4!", relics="r01")}
    reply = granted("ranged 0a 1a", "exhaust h4", "relic r01", "choose 1a", "choose t", "pass", "pass", **table)
    assert dict(events_of(reply, "fought")[0]["parts"])["Fuse Runner, Aftershock"] == 1


def test_what_may_be_up_to_two_is_asked_for_even_when_there_are_two() -> None:
    asked = granted("relic r05", me=seat("o1! h1~ h3", relics="r05"))
    assert (asked["phase"], "skip" in asked["legal"]) == ("choice", True)
    assert ask("relic r05", "skip", me=seat("o1! h1~ h3", relics="r05"))["ok"]
