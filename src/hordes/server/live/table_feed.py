"""Outgoing messages of a live table: publishing steps, table info and chat to subscribers, and catching up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection

from hordes.engine.errors import NotTheMoment, translatable
from hordes.server.auth.names import clean_chat
from hordes.server.db import queries
from hordes.server.db.database import CHAT, now
from hordes.server.db.snapshots import read_snapshots
from hordes.server.live import messages
from hordes.server.live.game_log import AppliedEntry, GameLog
from hordes.server.live.log_entries import TABLE_SEAT, Entry
from hordes.server.live.log_snapshots import INTERVAL, LogSnapshot, restore
from hordes.server.live.messages import ViewCache, ViewDiff, Viewpoint
from hordes.server.live.subscriber import Subscriber
from hordes.server.live.table_info import table_info
from hordes.server.protocol.messages import ChatLine, Welcome

if TYPE_CHECKING:
    from hordes.server.live.live_table import LiveTable

MAX_REPLAYED = 4 * INTERVAL
"""Entries that are replayed for one client that was away; for more it gets a snapshot."""


class TableFeed:
    """The subscribers of a table, and everything that is sent to them."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.subscribers: dict[Subscriber, None] = {}  # in the order of their coming
        self.view_cache: ViewCache | None = None
        self.last_chat_seen = 0

    def publish_step(self, applied: AppliedEntry) -> None:
        """Send an applied entry to all subscribers, encoded once per viewpoint."""
        before = self.view_cache
        if before is None or before.state is not applied.before:
            before = ViewCache(applied.before)
        self.view_cache = ViewCache(applied.after)
        views, facts, encoded = (before, self.view_cache, ViewDiff()), self.table.facts(), dict[Viewpoint, bytes]()
        for subscriber in list(self.subscribers):
            viewpoint = subscriber.viewpoint
            message = encoded.get(viewpoint)
            if message is None:
                message = messages.encode_step(self.table.game_log, applied, viewpoint, facts, views)
                encoded[viewpoint] = message
            subscriber.queue_message(message)

    def publish_table_info(self) -> None:
        """Send the table's description to all subscribers."""
        self._send_to_all(self._encode_welcome())

    def _send_to_all(self, message: bytes) -> None:
        for subscriber in list(self.subscribers):
            subscriber.queue_message(message)

    def _encode_welcome(self) -> bytes:
        return messages.encode(Welcome(table_info(self.table), self.table.game_log.ply))

    def close(self, reason: str) -> None:
        """Disconnect all subscribers once their queues are sent."""
        for subscriber in self.subscribers:
            subscriber.close_after_queue(reason)

    # Chat

    async def post_chat(self, held: Viewpoint, name: str, text: str, owner: str) -> None:
        """Store and publish a chat line of a seat or a spectator; `owner` is the visitor, empty without a cookie."""
        database, table_id = self.table.manager.database, self.table.row.id
        if self.table.row.chat_off:
            raise NotTheMoment(translatable("chat_off", "The host has switched the chat of this table off."))
        line = ChatLine(0, held[0] if held else TABLE_SEAT, name, clean_chat(text), now())

        def work(connection: Connection) -> None:
            queries.insert_chat(connection, table_id, line, owner)
            database.notify(connection, table_id, CHAT)

        await database.write(work)
        await self.publish_new_chat()

    async def publish_new_chat(self) -> None:
        """Publish chat lines that have not been published here."""
        for line, owner in await self._read_chat(self.last_chat_seen):
            if line.n > self.last_chat_seen:  # another call may have published it while this one was reading
                self.last_chat_seen = line.n
                self._send_chat(self._encode_chat(line), owner)

    def _send_chat(self, message: bytes, owner: str) -> None:
        """Send a chat line to all who have not muted its author."""
        for subscriber in list(self.subscribers):
            if owner not in subscriber.access.muted:
                subscriber.queue_message(message)

    async def skip_old_chat(self) -> None:
        """Count the stored chat lines as published: subscribers get them when they subscribe."""
        self.last_chat_seen = max((line.n for line, _ in await self._read_chat(0)), default=0)

    async def _read_chat(self, since: int) -> list[tuple[ChatLine, str]]:
        return await self.table.manager.database.read(lambda c: queries.read_chat(c, self.table.row.id, since))

    def _encode_chat(self, line: ChatLine) -> bytes:
        line.ply = self.table.game_log.ply
        return messages.encode(line)

    # Subscribing and catching up

    async def subscribe(
        self, subscriber: Subscriber, ply: int | None, chat: int | None, may_replay: bool = True
    ) -> None:
        """Queue a snapshot, or the steps missed since `ply`, then add the subscriber.

        A client that has missed more entries than fit into half a queue gets a snapshot instead, as does one whose
        steps would take a long replay, or that comes while many others are waiting (`may_replay`).
        """
        table, viewpoint, max_missed = self.table, subscriber.viewpoint, subscriber.max_queued // 2
        game_log = table.game_log
        if ply is not None and ply > game_log.ply:
            await table.catch_up()  # the client comes from another process, which is ahead
        lines = await self._read_chat(chat or 0)
        replayed_to, early_steps = ply, list[bytes]()
        if ply is not None and game_log.ply - max_missed <= ply < game_log.ply:
            # The replay runs without the lock; when more is written meanwhile, the next one is short.
            early_steps = (await self.missed_steps(viewpoint, ply) if may_replay else None) or []
            replayed_to = ply + len(early_steps) if early_steps else None
        async with table.lock:
            subscriber.queue_greeting([self._encode_welcome()])
            can_resume = replayed_to is not None and game_log.ply - max_missed <= replayed_to <= game_log.ply
            late_steps = None
            if replayed_to is not None and can_resume and game_log.has_started:
                late_steps = await self.missed_steps(viewpoint, replayed_to)
            if late_steps is not None:
                subscriber.queue_greeting([*early_steps, *late_steps])
            else:
                subscriber.queue_greeting([messages.encode_snapshot(game_log, viewpoint, table.facts())])
            muted = subscriber.access.muted
            subscriber.queue_greeting(self._encode_chat(line) for line, owner in lines if owner not in muted)
            self.subscribers[subscriber] = None
        self.publish_table_info()
        table.manager.presence.announce(table)

    async def missed_steps(self, viewpoint: Viewpoint, since: int) -> list[bytes] | None:
        """The step messages from a ply on, byte for byte as they were sent; None if that would take a long replay."""
        table, pool = self.table, self.table.manager.pools.catching_up
        until, known = table.game_log.ply, dict(table.digest.at_interval)
        if since >= until:
            return []

        def work(connection: Connection) -> tuple[list[LogSnapshot], list[Entry]]:
            stored = read_snapshots(connection, table.row.id, since)
            snapshots = [one for one in stored if known.get(one.ply) == one.log_hash]
            first = max((one.ply for one in snapshots), default=0)
            if until - first > MAX_REPLAYED:
                return [], []
            return snapshots, queries.read_entries(connection, table.row.id, first)

        if not pool.has_room():
            return None
        snapshots, entries = await table.manager.database.read(work)
        entries = [entry for entry in entries if entry.ply < until]
        if not entries or not pool.has_room():
            return None
        return await pool.run("", self._replay_steps, snapshots, entries, viewpoint, since)

    def _replay_steps(
        self, snapshots: list[LogSnapshot], entries: list[Entry], viewpoint: Viewpoint, since: int
    ) -> list[bytes] | None:
        """Replay from the newest snapshot on, which comes before the first entry; None when it cannot be read."""
        row, has_clock = self.table.row, self.table.has_clock
        game_log, steps = GameLog(row.game, row.options, row.position, row.seed), list[bytes]()
        if snapshots and not restore(game_log, max(snapshots)):
            return None
        for entry in entries:
            applied = game_log.apply(entry)
            if entry.ply >= since:
                facts = messages.public_facts(game_log, has_clock)
                steps.append(messages.encode_step(game_log, applied, viewpoint, facts))
        return steps
