"""Bots' moves at live tables: choosing one in the pool of workers, making it, and dropping a choice that is stale."""

from __future__ import annotations

import asyncio
import logging

from hordes.engine.errors import Refusal
from hordes.server.bots.fair_queue import Attention, Waiter
from hordes.server.bots.worker_pool import WorkerPool
from hordes.server.http.metrics import Metrics
from hordes.server.limits.quotas import is_account
from hordes.server.live.live_table import BotChoice, LiveTable

log = logging.getLogger("hordes.tables")


def waiter_of(table: LiveTable) -> Waiter:
    """For whom bots choose at a table: its creator, and how much its next move matters to people."""
    row = table.row
    owner = row.host if is_account(row.host) else row.address or row.host
    if table.feed.subscribers or table.connected_seats():
        return Waiter(owner, Attention.WATCHED)
    has_people = any(seat.kind == "human" for seat in table.seats)
    return Waiter(owner, Attention.AWAITED if has_people else Attention.UNATTENDED)


class BotTurns:
    """Moves for seats of bots and of absent owners; `stand_in` is the level that plays for the latter."""

    def __init__(self, pool: WorkerPool, metrics: Metrics, stand_in: str) -> None:
        self.pool, self.metrics, self.stand_in = pool, metrics, stand_in

    async def play(self, table: LiveTable, seat: int, ply: int) -> None:
        """Let a bot choose and make a move, unless the position has changed meanwhile."""
        if seat < 0 or table.game_log.to_move != seat:
            return
        text = await self._choose(table, seat)
        if text is not None and table.game_log.changed_ply <= ply:
            try:
                await table.move_for_bot(seat, ply, text)
            except Refusal as refusal:
                log.info("a bot came too late at %s: %s", table.row.id, refusal.code)

    async def _choose(self, table: LiveTable, seat: int) -> str | None:
        """A bot's chosen move; None when the choice was cancelled.

        The key under which the worker keeps the bot changes with every undo, so that an old plan is not followed.
        """
        record, level = table.game_log.record, table.seats[seat].level or self.stand_in
        key = f"{table.row.id}:{seat}:{table.game_log.undone_ply}"
        state, seed = table.game_log.state.clone(), table.game_log.bot_seed()
        choice = self.pool.choose(state, record.game, record.options, level, key, seed, waiter_of(table))
        choice_task = asyncio.get_running_loop().create_task(choice)
        table.bot_choice = BotChoice(choice_task, table.game_log.ply, seat)
        try:
            return await choice_task
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise  # this task is cancelled, not only the bot's choice
            return None
        finally:
            table.bot_choice = None

    def cancel_stale_choice(self, table: LiveTable) -> None:
        """Cancel a bot's choice if the position has changed, will be rewound, or the owner has returned."""
        choice, game_log = table.bot_choice, table.game_log
        if choice is None or choice.task.done():
            return
        has_changed = game_log.changed_ply > choice.ply or game_log.result() is not None
        will_rewind = game_log.undo_request is not None and not table.missing_consents()
        if has_changed or will_rewind or not table.is_played_by_bot(choice.seat):
            self.metrics.thoughts_dropped.inc()
            choice.task.cancel()
