"""Whole answers, as `subtraction_games` asks for them: a small game by one compiled function, others by a long run.

A small game needs no blocks, legs or progress bar, and its memory need not be counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Positions, SubtractionSet, as_mask, hotspots_below, whole_number
from subtraction_games.sets import moves_below

from .longruns import long_run  # first the package, so that two threads that import it don't wait for each other
from .longruns.runs import MOST_THREADS
from .nim.settling import recur
from .recurrence import settle_values
from .support.blocks import COLD, NIM, value_type
from .support.compiled import compiled
from .tuning import FEW_MOVES, MOST_MARKS, SMALL_COLD, SMALL_NIM


def cold_positions(
    S: SubtractionSet, n: int, hotspots: Iterable[int] | None, threads: int | None, folder: str | Path | None
) -> Positions:
    """Return the cold positions below n as an ascending array int64[:], or as a map of the folder's file.

    >>> cold_positions([1, 4, 9], 13, [2], None, None)
    array([ 0,  3,  5,  8, 10])
    """
    if n <= SMALL_COLD and folder is None:
        whole_number("threads", 1 if threads is None else threads, least=1, most=MOST_THREADS)
        S = moves_below(S, n)
        cold, complete = _sieve(S, as_mask(hotspots_below(hotspots, n), n), MOST_MARKS)
        if complete:
            return cold
    return long_run(COLD, S, n, hotspots=hotspots, threads=threads, folder=folder).array()


def nim_values(S: SubtractionSet, n: int, threads: int | None, folder: str | Path | None) -> NDArray[np.integer]:
    """Return the nim-values below n as int32[n], or as a map of the folder's file.

    >>> nim_values([1, 4], 6, None, None)
    array([0, 1, 0, 1, 2, 0], dtype=int32)
    """
    if n > SMALL_NIM or folder is not None:
        return long_run(NIM, S, n, threads=threads, folder=folder).array()
    whole_number("threads", 1 if threads is None else threads, least=1, most=MOST_THREADS)
    moves = moves_below(S, n)
    values = np.empty(n, value_type(moves))
    if moves.size <= FEW_MOVES:
        settle_values(moves, values, np.zeros(moves.size + 2, np.int64), 0, n)
    else:
        recur(values, moves, 0, n, 0)
    return values.astype(np.int32)


@compiled
def _sieve(moves, hot, most):
    """Return the cold positions, and whether they are all: the paper's sieve in bool[n], by at most `most` marks.

    The sieve gives up at the first position where its marks exceed the part of `most` that it may have used by then.
    """
    n, marks, count, last = len(hot), 0, 0, len(moves)
    cold = np.empty(n, np.int64)  # pages that are never written cost no memory
    for position in range(n):
        if not hot[position]:
            cold[count] = position
            count += 1
            while last > 0 and moves[last - 1] >= n - position:
                last -= 1
            marks += last
            if marks > most * (position / n + 0.0625):
                return cold[:0], False
            for k in range(last):
                hot[np.uint64(position + moves[k])] = True
    return cold[:count].copy(), True
