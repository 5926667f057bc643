"""Priestesses: in decline one token from each region gathers in the Ivory Tower."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    active,
    board,
    coins,
    combos,
    continued_with_dames,
    declined,
    declined_entries,
    granted_with_dames,
    hand,
    held,
    legal,
    offers,
    pieces,
    player,
    refused,
    refused_with_dames,
    region,
    tokens,
)


def priests(power: str = "underworld", hand: int = 0, **more: Any) -> dict[str, Any]:
    """A player of Priestesses."""
    return player("priestesses", power, hand=hand, **more)


def tower(height: int, seat: int = 1, **pieces: int) -> dict[str, Any]:
    """An Ivory Tower."""
    return held(seat, "priestesses", height, declined=True, **pieces)


THREE = {name: held(0, "priestesses") for name in "abc"}
OLD = player(declined=["priestesses"])


def test_priestesses_have_four_on_their_banner() -> None:
    """Ruling 14; facts."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=combos("priestesses+flying")), 0) == 9


def test_active_priestesses_score_as_anybody() -> None:
    """Ruling 119: only in decline."""
    assert coins(granted_with_dames(THREE, [priests(), player()], "stop"))[0] == 5 + 3


def test_declining_priestesses_are_asked_where_the_tower_stands() -> None:
    """Ruling 119; protocol: phase `choice`."""
    reply = granted_with_dames(THREE, [priests(), player()], "decline")
    assert (reply["phase"], reply["to_move"], legal(reply)) == ("choice", 0, ["tower a", "tower b", "tower c"])


def test_a_single_region_is_still_asked_for() -> None:
    """Protocol: a placement with only one possible region is still asked for."""
    assert legal(granted_with_dames({"a": held(0, "priestesses", 3)}, [priests(), player()], "decline")) == ["tower a"]


def test_one_token_from_each_region_forms_the_tower() -> None:
    """Ruling 119."""
    regions = THREE | {"b": held(0, "priestesses", 4)}
    reply = granted_with_dames(regions, [priests(), player()], "decline", "tower b")
    assert (tokens(reply, "b"), region(reply, "b")["declined"]) == (3, True)


def test_the_other_regions_are_left_empty() -> None:
    """Ruling 119."""
    reply = granted_with_dames(THREE, [priests(), player()], "decline", "tower b")
    assert (region(reply, "a"), region(reply, "c")) == ({}, {})


def test_priestesses_in_hand_do_not_join_the_tower() -> None:
    """Ruling 54."""
    reply = granted_with_dames(THREE, [priests(hand=4), player()], "decline", "tower a")
    assert (tokens(reply, "a"), declined_entries(reply, 0)[0]["hand"]) == (3, 0)


def test_the_tower_scores_its_height_on_the_turn_of_decline() -> None:
    """Rulings 51, 119."""
    assert coins(granted_with_dames(THREE, [priests(), player()], "decline", "tower a"))[0] == 5 + 3


@pytest.mark.parametrize("height", [1, 2, 5, 9])
def test_the_tower_scores_its_height_instead_of_one_each_turn(height: int) -> None:
    """Ruling 119."""
    players = [player("ratmen", "underworld", declined=["priestesses"]), player()]
    reply = granted_with_dames({"a": tower(height, 0), "c": held(0, "ratmen")}, players, "stop")
    assert coins(reply)[0] == 5 + 1 + height


def test_bonuses_do_not_count_on_the_turn_of_decline() -> None:
    """Ruling 51."""
    assert coins(granted_with_dames(THREE, [priests("merchant"), player()], "decline", "tower a"))[0] == 5 + 3


def test_the_tower_stands_only_where_priestesses_stood() -> None:
    """Ruling 119: in one of those regions."""
    why = "The tower stands in a region with a token of your Priestesses, and d is none"
    refused_with_dames(THREE, [priests(), player()], "decline", "tower d", because=why)


@pytest.mark.parametrize("move", ["stop", "done", "decline", "abandon a", "conquer d"])
def test_nothing_else_can_be_done_before_the_tower_stands(move: str) -> None:
    """Protocol: the question that is open comes first."""
    why = "First seat 0 says where the tower of the declining Priestesses stands"
    refused_with_dames(THREE, [priests(hand=3), player()], "decline", move, because=why)


