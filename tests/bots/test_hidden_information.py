"""No bot uses hidden information: states that look the same to its seat get the same moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hordes.bots.baselines import FlatBot, GreedyBot, RandomBot
from hordes.bots.levels import EasyBot, NormalBot
from hordes.bots.protocol import Bot
from hordes.bots.search_bots import PlannerBot
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import State
from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.smallworld.game import SmallWorld
from hordes.smallworld.options import BUILT_IN_SETS
from tests.bots.tables import SMALL, few, midway, question

BOTS: list[Callable[[int], Bot]] = [
    RandomBot,
    GreedyBot,
    lambda seed: FlatBot(seed, rollouts=2),
    PlannerBot,
    EasyBot,
    NormalBot,
    few,
]


def with_other_coins(state: State, seat: int) -> State:
    """The same table with other coins in the others' hidden stacks."""
    other = state.clone()
    assert isinstance(other, SmallWorld)
    for k in range(int(other.seats())):
        if k != seat:
            other.add_coins(k, 17 + k)
    return other


@pytest.mark.parametrize("make", BOTS)
@pytest.mark.parametrize("decisions", [0, 7, 23])
def test_equal_observations_with_different_hidden_coins_give_the_same_moves(
    make: Callable[[int], Bot], decisions: int
) -> None:
    state = midway(decisions + 3, decisions)
    seat = int(state.to_move)
    other = with_other_coins(state, seat)
    assert other.view(seat) == state.view(seat)
    assert other != state
    for seed in range(4):
        assert make(seed).choose(question(state)) == make(seed).choose(question(other))


MODES: list[dict[str, Any]] = [
    {"mode": "necromancer", "players": 3, "turns": 9},
    {"mode": "teams", "players": 6, "turns": 4},
    {"players": 3, "turns": 9, "markers": True, "sets": list(BUILT_IN_SETS)},
]


@pytest.mark.parametrize(
    "wanted",
    [MODES[0], pytest.param(MODES[1], marks=pytest.mark.slow), MODES[2]],
    ids=["necromancer", "teams", "markers"],
)
@pytest.mark.parametrize("make", BOTS)
def test_the_same_holds_in_every_mode(make: Callable[[int], Bot], wanted: dict[str, Any]) -> None:
    """Every seat in turn, including the Necromancer's; hidden information has been sampled again."""
    options = load("smallworld").normalise(wanted)
    asked = set[int]()
    for decisions in range(20, 90, 3):
        state = midway(decisions, decisions, options)
        seat = int(state.to_move)
        worlds = [world for k in range(6) if (world := state.resample(seat, Rng(k))) != state]
        if seat not in asked and worlds:
            asked.add(seat)
            assert worlds[0].view(seat) == state.view(seat)
            assert make(3).choose(question(state, options)) == make(3).choose(question(worlds[0], options))
    assert len(asked) == options["players"]


@pytest.mark.parametrize("wanted", MODES, ids=["necromancer", "teams", "markers"])
def test_worlds_of_every_mode_agree_with_the_view_and_differ(wanted: dict[str, Any]) -> None:
    options = load("smallworld").normalise(wanted)
    state = midway(7, 31, options)
    asked = question(state, options)
    worlds = [asked.world(seed) for seed in range(12)]
    assert sum(world == state for world in worlds) <= 1
    assert len({world.fingerprint() for world in worlds}) > 6
    assert all(world.view(asked.seat) == state.view(asked.seat) for world in worlds)


def test_worlds_differ_from_the_table_and_from_each_other_in_what_the_seat_cannot_know() -> None:
    state = midway(5, 30)
    asked = question(state)
    worlds = [asked.world(seed) for seed in range(20)]
    assert sum(world == state for world in worlds) <= 1
    assert len({world.fingerprint() for world in worlds}) > 10
    assert all(world.view(asked.seat) == state.view(asked.seat) for world in worlds)


@pytest.mark.parametrize("make", BOTS)
def test_a_bot_touches_neither_the_table_nor_its_generator(make: Callable[[int], Bot]) -> None:
    match = Match(load("smallworld"), SMALL, seed=4)
    for _ in range(12):
        match.play(match.state.legal_texts()[-1])
    before, seed, event_count = match.state.clone(), int(match.rng.seed), len(match.events)
    make(1).choose(question(match.state))
    assert match.state == before
    assert int(match.rng.seed) == seed
    assert len(match.events) == event_count


def test_a_question_shows_the_view_and_the_legal_moves_only() -> None:
    state = midway(2, 12)
    line = question(state).as_json()
    assert line["view"] == state.view(int(state.to_move))
    assert line["legal"] == state.legal_texts()
    shown = ["coins" in player for player in line["view"]["players"]]
    assert shown == [seat == line["seat"] for seat in range(3)]


def test_a_world_has_a_generator_of_its_own() -> None:
    asked = question(midway(2, 12))
    rng = Rng(9)
    first, second = asked.world(9), asked.world(9)
    assert first == second
    assert rng.next_bits() == Rng(9).next_bits()
