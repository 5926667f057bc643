"""Amazons: four of them attack, and wait in hand when redeployment ends."""

from __future__ import annotations

import pytest

from tests.smallworld.positions import (
    TRIBE,
    ask,
    coins,
    combos,
    granted,
    hand,
    held,
    legal,
    player,
    refused,
    region,
    tokens,
)


@pytest.mark.parametrize(("power", "taken"), [("merchant", 12), ("hill", 14), ("flying", 15)])
def test_amazons_take_four_tokens_more_than_banner_and_badge(power: str, taken: int) -> None:
    """Ruling 14."""
    reply = granted({}, [player(), player()], "pick 1", column=combos(f"amazons+{power}"))
    assert hand(reply, 0) == taken


def test_the_four_may_attack() -> None:
    """Ruling 62."""
    reply = granted({"a": held(0, "amazons")}, [player("amazons", "hill", hand=4), player()], "conquer b", "conquer c")
    assert (tokens(reply, "b"), tokens(reply, "c"), hand(reply, 0)) == (2, 2, 0)


def test_redeployment_does_not_end_with_more_than_four_in_hand() -> None:
    """Ruling 62: only these four."""
    regions = {"a": held(0, "amazons", 3), "b": held(0, "amazons")}
    why = "All that is in hand must be placed first: `place a`"
    refused(regions, [player("amazons", "hill", hand=4), player()], "stop", "place a", "done", because=why)


def test_redeployment_ends_with_exactly_four_in_hand() -> None:
    """Ruling 62."""
    regions = {"a": held(0, "amazons", 3), "b": held(0, "amazons")}
    reply = granted(regions, [player("amazons", "hill", hand=4), player()], "stop", "place a 2")
    assert legal(reply) == ["done"]
    assert hand(reply, 0) == 4


def test_the_four_cannot_be_placed() -> None:
    """Ruling 62."""
    regions = {"a": held(0, "amazons", 3), "b": held(0, "amazons")}
    why = "3 cannot be placed: 4 of them must wait for your next turn"
    refused(regions, [player("amazons", "hill", hand=4), player()], "stop", "place a 3", because=why)


def test_redeployment_is_not_asked_for_when_just_the_four_are_in_hand() -> None:
    """Protocol: redeploy is skipped when nothing in hand can be placed."""
    regions = {"a": held(0, "amazons"), "b": held(0, "amazons")}
    reply = granted(regions, [player("amazons", "mounted", hand=4), player()], "stop")
    assert reply["position"]["player"] == 1
    assert (hand(reply, 0), coins(reply)[0]) == (4, 7)


def test_regions_are_given_up_when_fewer_than_four_are_in_hand() -> None:
    """Ruling 62: if four cannot come off otherwise, regions are given up."""
    regions = {name: held(0, "amazons") for name in "abc"}
    reply = granted(regions, [player("amazons", "mounted", hand=2), player()], "stop")
    assert reply["phase"] == "redeploy"
    assert legal(reply) == ["abandon a", "abandon b", "abandon c"]


def test_no_more_regions_are_given_up_than_needed() -> None:
    """Ruling 62."""
    regions = {name: held(0, "amazons") for name in "abc"}
    players = [player("amazons", "mounted", hand=2), player()]
    reply = granted(regions, players, "stop", "abandon a", "abandon c")
    assert legal(reply) == ["done"]


def test_giving_up_more_regions_than_needed_is_refused_for_that() -> None:
    """Ruling 62."""
    regions = {name: held(0, "amazons") for name in "abc"}
    players = [player("amazons", "mounted", hand=2), player()]
    refused(regions, players, "stop", "abandon a", "abandon c", "abandon b", because="4 Amazons are in hand")


def test_a_region_given_up_brings_no_coin() -> None:
    """Rulings 48, 62."""
    regions = {name: held(0, "amazons") for name in "abc"}
    moves = ("stop", "abandon a", "abandon c", "done")
    reply = granted(regions, [player("amazons", "mounted", hand=2), player()], *moves)
    assert (coins(reply)[0], hand(reply, 0), region(reply, "a"), tokens(reply, "b")) == (6, 4, {}, 1)


def test_with_fewer_than_four_tokens_all_come_off() -> None:
    """Ruling 62."""
    regions = {"a": held(0, "amazons"), "b": held(0, "amazons")}
    players = [player("amazons", "mounted", hand=1), player()]
    why = "4 Amazons must be in hand when the turn ends, 2 are: abandon a region"
    refused(regions, players, "stop", "abandon a", "done", because=why)
    reply = granted(regions, players, "stop", "abandon a", "abandon b", "done")
    assert (coins(reply)[0], hand(reply, 0), reply["position"]["regions"]) == (5, 3, {})


def test_no_region_may_be_left_in_redeployment_when_four_are_in_hand() -> None:
    """Ruling 49."""
    regions = {"a": held(0, "amazons", 2), "b": held(0, "amazons")}
    why = "4 Amazons are in hand, as many as have to be"
    refused(regions, [player("amazons", "mounted", hand=4), player()], "stop", "abandon b", because=why)


