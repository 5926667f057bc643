"""Speed of the environments: `PYTHONPATH=build/native .venv-rl/bin/python bench/envs.py [--json]`.

Every round measures everything once, in turn, in CPU time; figures are medians over the rounds, and a ratio is the
median of the rounds' ratios, so that a busy machine affects both sides alike. `driven` is the loop of bench/engine.py:
an interpreted loop that asks for the list of legal moves and makes one. Compared with PettingZoo's chess_v6 and
catanatron's Gymnasium environment, which needs its own virtual environment:

    python3 -m venv catan && catan/bin/pip install catanatron catanatron_gym gymnasium numpy pandas
    ... bench/envs.py --catanatron catan/bin/python
"""

import argparse
import json
import random
import statistics
import subprocess
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from hordes.engine.core.bits import COMPILED
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE
from hordes.engine.games import load
from hordes.envs import VectorEnv

SETUPS: dict[str, tuple[str, dict[str, Any]]] = {
    "smallworld, 4 players": ("smallworld", {"players": 4}),
    "smallworld, 2 players": ("smallworld", {"players": 2}),
    "covil, 4 players": ("covil", {"players": 4}),
    "covil, 2 players": ("covil", {"players": 2}),
}
TARGETS = {
    "pettingzoo / driven": 0.4,
    "pettingzoo / chess_v6": 20.0,
    "vector": 1_000_000.0,
    "vector / catanatron's gym": 1_000_000 / 6_000,
}
"""The target for a batch is a million decisions per second where catanatron's environment makes 6,000 steps; the ratio
of the two does not depend on the machine.
"""
Counter = Callable[[], int]
Meter = Callable[[float], float]


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
    """A random game through `last` and `step`, with observation and mask each time; the core picks the action."""
    from hordes.envs.aec import TurnBasedEnv

    env, rng, seeds = TurnBasedEnv(game, options), Rng(1), iter(range(10**9))

    def once() -> int:
        env.reset(seed=next(seeds))
        batch, steps, last, step = env._batch, 0, env.last, env.step
        while True:
            _, _, over, _, _ = last()
            if over:
                return steps
            step(batch.random_action(0, rng))
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
    """One step of all games, with observations and masks; the core picks the actions."""
    envs = VectorEnv(game, options, count=count)

    def once() -> int:
        for _ in range(16):
            envs.step_randomly()
        return 16 * count

    return once


def vector_numpy(game: str, options: dict[str, Any], count: int) -> Counter:
    """The same with actions from NumPy."""
    envs = VectorEnv(game, options, count=count)

    def once() -> int:
        for _ in range(16):
            envs.step(envs.sample())
        return 16 * count

    return once


CATAN = """
import random, sys, time, gymnasium
env = gymnasium.make("catanatron_gym:catanatron-v1", disable_env_checker=True)
_, info = env.reset()
for line in sys.stdin:
    count, first = 0, time.process_time()
    while time.process_time() < first + float(line):
        for _ in range(50):
            _, _, over, cut, info = env.step(random.choice(info["valid_actions"]))
            if over or cut:
                _, info = env.reset()
        count += 50
    print(count / (time.process_time() - first), flush=True)
"""


def catanatron(python: str) -> Meter:
    """Steps of catanatron's Gymnasium environment with random legal actions, in its own Python."""
    process = subprocess.Popen([python, "-c", CATAN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def meter(seconds: float) -> float:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{seconds}\n")
        process.stdin.flush()
        return float(process.stdout.readline())

    return meter


def metered(once: Counter) -> Meter:
    """Operations per CPU second of this process."""

    def meter(seconds: float) -> float:
        count, first = 0, time.process_time()
        now = first
        while now < first + seconds:
            count += once()
            now = time.process_time()
        return count / (now - first)

    return meter


def lines(game: str, options: dict[str, Any], count: int) -> Iterator[tuple[str, Counter]]:
    """The quantities measured for a set-up."""
    from hordes.envs.aec import TurnBasedEnv

    yield "driven", driven(game, options)
    yield "pettingzoo", pettingzoo(game, options)
    yield "pettingzoo, picked from the mask", masked(lambda: TurnBasedEnv(game, options))
    yield "vector", vector(game, options, count)
    yield "vector, actions from NumPy", vector_numpy(game, options, count)


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """All results and ratios."""
    others: dict[str, Meter] = {}
    try:
        from pettingzoo.classic import chess_v6

        others["chess_v6"] = metered(masked(chess_v6.env))
    except ImportError:
        print("pettingzoo's chess_v6 is not here")
    if arguments.catanatron:
        others["catanatron's gym"] = catanatron(arguments.catanatron)
    results: dict[str, Any] = {}
    for name, (game, options) in SETUPS.items():
        ours = {key: metered(once) for key, once in lines(game, options, arguments.count)}
        meters = ours | others
        rates: dict[str, list[float]] = {key: [] for key in meters}
        for _ in range(arguments.rounds):
            for key, meter in meters.items():
                rates[key].append(meter(arguments.seconds))
        results[name] = report(rates)
    return results


def report(rates: dict[str, list[float]]) -> dict[str, Any]:
    """Medians, ratios and targets."""
    results: dict[str, Any] = {key: round(statistics.median(values)) for key, values in rates.items()}
    pairs = [("pettingzoo / driven", "pettingzoo", "driven")]
    if "chess_v6" in rates:
        pairs.append(("pettingzoo / chess_v6", "pettingzoo, picked from the mask", "chess_v6"))
    if "catanatron's gym" in rates:
        pairs.append(("pettingzoo / catanatron's gym", "pettingzoo, picked from the mask", "catanatron's gym"))
        pairs.append(("vector / catanatron's gym", "vector", "catanatron's gym"))
    for label, ours, theirs in pairs:
        ratios = [a / b for a, b in zip(rates[ours], rates[theirs], strict=True)]
        results[label] = round(statistics.median(ratios), 2)
    return results


def main() -> None:
    """Measure all environments and print the rates and ratios, as a table or as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU seconds per figure and round")
    parser.add_argument("--count", type=int, default=64, help="games in the batch")
    parser.add_argument("--catanatron", metavar="PYTHON", help="an interpreter that has catanatron_gym")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    results = measure(arguments)
    if arguments.json:
        print(json.dumps({"compiled": COMPILED, **results}, indent=2))
        return
    print("compiled" if COMPILED else "plain Python: the targets are for the compiled core")
    for name, rows in results.items():
        print(name)
        for key, value in rows.items():
            verdict = (
                f"   target {TARGETS[key]:,.3g} {'ok' if value >= TARGETS[key] else 'MISSED'}" if key in TARGETS else ""
            )
            print(f"  {key:36} {value:14,.2f}{verdict}" if "/" in key else f"  {key:36} {value:14,}{verdict}")


if __name__ == "__main__":
    main()
