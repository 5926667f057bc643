"""Training workload for profile-guided optimisation (PGO): representative games for the instrumented core.

setup.py runs this once, between the instrumented and the final build (tools/core.py). It influences only the speed of
the core, never its results. Everything is seeded, so that the same sources give the same build.
"""

from typing import Any

from hordes.bots.registry import parse_bot
from hordes.bots.runner import play_game
from hordes.engine.core.batch import GameBatch
from hordes.engine.core.playout import random_playout
from hordes.engine.core.rng import Rng
from hordes.engine.games import load
from hordes.smallworld.options import BUILT_IN_SETS

SETS = list(BUILT_IN_SETS)
TABLES: list[tuple[str, dict[str, Any]]] = [
    *[("smallworld", {"players": players}) for players in (2, 3, 4, 5)],
    ("smallworld", {"players": 4, "sets": SETS}),
    ("smallworld", {"mode": "necromancer", "players": 4}),
    ("smallworld", {"mode": "teams", "players": 6}),
    *[("covil", {"players": players}) for players in (1, 2, 3, 4)],
]
GAMES = 100
"""Random games per table."""
STEPS = 1000
"""Moves per game of a batch."""
BOTS = ["greedy", "planner", "search:simulations=4"]


def run_training() -> None:
    """Play random games of every table, singly and in batches; then one game per rules engine with search bots."""
    rng = Rng(20)
    for name, options in TABLES:
        start = load(name).new(options)
        for _ in range(GAMES):
            random_playout(start.clone(), rng)
        batch = GameBatch(start, load(name).encoder(options), 16, 1)
        for _ in range(STEPS):
            batch.step_randomly(rng)
    for name in ("smallworld", "covil"):
        play_game(name, {"players": len(BOTS)}, [parse_bot(bot).make(seed) for seed, bot in enumerate(BOTS)], 1)


if __name__ == "__main__":
    run_training()
