"""The recurrences of section 1 of the paper, compiled, to check the engine's answers up to about 2^26.

The engine itself uses `settle_values` for small games of few moves. As in `subtraction_games.core`, `moves` contains
all moves smaller than n, and the hotspots lie in range(n). Moves and hotspots are ascending int64 arrays.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves, Positions, as_mask

from .support.blocks import narrowed, value_type
from .support.compiled import compiled
from .support.progress import ranges

STEP = 2**16  # positions between two updates of the progress bar


def cold_positions(moves: Moves, n: int, hotspots: Positions) -> Positions:
    """Return the cold positions in range(n) as an ascending array int64[:].

    Takes 2n bytes and at worst O(n |S|) time. The scan for a hot position stops at the first move to a cold position.

    >>> cold_positions(np.array([1, 4, 9]), 13, np.array([2]))
    array([ 0,  3,  5,  8, 10])
    """
    hot = as_mask(hotspots, n)
    for start, stop in ranges(n, STEP, "hot and cold by dynamic programming"):
        _settle_hot(moves, hot, start, stop)
    return np.flatnonzero(~hot)


@compiled
def _settle_hot(moves, hot, start, stop):
    for position in range(start, stop):
        if hot[position]:
            continue
        for s in moves:
            if s > position:
                break
            if not hot[position - s]:
                hot[position] = True
                break


def nim_values(moves: Moves, n: int) -> NDArray[np.unsignedinteger]:
    """Return the nim-values of range(n) as uint16[n], or in a wider type if some value needs it.

    Takes O(n |S|) time, because every possible move is tried at every position. Takes 2n bytes, or 4n while it
    evaluates a game with 2**16 moves or more.

    >>> nim_values(np.array([1, 4]), 6)
    array([0, 1, 0, 1, 2, 0], dtype=uint16)
    """
    values = np.zeros(n, dtype=value_type(moves))
    last_seen = np.zeros(moves.size + 2, dtype=np.int64)
    for start, stop in ranges(n, STEP, "nim-values by dynamic programming"):
        settle_values(moves, values, last_seen, start, stop)
    return narrowed(values)


@compiled
def settle_values(moves, values, last_seen, start, stop):
    """Settle range(start, stop). last_seen[v] - 1 is the last position with a move to v, so no entry needs clearing."""
    for position in range(start, stop):
        for s in moves:
            if s > position:
                break
            last_seen[values[np.uint64(position - s)]] = position + 1
        value = 0
        while last_seen[value] == position + 1:
            value += 1
        values[position] = value
