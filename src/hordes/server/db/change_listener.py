"""Change notices between processes on one database: LISTEN/NOTIFY in PostgreSQL, polling `data_version` in SQLite.

A notice says which table has changed (`m` a log entry with its ply, `c` chat, `s` seats); the change itself is read
from the database. A lost notice costs time, never correctness: the next write of a process that is behind is refused by
the primary key of the log.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing

from hordes.server.db.database import CHANNEL, CHAT, ENTRIES, SEATS, SESSIONS, Database
from hordes.server.db.engine import postgres_limits

log = logging.getLogger("hordes.notices")
EVERYTHING = "*"
POLL_SECONDS = 0.1
RETRY_SECONDS = 1.0

NoticeHandler = Callable[[str], None]


class ChangeListener:
    """Thread that waits for change notices and passes them to a handler in the event loop."""

    def __init__(self, database: Database, on_notice: NoticeHandler) -> None:
        self.database, self.on_notice = database, on_notice
        self.loop = asyncio.get_running_loop()
        self.stopping = threading.Event()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._run, name="hordes-notices", daemon=True)

    async def start(self) -> None:
        """Start the thread; returns once it listens, so that no later change is missed."""
        self.thread.start()
        await asyncio.to_thread(self.ready.wait, 10)

    async def stop(self) -> None:
        """Stop the thread."""
        self.stopping.set()
        await asyncio.to_thread(self.thread.join, 5)

    def _run(self) -> None:
        while not self.stopping.is_set():
            try:
                for notice in self._postgres() if self.database.is_postgres else self._sqlite():
                    self._hand_over(notice)
            except Exception as error:  # reconnect; the first notice after that is EVERYTHING
                log.warning("notices interrupted: %s", type(error).__name__)
                self.stopping.wait(RETRY_SECONDS)

    def _hand_over(self, notice: str) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.on_notice, notice)

    def _postgres(self) -> Iterator[str]:
        import psycopg

        url = self.database.engine.url.set(drivername="postgresql")
        limits = postgres_limits(self.database.seconds)
        with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True, **limits) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self.ready.set()
            yield EVERYTHING
            while not self.stopping.is_set():
                for notify in connection.notifies(timeout=0.5):
                    yield notify.payload

    def _sqlite(self) -> Iterator[str]:
        connection = sqlite3.connect(str(self.database.engine.url.database), isolation_level=None, timeout=30)
        with closing(connection):
            cursor = ChangeCursor(connection)
            version = _version(connection)
            self.ready.set()
            yield EVERYTHING
            while not self.stopping.wait(POLL_SECONDS):
                new_version = _version(connection)
                if new_version != version:
                    version = new_version
                    yield from cursor.read_notices(connection)


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


CHANGE_QUERIES = {
    ENTRIES: "SELECT rowid, game_id || ':' || ply FROM move WHERE rowid > ?",
    CHAT: "SELECT n, game_id FROM chat WHERE n > ?",
    SEATS: "SELECT changed, id FROM game WHERE changed >= ?",
    SESSIONS: "SELECT revoked, account_id FROM session WHERE revoked >= ?",
}
TIMED_KINDS = (SEATS, SESSIONS)
"""Kinds of which only the time of a change is stored."""


class ChangeCursor:
    """How far each kind of change has been read from SQLite.

    Rows of `game` and `session` have a change time only, so those of the last millisecond seen are remembered and not
    reported twice.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        query = (
            "SELECT (SELECT max(rowid) FROM move), (SELECT max(n) FROM chat), (SELECT max(changed) FROM game), "
            "(SELECT max(revoked) FROM session)"
        )
        lines, chat, changed, revoked = connection.execute(query).fetchone()
        self.seen = {ENTRIES: lines or 0, CHAT: chat or 0, SEATS: changed or 0, SESSIONS: revoked or 0}
        self.last_changed_rows = {
            kind: set(connection.execute(CHANGE_QUERIES[kind], (self.seen[kind],)).fetchall()) for kind in TIMED_KINDS
        }

    def read_notices(self, connection: sqlite3.Connection) -> list[str]:
        """Notices for all changes since the last call."""
        notices: list[str] = []
        for kind, query in CHANGE_QUERIES.items():
            rows = connection.execute(query, (self.seen[kind],)).fetchall()
            self.seen[kind] = max([self.seen[kind], *[row[0] for row in rows]])
            if kind in TIMED_KINDS:
                known, self.last_changed_rows[kind] = self.last_changed_rows[kind], set(rows)
                rows = [row for row in rows if row not in known]
            notices += [kind + str(target) for target in dict.fromkeys(row[1] for row in rows)]
        return notices
