"""Catapult: one region beyond a neighbour, once per turn, for one token less; immune where it stands."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    board,
    coins,
    combos,
    continued_with_dames,
    events_of_type,
    granted_with_dames,
    hand,
    held,
    legal,
    offers,
    pieces,
    player,
    refused_with_dames,
    region,
    tokens,
)


def gunner(hand: int = 0, race: str = "ratmen", **more: Any) -> dict[str, Any]:
    """A player with the Catapult."""
    return player(race, "catapult", hand=hand, **more)


HOME = {"a": held(0, "ratmen")}
FOE = player("orcs", "swamp")
SHOT = ("catapult a", "conquer c with catapult")
POND = board("a:farmland,border b:lake c:hill d:farmland,border", "a-b b-c c-d")
GULF = board("a:farmland,border b:sea,border c:hill d:farmland,border", "a-b b-c c-d")


def test_the_badge_brings_four_tokens() -> None:
    """Ruling 14; facts."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=combos("ratmen+catapult")), 0) == 12


def test_the_catapult_takes_a_region_one_beyond_a_neighbour_for_one_less() -> None:
    """Ruling 128."""
    reply = granted_with_dames(HOME, [gunner(1), FOE], *SHOT)
    assert (tokens(reply, "c"), hand(reply, 0), pieces(reply, "a")) == (1, 0, {"catapult": 1})


def test_the_one_less_counts_against_defenders() -> None:
    """Rulings 25, 128."""
    regions = HOME | {"c": held(1, "orcs", 3)}
    assert tokens(granted_with_dames(regions, [gunner(4), FOE], *SHOT), "c") == 4
    assert "conquer c with catapult" not in legal(granted_with_dames(regions, [gunner(3), FOE], "catapult a"))


def test_at_least_one_token_is_needed() -> None:
    """Rulings 26, 30."""
    assert offers(granted_with_dames(HOME, [gunner(0), FOE]), "catapult") == []


def test_the_discount_does_not_reach_other_conquests() -> None:
    """Ruling 128."""
    assert tokens(granted_with_dames(HOME, [gunner(3), FOE], *SHOT, "conquer b"), "b") == 2


def test_a_neighbour_is_too_near() -> None:
    """Ruling 128: not adjacent."""
    why = "b borders a, and the Catapult there shoots over a neighbour"
    refused_with_dames(HOME, [gunner(5), FOE], "catapult a", "conquer b with catapult", because=why)


def test_three_steps_are_too_far() -> None:
    """Ruling 128."""
    why = "d shares no neighbour with a over which the Catapult could shoot"
    refused_with_dames(HOME, [gunner(5), FOE], "catapult a", "conquer d with catapult", because=why)


def test_a_region_that_is_both_adjacent_and_beyond_is_too_near() -> None:
    """Ruling 128: shares a neighbour but is not adjacent."""
    triangle = board("a:farmland,border b:forest c:hill d:swamp", "a-b b-c a-c c-d")
    assert offers(granted_with_dames(HOME, [gunner(5), FOE], "catapult a", on=triangle), "conquer") == [
        "conquer d with catapult"
    ]


def test_adjacent_is_measured_from_the_catapults_own_region() -> None:
    """Ruling 129: the target may border another own region."""
    regions = HOME | {"b": held(0, "ratmen")}
    assert tokens(granted_with_dames(regions, [gunner(1), FOE], *SHOT), "c") == 1


def test_the_catapult_stands_in_a_region_held() -> None:
    """Ruling 128."""
    why = "The Catapult is set up in a region you hold, and b is not yours"
    refused_with_dames(HOME, [gunner(5), FOE], "catapult b", because=why)


def test_the_catapult_is_no_use_in_a_declined_region() -> None:
    """Ruling 128: a region its race occupies."""
    regions = HOME | {"c": held(0, "elves", declined=True)}
    assert offers(granted_with_dames(regions, [gunner(5, declined=["elves"]), FOE]), "catapult") == ["catapult a"]


def test_the_catapult_in_a_declined_region_is_refused_for_that() -> None:
    """Ruling 128."""
    regions = HOME | {"c": held(0, "elves", declined=True)}
    refused_with_dames(
        regions, [gunner(5, declined=["elves"]), FOE], "catapult c", because="c is held by your Elves in decline"
    )


def test_the_own_region_is_no_target() -> None:
    """Ruling 36."""
    regions = HOME | {"c": held(0, "ratmen")}
    assert offers(granted_with_dames(regions, [gunner(5), FOE]), "catapult") == ["catapult c"]


