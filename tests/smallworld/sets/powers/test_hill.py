"""Hill: a coin for each hill held."""

from __future__ import annotations

from tests.smallworld.positions import coins, granted, held, player


def test_a_coin_for_each_hill_the_active_race_holds() -> None:
    """Ruling 97."""
    regions = {name: held(0, "ratmen") for name in "abcd"}
    assert coins(granted(regions, [player("ratmen", "hill"), player()], "stop"))[0] == 5 + 4 + 1


def test_a_hill_of_ones_declined_race_pays_nothing_more() -> None:
    """Ruling 50."""
    regions = {"c": held(0, "elves", declined=True), "a": held(0, "ratmen")}
    assert coins(granted(regions, [player("ratmen", "hill", declined=["elves"]), player()], "stop"))[0] == 5 + 2


def test_no_coin_for_a_hill_on_the_turn_of_decline() -> None:
    """Ruling 51."""
    assert coins(granted({"c": held(0, "ratmen")}, [player("ratmen", "hill"), player()], "decline"))[0] == 5 + 1
