"""Gypsies: a coin for each region they abandon, which is closed to them for the rest of the turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    coins,
    combos,
    continued_with_dames,
    declined,
    granted,
    granted_with_dames,
    hand,
    held,
    legal,
    offers,
    pieces,
    player,
    refused_with_dames,
    region,
    tokens,
)


def gypsies(power: str = "underworld", hand: int = 0, **more: Any) -> dict[str, Any]:
    """A Gypsy player."""
    return player("gypsies", power, hand=hand, **more)


CAMPS = {name: held(0, "gypsies") for name in "abc"}


def test_gypsies_have_six_on_their_banner() -> None:
    """Ruling 14; facts."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=combos("gypsies+hill")), 0) == 10


def test_a_coin_goes_on_each_region_abandoned() -> None:
    """Ruling 110."""
    reply = granted_with_dames(CAMPS, [gypsies(), player()], "abandon c", "abandon a")
    assert (region(reply, "a"), region(reply, "c"), hand(reply, 0)) == (
        {"pieces": {"coin": 1}},
        {"pieces": {"coin": 1}},
        2,
    )


def test_the_coin_is_not_taken_from_the_purse() -> None:
    """Ruling 110: from the bank."""
    assert coins(granted_with_dames(CAMPS, [gypsies(coins=0), player()], "abandon c")) == [0, 5]


def test_the_coins_are_collected_at_this_turns_scoring() -> None:
    """Ruling 110."""
    reply = granted_with_dames(CAMPS, [gypsies(), player()], "abandon c", "abandon b", "stop", "place a 2", "done")
    assert (coins(reply)[0], region(reply, "b"), region(reply, "c")) == (5 + 1 + 2, {}, {})


def test_the_coins_are_collected_with_no_region_left() -> None:
    """Ruling 110; seed 000: you receive the coins they hold."""
    moves = ("abandon a", "abandon b", "abandon c", "stop")
    assert coins(granted_with_dames(CAMPS, [gypsies(), player()], *moves))[0] == 5 + 3


def test_an_abandoned_region_is_closed_to_them_this_turn() -> None:
    """Ruling 110."""
    why = "c is closed to your Gypsies this turn: they abandoned it"
    refused_with_dames(CAMPS, [gypsies(hand=5), player()], "abandon c", "conquer c", because=why)


def test_an_abandoned_region_is_closed_to_the_die() -> None:
    """Ruling 110."""
    why = "c is closed to your Gypsies this turn: they abandoned it"
    refused_with_dames(CAMPS, [gypsies(), player()], "abandon c", "conquer c with die", because=why)


@pytest.mark.parametrize(
    ("power", "means"), [("dragon_master", " with dragon"), ("flying", ""), ("mercenary", " with mercenary")]
)
def test_no_power_opens_an_abandoned_region(power: str, means: str) -> None:
    """Ruling 110."""
    why = "c is closed to your Gypsies this turn: they abandoned it"
    refused_with_dames(CAMPS, [gypsies(power, 4), player()], "abandon c", f"conquer c{means}", because=why)


def test_the_catapult_does_not_reach_an_abandoned_region() -> None:
    """Rulings 110, 128."""
    reply = granted_with_dames(CAMPS, [gypsies("catapult", 4), player()], "abandon c")
    assert offers(reply, "catapult") == ["catapult b"]
    assert offers(
        granted_with_dames(CAMPS, [gypsies("catapult", 4), player()], "abandon c", "catapult b"), "conquer"
    ) == ["conquer d with catapult"]


def test_berserk_gypsies_cannot_retake_either() -> None:
    """Rulings 86, 110."""
    reply = granted_with_dames(CAMPS, [gypsies("berserk", 4), player()], "abandon b", "roll", rolls=(3,))
    assert offers(reply, "conquer") == ["conquer d"]


def test_gypsies_that_left_everything_enter_elsewhere() -> None:
    """Rulings 32, 110."""
    reply = granted_with_dames(CAMPS, [gypsies(), player()], "abandon a", "abandon b", "abandon c")
    assert offers(reply, "conquer") == ["conquer e"]


