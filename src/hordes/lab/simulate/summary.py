"""Terminal output of a simulation: progress bar and summary tables."""

import math
import time
from collections import Counter
from collections.abc import Iterable
from types import TracebackType
from typing import Any

from rich.console import Console, Group
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from hordes.engine.core.bits import COMPILED
from hordes.engine.core.state import Game
from hordes.engine.option_schema import board_name
from hordes.lab.simulate.run import WIN_UNITS, SimulationTotals


class ProgressBar:
    """Progress bar with rates and remaining time, on stderr, so that stdout has only the tables."""

    def __init__(self, games: int) -> None:
        rates = TextColumn("[cyan]{task.fields[games]:,.0f}[/] games/s  {task.fields[decisions]:,.0f} decisions/s")
        self.progress = Progress(
            TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), rates, TextColumn("left"), TimeRemainingColumn(),
            console=Console(stderr=True), transient=True,
        )  # fmt: skip
        self.task = self.progress.add_task("", total=games, games=0.0, decisions=0.0)
        self.begin = time.perf_counter()
        self.games = 0
        self.decisions = 0

    def __enter__(self) -> "ProgressBar":
        if self.progress.console.is_terminal:
            self.progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.progress.live.is_started:
            self.progress.stop()

    def advance(self, games: int, decisions: int) -> None:
        """Advance by this many games and decisions."""
        self.games += games
        self.decisions += decisions
        seconds = max(time.perf_counter() - self.begin, 1e-9)
        rates = (self.games / seconds, self.decisions / seconds)
        self.progress.update(self.task, advance=games, games=rates[0], decisions=rates[1])


def mean(scores: Counter[int]) -> float:
    """Mean of a multiset."""
    return sum(score * n for score, n in scores.items()) / max(1, scores.total())


def quantile(scores: Counter[int], part: float) -> int:
    """The smallest value with at least this part of the multiset at or below it.

    >>> quantile(Counter({1: 2, 5: 1, 9: 1}), 0.5)
    1
    """
    wanted, below = part * scores.total(), 0
    for score in sorted(scores):
        below += scores[score]
        if below >= wanted:
            return score
    return 0


def wilson_interval(part: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share observed in n games; always contains the share, despite rounding.

    >>> "{:.3f} to {:.3f}".format(*wilson_interval(0.25, 400))
    '0.210 to 0.295'
    """
    z = 1.96
    centre = (part + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(part * (1 - part) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, min(part, centre - half)), min(1.0, max(part, centre + half))


def format_share(part: float, n: int) -> str:
    """A share with its interval, as a table cell."""
    low, high = wilson_interval(part, n)
    return f"{part:6.1%}  [dim]{low:5.1%} to {high:5.1%}[/]"


def seat_table(totals: SimulationTotals) -> Table:
    """Score and wins by seat."""
    table = Table("seat", "score, mean", "median", "5 % to 95 %", "wins, 95 % interval", box=None, pad_edge=False)
    for column in table.columns[:-1]:
        column.justify = "right"
    for seat, scores in enumerate(totals.scores):
        spread = f"{quantile(scores, 0.05)} to {quantile(scores, 0.95)}"
        wins = format_share(totals.wins[seat] / WIN_UNITS / totals.games, totals.games)
        table.add_row(str(seat), f"{mean(scores):.1f}", str(quantile(scores, 0.5)), spread, wins)
    return table


def picked_table(totals: SimulationTotals, kind: str, names: dict[str, str]) -> Table:
    """Results of the seats that took each piece, the most successful first."""
    table = Table(kind, "picked", "owner's score", "owner wins, 95 % interval", box=None, pad_edge=False)
    for column in table.columns[1:-1]:
        column.justify = "right"
    rows = [(name, stats) for (of, name), stats in totals.picked.items() if of == kind]
    for name, stats in sorted(rows, key=lambda row: (-row[1].wins / row[1].picks, row[0])):
        label = names.get(name, name)
        wins = format_share(stats.wins / WIN_UNITS / stats.picks, stats.picks)
        table.add_row(label, f"{stats.picks:,}", f"{stats.score / stats.picks:.1f}", wins)
    return table


def are_places(game: Game, options: dict[str, Any], ids: Iterable[str]) -> bool:
    """Whether what was taken is places, which differ from board to board: the glossary of pieces has none of them."""
    glossary = game.glossary_for(options)
    return not any(key in glossary for key in ids)


def headline(totals: SimulationTotals, seconds: float, games: int, jobs: int, old: int = 0) -> Text:
    """What was played, and how fast."""
    played = (
        f"{totals.games:,} games" if totals.games == games else f"stopped after {totals.games:,} of {games:,} games"
    )
    played += f" ({old:,} of them by an earlier run)" if old else ""
    setup = f"{'compiled' if COMPILED else 'plain Python'}, {jobs} process{'es' if jobs > 1 else ''}"
    new = (totals.games - old) / max(1, totals.games)
    rates = (
        f"{totals.games * new / seconds:,.0f} games/s, {totals.decisions * new / seconds:,.0f} decisions/s ({setup})"
    )
    return Text(f"{played}, {totals.decisions / max(1, totals.games):.1f} decisions a game\n{rates}")


def print_summary(
    game: Game,
    options: dict[str, Any],
    totals: SimulationTotals,
    *,
    seconds: float,
    games: int,
    seed: int,
    jobs: int,
    old: int = 0,
    bots: tuple[str, ...] = (),
) -> None:
    """Print the whole summary."""
    about = [game.name, board_name(game.option_schema(), options), f"{totals.seats} players"]
    about += [", ".join(bots) or "random moves", f"seed {seed}"]
    title = Text(", ".join(part for part in about if part), style="bold")
    parts: list[Text | Table] = [title, headline(totals, seconds, games, jobs, old)]
    parts += [Text(complaint, style="yellow") for complaint in totals.complaints]
    if totals.games:
        parts += [Text(), seat_table(totals)]
    for kind in dict.fromkeys(kind for kind, _ in totals.picked):
        parts += [Text(), picked_table(totals, kind, game.piece_names(options, kind))]
    Console().print(Group(*parts))
