"""Learn the weights of Covil's judge from self-play and write them into the package: `python -m tools.train_covil`.

Tables of two to four players and solo games are played by beams with the present weights. Every seat's features at the
beginning of every turn are set against the points it made until the next morning and what that morning was worth to it,
and least squares finds the weights, those of the last day first. Players, players alone and dummies are fitted apart.
"""

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hordes.covil.appraisal import FEATURES, KINDS, NAMES, NIGHTS
from hordes.covil.judge import CovilJudge
from hordes.engine.games import load
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE, OVER, State
from hordes.lab.simulate import game_seed
from hordes.search.beam import Beam
from hordes.search.quick import best_rated
from tools.project import ROOT
from tools.train_judge import follow

TARGET = ROOT / "src" / "hordes" / "covil" / "data" / "judge.json"
CURIOUS = 10
"""One plan in so many is not the best one, so that other ways of playing are seen too."""
TABLES: list[dict[str, Any]] = [
    {"players": 2}, {"players": 2, "board": "forest-town"}, {"players": 3}, {"players": 1, "dummies": 1},
    {"players": 2}, {"players": 4}, {"players": 2, "board": "mountain-town"}, {"players": 1, "dummies": 2},
    {"players": 2}, {"players": 3}, {"players": 4}, {"players": 1, "dummies": 3},
]  # fmt: skip

Look = tuple[int, int, list[int], int, int]
"""One seat between turns: kind of table, nights to come, features, seat, points so far."""


@dataclass
class Sample:
    """A seat, what it earned until the next morning, and how it stood then; nothing follows the last night."""

    kind: int
    nights: int
    features: list[int]
    earned: int
    morrow: list[int] | None


def first_weights() -> dict[str, Any]:
    """A beginner's idea: troops that stand earn gold, fees are paid tonight, Ready Minions fight sooner or later."""
    rows = []
    for nights in range(NIGHTS):
        row = dict.fromkeys(NAMES, 0.0)
        if nights:
            later = nights - 1
            row |= {"constant": 6.0 * later, "gold": -0.1 * later, "spill": -0.6, "relics": 0.2, "standing": 1.3}
            row |= {"income": 0.7 + 0.2 * later, "town": 1.4 + 0.3 * later, "on_board": 0.1, "close": 0.1, "hp": 0.1}
            row |= {"alive": 0.3, "bare": -0.4, "doom": -4.0, "wrath": -0.3, "arms": 0.15 + 0.2 * later}
            row |= {"shields": 0.1, "tired": 0.1 * later, "power": 0.1 * later, "commands": 0.3, "levy": later}
            row |= {"prey": 0.4, "hunted": -0.3, "hunted_lying": -0.2, "loot": 0.4, "harvest": 0.5 * later}
        rows.append([round(1000 * row[name]) for name in NAMES])
    return {"weights": [rows] * KINDS}


def play(learnt: dict[str, Any], width: int, seed: int, indices: range) -> list[Sample]:
    """Self-play games, and what their seats looked like between turns."""
    game, judge, samples = load("covil"), CovilJudge(learnt), list[Sample]()
    for index in indices:
        state = game.new(TABLES[index % len(TABLES)])
        samples += told_apart(state, play_one(state, judge, Rng(game_seed(seed, index)), width))
    return samples


def told_apart(state: State, looks: list[Look]) -> list[Sample]:
    """What every look led to by the next morning, or by the end."""
    first: dict[tuple[int, int], Look] = {}
    for look in looks:
        first.setdefault((look[3], look[1]), look)
    found = []
    for kind, nights, features, seat, points in looks:
        then = first.get((seat, nights - 1))
        until = then[4] if then else int(state.score(seat))
        found.append(Sample(kind, nights, features, until - points, then[2] if then else None))
    return found


def play_one(state: State, judge: CovilJudge, rng: Rng, width: int) -> list[Look]:
    """One game, with notes at the beginning of every turn."""
    notes, stage = list[Look](), -1
    beam = Beam(judge, rng, width, width + 3)
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.apply(state.nth_legal(rng.below(state.find_legal())))
            continue
        if judge.stage(state) != stage:
            stage = judge.stage(state)
            notes += [note(state, judge, seat) for seat in range(int(state.seats()))]
        if judge.routine(state) or len(state.legal()) == 1:
            state.apply(best_rated(state, judge, rng, 0))
            continue
        plans = beam.plan(state, 6)
        curious = rng.below(CURIOUS) == 0
        follow(state, plans[rng.below(len(plans)) if curious else 0].moves)
    return notes


def note(state: State, judge: CovilJudge, seat: int) -> Look:
    """One seat between turns."""
    found = judge.features(state, seat)
    number = found[0] // FEATURES
    return number // NIGHTS, number % NIGHTS, found[1:], seat, int(state.score(seat))


def fit(samples: list[Sample], prior: dict[str, Any], ridge: float) -> dict[str, Any]:
    """The weights that best say what comes: the last day first, each earlier one by what its morrow is worth then.

    Where the games say little, the weights stay with those that they were played with.
    """
    weights = [[list(row) for row in rows] for rows in prior["weights"]]
    for group in range(3):
        for nights in range(1, NIGHTS):
            mine = [sample for sample in samples if sample.kind // 3 == group and sample.nights == nights]
            change = fit_day(mine, weights, ridge)
            for kind in range(3 * group, 3 * group + 3):
                row = weights[kind][nights]
                weights[kind][nights] = [old + round(float(n)) for old, n in zip(row, change @ mode(kind), strict=True)]
    return {"weights": weights}


def mode(kind: int) -> list[float]:
    """How a weight may vary with the number of seats."""
    return [1.0, kind % 3 - 1.0]


def fit_day(samples: list[Sample], weights: list[list[list[int]]], ridge: float) -> Any:
    """By how much the weights of a day have to change, in thousandths."""
    import numpy as np

    x, y = np.zeros((len(samples), FEATURES * 2)), np.zeros(len(samples))
    for n, sample in enumerate(samples):
        x[n] = np.outer(sample.features, mode(sample.kind)).ravel()
        expected = np.dot(weights[sample.kind][sample.nights], sample.features)
        later = np.dot(weights[sample.kind][sample.nights - 1], sample.morrow) if sample.morrow else 0
        y[n] = 1000 * sample.earned + later - expected
    penalty = np.tile([ridge, 3 * ridge], FEATURES)
    solved = np.linalg.solve(x.T @ x + np.diag(penalty), x.T @ y)
    before, left = float(np.std(y)), float(np.std(y - x @ solved))
    print(f"  {len(samples):,} samples, error {before / 1000:.2f} points, now {left / 1000:.2f}", flush=True)
    return solved.reshape(FEATURES, 2)


def main() -> None:
    """Train and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--width", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ridge", type=float, default=200.0)
    parser.add_argument("--out", type=Path, default=TARGET)
    parser.add_argument("--fresh", action="store_true", help="begin with the beginner's weights")
    told = parser.parse_args()
    learnt = first_weights() if told.fresh or not told.out.exists() else json.loads(told.out.read_text())
    if told.rounds == 0:
        told.out.write_text(json.dumps(learnt, separators=(",", ":")) + "\n", encoding="utf-8")
    for turn in range(told.rounds):
        begin = time.process_time()
        samples = play(learnt, told.width, told.seed + turn, range(told.games))
        print(f"round {turn + 1}: {told.games} games in {time.process_time() - begin:.0f} s", flush=True)
        learnt = fit(samples, learnt, told.ridge)
        told.out.write_text(json.dumps(learnt, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
