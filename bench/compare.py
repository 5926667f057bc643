"""Speed of one checkout relative to another, in one run: `python bench/compare.py BEFORE [AFTER] [--least 0.97]`.

Both are checkouts with a compiled copy in build/native (`python -m tools.native` in each); AFTER defaults to this one.
Each side answers through its own bench/worker.py, so the two may have different names inside. Rounds alternate between
the sides and measure CPU time; a figure is the median of the rounds' ratios, so that a busy machine affects both alike.
VectorEnv is measured where .venv-rl is there. Exits with 1 when a ratio is below `--least`.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BOXES = ["base", "cursed", "grand_dames", "royal_bonus", "be_not_afraid"]
SETUPS: dict[str, tuple[str, dict[str, Any]]] = {
    "smallworld, 4 players": ("smallworld", {"players": 4}),
    "smallworld, all boxes": ("smallworld", {"players": 4, "sets": BOXES}),
    "covil, 4 players": ("covil", {"players": 4}),
    "covil, solo": ("covil", {"players": 1}),
}
ROUNDS_PER_PROCESS = 2
MEASURES = ("playout", "driven_by_list", "driven_by_index", "clone")

VECTOR_WORKER = """
import json, sys, time
from hordes.envs import VectorEnv
print(json.dumps({}), flush=True)
envs = {}
for line in sys.stdin:
    request = json.loads(line)
    key = json.dumps([request["game"], request["options"]])
    if key not in envs:
        envs[key] = VectorEnv(request["game"], request["options"], count=256, seed=1)
        envs[key].reset(seed=1)
    begin, count = time.process_time(), 0
    while time.process_time() - begin < request["seconds"]:
        for _ in range(20):
            envs[key].step_randomly()
        count += 20 * 256
    print(json.dumps({"count": count, "seconds": time.process_time() - begin}), flush=True)
"""
"""Worker for VectorEnv: it needs NumPy, so it runs in .venv-rl. It uses only names that 0.1 had, too."""


class Side:
    """A worker process of one checkout."""

    def __init__(self, command: list[str], checkout: Path) -> None:
        variables = {**os.environ, "PYTHONPATH": str(checkout / "build" / "native")}
        self.process = subprocess.Popen(
            command, env=variables, text=True, cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.answer()

    def close(self) -> None:
        """End the worker."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.process.wait()

    def answer(self) -> Any:
        """The worker's next line."""
        if self.process.stdout is None or not (line := self.process.stdout.readline()):
            raise SystemExit("a worker ended early; its error message is above")
        return json.loads(line)

    def rate(self, measure: str, setup: tuple[str, dict[str, Any]], seconds: float) -> float:
        """Operations per CPU second."""
        request = {"measure": measure, "game": setup[0], "options": setup[1], "seconds": seconds}
        if self.process.stdin is not None:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        answer = self.answer()
        return float(answer["count"] / answer["seconds"])


def ratios(
    commands: list[tuple[list[str], Path]], measure: str, setup: tuple[str, dict[str, Any]], rounds: int
) -> float:
    """Median of the rounds' ratios; the side that goes first alternates.

    Every few rounds both workers are started anew: where a process lies in memory changes its speed by some percent.
    """
    results = []
    for number in range(rounds):
        if number % ROUNDS_PER_PROCESS == 0:
            before, after = (Side(command, checkout) for command, checkout in commands)
        if number % 2:
            new, old = after.rate(measure, setup, 0.25), before.rate(measure, setup, 0.25)
        else:
            old, new = before.rate(measure, setup, 0.25), after.rate(measure, setup, 0.25)
        results.append(new / old)
        if number % ROUNDS_PER_PROCESS == ROUNDS_PER_PROCESS - 1 or number == rounds - 1:
            before.close()
            after.close()
    return statistics.median(results)


def main() -> int:
    """Measure everything and print a row per figure."""
    parser = argparse.ArgumentParser(description="Compare the speed of two checkouts.")
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path, nargs="?", default=ROOT)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--least", type=float, default=0.97)
    arguments = parser.parse_args()
    checkouts = [arguments.before.resolve(), arguments.after.resolve()]
    for checkout in checkouts:
        if not (checkout / "build" / "native").is_dir():
            raise SystemExit(f"{checkout} has no build/native: run `python -m tools.native` there.")
    rows = []
    workers = [([sys.executable, "bench/worker.py"], checkout) for checkout in checkouts]
    for name, setup in SETUPS.items():
        rows += [(name, measure, ratios(workers, measure, setup, arguments.rounds)) for measure in MEASURES]
    learners = ROOT / ".venv-rl" / "bin" / "python"
    if learners.exists():
        workers = [([str(learners), "-c", VECTOR_WORKER], checkout) for checkout in checkouts]
        for name, setup in SETUPS.items():
            rows.append((name, "VectorEnv", ratios(workers, "vector", setup, arguments.rounds)))
    else:
        print("VectorEnv is left out: there is no .venv-rl.")
    for name, measure, ratio in rows:
        print(f"{name:24} {measure:18} {ratio:5.2f}{'' if ratio >= arguments.least else '  SLOWER'}")
    return 1 if any(ratio < arguments.least for _, _, ratio in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
