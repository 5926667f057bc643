"""Tables for bots: positions in the middle of games, and questions about them."""

from __future__ import annotations

from typing import Any

from hordes.bots.protocol import Bot, Budget, Question
from hordes.bots.thinkers import Search
from hordes.engine.games import load
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE, OVER, State

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
    """A search that thinks little, so that tests are quick."""
    return Search(seed, Budget(simulations=12), most_plans=4, width=2, branching=3)
