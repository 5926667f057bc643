"""Seafaring: seas and lakes like empty regions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import board, coins, declined_entries, granted, held, offers, player, refused, tokens

ON = board("a:hill,border s:sea,border l:lake b:forest z:sea,border", links="a-s a-l l-b b-z")


def sailors(hand: int = 4, **more: Any) -> dict[str, Any]:
    """A Seafaring player."""
    return player("ratmen", "seafaring", hand=hand, **more)


@pytest.mark.parametrize("water", "sl")
def test_seas_and_lakes_cost_two(water: str) -> None:
    """Ruling 101."""
    assert tokens(granted({"a": held(0, "ratmen")}, [sailors(2), player()], f"conquer {water}", on=ON), water) == 2


def test_water_must_border_the_race_like_land() -> None:
    """Ruling 31."""
    why = "z does not border a region of your Ratmen"
    refused({"a": held(0, "ratmen")}, [sailors(), player()], "conquer z", on=ON, because=why)


def test_water_that_is_held_gives_adjacency() -> None:
    """Ruling 101: an ordinary region."""
    assert tokens(granted({"a": held(0, "ratmen")}, [sailors(), player()], "conquer l", "conquer b", on=ON), "b") == 2


def test_seafaring_troops_enter_through_a_sea_at_the_edge_but_not_through_the_lake() -> None:
    """Ruling 33."""
    assert offers(granted({}, [sailors(), player()], on=ON), "conquer") == ["conquer a", "conquer s", "conquer z"]


@pytest.mark.parametrize("water", "sl")
def test_nobody_else_takes_water(water: str) -> None:
    """Ruling 34."""
    why = f"{water} is a {'sea' if water == 's' else 'lake'}: only an active Seafaring race"
    refused(
        {"a": held(0, "ratmen")}, [player("ratmen", "hill", hand=9), player()], f"conquer {water}", on=ON, because=why
    )


@pytest.mark.parametrize("declined", [False, True])
def test_others_cannot_take_water_that_is_held(declined: bool) -> None:
    """Ruling 101."""
    regions = {"a": held(0, "orcs"), "s": held(1, "ratmen", 1, declined)}
    foe = player("elves", "swamp", declined=[("ratmen", "seafaring")]) if declined else sailors(0)
    why = "s is a sea: only an active Seafaring race"
    refused(regions, [player("orcs", "hill", hand=9), foe], "conquer s", on=ON, because=why)


def test_water_scores_like_land() -> None:
    """Ruling 101."""
    regions = {name: held(0, "ratmen") for name in "asl"}
    assert coins(granted(regions, [sailors(0), player()], "stop", on=ON))[0] == 5 + 3


def test_water_is_kept_in_decline_and_the_badge_with_it() -> None:
    """Rulings 19, 101."""
    reply = granted({"a": held(0, "ratmen"), "s": held(0, "ratmen", 2)}, [sailors(0), player()], "decline", on=ON)
    assert (tokens(reply, "s"), coins(reply)[0]) == (1, 7)
    assert declined_entries(reply, 0) == [{"race": "ratmen", "power": "seafaring", "hand": 0}]


def test_water_scores_after_decline() -> None:
    """Ruling 101."""
    regions = {"s": held(0, "ratmen", declined=True), "b": held(0, "elves")}
    players = [player("elves", "hill", declined=[("ratmen", "seafaring")]), player()]
    assert coins(granted(regions, players, "stop", on=ON))[0] == 5 + 2


def test_the_shore_of_a_held_sea_stays_an_entry() -> None:
    """Ruling 4."""
    regions = {"s": held(1, "ratmen")}
    assert "conquer a" in granted(regions, [player("orcs", "hill", hand=4), sailors(0)], on=ON)["legal"]


def test_the_next_race_cannot_take_over_the_declined_races_water() -> None:
    """Rulings 27, 34."""
    regions = {"s": held(0, "ratmen", declined=True), "a": held(0, "elves")}
    why = "s is a sea: only an active Seafaring race"
    refused(
        regions,
        [player("elves", "hill", hand=9, declined=[("ratmen", "seafaring")]), player()],
        "conquer s",
        on=ON,
        because=why,
    )
