"""Bots that search: `planner` (beam search over its own turn) and `search` (tree search over everybody's turns)."""

from __future__ import annotations

import time

from hordes.bots.baselines import EvaluatorBot
from hordes.bots.protocol import Budget, Question
from hordes.bots.settings import Setting, budget_settings, check_settings
from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import State
from hordes.search.beam import Beam
from hordes.search.rollout import best_rated
from hordes.search.tree import SearchTree

REPLAN_DIVISOR = 3
"""After chance has interrupted a plan, replanning the rest of the turn gets the budget divided by this."""
TURN_BUDGET_FACTOR = 4
"""A whole turn, however often it is replanned, uses at most this many budgets."""
UNLIMITED_SIMULATIONS = 1_000_000

TREE_SETTINGS = (
    Setting("width", 1, 64, default=6, about="unfinished turns that the beam keeps at the root"),
    Setting("branching", 1, 64, default=8, about="moves that each of them is continued with"),
    Setting("most_plans", 1, 256, default=12, about="plans that are weighed at the root"),
    Setting("inner_width", 1, 64, default=2, about="`width` below the root"),
    Setting("inner_branching", 1, 64, default=4, about="`branching` below the root"),
    Setting("inner_plans", 1, 256, default=4, about="`most_plans` below the root"),
    Setting("rollout_turns", 0, 1000, about="turns that a simulation plays on by move rating; default: the game's"),
    Setting(
        "prior_visits",
        0,
        1_000_000,
        about="simulations that a plan's value by the beam counts for; default: the game's",
    ),
    Setting(
        "exploration", 0, 1e9, whole=False, about="how readily plans that look worse are tried; default: the game's"
    ),
)
"""Settings of a `SearchTree`, each named after the attribute it sets."""


class PlanningBot(EvaluatorBot):
    """Base class of bots that plan a whole turn and follow the plan until chance or another seat interrupts it."""

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self.planned_moves: list[int] = []
        self.turn_id = -1
        self.spent_ms = 0.0
        """Milliseconds of thinking in this turn so far."""
        self.opponent_weight = 100

    def begin(self, seed: int) -> None:
        """Start a new game without a plan."""
        super().begin(seed)
        self.planned_moves, self.turn_id, self.spent_ms = [], -1, 0.0

    def evaluator(self, game: str) -> Evaluator:
        """The evaluator, with this bot's weight of opponents' points."""
        evaluator = super().evaluator(game)
        evaluator.opponent_weight = self.opponent_weight
        return evaluator

    def choose(self, question: Question) -> str:
        """A trivial move at once; otherwise the next move of the current plan, or of a new one."""
        world = question.world(self.next_seed())
        evaluator = self.evaluator(question.game)
        return world.describe(self.decide(question, world, evaluator))

    def decide(self, question: Question, world: State, evaluator: Evaluator) -> int:
        """The move as an integer."""
        turn_id = int(evaluator.turn_id(world))
        # the rest of the plan is valid until chance or another seat has changed what is legal
        if turn_id == self.turn_id and self.planned_moves and world.is_legal(self.planned_moves[0]):
            return self.planned_moves.pop(0)
        is_replan, self.turn_id = turn_id == self.turn_id, turn_id
        self.planned_moves = []
        self.spent_ms = self.spent_ms if is_replan else 0.0
        legal = world.legal()
        if len(legal) == 1:
            return legal[0]
        if evaluator.is_trivial(world):
            return int(best_rated(world, evaluator, Rng(self.seed), 0))
        moves = self.plan(question, world, evaluator, is_replan)
        self.planned_moves = moves[1:]
        return moves[0]

    def plan(self, question: Question, world: State, evaluator: Evaluator, is_replan: bool) -> list[int]:
        """Moves from here to the end of the turn, at least one."""
        raise NotImplementedError


class PlannerBot(PlanningBot):
    """Beam search over the bot's own turn; takes the plan with the best evaluation and looks no further."""

    name = "planner"
    width = 6
    branching = 8

    def plan(self, question: Question, world: State, evaluator: Evaluator, is_replan: bool) -> list[int]:
        """The best plan of the beam search."""
        beam = Beam(evaluator, Rng(self.next_seed()), self.width, self.branching)
        return list(beam.plan(world, 1)[0].moves)


class SearchBot(PlanningBot):
    """Monte Carlo tree search over whole turns: the beam proposes plans, simulations choose among them."""

    name = "search"
    accepts: tuple[Setting, ...] = (*budget_settings(None, 1000), *TREE_SETTINGS)
    settings: dict[str, float]

    def __init__(self, seed: int = 0, budget: Budget | None = None, **settings: float) -> None:
        super().__init__(seed, budget or Budget.default(self.accepts))
        self.settings = check_settings(type(self).name or "search", TREE_SETTINGS, settings)
        self.simulations_done = 0
        """Total number of simulations so far, for benchmarks."""

    def new_tree(self, evaluator: Evaluator) -> SearchTree:
        """A new search tree with this bot's settings."""
        tree = SearchTree(evaluator, self.next_seed())
        for name, value in self.settings.items():
            setattr(tree, name, value)
        return tree

    def plan(self, question: Question, world: State, evaluator: Evaluator, is_replan: bool) -> list[int]:
        """The plan with the most simulations."""
        tree = self.search(question, world, evaluator, is_replan)
        return list(tree.root.plans[tree.root.most_visited(tree.prior_visits)].moves)

    def search(self, question: Question, world: State, evaluator: Evaluator, is_replan: bool = False) -> SearchTree:
        """Search until the budget is used up or the choice is decided; returns the tree."""
        budget = self.budget or question.budget or Budget()
        begin = time.perf_counter()
        tree = self.new_tree(evaluator)
        tree.prepare(world)
        max_simulations = (budget.simulations or UNLIMITED_SIMULATIONS) // (REPLAN_DIVISOR if is_replan else 1)
        deadline = begin + self.time_limit_ms(budget, is_replan) / 1000.0
        if len(tree.root.plans) > 1:
            seed = self.next_seed()
            # every simulation gets another sampled world: determinised search over hidden information
            while (
                tree.simulations < max_simulations
                and time.perf_counter() < deadline
                and not is_decided(tree, max_simulations)
            ):
                tree.simulate(question.world(seed + int(tree.simulations)))
        self.simulations_done += int(tree.simulations)
        self.spent_ms += (time.perf_counter() - begin) * 1000.0
        return tree

    def time_limit_ms(self, budget: Budget, is_replan: bool) -> float:
        """Time limit for one search, in milliseconds. A replan gets at most half of what is left for the turn."""
        if not is_replan:
            return budget.milliseconds
        left = max(0.0, TURN_BUDGET_FACTOR * budget.milliseconds - self.spent_ms)
        return min(budget.milliseconds / REPLAN_DIVISOR, left / 2)


def is_decided(tree: SearchTree, max_simulations: int) -> bool:
    """Whether no plan can overtake the leader any more; checked every 16th simulation only."""
    # a power of two minus one: tested every 16th simulation
    if tree.simulations & 15 or max_simulations == UNLIMITED_SIMULATIONS:
        return False
    visits = sorted(tree.root.visit_counts)
    return visits[-1] - visits[-2] > max_simulations - tree.simulations
