"""Queue of bots that wait for a worker: the urgent first, and of equals the owner who has used the least time.

A table where somebody is goes before one where people will come back, and that before one of bots that nobody watches.
Among these the owners of the tables take turns by the seconds of workers they have used, so that thirty tables of one
visitor get no more than one table of another.
"""

from __future__ import annotations

import asyncio
from enum import IntEnum
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
MAX_OWNERS = 10_000


class Attention(IntEnum):
    """How much a table's next move matters to people."""

    WATCHED = 0
    AWAITED = 1
    UNATTENDED = 2


class Waiter(NamedTuple):
    """For whom a bot chooses: the owner of the table, and whether somebody waits."""

    owner: str
    attention: Attention


NOBODY = Waiter("", Attention.AWAITED)


class FairQueue(Generic[T]):
    """Futures that wait for a `T`.

    >>> async def example() -> list[bool]:
    ...     queue: FairQueue[int] = FairQueue()
    ...     bob, ann = Waiter("bob", Attention.WATCHED), Waiter("ann", Attention.WATCHED)
    ...     queue.charge(bob, 3.0)
    ...     first, second = queue.add(bob), queue.add(ann)
    ...     return [queue.pop() is second, queue.pop() is first, queue.pop() is None]
    >>> asyncio.run(example())
    [True, True, True]
    """

    def __init__(self) -> None:
        self.used: dict[str, float] = {}
        self.served_up_to = 0.0
        self._waiting: dict[asyncio.Future[T], Waiter] = {}  # in the order of their coming

    def __len__(self) -> int:
        return len(self._waiting)

    def count(self, attention: Attention) -> int:
        """How many wait that are as urgent as this, or more."""
        return sum(waiter.attention <= attention for waiter in self._waiting.values())

    def add(self, waiter: Waiter) -> asyncio.Future[T]:
        """Let somebody wait; an owner who has not been here for a while begins level with the others."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.used[waiter.owner] = max(self.used.get(waiter.owner, 0.0), self.served_up_to)
        self._waiting[future] = waiter
        return future

    def remove(self, future: asyncio.Future[T]) -> None:
        """Somebody no longer waits."""
        self._waiting.pop(future, None)

    def pop(self) -> asyncio.Future[T] | None:
        """The next one, if anybody waits."""
        if not self._waiting:
            return None
        future = min(self._waiting, key=self._rank)  # the first of equals
        waiter = self._waiting.pop(future)
        self.served_up_to = max(self.served_up_to, self.used.get(waiter.owner, 0.0))
        return future

    def charge(self, waiter: Waiter, seconds: float) -> None:
        """Count what an owner has used."""
        self.used[waiter.owner] = max(self.used.get(waiter.owner, 0.0), self.served_up_to) + seconds
        if len(self.used) > MAX_OWNERS:
            # Whoever has used no more than everybody is as good as new.
            self.used = {owner: used for owner, used in self.used.items() if used > self.served_up_to}

    def _rank(self, future: asyncio.Future[T]) -> tuple[int, float]:
        waiter = self._waiting[future]
        return waiter.attention, self.used.get(waiter.owner, 0.0)
