"""Arrays that are computed once and shared by the notebooks."""

from __future__ import annotations

import re
import sys
import time
from importlib.metadata import version

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import SubtractionSet, abbreviated, whole_number
from subtraction_games.files import build_folder

from ..support.blocks import KINDS
from ..support.compiled import CODE_SHA256
from ..support.durable import sha256
from .runs import long_run

WAIT_SECONDS, SILENT_ATTEMPTS = 0.5, 4  # between two attempts to use a folder, and before the wait is announced


def cached(what: str, S: SubtractionSet, n: int) -> NDArray[np.integer]:
    """Return the "cold_positions" or "nim_values" below n, mapped read-only from a file in the build folder.

    The first call computes the numbers in a long run, and a later call continues the run if it was stopped. If another
    process is at work on the same numbers, the call waits for it, and says so after two seconds. The name of the run's
    folder contains a checksum of the moves and of the engine's code, so a change to either starts a new run.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as os.environ["SUBTRACTION_GAMES_BUILD"]:
    ...     cached("cold_positions", [1, 2], 10)
    array([0, 3, 6, 9])
    >>> del os.environ["SUBTRACTION_GAMES_BUILD"]
    """
    if what not in KINDS:
        raise ValueError(f"what must be one of {', '.join(map(repr, KINDS))}, not {abbreviated(what)}")
    run = long_run(KINDS[what], S, whole_number("n", n, least=0))
    checksum = sha256([run.game.moves.data, CODE_SHA256.encode(), version("subtraction-games").encode()])[:12]
    name = re.sub(r"[^A-Za-z0-9]+", "_", run.name)
    folder = build_folder() / "data" / f"{what}-{name}-{run.n}-{checksum}"
    run = run._replace(folder=folder)
    attempts = 0
    while True:
        try:
            return run.array()
        except BlockingIOError as error:  # another notebook is computing them
            attempts += 1
            if attempts == SILENT_ATTEMPTS:  # a line that ends so is not saved with a notebook
                print(f"waiting, because {error}", end="\r", file=sys.stderr, flush=True)
            time.sleep(WAIT_SECONDS)
