"""Merchant: a coin for each region of the active race."""

from __future__ import annotations

from tests.smallworld.positions import board, coins, granted, held, player


def test_a_coin_more_for_each_region_of_the_active_race() -> None:
    """Ruling 97."""
    regions = {name: held(0, "ratmen") for name in "abc"}
    assert coins(granted(regions, [player("ratmen", "merchant"), player()], "stop"))[0] == 5 + 3 + 3


def test_declined_regions_bring_the_merchant_nothing_more() -> None:
    """Seed 003: the Merchant Skeletons went in decline."""
    regions = {"a": held(0, "ratmen"), "c": held(0, "elves", declined=True)}
    assert (
        coins(granted(regions, [player("ratmen", "merchant", declined=["elves"]), player()], "stop"))[0]
        == 5 + 1 + 1 + 1
    )


def test_no_merchant_coins_on_the_turn_of_decline() -> None:
    """Ruling 51."""
    assert coins(granted({"a": held(0, "ratmen")}, [player("ratmen", "merchant"), player()], "decline"))[0] == 5 + 1


def test_merchant_and_race_bonus_add_up() -> None:
    """Ruling 50."""
    on = board("a:farmland,border b:farmland c:hill")
    regions = {name: held(0, "humans") for name in "abc"}
    assert coins(granted(regions, [player("humans", "merchant"), player()], "stop", on=on))[0] == 5 + 3 + 3 + 2
