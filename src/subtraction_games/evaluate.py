"""The door: checks what a caller asks for, chooses a method, and lets the method's module answer."""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from . import convolution, recurrence, sieve
from .games import Positions, SubtractionSet, hotspots_below, moves_below, require_memory, whole_number

Method = TypeVar("Method")

COLD_METHODS = {
    "dynamic-programming": recurrence.cold_positions,
    "sieve": sieve.cold_positions,
    "convolution": convolution.cold_positions,
}
NIM_METHODS = {
    "dynamic-programming": recurrence.nim_values,
    "convolution": convolution.nim_values,
}
# what "auto" stands for: the fastest method at every size that we have measured (benchmarks/times.csv)
BEST_FOR_COLD, BEST_FOR_NIM = "sieve", "dynamic-programming"
BYTES_A_POSITION = {"dynamic-programming": 2, "sieve": 0, "convolution": 48}
BYTES_A_COLD_POSITION = 8


def cold_positions(
    S: SubtractionSet, n: int, *, hotspots: Iterable[int] | None = None, method: str = "auto"
) -> Positions:
    """int64[:], ascending: the cold positions of the subtraction set S in range(n).

    Parameters
    ----------
    S : a function giving its elements smaller than n (ascending, int64), or distinct positive integers.
    n : positions 0 to n - 1 are evaluated; a whole number of at least 0.
    hotspots : positions of range(n) that are hot by decree (paper, section 2.1), in any order.
    method : "dynamic-programming" (O(n |S|)), "sieve" (O(|C| |S|), section 3.2), "convolution"
        (O(n log^2 n), Theorem 1), or "auto" for the fastest known. All give the same answer.

    Raises TypeError or ValueError for arguments that are not so, and MemoryError for an n whose evaluation
    could not fit, all before any work.

    >>> from subtraction_games.games import squares
    >>> cold_positions(squares, 40)
    array([ 0,  2,  5,  7, 10, 12, 15, 17, 20, 22, 34, 39])
    >>> cold_positions([1, 2], 10, hotspots=[0])
    array([1, 4, 7])
    """
    n = whole_number("n", n, least=0)
    evaluator = _chosen(COLD_METHODS, method, BEST_FOR_COLD)
    working = BYTES_A_POSITION[BEST_FOR_COLD if method == "auto" else method] * n
    # a game's moves and cold positions can't both be few: |C| (|S| + 1) >= n - |H| (Golomb)
    purpose = f"finding the cold positions below {n} by method {method!r}"
    if hotspots is None:
        require_memory(working + BYTES_A_COLD_POSITION * isqrt(n), purpose)
    moves = moves_below(S, n)
    hot_by_decree = hotspots_below(hotspots, n)
    fewest_cold = (n - hot_by_decree.size) // (moves.size + 1)
    require_memory(working + BYTES_A_COLD_POSITION * fewest_cold, purpose)
    return evaluator(moves, n, hot_by_decree)


def nim_values(S: SubtractionSet, n: int, *, method: str = "auto") -> NDArray[np.unsignedinteger]:
    """uint16[n] (a wider type where values need it): the nim-values of the positions in range(n).

    Parameters
    ----------
    S, n : as for `cold_positions`.
    method : "dynamic-programming" (O(n |S|)), "convolution" (O(m n log^2 n) for a largest value of m,
        Theorem 3), or "auto" for the fastest known. All give the same answer.

    Raises as `cold_positions` does. The nim-values of subtract-a-square are OEIS A014586.

    >>> from subtraction_games.games import squares
    >>> nim_values(squares, 12)
    array([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1], dtype=uint16)
    """
    n = whole_number("n", n, least=0)
    evaluator = _chosen(NIM_METHODS, method, BEST_FOR_NIM)
    working = BYTES_A_POSITION[BEST_FOR_NIM if method == "auto" else method] * n
    require_memory(working + 2 * n, f"finding the nim-values below {n} by method {method!r}")
    return evaluator(moves_below(S, n), n)


def misere_cold_positions(S: SubtractionSet, n: int) -> Positions:
    """int64[:], ascending: the cold positions in range(n) when the last player to move *loses*.

    They are those of normal play, shifted up by the smallest move (OEIS A224839 for subtract-a-square).
    Raises as `cold_positions` does. O(n |S|).

    >>> from subtraction_games.games import squares
    >>> misere_cold_positions(squares, 20)
    array([ 1,  3,  6,  8, 11, 13, 16, 18])
    """
    n = whole_number("n", n, least=0)
    # a byte for each position, and eight for each one without a move: possibly all of them
    require_memory(10 * n, f"finding the misere cold positions below {n}")
    return recurrence.misere_cold_positions(moves_below(S, n), n)


def remoteness(S: SubtractionSet, n: int) -> NDArray[np.int64]:
    """int64[n]: the number of moves left when the winner hurries and the loser delays (OEIS A338027).

    Raises as `cold_positions` does. O(n |S|).

    >>> from subtraction_games.games import squares
    >>> remoteness(squares, 12)
    array([0, 1, 2, 3, 1, 2, 3, 4, 5, 1, 4, 3])
    """
    n = whole_number("n", n, least=0)
    require_memory(8 * n, f"finding the remoteness of the positions below {n}")
    return recurrence.remoteness(moves_below(S, n), n)


def _chosen(methods: dict[str, Method], method: str, best: str) -> Method:
    if method == "auto":
        return methods[best]
    if not isinstance(method, str) or method not in methods:
        allowed = ", ".join(repr(name) for name in ["auto", *methods])
        raise ValueError(f"method must be one of {allowed}, not {method!r}")
    return methods[method]
