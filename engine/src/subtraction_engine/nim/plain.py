"""The package's method in one numpy function, with marking, listing and asking, but without bits or plans.

Three observations turn the recurrence into work on whole rows of positions. *Neighbours read neighbours.* For a move s,
positions start to stop - 1 of a tile read the values of positions start - s to stop - s - 1, which form one row. If the
move is at least as long as the tile, these values are already known. *A mex needs few answers.* Once some moves have
marked the values that they reach, the least unseen values of a position are its *candidates*, and its nim-value is
nearly always one of them. *Asking is cheaper than marking.* Any other move need only tell us which candidate it meets,
if any. That candidate is no longer *live*. Finally, the moves inside the tile settle its positions in order.

At every stage, the live candidates of a position are exactly the values, up to its last candidate, that no move so far
reaches. The least candidate that is left after all moves is therefore the mex. If no candidate is left, the recurrence
computes the value, so the result is exact for every game.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves
from subtraction_games.core import mex


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
