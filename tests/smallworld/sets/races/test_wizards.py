"""Wizards: a coin for each magic source while active."""

from __future__ import annotations

from tests.smallworld.positions import board, coins, granted, held, player

ON = board("a:farmland,border+magic b:forest c:hill+magic d:swamp,border")


def test_wizards_get_a_coin_for_each_magic_source_they_hold() -> None:
    """Ruling 76."""
    regions = {name: held(0, "wizards") for name in "abc"}
    assert coins(granted(regions, [player("wizards", "swamp"), player()], "stop", on=ON))[0] == 5 + 3 + 2


def test_declined_wizards_get_nothing_for_magic_sources() -> None:
    """Rulings 50, 76."""
    regions = {"a": held(0, "wizards", declined=True), "b": held(0, "ratmen")}
    players = [player("ratmen", "swamp", declined=["wizards"]), player()]
    assert coins(granted(regions, players, "stop", on=ON))[0] == 5 + 2


def test_wizards_get_nothing_for_magic_sources_on_the_turn_of_decline() -> None:
    """Ruling 51."""
    regions = {"a": held(0, "wizards"), "c": held(0, "wizards")}
    assert coins(granted(regions, [player("wizards", "swamp"), player()], "decline", on=ON))[0] == 5 + 2


def test_a_magic_source_conquered_this_turn_pays_at_once() -> None:
    """Ruling 52: what is held at scoring."""
    players = [player("wizards", "swamp", hand=2), player()]
    reply = granted({"b": held(0, "wizards")}, players, "conquer a", "stop", "place a", "done", on=ON)
    assert coins(reply)[0] == 5 + 2 + 1