def test_tokens_of_a_failed_attempt_count_among_the_four() -> None:
    """Rulings 44, 62."""
    regions = {"a": held(0, "amazons"), "b": held(0, "amazons"), "c": held(1, "ratmen", 5)}
    players = [player("amazons", "merchant", hand=4), player("ratmen", "hill")]
    reply = granted(regions, players, "conquer c with die", rolls=(0,))
    assert (reply["position"]["player"], hand(reply, 0)) == (1, 4)


def test_a_conquered_region_that_is_given_up_still_was_conquered() -> None:
    """Ruling 52."""
    players = [player("amazons", "pillaging", hand=3), player()]
    reply = granted(
        {"a": held(0, "amazons"), "b": TRIBE}, players, "conquer b", "stop", "abandon a", "abandon b", "done"
    )
    assert coins(reply)[0] == 5 + 1


def test_the_waiting_four_cannot_reinforce_after_an_attack() -> None:
    """Ruling 62: only survivors are placed."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "amazons", 2), "d": held(1, "amazons")}
    players = [player("ratmen", "swamp", hand=4), player("amazons", "hill", hand=4)]
    reply = granted(regions, players, "conquer b", "stop", "place a 3", "done")
    assert (reply["phase"], reply["to_move"], legal(reply)) == ("withdraw", 1, ["place d"])


def test_the_attack_on_amazons_ends_with_four_still_waiting() -> None:
    """Ruling 62."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "amazons", 2), "d": held(1, "amazons")}
    players = [player("ratmen", "swamp", hand=4), player("amazons", "hill", hand=4)]
    reply = granted(regions, players, "conquer b", "stop", "place a 3", "done", "place d")
    assert (legal(reply), hand(reply, 1)) == (["done"], 4)


def test_a_lone_amazon_leaves_nothing_to_withdraw() -> None:
    """Rulings 37, 62: the waiting four open no withdrawal."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "amazons"), "d": held(1, "amazons")}
    players = [player("ratmen", "swamp", hand=3), player("amazons", "hill", hand=4)]
    reply = granted(regions, players, "conquer b", "stop", "place a 2", "done")
    assert (reply["phase"], reply["to_move"], hand(reply, 1)) == ("conquer", 1, 4)


def test_amazons_wiped_off_the_map_enter_again_with_the_waiting_four() -> None:
    """Ruling 63."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "amazons")}
    players = [player("ratmen", "swamp", hand=3), player("amazons", "hill", hand=4)]
    reply = granted(regions, players, "conquer b", "stop", "place a 2", "done")
    assert (reply["phase"], reply["to_move"]) == ("conquer", 1)
    assert "conquer e" in legal(reply)
    assert "conquer d" not in legal(reply)


def test_amazons_that_entered_with_four_come_off_again() -> None:
    """Ruling 63."""
    players = [player("amazons", "mounted", hand=4), player()]
    why = "4 Amazons must be in hand when the turn ends, 3 are: abandon a region"
    refused({}, players, "conquer a", "stop", "done", because=why)
    reply = granted({}, players, "conquer a", "stop", "abandon a", "done")
    assert (hand(reply, 0), coins(reply)[0]) == (4, 5)


def test_declining_amazons_lose_the_waiting_four() -> None:
    """Ruling 54."""
    regions = {"a": held(0, "amazons", 3), "b": held(0, "amazons")}
    reply = granted(regions, [player("amazons", "hill", hand=4), player()], "decline")
    assert (tokens(reply, "a"), tokens(reply, "b"), coins(reply)[0]) == (1, 1, 7)
    assert reply["position"]["players"][0]["declined"] == [{"race": "amazons", "power": None, "hand": 0}]


def test_the_waiting_four_do_not_break_a_tie() -> None:
    """Ruling 61."""
    regions = {"a": held(0, "amazons"), "c": held(1, "ratmen"), "d": held(1, "ratmen")}
    players = [player("amazons", "hill", hand=4, coins=7), player("ratmen", "mounted", coins=5)]
    reply = ask(regions, players, "stop", player=1, turn=10)
    assert reply["result"]["winners"] == [1]


def test_four_amazons_in_hand_wait_in_a_position_at_the_end_of_their_turn() -> None:
    """Ruling 62; protocol: in `withdraw` the waiting four cannot be placed, however the position was given."""
    regions = {"b": held(0, "amazons", 2), "d": held(0, "amazons", 1, hero=1), "e": held(0, "amazons", 1, hero=1)}
    players = [player("amazons", "heroic", hand=4), player("ratmen", "hill")]
    moves = ("done", "conquer b", "stop", "place c 4", "done")
    reply = granted(regions | {"c": held(1, "ratmen", 6)}, players, *moves, phase="finish")
    assert (reply["to_move"], legal(reply)) == (0, ["place d", "place e"])


def test_four_amazons_in_hand_wait_in_a_position_during_the_withdrawals() -> None:
    """Ruling 62; protocol."""
    regions = {"b": held(0, "amazons", 2), "e": held(0, "amazons"), "c": held(1, "ratmen", 5)}
    players = [player("amazons", "mounted", hand=4), player("ratmen", "hill", hand=1)]
    moves = ("place c", "done", "conquer b", "stop", "place c 4", "done")
    reply = granted(regions, players, *moves, phase="withdraw")
    assert (reply["to_move"], legal(reply)) == (0, ["place e"])
