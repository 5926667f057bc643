"""Pygmies: for each token they lose a die is rolled for new ones."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    coins,
    combos,
    events_of_type,
    granted_with_dames,
    hand,
    held,
    legal,
    offers,
    player,
    region,
    tokens,
)


def pygmies(power: str = "underworld", hand: int = 0, **more: Any) -> dict[str, Any]:
    """A Pygmy player."""
    return player("pygmies", power, hand=hand, **more)


HOME = {"a": held(0, "orcs"), "b": held(1, "pygmies", 2), "d": held(1, "pygmies")}


def foe(hand: int = 0, race: str = "orcs", power: str = "hill", **more: Any) -> dict[str, Any]:
    """The attacker, who plays first."""
    return player(race, power, hand=hand, **more)


def test_pygmies_have_six_on_their_banner() -> None:
    """Ruling 14; facts."""
    assert hand(granted_with_dames({}, [player(), player()], "pick 1", column=combos("pygmies+flying")), 0) == 11


@pytest.mark.parametrize("pips", [0, 1, 2, 3])
def test_a_lost_pygmy_is_rolled_for(pips: int) -> None:
    """Ruling 121."""
    reply = granted_with_dames(HOME, [foe(4), pygmies()], "conquer b", rolls=(pips,))
    assert (hand(reply, 1), reply["to_move"], reply["phase"]) == (1 + pips, 0, "conquer")


def test_the_roll_is_told() -> None:
    """Protocol: events say what happened."""
    reply = granted_with_dames(HOME, [foe(4), pygmies()], "conquer b", rolls=(2,))
    assert [(event["seat"], event["pips"]) for event in events_of_type(reply, "mourned")] == [(1, 2)]


def test_new_pygmies_are_placed_at_the_end_of_the_turn() -> None:
    """Ruling 121; protocol: they join the hand before `withdraw`."""
    reply = granted_with_dames(HOME, [foe(4), pygmies()], "conquer b", "stop", "place a 3", "done", rolls=(2,))
    assert (reply["phase"], reply["to_move"], offers(reply, "place d 3")) == ("withdraw", 1, ["place d 3"])


def test_a_lone_pygmy_can_come_back() -> None:
    """Ruling 121: the lost one included."""
    regions = HOME | {"b": held(1, "pygmies")}
    reply = granted_with_dames(regions, [foe(3), pygmies()], "conquer b", "stop", "place a 2", "done", rolls=(1,))
    assert (reply["phase"], legal(reply)) == ("withdraw", ["place d"])


def test_a_blank_for_a_lone_pygmy_leaves_nothing_to_place() -> None:
    """Ruling 121."""
    regions = HOME | {"b": held(1, "pygmies")}
    reply = granted_with_dames(regions, [foe(3), pygmies()], "conquer b", "stop", "place a 2", "done", rolls=(0,))
    assert (reply["phase"], reply["to_move"], hand(reply, 1)) == ("conquer", 1, 0)


def test_each_lost_pygmy_has_its_own_roll() -> None:
    """Ruling 121: in the order of the conquests."""
    regions = {"a": held(0, "orcs"), "b": held(1, "pygmies"), "c": held(1, "pygmies"), "e": held(1, "pygmies")}
    reply = granted_with_dames(regions, [foe(6), pygmies()], "conquer b", "conquer c", rolls=(3, 1))
    assert (hand(reply, 1), [event["pips"] for event in events_of_type(reply, "mourned")]) == (4, [3, 1])


def test_with_no_region_left_they_stay_in_hand() -> None:
    """Ruling 121."""
    regions = {"a": held(0, "orcs"), "b": held(1, "pygmies")}
    reply = granted_with_dames(regions, [foe(3), pygmies()], "conquer b", "stop", "place a 2", "done", rolls=(3,))
    assert (reply["phase"], reply["to_move"], hand(reply, 1), offers(reply, "conquer e")) == (
        "conquer",
        1,
        3,
        ["conquer e"],
    )


def test_the_tray_limits_the_new_pygmies() -> None:
    """Ruling 121; seed 000: up to the number left. One lost, one returns."""
    regions = HOME | {"d": held(1, "pygmies", 16)}
    reply = granted_with_dames(regions, [foe(4), pygmies()], "conquer b", rolls=(3,))
    assert hand(reply, 1) == 1 + 1


def test_pygmies_lost_to_a_lucky_die_roll_after_it() -> None:
    """Rulings 44, 121: first the attacker's die, then the Pygmies'."""
    reply = granted_with_dames(HOME, [foe(3), pygmies()], "conquer b with die", rolls=(1, 3))
    assert (reply["phase"], region(reply, "b")["race"], hand(reply, 1)) == ("redeploy", "orcs", 1 + 3)


def test_a_failed_attempt_costs_no_pygmy_and_no_roll() -> None:
    """Ruling 121."""
    reply = granted_with_dames(HOME, [foe(3), pygmies()], "conquer b with die", rolls=(0, 3))
    assert (hand(reply, 1), events_of_type(reply, "mourned"), tokens(reply, "b")) == (0, [], 2)


def test_after_the_roll_the_conquests_of_a_lucky_die_are_over() -> None:
    """Rulings 44, 121."""
    reply = granted_with_dames(HOME, [foe(3), pygmies()], "conquer b with die", "place a 2", "done", rolls=(2, 0))
    assert (reply["phase"], reply["to_move"]) == ("withdraw", 1)


def test_a_berserk_roll_comes_first() -> None:
    """Rulings 86, 121."""
    reply = granted_with_dames(HOME, [foe(3, power="berserk"), pygmies()], "roll", "conquer b", rolls=(3, 2))
    assert (tokens(reply, "b"), hand(reply, 0), hand(reply, 1)) == (1, 2, 1 + 2)


def test_a_bewitched_pygmy_is_rolled_for() -> None:
    """Rulings 82, 121."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "pygmies"), "d": held(1, "pygmies")}
    reply = granted_with_dames(regions, [foe(1, "sorcerers"), pygmies()], "conquer b with sorcery", rolls=(2,))
    assert (region(reply, "b")["race"], hand(reply, 1)) == ("sorcerers", 2)


