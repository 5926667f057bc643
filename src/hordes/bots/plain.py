"""The yardsticks: `random`, `greedy` and `flat`."""

from __future__ import annotations

from typing import Any

from hordes.bots.protocol import Bot, Budget, Question
from hordes.bots.settings import Setting, check
from hordes.engine.games import load
from hordes.engine.judge import Judge
from hordes.engine.rng import Rng
from hordes.search.simple import flat_move, greedy_move


class Random(Bot):
    """Any legal move."""

    name = "random"

    def choose(self, question: Question) -> str:
        """One of them, all alike."""
        legal = question.legal
        return legal[Rng(self.next_seed()).below(len(legal))]


class Judging(Bot):
    """A bot with the game's judge at its side."""

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self._judges: dict[str, Judge] = {}

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_judges": {}}  # a judge remembers nothing: a copy gets its own when it needs one

    def judge(self, game: str) -> Judge:
        """The game's judge, one for each bot."""
        if game not in self._judges:
            self._judges[game] = load(game).judge()
        return self._judges[game]


class Greedy(Judging):
    """The move that scores most if the turn ended with it."""

    name = "greedy"

    def choose(self, question: Question) -> str:
        """Points now; of equals the one that leaves most open."""
        seed = self.next_seed()
        world = question.world(seed)
        return world.describe(greedy_move(world, self.judge(question.game), Rng(seed)))


class Flat(Judging):
    """So many random playouts for each move, and the best mean lead wins."""

    name = "flat"
    accepts = (Setting("rollouts", 1, 100_000, default=10, about="random games after each move"),)

    def __init__(self, seed: int = 0, budget: Budget | None = None, rollouts: int = 10) -> None:
        super().__init__(seed, budget)
        self.rollouts = int(check("flat", self.accepts, {"rollouts": rollouts})["rollouts"])
        self.name = f"flat {self.rollouts}"

    def choose(self, question: Question) -> str:
        """Playouts from worlds that agree with the view, the same worlds for every move."""
        seed = self.next_seed()
        worlds = [question.world(seed + k) for k in range(self.rollouts)]
        if len(question.legal) == 1:
            return question.legal[0]
        return worlds[0].describe(flat_move(worlds, self.judge(question.game), Rng(seed)))