def test_there_is_no_tower_without_a_decline() -> None:
    """Ruling 119."""
    refused_with_dames(THREE, [priests(), player()], "tower a", because="The tower is built when the race declines")


def test_other_races_build_no_tower() -> None:
    """Ruling 119."""
    why = "Hill Ratmen build no tower: that is how Priestesses decline"
    refused({"a": held(0, "ratmen")}, [player("ratmen", "hill"), player()], "tower a", because=why)


def test_priestesses_without_a_region_leave_at_once() -> None:
    """Ruling 58."""
    reply = granted_with_dames({}, [priests(hand=4), player()], "decline")
    assert (declined(reply, 0), reply["to_move"], coins(reply)[0]) == ([], 1, 5)


def test_the_question_is_asked_of_nobody_else() -> None:
    """Protocol: legal is empty in the view of a seat that is not to move."""
    assert legal(granted_with_dames(THREE, [priests(), player()], "decline", view=1)) == []


def test_a_position_can_stand_at_the_question() -> None:
    """Protocol: the position leads on with the same game."""
    reply = continued_with_dames(granted_with_dames(THREE, [priests(), player()], "decline"))
    assert legal(reply) == ["tower a", "tower b", "tower c"]
    assert (tokens(continued_with_dames(reply, "tower c"), "c"), coins(continued_with_dames(reply, "tower c"))[0]) == (
        3,
        8,
    )


def test_the_turn_passes_on_after_the_tower() -> None:
    """Ruling 54: the turn ends."""
    reply = granted_with_dames(THREE, [priests(), player()], "decline", "tower b")
    assert (reply["phase"], reply["to_move"], active(reply, 0)) == ("pick", 1, {})


def test_the_older_declined_race_goes() -> None:
    """Rulings 54, 119."""
    regions = THREE | {"e": held(0, "elves", declined=True)}
    reply = granted_with_dames(regions, [priests(declined=["elves"]), player()], "decline", "tower a")
    assert (declined(reply, 0), region(reply, "e"), coins(reply)[0]) == (["priestesses"], {}, 8)


def test_a_later_decline_removes_the_tower() -> None:
    """Ruling 54."""
    regions = {"a": tower(4, 0), "c": held(0, "ratmen")}
    reply = granted_with_dames(regions, [player("ratmen", "hill", declined=["priestesses"]), player()], "decline")
    assert (declined(reply, 0), region(reply, "a"), coins(reply)[0]) == (["ratmen"], {}, 6)


# Defence


@pytest.mark.parametrize(("height", "cost"), [(1, 3), (3, 5), (6, 8)])
def test_the_height_is_the_defence_of_the_tower(height: int, cost: int) -> None:
    """Ruling 119."""
    regions = {"a": held(0, "orcs"), "b": tower(height)}
    why = f"b costs {cost}: 2 + {height} Priestess"
    refused_with_dames(regions, [player("orcs", "swamp", hand=cost - 1), OLD], "conquer b", because=why)
    assert tokens(granted_with_dames(regions, [player("orcs", "swamp", hand=cost), OLD], "conquer b"), "b") == cost


def test_a_mountain_adds_to_the_tower() -> None:
    """Ruling 119: may stand on a mountain."""
    hills = board("a:farmland,border b:mountain c:hill")
    regions = {"a": held(0, "orcs"), "b": tower(3)}
    why = "b costs 6: 2 + 1 mountain + 3 Priestesses"
    refused_with_dames(regions, [player("orcs", "swamp", hand=5), OLD], "conquer b", on=hills, because=why)


def test_a_conquered_tower_is_gone_entirely() -> None:
    """Ruling 120."""
    regions = {"a": held(0, "orcs"), "b": tower(3)}
    reply = granted_with_dames(
        regions, [player("orcs", "swamp", hand=6), OLD], "conquer b", "stop", "place a 5", "done"
    )
    assert (declined(reply, 1), reply["phase"], reply["to_move"]) == ([], "pick", 1)
    assert "priestesses" in reply["position"]["returned_banners"]


