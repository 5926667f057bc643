"""The queue of bots: whom somebody waits for comes first, and the tables of one owner do not crowd out another's."""

import asyncio
from collections.abc import Callable
from typing import Any

from hordes.server.bots.fair_queue import Attention, FairQueue, Waiter
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


def test_a_table_is_watched_awaited_or_unattended(server: Server, ann: Guest) -> None:
    def waiter(made: dict[str, Any]) -> Waiter:
        return server.manager.tables[made["table"]].waiter()

    alone, friends = ann.create([EXPERT, EXPERT]), ann.create([ME, ME])
    assert [waiter(made).attention for made in (alone, friends)] == [Attention.UNATTENDED, Attention.AWAITED]
    with ann.open_viewer(friends["table"]) as me:
        me.until("snapshot")
        assert waiter(friends).attention is Attention.WATCHED
    with server.guest() as other:
        assert waiter(other.create([ME, ME])).owner == waiter(friends).owner, "guests of one address are one owner"