def test_the_region_is_open_again_next_turn() -> None:
    """Ruling 110: this turn only."""
    players = [gypsies(hand=2), player("ratmen", "swamp")]
    reply = granted_with_dames(
        CAMPS | {"e": held(1, "ratmen")}, players, "abandon c", "stop", "place a 3", "done", "stop"
    )
    assert (reply["to_move"], "conquer c" in legal(reply)) == (0, True)


def test_others_may_take_the_region_and_find_nothing() -> None:
    """Ruling 110: nobody can steal it."""
    players = [gypsies(), player("ratmen", "swamp")]
    moves = ("abandon c", "stop", "place a", "done", "conquer c", "stop", "place c 2", "done")
    reply = granted_with_dames(CAMPS | {"d": held(1, "ratmen", 4)}, players, *moves)
    assert (region(reply, "c")["race"], coins(reply)) == ("ratmen", [5 + 2 + 1, 5 + 2 + 1])


def test_who_abandoned_cannot_decline_for_the_coins() -> None:
    """Ruling 55: decline replaces the whole turn."""
    refused_with_dames(
        CAMPS, [gypsies(), player()], "abandon c", "decline", because="Going into decline takes the whole turn"
    )


def test_stout_gypsies_collect_before_they_decline() -> None:
    """Rulings 103, 110."""
    moves = ("abandon c", "stop", "place a", "done", "decline")
    reply = granted_with_dames(CAMPS, [gypsies("stout"), player()], *moves)
    assert (coins(reply)[0], declined(reply, 0), region(reply, "c")) == (5 + 2 + 1, ["gypsies"], {})


def test_a_fortress_leaves_with_them_and_the_coin_stays() -> None:
    """Rulings 48, 110."""
    regions = CAMPS | {"c": held(0, "gypsies", 1, fortress=1)}
    assert pieces(granted_with_dames(regions, [gypsies("fortified"), player()], "abandon c"), "c") == {"coin": 1}


def test_a_hero_leaves_with_them() -> None:
    """Rulings 48, 110."""
    regions = CAMPS | {"c": held(0, "gypsies", 1, hero=1)}
    assert pieces(granted_with_dames(regions, [gypsies("heroic"), player()], "abandon c"), "c") == {"coin": 1}


def test_a_ghoul_region_abandoned_brings_no_coin() -> None:
    """Ruling 110: regions the Gypsies abandon."""
    regions = CAMPS | {"d": held(0, "ghouls", declined=True), "e": held(0, "ghouls", declined=True)}
    reply = granted_with_dames(regions, [gypsies(declined=["ghouls"]), player()], "abandon d", "stop")
    assert region(reply, "d") == {}


def test_a_region_that_ghouls_abandoned_is_open_to_gypsies() -> None:
    """Rulings 35, 110."""
    regions = CAMPS | {"d": held(0, "ghouls", declined=True), "e": held(0, "ghouls", declined=True)}
    reply = granted_with_dames(
        regions, [gypsies(hand=2, declined=["ghouls"]), player()], "abandon d", "stop", "conquer d"
    )
    assert region(reply, "d")["race"] == "gypsies"


def test_gypsies_after_their_ghouls_still_get_coins() -> None:
    """Rulings 67, 110."""
    regions = CAMPS | {"e": held(0, "ghouls", 3, declined=True)}
    moves = ("conquer d", "stop", "abandon c", "stop", "place a", "place e", "done")
    assert coins(granted_with_dames(regions, [gypsies(declined=["ghouls"]), player()], *moves))[0] == 5 + 2 + 2 + 1


def test_other_races_get_nothing_for_abandoning() -> None:
    """Ruling 48."""
    assert region(granted({"a": held(0, "ratmen")}, [player("ratmen", "hill"), player()], "abandon a"), "a") == {}


def test_declined_gypsies_bring_an_ordinary_coin() -> None:
    """Ruling 50."""
    reply = granted_with_dames({"a": held(0, "gypsies")}, [gypsies(), player()], "decline")
    assert (coins(reply)[0], tokens(reply, "a")) == (6, 1)


def test_a_position_with_a_coin_goes_on_with_it() -> None:
    """Protocol: `coin` is a piece of a position, and the position leads on."""
    reply = continued_with_dames(granted_with_dames(CAMPS, [gypsies(hand=2), player()], "abandon c"))
    assert "conquer c" not in legal(reply)
    assert coins(continued_with_dames(reply, "stop", "place a 3", "done"))[0] == 5 + 2 + 1
