"""Alchemist: two coins at each scoring until decline."""

from __future__ import annotations

from tests.smallworld.positions import coins, combos, granted, held, player

SHEET = {"rulings": {"alchemist_needs_region": True}}


def test_the_alchemist_gets_two_coins_each_turn() -> None:
    """Ruling 85."""
    assert coins(granted({"a": held(0, "ratmen")}, [player("ratmen", "alchemist"), player()], "stop"))[0] == 5 + 1 + 2


def test_the_alchemist_gets_two_coins_in_the_turn_he_is_picked() -> None:
    """Ruling 85."""
    moves = ("pick 1", "conquer a", "stop", "place a 11", "done")
    reply = granted({}, [player(), player()], *moves, column=combos("ratmen+alchemist"))
    assert coins(reply)[0] == 5 + 1 + 2


def test_the_alchemist_gets_two_coins_even_with_no_region() -> None:
    """Ruling 85; seed 000."""
    assert coins(granted({}, [player("ratmen", "alchemist", hand=3), player()], "stop"))[0] == 5 + 2


def test_by_the_reference_sheet_the_alchemist_needs_a_region() -> None:
    """Ruling 175: a switch."""
    players = [player("ratmen", "alchemist", hand=3), player()]
    assert coins(granted({}, players, "stop", options=SHEET))[0] == 5


def test_by_the_reference_sheet_one_region_is_enough() -> None:
    """Seed 001."""
    players = [player("ratmen", "alchemist"), player()]
    assert coins(granted({"a": held(0, "ratmen")}, players, "stop", options=SHEET))[0] == 5 + 1 + 2


def test_by_the_reference_sheet_a_declined_region_is_not_enough() -> None:
    """Seed 001: your tokens means those of the badge's race."""
    players = [player("ratmen", "alchemist", hand=3, declined=["elves"]), player()]
    assert coins(granted({"a": held(0, "elves", declined=True)}, players, "stop", options=SHEET))[0] == 5 + 1


def test_the_alchemist_gets_nothing_on_the_turn_of_decline() -> None:
    """Ruling 51."""
    assert coins(granted({"a": held(0, "ratmen")}, [player("ratmen", "alchemist"), player()], "decline"))[0] == 5 + 1
