"""The sieve of cold positions (paper, section 3.2), compiled, in segments that fit in the cache.

The smallest unmarked position is cold, so the sieve marks as hot every position from which a move leads to it, and then
looks for the next one. The engine uses the sieve for those legs of a run where it is fastest (`cold.choice`). Run
over the whole range, it checks the engine's answers up to about 2^34.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves, Positions

from .support.blocks import COLD, Block, Evaluation, in_threads, require_ascending, within
from .support.compiled import compiled
from .support.progress import watched

SEGMENT = 2**22  # positions, one bit each: 512 KiB, half of a typical second-level cache


def cold_positions(moves: Moves, n: int, hotspots: Positions, segment: int = SEGMENT) -> Positions:
    """Return the cold positions in range(n) as an ascending array int64[:].

    Takes O(|C| |S| + (|C| + |S|) n / segment) time, segment / 8 bytes for the bits of a segment, and 16 bytes for each
    cold position that can still mark others.

    >>> cold_positions(np.array([1, 4, 9]), 13, np.array([2]))
    array([ 0,  3,  5,  8, 10])
    """
    evaluation = Sieving(moves, n, hotspots, segment)
    blocks = watched(in_threads(evaluation, 1), n, "cold positions by the segmented sieve", COLD.growth)
    return np.concatenate([np.empty(0, dtype=np.int64), *(cold for _, _, cold in blocks)])


class Sieving(Evaluation):
    """An `Evaluation` by the segmented sieve, whose blocks are segments and whose results are int64 cold positions.

    A share is uint8[segment / 8], in which the bit of a position is set if one of the share's earlier cold positions
    marks it. Between blocks, `cold` contains, in ascending order, the cold positions that can still mark positions from
    `position` on.
    """

    short = SEGMENT  # the first segment receives no marks from earlier ones

    def __init__(self, moves: Moves, n: int, hotspots: Positions, segment: int = SEGMENT) -> None:
        self.moves, self.n, self.hotspots, self.segment = moves, n, hotspots, min(segment, max(n, 1))
        self.position, self.cold = 0, np.empty(0, dtype=np.int64)

    def restore(self, stop: int, results: Positions) -> None:
        if not self.position <= stop <= self.n:
            raise ValueError(f"stop must be from {self.position} to {self.n}, not {stop}")
        require_ascending(results, self.position, stop)
        longest = self.moves[-1] if self.moves.size else 0
        self.cold = np.concatenate([within(part, stop - longest, stop) for part in (self.cold, results)])
        self.position = stop

    def last_block_end(self, stop: int) -> int:
        return stop  # a segment may begin anywhere

    def results_since(self, start: int, stop: int | None = None) -> Positions:
        stop = self.position if stop is None else stop
        return within(self.cold, start, stop)

    def task(self) -> tuple[int, int]:
        return self.position, min(self.position + self.segment, self.n)

    def share(self, task: tuple[int, int], part: int, parts: int) -> NDArray[np.uint8]:
        hot_bits = np.zeros(-(-self.segment // 8), dtype=np.uint8)
        first, last = np.linspace(0, self.cold.size, parts + 1).astype(np.int64)[part : part + 2]
        _mark_from_earlier(self.moves, self.cold[first:last], *task, hot_bits)
        return hot_bits

    def settle(self, task: tuple[int, int], shares: list[NDArray[np.uint8]]) -> Block:
        start, stop = task
        hot_bits = np.bitwise_or.reduce(shares, axis=0)
        spots = within(self.hotspots, start, stop) - start
        np.bitwise_or.at(hot_bits, spots >> 3, np.uint8(1) << (spots & 7).astype(np.uint8))
        cold = start + _settle_segment(self.moves, stop - start, hot_bits)
        self.restore(stop, cold)
        return Block(start, stop, cold)


@compiled
def _fitting(moves, limit, k):
    """Return the number of moves below a limit, given that this number is at most k."""
    while k > 0 and moves[k - 1] >= limit:
        k -= 1
    return k


@compiled
def _mark_from_earlier(moves, cold, start, stop, hot_bits):
    """Mark the positions of range(start, stop) that lie one move above earlier cold positions."""
    first = last = moves.size
    for position in cold:  # as the cold positions ascend, the indices of their first and last moves descend
        first, last = _fitting(moves, start - position, first), _fitting(moves, stop - position, last)
        _mark(moves[first:last], position - start, hot_bits)


@compiled
def _settle_segment(moves, size, hot_bits):
    """Return the cold positions of a segment, as offsets from its start, and mark the positions one move above them."""
    cold, count, last = np.empty(size, np.int64), 0, moves.size  # pages that are never written cost no memory
    for first in range(0, size, 8):
        if hot_bits[first >> 3] == 255:
            continue
        for position in range(first, min(first + 8, size)):
            if hot_bits[position >> 3] >> (position & 7) & 1 == 0:
                cold[count] = position
                count += 1
                last = _fitting(moves, size - position, last)
                _mark(moves[:last], position, hot_bits)
    return cold[:count].copy()


@compiled
def _mark(moves, position, hot_bits):
    for s in moves:
        bit = np.uint64(position + s)  # unsigned, so that numba does not test whether the index is negative
        hot_bits[bit >> np.uint64(3)] |= np.uint8(1) << np.uint8(bit & np.uint64(7))
