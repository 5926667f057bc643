"""Halflings: they enter anywhere, and their first two regions are immune."""

from __future__ import annotations

import pytest

from tests.smallworld.positions import (
    active,
    board,
    combos,
    granted,
    hand,
    held,
    offers,
    pieces,
    player,
    refused,
    region,
    tokens,
)


@pytest.mark.parametrize("where", "abcde")
def test_halflings_enter_the_map_through_any_region(where: str) -> None:
    """Ruling 75."""
    reply = granted({}, [player(), player()], "pick 1", f"conquer {where}", column=combos("halflings+hill"))
    assert tokens(reply, where) == 2


def test_after_entering_halflings_need_a_border_like_anybody() -> None:
    """Ruling 31."""
    why = "c does not border a region of your Halflings"
    refused({"a": held(0, "halflings")}, [player("halflings", "hill", hand=6), player()], "conquer c", because=why)


def test_halflings_enter_on_land_only() -> None:
    """Rulings 34, 75."""
    on = board("a:hill,border s:sea,border l:lake")
    reply = granted({}, [player("halflings", "hill", hand=6), player()], on=on)
    assert offers(reply, "conquer") == ["conquer a"]


def test_seafaring_halflings_may_enter_on_any_water() -> None:
    """Ruling 75."""
    on = board("a:hill,border s:sea,border l:lake")
    reply = granted({}, [player("halflings", "seafaring", hand=6), player()], on=on)
    assert offers(reply, "conquer") == ["conquer a", "conquer s", "conquer l"]


def test_seafaring_halflings_dig_a_hole_on_the_lake_too() -> None:
    """Rulings 75, 101: a region like any other."""
    on = board("a:hill,border s:sea,border l:lake")
    reply = granted({}, [player("halflings", "seafaring", hand=6), player()], "conquer l", on=on)
    assert pieces(reply, "l") == {"hole": 1}


def test_halflings_wiped_off_the_map_enter_anywhere_again() -> None:
    """Ruling 75."""
    reply = granted({"a": held(1, "ratmen")}, [player("halflings", "hill", hand=2, holes=0), player("ratmen", "swamp")])
    assert offers(reply, "conquer") == [f"conquer {name}" for name in "bcde"] + ["conquer a with die"]


def test_halflings_that_abandoned_everything_enter_anywhere_again() -> None:
    """Rulings 32, 75."""
    reply = granted(
        {"a": held(0, "halflings", 2)}, [player("halflings", "hill", holes=0), player()], "abandon a", "conquer d"
    )
    assert tokens(reply, "d") == 2


def test_a_hole_is_dug_in_the_first_two_regions_conquered() -> None:
    """Ruling 75."""
    moves = ("pick 1", "conquer b", "conquer c", "conquer d")
    reply = granted({}, [player(), player()], *moves, column=combos("halflings+flying"))
    assert [pieces(reply, name) for name in "bcd"] == [{"hole": 1}, {"hole": 1}, {}]


def test_the_second_hole_may_be_dug_in_a_later_turn() -> None:
    """Ruling 75: the first two regions since the race was chosen."""
    regions = {"a": held(0, "halflings", 4, hole=1)}
    reply = granted(regions, [player("halflings", "hill", holes=1), player()], "conquer b")
    assert (pieces(reply, "b"), active(reply, 0)["holes"]) == ({"hole": 1}, 0)


@pytest.mark.parametrize("means", ["conquer b with die", "conquer b with dragon"])
def test_every_kind_of_conquest_digs_a_hole(means: str) -> None:
    """Ruling 144."""
    regions = {"a": held(0, "halflings")}
    reply = granted(regions, [player("halflings", "dragon_master", hand=1, holes=2), player()], means, rolls=(3,))
    assert pieces(reply, "b")["hole"] == 1


@pytest.mark.parametrize("means", ["", " with die", " with dragon", " with sorcery"])
def test_nobody_conquers_a_hole(means: str) -> None:
    """Ruling 8."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "halflings", 1, hole=1)}
    hand = 2 if "die" in means else 9
    players = [player("sorcerers", "dragon_master", hand=hand), player("halflings", "hill")]
    refused(regions, players, "conquer b" + means, because="b is immune: it is a Hole-in-the-Ground")


def test_a_hole_given_up_is_lost_and_not_replaced() -> None:
    """Ruling 75."""
    regions = {"a": held(0, "halflings", 4, hole=1), "b": held(0, "halflings", 1, hole=1)}
    reply = granted(regions, [player("halflings", "hill"), player()], "abandon b", "conquer b")
    assert (pieces(reply, "b"), active(reply, 0)["holes"]) == ({}, 0)


def test_holes_disappear_when_halflings_decline() -> None:
    """Seed 000."""
    regions = {"a": held(0, "halflings", 4, hole=1), "b": held(0, "halflings", 1, hole=1)}
    reply = granted(regions, [player("halflings", "hill"), player()], "decline")
    assert (pieces(reply, "a"), pieces(reply, "b")) == ({}, {})


def test_a_former_hole_can_be_conquered_after_decline() -> None:
    """Seed 000: its protection is lost."""
    regions = {"a": held(0, "halflings", 4, hole=1), "b": held(1, "ratmen", 4)}
    reply = granted(regions, [player("halflings", "hill"), player("ratmen", "swamp")], "decline", "conquer a")
    assert region(reply, "a")["race"] == "ratmen"


def test_a_hole_does_not_add_to_the_defence_of_other_regions() -> None:
    """Ruling 75: only the two regions are immune."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "halflings"), "c": held(1, "halflings", 1, hole=1)}
    reply = granted(regions, [player("ratmen", "swamp", hand=3), player("halflings", "hill")], "conquer b")
    assert (tokens(reply, "b"), hand(reply, 0)) == (3, 0)
