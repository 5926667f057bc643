"""Marauding: a second round of conquests."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld.positions import (
    TRIBE,
    coins,
    combos,
    continued_all_sets,
    granted_all_sets,
    hand,
    held,
    legal,
    offers,
    pieces,
    player,
    refused_all_sets,
    region,
    same_game,
    tokens,
)


def marauders(hand: int = 0, race: str = "ratmen", **more: Any) -> dict[str, Any]:
    """A Marauding player."""
    return player(race, "marauding", hand=hand, **more)


HOME = {"a": held(0, "ratmen")}
FOE = player("orcs", "swamp")


def test_the_badge_brings_five_tokens() -> None:
    """Ruling 14; facts."""
    assert hand(granted_all_sets({}, [player(), player()], "pick 1", column=combos("ratmen+marauding")), 0) == 13


def test_the_first_stop_readies_the_troops_again() -> None:
    """Ruling 136."""
    reply = granted_all_sets(HOME, [marauders(4), FOE], "conquer b", "conquer c", "stop")
    assert (reply["phase"], hand(reply, 0), tokens(reply, "b"), tokens(reply, "c")) == ("conquer", 2, 1, 1)


def test_the_second_round_conquers_on() -> None:
    """Ruling 136."""
    reply = granted_all_sets(HOME, [marauders(4), FOE], "conquer b", "conquer c", "stop", "conquer d")
    assert (tokens(reply, "d"), hand(reply, 0)) == (2, 0)


def test_the_second_stop_ends_the_conquests() -> None:
    """Protocol."""
    reply = granted_all_sets(HOME, [marauders(4), FOE], "conquer b", "stop", "stop")
    assert (reply["phase"], hand(reply, 0)) == ("redeploy", 3)


def test_a_first_round_without_conquests_leads_to_the_second() -> None:
    """Ruling 136; protocol: the first `stop` opens it."""
    reply = granted_all_sets(HOME, [marauders(4), FOE], "stop")
    assert (reply["phase"], "conquer b" in legal(reply)) == ("conquer", True)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("decline", "Going into decline takes the whole turn"),
        ("abandon a", "Regions are abandoned before the first conquest, and you have begun"),
    ],
)
def test_the_second_round_has_no_decline_and_no_abandoning(move: str, why: str) -> None:
    """Ruling 136; protocol."""
    refused_all_sets(HOME, [marauders(4), FOE], "conquer b", "stop", move, because=why)


def test_without_a_conquest_the_second_round_has_no_abandoning_either() -> None:
    """Ruling 136."""
    assert offers(granted_all_sets(HOME, [marauders(4), FOE], "stop"), "abandon") == []


def test_the_first_round_has_both() -> None:
    """Rulings 48, 59."""
    assert {"decline", "abandon a"} <= set(legal(granted_all_sets(HOME, [marauders(4), FOE])))


def test_a_die_in_the_first_round_forfeits_the_second() -> None:
    """Ruling 136."""
    reply = granted_all_sets(HOME | {"b": TRIBE}, [marauders(2), FOE], "conquer b with die", rolls=(0,))
    assert reply["phase"] == "redeploy"


def test_a_lucky_die_in_the_first_round_forfeits_it_too() -> None:
    """Ruling 136."""
    reply = granted_all_sets(HOME | {"b": TRIBE}, [marauders(2), FOE], "conquer b with die", rolls=(1,))
    assert (reply["phase"], region(reply, "b")["race"]) == ("redeploy", "ratmen")


def test_the_die_may_end_the_second_round() -> None:
    """Ruling 136."""
    reply = granted_all_sets(
        HOME | {"c": TRIBE}, [marauders(3), FOE], "conquer b", "stop", "conquer c with die", rolls=(1,)
    )
    assert (reply["phase"], region(reply, "c")["race"]) == ("redeploy", "ratmen")


def test_the_first_conquest_of_a_new_race_may_come_in_the_second_round() -> None:
    """Rulings 32, 136."""
    assert tokens(granted_all_sets({}, [marauders(4), FOE], "stop", "conquer a"), "a") == 2


def test_gypsies_lay_no_coin_in_the_second_round() -> None:
    """Ruling 110."""
    regions = {"a": held(0, "gypsies"), "b": held(0, "gypsies")}
    reply = granted_all_sets(regions, [marauders(2, "gypsies"), FOE], "abandon b", "stop")
    assert (pieces(reply, "b"), offers(reply, "abandon"), "conquer b" in legal(reply)) == ({"coin": 1}, [], False)


def test_halflings_dig_two_holes_in_both_rounds_together() -> None:
    """Ruling 75."""
    reply = granted_all_sets(
        {}, [marauders(4, "halflings"), FOE], "conquer a", "stop", "conquer b", "stop", "place a 2", "done"
    )
    assert (pieces(reply, "a"), pieces(reply, "b")) == ({"hole": 1}, {"hole": 1})


def test_skeletons_count_both_rounds() -> None:
    """Rulings 77, 136: two non-empty regions, one new token."""
    regions = {"a": held(0, "skeletons"), "b": TRIBE, "c": TRIBE}
    reply = granted_all_sets(regions, [marauders(4, "skeletons"), FOE], "conquer b", "stop", "conquer c", "stop")
    assert hand(reply, 0) == 2 + 1


def test_orcs_count_both_rounds() -> None:
    """Ruling 77."""
    regions = {"a": held(0, "orcs"), "b": TRIBE, "c": TRIBE}
    players = [marauders(4, "orcs"), player("elves", "hill")]
    reply = granted_all_sets(regions, players, "conquer b", "stop", "conquer c", "stop", "place a 2", "done")
    assert coins(reply)[0] == 5 + 3 + 2


def test_sorcerers_bewitch_each_opponent_once_in_both_rounds_together() -> None:
    """Ruling 78: once per turn."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "orcs"), "c": held(1, "orcs")}
    players = [marauders(1, "sorcerers"), FOE]
    assert "conquer b with sorcery" in legal(granted_all_sets(regions, players, "stop"))
    why = "Sorcery works once per turn and opponent; seat 1 has been struck"
    refused_all_sets(regions, players, "conquer b with sorcery", "stop", "conquer c with sorcery", because=why)


