"""Orcs: a coin for each non-empty region conquered this turn."""

from __future__ import annotations

import pytest

from tests.smallworld.positions import TRIBE, board, coins, granted, held, player

FOE = player("ratmen", "flying", declined=["elves"])
ORCS = player("orcs", "swamp", hand=3)


@pytest.mark.parametrize("target", [TRIBE, held(1, "ratmen"), held(1, "elves", declined=True)])
def test_orcs_get_a_coin_for_a_conquered_region_that_was_not_empty(target: dict[str, object]) -> None:
    """Rulings 5, 77."""
    regions = {"a": held(0, "orcs"), "b": target, "c": held(1, "ratmen"), "e": held(1, "elves", declined=True)}
    reply = granted(regions, [ORCS, FOE], "conquer b", "stop", "place b 2", "done")
    assert coins(reply)[0] == 5 + 2 + 1


def test_orcs_get_nothing_for_an_empty_region() -> None:
    """Ruling 77."""
    reply = granted({"a": held(0, "orcs")}, [ORCS, player()], "conquer b", "stop", "place b 2", "done")
    assert coins(reply)[0] == 5 + 2


def test_an_empty_mountain_is_empty() -> None:
    """Ruling 5; seed 000."""
    on = board("a:farmland,border b:mountain c:hill")
    reply = granted({"a": held(0, "orcs")}, [ORCS, player()], "conquer b", "stop", "place b 2", "done", on=on)
    assert coins(reply)[0] == 5 + 2


def test_own_declined_tokens_make_a_region_non_empty() -> None:
    """Ruling 28."""
    regions = {"a": held(0, "orcs"), "b": held(0, "elves", declined=True), "c": held(0, "elves", declined=True)}
    players = [player("orcs", "swamp", hand=3, declined=["elves"]), player()]
    reply = granted(regions, players, "conquer b", "stop", "place b 2", "done")
    assert coins(reply)[0] == 5 + 3 + 1


def test_a_conquest_by_die_pays_too() -> None:
    """Ruling 144."""
    players = [player("orcs", "swamp", hand=1), player()]
    reply = granted({"a": held(0, "orcs"), "b": TRIBE}, players, "conquer b with die", rolls=(2,))
    assert coins(reply)[0] == 5 + 2 + 1


def test_the_coins_are_for_this_turns_conquests_only() -> None:
    """Ruling 77."""
    regions = {"a": held(0, "orcs"), "b": TRIBE, "e": held(1, "ratmen")}
    moves = ("conquer b", "stop", "place b 2", "done", "stop", "stop", "place a 2", "done")
    reply = granted(regions, [ORCS, player("ratmen", "hill")], *moves)
    assert coins(reply)[0] == 5 + (2 + 1) + 2


def test_declining_orcs_get_no_coin_for_conquests() -> None:
    """Ruling 51."""
    assert coins(granted({"a": held(0, "orcs", 2)}, [ORCS, player()], "decline"))[0] == 5 + 1
