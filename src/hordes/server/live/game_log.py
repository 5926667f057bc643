"""Event-sourced game: replaying the entries of its log rebuilds it.

There is no network and no database here. `propose_*` validates a request and returns the log entry it would become;
only an entry that has been stored is applied. Applying returns the states before and after the entry, so the message a
viewer gets about it is the same whether it is sent live or rebuilt a week later.
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple, cast

from hordes.engine.chance import ChanceSource, chance_moves
from hordes.engine.core.bits import FULL
from hordes.engine.core.rng import STEP, Rng, derived_seed
from hordes.engine.core.state import CHANCE, OVER, Event, State
from hordes.engine.errors import BadRecord, Message, NotTheMoment, Refusal, translatable
from hordes.engine.fair_dice import Contribution, FairDice, check_contribution
from hordes.engine.record import Record
from hordes.server.environment import environment
from hordes.server.live.checkpoints import Checkpoints
from hordes.server.live.log_entries import (
    TABLE_SEAT,
    Aborted,
    AnyBody,
    Away,
    Contributed,
    Entry,
    Moved,
    Paused,
    RemovalVoted,
    Resigned,
    Returned,
    Start,
    UndoAnswered,
    Undone,
    UndoRequested,
)
from hordes.server.protocol.tables import Result

MAX_REFS_KEPT = 64
MAX_PLIES_FOR_UNDO = 5_000
MAX_CONTRIBUTIONS = 100
"""Contributions to the dice of one table; each is an entry of its log."""
MAX_WITH_SEATS = 1_000
"""As many with those that come with a seat: nobody keeps others from their seats by contributing as often as he can."""


class Stale(Refusal):
    """A request that refers to a position the game has left."""

    code = "stale"


class SystemChance:
    """Cryptographic randomness of the operating system: outcomes cannot be predicted from earlier ones."""

    def below(self, n: int, /) -> int:
        """A uniform number from 0 to n - 1."""
        return environment().random_below(n)


class PlayedMoves(NamedTuple):
    """Moves made on a copy of the state: the resulting state, its events, the move texts and who decided each."""

    state: State
    events: list[Event]
    texts: list[str]
    deciders: list[int]


class AppliedEntry(NamedTuple):
    """An entry with the states before and after it and its events: enough to build any viewer's message."""

    entry: Entry
    before: State
    after: State
    events: list[Event]


class UndoRequest(NamedTuple):
    """An open request by a seat to rewind to move number `to`, and the seats that have agreed so far."""

    by: int
    to: int
    agreed: frozenset[int]


