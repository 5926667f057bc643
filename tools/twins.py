"""Compiled and plain must play the same games: `python -m tools.twins [GAMES]`.

Both packages play random games of every map and number of players from the same seeds, each in a process of its own,
and the fingerprints of all end states must agree. mypyc has been wrong before (it shifts constants in 32 bits), so this
is no luxury.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.project import NATIVE, ROOT

GAMES = 2000
"""Random games of every map and number of players; of the boxes and modes a quarter of that."""
BOXES = ["base", "cursed", "grand_dames", "royal_bonus", "be_not_afraid"]


@dataclass(frozen=True)
class Setup:
    """A game, its options, and the part of the games that are played of it."""

    game: str
    options: dict[str, Any]
    part: int = 1

    def __str__(self) -> str:
        return f"{self.game} {json.dumps(self.options)}"


SETUPS = [
    *[
        Setup("smallworld", {"players": players, "map": f"map-{size}p"})
        for players in range(2, 7)
        for size in range(2, 7)
        if abs(players - size) < 2
    ],
    *[Setup("smallworld", {"players": players, "sets": BOXES}, 4) for players in range(2, 7)],
    *[Setup("smallworld", {"players": players, "sets": BOXES, "mode": "necromancer"}, 4) for players in range(3, 7)],
    Setup("smallworld", {"players": 6, "sets": BOXES, "mode": "teams"}, 4),
    *[Setup("smallworld", {"players": players, "sets": BOXES, "markers": True}, 8) for players in range(2, 6)],
    *[Setup("covil", {"players": players}, 2) for players in range(2, 5)],
    *[Setup("covil", {"players": 1, "dummies": dummies}, 4) for dummies in range(1, 4)],
]


def play(games: int) -> None:
    """The worker: print, for each set-up, what the games of each seed ended with."""
    from hordes.engine.bits import COMPILED
    from hordes.engine.games import load
    from hordes.engine.playout import random_game
    from hordes.engine.rng import Rng

    print(json.dumps(bool(COMPILED)), flush=True)
    for setup in SETUPS:
        start = load(setup.game).new(setup.options)
        ends = []
        for seed in range(games // setup.part):
            state = start.clone()
            decisions = random_game(state, Rng(seed))
            ends.append([int(decisions), state.fingerprint()])
        print(json.dumps(ends), flush=True)


def worker(folder: Path, games: int) -> subprocess.Popen[str]:
    """A process with one of the two packages."""
    command = [sys.executable, "-m", "tools.twins", "--worker", str(games)]
    variables = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.Popen(command, cwd=ROOT, env=variables, stdout=subprocess.PIPE, text=True)


def compare(games: int) -> int:
    """Let both play and hold the ends side by side; the exit status."""
    twins = [worker(ROOT / "src", games), worker(NATIVE, games)]
    outputs = [twin.communicate()[0].splitlines() for twin in twins]
    kinds = [json.loads(lines[0]) if lines else None for lines in outputs]
    if kinds != [False, True] or any(twin.returncode for twin in twins):
        print(f"The twins did not run as plain and compiled: {kinds}", file=sys.stderr)
        return 1
    different = 0
    for setup, plain, compiled in zip(SETUPS, outputs[0][1:], outputs[1][1:], strict=True):
        pairs = list(zip(json.loads(plain), json.loads(compiled), strict=True))
        seeds = [seed for seed, (one, other) in enumerate(pairs) if one != other]
        different += len(seeds)
        if seeds:
            print(f"{setup}: {len(seeds)} games differ, the first with seed {seeds[0]}")
    total = sum(games // setup.part for setup in SETUPS)
    print(f"{total:,} games of {len(SETUPS)} set-ups, compiled and plain: {different} differ")
    return 1 if different else 0


if __name__ == "__main__":
    if "--worker" in sys.argv:
        play(int(sys.argv[-1]))
    else:
        sys.exit(compare(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
