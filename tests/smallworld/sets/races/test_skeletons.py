"""Skeletons: a new token for every two non-empty regions conquered."""

from __future__ import annotations

import pytest

from tests.smallworld.positions import TRIBE, board, granted, hand, held, player

STAR = board("a:hill,border b:hill c:hill d:hill e:hill", links="a-b a-c a-d a-e")


@pytest.mark.parametrize(("tribes", "new"), [("", 0), ("b", 0), ("bc", 1), ("bcd", 1), ("bcde", 2)])
def test_skeletons_get_a_token_for_every_two_non_empty_regions(tribes: str, new: int) -> None:
    """Ruling 77: rounded down."""
    regions = {"a": held(0, "skeletons")} | dict.fromkeys(tribes, TRIBE)
    players = [player("skeletons", "swamp", hand=14), player()]
    reply = granted(regions, players, *[f"conquer {name}" for name in tribes], "stop", on=STAR)
    assert hand(reply, 0) == 14 - len(tribes) + new


def test_empty_regions_raise_no_skeletons() -> None:
    """Ruling 77."""
    players = [player("skeletons", "swamp", hand=4), player()]
    assert hand(granted({"a": held(0, "skeletons")}, players, "conquer b", "conquer c", "stop", on=STAR), 0) == 2


def test_new_skeletons_are_limited_by_the_tray() -> None:
    """Ruling 77: twenty tokens in all."""
    regions = {"a": held(0, "skeletons", 2), "b": TRIBE, "c": TRIBE}
    players = [player("skeletons", "swamp", hand=18), player()]
    reply = granted(regions, players, "conquer b", "conquer c", "stop", on=STAR)
    assert hand(reply, 0) == 20 - 3


def test_new_skeletons_do_not_conquer_in_the_turn_they_come() -> None:
    """Seed 000: during redeployment."""
    regions = {"a": held(0, "skeletons"), "b": TRIBE, "c": TRIBE}
    reply = granted(regions, [player("skeletons", "swamp", hand=6), player()], "conquer b", "conquer c", on=STAR)
    assert (reply["phase"], hand(reply, 0)) == ("conquer", 0)


def test_new_skeletons_come_after_a_failed_attempt_as_well() -> None:
    """Rulings 44, 77."""
    regions = {"a": held(0, "skeletons"), "b": TRIBE, "c": TRIBE}
    players = [player("skeletons", "swamp", hand=7), player()]
    reply = granted(regions, players, "conquer b", "conquer c", "conquer d with die", rolls=(0,), on=STAR)
    assert (reply["phase"], hand(reply, 0)) == ("redeploy", 1 + 4 + 1)


def test_own_declined_regions_raise_skeletons() -> None:
    """Ruling 28."""
    regions = {"a": held(0, "skeletons"), "b": TRIBE, "c": held(0, "elves", declined=True)}
    players = [player("skeletons", "swamp", hand=6, declined=["elves"]), player()]
    assert hand(granted(regions, players, "conquer b", "conquer c", "stop", on=STAR), 0) == 4 + 1
