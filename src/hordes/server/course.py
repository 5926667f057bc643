"""The course of one game as its log tells it: apply the lines in order and you have the table again.

Nothing here talks to a network or a database. `propose_*` checks what somebody wants and says which line it would be;
only a line that is stored is applied. The state before and after it is at hand, so what a viewer is told about a line
is the same whether he was there or asks for it a week later.
"""

from __future__ import annotations

import secrets
from array import array
from typing import Any, NamedTuple, Protocol

from hordes.engine.bits import FULL
from hordes.engine.errors import BadRecord, NotTheMoment, Refusal, Saying, said
from hordes.engine.games import load
from hordes.engine.record import Record
from hordes.engine.rng import STEP, Rng
from hordes.engine.state import CHANCE, OVER, Event, State
from hordes.server.entries import (
    TABLE,
    Answered,
    AnyBody,
    Asked,
    Away,
    Entry,
    Moved,
    Paused,
    Resigned,
    Returned,
    Start,
    Undone,
)

WORDS_KEPT = 64
MOST_SECOND_THOUGHTS = 5_000


class Stale(Refusal):
    """What was sent answers a position that is no more."""

    code = "stale"


class Chance(Protocol):
    """Whatever answers chance."""

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1."""
        ...


class Luck:
    """The system's own randomness: nobody who sees the outcomes can tell the next one."""

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1, each equally likely."""
        return secrets.randbelow(n)


class Played(NamedTuple):
    """Moves made on a copy of the state: where they lead and what happened."""

    state: State
    events: list[Event]
    texts: list[str]
    deciders: list[int]


class Told(NamedTuple):
    """A line and what it did: enough to tell any viewer about it."""

    entry: Entry
    before: State
    after: State
    events: list[Event]


class Question(NamedTuple):
    """A seat asks to go back to where so many moves had been made; these have agreed."""

    by: int
    to: int
    agreed: frozenset[int]


class Course:
    """A game so far."""

    def __init__(
        self, game: str, options: dict[str, Any], position: dict[str, Any] | None = None, seed: int | None = None
    ) -> None:
        self.record = Record(game, options, position=position)
        self.state = self.record.start()
        self.seats = int(self.state.seats())
        self.dummies = int(self.record.options.get("dummies") or 0)
        self.seed = seed
        self.deciders: array[int] = array("b")
        self.ply = 0
        self.changed = 0
        self.draws = 0
        self.undone = 0
        self.rewound = False
        self.refs: dict[str, int] = {}
        self.absent: set[int] = set()
        self.ever_absent: set[int] = set()
        self.resigned: set[int] = set()
        self.question: Question | None = None
        self.used = [0] * self.seats
        self.since = 0
        self.last_at = 0
        self._teams: list[list[int]] | None = None

    # Reading

    @property
    def started(self) -> bool:
        """Has the first line been written?"""
        return self.ply > 0

    @property
    def to_move(self) -> int:
        """The seat that decides; OVER when nobody does."""
        return int(self.state.to_move) if self._enough_play() else OVER

    def result(self) -> dict[str, Any] | None:
        """Scores, winners and the reason, once the game is over or only one seat has not given up."""
        if self.state.to_move == OVER:
            return self.state.result()
        if self._enough_play():
            return None
        scores = [int(self.state.score(seat)) for seat in range(self.seats)]
        left = sorted(seat for team in self._teams_left() for seat in team)
        return {"scores": scores, "winners": left, "reason": "all others have resigned"}

    def _enough_play(self) -> bool:
        """Is there still somebody to play against?"""
        return not self.resigned or self.seats == 1 or len(self._teams_left()) > max(1, self.dummies)

    def teams(self) -> list[list[int]]:
        """The seats that win and lose together; where everybody plays for himself, each alone."""
        if self._teams is None:
            judge, seats = load(self.record.game).judge(), range(self.seats)
            circles = [[b for b in seats if judge.with_me(self.state, a, b)] for a in seats]
            self._teams = [circle for seat, circle in enumerate(circles) if circle[0] == seat]
        return self._teams

    def _teams_left(self) -> list[list[int]]:
        """The teams that somebody still plays for."""
        return [team for team in self.teams() if not self.resigned.issuperset(team)]

    def can_undo(self, seat: int) -> bool:
        """Is the last move this seat's own, with nothing revealed and nobody else asked since?"""
        return self.to_move == seat and len(self.deciders) > 0 and self.deciders[-1] == seat

    def out_of_turn(self) -> bool:
        """Does somebody decide in the middle of another's turn?"""
        player = self.state.view(self.state.to_move).get("player") if self.state.to_move >= 0 else None
        return isinstance(player, int) and player != self.state.to_move

    def default(self) -> str:
        """What is played for a seat that does not answer a question out of turn: harmless, and always the same."""
        return self.state.describe(self.state.default_move())

    # Proposals: what line would this be?

    def check_fresh(self, ply: int) -> None:
        """Refuse what answers an older position; lines that change nothing in the game make nothing old."""
        if ply > self.ply:
            raise Stale(said("no_ply", "There is no ply {ply} yet; the table is at ply {now}.", ply=ply, now=self.ply))
        if ply < self.changed:
            raise Stale(
                said(
                    "moved_on",
                    "The table has moved on: it is at ply {now}, and this answers ply {ply}.",
                    now=self.ply,
                    ply=ply,
                )
            )

    def check_patience(self) -> None:
        """Second thoughts are free but not endless: every one is a line of the log."""
        if self.ply >= MOST_SECOND_THOUGHTS:
            raise NotTheMoment(
                said("log_full", "The log of this table has {n} lines; nothing more can be taken back.", n=self.ply)
            )

    def check_start(self) -> None:
        """A game begins once."""
        if self.started:
            raise NotTheMoment(said("begun", "The game has begun."))

    def begin(self, moves: list[str]) -> tuple[Start, Played]:
        """The first line: given moves, if any, then chance's answers until a seat is asked."""
        self.check_start()
        played = self._played(moves, at_start=True)
        return Start(played.texts), played

    def propose_start(self, moves: list[str]) -> Start:
        """The same without what it leads to."""
        return self.begin(moves)[0]

    def propose_move(self, seat: int, text: str, bot: bool = False) -> tuple[Moved, Played]:
        """A seat's move with chance's answers."""
        if self.to_move == OVER:
            raise NotTheMoment(said("over_move", "The game is over; no move can follow."))
        if self.to_move != seat:
            raise NotTheMoment(
                said("not_your_turn", "Seat {seat} is to move, not seat {asked}.", seat=self.to_move, asked=seat)
            )
        played = self._played([" ".join(text.split())])
        return Moved(played.texts, bot), played

    def propose_undo(self, seat: int) -> Undone:
        """Take back the seat's own last move."""
        if not self.can_undo(seat):
            text = (
                "Nothing can be taken back freely: the last thing that happened was chance's or another seat's. "
                "Going further back needs everybody's consent."
            )
            raise NotTheMoment(Saying(text, "undo_none"))
        return Undone(len(self.deciders) - 1)

    def propose_question(self, to: int) -> Asked:
        """Ask to go back further; only a seat's decision is a place to go back to."""
        if self.to_move == OVER:
            raise NotTheMoment(said("over_undo", "The game is over; nothing can be taken back."))
        if not 0 <= to < len(self.deciders) or self.deciders[to] == CHANCE:
            raise NotTheMoment(
                said(
                    "undo_nowhere",
                    "After {to} moves no seat was deciding; {n} moves have been made.",
                    to=to,
                    n=len(self.deciders),
                )
            )
        return Asked(to)

    def propose_answer(self, seat: int, agree: bool) -> Answered:
        """Answer the open question."""
        if self.question is None or seat == self.question.by or seat in self.question.agreed:
            raise NotTheMoment(said("answer_none", "There is nothing for you to answer."))
        return Answered(agree)

    def propose_resign(self, seat: int) -> Resigned:
        """Give up."""
        if self.to_move == OVER or seat in self.resigned:
            if self.to_move == OVER:
                raise NotTheMoment(said("game_over", "The game is over."))
            raise NotTheMoment(said("resigned", "You have resigned already."))
        return Resigned()

    def propose_back(self, seat: int) -> Returned:
        """Come back to one's seat."""
        if seat not in self.absent or seat in self.resigned or self.to_move == OVER:
            raise NotTheMoment(said("no_stand_in", "No bot sits in for you."))
        return Returned()

    def chance(self) -> Chance:
        """Who answers chance: the system, or at a table with a seed the engine's generator, as far as it has got."""
        if self.seed is None:
            return Luck()
        return Rng((self.seed + STEP * self.draws) & FULL)

    def _played(self, texts: list[str], at_start: bool = False) -> Played:
        played = Played(self.state.clone(), [], [], [])
        played.state.sink = played.events
        for number, text in enumerate(texts):
            try:
                _make(played, text)
            except Refusal as refusal:
                if at_start:
                    told = "Move {n}, `{move}`, cannot be replayed: {reason}"
                    raise BadRecord(
                        said("record_move", told, n=number + 1, move=text, reason=str(refusal))
                    ) from refusal
                raise
        chance = self.chance()
        while played.state.to_move == CHANCE:
            move = played.state.nth_legal(chance.below(int(played.state.find_legal())))
            _make(played, played.state.describe(move))
        played.state.sink = None
        return played

    # Applying what is stored

    def apply(self, entry: Entry, played: Played | None = None) -> Told:
        """Let a stored line happen. `played` saves making its moves twice."""
        if entry.ply != self.ply:
            told = "Line {n} of the log cannot follow line {last}."
            raise BadRecord(said("record_line", told, n=entry.ply, last=self.ply - 1))
        before, decider = self.state, self.to_move
        self._count_time(entry, decider)
        events = self._do(entry, played)
        self.ply += 1
        if entry.ref is not None:
            self.remember(entry.ref, entry.ply)
        if self.to_move != decider or isinstance(entry.body, Returned):
            self.since = entry.at
        return Told(entry, before, self.state, events)

    def catch_up(self, entries: list[Entry]) -> None:
        """Apply many lines in a row."""
        for entry in entries:
            self.apply(entry)

    def remember(self, ref: str, ply: int) -> None:
        """Keep a client's word for a line; the log itself remembers those we forget."""
        self.refs[ref] = ply
        if len(self.refs) > WORDS_KEPT:
            del self.refs[next(iter(self.refs))]

    def _count_time(self, entry: Entry, decider: int) -> None:
        if isinstance(entry.body, Paused):
            self._charge(decider, entry.body.began)
            downtime = max(0, entry.body.ended - self.last_at)
            self.since += downtime
            self.last_at += downtime
        self._charge(decider, entry.at)

    def _charge(self, decider: int, until: int) -> None:
        if decider >= 0 and self.started and decider not in self.absent:
            self.used[decider] += max(0, until - self.last_at)
        self.last_at = max(self.last_at, until)

    def _do(self, entry: Entry, played: Played | None) -> list[Event]:
        body = entry.body
        if isinstance(body, Start | Moved):
            return self._do_moves(body, played)
        if isinstance(body, Undone):
            self._go_back(body.to)
            self.rewound = self.rewound or entry.seat == TABLE  # by consent, not one's own last step
        elif isinstance(body, Asked):
            self.question = Question(entry.seat, body.to, frozenset())
        elif isinstance(body, Answered):
            self._do_answer(entry.seat, body)
        else:
            self._do_seat(entry.seat, body)
        return []

    def _do_moves(self, body: Start | Moved, played: Played | None) -> list[Event]:
        if played is None:
            played = Played(self.state.clone(), [], [], [])
            played.state.sink = played.events
            for text in body.moves:
                _make(played, text)
            played.state.sink = None
        self.state = played.state
        self.record.moves += played.texts
        self.deciders.extend(played.deciders)
        self.draws += played.deciders.count(CHANCE)
        self.changed, self.question = self.ply + 1, None
        return played.events

    def _go_back(self, to: int) -> None:
        del self.record.moves[to:]
        del self.deciders[to:]
        self.state = self.record.replay()
        self.undone = self.changed = self.ply + 1
        self.question = None

    def _do_answer(self, seat: int, body: Answered) -> None:
        if self.question is not None:
            agreed = self.question.agreed | {seat}
            self.question = self.question._replace(agreed=agreed) if body.agree else None

    def _do_seat(self, seat: int, body: AnyBody) -> None:
        if isinstance(body, Resigned):
            self.resigned.add(seat)
            self.absent.add(seat)
        elif isinstance(body, Away):
            self.absent.add(seat)
            self.ever_absent.add(seat)
        elif isinstance(body, Returned):
            self.absent.discard(seat)


def _make(played: Played, text: str) -> None:
    decider = int(played.state.to_move)
    played.state.play(text)
    played.texts.append(text)
    played.deciders.append(decider)
