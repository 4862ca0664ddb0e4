"""A closed theory of the residues: it continues the densities of all residue classes from the cold positions below N.

Suppose that the squares are spread evenly within each residue class modulo M, and that a position's moves to cold
positions are independent. Then a position x of class r is cold with probability

    rho_r(x) = exp(-(1/M) sum over classes s of nu(r - s) integral of rho_s(y) dy / (2 sqrt(x - y))),

where nu(d) is the number of square roots of d modulo M. Below N the integral is a sum over the cold positions
themselves; beyond N it uses the densities that the equation has given so far. All of this is a heuristic, without a
fitted constant and without data from beyond N.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Positions, whole_number

from . import waves

ROUNDS = 8  # of iteration for a range's density, which enters its own equation


def continued(
    cold: Positions, start: int, end: int, m: int, fold: int = 5, ranges: int = 10
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(limits, counts): float64[k + 1] and float64[k, fold], the expected cold positions between successive limits.

    `cold`: all cold positions of subtract-a-square below `start`, ascending. The limits are `ranges` a doubling, from
    `start` to `end`, and densities are constant between them. Counts are by residue modulo `fold`, a divisor of m. O(k
    m (k + log m)) time, 8 k m bytes. Raises ValueError unless fold divides m and start < end.

    >>> from subtraction_games import cold_positions, squares
    >>> limits, counts = continued(cold_positions(squares, 2**14), 2**14, 2**16, 65)
    >>> counts.sum(axis=0).round()
    array([448.,   2., 513.,  19., 106.])
    """
    start = whole_number("start", start, least=1)
    end = whole_number("end", end, least=start + 1)
    if m % whole_number("fold", fold, least=1):
        raise ValueError(f"fold must divide m = {m}, not be {fold}")
    steps = int(np.ceil(np.log2(end / start) * ranges - 1e-9))
    limits = start * (end / start) ** (np.arange(steps + 1) / steps)
    density, residues = np.empty((steps, m)), np.asarray(cold) % m
    rho = np.bincount(residues, minlength=m) * (m / start)  # a first guess, whose traces the rounds remove
    for i in range(steps):
        x = (limits[i] + limits[i + 1]) / 2
        reach = np.sqrt(x - limits[: i + 1])
        arriving = np.bincount(residues, weights=0.5 / np.sqrt(x - cold), minlength=m)
        arriving += (-np.diff(reach) / m) @ density[:i]
        for _ in range(ROUNDS):
            rho = (rho + np.exp(-waves.expected_moves(arriving + rho * (reach[i] / m)))) / 2
        density[i] = rho
    counts = density.reshape(steps, m // fold, fold).sum(axis=1) * (np.diff(limits) / m)[:, None]
    return limits, counts
