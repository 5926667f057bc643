"""Change notices: this or another process has written to the database; open tables follow."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from hordes.server.db.change_listener import EVERYTHING
from hordes.server.db.database import CHAT, ENTRIES, SEATS, SESSIONS
from hordes.server.db.queries import NoTable
from hordes.server.live import presence
from hordes.server.live.background_tasks import BackgroundTasks
from hordes.server.live.live_table import LiveTable
from hordes.server.live.presence import Presence
from hordes.server.live.unreadable_tables import Unreadable


class ChangeNotices:
    """Brings open tables up to date when a notice comes in."""

    def __init__(
        self,
        tables: dict[str, LiveTable],
        tasks: BackgroundTasks,
        presence: Presence,
        close_ended: Callable[[str | None], Coroutine[Any, Any, None]],
    ) -> None:
        self.tables, self.tasks, self.presence, self.close_ended = tables, tasks, presence, close_ended

    def handle(self, notice: str) -> None:
        """Handle a notice: a kind, a table, and for entries the ply."""
        if self.tasks.is_stopping:
            return
        if notice == EVERYTHING:
            for table in list(self.tables.values()):
                self.tasks.spawn(refresh(table, ENTRIES + CHAT + SEATS))
            self.tasks.spawn(self.close_ended(None))
            return
        if notice[0] == SESSIONS:
            self.tasks.spawn(self.close_ended(notice[1:]))
            return
        if notice[0] in presence.NOTICE_KINDS:
            self.presence.on_notice(notice, self.tables)
            return
        table_id, _, ply = notice[1:].partition(":")
        changed = self.tables.get(table_id)
        if changed is None or (ply and int(ply) < changed.game_log.ply):
            return  # not open here, or one of our own entries, as most are
        self.tasks.spawn(refresh(changed, notice[0], int(ply) if ply else None))


async def refresh(table: LiveTable, kinds: str, ply: int | None = None) -> None:
    """Read what has changed at a table; `ply` is the entry that a notice is about."""
    with suppress(Unreadable, NoTable):  # noted by close_unreadable, or deleted
        if ENTRIES in kinds:
            await table.catch_up(ply)
        if CHAT in kinds:
            await table.feed.publish_new_chat()
        if SEATS in kinds:
            await table.reload()
