"""Boolean convolution, and the paper's divide and conquer on games with hotspots (sections 2.1 to 2.4).

A convolution of 0/1 vectors counts, for each position, the ways to reach it as a cold position plus a move;
the positions reached are those whose count is not zero. The counts come out of a floating-point Fourier
transform, so each convolution first proves that its rounding error stays below one half.

S is known before we start, so its transform is taken once for each length; only the cold positions' are new
(a *semi-relaxed* convolution). Ranges too short to gain from a transform fall to the sieve.
"""

from __future__ import annotations

from math import log2, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import fft

from .arguments import Moves, Positions
from .arrays import as_mask, narrowed, value_type
from .progress import ranges
from .sieve import mark_hot

SHORT = 2**14  # positions that the sieve settles sooner than a pair of transforms would
WAYS = 16  # blocks that a range is cut into; the paper cuts it in two
BYTES = 48  # of memory for each position

Spectrum: TypeAlias = NDArray[np.complexfloating]


# --- Boolean convolution -------------------------------------------------------------------------------


def boolean_convolution(a: NDArray[np.bool_], b: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """bool[len(a) + len(b) - 1]: c[i] is True when a[j] and b[i - j] are, for some j. O(n log n).

    Raises OverflowError if the vectors are so long that double precision could round a count wrongly.

    >>> boolean_convolution(np.array([True, False, True]), np.array([False, True])).astype(int)
    array([0, 1, 0, 1])
    """
    size = max(a.size + b.size - 1, 0)
    if a.size == 0 or b.size == 0:
        return np.zeros(0, dtype=bool)
    length = _power_of_two(size)
    precision = sufficient_precision(length, int(a.sum()), int(b.sum()))
    product = fft.rfft(a.astype(precision), length) * fft.rfft(b.astype(precision), length)
    counts: NDArray[np.floating] = fft.irfft(product, length)
    return counts[:size] > 0.5


def rounding_bound(length: int, ones_in_a: int, ones_in_b: int, precision: type[np.floating], terms: int = 1) -> float:
    """An upper bound on the error of any entry of a cyclic convolution of two 0/1 vectors.

    Percival's bound (Mathematics of Computation 72, 2003), with the sharper constant of Brent, Percival and
    Zimmermann ("Error bounds on complex floating-point multiplication", ibid. 76, 2007): for transforms of
    length 2^k the error is at most |a| |b| (the Euclidean norms) times
    (1 + u)^(3k) (1 + u sqrt 5)^(3k + 1) (1 + t)^(3k) - 1, where u is the unit roundoff and t bounds the error
    of the roots of unity. We take t = u, and double the whole, to be safe with a library that orders its
    butterflies differently from the theorem's. A sum of several convolutions has the ones of all their vectors
    together (by Cauchy and Schwarz) and, for its `terms`, so many roundings more.

    >>> rounding_bound(2**24, 2**16, 2**12, np.float64) < 1e-8
    True
    """
    k = log2(length)
    unit_roundoff = float(np.finfo(precision).eps) / 2
    growth = (3 * k + (3 * k + 1) * sqrt(5) + 3 * k + terms) * unit_roundoff
    return 2 * sqrt(ones_in_a) * sqrt(ones_in_b) * float(np.expm1(growth))  # expm1(x y) >= (1 + x)^y - 1


def sufficient_precision(length: int, ones_in_a: int, ones_in_b: int, terms: int = 1) -> type[np.floating]:
    """float32 if its rounding bound is below one half, else float64 if that is, else OverflowError.

    >>> sufficient_precision(2**10, 100, 30).__name__, sufficient_precision(2**24, 10**6, 4096).__name__
    ('float32', 'float64')
    """
    for precision in (np.float32, np.float64):
        if rounding_bound(length, ones_in_a, ones_in_b, precision, terms) < 0.5:
            return precision
    raise OverflowError(
        f"a convolution of length {length} with {ones_in_a} and {ones_in_b} ones could round a count wrongly"
    )


def _power_of_two(size: int) -> int:
    return 1 << max(size - 1, 0).bit_length()


# --- divide and conquer (section 2.3, Theorem 1) -------------------------------------------------------


def cold_positions(moves: Moves, n: int, hotspots: Positions, short: int = SHORT) -> Positions:
    """int64[:], ascending: the cold positions of range(n), for ascending hotspots within it.

    Theorem 1's divide and conquer: O(n log^2 n) time, about 48n bytes. Ranges of up to `short` positions
    fall to the sieve.

    >>> cold_positions(np.array([1, 4, 9]), 13, np.array([2]), short=1)
    array([ 0,  3,  5,  8, 10])
    """
    hot = as_mask(hotspots, n)
    _settle(Carrier(moves), hot, short, "cold positions by convolution")
    return np.flatnonzero(~hot)


def cost(n: int) -> float:
    """Nanoseconds, roughly, that the divide and conquer takes for n positions of any game. It only has to rank.

    >>> cost(2**20) / cost(2**10) > 1000
    True
    """
    return 5 * n * log2(max(n, 2)) ** 2


class Carrier:
    """Carries marks from the settled blocks of a range to the next block, for every length of block there is.

    A range of WAYS blocks of h positions is the unit. Block j is reached from block i < j by the moves around
    (j - i) h, so one cyclic convolution of length 2h does, of which the second half is wanted: longer sums wrap
    around into the first. The products are added up before the inverse transform, so each block costs one
    transform each way. Transforms of moves depend on h and j - i alone and are kept for good; those of blocks
    until their range is done.
    """

    def __init__(self, moves: Moves) -> None:
        self.moves = moves
        self._of_moves: dict[tuple[int, int, type[np.floating]], Spectrum] = {}
        self._of_blocks: dict[tuple[int, int, type[np.floating]], Spectrum] = {}

    def reached(self, hot: NDArray[np.bool_], h: int, stop: int) -> NDArray[np.bool_]:
        """bool[h]: which positions of [stop, stop + h) have a move to a cold one in the range before `stop`."""
        j = stop // h % WAYS
        first = stop - j * h
        moves_counted_twice = 2 * int(np.searchsorted(self.moves, (j + 1) * h))  # neighbouring windows overlap
        cold_count = j * h - int(np.count_nonzero(hot[first:stop]))
        precision = sufficient_precision(2 * h, cold_count, moves_counted_twice, terms=j)
        if j == 1:
            self._of_blocks = {key: kept for key, kept in self._of_blocks.items() if key[0] != h}
        total = np.zeros(h + 1, dtype=np.result_type(precision, np.complex64))
        for i in range(j):
            start = first + i * h
            total += self._block(hot, h, start, precision) * self._window(h, j - i, precision)
        counts: NDArray[np.floating] = fft.irfft(total, overwrite_x=True)
        return counts[h:] > 0.5

    def _block(self, hot: NDArray[np.bool_], h: int, start: int, precision: type[np.floating]) -> Spectrum:
        if (h, start, precision) not in self._of_blocks:
            cold = (~hot[start : start + h]).astype(precision)
            self._of_blocks[h, start, precision] = fft.rfft(cold, 2 * h)
        return self._of_blocks[h, start, precision]

    def _window(self, h: int, distance: int, precision: type[np.floating]) -> Spectrum:
        """The transform of the moves in [(distance - 1) h, (distance + 1) h)."""
        if (h, distance, precision) not in self._of_moves:
            low, high = np.searchsorted(self.moves, [(distance - 1) * h, (distance + 1) * h])
            window = as_mask(self.moves[low:high] - (distance - 1) * h, 2 * h)
            self._of_moves[h, distance, precision] = fft.rfft(window.astype(precision))
        return self._of_moves[h, distance, precision]


def _settle(carrier: Carrier, hot: NDArray[np.bool_], short: int, label: str) -> None:
    """Finish the bool[n] array `hot` in place, from its hotspots.

    The recursion, unrolled: ranges of short, short WAYS, short WAYS^2, ... positions are aligned to their
    lengths, so after each short block exactly one length has a block that ends there and a next one in the same
    range: the longest that divides `stop`.
    """
    for start, stop in ranges(hot.size, short, label):
        mark_hot(carrier.moves, hot[start:stop])
        h = short
        while stop % (WAYS * h) == 0:
            h *= WAYS
        if stop < hot.size:
            upper = hot[stop : stop + h]
            upper |= carrier.reached(hot, h, stop)[: upper.size]


# --- nim-values, level by level (section 2.4, Theorem 3) -----------------------------------------------


def nim_values(moves: Moves, n: int, short: int = SHORT) -> NDArray[np.unsignedinteger]:
    """uint16[n] (a wider type where values need it): the nim-value of every position in range(n).

    Lemma 2: the positions of nim-value t are the cold ones of the game whose hotspots are the positions of
    smaller nim-value. So O(m n log^2 n) time (Theorem 3), m the largest nim-value, and about 48n bytes.

    >>> nim_values(np.array([1, 4]), 6)
    array([0, 1, 0, 1, 2, 0], dtype=uint16)
    """
    values = np.zeros(n, dtype=value_type(moves))
    unassigned = np.ones(n, dtype=bool)
    carrier = Carrier(moves)
    level = 0
    while unassigned.any():
        hot = ~unassigned
        _settle(carrier, hot, short, f"nim-value {level} by convolution")
        values[~hot] = level
        unassigned &= hot
        level += 1
    return narrowed(values)
