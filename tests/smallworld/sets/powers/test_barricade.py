"""Barricade: three coins with at most four regions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import coins, combos, granted_with_dames, hand, held, player


def test_the_badge_brings_four_tokens() -> None:
    """Ruling 14; facts."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=combos("ratmen+barricade")), 0) == 12


@pytest.mark.parametrize(("held_by_it", "bonus"), [("a", 3), ("abc", 3), ("abcd", 3), ("abcde", 0)])
def test_one_to_four_regions_pay_three(held_by_it: str, bonus: int) -> None:
    """Ruling 124."""
    regions = {name: held(0, "ratmen") for name in held_by_it}
    assert (
        coins(granted_with_dames(regions, [player("ratmen", "barricade"), player()], "stop"))[0]
        == 5 + len(held_by_it) + bonus
    )


def test_no_region_is_four_regions_or_less() -> None:
    """Ruling 124."""
    start: tuple[Any, ...] = ({}, [player("ratmen", "barricade", hand=1), player()], "stop")
    assert coins(granted_with_dames(*start))[0] == 5 + 3
    assert coins(granted_with_dames(*start, rulings=("barricade_needs_region",)))[0] == 5


def test_what_is_held_at_scoring_counts() -> None:
    """Ruling 52: the fifth region forfeits the bonus in the turn it is taken."""
    regions = {name: held(0, "ratmen") for name in "abcd"}
    players = [player("ratmen", "barricade", hand=2), player()]
    assert coins(granted_with_dames(regions, players, "conquer e", "stop", "place a", "done"))[0] == 5 + 5


def test_abandoning_the_fifth_region_earns_the_bonus() -> None:
    """Rulings 48, 124."""
    regions = {name: held(0, "ratmen") for name in "abcde"}
    players = [player("ratmen", "barricade"), player()]
    assert coins(granted_with_dames(regions, players, "abandon e", "stop", "place a", "done"))[0] == 5 + 4 + 3


def test_declined_regions_of_the_same_player_do_not_count() -> None:
    """Ruling 50: the badge belongs to the active race."""
    regions = {name: held(0, "ratmen") for name in "abcd"} | {"e": held(0, "elves", declined=True)}
    players = [player("ratmen", "barricade", declined=["elves"]), player()]
    assert coins(granted_with_dames(regions, players, "stop"))[0] == 5 + 5 + 3


def test_the_turn_of_decline_pays_no_bonus() -> None:
    """Ruling 51."""
    assert (
        coins(granted_with_dames({"a": held(0, "ratmen")}, [player("ratmen", "barricade"), player()], "decline"))[0]
        == 6
    )
