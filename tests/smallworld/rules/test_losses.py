"""Losses of a defender, and where his other troops go (rulings 37-42)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    active,
    board,
    declined,
    events_of_type,
    granted,
    hand,
    held,
    pieces,
    player,
    refused,
    region,
    tokens,
)

STAR = "a:hill,border b:hill c:hill d:hill e:hill f:hill g:hill"
LINKS = "a-b a-c a-d a-e a-f a-g"
"""One region in the middle and six around it."""


def test_one_defender_is_lost_and_the_others_are_placed_at_the_end_of_the_attackers_turn() -> None:
    """Ruling 37."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", 3), "d": held(1, "orcs"), "e": held(1, "orcs")}
    start = (regions, [player("ratmen", "merchant", 5), player("orcs", "hill")])
    assert hand(granted(*start, "conquer b"), 1) == 2
    reply = granted(*start, "conquer b", "stop", "place a 4", "done")
    assert reply["legal"] == ["place d", "place e", "place d 2", "place e 2"]
    after = granted(*start, "conquer b", "stop", "place a 4", "done", "place d", "place e", "done")
    assert (tokens(after, "d"), hand(after, 1), after["to_move"]) == (1, 2, 1)


def test_withdrawn_troops_may_go_to_regions_that_are_not_adjacent() -> None:
    """Ruling 37."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", 2), "e": held(1, "orcs")}
    reply = granted(
        regions, [player("ratmen", "merchant", 4), player("orcs", "hill")], "conquer b", "stop", "place a 3", "done"
    )
    assert reply["legal"] == ["place e"]


def test_a_lone_defender_is_simply_lost() -> None:
    """Ruling 37."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs"), "d": held(1, "orcs")}
    reply = granted(
        regions, [player("ratmen", "merchant", 3), player("orcs", "hill")], "conquer b", "stop", "place a 2", "done"
    )
    assert (hand(reply, 1), reply["phase"], reply["to_move"]) == (0, "conquer", 1)


def test_a_lost_token_goes_to_the_tray_for_good() -> None:
    """Ruling 37: nine Orcs stand and wait after one of ten was lost."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", 4), "d": held(1, "orcs", 6)}
    players = [player("ratmen", "merchant", 6), player("orcs", "hill")]
    reply = granted(regions, players, "conquer b", "stop", "place a 5", "done", "place d 3", "done")
    assert tokens(reply, "d") + hand(reply, 1) == 9


def test_several_victims_place_their_troops_clockwise_from_the_active_player() -> None:
    """Ruling 38: seats 3, then 0, then 1 after a turn of seat 2."""
    regions = {
        name: held(seat, race, 2) for name, seat, race in (("b", 0, "orcs"), ("c", 1, "elves"), ("d", 3, "giants"))
    }
    regions |= {
        name: held(seat, race) for name, seat, race in (("e", 0, "orcs"), ("f", 1, "elves"), ("g", 3, "giants"))
    }
    regions["a"] = held(2, "ratmen")
    players = [
        player("orcs", "stout"),
        player("elves", "swamp"),
        player("ratmen", "commando", 12),
        player("giants", "forest"),
    ]
    moves = ["conquer b", "conquer c", "conquer d", "stop", "place a 9", "done"]
    seats = []
    for extra in ([], ["place g", "done"], ["place g", "done", "place e", "done"]):
        reply = granted(regions, players, *moves, *extra, on=board(STAR, LINKS), player=2)
        assert reply["phase"] == "withdraw"
        seats.append(reply["to_move"])
    assert seats == [3, 0, 1]


def test_the_turn_passes_on_only_when_every_victim_has_placed_his_troops() -> None:
    """Rulings 21k, 38."""
    regions = {
        "a": held(1, "ratmen"),
        "b": held(0, "orcs", 2),
        "c": held(2, "elves", 2),
        "d": held(0, "orcs"),
        "e": held(2, "elves"),
    }
    players = [player("orcs", "hill"), player("ratmen", "commando", 9), player("elves", "swamp")]
    moves = ["conquer b", "conquer c", "stop", "place a 7", "done", "place e 2", "done", "place d", "done"]
    reply = granted(regions, players, *moves, on=board(STAR, LINKS), player=1)
    assert (reply["to_move"], reply["phase"], reply["position"]["player"]) == (2, "conquer", 2)


def test_a_race_wiped_off_the_map_keeps_its_saved_tokens_in_hand_and_is_not_asked() -> None:
    """Ruling 39."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", 3)}
    start = (regions, [player("ratmen", "merchant", 5), player("orcs", "hill")])
    reply = granted(*start, "conquer b", "stop", "place a 4", "done")
    assert (reply["to_move"], reply["phase"], hand(reply, 1)) == (1, "conquer", 2)
    assert [move for move in reply["legal"] if move.startswith("conquer") and "die" not in move] == ["conquer e"]


def test_survivors_of_the_active_race_never_go_to_regions_of_the_declined_one() -> None:
    """Ruling 40."""
    regions = {
        "a": held(0, "ratmen"),
        "b": held(1, "orcs", 2),
        "d": held(1, "elves", declined=True),
        "e": held(1, "orcs"),
    }
    start = (regions, [player("ratmen", "merchant", 4), player("orcs", "hill", declined=["elves"])])
    moves = ("conquer b", "stop", "place a 3", "done")
    assert granted(*start, *moves)["legal"] == ["place e"]
    refused(*start, *moves, "place d", because="d is held by your Elves in decline; active troops never join them")


