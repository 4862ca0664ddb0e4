"""What the paper reads off the numbers: records, counts, digits, and power laws by repeated medians."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from .support.arguments import Positions, abbreviated, integer_array, whole_number

SEQUENCE = "a one-dimensional sequence of integers"


def records(values: ArrayLike) -> tuple[Positions, NDArray[np.integer]]:
    """(positions, values), both int64[k]: where a sequence of integers exceeds all that came before it. O(n).

    The first term is always a record; terms of type uint64 stay so. For the nim-values of subtract-a-square: OEIS
    A297963. Raises TypeError or ValueError for what is no one-dimensional sequence of integers.

    >>> records([0, 1, 0, 1, 2, 0])
    (array([0, 1, 4]), array([0, 1, 2]))
    """
    sequence = integer_array("values", values, SEQUENCE)
    highest = np.maximum.accumulate(sequence)
    positions = np.append(0, np.flatnonzero(highest[1:] > highest[:-1]) + 1)[: sequence.size]
    return positions, sequence[positions].astype(np.uint64 if sequence.dtype == np.uint64 else np.int64)


def counts_below(positions: ArrayLike, limits: ArrayLike) -> NDArray[np.int64]:
    """int64, shaped as `limits`: how many of the positions are smaller than each limit. O(log n) for a limit.

    The positions must ascend. That a list does is checked; of an array, which may be larger than memory, only what
    is looked at is read, and the counts of one that doesn't ascend are wrong. Raises TypeError for limits that are not
    integers.

    >>> counts_below(np.array([0, 2, 5, 7]), [0, 1, 6, 100])
    array([0, 1, 3, 4])
    """
    ascending = integer_array("positions", positions, SEQUENCE)
    if not isinstance(positions, np.ndarray) and (ascending[1:] < ascending[:-1]).any():
        raise ValueError(f"positions must be ascending, not {abbreviated(positions)}")
    bounds = integer_array("limits", limits, "integers", dimensions=None)
    return np.asarray(np.searchsorted(ascending, bounds, side="left"), dtype=np.int64)


def digit_counts(positions: ArrayLike, base: int, place: int = 0) -> NDArray[np.int64]:
    """int64[base]: how many positions have each digit at the given place (0 the ones) when written in `base`.

    Zero counts as digit 0 in every place, and so do the places in front of a number's first digit. Raises TypeError
    or ValueError for positions that are no whole numbers of at least 0. O(n + base) time, 24 bytes for each position.

    >>> digit_counts([0, 2, 5, 7, 10, 12], base=5), digit_counts([0, 2, 5, 7, 10, 12], base=5, place=1)
    (array([3, 0, 3, 0, 0]), array([2, 2, 2, 0, 0]))
    """
    base = whole_number("base", base, least=2)
    place = whole_number("place", place, least=0)
    numbers = integer_array("positions", positions, SEQUENCE)
    if numbers.min(initial=0) < 0:
        raise ValueError(f"positions must be whole numbers of at least 0; {numbers.min()} is not")
    step = base ** min(place, 64)  # 2**64 and more are beyond all positions
    digits = numbers.astype(np.uint64) // np.uint64(step) % np.uint64(base) if step < 2**64 else np.zeros_like(numbers)
    return np.bincount(digits.astype(np.int64), minlength=base)


class ResidueCounts(NamedTuple):
    """Positions by residue, counted where they are at hand and taken from a table beyond.

    >>> known = {(2, 10): np.array([2, 2]), (2, 20): np.array([5, 4])}
    >>> ResidueCounts(np.array([0, 2, 5, 7]), 10, known).between(2, 10, 20)
    array([3, 2])
    """

    positions: Positions  # all that there are below n, ascending
    n: int
    known: Mapping[tuple[int, int], NDArray[np.int64]]  # [m, limit]: int64[m], of those below a limit modulo m

    @classmethod
    def read(cls, table: str | Path | Iterable[str], positions: Positions, n: int) -> ResidueCounts:
        """With a table like data/residue-counts.csv, or its lines: modulus, n, residue (ascending from 0), count.

        >>> lines = ["modulus,n,residue,count", "2,10,0,2", "2,10,1,2", "2,20,0,5", "2,20,1,4"]
        >>> ResidueCounts.read(lines, np.array([0, 2, 5, 7]), 10).between(2, 0, 20)
        array([5, 4])
        """
        rows = np.loadtxt(table, dtype=np.int64, delimiter=",", skiprows=1)
        parts = np.split(rows, np.flatnonzero(rows[1:, 2] == 0) + 1)
        return cls(positions, n, {(int(part[0, 0]), int(part[0, 1])): part[:, 3] for part in parts})

    @classmethod
    def read_doublings(cls, file: str | Path, positions: Positions, n: int) -> ResidueCounts:
        """With a file like data/doublings.npz: modulo 5, 25, 125 and 625 at its ends, 5 and 25 at end // 25.

        The file's arrays are n, int64[d], `below_625`, int64[d, 625], and `below_a_25th`, int64[d, 25].
        """
        known: dict[tuple[int, int], NDArray[np.int64]] = {}
        with np.load(file, allow_pickle=False) as arrays:
            for end, *below in zip(arrays["n"].tolist(), arrays["below_625"], arrays["below_a_25th"], strict=True):
                for limit, counts in zip((end, end // 25), below, strict=True):
                    for m in (5**j for j in range(1, 5) if 5**j <= counts.size):
                        known[m, limit] = counts.reshape(-1, m).sum(axis=0)
        return cls(positions, n, known)

    def between(self, m: int, low: int, high: int) -> NDArray[np.int64] | None:
        """int64[m]: the positions from low to high - 1 by residue modulo m; None where neither source has them."""
        if high <= self.n:
            return digit_counts(self.positions[slice(*np.searchsorted(self.positions, [low, high]))], m)
        if (m, high) not in self.known or (low and (m, low) not in self.known):
            return None
        return self.known[m, high] - (self.known[m, low] if low else 0)


def explained(positions: ArrayLike, moves: ArrayLike, m: int) -> float:
    """How much of it residues modulo m explain that no move leads from one of the positions to another.

    If the positions were as they are modulo m, and otherwise spread evenly, there would be m * sum(q[s] p[r] p[r - s])
    times as many such moves as if they were spread evenly altogether, p and q being the shares of the residues among
    positions and moves. The answer is 1 less that: 1 if residues alone keep them apart, 0 if they do nothing. O(m^2)
    time beside counting.

    >>> explained([0, 2, 5, 7, 10, 12], [1, 4, 9, 16, 25], 5), explained([0, 1, 2, 3], [1, 2, 3], 2)
    (0.5, 0.0)
    """
    p, q = (digit_counts(numbers, m) / max(np.size(numbers), 1) for numbers in (positions, moves))
    missing = m * sum(share * float(p @ np.roll(p, s)) for s, share in enumerate(q.tolist()))
    return round(1 - missing, 12) + 0.0  # no -0.0


def favourite_modulus(positions: ArrayLike, moves: ArrayLike, most: int = 100) -> tuple[int | None, float]:
    """(m, what m explains) for the modulus from 2 to `most` that adds most to what its divisors explain.

    (None, 0.0) if it adds less than a twentieth.

    >>> favourite_modulus(range(0, 1000, 4), range(1, 1000, 2), most=10)
    (2, 1.0)
    """
    parts = {m: explained(positions, moves, m) for m in range(2, most + 1)}
    adds = {m: part - max([parts[d] for d in range(2, m) if m % d == 0], default=0) for m, part in parts.items()}
    best = max(adds, key=lambda m: adds[m])
    return (best, parts[best]) if adds[best] >= 0.05 else (None, 0.0)


def period(values: ArrayLike) -> int | None:
    """The smallest p, at most a quarter of the length, by which the later half of a sequence repeats; None without one.

    `values` are integers or truth values. That they repeat so long proves nothing about what comes later. O(n) time,
    4 bytes for each.

    >>> period([3, 0, 1, 2, 0, 1, 0, 1, 0, 1, 0, 1]), period([0, 1, 0, 2, 0, 3])
    (2, None)
    """
    word = np.asarray(values)
    sequence = integer_array("values", word.view(np.uint8) if word.dtype == np.bool_ else word, SEQUENCE)
    found = int(_smallest_period(sequence[sequence.size // 2 :]))
    return found if 0 < found <= sequence.size // 4 else None


@njit(cache=True)
def _smallest_period(word):  # type: ignore[no-untyped-def]
    """The length less that of the longest border, a beginning that is also an end (Knuth, Morris and Pratt)."""
    border, length = np.zeros(word.size, dtype=np.int64), 0  # of each beginning of the word; of the last one
    for i in range(1, word.size):
        while length and word[i] != word[length]:
            length = border[length - 1]
        length += word[i] == word[length]
        border[i] = length
    return word.size - length


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
    precision ends; base 2 gives the digits that the paper prints. O(k^2) time and O(k) memory for k points. Raises
    ValueError for fewer than two points, or for points that are not positive and finite.

    >>> law = fit_power_law([1, 4, 9, 16], [3, 6, 9, 12])
    >>> round(law.coefficient, 9), round(law.exponent, 9)
    (3.0, 0.5)
    """
    xs, ys = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if xs.ndim != 1 or xs.shape != ys.shape or np.unique(xs).size < 2:
        raise ValueError(f"a fit needs two or more points (x, y) with different x, not {xs.shape} and {ys.shape}")
    if not (np.isfinite(xs).all() and np.isfinite(ys).all() and (xs > 0).all() and (ys > 0).all()):
        raise ValueError("a fit on logarithmic axes needs positive, finite x and y")
    intercept, slope = _repeated_medians(np.log2(xs), np.log2(ys))
    return PowerLaw(coefficient=float(np.exp2(intercept)), exponent=float(slope))


def _repeated_medians(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """(intercept, slope) of Siegel's line through the points, digit for digit as scipy's siegelslopes has them.

    That makes tables of all pairs first: 1.7 GB for the cubes below 2^40, where a row at a time is as fast.
    """
    lines = np.empty((x.size, 2))
    for line, a, b in zip(lines, x, y, strict=True):
        away = a - x
        other = away != 0
        pairs = (y * a - b * x)[other], (b - y)[other]
        line[:] = [np.median(differences / away[other]) for differences in pairs]
    return np.asarray(np.median(lines, axis=0))
