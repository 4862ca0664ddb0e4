"""Take-away games on two heaps: a move takes from several heaps at once (the paper's footnote 2, after Golomb).

A subtraction set is then a set of vectors (s, t): take s tokens from the first heap and t from the second. A pair of
heaps can't be split into single heaps any more, so nim-values don't help, and the whole board of pairs is evaluated.
Sieving carries over: every move makes a pair smaller in one heap or in both and larger in neither, so the rows of the
board, read one after another, meet a pair after all the pairs that it can move to. A pair that nobody has marked by
then is cold, and marks the pairs that can move to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from subtraction_engine.support.kernel import kernel
from subtraction_engine.support.progress import ranges
from subtraction_games.arguments import SubtractionSet, abbreviated, moves_below, whole_number

ROWS = 64  # rows of the board between two looks at the clock


def one_heap(S: SubtractionSet, n: int) -> NDArray[np.int64]:
    """int64[2k, 2]: take an element of S, smaller than n, from one of the two heaps; k is how many there are.

    This is the subtraction game S played with two heaps. Raises what `moves_below` raises. O(k).

    >>> one_heap([1, 4], 10).tolist()
    [[1, 0], [4, 0], [0, 1], [0, 4]]
    """
    return np.concatenate([np.multiply.outer(moves_below(S, n), heap) for heap in ([1, 0], [0, 1])])


def one_or_both(S: SubtractionSet, n: int) -> NDArray[np.int64]:
    """int64[3k, 2]: take an element of S, smaller than n, from one heap, or the same element from both.

    Raises what `moves_below` raises. O(k).

    >>> one_or_both([1, 4], 10).tolist()
    [[1, 0], [4, 0], [0, 1], [0, 4], [1, 1], [4, 4]]
    """
    return np.concatenate([one_heap(S, n), np.multiply.outer(moves_below(S, n), [1, 1])])


def one_or_each(S: SubtractionSet, n: int) -> NDArray[np.int64]:
    """int64[2k + k*k, 2]: take an element of S, smaller than n, from one heap, or one from each heap.

    Raises what `moves_below` raises. O(k^2).

    >>> one_or_each([1, 4], 10).tolist()
    [[1, 0], [4, 0], [0, 1], [0, 4], [1, 1], [1, 4], [4, 1], [4, 4]]
    """
    taken = moves_below(S, n)
    each = np.column_stack([np.repeat(taken, taken.size), np.tile(taken, taken.size)])
    return np.concatenate([one_heap(taken, n), each])


def wythoff(n: int) -> NDArray[np.int64]:
    """int64[3(n - 1), 2]: any number of tokens from one heap, or the same number from both (Wythoff 1907).

    n is a whole number of at least 1; numbers smaller than n are taken. O(n).

    >>> wythoff(3).tolist()
    [[1, 0], [2, 0], [0, 1], [0, 2], [1, 1], [2, 2]]
    """
    return one_or_both(np.arange(1, whole_number("n", n, least=1)), n)


def cold_pairs(moves: ArrayLike | Iterable[tuple[int, int]], n: int) -> NDArray[np.bool_]:
    """bool[n, n]: is the pair of heaps (a, b) cold, at [a, b], for heaps in range(n)?

    `moves` are the vectors (s, t), an integer array [k, 2] or any collection of pairs, in any order: distinct, of
    whole numbers of at least 0, not both 0. The player who can't move loses. The sieve takes O(n^2 + |C| k) time for
    |C| cold pairs, O(n^2 k) at worst, and n^2 bytes.

    Raises TypeError or ValueError for other moves or a negative n.

    >>> np.argwhere(cold_pairs(wythoff(6), 6)).tolist()
    [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]]
    """
    n = whole_number("n", n, least=0, most=2**31)
    vectors = _vectors_below(moves, n)
    hot = np.zeros((n, n), dtype=bool)
    for start, stop in ranges(n, ROWS, "cold pairs by sieving"):
        _sieve_rows(vectors, hot, start, stop)
    return np.logical_not(hot, out=hot)


def _vectors_below(moves: Any, n: int) -> NDArray[np.int64]:
    """int64[k, 2], in lexicographic order: the moves with both components smaller than n, checked."""
    if isinstance(moves, (str, bytes, dict)) or not isinstance(moves, Iterable):
        raise TypeError(f"the moves must be pairs of whole numbers, not {abbreviated(moves)}")
    if isinstance(moves, np.ndarray) and moves.shape[1:] != (2,) and moves.shape != (0,):
        raise ValueError(f"every move must be a pair (s, t) of whole numbers: not an array of shape {moves.shape}")
    ascending = sorted(_pair(move) for move in (moves.tolist() if isinstance(moves, np.ndarray) else moves))
    for pair, following in pairwise(ascending):
        if pair == following:
            raise ValueError(f"the moves must be distinct; {pair} occurs more than once")
    return np.array([pair for pair in ascending if max(pair) < n], dtype=np.int64).reshape(-1, 2)


def _pair(move: Any) -> tuple[int, int]:
    if not isinstance(move, (tuple, list, np.ndarray)) or len(move) != 2:
        raise ValueError(f"every move must be a pair (s, t) of whole numbers, not {abbreviated(move)}")
    s, t = (whole_number("every component of a move", component, least=0) for component in move)
    if s == t == 0:
        raise ValueError("every move must take a token; (0, 0) takes none")
    return s, t


@kernel
def _sieve_rows(vectors, hot, start, stop):  # type: ignore[no-untyped-def]
    # invariant: when (a, b) is reached, hot[a, b] says whether one of its moves leads to a cold pair
    n = hot.shape[0]
    for a in range(start, stop):
        for b in range(n):
            if hot[a, b]:
                continue
            for i in range(vectors.shape[0]):
                if a + vectors[i, 0] >= n:  # the moves ascend in their first component
                    break
                if b + vectors[i, 1] < n:
                    hot[a + vectors[i, 0], b + vectors[i, 1]] = True
