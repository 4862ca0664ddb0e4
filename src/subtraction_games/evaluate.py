"""Public evaluators: check what a caller asks for, choose a method, call it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import engine
from .longruns.runs import checked_place, cold_run, moves_for_values, nim_run
from .paper import convolution, recurrence, sieve
from .support.arguments import (
    Moves,
    Positions,
    SubtractionSet,
    available_memory,
    hotspots_below,
    moves_below,
    require_memory,
    whole_number,
)

if TYPE_CHECKING:
    from distributed import Client


class Method(NamedTuple):
    """What answers; bytes that it works with for so many positions; and bytes of the answer for each cold position."""

    evaluator: Callable[..., NDArray[Any]]
    working: Callable[[int], float]
    answer: int = 8  # twice that, where positions stand in the block that they were found in, too


ENGINE = "engine"
COLD_METHODS = {
    "dynamic-programming": Method(recurrence.cold_positions, lambda n: 2 * n),
    "sieve": Method(sieve.cold_positions, lambda n: 0, answer=16),
    "convolution": Method(convolution.cold_positions, lambda n: convolution.BYTES * n),
    ENGINE: Method(engine.cold_positions, engine.cold_bytes, answer=16),
}
NIM_METHODS = {
    "dynamic-programming": Method(recurrence.nim_values, lambda n: 0),
    "convolution": Method(convolution.nim_values, lambda n: convolution.BYTES * n),
    ENGINE: Method(engine.nim_values, lambda n: engine.NIM_BYTES * n),
}
SHORT_PILOT = 2**14  # positions that tell a dense game from others


def cold_positions(
    S: SubtractionSet,
    n: int,
    *,
    hotspots: Iterable[int] | None = None,
    method: str = "auto",
    threads: int | None = None,
    folder: str | Path | None = None,
    client: Client | None = None,
) -> Positions:
    """int64[:], ascending: the cold positions of the subtraction set S in range(n).

    Raises TypeError or ValueError for arguments that are not as below, and MemoryError for an n whose evaluation could
    not fit, all of them before any work.

    Parameters
    ----------
    S : function or array-like
        A function giving its elements smaller than n (ascending, int64), or distinct positive integers.
    n : int
        Positions 0 to n - 1 are evaluated; a whole number of at least 0.
    hotspots : iterable of int, optional
        Positions of range(n) that are hot by decree (paper, section 2.1), in any order.
    method : str
        "dynamic-programming" (O(n |S|)), "sieve" (O(|C| |S|), section 3.2), "convolution"
        (O(n log^2 n), Theorem 1), "engine" (bit rows by residue class), or "auto" for the fastest known: the
        engine, or convolution where that should take half as long. All give the same answer.
    threads : int, optional
        How many threads the engine may use; None for one on each core. The other methods use one.
    folder, client : optional
        For a long run by the engine: where to keep it so that it can be stopped and continued, and a
        dask.distributed client on whose workers to run it; see `cold_blocks`. With a folder the answer is mapped
        from its file, read-only, and only what is looked at is loaded.

    Examples
    --------
    >>> from subtraction_games.games import squares
    >>> cold_positions(squares, 40)
    array([ 0,  2,  5,  7, 10, 12, 15, 17, 20, 22, 34, 39])
    >>> cold_positions([1, 2], 10, hotspots=[0])
    array([1, 4, 7])
    """
    place = threads, folder, client = checked_place(threads, folder, client)
    _require_known(method, COLD_METHODS, long=bool(folder or client))
    if folder or client:
        return cold_run(S, n, hotspots, place).array()
    n = whole_number("n", n, least=0)
    purpose = f"finding the cold positions below {n} by method {method!r}"
    _, working, answer = COLD_METHODS[ENGINE if method == "auto" else method]
    # a game's moves and cold positions can't both be few: |C| (|S| + 1) >= n - |H| (Golomb)
    if hotspots is None:
        require_memory(working(n) + answer * isqrt(n), purpose)
    moves, spots = moves_below(S, n), hotspots_below(hotspots, n)
    require_memory(working(n) + answer * ((n - spots.size) // (moves.size + 1)), purpose)
    if method == "auto":
        method = _fastest(moves, n, spots)
    more = {"threads": threads} if method == ENGINE else {}
    return COLD_METHODS[method].evaluator(moves, n, spots, **more)


def _fastest(moves: Moves, n: int, hotspots: Positions) -> str:
    """The engine; or convolution, where a dense set has so many moves that it takes less, and memory allows."""
    quick = convolution.cost(n)
    if engine.sieve_cost(moves, n, n) < quick or convolution.BYTES * n > available_memory():
        return ENGINE  # even if all positions were cold
    first = min(n, SHORT_PILOT)
    pilot = sieve.cold_positions(moves[moves < first], first, hotspots[hotspots < first])
    return "convolution" if engine.forecast(moves, n, pilot).nanoseconds > 2 * quick else ENGINE


def cold_positions_in_range(S: SubtractionSet, x: int, y: int, hotspots: Iterable[int] | None = None) -> Positions:
    """int64[:], ascending: the cold positions of the half-open range [x, y) alone (Theorem 1), by convolution.

    Only positions of the range take part: one is hot if it is a hotspot (distinct integers in range(x, y)) or
    has a move to a cold one *in the range*. A caller who wants moves to positions below x to count gives the
    positions they reach as hotspots, as step 4 of the paper's recursion does. Raises as `cold_positions` does.

    >>> from subtraction_games.games import squares
    >>> cold_positions_in_range(squares, 100, 108)
    array([100, 102, 105, 107])
    """
    x = whole_number("x", x, least=0)
    y = whole_number("y", y, least=x)
    require_memory(convolution.BYTES * (y - x), f"finding the cold positions of a range of {y - x} by convolution")
    spots = hotspots_below(hotspots, y, least=x) - x
    return x + convolution.cold_positions(moves_below(S, y - x), y - x, spots)


def cold_positions_without_end(S: SubtractionSet) -> Iterator[int]:
    """Yield the cold positions of the subtraction set S in ascending order, for as long as one asks.

    One entry in memory for each cold position: it grows with what has been found, not with how far the search has
    come (plus the moves themselves). Raises TypeError or ValueError for what is no subtraction set, at once.

    >>> from itertools import islice
    >>> list(islice(cold_positions_without_end([1, 4, 9]), 6))
    [0, 2, 5, 7, 10, 12]
    """
    moves_below(S, 1)
    return sieve.cold_positions_without_end(lambda n: moves_below(S, n))


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


def nim_values(
    S: SubtractionSet,
    n: int,
    *,
    method: str = "auto",
    threads: int | None = None,
    folder: str | Path | None = None,
    client: Client | None = None,
) -> NDArray[np.unsignedinteger]:
    """uint16[n] (a wider type where values need it): the nim-value of the positions in range(n).

    Raises as `cold_positions` does.

    Parameters
    ----------
    S, n, threads, folder, client
        As for `cold_positions`.
    method : str
        "dynamic-programming" (O(n |S|)), "convolution" (O(m n log^2 n) for a largest value of m, Theorem 3),
        "engine" (dynamic programming by tiles), or "auto": the engine, the fastest known. All answer the same.

    Examples
    --------
    Those of subtract-a-square (OEIS A014586):

    >>> from subtraction_games.games import squares
    >>> nim_values(squares, 12)
    array([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1], dtype=uint16)
    """
    place = threads, folder, client = checked_place(threads, folder, client)
    _require_known(method, NIM_METHODS, long=bool(folder or client))
    if folder or client:
        return nim_run(S, n, place).array()
    n = whole_number("n", n, least=0)
    evaluator, working, _ = NIM_METHODS[ENGINE if method == "auto" else method]
    moves = moves_for_values(S, n, working(n), f"finding the nim-values below {n} by method {method!r}")
    more = {"threads": threads} if method in ("auto", ENGINE) else {}
    return evaluator(moves, n, **more)


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


def _require_known(method: str, methods: dict[str, Method], long: bool) -> None:
    if method not in ["auto", *methods]:
        raise ValueError(f"method must be one of {', '.join(map(repr, ['auto', *methods]))}, not {method!r}")
    if long and method not in ("auto", ENGINE):
        raise ValueError(f"method must be 'auto' or {ENGINE!r} for a run with a folder or a client, not {method!r}")
