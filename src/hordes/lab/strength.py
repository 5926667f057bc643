"""How strong pieces of one's own are beside those of the box, and how fair a map is: random games, counted.

A piece of one's own is dealt to one seat of every game, each seat and each partner in turn; its turns and wins stand
beside those of the other seats in the same games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hordes.engine.games import load
from hordes.engine.rng import Rng
from hordes.engine.state import OVER, Event, Game
from hordes.lab.simulate import WHOLE_WIN, game_seed, outcome


@dataclass
class Sum:
    """A mean in the making: how many values, their sum and the sum of their squares."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def count(self, value: int) -> None:
        """Add a value."""
        self.add(Sum(1, value, value * value))

    def add(self, other: Sum) -> None:
        """Add other values."""
        self.n += other.n
        self.total += other.total
        self.squares += other.squares

    def mean(self) -> float:
        """The mean, 0 of nothing."""
        return self.total / max(1, self.n)

    def margin(self) -> float:
        """Half the width of the 95 % interval of the mean.

        >>> round(Sum(4, 20, 120).margin(), 2)
        2.53
        """
        if self.n < 2:
            return 0.0
        variance = max(0.0, (self.squares - self.total * self.total / self.n) / (self.n - 1))
        return 1.96 * math.sqrt(variance / self.n)


@dataclass
class Fate:
    """How a piece fared: owners' wins and final scores, and the coins of the turns in which it was active."""

    owners: int = 0
    wins: int = 0
    fair: int = 0
    coins: Sum = field(default_factory=Sum)
    score: Sum = field(default_factory=Sum)

    def add(self, other: Fate) -> None:
        """Add other owners."""
        self.owners += other.owners
        self.wins += other.wins
        self.fair += other.fair
        self.coins.add(other.coins)
        self.score.add(other.score)


@dataclass
class Measure:
    """What a number of games add up to, in any order."""

    games: int = 0
    decisions: Sum = field(default_factory=Sum)
    fates: dict[tuple[str, str], Fate] = field(default_factory=dict)
    seats: Counter[int] = field(default_factory=Counter)
    wins: Counter[tuple[int, int]] = field(default_factory=Counter)
    coins: dict[tuple[int, int], Sum] = field(default_factory=dict)

    def add(self, other: Measure) -> None:
        """Add other games."""
        self.games += other.games
        self.decisions.add(other.decisions)
        self.seats += other.seats
        self.wins += other.wins
        for key, fate in other.fates.items():
            self.fates.setdefault(key, Fate()).add(fate)
        for place, coins in other.coins.items():
            self.coins.setdefault(place, Sum()).add(coins)


def measure_batch(name: str, options: dict[str, Any], seed: int, batch: tuple[int, int]) -> Measure:
    """Play a batch of games from their exercises and count."""
    game, found = load(name), Measure()
    for k in range(batch[0], batch[0] + batch[1]):
        _play(game, options, k, seed, found)
    return found


def _each_for_himself(options: dict[str, Any]) -> bool:
    """Do all seats play alike and alone? Against dummies, in teams, with the Necromancer win shares say little."""
    return options.get("players") != 1 and options.get("mode", "standard") == "standard"


def _play(game: Game, options: dict[str, Any], k: int, seed: int, found: Measure) -> None:
    drill = game.exercise(k, options)
    if not _each_for_himself(drill.options):
        return
    events: list[Event] = []
    state = game.new(drill.options) if drill.position is None else game.from_position(drill.options, drill.position)
    state.sink = events
    rng, opening, decisions = Rng(game_seed(seed, k)), list(drill.opening), 0
    while state.to_move != OVER:
        decisions += state.to_move >= 0
        if opening and state.to_move >= 0 and opening[0] in state.legal_texts():
            state.play(opening.pop(0))
        else:
            state.apply(state.nth_legal(rng.below(state.find_legal())))
    first = drill.position["first"] if drill.position else next(e["seat"] for e in events if e["type"] == "first")
    _count(game, found, outcome(state), events, first, int(decisions))


def _count(game: Game, found: Measure, result: dict[str, Any], events: list[Event], first: int, decisions: int) -> None:
    seats = len(result["scores"])
    found.games += 1
    found.seats[seats] += 1
    found.decisions.count(decisions)
    share = WHOLE_WIN // len(result["winners"])
    for seat, score in enumerate(result["scores"]):
        place = (seats, (seat - first) % seats)
        found.wins[place] += share if seat in result["winners"] else 0
        found.coins.setdefault(place, Sum()).count(score)
    for seat, kind, name in owners(game, events):
        fate = Fate(1, share if seat in result["winners"] else 0, WHOLE_WIN // seats)
        fate.score.count(result["scores"][seat])
        found.fates.setdefault((kind, name), Fate()).add(fate)
    for kind, name, coins in earnings(events):
        found.fates.setdefault((kind, name), Fate()).coins.count(coins)


def owners(game: Game, events: Iterable[Event]) -> set[tuple[int, str, str]]:
    """Every seat with each thing that it took; of combos the first, because later ones hang on how the game went."""
    seen: set[int] = set()
    found: set[tuple[int, str, str]] = set()
    for event in events:
        if event["type"] != "picked":
            found |= set(game.taken(event))
        elif event["seat"] not in seen:
            seen.add(event["seat"])
            found |= set(game.taken(event))
    return found


def earnings(events: Iterable[Event]) -> Iterable[tuple[str, str, int]]:
    """For every turn with an active combo: the coins it brought, for its race and for its power; declines left out.

    >>> picked = {"type": "picked", "seat": 0, "race": "orcs", "power": "hill"}
    >>> sources = [["regions", 3], ["Orcs", 2], ["declined Elves", 1]]
    >>> list(earnings([picked, {"type": "scored", "seat": 0, "coins": 6, "sources": sources}]))
    [('race', 'orcs', 5), ('power', 'hill', 5)]
    """
    active: dict[int, tuple[str, str]] = {}
    for event in events:
        if event["type"] == "picked":
            active[event["seat"]] = (event["race"], event["power"])
        elif event["type"] == "declined":
            active.pop(event["seat"], None)
        elif event["type"] == "scored" and event["seat"] in active:
            race, power = active[event["seat"]]
            old = sum(n for label, n in event["sources"] if label.startswith("declined ") or label.endswith("decline"))
            yield "race", race, event["coins"] - old
            yield "power", power, event["coins"] - old
