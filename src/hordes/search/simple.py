"""Baseline searches: greedy one-move lookahead, and flat Monte Carlo with random playouts."""

from __future__ import annotations

from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.playout import random_playout
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import State
from hordes.engine.mypyc_compat import i64


def greedy_move(state: State, evaluator: Evaluator, rng: Rng) -> i64:
    """The move with the best greedy value; ties are broken at random."""
    seat = state.to_move
    best: i64 = -1
    best_points: i64 = 0
    equals: i64 = 0
    for move in state.legal():
        child = state.clone()
        child.sink = None
        child.apply(move)
        points = evaluator.greedy_value(child, seat)
        if best < 0 or points > best_points:
            best, best_points, equals = move, points, 1
        elif points == best_points:
            equals += 1
            if rng.below(equals) == 0:
                best = move
    return best


def flat_monte_carlo_move(worlds: list[State], evaluator: Evaluator, rng: Rng) -> i64:
    """The move with the best mean margin over random playouts, one in each sampled world."""
    first = worlds[0]
    seat = first.to_move
    best: i64 = -1
    best_total: i64 = 0
    for move in first.legal():
        total: i64 = 0
        for world in worlds:
            child = world.clone()
            child.sink = None
            child.apply(move)
            random_playout(child, rng)
            total += evaluator.margin(child, seat)
        if best < 0 or total > best_total:
            best, best_total = move, total
    return best
