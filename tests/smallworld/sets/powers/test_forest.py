"""Forest: a coin for each forest held."""

from __future__ import annotations

from tests.smallworld.positions import coins, granted, held, player


def test_a_coin_for_each_forest_the_active_race_holds() -> None:
    """Ruling 97."""
    regions = {name: held(0, "ratmen") for name in "abcd"}
    assert coins(granted(regions, [player("ratmen", "forest"), player()], "stop"))[0] == 5 + 4 + 1


def test_a_forest_of_ones_declined_race_pays_nothing_more() -> None:
    """Ruling 50."""
    regions = {"b": held(0, "elves", declined=True), "a": held(0, "ratmen")}
    assert coins(granted(regions, [player("ratmen", "forest", declined=["elves"]), player()], "stop"))[0] == 5 + 2


def test_no_coin_for_a_forest_on_the_turn_of_decline() -> None:
    """Ruling 51."""
    assert coins(granted({"b": held(0, "ratmen")}, [player("ratmen", "forest"), player()], "decline"))[0] == 5 + 1
