"""The fuzzer: plays random games, checks invariants at every state, and prints a request that reproduces a failure.

Two generators are used. One is seeded like the referee's, so that a request with this seed meets the same chance
outcomes; the other chooses the seats' moves, which the request lists.
"""

from __future__ import annotations

import json
import pickle
import re
import time
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

from hordes.engine.core.encoding import Encoder
from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.playout import random_move
from hordes.engine.core.plugin import AdapterState
from hordes.engine.core.rng import Rng, mix
from hordes.engine.core.state import CHANCE, OVER, PUBLIC, Event, FuzzStart, Game, State
from hordes.engine.errors import PieceError
from hordes.engine.games import DEFAULT_GAME, load
from hordes.engine.record import Record
from hordes.engine.validation import differences, is_json
from hordes.lab.fuzz_answers import (
    check_answers_of_game,
    check_answers_to_bots,
    check_refusals,
    check_shown_to_all,
    check_shown_to_seat,
    encoder_of,
    named_events,
)
from hordes.lab.fuzz_checks import InvariantViolated, expect, scribble
from hordes.lab.fuzz_copies import check_answers, check_copy
from hordes.lab.simulate.pool import map_batches

BATCH_SIZE = 8
"""Games per batch."""
FORMAT_CHECK_INTERVAL = 8
"""Checks of the serialisation formats, which no single move can break, run at one state in so many."""

DRAWS, MIN_HIDING_VIEWS = 6, 20
"""Worlds drawn at a state whose view hides something, and the number of such states from which conclusions follow."""
MOVES_SHOWN = 5
"""Legal moves at a state whose data is checked."""
FORMER_MOVES = 4
"""Last moves of seats that are tried once more, as most of them must be refused now."""


READ_BACK, LOADED = "a position read back is another state", "a dump read back is another state"
UNPICKLED, CLONED = "a pickled state is another one", "a clone differs"
SAME_WORLDS = "views hide something, but in no world drawn for a seat was it different: bots would know it"
"""Problem of games whose `resample` gives the true state away."""


@dataclass
class Failure:
    """A failed check, and the referee request that reproduces it."""

    problem: str
    request: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.problem}\n{json.dumps(self.request)}"

    def category(self) -> str:
        """The problem without its numbers, to group failures that probably have the same cause."""
        return re.sub(r"\d+", "#", self.problem)


@dataclass
class FuzzTotals:
    """Totals of a fuzzing run."""

    games: int = 0
    states: int = 0
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: FuzzTotals) -> None:
        """Add another run."""
        self.games += other.games
        self.states += other.states
        self.failures += other.failures