def test_it_shoots_over_the_lake() -> None:
    """Ruling 128."""
    assert tokens(granted_with_dames(HOME, [gunner(1), FOE], *SHOT, on=POND), "c") == 1


def test_it_does_not_shoot_over_a_sea() -> None:
    """Ruling 128."""
    assert offers(granted_with_dames(HOME, [gunner(5), FOE], on=GULF), "catapult") == []


def test_it_shoots_where_land_leads_round_the_sea() -> None:
    """Ruling 128: one neighbour in between is enough."""
    coast = board("a:farmland,border b:sea,border c:hill d:forest", "a-b b-c a-d d-c")
    assert tokens(granted_with_dames(HOME, [gunner(1), FOE], *SHOT, on=coast), "c") == 1


def test_it_does_not_take_water() -> None:
    """Ruling 34."""
    pool = board("a:farmland,border b:forest c:lake d:hill", "a-b b-c c-d")
    assert offers(granted_with_dames(HOME, [gunner(5), FOE], on=pool), "catapult") == []


def test_a_cavern_is_no_bridge() -> None:
    """Ruling 128: true neighbours."""
    caves = board("a:farmland,border+cavern b:forest c:hill+cavern d:swamp", "a-b c-d b-d")
    assert offers(granted_with_dames(HOME, [gunner(5), FOE], "catapult a", on=caves), "conquer") == [
        "conquer d with catapult"
    ]


def test_once_per_turn() -> None:
    """Ruling 128."""
    reply = granted_with_dames(HOME, [gunner(9), FOE], *SHOT)
    assert offers(reply, "catapult") == []
    refused_with_dames(
        HOME, [gunner(9), FOE], *SHOT, "catapult c", because="The Catapult shoots once per turn, and has done so"
    )


def test_again_next_turn() -> None:
    """Ruling 128: once per turn."""
    reply = granted_with_dames(
        HOME | {"e": held(1, "orcs")}, [gunner(3), FOE], *SHOT, "stop", "place a 2", "done", "stop"
    )
    assert (reply["to_move"], offers(reply, "catapult")) == (0, ["catapult c"])


def test_the_shot_must_follow() -> None:
    """Protocol: `conquer R with catapult`, its die, or `cancel`."""
    reply = granted_with_dames(HOME, [gunner(5), FOE], "catapult a")
    assert (reply["phase"], legal(reply)) == ("conquer", ["conquer c with catapult", "cancel"])


AIMED = "conquer with it, or `cancel` first"


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("conquer b", "The Catapult in a is aimed"),
        ("stop", AIMED),
        ("decline", AIMED),
        ("abandon a", AIMED),
        ("catapult a", "The Catapult stands in a and is aimed"),
    ],
)
def test_nothing_else_can_be_done_while_it_is_aimed(move: str, why: str) -> None:
    """Protocol: the shot must follow, or `cancel`."""
    refused_with_dames(HOME, [gunner(5), FOE], "catapult a", move, because=why)


def test_there_is_no_shot_without_a_catapult_set_up() -> None:
    """Protocol."""
    refused_with_dames(HOME, [gunner(5), FOE], "conquer c with catapult", because="Set up the Catapult first")


def test_other_races_have_no_catapult() -> None:
    """Ruling 128."""
    refused_with_dames(
        HOME, [player("ratmen", "hill", hand=5), FOE], "catapult a", because="Hill Ratmen have no Catapult"
    )


def test_cancel_takes_it_back() -> None:
    """Protocol: everything is open again, the decline too."""
    reply = granted_with_dames(HOME, [gunner(5), FOE], "catapult a", "cancel")
    assert pieces(reply, "a") == {}
    assert {"catapult a", "conquer b", "decline", "abandon a", "stop"} <= set(legal(reply))


def test_the_catapult_stands_where_it_is_set_up() -> None:
    """Protocol: `catapult A` stands it in A; another place is empty then, and `cancel` brings it back."""
    regions = HOME | {"e": held(0, "ratmen", 1, catapult=1)}
    reply = granted_with_dames(regions, [gunner(5), FOE], "catapult a")
    assert (pieces(reply, "a"), pieces(reply, "e")) == ({"catapult": 1}, {})
    back = continued_with_dames(reply, "cancel")
    assert (pieces(back, "a"), pieces(back, "e")) == ({}, {"catapult": 1})


