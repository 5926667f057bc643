"""Victory coins at the end of a turn (rulings 50-53)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import TRIBE, board, coins, events_of_type, granted, held, player

RICH = "a:farmland,border+magic b:forest+mine c:hill d:swamp+mine e:hill,border+magic"


def paid(race: str, power: str, where: str, declined: bool = False) -> int:
    """Coins of a quiet turn of this combo, or of its decline."""
    on = board(RICH)
    regions = {name: held(0, race) for name in where}
    moves = (
        ["decline"]
        if declined
        else ["stop", *({"fortified": [f"place fortress {where[0]}", "done"], "diplomat": ["done"]}.get(power, []))]
    )
    return coins(granted(regions, [player(race, power), player()], *moves, on=on))[0] - 5


def test_each_region_of_the_active_and_of_the_declined_race_pays_a_coin() -> None:
    """Ruling 50."""
    regions = {"a": held(0, "ratmen"), "b": held(0, "ratmen"), "d": held(0, "elves", declined=True)}
    reply = granted(regions, [player("ratmen", "swamp", declined=["elves"]), player()], "stop")
    assert coins(reply) == [8, 5]


def test_declined_spirits_pay_too() -> None:
    """Ruling 50."""
    regions = {"a": held(0, "ratmen"), "b": held(0, "giants", declined=True), "d": held(0, "elves", declined=True)}
    players = [player("ratmen", "swamp", declined=[("giants", "spirit"), "elves"]), player()]
    assert coins(granted(regions, players, "stop"))[0] == 8


@pytest.mark.parametrize(
    ("race", "power", "where", "total"),
    [
        ("ratmen", "merchant", "abc", 6),
        ("humans", "swamp", "ab", 3),
        ("wizards", "swamp", "ae", 4),
        ("dwarves", "stout", "bd", 4),
        ("ratmen", "forest", "bc", 3),
        ("ratmen", "hill", "ce", 4),
        ("ratmen", "swamp", "cd", 3),
        ("ratmen", "alchemist", "a", 3),
        ("ratmen", "fortified", "a", 2),
        ("humans", "merchant", "ab", 5),
        ("orcs", "pillaging", "ab", 2),
    ],
)
def test_bonuses_of_race_and_badge_add_up(race: str, power: str, where: str, total: int) -> None:
    """Ruling 50."""
    assert paid(race, power, where) == total


@pytest.mark.parametrize(
    ("race", "power", "where"),
    [
        ("humans", "swamp", "ad"),
        ("wizards", "swamp", "ae"),
        ("ratmen", "merchant", "ab"),
        ("ratmen", "alchemist", "ab"),
        ("ratmen", "fortified", "ab"),
    ],
)
def test_the_turn_of_decline_pays_regions_and_no_bonuses(race: str, power: str, where: str) -> None:
    """Ruling 51."""
    assert paid(race, power, where, declined=True) == 2


def test_dwarf_mines_pay_on_the_turn_of_decline_and_after() -> None:
    """Rulings 51, 64."""
    assert paid("dwarves", "swamp", "bd", declined=True) == 4
    regions = {"b": held(0, "dwarves", declined=True), "a": held(0, "ratmen")}
    players = [player("ratmen", "swamp", declined=["dwarves"]), player()]
    assert coins(granted(regions, players, "stop", on=board(RICH)))[0] == 5 + 3


def test_a_declined_race_pays_no_bonus_later() -> None:
    """Ruling 50."""
    regions = {"a": held(0, "humans", declined=True), "b": held(0, "ratmen")}
    players = [player("ratmen", "hill", declined=["humans"]), player()]
    assert coins(granted(regions, players, "stop", on=board(RICH)))[0] == 7


def test_bonuses_of_the_active_race_are_not_paid_for_declined_regions() -> None:
    """Ruling 50."""
    regions = {"b": held(0, "elves", declined=True), "c": held(0, "elves", declined=True), "a": held(0, "humans")}
    players = [player("humans", "merchant", declined=["elves"]), player()]
    assert coins(granted(regions, players, "stop", on=board(RICH)))[0] == 5 + 3 + 2


def test_when_spirits_decline_an_older_declined_race_scores_too() -> None:
    """Ruling 51."""
    regions = {"a": held(0, "ratmen", 2), "d": held(0, "elves", declined=True), "e": held(0, "elves", declined=True)}
    reply = granted(regions, [player("ratmen", "spirit", declined=["elves"]), player()], "decline")
    assert coins(reply)[0] == 8


def test_a_removed_older_race_does_not_score_on_the_turn_of_decline() -> None:
    """Rulings 51, 54."""
    regions = {"a": held(0, "ratmen", 2), "d": held(0, "elves", declined=True), "e": held(0, "elves", declined=True)}
    reply = granted(regions, [player("ratmen", "swamp", declined=["elves"]), player()], "decline")
    assert coins(reply)[0] == 6


def test_region_bonuses_count_what_is_held_at_scoring() -> None:
    """Ruling 52: a farmland taken this turn pays, one abandoned does not."""
    regions = {"a": held(0, "humans", 2), "c": held(0, "humans")}
    start = (regions, [player("humans", "swamp"), player()])
    assert coins(granted(*start, "abandon a", "stop", "place c 2", "done"))[0] == 6


def test_conquest_bonuses_count_what_was_conquered_even_if_it_was_given_up_again() -> None:
    """Ruling 52: possible only for Amazons, who must take four off the map."""
    regions = {"a": held(0, "amazons"), "b": TRIBE}
    start = (regions, [player("amazons", "pillaging", 3), player()])
    reply = granted(*start, "conquer b", "stop", "abandon b", "abandon a", "done")
    assert coins(reply)[0] == 5 + 1


@pytest.mark.parametrize("seed", range(3))
def test_conquest_bonuses_are_forgotten_when_the_turn_ends(seed: int) -> None:
    """Ruling 52: conquered during this turn."""
    regions: dict[str, Any] = {"a": held(0, "orcs"), "b": TRIBE}
    start = (regions, [player("orcs", "swamp", 3), player("elves", "hill")])
    moves = ("conquer b", "stop", "place a 2", "done", "stop", "stop", "place a 2", "done")
    assert coins(granted(*start, *moves, seed=seed))[0] == 5 + 3 + 2


def test_the_bank_never_runs_out() -> None:
    """Ruling 53: the box holds 515 coins."""
    players = [player("ratmen", "swamp", coins=600), player(coins=700)]
    assert coins(granted({"a": held(0, "ratmen")}, players, "stop")) == [601, 700]


def test_the_event_says_where_the_coins_come_from() -> None:
    """Ruling 50; referee: `events`."""
    regions = {"a": held(0, "humans"), "b": held(0, "humans"), "d": held(0, "elves", declined=True)}
    reply = granted(regions, [player("humans", "merchant", declined=["elves"]), player()], "stop")
    event = events_of_type(reply, "scored")[0]
    assert event["coins"] == sum(part[1] for part in event["sources"]) == 2 + 1 + 2 + 1
