"""What `subtraction_games.evaluate` calls: arguments are checked, and the engine answers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Positions, SubtractionSet, require_memory, warn_of_time

from . import sieve
from .cold.modulus import forecast
from .cold.slicing import cold_bytes
from .cold.tuning import PILOT
from .longruns.checkpoint import reached
from .longruns.runs import checked_place, cold_run, nim_run
from .nim import tiling

if TYPE_CHECKING:
    from distributed import Client

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

    >>> cold_positions([1, 4, 9], 13, hotspots=[2])
    array([ 0,  3,  5,  8, 10])
    """
    place = checked_place(threads, folder, client)
    run = cold_run(S, n, hotspots, place)
    if folder is None and client is None:
        # a game's moves and cold positions can't both be few: |C| (|S| + 1) >= n - |H| (Golomb)
        count = (n - run.hotspots.size) // (run.moves.size + 1)  # at least; they are in their blocks, too
        require_memory(cold_bytes(n) + 16 * count, f"finding the cold positions below {n} by the engine")
    if n > EXPECTED_FROM and client is None and not (run.folder and reached(run.folder)):
        pilot = sieve.cold_positions(run.moves[run.moves < PILOT], PILOT, run.hotspots[run.hotspots < PILOT])
        _, nanoseconds, number = forecast(run.moves, n, pilot)
        purpose = f"finding the cold positions below {n} by the engine, some {8 * number / 2**30:,.1f} GiB of them,"
        warn_of_time(1e-9 * nanoseconds / run.threads, purpose)
    return run.array()


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
