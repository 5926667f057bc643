"""Default move of a seat that does not answer: it is always legal, and a game of absent seats ends."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.covil.game import Covil
from hordes.engine.core.playout import resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER
from hordes.engine.games import load

TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 2, "board": "forest-town"},
    {"players": 1, "dummies": 1},
    {"players": 1, "dummies": 3},
]


def new(options: dict[str, Any], seed: int) -> tuple[Covil, Rng]:
    state, luck = load("covil").new(options), Rng(seed)
    assert isinstance(state, Covil)
    resolve_chance(state, luck)
    return state, luck


def play_default(state: Covil) -> str:
    move = state.default_move()
    assert state.is_legal(move), state.describe(move)
    text = state.describe(move)
    state.apply(move)
    return text


@pytest.mark.parametrize("options", TABLES)
def test_a_table_of_absent_seats_comes_to_its_end(options: dict[str, Any]) -> None:
    for seed in range(3):
        state, luck = new(options, seed)
        decisions, words = 0, set()
        while state.to_move != OVER:
            words.add(play_default(state).split()[0])
            decisions += 1
            resolve_chance(state, luck)
        assert decisions <= load("covil").max_game_length(options)
        assert not words & {"hire", "pay", "command", "relic", "draw", "melee", "ranged", "defend"}


@pytest.mark.parametrize("options", TABLES)
def test_seats_that_fall_asleep_anywhere_in_their_turn_do_not_stop_the_game(options: dict[str, Any]) -> None:
    for seed in range(8):
        state, luck = new(options, seed)
        while state.to_move != OVER:
            if luck.below(3) > 0:
                state.apply(state.nth_legal(luck.below(state.find_legal())))
            else:
                play_default(state)
            resolve_chance(state, luck)


def seated(seed: int = 1) -> Covil:
    """Two seats, both fortresses founded, the afternoon of day 1."""
    state, luck = new({"players": 2}, seed)
    while state.phase_name() == "found":
        play_default(state)
        resolve_chance(state, luck)
    return state


def default(state: Covil) -> str:
    return state.describe(state.default_move())


def test_an_absent_seat_founds_acts_for_gold_and_ends() -> None:
    state, _ = new({"players": 2}, 1)
    assert default(state).startswith("found ")
    state = seated()
    seat = int(state.to_move)
    assert default(state) == f"gold {seat}a"
    state.play(default(state))
    while state.phase_name() == "choice":
        state.play(default(state))
    assert default(state) == "end"


def test_an_absent_seat_takes_its_offer_back() -> None:
    state = seated()
    state.play(next(move for move in state.legal_texts() if move.startswith("hire ")))
    assert default(state) == "cancel"


def attacked() -> Covil:
    """Somebody attacks a troop that stands next to two zones."""
    for seed in range(200):
        state, luck = new({"players": 2}, seed)
        while state.to_move != OVER:
            if state.phase_name() == "retreat" and len(state.legal_texts()) > 2:
                return state
            state.apply(state.nth_legal(luck.below(state.find_legal())))
            resolve_chance(state, luck)
    raise AssertionError("nobody ever retreats")


def test_an_absent_seat_retreats_towards_its_fortress() -> None:
    state = attacked()
    home = int(state.fortress_zone[state.to_move])
    zones = [state.board.number[move.split()[1]] for move in state.legal_texts() if move.startswith("retreat ")]
    chosen = state.board.number[default(state).split()[1]]
    assert state.board.steps_between(chosen, home) == min(state.board.steps_between(zone, home) for zone in zones)


def test_an_absent_defender_passes() -> None:
    for seed in range(50):
        state, luck = new({"players": 2}, seed)
        while state.to_move != OVER:
            texts = state.legal_texts()
            if state.phase_name() == "combat" and "pass" in texts and len(texts) > 1:
                assert default(state) == "pass"
                return
            state.apply(state.nth_legal(luck.below(state.find_legal())))
            resolve_chance(state, luck)
    raise AssertionError("nobody was attacked")
