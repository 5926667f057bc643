"""Historian: a coin for each race in decline when it is picked, and for each decline while it is active."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    coins,
    combos,
    declined,
    events_of_type,
    granted_with_dames,
    hand,
    held,
    player,
    region,
)

COLUMN = combos("ratmen+historian")


def old(seat: int, race: str) -> dict[str, Any]:
    """A region in decline."""
    return held(seat, race, declined=True)


def test_the_badge_brings_five_tokens() -> None:
    """Ruling 14; facts."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=COLUMN), 0) == 13


def test_picking_pays_one_coin_for_each_declined_race_of_any_owner() -> None:
    """Ruling 133."""
    regions = {"a": old(0, "elves"), "b": old(1, "orcs"), "c": old(2, "giants")}
    players = [player(declined=["elves"]), player(declined=["orcs"]), player(declined=["giants"])]
    assert coins(granted_with_dames(regions, players, "pick 1", column=COLUMN)) == [8, 5, 5]


def test_races_are_counted_not_regions() -> None:
    """Ruling 133."""
    regions = {name: old(1, "orcs") for name in "abc"}
    assert coins(granted_with_dames(regions, [player(), player(declined=["orcs"])], "pick 1", column=COLUMN))[0] == 6


def test_spirits_count_like_any_declined_race() -> None:
    """Rulings 102, 133."""
    regions = {"a": old(1, "orcs"), "b": old(1, "elves")}
    players = [player(), player(declined=[("orcs", "spirit"), "elves"])]
    assert coins(granted_with_dames(regions, players, "pick 1", column=COLUMN))[0] == 7


def test_declined_ghouls_count() -> None:
    """Rulings 72, 133."""
    players = [player(), player("giants", "hill", declined=["ghouls"])]
    assert coins(granted_with_dames({"a": old(1, "ghouls")}, players, "pick 1", column=COLUMN))[0] == 6


def test_ghouls_that_wait_in_hand_do_not_count() -> None:
    """Ruling 133: on the map."""
    waiting = {"race": "ghouls", "power": None, "hand": 2}
    players = [player(), player("giants", "hill", declined=[waiting])]
    assert coins(granted_with_dames({"c": held(1, "giants")}, players, "pick 1", column=COLUMN))[0] == 5


def test_active_races_do_not_count() -> None:
    """Ruling 133."""
    players = [player(), player("giants", "hill")]
    assert coins(granted_with_dames({"c": held(1, "giants")}, players, "pick 1", column=COLUMN))[0] == 5


def test_lost_tribes_are_no_race_here() -> None:
    """Ruling 133."""
    assert coins(granted_with_dames({"b": TRIBE, "c": TRIBE}, [player(), player()], "pick 1", column=COLUMN))[0] == 5


@pytest.mark.parametrize(("tribes", "paid"), [("", 0), ("b", 1), ("bcd", 1)])
def test_lost_tribes_count_as_one_race_when_the_table_says_so(tribes: str, paid: int) -> None:
    """Rulings 133, 175."""
    regions = dict.fromkeys(tribes, TRIBE)
    reply = granted_with_dames(
        regions, [player(), player()], "pick 1", column=COLUMN, rulings=("historian_counts_tribes",)
    )
    assert coins(reply)[0] == 5 + paid


def test_the_price_of_the_combo_is_paid_besides() -> None:
    """Rulings 13, 133: coins of the Historian come after the choice."""
    column = combos("orcs+hill ratmen+historian=2")
    reply = granted_with_dames(
        {"a": old(1, "elves")}, [player(coins=1), player(declined=["elves"])], "pick 2", column=column
    )
    assert coins(reply)[0] == 1 - 1 + 2 + 1


def test_another_races_decline_pays_one_coin_at_once() -> None:
    """Ruling 133."""
    regions = {"a": held(0, "orcs"), "c": held(1, "ratmen")}
    reply = granted_with_dames(regions, [player("orcs", "hill"), player("ratmen", "historian")], "decline")
    assert coins(reply) == [6, 6]


