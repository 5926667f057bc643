"""Who is told that it is his turn, where turns take hours: the owner of the seat, if he is not at the table.

Notices have threads of their own: a push service that hangs holds up nobody's game. A seat is told once, and not
again within a minute; then, if it is still asked, once more. An owner gets so many a day, whoever's address he gave.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from hordes.server import mail
from hordes.server.limits import Buckets
from hordes.server.mail import Postman
from hordes.server.push import Pusher
from hordes.server.settings import Settings
from hordes.server.wire import Tellable

if TYPE_CHECKING:
    from hordes.server.hall import Hall
    from hordes.server.table import Table

SLOW = 3600
"""Tables with at least this many seconds a turn, or no limit for a turn, send notices."""
QUIET = 60.0
"""Seconds in which a seat is not told twice."""
RATE, BURST = 1 / 120, 20
"""Notices a second to one owner, and how many at once."""
LAST_WORDS = 5.0
THREADS = 4


class Herald:
    """Tells people by Web Push on every device they have asked it for, and by mail where they gave an address."""

    def __init__(self, settings: Settings, secret: str) -> None:
        self.threads = ThreadPoolExecutor(THREADS, "hordes-herald")
        self.postman, self.pusher = Postman(settings, self.threads), Pusher(settings, secret, self.threads)
        self.owners = Buckets(RATE, BURST)
        self.told: dict[tuple[str, int], float] = {}
        self.waiting: dict[tuple[str, int], asyncio.Task[None]] = {}
        self.closing = asyncio.Event()
        self.count: Callable[[str, object], None] = lambda name, label: None

    def ways(self) -> Tellable:
        """How people can be told."""
        return Tellable(self.pusher.public_key(), self.postman.on)

    def concerns(self, table: Table) -> bool:
        """Is somebody to be told? Asked at every move, so the cheap questions come first."""
        seat, turn = table.course.to_move, table.row.clocks.turn
        if seat < 0 or not (self.pusher.on or self.postman.on) or (turn is not None and turn < SLOW):
            return False
        owner = table.seats[seat].owner
        return owner is not None and not table.played_by_bot(seat) and not table.is_here(owner)

    def your_turn(self, hall: Hall, table: Table) -> None:
        """Tell the owner of the seat that decides now, unless that is about to be done anyway."""
        key = (table.row.id, table.course.to_move)
        if key not in self.waiting:
            task = self.waiting[key] = hall.spawn(self._tell(hall, table, key))
            task.add_done_callback(lambda _: self.waiting.pop(key, None))

    async def _tell(self, hall: Hall, table: Table, key: tuple[str, int]) -> None:
        await self._quiet(key)
        if table.course.to_move != key[1] or not self.concerns(table):
            return
        owner = table.seats[key[1]].owner or ""
        if not self.owners.take(owner):
            self.count("notices", "too_many")
            return
        if self.pusher.on:
            for status in await self.pusher.tell(hall.store, owner, table.row):
                self.count("notices", f"push_{status}")
        if self.postman.on and owner.startswith("a:"):
            address = await hall.store.read(lambda c: mail.address_of(c, int(owner[2:])))
            if address:
                self.count("notices", "mail" if await self.postman.tell(address, table.row) else "mail_failed")

    async def _quiet(self, key: tuple[str, int]) -> None:
        """Wait as long as this seat is not to be told again; not when the server stops."""
        now = time.monotonic()
        self.told = {seat: at for seat, at in self.told.items() if now - at < QUIET}
        pause = self.told.get(key, now - QUIET) + QUIET - now
        if pause > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.closing.wait(), pause)
        self.told[key] = time.monotonic()

    async def close(self) -> None:
        """Tell at once whoever was to be told in a while, then let go."""
        self.closing.set()
        if self.waiting:
            await asyncio.wait(list(self.waiting.values()), timeout=LAST_WORDS)
        self.threads.shutdown(wait=False, cancel_futures=True)
