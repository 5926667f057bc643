"""Trolls: a lair in each region."""

from __future__ import annotations

import pytest

from tests.smallworld.positions import board, granted, held, pieces, player, refused, region, tokens


def test_a_lair_appears_at_once_in_each_region_taken() -> None:
    """Ruling 84."""
    reply = granted({}, [player("trolls", "swamp", hand=4), player()], "conquer a", "conquer b")
    assert (pieces(reply, "a"), pieces(reply, "b")) == ({"lair": 1}, {"lair": 1})


@pytest.mark.parametrize("means", ["conquer b with die", "conquer b with dragon"])
def test_every_kind_of_conquest_brings_a_lair(means: str) -> None:
    """Ruling 144."""
    players = [player("trolls", "dragon_master", hand=1), player()]
    assert pieces(granted({"a": held(0, "trolls")}, players, means, rolls=(3,)), "b")["lair"] == 1


@pytest.mark.parametrize("declined", [False, True])
def test_a_lair_adds_one_to_the_defence_even_in_decline(declined: bool) -> None:
    """Ruling 84: 2 + 1 Troll + 1 lair."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "trolls", 1, declined, lair=1)}
    foe = player("orcs", "swamp", declined=["trolls"]) if declined else player("trolls", "swamp")
    why = "b costs 4: 2 + 1 Troll + 1 lair; you have 3 tokens"
    refused(regions, [player("ratmen", "flying", hand=3), foe], "conquer b", because=why)
    reply = granted(regions, [player("ratmen", "flying", hand=4), foe], "conquer b")
    assert (tokens(reply, "b"), pieces(reply, "b")) == (4, {})


def test_lairs_stay_when_trolls_decline() -> None:
    """Ruling 84."""
    regions = {"a": held(0, "trolls", 3, lair=1), "b": held(0, "trolls", 1, lair=1)}
    reply = granted(regions, [player("trolls", "swamp"), player()], "decline")
    assert (tokens(reply, "a"), pieces(reply, "a"), pieces(reply, "b")) == (1, {"lair": 1}, {"lair": 1})


def test_a_lair_in_an_abandoned_region_is_removed() -> None:
    """Ruling 84."""
    regions = {"a": held(0, "trolls", 3, lair=1), "b": held(0, "trolls", 1, lair=1), "d": held(1, "ratmen", 6)}
    reply = granted(regions, [player("trolls", "swamp"), player("ratmen", "hill")], "abandon b")
    assert region(reply, "b") == {}


def test_an_abandoned_region_that_is_retaken_gets_its_lair_again() -> None:
    """Rulings 35, 84."""
    regions = {"a": held(0, "trolls", 3, lair=1), "b": held(0, "trolls", 1, lair=1)}
    reply = granted(regions, [player("trolls", "swamp"), player()], "abandon b", "conquer b")
    assert pieces(reply, "b") == {"lair": 1}


def test_lairs_leave_with_the_declined_trolls() -> None:
    """Rulings 54, 84."""
    regions = {"a": held(0, "trolls", 1, True, lair=1), "c": held(0, "ratmen")}
    reply = granted(regions, [player("ratmen", "swamp", declined=["trolls"]), player()], "decline")
    assert region(reply, "a") == {}


def test_there_is_a_lair_for_each_of_ten_regions() -> None:
    """Ruling 84: limit 10."""
    on = board(" ".join(f"r{k}:hill,border" for k in range(11)))
    regions = {f"r{k}": held(0, "trolls", 1, lair=1) for k in range(9)}
    reply = granted(regions, [player("trolls", "commando", hand=1), player()], "conquer r9", on=on)
    assert sum(pieces(reply, f"r{k}").get("lair", 0) for k in range(11)) == 10


def test_the_lair_of_ones_own_declined_trolls_costs_one_more_and_is_removed() -> None:
    """Rulings 27, 42."""
    regions = {"a": held(0, "trolls", 1, True, lair=1), "b": held(0, "ratmen", 5)}
    reply = granted(regions, [player("ratmen", "swamp", declined=["trolls"]), player()], "conquer a")
    assert (region(reply, "a")["race"], tokens(reply, "a"), pieces(reply, "a")) == ("ratmen", 3, {})
