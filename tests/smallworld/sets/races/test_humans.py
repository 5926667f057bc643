"""Humans: a coin for each farmland while active."""

from __future__ import annotations

from tests.smallworld.positions import coins, granted, held, player


def test_humans_get_a_coin_for_each_farmland_they_hold() -> None:
    """Ruling 76."""
    regions = {name: held(0, "humans") for name in "abe"}
    assert coins(granted(regions, [player("humans", "hill"), player()], "stop"))[0] == 5 + 3 + 2


def test_a_farmland_given_up_this_turn_pays_nothing() -> None:
    """Ruling 52."""
    regions = {"a": held(0, "humans"), "b": held(0, "humans")}
    reply = granted(regions, [player("humans", "hill"), player()], "abandon a", "stop", "place b", "done")
    assert coins(reply)[0] == 5 + 1


def test_declined_humans_get_nothing_for_farmland() -> None:
    """Rulings 50, 76."""
    regions = {"a": held(0, "humans", declined=True), "d": held(0, "ratmen")}
    assert coins(granted(regions, [player("ratmen", "hill", declined=["humans"]), player()], "stop"))[0] == 5 + 2


def test_humans_get_nothing_for_farmland_on_the_turn_of_decline() -> None:
    """Ruling 51."""
    regions = {"a": held(0, "humans"), "e": held(0, "humans")}
    assert coins(granted(regions, [player("humans", "hill"), player()], "decline"))[0] == 5 + 2


def test_farmland_of_ones_declined_race_pays_the_humans_nothing() -> None:
    """Ruling 76: farmland they hold."""
    regions = {"a": held(0, "ratmen", declined=True), "b": held(0, "humans")}
    assert coins(granted(regions, [player("humans", "hill", declined=["ratmen"]), player()], "stop"))[0] == 5 + 2