@pytest.mark.parametrize(("power", "means"), [("dragon_master", "dragon"), ("mercenary", "mercenary")])
def test_any_conquest_is_rolled_for(power: str, means: str) -> None:
    """Rulings 121, 144."""
    reply = granted_with_dames(HOME, [foe(2, power=power), pygmies()], f"conquer b with {means}", rolls=(3,))
    assert hand(reply, 1) == 1 + 3


def test_a_catapult_shot_is_rolled_for() -> None:
    """Rulings 121, 144."""
    regions = {"a": held(0, "orcs"), "c": held(1, "pygmies"), "e": held(1, "pygmies")}
    moves = ("catapult a", "conquer c with catapult")
    assert hand(granted_with_dames(regions, [foe(2, power="catapult"), pygmies()], *moves, rolls=(3,)), 1) == 3


def test_pygmies_lost_to_ghouls_are_rolled_for() -> None:
    """Rulings 67, 121."""
    regions = HOME | {"a": held(0, "ghouls", 5, declined=True), "e": held(0, "orcs")}
    reply = granted_with_dames(regions, [foe(declined=["ghouls"]), pygmies()], "conquer b", rolls=(2,))
    assert (reply["phase"], hand(reply, 1)) == ("ghouls", 1 + 2)


def test_pygmies_lost_to_the_die_of_ghouls_are_rolled_for() -> None:
    """Rulings 67, 121: then the conquests of the turn are over, and the Pygmies withdraw at its end."""
    regions = HOME | {"a": held(0, "ghouls", 4, declined=True), "e": held(0, "orcs")}
    reply = granted_with_dames(regions, [foe(declined=["ghouls"]), pygmies()], "conquer b with die", rolls=(1, 2))
    assert (reply["phase"], reply["to_move"], hand(reply, 1)) == ("redeploy", 0, 3)


def test_declined_pygmies_roll_no_die() -> None:
    """Ruling 121: active only."""
    regions = {"a": held(0, "orcs"), "b": held(1, "pygmies", declined=True)}
    reply = granted_with_dames(regions, [foe(3), player(declined=["pygmies"])], "conquer b", rolls=(3,))
    assert (events_of_type(reply, "mourned"), region(reply, "b")["race"]) == ([], "orcs")


def test_tokens_given_up_by_decline_are_not_rolled_for() -> None:
    """Ruling 121."""
    reply = granted_with_dames({"a": held(0, "pygmies", 5)}, [pygmies(), player()], "decline", rolls=(3,))
    assert (tokens(reply, "a"), events_of_type(reply, "mourned")) == (1, [])


def test_tokens_of_an_abandoned_region_are_not_rolled_for() -> None:
    """Ruling 121: nothing is lost."""
    reply = granted_with_dames({"a": held(0, "pygmies", 2)}, [pygmies(), player()], "abandon a", rolls=(3,))
    assert (hand(reply, 0), events_of_type(reply, "mourned")) == (2, [])


def test_the_die_of_the_pygmies_own_attack_is_an_ordinary_one() -> None:
    """Ruling 44."""
    regions = {"a": held(0, "pygmies"), "b": TRIBE}
    reply = granted_with_dames(regions, [pygmies(hand=2), player()], "conquer b with die", rolls=(3,))
    assert (region(reply, "b")["race"], events_of_type(reply, "mourned")) == ("pygmies", [])


def test_corrupt_pygmies_are_paid_and_roll() -> None:
    """Rulings 130, 143."""
    reply = granted_with_dames(HOME, [foe(4), pygmies("corrupt")], "conquer b", rolls=(1,))
    assert (coins(reply), hand(reply, 1)) == ([4, 6], 2)


def test_pygmies_lost_to_their_owners_ghouls_are_rolled_for() -> None:
    """Rulings 69, 121: an ordinary conquest with an ordinary loss."""
    regions = {"a": held(0, "ghouls", 5, declined=True), "b": held(0, "pygmies"), "e": held(0, "pygmies")}
    reply = granted_with_dames(regions, [pygmies(declined=["ghouls"]), player()], "conquer b", rolls=(2,))
    assert [event["pips"] for event in events_of_type(reply, "mourned")] == [2]


def test_pygmies_rolled_for_in_their_owners_turn_do_not_conquer_in_it() -> None:
    """Ruling 121; seed 000: deployed at the end of the current player's turn."""
    regions = {"a": held(0, "ghouls", 4, declined=True), "b": held(0, "pygmies"), "e": held(0, "pygmies")}
    players = [pygmies(declined=["ghouls"]), player()]
    assert offers(granted_with_dames(regions, players, "conquer b", "stop", rolls=(3,)), "conquer") == []
    reply = granted_with_dames(regions, players, "conquer b", "stop", "stop", "place a 2", rolls=(3,))
    assert offers(reply, "place e 3") == ["place e 3"]
