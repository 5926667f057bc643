"""Monte Carlo tree search over whole turns: information-set worlds, chance nodes, and every seat for itself (max-n).

A decision node belongs to a seat at the beginning of its turn (or where chance has just decided about it) and has a
few plans from the beam as its actions. A simulation takes a world that agrees with what the searcher knows, follows
plans down the tree, lets chance fall as it may, plays on by instinct for a few turns, and asks the judge for every
seat's lead. Where a plan ends with a die, its result chooses the child: a chance node. A draw from a large pile does
not split the tree: a plan that has become illegal in such a world is finished by instinct.
"""

from __future__ import annotations

import math
from typing import Final

from hordes.engine.judge import Judge
from hordes.engine.native import i64
from hordes.engine.rng import Rng, mix
from hordes.engine.state import CHANCE, OVER, State
from hordes.search.beam import Beam, Plan
from hordes.search.quick import best_rated, finish_turn, play_turns

WHIM: Final = 25
"""Per cent by which an instinctive rating may be off in a playout, so that playouts differ."""


class Node:
    """A seat at the point where it makes a plan."""

    def __init__(self, seat: i64) -> None:
        self.seat: i64 = seat
        self.visits: i64 = 0
        self.plans: list[Plan] = []
        self.tried: list[int] = []
        self.totals: list[float] = []
        self.children: dict[int, Node] = {}

    def expand(self, plans: list[Plan], trust: i64) -> None:
        """Take plans as actions. The beam's value of each counts like `trust` simulations."""
        self.plans = plans
        self.tried = [0] * len(plans)
        self.totals = [float(plan.value * trust) for plan in plans]

    def mean(self, k: i64, trust: i64) -> float:
        """What a plan has brought on average, the beam's opinion included."""
        weight = self.tried[k] + trust
        return self.totals[k] / float(weight) if weight > 0 else 0.0

    def choose(self, curiosity: float, trust: i64) -> i64:
        """The plan to try next: good so far, or not tried enough to know."""
        best: i64 = 0
        best_bound = -1.0e18
        log = math.log(float(self.visits + 2))
        for k in range(len(self.plans)):
            bound = self.mean(k, trust) + curiosity * math.sqrt(log / float(self.tried[k] + 1))
            if bound > best_bound:
                best, best_bound = k, bound
        return best

    def favourite(self, trust: i64) -> i64:
        """The plan that was tried most; of equals, the better."""
        best: i64 = 0
        for k in range(1, len(self.plans)):
            if self.tried[k] > self.tried[best] or (
                self.tried[k] == self.tried[best] and self.mean(k, trust) > self.mean(best, trust)
            ):
                best = k
        return best


