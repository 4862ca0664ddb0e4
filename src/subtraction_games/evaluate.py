"""The door: checks what a caller asks for, chooses a method, and lets the method's module answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.metadata import version
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

from . import checkpoint, cluster, convolution, engine, recurrence, sieve
from .blocks import Block, Evaluation, in_threads, watched
from .games import (
    Moves,
    Positions,
    SubtractionSet,
    hotspots_below,
    moves_below,
    require_memory,
    value_type,
    whole_number,
)

if TYPE_CHECKING:
    from distributed import Client

Method = TypeVar("Method")

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
BYTES_A_POSITION = {"dynamic-programming": 2, "sieve": 0, "convolution": 48, "engine": 0.005}
BYTES_A_COLD_POSITION = 8


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

    Parameters
    ----------
    S : a function giving its elements smaller than n (ascending, int64), or distinct positive integers.
    n : positions 0 to n - 1 are evaluated; a whole number of at least 0.
    hotspots : positions of range(n) that are hot by decree (paper, section 2.1), in any order.
    method : "dynamic-programming" (O(n |S|)), "sieve" (O(|C| |S|), section 3.2), "convolution"
        (O(n log^2 n), Theorem 1), "engine" (bit rows by residue class), or "auto" for the fastest known, which
        is the engine. All give the same answer.
    threads : how many cores the engine may use; None for all. The other methods use one.
    folder, client : for a long run by the engine: where to keep it so that it can be stopped and continued, and a
        dask.distributed client on whose workers to run it; see `cold_blocks`. With a folder the answer is mapped
        from its file, read-only, and only what is looked at is loaded.

    Raises TypeError or ValueError for arguments that are not so, and MemoryError for an n whose evaluation
    could not fit, all before any work.

    >>> from subtraction_games.games import squares
    >>> cold_positions(squares, 40)
    array([ 0,  2,  5,  7, 10, 12, 15, 17, 20, 22, 34, 39])
    >>> cold_positions([1, 2], 10, hotspots=[0])
    array([1, 4, 7])
    """
    if folder is not None or client is not None:
        _require_engine(method)
        long_run = cold_blocks(S, n, hotspots=hotspots, threads=threads, folder=folder, client=client)
        label, known = "cold positions by the engine", checkpoint.known(folder)
        return _gathered(watched(long_run, n, label, engine.COLD_GROWTH, known), folder, np.int64)
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
    if evaluator is engine.cold_positions:
        return engine.cold_positions(moves, n, hot_by_decree, threads or numba.get_num_threads())
    return evaluator(moves, n, hot_by_decree)


