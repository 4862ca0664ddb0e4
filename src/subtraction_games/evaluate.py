"""The public evaluators, each of which checks its arguments, chooses a method and calls it.

The module `core` contains the paper's algorithms. The fast evaluator, the *engine*, is a package of its own, which is
imported only when it is needed and named only here. It contains the modules `answers` (`cold_positions` and
`nim_values`) and `longruns` (`cold_blocks`, `nim_blocks`, `results` and `verify`).
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import core
from .analysis import observed_period
from .arguments import Positions, SubtractionSet, hotspots_below, integers, require_memory, whole_number
from .files import note_read
from .sets import moves_below, parse_set, set_name

ENGINE = "subtraction_engine"


class Method(NamedTuple):
    """One of the paper's algorithms, a function in `core`, with the memory that it takes."""

    evaluator: Callable[..., NDArray[np.integer]]
    bytes: int  # per position


COLD_METHODS = {
    "dynamic-programming": Method(core.cold_by_dynamic_programming, 18),
    "sieve": Method(core.cold_by_sieving, 2),
    "convolution": Method(core.cold_by_convolution, 60),
}
NIM_METHODS = {
    "dynamic-programming": Method(core.nim_by_dynamic_programming, 24),
    "sieve": Method(partial(core.nim_by_levels, cold=core.cold_by_sieving), 28),
    "convolution": Method(core.nim_by_levels, 80),
}
MOST_SIEVED = 2**16  # "auto" sieves up to this n, in a tenth to half a second, before it loads the engine


def cold_positions(
    S: SubtractionSet,
    n: int,
    *,
    hotspots: Iterable[int] | None = None,
    method: str = "auto",
    threads: int | None = None,
    folder: str | Path | None = None,
) -> Positions:
    """Return the cold positions below n in the game with subtraction set S, as an ascending int64 array.

    Before the evaluation begins, invalid arguments raise TypeError or ValueError, an evaluation that does not fit in
    memory raises MemoryError, and a request for the engine raises ImportError if the engine is not installed. A
    RuntimeWarning gives the expected time if the engine will need more than a minute.

    Parameters
    ----------
    S : function, collection or str
        A function of n that lists the elements smaller than n (others are ignored); a collection of distinct
        positive integers; or a string such as "squares" (a name in `games`), "1, 4, 9" or "n**3".
    n : int
        The number of positions, which are numbered from 0 to n - 1. A whole float such as 1e6 works too, but its type
        is not announced, because a float of more than 2^53 may not be the number that was meant.
    hotspots : iterable of int, optional
        Positions in range(n) that are hot by decree (section 2.1), in any order.
    method : str
        One of the paper's methods, "dynamic-programming" (section 1, O(n |S|)), "sieve" (section 3.2, O(|C| |S|)) or
        "convolution" (Theorem 1, O(n log^2 n)); "engine", which stores residue classes as rows of bits; or "auto",
        which uses the sieve up to n = 2**16 and the engine beyond, or at every n once the engine is loaded. If the
        engine is not installed, "auto" warns once and uses the sieve. All methods return the same answer.
    threads : int, optional
        The number of threads for the engine, by default one for each core. The other methods use one thread.
    folder : str or Path, optional
        The folder in which the engine saves a long run, so that it can be resumed later (see `cold_blocks`). The
        answer is then a read-only memory map of the file that contains the results.

    Examples
    --------
    >>> cold_positions("squares", 40)
    array([ 0,  2,  5,  7, 10, 12, 15, 17, 20, 22, 34, 39])
    >>> cold_positions([1, 2], 10, hotspots=[0])
    array([1, 4, 7])
    """
    n = whole_number("n", n, least=0)
    chosen = _chosen(method, COLD_METHODS, n, threads, folder)
    if chosen == "engine":
        return engine("answers").cold_positions(S, n, hotspots, threads, folder)
    return _answer(COLD_METHODS[chosen], S, n, f"finding the cold positions below {n} by method {chosen!r}", hotspots)


def nim_values(
    S: SubtractionSet,
    n: int,
    *,
    method: str = "auto",
    threads: int | None = None,
    folder: str | Path | None = None,
) -> NDArray[np.integer]:
    """Return the nim-values of the positions 0 to n - 1 in the game with subtraction set S, as int32[n].

    Raises the same errors as `cold_positions`. No hotspots can be passed, because a hotspot has no nim-value.

    Parameters
    ----------
    S, n, threads
        As for `cold_positions`.
    method : str
        "dynamic-programming" (section 1, O(n |S|)); "convolution" (Theorem 3, O(m n log^2 n) if the largest value is
        m); "sieve", which finds each level of Theorem 3 by the sieve; "engine" (dynamic programming by tiles); or
        "auto", as for `cold_positions`. All methods return the same answer.
    folder : optional
        As for `cold_positions`. The memory map contains unsigned integers that are as narrow as possible (uint16 for
        most games), so convert them before you subtract.

    Examples
    --------
    >>> nim_values("squares", 12)  # OEIS A014586
    array([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1], dtype=int32)
    """
    n = whole_number("n", n, least=0)
    chosen = _chosen(method, NIM_METHODS, n, threads, folder)
    if chosen == "engine":
        return engine("answers").nim_values(S, n, threads, folder)
    return _answer(NIM_METHODS[chosen], S, n, f"finding the nim-values below {n} by method {chosen!r}").astype(np.int32)


