"""The fast exact evaluator: cold positions by residue classes, nim-values by tiles, on all cores.

Notebook 8 derives both. Either gives what the recurrence gives, for every game and any number of threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numba

from .cold import COLD_GROWTH, cold_positions, cold_recipe
from .modulus import PILOT, choose_modulus, forecast
from .nim import NIM_GROWTH, Tiling, nim_values

__all__ = [
    "COLD_GROWTH",
    "NIM_GROWTH",
    "PILOT",
    "Tiling",
    "choose_modulus",
    "cold_positions",
    "cold_recipe",
    "forecast",
    "nim_values",
    "using_threads",
]


@contextmanager
def using_threads(threads: int | None) -> Iterator[None]:
    """Let the engine use that many threads, None for all, until the block ends."""
    before = numba.get_num_threads()
    numba.set_num_threads(threads or before)
    try:
        yield
    finally:
        numba.set_num_threads(before)
