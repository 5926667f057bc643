"""Pseudo-random number generator: SplitMix in 62 bits.

Its whole state is one integer, the seed: the referee returns it after every request, so that a game can be continued.
A Weyl sequence goes through a mixing function (after Steele, Lea and Flood's SplitMix), in 62 bits, so that compiled
and interpreted runs agree and neighbouring seeds give unrelated sequences.
"""

from __future__ import annotations

from operator import index
from typing import Final, SupportsIndex

from hordes.engine.core.bits import FULL
from hordes.engine.errors import BadRequest
from hordes.engine.mypyc_compat import i64, mypyc_attr

STEP: Final = 0x1E3779B97F4A7C15
MULTIPLY_1: Final = 0x3F58476D1CE4E5B9
MULTIPLY_2: Final = 0x14D049BB133111EB


def mix(word: i64) -> i64:
    """Mix 62 bits so that every output bit depends on every input bit."""
    x = word ^ (word >> 30)
    x = (x * MULTIPLY_1) & FULL
    x ^= x >> 27
    x = (x * MULTIPLY_2) & FULL
    return x ^ (x >> 31)


def derived_seed(seed: int, index: i64) -> i64:
    """The seed of one of many things under a common seed: of a game of a run, or of a bot's next question.

    >>> len({derived_seed(seed, index) for seed in range(7, 10) for index in range(1000)})
    3000
    """
    word: i64 = seed & FULL
    return mix(mix(word) ^ index)  # mixed twice: neighbouring seeds and indices share nothing


def _whole(seed: object) -> int:
    """A seed as an int; NumPy's integers are whole numbers, too."""
    try:
        return index(seed)  # type: ignore[arg-type]
    except TypeError as error:
        raise BadRequest(f"The seed of a generator is a whole number, not {seed!r}.") from error


@mypyc_attr(acyclic=True)
class Rng:  # noqa: PLW1641  # no hash: it changes with every number
    """A random generator. `seed` is its whole state, so two generators with the same `seed` return the same numbers.

    Every game has its own; there is no global one.

    >>> rng = Rng(7)
    >>> [rng.below(6) for _ in range(8)] == [Rng(7).below(6)] * 8
    False
    """

    seed: i64

    def __init__(self, seed: SupportsIndex) -> None:
        self.seed = _whole(seed) & FULL

    def __reduce__(self) -> tuple[object, ...]:
        return Rng, (int(self.seed),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rng) and self.seed == other.seed

    def __repr__(self) -> str:
        return f"Rng({self.seed})"

    def next_bits(self) -> i64:
        """The next 62 bits."""
        self.seed = (self.seed + STEP) & FULL
        return mix(self.seed)

    def below(self, n: i64) -> i64:
        """A uniform number from 0 to n - 1; n is at least 1 and below 2**31."""
        if n < 1:
            raise BadRequest(f"There is no number from 0 to {n - 1} to draw.")
        return ((self.next_bits() >> 31) * n) >> 31
