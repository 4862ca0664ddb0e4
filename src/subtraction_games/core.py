"""The paper's algorithms in numpy, as the paper states them. Read this file first, with the paper beside it.

Position n is a heap of n tokens. A move takes away s tokens, for some s in the subtraction set S. A position is *cold*
if no move from it leads to a cold position, and *hot* otherwise. A *hotspot* is hot by decree (section 2.1). The
*nim-value* of a position is the smallest of 0, 1, 2, ... that is not the nim-value of a position one move away. The
nim-value is 0 exactly when the position is cold.

All functions evaluate the positions 0 to n - 1 and take the same arguments. The ascending int64 arrays `moves` and
`hotspots` contain the elements of S and the hotspots below n. Cold positions are returned as an ascending int64 array,
and nim-values as int64[n]. In the bounds, |S| and |C| are the numbers of moves and of cold positions below n.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.fft import irfft, rfft
from numpy.typing import ArrayLike, NDArray

from .arguments import Moves, Positions, as_mask

SHORT = 256  # ranges of at most this length are sieved, because a transform would take longer
LONGEST = 2**40  # a convolution is certain to be rounded correctly if its result has at most this length


def cold_by_dynamic_programming(moves: Moves, n: int, hotspots: ArrayLike = ()) -> Positions:
    """Return the cold positions in range(n), by the recurrence of section 1. Takes O(n |S|) time and n bytes.

    >>> cold_by_dynamic_programming(np.array([1, 4, 9]), 13, hotspots=[2])
    array([ 0,  3,  5,  8, 10])
    """
    hot = as_mask(hotspots, n)
    for position, fitting in enumerate(np.searchsorted(moves, np.arange(n), side="right")):
        hot[position] |= not hot[position - moves[:fitting]].all()
    return np.flatnonzero(~hot)


def nim_by_dynamic_programming(moves: Moves, n: int) -> NDArray[np.int64]:
    """Return the nim-values of positions below n, by the recurrence of section 1. Takes O(n |S|) time and 8 n bytes.

    >>> nim_by_dynamic_programming(np.array([1, 4]), 6)
    array([0, 1, 0, 1, 2, 0])
    """
    values = np.zeros(n, dtype=np.int64)
    for position, fitting in enumerate(np.searchsorted(moves, np.arange(n), side="right")):
        values[position] = mex(values[position - moves[:fitting]])
    return values


def mex(values: ArrayLike) -> int:
    """Return the minimum excludent of k values, the smallest of 0, 1, 2, ... that is not among them. Takes O(k) time.

    >>> mex([0, 1, 3]), mex([])
    (2, 0)
    """
    numbers = np.asarray(values, dtype=np.int64)
    small = numbers[(numbers >= 0) & (numbers <= numbers.size)]
    return int(np.argmin(as_mask(small, numbers.size + 1)))


def cold_by_sieving(moves: Moves, n: int, hotspots: ArrayLike = ()) -> Positions:
    """Return the cold positions in range(n), by the sieve of section 3.2. Takes O(n + |C| |S|) time and n bytes.

    >>> cold_by_sieving(np.array([1, 4, 9]), 13, hotspots=[2])
    array([ 0,  3,  5,  8, 10])
    """
    hot = as_mask(hotspots, n)
    _sieve(moves, hot)
    return np.flatnonzero(~hot)


def _sieve(moves: Moves, hot: NDArray[np.bool_]) -> None:
    """Mark the hot positions in place. A position still unmarked at its turn is cold, and its moves mark others."""
    position = 0
    while position < hot.size:
        position += int(np.argmin(hot[position:]))
        if hot[position]:
            return  # all remaining positions are hot
        hot[position + moves[: np.searchsorted(moves, hot.size - position)]] = True
        position += 1


def boolean_convolution(a: NDArray[np.bool_], b: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return bool[len(a) + len(b) - 1], True at i if a[j] and b[i - j] are both True for some j (section 2.2).

    A fast Fourier transform in double precision counts these j for all i, as coefficients of a product of polynomials,
    in O(n log n) time for n entries. With transforms of length 2^k, the error of a count is at most |a| |b| 12 (k + 1)
    2^-53, where |a|^2 and |b|^2 are the numbers of True entries (Brent, Percival and Zimmermann, Math. Comp. 76, 2007).
    Up to LONGEST entries, all counts are therefore rounded correctly. Longer results raise ValueError.

    >>> boolean_convolution(np.array([True, False, True]), np.array([False, True])).astype(int)
    array([0, 1, 0, 1])
    """
    if not (a.size and b.size):
        return np.zeros(0, dtype=bool)
    size = a.size + b.size - 1
    if size > LONGEST:
        raise ValueError(f"a and b must have at most {LONGEST} entries together, not {size + 1}: counts are rounded")
    length = 1 << (size - 1).bit_length()
    counts = irfft(rfft(a.astype(float), length) * rfft(b.astype(float), length), length)
    return np.asarray(counts[:size] > 0.5)


