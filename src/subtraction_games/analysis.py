"""What the paper reads off the numbers: records, counts, digits, and power laws by repeated medians."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arguments import Positions, whole_number


def records(values: ArrayLike) -> tuple[Positions, NDArray[np.int64]]:
    """(positions, values), both int64[k]: where a sequence exceeds all that came before it. O(n).

    The first term is always a record. For the nim-values of subtract-a-square: OEIS A297963.

    >>> records([0, 1, 0, 1, 2, 0])
    (array([0, 1, 4]), array([0, 1, 2]))
    """
    sequence = np.asarray(values)
    highest = np.maximum.accumulate(sequence)
    positions = np.flatnonzero(highest[1:] > highest[:-1]) + 1
    positions = np.concatenate([np.arange(min(sequence.size, 1)), positions])
    return positions.astype(np.int64), sequence[positions].astype(np.int64)


def counts_below(positions: Positions, limits: ArrayLike) -> NDArray[np.int64]:
    """int64, shaped as `limits`: how many of the ascending positions are smaller than each limit.

    >>> counts_below(np.array([0, 2, 5, 7]), [0, 1, 6, 100])
    array([0, 1, 3, 4])
    """
    return np.searchsorted(positions, np.asarray(limits), side="left").astype(np.int64)


def digit_counts(positions: Positions, base: int, place: int = 0) -> NDArray[np.int64]:
    """int64[base]: how many positions have each digit at the given place (0 the ones) when written in `base`.

    Zero counts as digit 0 in every place, and so do the places in front of a number's first digit.

    >>> digit_counts(np.array([0, 2, 5, 7, 10, 12]), base=5)
    array([3, 0, 3, 0, 0])
    >>> digit_counts(np.array([0, 2, 5, 7, 10, 12]), base=5, place=1)
    array([2, 2, 2, 0, 0])
    """
    base = whole_number("base", base, least=2)
    place = whole_number("place", place, least=0)
    step = base**place
    if step >= 2**63:  # every int64 has digit 0 there
        return np.bincount(np.zeros(len(positions), dtype=np.int64), minlength=base)
    return np.bincount(np.asarray(positions) // step % base, minlength=base)


class PowerLaw(NamedTuple):
    """y = coefficient * x**exponent."""

    coefficient: float
    exponent: float

    def at(self, x: ArrayLike) -> NDArray[np.float64]:
        """The fitted y at each x, as float64.

        >>> PowerLaw(2.0, 0.5).at([4, 9])
        array([4., 6.])
        """
        return self.coefficient * np.asarray(x, dtype=np.float64) ** self.exponent


def fit_power_law(x: ArrayLike, y: ArrayLike) -> PowerLaw:
    """Fit y = c x**e to positive points by Siegel's repeated medians on doubly logarithmic axes.

    The slope is the median over the points of the median of the slopes to the other points; the intercept is
    the same for pairwise *intercepts*. So does R's mblm, which the paper used (its section 3.1), and so
    does scipy with method="separate". The base of the logarithms matters only to the 14th digit, where double
    precision ends; base 2 gives the digits that the paper prints. O(k^2) time and memory for k points.

    Raises ValueError for fewer than two points, or for points that are not positive and finite.

    >>> law = fit_power_law([1, 4, 9, 16], [3, 6, 9, 12])
    >>> round(law.coefficient, 9), round(law.exponent, 9)
    (3.0, 0.5)
    """
    xs, ys = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if xs.ndim != 1 or xs.shape != ys.shape or np.unique(xs).size < 2:
        raise ValueError(f"a fit needs two or more points (x, y) with different x, not {xs.shape} and {ys.shape}")
    if not (np.isfinite(xs).all() and np.isfinite(ys).all() and (xs > 0).all() and (ys > 0).all()):
        raise ValueError("a fit on logarithmic axes needs positive, finite x and y")
    from scipy.stats import siegelslopes  # here, because it takes a second to load and few callers need it

    slope, intercept = siegelslopes(np.log2(ys), np.log2(xs), method="separate")
    return PowerLaw(coefficient=float(np.exp2(intercept)), exponent=float(slope))