class Tree:
    """One search. It owns its generator and never sees the table's."""

    def __init__(self, judge: Judge, seed: i64) -> None:
        self.judge: Judge = judge
        self.seed: i64 = seed
        self.rng: Rng = Rng(seed)
        self.width: i64 = 6
        self.branching: i64 = 8
        self.most_plans: i64 = 12
        self.inner_width: i64 = 2
        self.inner_branching: i64 = 4
        self.inner_plans: i64 = 4
        self.patience: i64 = 8
        self.ahead: i64 = judge.foresight
        self.trust: i64 = judge.trust
        self.curiosity: float = judge.curiosity
        self.root: Node = Node(-1)
        self.done: i64 = 0
        self.base: list[int] = []
        self.path: list[Node] = []
        self.taken: list[int] = []

    def prepare(self, state: State) -> None:
        """Plans for the root, from a world."""
        self.root = Node(state.to_move)
        beam = Beam(self.judge, self.rng, self.width, self.branching)
        self.root.expand(self.rebased(state, state.to_move, beam.plan(state, self.most_plans)), self.trust)

    def consider(self, state: State, move: i64) -> None:
        """Make sure that a move is among those weighed at the root."""
        for plan in self.root.plans:
            if plan.moves[0] == move:
                return
        beam = Beam(self.judge, self.rng, self.width, self.branching)
        more = self.rebased(state, state.to_move, beam.plan_after(state, move, 2))
        self.root.expand(self.root.plans + more, self.trust)

    def rebased(self, state: State, seat: i64, plans: list[Plan]) -> list[Plan]:
        """Values count from the points on the table: what nobody can know of them drops out."""
        lead = self.standing(state, seat)
        for plan in plans:
            plan.value -= lead
        return plans

    def standing(self, state: State, seat: i64) -> i64:
        """A seat's lead in points on the table, the judge's way of comparing."""
        return self.judge.standing(state, seat)

    def simulate(self, world: State) -> None:
        """One simulation. The world is used up."""
        self.path = []
        self.taken = []
        self.base = [int(self.standing(world, seat)) for seat in range(world.seats())]
        node = self.root
        while True:
            k = node.choose(self.curiosity, self.trust)
            if node is self.root:
                self.rng.seed = mix(self.seed + node.tried[k] + 1)
            self.path.append(node)
            self.taken.append(k)
            outcome = self.follow(world, node.plans[k].moves)
            if world.to_move == OVER:
                break
            key = k * 4096 + outcome
            child = node.children.get(key)
            if child is None:
                child = Node(world.to_move)
                node.children[key] = child
            node = child
            node.visits += 1
            if len(node.plans) == 0:
                if node.visits < self.patience or world.to_move < 0:
                    break
                self.grow(node, world)
        play_turns(world, self.judge, self.rng, WHIM, self.ahead)
        self.learn(world)
        self.done += 1

    def grow(self, node: Node, world: State) -> None:
        """Plans for an inner node, from the world that got there."""
        node.seat = world.to_move
        beam = Beam(self.judge, self.rng, self.inner_width, self.inner_branching)
        lead = self.base[node.seat]
        plans = beam.plan(world, self.inner_plans)
        for plan in plans:
            plan.value -= lead
        node.expand(plans, self.trust)

    def follow(self, world: State, moves: list[int]) -> i64:
        """Play a plan to the end of the turn, or until chance has decided about it; answers with that result.

        Whoever else is asked meanwhile (to defend, to retreat) answers by instinct, as the beam assumed, and the plan
        goes on.
        """
        stage = self.judge.stage(world)
        seat = world.to_move
        at: i64 = 0
        while world.to_move != OVER and self.judge.stage(world) == stage:
            if world.to_move == CHANCE:
                decisive = self.judge.decisive(world) and at >= len(moves)
                move = world.nth_legal(self.rng.below(world.find_legal()))
                world.apply(move)
                if decisive:
                    return self.after_die(world, stage, move)
            elif world.to_move == seat and at < len(moves) and world.is_legal(moves[at]):
                world.apply(moves[at])
                at += 1
            elif world.to_move != seat:
                world.apply(best_rated(world, self.judge, self.rng, 0))
            else:
                finish_turn(world, self.judge, self.rng, 0)
        self.settle(world)
        return 0

    def after_die(self, world: State, stage: i64, move: i64) -> i64:
        """Chance has spoken: the same seat may have to think again; what is routine is done at once."""
        seat: i64 = -1
        while world.to_move != OVER and self.judge.stage(world) == stage:
            if world.to_move == CHANCE or self.judge.routine(world):
                finish_turn(world, self.judge, self.rng, 0)
            else:
                seat = world.to_move
                break
        if seat < 0:
            self.settle(world)
        return 1 + move % 64

    def settle(self, world: State) -> None:
        """Chance's draws between the turns."""
        while world.to_move == CHANCE:
            world.apply(world.nth_legal(self.rng.below(world.find_legal())))

    def learn(self, world: State) -> None:
        """Tell every node on the way what its seat got."""
        for depth in range(len(self.path)):
            node, k = self.path[depth], self.taken[depth]
            node.tried[k] += 1
            if node is self.root:
                node.visits += 1
            node.totals[k] += float(self.judge.margin(world, node.seat) - self.base[node.seat])
