"""The closed theory and the mean field solve their own equations, and scattered sets are what they claim to be."""

from itertools import pairwise

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_theory import closure
from subtraction_theory.meanfield import mean_field, scattered


def test_the_closed_theory_solves_its_equation():
    start, doublings, M = 2**12, 2, 65
    cold = sg.cold_positions(sg.squares, start)
    members = closure.continued(cold, start, doublings, M)
    bins = doublings * closure.BINS
    edges = start * 2 ** (np.arange(bins + 1) / closure.BINS)
    nu = np.bincount(np.arange(M) ** 2 % M, minlength=M)
    roots = nu[(np.arange(M)[:, None] - np.arange(M)) % M]
    density: list[np.ndarray] = []
    for low, high in pairwise(edges):
        x = (low + high) / 2
        moves = sum(roots[:, c % M] / (2 * np.sqrt(x - c)) for c in cold)
        for a, b, rho in zip(edges, edges[1:], density, strict=False):
            moves += roots @ rho * (np.sqrt(x - a) - np.sqrt(x - b)) / M
        rho = np.full(M, 0.1)
        for _ in range(5000):  # small steps, which the function itself does not take
            rho += 0.02 * (np.exp(-moves - roots @ rho * np.sqrt(x - low) / M) - rho)
        density.append(rho)
    each = np.array(density) * np.diff(edges)[:, None] / M
    assert members == pytest.approx(each.reshape(doublings, closure.BINS, M).sum(axis=1), rel=1e-4)


def test_the_mean_field_solves_its_equation():
    """In the middle of a range, the density is exp(-integral). Here the integral is summed again over all ranges."""
    limits, counts = mean_field(2**12)
    edges = np.append(0, limits)
    density = np.diff(np.append(0, counts)) / np.diff(edges)
    for i in (1, 40, 160, 320):
        x = (edges[i] + edges[i + 1]) / 2
        ends = np.minimum(edges[: i + 2], x)
        integral = (density[: i + 1] * (np.sqrt(x - ends[:-1]) - np.sqrt(x - ends[1:]))).sum()
        assert density[i] == pytest.approx(np.exp(-integral))


@pytest.mark.parametrize("m", [1, 5, 64])
def test_a_scattered_set_has_one_number_in_each_interval_with_the_square_s_residue(m):
    k, numbers = np.arange(1, 100), scattered(7, m)(100**2)
    assert np.array_equal(np.sqrt(numbers).astype(int), k)
    assert np.array_equal(numbers % m, k**2 % m)
    assert np.array_equal(scattered(7, m)(5000), numbers[numbers < 5000]), "the same set for every limit"