def test_the_dragon_razes_the_tower_with_one_token() -> None:
    """Rulings 94, 120."""
    regions = {"a": held(0, "orcs"), "b": tower(9)}
    reply = granted_with_dames(regions, [player("orcs", "dragon_master", hand=1), OLD], "conquer b with dragon")
    assert (region(reply, "b")["race"], tokens(reply, "b"), declined(reply, 1)) == ("orcs", 1, [])


def test_sorcery_does_not_touch_a_tower_of_one() -> None:
    """Ruling 81: declined tokens."""
    regions = {"a": held(0, "sorcerers"), "b": tower(1)}
    why = "Sorcery replaces a single active token of an opponent; none stands in b"
    refused_with_dames(regions, [player("sorcerers", "swamp"), OLD], "conquer b with sorcery", because=why)


@pytest.mark.parametrize(("rulings", "cost"), [((), 2), (("own_tokens_defend",), 4)])
def test_the_own_tower_costs_the_own_active_race_nothing_more(rulings: tuple[str, ...], cost: int) -> None:
    """Ruling 27."""
    regions = {"a": held(0, "orcs"), "b": tower(2, 0)}
    players = [player("orcs", "swamp", hand=4, declined=["priestesses"]), player()]
    reply = granted_with_dames(regions, players, "conquer b", rulings=rulings)
    assert (tokens(reply, "b"), declined(reply, 0)) == (cost, [])


def test_the_tokens_of_a_tower_break_a_tie() -> None:
    """Ruling 61: active plus declined."""
    regions = {"a": tower(3, 0), "c": held(1, "ratmen", 2)}
    players = [player(coins=6, declined=["priestesses"]), player("ratmen", "underworld", coins=5)]
    reply = granted_with_dames(regions, players, "stop", "place c", "done", player=1, turn=10)
    assert reply["result"]["winners"] == [0]


# With powers


def test_the_fortress_under_the_tower_stays_and_the_others_go() -> None:
    """Ruling 119: one kept fortress; other fortresses go back."""
    regions = {name: held(0, "priestesses", 1, fortress=1) for name in "abc"}
    reply = granted_with_dames(regions, [priests("fortified"), player()], "decline", "tower b")
    assert (pieces(reply, "b"), region(reply, "a"), region(reply, "c")) == ({"fortress": 1}, {}, {})


def test_the_tower_may_stand_without_a_fortress() -> None:
    """Ruling 119."""
    regions = THREE | {"a": held(0, "priestesses", 1, fortress=1)}
    reply = granted_with_dames(regions, [priests("fortified"), player()], "decline", "tower b")
    assert (pieces(reply, "b"), region(reply, "a")) == ({}, {})


def test_the_kept_fortress_defends_the_tower() -> None:
    """Rulings 98, 119."""
    regions = {"a": held(0, "orcs"), "b": tower(3, fortress=1)}
    players = [player("orcs", "swamp", hand=5), player(declined=[("priestesses", "fortified")])]
    refused_with_dames(regions, players, "conquer b", because="b costs 6: 2 + 3 Priestesses + 1 fortress")


def test_the_kept_fortress_pays_nothing() -> None:
    """Ruling 98: while active."""
    regions = {"a": held(0, "priestesses", 1, fortress=1), "b": held(0, "priestesses", 1, fortress=1)}
    assert coins(granted_with_dames(regions, [priests("fortified"), player()], "decline", "tower b"))[0] == 5 + 2


def test_a_conquered_fortified_tower_gives_badge_and_fortress_back() -> None:
    """Rulings 19, 42, 120."""
    regions = {"a": held(0, "orcs"), "b": tower(2, fortress=1)}
    players = [player("orcs", "swamp", hand=5), player(declined=[("priestesses", "fortified")])]
    reply = granted_with_dames(regions, players, "conquer b")
    assert (pieces(reply, "b"), reply["position"]["discarded_badges"]) == ({}, ["fortified"])


def test_stout_priestesses_build_after_scoring_and_score_once() -> None:
    """Rulings 103, 119."""
    reply = granted_with_dames(THREE, [priests("stout"), player()], "stop", "decline")
    assert (reply["phase"], offers(reply, "tower"), coins(reply)[0]) == ("choice", ["tower a", "tower b", "tower c"], 8)
    reply = granted_with_dames(THREE, [priests("stout"), player()], "stop", "decline", "tower c")
    assert (tokens(reply, "c"), coins(reply)[0], reply["to_move"]) == (3, 8, 1)


