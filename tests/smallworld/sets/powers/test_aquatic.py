"""Aquatic: coastal regions bring two coins, other land none."""

from __future__ import annotations

from typing import Any

from tests.smallworld.positions import board, coins, combos, events_of_type, granted_all_sets, hand, held, player

SHORE = board("a:farmland,border b:forest c:lake d:hill e:swamp,border f:sea,border", "a-b b-c c-d d-e e-f a-d")
FOE = player("orcs", "swamp")


def aquatic(hand: int = 0, race: str = "ratmen", **more: Any) -> dict[str, Any]:
    """An Aquatic player."""
    return player(race, "aquatic", hand=hand, **more)


def income(regions: str, **more: Any) -> int:
    """What a turn of sitting still pays."""
    reply = granted_all_sets({name: held(0, "ratmen") for name in regions}, [aquatic(**more), FOE], "stop", on=SHORE)
    return coins(reply)[0] - 5


def test_the_badge_brings_three_tokens() -> None:
    """Ruling 14; facts."""
    assert hand(granted_all_sets({}, [player(), player()], "pick 1", column=combos("ratmen+aquatic")), 0) == 11


def test_a_region_on_the_lake_brings_two() -> None:
    """Rulings 3, 123."""
    assert income("b") == 2


def test_a_region_on_a_sea_brings_two() -> None:
    """Rulings 3, 123."""
    assert income("e") == 2


def test_an_inland_region_brings_nothing() -> None:
    """Ruling 123."""
    assert income("a") == 0


def test_gains_and_losses_add_up_region_by_region() -> None:
    """Ruling 123."""
    assert income("abde") == 0 + 2 + 2 + 2


def test_the_loss_never_eats_other_coins() -> None:
    """Ruling 123: 0 each, so the sum is never negative."""
    regions = {"a": held(0, "ratmen"), "b": held(0, "elves", declined=True)}
    reply = granted_all_sets(regions, [aquatic(declined=["elves"]), FOE], "stop", on=SHORE)
    assert coins(reply)[0] == 5 + 0 + 1


def test_the_declined_race_is_paid_as_usual() -> None:
    """Rulings 50, 123: of the active race."""
    regions = {"b": held(0, "elves", declined=True), "d": held(0, "ratmen")}
    assert coins(granted_all_sets(regions, [aquatic(declined=["elves"]), FOE], "stop", on=SHORE))[0] == 5 + 1 + 2


def test_no_bonus_and_no_loss_on_the_turn_of_decline() -> None:
    """Ruling 51."""
    regions = {"a": held(0, "ratmen"), "b": held(0, "ratmen")}
    assert coins(granted_all_sets(regions, [aquatic(), FOE], "decline", on=SHORE))[0] == 5 + 2


def test_no_region_no_coin() -> None:
    """Ruling 123."""
    assert income("") == 0


def test_race_bonuses_stay() -> None:
    """Rulings 50, 76: Humans on an inland farmland still get theirs."""
    reply = granted_all_sets({"a": held(0, "humans")}, [aquatic(race="humans"), FOE], "stop", on=SHORE)
    assert coins(reply)[0] == 5 + 1


def test_a_losing_badge_is_told() -> None:
    """Protocol: the sources of the coins add up to what was paid."""
    event = events_of_type(granted_all_sets({"a": held(0, "ratmen")}, [aquatic(), FOE], "stop", on=SHORE), "scored")[0]
    assert event["coins"] == 0


def test_it_opens_no_water() -> None:
    """Rulings 34, 123: only Seafaring does."""
    regions = {"b": held(0, "ratmen", 9), "d": held(0, "ratmen")}
    reply = granted_all_sets(regions, [aquatic(), FOE], on=SHORE)
    assert not {"conquer c", "conquer f"} & set(reply["legal"])
