"""What the server takes from its machine: time, randomness and pools of threads.

Production code reads them through `environment()`, so that tests can put a simulated machine in their place
(`tests/server/simulation`). Sleeps, time-outs and the hops to threads go through the event loop, which is the other
half of that seam. The environment is a context variable: each simulated process has its own.
"""

from __future__ import annotations

import base64
import secrets
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import ContextVar


class Environment:
    """The machine itself: the system's clocks, its random generator, real threads."""

    def wall_ms(self) -> int:
        """Time of the system's clock in milliseconds since the epoch; it can be set forward and back."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Seconds since some moment; never set."""
        return time.monotonic()

    def random_bytes(self, count: int) -> bytes:
        """Bytes that nobody can predict."""
        return secrets.token_bytes(count)

    def thread_pool(self, threads: int, name: str) -> Executor:
        """A pool of threads for work that blocks."""
        return ThreadPoolExecutor(threads, name)

    def random_below(self, n: int) -> int:
        """A number from 0 to n - 1 that nobody can predict, without bias."""
        excess = (1 << 64) % n
        while True:
            number = int.from_bytes(self.random_bytes(8), "big")
            if number >= excess:
                return number % n

    def random_text(self, count: int) -> str:
        """`count` random bytes as URL-safe text."""
        return base64.urlsafe_b64encode(self.random_bytes(count)).rstrip(b"=").decode("ascii")


current_environment: ContextVar[Environment] = ContextVar("current_environment", default=Environment())  # noqa: B039


def environment() -> Environment:
    """The environment of the code that runs now."""
    return current_environment.get()


def monotonic() -> float:
    """Monotonic time in seconds."""
    return environment().monotonic()
