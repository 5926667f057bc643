"""The parts of the table manager, each alone: background tasks, registry, clocks, notices, actions of the server."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from hordes.engine.errors import Refusal
from hordes.server.db.change_listener import EVERYTHING
from hordes.server.db.database import Database
from hordes.server.http.metrics import Metrics
from hordes.server.limits.thread_pools import ThreadPool
from hordes.server.live.background_tasks import BackgroundTasks
from hordes.server.live.bot_turns import BotTurns
from hordes.server.live.change_notices import ChangeNotices
from hordes.server.live.clock_keeper import ClockKeeper
from hordes.server.live.live_table import LiveTable, ServerAction
from hordes.server.live.open_tables import OpenTables
from hordes.server.live.presence import Presence
from hordes.server.live.table_advance import TableAdvancer
from hordes.server.live.unreadable_tables import Unreadable
from hordes.server.live.uptime import Uptime


class FakeTable:
    """What the parts read of a table, and what they asked of it."""

    def __init__(self, *, to_move: int = 0, result: Any = None) -> None:
        self.asked: list[Any] = []
        self.actions: list[ServerAction] = []
        self.row = SimpleNamespace(id="t", status="running")
        self.lock = asyncio.Lock()
        self.has_clock, self.is_closed, self.last_used_at = True, False, 0
        self.advance_task: Any = None
        self.bot_choice: Any = None
        self.last_entry_is_ours = True
        self.game_log: Any = SimpleNamespace(
            to_move=to_move, ply=3, changed_ply=3, has_started=True, undo_request=None, result=lambda: result
        )
        self.feed = SimpleNamespace(close=self.asked.append, publish_new_chat=self._ask_chat)

    def live(self) -> LiveTable:
        return cast(LiveTable, self)

    async def _ask_chat(self) -> None:
        self.asked.append("chat")

    async def catch_up(self, ply: int | None = None) -> None:
        self.asked.append(("entries", ply))

    async def reload(self) -> None:
        self.asked.append("seats")

    def server_action(self) -> ServerAction | None:
        return self.actions[0] if self.actions else None

    async def start(self) -> None:
        self.asked.append("start")
        self.actions.pop(0)

    async def complete_undo_request(self) -> None:
        self.asked.append("undo")
        self.actions.pop(0)

    async def check_clock(self, grace_until: int) -> None:
        self.asked.append("clock")
        raise RuntimeError("a fault of this table")

    async def discount_downtime(self) -> None:
        self.asked.append("downtime")

    def is_played_by_bot(self, seat: int) -> bool:
        return False


def test_a_failed_task_is_counted_and_cancelling_waits() -> None:
    async def fail() -> None:
        raise RuntimeError("no")

    async def work() -> None:
        tasks = BackgroundTasks(Metrics())
        tasks.spawn(fail())
        endless = tasks.spawn(asyncio.sleep(1000))
        await asyncio.sleep(0.01)
        assert list(tasks.running) == [endless]
        assert tasks.metrics.value("failures_total") == 1
        await tasks.cancel_all()
        assert endless.cancelled()
        assert not tasks.running

    asyncio.run(work())


def empty_database(folder: Path) -> Database:
    database = Database(f"sqlite:///{folder}/tables.db")
    database.migrate()
    return database


def test_an_unknown_table_is_refused_and_an_unreadable_one_not_retried(tmp_path: Path) -> None:
    async def work() -> None:
        database = empty_database(tmp_path)
        tables = OpenTables(database, ThreadPool("opening"), Metrics(), cast(Any, None), cast(Any, None))
        with pytest.raises(Refusal, match="no such table"):
            await tables.get("nowhere")
        assert await tables.try_get("nowhere") is None
        table = FakeTable()
        tables.tables["t"] = table.live()
        tables.close_unreadable(table.live(), Unreadable("torn"), ValueError("torn"))
        assert table.is_closed
        assert table.asked == ["torn"]
        assert not tables.tables
        with pytest.raises(Unreadable, match="torn"):
            await tables.get("t")
        await database.close()

    asyncio.run(work())


def test_the_fault_of_one_clock_stops_no_other(tmp_path: Path) -> None:
    async def work() -> None:
        database, (first, second) = empty_database(tmp_path), (FakeTable(), FakeTable())
        tables = {"a": first.live(), "b": second.live()}
        keeper = ClockKeeper(Uptime(database), BackgroundTasks(Metrics()), tables)
        await keeper.start()
        await keeper.check()
        assert first.asked == second.asked == ["clock"]
        await database.close()

    asyncio.run(work())


@pytest.mark.parametrize(
    ("notice", "asked"),
    [
        ("mt:3", [("entries", 3)]),
        ("mt:2", []),
        ("ct", ["chat"]),
        ("st", ["seats"]),
        ("sother", []),
        ("a7", []),
        (EVERYTHING, [("entries", None), "chat", "seats"]),
    ],
)
def test_a_notice_refreshes_what_it_is_about(notice: str, asked: list[Any]) -> None:
    ended: list[str | None] = []

    async def work() -> None:
        table, tasks = FakeTable(), BackgroundTasks(Metrics())

        async def close_ended(account: str | None) -> None:
            ended.append(account)

        notices = ChangeNotices({"t": table.live()}, tasks, Presence(lambda _: None), close_ended)
        notices.handle(notice)
        await asyncio.gather(*tasks.running)
        assert table.asked == asked
        assert ended == {"*": [None], "a7": ["7"]}.get(notice, [])
        tasks.is_stopping = True
        notices.handle(notice)
        assert not tasks.running

    asyncio.run(work())


def test_a_table_is_advanced_by_one_task_until_a_person_decides() -> None:
    async def work() -> None:
        table, tasks = FakeTable(), BackgroundTasks(Metrics())
        bot_turns = BotTurns(cast(Any, None), tasks.metrics, "normal")
        advancer = TableAdvancer(tasks, bot_turns, cast(Any, None), 0.0)
        advancer.advance(table.live())
        assert not tasks.running
        table.actions = [ServerAction.START, ServerAction.UNDO]
        advancer.advance(table.live())
        advancer.advance(table.live())
        assert len(tasks.running) == 1
        await table.advance_task
        assert table.asked == ["start", "undo"]

    asyncio.run(work())


def test_a_start_that_fails_is_not_tried_at_once_again() -> None:
    async def work() -> None:
        table, tasks = FakeTable(), BackgroundTasks(Metrics())
        table.actions, table.game_log.has_started = [ServerAction.START] * 3, False
        advancer = TableAdvancer(tasks, cast(Any, None), cast(Any, None), 0.0)
        advancer.advance(table.live())
        await table.advance_task
        assert table.asked == ["start"]

    asyncio.run(work())


def test_a_choice_for_another_position_is_dropped() -> None:
    async def work() -> None:
        table, bot_turns = FakeTable(), BotTurns(cast(Any, None), Metrics(), "normal")
        table.is_played_by_bot = lambda seat: True  # type: ignore[method-assign]
        task = asyncio.get_running_loop().create_task(asyncio.sleep(1000))
        table.bot_choice = SimpleNamespace(task=task, ply=3, seat=0)
        bot_turns.cancel_stale_choice(table.live())
        assert not task.cancelling()
        table.game_log.changed_ply = 4
        bot_turns.cancel_stale_choice(table.live())
        assert task.cancelling()

    asyncio.run(work())
