"""The blocks of a long run, with or without a folder, and estimates of the time and memory that it needs."""

from __future__ import annotations

import warnings
from collections.abc import Generator, Iterable
from contextlib import closing
from datetime import timedelta
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from subtraction_games.arguments import Moves, SubtractionSet, abbreviated, hotspots_below, require_memory, whole_number
from subtraction_games.sets import moves_below, set_name

from .. import sieve
from ..cold.choice import forecast
from ..cold.legs import cold_legs
from ..cold.slicing import cold_bytes
from ..nim import tiling
from ..support.blocks import COLD, NIM, Block, Kind, ResultArray, cores, in_threads, value_type, within
from ..support.progress import watched
from ..tuning import MOST_CLASSES, MOST_PANELS, NIM_BYTES, PILOT
from . import cluster, run_folder

if TYPE_CHECKING:
    from distributed import Client

MOST_THREADS = 1024
LONG = 60  # seconds; a warning announces any run that is expected to take longer
EXPECTED_FROM = 2**45  # pairs of a position and a move; fewer hardly ever take a minute, and an estimate takes 0.1 s
# Seconds on one thread of a Zen 5, measured with the nim-values of squares and primes and with games of few moves
PAIR = 1e-10  # for each pair of a position and a move
VALUE, COLD_ONE = 2e-8, 4e-8  # in addition, for each nim-value or cold position


class LongRun(NamedTuple):
    """A run below n whose arguments have been checked. `name` is the game's name in messages and folders.

    `cold_blocks` explains the last four fields, which do not affect the results.
    """

    kind: Kind
    n: int
    game: run_folder.Game
    name: str
    modulus: int | None
    panels: int | None
    threads: int
    folder: Path | None

    def blocks(self, client: Client | None = None) -> Generator[Block]:
        """Return a generator of blocks whose ranges follow one another from 0 to n."""
        n, (moves, hotspots) = self.n, self.game
        cold = self.kind is COLD
        legs = cold_legs(moves, n, hotspots, self.modulus, self.panels) if cold else tiling.nim_legs(moves, n)
        alone = partial(in_threads, threads=self.threads)
        blocks_from = partial(legs, alone if client is None else cluster.by_workers(client))
        if self.folder is None:
            return blocks_from(0, lambda start, stop: np.empty(0, np.int64))
        about = {"results": self.kind.key, "game": self.name, "n": n, "version": version("subtraction-games")}
        return run_folder.kept(self.folder, about, self.game, blocks_from)

    def array(self) -> ResultArray:
        """Return all results, as int64 cold positions, int32 nim-values or an array mapped from the folder's file.

        Shows a progress bar. Raises MemoryError if the results don't fit in memory, and warns if the whole run will
        take a long time.
        """
        kind, n, folder = self.kind, self.n, self.folder
        purpose = f"finding the {kind.label} below {n} by the engine"
        if folder is None:
            # a game's moves and cold positions can't both be few: |C| (|S| + 1) >= n - |H| (Golomb)
            least = (n - self.game.hotspots.size) // (self.game.moves.size + 1)  # cold positions, in memory twice
            require_memory(6 * n if kind is NIM else cold_bytes(n) + 16 * least, purpose)  # 6: uint16 and an int32 copy
        stored = run_folder.stored_below(folder) if folder else 0
        if not stored and (kind is NIM or n * self.game.moves.size > EXPECTED_FROM):
            seconds, _, disk = self.expected()
            if seconds > LONG:
                part = f", some {disk / 2**30:,.1f} GiB of them," if kind is COLD else ""
                duration = f"{timedelta(seconds=round(min(seconds, 1e13)))} (hours:minutes:seconds)"
                advice = "" if folder else f"; call {kind.key} with folder=, or nothing is kept if the run is stopped"
                warnings.warn(f"{purpose}{part} should take about {duration}{advice}", RuntimeWarning, stacklevel=3)
        parts = [np.empty(0, np.int64)]
        with closing(self.blocks()) as blocks:
            for block in watched(blocks, n, f"{kind.label} by the engine", kind.growth, stored):
                parts += [] if folder else [block.results]
        if folder:
            return run_folder.results(folder).of_range(0, n)
        return np.concatenate(parts, dtype=np.int32 if kind is NIM else np.int64)

    def expected(self) -> tuple[float, int, int]:
        """Return estimates (seconds, bytes of memory, bytes on disk) for the run, on threads as fast as a Zen 5's.

        For cold positions, the model that chooses moduli estimates the time from the first cold positions. On a Zen 5
        the estimate is right to within a factor of two or so.
        """
        n, (moves, hotspots) = self.n, self.game
        if self.kind is NIM:
            size = np.dtype(value_type(moves)).itemsize
            seconds = VALUE * n + PAIR * (n - moves).sum(dtype=float)
            return seconds / self.threads, _nim_bytes(n, moves), size * n
        first = min(n, PILOT)
        pilot = sieve.cold_positions(within(moves, 0, first), first, within(hotspots, 0, first))
        modulus, nanoseconds, count = forecast(moves, n, pilot)
        count = count if n > PILOT else pilot.size
        least = min(cold_bytes(n, way, count) for way in (modulus, modulus or 1))  # the run chooses the smaller
        seconds = 1e-9 * nanoseconds + COLD_ONE * count
        return seconds / self.threads, int(least + 24 * moves.size), int(8 * count)