def cold_by_convolution(moves: Moves, n: int, hotspots: ArrayLike = (), short: int = SHORT) -> Positions:
    """Return the cold positions in range(n), by the divide-and-conquer algorithm of section 2.3 (Theorem 1).

    Ranges of at most `short` positions are sieved. Takes O(n log^2 n) time for every S, and about 50 n bytes.

    >>> cold_by_convolution(np.array([1, 4, 9]), 13, hotspots=[2], short=1)
    array([ 0,  3,  5,  8, 10])
    """
    hot, is_move = as_mask(hotspots, n), as_mask(moves, n)

    def settle(x: int, y: int) -> None:
        """Decide by the paper's five steps which positions in [x, y) are hot. The hotspots are already marked."""
        if y - x <= short:
            _sieve(moves, hot[x:y])
            return
        m = (x + y) // 2  # 1. the midpoint
        settle(x, m)  # 2. the lower half
        reached = boolean_convolution(~hot[x:m], is_move[: y - x])  # 3. positions with a move to a cold position there
        hot[m:y] |= reached[m - x : y - x]
        settle(m, y)  # 4. the upper half, with these as further hotspots
        # 5. nothing remains to be done, because both halves are in one array

    settle(0, n)
    return np.flatnonzero(~hot)


def nim_by_levels(
    moves: Moves, n: int, cold: Callable[[Moves, int, Positions], Positions] = cold_by_convolution
) -> NDArray[np.int64]:
    """Return the nim-values of positions below n, found one value at a time (section 2.4, Lemma 2, Theorem 3).

    The positions of nim-value t are the cold positions of the game in which all positions of smaller nim-value are
    hotspots. The function `cold` finds these positions for each t in turn. With `cold_by_convolution`, this takes
    O(m n log^2 n) time if the largest nim-value is m.

    >>> nim_by_levels(np.array([1, 4]), 6)
    array([0, 1, 0, 1, 2, 0])
    """
    values, level = np.full(n, -1, dtype=np.int64), 0
    while (values < 0).any():
        values[cold(moves, n, np.flatnonzero(values >= 0))] = level
        level += 1
    return values


def remoteness(moves: Moves, n: int) -> NDArray[np.int64]:
    """Return the length of play from each position if the winner hurries and the loser delays. Takes O(n |S|) time.

    The lengths, int64[n] (OEIS A338027 for squares), are even at cold positions and odd at hot positions.

    >>> remoteness(np.array([1, 4]), 7)
    array([0, 1, 2, 3, 1, 2, 3])
    """
    answer = np.zeros(n, dtype=np.int64)
    for position, fitting in enumerate(np.searchsorted(moves, np.arange(n), side="right")):
        after = answer[position - moves[:fitting]]
        won = after[after % 2 == 0]  # moves to these cold positions win
        answer[position] = 1 + (won.min() if won.size else after.max(initial=-1))
    return answer