@pytest.mark.parametrize("power", ["spirit", "fortified", "seafaring"])
def test_a_decline_pays_whatever_the_badge(power: str) -> None:
    """Rulings 102, 133."""
    regions = {"a": held(0, "orcs"), "c": held(1, "ratmen")}
    assert coins(granted_with_dames(regions, [player("orcs", power), player("ratmen", "historian")], "decline"))[1] == 6


def test_the_decline_of_ghouls_pays() -> None:
    """Rulings 66, 133."""
    regions = {"a": held(0, "ghouls", 3), "c": held(1, "ratmen")}
    assert (
        coins(granted_with_dames(regions, [player("ghouls", "hill"), player("ratmen", "historian")], "decline"))[1] == 6
    )


def test_the_decline_of_priestesses_pays_when_the_tower_stands() -> None:
    """Rulings 119, 133."""
    regions = {"a": held(0, "priestesses"), "c": held(1, "ratmen")}
    players = [player("priestesses", "hill"), player("ratmen", "historian")]
    assert coins(granted_with_dames(regions, players, "decline"))[1] == 5
    assert coins(granted_with_dames(regions, players, "decline", "tower a"))[1] == 6


def test_a_stout_decline_pays() -> None:
    """Rulings 103, 133."""
    regions = {"a": held(0, "orcs"), "c": held(1, "ratmen")}
    reply = granted_with_dames(regions, [player("orcs", "stout"), player("ratmen", "historian")], "stop", "decline")
    assert coins(reply) == [6, 6]


def test_a_race_that_declines_with_no_region_pays() -> None:
    """Rulings 58, 133: it declines, then it leaves."""
    reply = granted_with_dames(
        {"c": held(1, "ratmen")}, [player("orcs", "hill"), player("ratmen", "historian")], "decline"
    )
    assert (coins(reply), declined(reply, 0)) == ([5, 6], [])


def test_an_older_race_that_goes_pays_nothing() -> None:
    """Ruling 133: only the decline itself."""
    regions = {"a": held(0, "orcs"), "b": old(0, "elves"), "c": held(1, "ratmen")}
    players = [player("orcs", "hill", declined=["elves"]), player("ratmen", "historian")]
    assert coins(granted_with_dames(regions, players, "decline"))[1] == 6


def test_its_own_decline_pays_a_last_coin() -> None:
    """Ruling 133."""
    reply = granted_with_dames({"a": held(0, "ratmen")}, [player("ratmen", "historian"), player()], "decline")
    assert (coins(reply)[0], [event["coins"] for event in events_of_type(reply, "paid")]) == (5 + 1 + 1, [1])


def test_its_own_decline_without_a_region_pays() -> None:
    """Rulings 58, 133."""
    assert coins(granted_with_dames({}, [player("ratmen", "historian", hand=3), player()], "decline"))[0] == 6


def test_historian_priestesses_get_coin_and_tower() -> None:
    """Rulings 119, 133."""
    regions = {"a": held(0, "priestesses"), "b": held(0, "priestesses")}
    reply = granted_with_dames(regions, [player("priestesses", "historian"), player()], "decline", "tower a")
    assert coins(reply)[0] == 5 + 2 + 1


def test_a_declined_historian_collects_no_more() -> None:
    """Ruling 133: while active."""
    regions = {"a": held(0, "ratmen"), "c": held(1, "orcs")}
    players = [player("ratmen", "historian"), player("orcs", "underworld")]
    reply = granted_with_dames(regions, players, "decline", "decline")
    assert coins(reply) == [7, 6]


def test_conquering_the_last_region_of_a_declined_race_pays_nothing() -> None:
    """Ruling 133."""
    regions = {"a": held(0, "ratmen"), "b": old(1, "orcs")}
    reply = granted_with_dames(regions, [player("ratmen", "historian", hand=3), player(declined=["orcs"])], "conquer b")
    assert (coins(reply)[0], region(reply, "b")["race"]) == (5, "ratmen")
