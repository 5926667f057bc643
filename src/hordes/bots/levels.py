"""The four difficulty levels for human players: bots with fixed budgets and playing styles.

`easy` uses a narrow beam, gives opponents' points little weight and picks any plan that is nearly the best. `normal`
plans its whole turn well but hardly looks at opponents. `hard` runs a tree search over everybody's next turn. `expert`
is the same search with a larger budget. Both searches stop at a fixed number of simulations, which the compiled engine
reaches long before the time limit: more would hardly change a move, and games stay reproducible.
"""

from __future__ import annotations

from hordes.bots.protocol import Budget, Question
from hordes.bots.search_bots import PlannerBot, SearchBot
from hordes.bots.settings import budget_settings
from hordes.engine.core.bits import COMPILED
from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import State
from hordes.search.beam import Beam


class EasyBot(PlannerBot):
    """Narrow beam, low weight of opponents' points; plays any plan within `tolerance` of the best.

    Plain Python gets an even narrower beam, because its time budget is a tenth of a second.
    """

    name = "easy"
    width = 2 if COMPILED else 1
    branching = 3 if COMPILED else 2
    tolerance = 3500
    """How much worse than the best plan an acceptable plan may be, in thousandths of a coin."""

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget or Budget(90.0))
        self.opponent_weight = 20

    def plan(self, question: Question, world: State, evaluator: Evaluator, is_replan: bool) -> list[int]:
        """A random plan among those within `tolerance` of the best."""
        rng = Rng(self.next_seed())
        plans = Beam(evaluator, rng, self.width, self.branching).plan(world, 6)
        good = [plan for plan in plans if plan.value >= plans[0].value - self.tolerance]
        return list(good[rng.below(len(good))].moves)


class NormalBot(PlannerBot):
    """Plans its whole turn with a beam search; opponents' points count 60 percent."""

    name = "normal"
    width = 4
    branching = 6

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget or Budget(450.0))
        self.opponent_weight = 60


class HardBot(SearchBot):
    """Tree search with a small budget: weighs plans by what everybody would do next."""

    name = "hard"
    accepts = budget_settings(800, 700)

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)


class ExpertBot(SearchBot):
    """Tree search with a large budget and a wider beam."""

    name = "expert"
    accepts = budget_settings(4000, 2200)

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget, most_plans=16, width=8, branching=10)
