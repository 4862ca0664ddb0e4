"""Long runs: blocks from the engine, on this machine's cores or a cluster's, kept in a folder or not."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Generator, Iterable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import engine
from ..support.arguments import (
    Moves,
    SubtractionSet,
    abbreviated,
    hotspots_below,
    moves_below,
    require_memory,
    set_name,
    value_bytes,
    value_type,
    whole_number,
)
from ..support.blocks import Block, Evaluation, Recipe, cores, in_threads
from ..support.files import build_folder, sha256, sha256_of
from . import checkpoint, cluster

if TYPE_CHECKING:
    from distributed import Client

ENGINE = "engine"  # the method's name, in arguments and manifests
MOST_THREADS = 1024


# --- blocks --------------------------------------------------------------------------------------------


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
) -> Generator[Block]:
    """Yield (start, stop, cold positions of range(start, stop)), block by block, from the engine.

    The ranges follow one another from 0 to n. For counts, digit tables and the like of more positions than fit
    in memory: what has been yielded is not kept.

    Parameters
    ----------
    S, n, hotspots, threads
        As for `cold_positions`.
    modulus : int, optional
        The residue classes that the engine slices positions by, at most 65536; 0 for no slices; None for
        those that a pilot run recommends. The positions do not depend on it.
    tile : int, optional
        Panels of 512 rows in a block, 1 to 64; None for the usual number.
    folder : str or Path, optional
        Where to keep finished blocks. Called again with the same arguments, the blocks come from there as far
        as they go; with others, the folder is refused. It may be killed at any instant (see `checkpoint`), and
        read meanwhile by `results`.
    client : distributed.Client, optional
        Its workers, which must have this package, share the work of each block.

    Raises
    ------
    TypeError, ValueError, MemoryError
        As `cold_positions` does, before the first block.
    ValueError, BlockingIOError, OSError
        What `checkpoint.continued` says about folders.

    Examples
    --------
    >>> from subtraction_games.games import squares
    >>> [(start, stop, len(cold)) for start, stop, cold in cold_blocks(squares, 1000, modulus=1)]
    [(0, 512, 75), (512, 1000, 40)]
    """
    n = whole_number("n", n, least=0)
    modulus = None if modulus is None else whole_number("modulus", modulus, least=0, most=2**16)
    tile = None if tile is None else whole_number("tile", tile, least=1, most=64)
    threads = checked_threads(threads)
    require_client(client)
    require_memory(engine.cold_bytes(n), f"finding the cold positions below {n} in blocks")
    moves, spots = moves_below(S, n), hotspots_below(hotspots, n)
    recipe = engine.cold_recipe(moves, n, spots, modulus, tile)
    about = _about(S, moves, n, results="cold_positions", dtype="<i8", hotspots=spots.size)
    about |= {"hotspots_sha256": sha256_of(spots), "modulus": modulus, "tile": tile}
    return _long_run(recipe, about, threads, folder, client)


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
    n = whole_number("n", n, least=0)
    threads = checked_threads(threads)
    require_client(client)
    purpose = f"finding the nim-values below {n} in blocks"
    require_memory((2 + engine.NIM_BYTES) * n, purpose)
    moves = moves_below(S, n)
    require_memory((value_bytes(moves) + engine.NIM_BYTES) * n + 8 * moves.size, purpose)
    recipe = partial(engine.Tiling, moves, n, *([cluster.NIM_BLOCK] if client is not None else []))
    about = _about(S, moves, n, results="nim_values", dtype=np.dtype(value_type(moves)).newbyteorder("<").str)
    return _long_run(recipe, about, threads, folder, client)


def _about(S: SubtractionSet, moves: Moves, n: int, **more: Any) -> dict[str, Any]:
    """What tells one long run from another: the folder's manifest begins with it."""
    game = {"game": set_name(S), "moves": moves.size, "moves_sha256": sha256_of(moves)}
    return game | {"n": n, "method": ENGINE, "version": version("subtraction-games")} | more


def _long_run(
    recipe: Recipe, about: dict[str, Any], threads: int, folder: str | Path | None, client: Client | None
) -> Generator[Block]:
    def run(evaluation: Evaluation) -> Generator[Block]:
        if client is not None:
            return cluster.on_workers(evaluation, recipe, client)
        return in_threads(evaluation, threads)

    evaluation = recipe()
    return run(evaluation) if folder is None else checkpoint.continued(folder, about, evaluation, run)


def checked_threads(threads: int | None) -> int:
    """The number of threads to use: as many as asked for, or one for each core.

    >>> checked_threads(3)
    3
    """
    return cores() if threads is None else whole_number("threads", threads, least=1, most=MOST_THREADS)


def require_client(client: Any) -> None:
    """Raise TypeError for what is neither None nor a dask.distributed client."""
    if client is not None and not all(hasattr(client, name) for name in ("submit", "nthreads", "cancel", "run")):
        raise TypeError(f"client must be a distributed.Client or None, not {abbreviated(client)}")


# --- arrays that are computed once -----------------------------------------------------------------------


def kept(evaluator: Callable[..., NDArray[Any]], S: SubtractionSet, n: int) -> NDArray[Any]:
    """evaluator(S, n), read-only from disk as far as the code that stands here has computed it before.

    `evaluator` is `cold_positions` or `nim_values`. The array is a long run's, in a folder of its own in the build
    folder that is named after the evaluator, the game, n, and a checksum of the moves and of the engine's sources: a
    set that is changed, or an engine that is, gets another folder. A run that was stopped goes on.

    >>> from subtraction_games.evaluate import cold_positions
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as os.environ["SUBTRACTION_GAMES_BUILD"]:
    ...     kept(cold_positions, [1, 2], 10)
    array([0, 3, 6, 9])
    >>> del os.environ["SUBTRACTION_GAMES_BUILD"]
    """
    moves = moves_below(S, n)
    told = (sha256_of(moves), engine.SOURCES_SHA256, version("subtraction-games"))
    checksum = sha256([text.encode() for text in told])[:12]
    name = re.sub(r"[^A-Za-z0-9]+", "_", set_name(S))
    folder = build_folder() / "data" / f"{evaluator.__name__}-{name}-{n}-{checksum}"
    while True:
        try:
            return evaluator(S, n, folder=folder)
        except BlockingIOError:  # another notebook is at it
            time.sleep(0.5)
