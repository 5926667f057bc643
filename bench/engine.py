"""How fast the engine is beside python-chess: `python bench/engine.py [--json]`.

Every round measures everything once, in turn, in CPU time; the figures are medians over the rounds, and a ratio is the
median of the rounds' ratios, so that a busy machine disturbs both sides alike. Tests never assert times: the bars are
for people.
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

GAMES = ("smallworld",)


@dataclass(frozen=True)
class Line:
    """One figure: who measures it, and the bar it should clear, as a multiple of python-chess."""

    key: str
    label: str
    compiled: bool
    measure: str
    bar: float | None = None


LINES = (
    Line("compiled", "compiled playout", True, "playout", 80),
    Line("driven", "interpreted loop, compiled engine, by list", True, "driven_by_list", 25),
    Line("driven_index", "interpreted loop, compiled engine, by index", True, "driven_by_index", 25),
    Line("plain", "plain Python playout", False, "playout", 1.5),
    Line("chess", "python-chess", False, "chess"),
)
CLONE = Line("clone", "clone, compiled", True, "clone")
CLONE_BAR = 600


class Side:
    """A worker process with one of the two engines."""

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
            raise SystemExit("a worker ended early; what it said stands above")
        return json.loads(line)

    def rate(self, measure: str, game: str, players: int, seconds: float) -> float:
        """Things a CPU second."""
        request = {"measure": measure, "game": game, "players": players, "seconds": seconds}
        if self.process.stdin is not None:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        answer = self.answer()
        return float(answer["count"] / answer["seconds"])


def sides() -> dict[bool, Side]:
    """The plain engine, and the compiled one where it can be built."""
    found = {False: Side(ROOT / "src")}
    if native.ensure() == 0:
        found[True] = Side(NATIVE)
    for compiled, side in found.items():
        if side.compiled != compiled:
            raise SystemExit("a worker loaded the wrong engine")
    return found


def rounds(workers: dict[bool, Side], game: str, arguments: argparse.Namespace) -> dict[str, list[float]]:
    """Measure everything in turn, as many times as asked."""
    rates: dict[str, list[float]] = {}
    for number in range(arguments.rounds):
        if sys.stderr.isatty():
            print(f"{game}: round {number + 1} of {arguments.rounds}", end="\r", file=sys.stderr)
        for line in (*LINES, CLONE):
            if side := workers.get(line.compiled):
                rate = side.rate(line.measure, game, arguments.players, arguments.seconds)
                rates.setdefault(line.key, []).append(rate)
    return rates


def report(rates: dict[str, list[float]]) -> dict[str, Any]:
    """Medians, ratios to python-chess, and which bars are cleared."""
    found: dict[str, Any] = {}
    for line in LINES:
        if line.key in rates:
            pairs = zip(rates[line.key], rates["chess"], strict=True)
            ratio = statistics.median(ours / theirs for ours, theirs in pairs)
            row = {"decisions_per_second": round(statistics.median(rates[line.key])), "times_chess": round(ratio, 2)}
            found[line.key] = row if line.bar is None else {**row, "bar": line.bar, "ok": ratio >= line.bar}
    if CLONE.key in rates:
        nanoseconds = 1e9 / statistics.median(rates[CLONE.key])
        best = round(1e9 / max(rates[CLONE.key]))  # a crowded processor slows this figure, and no ratio evens it out
        row = {"nanoseconds": round(nanoseconds), "best_round": best}
        found[CLONE.key] = {**row, "bar": CLONE_BAR, "ok": nanoseconds < CLONE_BAR}
    return found


def show(game: str, players: int, found: dict[str, Any]) -> None:
    """The report as a table."""
    print(f"{game}, {players} players                             decisions/s   x chess    bar")
    for line in LINES:
        if row := found.get(line.key):
            bar = f">= {row['bar']:<4g} {'ok' if row['ok'] else 'MISSED'}" if "bar" in row else ""
            print(f"  {line.label:45} {row['decisions_per_second']:12,} {row['times_chess']:9.2f}    {bar}")
    if row := found.get(CLONE.key):
        verdict = "ok" if row["ok"] else "MISSED"
        best = f"(best {row['best_round']})"
        print(f"  {CLONE.label:45} {row['nanoseconds']:9,} ns {best:>12}  < {row['bar']:<4g} {verdict}")
    else:
        print("  no compiled engine here: plain Python only")


def main() -> None:
    """Measure every game and print the report."""
    parser = argparse.ArgumentParser(description="Measure the engine beside python-chess, in CPU time.")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.4, help="CPU seconds per figure and round")
    arguments = parser.parse_args()
    workers = sides()
    games = {game: report(rounds(workers, game, arguments)) for game in GAMES}
    if arguments.json:
        about = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
        about |= {"players": arguments.players, "rounds": arguments.rounds}
        print(json.dumps({**about, "games": games}, indent=2))
        return
    for game, found in games.items():
        show(game, arguments.players, found)


if __name__ == "__main__":
    main()
