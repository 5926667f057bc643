"""White Ladies: immune in decline."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    board,
    coins,
    combos,
    declined,
    granted_with_dames,
    hand,
    held,
    legal,
    offers,
    player,
    refused_with_dames,
    region,
    tokens,
)


def ladies(seat: int = 1) -> dict[str, Any]:
    """A region of declined White Ladies."""
    return held(seat, "white_ladies", declined=True)


OLD = player(declined=["white_ladies"])


def test_white_ladies_have_two_on_their_banner() -> None:
    """Ruling 14; facts."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=combos("white_ladies+flying")), 0) == 7


def test_declined_white_ladies_cannot_be_conquered() -> None:
    """Ruling 122."""
    regions = {"a": held(0, "orcs"), "b": ladies()}
    why = "b is immune: opponents cannot touch White Ladies there"
    refused_with_dames(regions, [player("orcs", "swamp", hand=8), OLD], "conquer b", because=why)


def test_declined_white_ladies_cannot_be_attacked_with_the_die() -> None:
    """Ruling 122."""
    regions = {"a": held(0, "orcs"), "b": ladies()}
    why = "b is immune: opponents cannot touch White Ladies there"
    refused_with_dames(regions, [player("orcs", "swamp", hand=1), OLD], "conquer b with die", because=why)


@pytest.mark.parametrize(
    ("power", "means"), [("dragon_master", " with dragon"), ("flying", ""), ("mercenary", " with mercenary")]
)
def test_no_power_touches_declined_white_ladies(power: str, means: str) -> None:
    """Ruling 122: racial and special powers."""
    regions = {"a": held(0, "orcs"), "b": ladies()}
    why = "b is immune: opponents cannot touch White Ladies there"
    refused_with_dames(regions, [player("orcs", power, hand=8), OLD], f"conquer b{means}", because=why)


def test_the_catapult_does_not_touch_them() -> None:
    """Rulings 122, 128."""
    regions = {"a": held(0, "orcs"), "c": ladies()}
    assert offers(granted_with_dames(regions, [player("orcs", "catapult", hand=8), OLD]), "catapult") == []


def test_a_berserk_roll_does_not_touch_them() -> None:
    """Rulings 86, 122."""
    regions = {"a": held(0, "orcs"), "b": ladies()}
    assert "roll" not in legal(granted_with_dames(regions, [player("orcs", "berserk", hand=8), OLD]))


def test_the_ghouls_of_an_opponent_do_not_touch_them() -> None:
    """Rulings 8, 122."""
    regions = {"a": held(0, "ghouls", 9, declined=True), "b": ladies(), "e": held(0, "orcs")}
    why = "b is immune: opponents cannot touch White Ladies there"
    refused_with_dames(regions, [player("orcs", "hill", declined=["ghouls"]), OLD], "conquer b", because=why)


def test_active_white_ladies_are_not_immune() -> None:
    """Ruling 122: once declined."""
    regions = {"a": held(0, "orcs"), "b": held(1, "white_ladies", 2)}
    players = [player("orcs", "swamp", hand=4), player("white_ladies", "hill")]
    assert tokens(granted_with_dames(regions, players, "conquer b"), "b") == 4


def test_they_are_immune_from_the_moment_they_decline() -> None:
    """Ruling 122."""
    regions = {"a": held(0, "white_ladies", 3), "b": held(1, "orcs", 8)}
    reply = granted_with_dames(regions, [player("white_ladies", "hill"), player("orcs", "swamp")], "decline")
    assert (reply["to_move"], offers(reply, "conquer")) == (1, ["conquer c"])


def test_all_their_regions_are_immune() -> None:
    """Ruling 122."""
    regions = {"b": held(0, "orcs"), "a": ladies(), "c": ladies()}
    assert offers(granted_with_dames(regions, [player("orcs", "swamp", hand=8), OLD]), "conquer") == []


def test_declined_white_ladies_score_one_coin_for_each_region() -> None:
    """Ruling 50."""
    players = [player("orcs", "underworld", declined=["white_ladies"]), player()]
    assert (
        coins(granted_with_dames({"a": held(0, "orcs"), "b": ladies(0), "c": ladies(0)}, players, "stop"))[0] == 5 + 3
    )


def test_they_go_when_their_owner_declines_again() -> None:
    """Ruling 122."""
    regions = {"a": held(0, "orcs"), "b": ladies(0)}
    reply = granted_with_dames(regions, [player("orcs", "hill", declined=["white_ladies"]), player()], "decline")
    assert (region(reply, "b"), declined(reply, 0)) == ({}, ["orcs"])


def test_spirit_white_ladies_never_go() -> None:
    """Rulings 102, 122."""
    regions = {"a": held(0, "orcs"), "b": ladies(0)}
    reply = granted_with_dames(
        regions, [player("orcs", "hill", declined=[("white_ladies", "spirit")]), player()], "decline"
    )
    assert (tokens(reply, "b"), declined(reply, 0), coins(reply)[0]) == (1, ["white_ladies", "orcs"], 7)


def test_spirit_white_ladies_are_immune_too() -> None:
    """Rulings 102, 122."""
    regions = {"a": held(0, "orcs"), "b": ladies()}
    players = [player("orcs", "swamp", hand=8), player(declined=[("white_ladies", "spirit")])]
    refused_with_dames(regions, players, "conquer b", because="b is immune: opponents cannot touch White Ladies there")


def test_the_owner_may_take_his_own_white_ladies() -> None:
    """Rulings 8, 27, 122: their tokens cost him nothing, and he loses them."""
    regions = {"a": held(0, "orcs"), "b": ladies(0), "e": ladies(0)}
    players = [player("orcs", "swamp", hand=3, declined=["white_ladies"]), player()]
    reply = granted_with_dames(regions, players, "conquer b")
    assert (region(reply, "b")["race"], tokens(reply, "b"), declined(reply, 0)) == ("orcs", 2, ["white_ladies"])


def test_white_ladies_taken_by_their_owner_altogether_leave() -> None:
    """Rulings 18, 122."""
    players = [player("orcs", "swamp", hand=3, declined=["white_ladies"]), player()]
    reply = granted_with_dames({"a": held(0, "orcs"), "b": ladies(0)}, players, "conquer b")
    assert (declined(reply, 0), reply["position"]["returned_banners"]) == ([], ["white_ladies"])


def test_taking_own_white_ladies_is_plunder_and_no_breach_of_peace() -> None:
    """Rulings 28, 138."""
    players = [player("orcs", "peace_loving", hand=3, declined=["white_ladies"]), player()]
    reply = granted_with_dames(
        {"a": held(0, "orcs"), "b": ladies(0)}, players, "conquer b", "stop", "place a 2", "done"
    )
    assert coins(reply)[0] == 5 + 2 + 1 + 3


def test_the_own_ghouls_may_take_spirit_white_ladies() -> None:
    """Rulings 8, 102."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "b": ladies(0), "e": held(0, "orcs")}
    players = [player("orcs", "hill", declined=[("white_ladies", "spirit"), "ghouls"]), player()]
    assert region(granted_with_dames(regions, players, "conquer b"), "b")["race"] == "ghouls"


def test_seafaring_cannot_take_white_ladies_at_sea() -> None:
    """Rulings 101, 122."""
    shore = board("a:farmland,border b:sea,border c:hill")
    regions = {"a": held(0, "orcs"), "b": ladies(), "c": ladies()}
    reply = granted_with_dames(
        regions, [player("orcs", "swamp", hand=8), player(declined=[("white_ladies", "seafaring")])], on=shore
    )
    assert offers(reply, "conquer") == []
