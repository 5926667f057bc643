"""`hordes report`: statistics of simulated games by piece, seat, board and dice luck.

Rows are aggregated in a stream, so that any number of games fits into memory. A win share counts a shared victory in
parts; its interval is Wilson's, as if the seats of one game were independent, which makes it slightly too wide.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.engine.option_schema import board_name
from hordes.lab.output_files import check_folder_writable
from hordes.lab.simulate.results import read_metadata, read_rows
from hordes.lab.simulate.summary import wilson_interval

OTHER_SOURCES = "other sources"
"""Kind of the income whose sources are not known, as in results of version 0.1."""
LUCK_CLASSES = 6
"""Number of classes of dice luck."""


@dataclass
class OutcomeStats:
    """Wins and scores of those who had a certain property (a piece, a seat, a place in turn order)."""

    n: int = 0
    score: float = 0.0
    share: float = 0.0

    def add(self, score: float, share: float) -> None:
        """Add one seat's result."""
        self.n += 1
        self.score += score
        self.share += share

    @property
    def mean(self) -> float:
        """Mean score."""
        return self.score / max(1, self.n)

    @property
    def win_share(self) -> float:
        """Share of victories."""
        return self.share / max(1, self.n)

    @property
    def win_interval(self) -> tuple[float, float]:
        """95 % interval of the win share."""
        return wilson_interval(min(1.0, self.win_share), max(1, self.n))


OutcomeTable = dict[Any, OutcomeStats]


def new_outcome_table() -> OutcomeTable:
    """An empty table."""
    return defaultdict(OutcomeStats)


@dataclass
class RunStats:
    """Statistics of one simulation run."""

    metadata: dict[str, Any]
    games: int = 0
    decisions: int = 0
    seats: int = 0
    seat: OutcomeTable = field(default_factory=new_outcome_table)
    order: OutcomeTable = field(default_factory=new_outcome_table)
    pieces: dict[str, OutcomeTable] = field(default_factory=lambda: defaultdict(new_outcome_table))
    pairs: OutcomeTable = field(default_factory=new_outcome_table)
    pair_kinds: tuple[str, str] = ("", "")
    """Kinds of pieces that are taken two at once; `pairs` has their ids in this order."""
    declines: OutcomeTable = field(default_factory=new_outcome_table)
    luck: OutcomeTable = field(default_factory=new_outcome_table)
    faces: Counter[int] = field(default_factory=Counter)
    income: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    turns: Counter[int] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)

    @property
    def board(self) -> str:
        """Name of the map or board; empty in a game without a choice."""
        return board_name(load(self.metadata["game"]).option_schema(), self.metadata["options"])

    @property
    def fair_share(self) -> float:
        """The win share if all seats were equal."""
        return 1 / max(1, self.seats)

    @property
    def player_names(self) -> str:
        """The bots that played."""
        return ", ".join(dict.fromkeys(self.metadata["bots"])) or "random moves"


def aggregate_run(folder: Path) -> RunStats:
    """Read and aggregate the results in a folder."""
    stats = RunStats(read_metadata(folder))
    for rows in read_rows(folder, "games"):
        _sum_games(stats, rows)
    if stats.games == 0:
        raise BadRequest(f"{folder} holds no finished game yet.")
    if "picks" in stats.metadata["tables"]:
        _sum_picks(stats, folder)
    if "turns" in stats.metadata["tables"]:
        _sum_turns(stats, folder)
    return stats


def _sum_games(stats: RunStats, rows: dict[str, list[Any]]) -> None:
    columns = ("decisions", "first", "scores", "winners")
    for decisions, first, scores, winners in zip(*[rows[name] for name in columns], strict=True):
        stats.games += 1
        stats.decisions += decisions
        stats.seats = len(scores)
        for seat, score in enumerate(scores):
            share = 1 / len(winners) if seat in winners else 0.0
            stats.seat[seat].add(score, share)
            stats.scores[score] += 1
            if first is not None and first >= 0:
                stats.order[(seat - first) % len(scores)].add(score, share)