class GameLog:
    """A game in progress: its record, current state, clocks, absences and open undo request.

    `ply` counts log entries, `changed_ply` is the ply after the last entry that changed the position, `undone_ply` the
    one after the last undo. `played` is everything that was played, for the proof of the dice, once something was taken
    back. `deciders` has the deciding seat (or CHANCE) of every move of the record. `decider_since`
    and `last_at` are times in ms since the epoch; `time_used` is ms per seat.
    """

    def __init__(
        self,
        game: str,
        options: dict[str, Any],
        position: dict[str, Any] | None = None,
        seed: int | None = None,
        dice: FairDice | None = None,
    ) -> None:
        self.record = Record(game, options, position=position)
        self.state = self.record.start()
        self.seats = int(self.state.seats())
        self.automatic_seats = {seat for seat in range(self.seats) if self.state.is_automatic(seat)}
        self.seed, self.dice = seed, dice
        self.contributions: list[Contribution] = []
        self.has_started = False
        self.played: list[str | int] | None = None
        self.deciders: array[int] = array("b")  # one byte a move: there may be thousands of tables
        self.ply = 0
        self.changed_ply = 0
        self.chance_draws = 0
        self.moves_applied = 0  # moves and outcomes of chance, undone ones included
        self.undone_ply = 0
        self.was_rewound = False
        self.refs: dict[str, int] = {}
        self.absent: set[int] = set()
        self.ever_absent: set[int] = set()
        self.resigned: set[int] = set()
        self.undo_request: UndoRequest | None = None
        self.removal_votes: dict[int, set[int]] = {}
        self.is_aborted = False
        self.time_used = [0] * self.seats
        self.decider_since = 0
        self.last_at = 0
        self._teams: list[list[int]] | None = None
        self._checkpoints = Checkpoints()

    # Queries

    @property
    def to_move(self) -> int:
        """The seat that decides; OVER when nobody does."""
        return int(self.state.to_move) if self._has_opponents() else OVER

    def result(self) -> Result | None:
        """Scores, winners and the reason, once the game is over or only one team has not resigned; else None."""
        if self.state.to_move == OVER:
            return cast("Result | None", self.state.result())
        if self._has_opponents():
            return None
        if self.is_aborted:
            scores = [int(self.state.score(seat)) for seat in range(self.seats)]
            return {"scores": scores, "winners": [], "reason": "the game was aborted"}
        scores = [int(self.state.score(seat)) for seat in range(self.seats)]
        winners = sorted(seat for team in self._teams_left() for seat in team)
        return {"scores": scores, "winners": winners, "reason": "all others have resigned"}

    def _has_opponents(self) -> bool:
        """Whether the game goes on after resignations: more than one team is left, and not only automatic seats."""
        if self.is_aborted:
            return False
        if not self.resigned or self.seats == 1:
            return True
        left = self._teams_left()
        return len(left) > 1 and not all(self.automatic_seats.issuperset(team) for team in left)

    def teams(self) -> list[list[int]]:
        """Groups of seats that win and lose together; each seat alone where there are no teams."""
        if self._teams is None:
            groups: dict[int, list[int]] = {}
            for seat in range(self.seats):
                groups.setdefault(int(self.state.team_of(seat)), []).append(seat)
            self._teams = list(groups.values())
        return self._teams

    def _teams_left(self) -> list[list[int]]:
        """Teams with at least one seat that has not resigned."""
        return [team for team in self.teams() if not self.resigned.issuperset(team)]

    def can_undo(self, seat: int) -> bool:
        """Whether the last move is this seat's own, with no chance outcome or other decision since."""
        return self.to_move == seat and len(self.deciders) > 0 and self.deciders[-1] == seat

    def is_out_of_turn(self) -> bool:
        """Whether the deciding seat is not the one whose turn it is."""
        return self.state.to_move >= 0 and self.state.turn_seat() != self.state.to_move

    def default_move_text(self) -> str:
        """The move played for a seat that lets an out-of-turn decision time out: harmless and deterministic."""
        return self.state.describe(self.state.default_move())

    # Proposals: validate a request and return the entry it would become

    def check_not_stale(self, ply: int) -> None:
        """Refuse a request made for an older position; entries that do not change the position do not count."""
        if ply > self.ply:
            raise Stale(
                translatable("no_ply", "There is no ply {ply} yet; the table is at ply {now}.", ply=ply, now=self.ply)
            )
        if ply < self.changed_ply:
            raise Stale(
                translatable(
                    "moved_on",
                    "The table has moved on: it is at ply {now}, and this answers ply {ply}.",
                    now=self.ply,
                    ply=ply,
                )
            )

    def check_may_undo(self) -> None:
        """Refuse undos once the log is very long: every undo adds an entry."""
        if self.ply >= MAX_PLIES_FOR_UNDO:
            raise NotTheMoment(
                translatable(
                    "log_full", "The log of this table has {n} lines; nothing more can be taken back.", n=self.ply
                )
            )

    def check_started(self) -> None:
        """Refuse what only a game in progress can take."""
        if not self.has_started:
            raise NotTheMoment(translatable("not_begun", "The game has not begun: the table waits for players."))

    def check_not_started(self) -> None:
        """Refuse a second start entry."""
        if self.has_started:
            raise NotTheMoment(translatable("begun", "The game has begun."))

    def propose_start_with_result(self, moves: list[str]) -> tuple[Start, PlayedMoves]:
        """The start entry: given moves, if any, then chance outcomes until a seat decides; with the resulting state."""
        self.check_not_started()
        played = self._play_on_copy(moves, at_start=True)
        return Start(played.texts, None if self.dice is None else self.dice.commitment), played

    def propose_start(self, moves: list[str]) -> Start:
        """The start entry alone."""
        return self.propose_start_with_result(moves)[0]

    def propose_contribution(self, seat: int, text: str, with_seat: bool = False) -> Contributed:
        """A contribution to the dice, before the game begins; `with_seat` that of somebody who sits down."""
        self.check_not_started()
        if self.dice is None:
            message = "The dice of this table take no contributions: it has a seed, or was made by an earlier version."
            raise NotTheMoment(translatable("contribution_none", message))
        most = MAX_WITH_SEATS if with_seat else MAX_CONTRIBUTIONS
        if len(self.contributions) >= most:
            message = "The dice of this table have {n} contributions; no more can be added."
            raise NotTheMoment(translatable("contribution_full", message, n=most))
        return Contributed(check_contribution(text))

    def propose_move(self, seat: int, text: str, bot: bool = False) -> tuple[Moved, PlayedMoves]:
        """A seat's move with the chance outcomes that follow it."""
        if self.to_move == OVER:
            raise NotTheMoment(translatable("over_move", "The game is over; no move can follow."))
        if self.to_move != seat:
            raise NotTheMoment(
                translatable(
                    "not_your_turn", "Seat {seat} is to move, not seat {asked}.", seat=self.to_move, asked=seat
                )
            )
        played = self._play_on_copy([" ".join(text.split())])
        return Moved(played.texts, bot), played

    def propose_undo(self, seat: int) -> Undone:
        """Undo of the seat's own last move."""
        if not self.can_undo(seat):
            text = (
                "Nothing can be taken back freely: that is only a seat's own last move, while it is still to move and "
                "neither chance nor another seat has acted since. "
                "Going further back needs everybody's consent."
            )
            raise NotTheMoment(Message(text, "undo_none"))
        return Undone(len(self.deciders) - 1)

    def propose_undo_request(self, to: int) -> UndoRequested:
        """Request to rewind to move number `to`, which must be a seat's decision, not a chance outcome."""
        if self.to_move == OVER:
            raise NotTheMoment(translatable("over_undo", "The game is over; nothing can be taken back."))
        if not 0 <= to < len(self.deciders) or self.deciders[to] == CHANCE:
            raise NotTheMoment(
                translatable(
                    "undo_nowhere",
                    "After {to} moves no seat was deciding; {n} moves have been made.",
                    to=to,
                    n=len(self.deciders),
                )
            )
        return UndoRequested(to)

    def propose_agreed_undo(self, undo_request: UndoRequest) -> Undone:
        """Rewind to which everybody has agreed; never once the game is over, as its dice are revealed then."""
        if self.undo_request != undo_request or self.result() is not None:
            raise Stale(translatable("faster", "Somebody was faster."))
        return Undone(undo_request.to)

    def propose_answer(self, seat: int, agree: bool) -> UndoAnswered:
        """Answer to the open undo request."""
        if self.undo_request is None or seat == self.undo_request.by or seat in self.undo_request.agreed:
            raise NotTheMoment(translatable("answer_none", "There is nothing for you to answer."))
        return UndoAnswered(agree)

    def propose_resign(self, seat: int) -> Resigned:
        """Resignation of a seat."""
        if self.to_move == OVER or seat in self.resigned:
            if self.to_move == OVER:
                raise NotTheMoment(translatable("game_over", "The game is over."))
            raise NotTheMoment(translatable("resigned", "You have resigned already."))
        return Resigned()

    def propose_return(self, seat: int) -> Returned:
        """Return of an absent seat's owner."""
        if seat not in self.absent or seat in self.resigned or self.to_move == OVER:
            raise NotTheMoment(translatable("no_stand_in", "No bot sits in for you."))
        return Returned()

    def chance_source(self, number: int) -> ChanceSource:
        """Source of chance outcomes from draw `number` on: from the secret, or at a table with a seed from that.

        Draws that were taken back are counted, so that none ever returns. Older tables use the system's generator.
        """
        if self.seed is not None:
            # The generator's state advances by STEP a draw, so it can be rebuilt from the number of draws in the log.
            return Rng((self.seed + STEP * number) & FULL)
        return SystemChance() if self.dice is None else self.dice.source(self.contributions, number)

    def bot_seed(self) -> int:
        """Seed for a bot's next choice: the system's, or one derived from the table's seed and the moves made so far.

        Not from the ply: it counts pauses and absences, too, which are no part of the game.
        """
        if self.seed is None:
            return environment().random_below(1 << 60)
        return int(derived_seed(self.seed, self.moves_applied))

    def _play_on_copy(self, texts: list[str], at_start: bool = False) -> PlayedMoves:
        """Make moves on a copy of the state, then draw chance outcomes until a seat decides."""
        played = PlayedMoves(self.state.clone(), [], [], [])
        played.state.sink = played.events
        for number, text in enumerate(texts):
            try:
                _play_move(played, text)
            except Refusal as refusal:
                if at_start:
                    text_template = "Move {n}, `{move}`, cannot be replayed: {reason}"
                    raise BadRecord(
                        translatable("record_move", text_template, n=number + 1, move=text, reason=str(refusal))
                    ) from refusal
                raise
        source = self.chance_source(self.chance_draws + played.deciders.count(CHANCE))
        for move in chance_moves(played.state, source):
            _play_move(played, played.state.describe(move))
        played.state.sink = None
        return played

    # Applying stored entries

    def apply(self, entry: Entry, played: PlayedMoves | None = None) -> AppliedEntry:
        """Apply a stored entry. `played`, the proposal's result, saves making its moves twice."""
        if entry.ply != self.ply:
            text = "Line {n} of the log cannot follow line {last}."
            raise BadRecord(translatable("record_line", text, n=entry.ply, last=self.ply - 1))
        before, decider = self.state, self.to_move
        self._count_time(entry, decider)
        events = self._apply_body(entry, played)
        self.ply += 1
        if entry.ref is not None:
            self.remember_ref(entry.ref, entry.ply)
        if self.to_move != decider or isinstance(entry.body, Returned):
            self.decider_since = entry.at
        return AppliedEntry(entry, before, self.state, events)

    def apply_all(self, entries: list[Entry]) -> None:
        """Apply several entries in order."""
        for entry in entries:
            self.apply(entry)

    def remember_ref(self, ref: str, ply: int) -> None:
        """Remember a client's request id, for idempotency; forgotten ones can still be found in the database."""
        self.refs[ref] = ply
        if len(self.refs) > MAX_REFS_KEPT:
            del self.refs[next(iter(self.refs))]  # dicts keep their order: the oldest one

    def _count_time(self, entry: Entry, decider: int) -> None:
        """Charge the decider for the time since the last entry; a pause moves the clocks on by the downtime."""
        if isinstance(entry.body, Paused):
            self._charge_time(decider, entry.body.began)
            downtime = max(0, entry.body.ended - self.last_at)
            self.decider_since += downtime
            self.last_at += downtime
        self._charge_time(decider, entry.at)

    def _charge_time(self, decider: int, until: int) -> None:
        if decider >= 0 and self.has_started and decider not in self.absent:
            self.time_used[decider] += max(0, until - self.last_at)
        self.last_at = max(self.last_at, until)

    def _apply_body(self, entry: Entry, played: PlayedMoves | None) -> list[Event]:
        body = entry.body
        if isinstance(body, Start):
            self._apply_start(body)
        if isinstance(body, Start | Moved):
            return self._apply_moves(body, played)
        if isinstance(body, Undone):
            self._note_rewind(body.to)
            self._rewind(body.to)
            self.was_rewound = self.was_rewound or entry.seat == TABLE_SEAT  # by consent, not a seat's own undo
        elif isinstance(body, Contributed):
            if not self.has_started:  # a later one, which no server writes, must not change the dice
                self.contributions.append(Contribution(entry.seat, body.text))
        elif isinstance(body, UndoRequested):
            self.undo_request = UndoRequest(entry.seat, body.to, frozenset())
        elif isinstance(body, UndoAnswered):
            self._apply_answer(entry.seat, body)
        elif isinstance(body, RemovalVoted):
            votes = self.removal_votes.setdefault(body.target, set())
            votes.add(entry.seat) if body.agree else votes.discard(entry.seat)
        elif isinstance(body, Aborted):
            self.is_aborted = True
        else:
            self._apply_presence(entry.seat, body)
        return []

    def _apply_start(self, body: Start) -> None:
        """Begin; the log's commitment must be that of the table's secret."""
        if self.dice is not None and body.commitment != self.dice.commitment:
            raise BadRecord("The secret of the table's dice is not the one to which its log is committed.")
        self.has_started = True

    def _apply_moves(self, body: Start | Moved, played: PlayedMoves | None) -> list[Event]:
        if played is None:
            played = PlayedMoves(self.state.clone(), [], [], [])
            played.state.sink = played.events
            for text in body.moves:
                _play_move(played, text)
            played.state.sink = None
        self._checkpoints.add(len(self.deciders), self.state)
        self.state = played.state
        self.record.moves += played.texts
        if self.played is not None:
            self.played += played.texts
        self.deciders.extend(played.deciders)
        self.chance_draws += played.deciders.count(CHANCE)
        self.moves_applied += len(played.deciders)
        self.changed_ply, self.undo_request = self.ply + 1, None
        return played.events

    def _note_rewind(self, to: int) -> None:
        """Keep what is taken back: its draws are part of the proof."""
        if self.played is None:
            self.played = list(self.record.moves)
        self.played.append(to)

    def dice_proof(self, given: int) -> dict[str, Any] | None:
        """The key `dice` of the record; the secret is in it once the game is over. `given` moves were a record's."""
        if self.dice is None:
            return None
        is_over = self.has_started and self.result() is not None
        return self.dice.proof(self.contributions, given, self.played, is_over)

    def _rewind(self, to: int) -> None:
        del self.record.moves[to:]
        del self.deciders[to:]
        self.state = self._state_after(to)
        self.undone_ply = self.changed_ply = self.ply + 1
        self.undo_request = None

    def _state_after(self, moves: int) -> State:
        """The state after so many moves of the record, replayed from the nearest one that is kept."""
        kept = self._checkpoints.rewind(moves)
        if kept is None:
            return self.record.replay()
        if kept[0] == moves:
            return kept[1]
        state = kept[1].clone()
        for text in self.record.moves[kept[0] : moves]:
            state.play(text)
        return state

    def _apply_answer(self, seat: int, body: UndoAnswered) -> None:
        if self.undo_request is not None:
            agreed = self.undo_request.agreed | {seat}
            self.undo_request = self.undo_request._replace(agreed=agreed) if body.agree else None

    def _apply_presence(self, seat: int, body: AnyBody) -> None:
        """Resignation, absence or return of a seat; pauses change nothing but clocks."""
        if isinstance(body, Resigned):
            self.resigned.add(seat)
            self.absent.add(seat)
        elif isinstance(body, Away):
            self.absent.add(seat)
            self.ever_absent.add(seat)
        elif isinstance(body, Returned):
            self.absent.discard(seat)


def _play_move(played: PlayedMoves, text: str) -> None:
    """Make one move on the copy and note who decided it."""
    decider = int(played.state.to_move)
    played.state.play(text)
    played.texts.append(text)
    played.deciders.append(decider)