class FuzzGame:
    """One random game with all checks."""

    def __init__(self, game: Game, k: int, seed: int, options: dict[str, Any] | None = None, deep: int = 1) -> None:
        self.game = game
        self.deep, self.deep_offset = deep, k % deep
        self.fuzz_start: FuzzStart = game.custom_fuzz_start(k, options) if options else game.fuzz_start(k)
        self.max_decisions = game.max_game_length(self.fuzz_start.options)
        self.max_chance_events = game.max_chance_events(self.fuzz_start.options)
        # the referee seeds its chance with this number, so a request reproduces the game
        self.seed = int(mix(seed * 2_000_003 + k))
        self.chance_rng = Rng(self.seed)
        self.move_rng = Rng(self.seed ^ 0x5DEECE66D)
        self.opening = list(self.fuzz_start.opening)
        self.moves: list[str] = []
        self.record_moves: list[str] = []
        self.events: list[Event] = []
        self.decisions = 0
        self.chance_events = 0
        self.states = 0
        self.deep_checks = 0
        self.format_offset = k % FORMAT_CHECK_INTERVAL  # each of many small games is checked at another state
        self.seat_offset = k // FORMAT_CHECK_INTERVAL
        self.tried = ""
        self.hiding_views = 0
        self.worlds_differ = False
        self.is_begun = False
        self.state: State
        self.evaluator: Evaluator
        self.encoder: Encoder | None = None

    def begin(self) -> None:
        """Create the initial state; a custom piece may already fail here."""
        self.is_begun = True
        check_answers_of_game(self.game, self.fuzz_start.options)
        self.evaluator = self.game.evaluator()
        self.encoder = encoder_of(self.game, self.fuzz_start.options)
        if self.fuzz_start.position is not None:
            self.state = self.game.from_position(self.fuzz_start.options, self.fuzz_start.position, self.events)
        else:
            self.state = self.game.new(self.fuzz_start.options)
            self.state.sink = self.events

    def request(self) -> dict[str, Any]:
        """The referee request that leads to the current state, and on to the move that was tried there."""
        moves = [*self.moves, self.tried] if self.tried else self.moves
        request = {"game": self.game.name, "options": self.fuzz_start.options, "seed": self.seed, "moves": moves}
        return request if self.fuzz_start.position is None else request | {"position": self.fuzz_start.position}

    def run(self) -> Failure | None:
        """Play to the end; returns the first failure."""
        try:
            if not self.is_begun:
                self.begin()
            while self.state.to_move != OVER:
                expect(
                    self.decisions <= self.max_decisions,
                    f"the game goes on after {self.max_decisions} decisions, more than declared",
                )
                expect(
                    self.chance_events <= self.max_chance_events,
                    f"chance decides more than {self.max_chance_events} times, more than declared",
                )
                self._check_state()
                self._step()
            self._check_state()
            self._check_finished_game()
        except (InvariantViolated, PieceError) as problem:
            return Failure(str(problem), self.request())
        except Exception as problem:
            return Failure(f"{type(problem).__name__}: {problem}", self.request())
        return None

    def _step(self) -> None:
        before = self.state.clone()
        self.events.clear()
        if self.state.to_move == CHANCE:
            text = self.state.describe(random_move(self.state, self.chance_rng))
            self.chance_events += 1
        else:
            text = self._choose()
            self.moves.append(text)
            self.decisions += 1
        self.record_moves.append(text)
        self.state.play(text)
        for problem in self.game.violated_step_invariants(before, self.state, self.events):
            raise InvariantViolated(problem)

    def _choose(self) -> str:
        # the opening leads to the situation that this start is meant to test
        if self.opening and self.opening[0] in self.state.legal_texts():
            return self.opening.pop(0)
        return self.state.describe(random_move(self.state, self.move_rng))

    def _check_state(self) -> None:
        """Check all invariants; texts, copies and views only at one state in `deep`, because they take longer."""
        self.states += 1
        for problem in self.game.violated_invariants(self.state):
            raise InvariantViolated(problem)
        self._check_moves()
        if self.states % self.deep == self.deep_offset:
            self.deep_checks += 1
            self._check_texts()
            self._check_copies()
            self._check_view()
            if self._is_thorough_check():
                self._check_other_answers()

    def _check_moves(self) -> None:
        state = self.state
        moves, texts = state.legal(), state.legal_texts()
        expect(bool(moves) != (state.to_move == OVER), "a seat has no legal move, or the game is over and has some")
        expect(moves == sorted(set(moves)), "legal moves are not sorted or not unique")
        expect(len(set(texts)) == len(texts), "two legal moves have the same text")
        if state.to_move >= 0:
            expect(state.default_move() in moves, "the default move is not legal")
        if state.to_move == CHANCE:
            total = sum(probability for _, probability in state.chance_outcomes())
            expect(abs(total - 1) < 1e-9, "the probabilities of chance do not add up to one")

    def _check_texts(self) -> None:
        read = [self.state.parse(text) for text in self.state.legal_texts()]
        expect(read == self.state.legal(), "a move's text is not read back as the move")

    def _check_copies(self) -> None:
        state, words = self.state, self.state.dump()
        copy = state.clone()
        expect(copy.dump() == words, CLONED)
        if state.to_move != OVER:
            self._try(copy, random_move(copy, Rng(self.states)))
            expect(state.dump() == words, "playing on a clone changed the original")
            expect(copy.dump() != words, "a move changed nothing")
        position = state.position()
        read = self.game.from_position(self.fuzz_start.options, position)
        expect(read.dump() == words, READ_BACK)
        check_answers(state, read, READ_BACK)
        if self._is_format_check():
            expect(json.loads(json.dumps(position)) == position, "a position is not what JSON can say")
            self._check_shown_data()
            loaded, thawed = self.game.load(self.fuzz_start.options, words), pickle.loads(pickle.dumps(state))
            for made, what in ((loaded, LOADED), (thawed, UNPICKLED)):
                expect(made.dump() == words, what)
                check_answers(state, made, what)
        if self._is_thorough_check():
            check_copy(state.clone(), state.clone(), CLONED, Rng(self.states))
            check_copy(state.clone(), read, READ_BACK, Rng(self.states))

    def _is_format_check(self) -> bool:
        """Whether the state is one of those whose formats are checked."""
        return self.deep_checks % FORMAT_CHECK_INTERVAL == self.format_offset

    def _is_thorough_check(self) -> bool:
        """Whether the state is one of those of which everything else is asked, which takes longest."""
        rarely = 1 if isinstance(self.state, AdapterState) else FORMAT_CHECK_INTERVAL
        return (
            self._is_format_check()
            and self.deep_checks // FORMAT_CHECK_INTERVAL % rarely == self.format_offset % rarely
        )

    def _check_shown_data(self) -> None:
        """All that goes out to pages and programs is JSON data of its own: changing it changes no state."""
        state, words = self.state, self.state.dump()
        shown: list[Any] = [
            state.position(),
            state.public_summary(),
            *map(state.move_data, state.legal()[:MOVES_SHOWN]),
        ]
        for seat in (*range(int(state.seats())), PUBLIC):
            shown += [state.view(seat), state.page_view(seat)]
            shown += [state.page_event(deepcopy(event), seat) for event in self.events]
        for data in shown:
            expect(is_json(data), f"what is shown is not what JSON can say: {str(data)[:80]}")
        for data in shown:
            scribble(data)
        expect(state.dump() == words, "changing data that was shown changed the state")

    def _check_view(self) -> None:
        """View and legal moves of a seat must be the same in every world consistent with its information."""
        # another seat in games of the next numbers: in a small game a seat's turn may come only at such states
        state, seat = self.state, (self.states + self.seat_offset) % int(self.state.seats())
        world = state.resample(seat, Rng(self.states))
        check_shown_to_all(state, world, seat)
        if state.to_move != OVER and not self.game.moves_are_public:
            self._check_events(world, seat)
        if state.to_move == seat:
            expect(world.legal_texts() == state.legal_texts(), f"the legal moves of seat {seat} show something hidden")
        if self._is_thorough_check():
            check_shown_to_seat(state, world, seat, self._encoder_now(), self.events)
            if 0 <= state.to_move != seat:
                mover = int(state.to_move)
                world_of_mover = state.resample(mover, Rng(self.states))
                check_shown_to_seat(state, world_of_mover, mover, self._encoder_now(), self.events)
        expect(
            world.resample(seat, Rng(5)) == state.resample(seat, Rng(5)),
            f"a world for seat {seat} depends on what it cannot know",
        )
        if not self.worlds_differ and differences(state.position(), state.view(seat)):
            self.hiding_views += 1
            self.worlds_differ = any(state.resample(seat, Rng(draw)) != state for draw in range(DRAWS))

    def _check_other_answers(self) -> None:
        """What bots and learners ask, and what people type: moves of earlier, and verbs with anything or nothing."""
        state = self.state
        check_answers_to_bots(state, self.evaluator, self._encoder_now())
        if state.to_move >= 0:
            verbs = list(dict.fromkeys(text.split()[0] for text in [*self.moves[-FORMER_MOVES:], *state.legal_texts()]))
            typed = [*self.moves[-FORMER_MOVES:], *verbs, *[f"{verb} x" for verb in verbs]]
            check_refusals(state, typed)

    def _encoder_now(self) -> Encoder | None:
        """The encoder where learners look at a state: when a seat decides or the game is over."""
        return None if self.state.to_move == CHANCE else self.encoder

    def _try(self, copy: State, move: int) -> None:
        """Make a move on a copy of the current state; if that fails, it is in the request."""
        self.tried = copy.describe(move) if copy.to_move >= 0 else ""
        copy.apply(move)
        self.tried = ""

    def _check_events(self, world: State, seat: int) -> None:
        """A seat that cannot tell two states apart by its view has been told the same about what led to them.

        They are reached by one move in two worlds, or by two moves of others in this one. Where all moves are public
        events may say more than a view: it need not tell again what everybody has seen.
        """
        state, rng = self.state, Rng(self.states)
        moves = sorted({random_move(state, rng) for _ in range(1 if state.to_move == seat else 3)})
        here = [self._told(state, move, seat) for move in moves]
        there = [self._told(world, move, seat) if world.is_legal(move) else here[k] for k, move in enumerate(moves)]
        for (after, view, events), (other, same, others) in [*combinations(here, 2), *zip(here, there, strict=True)]:
            if view == same and events != others and after != other:
                what = f"events tell seat {seat} something that its view does not show"
                raise InvariantViolated(what + named_events(events, others))

    def _told(self, state: State, move: int, seat: int) -> tuple[State, dict[str, Any], list[Event]]:
        """The state after a move, a seat's view of it, and what the seat was told about the move."""
        after, events = state.clone(), list[Event]()
        after.sink = events
        self._try(after, move)
        return after, after.view(seat), [after.redact_event(event, seat) for event in events]

    def _check_finished_game(self) -> None:
        """Check the finished game: length, score bounds, and that its record replays to the same state."""
        options = self.fuzz_start.options
        expect(
            self.decisions <= self.game.max_game_length(options), f"{self.decisions} decisions are more than declared"
        )
        least, most = self.game.score_bounds(options)
        result = self.state.result()
        scores = [int(self.state.score(seat)) for seat in range(self.state.seats())]
        winners = [] if result is None else result["winners"]
        teams = {self.state.team_of(seat) for seat in winners}
        partners = [seat for seat in range(self.state.seats()) if self.state.team_of(seat) in teams]
        expect(winners == partners, f"seats {winners} win, but not their partners: the winning teams are {partners}")
        expect(result is not None and result["scores"] == scores, f"the result is not that of the scores {scores}")
        for seat in range(self.state.seats()):
            expect(least <= self.state.score(seat) <= most, f"the score {self.state.score(seat)} is out of bounds")
        record = Record(self.game.name, options, self.record_moves, position=self.fuzz_start.position)
        expect(record.replay().fingerprint() == self.state.fingerprint(), "the record replays to another state")


