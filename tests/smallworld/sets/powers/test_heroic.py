"""Heroic: two Heroes make two regions immune."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import board, coins, granted, held, legal, pieces, player, refused

TWO = {"a": held(0, "ratmen"), "b": held(0, "ratmen")}
HEROES = ("place hero a", "place hero b")


def heroic(hand: int = 0, **more: Any) -> dict[str, Any]:
    """A Heroic player."""
    return player("ratmen", "heroic", hand=hand, **more)


def test_two_heroes_are_placed_at_the_end_of_the_turn() -> None:
    """Ruling 99."""
    reply = granted(TWO, [heroic(), player()], "stop", *HEROES, "done")
    assert (pieces(reply, "a"), pieces(reply, "b"), coins(reply)[0]) == ({"hero": 1}, {"hero": 1}, 7)


def test_both_heroes_must_be_placed() -> None:
    """Ruling 99; protocol."""
    why = "The Heroes must be placed first, in different regions"
    refused(TWO, [heroic(), player()], "stop", "place hero a", "done", because=why)


def test_the_heroes_go_to_different_regions() -> None:
    """Ruling 99."""
    why = "A Hero stands in a already; the two Heroes go to different regions"
    refused(TWO, [heroic(), player()], "stop", "place hero a", "place hero a", because=why)


def test_there_are_only_two_heroes() -> None:
    """Ruling 99."""
    reply = granted(TWO | {"c": held(0, "ratmen")}, [heroic(), player()], "stop", *HEROES)
    assert legal(reply) == ["done"]


def test_with_one_region_one_hero_is_placed() -> None:
    """Ruling 99."""
    reply = granted({"a": held(0, "ratmen")}, [heroic(), player()], "stop", "place hero a")
    assert legal(reply) == ["done"]


def test_with_no_region_there_is_nothing_to_place() -> None:
    """Protocol: finish ends with done, also when nothing is left to do."""
    reply = granted({}, [heroic(3), player()], "stop")
    assert (reply["phase"], legal(reply)) == ("finish", ["done"])


def test_heroes_stand_with_the_active_race_only() -> None:
    """Ruling 99: regions you occupy with this race."""
    regions = {"a": held(0, "ratmen"), "c": held(0, "elves", declined=True)}
    assert legal(granted(regions, [heroic(declined=["elves"]), player()], "stop")) == ["place hero a"]


@pytest.mark.parametrize("means", ["", " with die", " with dragon", " with sorcery"])
def test_a_heros_region_is_immune(means: str) -> None:
    """Ruling 8."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "ratmen", 1, hero=1)}
    players = [player("sorcerers", "dragon_master", hand=1 if "die" in means else 9), heroic()]
    refused(regions, players, "conquer b" + means, because="b is immune: a Hero stands there")


def test_heroes_hold_through_the_owners_next_turn_until_moved() -> None:
    """Ruling 99; protocol: they come to hand on entering finish."""
    regions = {"a": held(0, "ratmen", 3, hero=1), "b": held(0, "ratmen", 1, hero=1)}
    reply = granted(regions, [heroic(), player()], "conquer c", "stop")
    assert (reply["phase"], pieces(reply, "a"), pieces(reply, "b")) == ("redeploy", {"hero": 1}, {"hero": 1})


def test_heroes_may_move_each_turn() -> None:
    """Ruling 99."""
    on = board("a:hill,border b:hill c:hill d:hill")
    regions = {
        "a": held(0, "ratmen", 1, hero=1),
        "b": held(0, "ratmen", 1, hero=1),
        "c": held(0, "ratmen"),
        "d": held(0, "ratmen"),
    }
    reply = granted(regions, [heroic(), player()], "stop", "place hero c", "place hero d", "done", on=on)
    assert [pieces(reply, name) for name in "abcd"] == [{}, {}, {"hero": 1}, {"hero": 1}]


def test_heroes_may_stay_where_they_are() -> None:
    """Ruling 99."""
    regions = {"a": held(0, "ratmen", 1, hero=1), "b": held(0, "ratmen", 1, hero=1), "c": held(0, "ratmen")}
    reply = granted(regions, [heroic(), player()], "stop", *HEROES, "done")
    assert (pieces(reply, "a"), pieces(reply, "b")) == ({"hero": 1}, {"hero": 1})


def test_heroes_disappear_in_decline() -> None:
    """Ruling 99."""
    regions = {"a": held(0, "ratmen", 1, hero=1), "b": held(0, "ratmen", 1, hero=1)}
    reply = granted(regions, [heroic(), player()], "decline")
    assert (pieces(reply, "a"), pieces(reply, "b"), reply["position"]["player"]) == ({}, {}, 1)


def test_a_hero_in_an_abandoned_region_comes_to_hand() -> None:
    """Ruling 48."""
    regions = {"a": held(0, "ratmen", 1, hero=1), "b": held(0, "ratmen", 1, hero=1)}
    reply = granted(regions, [heroic(), player()], "abandon b", "stop", "place a", "done")
    assert legal(reply) == ["place hero a"]


def test_heroes_add_nothing_to_the_price_of_other_regions() -> None:
    """Ruling 25."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen"), "c": held(1, "ratmen", 1, hero=1)}
    assert "conquer b" in legal(granted(regions, [player("orcs", "hill", hand=3), heroic()]))


def test_heroes_are_not_placed_in_redeployment() -> None:
    """Protocol: in finish."""
    why = "Heroes are placed at the end of the turn, after redeployment"
    refused(
        {"a": held(0, "ratmen", 2), "b": held(0, "ratmen")}, [heroic(), player()], "stop", "place hero a", because=why
    )
