"""End of the game (rulings 24, 59, 61)."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.referee import answer
from tests.smallworld.positions import coins, granted, held, player, refused, tokens

LAST = {"turn": 10, "player": 1}


def ended(regions: dict[str, Any], *players: dict[str, Any]) -> dict[str, Any]:
    return dict(granted(regions, list(players), phase="over", turn=10)["result"])


def test_after_the_last_space_of_the_track_all_play_once_more() -> None:
    """Ruling 24: turn 10 of 10 is played by everybody."""
    players = [player("ratmen", "hill"), player("orcs", "swamp")]
    assert granted({}, players, "stop", turn=10)["result"] is None
    reply = granted({}, players, "stop", "stop", turn=10)
    assert (reply["phase"], reply["to_move"], reply["legal"]) == ("over", None, [])
    assert reply["position"]["turn"] == 10


def test_the_round_ends_before_the_seat_that_began() -> None:
    """Ruling 24: with seat 1 first, seat 0 has the last turn."""
    players = [player("ratmen", "hill"), player("orcs", "swamp"), player("elves", "stout")]
    reply = granted({}, players, "stop", turn=10, player=0, first=1)
    assert reply["phase"] == "over"


def test_options_may_set_another_number_of_turns() -> None:
    """Referee: `turns` defaults to the map's."""
    players = [player("ratmen", "hill"), player("orcs", "swamp")]
    assert granted({}, players, "stop", options={"turns": 3}, player=1)["phase"] == "over"


def test_troops_are_withdrawn_before_the_game_ends() -> None:
    """Rulings 21k, 61: they count if coins are tied."""
    regions = {"a": held(1, "ratmen"), "b": held(0, "orcs", 3), "d": held(0, "orcs")}
    start = (regions, [player("orcs", "hill"), player("ratmen", "swamp", 5)])
    moves = ("conquer b", "stop", "place a 4", "done")
    assert granted(*start, *moves, **LAST)["phase"] == "withdraw"
    reply = granted(*start, *moves, "place d 2", "done", **LAST)
    assert (reply["phase"], tokens(reply, "d")) == ("over", 3)


def test_a_decline_in_the_last_turn_scores_and_ends_the_game() -> None:
    """Ruling 59."""
    reply = granted({"a": held(1, "ratmen", 4)}, [player(), player("ratmen", "hill")], "decline", **LAST)
    assert (reply["phase"], coins(reply), reply["result"]["winners"]) == ("over", [5, 6], [1])


def test_most_coins_win() -> None:
    """Ruling 61."""
    result = ended({"a": held(0, "ratmen", 9)}, player("ratmen", "hill", coins=20), player(coins=21), player(coins=3))
    assert (result["winners"], result["scores"]) == ([1], [20, 21, 3])
    assert "21" in result["reason"]


def test_a_tie_goes_to_most_race_tokens_on_the_map_active_and_declined() -> None:
    """Ruling 61."""
    regions = {
        "a": held(0, "ratmen", 3),
        "b": held(1, "orcs", 2),
        "c": held(1, "elves", declined=True),
        "d": held(1, "elves", declined=True),
    }
    result = ended(regions, player("ratmen", "hill"), player("orcs", "swamp", declined=["elves"]))
    assert result["winners"] == [1]


def test_tokens_in_hand_do_not_break_a_tie() -> None:
    """Ruling 61: the four waiting Amazons do not count."""
    regions = {"a": held(0, "amazons", 2), "b": held(1, "orcs", 3)}
    assert ended(regions, player("amazons", "hill", 4), player("orcs", "swamp"))["winners"] == [1]


def test_encampments_do_not_break_a_tie() -> None:
    """Ruling 61."""
    regions = {"a": held(0, "ratmen", 2, encampment=5), "b": held(1, "orcs", 3)}
    assert ended(regions, player("ratmen", "bivouacking"), player("orcs", "swamp"))["winners"] == [1]


def test_tokens_of_players_with_fewer_coins_do_not_matter() -> None:
    """Ruling 61."""
    regions = {"a": held(2, "ratmen", 9), "b": held(1, "orcs", 3)}
    result = ended(regions, player(coins=8), player("orcs", "swamp", coins=8), player("ratmen", "hill", coins=7))
    assert result["winners"] == [1]


def test_still_tied_players_share_the_victory() -> None:
    """Ruling 61."""
    regions = {"a": held(0, "ratmen", 2), "b": held(2, "orcs", 2)}
    result = ended(regions, player("ratmen", "hill"), player(), player("orcs", "swamp"))
    assert result["winners"] == [0, 2]


@pytest.mark.parametrize("move", ["stop", "done", "pick 1", "conquer a"])
def test_any_move_after_the_end_is_illegal(move: str) -> None:
    """Referee."""
    refused({}, [player(), player()], move, phase="over", turn=10, because="The game is over; no move can follow.")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game_lasts_as_many_turns_as_its_map_says(players: int) -> None:
    """Ruling 24 and the facts: every seat has ten, ten, nine or eight turns."""
    request: dict[str, Any] = {"game": "smallworld", "options": {"players": players}, "seed": players}
    reply, turns = answer(request), []
    while reply["result"] is None:
        turns += [event["seat"] for event in reply["events"] if event["type"] == "turn"]
        quiet = [move for move in reply["legal"] if move in ("stop", "done", "pick 1")] or reply["legal"]
        reply = answer(request | {"position": reply["position"], "seed": reply["seed"], "moves": [quiet[0]]})
    first = reply["position"]["first"]
    assert turns == [(first + k) % players for k in range(players)] * {2: 10, 3: 10, 4: 9, 5: 8}[players]
