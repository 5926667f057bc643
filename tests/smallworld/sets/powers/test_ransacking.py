"""Ransacking: a coin from the owner of each active region conquered."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    coins,
    combos,
    events_of_type,
    granted_all_sets,
    hand,
    held,
    player,
)


def ransackers(hand: int = 9, race: str = "ratmen", **more: Any) -> dict[str, Any]:
    """A Ransacking player."""
    return player(race, "ransacking", hand=hand, **more)


HOME = {"a": held(0, "ratmen")}
WAR = HOME | {"b": held(1, "orcs"), "c": held(1, "orcs")}


def test_the_badge_brings_four_tokens() -> None:
    """Ruling 14; facts."""
    assert hand(granted_all_sets({}, [player(), player()], "pick 1", column=combos("ratmen+ransacking")), 0) == 12


def test_the_victim_pays_at_once() -> None:
    """Ruling 139."""
    assert coins(granted_all_sets(WAR, [ransackers(), player("orcs", "swamp")], "conquer b")) == [6, 4]


def test_he_pays_for_each_conquest() -> None:
    """Ruling 139."""
    assert coins(granted_all_sets(WAR, [ransackers(), player("orcs", "swamp")], "conquer b", "conquer c")) == [7, 3]


def test_who_has_nothing_pays_nothing() -> None:
    """Ruling 139."""
    reply = granted_all_sets(WAR, [ransackers(), player("orcs", "swamp", coins=1)], "conquer b", "conquer c")
    assert coins(reply) == [6, 0]


def test_lost_tribes_pay_nothing() -> None:
    """Ruling 6."""
    assert coins(granted_all_sets(HOME | {"b": TRIBE}, [ransackers(), player()], "conquer b")) == [5, 5]


@pytest.mark.parametrize("race", ["elves", "ghouls"])
def test_declined_regions_pay_nothing(race: str) -> None:
    """Rulings 72, 139; seed 000."""
    regions = HOME | {"b": held(1, race, declined=True)}
    players = [ransackers(), player("orcs", "swamp", declined=[race])]
    assert coins(granted_all_sets(regions, players, "conquer b")) == [5, 5]


def test_own_remnants_pay_nothing() -> None:
    """Ruling 139: an opponent's."""
    regions = HOME | {"b": held(0, "elves", declined=True)}
    assert coins(granted_all_sets(regions, [ransackers(declined=["elves"]), player()], "conquer b")) == [5, 5]


def test_a_failed_attempt_costs_nothing() -> None:
    """Ruling 139: conquest."""
    assert (
        coins(granted_all_sets(WAR, [ransackers(2), player("orcs", "swamp")], "conquer b with die", rolls=(0,)))[1] == 5
    )


def test_a_lucky_die_counts() -> None:
    """Ruling 144."""
    assert (
        coins(granted_all_sets(WAR, [ransackers(2), player("orcs", "swamp")], "conquer b with die", rolls=(1,)))[1] == 4
    )


def test_sorcery_counts() -> None:
    """Ruling 144."""
    regions = WAR | {"a": held(0, "sorcerers")}
    players = [ransackers(1, "sorcerers"), player("orcs", "swamp")]
    assert coins(granted_all_sets(regions, players, "conquer b with sorcery")) == [6, 4]


def test_saved_elves_pay_too() -> None:
    """Ruling 139: the conquest is what counts."""
    regions = HOME | {"b": held(1, "elves", 2)}
    assert coins(granted_all_sets(regions, [ransackers(), player("elves", "swamp")], "conquer b")) == [6, 4]


def test_a_horde_alone_is_an_active_region() -> None:
    """Rulings 134, 139."""
    regions = HOME | {"b": held(1, "orcs", 0, horde=1)}
    assert coins(granted_all_sets(regions, [ransackers(), player("orcs", "hordes_of")], "conquer b")) == [6, 4]


def test_declined_ghouls_do_not_ransack() -> None:
    """Rulings 68, 73."""
    regions = {"a": held(0, "ghouls", 5, declined=True), "b": held(1, "orcs"), "e": held(0, "ratmen")}
    players = [ransackers(0, declined=["ghouls"]), player("orcs", "swamp")]
    assert coins(granted_all_sets(regions, players, "conquer b")) == [5, 5]


@pytest.mark.parametrize(("mine", "his", "after"), [(5, 5, [5, 5]), (0, 5, [1, 4]), (1, 0, [1, 0]), (0, 0, [0, 0])])
def test_corrupt_is_settled_first(mine: int, his: int, after: list[int]) -> None:
    """Rulings 130, 139."""
    players = [ransackers(coins=mine), player("orcs", "corrupt", coins=his)]
    assert coins(granted_all_sets(WAR, players, "conquer b")) == after


def test_both_payments_are_told() -> None:
    """Protocol: events say what happened."""
    reply = granted_all_sets(WAR, [ransackers(), player("orcs", "corrupt")], "conquer b")
    assert len(events_of_type(reply, "tribute")) == 2
