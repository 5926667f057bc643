"""The queue of bots: whom somebody waits for comes first, and the tables of one owner do not crowd out another's."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from hordes.engine.games import load
from hordes.server.bots.available_levels import AvailableLevels
from hordes.server.bots.fair_queue import Attention, FairQueue, Waiter
from hordes.server.bots.worker_pool import Worker, WorkerPool
from hordes.server.live.bot_turns import waiter_of
from tests.server.clients import ME, Guest, Server

EXPERT = {"kind": "bot", "level": "expert"}


def order_of(*waiters: Waiter, prepare: Callable[[FairQueue[Any]], None] = lambda queue: None) -> list[str]:
    """Owners in the order in which they are served, each for one second."""

    async def scenario() -> list[str]:
        queue: FairQueue[Any] = FairQueue()
        prepare(queue)
        names = {queue.add(waiter): waiter for waiter in waiters}
        served = []
        while (future := queue.pop()) is not None:
            served.append(names[future].owner)
            queue.charge(names[future], 1.0)
        return served

    return asyncio.run(scenario())


def test_tables_that_nobody_watches_come_last() -> None:
    bots = [Waiter("bots", Attention.UNATTENDED)] * 31
    waiting = Waiter("friends", Attention.AWAITED)
    assert order_of(*bots, waiting, Waiter("ann", Attention.WATCHED))[:3] == ["ann", "friends", "bots"]


def test_owners_take_turns() -> None:
    many, one = [Waiter("many", Attention.WATCHED)] * 5, Waiter("one", Attention.WATCHED)
    assert order_of(*many, one, one) == ["many", "one", "many", "one", "many", "many", "many"]


def test_who_has_used_much_waits_but_who_was_away_has_saved_nothing() -> None:
    def used(queue: FairQueue[Any]) -> None:
        queue.charge(Waiter("busy", Attention.WATCHED), 2.5)
        queue.served_up_to = 2.0

    busy, new = Waiter("busy", Attention.WATCHED), Waiter("new", Attention.WATCHED)
    assert order_of(busy, busy, new, new, new, prepare=used) == ["new", "busy", "new", "busy", "new"]


def test_who_waits_no_more_is_not_served() -> None:
    async def scenario() -> None:
        queue: FairQueue[int] = FairQueue()
        ann = queue.add(Waiter("ann", Attention.WATCHED))
        bob = queue.add(Waiter("bob", Attention.WATCHED))
        queue.remove(ann)
        assert len(queue) == queue.count(Attention.UNATTENDED) == 1
        assert queue.pop() is bob
        assert queue.pop() is None

    asyncio.run(scenario())


def test_thirty_tables_of_bots_do_not_keep_the_bot_of_a_person_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one worker: whoever is being served is finished, then comes the table where somebody is."""
    served: list[str] = []

    async def answer(worker: Worker, request: dict[str, Any]) -> dict[str, Any]:
        served.append(request["key"])
        await asyncio.sleep(0)
        return {"move": "done", "complaint": ""}

    async def no_process(worker: Worker) -> None:
        pass

    monkeypatch.setattr(Worker, "ask", answer)
    monkeypatch.setattr(Worker, "start", no_process)

    async def scenario() -> None:
        pool, state = WorkerPool(1, 3.0, AvailableLevels("")), load("smallworld").new({"players": 2})
        bots = Waiter("bots", Attention.UNATTENDED)
        choices = [pool.choose(state, "smallworld", {}, "expert", f"bots{n}", 1, bots) for n in range(31)]
        tasks = [asyncio.ensure_future(choice) for choice in choices]
        await asyncio.sleep(0)
        watched = Waiter("ann", Attention.WATCHED)
        assert pool.thinking_seconds(watched) == 3.0, "those that nobody waits for take no time from it"
        tasks.append(asyncio.ensure_future(pool.choose(state, "smallworld", {}, "expert", "ann", 1, watched)))
        await asyncio.gather(*tasks)

    asyncio.run(scenario())
    assert len(served) == 32
    assert served[1] == "ann"


def test_a_table_is_watched_awaited_or_unattended(server: Server, ann: Guest) -> None:
    def waiter(made: dict[str, Any]) -> Waiter:
        return waiter_of(server.manager.tables[made["table"]])

    alone, friends = ann.create([EXPERT, EXPERT]), ann.create([ME, ME])
    assert [waiter(made).attention for made in (alone, friends)] == [Attention.UNATTENDED, Attention.AWAITED]
    with ann.open_viewer(friends["table"]) as me:
        me.until("snapshot")
        assert waiter(friends).attention is Attention.WATCHED
    with server.guest() as other:
        assert waiter(other.create([ME, ME])).owner == waiter(friends).owner, "guests of one address are one owner"
