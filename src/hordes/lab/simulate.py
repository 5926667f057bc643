"""Games in bulk, and what they add up to: `hordes simulate`.

Seats play at random in compiled code, or bots play them. With a folder for results every game is kept there (see
`results`): a run that was stopped goes on where it was.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from hordes.bots.host import play_game
from hordes.bots.registry import recipe
from hordes.engine.bits import FULL
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.engine.playout import random_game
from hordes.engine.rng import Rng, mix
from hordes.engine.state import OVER, Event, Game, State
from hordes.lab.pool import Halt, map_batches
from hordes.lab.rows import TABLES, Columns, Course, add, empty

LARGEST_BATCH = 250
"""Games a process plays before it reports: a moment of compiled play, less than a second of plain."""
KEPT_BATCH = 250
"""The same where games are kept: a run of another number of jobs must find the same batches."""
BOTS_BATCH = 1
"""The same for bots: a game takes them long enough, and whoever stops the run waits for the games in hand."""
RANDOM = "random"

WHOLE_WIN = 60
"""A win in parts that two to six seats can share evenly, so that sums are exact and need no order."""


@dataclass
class Fate:
    """How the seats fared that picked a certain thing, one entry per pick."""

    picks: int = 0
    score: int = 0
    wins: int = 0

    def add(self, other: "Fate") -> None:
        """Add other picks."""
        self.picks += other.picks
        self.score += other.score
        self.wins += other.wins


@dataclass
class Tally:
    """What a number of games add up to. Tallies may be added in any order."""

    seats: int
    games: int = 0
    decisions: int = 0
    scores: list[Counter[int]] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    picked: dict[tuple[str, str], Fate] = field(default_factory=dict)
    indices: range = field(default=range(0), compare=False)
    tables: dict[str, Columns] = field(default_factory=dict, compare=False)
    complaints: list[str] = field(default_factory=list, compare=False)

    def __post_init__(self) -> None:
        self.scores = self.scores or [Counter() for _ in range(self.seats)]
        self.wins = self.wins or [0] * self.seats

    def count(self, decisions: int, result: dict[str, Any], taken: Iterable[tuple[int, str, str]] = ()) -> None:
        """Add one finished game, with what its seats took."""
        self.games += 1
        self.decisions += decisions
        share = WHOLE_WIN // len(result["winners"])
        won = [share if seat in result["winners"] else 0 for seat in range(self.seats)]
        for seat, score in enumerate(result["scores"]):
            self.scores[seat][score] += 1
            self.wins[seat] += won[seat]
        for seat, kind, name in taken:
            self.picked.setdefault((kind, name), Fate()).add(Fate(1, result["scores"][seat], won[seat]))

    def add(self, other: "Tally") -> None:
        """Add other games of the same table."""
        self.games += other.games
        self.decisions += other.decisions
        self.complaints = (self.complaints + other.complaints)[:3]
        for seat in range(self.seats):
            self.scores[seat] += other.scores[seat]
            self.wins[seat] += other.wins[seat]
        for key, fate in other.picked.items():
            self.picked.setdefault(key, Fate()).add(fate)


def picks(game: Game, events: Iterable[dict[str, Any]]) -> Iterator[tuple[int, str, str]]:
    """Seat, kind and id of everything that was taken.

    >>> picked = {"type": "picked", "seat": 1, "slot": 3, "race": "elves", "power": "hill"}
    >>> list(picks(load("smallworld"), [picked, {"type": "over"}]))
    [(1, 'race', 'elves'), (1, 'power', 'hill')]
    """
    for event in events:
        yield from game.taken(event)


def game_seed(seed: int, index: int) -> int:
    """The seed of one game of many: its own for each index, whoever plays it.

    >>> len({game_seed(7, index) for index in range(1000)})
    1000
    """
    return mix(mix(seed & FULL) ^ index)


def batches(games: int, jobs: int) -> Iterator[range]:
    """The games' indices in pieces: small enough to show progress, large enough to be worth sending.

    >>> [len(batch) for batch in batches(1000, 1)]
    [250, 250, 250, 250]
    >>> [len(batch) for batch in batches(10, 2)]
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    """
    size = max(1, min(LARGEST_BATCH, games // (4 * jobs)))
    for first in range(0, games, size):
        yield range(first, min(first + size, games))


@dataclass(frozen=True)
class Work:
    """What every process is told: the table, who plays, and what is to be kept."""

    game: str
    options: dict[str, Any]
    seed: int
    details: bool = False
    bots: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()

    @property
    def told(self) -> bool:
        """Are events needed?"""
        return self.details or any(table in self.tables for table in ("turns", "picks"))

    def play(self, indices: range) -> Tally:
        """Play the games with these indices."""
        start = load(self.game).new(self.options)
        tally = Tally(seats=start.seats(), indices=indices)
        tally.tables = {table: empty(table) for table in self.tables}
        players = [recipe(text).make() for text in self.bots]
        try:
            for index in indices:
                self._play_one(index, start, players, tally)
        finally:
            for bot in players:
                bot.close()
        return tally

    def _play_one(self, index: int, start: State, players: list[Any], tally: Tally) -> None:
        seed = game_seed(self.seed, index)
        if players:
            played = play_game(self.game, self.options, players, seed, record="decisions" in self.tables)
            decisions, result, events = sum(played.decisions), played.result, played.events
            tally.complaints = (tally.complaints + played.complaints)[:3]
            if "decisions" in self.tables:
                retrace(self, index, played.moves, tally.tables["decisions"])
        else:
            state = start.clone()
            if self.told:
                state.sink = []
            if "decisions" in self.tables:
                decisions = random_decisions(index, state, Rng(seed), tally.tables["decisions"])
            else:
                decisions = random_game(state, Rng(seed))
            result, events = outcome(state), state.sink or []
        tally.count(decisions, result, picks(load(self.game), events) if self.details else ())
        self._keep(index, seed, decisions, result, events, tally.tables)

    def _keep(
        self, index: int, seed: int, decisions: int, result: dict[str, Any], events: list[Event],
        tables: dict[str, Columns],
    ) -> None:  # fmt: skip
        first: int | None = None
        if self.told and tables:
            course = Course(load(self.game), index)
            course.follow(events)
            course.write(tables, result)
            first = course.first
        if "games" in tables:
            add(tables["games"], index, seed, decisions, first, result["scores"], result["winners"])


def random_decisions(index: int, state: State, rng: Rng, columns: Columns) -> int:
    """The game that `random_game` plays, every decision of a seat written down."""
    ply = 0
    while state.to_move != OVER:
        choices = int(state.find_legal())
        move = int(state.nth_legal(rng.below(choices)))
        if state.to_move >= 0:
            add(columns, index, ply, int(state.to_move), choices, state.describe(move))
            ply += 1
        state.apply(move)
    return ply


def retrace(work: Work, index: int, moves: list[str], columns: Columns) -> None:
    """The decisions of a game that bots have played, from its record."""
    state, ply = load(work.game).new(work.options), 0
    for text in moves:
        if state.to_move >= 0:
            add(columns, index, ply, int(state.to_move), int(state.find_legal()), text)
            ply += 1
        state.play(text)


def record_of(work: Work, index: int) -> list[str]:
    """The moves of one game of a run, chance's answers among them: the seed is all that is needed."""
    seed = game_seed(work.seed, index)
    if work.bots:
        players = [recipe(text).make() for text in work.bots]
        try:
            return play_game(work.game, work.options, players, seed, record=True).moves
        finally:
            for bot in players:
                bot.close()
    state, rng, moves = load(work.game).new(work.options), Rng(seed), list[str]()
    while state.to_move != OVER:
        move = int(state.nth_legal(rng.below(state.find_legal())))
        moves.append(state.describe(move))
        state.apply(move)
    return moves


