"""How processes on one database hear of each other: LISTEN/NOTIFY in PostgreSQL, the file's version in SQLite.

A notice only says which table has news (`m` a line and its number, `c` chat, `s` seats); the news itself is read from
the database. A notice that gets lost costs time, never truth: whoever writes next is told by the key of the log that
he is behind.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing

from hordes.server.store import CHANNEL, Store

log = logging.getLogger("hordes.notices")
EVERYTHING = "*"
PAUSE = 0.1
RETRY = 1.0

Heard = Callable[[str], None]


class Listener:
    """A thread that waits for notices and hands them to the event loop."""

    def __init__(self, store: Store, heard: Heard) -> None:
        self.store, self.heard = store, heard
        self.loop = asyncio.get_running_loop()
        self.stopping = threading.Event()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._run, name="hordes-notices", daemon=True)

    async def start(self) -> None:
        """Begin; comes back when nothing can be missed any more."""
        self.thread.start()
        await asyncio.to_thread(self.ready.wait, 10)

    async def stop(self) -> None:
        """End the thread."""
        self.stopping.set()
        await asyncio.to_thread(self.thread.join, 5)

    def _run(self) -> None:
        while not self.stopping.is_set():
            try:
                for notice in self._postgres() if self.store.postgres else self._sqlite():
                    self._tell(notice)
            except Exception as error:  # whatever it was: try again, and look at everything once it works
                log.warning("notices interrupted: %s", type(error).__name__)
                self.stopping.wait(RETRY)

    def _tell(self, notice: str) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.heard, notice)

    def _postgres(self) -> Iterator[str]:
        import psycopg

        url = self.store.engine.url.set(drivername="postgresql")
        with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self.ready.set()
            yield EVERYTHING
            while not self.stopping.is_set():
                for notify in connection.notifies(timeout=0.5):
                    yield notify.payload

    def _sqlite(self) -> Iterator[str]:
        connection = sqlite3.connect(str(self.store.engine.url.database), isolation_level=None, timeout=30)
        with closing(connection):
            marks = Marks(connection)
            version = _version(connection)
            self.ready.set()
            yield EVERYTHING
            while not self.stopping.wait(PAUSE):
                now = _version(connection)
                if now != version:
                    version = now
                    yield from marks.news(connection)


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


QUERIES = {
    "m": "SELECT rowid, game_id || ':' || ply FROM move WHERE rowid > ?",
    "c": "SELECT n, game_id FROM chat WHERE n > ?",
    "s": "SELECT changed, id FROM game WHERE changed >= ?",
}


class Marks:
    """How far each kind of news has been read; rows that changed in the last millisecond seen are remembered."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        query = "SELECT (SELECT max(rowid) FROM move), (SELECT max(n) FROM chat), (SELECT max(changed) FROM game)"
        lines, chat, changed = connection.execute(query).fetchone()
        self.seen = {"m": lines or 0, "c": chat or 0, "s": changed or 0}
        self.last = set(connection.execute(QUERIES["s"], (self.seen["s"],)).fetchall())

    def news(self, connection: sqlite3.Connection) -> list[str]:
        """What is new: kind and table of each."""
        found: list[str] = []
        for kind, query in QUERIES.items():
            rows = connection.execute(query, (self.seen[kind],)).fetchall()
            self.seen[kind] = max([self.seen[kind], *[row[0] for row in rows]])
            if kind == "s":
                rows, self.last = [row for row in rows if row not in self.last], set(rows)
            found += [kind + what for what in dict.fromkeys(row[1] for row in rows)]
        return found
