"""Random games in bulk, and what they add up to: `hordes simulate`."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from hordes.engine.bits import FULL
from hordes.engine.games import load
from hordes.engine.playout import random_game
from hordes.engine.rng import Rng, mix
from hordes.engine.state import Game, State
from hordes.lab.pool import map_batches

LARGEST_BATCH = 250
"""Games a process plays before it reports: a moment of compiled play, less than a second of plain."""

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


def play_batch(game: str, options: dict[str, Any], seed: int, details: bool, indices: range) -> Tally:
    """Play the games with these indices."""
    start = load(game).new(options)
    tally = Tally(seats=start.seats())
    for index in indices:
        state = start.clone()
        if details:
            state.sink = []
        decisions = random_game(state, Rng(game_seed(seed, index)))
        tally.count(decisions, outcome(state), picks(load(game), state.sink or ()))
    return tally


def outcome(state: State) -> dict[str, Any]:
    """The result of a game that is over."""
    result = state.result()
    if result is None:
        raise RuntimeError("a playout stopped before the game was over")
    return result


def simulate(
    game: str, options: dict[str, Any], *, games: int, seed: int = 0, jobs: int = 1, details: bool = False
) -> Iterator[Tally]:
    """Play random games in `jobs` processes; yields the tally of each batch as it gets done.

    Added up, they are the same for any number of jobs. With `details`, what was picked is tallied too.
    """
    work = partial(play_batch, game, load(game).normalise(options), seed, details)
    return map_batches(work, batches(games, jobs), jobs)


def run(game: str, options: dict[str, Any], *, games: int, seed: int, jobs: int, details: bool) -> int:
    """`hordes simulate`: a progress bar while it plays, then the table of what was played, also after Ctrl-C."""
    from hordes.lab.report import Bar, show

    options = load(game).normalise(options)
    total = Tally(seats=load(game).new(options).seats())
    begin = time.perf_counter()
    interrupted = False
    with Bar(games) as bar:
        try:
            for tally in simulate(game, options, games=games, seed=seed, jobs=jobs, details=details):
                total.add(tally)
                bar.advance(tally.games, tally.decisions)
        except KeyboardInterrupt:
            interrupted = True
    show(load(game), options, total, seconds=time.perf_counter() - begin, games=games, seed=seed, jobs=jobs)
    return 130 if interrupted else 0