def test_a_position_can_stand_at_a_stout_question() -> None:
    """Protocol; ruling 103: no second scoring."""
    reply = continued_with_dames(granted_with_dames(THREE, [priests("stout"), player()], "stop", "decline"), "tower c")
    assert (tokens(reply, "c"), coins(reply)[0]) == (3, 8)


def test_stout_priestesses_gather_also_what_they_conquered_this_turn() -> None:
    """Rulings 103, 119."""
    moves = ("conquer b", "stop", "place a 3", "done", "decline", "tower a")
    reply = granted_with_dames({"a": held(0, "priestesses", 5)}, [priests("stout"), player()], *moves)
    assert (tokens(reply, "a"), region(reply, "b"), coins(reply)[0]) == (2, {}, 7)


def test_a_spirit_tower_stands_beside_another_declined_race() -> None:
    """Rulings 102, 119."""
    regions = THREE | {"e": held(0, "elves", declined=True)}
    reply = granted_with_dames(regions, [priests("spirit", declined=["elves"]), player()], "decline", "tower a")
    assert (declined(reply, 0), coins(reply)[0]) == (["elves", "priestesses"], 5 + 3 + 1)


def test_no_later_decline_removes_a_spirit_tower() -> None:
    """Ruling 102."""
    regions = {"a": tower(4, 0), "c": held(0, "ratmen")}
    reply = granted_with_dames(
        regions, [player("ratmen", "hill", declined=[("priestesses", "spirit")]), player()], "decline"
    )
    assert (tokens(reply, "a"), coins(reply)[0]) == (4, 5 + 4 + 1)


SHORE = board("a:farmland,border b:sea,border c:hill")


def test_a_seafaring_tower_may_stand_on_water() -> None:
    """Ruling 119."""
    reply = granted_with_dames(THREE, [priests("seafaring"), player()], "decline", "tower b", on=SHORE)
    assert (tokens(reply, "b"), coins(reply)[0], declined_entries(reply, 0)[0]["power"]) == (3, 8, "seafaring")


def test_a_tower_on_water_is_out_of_reach_for_others() -> None:
    """Ruling 101."""
    regions = {"a": held(0, "orcs"), "b": tower(2)}
    players = [player("orcs", "swamp", hand=9), player(declined=[("priestesses", "seafaring")])]
    refused_with_dames(regions, players, "conquer b", on=SHORE, because="b is a sea: only an active Seafaring race")


@pytest.mark.parametrize(
    ("power", "piece"),
    [("heroic", "hero"), ("dragon_master", "dragon"), ("bivouacking", "encampment"), ("catapult", "catapult")],
)
def test_pieces_of_the_badge_do_not_stay_with_the_tower(power: str, piece: str) -> None:
    """Ruling 142."""
    regions = THREE | {"a": held(0, "priestesses", 1, False, **{piece: 1})}
    reply = granted_with_dames(regions, [priests(power), player()], "decline", "tower a")
    assert pieces(reply, "a") == {}


def test_priestesses_decline_in_the_phase_of_spirit_ghouls() -> None:
    """Protocol: decline is legal in ghouls and undoes the readying."""
    regions = THREE | {"e": held(0, "ghouls", 3, declined=True)}
    reply = granted_with_dames(regions, [priests(declined=[("ghouls", "spirit")]), player()], "decline", "tower a")
    assert (tokens(reply, "a"), tokens(reply, "e"), coins(reply)[0]) == (3, 3, 5 + 3 + 1)


def test_a_position_can_stand_at_the_question_in_the_ghouls_phase() -> None:
    """Protocol: the position leads on with the same game."""
    regions = THREE | {"e": held(0, "ghouls", 3, declined=True)}
    reply = continued_with_dames(
        granted_with_dames(regions, [priests(declined=[("ghouls", "spirit")]), player()], "decline"), "tower a"
    )
    assert (tokens(reply, "a"), tokens(reply, "e")) == (3, 3)
