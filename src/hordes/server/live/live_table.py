"""A live table: its game log, its seats and its subscribers.

Everything that happens becomes a log entry, which is stored, then applied, then published, in this order and one at a
time. If another process has already written that ply, the database refuses the entry; we then read the new entries and
validate the request again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from hmac import compare_digest
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection

from hordes.engine.errors import NotTheMoment, translatable
from hordes.engine.fair_dice import FairDice
from hordes.server.auth.tokens import Forbidden
from hordes.server.db import queries
from hordes.server.db.database import LogEntryRow, now
from hordes.server.db.queries import NoTable, SeatRow, TableRow
from hordes.server.db.snapshots import write_snapshot
from hordes.server.environment import monotonic
from hordes.server.live import log_entries, messages
from hordes.server.live.background_tasks import mark_retrieved
from hordes.server.live.clock import decision_deadline, game_time_is_used_up
from hordes.server.live.game_log import GameLog, PlayedMoves, Stale
from hordes.server.live.log_entries import (
    TABLE_SEAT,
    Aborted,
    AnyBody,
    Away,
    Contributed,
    Entry,
    Paused,
    RemovalVoted,
    Resigned,
    Start,
)
from hordes.server.live.log_snapshots import INTERVAL, LogDigest, take_snapshot
from hordes.server.live.messages import Viewpoint
from hordes.server.live.removal_votes import agreed_removal
from hordes.server.live.subscriber import Subscriber
from hordes.server.live.table_clock import TableClock
from hordes.server.live.table_feed import TableFeed
from hordes.server.live.unreadable_tables import Unreadable, refused_entry
from hordes.server.protocol.messages import Ack, Facts

if TYPE_CHECKING:
    from hordes.server.live.table_manager import TableManager

Proposed = tuple[AnyBody, PlayedMoves | None]
Proposal = Callable[[], Proposed]
MAX_ATTEMPTS = 8
SLOW_COMMIT_SECONDS = 2.0
"""A commit that takes longer is a failure of the database: the time is nobody's."""


class UptimeUnknown(Exception):
    """Whether there was an outage has to be found out before the next entry can be proposed."""


class ServerAction(Enum):
    """What the server itself does next at a table."""

    START = auto()
    STORE_RESULT = auto()
    UNDO = auto()
    REMOVE = auto()
    BOT_MOVE = auto()


class BotChoice(NamedTuple):
    """A bot's pending choice of a move, and the ply and seat it is for."""

    task: asyncio.Task[str]
    ply: int
    seat: int


