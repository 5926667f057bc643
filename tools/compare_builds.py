"""Checks that two builds of the package play the same games: `python -m tools.compare_builds OLD NEW [--games N]`.

For a change of the inside that must not be seen outside, such as a new representation of a state. OLD and NEW are
folders for the import path, plain (`.../src`) or compiled (`.../build/native`). Both play the same random games of the
fuzzer's starts in separate processes, and everything that can be observed is compared at every state: who moves, legal
moves and their texts, events, positions, views and default moves; at samples of the states also observations, refusals
of illegal moves, and the game that goes on from a position. Dumps and fingerprints may differ.

Positions that OLD has written are read by both at last, and have to go on alike: saved games outlive a version.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from pathlib import Path
from typing import Any

from tools.project import ROOT

BATCH = 500
"""Games that a process plays before its results are compared."""
SAMPLE = 16
"""Costly checks are made at one state in so many, and at every one in which chance or a question interrupts a turn."""
KEPT = 64
"""Positions are kept for the other build at one state in so many, and at half of those that interrupt a turn."""
AHEAD = 25
"""Moves that are played from a position."""


class Observer:
    """Plays games in this process's build, and sums up all that can be observed in a hash for each game."""

    def __init__(self, game: str, verbose: bool) -> None:
        from hordes.engine.games import load

        self.game = load(game)
        self.verbose = verbose
        self.kept: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []

    def play(self, k: int) -> tuple[str, int]:
        """Play the k-th game; returns the hash and the number of states."""
        from hordes.engine.core.rng import Rng
        from hordes.engine.core.state import OVER

        start, rng, self.hash, states = self.game.fuzz_start(k), Rng(k), blake2b(digest_size=12), 0
        self.options, self.events, self.texts = start.options, [], [""]
        self.encoder = self.game.encoder(start.options)
        if start.position is not None:
            state = self.game.from_position(start.options, start.position, self.events)
        else:
            state = self.game.new(start.options)
            state.sink = self.events
        opening = list(start.opening)
        while True:
            states += 1
            self.observe(state, k * 100_003 + states)
            if state.to_move == OVER:
                return self.hash.hexdigest(), states
            self.events.clear()
            texts = state.legal_texts()
            if opening and opening[0] in texts:
                state.play(opening.pop(0))
            else:
                state.apply(state.nth_legal(rng.below(state.find_legal())))

    def observe(self, state: Any, number: int) -> None:
        """Add a state to the hash."""
        from hordes.engine.core.rng import Rng
        from hordes.engine.core.state import CHANCE

        position = state.position()
        interrupts = "chance" in position or "choice" in position
        self.note("state", [int(state.to_move), state.phase_name(), state.legal(), state.legal_texts(), self.events])
        self.note("position", position)
        self.note("views", state.views())
        if state.to_move >= 0:
            self.note("default", int(state.default_move()))
        rng = Rng(number)
        if interrupts or rng.below(SAMPLE) == 0:
            seat = rng.below(state.seats())
            self.note("observation", self.encoder.observation(state, seat))
            self.note("result", [state.result(), state.public_summary(), repr(state.die_move(0)), state.turn_seat()])
            if state.to_move != CHANCE:
                self.note("refusal", self.refusal(state, self.texts[rng.below(len(self.texts))]))
        self.texts = [*self.texts[-200:], *state.legal_texts()[:3]]
        if rng.below(2 if interrupts else KEPT) == 0:
            self.kept.append({"options": self.options, "position": position, "seed": number})

    def note(self, what: str, data: Any) -> None:
        """Add data to the hash; print it where the first difference is wanted."""
        from msgspec.json import encode

        text = encode(data, order="sorted")
        self.hash.update(text)
        if self.verbose:
            print(what, text.decode(), flush=True)

    def refusal(self, state: Any, text: str) -> str:
        """What playing a text, perhaps an illegal one, is answered."""
        from hordes.engine.errors import Refusal

        try:
            state.clone().play(text)
        except Refusal as refusal:
            return f"{text}: {refusal.code} {refusal} {refusal.public}"
        return f"{text}: played"

    def resume(self, entry: dict[str, Any]) -> str:
        """Read a position and play on from it; returns the hash."""
        from hordes.engine.core.rng import Rng
        from hordes.engine.core.state import OVER
        from hordes.engine.errors import Refusal

        rng, self.hash, self.events = Rng(entry["seed"]), blake2b(digest_size=12), []
        try:
            state = self.game.from_position(entry["options"], entry["position"], self.events)
        except Refusal as refusal:
            return str(refusal)
        for _ in range(AHEAD):
            texts = state.legal_texts()
            self.note("state", [int(state.to_move), state.phase_name(), texts, self.events, state.position()])
            self.events.clear()
            if state.to_move == OVER:
                break
            state.play(state.describe(state.nth_legal(rng.below(state.find_legal()))))
        return self.hash.hexdigest()


