"""`hordes simulate`: plays games in bulk and adds up the results.

Seats play random moves in compiled code, or bots play. With a folder for results every game is stored there (see
`results`), and a stopped run can be resumed.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from hordes.bots.registry import parse_bot
from hordes.bots.runner import play_game
from hordes.engine.core.playout import random_move, random_playout, record_playout
from hordes.engine.core.rng import Rng, derived_seed
from hordes.engine.core.state import OVER, Event, State
from hordes.engine.errors import BadRequest
from hordes.engine.event_tags import pieces_taken
from hordes.engine.games import load
from hordes.lab.simulate.pool import GracefulInterrupt, map_batches
from hordes.lab.simulate.rows import TABLES, GameRows, TableColumns, Tables

MAX_BATCH = 250
"""Games per batch at most: a moment of compiled play, less than a second of plain Python."""
STORED_BATCH = 250
"""Games per batch when results are stored; fixed, so that runs with other numbers of jobs find the same batches."""
BOTS_BATCH = 1
"""Games per batch for bots: a game takes long enough, and a stopped run waits for running batches."""
RANDOM_BOT = "random"

WIN_UNITS = 60
"""A win in units that two to six seats can share evenly: sums stay integers and do not depend on the order."""


@dataclass
class PickStats:
    """Results of the seats that took a certain piece, one entry per pick."""

    picks: int = 0
    score: int = 0
    wins: int = 0

    def add(self, other: "PickStats") -> None:
        """Add other picks."""
        self.picks += other.picks
        self.score += other.score
        self.wins += other.wins


@dataclass
class SimulationTotals:
    """Results of a number of games; the totals of several batches can be added in any order."""

    seats: int
    games: int = 0
    decisions: int = 0
    scores: list[Counter[int]] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    picked: dict[tuple[str, str], PickStats] = field(default_factory=dict)
    indices: range = field(default=range(0), compare=False)
    batches: dict[str, Any] = field(default_factory=dict, compare=False)
    """The rows of these games as a record batch of pyarrow, by table."""
    complaints: list[str] = field(default_factory=list, compare=False)

    def __post_init__(self) -> None:
        self.scores = self.scores or [Counter() for _ in range(self.seats)]
        self.wins = self.wins or [0] * self.seats

    def count(self, decisions: int, result: dict[str, Any], taken: Iterable[tuple[int, str, str]] = ()) -> None:
        """Add one finished game, with the pieces its seats took."""
        self.games += 1
        self.decisions += decisions
        share = WIN_UNITS // max(1, len(result["winners"]))
        won = [share if seat in result["winners"] else 0 for seat in range(self.seats)]
        for seat, score in enumerate(result["scores"]):
            self.scores[seat][score] += 1
            self.wins[seat] += won[seat]
        for seat, kind, name in taken:
            self.picked.setdefault((kind, name), PickStats()).add(PickStats(1, result["scores"][seat], won[seat]))

    def add(self, other: "SimulationTotals") -> None:
        """Add games of the same table."""
        self.games += other.games
        self.decisions += other.decisions
        self.complaints = (self.complaints + other.complaints)[:3]
        for seat in range(self.seats):
            self.scores[seat] += other.scores[seat]
            self.wins[seat] += other.wins[seat]
        for key, stats in other.picked.items():
            self.picked.setdefault(key, PickStats()).add(stats)


def game_seed(seed: int, index: int) -> int:
    """The seed of one game of a run, derived from the run's seed and the game's index.

    >>> len({game_seed(7, index) for index in range(1000)})
    1000
    """
    return derived_seed(seed, index)


def batches(games: int, jobs: int) -> Iterator[range]:
    """Split the indices of games into batches: small enough to show progress, large enough to be worth sending.

    >>> [len(batch) for batch in batches(1000, 1)]
    [250, 250, 250, 250]
    >>> [len(batch) for batch in batches(10, 2)]
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    """
    size = max(1, min(MAX_BATCH, games // (4 * jobs)))
    for first in range(0, games, size):
        yield range(first, min(first + size, games))


@dataclass(frozen=True)
class SimulationJob:
    """Everything a worker process needs: game, options, seed, bots, and which tables to store."""

    game: str
    options: dict[str, Any]
    seed: int
    details: bool = False
    bots: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()

    @property
    def needs_events(self) -> bool:
        """Whether events must be collected."""
        return self.details or any(table in self.tables for table in ("turns", "picks"))

    def play(self, indices: range) -> SimulationTotals:
        """Play the games with these indices."""
        start = load(self.game).new(self.options)
        totals = SimulationTotals(seats=start.seats(), indices=indices)
        tables = {table: TableColumns(table) for table in self.tables}
        players = [parse_bot(text).make() for text in self.bots]
        try:
            for index in indices:
                self._play_one(index, start, players, totals, tables)
        finally:
            for bot in players:
                bot.close()
        if tables:
            totals.batches = record_batches(tables)
        return totals

    def _play_one(
        self, index: int, start: State, players: list[Any], totals: SimulationTotals, tables: Tables
    ) -> None:  # fmt: skip
        seed = game_seed(self.seed, index)
        if players:
            played = play_game(self.game, self.options, players, seed, record="decisions" in self.tables)
            decisions, result, events = sum(played.decisions), played.result, played.events
            totals.complaints = (totals.complaints + played.complaints)[:3]
            if "decisions" in tables:
                add_decisions(tables["decisions"], index, *decisions_from_record(self, played.moves))
        else:
            state = start.clone()
            if self.needs_events:
                state.sink = []
            if "decisions" in tables:
                seats, choices, moves = record_playout(state, Rng(seed))
                add_decisions(tables["decisions"], index, seats, choices, moves)
                decisions = len(moves)
            else:
                decisions = random_playout(state, Rng(seed))
            result, events = final_result(state), state.sink or []
        totals.count(decisions, result, pieces_taken(load(self.game), events) if self.details else ())
        self._write_rows(index, seed, decisions, result, events, tables)

    def _write_rows(
        self, index: int, seed: int, decisions: int, result: dict[str, Any], events: list[Event], tables: Tables
    ) -> None:
        first: int | None = None
        if self.needs_events and tables:
            rows = GameRows(load(self.game), index)
            rows.read_events(events)
            rows.write_rows(tables, result)
            first = rows.first
        if "games" in tables:
            row = (index, seed, decisions, first, result["scores"], result["winners"])
            tables["games"].add_rows([row])


def record_batches(tables: Tables) -> dict[str, Any]:
    """The tables as record batches: a small part of the memory of Python lists, and quickly sent to another process."""
    from hordes.lab.simulate.results import record_batch

    return {name: record_batch(name, table) for name, table in tables.items()}


def add_decisions(table: TableColumns, game: int, seats: list[int], choices: list[int], moves: list[str]) -> None:
    """Append the decisions of a game."""
    table.add_columns([game] * len(moves), range(len(moves)), seats, choices, moves)


def decisions_from_record(job: SimulationJob, moves: list[str]) -> tuple[list[int], list[int], list[str]]:
    """Seats, numbers of legal moves and moves of the decisions of a game played by bots, from all its moves."""
    state = load(job.game).new(job.options)
    decisions = list[tuple[int, int, str]]()
    for text in moves:
        if state.to_move >= 0:
            decisions.append((int(state.to_move), int(state.find_legal()), text))
        state.play(text)
    return [seat for seat, _, _ in decisions], [n for _, n, _ in decisions], [text for _, _, text in decisions]


def moves_of_game(job: SimulationJob, index: int) -> list[str]:
    """All moves of one game of a run, chance outcomes included, replayed from its seed."""
    seed = game_seed(job.seed, index)
    if job.bots:
        players = [parse_bot(text).make() for text in job.bots]
        try:
            return play_game(job.game, job.options, players, seed, record=True).moves
        finally:
            for bot in players:
                bot.close()
    state, rng, moves = load(job.game).new(job.options), Rng(seed), list[str]()
    while state.to_move != OVER:
        move = int(random_move(state, rng))
        moves.append(state.describe(move))
        state.apply(move)
    return moves


def play_batch(game: str, options: dict[str, Any], seed: int, details: bool, indices: range) -> SimulationTotals:
    """Play random games with these indices."""
    return SimulationJob(game, options, seed, details).play(indices)


def final_result(state: State) -> dict[str, Any]:
    """The result of a finished game."""
    result = state.result()
    if result is None:
        raise RuntimeError("a playout stopped before the game was over")
    return result


def simulate(
    game: str,
    options: dict[str, Any],
    *,
    games: int,
    seed: int = 0,
    jobs: int = 1,
    details: bool = False,
    interrupt: GracefulInterrupt | None = None,
) -> Iterator[SimulationTotals]:
    """Play random games in `jobs` processes; yields the totals of each batch when it is done.

    Their sum does not depend on the number of jobs. With `details`, picks are counted too.
    """
    function = partial(play_batch, game, load(game).normalise(options), seed, details)
    return map_batches(function, batches(games, jobs), jobs, interrupt=interrupt)


def deciding_seats(game: str, options: dict[str, Any]) -> int:
    """How many seats bots or people play: all but the automatic ones."""
    state = load(game).new(options)
    return sum(not state.is_automatic(seat) for seat in range(int(state.seats())))


def bots_for_seats(game: str, options: dict[str, Any], bots: list[str] | None) -> tuple[str, ...]:
    """A bot description per seat: one for all, or one for each; empty if all are random."""
    words = [text for text in bots or [] if text]
    seats = deciding_seats(game, options)
    if len(words) == 1:
        words *= seats
    if words and len(words) != seats:
        raise BadRequest(f"{seats} bots are needed at this table, or one for all seats; {len(words)} were named.")
    for text in dict.fromkeys(words):
        parse_bot(text).make().close()
    return () if all(text == RANDOM_BOT for text in words) else tuple(words)


def tables_to_store(tables: list[str] | None) -> tuple[str, ...]:
    """The tables to store; always includes `games`."""
    words = [word for text in tables or [] for word in text.split(",") if word]
    for word in words:
        if word not in TABLES:
            raise BadRequest(f"There is no table {word!r}; there are {', '.join(TABLES)}.")
    return tuple(table for table in TABLES if table in ("games", *words))


def run(
    game: str,
    options: dict[str, Any],
    *,
    games: int,
    seed: int,
    jobs: int,
    details: bool,
    bots: list[str] | None = None,
    out: Path | None = None,
    tables: list[str] | None = None,
    ray: str | None = None,
) -> int:
    """`hordes simulate`: a progress bar while playing, then the summary, also after Ctrl-C."""
    from hordes.lab.simulate.summary import print_summary

    if tables and out is None:
        raise BadRequest("Tables are kept in a folder: --tables needs --out FOLDER.")

    options = load(game).normalise(options)
    players = bots_for_seats(game, options, bots)
    total = SimulationTotals(seats=load(game).new(options).seats())
    begin = time.perf_counter()
    writer, interrupt = None, GracefulInterrupt()
    if out is not None or players or ray is not None:
        size = BOTS_BATCH if players else STORED_BATCH
        job = SimulationJob(game, options, seed, details, players, tables_to_store(tables) if out is not None else ())
        writer = open_results(out, job, games, size, total) if out is not None else None
        waiting = writer.missing(games) if writer is not None else batches(games, jobs)
        source = map_batches(job.play, waiting, jobs, ray=ray, interrupt=interrupt)
    else:
        source = simulate(game, options, games=games, seed=seed, jobs=jobs, details=details, interrupt=interrupt)
    old = total.games
    with interrupt:
        interrupted = collect_totals(source, total, writer, games) or interrupt.is_requested
    seconds = time.perf_counter() - begin
    print_summary(load(game), options, total, seconds=seconds, games=games, seed=seed, jobs=jobs, old=old, bots=players)
    return 130 if interrupted else 0


def collect_totals(source: Iterator[SimulationTotals], total: SimulationTotals, writer: Any, games: int) -> bool:
    """Add up and store results as they come, with a progress bar; True if interrupted."""
    from hordes.lab.simulate.summary import ProgressBar

    with ProgressBar(games) as bar:
        bar.advance(total.games, 0)
        try:
            for totals in source:
                total.add(totals)
                if writer is not None:
                    writer.add(totals.indices, totals.batches)
                bar.advance(totals.games, totals.decisions)
        except KeyboardInterrupt:
            return True
        finally:
            if writer is not None:
                writer.flush()
    return False


def open_results(out: Path, job: SimulationJob, games: int, size: int, total: SimulationTotals) -> Any:
    """Open the results folder; games that it already contains are added to the total."""
    from hordes.lab.simulate.results import ResultsWriter, read_rows

    metadata = {"game": job.game, "options": job.options, "bots": list(job.bots), "seed": job.seed, "games": games}
    metadata |= {"rules": load(job.game).rules_version, "tables": list(job.tables), "batch": size}
    writer = ResultsWriter(out, metadata)
    for rows in read_rows(out, "games", ["decisions", "scores", "winners"]):
        for decisions, scores, winners in zip(rows["decisions"], rows["scores"], rows["winners"], strict=True):
            total.count(decisions, {"scores": scores, "winners": winners})
    return writer
