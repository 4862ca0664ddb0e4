"""Random sets as dense as the squares, and the number of cold positions that chance alone would produce.

Let a random set contain s with probability 1/(2 sqrt(s)). If the moves from x to cold positions were independent, the
probability that x is cold would satisfy

    rho(x) = exp(-integral from 0 to x of rho(c) / (2 sqrt(x - c)) dc)

The equation is a heuristic without a fitted constant. With rho(x) = A(x) / sqrt(x), the integral is A pi / 2 for slowly
growing A, so A is close to ln(x) / pi. To first order, the number of cold positions below n is therefore
sqrt(n) ln(n) * 2 / pi, which is not a power of n.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves, needs, whole_number
from subtraction_games.games import named

with needs("notebooks"):
    from scipy.special import lambertw

RANGES = 32  # the number of ranges in a doubling, each of constant density


def mean_field(n: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return (limits, counts), both float64[k], where the mean field predicts counts[i] cold positions below limits[i].

    The limits begin at 1, with 32 limits in each doubling, and end at n or just beyond. The density is assumed to be
    constant between successive limits, and Lambert's W solves the equation at the middle of each range. Takes O(k^2)
    time and O(k) memory. Raises ValueError unless n >= 1.

    >>> limits, counts = mean_field(2**22)
    >>> float(limits[-1]), round(float(counts[-1]), -2)
    (4194304.0, 15400.0)
    """
    n = whole_number("n", n, least=1, most=2**62)
    steps = int(np.ceil(np.log2(n) * RANGES))
    limits = 2.0 ** (np.arange(steps + 1) / RANGES)
    edges = np.append(0, limits)
    density = np.ones(edges.size - 1)  # position 0, the range below 1, is cold
    for i in range(1, density.size):
        x = (edges[i] + edges[i + 1]) / 2
        reach = np.sqrt(x - edges[: i + 1])  # a range from a to b contributes density * (sqrt(x - a) - sqrt(x - b))
        others, own = float((density[:i] * -np.diff(reach)).sum()), float(reach[i])
        density[i] = lambertw(own * np.exp(-others)).real / own
    return limits, np.cumsum(density * np.diff(edges))


def scattered(seed: int, m: int = 1) -> Callable[[int], Moves]:
    """Return a random subtraction set with one number from each interval k^2, ..., (k + 1)^2 - 1.

    Each number is congruent to k^2 modulo m, so the set has no arithmetic structure if m = 1. The set depends only on m
    and the seed, not on the limit. Takes O(sqrt(limit)) time. Raises ValueError unless m >= 1.

    >>> scattered(1)(30)
    array([ 2,  8, 10, 24, 28])
    >>> (scattered(1, 5)(1000) % 5).tolist() == [k * k % 5 for k in range(1, 32)]
    True
    """
    return named("one from each interval", _one_from_each_interval, seed, whole_number("m", m, least=1, most=2**31))


def _one_from_each_interval(seed: int, m: int, limit: int) -> Moves:
    k = np.arange(1, isqrt(max(limit - 1, 0)) + 1)
    chosen = k**2 + m * (np.random.default_rng(seed).random(k.size) * (2 * k // m + 1)).astype(np.int64)
    return chosen[chosen < limit]
