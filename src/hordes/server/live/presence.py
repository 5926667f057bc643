"""Presence: which seats are connected to a table, across server processes that share one PostgreSQL.

A notice `hTABLE:PROCESS:SEATS` announces the seats (a bit mask) connected to a process at a table; a trailing `?` asks
the others to answer with theirs. `pPROCESS` is a process's beacon: the announcements of one that stops sending it are
dropped. On SQLite a process knows its own connections only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from hordes.server.auth.tokens import new_id
from hordes.server.environment import monotonic

if TYPE_CHECKING:
    from hordes.server.live.live_table import LiveTable

BEACON_SECONDS = 10.0
"""Seconds between two beacons."""
BEACON_TIMEOUT = 3 * BEACON_SECONDS
NOTICE_KINDS = "hp"


def seat_mask(seats: Iterable[int]) -> int:
    """Seats as a bit mask.

    >>> seat_mask([0, 3, 3])
    9
    """
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


class Presence:
    """Announces this process's connected seats and tracks those of other processes."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.broadcast, self.process_id = say, new_id()[:8]
        self.last_heard: dict[str, float] = {}
        self.last_beacon = 0.0

    def announce(self, table: LiveTable, ask: bool = False) -> None:
        """Broadcast the connected seats if they have changed; `ask` makes the others answer."""
        connected = seat_mask(seat for subscriber in table.feed.subscribers for seat in subscriber.viewpoint)
        if ask or connected != table.announced_seats:
            table.announced_seats = connected
            self.broadcast(f"h{table.row.id}:{self.process_id}:{connected}{'?' if ask else ''}")

    def on_notice(self, notice: str, tables: dict[str, LiveTable]) -> None:
        """Handle a notice of another process; our own echo is ignored."""
        table_id, process, seats = (*notice[1:].split(":"), "", "")[:3]
        process = process or table_id  # a beacon has one field only, the process
        if process == self.process_id:
            return
        self.last_heard[process] = monotonic()
        table = tables.get(table_id) if notice[0] == "h" else None
        if table is None:
            return
        before = table.connected_seats()
        table.seats_elsewhere[process] = int(seats.rstrip("?") or 0)
        if table.connected_seats() != before:
            table.feed.publish_table_info()
        if seats.endswith("?") and table.announced_seats:
            table.announced_seats = 0  # so that `announce` sees a change and answers
            self.announce(table)

    def tick(self, tables: Iterable[LiveTable]) -> None:
        """Send a beacon when due, and drop the seats of processes whose beacon has timed out."""
        now = monotonic()
        if now - self.last_beacon < BEACON_SECONDS:
            return
        self.last_beacon = now
        self.broadcast(f"p{self.process_id}")
        gone = {process for process, at in self.last_heard.items() if now - at > BEACON_TIMEOUT}
        for process in gone:
            del self.last_heard[process]
        for table in tables:
            before = table.connected_seats()
            for process in gone & set(table.seats_elsewhere):
                del table.seats_elsewhere[process]
            if table.connected_seats() != before:
                table.feed.publish_table_info()