def test_cancel_leaves_the_catapult_where_it_stood() -> None:
    """Ruling 129: it moves only when used."""
    regions = HOME | {"e": held(0, "ratmen", 1, catapult=1)}
    reply = granted_with_dames(regions, [gunner(5), FOE], "catapult a", "cancel")
    assert (pieces(reply, "a"), pieces(reply, "e")) == ({}, {"catapult": 1})


def test_there_is_nothing_to_cancel_before() -> None:
    """Protocol."""
    why = "Nothing is put up for a conquest, so there is nothing to take back"
    refused_with_dames(HOME, [gunner(5), FOE], "cancel", because=why)


def test_a_position_can_stand_at_an_aimed_catapult() -> None:
    """Protocol: the position leads on with the same game."""
    reply = continued_with_dames(granted_with_dames(HOME, [gunner(5), FOE], "catapult a"))
    assert legal(reply) == ["conquer c with catapult", "cancel"]
    assert pieces(continued_with_dames(reply, "conquer c with catapult"), "a") == {"catapult": 1}


def test_it_moves_when_it_is_used_again() -> None:
    """Ruling 129."""
    regions = HOME | {"e": held(0, "ratmen", 1, catapult=1)}
    reply = granted_with_dames(regions, [gunner(1), FOE], *SHOT)
    assert (pieces(reply, "a"), pieces(reply, "e")) == ({"catapult": 1}, {})


def test_it_stays_when_it_is_not_used() -> None:
    """Ruling 129; protocol: never placed in `redeploy`."""
    regions = {"a": held(0, "ratmen", 3, catapult=1)}
    reply = granted_with_dames(regions, [gunner(), FOE], "stop", "place a 2", "done")
    assert pieces(reply, "a") == {"catapult": 1}


def test_where_it_stands_the_region_is_immune() -> None:
    """Rulings 128, 141."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen", 1, catapult=1)}
    why = "b is immune: the Catapult stands there"
    refused_with_dames(regions, [player("orcs", "swamp", hand=9), gunner()], "conquer b", because=why)


@pytest.mark.parametrize(
    ("race", "power", "means"), [("sorcerers", "swamp", "sorcery"), ("orcs", "dragon_master", "dragon")]
)
def test_no_power_touches_it(race: str, power: str, means: str) -> None:
    """Rulings 8, 128."""
    regions = {"a": held(0, race), "b": held(1, "ratmen", 1, catapult=1)}
    why = "b is immune: the Catapult stands there"
    refused_with_dames(regions, [player(race, power, hand=9), gunner()], f"conquer b with {means}", because=why)


def test_other_regions_of_its_race_are_not_immune() -> None:
    """Ruling 128."""
    regions = {"a": held(0, "orcs"), "b": held(1, "ratmen"), "e": held(1, "ratmen", 1, catapult=1)}
    assert tokens(granted_with_dames(regions, [player("orcs", "swamp", hand=3), gunner()], "conquer b"), "b") == 3


def test_it_comes_to_hand_when_its_region_is_abandoned() -> None:
    """Ruling 48: and may be used in the same turn."""
    regions = {"a": held(0, "ratmen"), "e": held(0, "ratmen", 1, catapult=1)}
    reply = granted_with_dames(regions, [gunner(1), FOE], "abandon e", *SHOT)
    assert (pieces(reply, "a"), region(reply, "e")) == ({"catapult": 1}, {})


def test_it_disappears_in_decline() -> None:
    """Rulings 128, 142."""
    regions = {"a": held(0, "ratmen", 2, catapult=1)}
    assert pieces(granted_with_dames(regions, [gunner(), FOE], "decline"), "a") == {}


def test_own_ghouls_may_take_its_region() -> None:
    """Rulings 8, 69: immunity never binds the owner."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "b": held(0, "ratmen", 1, catapult=1), "e": held(0, "ratmen")}
    reply = granted_with_dames(regions, [gunner(declined=["ghouls"]), FOE], "conquer b")
    assert (region(reply, "b")["race"], pieces(reply, "b")) == ("ghouls", {})


