"""Baseline bots for comparison: `random`, `greedy` and `flat` (Monte Carlo without a tree)."""

from __future__ import annotations

from typing import Any

from hordes.bots.protocol import Bot, Budget, Question
from hordes.bots.settings import Setting, check_settings
from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.rng import Rng
from hordes.engine.games import load
from hordes.search.simple import flat_monte_carlo_move, greedy_move


class RandomBot(Bot):
    """Plays a uniformly random legal move."""

    name = "random"

    def choose(self, question: Question) -> str:
        """One of the legal moves, each equally likely."""
        legal = question.legal
        return legal[Rng(self.next_seed()).below(len(legal))]


class EvaluatorBot(Bot):
    """Base class of bots that use the game's evaluator."""

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self._evaluators: dict[str, Evaluator] = {}

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_evaluators": {}}  # evaluators are stateless caches: a copy creates its own

    def evaluator(self, game: str) -> Evaluator:
        """The game's evaluator, created on first use and kept for this bot."""
        if game not in self._evaluators:
            self._evaluators[game] = load(game).evaluator()
        return self._evaluators[game]


class GreedyBot(EvaluatorBot):
    """Plays the move after which its own score would be highest if the turn ended there."""

    name = "greedy"

    def choose(self, question: Question) -> str:
        """The greedy move; ties go to the move that leaves the most options."""
        seed = self.next_seed()
        world = question.world(seed)
        return world.describe(greedy_move(world, self.evaluator(question.game), Rng(seed)))


class FlatBot(EvaluatorBot):
    """Flat Monte Carlo: plays `rollouts` random games after each move and takes the move with the best mean lead."""

    name = "flat"
    accepts = (Setting("rollouts", 1, 100_000, default=10, about="random games after each move"),)

    def __init__(self, seed: int = 0, budget: Budget | None = None, rollouts: int = 10) -> None:
        super().__init__(seed, budget)
        self.rollouts = int(check_settings("flat", self.accepts, {"rollouts": rollouts})["rollouts"])
        self.name = f"flat {self.rollouts}"

    def choose(self, question: Question) -> str:
        """The move with the best mean over sampled worlds; every move is tried in the same worlds."""
        seed = self.next_seed()
        worlds = [question.world(seed + k) for k in range(self.rollouts)]
        if len(question.legal) == 1:
            return question.legal[0]
        return worlds[0].describe(flat_monte_carlo_move(worlds, self.evaluator(question.game), Rng(seed)))
