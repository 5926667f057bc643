"""Final attempt with the reinforcement die (rulings 43-46)."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.core.state import CHANCE
from hordes.smallworld.game import GAME
from tests.smallworld.positions import (
    TRIBE,
    board,
    coins,
    events_of_type,
    granted,
    hand,
    held,
    offers,
    player,
    refused,
    tokens,
)

RATS = {"a": held(0, "ratmen")}


@pytest.mark.parametrize(("defenders", "legal"), [(1, True), (2, True), (3, False)])
def test_the_attempt_is_allowed_up_to_three_tokens_short(defenders: int, legal: bool) -> None:
    """Ruling 43: with one token a cost of 4 may be tried (exactly three short), a cost of 5 may not."""
    players = [player("ratmen", "hill", 1), player("orcs", "swamp")]
    reply = granted(RATS | {"b": held(1, "orcs", defenders)}, players)
    assert ("conquer b with die" in reply["legal"]) == legal


def test_three_short_needs_a_three() -> None:
    """Ruling 43."""
    start = (RATS | {"b": held(1, "orcs", 2)}, [player("ratmen", "hill", 1), player("orcs", "swamp")])
    assert tokens(granted(*start, "conquer b with die", rolls=(3,)), "b") == 1
    assert events_of_type(granted(*start, "conquer b with die", rolls=(2,)), "failed")[0]["short"] == 1


def test_the_attempt_needs_an_unused_token() -> None:
    """Rulings 30, 43."""
    start = (RATS, [player("ratmen", "hill"), player()])
    assert not [move for move in granted(*start)["legal"] if "die" in move]
    refused(*start, "conquer b with die", because="You have 0 tokens in hand; a conquest by Ratmen takes at least 1")


def test_discounts_count_before_the_attempt() -> None:
    """Ruling 43: five for three defenders, four for Commandos."""
    regions = RATS | {"b": held(1, "orcs", 3)}
    reply = granted(regions, [player("ratmen", "commando", 1), player("orcs", "swamp")])
    assert "conquer b with die" in reply["legal"]


def test_the_target_need_not_be_the_weakest() -> None:
    """Ruling 43."""
    ground = board("b:mountain a:hill,border c:hill")
    reply = granted(RATS, [player("ratmen", "hill", 1), player()], on=ground)
    assert [move for move in reply["legal"] if "die" in move] == ["conquer b with die", "conquer c with die"]


def test_the_target_must_be_one_that_could_be_conquered() -> None:
    """Ruling 43: reach, water, immunity bind the die too."""
    ground = board("s:sea a:hill,border b:hill c:hill", "s-a a-b b-c")
    regions = RATS | {"b": held(1, "elves", hero=1)}
    reply = granted(regions, [player("ratmen", "hill", 1), player("elves", "heroic")], on=ground)
    assert not [move for move in reply["legal"] if "die" in move]


def test_on_success_all_remaining_tokens_go_there() -> None:
    """Ruling 44: even if fewer were needed."""
    reply = granted(RATS | {"b": TRIBE}, [player("ratmen", "hill", 2), player()], "conquer b with die", rolls=(3,))
    assert events_of_type(reply, "conquered")[0]["tokens"] == 2
    assert reply["phase"] == "redeploy"


def test_on_failure_the_tokens_reinforce_a_region_held() -> None:
    """Ruling 44; referee: they stay in hand and are placed in redeploy."""
    start = (RATS | {"b": TRIBE}, [player("ratmen", "hill", 2), player()])
    reply = granted(*start, "conquer b with die", rolls=(0,))
    assert (reply["phase"], reply["legal"], hand(reply, 0)) == ("redeploy", ["place a", "place a 2"], 2)
    assert coins(granted(*start, "conquer b with die", "place a 2", "done", rolls=(0,)))[0] == 6


@pytest.mark.parametrize("pips", [0, 3])
def test_conquests_end_either_way(pips: int) -> None:
    """Ruling 44."""
    start = (RATS | {"b": TRIBE}, [player("ratmen", "hill", 2), player()])
    why = "c cannot be conquered now: conquests are over"
    refused(*start, "conquer b with die", "conquer c", rolls=(pips,), because=why)


def test_a_failed_attempt_without_a_region_leaves_the_tokens_in_hand() -> None:
    """Ruling 45: next turn it is a first conquest again."""
    start: tuple[Any, Any] = ({}, [player("ratmen", "hill", 1), player("orcs", "swamp")])
    reply = granted(*start, "conquer a with die", rolls=(0,))
    assert (reply["to_move"], hand(reply, 0), coins(reply)[0]) == (1, 1, 5)
    again = granted(*start, "conquer a with die", "stop", rolls=(0,))
    assert [move for move in again["legal"] if "conquer" in move] == ["conquer a with die", "conquer e with die"]


def test_what_can_be_taken_outright_cannot_be_rolled_for() -> None:
    """Ruling 46."""
    start = (RATS, [player("ratmen", "hill", 2), player()])
    assert "conquer b with die" not in granted(*start)["legal"]
    refused(*start, "conquer b with die", because="b costs 2 and you have 2: take it outright")


def test_one_final_attempt_a_turn_whoever_makes_it() -> None:
    """Rulings 43, 67: Ghouls that roll end the conquests of the turn."""
    regions = {"a": held(0, "ghouls", 2, declined=True), "e": held(0, "orcs", 2)}
    start = (regions, [player("orcs", "hill", declined=["ghouls"]), player()])
    reply = granted(*start, "conquer b with die", rolls=(0,))
    assert (reply["phase"], offers(reply, "conquer")) == ("redeploy", [])
    moves = ("conquer b with die", "conquer d with die")
    reply = granted(*start, *moves, rolls=(0, 1), options={"rulings": ["ghouls_own_die"]})
    assert [event["pips"] for event in events_of_type(reply, "rolled")] == [0, 1]
    assert reply["phase"] == "redeploy"


def test_the_die_has_three_blank_faces_and_one_each_of_one_two_three() -> None:
    """The facts."""
    position = {"regions": RATS, "players": [player("ratmen", "hill", 1), player()], "turn": 2}
    state = GAME.from_position({"map": board()}, position)
    while state.to_move == CHANCE:
        state.apply(state.legal()[0])
    state.play("conquer b with die")
    chances = {state.describe(move): chance for move, chance in state.chance_outcomes()}
    assert chances == pytest.approx({"rolled 0": 1 / 2, "rolled 1": 1 / 6, "rolled 2": 1 / 6, "rolled 3": 1 / 6})


def test_given_rolls_are_used_in_order_then_the_seed_decides() -> None:
    """Referee: `rolls`."""
    regions = {"a": held(0, "ghouls", 2, declined=True), "e": held(0, "orcs", 2)}
    start = (regions, [player("orcs", "hill", declined=["ghouls"]), player()])
    moves = ("conquer b with die", "conquer d with die")
    two = {"rulings": ["ghouls_own_die"]}
    seen = {
        tuple(
            event["pips"]
            for event in events_of_type(granted(*start, *moves, rolls=(2,), seed=seed, options=two), "rolled")
        )
        for seed in range(30)
    }
    assert {first for first, _ in seen} == {2}
    assert {second for _, second in seen} == {0, 1, 2, 3}
