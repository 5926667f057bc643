"""Rate limits (token buckets) and connection slots per client."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from hordes.engine.errors import Refusal
from hordes.server.environment import monotonic


class LimitExceeded(Refusal):
    """A limit on rate or number has been exceeded (HTTP 429)."""

    code = "too_much"


class TokenBucket:
    """Token bucket: `rate` tokens a second, at most `burst` at once.

    >>> bucket = TokenBucket(rate=1, burst=2, clock=iter([0.0, 0.0, 0.0, 0.0, 1.5]).__next__)
    >>> [bucket.take() for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.level, self.at = burst, clock()

    def take(self) -> bool:
        """Take a token if there is one."""
        now = self.clock()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True

    def is_full(self) -> bool:
        """Whether the bucket has filled up again."""
        return self.level + (self.clock() - self.at) * self.rate >= self.burst


class KeyedBuckets:
    """A token bucket for each key (address, visitor); full ones are dropped when there are too many."""

    def __init__(self, rate: float, burst: float, max_keys: int = 20_000) -> None:
        self.rate, self.burst, self.max_keys = rate, burst, max_keys
        self._by_key: dict[str, TokenBucket] = {}

    def take(self, key: str) -> bool:
        """Take a token from a key's bucket; new keys are refused while `max_keys` buckets are in use."""
        bucket = self._by_key.get(key)
        if bucket is None:
            if len(self._by_key) >= self.max_keys:
                # A full bucket is as good as a new one, so it can be dropped.
                self._by_key = {name: used for name, used in self._by_key.items() if not used.is_full()}
            if len(self._by_key) >= self.max_keys:
                return False
            bucket = self._by_key[key] = TokenBucket(self.rate, self.burst)
        return bucket.take()


class ConnectionSlots:
    """Limit on simultaneous connections: in total, and per key (address)."""

    def __init__(self, max_total: int, max_per_key: int) -> None:
        self.max_total, self.max_per_key = max_total, max_per_key
        self.by_key: Counter[str] = Counter()
        self.taken = 0

    def acquire(self, key: str) -> bool:
        """Take a slot if one is free."""
        if self.taken >= self.max_total or self.by_key[key] >= self.max_per_key:
            return False
        self.taken += 1
        self.by_key[key] += 1
        return True

    def release(self, key: str) -> None:
        """Give a slot back."""
        self.taken -= 1
        self.by_key[key] -= 1
        if self.by_key[key] <= 0:
            del self.by_key[key]
