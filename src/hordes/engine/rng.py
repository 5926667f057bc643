"""The generator that answers chance when nobody else does.

Its whole state is one integer, the seed: the referee hands it back after every request, so that a game goes on where it
stopped. A Weyl sequence goes through a mixing function (after Steele, Lea and Flood's SplitMix), in 62 bits, so that
compiled and interpreted runs agree and neighbouring seeds have nothing in common.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.bits import FULL
from hordes.engine.native import i64, mypyc_attr

STEP: Final = 0x1E3779B97F4A7C15
MULTIPLY_1: Final = 0x3F58476D1CE4E5B9
MULTIPLY_2: Final = 0x14D049BB133111EB


def mix(word: i64) -> i64:
    """Scatter 62 bits so that every bit of the answer hangs on every bit of the question."""
    x = word ^ (word >> 30)
    x = (x * MULTIPLY_1) & FULL
    x ^= x >> 27
    x = (x * MULTIPLY_2) & FULL
    return x ^ (x >> 31)


@mypyc_attr(acyclic=True)
class Rng:
    """A generator of its own for every game; there is no global one.

    >>> rng = Rng(7)
    >>> [rng.below(6) for _ in range(8)] == [Rng(7).below(6)] * 8
    False
    """

    seed: i64

    def __init__(self, seed: int) -> None:
        self.seed = seed & FULL

    def __reduce__(self) -> tuple[object, ...]:
        return Rng, (int(self.seed),)

    def word(self) -> i64:
        """The next 62 bits."""
        self.seed = (self.seed + STEP) & FULL
        return mix(self.seed)

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each equally likely; n below 2**31."""
        return ((self.word() >> 31) * n) >> 31
