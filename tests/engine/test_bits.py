"""Sets as the bits of a word: the arithmetic that everything stands on, over its whole range."""

import pytest

from hordes.engine.bits import BIT, FULL, SIZE, count, gathered, listed, lowest, nth
from hordes.engine.rng import Rng


@pytest.mark.parametrize("n", range(SIZE))
def test_every_member_has_its_own_bit(n: int) -> None:
    assert BIT[n] == 2**n
    assert count(BIT[n]) == 1
    assert lowest(BIT[n]) == n
    assert lowest(FULL & ~(BIT[n] - 1)) == n


def test_counting_and_listing_agree_with_the_obvious_way() -> None:
    rng = Rng(5)
    for _ in range(500):
        word = rng.word() & rng.word()
        members = [n for n in range(SIZE) if word >> n & 1]
        assert count(word) == len(members)
        assert listed(word) == members
        assert gathered(members) == word
        assert [nth(word, k) for k in range(len(members))] == members


def test_the_full_and_the_empty_set() -> None:
    assert count(0) == 0
    assert listed(0) == []
    assert count(FULL) == SIZE
