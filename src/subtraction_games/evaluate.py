"""Public evaluators: they check arguments, choose a method and call it.

The paper's own algorithms are in `core`. The engine is a separate package, which is imported only when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import core
from .arguments import Moves, Positions, SubtractionSet, hotspots_below, moves_below, require_memory, whole_number

if TYPE_CHECKING:
    from distributed import Client


class Method(NamedTuple):
    """One of the paper's algorithms: its function in `core` and the memory it needs, in bytes per position."""

    evaluator: Callable[..., NDArray[np.int64]]
    bytes: int


COLD_METHODS = {
    "dynamic-programming": Method(core.cold_by_looking_back, 18),
    "sieve": Method(core.cold_by_sieving, 2),
    "convolution": Method(core.cold_by_convolution, 100),
}
NIM_METHODS = {
    "dynamic-programming": Method(core.nim_by_looking_back, 24),
    "sieve": Method(partial(core.nim_by_levels, cold=core.cold_by_sieving), 28),
    "convolution": Method(core.nim_by_levels, 120),
}
MOST_COLD, MOST_NIM = 2**16, 2**14  # up to these n "auto" takes the paper's methods: a tenth of a second


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

    Raises TypeError or ValueError for invalid arguments, MemoryError for an n whose evaluation would not fit, and
    ImportError where the engine is needed but not installed, in each case before any work.

    Parameters
    ----------
    S : function or array-like
        A function returning its elements smaller than n (ascending, int64), or distinct positive integers.
    n : int
        Positions 0 to n - 1 are evaluated; a whole number of at least 0.
    hotspots : iterable of int, optional
        Positions of range(n) that are hot by decree (paper, section 2.1), in any order.
    method : str
        The paper's "dynamic-programming" (section 1, O(n |S|)), "sieve" (section 3.2, O(|C| |S|)) or "convolution"
        (Theorem 1, O(n log^2 n)); "engine", which works on residue classes as rows of bits; or "auto": the sieve up
        to n = 2**16 and the engine beyond. All give the same answer.
    threads : int, optional
        Number of threads for the engine, None for one per core. The other methods use one.
    folder, client : optional
        For a long run by the engine: a folder from which it can be continued after a stop, and a dask.distributed
        client whose workers share it; see `cold_blocks`. With a folder the answer is a read-only memory map of the
        file with the results.

    Examples
    --------
    >>> from subtraction_games.games import squares
    >>> cold_positions(squares, 40)
    array([ 0,  2,  5,  7, 10, 12, 15, 17, 20, 22, 34, 39])
    >>> cold_positions([1, 2], 10, hotspots=[0])
    array([1, 4, 7])
    """
    n = whole_number("n", n, least=0)
    if _by_engine(method, COLD_METHODS, n > MOST_COLD, threads, folder, client):
        from subtraction_engine import methods as engine

        return engine.cold_positions(S, n, hotspots, threads=threads, folder=folder, client=client)
    evaluator, per_position = COLD_METHODS["sieve" if method == "auto" else method]
    require_memory(per_position * n, f"finding the cold positions below {n} by method {method!r}")
    return evaluator(moves_below(S, n), n, hotspots_below(hotspots, n))


def nim_values(
    S: SubtractionSet,
    n: int,
    *,
    method: str = "auto",
    threads: int | None = None,
    folder: str | Path | None = None,
    client: Client | None = None,
) -> NDArray[np.unsignedinteger]:
    """uint16[n], or a wider type where values need it: the nim-values of the positions in range(n).

    Raises as `cold_positions` does.

    Parameters
    ----------
    S, n, threads, folder, client
        As for `cold_positions`.
    method : str
        "dynamic-programming" (section 1, O(n |S|)), "convolution" (Theorem 3: O(m n log^2 n) for a largest value of
        m), "sieve" (Theorem 3's levels, each by the sieve), "engine" (dynamic programming by tiles), or "auto": dynamic
        programming up to n = 2**14 and the engine beyond. All give the same answer.

    Examples
    --------
    Those of subtract-a-square (OEIS A014586):

    >>> from subtraction_games.games import squares
    >>> nim_values(squares, 12)
    array([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1], dtype=uint16)
    """
    n = whole_number("n", n, least=0)
    if _by_engine(method, NIM_METHODS, n > MOST_NIM, threads, folder, client):
        from subtraction_engine import methods as engine

        return engine.nim_values(S, n, threads=threads, folder=folder, client=client)
    evaluator, per_position = NIM_METHODS["dynamic-programming" if method == "auto" else method]
    require_memory(per_position * n, f"finding the nim-values below {n} by method {method!r}")
    values = evaluator(moves_below(S, n), n)
    return values.astype(np.uint16 if values.max(initial=0) < 2**16 else np.uint32)


def _by_engine(method: str, methods: dict[str, Method], large: bool, threads: Any, *kept: Any) -> bool:
    """Whether the engine is to answer: it is asked for, or alone knows of threads, folders and clients, or n is large.

    Raises ValueError for a method that there isn't, or that has none of these.
    """
    known = ["auto", *methods, "engine"]
    if method not in known:
        raise ValueError(f"method must be one of {', '.join(map(repr, known))}, not {method!r}")
    if threads is not None:
        whole_number("threads", threads, least=1)
    if method in methods and kept != (None, None):
        raise ValueError(f"method must be 'auto' or 'engine' for a run with a folder or a client, not {method!r}")
    return method == "engine" or (method == "auto" and (large or (threads, *kept) != (None, None, None)))


def cold_positions_in_range(S: SubtractionSet, x: int, y: int, hotspots: Iterable[int] | None = None) -> Positions:
    """int64[:], ascending: the cold positions of the half-open range [x, y) alone, as in Theorem 1.

    Only positions of the range take part: one is hot if it is a hotspot (distinct integers in range(x, y)) or
    has a move to a cold one *in the range*. A caller who wants moves to positions below x to count gives the
    positions they reach as hotspots, as step 4 of the paper's recursion does. Raises as `cold_positions` does.

    >>> from subtraction_games.games import squares
    >>> cold_positions_in_range(squares, 100, 108)
    array([100, 102, 105, 107])
    """
    x = whole_number("x", x, least=0)
    y = whole_number("y", y, least=x)
    return x + cold_positions(S, y - x, hotspots=hotspots_below(hotspots, y, least=x) - x)


def cold_positions_without_end(S: SubtractionSet) -> Iterator[int]:
    """Yield the cold positions of the subtraction set S in ascending order, without an upper bound.

    Memory grows with the number of cold positions found and of moves, not with the positions passed. Raises TypeError
    or ValueError at once if S is not a subtraction set.

    >>> from itertools import islice
    >>> list(islice(cold_positions_without_end([1, 4, 9]), 6))
    [0, 2, 5, 7, 10, 12]
    """
    moves_below(S, 1)
    return core.cold_without_end(lambda n: moves_below(S, n))


def misere_cold_positions(S: SubtractionSet, n: int) -> Positions:
    """int64[:], ascending: the cold positions in range(n) when the last player to move *loses*.

    Then a player without a move wins, so the positions without one are hotspots of the usual game. The answer is that
    of normal play, shifted up by the smallest move (OEIS A224839 for subtract-a-square). Raises as `cold_positions`.

    >>> from subtraction_games.games import squares
    >>> misere_cold_positions(squares, 20)
    array([ 1,  3,  6,  8, 11, 13, 16, 18])
    """
    n = whole_number("n", n, least=0)
    require_memory(2 * n, f"finding the misere cold positions below {n}")
    moves: Moves = moves_below(S, n)
    smallest = int(moves[0]) if moves.size else n
    require_memory(2 * n + 16 * smallest, f"finding the misere cold positions below {n}")
    return cold_positions(moves, n, hotspots=range(smallest))


def remoteness(S: SubtractionSet, n: int) -> NDArray[np.int64]:
    """int64[n]: the length of play when the winner hurries and the loser delays (OEIS A338027).

    Raises as `cold_positions` does. O(n |S|).

    >>> from subtraction_games.games import squares
    >>> remoteness(squares, 12)
    array([0, 1, 2, 3, 1, 2, 3, 4, 5, 1, 4, 3])
    """
    n = whole_number("n", n, least=0)
    require_memory(24 * n, f"finding the remoteness of the positions below {n}")
    return core.remoteness(moves_below(S, n), n)
