"""The door: checks what a caller asks for, chooses a method, and lets the method's module answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from typing import TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

from . import convolution, engine, recurrence, sieve
from .games import Positions, SubtractionSet, hotspots_below, moves_below, require_memory, whole_number

Method = TypeVar("Method")
Block = TypeVar("Block")

COLD_METHODS = {
    "dynamic-programming": recurrence.cold_positions,
    "sieve": sieve.cold_positions,
    "convolution": convolution.cold_positions,
    "engine": engine.cold_positions,
}
NIM_METHODS = {
    "dynamic-programming": recurrence.nim_values,
    "convolution": convolution.nim_values,
    "engine": engine.nim_values,
}
BEST = "engine"  # what "auto" stands for
BYTES_A_POSITION = {"dynamic-programming": 2, "sieve": 0, "convolution": 48, "engine": 0.5}
BYTES_A_COLD_POSITION = 8


def cold_positions(
    S: SubtractionSet,
    n: int,
    *,
    hotspots: Iterable[int] | None = None,
    method: str = "auto",
    threads: int | None = None,
) -> Positions:
    """int64[:], ascending: the cold positions of the subtraction set S in range(n).

    Parameters
    ----------
    S : a function giving its elements smaller than n (ascending, int64), or distinct positive integers.
    n : positions 0 to n - 1 are evaluated; a whole number of at least 0.
    hotspots : positions of range(n) that are hot by decree (paper, section 2.1), in any order.
    method : "dynamic-programming" (O(n |S|)), "sieve" (O(|C| |S|), section 3.2), "convolution"
        (O(n log^2 n), Theorem 1), "engine" (bit rows by residue class), or "auto" for the fastest known, which
        is the engine. All give the same answer.
    threads : how many cores the engine may use; None for all. The other methods use one.

    Raises TypeError or ValueError for arguments that are not so, and MemoryError for an n whose evaluation
    could not fit, all before any work.

    >>> from subtraction_games.games import squares
    >>> cold_positions(squares, 40)
    array([ 0,  2,  5,  7, 10, 12, 15, 17, 20, 22, 34, 39])
    >>> cold_positions([1, 2], 10, hotspots=[0])
    array([1, 4, 7])
    """
    n = whole_number("n", n, least=0)
    threads = _checked_threads(threads)
    evaluator = _chosen(COLD_METHODS, method)
    working = _working_bytes(method, n)
    # a game's moves and cold positions can't both be few: |C| (|S| + 1) >= n - |H| (Golomb)
    purpose = f"finding the cold positions below {n} by method {method!r}"
    if hotspots is None:
        require_memory(working + BYTES_A_COLD_POSITION * isqrt(n), purpose)
    moves = moves_below(S, n)
    hot_by_decree = hotspots_below(hotspots, n)
    fewest_cold = (n - hot_by_decree.size) // (moves.size + 1)
    require_memory(working + BYTES_A_COLD_POSITION * fewest_cold, purpose)
    with engine.using_threads(threads):
        return evaluator(moves, n, hot_by_decree)


def cold_blocks(
    S: SubtractionSet,
    n: int,
    *,
    hotspots: Iterable[int] | None = None,
    modulus: int | None = None,
    tile: int | None = None,
    threads: int | None = None,
) -> Iterator[tuple[int, int, Positions]]:
    """Yield (start, stop, cold positions of range(start, stop)), block by block, from the engine.

    The ranges follow one another from 0 to n. For counts, digit tables and the like of more positions than fit
    in memory.

    Parameters
    ----------
    S, n, hotspots, threads : as for `cold_positions`.
    modulus : the residue classes that the engine slices positions by, at most 65536; 0 for no slices; None for
        those that a pilot run recommends. The positions do not depend on it.
    tile : blocks of 512 rows that the engine evaluates together, 1 to 64; None for the usual number.

    Raises as `cold_positions` does, before the first block.

    >>> from subtraction_games.games import squares
    >>> [(start, stop, len(cold)) for start, stop, cold in cold_blocks(squares, 1000, modulus=1)]
    [(0, 512, 75), (512, 1000, 40)]
    """
    n = whole_number("n", n, least=0)
    modulus = None if modulus is None else whole_number("modulus", modulus, least=0, most=2**16)
    tile = None if tile is None else whole_number("tile", tile, least=1, most=64)
    threads = _checked_threads(threads)
    require_memory(_working_bytes("engine", n), f"finding the cold positions below {n} in blocks")
    moves, spots = moves_below(S, n), hotspots_below(hotspots, n)
    return _with_threads(engine.cold_blocks(moves, n, spots, modulus, tile), threads)


def nim_values(
    S: SubtractionSet, n: int, *, method: str = "auto", threads: int | None = None
) -> NDArray[np.unsignedinteger]:
    """uint16[n] (a wider type where values need it): the nim-values of the positions in range(n).

    Parameters
    ----------
    S, n, threads : as for `cold_positions`.
    method : "dynamic-programming" (O(n |S|)), "convolution" (O(m n log^2 n) for a largest value of m,
        Theorem 3), "engine" (dynamic programming by tiles), or "auto" for the fastest known, which is the
        engine. All give the same answer.

    Raises as `cold_positions` does. The nim-values of subtract-a-square are OEIS A014586.

    >>> from subtraction_games.games import squares
    >>> nim_values(squares, 12)
    array([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1], dtype=uint16)
    """
    n = whole_number("n", n, least=0)
    threads = _checked_threads(threads)
    evaluator = _chosen(NIM_METHODS, method)
    working = _working_bytes(method, n)
    require_memory(working + 2 * n, f"finding the nim-values below {n} by method {method!r}")
    moves = moves_below(S, n)
    with engine.using_threads(threads):
        return evaluator(moves, n)


def nim_blocks(
    S: SubtractionSet, n: int, *, threads: int | None = None
) -> Iterator[tuple[int, int, NDArray[np.unsignedinteger]]]:
    """Yield (start, stop, nim-values of range(start, stop)), block by block, from the engine.

    The ranges follow one another from 0 to n; the values are uint16, or of a wider type from the block on that
    might need it. Raises as `nim_values` does, before the first block.

    >>> from subtraction_games.games import squares
    >>> [(start, stop, int(values.max())) for start, stop, values in nim_blocks(squares, 10_000)]
    [(0, 8192, 30), (8192, 10000, 33)]
    """
    n = whole_number("n", n, least=0)
    threads = _checked_threads(threads)
    require_memory(2 * n, f"finding the nim-values below {n} in blocks")
    return _with_threads(engine.nim_blocks(moves_below(S, n), n), threads)


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


def _chosen(methods: dict[str, Method], method: str) -> Method:
    if method == "auto":
        return methods[BEST]
    if not isinstance(method, str) or method not in methods:
        allowed = ", ".join(repr(name) for name in ["auto", *methods])
        raise ValueError(f"method must be one of {allowed}, not {method!r}")
    return methods[method]


def _working_bytes(method: str, n: int) -> int:
    return int(BYTES_A_POSITION[BEST if method == "auto" else method] * n)


def _checked_threads(threads: int | None) -> int | None:
    most = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
    return None if threads is None else whole_number("threads", threads, least=1, most=most)


def _with_threads(found: Iterator[Block], threads: int | None) -> Iterator[Block]:
    """The same blocks, each made with that many threads; between them the caller's setting holds."""
    while True:
        with engine.using_threads(threads):
            block = next(found, None)
        if block is None:
            return
        yield block
