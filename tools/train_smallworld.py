"""Trains the weights of Small World's evaluator: `python -m tools.train_smallworld --games 2000 --rounds 3`.

Every round plays games between planners with the current weights and some exploration, records the features of every
seat between turns and its later income, and fits the weights by ridge regression. The weights vary smoothly with the
turns left, the number of players and the place in turn order, so that all games contribute to all rows. Needs numpy.
"""

import argparse
import json
import math
import time
from functools import partial
from pathlib import Path
from typing import Any

from hordes.engine.core.playout import resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, State
from hordes.engine.games import load
from hordes.lab.simulate.pool import map_batches
from hordes.lab.simulate.run import game_seed
from hordes.search.beam import Beam
from hordes.search.rollout import best_rated
from hordes.smallworld.ai.evaluator import SmallWorldEvaluator
from hordes.smallworld.ai.features import FEATURE_COUNT, FEATURE_NAMES, HORIZON, TRAITS
from hordes.smallworld.options import BUILT_IN_SETS
from tools.project import ROOT

TARGET = ROOT / "src" / "hordes" / "smallworld" / "data" / "evaluator.json"
BOXES = list(BUILT_IN_SETS)
PLACES = 6
EXPLORE_ONE_IN = 12
"""One plan in so many is random among the best, for exploration."""

Sample = tuple[int, int, int, int, list[int], list[str], int]
"""Players, place, turns left, seat, features, race and power, coins so far (later: coins still to come)."""


def first_weights() -> dict[str, Any]:
    """Hand-made initial weights: a region pays in most later turns, a new race is worth some coins, tokens a little."""
    rows = []
    for left in range(HORIZON):
        again = sum(0.75**k for k in range(1, left + 1))
        near = min(left, 3)
        row = dict.fromkeys(FEATURE_NAMES, 0.0)
        row |= {"constant": 3.5 * left, "regions": again, "bonus": again, "declined": again, "heritage": again}
        row |= {"tokens": 0.15 * near, "idle": 2.5 * near, "offer": 0.15 * near, "strong": 0.1 * near}
        rows.append([round(1000 * row[name]) for name in FEATURE_NAMES])
    return {"weights": [[rows] * PLACES for _ in range(5)], "traits": {}}