def fuzz(
    name: str, first: int, games: int, seed: int, options: dict[str, Any] | None = None, deep: int = 1
) -> FuzzTotals:
    """Fuzz a batch of games; the numbers from `first` on choose the starts, with these options if given."""
    return fuzz_games(load(name), first, games, seed, options, deep)


def fuzz_games(
    game: Game, first: int, games: int, seed: int, options: dict[str, Any] | None = None, deep: int = 1
) -> FuzzTotals:
    """Like `fuzz`, for a game that need not be known by its name."""
    totals = FuzzTotals()
    worlds_differ, hiding_views = False, 0
    for k in range(first, first + games):
        totals.games += 1
        try:
            trial = FuzzGame(game, k, seed, options, deep)
        except PieceError as problem:
            totals.failures.append(Failure(str(problem), {"game": game.name, "options": options or {}, "moves": []}))
            continue
        failure = trial.run()
        totals.states += trial.states
        worlds_differ, hiding_views = worlds_differ or trial.worlds_differ, hiding_views + trial.hiding_views
        if failure is not None:
            totals.failures.append(failure)
    if hiding_views >= MIN_HIDING_VIEWS and not worlds_differ:
        # judged over the whole batch: in a short game a seat may happen to know everything whenever it is looked at
        totals.failures.append(Failure(SAME_WORLDS, trial.request()))
    return totals


