"""Beam search over the moves of one turn: complete plans for the turn, best first."""

from __future__ import annotations

from typing import Final

from hordes.engine.core.bits import lowest
from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.playout import random_move
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, TARGETS, State
from hordes.engine.mypyc_compat import i64
from hordes.search.rollout import best_rated, finish_turn

MAX_DEPTH: Final = 64
"""Moves of a turn that are searched at most."""
MAX_CHANCE_SAMPLES: Final = 6
"""Chance outcomes that are averaged at most: all faces of a die, some cards of a pile."""


class TurnPlan:
    """Moves for the rest of a turn and their expected margin.

    A plan ends at a decisive chance node: what comes after it is planned when the outcome is known. `first_move` is the
    move of the root that the plan descends from, -1 if unknown.
    """

    def __init__(self, moves: list[int], value: i64, first_move: i64) -> None:
        self.moves: list[int] = moves
        self.value: i64 = value
        self.first_move: i64 = first_move


class Branch:
    """A partial turn within the beam; `priority` orders it among the others."""

    def __init__(self, state: State, moves: list[int], priority: i64, first_move: i64) -> None:
        self.state: State = state
        self.moves: list[int] = moves
        self.priority: i64 = priority
        self.first_move: i64 = first_move


class Beam:
    """Beam search for the best plans of a turn; `width` branches per level, `branching` moves per branch."""

    def __init__(self, evaluator: Evaluator, rng: Rng, width: i64, branching: i64) -> None:
        self.evaluator: Evaluator = evaluator
        self.rng: Rng = rng
        self.width: i64 = width
        self.branching: i64 = branching
        self.turn_id: i64 = 0
        self.seat: i64 = 0
        self.positions_seen: i64 = 0
        self.plans: list[TurnPlan] = []
        self.seen_keys: set[int] = set()

    def start(self, state: State) -> Branch:
        """Reset the search and return its root branch. The state is not modified."""
        self.turn_id = self.evaluator.turn_id(state)
        self.seat = state.to_move
        self.plans = []
        self.seen_keys = set()
        self.positions_seen = 0
        root = Branch(state.clone(), [], 0, -1)
        root.state.sink = None
        return root

    def plan_after(self, state: State, move: i64, most: i64) -> list[TurnPlan]:
        """Up to `most` plans that begin with a given move."""
        root = self.start(state)
        successors = self.grow(root, move, -1)
        self.search(successors, self.width)
        if len(self.plans) == 0:
            self.add_plan([move], self.evaluator.mid_turn_value(state, self.seat), -1)
        return self.best_plans(most)

    def plan(self, state: State, most: i64) -> list[TurnPlan]:
        """Up to `most` different plans for the seat to move, the best first."""
        root = self.start(state)
        if self.evaluator.branches_fully(state):  # a beam of its own for every first move
            for branch in self.expand(root, 1000, -1):
                self.search([branch], self.width // 2 + 1)
        else:
            self.search([root], self.width)
        self.add_rated_plan(state)
        return self.best_plans(most)

    def add_rated_plan(self, state: State) -> None:
        """Add the plan that always takes the best-rated move, so that it is among the candidates."""
        child = state.clone()
        child.sink = None
        moves: list[int] = [best_rated(child, self.evaluator, self.rng, 0)]
        child.apply(moves[0])
        while self.play_trivial(child, moves, moves[0]):
            move = best_rated(child, self.evaluator, self.rng, 0)
            moves.append(move)
            child.apply(move)

    def search(self, frontier: list[Branch], width: i64) -> None:
        """Search level by level until every branch has ended."""
        depth: i64 = 0
        while len(frontier) > 0 and depth < MAX_DEPTH:
            successors: list[Branch] = []
            for branch in frontier:
                successors += self.expand(branch, self.branching, branch.first_move)
            frontier = best_branches(successors, width)
            depth += 1

    def expand(self, branch: Branch, branching: i64, first_move: i64) -> list[Branch]:
        """The successors of a branch; those whose turn is over become plans instead."""
        successors: list[Branch] = []
        for move in self.top_rated(branch.state, branching):
            successors += self.grow(branch, move, first_move)
        return successors

    def grow(self, branch: Branch, move: i64, first_move: i64) -> list[Branch]:
        """The successor of a branch after one move: empty where the turn is over or the state was seen before."""
        child = branch.state.clone()
        moves = branch.moves.copy()
        moves.append(move)
        child.apply(move)
        self.positions_seen += 1
        origin: i64 = move if first_move < 0 else first_move
        if not self.play_trivial(child, moves, origin):
            return []
        key = self.evaluator.dedup_key(child)
        if key in self.seen_keys:
            return []
        self.seen_keys.add(key)
        return [Branch(child, moves, self.evaluator.mid_turn_value(child, self.seat), origin)]

    def top_rated(self, state: State, branching: i64) -> list[int]:
        """The best-rated moves of the current decision."""
        state.find_legal()
        self.evaluator.prepare_ratings(state)
        rated: list[tuple[int, int]] = []
        at: i64 = 0
        while at < state.menu_end:
            base = state.menu[at] * TARGETS
            rest = state.menu[at + 1]
            while rest != 0:
                move = base + lowest(rest)
                rest &= rest - 1
                rated.append((-self.evaluator.rate(state, move), move))
            at += 2
        rated.sort()
        return [move for _, move in rated[:branching]]

    def play_trivial(self, state: State, moves: list[int], first_move: i64) -> bool:
        """Play what needs no search; True at the next real decision, False when the turn is over (adds a plan)."""
        while True:
            if state.to_move == OVER or self.evaluator.turn_id(state) != self.turn_id:
                self.add_plan(moves, self.evaluator.margin(state, self.seat), first_move)
                return False
            if state.to_move == CHANCE:
                if self.evaluator.is_decisive_chance(state):
                    self.add_plan(moves, self.chance_mean(state), first_move)
                    return False
                state.apply(random_move(state, self.rng))
            elif state.to_move == self.seat and not self.evaluator.is_trivial(state):
                return True
            else:
                move = best_rated(state, self.evaluator, self.rng, 0)
                if state.to_move == self.seat:
                    moves.append(move)
                state.apply(move)

    def chance_mean(self, state: State) -> i64:
        """Mean margin over all chance outcomes, or an even sample of them, each rolled out to the end of the turn."""
        total: i64 = 0
        outcomes = state.find_legal()
        samples: i64 = outcomes if outcomes <= MAX_CHANCE_SAMPLES else MAX_CHANCE_SAMPLES
        for k in range(samples):
            child = state.clone()
            child.find_legal()
            child.apply(child.nth_legal(k * outcomes // samples))
            finish_turn(child, self.evaluator, self.rng, 0)
            total += self.evaluator.margin(child, self.seat)
        return total // samples

    def add_plan(self, moves: list[int], value: i64, first_move: i64) -> None:
        """Store a complete plan."""
        self.plans.append(TurnPlan(moves, value, first_move))

    def best_plans(self, most: i64) -> list[TurnPlan]:
        """The best plans, no two of equal value (these lead to the same state).

        The best plan of each first move comes first, up to half of `most`; the others fill up by value.
        """
        # sorting (negated value, index) pairs keeps ties in order of discovery, on every machine
        order = [(-int(plan.value), k) for k, plan in enumerate(self.plans)]
        order.sort()
        chosen: list[tuple[int, int]] = []
        first_moves: set[int] = set()
        values: set[int] = set()
        for rank, k in order:
            if self.plans[k].first_move not in first_moves and len(chosen) < (most + 1) // 2:
                first_moves.add(self.plans[k].first_move)
                values.add(rank)
                chosen.append((rank, k))
        for rank, k in order:
            if rank not in values and len(chosen) < most:
                values.add(rank)
                chosen.append((rank, k))
        chosen.sort()
        return [self.plans[k] for _, k in chosen]


def best_branches(branches: list[Branch], width: i64) -> list[Branch]:
    """The branches with the highest priority."""
    if len(branches) <= width:
        return branches
    order = [(-int(branch.priority), k) for k, branch in enumerate(branches)]
    order.sort()
    return [branches[k] for _, k in order[:width]]
