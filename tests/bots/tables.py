"""Helpers of bot tests: mid-game states of Small World, questions about them, and searches with a small budget."""

from __future__ import annotations

from typing import Any

from hordes.bots.protocol import Bot, Budget, Question
from hordes.bots.search_bots import SearchBot
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, State
from hordes.engine.games import load

SMALL = load("smallworld").normalise({"players": 3, "turns": 4})
TWO = load("smallworld").normalise({"players": 2, "turns": 3})


def midway(seed: int, decisions: int, options: dict[str, Any] = SMALL) -> State:
    """A state after so many random decisions, with somebody to move."""
    rng, state = Rng(seed), load("smallworld").new(options)
    left = decisions
    while left > 0 or state.to_move == CHANCE:
        assert state.to_move != OVER
        left -= state.to_move >= 0
        state.apply(state.nth_legal(rng.below(state.find_legal())))
    return state


def question(state: State, options: dict[str, Any] = SMALL) -> Question:
    return Question("smallworld", options, state)


def few(seed: int = 0) -> Bot:
    """A search with a small budget, so that tests are quick."""
    return SearchBot(seed, Budget(simulations=12), most_plans=4, width=2, branching=3)
