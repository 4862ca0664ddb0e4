"""Waves in residues: their power, the means of waves over moves, and thresholds."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import subtraction_games as sg
from subtraction_theory import waves
from subtraction_theory.difference_free import is_squarefree


def test_gauss_sums_of_squarefree_odd_moduli():
    """For coprime k and m, Gauss's sum is +-sqrt(m) if m = 1 mod 4, and +-i sqrt(m) if m = 3 mod 4."""
    for m in filter(is_squarefree, range(3, 120, 2)):
        sums = waves.mean_wave(np.arange(m) ** 2, m)[waves.coprime(m)] * sqrt(m)
        assert np.abs(sums) == pytest.approx(1)
        assert np.abs(sums.imag if m % 4 == 1 else sums.real) == pytest.approx(0, abs=1e-9)


@given(st.lists(st.integers(0, 10**4), min_size=1, max_size=20, unique=True), st.integers(1, 24), st.integers(2, 4))
def test_the_budget_is_counted_residue_by_residue(positions, m, k):
    cold = np.array(sorted(positions))
    weights = waves.move_weights(cold, [2 * 10**4, 3 * 10**4], k)
    expected = np.zeros(m)
    for j in range(m):  # one k-th power in m has the residue of j**k: it leads to each position from one class
        np.add.at(expected, (cold + j**k) % m, weights)
    ends = np.bincount(cold % m, weights=weights, minlength=m)
    own = np.bincount(cold % m, minlength=m)
    parts = waves.budget(own, ends, k)
    assert parts[0] == pytest.approx(weights.sum())
    assert parts.sum() == pytest.approx((own * expected).sum() / own.sum())


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=40), st.sampled_from([5, 13, 21, 65]))
def test_powers_are_squares_of_sums_of_waves(positions, m):
    sums = np.exp(-2j * np.pi * np.outer(np.arange(m), positions) / m).sum(axis=1)
    powers, g = np.abs(sums) ** 2 / len(positions), waves.mean_wave(np.arange(m) ** 2, m).real
    expected = [powers[waves.coprime(m) & (sign * g > 0)].mean() for sign in (1, -1)]
    counts = np.bincount(np.array(positions) % m, minlength=m)
    assert waves.damped_and_fed(counts) == pytest.approx(expected, abs=1e-6)
    assert waves.damped_and_fed(np.zeros(m)) == (0, 0)
    assert np.isnan(waves.damped_and_fed(np.ones(9))[1]), "no wave is fed modulo a square"


def test_thresholds():
    """A real mean needs 1/|g|. None suffices 45 degrees off it for moves like squares, or 30 for moves like cubes."""
    assert [waves.threshold(g, 0.7, 0.5) for g in (-0.25 + 0j, 0.25 + 0j, 0.5j)] == [4, np.inf, np.inf]
    for phase, moves, finite in ((44, 0.5, True), (46, 0.5, False), (29, 1 / 3, True), (31, 1 / 3, False)):
        for sign in (1, -1):
            g = -0.5 * np.exp(1j * np.radians(sign * phase))
            assert (waves.threshold(g, 0.7, moves) < 10**6) == finite


def test_shares_are_what_the_definition_leaves():
    """Lambda_m is summed pair by pair: the roots modulo m of each difference, times the smaller position's weight."""
    n = 2**11
    for hotspots in ([], range(0, 300, 3)):
        cold = sg.cold_positions(sg.squares, n, hotspots=hotspots)
        late, weights = cold[cold >= n // 2], waves.move_weights(cold, n * waves.POINTS)
        roots = {m: np.bincount(np.arange(m) ** 2 % m, minlength=m) for m in (1, 3, 5, 13, 65)}
        moves = {m: (roots[m][(late[:, None] - cold) % m] * weights).sum() for m in roots}
        expected = {m: 1 - moves[m] / moves[1] for m in moves}
        assert waves.shares(cold, n, moves) == pytest.approx(expected, abs=6e-5)
    n = 2**18
    cubes = waves.shares(sg.cold_positions(sg.cubes, n), n, (7, 2), k=3)
    assert cubes[7] > 0.5 > 0.01 > abs(cubes[2])
