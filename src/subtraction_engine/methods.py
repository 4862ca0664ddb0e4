"""What `subtraction_games.evaluate` calls: arguments are checked, and the engine or a convolution answers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves, Positions, SubtractionSet, available_memory, require_memory, warn_of_time

from . import sieve
from .cold.modulus import forecast, sieve_cost
from .cold.slicing import cold_bytes
from .exact import convolution
from .longruns.checkpoint import reached
from .longruns.runs import checked_place, cold_run, nim_run
from .nim import tiling

if TYPE_CHECKING:
    from distributed import Client

SHORT_PILOT = 2**14  # positions that tell a dense game from others
EXPECTED_FROM = 2**27  # positions before which hardly any game takes a minute; a forecast takes up to a second
PAIR = 1e-10  # seconds for a position and a move: nim-values of squares and primes, one thread of a Zen 5


def cold_positions(
    S: SubtractionSet,
    n: int,
    hotspots: Iterable[int] | None = None,
    *,
    threads: int | None = None,
    folder: str | Path | None = None,
    client: Client | None = None,
) -> Positions:
    """int64[:], ascending: the cold positions of range(n), as `subtraction_games.cold_positions` says.

    By residue classes and the sieve; or, in memory, by convolution where that should take half as long.

    >>> cold_positions([1, 4, 9], 13, hotspots=[2])
    array([ 0,  3,  5,  8, 10])
    """
    place = checked_place(threads, folder, client)
    run = cold_run(S, n, hotspots, place)
    if folder is None and client is None:
        # a game's moves and cold positions can't both be few: |C| (|S| + 1) >= n - |H| (Golomb)
        count = (n - run.hotspots.size) // (run.moves.size + 1)  # at least; they are in their blocks, too
        require_memory(cold_bytes(n) + 16 * count, f"finding the cold positions below {n} by the engine")
        if is_dense(run.moves, n, run.hotspots):
            return convolution.cold_positions(run.moves, n, run.hotspots)
    if n > EXPECTED_FROM and client is None and not (run.folder and reached(run.folder)):
        first = 4 * SHORT_PILOT
        pilot = sieve.cold_positions(run.moves[run.moves < first], first, run.hotspots[run.hotspots < first])
        _, nanoseconds, number = forecast(run.moves, n, pilot)
        purpose = f"finding the cold positions below {n} by the engine, some {8 * number / 2**30:,.1f} GiB of them,"
        warn_of_time(1e-9 * nanoseconds / run.threads, purpose)
    return run.array()


def is_dense(moves: Moves, n: int, hotspots: Positions) -> bool:
    """Whether the game has enough moves that convolution takes half as long as anything else, and memory allows it."""
    quick = convolution.cost(n)
    if sieve_cost(moves, n, n) < quick or convolution.BYTES * n > available_memory():
        return False  # even if all positions were cold
    first = min(n, SHORT_PILOT)
    pilot = sieve.cold_positions(moves[moves < first], first, hotspots[hotspots < first])
    return bool(forecast(moves, n, pilot, 2 * quick).nanoseconds > 2 * quick)


def nim_values(
    S: SubtractionSet,
    n: int,
    *,
    threads: int | None = None,
    folder: str | Path | None = None,
    client: Client | None = None,
) -> NDArray[np.unsignedinteger]:
    """uint16[n] (a wider type where values need it): the nim-values, as `subtraction_games.nim_values` says.

    >>> nim_values([1, 4], 6)
    array([0, 1, 0, 1, 2, 0], dtype=uint16)
    """
    run = nim_run(S, n, checked_place(threads, folder, client))
    if client is None and not (run.folder and reached(run.folder)):
        seconds = PAIR * (n - run.moves).sum(dtype=float) / run.threads
        warn_of_time(seconds, f"finding the nim-values below {n} by the engine")
    return run.array() if folder or client else tiling.nim_values(run.moves, n, run.threads)