def play_batch(game: str, options: dict[str, Any], seed: int, details: bool, indices: range) -> Tally:
    """Play random games with these indices."""
    return Work(game, options, seed, details).play(indices)


def outcome(state: State) -> dict[str, Any]:
    """The result of a game that is over."""
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
    halt: Halt | None = None,
) -> Iterator[Tally]:
    """Play random games in `jobs` processes; yields the tally of each batch as it gets done.

    Added up, they are the same for any number of jobs. With `details`, what was picked is tallied too.
    """
    work = partial(play_batch, game, load(game).normalise(options), seed, details)
    return map_batches(work, batches(games, jobs), jobs, halt=halt)


def seated(game: str, options: dict[str, Any], bots: list[str] | None) -> tuple[str, ...]:
    """A bot for every seat that is played: one for all, or as many as there are; nobody where all are random."""
    words = [text for text in bots or [] if text]
    seats = int(options["players"])
    if len(words) == 1:
        words *= seats
    if words and len(words) != seats:
        raise BadRequest(f"{seats} bots are needed at this table, or one for all seats; {len(words)} were named.")
    for text in dict.fromkeys(words):
        recipe(text).make().close()
    return () if all(text == RANDOM for text in words) else tuple(words)


def chosen(tables: list[str] | None) -> tuple[str, ...]:
    """The tables to keep, `games` always among them."""
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
    """`hordes simulate`: a progress bar while it plays, then the table of what was played, also after Ctrl-C."""
    from hordes.lab.report import show

    options = load(game).normalise(options)
    players = seated(game, options, bots)
    total = Tally(seats=load(game).new(options).seats())
    begin = time.perf_counter()
    kept, halt = None, Halt()
    if out is not None or players or ray is not None:
        size = BOTS_BATCH if players else KEPT_BATCH
        work = Work(game, options, seed, details, players, chosen(tables) if out is not None else ())
        kept = keep(out, work, games, size, total) if out is not None else None
        waiting = kept.missing(games) if kept is not None else batches(games, jobs)
        source = map_batches(work.play, waiting, jobs, ray=ray, halt=halt)
    else:
        source = simulate(game, options, games=games, seed=seed, jobs=jobs, details=details, halt=halt)
    old = total.games
    with halt:
        interrupted = gather(source, total, kept, games) or halt.asked
    seconds = time.perf_counter() - begin
    show(load(game), options, total, seconds=seconds, games=games, seed=seed, jobs=jobs, old=old, bots=players)
    return 130 if interrupted else 0


def gather(source: Iterator[Tally], total: Tally, kept: Any, games: int) -> bool:
    """Add up and keep what gets done, under a bar; true when it was interrupted."""
    from hordes.lab.report import Bar

    with Bar(games) as bar:
        bar.advance(total.games, 0)
        try:
            for tally in source:
                total.add(tally)
                if kept is not None:
                    kept.add(tally.indices, tally.tables)
                bar.advance(tally.games, tally.decisions)
        except KeyboardInterrupt:
            return True
        finally:
            if kept is not None:
                kept.flush()
    return False


def keep(out: Path, work: Work, games: int, size: int, total: Tally) -> Any:
    """The folder for results; what it holds already is added to the total."""
    from hordes.lab.results import Results, read

    head = {"game": work.game, "options": work.options, "bots": list(work.bots), "seed": work.seed, "games": games}
    head |= {"rules": load(work.game).rules_version, "tables": list(work.tables), "batch": size}
    kept = Results(out, head)
    for rows in read(out, "games", ["decisions", "scores", "winners"]):
        for decisions, scores, winners in zip(rows["decisions"], rows["scores"], rows["winners"], strict=True):
            total.count(decisions, {"scores": scores, "winners": winners})
    return kept
