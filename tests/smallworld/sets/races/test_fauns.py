"""Fauns: a new token for each active region conquered, and one for its owner."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    combos,
    continued_all_sets,
    events_of_type,
    granted_all_sets,
    hand,
    held,
    legal,
    offers,
    player,
    same_game,
    tokens,
)


def fauns(hand: int = 0, power: str = "hill", **more: Any) -> dict[str, Any]:
    """A Faun player."""
    return player("fauns", power, hand=hand, **more)


def foe(race: str = "orcs", power: str = "swamp", **more: Any) -> dict[str, Any]:
    """The victim."""
    return player(race, power, **more)


HOME = {"a": held(0, "fauns")}
WAR = HOME | {"b": held(1, "orcs"), "e": held(1, "orcs")}


def test_fauns_have_five_on_their_banner() -> None:
    """Ruling 14; facts."""
    assert hand(granted_all_sets({}, [player(), player()], "pick 1", column=combos("fauns+hill")), 0) == 9


def test_a_new_faun_comes_in_redeployment() -> None:
    """Ruling 107."""
    assert hand(granted_all_sets(WAR, [fauns(3), foe()], "conquer b"), 0) == 0
    reply = granted_all_sets(WAR, [fauns(3), foe()], "conquer b", "stop")
    assert (reply["phase"], hand(reply, 0)) == ("redeploy", 2 + 1)


def test_the_victim_gets_a_token_at_the_end_of_the_turn() -> None:
    """Ruling 107; protocol: before `withdraw`."""
    reply = granted_all_sets(WAR, [fauns(3), foe()], "conquer b", "stop", "place a 3")
    assert hand(reply, 1) == 0
    reply = continued_all_sets(reply, "done")
    assert (reply["phase"], reply["to_move"], hand(reply, 1), legal(reply)) == ("withdraw", 1, 1, ["place e"])


def test_the_gift_comes_besides_the_survivors() -> None:
    """Rulings 37, 107."""
    regions = WAR | {"b": held(1, "orcs", 3)}
    reply = granted_all_sets(regions, [fauns(5), foe()], "conquer b", "stop", "place a 5", "done")
    assert hand(reply, 1) == 2 + 1


def test_each_active_region_brings_one() -> None:
    """Ruling 107."""
    regions = WAR | {"c": held(1, "orcs")}
    reply = granted_all_sets(regions, [fauns(6), foe()], "conquer b", "conquer c", "stop")
    assert hand(reply, 0) == 4 + 2
    assert hand(continued_all_sets(reply, "place a 6", "done"), 1) == 2


@pytest.mark.parametrize(("target", "left"), [(TRIBE, 0), (held(1, "elves", declined=True), 0), ({}, 1)])
def test_only_active_regions_count(target: dict[str, Any], left: int) -> None:
    """Ruling 107: what conquered b comes to hand again, and no more."""
    old = ["elves"] if "player" in target else []
    reply = granted_all_sets(HOME | {"b": target}, [fauns(3), foe(declined=old)], "conquer b", "stop")
    assert (hand(reply, 0), tokens(reply, "b")) == (2, 1)
    assert hand(granted_all_sets(HOME | {"b": target}, [fauns(3), foe(declined=old)], "conquer b"), 0) == left


def test_declined_ghouls_bring_none() -> None:
    """Ruling 72."""
    regions = HOME | {"b": held(1, "ghouls", declined=True)}
    reply = granted_all_sets(regions, [fauns(3), foe(declined=["ghouls"])], "conquer b", "stop", "place a 2", "done")
    assert (hand(reply, 1), events_of_type(reply, "received")) == (0, [])


def test_elves_gain_one_although_they_lost_none() -> None:
    """Ruling 107."""
    regions = HOME | {"b": held(1, "elves"), "e": held(1, "elves")}
    reply = granted_all_sets(regions, [fauns(3), foe("elves")], "conquer b", "stop", "place a 3", "done")
    assert hand(reply, 1) == 2


def test_the_tray_limits_the_fauns() -> None:
    """Ruling 107: eighteen."""
    regions = WAR | {"a": held(0, "fauns", 15)}
    reply = granted_all_sets(regions, [fauns(3), foe()], "conquer b", "stop")
    assert hand(reply, 0) == 18 - 2


def test_the_tray_limits_the_gift() -> None:
    """Ruling 107: one lost, so one can come back; saved Elves fill their tray."""
    regions = HOME | {"b": held(1, "elves"), "e": held(1, "elves", 10)}
    reply = granted_all_sets(regions, [fauns(3), foe("elves")], "conquer b", "stop", "place a 3", "done")
    assert hand(reply, 1) == 1


def test_a_victim_without_regions_keeps_it_in_hand() -> None:
    """Ruling 107."""
    regions = HOME | {"b": held(1, "orcs")}
    reply = granted_all_sets(regions, [fauns(3), foe()], "conquer b", "stop", "place a 3", "done")
    assert (reply["phase"], reply["to_move"], hand(reply, 1)) == ("conquer", 1, 1)


def test_pygmies_roll_at_once_and_get_the_gift_besides() -> None:
    """Ruling 108."""
    regions = HOME | {"b": held(1, "pygmies"), "e": held(1, "pygmies")}
    reply = granted_all_sets(regions, [fauns(3), foe("pygmies")], "conquer b", rolls=(2,))
    assert hand(reply, 1) == 2
    assert hand(continued_all_sets(reply, "stop", "place a 3", "done"), 1) == 3


def test_a_lucky_die_counts() -> None:
    """Rulings 107, 144."""
    reply = granted_all_sets(WAR, [fauns(2), foe()], "conquer b with die", rolls=(1,))
    assert (reply["phase"], hand(reply, 0)) == ("redeploy", 1 + 1)


def test_a_failed_die_brings_nothing() -> None:
    """Ruling 107: conquered."""
    reply = granted_all_sets(WAR, [fauns(2), foe()], "conquer b with die", rolls=(0,))
    assert (hand(reply, 0), hand(continued_all_sets(reply, "place a 2", "done"), 1)) == (2, 0)


def test_every_victim_gets_his_own() -> None:
    """Ruling 107."""
    regions = HOME | {"b": held(1, "orcs"), "c": held(2, "elves"), "d": held(2, "elves"), "e": held(1, "orcs")}
    players = [fauns(6), foe(), foe("elves", "merchant")]
    reply = granted_all_sets(regions, players, "conquer b", "conquer c", "stop", "place a 6", "done")
    assert (reply["to_move"], hand(reply, 1), hand(reply, 2)) == (1, 1, 2)


def test_the_waiting_four_of_the_amazons_stay_and_the_gift_is_placed() -> None:
    """Rulings 62, 107."""
    regions = HOME | {"b": held(1, "amazons"), "e": held(1, "amazons")}
    players = [fauns(3), foe("amazons", hand=4, waiting=4)]
    reply = granted_all_sets(regions, players, "conquer b", "stop", "place a 3", "done")
    assert (hand(reply, 1), legal(reply)) == (5, ["place e"])


def test_stout_fauns_still_owe_the_gift() -> None:
    """Rulings 103, 107."""
    moves = ("conquer b", "stop", "place a 3", "done", "decline")
    assert hand(granted_all_sets(WAR, [fauns(3, "stout"), foe()], *moves), 1) == 1


def test_the_gift_is_kept_in_a_position() -> None:
    """Protocol: the position leads on with the same game."""
    reply = granted_all_sets(WAR, [fauns(3), foe()], "conquer b")
    assert same_game(reply)
    reply = continued_all_sets(reply, "stop")
    assert same_game(reply)
    assert same_game(continued_all_sets(reply, "place a 3", "done"))


def test_fauns_in_decline_give_nothing() -> None:
    """Ruling 107: the active race conquers."""
    regions = {"a": held(0, "orcs"), "b": held(1, "elves"), "c": held(0, "fauns", declined=True)}
    players = [player("orcs", "hill", hand=3, declined=["fauns"]), foe("elves")]
    reply = granted_all_sets(regions, players, "conquer b", "stop", "place a 2", "done")
    assert (hand(reply, 1), offers(reply, "place")) == (1, [])
