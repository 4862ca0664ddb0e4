"""What a long run will take on this machine: a short one is timed, and the engine's cost model carries it on."""

from __future__ import annotations

import shutil
import time
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import numpy as np
import psutil

from subtraction_games.arguments import SubtractionSet
from subtraction_games.sets import moves_below

from .. import sieve
from ..cold.modulus import forecast
from ..cold.slicing import cold_bytes
from ..cold.tuning import PILOT
from ..nim.tuning import NIM_BYTES
from ..support.values import value_type
from .runs import cold_blocks, nim_blocks

CALIBRATION = {"cold_positions": 2**27, "nim_values": 2**21}  # positions that this machine is timed on


class Estimate(NamedTuple):
    """What a long run should take: wall seconds on all cores, bytes of memory, bytes on disk."""

    seconds: float
    memory: int
    disk: int

    def __str__(self) -> str:
        time = timedelta(seconds=max(1, round(self.seconds)))
        return f"about {time} (hours:minutes:seconds), {_size(self.memory)} of memory and {_size(self.disk)} on disk"

    def shortages(self, folder: Path) -> list[str]:
        """What this machine, and the disk that the folder is on, don't have of it.

        >>> Estimate(1.0, 2**20, 2**20).shortages(Path("."))
        []
        """
        free = {"memory": psutil.virtual_memory().available, "disk space": shutil.disk_usage(folder).free}
        need = zip((self.memory, self.disk), free.items(), strict=True)
        return [f"only {_size(room)} of {name} free" for needed, (name, room) in need if needed > room]


def estimate(what: str, S: SubtractionSet, n: int) -> Estimate:
    """What finding "cold_positions" or "nim_values" of range(n) should take on this machine, without hotspots.

    A smaller range is timed (for a second or so, after one turn that compiles or loads the kernels), and carried on to
    n by the engine's cost model: for nim-values the number of pairs of a position and a move, for cold positions the
    forecast that moduli are proposed by. Neither knows when the caches are outgrown; within a factor of two is what
    to expect.

    >>> estimate("cold_positions", [1, 2], 10**6).disk  # every third position, eight bytes for each
    2666672
    """
    calibration = min(n, CALIBRATION[what])
    cost = _nim_cost if what == "nim_values" else _cold_cost
    _seconds(what, S, calibration)
    taken = _seconds(what, S, calibration)
    small, large = cost(S, calibration), cost(S, n)
    return Estimate(taken * large.seconds / max(small.seconds, 1e-9), large.memory, large.disk)


def _seconds(what: str, S: SubtractionSet, n: int) -> float:
    begun = time.perf_counter()
    for _ in nim_blocks(S, n) if what == "nim_values" else cold_blocks(S, n):
        pass
    return time.perf_counter() - begun


def _nim_cost(S: SubtractionSet, n: int) -> Estimate:
    """In seconds that are only good for ratios."""
    moves = moves_below(S, n)
    pairs = float((n - moves).sum())
    size = np.dtype(value_type(moves)).itemsize
    return Estimate(n + pairs, (size + NIM_BYTES) * n + 8 * moves.size, size * n)


def _cold_cost(S: SubtractionSet, n: int) -> Estimate:
    moves, first = moves_below(S, n), min(n, PILOT)
    pilot = sieve.cold_positions(moves[moves < first], first, np.empty(0, np.int64))
    modulus, nanoseconds, count = forecast(moves, n, pilot)
    count = count if n > PILOT else pilot.size
    ways = {modulus, modulus or 1}  # where the sieve doesn't fit, residue classes do
    memory = min(cold_bytes(n, way, count) for way in ways) + 24 * moves.size
    return Estimate(n + nanoseconds, int(memory), int(8 * count))


def _size(size: float) -> str:
    return f"{max(1, round(size / 2**20)):,} MiB"
