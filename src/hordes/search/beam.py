"""Plans for a whole turn: a beam over one's own moves, best first, until the turn is over."""

from __future__ import annotations

from typing import Final

from hordes.engine.bits import lowest
from hordes.engine.judge import Judge
from hordes.engine.native import i64
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE, OVER, TARGETS, State
from hordes.search.quick import best_rated, finish_turn

DEEPEST: Final = 64
"""Moves of a turn that are planned at most."""
MOST_PICKS: Final = 6
"""Answers of chance that are weighed at most: all faces of a die, some cards of a pile."""


class Plan:
    """Moves for the rest of a turn, and what they are expected to lead to.

    The moves stop where chance decides about the turn: what comes then is thought about when it is known.
    """

    def __init__(self, moves: list[int], value: i64, fork: i64) -> None:
        self.moves: list[int] = moves
        self.value: i64 = value
        self.fork: i64 = fork


class Branch:
    """A turn in progress within the beam."""

    def __init__(self, state: State, moves: list[int], promise: i64, fork: i64) -> None:
        self.state: State = state
        self.moves: list[int] = moves
        self.promise: i64 = promise
        self.fork: i64 = fork


class Beam:
    """Looks for the best ways to play out a turn."""

    def __init__(self, judge: Judge, rng: Rng, width: i64, branching: i64) -> None:
        self.judge: Judge = judge
        self.rng: Rng = rng
        self.width: i64 = width
        self.branching: i64 = branching
        self.stage: i64 = 0
        self.seat: i64 = 0
        self.looked: i64 = 0
        self.plans: list[Plan] = []
        self.known: set[int] = set()

    def root(self, state: State) -> Branch:
        """A new search begins here. The state is not touched."""
        self.stage = self.judge.stage(state)
        self.seat = state.to_move
        self.plans = []
        self.known = set()
        self.looked = 0
        root = Branch(state.clone(), [], 0, -1)
        root.state.sink = None
        return root

    def plan_after(self, state: State, move: i64, most: i64) -> list[Plan]:
        """Up to `most` plans that begin with a certain move."""
        root = self.root(state)
        grown = self.grown(root, move, -1)
        self.run(grown, self.width)
        if len(self.plans) == 0:
            self.add([move], self.judge.promise(state, self.seat), -1)
        return self.best(most)

    def plan(self, state: State, most: i64) -> list[Plan]:
        """Up to `most` different plans for the seat to move, the best first."""
        root = self.root(state)
        if self.judge.forks(state):
            for fork in self.expand(root, 1000, -1):
                self.run([fork], self.width // 2 + 1)
        else:
            self.run([root], self.width)
        self.by_instinct(state)
        return self.best(most)

    def by_instinct(self, state: State) -> None:
        """The turn as instinct would play it is always among the plans."""
        child = state.clone()
        child.sink = None
        moves: list[int] = [best_rated(child, self.judge, self.rng, 0)]
        child.apply(moves[0])
        while self.run_on(child, moves, moves[0]):
            move = best_rated(child, self.judge, self.rng, 0)
            moves.append(move)
            child.apply(move)

    def run(self, frontier: list[Branch], width: i64) -> None:
        """Level by level until every branch has ended."""
        depth: i64 = 0
        while len(frontier) > 0 and depth < DEEPEST:
            found: list[Branch] = []
            for branch in frontier:
                found += self.expand(branch, self.branching, branch.fork)
            frontier = top(found, width)
            depth += 1

    def expand(self, branch: Branch, branching: i64, fork: i64) -> list[Branch]:
        """The branches that grow from one; those whose turn is over become plans."""
        grown: list[Branch] = []
        for move in self.promising(branch.state, branching):
            grown += self.grown(branch, move, fork)
        return grown

    def grown(self, branch: Branch, move: i64, fork: i64) -> list[Branch]:
        """What one move leads to: a branch, or nothing where the turn is over or the place is known."""
        child = branch.state.clone()
        moves = branch.moves.copy()
        moves.append(move)
        child.apply(move)
        self.looked += 1
        origin: i64 = move if fork < 0 else fork
        if not self.run_on(child, moves, origin):
            return []
        key = self.judge.key(child)
        if key in self.known:
            return []
        self.known.add(key)
        return [Branch(child, moves, self.judge.promise(child, self.seat), origin)]

    def promising(self, state: State, branching: i64) -> list[int]:
        """The best-rated moves."""
        state.find_legal()
        self.judge.survey(state)
        rated: list[tuple[int, int]] = []
        at: i64 = 0
        while at < state.menu_end:
            base = state.menu[at] * TARGETS
            rest = state.menu[at + 1]
            while rest != 0:
                move = base + lowest(rest)
                rest &= rest - 1
                rated.append((-self.judge.rate(state, move), move))
            at += 2
        rated.sort()
        return [move for _, move in rated[:branching]]

    def run_on(self, state: State, moves: list[int], fork: i64) -> bool:
        """Answer what needs no thought; True when the seat has to think, False when a plan is complete."""
        while True:
            if state.to_move == OVER or self.judge.stage(state) != self.stage:
                self.add(moves, self.judge.margin(state, self.seat), fork)
                return False
            if state.to_move == CHANCE:
                if self.judge.decisive(state):
                    self.add(moves, self.weighed(state), fork)
                    return False
                state.apply(state.nth_legal(self.rng.below(state.find_legal())))
            elif state.to_move == self.seat and not self.judge.routine(state):
                return True
            else:
                move = best_rated(state, self.judge, self.rng, 0)
                if state.to_move == self.seat:
                    moves.append(move)
                state.apply(move)

    def weighed(self, state: State) -> i64:
        """The mean over all picks of chance, or over some that are spread evenly, each played out by instinct."""
        total: i64 = 0
        picks = state.find_legal()
        looked: i64 = picks if picks <= MOST_PICKS else MOST_PICKS
        for k in range(looked):
            child = state.clone()
            child.find_legal()
            child.apply(child.nth_legal(k * picks // looked))
            finish_turn(child, self.judge, self.rng, 0)
            total += self.judge.margin(child, self.seat)
        return total // looked

    def add(self, moves: list[int], value: i64, fork: i64) -> None:
        """Keep a complete plan."""
        self.plans.append(Plan(moves, value, fork))

    def best(self, most: i64) -> list[Plan]:
        """The best plans, no two of equal value (they lead to the same); the best of forks have the first claim."""
        order = [(-int(plan.value), k) for k, plan in enumerate(self.plans)]
        order.sort()
        chosen: list[tuple[int, int]] = []
        forks: set[int] = set()
        values: set[int] = set()
        for rank, k in order:
            if self.plans[k].fork not in forks and len(chosen) < (most + 1) // 2:
                forks.add(self.plans[k].fork)
                values.add(rank)
                chosen.append((rank, k))
        for rank, k in order:
            if rank not in values and len(chosen) < most:
                values.add(rank)
                chosen.append((rank, k))
        chosen.sort()
        return [self.plans[k] for _, k in chosen]


def top(found: list[Branch], width: i64) -> list[Branch]:
    """The branches with the greatest promise."""
    if len(found) <= width:
        return found
    order = [(-int(branch.promise), k) for k, branch in enumerate(found)]
    order.sort()
    return [found[k] for _, k in order[:width]]