def batches(games: int | None, minutes: float | None, first: int = 0) -> Iterator[tuple[int, int]]:
    """First game and size of each batch, until the number of games or minutes is reached."""
    end = None if minutes is None else time.monotonic() + 60 * minutes
    done = 0
    while (games is None or done < games) and (end is None or time.monotonic() < end):
        size = BATCH_SIZE if games is None else min(BATCH_SIZE, games - done)
        yield first + done, size
        done += size


def fuzz_batch(name: str, seed: int, options: dict[str, Any] | None, deep: int, batch: tuple[int, int]) -> FuzzTotals:
    """One batch, to run in another process."""
    return fuzz(name, batch[0], batch[1], seed, options, deep)


def run(
    *,
    minutes: float | None,
    games: int | None,
    seed: int,
    jobs: int,
    game: str = DEFAULT_GAME,
    options: dict[str, Any] | None = None,
    deep: int = 1,
    first: int = 0,
) -> int:
    """`hordes fuzz`: run the fuzzer; exit status 1 if anything failed."""
    total = run_fuzzer(game, options, minutes=minutes, games=games, seed=seed, jobs=jobs, deep=deep, first=first)
    return 1 if total.failures else 0


def run_fuzzer(
    game: str,
    options: dict[str, Any] | None,
    *,
    minutes: float | None,
    games: int | None,
    seed: int,
    jobs: int,
    deep: int = 1,
    first: int = 0,
) -> FuzzTotals:
    """Run the fuzzer with a progress line; print the first failure of each category and the totals."""
    from rich.console import Console

    console = Console(stderr=True)
    total, begin, categories = FuzzTotals(), time.monotonic(), set[str]()
    if options:
        load(game).normalise(options)
    work = map_batches(partial(fuzz_batch, game, seed, options, deep), batches(games, minutes, first), jobs)
    try:
        with console.status("checking every state of random games ...") as line:
            for totals in work:
                total.add(totals)
                for failure in totals.failures:
                    if failure.category() not in categories:
                        print(failure, flush=True)
                    categories.add(failure.category())
                line.update(f"{total.games:,} games, {total.states:,} states, {len(total.failures)} failures")
    except KeyboardInterrupt:
        console.print("stopped")
    seconds = time.monotonic() - begin
    sorts = (
        f" of {len(categories)} sort{'s'[: len(categories) - 1]}, one of each shown"
        if len(categories) < len(total.failures)
        else ""
    )
    print(f"{total.games:,} games, {total.states:,} states in {seconds:.0f} s: {len(total.failures)} failures{sorts}")
    return total