def options_of(index: int) -> dict[str, Any]:
    """Two players most often; base game and all boxes equally."""
    players = (2, 3, 4, 2, 5, 4, 3, 6)[index % 8]
    return {"players": players, "sets": ["base"] if (index // 8) % 2 else BOXES}


def play(learnt: dict[str, Any], width: int, seed: int, indices: range) -> list[Sample]:
    """Play games and return the training samples."""
    game = load("smallworld")
    evaluator, samples = SmallWorldEvaluator(learnt), list[Sample]()
    for index in indices:
        rng = Rng(game_seed(seed, index))
        options = options_of(index)
        state = game.new(options)
        snapshots = play_one(state, evaluator, rng, width)
        for players, place, left, seat, features, pieces, coins in snapshots:
            samples.append((players, place, left, seat, features, pieces, int(state.score(seat)) - coins))
    return samples


def play_one(state: State, evaluator: SmallWorldEvaluator, rng: Rng, width: int) -> list[Sample]:
    """Play one game; returns snapshots of all seats at the start of every turn."""
    snapshots: list[Sample] = []
    seats, turn_id = int(state.seats()), -1
    beam = Beam(evaluator, rng, width, width + 2)
    while state.to_move != OVER:
        resolve_chance(state, rng)
        if state.to_move == OVER:
            break
        if evaluator.turn_id(state) != turn_id:
            turn_id = evaluator.turn_id(state)
            snapshots += [snapshot(state, evaluator, seat, seats) for seat in range(seats)]
        if evaluator.is_trivial(state):
            state.apply(best_rated(state, evaluator, rng, 0))
            continue
        plans = beam.plan(state, 6)
        if not plans:
            state.apply(best_rated(state, evaluator, rng, 0))
            continue
        explores = rng.below(EXPLORE_ONE_IN) == 0
        apply_plan(state, plans[rng.below(len(plans)) if explores else 0].moves)
    return snapshots


def snapshot(state: State, evaluator: SmallWorldEvaluator, seat: int, seats: int) -> Sample:
    """Snapshot of one seat."""
    features = evaluator.features(state, seat)
    number = features[0] // FEATURE_COUNT
    place, left = number // HORIZON % PLACES, number % HORIZON
    return seats, place, left, seat, features[1:], evaluator.piece_ids(state, seat), int(state.score(seat))


def apply_plan(state: State, moves: list[int]) -> None:
    """Apply the moves of a plan until chance or another seat is to move."""
    seat = state.to_move
    for move in moves:
        if state.to_move != seat or not state.is_legal(move):
            return
        state.apply(move)


def turns_left_basis(left: float) -> list[float]:
    """Basis functions of the turns left; all are 0 at the end."""
    return [1 - math.exp(-left / 1.2), left / 10, (left / 10) ** 2]


def trait_growth(left: float) -> float:
    """Growth of the value of a race or power with the turns left."""
    return 1 - math.exp(-left / 3)


def table_basis(players: int, place: int) -> list[float]:
    """Basis functions of the table: constant, number of players, place in turn order."""
    return [1.0, (players - 3.5) / 2, place / (players - 1) - 0.5]


OWN = [k for k in range(FEATURE_COUNT) if k != TRAITS]
PARTS = 9
"""Parameters per feature: three functions of the turns left times three of the table."""


def basis_of(players: int, place: int, left: int) -> Any:
    """All basis functions of a feature."""
    import numpy as np

    return np.outer(turns_left_basis(left), table_basis(players, place)).ravel()


def fit(samples: list[Sample], ridge: float) -> dict[str, Any]:
    """Fit the weights to the income earned."""
    import numpy as np

    ids = sorted({name for sample in samples for name in sample[5]})
    column = {name: k for k, name in enumerate(ids)}
    start = len(OWN) * PARTS
    x = np.zeros((len(samples), start + len(ids)), dtype=np.float32)
    y = np.zeros(len(samples))
    for n, (players, place, left, _, features, pieces, earned) in enumerate(samples):
        x[n, : len(OWN) * PARTS] = np.outer([features[k] for k in OWN], basis_of(players, place, left)).ravel()
        for name in pieces:
            x[n, start + column[name]] = trait_growth(left)
        y[n] = earned
    penalty = np.full(x.shape[1], ridge)
    # traits of single pieces have few samples, so they are shrunk more
    penalty[start:] = ridge * 10
    gram = (x.T @ x).astype(np.float64) + np.diag(penalty)
    solved = np.linalg.solve(gram, (x.T @ y).astype(np.float64))
    error = float(np.std(y - x @ solved))
    print(f"  {len(samples):,} samples, spread {np.std(y):.2f} coins, left after the fit {error:.2f}", flush=True)
    return weights_table(solved, ids)


def weights_table(solved: Any, ids: list[str]) -> dict[str, Any]:
    """Evaluate the fitted functions as integer rows."""
    weights = [
        [[row_of(solved, players, min(place, players - 1), left) for left in range(HORIZON)] for place in range(PLACES)]
        for players in range(2, 7)
    ]
    start = len(OWN) * PARTS
    traits = {name: max(-99, min(99, round(10 * float(solved[start + k])))) for k, name in enumerate(ids)}
    return {"weights": weights, "traits": traits}


def row_of(solved: Any, players: int, place: int, left: int) -> list[int]:
    """One row."""
    basis = basis_of(players, place, left)
    row = [0] * FEATURE_COUNT
    for k, feature in enumerate(OWN):
        row[feature] = round(1000 * float(solved[k * PARTS : k * PARTS + PARTS] @ basis))
    row[TRAITS] = round(100 * trait_growth(left))
    return row


def main() -> None:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--width", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--ridge", type=float, default=30.0)
    parser.add_argument("--out", type=Path, default=TARGET)
    parser.add_argument("--fresh", action="store_true", help="begin with the beginner's weights")
    arguments = parser.parse_args()
    learnt = first_weights() if arguments.fresh or not arguments.out.exists() else json.loads(arguments.out.read_text())
    for turn in range(arguments.rounds):
        begin = time.perf_counter()
        pieces = [range(k, min(k + 20, arguments.games)) for k in range(0, arguments.games, 20)]
        work = partial(play, learnt, arguments.width, arguments.seed + turn)
        samples = [sample for batch in map_batches(work, pieces, arguments.jobs) for sample in batch]
        print(f"round {turn + 1}: {arguments.games} games in {time.perf_counter() - begin:.0f} s")
        learnt = fit(samples, arguments.ridge)
        arguments.out.write_text(json.dumps(learnt, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
