"""Strength of custom pieces compared with the official ones, and fairness of a map, measured by random games.

A custom piece is dealt to one seat of every game, to each seat and with each partner in turn; its turns and wins are
compared with those of the other seats in the same games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hordes.engine.core.playout import random_move
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, Event, Game, State
from hordes.engine.event_tags import Declined, GameBegins, Income, Taken, TurnBegins, tags_of
from hordes.engine.games import load
from hordes.lab.simulate.run import WIN_UNITS, final_result, game_seed

IN_DECLINE = "decline"
"""The kind of sources (`Game.source_kind`) that pieces no longer active bring."""


@dataclass
class RunningMean:
    """Accumulates a mean and its variance: count, sum and sum of squares."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def count(self, value: int) -> None:
        """Add a value."""
        self.add(RunningMean(1, value, value * value))

    def add(self, other: RunningMean) -> None:
        """Add the values of another accumulator."""
        self.n += other.n
        self.total += other.total
        self.squares += other.squares

    def mean(self) -> float:
        """The mean; 0 without values."""
        return self.total / max(1, self.n)

    def margin(self) -> float:
        """Half the width of the 95 % interval of the mean.

        >>> round(RunningMean(4, 20, 120).margin(), 2)
        2.53
        """
        if self.n < 2:
            return 0.0
        variance = max(0.0, (self.squares - self.total * self.total / self.n) / (self.n - 1))
        return 1.96 * math.sqrt(variance / self.n)


@dataclass
class PieceStats:
    """Results of one piece: owners' wins and final scores, and coins per turn while it was active."""

    owners: int = 0
    wins: int = 0
    fair_wins: int = 0
    coins: RunningMean = field(default_factory=RunningMean)
    score: RunningMean = field(default_factory=RunningMean)

    def add(self, other: PieceStats) -> None:
        """Add other owners."""
        self.owners += other.owners
        self.wins += other.wins
        self.fair_wins += other.fair_wins
        self.coins.add(other.coins)
        self.score.add(other.score)


@dataclass
class StrengthMeasure:
    """Results of a number of games by piece and by seat; the totals of several batches can be added in any order."""

    games: int = 0
    decisions: RunningMean = field(default_factory=RunningMean)
    pieces: dict[tuple[str, str], PieceStats] = field(default_factory=dict)
    seats: Counter[int] = field(default_factory=Counter)
    wins: Counter[tuple[int, int]] = field(default_factory=Counter)
    coins: dict[tuple[int, int], RunningMean] = field(default_factory=dict)

    def add(self, other: StrengthMeasure) -> None:
        """Add other games."""
        self.games += other.games
        self.decisions.add(other.decisions)
        self.seats += other.seats
        self.wins += other.wins
        for key, stats in other.pieces.items():
            self.pieces.setdefault(key, PieceStats()).add(stats)
        for place, coins in other.coins.items():
            self.coins.setdefault(place, RunningMean()).add(coins)


def measure_batch(name: str, options: dict[str, Any], seed: int, batch: tuple[int, int]) -> StrengthMeasure:
    """Play a batch of games and accumulate the results."""
    game, total = load(name), StrengthMeasure()
    for k in range(batch[0], batch[0] + batch[1]):
        _play(game, options, k, seed, total)
    return total


def _is_free_for_all(game: Game, state: State) -> bool:
    """Whether all seats play alone and with equal chances: no dummies, no teams, no mode with other roles."""
    seats = [*range(int(state.seats()))]
    mode = next((option for option in game.option_schema() if option.name == "mode"), None)
    alone = len({int(state.team_of(seat)) for seat in seats}) == len(seats)
    is_usual = mode is None or state.options().get("mode") == mode.default
    return alone and is_usual and not any(state.is_automatic(seat) for seat in seats)


def _play(game: Game, options: dict[str, Any], k: int, seed: int, total: StrengthMeasure) -> None:
    start = game.custom_fuzz_start(k, options)
    events: list[Event] = []
    state = game.new(start.options) if start.position is None else game.from_position(start.options, start.position)
    if not _is_free_for_all(game, state):
        return
    state.sink = events
    rng, opening, decisions = Rng(game_seed(seed, k)), list(start.opening), 0
    while state.to_move != OVER:
        decisions += state.to_move >= 0
        if opening and state.to_move >= 0 and opening[0] in state.legal_texts():
            state.play(opening.pop(0))
        else:
            state.apply(random_move(state, rng))
    first = next((tag.seat for tag in tags_of(game, events) if isinstance(tag, GameBegins | TurnBegins)), 0)
    _count(game, total, final_result(state), events, first, int(decisions))


def _count(
    game: Game, total: StrengthMeasure, result: dict[str, Any], events: list[Event], first: int, decisions: int
) -> None:
    seats = len(result["scores"])
    total.games += 1
    total.seats[seats] += 1
    total.decisions.count(decisions)
    share = WIN_UNITS // max(1, len(result["winners"]))
    for seat, score in enumerate(result["scores"]):
        # place in turn order, not seat: the first player is drawn
        place = (seats, (seat - first) % seats)
        total.wins[place] += share if seat in result["winners"] else 0
        total.coins.setdefault(place, RunningMean()).count(score)
    for seat, kind, name in owners(game, events):
        stats = PieceStats(1, share if seat in result["winners"] else 0, WIN_UNITS // seats)
        stats.score.count(result["scores"][seat])
        total.pieces.setdefault((kind, name), PieceStats()).add(stats)
    for kind, name, coins in earnings(game, events):
        total.pieces.setdefault((kind, name), PieceStats()).coins.count(coins)


def owners(game: Game, events: Iterable[Event]) -> set[tuple[int, str, str]]:
    """Seat, kind and id of everything taken; of what replaces other pieces only the first, before the game matters."""
    begun: set[int] = set()
    taken: set[tuple[int, str, str]] = set()
    for tag in tags_of(game, events):
        if isinstance(tag, Taken) and not (tag.is_active and tag.seat in begun):
            taken |= {(tag.seat, kind, name) for kind, name in tag.pieces}
            begun |= {tag.seat} if tag.is_active else set()
    return taken


def earnings(game: Game, events: Iterable[Event]) -> Iterable[tuple[str, str, int]]:
    """Income of every turn with active pieces, for each of them, without that of pieces in decline.

    >>> picked = {"type": "picked", "seat": 0, "race": "orcs", "power": "hill"}
    >>> sources = [["regions", 3], ["Orcs", 2], ["declined Elves", 1]]
    >>> list(earnings(load("smallworld"), [picked, {"type": "scored", "seat": 0, "coins": 6, "sources": sources}]))
    [('race', 'orcs', 5), ('power', 'hill', 5)]
    """
    active: dict[int, list[tuple[str, str]]] = {}
    for tag in tags_of(game, events):
        match tag:
            case Taken(seat, pieces, is_active) if is_active:
                active[seat] = pieces
            case Declined(seat):
                active.pop(seat, None)
            case Income(seat, sources) if seat in active:
                coins = sum(amount for source, amount in sources if game.source_kind(source) != IN_DECLINE)
                yield from ((kind, name, coins) for kind, name in active[seat])
