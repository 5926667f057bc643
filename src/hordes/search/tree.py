"""Monte Carlo tree search over whole turns: information-set worlds, chance nodes, and max-n backups.

A decision node belongs to a seat at the beginning of its turn (or after a decisive chance outcome) and has a few plans
from the beam as its actions. A simulation takes a world consistent with what the searcher knows, follows plans down the
tree, samples chance, rolls out a few turns with best-rated moves, and evaluates the margin of every seat. Where a plan
ends with a die, its result selects the child: a chance node. A draw from a large pile does not split the tree: a plan
that has become illegal in such a world is finished with best-rated moves.
"""

from __future__ import annotations

import math
from typing import Final

from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.playout import random_move, resolve_chance
from hordes.engine.core.rng import Rng, mix
from hordes.engine.core.state import CHANCE, OVER, State
from hordes.engine.mypyc_compat import i64
from hordes.search.beam import Beam, TurnPlan
from hordes.search.rollout import best_rated, finish_turn, play_turns

ROLLOUT_NOISE: Final = 25
"""Percent by which a rating may be raised at random in a rollout, so that rollouts differ."""


class Node:
    """Decision node: a seat that chooses among plans for its turn."""

    def __init__(self, seat: i64) -> None:
        self.seat: i64 = seat
        self.visits: i64 = 0
        self.plans: list[TurnPlan] = []
        self.visit_counts: list[int] = []
        self.totals: list[float] = []
        self.children: dict[int, Node] = {}

    def expand(self, plans: list[TurnPlan], prior_visits: i64) -> None:
        """Set the actions of the node. The beam's value of each plan counts like `prior_visits` simulations."""
        self.plans = plans
        self.visit_counts = [0] * len(plans)
        self.totals = [float(plan.value * prior_visits) for plan in plans]

    def mean(self, k: i64, prior_visits: i64) -> float:
        """Mean value of a plan, the beam's prior included."""
        weight = self.visit_counts[k] + prior_visits
        return self.totals[k] / float(weight) if weight > 0 else 0.0

    def choose(self, exploration: float, prior_visits: i64) -> i64:
        """The plan to simulate next, by upper confidence bound (UCB1)."""
        best: i64 = 0
        best_bound = -1.0e18
        log = math.log(float(self.visits + 2))
        for k in range(len(self.plans)):
            bound = self.mean(k, prior_visits) + exploration * math.sqrt(log / float(self.visit_counts[k] + 1))
            if bound > best_bound:
                best, best_bound = k, bound
        return best

    def most_visited(self, prior_visits: i64) -> i64:
        """The plan with the most visits; ties go to the better mean."""
        best: i64 = 0
        for k in range(1, len(self.plans)):
            if self.visit_counts[k] > self.visit_counts[best] or (
                self.visit_counts[k] == self.visit_counts[best]
                and self.mean(k, prior_visits) > self.mean(best, prior_visits)
            ):
                best = k
        return best