def _nim_bytes(n: int, moves: Moves) -> int:
    """Return the memory in bytes that a run of nim-values needs, including wide copies that it may keep for a while."""
    wide = 0 if value_type(moves) is np.uint16 else 4
    return (NIM_BYTES + 2 + wide) * n + 8 * moves.size


def long_run(
    kind: Kind,
    S: SubtractionSet,
    n: int,
    *,
    hotspots: Iterable[int] | None = None,
    modulus: int | None = None,
    panels: int | None = None,
    threads: int | None = None,
    folder: str | Path | None = None,
) -> LongRun:
    """Check the arguments of a run, and return the run. The caller has checked that n >= 0 is an int."""
    modulus = None if modulus is None else whole_number("modulus", modulus, least=0, most=MOST_CLASSES)
    panels = None if panels is None else whole_number("panels", panels, least=1, most=MOST_PANELS)
    threads = cores() if threads is None else whole_number("threads", threads, least=1, most=MOST_THREADS)
    if folder is not None and not (isinstance(folder, (str, Path)) and str(folder)):
        raise TypeError(f'folder must be a str or a Path such as ".", not {abbreviated(folder)}')
    purpose = f"finding the {kind.label} below {n} in blocks"
    if kind is COLD:
        require_memory(cold_bytes(n, 1 if modulus is None else modulus, panels=panels), purpose)
    else:
        require_memory((NIM_BYTES + 2) * n, purpose)  # before S lists its moves
    game = run_folder.Game(moves_below(S, n), hotspots_below(hotspots, n))
    if kind is NIM:
        require_memory(_nim_bytes(n, game.moves), purpose)
    place = None if folder is None else Path(folder)
    return LongRun(kind, n, game, set_name(S)[:100], modulus, panels, threads, place)


def cold_blocks(
    S: SubtractionSet,
    n: int,
    *,
    hotspots: Iterable[int] | None = None,
    modulus: int | None = None,
    panels: int | None = None,
    threads: int | None = None,
    folder: str | Path | None = None,
    client: Client | None = None,
) -> Generator[Block]:
    """Yield (start, stop, int64 cold positions of range(start, stop)) for each block of a run of the engine.

    The ranges follow one another from 0 to n. Blocks are not kept in memory, so you can count more cold positions than
    fit there. S, n, hotspots, threads and the errors raised before the first block are the same as in `cold_positions`.

    Parameters
    ----------
    modulus, panels : int, optional
        The number of residue classes into which the engine slices the positions, at most 65536, or 0 for the sieve, and
        the number of panels of 512 rows in a block, from 1 to 64. If a number is None, the engine chooses it (the
        modulus by a cost model). The choice affects the speed but not the results.
    folder : str or Path, optional
        The folder for the results. A later call, with the same or another n, computes only the results that are missing
        there. The folder of another game is refused (see `run_folder.kept`). The run may be killed at any instant, and
        `results` can read the folder during the run.
    client : distributed.Client, optional
        The client whose workers share the work on each block. Raises RuntimeError if no worker is left, or if a worker
        has another version of this package. Create a LocalCluster under `if __name__ == "__main__":`, because its
        workers import the main program.

    >>> from subtraction_games.games import squares
    >>> [(start, stop, len(cold)) for start, stop, cold in cold_blocks(squares, 1000, modulus=1)]
    [(0, 512, 75), (512, 1000, 40)]
    """
    n = whole_number("n", n, least=0)
    run = long_run(COLD, S, n, hotspots=hotspots, modulus=modulus, panels=panels, threads=threads, folder=folder)
    return run.blocks(client)


def nim_blocks(
    S: SubtractionSet,
    n: int,
    *,
    threads: int | None = None,
    folder: str | Path | None = None,
    client: Client | None = None,
) -> Generator[Block]:
    """Yield (start, stop, nim-values of range(start, stop)) for each block of a run of the engine.

    The values are uint16, or uint32 from the first block that might need this type. The ranges, `folder` and `client`
    are as in `cold_blocks`. S, n, threads and the errors raised before the first block are as in `nim_values`.

    >>> from subtraction_games.games import squares
    >>> [(start, stop, int(values.max())) for start, stop, values in nim_blocks(squares, 10_000)]
    [(0, 8192, 30), (8192, 10000, 33)]
    """
    return long_run(NIM, S, whole_number("n", n, least=0), threads=threads, folder=folder).blocks(client)
