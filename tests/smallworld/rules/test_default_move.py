"""Default move of a seat that does not answer: it is always legal, and a game of absent seats ends."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.core.playout import resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER
from hordes.engine.games import load
from hordes.smallworld.game import SmallWorld
from tests.smallworld.positions import TRIBE, board, held, player
from tests.smallworld.team_positions import ALL_SETS, LINE, MARKERS, TEAMS, six

TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "sets": ALL_SETS},
    {"players": 5, "sets": ALL_SETS},
    {"players": 4} | MARKERS,
    dict(TEAMS),
]


def new(options: dict[str, Any], seed: int) -> tuple[SmallWorld, Rng]:
    state, luck = load("smallworld").new(options), Rng(seed)
    assert isinstance(state, SmallWorld)
    resolve_chance(state, luck)
    return state, luck


def play_default(state: SmallWorld) -> None:
    move = state.default_move()
    assert state.is_legal(move), state.describe(move)
    state.apply(move)


@pytest.mark.parametrize("options", TABLES)
def test_a_table_of_absent_seats_comes_to_its_end(options: dict[str, Any]) -> None:
    for seed in range(3):
        state, luck = new(options, seed)
        decisions = 0
        while state.to_move != OVER:
            play_default(state)
            decisions += 1
            resolve_chance(state, luck)
        assert decisions <= load("smallworld").max_game_length(options)


@pytest.mark.parametrize("options", TABLES)
def test_a_table_whose_seats_answer_on_their_turn_only_comes_to_its_end(options: dict[str, Any]) -> None:
    for seed in range(8):
        state, luck = new(options, seed)
        while state.to_move != OVER:
            if state.to_move == state.player:
                state.apply(state.nth_legal(luck.below(state.find_legal())))
            else:
                play_default(state)
            resolve_chance(state, luck)


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


def default(regions: dict[str, Any], seats: dict[int, dict[str, Any]], *moves: str, **more: Any) -> str:
    position = {"turn": 3, "player": 0, "phase": "start", "regions": regions, "players": six(seats)} | more
    state = load("smallworld").from_position(TEAMS | {"map": board(LINE)}, position)
    resolve_chance(state, Rng(1))
    for move in moves:
        state.play(move)
        resolve_chance(state, Rng(1))
    return state.describe(state.default_move())


def test_an_absent_seat_sacrifices_nothing_and_shares_nothing() -> None:
    seats = {0: player("ratmen", "swamp", 8), 1: player("orcs", "hill"), 2: player("humans", "forest")}
    regions = {"a": held(0, "ratmen"), "b": held(2, "humans"), "f": held(1, "orcs") | {"marker": "sigil"}}
    assert default(regions, seats, "conquer b") == "refuse"
    regions = {"a": held(0, "ratmen") | {"marker": "tavern"}}
    assert default(regions, {0: player("ratmen", "swamp")}, "stop") == "done"


def test_an_absent_seat_stops_conquering_takes_back_what_it_put_up_and_declines_nothing() -> None:
    regions = {"a": held(0, "ratmen"), "b": TRIBE}
    assert default(regions, {0: player("ratmen", "swamp", 5)}) == "stop"
    assert default(regions, {0: player("ratmen", "fireball", 5, fireballs=2)}, "fireball") == "cancel"
    assert default({"a": held(0, "ratmen")}, {0: player("ratmen", "stout")}, "stop") == "done"


def test_an_absent_seat_spreads_its_tokens_and_picks_what_is_free() -> None:
    regions = {"a": held(0, "ratmen"), "b": held(0, "ratmen")}
    assert default(regions, {0: player("ratmen", "swamp", 3)}, "stop", "place a") == "place b"
    assert default({}, {}) == "pick 1"


def test_an_absent_seat_answers_what_it_must_with_the_first_choice() -> None:
    regions = {"b": held(0, "ratmen") | {"marker": "soapbar"}}
    assert default(regions, {0: player("ratmen", "swamp")}, "stop") == "soapbar a"
    regions = {"a": held(0, "ratmen"), "b": {"marker": "boneyard"}, "d": held(1, "humans", declined=True)}
    assert default(regions, {0: player("ratmen", "swamp", 4), 1: player(declined=["humans"])}, "conquer b") == (
        "bony 1 humans"
    )
    assert default({"b": TRIBE, "d": TRIBE}, {}, turn=1, player=1, phase="monsters") == "monster b"
