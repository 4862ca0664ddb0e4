"""A closed theory of the classes modulo M. From the cold positions below a start, the theory predicts how many follow.

Let rho_r(x) be the chance that a position x in class r modulo M is cold. By the class law of notebook 13, this chance
is exp(-L), where L is the expected number of moves to cold positions. The notebook computes L from the positions found.
Here L is computed from rho itself, and the law becomes an equation whose solution can be continued from any start:

    rho_r(x) = exp(-(1/M) sum over s of nu_M(r - s) times the integral of rho_s(y) dy / (2 sqrt(x - y)) over y < x),

where nu_M(d) is the number of square roots of d modulo M. The whole theory is heuristic.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Positions, whole_number

from . import MOST_RESIDUES
from .waves import mean_wave, move_weights

BINS = 10  # bins in a doubling; densities are assumed to be constant within each bin
STEPS, NEAR, LEAST = 500, 1e-8, -700.0  # the most steps to solve a bin, the precision, and the log of the least density


def continued(cold: Positions, start: int, doublings: int, M: int) -> NDArray[np.float64]:
    """Return the expected number of cold positions in each doubling after `start`, by residue.

    The answer is float64[doublings, M]. The game is subtract-a-square, and `cold` must contain all its cold positions
    below `start` in ascending order. Takes O(BINS doublings (|cold| + M (doublings BINS + steps log M))) time and
    8 BINS doublings M bytes. Raises ValueError for a modulus or a number of doublings below 1.

    >>> from subtraction_games import cold_positions, squares
    >>> continued(cold_positions(squares, 2**14), 2**14, 2, M=25).shape
    (2, 25)
    """
    whole_number("doublings", doublings, least=1)
    whole_number("M", M, least=1, most=MOST_RESIDUES)
    edges = start * 2 ** (np.arange(doublings * BINS + 1) / BINS)
    density = np.zeros((doublings * BINS, M))  # density of each bin, as a share of its own class
    before, roots = cold[: np.searchsorted(cold, start)], mean_wave(np.arange(M) ** 2, M)[: M // 2 + 1]
    for i, x in enumerate((edges[:-1] + edges[1:]) / 2):
        ends = np.bincount(before % M, move_weights(before, [x]), M).astype(np.float64)
        reach = np.sqrt(x - edges[: i + 1])
        ends += (reach[:-1] - reach[1:]) @ density[:i] / M
        earlier = _moves(ends, roots)
        guess = np.log(density[i - 1]) if i else -earlier
        if i > 1:
            guess += guess - np.log(density[i - 2])
        density[i] = _settled(earlier, float(reach[-1]), guess, roots)
    members = density * np.diff(edges)[:, None] / M
    return np.asarray(members.reshape(doublings, BINS, M).sum(axis=1))


def _moves(ends: NDArray[np.float64], roots: NDArray[np.complex128]) -> NDArray[np.float64]:
    """Return the expected number of moves from each class to positions whose weights, by class, add up to `ends`."""
    return ends.size * np.fft.irfft(np.fft.rfft(ends) * roots, ends.size)


def _settled(
    earlier: NDArray[np.float64], own: float, logs: NDArray[np.float64], roots: NDArray[np.complex128]
) -> NDArray[np.float64]:
    """Return the densities exp(-L) of a bin, where L is `earlier` (moves to earlier bins) plus the moves to this bin.

    A bin of density 1 would have the weight `own`. The array `logs` is a first guess at -L.
    """
    for _ in range(STEPS):
        density = np.exp(np.clip(logs, LEAST, 0))
        change = -earlier - _moves(density * (own / density.size), roots) - logs
        if (np.abs(change) * density).max() < NEAR * density.max():
            break
        logs = logs + change / (1 + own * density.mean())  # a longer step would overshoot
    return density
