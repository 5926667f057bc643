"""Readying, abandoning and redeployment (rulings 47-49)."""

from __future__ import annotations

import pytest

from tests.smallworld.positions import (
    active,
    board,
    coins,
    granted,
    hand,
    held,
    pieces,
    player,
    refused,
    region,
    tokens,
)


def test_readying_leaves_one_token_in_each_region() -> None:
    """Ruling 47."""
    regions = {"a": held(0, "ratmen", 5), "b": held(0, "ratmen"), "c": held(0, "elves", declined=True)}
    reply = granted(regions, [player("ratmen", "hill", declined=["elves"]), player()])
    assert [tokens(reply, name) for name in "abc"] == [1, 1, 1]
    assert hand(reply, 0) == 4


def test_whoever_stays_put_places_the_readied_tokens_again() -> None:
    """Ruling 47: readying is not obligatory, and nothing is lost by it."""
    start = ({"a": held(0, "ratmen", 5)}, [player("ratmen", "hill"), player()])
    assert tokens(granted(*start, "stop", "place a 4", "done"), "a") == 5


def test_any_number_of_regions_may_be_abandoned_and_their_last_tokens_used() -> None:
    """Ruling 48."""
    regions = {"a": held(0, "ratmen", 2), "b": held(0, "ratmen"), "c": held(0, "ratmen")}
    reply = granted(regions, [player("ratmen", "hill"), player()], "abandon a", "abandon b")
    assert (hand(reply, 0), region(reply, "a"), region(reply, "b")) == (3, {}, {})


def test_an_abandoned_region_brings_no_coin() -> None:
    """Ruling 48."""
    regions = {"a": held(0, "ratmen"), "b": held(0, "ratmen")}
    reply = granted(regions, [player("ratmen", "hill"), player()], "abandon a", "stop", "place b", "done")
    assert coins(reply)[0] == 6


def test_all_tokens_may_leave_and_wait_for_the_next_turn() -> None:
    """Rulings 32, 48."""
    reply = granted({"c": held(0, "ratmen", 3)}, [player("ratmen", "swamp"), player()], "abandon c", "stop")
    assert (hand(reply, 0), coins(reply)[0], reply["to_move"]) == (3, 5, 1)


@pytest.mark.parametrize(
    ("race", "power", "piece", "waiting"),
    [
        ("halflings", "hill", "hole", {"holes": 1}),
        ("trolls", "hill", "lair", {}),
        ("elves", "fortified", "fortress", {}),
        ("elves", "bivouacking", "encampment", {"encampments": 5}),
        ("elves", "heroic", "hero", {}),
        ("elves", "dragon_master", "dragon", {}),
    ],
)
def test_pieces_leave_an_abandoned_region_with_the_troops(
    race: str, power: str, piece: str, waiting: dict[str, int]
) -> None:
    """Ruling 48: the hole is lost (the one still to dig stays), encampments come to hand."""
    regions = {"a": held(0, race, 1, declined=False, **{piece: 1}), "c": held(0, race)}
    reply = granted(regions, [player(race, power), player()], "abandon a")
    assert region(reply, "a") == {}
    assert {key: active(reply, 0)[key] for key in waiting} == waiting


def test_a_dragon_from_an_abandoned_region_can_fly_again() -> None:
    """Ruling 48."""
    regions = {"a": held(0, "elves", 1, dragon=1), "c": held(0, "elves")}
    start = (regions, [player("elves", "dragon_master"), player()])
    assert pieces(granted(*start, "abandon a", "conquer b with dragon"), "b") == {"dragon": 1}


def test_only_the_active_race_abandons() -> None:
    """Ruling 48: a declined race stays where it is."""
    regions = {"a": held(0, "ratmen"), "c": held(0, "elves", declined=True)}
    why = "c is not held by your Ratmen"
    refused(regions, [player("ratmen", "hill", declined=["elves"]), player()], "abandon c", because=why)


def test_troops_move_freely_among_the_regions_of_the_race() -> None:
    """Ruling 49: adjacent or not."""
    regions = {"a": held(0, "ratmen", 3), "e": held(0, "ratmen")}
    reply = granted(regions, [player("ratmen", "hill"), player()], "stop", "place e 2", "done")
    assert (tokens(reply, "a"), tokens(reply, "e")) == (1, 3)


def test_a_region_cannot_be_emptied_in_redeployment() -> None:
    """Ruling 49."""
    start = ({"a": held(0, "ratmen", 3), "b": held(0, "ratmen")}, [player("ratmen", "hill"), player()])
    assert [move for move in granted(*start, "stop")["legal"] if move.startswith("abandon")] == []
    why = "b cannot be left now: regions are abandoned before the first conquest"
    refused(*start, "stop", "abandon b", because=why)


def test_all_that_is_in_hand_must_be_placed() -> None:
    """Ruling 49; referee."""
    start = ({"a": held(0, "ratmen", 3)}, [player("ratmen", "hill"), player()])
    refused(*start, "stop", "place a", "done", because="must be placed first")


def test_troops_go_only_to_regions_of_their_own_race() -> None:
    """Rulings 40, 49, 70: Ghouls to Ghoul regions, the active race to its own."""
    regions = {"a": held(0, "ghouls", 3, declined=True), "c": held(0, "orcs", 2)}
    start = (regions, [player("orcs", "hill", declined=["ghouls"]), player()])
    reply = granted(*start, "stop", "stop")
    assert reply["legal"] == ["place a", "place c", "place a 2"]
    refused(*start, "stop", "stop", "place c 2", because="You have 1 token of the Orcs in hand, 2 cannot be placed")


def test_neither_empty_nor_enemy_regions_take_troops() -> None:
    """Ruling 49."""
    regions = {"a": held(0, "ratmen", 3), "b": held(1, "orcs")}
    for name in ("b", "c"):
        why = f"{name} is not held by your active race"
        refused(regions, [player("ratmen", "hill"), player("orcs", "swamp")], "stop", f"place {name}", because=why)


def test_more_tokens_than_there_are_cannot_be_placed() -> None:
    """Ruling 49."""
    why = "You have 2 tokens of the Ratmen in hand, 3 cannot be placed"
    refused({"a": held(0, "ratmen", 3)}, [player("ratmen", "hill"), player()], "stop", "place a 3", because=why)


def test_pieces_not_shown_on_the_map_are_in_their_owners_hand() -> None:
    """Referee: Heroes, encampments, fortresses and the Dragon."""
    ground = board("a:hill,border b:hill")
    camp = granted({"a": held(0, "elves", encampment=2)}, [player("elves", "bivouacking"), player()], on=ground)
    assert active(camp, 0)["encampments"] == 3
    flight = granted({"a": held(0, "elves", 2)}, [player("elves", "dragon_master"), player()], on=ground)
    assert "conquer b with dragon" in flight["legal"]
