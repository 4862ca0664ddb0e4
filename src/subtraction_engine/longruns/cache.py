"""Arrays that are computed once: the notebooks share them."""

from __future__ import annotations

import re
import time

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import SubtractionSet, abbreviated, whole_number
from subtraction_games.files import build_folder

from ..support.blocks import KINDS
from ..support.files import sha256
from ..support.kernel import CODE_SHA256
from .runs import long_run


def cached(what: str, S: SubtractionSet, n: int) -> NDArray[np.integer]:
    """The "cold_positions" or "nim_values" below n, read-only from disk if the present code has found them.

    They are a long run's, in a folder of its own in the build folder that is named after the game, n, and a checksum of
    the moves and of the engine's code: a set that is changed, or an engine that is, gets another folder. A run that
    was stopped goes on.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as os.environ["SUBTRACTION_GAMES_BUILD"]:
    ...     cached("cold_positions", [1, 2], 10)
    array([0, 3, 6, 9])
    >>> del os.environ["SUBTRACTION_GAMES_BUILD"]
    """
    if what not in KINDS:
        raise ValueError(f"what must be one of {', '.join(map(repr, KINDS))}, not {abbreviated(what)}")
    run = long_run(KINDS[what], S, whole_number("n", n, least=0))
    known_by = sha256([run.moves.data, CODE_SHA256.encode(), run.about["version"].encode()])[:12]
    name = re.sub(r"[^A-Za-z0-9]+", "_", run.about["game"])
    folder = f"{what}-{name}-{run.n}-{known_by}"
    run = run._replace(folder=build_folder() / "data" / folder)
    while True:
        try:
            return run.array()
        except BlockingIOError:  # another notebook is at it
            time.sleep(0.5)