def _sum_picks(stats: RunStats, folder: Path) -> None:
    """Aggregate picks by the kinds that the game tells apart."""
    kinds = load(stats.metadata["game"]).piece_kinds(stats.metadata["options"])
    together: list[tuple[str, str, float, float]] = []
    key: tuple[int, int] = (-1, -1)
    columns = ("game", "pick", "kind", "name", "score", "share")
    for rows in read_rows(folder, "picks", list(columns)):
        for game, pick, kind, name, score, share in zip(*[rows[column] for column in columns], strict=True):
            stats.pieces[kinds.get((kind, name), kind)][name].add(score, share)
            # what was taken together is in adjacent rows with the same pick number
            if (game, pick) != key:
                _count_pair(stats, together)
                together, key = [], (game, pick)
            together.append((kind, name, score, share))
    _count_pair(stats, together)


def _count_pair(stats: RunStats, together: list[tuple[str, str, float, float]]) -> None:
    """Count two pieces of different kinds that were taken at once."""
    if len(together) == 2 and together[0][0] != together[1][0]:
        (kind, name, score, share), (other_kind, other, _, _) = together
        if stats.pair_kinds in (("", ""), (kind, other_kind)):
            stats.pair_kinds = (kind, other_kind)
            stats.pairs[name, other].add(score, share)


def _sum_turns(stats: RunStats, folder: Path) -> None:
    """Aggregate turns. The rows of one game are contiguous, so only one game is held at a time."""
    kind_of = cache(load(stats.metadata["game"]).source_kind)
    columns = ("game", "turn", "seat", "declined", "rolls", "coins", "sources", "amounts", "score", "share")
    seats: dict[int, SeatHistory] = {}
    current = -1
    for rows in read_rows(folder, "turns", list(columns)):
        for row in zip(*[rows[column] for column in columns], strict=True):
            game, turn, seat, declined, pips, coins, sources, amounts, score, share = row
            if game != current:
                _end_game(stats, seats)
                current = game
            stats.turns[turn] += 1
            _sum_income(stats.income[turn], coins, zip(sources, amounts, strict=True), kind_of)
            history = seats.setdefault(seat, SeatHistory(score, share))
            history.rolls += pips
            history.decline = history.decline or (turn if declined else 0)
    _end_game(stats, seats)


@dataclass
class SeatHistory:
    """Dice rolls and first decline of one seat in one game."""

    score: int
    share: float
    rolls: list[int] = field(default_factory=list)
    decline: int = 0


def _end_game(stats: RunStats, seats: dict[int, SeatHistory]) -> None:
    for history in seats.values():
        stats.faces.update(history.rolls)
        # a mean of fewer rolls says little about luck
        if len(history.rolls) >= 3:
            luck = min(LUCK_CLASSES - 1, int(sum(history.rolls) / len(history.rolls) * 2))
            stats.luck[luck].add(history.score, history.share)
        stats.declines[history.decline].add(history.score, history.share)
    seats.clear()


def _sum_income(
    sums: Counter[str], coins: int, parts: Iterable[tuple[str, int]], kind_of: Callable[[str], str]
) -> None:
    accounted = 0
    for source, amount in parts:
        accounted += amount
        sums[kind_of(source)] += amount
    if coins > accounted:
        sums[OTHER_SOURCES] += coins - accounted


def run(folders: list[Path], out: Path | None) -> int:
    """Write a report per run and, for several runs, a comparison; print where they are."""
    from hordes.lab.html_pages import templates
    from hordes.lab.report.page import write_comparison, write_report

    for folder in folders:
        read_metadata(folder)
    places = [
        folder / "report" if out is None else out / folder.name if len(folders) > 1 else out for folder in folders
    ]
    common = out or folders[0].parent
    for place in [*places, common] if len(folders) > 1 else places:
        check_folder_writable(place)
    templates()  # before the work, so that a missing package is not noticed after it
    runs = [aggregate_run(folder) for folder in folders]
    try:
        for place, one in zip(places, runs, strict=True):
            files = write_report(one, place)
            pages = f"a page about {one.games:,} games of {one.metadata['game']}, with {len(files) - 1} pictures"
            print(f"{files[0]}: {pages}.")
        if len(runs) > 1:
            page = write_comparison(runs, common)
            print(f"{page}: {len(runs)} runs side by side, seats, points and pieces by board.")
    except OSError as problem:
        where = problem.filename or common
        raise BadRequest(f"The report cannot be written to {where}: {problem.strerror or problem}.") from None
    return 0
