"""Square-difference-free sets, compared with all subsets of small ranges, with a plain search and with digits."""

from itertools import combinations
from math import isqrt

import pytest

from subtraction_theory import difference_free as df

SUBSETS = [s for size in range(11) for s in combinations(range(10), size)]


def free(members):
    return not any(isqrt(x - y) ** 2 == x - y for x in members for y in members if x > y)


def free_modulo(residues, b):
    squares = {k * k % b for k in range(b)}
    return all((x - y) % b not in squares for x in residues for y in residues if x != y)


def largest_by_growing(b):
    """The size of a largest set modulo b that contains 0, found by extending all sets by one residue at a time."""
    size, grown = 0, [(0,)]
    while grown:
        size += 1
        grown = [(*r, x) for r in grown for x in range(r[-1] + 1, b) if all(free_modulo((x, y), b) for y in r)]
    return size


def test_what_can_be_added_to_every_small_set():
    for s in filter(free, SUBSETS):
        expected = [x for x in range(10) if x not in s and free((*s, x))]
        assert df.addable(s, 10).tolist() == expected


def test_largest_sets_against_plain_search():
    for b in (*range(1, 45), 53):
        largest = df.maximum_residues(b).tolist()
        assert largest[0] == 0
        assert len(largest) == largest_by_growing(b)
        assert free_modulo(largest, b)


@pytest.mark.parametrize("b", range(1, 11))
def test_sets_of_residues(b):
    for s in (s for s in SUBSETS if max(s, default=0) < b):
        assert df.is_difference_free_modulo(s, b) == free_modulo(s, b)


def test_ruzsa_against_its_definition():
    for b, D in ((2, [0]), (3, [0]), (5, [0, 2]), (5, [0]), (13, [0, 2, 7]), (65, [0, 2, 5, 22, 24, 43, 46])):
        members = [x for x in range(5000) if all(x // b ** (2 * k) % b in D for k in range(20))]
        for n in {*range(40), b**2 - 1, b**2, b**2 + 1, b**3, b**3 + 7, 4999, 5000} & {*range(5001)}:
            assert df.ruzsa_members(b, D, n).tolist() == [x for x in members if x < n]
