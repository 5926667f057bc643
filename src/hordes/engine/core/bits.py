"""Bit sets: sets of small numbers (regions, races, seats, cards) in one machine word, 62 members at most.

Shifting by a variable is miscompiled by mypyc (a constant on the left becomes a 32-bit shift), so a member's bit is
looked up in `BIT`; tools/lint_core.py enforces it. Results stay below 2**62, where mypyc would start to box them.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.mypyc_compat import i64, vec

COMPILED: Final = not __file__.endswith(".py")
"""True when this module, and with it the whole core, is compiled."""

BITS_PER_SET: Final = 62
FULL: Final = 4611686018427387903
BIT: Final = vec[i64]([2**n for n in range(62)])

# Index of the lowest bit by de Bruijn multiplication: (x & -x) times the constant in `lowest` has a different value in
# its six highest bits for each power of two, and this table maps those values back to exponents
_LOWEST: Final = vec[i64](
    [0, 1, 48, 2, 57, 49, 28, 3, 61, 58, 50, 42, 38, 29, 17, 4]
    + [62, 55, 59, 36, 53, 51, 43, 22, 45, 39, 33, 30, 24, 18, 12, 5]
    + [63, 47, 56, 27, 60, 41, 37, 16, 54, 35, 52, 21, 44, 32, 23, 11]
    + [46, 26, 40, 15, 34, 20, 31, 10, 25, 14, 19, 9, 13, 8, 7, 6]
)


def count(members: i64) -> i64:
    """Number of members (population count).

    >>> count(0b1011)
    3
    """
    # parallel sums of neighbouring fields of 2, 4 and 8 bits; the multiplication adds up the bytes into the highest one
    x = members - ((members >> 1) & 0x1555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (x * 0x0101010101010101) >> 56


def lowest(members: i64) -> i64:
    """Smallest member of a non-empty set (count of trailing zeros).

    >>> lowest(0b1000)
    3
    """
    return _LOWEST[(((members & -members) * 0x03F79D71B4CB0A89) >> 58) & 63]


def nth(members: i64, k: i64) -> i64:
    """The k-th member, counted from 0 at the smallest.

    >>> nth(0b1011, 2)
    3
    """
    rest, skip = members, k
    while skip > 0:
        rest &= rest - 1  # clears the lowest bit
        skip -= 1
    return lowest(rest)


def listed(members: i64) -> list[int]:
    """The members as a list in ascending order; for code outside the hot paths.

    >>> listed(0b1011)
    [0, 1, 3]
    """
    numbers: list[int] = []
    rest = members
    while rest != 0:
        numbers.append(lowest(rest))
        rest &= rest - 1
    return numbers


def set_of(numbers: list[int]) -> i64:
    """The set of these numbers.

    >>> set_of([0, 1, 3])
    11
    """
    members: i64 = 0
    for n in numbers:
        members |= BIT[n]
    return members


def _lowest_interpreted(members: int) -> int:
    return (members & -members).bit_length() - 1


if not COMPILED:  # interpreted, the built-in bit operations are faster than the arithmetic above
    globals()["count"] = int.bit_count
    globals()["lowest"] = _lowest_interpreted
