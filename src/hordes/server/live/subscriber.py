"""Subscriber of a table: a bounded outgoing message queue; one that does not keep up is dropped."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from hordes.engine.errors import Refusal
from hordes.server.auth.sessions import NOBODY, Visitor
from hordes.server.live.messages import Viewpoint, encode, refusal_message

TRY_LATER, GOING_AWAY, POLICY_VIOLATION = 1013, 1001, 1008  # close codes of RFC 6455


class Access(NamedTuple):
    """By what a viewer holds seats: the visitor of the cookie, or a seat token. Whose chat is not shown to them."""

    visitor: Visitor = NOBODY
    token: str | None = None
    muted: frozenset[str] = frozenset()


class Subscriber:
    """Outgoing queue of one open socket, and the seats it holds."""

    def __init__(self, viewpoint: Viewpoint, max_queued: int) -> None:
        self.viewpoint, self.max_queued = viewpoint, max_queued
        self.greeting: deque[bytes] = deque()
        self.queue: deque[bytes] = deque()
        self.has_messages = asyncio.Event()
        self.is_dropped = False
        self.close_reason = ""
        self.close_code = GOING_AWAY
        self.access = Access()

    def queue_greeting(self, messages: Iterable[bytes]) -> None:
        """Queue the first messages; they do not count against the limit, so that a reconnect makes progress."""
        self.greeting.extend(messages)
        self.has_messages.set()

    def queue_message(self, message: bytes) -> None:
        """Queue a message; if the queue is full the subscriber is dropped, and can reconnect with its last ply."""
        if len(self.queue) >= self.max_queued:
            self.is_dropped = True
            self.queue.clear()
        if not self.is_dropped:
            self.queue.append(message)
        self.has_messages.set()

    def close_after_queue(self, why: str) -> None:
        """Close once everything queued has been sent."""
        self.close_reason = why
        self.has_messages.set()

    def refuse(self, refusal: Refusal) -> None:
        """Say why this viewer may no longer watch, and close for good: a client does not come back by itself."""
        self.queue_message(encode(refusal_message(refusal)))
        self.close_code = POLICY_VIOLATION
        self.close_after_queue(str(refusal))

    async def next_message(self) -> bytes | None:
        """The next message to send; None when the socket is to be closed."""
        while not self.greeting and not self.queue:
            if self.is_dropped or self.close_reason:
                return None
            self.has_messages.clear()
            await self.has_messages.wait()
        return self.greeting.popleft() if self.greeting else self.queue.popleft()
