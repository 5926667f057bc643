"""Somebody at a socket: messages wait in a queue of bounded length, and whoever does not keep up is dropped."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable

from hordes.server.telling import Viewpoint


class Watcher:
    """One open socket and the seats its holder has."""

    def __init__(self, viewpoint: Viewpoint, most: int) -> None:
        self.viewpoint, self.most = viewpoint, most
        self.greeting: deque[bytes] = deque()
        self.queue: deque[bytes] = deque()
        self.filled = asyncio.Event()
        self.dropped = False
        self.ended = ""

    def greet(self, messages: Iterable[bytes]) -> None:
        """What a newcomer is told first; it does not count against the queue, so that whoever comes back gets on."""
        self.greeting.extend(messages)
        self.filled.set()

    def push(self, message: bytes) -> None:
        """Queue a message; if the queue is full the watcher is dropped, and can come again with his last ply."""
        if len(self.queue) >= self.most:
            self.dropped = True
            self.queue.clear()
        if not self.dropped:
            self.queue.append(message)
        self.filled.set()

    def end(self, why: str) -> None:
        """Say good-bye after what is queued."""
        self.ended = why
        self.filled.set()

    async def next(self) -> bytes | None:
        """The next message to send; None when this is the end."""
        while not self.greeting and not self.queue:
            if self.dropped or self.ended:
                return None
            self.filled.clear()
            await self.filled.wait()
        return self.greeting.popleft() if self.greeting else self.queue.popleft()
