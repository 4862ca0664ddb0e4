"""Waves in the residues of cold positions, and a linear theory of their growth.

Any function of x modulo m is a sum of waves e(kx/m), one for each k, where e(t) = exp(2 pi i t). Suppose that a
position x is cold with probability exp(-L), where L is the expected number of its moves to cold positions. Suppose also
that the density of cold positions up to x contains a wave of relative amplitude A. The wave changes L by L g A, where g
is the mean of e(-ks/m) over the moves s, and the density at x changes in response by -L g A. A wave with g > 0 is
therefore damped, and a wave with g < 0 is amplified. For squares, g is a Gauss sum divided by m. Notebook 13 derives
and tests this heuristic in the section of Theorem 13.1. The function `budget`, in contrast, computes exactly which
waves keep the moves of cold positions away from cold positions.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from subtraction_games.arguments import Positions, needs, whole_number

from . import MOST_RESIDUES
from .difference_free import powers_modulo

with needs("notebooks"):
    from scipy.special import loggamma

POINTS = np.array([0.6, 0.7, 0.8, 0.9, 1.0])  # fractions of n at which `shares` counts


def mean_wave(moves: ArrayLike, m: int) -> NDArray[np.complex128]:
    """Return the mean of e(-ks/m) over the moves s for k = 0, ..., m - 1, as complex128[m], for m from 1 to 2**27.

    For an infinite set, pass one period of its residues. Takes O(moves + m log m) time. An empty set raises ValueError.

    >>> mean_wave(np.arange(5) ** 2, 5).real.round(3)  # a Gauss sum: sqrt(5)/5 with the sign of the Legendre symbol
    array([ 1.   ,  0.447, -0.447, -0.447,  0.447])
    """
    m = whole_number("m", m, least=1, most=MOST_RESIDUES)
    steps = np.asarray(moves, dtype=np.int64)
    if not steps.size:
        raise ValueError("a mean needs at least one move")
    return np.fft.fft(np.bincount(steps % m, minlength=m)) / steps.size


def coprime(m: int) -> NDArray[np.bool_]:
    """Return bool[m], True at each k that is prime to m. The waves with these k belong to no smaller modulus.

    >>> np.flatnonzero(coprime(12))
    array([ 1,  5,  7, 11])
    """
    m = whole_number("m", m, least=1, most=MOST_RESIDUES)
    return np.gcd(np.arange(m), m) == 1


def damped_and_fed(counts: ArrayLike) -> tuple[float, float]:
    """Return the mean power of the waves that squares damp (g > 0), and of the waves that squares amplify (g < 0).

    Pass the `counts` of N positions x by residue modulo an odd m. Waves that belong to a smaller modulus are left out.
    The power of wave k is `|sum over x of e(-kx/m)|^2 / N`. Except at k = 0, its expected value is 1 if residues are
    drawn uniformly at random. For m = 3 mod 4, where g is imaginary, both answers are the mean over all remaining
    waves. If m is a perfect square, squares amplify no wave, and the second mean is NaN. Takes O(m log m) time. Raises
    ValueError unless the counts are a single row of non-negative numbers.

    >>> damped, fed = damped_and_fed([6, 0, 6, 0, 0])
    >>> round(damped, 3), round(fed, 3)
    (1.146, 7.854)
    """
    table = np.asarray(counts, dtype=np.float64)
    if table.ndim != 1 or not table.size or (table < 0).any():
        raise ValueError(f"counts must be one row of numbers that are not negative, not {table.shape}")
    powers, m = np.abs(np.fft.fft(table)) ** 2 / max(table.sum(), 1.0), table.size
    g, own = mean_wave(np.arange(m, dtype=np.int64) ** 2, m).real, coprime(m)
    groups = (own & (g > 0), own & (g < 0)) if m % 4 == 1 else (own, own)
    damped, fed = (float(powers[group].sum() / group.sum()) if group.any() else float("nan") for group in groups)
    return damped, fed


def move_weights(positions: Positions, points: ArrayLike, k: int = 2) -> NDArray[np.float64]:
    """Return, for each position c, the density of k-th powers at x - c, averaged over the points x, as float64.

    The density is (x - c)**(1/k - 1) / k, and 0 for c >= x. If k-th powers are spread evenly, this is the mean number
    of moves to c from a position near x. The positions must be ascending. Takes O(positions) time for each point.

    >>> move_weights(np.array([0, 75, 99]), [100])
    array([0.05, 0.1 , 0.5 ])
    """
    weights = np.zeros(len(positions))
    ends = np.searchsorted(positions, points)
    for x, end in zip(np.atleast_1d(points).tolist(), np.atleast_1d(ends).tolist(), strict=True):
        weights[:end] += (x - positions[:end]) ** (1 / k - 1) / (k * np.size(points))
    return weights


def budget(own: ArrayLike, ends: ArrayLike, k: int = 2) -> NDArray[np.float64]:
    """Return the contribution of each wave modulo m to the expected number of moves between cold positions.

    For each residue modulo m, `own` contains the number of cold positions from which moves are counted, and `ends` the
    total weight of all cold positions (see `move_weights`). The answer is float64[m]. Its sum is Lambda_m in the
    notebooks, and its first term is the sum that would result if residues did not matter. Takes O(m log m) time.

    >>> budget([1, 0, 1, 0, 0], [1, 0, 1, 0, 0]).round(3)
    array([ 2.   ,  0.085, -0.585, -0.585,  0.085])
    >>> float(budget([1, 0, 1, 0, 0], [1, 0, 1, 0, 0]).sum().round(6))  # from 0 to 0, and from 2 to 2
    1.0
    """
    departing, arriving = np.asarray(own, dtype=np.float64), np.asarray(ends, dtype=np.float64)
    m = departing.size
    together = np.fft.fft(departing).conj() * np.fft.fft(arriving) * mean_wave(powers_modulo(m, k), m)
    return np.asarray(together.real / max(departing.sum(), 1.0))


def shares(positions: Positions, n: int, moduli: Iterable[int], k: int = 2) -> dict[int, float]:
    """Return {m: share}, the share of the missing moves between cold positions that residues modulo m explain.

    Lambda_1 is the expected number of moves to cold positions from a cold position between n / 2 and n if k-th powers
    are spread evenly, and Lambda_m the same number if they are spread evenly only within their classes modulo m. The
    share is 1 - Lambda_m / Lambda_1, with both averaged over 0.6, 0.7, 0.8, 0.9 and 1 times n. The array `positions`
    must contain all cold positions below n in ascending order. Takes O(c(n) + m log m) time for each modulus. Raises
    ValueError if no position lies between n / 2 and n.

    >>> shares(np.array([0, 2, 5, 7, 10, 12]), 15, [5, 2])
    {5: 0.5152, 2: 0.0}
    """
    below = positions[: np.searchsorted(positions, n)]
    weights, late = move_weights(below, n * POINTS, k), below[np.searchsorted(below, n // 2) :]
    if not late.size:
        raise ValueError(f"there must be positions from {n // 2} to {n - 1}")
    explained = {}
    for m in moduli:
        paid = budget(np.bincount(late % m, minlength=m), np.bincount(below % m, weights, m), k).sum()
        explained[m] = round(1 - float(paid / weights.sum()), 4) + 0.0  # no -0.0
    return explained


def threshold(g: complex, cold: float, moves: float) -> float:
    """Return the smallest L at which a wave with mean wave g neither grows nor fades, or inf if no L has this property.

    Suppose that about x**cold cold positions and x**moves moves lie below x, with both exponents in (0, 1]. If a move
    from x leads to a cold position u x, then u has the density of Beta(cold, moves). A wave x**z with z = iw lasts if
    -L g B(cold + z, moves) / B(cold, moves) = 1. For real g < 0, this gives L = 1 / |g|. The phase of the quotient of
    beta functions stays within 90 degrees times `moves`. A wave whose g is further from the negative axis therefore
    never lasts. The search covers 4,000 frequencies w up to 1000. Raises ValueError for exponents out of range.

    >>> round(threshold(-1 / np.sqrt(13), 0.7, 0.5), 3), threshold(1j / np.sqrt(7), 0.7, 0.5)
    (3.606, inf)
    """
    for name, exponent in (("cold", cold), ("moves", moves)):
        if not 0 < exponent <= 1:
            raise ValueError(f"{name} must be above 0 and at most 1, not {exponent}")
    start = -g if g.imag <= 0 else -g.conjugate()  # not below the real axis, because the delay turns it downwards
    if abs(start.imag) < 1e-9 * abs(start) and start.real > 0:
        return float(1 / start.real)
    answer = start * _delays(cold, moves)
    crosses = np.flatnonzero((answer.imag[:-1] >= 0) & (answer.imag[1:] < 0))  # on the positive side
    return float(1 / answer.real[crosses + 1].max()) if crosses.size else float("inf")


@cache
def _delays(cold: float, moves: float) -> NDArray[np.complex128]:
    """Return B(cold + iw, moves) / B(cold, moves) at w = 0 and at 4,000 frequencies w from 1/1000 to 1000."""
    b = cold + 1j * np.append(0, np.geomspace(1e-3, 1e3, 4000))
    return np.asarray(np.exp(loggamma(b) - loggamma(b + moves) - loggamma(cold) + loggamma(cold + moves)))
