"""Bivouacking: five encampments, never lost in an attack."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    active,
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

CAMPS = tuple(f"place encampment {name}" for name in "aabbb")


def camping(hand: int = 0) -> dict[str, Any]:
    """A Bivouacking player."""
    return player("ratmen", "bivouacking", hand=hand)


def test_all_five_encampments_must_be_placed_in_redeployment() -> None:
    """Ruling 89; protocol."""
    regions = {"a": held(0, "ratmen"), "b": held(0, "ratmen")}
    why = "must be placed first: `place encampment a`"
    refused(regions, [camping(), player()], "stop", *CAMPS[:4], "done", because=why)
    reply = granted(regions, [camping(), player()], "stop", *CAMPS, "done")
    assert (pieces(reply, "a"), pieces(reply, "b")) == ({"encampment": 2}, {"encampment": 3})


def test_there_are_only_five_encampments() -> None:
    """Ruling 89."""
    regions = {"a": held(0, "ratmen"), "b": held(0, "ratmen")}
    why = "You have no encampment in hand to place now"
    refused(regions, [camping(), player()], "stop", *CAMPS, "place encampment a", because=why)


def test_all_encampments_may_stand_in_one_region() -> None:
    """Ruling 89."""
    reply = granted({"a": held(0, "ratmen")}, [camping(), player()], "stop", *["place encampment a"] * 5, "done")
    assert pieces(reply, "a") == {"encampment": 5}


def test_encampments_stand_only_where_the_active_race_does() -> None:
    """Ruling 89."""
    regions = {"a": held(0, "ratmen"), "b": held(0, "elves", declined=True)}
    players = [player("ratmen", "bivouacking", declined=["elves"]), player()]
    assert offers(granted(regions, players, "stop"), "place encampment") == ["place encampment a"]


def test_each_turn_camp_is_broken_and_pitched_anew() -> None:
    """Ruling 89; protocol: encampments come to hand on entering redeploy."""
    regions = {"a": held(0, "ratmen", 1, encampment=5), "b": held(0, "ratmen")}
    reply = granted(regions, [camping(), player()], "stop")
    assert (active(reply, 0)["encampments"], pieces(reply, "a")) == (5, {})
    assert offers(reply, "place") == ["place encampment a", "place encampment b"]


def test_encampments_stay_on_the_map_while_their_owner_conquers() -> None:
    """Protocol: they come to hand only on entering redeploy."""
    reply = granted({"a": held(0, "ratmen", 4, encampment=5)}, [camping(), player()], "conquer b")
    assert pieces(reply, "a") == {"encampment": 5}


@pytest.mark.parametrize(("camps", "cost"), [(1, 4), (3, 6), (5, 8)])
def test_each_encampment_adds_one_to_the_defence(camps: int, cost: int) -> None:
    """Ruling 89."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen", 1, encampment=camps), "c": held(1, "ratmen")}
    why = f"b costs {cost}: 2 + 1 Ratman + {camps} encampment"
    refused(regions, [player("orcs", "swamp", hand=cost - 1), camping()], "conquer b", because=why)
    assert tokens(granted(regions, [player("orcs", "swamp", hand=cost), camping()], "conquer b"), "b") == cost


def test_encampments_of_a_lost_region_come_back_to_hand() -> None:
    """Ruling 89."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen", 1, encampment=3), "d": held(1, "ratmen", 1, encampment=2)}
    reply = granted(regions, [player("orcs", "swamp", hand=6), camping()], "conquer b")
    assert (active(reply, 1)["encampments"], pieces(reply, "b"), pieces(reply, "d")) == (3, {}, {"encampment": 2})


def test_encampments_that_came_back_are_placed_again_at_the_end_of_the_turn() -> None:
    """Ruling 89: even when no token survived."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen", 1, encampment=2), "d": held(1, "ratmen", 1, encampment=3)}
    moves = ("conquer b", "stop", "place b 4", "done")
    reply = granted(regions, [player("orcs", "hill", hand=5), camping()], *moves)
    assert (reply["phase"], reply["to_move"], legal(reply)) == ("withdraw", 1, ["place encampment d"])
    reply = granted(regions, [player("orcs", "hill", hand=5), camping()], *moves, *["place encampment d"] * 2)
    assert (legal(reply), pieces(reply, "d")) == (["done"], {"encampment": 5})


def test_encampments_that_were_not_attacked_stay_where_they_are() -> None:
    """Ruling 89: only those of the lost region come to hand."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen", 2), "d": held(1, "ratmen", 1, encampment=5)}
    reply = granted(regions, [player("orcs", "hill", hand=4), camping()], "conquer b", "stop", "place b 3", "done")
    assert (legal(reply), pieces(reply, "d")) == (["place d"], {"encampment": 5})


def test_with_no_region_left_encampments_stay_in_hand() -> None:
    """Ruling 89."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen", 2, encampment=5)}
    reply = granted(regions, [player("orcs", "hill", hand=9), camping()], "conquer b", "stop", "place b 8", "done")
    assert (reply["phase"], reply["to_move"]) == ("conquer", 1)
    assert (active(reply, 1)["encampments"], hand(reply, 1)) == (5, 1)


def test_encampments_in_an_abandoned_region_come_to_hand() -> None:
    """Ruling 48."""
    regions = {"a": held(0, "ratmen", 1, encampment=3), "b": held(0, "ratmen", 1, encampment=2)}
    reply = granted(regions, [camping(), player()], "abandon a")
    assert (active(reply, 0)["encampments"], region(reply, "a")) == (3, {})


def test_encampments_disappear_in_decline() -> None:
    """Ruling 89."""
    regions = {"a": held(0, "ratmen", 2, encampment=3), "b": held(0, "ratmen", 1, encampment=2)}
    reply = granted(regions, [camping(), player()], "decline")
    assert (pieces(reply, "a"), pieces(reply, "b")) == ({}, {})


def test_encampments_do_not_break_a_tie() -> None:
    """Ruling 61."""
    regions = {"a": held(0, "ratmen", 1, encampment=5), "c": held(1, "orcs"), "d": held(1, "orcs")}
    players = [player("ratmen", "bivouacking", coins=7), player("orcs", "mounted", coins=5)]
    assert granted(regions, players, "stop", player=1, turn=10)["result"]["winners"] == [1]


def test_the_dragon_takes_a_camp_with_one_token() -> None:
    """Rulings 89, 94."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen", 2, encampment=5)}
    reply = granted(regions, [player("orcs", "dragon_master", hand=1), camping()], "conquer b with dragon")
    assert (active(reply, 1)["encampments"], hand(reply, 1), tokens(reply, "b")) == (5, 1, 1)
