"""Wealthy: seven coins, once."""

from __future__ import annotations

from tests.smallworld.positions import active, coins, combos, granted, held, player

COLUMN = combos("ratmen+wealthy")


def test_seven_coins_come_at_the_end_of_the_first_turn() -> None:
    """Ruling 104."""
    moves = ("pick 1", "conquer a", "stop", "place a 11", "done")
    assert coins(granted({}, [player(), player()], *moves, column=COLUMN))[0] == 5 + 1 + 7


def test_seven_coins_come_even_if_no_region_was_taken() -> None:
    """Ruling 104."""
    assert coins(granted({}, [player(), player()], "pick 1", "stop", column=COLUMN))[0] == 5 + 7


def test_seven_coins_come_only_once() -> None:
    """Ruling 104."""
    moves = ("pick 1", "stop", "stop", "stop")
    reply = granted({"e": held(1, "orcs")}, [player(), player("orcs", "hill")], *moves, column=COLUMN)
    assert (coins(reply)[0], active(reply, 0)["wealthy"]) == (5 + 7, False)


def test_the_coins_are_still_due_before_the_first_scoring() -> None:
    """Ruling 104; protocol: `wealthy`."""
    assert active(granted({}, [player(), player()], "pick 1", column=COLUMN), 0)["wealthy"] is True


def test_a_position_says_whether_the_coins_are_due() -> None:
    """Protocol: `wealthy` defaults to false in a position."""
    regions = {"a": held(0, "ratmen")}
    assert coins(granted(regions, [player("ratmen", "wealthy"), player()], "stop"))[0] == 5 + 1
    assert coins(granted(regions, [player("ratmen", "wealthy", wealthy=True), player()], "stop"))[0] == 5 + 1 + 7
