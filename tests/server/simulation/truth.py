"""The truth: a replay of what was committed, entry by entry, and what every viewer should have been sent about it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from hordes.engine.fair_dice import FairDice
from hordes.server.db import queries
from hordes.server.db.database import LogEntryRow
from hordes.server.live import log_entries, messages
from hordes.server.live.clock import game_time_is_used_up
from hordes.server.live.game_log import GameLog
from hordes.server.live.log_entries import AnyBody, Away, Entry, Moved, Paused, Resigned
from hordes.server.live.messages import ViewCache, ViewDiff, Viewpoint
from hordes.server.live.table_clock import MAX_LATE_MS
from tests.server.simulation.storage import Storage

ROUNDING_MS = 10
"""Each entry's time is rounded several times, by two processes."""
LATE_MS = MAX_LATE_MS + 100
"""What a restart may charge of moments that were nobody's while the table was open."""
LATENCY_MS = 500
"""Where nothing goes wrong, so much of a decision may go uncharged at most: until another process heard of it."""


class Violation(AssertionError):
    """An invariant does not hold; the first word says which."""


class Span(NamedTuple):
    """A span of virtual time, and how much of it may go unnoticed."""

    began: float
    ended: float
    unnoticed: float


class Availability:
    """When people could act: some server was up, and the database answered."""

    def __init__(self) -> None:
        self.outages: list[Span] = []
        self.away_since: float | None = None
        self.unnoticed = 0.0

    def note(self, at: float, is_available: bool, unnoticed: float) -> None:
        """Note a change. `unnoticed` is for how long an outage of this kind cannot be told from a slow moment."""
        if not is_available:
            self.away_since = at if self.away_since is None else self.away_since
            self.unnoticed = unnoticed
        elif self.away_since is not None:
            self.outages.append(Span(self.away_since, at, min(self.unnoticed, at - self.away_since)))
            self.away_since = None

    def seconds_between(self, begin: float, end: float) -> float:
        """Seconds in which people could act, or the server need not have noticed that they could not."""
        spans = list(self.outages)
        if self.away_since is not None:
            spans.append(Span(self.away_since, end, min(self.unnoticed, max(0.0, end - self.away_since))))
        away = sum(
            max(0.0, min(end, one.ended) - max(begin, one.began) - one.unnoticed)
            for one in spans
            if one.began < end and one.ended > begin
        )
        return max(0.0, end - begin - away)


