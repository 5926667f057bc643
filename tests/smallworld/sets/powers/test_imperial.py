"""Imperial: a coin for each region beyond the third."""

from __future__ import annotations

import pytest

from tests.smallworld.positions import coins, combos, granted_with_dames, hand, held, player


def test_the_badge_brings_four_tokens() -> None:
    """Ruling 14; facts."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=combos("ratmen+imperial")), 0) == 12


@pytest.mark.parametrize(("held_by_it", "bonus"), [("", 0), ("ab", 0), ("abc", 0), ("abcd", 1), ("abcde", 2)])
def test_each_region_beyond_the_third_pays_one(held_by_it: str, bonus: int) -> None:
    """Ruling 135."""
    regions = {name: held(0, "ratmen") for name in held_by_it}
    assert (
        coins(granted_with_dames(regions, [player("ratmen", "imperial"), player()], "stop"))[0]
        == 5 + len(held_by_it) + bonus
    )


def test_a_region_taken_this_turn_counts() -> None:
    """Ruling 52."""
    regions = {name: held(0, "ratmen") for name in "abc"}
    players = [player("ratmen", "imperial", hand=2), player()]
    assert coins(granted_with_dames(regions, players, "conquer d", "stop", "place a", "done"))[0] == 5 + 4 + 1


def test_declined_regions_of_the_same_player_do_not_count() -> None:
    """Ruling 135: of the active race."""
    regions = {name: held(0, "ratmen") for name in "abc"} | {"e": held(0, "elves", declined=True)}
    players = [player("ratmen", "imperial", declined=["elves"]), player()]
    assert coins(granted_with_dames(regions, players, "stop"))[0] == 5 + 4


def test_the_turn_of_decline_pays_no_bonus() -> None:
    """Ruling 51."""
    regions = {name: held(0, "ratmen") for name in "abcde"}
    assert coins(granted_with_dames(regions, [player("ratmen", "imperial"), player()], "decline"))[0] == 5 + 5
