"""Learn the weights of Small World's judge from self-play: `python -m tools.train_judge --games 2000 --rounds 3`.

Every round plays games between planners with the weights so far (and a little curiosity), notes the features of every
seat between turns and what it earned afterwards, and fits the weights by ridge regression. The weights vary smoothly
with the turns left, the number of players and the place in the order, so that all games teach all rows. Needs numpy.
"""

import argparse
import json
import math
import time
from functools import partial
from pathlib import Path
from typing import Any

from hordes.engine.games import load
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE, OVER, State
from hordes.lab.pool import map_batches
from hordes.lab.simulate import game_seed
from hordes.search.beam import Beam
from hordes.search.quick import best_rated
from hordes.smallworld.appraisal import FEATURES, HORIZON, NAMES, TRAITS
from hordes.smallworld.judge import SmallWorldJudge
from tools.project import ROOT

TARGET = ROOT / "src" / "hordes" / "smallworld" / "data" / "judge.json"
BOXES = ["base", "cursed", "grand_dames", "royal_bonus", "be_not_afraid"]
PLACES = 6
CURIOUS = 12
"""One plan in so many is not the best one, so that other ways of playing are seen too."""

Sample = tuple[int, int, int, int, list[int], list[str], int]
"""Players, place, turns left, seat, features, race and power, coins so far (afterwards: coins still to come)."""


def first_weights() -> dict[str, Any]:
    """A beginner's idea: a region pays again most turns, a fresh race is worth some coins, tokens a little."""
    rows = []
    for left in range(HORIZON):
        again = sum(0.75**k for k in range(1, left + 1))
        near = min(left, 3)
        row = dict.fromkeys(NAMES, 0.0)
        row |= {"constant": 3.5 * left, "regions": again, "bonus": again, "declined": again, "heritage": again}
        row |= {"tokens": 0.15 * near, "idle": 2.5 * near, "offer": 0.15 * near, "strong": 0.1 * near}
        rows.append([round(1000 * row[name]) for name in NAMES])
    return {"weights": [[rows] * PLACES for _ in range(5)], "traits": {}}


