"""Berserk: the die is rolled before each conquest."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import TRIBE, board, granted, hand, held, legal, offers, player, refused, tokens

STAR = board("a:hill,border b:forest c:forest d:mountain e:forest", links="a-b a-c a-d a-e")
MINE = {"a": held(0, "ratmen")}


def berserk(hand: int) -> dict[str, Any]:
    """A Berserk player."""
    return player("ratmen", "berserk", hand=hand)


@pytest.mark.parametrize(("pips", "used"), [(0, 4), (1, 3), (2, 2), (3, 1)])
def test_the_region_chosen_after_the_roll_costs_that_much_less(pips: int, used: int) -> None:
    """Ruling 86."""
    reply = granted(MINE | {"d": TRIBE}, [berserk(4), player()], "roll", "conquer d", on=STAR, rolls=(pips,))
    assert (tokens(reply, "d"), hand(reply, 0)) == (used, 4 - used)


def test_at_least_one_token_is_needed_whatever_the_roll() -> None:
    """Ruling 86."""
    reply = granted(MINE, [berserk(2), player()], "roll", "conquer b", on=STAR, rolls=(3,))
    assert (tokens(reply, "b"), hand(reply, 0)) == (1, 1)


def test_each_roll_is_for_one_conquest_only() -> None:
    """Ruling 86."""
    why = "c costs 2: 2; you have 1 token, 1 short"
    refused(MINE, [berserk(2), player()], "roll", "conquer b", "conquer c", on=STAR, rolls=(3,), because=why)


def test_the_die_may_be_rolled_before_each_conquest() -> None:
    """Ruling 86."""
    moves = ("roll", "conquer b", "roll", "conquer c", "roll", "conquer e")
    reply = granted(MINE, [berserk(3), player()], *moves, on=STAR, rolls=(1, 2, 3))
    assert [tokens(reply, name) for name in "bce"] == [1, 1, 1]


def test_rolling_is_optional() -> None:
    """Ruling 88."""
    reply = granted(MINE, [berserk(2), player()], "conquer b", on=STAR)
    assert (tokens(reply, "b"), reply["phase"]) == (2, "conquer")


def test_a_roll_that_affords_nothing_ends_the_conquests() -> None:
    """Ruling 87: leftover tokens reinforce."""
    reply = granted(MINE, [berserk(1), player()], "roll", on=STAR, rolls=(0,))
    assert (reply["phase"], hand(reply, 0), legal(reply)) == ("redeploy", 1, ["place a"])


def test_a_roll_that_affords_something_leaves_the_choice_to_conquer_or_stop() -> None:
    """Ruling 87."""
    reply = granted(MINE | {"d": TRIBE}, [berserk(1), player()], "roll", on=STAR, rolls=(1,))
    assert legal(reply) == ["conquer b", "conquer c", "conquer e", "stop"]


def test_after_a_roll_of_nothing_the_tokens_in_hand_may_still_be_enough() -> None:
    """Rulings 86, 87."""
    reply = granted(MINE, [berserk(2), player()], "roll", "conquer b", on=STAR, rolls=(0,))
    assert (tokens(reply, "b"), reply["phase"]) == (2, "conquer")


def test_no_second_roll_before_the_first_is_used() -> None:
    """Ruling 88."""
    why = "You have rolled 1 already: conquer with it, or stop"
    refused(MINE, [berserk(4), player()], "roll", "roll", on=STAR, rolls=(1,), because=why)


def test_there_is_no_separate_final_attempt() -> None:
    """Rulings 86, 88."""
    why = "Berserk rolls before choosing a region"
    refused(MINE, [berserk(1), player()], "conquer b with die", on=STAR, because=why)


def test_there_is_nothing_to_roll_for_without_a_token_in_hand() -> None:
    """Ruling 30."""
    why = "Without a token in hand there is nothing to roll for"
    refused(MINE, [berserk(0), player()], "roll", on=STAR, because=why)


def test_there_is_nothing_to_roll_for_without_a_region_to_attack() -> None:
    """Ruling 86: before a conquest."""
    on = board("a:hill,border s:sea,border")
    assert "roll" not in legal(granted({"a": held(0, "ratmen", 4)}, [berserk(0), player()], on=on))


def test_berserk_troops_may_roll_to_enter_the_map() -> None:
    """Rulings 32, 86."""
    reply = granted(
        {"a": held(1, "elves")}, [berserk(1), player("elves", "hill")], "roll", "conquer a", on=STAR, rolls=(2,)
    )
    assert tokens(reply, "a") == 1


def test_berserk_troops_enter_through_the_border_like_anybody() -> None:
    """Ruling 32."""
    assert offers(granted({}, [berserk(4), player()], "roll", on=STAR, rolls=(3,)), "conquer") == ["conquer a"]


def test_decline_must_be_chosen_before_the_first_roll() -> None:
    """Ruling 60."""
    why = "Going into decline takes the whole turn"
    refused(MINE, [berserk(4), player()], "roll", "decline", on=STAR, rolls=(1,), because=why)


def test_regions_are_abandoned_before_the_first_roll() -> None:
    """Ruling 48: during ready only."""
    why = "Regions are abandoned before the first conquest, and you have begun"
    refused(MINE, [berserk(4), player()], "roll", "abandon a", on=STAR, rolls=(1,), because=why)


def test_stopping_after_a_roll_opens_redeployment() -> None:
    """Ruling 87."""
    reply = granted(MINE, [berserk(2), player()], "roll", "stop", on=STAR, rolls=(3,))
    assert (reply["phase"], hand(reply, 0)) == ("redeploy", 2)


def test_a_berserk_roll_adds_to_other_discounts() -> None:
    """Ruling 26."""
    on = board("m:mountain,border b:forest")
    regions = {"m": held(0, "giants"), "b": held(1, "elves", 2)}
    players = [player("giants", "berserk", hand=1), player("elves", "hill")]
    assert tokens(granted(regions, players, "roll", "conquer b", on=on, rolls=(2,)), "b") == 1


def test_rolling_without_attacking_spoils_no_pact() -> None:
    """Ruling 92 speaks of an attempt on somebody: a Berserk roll names no region."""
    reply = granted(
        MINE | {"b": held(1, "elves", 5)}, [berserk(1), player("elves", "hill")], "roll", on=STAR, rolls=(0,)
    )
    assert "attacked" not in reply["position"].get("this_turn", {})
