"""Who is at a table, wherever he is connected: processes on one PostgreSQL tell each other.

A notice `hTABLE:PROCESS:SEATS` says which seats (bits of a number) a process has at a table; `?` behind it asks the
others to say the same. `pPROCESS` is a process's sign of life: what a silent one has said is forgotten. On SQLite a
process knows its own visitors only.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from hordes.server.tokens import new_id

if TYPE_CHECKING:
    from hordes.server.table import Table

ALIVE = 10.0
"""Seconds between two signs of life."""
SILENT = 3 * ALIVE
KINDS = "hp"


def bits(seats: Iterable[int]) -> int:
    """Seats as a number.

    >>> bits([0, 3, 3])
    9
    """
    found = 0
    for seat in seats:
        found |= 1 << seat
    return found


class Presence:
    """What this process says of its visitors, and what the others have said of theirs."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say, self.name = say, new_id()[:8]
        self.alive: dict[str, float] = {}
        self.said = 0.0

    def announce(self, table: Table, ask: bool = False) -> None:
        """Say who is here, if that has changed or the others are to answer."""
        mine = bits(seat for watcher in table.watchers for seat in watcher.viewpoint)
        if ask or mine != table.announced:
            table.announced = mine
            self.say(f"h{table.row.id}:{self.name}:{mine}{'?' if ask else ''}")

    def heard(self, notice: str, tables: dict[str, Table]) -> None:
        """Another process says something; or it is our own echo."""
        table_id, process, seats = (*notice[1:].split(":"), "", "")[:3]
        process = process or table_id
        if process == self.name:
            return
        self.alive[process] = time.monotonic()
        table = tables.get(table_id) if notice[0] == "h" else None
        if table is None:
            return
        before = table.present()
        table.elsewhere[process] = int(seats.rstrip("?") or 0)
        if table.present() != before:
            table.tell_table()
        if seats.endswith("?") and table.announced:
            table.announced = 0
            self.announce(table)

    def tick(self, tables: Iterable[Table]) -> None:
        """Give a sign of life, and forget those who do not."""
        now = time.monotonic()
        if now - self.said < ALIVE:
            return
        self.said = now
        self.say(f"p{self.name}")
        gone = {process for process, at in self.alive.items() if now - at > SILENT}
        for process in gone:
            del self.alive[process]
        for table in tables:
            before = table.present()
            for process in gone & set(table.elsewhere):
                del table.elsewhere[process]
            if table.present() != before:
                table.tell_table()
