"""The fuzzer: random games, every state held against every invariant, and a request that reproduces what fails.

A game is answered by two generators. One is the referee's own, so that a request with its seed meets the same chance;
the other chooses the seats' moves, which the request lists.
"""

from __future__ import annotations

import json
import pickle
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from hordes.engine.errors import PieceError
from hordes.engine.games import load
from hordes.engine.record import Record
from hordes.engine.rng import Rng, mix
from hordes.engine.state import CHANCE, OVER, Drill, Event, Game, State
from hordes.lab.pool import map_batches

BATCH = 8
"""Games a process checks before it reports."""
RARELY = 8
"""Checks of the data format itself, which no single move can break, are made at one state in so many."""


@dataclass
class Failure:
    """What went wrong, and the referee request that shows it again."""

    problem: str
    request: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.problem}\n{json.dumps(self.request)}"

    def sort(self) -> str:
        """The problem without its numbers: what fails alike has one cause, as a rule."""
        return re.sub(r"\d+", "#", self.problem)


@dataclass
class Tally:
    """What a run of the fuzzer has seen."""

    games: int = 0
    states: int = 0
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count another run in."""
        self.games += other.games
        self.states += other.states
        self.failures += other.failures


class Broken(Exception):
    """An invariant does not hold."""


class Trial:
    """One random game under watch."""

    def __init__(self, game: Game, k: int, seed: int, options: dict[str, Any] | None = None, deep: int = 1) -> None:
        self.game = game
        self.deep, self.turn = deep, k % deep
        self.drill: Drill = game.exercise(k, options) if options else game.drill(k)
        self.most = game.max_game_length(self.drill.options)
        self.seed = int(mix(seed * 2_000_003 + k))
        self.chance = Rng(self.seed)
        self.choice = Rng(self.seed ^ 0x5DEECE66D)
        self.opening = list(self.drill.opening)
        self.moves: list[str] = []
        self.entries: list[str] = []
        self.events: list[Event] = []
        self.decisions = 0
        self.states = 0
        self.looks = 0
        self.begun = False
        self.state: State

    def begin(self) -> None:
        """Set up the drill; a piece of one's own may fail here already."""
        self.begun = True
        if self.drill.position is not None:
            self.state = self.game.from_position(self.drill.options, self.drill.position, self.events)
        else:
            self.state = self.game.new(self.drill.options)
            self.state.sink = self.events

    def request(self) -> dict[str, Any]:
        """The request that leads to the state of the moment."""
        request = {"game": self.game.name, "options": self.drill.options, "seed": self.seed, "moves": self.moves}
        return request if self.drill.position is None else request | {"position": self.drill.position}

    def run(self) -> Failure | None:
        """Play to the end; answers with the first failure."""
        try:
            if not self.begun:
                self.begin()
            while self.state.to_move != OVER:
                expect(self.decisions <= self.most, f"the game goes on after {self.most} decisions, more than declared")
                self._look()
                self._step()
            self._look()
            self._look_back()
        except (Broken, PieceError) as problem:
            return Failure(str(problem), self.request())
        except Exception as problem:
            return Failure(f"{type(problem).__name__}: {problem}", self.request())
        return None

    def _step(self) -> None:
        before = self.state.clone()
        self.events.clear()
        if self.state.to_move == CHANCE:
            text = self.state.describe(self.state.nth_legal(self.chance.below(self.state.find_legal())))
        else:
            text = self._choose()
            self.moves.append(text)
            self.decisions += 1
        self.entries.append(text)
        self.state.play(text)
        for problem in self.game.broken_step(before, self.state, self.events):
            raise Broken(problem)

    def _choose(self) -> str:
        if self.opening and self.opening[0] in self.state.legal_texts():
            return self.opening.pop(0)
        return self.state.describe(self.state.nth_legal(self.choice.below(self.state.find_legal())))

    def _look(self) -> None:
        """Hold the state against every rule; texts, copies and views, in a long run, at one state in `deep`."""
        self.states += 1
        for problem in self.game.broken(self.state):
            raise Broken(problem)
        self._look_at_moves()
        if self.states % self.deep == self.turn:
            self.looks += 1
            self._look_at_texts()
            self._look_at_copies()
            self._look_at_view()

    def _look_at_moves(self) -> None:
        state = self.state
        moves, texts = state.legal(), state.legal_texts()
        expect(bool(moves) != (state.to_move == OVER), "a seat has no legal move, or the game is over and has some")
        expect(moves == sorted(set(moves)), "legal moves are not sorted or not unique")
        expect(len(set(texts)) == len(texts), "two legal moves have the same text")
        if state.to_move == CHANCE:
            total = sum(probability for _, probability in state.chance_outcomes())
            expect(abs(total - 1) < 1e-9, "the probabilities of chance do not add up to one")

    def _look_at_texts(self) -> None:
        read = [self.state.parse(text) for text in self.state.legal_texts()]
        expect(read == self.state.legal(), "a move's text is not read back as the move")

    def _look_at_copies(self) -> None:
        state, words = self.state, self.state.dump()
        copy = state.clone()
        expect(copy.dump() == words, "a clone differs")
        if state.to_move != OVER:
            copy.apply(copy.nth_legal(Rng(self.states).below(copy.find_legal())))
            expect(state.dump() == words, "playing on a clone changed the original")
            expect(copy.dump() != words, "a move changed nothing")
        position = state.position()
        read = self.game.from_position(self.drill.options, position)
        expect(read.dump() == words, "a position read back is another state")
        if self.looks % RARELY == 0:
            expect(json.loads(json.dumps(position)) == position, "a position is not what JSON can say")
            expect(self.game.load(self.drill.options, words).dump() == words, "a dump read back is another state")
            expect(pickle.loads(pickle.dumps(state)).dump() == words, "a pickled state is another one")

    def _look_at_view(self) -> None:
        """A seat sees the same, and may do the same, in every world that agrees with what it knows."""
        state, seat = self.state, self.states % int(self.state.seats())
        world = state.resample(seat, Rng(self.states))
        expect(world.view(seat) == state.view(seat), f"the view of seat {seat} shows something hidden")
        if state.to_move == seat:
            expect(world.legal_texts() == state.legal_texts(), f"the legal moves of seat {seat} show something hidden")
        expect(
            world.resample(seat, Rng(5)) == state.resample(seat, Rng(5)),
            f"a world for seat {seat} depends on what it cannot know",
        )

    def _look_back(self) -> None:
        """The finished game as a whole: its length, its scores, its record."""
        options = self.drill.options
        expect(
            self.decisions <= self.game.max_game_length(options), f"{self.decisions} decisions are more than declared"
        )
        least, most = self.game.score_bounds(options)
        for seat in range(self.state.seats()):
            expect(least <= self.state.score(seat) <= most, f"the score {self.state.score(seat)} is out of bounds")
        record = Record(self.game.name, options, self.entries, position=self.drill.position)
        expect(record.replay().fingerprint() == self.state.fingerprint(), "the record replays to another state")


