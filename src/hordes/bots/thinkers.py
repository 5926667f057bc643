"""The bots that think ahead: `planner` over its own turn, `search` over everybody's."""

from __future__ import annotations

import time

from hordes.bots.plain import Judging
from hordes.bots.protocol import Budget, Question
from hordes.bots.settings import Setting, budget_settings, check
from hordes.engine.judge import Judge
from hordes.engine.rng import Rng
from hordes.engine.state import State
from hordes.search.beam import Beam
from hordes.search.quick import best_rated
from hordes.search.tree import Tree

AFTERTHOUGHT = 3
"""Once chance has changed a plan, what is left of the turn gets so much less thought."""
WHOLE_TURN = 4
"""A whole turn, whatever happens in it, takes at most so many times the budget."""
UNCOUNTED = 1_000_000

TREE = (
    Setting("width", 1, 64, default=6, about="unfinished turns that the beam keeps at the root"),
    Setting("branching", 1, 64, default=8, about="moves that each of them is continued with"),
    Setting("most_plans", 1, 256, default=12, about="plans that are weighed at the root"),
    Setting("inner_width", 1, 64, default=2, about="`width` below the root"),
    Setting("inner_branching", 1, 64, default=4, about="`branching` below the root"),
    Setting("inner_plans", 1, 256, default=4, about="`most_plans` below the root"),
    Setting("ahead", 0, 1000, about="turns that a simulation plays on by instinct; default: the game's"),
    Setting("trust", 0, 1_000_000, about="simulations that the beam's value of a plan counts for; default: the game's"),
    Setting("curiosity", 0, 1e9, whole=False, about="how readily plans that look worse are tried; default: the game's"),
)
"""What can be set of a `Tree`, under the tree's own names."""


class Thinker(Judging):
    """A bot that makes a plan for its turn and follows it until chance or somebody else gets in the way."""

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self.planned: list[int] = []
        self.stage = -1
        self.spent = 0.0
        """Milliseconds thought about this turn so far."""
        self.malice = 100

    def begin(self, seed: int) -> None:
        """A new game: no plan."""
        super().begin(seed)
        self.planned, self.stage, self.spent = [], -1, 0.0

    def judge(self, game: str) -> Judge:
        """The judge, with this bot's own view of its opponents."""
        judge = super().judge(game)
        judge.malice = self.malice
        return judge

    def choose(self, question: Question) -> str:
        """What needs no thought at once; otherwise the next move of the plan, or a new plan."""
        world = question.world(self.next_seed())
        judge = self.judge(question.game)
        return world.describe(self.decide(question, world, judge))

    def decide(self, question: Question, world: State, judge: Judge) -> int:
        """The move as a number."""
        stage = int(judge.stage(world))
        if stage == self.stage and self.planned and world.is_legal(self.planned[0]):
            return self.planned.pop(0)
        again, self.stage = stage == self.stage, stage
        self.planned = []
        self.spent = self.spent if again else 0.0
        legal = world.legal()
        if len(legal) == 1:
            return legal[0]
        if judge.routine(world):
            return int(best_rated(world, judge, Rng(self.seed), 0))
        moves = self.plan(question, world, judge, again)
        self.planned = moves[1:]
        return moves[0]

    def plan(self, question: Question, world: State, judge: Judge, again: bool) -> list[int]:
        """Moves from here on, at least one."""
        raise NotImplementedError


class Planner(Thinker):
    """Plans its whole turn with a beam and takes the plan that the judge likes best. It looks no further."""

    name = "planner"
    width = 6
    branching = 8

    def plan(self, question: Question, world: State, judge: Judge, again: bool) -> list[int]:
        """The best plan of the beam."""
        beam = Beam(judge, Rng(self.next_seed()), self.width, self.branching)
        return list(beam.plan(world, 1)[0].moves)


class Search(Thinker):
    """Weighs the beam's plans by simulations in which everybody plans: Monte Carlo tree search over turns."""

    name = "search"
    accepts: tuple[Setting, ...] = (*budget_settings(None, 1000), *TREE)
    settings: dict[str, float]

    def __init__(self, seed: int = 0, budget: Budget | None = None, **settings: float) -> None:
        super().__init__(seed, budget or Budget.default(self.accepts))
        self.settings = check(type(self).name or "search", TREE, settings)
        self.simulated = 0
        """Simulations of all searches so far, for whoever measures."""

    def tree(self, judge: Judge) -> Tree:
        """A new tree with this bot's settings."""
        tree = Tree(judge, self.next_seed())
        for name, value in self.settings.items():
            setattr(tree, name, value)
        return tree

    def plan(self, question: Question, world: State, judge: Judge, again: bool) -> list[int]:
        """The plan that most simulations chose."""
        tree = self.search(question, world, judge, again)
        return list(tree.root.plans[tree.root.favourite(tree.trust)].moves)

    def search(self, question: Question, world: State, judge: Judge, again: bool = False) -> Tree:
        """A tree after as many simulations as the budget allows."""
        budget = self.budget or question.budget or Budget()
        begin = time.perf_counter()
        tree = self.tree(judge)
        tree.prepare(world)
        most = (budget.simulations or UNCOUNTED) // (AFTERTHOUGHT if again else 1)
        deadline = begin + self.patience(budget, again) / 1000.0
        if len(tree.root.plans) > 1:
            seed = self.next_seed()
            while tree.done < most and time.perf_counter() < deadline and not settled(tree, most):
                tree.simulate(question.world(seed + int(tree.done)))
        self.simulated += int(tree.done)
        self.spent += (time.perf_counter() - begin) * 1000.0
        return tree

    def patience(self, budget: Budget, again: bool) -> float:
        """Milliseconds for a plan. After the first of a turn never more than half of what is left for the turn."""
        if not again:
            return budget.milliseconds
        left = max(0.0, WHOLE_TURN * budget.milliseconds - self.spent)
        return min(budget.milliseconds / AFTERTHOUGHT, left / 2)


def settled(tree: Tree, most: int) -> bool:
    """Can no plan overtake the favourite any more? Asked now and then, for it takes a moment."""
    if tree.done & 15 or most == UNCOUNTED:
        return False
    tried = sorted(tree.root.tried)
    return tried[-1] - tried[-2] > most - tree.done
