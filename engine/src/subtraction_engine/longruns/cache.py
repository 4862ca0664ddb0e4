"""Arrays that are computed once and shared by the notebooks."""

from __future__ import annotations

import re
import time

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import SubtractionSet, abbreviated
from subtraction_games.files import build_folder

from ..support.blocks import KINDS
from ..support.compiled import CODE_SHA256
from ..support.files import sha256
from .runs import long_run


def cached(what: str, S: SubtractionSet, n: int) -> NDArray[np.integer]:
    """Return the "cold_positions" or "nim_values" below n, mapped read-only from a file in the build folder.

    The first call computes the numbers in a long run, and a later call continues the run if it was stopped. The name of
    the run's folder contains a checksum of the moves and of the engine's code, so a change to either starts a new run.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as os.environ["SUBTRACTION_GAMES_BUILD"]:
    ...     cached("cold_positions", [1, 2], 10)
    array([0, 3, 6, 9])
    >>> del os.environ["SUBTRACTION_GAMES_BUILD"]
    """
    if what not in KINDS:
        raise ValueError(f"what must be one of {', '.join(map(repr, KINDS))}, not {abbreviated(what)}")
    run = long_run(KINDS[what], S, n)
    checksum = sha256([run.game.moves.data, CODE_SHA256.encode(), run.about["version"].encode()])[:12]
    name = re.sub(r"[^A-Za-z0-9]+", "_", run.about["game"])
    run = run._replace(folder=build_folder() / "data" / f"{what}-{name}-{run.n}-{checksum}")
    while True:
        try:
            return run.array()
        except BlockingIOError:  # another notebook is computing them
            time.sleep(0.5)
