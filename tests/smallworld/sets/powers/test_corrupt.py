"""Corrupt: whoever conquers an active region pays its owner."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import coins, combos, events_of_type, granted_with_dames, hand, held, player, region

CORRUPT = player("orcs", "corrupt")
HOME = {"a": held(0, "ratmen"), "b": held(1, "orcs"), "c": held(1, "orcs"), "e": held(1, "orcs")}


def foe(hand: int = 3, power: str = "swamp", **more: Any) -> dict[str, Any]:
    """The attacker."""
    return player("ratmen", power, hand=hand, **more)


def test_the_badge_brings_four_tokens() -> None:
    """Ruling 14; facts."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=combos("ratmen+corrupt")), 0) == 12


def test_the_conqueror_of_an_active_region_pays_one_coin() -> None:
    """Ruling 130."""
    assert coins(granted_with_dames(HOME, [foe(), CORRUPT], "conquer b")) == [4, 6]


def test_each_conquest_is_paid_for() -> None:
    """Ruling 130."""
    assert coins(granted_with_dames(HOME, [foe(6), CORRUPT], "conquer b", "conquer c")) == [3, 7]


def test_a_penniless_conqueror_pays_nothing_and_the_conquest_stands() -> None:
    """Ruling 130."""
    reply = granted_with_dames(HOME, [foe(coins=0), CORRUPT], "conquer b")
    assert (coins(reply), region(reply, "b")["race"], events_of_type(reply, "tribute")) == ([0, 5], "ratmen", [])


def test_the_second_conquest_of_a_conqueror_with_one_coin_is_free() -> None:
    """Ruling 130."""
    assert coins(granted_with_dames(HOME, [foe(6, coins=1), CORRUPT], "conquer b", "conquer c")) == [0, 6]


def test_a_lucky_die_is_paid_for() -> None:
    """Rulings 130, 144."""
    assert coins(granted_with_dames(HOME, [foe(1), CORRUPT], "conquer b with die", rolls=(3,)))[1] == 6


def test_a_failed_attempt_is_free() -> None:
    """Ruling 130: a successful conquest."""
    reply = granted_with_dames(HOME, [foe(1), CORRUPT], "conquer b with die", rolls=(0,))
    assert (coins(reply), reply["phase"]) == ([5, 5], "redeploy")


@pytest.mark.parametrize(
    ("race", "power", "means"), [("sorcerers", "swamp", "sorcery"), ("ratmen", "dragon_master", "dragon")]
)
def test_any_conquest_is_paid_for(race: str, power: str, means: str) -> None:
    """Rulings 82, 130, 144."""
    regions = HOME | {"a": held(0, race)}
    assert coins(granted_with_dames(regions, [player(race, power, hand=1), CORRUPT], f"conquer b with {means}")) == [
        4,
        6,
    ]


def test_the_declined_ghouls_of_an_opponent_pay() -> None:
    """Rulings 67, 130: their owner is an opponent."""
    regions = HOME | {"a": held(0, "ghouls", 4, declined=True), "d": held(0, "ratmen")}
    assert coins(granted_with_dames(regions, [foe(0, declined=["ghouls"]), CORRUPT], "conquer b")) == [4, 6]


def test_nobody_pays_for_declined_regions_of_the_corrupt() -> None:
    """Ruling 130: of this race, active."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "elves", declined=True), "e": held(1, "orcs")}
    players = [foe(), player("orcs", "corrupt", declined=["elves"])]
    assert coins(granted_with_dames(regions, players, "conquer b")) == [5, 5]


def test_a_declined_corrupt_race_collects_nothing() -> None:
    """Ruling 130."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", declined=True)}
    assert coins(granted_with_dames(regions, [foe(), player(declined=["orcs"])], "conquer b")) == [5, 5]


def test_the_declined_ghouls_of_the_corrupt_collect_nothing() -> None:
    """Rulings 72, 130: they are declined for everybody else."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "ghouls", declined=True), "e": held(1, "orcs")}
    players = [foe(), player("orcs", "corrupt", declined=["ghouls"])]
    assert coins(granted_with_dames(regions, players, "conquer b")) == [5, 5]


def test_the_own_ghouls_pay_nothing() -> None:
    """Ruling 130: by an opponent."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "b": held(0, "orcs"), "e": held(0, "orcs")}
    reply = granted_with_dames(regions, [player("orcs", "corrupt", declined=["ghouls"]), player()], "conquer b")
    assert (coins(reply), events_of_type(reply, "tribute")) == ([5, 5], [])


def test_the_mercenarys_coin_is_spent_first() -> None:
    """Ruling 143: the coin is committed before Corrupt is settled."""
    reply = granted_with_dames(HOME, [foe(1, "mercenary", coins=1), CORRUPT], "conquer b with mercenary")
    assert coins(reply) == [0, 5]


def test_corrupt_elves_are_paid_although_they_lose_nobody() -> None:
    """Rulings 65, 130."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "elves"), "e": held(1, "elves")}
    reply = granted_with_dames(regions, [foe(), player("elves", "corrupt")], "conquer b")
    assert (coins(reply), hand(reply, 1)) == ([4, 6], 1)
