"""Readied tokens: Barbarians, who never redeploy, may put them back before any other move."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.smallworld.game import GAME
from tests.smallworld.positions import (
    WITH_BOXES,
    board,
    combos,
    continued_all_sets,
    declined,
    declined_entries,
    events_of_type,
    granted_all_sets,
    hand,
    held,
    offers,
    pieces,
    player,
    refused_all_sets,
    same_game,
    tokens,
)

CAMP = {"a": held(0, "barbarians", 4), "b": held(0, "barbarians", 2)}


def barbarians(power: str = "forest", hand: int = 0, **more: Any) -> list[dict[str, Any]]:
    """Seat 0 has active Barbarians."""
    return [player("barbarians", power, hand, **more), player("orcs", "swamp")]


def test_readied_tokens_may_be_put_back_where_they_stood() -> None:
    """Ruling 47: one, or as many as were readied there."""
    reply = granted_all_sets(CAMP, barbarians())
    assert offers(reply, "keep") == ["keep a", "keep b", "keep a 2", "keep a 3"]
    assert same_game(reply)
    kept = granted_all_sets(CAMP, barbarians(), "keep a 3", "stop")
    assert (tokens(kept, "a"), tokens(kept, "b"), hand(kept, 0)) == (4, 1, 1)
    assert events_of_type(kept, "kept")[0] == {
        "type": "kept",
        "seat": 0,
        "race": "barbarians",
        "region": "a",
        "tokens": 3,
    }


def test_putting_back_goes_on_until_another_move_is_made() -> None:
    """Ruling 47."""
    reply = granted_all_sets(CAMP, barbarians(), "keep a")
    assert offers(reply, "keep") == ["keep a", "keep b", "keep a 2"]
    assert same_game(reply)
    assert offers(granted_all_sets(CAMP, barbarians(), "keep a", "keep a 2", "keep b"), "keep") == []


@pytest.mark.parametrize("first", ["conquer c", "abandon b"])
def test_not_after_another_move(first: str) -> None:
    """Ruling 47: before any other move."""
    why = "The Barbarians put readied tokens back before any other move, and that time is past."
    refused_all_sets(CAMP, barbarians(), first, "keep a", because=why)


def test_a_die_a_fireball_and_a_catapult_are_other_moves() -> None:
    """Ruling 47."""
    assert offers(granted_all_sets(CAMP, barbarians("berserk"), "roll", rolls=(3,)), "keep") == []
    fiery = barbarians("fireball", fireballs=1)
    assert offers(granted_all_sets(CAMP, fiery, "fireball", "cancel"), "keep") == []
    why = "The Barbarians put readied tokens back before any other move, and that time is past"
    refused_all_sets(CAMP, fiery, "fireball", "cancel", "keep a", because=why)
    aimed = granted_all_sets(CAMP, barbarians("catapult"), "catapult a")
    assert offers(aimed, "keep") == []
    assert offers(continued_all_sets(aimed, "cancel"), "keep") == []


def test_never_more_than_were_readied_from_the_region() -> None:
    """Ruling 47: other tokens in hand do not count."""
    why = "Of the tokens readied from a, 3 can still be put back there, not 4."
    refused_all_sets(CAMP, barbarians(hand=5), "keep a 4", because=why)
    why = "Of the tokens readied from b, 1 can still be put back there, not 2."
    refused_all_sets(CAMP, barbarians(hand=5), "keep b 2", because=why)
    refused_all_sets(CAMP, barbarians(hand=5), "keep c", because="c is not held by your Barbarians.")
    refused_all_sets(CAMP, barbarians(hand=5), "keep a 1", because="One token is written `keep a`, without the number.")


def test_declining_is_still_possible_afterwards() -> None:
    """Rulings 47, 55: nothing has been done but leaving tokens where they are."""
    reply = granted_all_sets(CAMP, barbarians(), "keep a 2", "decline")
    assert (declined(reply, 0), tokens(reply, "a")) == (["barbarians"], 1)


def test_conquests_go_on_with_the_others() -> None:
    """Ruling 47."""
    reply = granted_all_sets(CAMP, barbarians(), "keep a", "conquer c")
    assert (tokens(reply, "a"), tokens(reply, "c"), hand(reply, 0)) == (2, 2, 1)


def test_nothing_is_readied_in_the_turn_of_the_pick() -> None:
    """Ruling 47."""
    reply = granted_all_sets({}, [player(), player()], "pick 1", column=combos("barbarians+hill"))
    assert offers(reply, "keep") == []


@pytest.mark.parametrize("race", ["orcs", "amazons"])
def test_whoever_redeploys_puts_tokens_back_then(race: str) -> None:
    """Ruling 47."""
    players = [player(race, "forest"), player("elves", "swamp")]
    assert offers(granted_all_sets({"a": held(0, race, 3)}, players), "keep") == []
    refused_all_sets({"a": held(0, race, 3)}, players, "keep a", because="`keep` is for races that never redeploy")


def test_after_the_ghouls_the_barbarians_are_readied_and_may_stay() -> None:
    """Rulings 47, 67: whatever the Ghouls have done."""
    regions = CAMP | {"e": held(0, "ghouls", 3, declined=True)}
    start = (regions, barbarians(declined=["ghouls"]))
    assert offers(granted_all_sets(*start), "keep") == []
    refused_all_sets(*start, "keep a", because="Your Ghouls act first")
    for first in (("stop",), ("conquer d", "stop")):
        reply = granted_all_sets(*start, *first)
        assert offers(reply, "keep") == ["keep a", "keep b", "keep a 2", "keep a 3"]
        assert same_game(reply)
    back = granted_all_sets(*start, "stop", "keep a 3", "decline")
    assert (declined(back, 0), declined_entries(back, 0)[0]["hand"]) == (["barbarians"], 0)


def test_each_round_of_marauding_barbarians_begins_with_that_choice() -> None:
    """Rulings 47, 136: at least one token stays in each region."""
    regions = {"a": held(0, "barbarians", 6)}
    reply = granted_all_sets(regions, barbarians("marauding"), "conquer b", "stop")
    assert offers(reply, "keep") == ["keep b"]
    assert same_game(reply)
    again = granted_all_sets(regions, barbarians("marauding"), "conquer b", "stop", "keep b", "stop")
    assert (tokens(again, "b"), hand(again, 0)) == (2, 3)


def test_hordes_tokens_are_put_back_after_the_race_tokens() -> None:
    """Rulings 47, 134: they are tokens like the others."""
    regions = {"a": held(0, "barbarians", 2, horde=2)}
    reply = granted_all_sets(regions, barbarians("hordes_of", hordes=0))
    assert offers(reply, "keep") == ["keep a", "keep a 2", "keep a 3"]
    assert same_game(reply)
    kept = granted_all_sets(regions, barbarians("hordes_of", hordes=0), "keep a 2")
    assert (tokens(kept, "a"), pieces(kept, "a"), offers(kept, "keep")) == (2, {"horde": 1}, ["keep a"])
    assert same_game(kept)
    assert pieces(continued_all_sets(kept, "keep a"), "a") == {"horde": 2}


def test_nobody_keeps_anything_by_a_switch() -> None:
    """Ruling 47: `barbarians_ready_all`."""
    former = ("barbarians_ready_all",)
    assert offers(granted_all_sets(CAMP, barbarians(), rulings=former), "keep") == []
    reply = granted_all_sets(CAMP, barbarians(), "stop", rulings=former)
    assert (tokens(reply, "a"), hand(reply, 0)) == (1, 4)


def test_an_absent_player_leaves_his_barbarians_where_they_stand() -> None:
    """Ruling 47: for a seat that does not answer."""
    reply = granted_all_sets(CAMP, barbarians())
    state = GAME.from_position({"map": board(), "players": 2} | WITH_BOXES, reply["position"])
    texts = []
    while state.to_move == 0:
        texts.append(state.describe(state.default_move()))
        state.play(texts[-1])
    assert texts == ["keep a 3", "keep b", "stop"]
