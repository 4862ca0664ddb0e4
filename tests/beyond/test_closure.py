"""The closed theory of residue classes solves its own equation, and gives the numbers found when it was proposed."""

from itertools import pairwise

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_theory import closure


def test_it_solves_its_equation():
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
        for _ in range(5000):  # small steps, unlike the function's own method
            rho += 0.02 * (np.exp(-moves - roots @ rho * np.sqrt(x - low) / M) - rho)
        density.append(rho)
    each = np.array(density) * np.diff(edges)[:, None] / M
    assert members == pytest.approx(each.reshape(doublings, closure.BINS, M).sum(axis=1), rel=1e-4)
