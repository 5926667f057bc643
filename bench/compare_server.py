"""Cost of one checkout's server relative to another: `python bench/compare_server.py BEFORE [AFTER] [--least 0.97]`.

Both are checkouts with a compiled copy in build/native (`python -m tools.native` in each); AFTER defaults to this one.
In every round each side runs its own bench/server.py, both at the same time, so that a busy machine affects both alike.
A ratio is what BEFORE needs divided by what AFTER needs (above 1: AFTER is cheaper), a figure the median of the rounds'
ratios. Exits with 1 when a ratio is below `--least`; latencies are printed without that, since they depend on which
process the machine schedules first.
"""

import argparse
import ast
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
COSTS = ("server CPU a move, ms", "message, median bytes", "memory a table with its sockets, KiB")
LATENCIES = ("move to last seat, ms", "move to acknowledgement, ms")


def start(checkout: Path, arguments: argparse.Namespace) -> "subprocess.Popen[str]":
    """A run of a checkout's own load test."""
    size = ["--tables", str(arguments.tables), "--seconds", str(arguments.seconds), "--pace", str(arguments.pace)]
    variables = {**os.environ, "PYTHONPATH": str(checkout / "build" / "native")}
    command = [sys.executable, "bench/server.py", *size]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=checkout, env=variables, text=True, stdout=pipe, stderr=subprocess.DEVNULL)


def figures(process: "subprocess.Popen[str]") -> dict[str, Any]:
    """What a run printed, by name; a latency is its median."""
    text, _ = process.communicate()
    if process.returncode:
        raise SystemExit(f"a load test ended with status {process.returncode}")
    values = {}
    for line in text.splitlines():
        name, _, text = (part.strip() for part in line.partition("  "))  # names end where two spaces begin
        if name in (*COSTS, *LATENCIES, "moves"):
            value = ast.literal_eval(text)
            values[name] = value["p50"] if name in LATENCIES else value
    return values


def main() -> int:
    """Run the rounds and print a row for each figure."""
    parser = argparse.ArgumentParser(description="Compare the cost of two checkouts' servers.")
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path, nargs="?", default=ROOT)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--pace", type=float, default=4.0, help="seconds a person takes for a move, on average")
    parser.add_argument("--least", type=float, default=0.97)
    arguments = parser.parse_args()
    checkouts = [arguments.before.resolve(), arguments.after.resolve()]
    for checkout in checkouts:
        if not (checkout / "build" / "native").is_dir():
            raise SystemExit(f"{checkout} has no build/native: run `python -m tools.native` there.")
    rounds = []
    for number in range(arguments.rounds):
        order = checkouts if number % 2 else checkouts[::-1]
        running = {checkout: start(checkout, arguments) for checkout in order}
        rounds.append([figures(running[checkout]) for checkout in checkouts])
    slower = False
    for name in (*COSTS, *LATENCIES):
        ratio = statistics.median(before[name] / after[name] for before, after in rounds)
        old, new = (statistics.median(side[name] for side in sides) for sides in zip(*rounds, strict=True))
        is_slower = name in COSTS and ratio < arguments.least
        slower |= is_slower
        print(f"{name:38} {old:8.2f} -> {new:8.2f}  ratio {ratio:5.2f}{'  SLOWER' if is_slower else ''}", flush=True)
    print(f"{'moves a round, each side':38} {[side['moves'] for side in rounds[0]]}")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
