"""The server's own next action at a table: the start, an agreed undo, a bot's move, the end of the game."""

from __future__ import annotations

import asyncio

from sqlalchemy import Connection

from hordes.server.auth.ratings import update_ratings
from hordes.server.db import queries
from hordes.server.db.database import SEATS, Database
from hordes.server.live.background_tasks import BackgroundTasks
from hordes.server.live.bot_turns import BotTurns
from hordes.server.live.live_table import LiveTable, ServerAction

FOREIGN_BOT_PAUSE = 2.0
"""Seconds a bot waits when another process wrote the last entry and will probably move for it."""


class TableAdvancer:
    """Does at each table what the server has to do, in one task a table; `bot_pause` is in seconds."""

    def __init__(self, tasks: BackgroundTasks, bot_turns: BotTurns, database: Database, bot_pause: float) -> None:
        self.tasks, self.bot_turns, self.database, self.bot_pause = tasks, bot_turns, database, bot_pause

    def advance(self, table: LiveTable) -> None:
        """Start the task that does the server's next actions at a table, if there are any and it is not running."""
        is_running = table.advance_task is not None and not table.advance_task.done()
        if not self.tasks.is_stopping and not is_running and table.server_action() is not None:
            table.advance_task = self.tasks.spawn(self._advance(table))

    async def _advance(self, table: LiveTable) -> None:
        """Do what the server has to do, until a person has to act."""
        while not self.tasks.is_stopping and not table.is_closed and (action := table.server_action()) is not None:
            if action is ServerAction.START:
                await table.start()
                if not table.game_log.has_started:
                    return  # other processes are trying, too; the next sweep looks again
            elif action is ServerAction.STORE_RESULT:
                await store_result(self.database, table)
            elif action is ServerAction.UNDO:
                await table.complete_undo_request()
            elif action is ServerAction.REMOVE:
                await table.complete_removal()
            else:
                await self._move_for_bot(table)

    async def _move_for_bot(self, table: LiveTable) -> None:
        game_log = table.game_log
        is_our_turn = table.last_entry_is_ours or game_log.ply < 2
        await asyncio.sleep(self.bot_pause if is_our_turn else FOREIGN_BOT_PAUSE)
        await self.bot_turns.play(table, game_log.to_move, game_log.ply)


async def store_result(database: Database, table: LiveTable) -> None:
    """Store the result in the row and update ratings; of several processes only the first does."""
    result = table.game_log.result()
    if result is None or table.row.status == "over":
        return
    quitters = table.game_log.resigned | table.game_log.absent

    def work(connection: Connection) -> None:
        if queries.set_over(connection, table.row.id, result):
            if table.is_rated():
                update_ratings(connection, table.row, table.seats, result, quitters, table.game_log.teams())
            database.notify(connection, table.row.id, SEATS)

    await database.write(work)
    table.row = table.row._replace(status="over", result=result)
    table.feed.publish_table_info()
