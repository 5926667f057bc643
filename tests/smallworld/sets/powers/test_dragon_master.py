"""Dragon Master: once per turn one token is enough."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    board,
    granted,
    hand,
    held,
    legal,
    offers,
    pieces,
    player,
    refused,
    region,
    tokens,
)

DRAGON = "conquer b with dragon"


def master(hand: int = 1, race: str = "ratmen") -> dict[str, Any]:
    """A Dragon Master."""
    return player(race, "dragon_master", hand=hand)


@pytest.mark.parametrize("there", [TRIBE, held(1, "trolls", 7), held(1, "trolls", 1, lair=1, fortress=1)])
def test_one_token_conquers_with_the_dragon_whatever_defends(there: dict[str, Any]) -> None:
    """Ruling 94."""
    regions = {"a": held(0, "ratmen"), "b": there}
    reply = granted(regions, [master(), player("trolls", "fortified")], DRAGON)
    assert (tokens(reply, "b"), hand(reply, 0), pieces(reply, "b")) == (1, 0, {"dragon": 1})


def test_the_dragon_takes_a_mountain_with_one_token() -> None:
    """Ruling 94."""
    on = board("a:hill,border b:mountain")
    assert tokens(granted({"a": held(0, "ratmen")}, [master(), player()], DRAGON, on=on), "b") == 1


def test_the_defenders_loss_is_an_ordinary_one() -> None:
    """Ruling 37."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", 4)}
    assert hand(granted(regions, [master(), player("orcs", "hill")], DRAGON), 1) == 3


def test_the_dragon_conquers_once_per_turn() -> None:
    """Ruling 94."""
    why = "The Dragon conquers once per turn, and has done so"
    refused({"a": held(0, "ratmen")}, [master(4), player()], DRAGON, "conquer c with dragon", because=why)


def test_the_dragon_needs_a_token_in_hand() -> None:
    """Ruling 30."""
    why = "You have 0 tokens in hand; a conquest by Ratmen takes at least 1"
    refused({"a": held(0, "ratmen")}, [master(0), player()], DRAGON, because=why)


def test_ordinary_conquests_come_before_and_after_the_dragon() -> None:
    """Ruling 95."""
    moves = ("conquer b", "conquer c with dragon", "conquer d")
    reply = granted({"a": held(0, "ratmen")}, [master(5), player()], *moves)
    assert [tokens(reply, name) for name in "bcd"] == [2, 1, 2]


def test_the_dragon_does_not_fly_after_the_die() -> None:
    """Rulings 44, 95."""
    on = board("a:hill,border b:swamp c:hill", links="a-b a-c")
    why = "b cannot be conquered now: conquests are over"
    refused(
        {"a": held(0, "ratmen")}, [master(1), player()], "conquer c with die", DRAGON, on=on, rolls=(0,), because=why
    )


def test_the_dragon_reaches_only_neighbours() -> None:
    """Ruling 95."""
    why = "c does not border a region of your Ratmen"
    refused({"a": held(0, "ratmen")}, [master(4), player()], "conquer c with dragon", because=why)


def test_the_first_conquest_rule_holds_for_the_dragon() -> None:
    """Ruling 95."""
    assert offers(granted({}, [master(1), player()]), "conquer") == [
        "conquer a with dragon",
        "conquer e with dragon",
        "conquer a with die",
        "conquer e with die",
    ]


def test_the_dragon_takes_no_water() -> None:
    """Ruling 95."""
    on = board("a:hill,border s:sea,border l:lake", links="a-s a-l")
    assert offers(granted({"a": held(0, "ratmen")}, [master(4), player()], on=on), "conquer") == []


@pytest.mark.parametrize("means", ["", " with die", " with sorcery"])
def test_the_dragons_region_is_immune(means: str) -> None:
    """Ruling 94."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "ratmen", 1, dragon=1)}
    players = [player("sorcerers", "swamp", hand=1 if "die" in means else 9), player("ratmen", "dragon_master")]
    refused(regions, players, "conquer b" + means, because="b is immune: the Dragon is there")


def test_the_dragon_may_be_left_in_place() -> None:
    """Ruling 94."""
    regions = {"a": held(0, "ratmen", 4), "b": held(0, "ratmen", 1, dragon=1)}
    reply = granted(regions, [master(0), player()], "conquer c", "stop", "place a 2", "done")
    assert pieces(reply, "b") == {"dragon": 1}


def test_the_dragon_moves_when_it_conquers_again() -> None:
    """Ruling 94."""
    regions = {"a": held(0, "ratmen", 4), "b": held(0, "ratmen", 1, dragon=1)}
    reply = granted(regions, [master(0), player()], "conquer c with dragon")
    assert (pieces(reply, "b"), pieces(reply, "c")) == ({}, {"dragon": 1})


def test_the_region_the_dragon_left_can_be_attacked() -> None:
    """Seed 000: immune until your Dragon moves."""
    regions = {"b": held(0, "ratmen", 2, dragon=1), "a": held(1, "orcs", 6)}
    moves = ("conquer c with dragon", "stop")
    reply = granted(regions, [master(0), player("orcs", "hill")], *moves)
    assert "conquer b" in legal(reply)


def test_the_dragon_is_not_placed_in_redeployment() -> None:
    """Protocol."""
    reply = granted({"a": held(0, "ratmen", 2)}, [master(0), player()], "stop")
    assert legal(reply) == ["place a"]


def test_a_dragon_in_an_abandoned_region_returns_to_hand() -> None:
    """Ruling 94: and may be used in the same turn."""
    regions = {"a": held(0, "ratmen"), "b": held(0, "ratmen", 1, dragon=1)}
    reply = granted(regions, [master(0), player()], "abandon b", DRAGON)
    assert (tokens(reply, "b"), pieces(reply, "b")) == (1, {"dragon": 1})


def test_the_dragon_leaves_when_its_race_declines() -> None:
    """Ruling 94."""
    reply = granted({"a": held(0, "ratmen", 1, dragon=1)}, [master(0), player()], "decline")
    assert pieces(reply, "a") == {}


def test_the_dragon_cannot_take_an_immune_region() -> None:
    """Ruling 94."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", 1, hero=1)}
    refused(regions, [master(), player("orcs", "heroic")], DRAGON, because="b is immune: a Hero stands there")


def test_the_dragon_may_take_ones_own_declined_region() -> None:
    """Rulings 27, 94."""
    regions = {"a": held(0, "ratmen"), "b": held(0, "elves", declined=True)}
    reply = granted(regions, [player("ratmen", "dragon_master", hand=1, declined=["elves"]), player()], DRAGON)
    assert region(reply, "b")["race"] == "ratmen"


def test_no_decline_after_the_dragon_has_conquered() -> None:
    """Ruling 55."""
    why = "Going into decline takes the whole turn"
    refused({"a": held(0, "ratmen")}, [master(2), player()], DRAGON, "decline", because=why)