def options_of(index: int) -> dict[str, Any]:
    """Two players most often, base game and all boxes alike."""
    players = (2, 3, 4, 2, 5, 4, 3, 6)[index % 8]
    return {"players": players, "sets": ["base"] if (index // 8) % 2 else BOXES}


def play(learnt: dict[str, Any], width: int, seed: int, indices: range) -> list[Sample]:
    """Self-play games, and what their seats looked like between turns."""
    game = load("smallworld")
    judge, samples = SmallWorldJudge(learnt), list[Sample]()
    for index in indices:
        rng = Rng(game_seed(seed, index))
        options = options_of(index)
        state = game.new(options)
        notes = play_one(state, judge, rng, width)
        for players, place, left, seat, features, pieces, coins in notes:
            samples.append((players, place, left, seat, features, pieces, int(state.score(seat)) - coins))
    return samples


def play_one(state: State, judge: SmallWorldJudge, rng: Rng, width: int) -> list[Sample]:
    """One game, with notes at the beginning of every turn."""
    notes: list[Sample] = []
    seats, stage = int(state.seats()), -1
    beam = Beam(judge, rng, width, width + 2)
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.apply(state.nth_legal(rng.below(state.find_legal())))
            continue
        if judge.stage(state) != stage:
            stage = judge.stage(state)
            notes += [note(state, judge, seat, seats) for seat in range(seats)]
        if judge.routine(state):
            state.apply(best_rated(state, judge, rng, 0))
            continue
        plans = beam.plan(state, 6)
        if not plans:
            state.apply(best_rated(state, judge, rng, 0))
            continue
        curious = rng.below(CURIOUS) == 0
        follow(state, plans[rng.below(len(plans)) if curious else 0].moves)
    return notes


def note(state: State, judge: SmallWorldJudge, seat: int, seats: int) -> Sample:
    """One seat between turns."""
    found = judge.features(state, seat)
    number = found[0] // FEATURES
    place, left = number // HORIZON % PLACES, number % HORIZON
    return seats, place, left, seat, found[1:], judge.pieces(state, seat), int(state.score(seat))


def follow(state: State, moves: list[int]) -> None:
    """Make the moves of a plan as far as they go without chance or another seat."""
    seat = state.to_move
    for move in moves:
        if state.to_move != seat or not state.is_legal(move):
            return
        state.apply(move)


def bends(left: float) -> list[float]:
    """How a weight may vary with the turns left; all are 0 when none is."""
    return [1 - math.exp(-left / 1.2), left / 10, (left / 10) ** 2]


def span(left: float) -> float:
    """How the worth of a race or power grows with the turns left."""
    return 1 - math.exp(-left / 3)


def modes(players: int, place: int) -> list[float]:
    """How a weight may vary with the table: plain, with the players, with how soon the seat is to move."""
    return [1.0, (players - 3.5) / 2, place / (players - 1) - 0.5]


OWN = [k for k in range(FEATURES) if k != TRAITS]
PARTS = 9
"""Parameters of a feature: three bends times three modes."""


def basis_of(players: int, place: int, left: int) -> Any:
    """What the parameters of a feature are multiplied by."""
    import numpy as np

    return np.outer(bends(left), modes(players, place)).ravel()


def fit(samples: list[Sample], ridge: float) -> dict[str, Any]:
    """The weights that best say what was earned."""
    import numpy as np

    ids = sorted({name for sample in samples for name in sample[5]})
    column = {name: k for k, name in enumerate(ids)}
    start = len(OWN) * PARTS
    x = np.zeros((len(samples), start + len(ids)), dtype=np.float32)
    y = np.zeros(len(samples))
    for n, (players, place, left, _, features, pieces, earned) in enumerate(samples):
        x[n, : len(OWN) * PARTS] = np.outer([features[k] for k in OWN], basis_of(players, place, left)).ravel()
        for name in pieces:
            x[n, start + column[name]] = span(left)
        y[n] = earned
    penalty = np.full(x.shape[1], ridge)
    penalty[start:] = ridge * 10
    gram = (x.T @ x).astype(np.float64) + np.diag(penalty)
    solved = np.linalg.solve(gram, (x.T @ y).astype(np.float64))
    error = float(np.std(y - x @ solved))
    print(f"  {len(samples):,} samples, spread {np.std(y):.2f} coins, left after the fit {error:.2f}", flush=True)
    return tabulated(solved, ids)


def tabulated(solved: Any, ids: list[str]) -> dict[str, Any]:
    """The fitted curves as rows of whole numbers."""
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
    row = [0] * FEATURES
    for k, feature in enumerate(OWN):
        row[feature] = round(1000 * float(solved[k * PARTS : k * PARTS + PARTS] @ basis))
    row[TRAITS] = round(100 * span(left))
    return row


def main() -> None:
    """Train and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--width", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--ridge", type=float, default=30.0)
    parser.add_argument("--out", type=Path, default=TARGET)
    parser.add_argument("--fresh", action="store_true", help="begin with the beginner's weights")
    told = parser.parse_args()
    learnt = first_weights() if told.fresh or not told.out.exists() else json.loads(told.out.read_text())
    for turn in range(told.rounds):
        begin = time.perf_counter()
        pieces = [range(k, min(k + 20, told.games)) for k in range(0, told.games, 20)]
        work = partial(play, learnt, told.width, told.seed + turn)
        samples = [sample for batch in map_batches(work, pieces, told.jobs) for sample in batch]
        print(f"round {turn + 1}: {told.games} games in {time.perf_counter() - begin:.0f} s")
        learnt = fit(samples, told.ridge)
        told.out.write_text(json.dumps(learnt, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
