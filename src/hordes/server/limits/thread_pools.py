"""Threads for long computations, apart from each other: opening tables, replays, and catching up.

A pool has one thread, as Python runs one at a time anyway, and a bound on what waits for it, in all and for each
client. Passwords are hashed in the threads of asyncio, which nothing of this uses.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from hordes.engine.errors import translatable
from hordes.server.environment import environment
from hordes.server.http.rate_limits import LimitExceeded

P = ParamSpec("P")
T = TypeVar("T")
MAX_REPLAYS = 32
MAX_REPLAYS_EACH = 2
"""Replays of one client that wait or run."""
MAX_CATCHING_UP = 4
"""Clients that are caught up by a replay; any more get a snapshot."""


class ThreadPool:
    """A thread, and how many computations of whom wait for it or run; 0 means no bound."""

    def __init__(self, name: str, most: int = 0, most_each: int = 0) -> None:
        self.most, self.most_each = most, most_each
        self.busy: Counter[str] = Counter()
        self._threads = environment().thread_pool(1, f"hordes-{name}")

    def has_room(self, client: str = "") -> bool:
        """Whether one more computation is accepted."""
        has_room_each = self.most_each == 0 or self.busy[client] < self.most_each
        return has_room_each and (self.most == 0 or self.busy.total() < self.most)

    async def run(self, client: str, work: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
        """Compute in the thread; refuses when there is no room.

        A computation that nobody waits for any more still counts until it is done.
        """
        if not self.has_room(client):
            raise LimitExceeded(translatable("replays_many", "Too many replays at once; wait a moment."))
        self.busy[client] += 1
        future = asyncio.get_running_loop().run_in_executor(self._threads, lambda: work(*arguments, **more))
        future.add_done_callback(lambda _: self._end(client))
        return await asyncio.shield(future)

    def _end(self, client: str) -> None:
        self.busy[client] -= 1
        self.busy += Counter()  # drops those at zero

    def close(self) -> None:
        """Drop what waits; what runs ends by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class ThreadPools:
    """The pools of a process."""

    def __init__(self) -> None:
        self.opening = ThreadPool("opening")
        self.replay = ThreadPool("replay", MAX_REPLAYS, MAX_REPLAYS_EACH)
        self.catching_up = ThreadPool("catching-up", MAX_CATCHING_UP)

    def close(self) -> None:
        """Close all."""
        for pool in (self.opening, self.replay, self.catching_up):
            pool.close()
