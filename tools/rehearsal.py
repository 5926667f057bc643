"""A rehearsal of the compiled core, for gcc: it counts which ways through the code games take, and lays these out best.

setup.py runs this once, with a library that counts, while it builds the one that is kept. What is played here decides
only how fast the core is, never what it does. Everything is seeded: the same sources are compiled alike.
"""

from typing import Any

from hordes.bots.host import play_game
from hordes.bots.registry import recipe
from hordes.engine.arena import Arena
from hordes.engine.games import load
from hordes.engine.playout import random_game
from hordes.engine.rng import Rng

SETS = ["base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus"]
TABLES: list[tuple[str, dict[str, Any]]] = [
    *[("smallworld", {"players": players}) for players in (2, 3, 4, 5)],
    ("smallworld", {"players": 4, "sets": SETS}),
    ("smallworld", {"mode": "necromancer", "players": 4}),
    ("smallworld", {"mode": "teams", "players": 6}),
    *[("covil", {"players": players}) for players in (1, 2, 3, 4)],
]
GAMES = 100
"""Random games of every table."""
STEPS = 1000
"""Moves that every game of an arena makes."""
THINKERS = ["greedy", "planner", "search:simulations=4"]


def rehearse() -> None:
    """Random games of every table, in playouts and in an arena; then one in which bots think."""
    rng = Rng(20)
    for name, options in TABLES:
        start = load(name).new(options)
        for _ in range(GAMES):
            random_game(start.clone(), rng)
        arena = Arena(start, load(name).encoder(options), 16, 1)
        for _ in range(STEPS):
            arena.step_randomly(rng)
    for name in ("smallworld", "covil"):
        play_game(name, {"players": len(THINKERS)}, [recipe(bot).make(seed) for seed, bot in enumerate(THINKERS)], 1)


if __name__ == "__main__":
    rehearse()
