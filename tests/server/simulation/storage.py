"""Simulated disk: a real SQLite database in memory, shared by all processes, whose commits can fail in several ways."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from hordes.server.db import schema
from hordes.server.db.change_listener import ChangeCursor
from hordes.server.db.database import Database, LogEntryRow
from hordes.server.environment import current_environment
from tests.server.simulation.loop import SimulatedEnvironment, SimulatedLoop

_names = itertools.count()
_template: list[sqlite3.Connection] = []


class FaultyConnection(sqlite3.Connection):
    """A connection whose commits go through the simulated disk."""

    storage: Storage

    def cursor(self, *args: Any, **options: Any) -> sqlite3.Cursor:  # type: ignore[override]
        """A cursor, while the database answers."""
        if self.storage.is_down:
            raise sqlite3.OperationalError("the database does not answer")
        cursor: sqlite3.Cursor = super().cursor(*args, **options)
        return cursor

    def commit(self) -> None:
        """Commit, fail, or commit and fail."""
        if not self.in_transaction:
            return
        fault = self.storage.next_fault()
        if fault == "refused":
            self.rollback()
            raise sqlite3.OperationalError("database or disk is full")
        super().commit()
        self.storage.on_commit()
        if fault == "unreported":
            raise sqlite3.OperationalError("disk I/O error")


class Storage:
    """The database of one simulation, what has been committed to it, and the faults that are on."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self.loop = loop
        self.url = f"file:simulation-{next(_names)}?mode=memory&cache=shared"
        self.keeper = sqlite3.connect(self.url, uri=True, isolation_level=None, check_same_thread=False)
        _empty_database().backup(self.keeper)
        self.is_down = False
        self.refused_share = self.unreported_share = 0.0
        self.last_row = 0
        self.proposed_at: dict[tuple[str, int, int, str | None], float] = {}
        self.on_entry: Callable[[LogEntryRow, float], None] = lambda row, proposed: None
        self.on_change: Callable[[], None] = lambda: None
        self.connections: list[FaultyConnection] = []
        self.databases: list[SimulatedDatabase] = []

    def connect(self) -> FaultyConnection:
        """A new connection to the database."""
        if self.is_down:
            raise sqlite3.OperationalError("the database does not answer")
        connection = sqlite3.connect(
            self.url, uri=True, isolation_level=None, check_same_thread=False, factory=FaultyConnection
        )
        connection.storage = self
        self.connections.append(connection)
        return connection

    def cursor_of_changes(self) -> ChangeCursor:
        """A reader of changes, as the server's own listener on SQLite uses it."""
        return ChangeCursor(self.keeper)

    def next_fault(self) -> str:
        """What happens to the commit that is due; drawn by the process that makes it."""
        environment = current_environment.get()
        if not isinstance(environment, SimulatedEnvironment):
            return ""
        drawn = environment.rng.random() if self.refused_share or self.unreported_share else 1.0
        if drawn < self.refused_share:
            return "refused"
        return "unreported" if drawn < self.refused_share + self.unreported_share else ""

    def on_commit(self) -> None:
        """Hand new entries to whoever keeps the truth, and tell the processes that something has changed."""
        query = "SELECT rowid, game_id, ply, seat, body, at, ref FROM move WHERE rowid > ? ORDER BY rowid"
        for number, *values in self.keeper.execute(query, (self.last_row,)).fetchall():
            self.last_row = number
            row = LogEntryRow(*values)
            proposed = self.proposed_at.get((row.game_id, row.ply, row.at, row.ref), self.loop.time())
            self.on_entry(row, proposed)
        self.on_change()

    def close(self) -> None:
        """Drop the database."""
        for database in self.databases:
            database._drop_append_connection()
            database.engine.dispose()
        for connection in [*self.connections, self.keeper]:
            connection.close()


class SimulatedDatabase(Database):
    """The server's database class on the simulated disk."""

    def __init__(self, storage: Storage) -> None:
        super().__init__("simulation.db")  # which is never opened
        self.storage = storage
        storage.databases.append(self)
        self.engine.dispose()
        self.engine = create_engine("sqlite://", creator=storage.connect, poolclass=QueuePool, pool_size=3)

        @event.listens_for(self.engine, "connect")
        def prepare(connection: Any, record: ConnectionPoolEntry) -> None:
            connection.isolation_level = None

        @event.listens_for(self.engine, "begin")
        def begin(connection: Connection) -> None:
            if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
                connection.exec_driver_sql("BEGIN IMMEDIATE")

    def migrate(self) -> None:
        """The tables are there already."""

    async def append(self, row: LogEntryRow) -> bool:
        """Note when an entry was proposed, in virtual time, then store it."""
        self.storage.proposed_at[row.game_id, row.ply, row.at, row.ref] = self.storage.loop.time()
        return await super().append(row)


def _empty_database() -> sqlite3.Connection:
    """A database with all tables, made once."""
    if not _template:
        connection = sqlite3.connect(":memory:", isolation_level=None)
        engine = create_engine("sqlite://", creator=lambda: connection)
        schema.metadata.create_all(engine)
        _template.append(connection)
    return _template[0]
