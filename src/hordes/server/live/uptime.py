"""Server uptime from heartbeats in the database; clocks are not charged for the downtime in between.

Every process writes a heartbeat to the newest row of `uptime`. If the last one is too old a new row begins, and the gap
between the two rows is an outage: the server was stopped or killed, the machine suspended, the database unreachable, or
the system clock jumped.
"""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import NamedTuple

from sqlalchemy import Connection, func, select, text, update

from hordes.server.db import schema
from hordes.server.db.database import Database

HEARTBEAT_MS = 2_000
"""Time (ms) between two heartbeats."""
MAX_GAP_MS = 10_000
"""Longest time (ms) between heartbeats of a running process that is not an outage."""
MAX_START_GAP_MS = 3_000
"""The same when a process starts."""
CLOCK_SET_BACK_MS = 600_000
"""A heartbeat further (ms) in the future means that the clock was set back, not that another machine is ahead."""
MAX_ROWS_READ = 1_000
UPTIME_LOCK = 7_246_118


class Outage(NamedTuple):
    """A period (epoch, ms) in which no server was up."""

    began: int
    ended: int


class Uptime:
    """Heartbeats of this process, and the outages it knows of."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.outages: list[Outage] = []
        self.confirmed_until = 0
        self.lock = asyncio.Lock()
        self.writes_at_stop = True
        self._row_id = 0

    def heartbeat_is_due(self, at: int) -> bool:
        """Whether it is time for a heartbeat (also when the clock was set back)."""
        return not self.confirmed_until <= at < self.confirmed_until + HEARTBEAT_MS

    def is_current(self, at: int) -> bool:
        """Whether there was certainly no outage until now; only then may a clock run out."""
        return self.confirmed_until <= at <= self.confirmed_until + MAX_GAP_MS

    async def write_heartbeat(self, at: int, max_gap: int | None = None) -> list[Outage]:
        """Write a heartbeat; returns outages that are new to this process."""
        gap = MAX_GAP_MS if max_gap is None else max_gap
        return await self.database.run_in_writer(self.write_heartbeat_sync, at, gap)

    def write_heartbeat_sync(self, at: int, max_gap: int) -> list[Outage]:
        """Write a heartbeat in the calling thread."""
        with self.database.engine.begin() as connection:
            if self.database.is_postgres:  # in SQLite every writing transaction has the file's lock already
                connection.execute(text(f"SELECT pg_advisory_xact_lock({UPTIME_LOCK})"))
            row = self._write(connection, at, max_gap)
            if row == self._row_id:
                return []  # no new row, so no new outage
            known_outages = set(self.outages)
            self.outages, self._row_id = _read_outages(connection), row
            return [outage for outage in self.outages if outage not in known_outages]

    def _write(self, connection: Connection, at: int, max_gap: int) -> int:
        """Update the newest row, or begin a new one after a gap; returns its id."""
        table = schema.uptime
        newest = connection.execute(select(table).order_by(table.c.id.desc()).limit(1)).one_or_none()
        if newest is None:  # a database from before there were heartbeats: a server was up at the last log entry
            last = connection.execute(select(func.max(schema.move.c.at))).scalar()
            if last is not None and at - last > max_gap:
                _insert(connection, last)
        if newest is None or at - newest.until > max_gap:
            return _insert(connection, at)
        # A slightly older time comes from a machine whose clock is behind; it must not move the heartbeat back.
        if at > newest.until or at < newest.until - CLOCK_SET_BACK_MS:
            connection.execute(update(table).where(table.c.id == newest.id).values(until=at))
        return int(newest.id)


def _insert(connection: Connection, at: int) -> int:
    key = connection.execute(schema.uptime.insert().values(began=at, until=at)).inserted_primary_key
    return int(key[0]) if key else 0


def _read_outages(connection: Connection) -> list[Outage]:
    table = schema.uptime
    rows = list(connection.execute(select(table).order_by(table.c.id.desc()).limit(MAX_ROWS_READ)))[::-1]
    gaps = [Outage(earlier.until, later.began) for earlier, later in pairwise(rows)]
    return [gap for gap in gaps if gap.ended > gap.began]  # after a clock was set back, rows may overlap
