"""Long runs: blocks from the engine, on this machine's cores or a cluster's, kept in a folder or not."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from subtraction_games.arguments import (
    Moves,
    Positions,
    SubtractionSet,
    abbreviated,
    hotspots_below,
    require_memory,
    whole_number,
)
from subtraction_games.sets import moves_below, set_name

from ..cold.legs import cold_legs
from ..cold.slicing import cold_bytes
from ..cold.tuning import COLD_GROWTH
from ..nim.tiling import Tiling
from ..nim.tuning import CLUSTER_BLOCK, NIM_BYTES, NIM_GROWTH
from ..support.blocks import Block, Evaluation, Found, Legs, cores, in_threads, one_leg
from ..support.progress import watched
from ..support.values import value_type
from . import checkpoint, cluster

if TYPE_CHECKING:
    from distributed import Client

    Place = tuple[int, Path | None, Client | None]  # threads, folder, client

MOST_THREADS = 1024
GROWTH = {"cold_positions": COLD_GROWTH, "nim_values": NIM_GROWTH}


def checked_place(threads: int | None, folder: str | Path | None, client: Client | None) -> Place:
    """Where to run, checked: in this many threads (None: one for each core) or by a client, and in a folder or not."""
    if client is not None and not all(hasattr(client, name) for name in ("submit", "nthreads", "cancel", "run")):
        raise TypeError(f"client must be a distributed.Client or None, not {abbreviated(client)}")
    if folder is not None and (not isinstance(folder, (str, Path)) or folder == ""):
        raise TypeError(f'folder must be a str or a Path, if only ".", not {abbreviated(folder)}')
    number = cores() if threads is None else whole_number("threads", threads, least=1, most=MOST_THREADS)
    return number, None if folder is None else Path(folder), client


class LongRun(NamedTuple):
    """What is to be found of a game below n, checked; nothing has been computed yet.

    `about` says so (see `checkpoint`).
    """

    about: dict[str, Any]
    moves: Moves
    hotspots: Positions
    legs: Legs
    threads: int
    folder: Path | None
    client: Client | None

    def blocks(self) -> Generator[Block]:
        """Yield the results of ranges that follow one another from 0 to n."""
        if self.folder is None:
            yield from self.legs(self._work, 0, lambda start, stop: np.empty(0, np.int64))
            return
        yield from checkpoint.kept(self.folder, self.about, (self.moves, self.hotspots), self.legs, self._work)

    def array(self) -> Found:
        """All results, gathered in memory or mapped from the folder's file; with a progress bar."""
        what, n = self.about["results"], self.about["n"]
        known = checkpoint.reached(self.folder) if self.folder else 0
        parts = [np.empty(0, checkpoint.DTYPES[what][0])]
        with closing(self.blocks()) as blocks:
            for block in watched(blocks, n, f"{checkpoint.NAMES[what]} by the engine", GROWTH[what], known):
                parts += [] if self.folder else [block.found]
        return checkpoint.results(self.folder).of_range(0, n) if self.folder else np.concatenate(parts)

    def _work(self, evaluation: Evaluation) -> Generator[Block]:
        return cluster.on_workers(evaluation, self.client) if self.client else in_threads(evaluation, self.threads)


def cold_run(
    S: SubtractionSet,
    n: int,
    hotspots: Iterable[int] | None,
    place: Place,
    modulus: int | None = None,
    panels: int | None = None,
) -> LongRun:
    """The run that `cold_blocks` begins with the same arguments; all but n, a whole number, are checked here."""
    modulus = None if modulus is None else whole_number("modulus", modulus, least=0, most=2**16)
    panels = None if panels is None else whole_number("panels", panels, least=1, most=64)
    least = cold_bytes(n, 1 if modulus is None else modulus, panels=panels)
    require_memory(least, f"finding the cold positions below {n} in blocks")
    moves, spots = moves_below(S, n), hotspots_below(hotspots, n)
    legs = cold_legs(moves, n, spots, modulus, panels)
    return LongRun(_about("cold_positions", S, n), moves, spots, legs, *place)


def nim_run(S: SubtractionSet, n: int, place: Place) -> LongRun:
    """The run that `nim_blocks` begins with the same arguments; all but n, a whole number, are checked here."""
    purpose = f"finding the nim-values below {n} in blocks"
    require_memory((NIM_BYTES + 2) * n, purpose)  # before moves are asked for, which may be many
    moves = moves_below(S, n)
    wide = 0 if value_type(moves) is np.uint16 else 4  # bytes, while the narrower ones are there too
    require_memory((NIM_BYTES + 2 + wide) * n + 8 * moves.size, purpose)
    legs = partial(one_leg, partial(Tiling, moves, n, None if place[2] is None else CLUSTER_BLOCK))
    return LongRun(_about("nim_values", S, n), moves, np.empty(0, np.int64), legs, *place)


def _about(what: str, S: SubtractionSet, n: int) -> dict[str, Any]:
    return {"results": what, "game": set_name(S)[:100], "n": n, "version": version("subtraction-games")}


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
    """Yield (start, stop, cold positions of range(start, stop)), block by block, from the engine.

    The ranges follow one another from 0 to n. For counts, digit tables and the like of more positions than fit
    in memory: what has been yielded is not kept. S, n, hotspots and threads are those of `cold_positions`, which also
    tells what is raised, before the first block. RuntimeError: a forked child goes on with its parent's generator.

    Parameters
    ----------
    modulus, panels : int, optional
        The residue classes that the engine slices positions by, at most 65536, or 0 for the sieve; and panels of 512
        rows in a block, 1 to 64. None for what should be fastest. The positions depend on neither.
    folder : str or Path, optional
        Where to keep what is found. Called again, what is there is not computed again; a larger n carries the
        run on, a smaller one is served from it, another game is refused (`checkpoint.kept` says how). The run may be
        killed at any instant, and the folder read meanwhile by `results`.
    client : distributed.Client, optional
        Its workers share the work of each block; RuntimeError if there are none left, or if one has other code than
        this version of this package.
        (A LocalCluster must be made under `if __name__ == "__main__":`, because its workers import the main program.)

    >>> from subtraction_games.games import squares
    >>> [(start, stop, len(cold)) for start, stop, cold in cold_blocks(squares, 1000, modulus=1)]
    [(0, 512, 75), (512, 1000, 40)]
    """
    n = whole_number("n", n, least=0)
    return cold_run(S, n, hotspots, checked_place(threads, folder, client), modulus, panels).blocks()


def nim_blocks(
    S: SubtractionSet,
    n: int,
    *,
    threads: int | None = None,
    folder: str | Path | None = None,
    client: Client | None = None,
) -> Generator[Block]:
    """Yield (start, stop, nim-values of range(start, stop)), block by block, from the engine.

    The ranges follow one another from 0 to n; the values are uint16, or of a wider type from the block on that
    might need it. Folder and client are as for `cold_blocks`. Raises as `nim_values` does, before the first block.

    >>> from subtraction_games.games import squares
    >>> [(start, stop, int(values.max())) for start, stop, values in nim_blocks(squares, 10_000)]
    [(0, 8192, 30), (8192, 10000, 33)]
    """
    return nim_run(S, whole_number("n", n, least=0), checked_place(threads, folder, client)).blocks()