def _answer(method: Method, S: SubtractionSet, n: int, purpose: str, *hotspots: Any) -> NDArray[Any]:
    """Run one of the paper's algorithms, after checking that memory suffices."""
    require_memory(method.bytes * n, purpose)
    return method.evaluator(moves_below(S, n), n, *(hotspots_below(positions, n) for positions in hotspots))


def _chosen(method: str, methods: dict[str, Method], n: int, threads: Any, folder: Any) -> str:
    """Check `method` and return it, with the method that it stands for in place of "auto"."""
    names = ["auto", *methods, "engine"]
    if method not in names:
        raise ValueError(f"method must be one of {', '.join(map(repr, names))}, not {method!r}")
    if method in methods and folder is not None:
        raise ValueError(f"method must be 'auto' or 'engine' for a run with a folder, not {method!r}")
    if method in methods and threads is not None:  # the engine checks its own arguments
        whole_number("threads", threads, least=1)
    if method != "auto":
        return method
    only_engine = threads is not None or folder is not None  # no other method uses them
    loaded = sys.modules.get(ENGINE) is not None  # it takes a second, but is then the fastest at every n
    return "engine" if only_engine or loaded or (n > MOST_SIEVED and _has_engine()) else "sieve"


def engine(part: str) -> Any:
    """Return a module of the engine. Raises ImportError if the engine, or a package that it needs, is not installed.

    A notebook that make runs notes that its results depend on the engine.
    """
    module = import_module(f"{ENGINE}.{part}")
    note_read(ENGINE)
    return module


@cache
def _has_engine() -> bool:
    """Return whether the engine is installed. If it is not, the first call issues a warning."""
    try:
        engine("answers")
    except ImportError as error:
        warnings.warn(f"using the paper's own methods, which take longer: {error}", RuntimeWarning, stacklevel=4)
        return False
    return True


def period(S: SubtractionSet, most: int = 2**20) -> tuple[int, int] | None:
    """Return (start, length) for a finite set S whose nim-values repeat with period `length` from `start` on.

    Both numbers are proved to be correct and minimal. Each nim-value depends only on the max(S) values before it. If
    max(S) successive values equal the values `length` later, then so do all the values that follow. The first attempt
    evaluates max(64, 4 max(S)) positions, and each further attempt doubles this number. Returns None if no period is
    found below `most`. A period may be as long as (|S| + 1)^max(S). Raises ValueError if S is a function, for which
    `sg.analysis.observed_period` can find an apparent period.

    >>> period([1, 2, 3]), period([2, 4, 7]), period([1, 8, 11, 27])
    ((0, 4), (8, 3), (13, 19))
    """
    most = whole_number("most", most, least=0)
    S = parse_set(S) if isinstance(S, str) else S
    if callable(S):
        raise ValueError(f"S must be a finite set, not {set_name(S)}; for a function, use sg.analysis.observed_period")
    moves = integers("the subtraction set", S, least=1, stop=2**63)
    largest = int(moves.max(initial=0))
    n = min(most, max(64, 4 * largest))
    while True:
        values = nim_values(moves, n)
        length = observed_period(values)
        if length and n >= length + largest:
            differ = np.flatnonzero(values[length:] != values[:-length])
            start = int(differ[-1]) + 1 if differ.size else 0
            if n - length - start >= largest:
                return start, length
        if n == most:
            return None
        n = min(2 * n, most)


def misere_cold_positions(S: SubtractionSet, n: int) -> Positions:
    """Return the cold positions below n if the last player to move *loses*, as an ascending int64 array.

    In normal play these positions have nim-value 1, and they are the cold positions shifted up by the smallest move
    (Ferguson 1974; OEIS A224839 for subtract-a-square). Takes as long as `cold_positions`, and raises the same errors.

    >>> misere_cold_positions("squares", 20)
    array([ 1,  3,  6,  8, 11, 13, 16, 18])
    """
    n = whole_number("n", n, least=0)
    smallest = int(moves_below(S, n).min(initial=n))
    return cold_positions(S, n - smallest) + smallest


def remoteness(S: SubtractionSet, n: int) -> NDArray[np.int64]:
    """Return how long play lasts from each position if the winner hurries and the loser delays, as int64[n].

    For squares, the answer is OEIS A338027. Takes O(n |S|) time. Raises the same errors as `cold_positions`.

    >>> remoteness("squares", 12)
    array([0, 1, 2, 3, 1, 2, 3, 4, 5, 1, 4, 3])
    """
    n = whole_number("n", n, least=0)
    return _answer(Method(core.remoteness, 24), S, n, f"finding the remoteness of the positions below {n}")