def test_with_only_declined_regions_left_the_survivors_stay_in_hand() -> None:
    """Rulings 39, 40."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", 2), "d": held(1, "elves", declined=True)}
    start = (regions, [player("ratmen", "merchant", 4), player("orcs", "hill", declined=["elves"])])
    reply = granted(*start, "conquer b", "stop", "place a 3", "done")
    assert (reply["phase"], hand(reply, 1)) == ("conquer", 1)


def test_a_declined_token_is_lost_without_a_withdrawal() -> None:
    """Rulings 37, 41."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "elves", declined=True), "d": held(1, "elves", declined=True)}
    reply = granted(
        regions, [player("ratmen", "merchant", 3), player(declined=["elves"])], "conquer b", "stop", "place a 2", "done"
    )
    assert (reply["phase"], reply["to_move"], tokens(reply, "d")) == ("pick", 1, 1)


def test_declined_ghouls_lose_one_and_the_others_move_to_ghoul_regions() -> None:
    """Rulings 41, 71."""
    regions = {
        "a": held(0, "ratmen"),
        "b": held(1, "ghouls", 3, declined=True),
        "d": held(1, "ghouls", declined=True),
        "e": held(1, "orcs"),
    }
    start = (regions, [player("ratmen", "merchant", 5), player("orcs", "hill", declined=["ghouls"])])
    reply = granted(*start, "conquer b", "stop", "place a 4", "done")
    assert (reply["to_move"], reply["legal"]) == (1, ["place d", "place d 2"])


def test_ghouls_without_a_region_wait_in_hand_and_their_banner_stays_out() -> None:
    """Rulings 18, 71."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "ghouls", 3, declined=True)}
    players = [player("ratmen", "merchant", 5), player("orcs", "hill", declined=["ghouls"])]
    reply = granted(regions, players, "conquer b", "stop", "place a 4", "done")
    assert (declined(reply, 1), reply["phase"]) == (["ghouls"], "ghouls")
    assert "conquer e" in reply["legal"]
    assert "returned_banners" not in reply["position"]


@pytest.mark.parametrize("race", ["trolls", "elves"])
def test_lair_and_fortress_leave_with_a_fallen_region(race: str) -> None:
    """Ruling 42."""
    regions = {"a": held(0, "ratmen"), "b": held(1, race, 1, lair=1, fortress=1), "e": held(1, race)}
    reply = granted(regions, [player("ratmen", "merchant", 5), player(race, "fortified")], "conquer b")
    assert pieces(reply, "b") == {}
    assert {event["to"] for event in events_of_type(reply, "piece_removed")} == {"supply"}


def test_a_lost_fortress_is_back_in_the_supply_and_can_be_built_again() -> None:
    """Ruling 42: with five others on the map the sixth returns."""
    ground = board("a:hill,border b:hill c:hill d:hill e:hill f:hill g:hill h:hill")
    regions: dict[str, Any] = {name: held(1, "elves", 1, fortress=1) for name in "bcdefg"} | {
        "a": held(0, "ratmen"),
        "h": held(1, "elves"),
    }
    players = [player("ratmen", "merchant", 4), player("elves", "fortified")]
    moves = ("conquer b", "stop", "place a 3", "done", "place h", "done", "stop")
    reply = granted(regions, players, *moves, on=ground)
    assert "place fortress h" in reply["legal"]


def test_encampments_return_to_hand_and_are_placed_with_the_withdrawn_troops() -> None:
    """Rulings 42, 89."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "elves", 1, encampment=3), "e": held(1, "elves", 1, encampment=2)}
    start = (regions, [player("ratmen", "merchant", 6), player("elves", "bivouacking")])
    reply = granted(*start, "conquer b", "stop", "place a 5", "done")
    assert (active(reply, 1)["encampments"], reply["to_move"]) == (3, 1)
    assert reply["legal"] == ["place e", "place encampment e"]


def test_a_mountain_stays() -> None:
    """Ruling 42."""
    ground = board("a:hill,border b:mountain c:hill,border")
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs"), "c": held(1, "orcs", 5)}
    players = [player("ratmen", "merchant", 4), player("orcs", "hill")]
    reply = granted(regions, players, "conquer b", "stop", "place a 3", "done", "conquer b", on=ground)
    assert tokens(reply, "b") == 2 + 1 + 1
    assert region(reply, "b")["player"] == 1


def test_survivors_of_a_declined_race_move_to_its_other_regions() -> None:
    """Ruling 41."""
    regions = {"a": held(0, "ratmen", 6), "b": held(1, "orcs", 3, declined=True), "d": held(1, "orcs", declined=True)}
    reply = granted(
        regions, [player("ratmen", "merchant"), player(declined=["orcs"])], "conquer b", "stop", "place a 4", "done"
    )
    assert (reply["phase"], reply["to_move"], reply["legal"]) == ("withdraw", 1, ["place d", "place d 2"])


def test_survivors_of_a_declined_race_without_another_region_are_lost() -> None:
    """Ruling 41."""
    regions = {"a": held(0, "ratmen", 6), "b": held(1, "orcs", 3, declined=True)}
    reply = granted(regions, [player("ratmen", "merchant"), player(declined=["orcs"])], "conquer b")
    assert declined(reply, 1) == []