def test_declined_ghouls_do_not_shoot() -> None:
    """Ruling 68."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "e": held(0, "ratmen")}
    why = "Your declined Ghouls act now, without a badge"
    refused_with_dames(regions, [gunner(declined=["ghouls"]), FOE], "catapult a", because=why)


def test_immune_regions_and_pacts_stop_the_shot() -> None:
    """Rulings 8, 91."""
    regions = HOME | {"c": held(1, "orcs", 1, hero=1)}
    assert offers(granted_with_dames(regions, [gunner(9), player("orcs", "heroic")]), "catapult") == []
    regions = HOME | {"c": held(1, "orcs")}
    assert offers(granted_with_dames(regions, [gunner(9), player("orcs", "diplomat", ally=0)]), "catapult") == []


# With the die


def test_the_final_attempt_may_be_made_with_it() -> None:
    """Ruling 129: a success with all tokens."""
    regions = HOME | {"c": held(1, "orcs", 3)}
    reply = granted_with_dames(regions, [gunner(2), FOE], "catapult a", "conquer c with die", rolls=(2,))
    assert (region(reply, "c")["race"], pieces(reply, "a"), reply["phase"]) == ("ratmen", {"catapult": 1}, "redeploy")


def test_its_discount_counts_in_the_attempt() -> None:
    """Rulings 43, 128: 1 to 3 short after all discounts."""
    regions = HOME | {"c": held(1, "orcs", 4)}
    assert "conquer c with die" in legal(granted_with_dames(regions, [gunner(2), FOE], "catapult a"))
    assert offers(granted_with_dames(HOME | {"c": held(1, "orcs", 5)}, [gunner(2), FOE]), "catapult") == []


def test_a_failed_attempt_leaves_it_there() -> None:
    """Ruling 129."""
    regions = HOME | {"c": held(1, "orcs", 3)}
    reply = granted_with_dames(regions, [gunner(2), FOE], "catapult a", "conquer c with die", rolls=(1,))
    assert (region(reply, "c")["race"], pieces(reply, "a"), hand(reply, 0)) == ("orcs", {"catapult": 1}, 2)


def test_an_attempt_sets_it_up_once() -> None:
    """Protocol: events say what happened."""
    regions = HOME | {"c": held(1, "orcs", 3)}
    reply = granted_with_dames(regions, [gunner(2), FOE], "catapult a", "conquer c with die", rolls=(2,))
    placed = [event["region"] for event in events_of_type(reply, "piece_placed") if event["piece"] == "catapult"]
    assert (placed, events_of_type(reply, "piece_removed")) == (["a"], [])


def test_no_die_for_a_shot_that_can_be_paid() -> None:
    """Ruling 46."""
    why = "c costs 1 and you have 2: take it outright"
    refused_with_dames(HOME, [gunner(2), FOE], "catapult a", "conquer c with die", because=why)


# With races


def test_there_is_no_shot_before_the_first_conquest() -> None:
    """Rulings 32, 128: it stands in a region held."""
    assert offers(granted_with_dames({}, [gunner(9), FOE]), "catapult") == []
    assert "catapult a" in legal(granted_with_dames({}, [gunner(9), FOE], "conquer a"))


def test_halflings_dig_where_they_shot() -> None:
    """Rulings 75, 144: the second of the first two regions conquered."""
    reply = granted_with_dames({}, [gunner(4, "halflings"), FOE], "conquer b", "catapult b", "conquer d with catapult")
    assert (pieces(reply, "b"), pieces(reply, "d")) == ({"hole": 1, "catapult": 1}, {"hole": 1})


def test_giants_next_to_their_mountain_add_their_discount() -> None:
    """Rulings 26, 74: true borders only."""
    heights = board("a:farmland,border b:mountain c:hill", "a-b b-c")
    regions = {"a": held(0, "giants"), "b": held(0, "giants"), "c": TRIBE}
    assert tokens(granted_with_dames(regions, [gunner(1, "giants"), FOE], *SHOT, on=heights), "c") == 1


def test_a_shot_counts_as_a_conquest() -> None:
    """Ruling 144."""
    regions = {"a": held(0, "orcs"), "c": TRIBE}
    reply = granted_with_dames(regions, [gunner(2, "orcs"), player()], *SHOT, "stop", "place a", "done")
    assert coins(reply)[0] == 5 + 2 + 1


def test_after_a_shot_nothing_is_abandoned() -> None:
    """Ruling 48: before the first conquest."""
    why = "Regions are abandoned before the first conquest, and you have begun"
    refused_with_dames(HOME, [gunner(5), FOE], *SHOT, "abandon a", because=why)


def test_the_region_taken_leads_on() -> None:
    """Ruling 31: the race stands there now."""
    assert tokens(granted_with_dames(HOME, [gunner(3), FOE], *SHOT, "conquer d"), "d") == 2
