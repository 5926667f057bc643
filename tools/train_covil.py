"""Learn the weights of Covil's judge from self-play and write them into the package: `python -m tools.train_covil`.

Tables of two to four players and solo games are played by beams with the present weights; every seat's features at
the beginning of every turn are set against the points it made from there to the end, and least squares finds weights
that vary smoothly with the nights to come and the number of seats. Players,
players alone and dummies are fitted apart.
"""

import argparse
import json
import time
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

Sample = tuple[int, int, list[int], int]
"""Kind of table, nights to come, features, points so far (afterwards: points still to come)."""


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
        notes = play_one(state, judge, Rng(game_seed(seed, index)), width)
        for kind, nights, features, seat, points in notes:
            samples.append((kind, nights, features, int(state.score(seat)) - points))
    return samples


def play_one(state: State, judge: CovilJudge, rng: Rng, width: int) -> list[tuple[int, int, list[int], int, int]]:
    """One game, with notes at the beginning of every turn."""
    notes, stage = list[tuple[int, int, list[int], int, int]](), -1
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


def note(state: State, judge: CovilJudge, seat: int) -> tuple[int, int, list[int], int, int]:
    """One seat between turns."""
    found = judge.features(state, seat)
    number = found[0] // FEATURES
    return number // NIGHTS, number % NIGHTS, found[1:], seat, int(state.score(seat))


def basis_of(kind: int, nights: int) -> list[float]:
    """What the parameters of a feature are multiplied by: three for the nights, as many again for the seats."""
    late = nights - 2.5
    bends = [1.0, late, late * late - 1.25]
    return [*bends, *[bend * (kind % 3 - 1) for bend in bends]]


PARTS = len(basis_of(0, 1))


def fit(samples: list[Sample], ridge: float) -> dict[str, Any]:
    """The weights that best say what was earned, for players, a player alone, and dummies."""
    weights = [[[0] * FEATURES for _ in range(NIGHTS)] for _ in range(KINDS)]
    for group in range(3):
        mine = [sample for sample in samples if sample[0] // 3 == group and sample[1] > 0]
        solved = fit_group(mine, ridge)
        for kind in range(3 * group, 3 * group + 3):
            for nights in range(1, NIGHTS):
                weights[kind][nights] = [round(1000 * float(n)) for n in solved @ basis_of(kind, nights)]
    return {"weights": weights}


def fit_group(samples: list[Sample], ridge: float) -> Any:
    """Parameters by feature."""
    import numpy as np

    x = np.zeros((len(samples), FEATURES * PARTS))
    y = np.zeros(len(samples))
    for n, (kind, nights, features, earned) in enumerate(samples):
        x[n] = np.outer(features, basis_of(kind, nights)).ravel()
        y[n] = earned
    penalty = np.full((FEATURES, PARTS), ridge)
    penalty[:, 1:] *= 2
    solved = np.linalg.solve(x.T @ x + np.diag(penalty.ravel()), x.T @ y)
    left = float(np.std(y - x @ solved))
    print(f"  {len(samples):,} samples, spread {np.std(y):.2f} points, left after the fit {left:.2f}", flush=True)
    return solved.reshape(FEATURES, PARTS)


def main() -> None:
    """Train and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--width", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ridge", type=float, default=30.0)
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
        learnt = fit(samples, told.ridge)
        told.out.write_text(json.dumps(learnt, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
