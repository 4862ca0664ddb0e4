"""Kernels modulo m against all subsets, a theorem that rules them out, and what planted residues keep."""

from itertools import combinations

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_theory.difference_free import square_residues
from subtraction_theory.kernels import is_kernel, kernels, planted


def by_definition(D, m):
    squares = {k * k % m for k in range(m)}
    free = all((x - y) % m not in squares for x in D for y in D if x != y)
    return free and {(d + s) % m for d in D for s in squares} == set(range(m))


@pytest.mark.parametrize("m", range(2, 18))
def test_all_kernels_are_found_once_each(m):
    subsets = [(0, *rest) for size in range(5) for rest in combinations(range(1, m), size)]
    found = [tuple(kernel.tolist()) for kernel in kernels(m)]
    assert sorted(found) == sorted(D for D in subsets if by_definition(D, m))
    assert max(map(len, found), default=0) <= 4, "none is larger than the subsets that were tried"
    assert [is_kernel(D, m) for D in subsets] == [by_definition(D, m) for D in subsets]


def primes_of(m):
    return [p for p in sg.primes(m + 1).tolist() if m % p == 0]


@pytest.mark.parametrize("m", range(2, 131))
def test_one_prime_3_modulo_4_excludes_a_kernel_and_none_of_these_and_no_8_provides_one(m):
    primes = primes_of(m)
    bad = [p for p in primes if p % 4 == 3]
    if len(bad) == 1 and m % bad[0] ** 2 and m % 4:  # then -1 is a square modulo the cofactor
        assert next(kernels(m), None) is None
    if not bad and m % 8:
        assert is_kernel(next(kernels(m)), m)


@pytest.mark.parametrize(("m", "size"), [(104, 10), (341, 11)])
def test_kernels_against_expectation(m, size):
    kernel = next(kernels(m))
    assert by_definition(kernel.tolist(), m)
    assert kernel.size == size
    assert not square_residues(m)[-1]


def test_the_factors_kernels_multiply():
    product = [x for x in range(20) if x % 4 in (0, 2) and x % 5 in (0, 3)]
    assert is_kernel(product, 20)


def test_41_keeps_what_a_thousand_positions_plant_and_21_does_not():
    outside = {}
    for m, D in ((41, [0, 6, 17, 28, 34]), (21, [0, 8, 10])):
        cold = sg.cold_positions(sg.squares, 2**18, hotspots=planted(m, D, 1000))
        late = cold[cold >= 2**17]
        assert np.isin(cold[cold < 1000] % m, D).all()
        outside[m] = 1 - np.isin(late % m, D).mean()
    assert outside[41] < 0.01 < 0.1 < outside[21]
