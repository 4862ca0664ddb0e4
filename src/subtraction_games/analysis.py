"""The measurements that the paper makes: records, counts, digits, fitted power laws and operation counts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arguments import Moves, Positions, abbreviated, as_mask, integer_array, whole_number
from .core import cold_by_sieving


def records(values: ArrayLike) -> tuple[Positions, NDArray[np.int64]]:
    """Return the terms of an integer sequence that exceed all earlier terms, as (positions, values), both int64[k].

    The first term is always a record. For the nim-values of subtract-a-square, OEIS A297963 lists the positions of the
    records. Takes O(n) time. Raises TypeError or ValueError unless `values` is a one-dimensional sequence of integers.

    >>> records([0, 1, 0, 1, 2, 0])
    (array([0, 1, 4]), array([0, 1, 2]))
    """
    sequence = integer_array("values", values)
    highest = np.maximum.accumulate(sequence)
    positions = np.append(0, np.flatnonzero(highest[1:] > highest[:-1]) + 1)[: sequence.size]
    return positions, sequence[positions].astype(np.int64)


def counts_below(positions: ArrayLike, limits: ArrayLike) -> NDArray[np.int64]:
    """Return the number of positions smaller than each limit, as an int64 array of the same shape as `limits`.

    The positions must be in ascending order. Lists are checked for this, but arrays are not, because they may be memory
    maps larger than memory. A limit above the n below which the positions were computed gives too small a count. Limits
    that are not integers raise TypeError. Takes O(log n) time for each limit.

    >>> counts_below(np.array([0, 2, 5, 7]), [0, 1, 6, 100])
    array([0, 1, 3, 4])
    """
    ascending = integer_array("positions", positions)
    if not isinstance(positions, np.ndarray) and (ascending[1:] < ascending[:-1]).any():
        raise ValueError(f"positions must be ascending, not {abbreviated(positions)}")
    bounds = integer_array("limits", limits, "integers", dimensions=None)
    return np.asarray(np.searchsorted(ascending, bounds), dtype=np.int64)


def digit_counts(positions: ArrayLike, base: int, place: int = 0) -> NDArray[np.int64]:
    """Return how many positions have each digit at the given place (0 for the ones) in base `base`, as int64[base].

    Numbers with too few digits are padded with zeros on the left. Takes O(k + base) time for k positions, and 24 bytes
    per position. Raises TypeError or ValueError unless all positions are non-negative integers.

    >>> digit_counts([0, 2, 5, 7, 10, 12], base=5), digit_counts([0, 2, 5, 7, 10, 12], base=5, place=1)
    (array([3, 0, 3, 0, 0]), array([2, 2, 2, 0, 0]))
    """
    base = whole_number("base", base, least=2)
    place = whole_number("place", place, least=0)
    numbers = integer_array("positions", positions).astype(np.int64)
    if numbers.min(initial=0) < 0:
        raise ValueError(f"positions must be whole numbers of at least 0; {numbers.min()} is not")
    for _ in range(min(place, 63)):  # no position has more digits
        numbers //= base
    return np.bincount((numbers % base).astype(np.intp), minlength=base).astype(np.int64)  # of 32 bits on some machines


def observed_period(values: ArrayLike) -> int | None:
    """Return the smallest period of a sequence's second half, or None if it exceeds a quarter of the whole length.

    The values are integers or bools. An observed period may break down later, whereas `evaluate.period` proves the
    period of the nim-values of a finite set. Takes O(n) time in plain Python.

    >>> observed_period([3, 0, 1, 2, 0, 1, 0, 1, 0, 1, 0, 1]), observed_period([0, 1, 0, 2, 0, 3])
    (2, None)
    """
    word = np.asarray(values)
    sequence = integer_array("values", word.view(np.uint8) if word.dtype == np.bool_ else word)
    later = sequence[sequence.size // 2 :].tolist()
    length, border = 0, [0] * len(later)  # for each prefix, its longest proper prefix that is also a suffix (KMP)
    for i in range(1, len(later)):
        while length and later[i] != later[length]:
            length = border[length - 1]
        length += later[i] == later[length]
        border[i] = length
    period = len(later) - length
    return period if 0 < period <= sequence.size // 4 else None


def looks(moves: Moves, n: int) -> int:
    """Return how many moves are tried in total when the positions below n are evaluated by looking back.

    At each position the moves are tried in ascending order, up to the first move that leads to a cold position.

    >>> looks(np.array([1, 4]), 6)  # one each at 1, 2 and 3, two each at 4 and 5
    7
    """
    hot, undecided, total = ~as_mask(cold_by_sieving(moves, n), n), np.arange(n), 0
    for s in moves.tolist():
        undecided = undecided[np.searchsorted(undecided, s) :]
        total += undecided.size
        undecided = undecided[hot[undecided - s]]
    return total


def marks(moves: Moves, n: int) -> int:
    """Return the number of marks that the sieve makes below n, one for each cold c and move s with c + s < n.

    >>> marks(np.array([1, 4]), 6)
    3
    """
    return int(np.searchsorted(moves, n - cold_by_sieving(moves, n)).sum())


class PowerLaw(NamedTuple):
    """A power law y = coefficient * x**exponent."""

    coefficient: float
    exponent: float

    def at(self, x: ArrayLike) -> NDArray[np.float64]:
        """Return y at each x, as float64.

        >>> PowerLaw(2.0, 0.5).at([4, 9])
        array([4., 6.])
        """
        return self.coefficient * np.asarray(x, dtype=np.float64) ** self.exponent


def fit_power_law(x: ArrayLike, y: ArrayLike) -> PowerLaw:
    """Fit y = c x**e to positive points by Siegel's repeated medians on log-log axes.

    For each point, take the median slope of the lines to all other points. The fitted slope is the median of these
    slopes, and the intercept is found in the same way from the lines' intercepts. R's mblm, which the paper used
    (section 3.1), and scipy's `siegelslopes` with method="separate" do the same. The base of the logarithms affects no
    digit before the 14th; base 2 gives the digits that the paper prints. Points (0, 0), such as the first record of
    nim-values, are left out because they lie on every power law. Takes O(k^2) time and O(k) memory for k points. Raises
    ValueError unless the remaining points are positive and finite, with at least two distinct values of x.

    >>> law = fit_power_law([1, 4, 9, 16], [3, 6, 9, 12])
    >>> round(law.coefficient, 9), round(law.exponent, 9)
    (3.0, 0.5)
    """
    xs, ys = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if xs.ndim != 1 or xs.shape != ys.shape:
        raise ValueError(f"a fit needs one-dimensional x and y of equal length, not shapes {xs.shape} and {ys.shape}")
    others = (xs != 0) | (ys != 0)
    xs, ys = xs[others], ys[others]
    if np.unique(xs).size < 2:
        raise ValueError(f"a fit needs two or more points (x, y) with different x besides (0, 0), not {xs.size}")
    if not (np.isfinite(xs).all() and np.isfinite(ys).all() and (xs > 0).all() and (ys > 0).all()):
        raise ValueError("a fit on logarithmic axes needs positive, finite x and y")
    logs, levels = np.log2(xs), np.log2(ys)
    lines = np.empty((xs.size, 2))  # for each point, the median intercept and slope of the lines to all others
    for line, a, b in zip(lines, logs, levels, strict=True):  # all pairs at once would need 1.7 GB for cubes below 2^40
        away = a - logs
        other = away != 0
        pairs = (levels * a - b * logs)[other], (b - levels)[other]
        line[:] = [np.median(differences / away[other]) for differences in pairs]
    intercept, slope = np.median(lines, axis=0)
    return PowerLaw(coefficient=float(np.exp2(intercept)), exponent=float(slope))
