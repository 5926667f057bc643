"""Trains the weights of Covil's evaluator by self-play and writes them into the package: `python -m tools.train_covil`.

Games of two to four players and solo games are played by beam search with the current weights. The features of every
seat at the start of every turn are regressed on the points it made until the next morning plus the value of that
morning (least squares, the last day first). Players, solo players and dummies are fitted separately.
"""

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hordes.covil.ai.evaluator import CovilEvaluator
from hordes.covil.ai.features import FEATURE_COUNT, FEATURE_NAMES, NIGHTS, TABLE_KINDS
from hordes.engine.core.playout import resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, State
from hordes.engine.games import load
from hordes.lab.simulate.run import game_seed
from hordes.search.beam import Beam
from hordes.search.rollout import best_rated
from tools.project import ROOT
from tools.train_smallworld import apply_plan

TARGET = ROOT / "src" / "hordes" / "covil" / "data" / "evaluator.json"
EXPLORE_ONE_IN = 10
"""One plan in so many is random among the best, for exploration."""
TABLES: list[dict[str, Any]] = [
    {"players": 2}, {"players": 2, "board": "forest-town"}, {"players": 3}, {"players": 1, "dummies": 1},
    {"players": 2}, {"players": 4}, {"players": 2, "board": "mountain-town"}, {"players": 1, "dummies": 2},
    {"players": 2}, {"players": 3}, {"players": 4}, {"players": 1, "dummies": 3},
]  # fmt: skip

SeatSnapshot = tuple[int, int, list[int], int, int]
"""One seat between turns: kind of table, nights left, features, seat, points so far."""


@dataclass
class Sample:
    """A training sample: features, points until the next morning, and features then (None after the last night)."""

    kind: int
    nights: int
    features: list[int]
    earned: int
    morrow: list[int] | None


def first_weights() -> dict[str, Any]:
    """Hand-made initial weights: standing troops earn gold, fees are due tonight, Ready Minions will fight."""
    rows = []
    for nights in range(NIGHTS):
        row = dict.fromkeys(FEATURE_NAMES, 0.0)
        if nights:
            later = nights - 1
            row |= {
                "constant": 6.0 * later,
                "gold": -0.1 * later,
                "gold_overflow": -0.6,
                "relics": 0.2,
                "standing": 1.3,
            }
            row |= {
                "income": 0.7 + 0.2 * later,
                "town": 1.4 + 0.3 * later,
                "on_board": 0.1,
                "contested": 0.1,
                "hp": 0.1,
            }
            row |= {
                "fortress_stands": 0.3,
                "unguarded": -0.4,
                "fortress_falls": -4.0,
                "retaliation": -0.3,
                "ready_attackers": 0.15 + 0.2 * later,
            }
            row |= {"ready_defense": 0.1, "tired": 0.1 * later, "power": 0.1 * later, "commands": 0.3, "levy": later}
            row |= {
                "targets": 0.4,
                "threatened": -0.3,
                "threatened_lying": -0.2,
                "open_fortresses": 0.4,
                "score_influence": 0.5 * later,
            }
        rows.append([round(1000 * row[name]) for name in FEATURE_NAMES])
    return {"weights": [rows] * TABLE_KINDS}


def play(learnt: dict[str, Any], width: int, seed: int, indices: range) -> list[Sample]:
    """Play games and return the training samples."""
    game, evaluator, samples = load("covil"), CovilEvaluator(learnt), list[Sample]()
    for index in indices:
        state = game.new(TABLES[index % len(TABLES)])
        samples += label_samples(state, play_one(state, evaluator, Rng(game_seed(seed, index)), width))
    return samples


def label_samples(state: State, snapshots: list[SeatSnapshot]) -> list[Sample]:
    """Label every snapshot with what it led to by the next morning, or by the end."""
    first: dict[tuple[int, int], SeatSnapshot] = {}
    for snapshot_taken in snapshots:
        first.setdefault((snapshot_taken[3], snapshot_taken[1]), snapshot_taken)
    samples = []
    for kind, nights, features, seat, points in snapshots:
        then = first.get((seat, nights - 1))
        until = then[4] if then else int(state.score(seat))
        samples.append(Sample(kind, nights, features, until - points, then[2] if then else None))
    return samples