class LiveTable:
    """A table that this process has open."""

    def __init__(self, manager: TableManager, row: TableRow, seats: list[SeatRow]) -> None:
        self.manager, self.row, self.seats = manager, row, seats
        dice = None if row.dice is None else FairDice(row.id, bytes.fromhex(row.dice))
        self.game_log = GameLog(row.game, row.options, row.position, row.seed, dice)
        self.row = row._replace(options=self.game_log.record.options)  # one copy: it may hold a whole map
        self.digest = LogDigest()
        self.has_clock = row.clocks.turn is not None or row.clocks.game is not None or row.clocks.reply is not None
        self.feed = TableFeed(self)
        self.lock, self.rematch_lock = asyncio.Lock(), asyncio.Lock()
        self.last_entry_is_ours = False
        self.advance_task: asyncio.Task[None] | None = None
        self.bot_choice: BotChoice | None = None
        self.last_used_at = now()
        self.clock = TableClock(self, self.last_used_at)
        self.is_closed = self.is_deleted = False
        self.stored_deadline: tuple[int, int] | None = None
        self._next_entry: asyncio.Event | None = None
        self.announced_seats = 0
        self.seats_elsewhere: dict[str, int] = {}

    # Seats and permissions

    def seats_held_by(self, token: str | None, visitor: str) -> Viewpoint:
        """Seats held by a visitor: by seat token, else by cookie."""
        if token is not None:
            nonce = self.manager.signer.read_seat(token, self.row.id)
            held = tuple(seat.seat for seat in self.seats if seat.kind == "human" and seat.nonce == nonce)
            if not held:
                raise Forbidden(translatable("token_old", "This seat token is no longer valid."))
            return held
        return tuple(seat.seat for seat in self.seats if visitor and seat.owner == visitor)

    async def find_seats(self, token: str | None, visitor: str) -> Viewpoint:
        """Seats held by a visitor; read again before anybody is refused who has just sat down at another process."""
        with suppress(Forbidden):
            held = self.seats_held_by(token, visitor)
            if held or not (token or visitor):
                return held
        await self.reload()
        return self.seats_held_by(token, visitor)

    def check_viewer(self, subscriber: Subscriber) -> None:
        """Close the socket of a viewer who has lost a seat: by a new token or owner, or because they were removed."""
        try:
            held = self.seats_held_by(subscriber.access.token, subscriber.access.visitor.name)
        except Forbidden as refusal:
            subscriber.refuse(refusal)
            return
        if not set(subscriber.viewpoint) <= set(held):
            subscriber.close_after_queue("You no longer hold this seat; come again to see what is open to you.")

    def may_watch(self, held: Viewpoint, invite: str | None) -> bool:
        """Whether somebody with these seats and this invitation may watch."""
        return bool(held) or (self.row.spectators and self.may_join(invite))

    def may_join(self, invite: str | None) -> bool:
        """Whether somebody with this invitation may take a seat."""
        return self.row.public or self.has_link(invite)

    def has_link(self, invite: str | None) -> bool:
        """Whether somebody was given the link of the table: it has this invitation."""
        return compare_digest((invite or "").encode(), self.row.invite.encode())

    def is_played_by_bot(self, seat: int) -> bool:
        """Whether the server moves for this seat: a bot's, or one whose owner is absent."""
        return self.seats[seat].kind == "bot" or seat in self.game_log.absent

    def is_rated(self) -> bool:
        """Whether the result counts for ratings: at least two accounts, and never rewound by consent."""
        accounts = {seat.owner for seat in self.seats if seat.owner and seat.owner.startswith("a:")}
        game_log = self.game_log
        return self.row.rated and not (game_log.was_rewound or game_log.is_aborted) and len(accounts) > 1

    def is_connected(self, owner: str) -> bool:
        """Whether an owner is connected to this table."""
        return any(self.seats[seat].owner == owner for seat in self.connected_seats())

    def connected_seats(self) -> set[int]:
        """Seats whose owners are connected, to this process or another."""
        connected = {seat for subscriber in self.feed.subscribers for seat in subscriber.viewpoint}
        for seats in self.seats_elsewhere.values():
            connected |= {seat for seat in range(len(self.seats)) if seats >> seat & 1}  # see presence.seat_mask
        return connected

    def server_action(self) -> ServerAction | None:
        """What the server itself has to do next; None while it waits for a person, or when the game is over."""
        game_log = self.game_log
        if not game_log.has_started:
            return ServerAction.START if self.is_full() else None
        if game_log.to_move < 0:
            is_unstored = self.row.status != "over" and game_log.result() is not None
            return ServerAction.STORE_RESULT if is_unstored else None
        if game_log.undo_request is not None and not self.missing_consents():
            return ServerAction.UNDO
        if agreed_removal(self) is not None:
            return ServerAction.REMOVE
        return ServerAction.BOT_MOVE if self.is_played_by_bot(game_log.to_move) else None

    def is_full(self) -> bool:
        """Whether no seat is open."""
        return all(seat.kind != "open" for seat in self.seats)

    def facts(self) -> Facts:
        """Public facts beside the view."""
        return messages.public_facts(self.game_log, self.has_clock)

    # Appending entries: store, apply, publish

    async def append_entry(self, seat: int, proposal: Proposal, ref: str | None = None) -> Ack:
        """Store, apply and publish a proposed entry; completes even if the client disconnects meanwhile."""
        for _ in range(MAX_ATTEMPTS):
            if self.has_clock:
                await self.manager.ensure_uptime_known()
            work = asyncio.create_task(self._append_entry(seat, proposal, ref))
            work.add_done_callback(mark_retrieved)
            with suppress(UptimeUnknown):
                return await asyncio.shield(work)
        raise Stale(translatable("busy", "The table is very busy; please try again."))

    async def append_pause(self, proposal: Proposal, ref: str) -> None:
        """Store, apply and publish a pause, while it may not yet be known whether there is another outage."""
        await self._append_entry(TABLE_SEAT, proposal, ref, is_pause=True)

    async def _append_entry(self, seat: int, proposal: Proposal, ref: str | None, *, is_pause: bool = False) -> Ack:
        """Optimistic concurrency: propose, try to store, and after a conflict catch up and propose again."""
        ref_key = None if ref is None else f"{seat}:{ref}"
        async with self.lock:
            for _ in range(MAX_ATTEMPTS):
                if self.is_deleted:
                    raise NoTable(translatable("no_table", "There is no such table."))
                earlier_ply = None if ref_key is None else self.game_log.refs.get(ref_key)
                if earlier_ply is not None:
                    return Ack(ref or "", earlier_ply + 1, again=True)
                if self.has_clock and not is_pause and not self.manager.uptime.is_current():
                    raise UptimeUnknown  # the database failed while this waited for the lock
                body, played = proposal()
                at = body.ended if isinstance(body, Paused) else self.clock.time()  # another outage may have followed
                entry = Entry(self.game_log.ply, seat, body, max(at, self.game_log.last_at), ref_key)
                if await self._store(entry):
                    self._apply_and_publish(entry, played, is_ours=True)
                    return Ack(ref or "", self.game_log.ply)
                await self._catch_up()
                await self._look_up_ref(ref_key)
        raise Stale(translatable("busy", "The table is very busy; please try again."))

    async def _look_up_ref(self, ref_key: str | None) -> None:
        """After a refused entry: look in the database whether the request id is in the log already."""
        if ref_key is not None and ref_key not in self.game_log.refs:
            await self._find_refs([ref_key])

    async def _find_refs(self, ref_keys: list[str]) -> int | None:
        """The ply of an entry with one of these request ids: from memory, else from the database."""
        known = [self.game_log.refs[key] for key in ref_keys if key in self.game_log.refs]
        if known:
            return known[0]
        stored = await self.manager.database.read(lambda c: queries.find_refs(c, self.row.id, ref_keys))
        if stored is not None:
            self.game_log.remember_ref(*stored)
        return None if stored is None else stored[1]

    async def stored_before(self, seats: Viewpoint, ref: str) -> Ack | None:
        """The acknowledgement of a request that is in the log already, however old, whichever process stored it."""
        ply = await self._find_refs([f"{seat}:{ref}" for seat in seats])
        if ply is None:
            return None
        await self.catch_up(ply)  # its step comes before its acknowledgement
        return Ack(ref, ply + 1, again=True)

    async def _store(self, entry: Entry) -> bool:
        row = LogEntryRow(self.row.id, entry.ply, entry.seat, log_entries.encode_body(entry.body), entry.at, entry.ref)
        begun = monotonic()
        try:
            return await self.manager.database.append(row)
        except Exception:
            begun = -inf
            raise
        finally:
            if monotonic() - begun > SLOW_COMMIT_SECONDS:
                self.manager.uptime.note_failure()

    def _apply_and_publish(self, entry: Entry, played: PlayedMoves | None, is_ours: bool) -> None:
        """Apply a stored entry and publish it to all subscribers."""
        self.last_entry_is_ours, self.last_used_at = is_ours, now()
        applied = self.game_log.apply(entry, played)
        self.digest.add(entry)
        if self.game_log.ply % INTERVAL == 0:
            self._store_snapshot()
        self.clock.follow_entry(is_ours)
        self.manager.metrics.lines.labels(entry.body.__struct_config__.tag).inc()
        self.feed.publish_step(applied)
        if isinstance(entry.body, Start | Contributed | RemovalVoted | Aborted | Resigned):
            self.feed.publish_table_info()
        if self._next_entry is not None:
            self._next_entry.set()
            self._next_entry = None
        self.manager.after_entry(self, applied)

    def _store_snapshot(self) -> None:
        """Store a snapshot of the log as it is now, for whoever opens the table the next time."""
        snapshot = take_snapshot(self.game_log, self.digest.at_interval[self.game_log.ply])
        self.manager.spawn(self.manager.database.write(lambda c: write_snapshot(c, self.row.id, snapshot)))

    async def wait_for_entry(self, seconds: float) -> None:
        """Wait until an entry is applied, at most so many seconds."""
        self._next_entry = self._next_entry or asyncio.Event()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._next_entry.wait(), seconds)

    async def catch_up(self, ply: int | None = None) -> None:
        """Read, apply and publish entries written by other processes; nothing to do if `ply` is applied already."""
        async with self.lock:
            if ply is None or ply >= self.game_log.ply:
                await self._catch_up()

    async def _catch_up(self) -> None:
        """Apply new entries, with the lock held; a table that cannot be replayed any more is closed."""
        since = self.game_log.ply
        try:
            entries = await self.manager.database.read(lambda c: queries.read_entries(c, self.row.id, since))
        except Unreadable as refusal:
            self.manager.close_unreadable(self, refusal, refusal)
            raise
        try:  # a failure of the database, whatever its class, has not made the table unreadable
            for entry in entries:
                if entry.ply == self.game_log.ply:
                    self._apply_and_publish(entry, None, is_ours=False)
        except Exception as error:
            refused = refused_entry(self.row, self.game_log.ply)
            self.manager.close_unreadable(self, refused, error)
            raise refused from error

    # Requests of seats

    async def contribute(self, seat: int, text: str, ref: str | None) -> Ack:
        """Add a contribution to the dice, before the game begins."""
        return await self.append_entry(seat, lambda: (self.game_log.propose_contribution(seat, text), None), ref)

    async def move(self, seat: int, ply: int, text: str, ref: str | None, bot: bool = False) -> Ack:
        """Make a move. An absent owner who moves has returned."""
        if not bot and seat in self.game_log.absent:
            await self.return_to_seat(seat, None)

        def proposal() -> Proposed:
            self.game_log.check_not_stale(ply)
            return self.game_log.propose_move(seat, text, bot)

        return await self.append_entry(seat, proposal, ref)

    async def move_for_bot(self, seat: int, ply: int, text: str) -> Ack:
        """Make a bot's move, unless the seat's owner has returned while it was chosen or waited."""

        def proposal() -> Proposed:
            self.game_log.check_not_stale(ply)
            if not self.is_played_by_bot(seat):
                raise Stale(translatable("faster", "Somebody was faster."))
            return self.game_log.propose_move(seat, text, bot=True)

        return await self.append_entry(seat, proposal)

    async def undo(self, seat: int, ply: int, to: int | None, ref: str | None) -> Ack:
        """Undo the seat's own last move, or ask the others to rewind to move number `to`."""

        def proposal() -> Proposed:
            self.game_log.check_not_stale(ply)
            self.game_log.check_may_undo()
            if to is None or (to == len(self.game_log.deciders) - 1 and self.game_log.can_undo(seat)):
                return self.game_log.propose_undo(seat), None
            if self.is_rated():
                text = "This game is rated: beyond your own last step nothing can be taken back."
                raise NotTheMoment(translatable("undo_rated", text))
            return self.game_log.propose_undo_request(to), None

        return await self.append_entry(seat, proposal, ref)

    async def answer_undo_request(self, seat: int, ply: int, agree: bool, ref: str | None) -> Ack:
        """Agree or disagree with the open undo request."""

        def proposal() -> Proposed:
            self.game_log.check_not_stale(ply)
            return self.game_log.propose_answer(seat, agree), None

        return await self.append_entry(seat, proposal, ref)

    async def resign(self, seat: int, ref: str | None) -> Ack:
        """Append the resignation of a seat; a bot plays on for it while others play."""
        return await self.append_entry(seat, lambda: (self.game_log.propose_resign(seat), None), ref)

    async def return_to_seat(self, seat: int, ref: str | None) -> Ack:
        """Take the seat back from the bot; not once the time for the whole game is used up."""

        def proposal() -> Proposed:
            if game_time_is_used_up(self.game_log, self.row.clocks, seat):
                raise NotTheMoment(
                    translatable("time_up", "Your time for this game is used up; the bot plays on for you.")
                )
            return self.game_log.propose_return(seat), None

        return await self.append_entry(seat, proposal, ref)

    # Actions of the table itself

    async def start(self, *, alone: bool = False) -> None:
        """Start the game once no seat is open (`alone`: even if one is); of several processes one succeeds."""
        for _ in range(MAX_ATTEMPTS):
            if self.game_log.has_started or not (alone or self.is_full()):
                return
            with suppress(NotTheMoment, Stale):  # another process began, or a contribution came: look again
                await self._append_start()
                await self.manager.database.write(lambda c: queries.set_running(c, self.row.id))

    async def _append_start(self) -> None:
        """Append the start, whose draws follow from every contribution before it."""
        ply = self.game_log.ply
        # A long record takes a while to replay, so that is done in a thread and before the lock is taken.
        opening, origin = self.manager.pools.opening, self.row.origin or []
        start = await opening.run("", self.game_log.propose_start_with_result, origin)

        def proposal() -> Proposed:
            self.game_log.check_not_started()
            if self.game_log.ply != ply:
                raise Stale(translatable("faster", "Somebody was faster."))
            return start

        await self.append_entry(TABLE_SEAT, proposal, "start")

    def is_busy(self) -> bool:
        """Whether an entry is being stored, or the server is doing something here."""
        return self.lock.locked() or (self.advance_task is not None and not self.advance_task.done())

    def deadline(self) -> int | None:
        """When (epoch, ms) the time of the deciding seat runs out; None when no clock runs."""
        return decision_deadline(self.game_log, self.row.clocks, self.is_played_by_bot)

    async def check_clock(self, grace_until: float) -> None:
        """Act if the deciding seat's time has run out: default move, bot takes over, or resignation."""
        await self.clock.catch_up()
        deadline = self.deadline()
        if deadline is None or self.clock.time() < deadline or monotonic() < grace_until:
            return
        seat, ply = self.game_log.to_move, self.game_log.ply
        if self.game_log.is_out_of_turn() and not game_time_is_used_up(self.game_log, self.row.clocks, seat):
            await self.move(seat, ply, self.game_log.default_move_text(), None, bot=True)
            return
        body = Resigned() if self.row.clocks.at_zero == "resign" else Away()

        def proposal() -> Proposed:
            if self.game_log.ply != ply:
                raise Stale(translatable("faster", "Somebody was faster."))
            return body, None

        await self.append_entry(seat, proposal)

    def missing_consents(self) -> set[int]:
        """Seats whose consent an open undo request still needs: all other people who have not resigned."""
        undo_request = self.game_log.undo_request
        if undo_request is None:
            return set()
        owner = self.seats[undo_request.by].owner
        people = {seat.seat for seat in self.seats if seat.kind == "human" and seat.owner != owner}
        return people - self.game_log.resigned - undo_request.agreed - {undo_request.by}

    async def complete_undo_request(self) -> None:
        """Rewind once everybody has agreed."""
        undo_request = self.game_log.undo_request
        if undo_request is None or self.missing_consents():
            return

        def proposal() -> Proposed:
            return self.game_log.propose_agreed_undo(undo_request), None

        await self.append_entry(TABLE_SEAT, proposal)

    async def complete_removal(self) -> None:
        """Let a seat resign that everybody else has voted to remove."""
        target = agreed_removal(self)
        if target is not None:
            await self.append_entry(target, lambda: (self.game_log.propose_resign(target), None))

    # Rows and record

    async def reload(self) -> None:
        """Read the row and the seats again, and publish changes."""

        def work(connection: Connection) -> tuple[TableRow, list[SeatRow]]:
            return queries.read_table(connection, self.row.id), queries.read_seats(connection, self.row.id)

        try:
            row, seats = await self.manager.database.read(work)
        except Unreadable as refusal:
            self.manager.close_unreadable(self, refusal, refusal)
            raise
        except NoTable as refusal:
            is_closed = isinstance(refusal, queries.ClosedByHost)
            self.manager.open_tables.close_deleted(self, refusal if is_closed else queries.Expired())
            raise
        row = row._replace(options=self.row.options, position=self.row.position, origin=self.row.origin)
        if (row, seats) != (self.row, self.seats):
            self.row, self.seats = row, seats
            self.feed.publish_table_info()
            for subscriber in list(self.feed.subscribers):
                self.check_viewer(subscriber)
        await self.start()
