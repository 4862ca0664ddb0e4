"""Kernels modulo m compared with all subsets, the theorem that excludes kernels, and counts in planted games."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT

import subtraction_games as sg
from subtraction_theory import products
from subtraction_theory.difference_free import powers_modulo
from subtraction_theory.kernels import is_excluded, is_kernel, kernels, planted, planted_count


def by_definition(D, m, power=2):
    moves = {k**power % m for k in range(m)}
    free = all((x - y) % m not in moves for x in D for y in D if x != y)
    return free and {(d + s) % m for d in D for s in moves} == set(range(m))


@pytest.mark.parametrize(("m", "power"), [*((m, 2) for m in range(2, 17)), *((m, 3) for m in (7, 9, 13, 14)), (5, 4)])
def test_all_kernels_are_found_once_each(m, power):
    subsets = sorted((0, *rest) for size in range(5) for rest in combinations(range(1, m), size))
    expected = [by_definition(D, m, power) for D in subsets]
    assert [is_kernel(D, m, power) for D in subsets] == expected
    found = sorted(tuple(kernel.tolist()) for kernel in kernels(m, power))  # none is larger than these subsets
    assert found == [D for D, right in zip(subsets, expected, strict=True) if right]


def test_the_theorem_excludes_kernels_and_moduli_without_primes_3_modulo_4_and_without_8_have_one():
    excluded, named = [152, 184, 216, 248, 344, 376, 392], [424, 464, 488, 520]  # the article names the last four
    for m in (*range(2, 131), *excluded, *named):
        assert m <= 130 or is_excluded(m) == (m in excluded)
        if is_excluded(m):
            assert next(kernels(m), None) is None, m
        elif m in named or (m % 8 and not any(m % p == 0 for p in sg.primes(m + 1).tolist() if p % 4 == 3)):
            assert is_kernel(next(kernels(m)), m), m


def test_no_kernel_modulo_3q_and_7q():
    """By Theorem 11.4, four translates of the squares modulo q would have to cover all residues for p = 7."""
    assert [next(kernels(3 * q), None) for q in (7, 11)] == [None, None], "q < 16"
    covered = []
    for q in [q for q in sg.primes(4**2 * 4**3).tolist() if q % 4 == 3 and q > 7]:
        missed = ~np.isin(np.arange(q), powers_modulo(q))
        misses = missed[np.arange(q) - np.arange(q)[:, None]]  # row y: the residues outside y + S_q
        rest = misses[:, misses[0] & misses[1]].astype(np.float32)  # any two translates behave like those by 0 and 1
        if (rest @ rest.T).min() == 0:
            covered.append(q)
    assert covered == [11, 19, 23, 31, 43, 47, 59, 103]
    assert not [q for q in covered if next(kernels(7 * q), None) is not None]


def test_products_have_kernels_by_the_definition_and_by_symmetry():
    rows = pd.read_csv(ROOT / "beyond/data/products.csv")
    few = rows[rows.p * rows.q < 2**21]
    assert {*few.p} == {11, 19, 23, 31, 43}
    assert all(is_kernel(products.members(*row), row.p * row.q) for row in few.itertuples(index=False))
    for p, q, h, b in rows.iloc[::120].itertuples(index=False):
        assert products.is_kernel_modulo(p, q, h, b)
        assert not products.is_kernel_modulo(p, q, h, q - b), "-b is a nonsquare"
    for b in (36, 69):  # of the residues that are tried, only some that are -1 or only some that are 1 are missed
        assert not products.is_kernel_modulo(11, 191, 39, b)
        assert not is_kernel(products.members(11, 191, 39, b), 11 * 191)


@pytest.mark.parametrize(("p", "q"), [(7, 31), (11, 31), (11, 71)])
def test_the_search_tries_all_sets_of_the_kind(p, q):
    squares = sorted({k * k % q for k in range(1, q)})
    of_order = [h for h in squares if h != 1 and pow(h, (p - 1) // 2, q) == 1]
    tried = [is_kernel(products.members(p, q, h, b), p * q) for h in of_order for b in squares]
    assert len(tried) > 10
    assert any(tried) == (q in [q for _, q, *_ in products.search(p, q + 1)])
    assert tried == [products.is_kernel_modulo(p, q, h, b) for h in of_order for b in squares]


@pytest.mark.parametrize(
    ("m", "D", "power"),
    [(5, [0, 2], 2), (13, [0, 2, 8], 2), (10, [2], 2), (25, [0, 5], 2), (104, [0, 7, 10], 2), (7, [0, 2, 4], 3)],
)
def test_where_all_is_planted_the_copies_count_to_the_unit(m, D, power):
    for n in (1, 1000, 2**15):
        cold = sg.cold_positions(f"n**{power}", n, hotspots=planted(m, D, n, power))
        assert planted_count(m, D, n, power) == cold.size