def play_one(state: State, evaluator: CovilEvaluator, rng: Rng, width: int) -> list[SeatSnapshot]:
    """Play one game; returns snapshots of all seats at the start of every turn."""
    snapshots, turn_id = list[SeatSnapshot](), -1
    beam = Beam(evaluator, rng, width, width + 3)
    while state.to_move != OVER:
        resolve_chance(state, rng)
        if state.to_move == OVER:
            break
        if evaluator.turn_id(state) != turn_id:
            turn_id = evaluator.turn_id(state)
            snapshots += [snapshot(state, evaluator, seat) for seat in range(int(state.seats()))]
        if evaluator.is_trivial(state) or len(state.legal()) == 1:
            state.apply(best_rated(state, evaluator, rng, 0))
            continue
        plans = beam.plan(state, 6)
        explores = rng.below(EXPLORE_ONE_IN) == 0
        apply_plan(state, plans[rng.below(len(plans)) if explores else 0].moves)
    return snapshots


def snapshot(state: State, evaluator: CovilEvaluator, seat: int) -> SeatSnapshot:
    """Snapshot of one seat."""
    features = evaluator.features(state, seat)
    number = features[0] // FEATURE_COUNT
    return number // NIGHTS, number % NIGHTS, features[1:], seat, int(state.score(seat))


def fit(samples: list[Sample], prior: dict[str, Any], ridge: float) -> dict[str, Any]:
    """Fit the weights: the last day first, each earlier one using the value of the following morning.

    Ridge regression towards the previous weights, which stay where there are few samples.
    """
    weights = [[list(row) for row in rows] for rows in prior["weights"]]
    for group in range(3):
        for nights in range(1, NIGHTS):
            mine = [sample for sample in samples if sample.kind // 3 == group and sample.nights == nights]
            change = fit_day(mine, weights, ridge)
            for kind in range(3 * group, 3 * group + 3):
                row = weights[kind][nights]
                weights[kind][nights] = [
                    old + round(float(n)) for old, n in zip(row, change @ seat_count_basis(kind), strict=True)
                ]
    return {"weights": weights}


def seat_count_basis(kind: int) -> list[float]:
    """Basis functions of the number of seats."""
    return [1.0, kind % 3 - 1.0]


def fit_day(samples: list[Sample], weights: list[list[list[int]]], ridge: float) -> Any:
    """Correction of the weights of a day, in thousandths."""
    import numpy as np

    x, y = np.zeros((len(samples), FEATURE_COUNT * 2)), np.zeros(len(samples))
    for n, sample in enumerate(samples):
        x[n] = np.outer(sample.features, seat_count_basis(sample.kind)).ravel()
        expected = np.dot(weights[sample.kind][sample.nights], sample.features)
        # bootstrapping: the value of the next morning by the weights fitted just before
        later = np.dot(weights[sample.kind][sample.nights - 1], sample.morrow) if sample.morrow else 0
        y[n] = 1000 * sample.earned + later - expected
    penalty = np.tile([ridge, 3 * ridge], FEATURE_COUNT)
    solved = np.linalg.solve(x.T @ x + np.diag(penalty), x.T @ y)
    before, left = float(np.std(y)), float(np.std(y - x @ solved))
    print(f"  {len(samples):,} samples, error {before / 1000:.2f} points, now {left / 1000:.2f}", flush=True)
    return solved.reshape(FEATURE_COUNT, 2)


def main() -> None:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--width", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ridge", type=float, default=200.0)
    parser.add_argument("--out", type=Path, default=TARGET)
    parser.add_argument("--fresh", action="store_true", help="begin with the beginner's weights")
    arguments = parser.parse_args()
    learnt = first_weights() if arguments.fresh or not arguments.out.exists() else json.loads(arguments.out.read_text())
    if arguments.rounds == 0:
        arguments.out.write_text(json.dumps(learnt, separators=(",", ":")) + "\n", encoding="utf-8")
    for turn in range(arguments.rounds):
        begin = time.process_time()
        samples = play(learnt, arguments.width, arguments.seed + turn, range(arguments.games))
        print(f"round {turn + 1}: {arguments.games} games in {time.process_time() - begin:.0f} s", flush=True)
        learnt = fit(samples, learnt, arguments.ridge)
        arguments.out.write_text(json.dumps(learnt, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
