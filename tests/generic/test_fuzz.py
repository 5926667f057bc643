"""The fuzzer at every game: no failures, and starts that cover what the options declare."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.core.state import Game
from hordes.engine.option_schema import declared_value
from hordes.lab.fuzz import fuzz
from tests.generic.setups import NAMES

COVERED_STARTS = 300
"""Starts among which every number of players, choice and flag of a small game has come up."""


@pytest.mark.parametrize("name", NAMES)
def test_fuzzed_games_violate_nothing(name: str) -> None:
    totals = fuzz(name, 0, 8, seed=3, deep=2)
    assert [str(failure) for failure in totals.failures] == []
    assert totals.states > 8 * 5


def test_fuzzed_games_begin_with_every_number_of_players(game: Game) -> None:
    starts = [game.fuzz_start(k).options for k in range(60)]
    players = next(option for option in game.option_schema() if option.name == "players")
    assert {options["players"] for options in starts} == set(players.values())


@pytest.mark.parametrize("name", ["auction", "marches"])
def test_starts_of_a_game_that_defines_none_cover_its_options(name: str, game: Game) -> None:
    starts = [game.fuzz_start(k).options for k in range(COVERED_STARTS)]
    for option in game.option_schema():
        drawn: list[Any] = [declared_value(options, option.name) for options in starts]
        assert all(value in drawn for value in option.values()), option.name


def test_the_same_start_is_drawn_again(game: Game) -> None:
    for k in (0, 7, 100):
        assert game.fuzz_start(k).options == game.fuzz_start(k).options
