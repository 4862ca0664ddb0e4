"""The package's method in one numpy function, with residue classes and windows, but without levels or bits.

Position M q + r lies in row q of class r modulo M. A move s = M j + c carries a mark from class r to class t = (r + c)
mod M, j rows up, or j + 1 rows if r + c is M or more. The move shifts *all* cold rows of class r by the same number,
and the marked rows belong to a single class. One operation ORs a whole window of the source class into the target
class, where the sieve would mark one position after another. Windows from a class without cold positions, or into a
class that is hot throughout, are skipped. Skipping windows saves time where cold positions crowd into few classes.

Rows are settled in blocks. Windows carry the marks of cold positions in earlier blocks, and the sieve adds those of
cold positions in the same block. Windows mark only positions that lie one move above a cold one, so the result is exact
for every game.
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from subtraction_games.arguments import Moves, Positions
from subtraction_games.core import cold_by_sieving


def cold_positions(moves: Moves, n: int, hotspots: Positions, M: int = 65, height: int = 512) -> Positions:
    """Return the cold positions in range(n) as an ascending array int64[:]. `height` rows of M classes form a block.

    The answer is the same for any M and `height` of at least 1. Each move requires at most about n / height windows of
    `height` rows. Takes 2 n bytes.

    >>> cold_positions(np.array([1, 4, 9]), 13, np.array([2]), M=2, height=3)
    array([ 0,  3,  5,  8, 10])
    """
    blocks = -(-n // (M * height))
    hot = np.zeros((M, blocks * height), dtype=bool)
    hot[hotspots % M, hotspots // M] = True
    cold = np.zeros((M, height + blocks * height), dtype=bool)  # row q is at q + height
    windows = sliding_window_view(cold, height, axis=1)
    shifts = {c: moves[moves % M == c] // M for c in np.unique(moves % M).tolist()}
    parts = [np.empty(0, dtype=np.int64)]
    for row in range(0, blocks * height, height):
        block, is_live = hot[:, row : row + height], cold.any(axis=1)
        for c, j in shifts.items():
            for r in np.flatnonzero(is_live).tolist():
                carry, t = divmod(r + c, M)
                if not block[t].all():
                    reaching = j[j + carry < row + height] + carry
                    block[t] |= windows[r, row + height - reaching].any(axis=0)
        start, stop = M * row, min(M * (row + height), n)
        in_order = block.T.ravel()[: stop - start]  # position after position
        settled = start + cold_by_sieving(moves, stop - start, np.flatnonzero(in_order))
        cold[settled % M, height + settled // M] = True
        parts.append(settled)
    return np.concatenate(parts)
