"""Readiness of the server: whether a move could be stored just now."""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy import Connection, text

from hordes.server.db.database import Database
from hordes.server.db.engine import error_reason

log = logging.getLogger("hordes.database")
WAIT_SECONDS = 3.0
"""Longest time until whoever asks gets an answer."""
VALID_SECONDS = 1.0
"""How long an answer is good for, however many ask."""
SILENT = "the database does not answer"


class Readiness:
    """Tries from time to time, when asked, whether the database reads and stores."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._attempt: asyncio.Task[str] | None = None
        self._ended_at = 0.0

    async def problem(self) -> str:
        """Why nothing can be stored; empty when it can."""
        is_old = time.monotonic() - self._ended_at > VALID_SECONDS
        if self._attempt is None or (self._attempt.done() and is_old):
            self._attempt = asyncio.get_running_loop().create_task(self._try())
        done, _ = await asyncio.wait({self._attempt}, timeout=WAIT_SECONDS)
        return self._attempt.result() if done else SILENT

    async def _try(self) -> str:
        """Read and write something in the threads that do so for everybody."""
        try:
            await self.database.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
            await self.database.write(_write)
        except Exception as error:
            log.warning("not ready, nothing can be stored: %s", error_reason(error))
            return f"nothing can be stored: {error_reason(error)}"
        finally:
            self._ended_at = time.monotonic()
        return ""


def _write(connection: Connection) -> None:
    """Change the newest heartbeat there and back: SQLite writes nothing for an update that changes nothing."""
    for change in ("+", "-"):
        newest = "SELECT max(id) FROM uptime"
        connection.execute(text(f"UPDATE uptime SET until = until {change} 1 WHERE id = ({newest})"))