def expect(holds: bool, problem: str) -> None:
    """Stop the trial when something does not hold."""
    if not holds:
        raise Broken(problem)


def fuzz(name: str, first: int, games: int, seed: int, options: dict[str, Any] | None = None, deep: int = 1) -> Tally:
    """Run a batch of trials; the numbers from `first` on choose the beginnings, of games with these options if any."""
    game, tally = load(name), Tally()
    for k in range(first, first + games):
        trial = Trial(game, k, seed, options, deep)
        failure = trial.run()
        tally.games += 1
        tally.states += trial.states
        if failure is not None:
            tally.failures.append(failure)
    return tally


def batches(games: int | None, minutes: float | None, first: int = 0) -> Iterator[tuple[int, int]]:
    """Where each batch begins and how long it is, until there have been enough games or minutes."""
    end = None if minutes is None else time.monotonic() + 60 * minutes
    done = 0
    while (games is None or done < games) and (end is None or time.monotonic() < end):
        size = BATCH if games is None else min(BATCH, games - done)
        yield first + done, size
        done += size


def fuzz_batch(name: str, seed: int, options: dict[str, Any] | None, deep: int, batch: tuple[int, int]) -> Tally:
    """One batch, for a process of its own."""
    return fuzz(name, batch[0], batch[1], seed, options, deep)


def run(
    *,
    minutes: float | None,
    games: int | None,
    seed: int,
    jobs: int,
    game: str = "smallworld",
    options: dict[str, Any] | None = None,
    deep: int = 1,
    first: int = 0,
) -> int:
    """`hordes fuzz`: a progress line, every failure with its request, and the sum; status 1 when anything failed."""
    total = watch(game, options, minutes=minutes, games=games, seed=seed, jobs=jobs, deep=deep, first=first)
    return 1 if total.failures else 0


def watch(
    game: str,
    options: dict[str, Any] | None,
    *,
    minutes: float | None,
    games: int | None,
    seed: int,
    jobs: int,
    deep: int = 1,
    first: int = 0,
) -> Tally:
    """Run the fuzzer, print the first failure of each sort as it comes, and the sum."""
    from rich.console import Console

    console = Console(stderr=True)
    total, begin, seen = Tally(), time.monotonic(), set[str]()
    if options:
        load(game).normalise(options)
    work = map_batches(partial(fuzz_batch, game, seed, options, deep), batches(games, minutes, first), jobs)
    try:
        with console.status("checking every state of random games ...") as line:
            for tally in work:
                total.add(tally)
                for failure in tally.failures:
                    if failure.sort() not in seen:
                        print(failure, flush=True)
                    seen.add(failure.sort())
                line.update(f"{total.games:,} games, {total.states:,} states, {len(total.failures)} failures")
    except KeyboardInterrupt:
        console.print("stopped")
    took = time.monotonic() - begin
    sorts = f" of {len(seen)} sort{'s'[: len(seen) - 1]}, one of each shown" if len(seen) < len(total.failures) else ""
    print(f"{total.games:,} games, {total.states:,} states in {took:.0f} s: {len(total.failures)} failures{sorts}")
    return total
