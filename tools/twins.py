"""Checks that the compiled and the plain package play identical games: `python -m tools.twins [GAMES]`.

Both play random games of every map and number of players from the same seeds in separate processes; the fingerprints of
all final states must agree. mypyc has miscompiled before (it shifts constants in 32 bits).
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hordes.covil.options import VERSION_1_RULINGS as COVIL_VERSION_1_RULINGS
from hordes.smallworld.options import BUILT_IN_SETS, MAPS, VERSION_1_RULINGS, map_data
from tools.project import NATIVE, ROOT

GAMES = 2000
"""Random games per map and number of players; of sets and modes a quarter."""
BOXES = list(BUILT_IN_SETS)


@dataclass(frozen=True)
class TwinSetup:
    """A game, its options, and the divisor of the number of games."""

    game: str
    options: dict[str, Any]
    part: int = 1

    def __str__(self) -> str:
        return f"{self.game} {json.dumps(self.options)}"


SETUPS = [
    *[
        TwinSetup("smallworld", {"players": players, "map": name})
        for players in range(2, 7)
        for name in MAPS
        if abs(players - map_data(name)["players"]) < 2
    ],
    *[TwinSetup("smallworld", {"players": players, "sets": BOXES}, 4) for players in range(2, 7)],
    *[
        TwinSetup("smallworld", {"players": players, "sets": BOXES, "mode": "necromancer"}, 4)
        for players in range(3, 7)
    ],
    TwinSetup("smallworld", {"players": 6, "sets": BOXES, "mode": "teams"}, 4),
    *[TwinSetup("smallworld", {"players": players, "sets": BOXES, "markers": True}, 8) for players in range(2, 6)],
    TwinSetup("smallworld", {"players": 3, "sets": BOXES, "rulings": VERSION_1_RULINGS}, 8),
    TwinSetup("smallworld", {"players": 4, "sets": BOXES, "mode": "necromancer", "rulings": VERSION_1_RULINGS}, 8),
    TwinSetup("smallworld", {"players": 6, "sets": BOXES, "mode": "teams", "rulings": VERSION_1_RULINGS}, 8),
    *[TwinSetup("covil", {"players": players}, 2) for players in range(2, 5)],
    *[TwinSetup("covil", {"players": 1, "dummies": dummies}, 4) for dummies in range(1, 4)],
    *[TwinSetup("covil", {"players": players, "rulings": COVIL_VERSION_1_RULINGS}, 8) for players in (1, 3)],
]


def play(games: int, share: int, shares: int) -> None:
    """Worker process: print the final states of its share of the seeds, for each set-up."""
    from hordes.engine.core.bits import COMPILED
    from hordes.engine.core.playout import random_playout
    from hordes.engine.core.rng import Rng
    from hordes.engine.games import load

    print(json.dumps(bool(COMPILED)), flush=True)
    for setup in SETUPS:
        start = load(setup.game).new(setup.options)
        ends = {}
        for seed in range(share, games // setup.part, shares):
            state = start.clone()
            decisions = random_playout(state, Rng(seed))
            ends[seed] = [int(decisions), state.fingerprint()]
        print(json.dumps(ends), flush=True)


def output(folder: Path, games: int, share: int, shares: int) -> list[Any]:
    """Output of a worker: whether it is compiled, and the final states."""
    command = [sys.executable, "-m", "tools.twins", "--worker", str(games), str(share), str(shares)]
    variables = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(command, cwd=ROOT, env=variables, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def play_both(games: int) -> tuple[list[Any], list[Any]]:
    """Final states of plain and compiled games, by set-up; the plain ones are split over processes."""
    shares = max(1, os.cpu_count() or 1)
    with ThreadPoolExecutor(shares + 1) as crew:
        # the compiled games take less time than the plain ones split over all processors
        compiled = crew.submit(output, NATIVE, games, 0, 1)
        parts = [crew.submit(output, ROOT / "src", games, share, shares) for share in range(shares)]
        plain = [part.result() for part in parts]
        merged = [{seed: end for part in plain for seed, end in part[1 + at].items()} for at in range(len(SETUPS))]
        return [any(part[0] for part in plain), *merged], compiled.result()


def compare(games: int) -> int:
    """Play both and compare; returns the exit status."""
    plain, compiled = play_both(games)
    if [plain[0], compiled[0]] != [False, True]:
        print(f"The twins did not run as plain and compiled: {plain[0]}, {compiled[0]}", file=sys.stderr)
        return 1
    different = 0
    for setup, ones, others in zip(SETUPS, plain[1:], compiled[1:], strict=True):
        seeds = sorted(int(seed) for seed in ones.keys() | others.keys() if ones.get(seed) != others.get(seed))
        different += len(seeds)
        if seeds:
            print(f"{setup}: {len(seeds)} games differ, the first with seed {seeds[0]}")
    total = sum(games // setup.part for setup in SETUPS)
    played = sum(len(ends) for ends in plain[1:])
    print(f"{played:,} games of {len(SETUPS)} set-ups, compiled and plain: {different} differ")
    return 1 if different or played != total else 0


if __name__ == "__main__":
    if "--worker" in sys.argv:
        play(*map(int, sys.argv[2:]))
    else:
        sys.exit(compare(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
