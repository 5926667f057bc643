"""Random generator: one integer of state, the same sequence on all machines, independent neighbouring seeds."""

import copy
import pickle
from collections import Counter

import pytest

from hordes.engine.core.rng import Rng


def test_the_sequence_is_fixed_for_ever() -> None:
    """Records and referee requests of years ago must meet the same chance."""
    rng = Rng(7)
    assert [rng.next_bits() for _ in range(3)] == [4423831241512791800, 4013427240128807468, 642712561551976822]


def test_the_seed_is_the_whole_state() -> None:
    rng = Rng(7)
    rng.next_bits()
    other = Rng(rng.seed)
    assert [other.below(100) for _ in range(20)] == [rng.below(100) for _ in range(20)]


@pytest.mark.parametrize("seed", [0, -1, 2**62 - 1, 2**62, 10**30])
def test_any_integer_is_a_seed(seed: int) -> None:
    assert 0 <= Rng(seed).below(6) < 6


@pytest.mark.parametrize("n", [2, 5, 6, 62])
def test_all_numbers_are_equally_likely(n: int) -> None:
    """Chi-squared over the first draws of neighbouring seeds, which is where weak generators show."""
    draws = 20_000
    counts = Counter(Rng(seed).below(n) for seed in range(draws))
    expected = draws / n
    chi = sum((counts[k] - expected) ** 2 / expected for k in range(n))
    assert set(counts) == set(range(n))
    assert chi < n + 6 * (2 * n) ** 0.5


def test_copies_go_on_alike_and_apart() -> None:
    rng = Rng(7)
    rng.next_bits()
    twins = [copy.copy(rng), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))]
    expected = [rng.next_bits() for _ in range(9)]
    assert all([twin.next_bits() for _ in range(9)] == expected for twin in twins)