def test_fauns_get_their_tokens_after_both_rounds() -> None:
    """Rulings 107, 136: in redeployment."""
    regions = {"a": held(0, "fauns"), "b": held(1, "orcs"), "c": held(1, "orcs"), "e": held(1, "orcs")}
    reply = granted_all_sets(regions, [marauders(5, "fauns"), FOE], "conquer b", "stop")
    assert hand(reply, 0) == 4
    assert hand(continued_all_sets(reply, "conquer c", "stop"), 0) == 3 + 2


def test_barbarians_are_readied_between_the_rounds_only() -> None:
    """Rulings 105, 136."""
    regions = {"a": held(0, "barbarians")}
    reply = granted_all_sets(regions, [marauders(4, "barbarians"), FOE], "conquer b", "conquer c", "stop")
    assert hand(reply, 0) == 2
    reply = continued_all_sets(reply, "conquer d", "stop")
    assert (reply["to_move"], tokens(reply, "d"), tokens(reply, "b")) == (1, 2, 1)


def test_kobolds_leave_two_between_the_rounds() -> None:
    """Rulings 114, 136."""
    regions = {"a": held(0, "kobolds", 2), "b": TRIBE}
    reply = granted_all_sets(regions, [marauders(5, "kobolds"), FOE], "conquer b", "stop")
    assert (tokens(reply, "b"), hand(reply, 0)) == (2, 3)


def test_amazons_conquer_with_all_in_both_rounds() -> None:
    """Rulings 62, 136."""
    regions = {"a": held(0, "amazons")}
    reply = granted_all_sets(regions, [marauders(6, "amazons"), FOE], "conquer b", "stop", "stop")
    assert (reply["phase"], hand(reply, 0), offers(reply, "place a")) == ("redeploy", 5, ["place a"])


def test_declined_ghouls_have_one_round() -> None:
    """Ruling 68: the badge is the active race's."""
    regions = {"a": held(0, "ghouls", 5, declined=True), "e": held(0, "ratmen", 3)}
    players = [marauders(0, declined=["ghouls"]), FOE]
    reply = granted_all_sets(regions, players, "conquer b", "stop")
    assert (reply["phase"], hand(reply, 0)) == ("conquer", 2)
    assert continued_all_sets(reply, "stop")["phase"] == "conquer"
    assert continued_all_sets(reply, "stop", "stop")["phase"] == "redeploy"


def test_igors_exchange_only_before_the_first_round() -> None:
    """Ruling 112."""
    why = "Igors trade souls at the start of the turn, before any other move"
    refused_all_sets(
        {"a": held(0, "igors")}, [marauders(2, "igors", igor_souls=4), FOE], "stop", "exchange", because=why
    )


def test_positions_know_the_round() -> None:
    """Protocol: the position leads on with the same game."""
    reply = granted_all_sets(HOME, [marauders(4), FOE], "conquer b", "stop")
    assert same_game(reply)
    assert continued_all_sets(reply, "stop")["phase"] == "redeploy"
    assert same_game(granted_all_sets(HOME, [marauders(4), FOE], "conquer b"))


def test_the_next_turn_has_two_rounds_again() -> None:
    """Ruling 136."""
    regions = HOME | {"e": held(1, "orcs")}
    reply = granted_all_sets(regions, [marauders(), FOE], "stop", "stop", "stop", "stop")
    assert (reply["to_move"], reply["phase"], offers(reply, "abandon")) == (0, "conquer", [])
