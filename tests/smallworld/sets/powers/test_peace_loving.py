"""Peace-Loving: three coins in a turn without an attack on an active race."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import TRIBE, coins, combos, granted_with_dames, hand, held, player


def peaceful(hand: int = 0, race: str = "ratmen", **more: Any) -> dict[str, Any]:
    """A Peace-Loving player."""
    return player(race, "peace_loving", hand=hand, **more)


HOME = {"a": held(0, "ratmen")}
FOE = player("orcs", "swamp")


def test_the_badge_brings_four_tokens() -> None:
    """Ruling 14; facts."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=combos("ratmen+peace_loving")), 0) == 12


def test_a_turn_without_an_attack_pays_three() -> None:
    """Ruling 138."""
    assert coins(granted_with_dames(HOME, [peaceful(), FOE], "stop"))[0] == 5 + 1 + 3


@pytest.mark.parametrize("prey", [{}, TRIBE, held(1, "elves", declined=True), held(1, "ghouls", declined=True)])
def test_empty_and_declined_regions_may_be_attacked(prey: dict[str, Any]) -> None:
    """Ruling 138; seed 000 for Ghouls."""
    players = [peaceful(3), player("orcs", "swamp", declined=[prey["race"]] if "race" in prey else [])]
    regions = HOME | ({"b": prey} if prey else {}) | {"e": held(1, "orcs")}
    reply = granted_with_dames(regions, players, "conquer b", "stop", "place a 2", "done")
    assert coins(reply)[0] == 5 + 2 + 3


def test_the_attack_on_an_active_race_forfeits_the_bonus() -> None:
    """Ruling 138."""
    regions = HOME | {"b": held(1, "orcs")}
    assert coins(granted_with_dames(regions, [peaceful(3), FOE], "conquer b", "stop", "place a 2", "done"))[0] == 5 + 2


def test_a_failed_attempt_forfeits_the_bonus() -> None:
    """Ruling 138: failed attempts included."""
    regions = HOME | {"b": held(1, "orcs")}
    reply = granted_with_dames(regions, [peaceful(1), FOE], "conquer b with die", "place a", "done", rolls=(0,))
    assert coins(reply)[0] == 5 + 1


def test_a_failed_attempt_on_a_declined_race_does_not() -> None:
    """Ruling 138."""
    regions = HOME | {"b": held(1, "elves", declined=True)}
    players = [peaceful(1), player(declined=["elves"])]
    reply = granted_with_dames(regions, players, "conquer b with die", "place a", "done", rolls=(0,))
    assert coins(reply)[0] == 5 + 1 + 3


def test_sorcery_is_an_attack() -> None:
    """Rulings 138, 144."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "orcs")}
    moves = ("conquer b with sorcery", "stop", "place a", "done")
    reply = granted_with_dames(regions, [peaceful(1, race="sorcerers"), FOE], *moves)
    assert coins(reply)[0] == 5 + 2


def test_own_ghouls_may_attack_an_active_race() -> None:
    """Ruling 73."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "b": held(1, "orcs"), "e": held(0, "ratmen")}
    moves = ("conquer b", "stop", "stop", "place a 2", "done")
    assert coins(granted_with_dames(regions, [peaceful(declined=["ghouls"]), FOE], *moves))[0] == 5 + 3 + 3


def test_a_failed_attempt_of_own_ghouls_does_not_count() -> None:
    """Ruling 73."""
    regions = {"a": held(0, "ghouls", 2, declined=True), "b": held(1, "orcs"), "e": held(0, "ratmen")}
    moves = ("conquer b with die", "place a", "done")
    assert coins(granted_with_dames(regions, [peaceful(declined=["ghouls"]), FOE], *moves, rolls=(0,)))[0] == 5 + 2 + 3


def test_own_ghouls_attacking_the_peace_loving_race_itself_is_no_attack() -> None:
    """Rulings 69, 73: no other player's race."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "b": held(0, "ratmen"), "e": held(0, "ratmen")}
    moves = ("conquer b", "stop", "stop", "place a 2", "done")
    assert coins(granted_with_dames(regions, [peaceful(declined=["ghouls"]), FOE], *moves))[0] == 5 + 3 + 3


def test_the_own_declined_race_may_be_taken() -> None:
    """Ruling 138."""
    regions = HOME | {"b": held(0, "elves", declined=True)}
    reply = granted_with_dames(
        regions, [peaceful(3, declined=["elves"]), FOE], "conquer b", "stop", "place a 2", "done"
    )
    assert coins(reply)[0] == 5 + 2 + 3


def test_being_attacked_costs_no_bonus() -> None:
    """Ruling 138: what it attacked in its own turn counts."""
    regions = {"a": held(0, "orcs", 4), "b": held(1, "ratmen"), "c": held(1, "ratmen")}
    players = [player("orcs", "underworld"), peaceful()]
    reply = granted_with_dames(regions, players, "conquer b", "stop", "place a 2", "done", "stop")
    assert coins(reply)[1] == 5 + 1 + 3


def test_the_bonus_comes_without_a_region_too() -> None:
    """Seed 000: at the end of each turn during which no active race was attacked."""
    assert coins(granted_with_dames({}, [peaceful(1), FOE], "stop"))[0] == 5 + 3


def test_the_turn_of_decline_pays_no_bonus() -> None:
    """Ruling 51."""
    assert coins(granted_with_dames(HOME, [peaceful(), FOE], "decline"))[0] == 5 + 1


def test_an_attack_is_forgotten_by_the_next_turn() -> None:
    """Ruling 138: this turn."""
    regions = HOME | {"b": held(1, "orcs"), "e": held(1, "orcs")}
    reply = granted_with_dames(
        regions, [peaceful(3), FOE], "conquer b", "stop", "place a 2", "done", "stop", "stop", "place a 2", "done"
    )
    assert coins(reply)[0] == 5 + 2 + 2 + 3
