"""Engine speed compared with python-chess: `python bench/engine.py [--json]`.

Every round measures everything once, in turn, in CPU time; results are medians over the rounds, and a ratio is the
median of the rounds' ratios, so that a busy machine affects both sides alike. Tests never assert times: the targets
are for people.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import native
from tools.project import NATIVE


@dataclass(frozen=True)
class BenchmarkSetup:
    """A game with its options, and its targets: multiples of python-chess, and nanoseconds for a clone."""

    name: str
    game: str
    options: dict[str, Any]
    targets: dict[str, float]


BOXES = ["base", "cursed", "grand_dames", "royal_bonus", "be_not_afraid"]
SETUPS = (
    BenchmarkSetup(
        "smallworld, 4 players",
        "smallworld",
        {"players": 4},
        {"compiled": 80, "driven": 25, "driven_index": 25, "plain": 1.5, "clone": 600},
    ),
    BenchmarkSetup(
        "smallworld, 4 players, all boxes", "smallworld", {"players": 4, "sets": BOXES}, {"compiled": 60, "clone": 800}
    ),
    BenchmarkSetup(
        "covil, 4 players",
        "covil",
        {"players": 4},
        {"compiled": 60, "driven": 20, "driven_index": 20, "plain": 1.2, "clone": 800},
    ),
    BenchmarkSetup("covil, solo", "covil", {"players": 1}, {"compiled": 50, "clone": 800}),
)


@dataclass(frozen=True)
class Measurement:
    """One quantity to measure, and with which build."""

    key: str
    label: str
    compiled: bool
    measure: str


LINES = (
    Measurement("compiled", "compiled playout", True, "playout"),
    Measurement("driven", "interpreted loop, compiled engine, by list", True, "driven_by_list"),
    Measurement("driven_index", "interpreted loop, compiled engine, by index", True, "driven_by_index"),
    Measurement("plain", "plain Python playout", False, "playout"),
    Measurement("chess", "python-chess", False, "chess"),
)
CLONE = Measurement("clone", "clone, compiled", True, "clone")


class BenchmarkWorker:
    """A worker process with the compiled or the plain engine."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, str(ROOT / "bench" / "worker.py")]
        variables = {**os.environ, "PYTHONPATH": str(folder)}
        self.process = subprocess.Popen(
            command, env=variables, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.compiled: bool = self.answer()["compiled"]

    def answer(self) -> Any:
        """The worker's next line."""
        if self.process.stdout is None or not (line := self.process.stdout.readline()):
            raise SystemExit("a worker ended early; its error message is above")
        return json.loads(line)

    def rate(self, measure: str, setup: BenchmarkSetup, seconds: float) -> float:
        """Operations per CPU second."""
        request = {"measure": measure, "game": setup.game, "options": setup.options, "seconds": seconds}
        if self.process.stdin is not None:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        answer = self.answer()
        return float(answer["count"] / answer["seconds"])


def start_workers() -> dict[bool, BenchmarkWorker]:
    """Start the plain worker, and the compiled one if it can be built."""
    workers = {False: BenchmarkWorker(ROOT / "src")}
    if native.ensure() == 0:
        workers[True] = BenchmarkWorker(NATIVE)
    for compiled, side in workers.items():
        if side.compiled != compiled:
            raise SystemExit("a worker loaded the wrong engine")
    return workers


def rounds(
    workers: dict[bool, BenchmarkWorker], setup: BenchmarkSetup, arguments: argparse.Namespace
) -> dict[str, list[float]]:
    """Measure everything in turn, as many times as requested."""
    rates: dict[str, list[float]] = {}
    for number in range(arguments.rounds):
        if sys.stderr.isatty():
            print(f"{setup.name}: round {number + 1} of {arguments.rounds}", end="\r", file=sys.stderr)
        for line in (*LINES, CLONE):
            if side := workers.get(line.compiled):
                rate = side.rate(line.measure, setup, arguments.seconds)
                rates.setdefault(line.key, []).append(rate)
    return rates


def report(rates: dict[str, list[float]], targets: dict[str, float]) -> dict[str, Any]:
    """Medians, ratios to python-chess, and which targets are met."""
    report: dict[str, Any] = {}
    for line in LINES:
        if line.key in rates:
            pairs = zip(rates[line.key], rates["chess"], strict=True)
            ratio = statistics.median(ours / theirs for ours, theirs in pairs)
            row = {"decisions_per_second": round(statistics.median(rates[line.key])), "times_chess": round(ratio, 2)}
            target = targets.get(line.key)
            report[line.key] = row if target is None else {**row, "target": target, "ok": ratio >= target}
    if CLONE.key in rates:
        nanoseconds = 1e9 / statistics.median(rates[CLONE.key])
        best = round(1e9 / max(rates[CLONE.key]))  # an absolute time: depends on the load, unlike the ratios
        row = {"nanoseconds": round(nanoseconds), "best_round": best}
        report[CLONE.key] = {**row, "target": targets[CLONE.key], "ok": nanoseconds < targets[CLONE.key]}
    return report


def show(name: str, report: dict[str, Any]) -> None:
    """Print the report as a table."""
    print(f"{name:47} {'decisions/s':>12} {'x chess':>9}    target")
    for line in LINES:
        if row := report.get(line.key):
            target = f">= {row['target']:<4g} {'ok' if row['ok'] else 'MISSED'}" if "target" in row else ""
            print(f"  {line.label:45} {row['decisions_per_second']:12,} {row['times_chess']:9.2f}    {target}")
    if row := report.get(CLONE.key):
        verdict = "ok" if row["ok"] else "MISSED"
        best = f"(best {row['best_round']})"
        print(f"  {CLONE.label:45} {row['nanoseconds']:9,} ns {best:>12}  < {row['target']:<4g} {verdict}")
    else:
        print("  no compiled engine here: plain Python only")


def main() -> None:
    """Measure every game and print the report."""
    parser = argparse.ArgumentParser(description="Measure the engine beside python-chess, in CPU time.")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--only", default="", help="measure set-ups with this in their name")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.4, help="CPU seconds per figure and round")
    arguments = parser.parse_args()
    workers = start_workers()
    setups = [setup for setup in SETUPS if arguments.only in setup.name]
    reports = {setup.name: report(rounds(workers, setup, arguments), setup.targets) for setup in setups}
    if arguments.json:
        about = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
        print(json.dumps({**about, "rounds": arguments.rounds, "games": reports}, indent=2))
        return
    for name, rows in reports.items():
        show(name, rows)


if __name__ == "__main__":
    main()
