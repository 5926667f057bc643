"""Table manager: the tables this process has open, and their background work.

Background work is what happens at tables without a request: bot moves, clocks, heartbeats, adopting tables of a process
that has stopped, and unloading idle ones.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from hordes.engine.errors import Refusal
from hordes.server.auth.ratings import update_ratings
from hordes.server.auth.tokens import Signer, load_secret
from hordes.server.bots.available_levels import AvailableLevels
from hordes.server.bots.worker_pool import WorkerPool
from hordes.server.db import queries
from hordes.server.db.change_listener import EVERYTHING, ChangeListener
from hordes.server.db.database import Database, now
from hordes.server.db.queries import SeatRow, TableRow
from hordes.server.http.metrics import Metrics
from hordes.server.http.rate_limits import ConnectionSlots, KeyedBuckets
from hordes.server.live import presence
from hordes.server.live.custom_sets import register_set_files
from hordes.server.live.game_log import AppliedEntry
from hordes.server.live.live_table import BotChoice, LiveTable
from hordes.server.live.log_entries import Entry
from hordes.server.live.presence import Presence
from hordes.server.live.unreadable_tables import Unreadable, damaged_row, refused_entry, refused_setup
from hordes.server.live.uptime import MAX_START_GAP_MS, Uptime
from hordes.server.notify.notifier import TurnNotifier
from hordes.server.settings import Settings

log = logging.getLogger("hordes.tables")
TICK_SECONDS = 0.5
SWEEP_TICKS = 10
"""Every table, not only those with a clock, is checked once in so many ticks."""
ADOPT_TICKS = 240
"""Once in so many ticks the database is searched for tables of a process that may have stopped."""
START_GRACE_MS = 60_000
"""After a start no clock runs out for this long (ms), so that people can reconnect first."""
FOREIGN_BOT_PAUSE = 2.0
"""Seconds a bot waits when another process wrote the last entry and will probably move for it."""
ADOPT_WINDOW_MS = 600_000
"""Tables with bots are adopted if they had an entry within this time (ms); older ones wait for a person."""
MAX_RESUMED = 2_000
RETRY_UNREADABLE_MS = 600_000
"""A table that could not be opened is not retried for this long (ms)."""
VIEW_CACHE_MS = 30_000
"""A table without a move for this long (ms) drops its cached views."""


class OpenFailure(NamedTuple):
    """Why a table could not be opened, and when (epoch, ms)."""

    refusal: Unreadable
    at: int


class TableManager:
    """Open tables and the services they share; lives as long as the process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        register_set_files(settings.sets)
        if not (settings.database and settings.secret):
            settings.create_data_folder()
        self.database = Database(settings.database_url())
        secret = load_secret(settings.secret, settings.data_folder())
        self.signer = Signer(secret)
        self.metrics = Metrics()
        self.database.record_time = self.metrics.time
        self.levels = AvailableLevels(settings.bots)
        self.levels.check(settings.stand_in)
        self.bot_pool = WorkerPool(settings.bot_workers, settings.bot_seconds, self.levels)
        self.notifier = TurnNotifier(settings, secret)
        self.notifier.count = self.metrics.count
        self.tables: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Task[LiveTable]] = {}
        self.unreadable: dict[str, OpenFailure] = {}
        self.socket_slots = ConnectionSlots(settings.max_sockets, settings.max_sockets_each)
        self.request_buckets = KeyedBuckets(settings.max_requests, 4 * settings.max_requests)
        self.login_buckets = KeyedBuckets(0.2, 10)
        self.chat_buckets = KeyedBuckets(settings.max_messages / 10, 2 * settings.max_messages)
        self.replay_buckets = KeyedBuckets(settings.max_requests / 5, 2 * settings.max_requests)
        self.creation_buckets = KeyedBuckets(settings.max_requests / 100, 0.6 * settings.max_requests)
        self.tasks: set[asyncio.Task[Any]] = set()
        self.listener: ChangeListener | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.presence = Presence(self._broadcast)
        self.uptime = Uptime(self.database)
        self.heartbeat_task: asyncio.Task[Any] | None = None
        self.grace_started_at = 0
        self.downtime_pending = False
        self.is_stopping = False
        self.metrics.gauges["tables_open"] = lambda: len(self.tables)
        self.metrics.gauges["sockets_open"] = lambda: self.socket_slots.taken
        self.metrics.gauges["bots_waiting"] = lambda: len(self.bot_pool.waiting)
        self.metrics.gauges["bot_failures"] = lambda: self.bot_pool.failures
        self.metrics.gauges["commits"] = lambda: self.database.commits

    # Start and stop

    async def start(self) -> None:
        """Migrate the database, listen for changes, and resume tables with bots or clocks."""
        self.loop = asyncio.get_running_loop()
        await asyncio.to_thread(self.database.migrate)
        await self.uptime.write_heartbeat(now(), MAX_START_GAP_MS)
        self.uptime.confirmed_until = now()
        self.grace_started_at = now()
        self.listener = ChangeListener(self.database, self.on_notice)
        await self.listener.start()
        self.spawn(self._tick())
        self.spawn(self._resume())

    async def stop(self) -> None:
        """Finish accepted work and release resources; uvicorn has closed the sockets by now."""
        self.is_stopping = True
        for table in self.tables.values():
            table.feed.close("The server is going down; it will be back.")
        if self.listener is not None:
            await self.listener.stop()
        for table in list(self.tables.values()):
            async with table.lock:
                table.is_closed = True
        await self.notifier.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.bot_pool.close()
        if self.uptime.writes_at_stop:
            with suppress(SQLAlchemyError):
                await self.uptime.write_heartbeat(now())
        await self.database.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a background task; failures are logged and counted."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._on_task_done)
        return task

    def _on_task_done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.metrics.count("failures")
            log.error("a background task failed", exc_info=task.exception())

    # Tables

    async def get_table(self, table_id: str) -> LiveTable:
        """A table by its id, loaded from the database if need be; raises `NoTable` or `Unreadable`."""
        if table_id in self.tables:
            self.tables[table_id].last_used_at = now()  # keeps it from being unloaded
            return self.tables[table_id]
        failure = self.unreadable.get(table_id)
        if failure is not None and now() - failure.at < RETRY_UNREADABLE_MS:
            raise Unreadable(failure.refusal.message)
        if table_id not in self.opening:
            task = asyncio.get_running_loop().create_task(self._load_table(table_id))
            self.opening[table_id] = task
            task.add_done_callback(lambda _: self.opening.pop(table_id, None))
        return await asyncio.shield(self.opening[table_id])

    async def try_get_table(self, table_id: str) -> LiveTable | None:
        """A table by its id, or None if it cannot be opened; for callers that open many."""
        try:
            return await self.get_table(table_id)
        except Refusal:
            return None  # unreadable, or deleted meanwhile
        except Exception:
            self.metrics.count("failures")
            log.exception("table %s could not be opened", table_id)
            return None

    async def _load_table(self, table_id: str) -> LiveTable:
        def work(connection: Connection) -> tuple[TableRow, list[SeatRow], list[Entry]]:
            row = queries.read_table(connection, table_id)
            return row, queries.read_seats(connection, table_id), queries.read_entries(connection, table_id)

        try:
            row, seats, entries = await self.database.read(work)
            table = await asyncio.to_thread(self._build_table, row, seats, entries)
        except Unreadable as refusal:
            self.note_unreadable(table_id, refusal, refusal.__cause__ or refusal)
            raise
        self.unreadable.pop(table_id, None)
        await table.discount_downtime()
        await table.feed.skip_old_chat()
        self.tables[table_id] = table
        self.presence.announce(table, ask=True)
        self.advance(table)
        await table.catch_up()  # entries written while we were loading
        return table

    def _build_table(self, row: TableRow, seats: list[SeatRow], entries: list[Entry]) -> LiveTable:
        """A table rebuilt from its rows and entries; raises `Unreadable`."""
        try:
            table = LiveTable(self, row, seats)
        except Exception as error:
            raise refused_setup(row, error) from error
        if [seat.seat for seat in seats] != list(range(table.game_log.seats)):
            raise damaged_row()
        for entry in entries:
            try:
                table.game_log.apply(entry)
            except Exception as error:
                raise refused_entry(row, entry.ply) from error
        return table

    def note_unreadable(self, table_id: str, refusal: Unreadable, cause: BaseException) -> None:
        """Note that a table cannot be opened: counted and logged the first time, not retried for a while."""
        if table_id not in self.unreadable:
            self.metrics.count("unreadable_tables")
            log.warning("table %s: %s (%s: %s)", table_id, refusal, type(cause).__name__, str(cause)[:500])
        self.unreadable[table_id] = OpenFailure(refusal, now())

    def close_unreadable(self, table: LiveTable, refusal: Unreadable, cause: BaseException) -> None:
        """Close an open table that has become unreadable, and tell its subscribers why."""
        self.note_unreadable(table.row.id, refusal, cause)
        self.tables.pop(table.row.id, None)
        table.is_closed = True
        table.feed.close(str(refusal))

    def on_notice(self, notice: str) -> None:
        """Handle a change notice: this or another process has written to the database."""
        if self.is_stopping:
            return
        if notice == EVERYTHING:
            for table in list(self.tables.values()):
                self.spawn(self._refresh(table, "mcs"))
            return
        if notice[0] in presence.NOTICE_KINDS:
            self.presence.on_notice(notice, self.tables)
            return
        table_id, _, ply = notice[1:].partition(":")
        changed = self.tables.get(table_id)
        if changed is None or (ply and int(ply) < changed.game_log.ply):
            return  # not open here, or one of our own entries, as most are
        self.spawn(self._refresh(changed, notice[0], int(ply) if ply else None))

    def _broadcast(self, notice: str) -> None:
        """Send a notice to the other processes; only PostgreSQL can."""
        if self.database.is_postgres and not self.is_stopping:
            self.spawn(self.database.write(lambda connection: self.database.notify(connection, notice[1:], notice[0])))

    async def _refresh(self, table: LiveTable, kinds: str, ply: int | None = None) -> None:
        with suppress(Unreadable):  # noted by close_unreadable
            if "m" in kinds:
                await table.catch_up(ply)
            if "c" in kinds:
                await table.feed.publish_new_chat()
            if "s" in kinds:
                await table.reload()

    # Background work at tables

    def after_entry(self, table: LiveTable, applied: AppliedEntry) -> None:
        """React to an applied entry: cancel a stale bot choice, advance the table, notify the next seat."""
        self._cancel_stale_bot_choice(table)
        if table.needs_server_action():
            self.advance(table)
        decider_changed = applied.before.to_move != applied.after.to_move
        if table.last_entry_is_ours and decider_changed and self.notifier.should_notify(table):
            self.notifier.notify_turn(self, table)

    def advance(self, table: LiveTable) -> None:
        """Start the task that does the server's next actions at a table, unless it is running."""
        if not self.is_stopping and (table.advance_task is None or table.advance_task.done()):
            table.advance_task = self.spawn(self._advance(table))

    async def _advance(self, table: LiveTable) -> None:
        """Start, complete agreed undos, move for bots and store the result, until a person has to act."""
        game_log = table.game_log
        await table.start()
        while game_log.has_started and not self.is_stopping and not table.is_closed:
            if game_log.result() is not None:
                await self._store_result(table)
                return
            if game_log.undo_request is not None and not table.missing_consents():
                await table.complete_undo_request()
            elif table.is_played_by_bot(game_log.to_move):
                is_our_turn = table.last_entry_is_ours or game_log.ply < 2
                await asyncio.sleep(self.settings.bot_pause if is_our_turn else FOREIGN_BOT_PAUSE)
                await self.play_bot_move(table, game_log.to_move, game_log.ply)
            else:
                return

    async def play_bot_move(self, table: LiveTable, seat: int, ply: int) -> None:
        """Let a bot choose and make a move, unless the position has changed meanwhile."""
        if seat < 0 or table.game_log.to_move != seat:
            return
        text = await self._choose_bot_move(table, seat)
        if text is not None and table.game_log.changed_ply <= ply:
            try:
                await table.move(seat, ply, text, None, bot=True)
            except Refusal as refusal:
                log.info("a bot came too late at %s: %s", table.row.id, refusal.code)

    async def _choose_bot_move(self, table: LiveTable, seat: int) -> str | None:
        """A bot's chosen move; None when the choice was cancelled.

        The key under which the worker keeps the bot changes with every undo, so that an old plan is not followed.
        """
        record, level = table.game_log.record, table.seats[seat].level or self.settings.stand_in
        key = f"{table.row.id}:{seat}:{table.game_log.undone_ply}"
        state, seed = table.game_log.state.clone(), table.game_log.bot_seed()
        choice = self.bot_pool.choose(state, record.game, record.options, level, key, seed)
        choice_task = asyncio.get_running_loop().create_task(choice)
        table.bot_choice = BotChoice(choice_task, table.game_log.ply, seat)
        try:
            return await choice_task
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise  # this task is cancelled, not only the bot's choice
            return None
        finally:
            table.bot_choice = None

    def _cancel_stale_bot_choice(self, table: LiveTable) -> None:
        """Cancel a bot's choice if the position has changed, will be rewound, or the owner has returned."""
        choice, game_log = table.bot_choice, table.game_log
        if choice is None or choice.task.done():
            return
        has_changed = game_log.changed_ply > choice.ply or game_log.result() is not None
        will_rewind = game_log.undo_request is not None and not table.missing_consents()
        if has_changed or will_rewind or not table.is_played_by_bot(choice.seat):
            self.metrics.count("thoughts_dropped")
            choice.task.cancel()

    async def _store_result(self, table: LiveTable) -> None:
        """Store the result in the row and update ratings; of several processes only the first does."""
        result = table.game_log.result()
        if result is None or table.row.status == "over":
            return
        quitters = table.game_log.resigned | table.game_log.absent

        def work(connection: Connection) -> None:
            if queries.set_over(connection, table.row.id, result):
                if table.is_rated():
                    update_ratings(connection, table.row, table.seats, result, quitters, table.game_log.teams())
                self.database.notify(connection, table.row.id, "s")

        await self.database.write(work)
        table.row = table.row._replace(status="over", result=result)
        table.feed.publish_table_info()

    async def _resume(self, since: int = 0) -> None:
        """Open unfinished tables that have bots or a clock."""
        for table_id in await self.database.read(lambda c: queries.tables_needing_server(c, MAX_RESUMED, since)):
            if table_id not in self.tables and not self.is_stopping:
                await self.try_get_table(table_id)
                await asyncio.sleep(0)  # let requests through between two tables

    async def _tick(self) -> None:
        """Periodic work: clocks and presence at every tick, sweeping and adopting tables now and then."""
        ticks = 0
        while True:
            begin = asyncio.get_running_loop().time()
            await asyncio.sleep(TICK_SECONDS)
            self.metrics.time("lag", max(0.0, asyncio.get_running_loop().time() - begin - TICK_SECONDS))
            await self._check_clocks()
            self.presence.tick(self.tables.values())
            ticks += 1
            if ticks % SWEEP_TICKS == 0:
                self._sweep(now())
            if ticks % ADOPT_TICKS == 0:
                self.spawn(self._resume(now() - ADOPT_WINDOW_MS))

    def _sweep(self, at: int) -> None:
        """Check every table: advance stalled ones, drop old caches, unload idle tables."""
        for table in list(self.tables.values()):
            if at - table.last_used_at > VIEW_CACHE_MS:
                table.feed.view_cache = None
            if table.needs_server_action():
                self.advance(table)
            if not table.feed.subscribers and at - table.last_used_at > self.settings.idle_minutes * 60_000:
                self._unload_if_idle(table)

    async def ensure_uptime_known(self) -> None:
        """Make sure that clocks do not include downtime; raises if the heartbeat cannot be written."""
        if self.uptime.is_current(now()):
            return
        async with self.uptime.lock:
            await self._write_heartbeat()

    async def _write_heartbeat(self) -> None:
        """Write a heartbeat if due and, after an outage, take the downtime off all clocks."""
        at = now()
        if not self.uptime.heartbeat_is_due(at):
            return
        if await self.uptime.write_heartbeat(at):
            self.grace_started_at, self.downtime_pending = at, True
        if self.downtime_pending:
            for table in [table for table in self.tables.values() if table.has_clock]:
                await table.discount_downtime()
            self.downtime_pending = False
        self.uptime.confirmed_until = at

    async def _try_heartbeat(self) -> None:
        """Write a heartbeat if due; while that fails, no clock runs out."""
        try:
            async with self.uptime.lock:
                await self._write_heartbeat()
        except Exception as error:
            self.metrics.count("heartbeats_failed")
            log.warning("the heartbeat could not be written: %s", type(error).__name__)

    async def _check_clocks(self) -> None:
        if self.uptime.heartbeat_is_due(now()) and (self.heartbeat_task is None or self.heartbeat_task.done()):
            self.heartbeat_task = self.spawn(self._try_heartbeat())
        for table in [table for table in self.tables.values() if table.has_clock and table.game_log.to_move >= 0]:
            if self.uptime.is_current(now()):
                await self._check_clock(table)

    async def _check_clock(self, table: LiveTable) -> None:
        try:
            await table.check_clock(self.grace_started_at + START_GRACE_MS)
        except Refusal:
            return  # a request or another process was faster
        except Exception:
            log.exception("the clock of a table failed")

    def _unload_if_idle(self, table: LiveTable) -> None:
        """Unload a table unless it is busy or a clock runs."""
        is_busy = table.lock.locked() or (table.advance_task is not None and not table.advance_task.done())
        is_busy = is_busy or (table.has_clock and table.game_log.to_move >= 0)
        if not is_busy:
            del self.tables[table.row.id]
