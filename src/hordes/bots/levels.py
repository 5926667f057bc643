"""Four opponents for people: each has a budget, and a character instead of random blunders.

`easy` is a farmer who likes peace, plans small and takes what is nearly as good when he fancies it. `normal` is a
trader: a whole turn planned well, with an eye on his own coins only. `hard` is a general who thinks through
everybody's next turn. `expert` is the same general with more patience. Both stop early when the count of their
simulations is reached, which a compiled engine does long before the time is up: more would hardly change a move, and
games can be repeated.
"""

from __future__ import annotations

from hordes.bots.protocol import Budget, Question
from hordes.bots.settings import budget_settings
from hordes.bots.thinkers import Planner, Search
from hordes.engine.bits import COMPILED
from hordes.engine.judge import Judge
from hordes.engine.rng import Rng
from hordes.engine.state import State
from hordes.search.beam import Beam


class Easy(Planner):
    """The farmer: few plans, little malice, and a taste for variety: nearly the best plan will do.

    Plain Python has time for fewer plans still: a tenth of a second is not much there.
    """

    name = "easy"
    width = 2 if COMPILED else 1
    branching = 3 if COMPILED else 2
    whim = 3500
    """What he gives for variety at most, in thousandths of a coin."""

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget or Budget(90.0))
        self.malice = 20

    def plan(self, question: Question, world: State, judge: Judge, again: bool) -> list[int]:
        """One of the plans that are good enough."""
        rng = Rng(self.next_seed())
        plans = Beam(judge, rng, self.width, self.branching).plan(world, 6)
        good = [plan for plan in plans if plan.value >= plans[0].value - self.whim]
        return list(good[rng.below(len(good))].moves)


class Normal(Planner):
    """The trader: plans his whole turn well, and minds his own business."""

    name = "normal"
    width = 4
    branching = 6

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget or Budget(450.0))
        self.malice = 60


class Hard(Search):
    """The general: weighs plans by what everybody would do next."""

    name = "hard"
    accepts = budget_settings(800, 700)

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)


class Expert(Search):
    """The general with patience."""

    name = "expert"
    accepts = budget_settings(4000, 2200)

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget, most_plans=16, width=8, branching=10)
