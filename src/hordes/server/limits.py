"""Limits that keep one visitor from taking what is there for all."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from hordes.engine.errors import Refusal


class TooMuch(Refusal):
    """More than is allowed, or faster."""

    code = "too_much"


class Bucket:
    """So many a second, and a burst.

    >>> bucket = Bucket(rate=1, burst=2, clock=iter([0.0, 0.0, 0.0, 0.0, 1.5]).__next__)
    >>> [bucket.take() for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.level, self.at = burst, clock()

    def take(self) -> bool:
        """Take one if there is one."""
        now = self.clock()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True

    def full(self) -> bool:
        """Has nothing been taken for a while?"""
        return self.level + (self.clock() - self.at) * self.rate >= self.burst


class Buckets:
    """A bucket for each visitor; those that are full again are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 20_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._by_key: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        """Take one from this visitor's bucket. When even the full ones fill the memory, strangers have to wait."""
        bucket = self._by_key.get(key)
        if bucket is None:
            if len(self._by_key) >= self.most:
                self._by_key = {name: kept for name, kept in self._by_key.items() if not kept.full()}
            if len(self._by_key) >= self.most:
                return False
            bucket = self._by_key[key] = Bucket(self.rate, self.burst)
        return bucket.take()


class Places:
    """Room for so many in all and so many from one address."""

    def __init__(self, most: int, most_each: int) -> None:
        self.most, self.most_each = most, most_each
        self.by_key: Counter[str] = Counter()
        self.taken = 0

    def enter(self, key: str) -> bool:
        """Take a place if there is one."""
        if self.taken >= self.most or self.by_key[key] >= self.most_each:
            return False
        self.taken += 1
        self.by_key[key] += 1
        return True

    def leave(self, key: str) -> None:
        """Give a place back."""
        self.taken -= 1
        self.by_key[key] -= 1
        if self.by_key[key] <= 0:
            del self.by_key[key]