def cold_blocks(
    S: SubtractionSet,
    n: int,
    *,
    hotspots: Iterable[int] | None = None,
    modulus: int | None = None,
    tile: int | None = None,
    threads: int | None = None,
    folder: str | Path | None = None,
    client: Client | None = None,
) -> Iterator[tuple[int, int, Positions]]:
    """Yield (start, stop, cold positions of range(start, stop)), block by block, from the engine.

    The ranges follow one another from 0 to n. For counts, digit tables and the like of more positions than fit
    in memory.

    Parameters
    ----------
    S, n, hotspots, threads : as for `cold_positions`.
    modulus : the residue classes that the engine slices positions by, at most 65536; 0 for no slices; None for
        those that a pilot run recommends. The positions do not depend on it.
    tile : panels of 512 rows that a block of the engine has, 1 to 64; None for the usual number.
    folder : where to keep finished blocks. Called again with the same arguments, the blocks come from there as far
        as they go; with others, the folder is refused. It may be killed at any instant (see `checkpoint`), and
        read meanwhile by `results`.
    client : a dask.distributed client; its workers, which must have this package, share the work of each block.

    Raises as `cold_positions` does, before the first block; and what `checkpoint.continued` says about folders.

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
    with engine.using_threads(threads):
        recipe = engine.cold_recipe(moves, n, spots, modulus, tile)
    about = _about(S, moves, n, results="cold_positions", dtype="<i8", hotspots=spots.size)
    about |= {"hotspots_sha256": _sha256(spots), "modulus": modulus, "tile": tile}
    return _long_run(recipe, about, threads, folder, client)


def nim_values(
    S: SubtractionSet,
    n: int,
    *,
    method: str = "auto",
    threads: int | None = None,
    folder: str | Path | None = None,
    client: Client | None = None,
) -> NDArray[np.unsignedinteger]:
    """uint16[n] (a wider type where values need it): the nim-values of the positions in range(n).

    Parameters
    ----------
    S, n, threads, folder, client : as for `cold_positions`.
    method : "dynamic-programming" (O(n |S|)), "convolution" (O(m n log^2 n) for a largest value of m,
        Theorem 3), "engine" (dynamic programming by tiles), or "auto" for the fastest known, which is the
        engine. All give the same answer.

    Raises as `cold_positions` does. The nim-values of subtract-a-square are OEIS A014586.

    >>> from subtraction_games.games import squares
    >>> nim_values(squares, 12)
    array([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1], dtype=uint16)
    """
    if folder is not None or client is not None:
        _require_engine(method)
        long_run = nim_blocks(S, n, threads=threads, folder=folder, client=client)
        label, known = "nim-values by the engine", checkpoint.known(folder)
        return _gathered(watched(long_run, n, label, engine.NIM_GROWTH, known), folder, np.uint16)
    n = whole_number("n", n, least=0)
    threads = _checked_threads(threads)
    evaluator = _chosen(NIM_METHODS, method)
    working = _working_bytes(method, n)
    require_memory(working + 2 * n, f"finding the nim-values below {n} by method {method!r}")
    moves = moves_below(S, n)
    with engine.using_threads(threads):
        return evaluator(moves, n)


def nim_blocks(
    S: SubtractionSet,
    n: int,
    *,
    threads: int | None = None,
    folder: str | Path | None = None,
    client: Client | None = None,
) -> Iterator[tuple[int, int, NDArray[np.unsignedinteger]]]:
    """Yield (start, stop, nim-values of range(start, stop)), block by block, from the engine.

    The ranges follow one another from 0 to n; the values are uint16, or of a wider type from the block on that
    might need it. Folder and client are as for `cold_blocks`. Raises as `nim_values` does, before the first block.

    >>> from subtraction_games.games import squares
    >>> [(start, stop, int(values.max())) for start, stop, values in nim_blocks(squares, 10_000)]
    [(0, 8192, 30), (8192, 10000, 33)]
    """
    n = whole_number("n", n, least=0)
    threads = _checked_threads(threads)
    require_memory(2 * n, f"finding the nim-values below {n} in blocks")
    moves = moves_below(S, n)
    recipe = partial(engine.Tiling, moves, n, *([cluster.NIM_BLOCK] if client is not None else []))
    about = _about(S, moves, n, results="nim_values", dtype=np.dtype(value_type(moves)).newbyteorder("<").str)
    return _long_run(recipe, about, threads, folder, client)


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


def _require_engine(method: str) -> None:
    if _chosen(COLD_METHODS, method) is not COLD_METHODS[BEST]:
        raise ValueError(f"method must be 'auto' or {BEST!r} for a run with a folder or a client, not {method!r}")


def _about(S: SubtractionSet, moves: Moves, n: int, **more: Any) -> dict[str, Any]:
    """What tells one long run from another: the folder's manifest begins with it."""
    game = {"game": getattr(S, "__name__", "a finite set"), "moves": moves.size, "moves_sha256": _sha256(moves)}
    return game | {"n": n, "method": BEST, "version": version("subtraction-games")} | more


def _sha256(numbers: NDArray[np.int64]) -> str:
    return checkpoint.sha256([numbers.astype("<i8", copy=False).data])


def _long_run(
    recipe: Callable[[], Evaluation],
    about: dict[str, Any],
    threads: int | None,
    folder: str | Path | None,
    client: Client | None,
) -> Iterator[Block]:
    """The blocks of an evaluation, on this machine or on a cluster's, kept in a folder or not."""

    def run(evaluation: Evaluation) -> Iterator[Block]:
        if client is not None:
            return cluster.on_workers(evaluation, recipe, client)
        return in_threads(evaluation, threads or numba.get_num_threads())

    evaluation = recipe()
    blocks = run(evaluation) if folder is None else checkpoint.continued(folder, about, evaluation, run)
    return _with_threads(blocks, threads)


def _gathered(blocks: Iterator[Block], folder: str | Path | None, dtype: type[np.integer]) -> NDArray[Any]:
    """What all blocks hold together, as one array: of memory, or mapped from the folder that they are in."""
    if folder is None:
        return np.concatenate([np.empty(0, dtype), *(found for _, _, found in blocks)])
    for _ in blocks:
        pass
    return checkpoint.results(folder).array


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
