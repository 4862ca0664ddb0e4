"""The engine's two methods, each in one numpy function: the module to read first.

*Cold positions*, without levels or bits. Position M q + r lies in row q of class r modulo M. A move s = M j + c carries
a mark from class r to class t = (r + c) mod M, j rows up, or j + 1 rows if r + c is M or more. The move shifts *all*
cold rows of class r by the same number, and the marked rows belong to a single class. One operation ORs a whole window
of the source class into the target class, where the sieve would mark one position after another. Windows from a class
without cold positions, or into a class that is hot throughout, are skipped. Skipping windows saves time where cold
positions crowd into few classes. Rows are settled in blocks. Windows carry the marks of cold positions in earlier
blocks, and the sieve adds those of cold positions in the same block. Windows mark only positions that lie one move
above a cold one, so the result is exact for every game.

*Nim-values*, with marking, listing and asking, but without bits or plans. Three observations turn the recurrence into
work on whole rows of positions. *Neighbours read neighbours.* For a move s, positions start to stop - 1 of a tile read
the values of positions start - s to stop - s - 1, which form one row. If the move is at least as long as the tile,
these values are already known. *A mex needs few answers.* Once some moves have marked the values that they reach, the
least unseen values of a position are its *candidates*, and its nim-value is nearly always one of them. *Asking is
cheaper than marking.* Any other move need only tell us which candidate it meets, if any. That candidate is no longer
*live*. Finally, the moves inside the tile settle its positions in order.

At every stage, the live candidates of a position are exactly the values, up to its last candidate, that no move so far
reaches. The least candidate that is left after all moves is therefore the mex. If no candidate is left, the recurrence
computes the value, so the result is exact for every game.
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from subtraction_games.arguments import Moves, Positions
from subtraction_games.core import cold_by_sieving, mex


def cold_positions(moves: Moves, n: int, hotspots: Positions, M: int = 65, height: int = 512) -> Positions:
    """Return the cold positions in range(n) as an ascending array int64[:]. `height` rows of M classes form a block.

    The answer is the same for every M and every `height` of at least 1. Each move requires at most about n / height
    windows of `height` rows. Takes 2 n bytes.

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


def nim_values(moves: Moves, n: int, tile: int = 512, marking: int = 40, slots: int = 8) -> NDArray[np.int64]:
    """Return the nim-values of range(n) as int64[n]. After `marking` moves, each position lists `slots` candidates.

    The answer is the same for any `tile` and `slots` of at least 1, and for any number of marking moves. Each move
    takes about n / tile operations on rows. Takes 8 n bytes.

    >>> nim_values(np.array([1, 4]), 6, tile=2, marking=0, slots=1)
    array([0, 1, 0, 1, 2, 0])
    """
    values = np.zeros(n, dtype=np.int64)
    near = int(np.searchsorted(moves, tile))  # moves[:near] may stay inside the tile
    for start in range(0, n, tile):
        row = np.arange(start, min(start + tile, n))
        fitting = max(near, int(np.searchsorted(moves, start, side="right")))  # the moves that the whole tile can make
        seen = np.zeros((row.size, values[:start].max(initial=-1) + 1 + slots), dtype=bool)  # at least `slots` unseen
        for s in moves[near:fitting][:marking]:
            seen[row - start, values[row - s]] = True
        candidates = np.argsort(seen, axis=1, kind="stable")[:, :slots]  # unseen values first, in ascending order
        live = np.ones(candidates.shape, dtype=bool)
        for s in moves[near:fitting][marking:]:
            live &= candidates != values[row - s, None]
        for p in row.tolist():
            usable = moves[: np.searchsorted(moves, p, side="right")]
            others = np.concatenate([usable[:near], usable[fitting:]])
            listed = candidates[p - start][live[p - start]]
            left = listed[~np.isin(listed, values[p - others])]
            values[p] = left[0] if left.size else mex(values[p - usable])
    return values
