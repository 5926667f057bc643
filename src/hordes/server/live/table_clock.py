"""The time of a table: it goes by the monotonic clock, and outages are taken off it.

An entry's time is that of the one before and what has passed since. So nobody gains or loses anything when the system's
clock is set, or when that of another machine differs; the system's clock counts only when a table is opened.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from hordes.engine.errors import Refusal, translatable
from hordes.server.environment import monotonic
from hordes.server.live.game_log import Stale
from hordes.server.live.log_entries import Paused
from hordes.server.live.uptime import Outage

if TYPE_CHECKING:
    from hordes.server.live.live_table import LiveTable, Proposed

MAX_LATE_MS = 500
"""By how much (ms) a table's time may be behind the server's."""


class TableClock:
    """Time of one table (epoch, ms), and the outages that are to be taken off it."""

    def __init__(self, table: LiveTable, at: int) -> None:
        self.table = table
        self._at, self._monotonic = at, monotonic()

    def time(self) -> int:
        """Time of the table now."""
        return self._at + int((monotonic() - self._monotonic) * 1000)

    def set_time(self, at: int) -> None:
        """Set the time: when the table is opened, and to that of what other processes write."""
        self._at, self._monotonic = max(at, self.table.game_log.last_at), monotonic()

    def follow_entry(self, is_ours: bool) -> None:
        """After an entry: another process's was written a moment ago, and time went on from there.

        That moment is nobody's. While no person is on the clock the table's time catches up with the server's.
        """
        if not is_ours or self.table.game_log.last_at > self.time():
            self.set_time(self.table.game_log.last_at)
        if not self.runs():
            self.set_time(max(self.time(), self.table.manager.uptime.time()))

    def runs(self) -> bool:
        """Whether a person is on the clock."""
        table, game_log = self.table, self.table.game_log
        is_decided = game_log.has_started and game_log.to_move >= 0
        return table.has_clock and is_decided and not table.is_played_by_bot(game_log.to_move)

    async def catch_up(self) -> None:
        """Write a pause if the table's time is behind the server's: uncharged moments, which a restart would charge."""
        if self._is_late():

            def proposal() -> Proposed:
                if not self._is_late():
                    raise Stale(translatable("faster", "Somebody was faster."))
                return Paused(self.time(), self.table.manager.uptime.time()), None

            with suppress(Refusal):
                await self.table.append_pause(proposal, f"late{self.table.game_log.ply}")

    def _is_late(self) -> bool:
        return self.runs() and self.table.manager.uptime.time() - self.time() > MAX_LATE_MS

    # Outages

    async def discount_downtime(self, outages: list[Outage]) -> None:
        """Add pause entries for outages since the last entry, so that nobody is charged for them."""
        for outage in outages:
            await self._discount(outage, is_new=False)

    async def discount_new_downtime(self, outages: list[Outage]) -> None:
        """The same for outages that came while the table was open."""
        for outage in outages:
            await self._discount(outage, is_new=True)

    def must_discount(self) -> bool:
        """Whether a known outage has not been taken off the clock."""
        return any(self._would_charge(outage) for outage in self.table.manager.uptime.outages)

    async def _discount(self, outage: Outage, *, is_new: bool) -> None:
        def proposal() -> Proposed:
            pause = self._in_own_time(outage) if is_new else outage
            if not self._would_charge(pause):
                raise Stale(translatable("faster", "Somebody was faster."))
            return Paused(*pause), None

        if self._would_charge(self._in_own_time(outage) if is_new else outage):
            with suppress(Refusal):  # somebody was faster, or the table cannot go on anyway
                await self.table.append_pause(proposal, f"down{outage.ended}")

    def _in_own_time(self, outage: Outage) -> Outage:
        """An outage by the table's time, which may differ a little from the server's."""
        shift = self.time() - self.table.manager.uptime.time()
        return Outage(outage.began + shift, outage.ended + shift)

    def _would_charge(self, outage: Outage) -> bool:
        """Whether a person's clock would be charged for an outage."""
        return self.runs() and outage.ended > self.table.game_log.last_at
