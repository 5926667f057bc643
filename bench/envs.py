"""How fast the environments are: `PYTHONPATH=build/native .venv-rl/bin/python bench/envs.py [--json]`.

Every round measures everything once, in turn, in CPU time, in one process; figures are medians over the rounds, and a
ratio is the median of the rounds' ratios, so that a busy machine disturbs both sides alike. `driven` is the loop of
bench/engine.py: an interpreted loop that asks for the list of legal moves and makes one. Beside ours: PettingZoo's
chess_v6 and catanatron's Gymnasium environment, where they are installed.
"""

import argparse
import json
import random
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from hordes.engine.bits import COMPILED
from hordes.engine.games import load
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE
from hordes.envs import VectorEnv

SETUPS: dict[str, tuple[str, dict[str, Any]]] = {
    "smallworld, 4 players": ("smallworld", {"players": 4}),
    "covil, 4 players": ("covil", {"players": 4}),
}
BARS = {"pettingzoo / driven": 0.4, "pettingzoo / chess_v6": 20.0, "vector": 1_000_000.0}
Counter = Callable[[], int]


def driven(game: str, options: dict[str, Any]) -> Counter:
    """A random game by an interpreted loop over the engine, decisions counted."""
    start, rand = load(game).new(options), random.Random(1).random

    def once() -> int:
        state, decisions = start.clone(), 0
        while True:
            seat = state.to_move
            if seat >= 0:
                moves = state.legal()
                state.apply(moves[int(rand() * len(moves))])
                decisions += 1
            elif seat == CHANCE:
                choices: int = state.find_legal()
                state.apply(state.nth_legal(int(rand() * choices)))
            else:
                return decisions

    return once


def pettingzoo(game: str, options: dict[str, Any]) -> Counter:
    """A random game through `last` and `step`, observation and mask built each time; the core picks the action."""
    from hordes.envs.aec import SeatsEnv

    env, rng, seeds = SeatsEnv(game, options), Rng(1), iter(range(10**9))

    def once() -> int:
        env.reset(seed=next(seeds))
        arena, steps, last, step = env._arena, 0, env.last, env.step
        while True:
            _, _, over, _, _ = last()
            if over:
                return steps
            step(arena.pick(0, rng))
            steps += 1

    return once


def masked(make: Callable[[], Any]) -> Counter:
    """A random game through `last` and `step` of any PettingZoo environment; the action is picked from the mask."""
    env, rand, seeds = make(), random.Random(1).random, iter(range(10**9))

    def once() -> int:
        env.reset(seed=next(seeds))
        steps = 0
        for _ in range(400):
            observation, _, over, cut, _ = env.last()
            if over or cut:
                break
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(rand() * len(legal))]))
            steps += 1
        return steps

    return once


def vector(game: str, options: dict[str, Any], count: int) -> Counter:
    """A step of all games, observations and masks written; the core picks the actions."""
    envs = VectorEnv(game, options, count=count)

    def once() -> int:
        for _ in range(16):
            envs.step_randomly()
        return 16 * count

    return once


def vector_numpy(game: str, options: dict[str, Any], count: int) -> Counter:
    """The same with actions that come from NumPy."""
    envs = VectorEnv(game, options, count=count)

    def once() -> int:
        for _ in range(16):
            envs.step(envs.sample())
        return 16 * count

    return once


def catanatron() -> Counter | None:
    """Steps of catanatron's Gymnasium environment, random legal actions against random opponents."""
    try:
        import gymnasium

        env: Any = gymnasium.make("catanatron/Catanatron-v0")
    except Exception:
        return None
    rand, fresh = random.Random(1), [True]

    def once() -> int:
        steps, info = 0, {}
        if fresh[0]:
            _, info = env.reset()
        while steps < 100:
            _, _, over, cut, info = env.step(rand.choice(info["valid_actions"]))
            steps += 1
            if over or cut:
                _, info = env.reset()
        fresh[0] = True
        return steps

    return once


def rate(once: Counter, seconds: float) -> float:
    """Things a CPU second."""
    count, first = 0, time.process_time()
    now = first
    while now < first + seconds:
        count += once()
        now = time.process_time()
    return count / (now - first)


def lines(game: str, options: dict[str, Any], count: int) -> Iterator[tuple[str, Counter]]:
    """What is measured for a set-up."""
    from hordes.envs.aec import SeatsEnv

    yield "driven", driven(game, options)
    yield "pettingzoo", pettingzoo(game, options)
    yield "pettingzoo, picked from the mask", masked(lambda: SeatsEnv(game, options))
    yield "vector", vector(game, options, count)
    yield "vector, actions from NumPy", vector_numpy(game, options, count)


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """All figures and ratios."""
    others: dict[str, Counter] = {}
    try:
        from pettingzoo.classic import chess_v6

        others["chess_v6"] = masked(chess_v6.env)
    except ImportError:
        print("pettingzoo's chess_v6 is not here")
    if (catan := catanatron()) is not None:
        others["catanatron's gym"] = catan
    found: dict[str, Any] = {}
    for name, (game, options) in SETUPS.items():
        makers = dict(lines(game, options, arguments.count)) | others
        rates: dict[str, list[float]] = {key: [] for key in makers}
        for _ in range(arguments.rounds):
            for key, once in makers.items():
                rates[key].append(rate(once, arguments.seconds))
        found[name] = report(rates)
    return found


def report(rates: dict[str, list[float]]) -> dict[str, Any]:
    """Medians, ratios and bars."""
    found: dict[str, Any] = {key: round(statistics.median(values)) for key, values in rates.items()}
    pairs = [("pettingzoo / driven", "pettingzoo", "driven")]
    if "chess_v6" in rates:
        pairs.append(("pettingzoo / chess_v6", "pettingzoo, picked from the mask", "chess_v6"))
    for label, ours, theirs in pairs:
        ratios = [a / b for a, b in zip(rates[ours], rates[theirs], strict=True)]
        found[label] = round(statistics.median(ratios), 2)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.4, help="CPU seconds per figure and round")
    parser.add_argument("--count", type=int, default=64, help="games in the batch")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    found = measure(arguments)
    if arguments.json:
        print(json.dumps({"compiled": COMPILED, **found}, indent=2))
        return
    print("compiled" if COMPILED else "plain Python: the bars are for the compiled core")
    for name, rows in found.items():
        print(name)
        for key, value in rows.items():
            bar = f"   bar {BARS[key]:,g} {'ok' if value >= BARS[key] else 'MISSED'}" if key in BARS else ""
            print(f"  {key:36} {value:14,.2f}{bar}" if "/" in key else f"  {key:36} {value:14,}{bar}")


if __name__ == "__main__":
    main()