class SearchTree:
    """One search, with a random generator of its own, never that of the match."""

    def __init__(self, evaluator: Evaluator, seed: i64) -> None:
        self.evaluator: Evaluator = evaluator
        self.seed: i64 = seed
        self.rng: Rng = Rng(seed)
        self.width: i64 = 6
        self.branching: i64 = 8
        self.most_plans: i64 = 12
        self.inner_width: i64 = 2
        self.inner_branching: i64 = 4
        self.inner_plans: i64 = 4
        self.expand_after: i64 = 8
        self.rollout_turns: i64 = evaluator.rollout_turns
        self.prior_visits: i64 = evaluator.prior_visits
        self.exploration: float = evaluator.exploration
        self.root: Node = Node(-1)
        self.simulations: i64 = 0
        self.base_margins: list[int] = []
        self.path: list[Node] = []
        self.chosen_plans: list[int] = []

    def prepare(self, state: State) -> None:
        """Plan for the root node, in one world."""
        self.root = Node(state.to_move)
        beam = Beam(self.evaluator, self.rng, self.width, self.branching)
        self.root.expand(
            self.relative_values(state, state.to_move, beam.plan(state, self.most_plans)), self.prior_visits
        )

    def ensure_root_move(self, state: State, move: i64) -> None:
        """Make sure that a move is among the root's plans."""
        for plan in self.root.plans:
            if plan.moves[0] == move:
                return
        beam = Beam(self.evaluator, self.rng, self.width, self.branching)
        plans = self.relative_values(state, state.to_move, beam.plan_after(state, move, 2))
        self.root.expand(self.root.plans + plans, self.prior_visits)

    def relative_values(self, state: State, seat: i64, plans: list[TurnPlan]) -> list[TurnPlan]:
        """Make plan values relative to the current score margin, so that hidden points cancel out."""
        lead = self.score_margin(state, seat)
        for plan in plans:
            plan.value -= lead
        return plans

    def score_margin(self, state: State, seat: i64) -> i64:
        """A seat's current score margin, as the evaluator compares scores."""
        return self.evaluator.score_margin(state, seat)

    def simulate(self, world: State) -> None:
        """Run one simulation. The world is modified."""
        self.path = []
        self.chosen_plans = []
        self.base_margins = [int(self.score_margin(world, seat)) for seat in range(world.seats())]
        node = self.root
        while True:
            k = node.choose(self.exploration, self.prior_visits)
            if node is self.root:  # common random numbers: the n-th simulation of every root plan has the same chance
                self.rng.seed = mix(self.seed + node.visit_counts[k] + 1)
            self.path.append(node)
            self.chosen_plans.append(k)
            outcome = self.follow_plan(world, node.plans[k].moves)
            if world.to_move == OVER:
                break
            key = k * 4096 + outcome  # one child per plan and outcome; an outcome's key is below 4096
            child = node.children.get(key)
            if child is None:
                child = Node(world.to_move)
                node.children[key] = child
            node = child
            node.visits += 1
            if len(node.plans) == 0:
                if node.visits < self.expand_after or world.to_move < 0:
                    break
                self.expand_node(node, world)
        play_turns(world, self.evaluator, self.rng, ROLLOUT_NOISE, self.rollout_turns)
        self.backpropagate(world)
        self.simulations += 1

    def expand_node(self, node: Node, world: State) -> None:
        """Plan for an inner node, in the world that reached it."""
        node.seat = world.to_move
        beam = Beam(self.evaluator, self.rng, self.inner_width, self.inner_branching)
        lead = self.base_margins[node.seat]
        plans = beam.plan(world, self.inner_plans)
        for plan in plans:
            plan.value -= lead
        node.expand(plans, self.prior_visits)

    def follow_plan(self, world: State, moves: list[int]) -> i64:
        """Play a plan to the end of the turn or to a decisive chance outcome; returns the key of that outcome, or 0.

        Other seats that decide meanwhile (to defend, to retreat) play best-rated moves, as the beam assumed, and the
        plan continues.
        """
        turn = self.evaluator.turn_id(world)
        seat = world.to_move
        at: i64 = 0
        while world.to_move != OVER and self.evaluator.turn_id(world) == turn:
            if world.to_move == CHANCE:
                # a decisive outcome ends the plan; one before its last move belongs to another seat's decision
                decisive = self.evaluator.is_decisive_chance(world) and at >= len(moves)
                move = random_move(world, self.rng)
                world.apply(move)
                if decisive:
                    return self.play_after_chance(world, turn, move)
            elif world.to_move == seat and at < len(moves) and world.is_legal(moves[at]):
                world.apply(moves[at])
                at += 1
            elif world.to_move != seat:
                world.apply(best_rated(world, self.evaluator, self.rng, 0))
            else:
                finish_turn(world, self.evaluator, self.rng, 0)
        resolve_chance(world, self.rng)
        return 0

    def play_after_chance(self, world: State, turn: i64, move: i64) -> i64:
        """Continue after a decisive chance outcome up to the turn's next real decision; returns the outcome's key."""
        seat: i64 = -1
        while world.to_move != OVER and self.evaluator.turn_id(world) == turn:
            if world.to_move == CHANCE or self.evaluator.is_trivial(world):
                finish_turn(world, self.evaluator, self.rng, 0)
            else:
                seat = world.to_move
                break
        if seat < 0:
            resolve_chance(world, self.rng)
        return 1 + move % 64

    def backpropagate(self, world: State) -> None:
        """Add the margin that each node's seat reached to the plans chosen on the path."""
        for depth in range(len(self.path)):
            node, k = self.path[depth], self.chosen_plans[depth]
            node.visit_counts[k] += 1
            if node is self.root:  # inner nodes were counted on the way down
                node.visits += 1
            node.totals[k] += float(self.evaluator.margin(world, node.seat) - self.base_margins[node.seat])
