"""How a simulation looks in a terminal: the bar while it runs, the tables when it is done."""

import math
import time
from collections import Counter
from types import TracebackType
from typing import Any

from rich.console import Console, Group
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from hordes.engine.bits import COMPILED
from hordes.engine.state import Game
from hordes.lab.simulate import WHOLE_WIN, Tally


class Bar:
    """A progress bar with rates and the time left, on standard error: the tables alone go to standard output."""

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

    def __enter__(self) -> "Bar":
        if self.progress.console.is_terminal:
            self.progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.progress.live.is_started:
            self.progress.stop()

    def advance(self, games: int, decisions: int) -> None:
        """Show that so many more were played."""
        self.games += games
        self.decisions += decisions
        seconds = max(time.perf_counter() - self.begin, 1e-9)
        rates = (self.games / seconds, self.decisions / seconds)
        self.progress.update(self.task, advance=games, games=rates[0], decisions=rates[1])


def mean(scores: Counter[int]) -> float:
    """The mean of a counted multiset."""
    return sum(score * n for score, n in scores.items()) / max(1, scores.total())


def quantile(scores: Counter[int], part: float) -> int:
    """The smallest value with at least this part of the multiset at or below it.

    >>> quantile(Counter({1: 2, 5: 1, 9: 1}), 0.5)
    1
    """
    wanted, seen = part * scores.total(), 0
    for score in sorted(scores):
        seen += scores[score]
        if seen >= wanted:
            return score
    return 0


def interval(part: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share seen in n games. It holds the share, also where rounding would say otherwise.

    >>> "{:.3f} to {:.3f}".format(*interval(0.25, 400))
    '0.210 to 0.295'
    """
    z = 1.96
    centre = (part + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(part * (1 - part) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, min(part, centre - half)), min(1.0, max(part, centre + half))


def percent(part: float, n: int) -> str:
    """A share with its interval, as a cell of a table."""
    low, high = interval(part, n)
    return f"{part:6.1%}  [dim]{low:5.1%} to {high:5.1%}[/]"


def seat_table(tally: Tally) -> Table:
    """Score and wins of every seat."""
    table = Table("seat", "score, mean", "median", "5 % to 95 %", "wins, 95 % interval", box=None, pad_edge=False)
    for column in table.columns[:-1]:
        column.justify = "right"
    for seat, scores in enumerate(tally.scores):
        spread = f"{quantile(scores, 0.05)} to {quantile(scores, 0.95)}"
        wins = percent(tally.wins[seat] / WHOLE_WIN / tally.games, tally.games)
        table.add_row(str(seat), f"{mean(scores):.1f}", str(quantile(scores, 0.5)), spread, wins)
    return table


def picked_table(tally: Tally, kind: str, names: dict[str, dict[str, Any]]) -> Table:
    """How the seats fared that took each race, power or whatever the game lets one pick; the most successful first."""
    table = Table(kind, "picked", "owner's score", "owner wins, 95 % interval", box=None, pad_edge=False)
    for column in table.columns[1:-1]:
        column.justify = "right"
    rows = [(name, fate) for (of, name), fate in tally.picked.items() if of == kind]
    for name, fate in sorted(rows, key=lambda row: (-row[1].wins / row[1].picks, row[0])):
        label = names.get(name, {}).get("name", name)
        wins = percent(fate.wins / WHOLE_WIN / fate.picks, fate.picks)
        table.add_row(label, f"{fate.picks:,}", f"{fate.score / fate.picks:.1f}", wins)
    return table


def names_of(game: Game, options: dict[str, Any], kind: str) -> dict[str, dict[str, Any]]:
    """The names of things of a kind by their ids: pieces are in the glossary, places on the board."""
    if not kind.endswith("zone"):
        return game.glossary_for(options)
    zones: list[dict[str, Any]] = game.board_data(options).get("zones", [])
    return {str(zone["id"]): {"name": f"{zone['id']} {zone.get('name') or ''}".strip()} for zone in zones}


def headline(tally: Tally, seconds: float, games: int, jobs: int, old: int = 0) -> Text:
    """What was played, and how fast."""
    played = f"{tally.games:,} games" if tally.games == games else f"stopped after {tally.games:,} of {games:,} games"
    played += f" ({old:,} of them by an earlier run)" if old else ""
    way = f"{'compiled' if COMPILED else 'plain Python'}, {jobs} process{'es' if jobs > 1 else ''}"
    new = (tally.games - old) / max(1, tally.games)
    rates = f"{tally.games * new / seconds:,.0f} games/s, {tally.decisions * new / seconds:,.0f} decisions/s ({way})"
    return Text(f"{played}, {tally.decisions / max(1, tally.games):.1f} decisions a game\n{rates}")


def show(
    game: Game,
    options: dict[str, Any],
    tally: Tally,
    *,
    seconds: float,
    games: int,
    seed: int,
    jobs: int,
    old: int = 0,
    bots: tuple[str, ...] = (),
) -> None:
    """Print everything there is to say."""
    board = options.get("map", options.get("board"))
    where = f", {board}" if isinstance(board, str) else f", {board.get('name') or 'a map of your own'}" if board else ""
    title = Text(
        f"{game.name}{where}, {tally.seats} players, {', '.join(bots) or 'random moves'}, seed {seed}", style="bold"
    )
    parts: list[Text | Table] = [title, headline(tally, seconds, games, jobs, old)]
    parts += [Text(complaint, style="yellow") for complaint in tally.complaints]
    if tally.games:
        parts += [Text(), seat_table(tally)]
    for kind in dict.fromkeys(kind for kind, _ in tally.picked):
        parts += [Text(), picked_table(tally, kind, names_of(game, options, kind))]
    Console().print(Group(*parts))
