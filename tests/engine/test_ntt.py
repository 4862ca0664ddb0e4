"""The transform against polynomials multiplied as at school, in whole numbers of any size."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subtraction_engine.exact.ntt import LEAF, LONGEST, MODULUS, convolved, transform

residues = st.integers(0, MODULUS - 1) | st.sampled_from([0, 1, MODULUS - 1])


def at_school(a, b, length):
    """The cyclic convolution in Python's whole numbers."""
    total = [0] * length
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            total[(i + j) % length] += int(x) * int(y)
    return total


def by_transform(pairs, length):
    return convolved([tuple(transform(np.array(v, np.uint32), length) for v in pair) for pair in pairs]).tolist()


def test_the_prime_is_one_and_has_its_roots():
    assert all(MODULUS % d for d in range(2, int(MODULUS**0.5) + 1))
    assert MODULUS < 2**31
    assert (MODULUS - 1) % LONGEST == 0
    assert all(pow(31, (MODULUS - 1) // q, MODULUS) != 1 for q in (2, 3, 5))  # so 31 generates all residues
    assert (MODULUS - 1) == 2**27 * 3 * 5


@settings(max_examples=100, deadline=None)
@given(*[st.lists(residues, min_size=1, max_size=32)] * 2)
def test_short_vectors(a, b):
    assert by_transform([(a, b)], LEAF) == [x % MODULUS for x in at_school(a, b, LEAF)]


@pytest.mark.parametrize("length", [LEAF, 2 * LEAF, 4 * LEAF])
def test_lengths_around_a_leaf(length):
    rng = np.random.default_rng(length)
    pairs = [[rng.integers(0, MODULUS, size) for size in (length, length // 3)] for _ in range(2)]
    sums = np.sum([at_school(a, b, length) for a, b in pairs], axis=0, dtype=object)
    assert by_transform(pairs, length) == [x % MODULUS for x in sums]


@pytest.mark.parametrize("bits", [8, 9, 10, 16, 21])
def test_the_largest_counts(bits):
    """All ones: entry i of the convolution of two vectors of 2^k ones is i + 1, then falls again."""
    ones = np.ones(2**bits, dtype=bool)
    values, rising = transform(ones, 2 ** (bits + 1)), np.arange(1, 2**bits + 1)
    assert np.array_equal(convolved([(values, values)]), [*rising, *rising[-2::-1], 0])