def work(game: str, folder: Path, first: int, games: int, verbose: bool) -> None:
    """Worker process: play games; with positions of the other build in `folder`, go on from these."""
    observer = Observer(game, verbose)
    path = folder / f"{first}.jsonl"
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            print(json.dumps(observer.resume(json.loads(line))))
        return
    for k in range(first, first + games):
        print(json.dumps([k, *observer.play(k)]), flush=True)
    if not verbose:
        path.with_suffix(f".{os.getpid()}").write_text("\n".join(map(json.dumps, observer.kept)), encoding="utf-8")


def output(build: str, game: str, folder: Path, first: int, games: int, *, verbose: bool = False) -> list[str]:
    """Output of a worker with one of the builds."""
    command = [sys.executable, "-m", "tools.compare_builds", "--worker", game, str(folder), str(first), str(games)]
    variables = {**os.environ, "PYTHONPATH": build, "VERBOSE": "1" if verbose else ""}
    done = subprocess.run(command, cwd=ROOT, env=variables, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()


def batch(builds: tuple[str, str], game: str, folder: Path, first: int, games: int) -> tuple[int, int, list[str]]:
    """Compare a batch of games: states, positions, and a sentence for each difference."""
    old, new = (output(build, game, folder / name, first, games) for build, name in zip(builds, "ab", strict=True))
    differences = [f"game {json.loads(a)[0]} differs" for a, b in zip(old, new, strict=True) if a != b]
    kept = next((folder / "a").glob(f"{first}.*"))
    positions = kept.rename(folder / f"{first}.jsonl")
    lines = positions.read_text(encoding="utf-8").splitlines()
    ends = [output(build, game, folder, first, games) for build in builds]
    for line, a, b in zip(lines, *ends, strict=True):
        if a != b:
            differences.append(f"from a position of game {first} or later: {a} is now {b}\n{line}")
    for path in [positions, *(folder / "b").glob(f"{first}.*")]:
        path.unlink()
    return sum(json.loads(line)[2] for line in old), len(lines), differences


def show_first_difference(builds: tuple[str, str], game: str, folder: Path, k: int) -> None:
    """Print where a game differs first."""
    old, new = (output(build, game, folder, k, 1, verbose=True) for build in builds)
    at = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    for line in [*old[max(0, at - 12) : at], "OLD:", *old[at : at + 1], "NEW:", *new[at : at + 1]]:
        print(line[:3000])


def compare(builds: tuple[str, str], game: str, first: int, games: int, jobs: int, folder: Path) -> int:
    """Compare all games; returns the exit status."""
    total = [0, 0, 0, 0]
    for name in "ab":
        (folder / name).mkdir(parents=True, exist_ok=True)

    def parts() -> Iterator[tuple[int, int, list[str]]]:
        with ThreadPoolExecutor(jobs) as crew:
            firsts = range(first, first + games, BATCH)
            yield from crew.map(lambda n: batch(builds, game, folder, n, min(BATCH, first + games - n)), firsts)

    for states, positions, differences in parts():
        total = [total[0] + BATCH, total[1] + states, total[2] + positions, total[3] + len(differences)]
        for text in differences[:3]:
            print(text)
        line = f"{min(total[0], games):,} games, {total[1]:,} states, {total[2]:,} positions: {total[3]} differences"
        print(line, end="\r" if sys.stderr.isatty() else "\n", flush=True)
        if differences and differences[0].startswith("game"):
            show_first_difference(builds, game, folder, int(differences[0].split()[1]))
        if total[3] > 20:
            break
    return 1 if total[3] else 0


def main() -> int:
    """Read the command line and compare."""
    parser = argparse.ArgumentParser(description="Check that two builds play the same games.")
    parser.add_argument("old", help="folder for the import path: src or build/native of a checkout")
    parser.add_argument("new")
    parser.add_argument("--game", default="smallworld")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "compare", help="for positions in between")
    arguments = parser.parse_args()
    builds = (str(Path(arguments.old).resolve()), str(Path(arguments.new).resolve()))
    return compare(builds, arguments.game, arguments.first, arguments.games, arguments.jobs, arguments.folder.resolve())


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        work(sys.argv[2], Path(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]), bool(os.environ.get("VERBOSE")))
    else:
        sys.exit(main())
