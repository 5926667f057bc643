"""Registry of the tables that this process has open: loading them, and those that cannot be read."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from hordes.engine.errors import Refusal
from hordes.server.db import queries
from hordes.server.db.database import Database, now
from hordes.server.db.queries import NoTable, SeatRow, TableRow
from hordes.server.db.snapshots import read_snapshots, write_snapshot
from hordes.server.http.metrics import Metrics
from hordes.server.limits.thread_pools import ThreadPool
from hordes.server.live.background_tasks import mark_retrieved
from hordes.server.live.live_table import LiveTable
from hordes.server.live.log_entries import Entry
from hordes.server.live.log_snapshots import INTERVAL, KEPT, LogSnapshot, restore_newest, take_snapshot
from hordes.server.live.unreadable_tables import Unreadable, damaged_row, refused_entry, refused_setup

log = logging.getLogger("hordes.tables")
RETRY_UNREADABLE_MS = 600_000
"""A table that could not be opened is not retried for this long (ms)."""

TableMaker = Callable[[TableRow, list[SeatRow]], LiveTable]


class OpenFailure(NamedTuple):
    """Why a table could not be opened, and when (epoch, ms)."""

    refusal: Unreadable
    at: int


class StoredTable(NamedTuple):
    """What the database has of a table."""

    row: TableRow
    seats: list[SeatRow]
    entries: list[Entry]
    snapshots: list[LogSnapshot]


class OpenTables:
    """Tables by id. A table is loaded once however many ask for it; `on_opened` is called when it is registered."""

    def __init__(
        self,
        database: Database,
        pool: ThreadPool,
        metrics: Metrics,
        make_table: TableMaker,
        on_opened: Callable[[LiveTable], None],
    ) -> None:
        self.database, self.pool, self.metrics = database, pool, metrics
        self.make_table, self.on_opened = make_table, on_opened
        self.tables: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Task[LiveTable]] = {}
        self.unreadable: dict[str, OpenFailure] = {}

    async def get(self, table_id: str) -> LiveTable:
        """A table by its id, loaded from the database if need be; raises `NoTable` or `Unreadable`."""
        if table_id in self.tables:
            self.tables[table_id].last_used_at = now()  # keeps it from being unloaded
            return self.tables[table_id]
        failure = self.unreadable.get(table_id)
        if failure is not None and now() - failure.at < RETRY_UNREADABLE_MS:
            raise Unreadable(failure.refusal.message)
        if table_id not in self.opening:
            task = asyncio.get_running_loop().create_task(self._load(table_id))
            self.opening[table_id] = task
            task.add_done_callback(mark_retrieved)
            task.add_done_callback(lambda _: self.opening.pop(table_id, None))
        return await asyncio.shield(self.opening[table_id])

    async def try_get(self, table_id: str) -> LiveTable | None:
        """A table by its id, or None if it cannot be opened; for callers that open many."""
        try:
            return await self.get(table_id)
        except Refusal:
            return None  # unreadable, or deleted meanwhile
        except Exception:
            self.metrics.failures.inc()
            log.exception("table %s could not be opened", table_id)
            return None

    async def _load(self, table_id: str) -> LiveTable:
        def work(connection: Connection) -> StoredTable:
            row, seats = queries.read_table(connection, table_id), queries.read_seats(connection, table_id)
            entries = queries.read_entries(connection, table_id)
            return StoredTable(row, seats, entries, read_snapshots(connection, table_id))

        try:
            table, made = await self.pool.run("", self._build, await self.database.read(work))
        except Unreadable as refusal:
            self.note_unreadable(table_id, refusal, refusal.__cause__ or refusal)
            raise
        self.unreadable.pop(table_id, None)
        await self._store_snapshots(table_id, made)
        await table.feed.skip_old_chat()
        table.clock.set_time(table.manager.uptime.time())
        for _ in range(2):  # until it is registered nobody else takes off its clock what happens meanwhile
            if table.clock.must_discount():
                await table.clock.discount_downtime(table.manager.uptime.outages)
        self.tables[table_id] = table
        self.on_opened(table)
        await table.catch_up()  # entries written while we were loading
        return table

    async def _store_snapshots(self, table_id: str, snapshots: list[LogSnapshot]) -> None:
        """Store snapshots; the table opens without them, too."""
        try:
            for snapshot in snapshots:
                await self.database.write(partial(write_snapshot, table_id=table_id, snapshot=snapshot))
        except SQLAlchemyError as error:
            log.warning("a snapshot of table %s could not be stored: %s", table_id, type(error).__name__)

    def _build(self, stored: StoredTable) -> tuple[LiveTable, list[LogSnapshot]]:
        """A table rebuilt from its rows and entries, and snapshots that were not stored yet; raises `Unreadable`."""
        row, seats, entries = stored.row, stored.seats, stored.entries
        try:
            table = self.make_table(row, seats)
        except Exception as error:
            raise refused_setup(row, error) from error
        if [seat.seat for seat in seats] != list(range(table.game_log.seats)):
            raise damaged_row()
        known, made = restore_newest(table.game_log, stored.snapshots, entries), list[LogSnapshot]()
        for number, entry in enumerate(entries):
            try:
                if number >= known:
                    table.game_log.apply(entry)
            except Exception as error:
                raise refused_entry(row, entry.ply) from error
            table.digest.add(entry)
            log_hash = table.digest.at_interval.get(number + 1)
            if log_hash is not None and max(known, len(entries) - KEPT * INTERVAL) <= number:
                made.append(take_snapshot(table.game_log, log_hash))
        return table, made

    def note_unreadable(self, table_id: str, refusal: Unreadable, cause: BaseException) -> None:
        """Note that a table cannot be opened: counted and logged the first time, not retried for a while."""
        if table_id not in self.unreadable:
            self.metrics.unreadable_tables.inc()
            text, values = "table %s: %s (%s: %s)", (table_id, refusal, type(cause).__name__, str(cause)[:500])
            log.warning(text, *values, extra={"is_single": True})
        self.unreadable[table_id] = OpenFailure(refusal, now())

    def close_unreadable(self, table: LiveTable, refusal: Unreadable, cause: BaseException) -> None:
        """Close an open table that has become unreadable, and tell its subscribers why."""
        self.note_unreadable(table.row.id, refusal, cause)
        self.tables.pop(table.row.id, None)
        table.is_closed = True
        table.feed.close(str(refusal))

    async def close_all(self) -> None:
        """Close every table once its entry in progress is stored."""
        for table in list(self.tables.values()):
            async with table.lock:
                table.is_closed = True

    def unload(self, table: LiveTable) -> None:
        """Forget a table; it is loaded again when somebody asks for it."""
        self.tables.pop(table.row.id, None)

    def close_deleted(self, table: LiveTable, refusal: NoTable) -> None:
        """Close a table that is no longer in the database, and tell its subscribers why."""
        self.unload(table)
        table.is_closed = table.is_deleted = True
        for subscriber in table.feed.subscribers:
            subscriber.refuse(refusal)
