"""Built-in bots in Small World: legal moves, reproducible games, time and simulation budgets, relative strength."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from hordes.bots.baselines import FlatBot, GreedyBot, RandomBot
from hordes.bots.levels import EasyBot, NormalBot
from hordes.bots.protocol import Bot, Budget
from hordes.bots.registry import LEVELS, parse_bot
from hordes.bots.runner import play_game
from hordes.bots.search_bots import PlannerBot, SearchBot
from hordes.engine.games import load
from hordes.smallworld.options import BUILT_IN_SETS
from tests.bots.tables import TWO, few, midway, question

KINDS: list[Callable[[int], Bot]] = [
    RandomBot,
    GreedyBot,
    lambda seed: FlatBot(seed, rollouts=1),
    PlannerBot,
    EasyBot,
    NormalBot,
    few,
]


def table(players: int, sets: list[str], turns: int = 2) -> dict[str, Any]:
    return load("smallworld").normalise({"players": players, "sets": sets, "turns": turns})


@pytest.mark.parametrize("players", [2, 3, *[pytest.param(n, marks=pytest.mark.slow) for n in (4, 5, 6)]])
def test_all_kinds_play_all_boxes_with_any_number_of_players(players: int) -> None:
    options = table(players, list(BUILT_IN_SETS))
    for seed in range(2):
        bots = [KINDS[(seat + seed * 3 + players) % len(KINDS)](seat) for seat in range(players)]
        played = play_game("smallworld", options, bots, seed)
        assert not played.complaints
        assert len(played.result["scores"]) == players


def test_the_same_seed_gives_the_same_game() -> None:
    def moves(seed: int) -> list[str]:
        return play_game("smallworld", TWO, [few(), PlannerBot()], seed, record=True).moves

    assert moves(3) == moves(3)
    assert moves(3) != moves(4)


def test_a_plan_is_followed_and_ends_the_turn() -> None:
    state = midway(11, 0, TWO)
    seat, bot = int(state.to_move), PlannerBot(1)
    first = bot.choose(question(state, TWO))
    assert first.startswith("pick")
    assert bot.planned_moves
    state.play(first)
    while state.to_move < 0:
        state.apply(state.legal()[0])
    assert bot.choose(question(state, TWO)) in state.legal_texts()
    assert int(state.to_move) == seat


def test_stronger_bots_beat_weaker_ones() -> None:
    """A few games; docs/strength.md has the real numbers."""
    options = table(2, ["base"], 5)
    for strong, weak in ((GreedyBot, RandomBot), (PlannerBot, GreedyBot)):
        won = 0.0
        for seed in range(4):
            pair: list[Bot] = [strong(1), weak(2)] if seed % 2 else [weak(2), strong(1)]
            result = play_game("smallworld", options, pair, seed // 2).result
            won += (seed % 2 == 0) == (result["winners"] == [1]) and len(result["winners"]) == 1
        assert won >= 3


def test_levels_keep_their_budget() -> None:
    """Generous, for the machine may be busy: whole seconds tell a level that ignores its clock."""
    state = midway(3, 0, TWO)
    for level in LEVELS[:2]:
        begin = time.process_time()
        parse_bot(level).make(1).choose(question(state, TWO))
        assert time.process_time() - begin < 5


def test_a_budget_in_milliseconds_ends_the_search() -> None:
    state = midway(3, 0, TWO)
    bot = SearchBot(1, Budget(milliseconds=1.0), width=2, branching=2)
    bot.choose(question(state, TWO))
    assert bot.simulations_done < 50


def test_what_ends_first_of_time_and_count_ends_the_search() -> None:
    state = midway(3, 0, TWO)
    counted = SearchBot(1, Budget(600_000.0, 9), width=2, branching=2)
    counted.choose(question(state, TWO))
    assert 0 < counted.simulations_done <= 9
    timed = SearchBot(1, Budget(1.0, 1_000_000), width=2, branching=2)
    timed.choose(question(state, TWO))
    assert timed.simulations_done < 50


def test_a_turn_with_many_dice_has_a_limit_as_a_whole() -> None:
    bot, budget = SearchBot(1), Budget(2200.0)
    bot.spent_ms = bot.time_limit_ms(budget, False)
    for _ in range(40):
        bot.spent_ms += bot.time_limit_ms(budget, True)
    assert 2200 < bot.spent_ms <= 4 * 2200


def test_the_levels_that_search_are_counted_as_well_as_timed() -> None:
    for level in ("hard", "expert"):
        budget = parse_bot(level).make(1).budget
        assert budget is not None
        assert budget.simulations > 0
        assert budget.milliseconds < (1000 if level == "hard" else 3000)


def test_simulations_are_counted() -> None:
    state = midway(3, 0, TWO)
    bot = SearchBot(1, Budget(simulations=9), width=2, branching=2)
    bot.choose(question(state, TWO))
    assert 0 < bot.simulations_done <= 9


@pytest.mark.parametrize(
    "wanted",
    [
        {"mode": "necromancer", "players": 3},
        pytest.param({"mode": "necromancer", "players": 5, "sets": list(BUILT_IN_SETS)}, marks=pytest.mark.slow),
        pytest.param({"mode": "teams", "players": 6}, marks=pytest.mark.slow),
    ],
)
def test_bots_play_every_mode(wanted: dict[str, Any]) -> None:
    options = load("smallworld").normalise({**wanted, "turns": 2})
    players = int(options["players"])
    bots = [KINDS[(seat + 3) % len(KINDS)](seat) for seat in range(players)]
    assert not play_game("smallworld", options, bots, 1).complaints


def test_partners_win_together() -> None:
    options = load("smallworld").normalise({"mode": "teams", "players": 6})
    state = load("smallworld").new(options)
    together = [[seat for seat in range(6) if state.team_of(seat) == state.team_of(other)] for other in range(6)]
    assert together == [[0, 3], [1, 4], [2, 5], [0, 3], [1, 4], [2, 5]]
