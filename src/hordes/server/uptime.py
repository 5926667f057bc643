"""When the server was up, as the database knows it: what lies between is downtime, and no clock is charged for it.

Every process writes a heartbeat to the newest row of `uptime`. Where the last one is too long ago a new row begins, and
the gap between the two rows is an outage: the server was stopped or killed, the machine asleep, the database away, or
its clock has jumped.
"""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import NamedTuple

from sqlalchemy import Connection, func, select, text, update

from hordes.server import schema
from hordes.server.store import Store

BEAT = 2_000
"""Time (ms) between two heartbeats."""
SLACK = 10_000
"""A longer time (ms) without a heartbeat is an outage: while a process runs,"""
START_SLACK = 3_000
"""and when one starts."""
SET_BACK = 600_000
"""A heartbeat that is further (ms) in the future is from a clock that was set back since, not of another machine."""
ROWS_READ = 1_000
UPTIME_LOCK = 7_246_118


class Outage(NamedTuple):
    """A time (epoch, ms) in which no server was up."""

    began: int
    ended: int


class Uptime:
    """The heartbeat of this process, and the outages it knows of."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.outages: list[Outage] = []
        self.until = 0
        self.lock = asyncio.Lock()
        self.last_word = True
        self._row = 0

    def due(self, at: int) -> bool:
        """Is it time for a heartbeat?"""
        return not self.until <= at < self.until + BEAT

    def current(self, at: int) -> bool:
        """Is it certain that there was no outage until now? Only then may a clock run out."""
        return self.until <= at <= self.until + SLACK

    async def beat(self, at: int, slack: int | None = None) -> list[Outage]:
        """Write a heartbeat; answers with the outages that have not been heard of here."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.store.writer, self.mark, at, SLACK if slack is None else slack)

    def mark(self, at: int, slack: int) -> list[Outage]:
        """The same, here and now."""
        with self.store.engine.begin() as connection:
            if self.store.postgres:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({UPTIME_LOCK})"))
            row = self._write(connection, at, slack)
            if row == self._row:
                return []
            known = set(self.outages)
            self.outages, self._row = _outages(connection), row
            return [outage for outage in self.outages if outage not in known]

    def _write(self, connection: Connection, at: int, slack: int) -> int:
        """Bring the newest row up to date, or begin a new one; says which."""
        table = schema.uptime
        newest = connection.execute(select(table).order_by(table.c.id.desc()).limit(1)).one_or_none()
        if newest is None:  # a database from before there were heartbeats: its last line was written by a server
            last = connection.execute(select(func.max(schema.move.c.at))).scalar()
            if last is not None and at - last > slack:
                _insert(connection, last)
        if newest is None or at - newest.until > slack:
            return _insert(connection, at)
        if at > newest.until or at < newest.until - SET_BACK:
            connection.execute(update(table).where(table.c.id == newest.id).values(until=at))
        return int(newest.id)


def _insert(connection: Connection, at: int) -> int:
    key = connection.execute(schema.uptime.insert().values(began=at, until=at)).inserted_primary_key
    return int(key[0]) if key else 0


def _outages(connection: Connection) -> list[Outage]:
    table = schema.uptime
    rows = list(connection.execute(select(table).order_by(table.c.id.desc()).limit(ROWS_READ)))[::-1]
    gaps = [Outage(one.until, following.began) for one, following in pairwise(rows)]
    return [gap for gap in gaps if gap.ended > gap.began]
