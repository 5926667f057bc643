"""Tables that nobody has open: unloaded, opened again before a clock runs out, and deleted when nobody comes back."""

from __future__ import annotations

from sqlalchemy import Connection

from hordes.server.db import table_life
from hordes.server.db.database import SEATS, Database, now
from hordes.server.db.queries import Expired
from hordes.server.db.table_life import NO_DEADLINE, Lifetimes
from hordes.server.live.background_tasks import BackgroundTasks
from hordes.server.live.live_table import LiveTable
from hordes.server.live.open_tables import OpenTables
from hordes.server.settings import Settings

OPEN_BEFORE_MS = 120_000
"""A table is opened so long (ms) before its deadline."""
KEEP_OPEN_MS = 900_000
"""A table whose clock runs out within this time (ms) is not unloaded."""
CROWDED_IDLE_MS = 30_000
"""Time (ms) until a table is unloaded while more than `max_open_tables` are open."""
MAX_OPENED = 200
"""Tables opened at once because of their deadlines."""
MAX_DUE = 20_000
"""Deadlines read at once; those of tables that are open already count as well, until they are unloaded again."""
MAX_DELETED = 50


class UnattendedTables:
    """Keeps the memory for tables where somebody is; the database keeps the others."""

    def __init__(self, settings: Settings, database: Database, open_tables: OpenTables, tasks: BackgroundTasks) -> None:
        self.settings, self.database, self.open_tables, self.tasks = settings, database, open_tables, tasks
        self.lifetimes = Lifetimes(settings.waiting_days, settings.abandoned_days)

    # Unloading

    def unload_idle(self, table: LiveTable, at: int) -> None:
        """Unload a table that has been idle for long enough; one with a running clock leaves its deadline behind."""
        if table.feed.subscribers or at - table.last_used_at <= self._idle_ms() or table.is_busy():
            return
        if table.has_clock and table.game_log.to_move >= 0 and not self._has_left_deadline(table, at):
            return
        self.open_tables.unload(table)

    def _idle_ms(self) -> float:
        is_crowded = len(self.open_tables.tables) > self.settings.max_open_tables
        idle = self.settings.idle_minutes * 60_000
        return min(idle, CROWDED_IDLE_MS) if is_crowded else idle

    def _has_left_deadline(self, table: LiveTable, at: int) -> bool:
        """Whether the deadline is stored; else begin to store it, unless it is so near that the table stays open."""
        deadline, ply = table.deadline() or NO_DEADLINE, table.game_log.ply
        if deadline - at < KEEP_OPEN_MS:
            return False
        if table.stored_deadline == (deadline, ply):
            return True
        self.tasks.spawn(self._store_deadline(table, deadline, ply))
        return False

    async def _store_deadline(self, table: LiveTable, deadline: int, ply: int) -> None:
        await self.database.write(lambda c: table_life.write_deadline(c, table.row.id, deadline, ply))
        table.stored_deadline = deadline, ply

    # Opening

    async def open_due(self) -> None:
        """Open the tables whose clocks are about to run out."""
        until = now() + OPEN_BEFORE_MS
        due = await self.database.read(lambda c: table_life.due_tables(c, until, MAX_DUE))
        closed = [table_id for table_id in due if table_id not in self.open_tables.tables]
        await self._open([table_id for table_id in closed if table_id not in self.open_tables.unreadable][:MAX_OPENED])

    async def open_needing_server(self, most: int, since: int = 0) -> None:
        """Open tables with bots, and those of whose clock it is not known that it can wait."""
        until = now() + OPEN_BEFORE_MS
        await self._open(await self.database.read(lambda c: table_life.tables_needing_server(c, most, until, since)))

    async def _open(self, ids: list[str]) -> None:
        for table_id in ids:
            if table_id not in self.open_tables.tables and not self.tasks.is_stopping:
                await self.open_tables.try_get(table_id)

    # Deleting

    async def close_deleted(self) -> None:
        """Close the open tables that another process has deleted."""
        ids = list(self.open_tables.tables)
        known = await self.database.read(lambda c: table_life.existing_tables(c, ids))
        for table_id in ids:
            table = self.open_tables.tables.get(table_id)
            if table is not None and table_id not in known:
                self.open_tables.close_deleted(table, Expired())

    async def delete_expired(self) -> None:
        """Delete unfinished tables whose time is over, but none that somebody has open."""
        at = now()
        for table_id in await self.database.read(
            lambda c: table_life.expired_tables(c, self.lifetimes, at, MAX_DELETED)
        ):
            table = self.open_tables.tables.get(table_id)
            has_people = table is not None and (table.feed.subscribers or table.connected_seats())
            if has_people or table_id in self.open_tables.unreadable:
                continue
            if table is None:
                await self._delete(table_id, at)
                continue
            async with table.lock:
                if await self._delete(table_id, at):
                    self.open_tables.close_deleted(table, Expired())

    async def _delete(self, table_id: str, at: int) -> bool:
        def work(connection: Connection) -> bool:
            self.database.notify(connection, table_id, SEATS)
            return table_life.delete_if_expired(connection, table_id, self.lifetimes, at)

        return await self.database.write(work)
