"""The paper's divide and conquer on games with hotspots (sections 2.1 to 2.4), by convolution in whole numbers.

A convolution of 0/1 vectors counts, for each position, the ways to reach it as a cold position plus a move;
the positions reached are those whose count is not zero. The counts are taken modulo a prime, by a transform in whole
numbers (`ntt`): nothing is rounded, and a count that is smaller than the prime is known exactly.

S is known before we start, so its transform is taken once for each length; only the cold positions' are new. That is
online ("relaxed") multiplication with one factor known: Fischer and Stockmeyer ("Fast on-line integer
multiplication", J. Comput. System Sci. 9, 1974); van der Hoeven ("Relax, but don't be too lazy", J. Symbolic
Computation 34, 2002), who calls this case semi-relaxed. Ranges too short to gain from a transform fall to the sieve.
"""

from __future__ import annotations

from math import log2

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves, Positions, as_mask

from ..sieve import mark_hot
from ..support.progress import ranges
from ..support.values import narrowed, value_type
from .ntt import LONGEST, MODULUS, Residues, convolved, transform

SHORT = 2**14  # positions that the sieve settles sooner than a pair of transforms would
WAYS = 16  # blocks that a range is cut into; the paper cuts it in two
BYTES = 52  # of memory for each position, where n is just above a power of WAYS times SHORT; a third elsewhere


def cold_positions(moves: Moves, n: int, hotspots: Positions, short: int = SHORT) -> Positions:
    """int64[:], ascending: the cold positions of range(n), for ascending hotspots within it.

    Theorem 1's divide and conquer: O(n log^2 n) time, at most 52n bytes. Ranges of up to `short` positions
    fall to the sieve.

    >>> cold_positions(np.array([1, 4, 9]), 13, np.array([2]), short=1)
    array([ 0,  3,  5,  8, 10])
    """
    hot = as_mask(hotspots, n)
    settle(Carrier(moves), hot, short, "cold positions by convolution")
    return np.flatnonzero(~hot)


def cost(n: int) -> float:
    """Nanoseconds, roughly, that the divide and conquer takes for n positions of any game. It only has to rank.

    >>> cost(2**20) / cost(2**10) > 1000
    True
    """
    return 5 * n * log2(max(n, 2)) ** 2


class Carrier:
    """Carries marks from the settled blocks of a range to the next block, for every length of block there is.

    A range of WAYS blocks of h positions is the unit. Block j is reached from block i < j by the moves around
    (j - i) h, so one cyclic convolution of length 2h does, of which the second half is wanted: longer sums wrap
    around into the first. The products are added up before the inverse transform, so each block costs one
    transform each way. Transforms of moves depend on h and j - i alone and are kept for good; those of blocks
    until their range is done.

    Every entry of the half that is wanted counts moves to cold positions, so it is at most the number of moves.
    Raises OverflowError if that is not below MODULUS, since an entry could then be a multiple of it.
    """

    def __init__(self, moves: Moves) -> None:
        if moves.size >= MODULUS:
            raise OverflowError(f"moves must be fewer than {MODULUS}, not {moves.size}: counts modulo it could be 0")
        self.moves = moves
        self._of_moves: dict[tuple[int, int], Residues] = {}
        self._of_blocks: dict[int, list[Residues]] = {}

    def reached(self, hot: NDArray[np.bool_], h: int, stop: int) -> NDArray[np.bool_]:
        """bool[h]: which positions of [stop, stop + h) have a move to a cold one in the range before `stop`.

        To be asked for each block of a range but its first, in order.
        """
        j = stop // h if is_longest(h) else stop // h % WAYS
        blocks = self._of_blocks.setdefault(h, [])
        if j == 1:
            blocks.clear()
        blocks.append(transform(~hot[stop - h : stop], 2 * h))
        return convolved((block, self._window(h, j - i)) for i, block in enumerate(blocks))[h : 2 * h] > 0

    def _window(self, h: int, distance: int) -> Residues:
        """The transform of the moves in [(distance - 1) h, (distance + 1) h)."""
        if (h, distance) not in self._of_moves:
            low, high = np.searchsorted(self.moves, [(distance - 1) * h, (distance + 1) * h])
            window = as_mask(self.moves[low:high] - (distance - 1) * h, 2 * h)
            self._of_moves[h, distance] = transform(window, 2 * h)
        return self._of_moves[h, distance]


def is_longest(h: int) -> bool:
    """Whether ranges are cut into as many blocks of h as it takes, since the transform has no longer ones."""
    return 2 * WAYS * h > LONGEST


def settle(carrier: Carrier, hot: NDArray[np.bool_], short: int, label: str) -> None:
    """Finish the bool[n] array `hot` in place, from its hotspots.

    The recursion, unrolled: ranges of short, short WAYS, short WAYS^2, ... positions are aligned to their
    lengths, so after each short block exactly one length has a block that ends there and a next one in the same
    range: the longest that divides `stop`.
    """
    for start, stop in ranges(hot.size, short, label):
        mark_hot(carrier.moves, hot[start:stop])
        h = short
        while stop % (WAYS * h) == 0 and not is_longest(h):
            h *= WAYS
        if stop < hot.size:
            upper = hot[stop : stop + h]
            upper |= carrier.reached(hot, h, stop)[: upper.size]


def nim_values(moves: Moves, n: int, short: int = SHORT) -> NDArray[np.unsignedinteger]:
    """uint16[n] (a wider type where values need it): the nim-value of every position in range(n).

    Lemma 2: the positions of nim-value t are the cold ones of the game whose hotspots are the positions of
    smaller nim-value. So O(m n log^2 n) time (Theorem 3), m the largest nim-value, and at most 52n bytes.

    >>> nim_values(np.array([1, 4]), 6)
    array([0, 1, 0, 1, 2, 0], dtype=uint16)
    """
    values = np.zeros(n, dtype=value_type(moves))
    unassigned = np.ones(n, dtype=bool)
    carrier = Carrier(moves)
    level = 0
    while unassigned.any():
        hot = ~unassigned
        settle(carrier, hot, short, f"nim-value {level} by convolution")
        values[~hot] = level
        unassigned &= hot
        level += 1
    return narrowed(values)
