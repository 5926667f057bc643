"""Compiled and plain must play the same games: `python -m tools.twins [GAMES]`.

Both packages play random games of every map and number of players from the same seeds, each in a process of its own,
and the fingerprints of all end states must agree. mypyc has been wrong before (it shifts constants in 32 bits), so this
is no luxury.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.project import NATIVE, ROOT

GAMES = 2000
"""Random games of every map and number of players; of the boxes and modes a quarter of that."""
BOXES = ["base", "cursed", "grand_dames", "royal_bonus", "be_not_afraid"]
FORMER = [
    "own_tokens_defend", "ghouls_own_die", "giants_true_borders", "sorcery_without_token", "sorcery_by_flight",
    "barbarians_ready_all", "sigil_asks_everybody", "barricade_needs_region", "aquatic_spares_water",
    "pots_leave_in_decline", "historian_counts_late", "soapbar_keeps_to_land",
]  # fmt: skip
"""The readings of version 1 of Small World's rules, which are switches now."""


@dataclass(frozen=True)
class Setup:
    """A game, its options, and the part of the games that are played of it."""

    game: str
    options: dict[str, Any]
    part: int = 1

    def __str__(self) -> str:
        return f"{self.game} {json.dumps(self.options)}"


COVIL_FORMER = [
    "dummy_spares_defenders", "combat_relics_bonus_only", "instants_forced", "no_night_purchases", "late_relic_refill",
    "rebels_remember",
]  # fmt: skip
"""Covil's readings of version 1."""

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
    Setup("smallworld", {"players": 3, "sets": BOXES, "rulings": FORMER}, 8),
    Setup("smallworld", {"players": 4, "sets": BOXES, "mode": "necromancer", "rulings": FORMER}, 8),
    Setup("smallworld", {"players": 6, "sets": BOXES, "mode": "teams", "rulings": FORMER}, 8),
    *[Setup("covil", {"players": players}, 2) for players in range(2, 5)],
    *[Setup("covil", {"players": 1, "dummies": dummies}, 4) for dummies in range(1, 4)],
    *[Setup("covil", {"players": players, "rulings": COVIL_FORMER}, 8) for players in (1, 3)],
]


def play(games: int, share: int, shares: int) -> None:
    """The worker: print, for each set-up, what the games of its share of the seeds ended with."""
    from hordes.engine.bits import COMPILED
    from hordes.engine.games import load
    from hordes.engine.playout import random_game
    from hordes.engine.rng import Rng

    print(json.dumps(bool(COMPILED)), flush=True)
    for setup in SETUPS:
        start = load(setup.game).new(setup.options)
        ends = {}
        for seed in range(share, games // setup.part, shares):
            state = start.clone()
            decisions = random_game(state, Rng(seed))
            ends[seed] = [int(decisions), state.fingerprint()]
        print(json.dumps(ends), flush=True)


def output(folder: Path, games: int, share: int, shares: int) -> list[Any]:
    """What a process with one of the two packages printed: whether it is compiled, and the ends of its games."""
    command = [sys.executable, "-m", "tools.twins", "--worker", str(games), str(share), str(shares)]
    variables = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(command, cwd=ROOT, env=variables, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def everything(games: int) -> tuple[list[Any], list[Any]]:
    """The ends of the plain and of the compiled games, set-up by set-up; the plain ones are played in shares."""
    shares = max(1, os.cpu_count() or 1)
    with ThreadPoolExecutor(shares + 1) as crew:
        compiled = crew.submit(output, NATIVE, games, 0, 1)
        parts = [crew.submit(output, ROOT / "src", games, share, shares) for share in range(shares)]
        plain = [part.result() for part in parts]
        merged = [{seed: end for part in plain for seed, end in part[1 + at].items()} for at in range(len(SETUPS))]
        return [any(part[0] for part in plain), *merged], compiled.result()


def compare(games: int) -> int:
    """Let both play and hold the ends side by side; the exit status."""
    plain, compiled = everything(games)
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
