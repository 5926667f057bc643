"""Bit sets: counting, listing and picking members, over the whole range of bits."""

import pytest

from hordes.engine.core.bits import BIT, BITS_PER_SET, FULL, count, listed, lowest, nth, set_of
from hordes.engine.core.rng import Rng


@pytest.mark.parametrize("n", range(BITS_PER_SET))
def test_every_member_has_its_own_bit(n: int) -> None:
    assert BIT[n] == 2**n
    assert count(BIT[n]) == 1
    assert lowest(BIT[n]) == n
    assert lowest(FULL & ~(BIT[n] - 1)) == n


def test_counting_and_listing_agree_with_the_obvious_way() -> None:
    rng = Rng(5)
    for _ in range(500):
        word = rng.next_bits() & rng.next_bits()
        members = [n for n in range(BITS_PER_SET) if word >> n & 1]
        assert count(word) == len(members)
        assert listed(word) == members
        assert set_of(members) == word
        assert [nth(word, k) for k in range(len(members))] == members


def test_the_full_and_the_empty_set() -> None:
    assert count(0) == 0
    assert listed(0) == []
    assert count(FULL) == BITS_PER_SET
