"""Regression tests of bugs found in review: rare combinations, and wrong numbers or reasons in error messages."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.core.playout import resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.games import load
from hordes.engine.referee import answer
from tests.refusals import reason
from tests.smallworld.positions import board, granted, hand, held, legal, pieces, player, refused, tokens

HILLS = board("a:hill,border b:hill c:hill")
BOXES = {"sets": ["base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus"]}
THEM = player("humans", "forest")
TABLE: dict[str, Any] = {"on": HILLS, "options": BOXES}


def with_ruling(**rulings: Any) -> dict[str, Any]:
    return {"on": HILLS, "options": BOXES | {"rulings": rulings}}


def events_of_type(reply: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [event for event in reply["events"] if event["type"] == kind]


def test_more_than_nine_fireballs_can_be_put_up_and_sent_back() -> None:
    many = with_ruling(fireball_markers=20)
    regions = {"a": held(0, "ratmen"), "b": held(1, "humans", 10)}
    reply = granted(regions, [player("ratmen", "fireball", 2, fireballs=12), THEM], *["fireball"] * 10, **many)
    assert reply["position"]["this_turn"]["fire"] == 10
    request = {"game": "smallworld", "options": {"map": HILLS, "players": 2} | many["options"], "seed": reply["seed"]}
    assert legal(answer(request | {"position": reply["position"]})) == legal(reply)


def test_amazons_need_not_leave_a_region_that_hordes_hold_alone() -> None:
    regions = {"a": held(0, "amazons"), "b": held(0, "amazons", 0, horde=1)}
    us = [player("amazons", "hordes_of", 2, hordes=1), THEM]
    reply = granted(regions, us, "stop", "place horde b", "abandon a", **TABLE)
    assert (hand(reply, 0), legal(reply)) == (3, ["done"])
    assert pieces(granted(regions, us, "stop", "place horde b", "abandon a", "done", **TABLE), "b") == {"horde": 2}


def test_hordes_keep_a_region_that_amazons_must_leave() -> None:
    us = [player("amazons", "hordes_of", 3, hordes=1), THEM]
    reply = granted({"a": held(0, "amazons")}, us, "stop", "place horde a", "abandon a", **TABLE)
    assert (tokens(reply, "a"), pieces(reply, "a"), hand(reply, 0), legal(reply)) == (0, {"horde": 1}, 4, ["done"])


def test_a_single_pixie_goes_to_hordes_that_may_not_stand_alone() -> None:
    strict = with_ruling(hordes_need_company=True)
    regions = {"a": held(0, "pixies", 3), "b": held(0, "pixies", 0, horde=1)}
    us = [player("pixies", "hordes_of", hordes=1), THEM]
    assert legal(granted(regions, us, "stop", **strict)) == ["place b"]
    reply = granted(regions, us, "stop", "place b", **strict)
    assert (tokens(reply, "a"), tokens(reply, "b"), hand(reply, 0), legal(reply)) == (1, 1, 1, ["done"])


@pytest.mark.parametrize("last", ["stop", "abandon a"])
def test_what_is_put_up_is_used_or_taken_back_first(last: str) -> None:
    us = [player("ratmen", "fireball", fireballs=2), THEM]
    refused({"a": held(0, "ratmen", 4)}, us, "fireball", last, **TABLE, because="conquer with it, or `cancel` first")


def test_a_mercenary_is_counted_in_what_is_short() -> None:
    regions = {"a": held(0, "ratmen"), "b": held(1, "humans", 6)}
    why = "Even with a Mercenary b costs 6: 2 + 6 Humans - 2 Mercenary; you have 3 tokens, 3 short."
    refused(regions, [player("ratmen", "mercenary", 3), THEM], "conquer b with mercenary", **TABLE, because=why)


def test_one_kobold_hires_nobody() -> None:
    regions = {"a": held(0, "kobolds", 2), "b": held(1, "humans")}
    why = "You have 1 token in hand; a conquest by Kobolds takes at least 2."
    refused(regions, [player("kobolds", "mercenary", 1), THEM], "conquer b with mercenary", **TABLE, because=why)


def test_a_coin_after_the_die_is_thought_of_before_it() -> None:
    regions, us = {"a": held(0, "ratmen"), "b": held(1, "humans", 5)}, [player("ratmen", "mercenary", 3), THEM]
    refused(regions, us, "conquer b", **TABLE, because="`conquer b with die` may try it")
    request = {"map": HILLS, "players": 2} | BOXES
    place = {"turn": 3, "player": 0, "phase": "start", "regions": regions, "players": us}
    state = load("smallworld").from_position(load("smallworld").normalise(request), place)
    resolve_chance(state, Rng(1))
    assert "the die must show 2 or more, and a coin is paid for 2 more" in str(state.explanation("conquer b with die"))


def test_souls_are_the_active_races_also_while_ghouls_conquer() -> None:
    regions = {"a": held(0, "igors"), "b": held(0, "ghouls", 2, declined=True)}
    us = [player("igors", "swamp", igor_souls=1, declined=["ghouls"]), THEM]
    refused(regions, us, "exchange", **TABLE, because="A new token costs 2 souls; you have 1.")


def test_one_kobold_rolls_for_nothing() -> None:
    us = [player("kobolds", "berserk", 1), THEM]
    why = "You have 1 token in hand; a conquest by Kobolds takes at least 2"
    refused({"a": held(0, "kobolds", 2)}, us, "roll", **TABLE, because=why)


def test_the_catapult_is_set_up_before_it_shoots() -> None:
    regions = {"a": held(0, "ratmen"), "c": held(1, "humans")}
    us = [player("ratmen", "catapult", 2), THEM]
    refused(regions, us, "conquer c with catapult", **TABLE, because="Set up the Catapult first")


def test_an_attempt_tells_of_hordes_too() -> None:
    regions = {"a": held(0, "ratmen"), "b": held(1, "humans", 3)}
    us = [player("ratmen", "hordes_of", 1, hordes=2), THEM]
    reply = granted(regions, us, "conquer b with die", rolls=(3,), **TABLE)
    assert [event["tokens"] for event in events_of_type(reply, "attempted")] == [3]


def test_a_horde_lost_instead_of_a_token_is_told() -> None:
    regions = {"a": held(0, "ratmen", 9), "b": held(1, "orcs", 2, horde=1), "c": held(1, "orcs")}
    us = [player("ratmen", "hill"), player("orcs", "hordes_of")]
    reply = granted(regions, us, "conquer b", "lose horde", **TABLE)
    assert events_of_type(reply, "horde_given") == [{"type": "horde_given", "seat": 1, "race": "orcs"}]


@pytest.mark.parametrize(
    ("move", "why"), [("conquer 1", "the phase is monsters"), ("done", "First seat 0 places a Monster")]
)
def test_before_the_first_turn_nothing_is_over_and_nothing_in_hand(move: str, why: str) -> None:
    reply = answer({"game": "smallworld", "options": {"players": 3, "markers": True}, "moves": [move]})
    sentence = reason(reply, 0, because=why)
    assert "over" not in sentence
    assert "in hand" not in sentence
