"""Two yardsticks: the move with the best immediate points, and the best of so many random playouts."""

from __future__ import annotations

from hordes.engine.judge import Judge
from hordes.engine.native import i64
from hordes.engine.playout import random_game
from hordes.engine.rng import Rng
from hordes.engine.state import State


def greedy_move(state: State, judge: Judge, rng: Rng) -> i64:
    """The move after which the turn would score most; of equals, any."""
    seat = state.to_move
    best: i64 = -1
    best_points: i64 = 0
    equals: i64 = 0
    for move in state.legal():
        child = state.clone()
        child.sink = None
        child.apply(move)
        points = judge.takings(child, seat)
        if best < 0 or points > best_points:
            best, best_points, equals = move, points, 1
        elif points == best_points:
            equals += 1
            if rng.below(equals) == 0:
                best = move
    return best


def flat_move(worlds: list[State], judge: Judge, rng: Rng) -> i64:
    """The move with the best mean lead when each world is played to its end at random after it."""
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
            random_game(child, rng)
            total += judge.margin(child, seat)
        if best < 0 or total > best_total:
            best, best_total = move, total
    return best
