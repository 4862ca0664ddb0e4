"""The sieve of cold positions (paper, section 3.2), compiled: over one array, and in segments that fit the cache.

The smallest position that no mark has met is cold, so every position one move above it is marked as hot, and so on.
That makes O(|C| |S|) marks. A second method for the engine's answers, to 2^34 or so.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves, Positions

from .support.blocks import Block, Evaluation, in_threads, require_ascending
from .support.kernel import kernel
from .support.progress import watched

Marks: TypeAlias = tuple[NDArray[np.uint8], int, NDArray[np.int32]]  # a share of a segment
SEGMENT = 2**22  # positions, one bit each: 512 KiB, half of a common second-level cache
GROWTH = 1.2  # time grows like n to about this power: for progress bars


@kernel
def mark_hot(moves, hot):  # type: ignore[no-untyped-def]
    """Finish the bool[n] array `hot` in place, from its hotspots, as the paper states the sieve.

    >>> hot = np.zeros(6, dtype=bool)
    >>> mark_hot(np.array([1, 4]), hot)
    >>> hot.astype(int)
    array([0, 1, 0, 1, 1, 0])
    """
    for position in range(hot.size):
        if hot[position]:
            continue
        for s in moves:
            if s >= hot.size - position:
                break
            hot[position + s] = True


def cold_positions(moves: Moves, n: int, hotspots: Positions, segment: int = SEGMENT) -> Positions:
    """int64[:], ascending: the cold positions of range(n), for ascending hotspots within it.

    Makes the marks of `mark_hot`, but all those that fall into one segment before any in the
    next, so that the marked bits stay in cache; every cold position remembers the next move to make. Time
    O(|C| |S| + |C| n / segment), memory of 12 bytes for each cold position that still has moves to
    make, and segment / 8 for the bits.

    >>> cold_positions(np.array([1, 4, 9]), 13, np.array([2]))
    array([ 0,  3,  5,  8, 10])
    """
    evaluation = Sieving(moves, n, hotspots, segment)
    found = watched(in_threads(evaluation, 1), n, "cold positions by the segmented sieve", GROWTH)
    return np.concatenate([np.empty(0, dtype=np.int64), *(positions for _, _, positions in found)])


class Sieving(Evaluation):
    """The segmented sieve as an `Evaluation`: a share marks from a share of the earlier cold positions.

    Found are int64 cold positions. A share is uint8[segment / 8] with a bit for each marked position of the segment;
    the index of the first of the cold positions that it marked from; and the next move of each of them, as int32.

    Invariant between blocks: `cold` holds, ascending, the cold positions below `position` that still have a move to
    make, and `next_move` the index of the first of their moves that leads to `position` or beyond. One that has made
    all moves is forgotten; the oldest runs out first.
    """

    short = SEGMENT  # the first segment has no earlier ones to share out

    def __init__(self, moves: Moves, n: int, hotspots: Positions, segment: int = SEGMENT) -> None:
        self.arguments = moves, n, hotspots, segment
        self.moves, self.n, self.hotspots, self.segment = moves, n, hotspots, min(segment, max(n, 1))
        self.position = 0
        self.cold = np.empty(0, dtype=np.int64)
        self.next_move = np.empty(0, dtype=np.int32)

    def restore(self, stop: int, found: Positions) -> None:
        if not self.position <= stop <= self.n:
            raise ValueError(f"stop must be from {self.position} to {self.n}, not {stop}")
        require_ascending(found, self.position, stop)
        cold = np.concatenate([self.cold, found])
        self._hold(cold, np.searchsorted(self.moves, stop - cold).astype(np.int32), stop)

    def last_block_end(self, stop: int) -> int:
        return stop  # a segment may begin anywhere

    def results_since(self, start: int, stop: int | None = None) -> Positions:
        stop = self.position if stop is None else stop
        return self.cold[slice(*np.searchsorted(self.cold, [start, stop]))]

    def task(self) -> tuple[int, int]:
        return self.position, min(self.position + self.segment, self.n)

    def share(self, task: tuple[int, int], part: int, parts: int) -> Marks:
        hot_bits = np.zeros(-(-self.segment // 8), dtype=np.uint8)
        first, last = np.linspace(0, self.cold.size, parts + 1).astype(np.int64)[part : part + 2]
        next_move = self.next_move[first:last].copy()  # a share that is lost and done again must start as it did
        _mark_from_earlier(self.moves, self.cold[first:last], next_move, *task, hot_bits)
        return hot_bits, int(first), next_move

    def settle(self, task: tuple[int, int], shares: list[Marks]) -> Block:
        start, stop = task
        hot = np.bitwise_or.reduce([hot_bits for hot_bits, _, _ in shares], axis=0)
        spots = self.hotspots[slice(*np.searchsorted(self.hotspots, [start, stop]))] - start
        np.bitwise_or.at(hot, spots >> 3, np.uint8(1) << (spots & 7).astype(np.uint8))
        before = self.cold.size
        cold = np.empty(before + stop - start, dtype=np.int64)  # room for all to be cold: untouched, it costs nothing
        next_move = np.empty(cold.size, dtype=np.int32)
        cold[:before] = self.cold
        for _, first, moved in shares:
            next_move[first : first + moved.size] = moved
        count = _settle_segment(self.moves, cold, next_move, before, hot, start, stop)
        self._hold(cold[:count], next_move[:count], stop)
        return Block(start, stop, cold[before:count].copy())

    def _hold(self, cold: Positions, next_move: NDArray[np.int32], position: int) -> None:
        first = int(np.searchsorted(-next_move, 1 - self.moves.size))  # next moves descend: the oldest are furthest
        self.cold, self.next_move, self.position = cold[first:].copy(), next_move[first:].copy(), position


@kernel
def _mark_from_earlier(moves, cold, next_move, start, stop, hot_bits):  # type: ignore[no-untyped-def]
    for i in range(cold.size):
        if next_move[i] < moves.size and moves[next_move[i]] < stop - cold[i]:  # rare when moves are far apart
            next_move[i] = _mark(moves, cold[i], next_move[i], hot_bits, start, stop)


@kernel
def _settle_segment(moves, cold, next_move, count, hot_bits, start, stop):  # type: ignore[no-untyped-def]
    for first in range(start, stop, 8):
        if hot_bits[(first - start) >> 3] == 255:
            continue
        for position in range(first, min(first + 8, stop)):
            bit = position - start
            if hot_bits[bit >> 3] >> (bit & 7) & 1 == 0:
                cold[count] = position
                next_move[count] = _mark(moves, position, 0, hot_bits, start, stop)
                count += 1
    return count


@kernel
def _mark(moves, position, k, hot_bits, start, stop):  # type: ignore[no-untyped-def]
    """Make the moves k, k+1, ... of a cold position that stay below `stop`; returns the first one left."""
    end = k + np.searchsorted(moves[k:], stop - position)  # found first, so that the loop has no test in it
    for s in moves[k:end]:
        bit = np.uint64(position - start + s)  # unsigned, so that indexing has no test for wrapping around
        hot_bits[bit >> np.uint64(3)] |= np.uint8(1) << np.uint8(bit & np.uint64(7))
    return end
