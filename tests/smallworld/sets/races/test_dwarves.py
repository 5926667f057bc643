"""Dwarves: a coin for each mine, even in decline."""

from __future__ import annotations

from tests.smallworld.positions import board, coins, granted, held, player

MINES = board("a:hill,border+mine b:forest+mine c:swamp d:swamp,border+mine")


def test_dwarves_get_a_coin_for_each_mine_they_hold() -> None:
    """Ruling 64."""
    regions = {name: held(0, "dwarves") for name in "abc"}
    reply = granted(regions, [player("dwarves", "mounted"), player()], "stop", on=MINES)
    assert coins(reply)[0] == 5 + 3 + 2


def test_declined_dwarves_still_get_a_coin_for_each_mine() -> None:
    """Ruling 64."""
    regions = {"a": held(0, "dwarves", declined=True), "b": held(0, "dwarves", declined=True), "d": held(0, "ratmen")}
    reply = granted(regions, [player("ratmen", "mounted", declined=["dwarves"]), player()], "stop", on=MINES)
    assert coins(reply)[0] == 5 + 3 + 2


def test_dwarves_get_their_mines_also_on_the_turn_of_decline() -> None:
    """Ruling 51."""
    regions = {"a": held(0, "dwarves", 2), "c": held(0, "dwarves")}
    reply = granted(regions, [player("dwarves", "hill"), player()], "decline", on=MINES)
    assert coins(reply)[0] == 5 + 2 + 1


def test_mines_of_declined_spirit_dwarves_pay_beside_another_declined_race() -> None:
    """Rulings 50, 64, 102."""
    regions = {"a": held(0, "dwarves", declined=True), "c": held(0, "elves", declined=True), "d": held(0, "ratmen")}
    players = [player("ratmen", "hill", declined=[("dwarves", "spirit"), "elves"]), player()]
    assert coins(granted(regions, players, "stop", on=MINES))[0] == 5 + 3 + 1


def test_a_mine_of_ones_other_race_pays_the_dwarves_nothing() -> None:
    """Ruling 64: mines they hold."""
    regions = {"a": held(0, "ratmen", declined=True), "c": held(0, "dwarves")}
    players = [player("dwarves", "hill", declined=["ratmen"]), player()]
    assert coins(granted(regions, players, "stop", on=MINES))[0] == 5 + 2
