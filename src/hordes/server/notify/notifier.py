"""Notifier: tells the owner of the deciding seat that it is their turn, at slow tables and if they are not connected.

Notices are sent from a thread pool of their own, so that a slow push service delays no game. A seat gets one notice,
then none for `QUIET_SECONDS`, then one more if it still decides. Notices per owner are rate-limited, so that a foreign
address cannot be flooded.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from prometheus_client import Counter

from hordes.server.environment import environment, monotonic
from hordes.server.http.rate_limits import KeyedBuckets
from hordes.server.notify import mail
from hordes.server.notify.mail import Mailer
from hordes.server.notify.push import PushSender
from hordes.server.protocol.accounts import NotificationChannels
from hordes.server.settings import Settings

if TYPE_CHECKING:
    from hordes.server.live.live_table import LiveTable
    from hordes.server.live.table_manager import TableManager

SLOW_TURN_SECONDS = 3600
"""Notices are sent at tables with at least this many seconds a turn, or no limit for a turn."""
QUIET_SECONDS = 60.0
"""Seconds in which a seat does not get a second notice."""
RATE, BURST = 1 / 120, 20
"""Token bucket for notices to one owner: per second, and at once."""
FLUSH_SECONDS = 5.0
THREADS = 4


class TurnNotifier:
    """Sends "your turn" notices by Web Push to all subscribed devices, and by mail to accounts with an address."""

    def __init__(self, settings: Settings, secret: str, notices: Counter) -> None:
        self.threads = environment().thread_pool(THREADS, "hordes-notifier")
        self.mailer, self.push_sender = Mailer(settings, self.threads), PushSender(settings, secret, self.threads)
        self.owner_buckets = KeyedBuckets(RATE, BURST)
        self.last_sent: dict[tuple[str, int], float] = {}
        self.pending: dict[tuple[str, int], asyncio.Task[None]] = {}
        self.closing = asyncio.Event()
        self.notices = notices

    def channels(self) -> NotificationChannels:
        """The channels this server can use."""
        return NotificationChannels(self.push_sender.public_key(), self.mailer.is_enabled)

    def should_notify(self, table: LiveTable) -> bool:
        """Whether the deciding seat's owner should get a notice. Runs at every move, so cheap checks come first."""
        seat, turn = table.game_log.to_move, table.row.clocks.turn
        if (
            seat < 0
            or not (self.push_sender.is_enabled or self.mailer.is_enabled)
            or (turn is not None and turn < SLOW_TURN_SECONDS)
        ):
            return False
        owner = table.seats[seat].owner
        return owner is not None and not table.is_played_by_bot(seat) and not table.is_connected(owner)

    def notify_turn(self, manager: TableManager, table: LiveTable) -> None:
        """Schedule a notice to the deciding seat's owner, unless one is pending."""
        key = (table.row.id, table.game_log.to_move)
        if key not in self.pending:
            task = self.pending[key] = manager.spawn(self._send_notices(manager, table, key))
            task.add_done_callback(lambda _: self.pending.pop(key, None))

    async def _send_notices(self, manager: TableManager, table: LiveTable, key: tuple[str, int]) -> None:
        await self._wait_quiet_period(key)
        if table.game_log.to_move != key[1] or not self.should_notify(table):
            return
        owner = table.seats[key[1]].owner or ""
        if not self.owner_buckets.take(owner):
            self.notices.labels("too_many").inc()
            return
        if self.push_sender.is_enabled:
            for status in await self.push_sender.send_your_turn(manager.database, owner, table.row):
                self.notices.labels(f"push_{status}").inc()
        if self.mailer.is_enabled and owner.startswith("a:"):
            address = await manager.database.read(lambda c: mail.mail_address_of(c, int(owner[2:])))
            if address:
                is_sent = await self.mailer.send_your_turn(address, table.row)
                self.notices.labels("mail" if is_sent else "mail_failed").inc()

    async def _wait_quiet_period(self, key: tuple[str, int]) -> None:
        """Wait until this seat may get a notice again; returns at once when the server stops."""
        now = monotonic()
        self.last_sent = {seat: at for seat, at in self.last_sent.items() if now - at < QUIET_SECONDS}  # drop old ones
        pause = self.last_sent.get(key, now - QUIET_SECONDS) + QUIET_SECONDS - now
        if pause > 0:
            with suppress(TimeoutError):  # the normal case: the pause is over, and the server is not closing
                await asyncio.wait_for(self.closing.wait(), pause)
        self.last_sent[key] = monotonic()

    async def close(self) -> None:
        """Send pending notices at once, then shut the threads down."""
        self.closing.set()
        if self.pending:
            await asyncio.wait(list(self.pending.values()), timeout=FLUSH_SECONDS)
        self.threads.shutdown(wait=False, cancel_futures=True)