class TableTruth:
    """One table: the replay of its log, the messages that follow from it, and the time that really passed."""

    def __init__(self, row: queries.TableRow, seats: list[queries.SeatRow], viewpoints: list[Viewpoint]) -> None:
        self.row, self.viewpoints = row, viewpoints
        self.people = {seat.seat for seat in seats if seat.kind == "human"}
        dice = None if row.dice is None else FairDice(row.id, bytes.fromhex(row.dice))
        self.game_log = GameLog(row.game, row.options, row.position, row.seed, dice)
        clocks = row.clocks
        self.has_clock = clocks.turn is not None or clocks.game is not None or clocks.reply is not None
        self.rows: list[LogEntryRow] = []
        self.refs: dict[str, int] = {}
        self.steps: dict[tuple[int, Viewpoint], bytes] = {}
        self.states = [self.game_log.state]
        self.facts = [self._facts()]
        self.legal = [self._legal()]
        self.last_proposed = 0.0
        self.thought = [0.0] * self.game_log.seats  # ms in which each seat could have acted, by virtual time
        self.thought_in_decision = self.charged_in_decision = 0.0
        self.tolerance = float(LATE_MS)
        self.least_share: float | None = None

    def _facts(self) -> Any:
        facts = messages.public_facts(self.game_log, self.has_clock)
        return json.loads(msgspec.json.encode(facts))

    def _legal(self) -> tuple[int, list[str]]:
        return self.game_log.to_move, self.game_log.state.legal_texts() if self.game_log.to_move >= 0 else []

    def apply(self, row: LogEntryRow, proposed: float, availability: Availability) -> None:
        """Replay one more entry of the log."""
        if row.ply != len(self.rows):
            raise Violation(f"log: entry {row.ply} was stored after {len(self.rows)} entries")
        if row.ref is not None and row.ref in self.refs:
            raise Violation(f"doubled: {row.ref} was stored twice")
        body = log_entries.decode_body(row.body)
        if self.rows and row.at < self.rows[-1].at:
            raise Violation(f"log: the time of entry {row.ply} is before that of the one before")
        decider, used = self.game_log.to_move, list(self.game_log.time_used)
        absent = set(self.game_log.absent)
        self._count_thought(decider, row, proposed, availability)
        self._check_ended_by_clock(row, body)
        before = self.game_log.state
        applied = self.game_log.apply(Entry(row.ply, row.seat, body, row.at, row.ref))
        if decider not in absent:
            self._check_charge(decider, used, row)
        self.rows.append(row)
        if row.ref is not None:
            self.refs[row.ref] = row.ply
        views = ViewCache(before), ViewCache(self.game_log.state), ViewDiff()
        facts = messages.public_facts(self.game_log, self.has_clock)
        for viewpoint in self.viewpoints:
            self.steps[row.ply + 1, viewpoint] = messages.encode_step(self.game_log, applied, viewpoint, facts, views)
        self.states.append(self.game_log.state)
        self.facts.append(self._facts())
        self.legal.append(self._legal())
        if self.game_log.to_move != decider or isinstance(body, log_entries.Returned):
            self.thought_in_decision = self.charged_in_decision = 0.0
            self.tolerance = LATE_MS

    # Time

    def _count_thought(self, decider: int, row: LogEntryRow, proposed: float, availability: Availability) -> None:
        if self.game_log.has_started and decider >= 0:
            thought = availability.seconds_between(self.last_proposed, proposed) * 1000
            self.thought_in_decision += thought
            self.thought[decider] += thought
        self.tolerance += ROUNDING_MS
        self.last_proposed = max(self.last_proposed, proposed)

    def _check_charge(self, decider: int, used: list[int], row: LogEntryRow) -> None:
        """Nobody is charged for more than the time in which he could have acted."""
        if decider < 0 or not self.has_clock:
            return
        self.charged_in_decision += self.game_log.time_used[decider] - used[decider]
        if decider not in self.people:
            return
        charged, thought = self.charged_in_decision, self.thought_in_decision
        is_too_little = self.least_share is not None and charged < self.least_share * thought - LATENCY_MS
        if charged > thought + self.tolerance or is_too_little:
            text = f"time: seat {decider} was charged {charged / 1000:.3f} s for {thought / 1000:.3f} s"
            raise Violation(f"{text}, ply {row.ply}")

    def _check_ended_by_clock(self, row: LogEntryRow, body: AnyBody) -> None:
        """The server acts for somebody only when his time is really over."""
        game_log, clocks, seat = self.game_log, self.row.clocks, row.seat
        is_for_person = seat in self.people and seat not in game_log.absent and row.ref is None
        if not (is_for_person and isinstance(body, Away | Resigned | Moved)) or seat != game_log.to_move:
            return
        limit = clocks.reply if clocks.reply is not None and game_log.is_out_of_turn() else clocks.turn
        slack = self.tolerance + ROUNDING_MS
        is_turn_over = limit is not None and self.thought_in_decision + slack >= limit * 1000
        is_game_over = clocks.game is not None and self.thought[seat] + slack * len(self.rows) >= clocks.game * 1000
        if not (is_turn_over or is_game_over):
            kind = type(body).__name__
            raise Violation(f"time: {kind} of seat {seat} after {self.thought_in_decision / 1000:.3f} s of {limit}")

    # What viewers should see

    def view(self, ply: int, viewpoint: Viewpoint) -> dict[str, Any]:
        """The view of a viewpoint after so many entries."""
        state = self.states[ply]
        return state.page_view(messages.shown_seat(viewpoint, state))

    def legal_for(self, ply: int, viewpoint: Viewpoint) -> list[str]:
        """The legal moves that a viewpoint should be shown."""
        decider, texts = self.legal[ply]
        return texts if decider in viewpoint else []

    def is_over(self) -> bool:
        """Whether the game has begun and ended."""
        return self.game_log.has_started and self.game_log.result() is not None

    def waits_for_person(self) -> int | None:
        """The seat of the person who has to act, if anybody has."""
        seat = self.game_log.to_move
        is_person = seat in self.people and seat not in self.game_log.absent
        return seat if self.game_log.has_started and is_person else None

    def has_no_game_time(self, seat: int) -> bool:
        """Whether the seat's time for the game is used up."""
        return game_time_is_used_up(self.game_log, self.row.clocks, seat)

    def pauses(self) -> int:
        """Entries that stopped the clocks."""
        return sum(isinstance(log_entries.decode_body(row.body), Paused) for row in self.rows)


class Truth:
    """All tables, fed by the disk with every committed entry."""

    def __init__(self, storage: Storage, trace: Callable[[str, str], None]) -> None:
        self.storage, self.trace = storage, trace
        self.availability = Availability()
        self.tables: dict[str, TableTruth] = {}
        self.newest_viewpoints: list[Viewpoint] = []
        self.violation: Violation | None = None
        self.least_share: float | None = None
        self.engine = create_engine("sqlite://", creator=lambda: storage.keeper, poolclass=StaticPool)
        storage.on_entry = self.on_entry

    def on_entry(self, row: LogEntryRow, proposed: float) -> None:
        """An entry has been committed."""
        self.trace("log", f"{row.game_id[:4]} {row.ply} seat {row.seat} {row.ref} {row.body[:70]}")
        try:
            self.table(row.game_id).apply(row, proposed, self.availability)
        except Violation as violation:  # noted, because here the server would take it for a failure of the database
            self.violation = self.violation or violation

    def table(self, table_id: str) -> TableTruth:
        """The truth about a table."""
        if table_id not in self.tables:
            with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                row = queries.read_table(connection, table_id)
                seats = queries.read_seats(connection, table_id)
            self.tables[table_id] = TableTruth(row, seats, self.newest_viewpoints)
            self.tables[table_id].least_share = self.least_share
        return self.tables[table_id]

    def committed(self, table_id: str) -> int:
        """How many entries of a table are committed."""
        return len(self.tables[table_id].rows) if table_id in self.tables else 0
