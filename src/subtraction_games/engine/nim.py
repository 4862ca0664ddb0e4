"""Nim-values by marking, meeting and settling: dynamic programming, a tile at a time.

The recurrence nim(p) = mex{nim(p - s)} costs one table access for each (position, move).
Two facts make most of them cheap without knowing anything about the subtraction set.

*Adjacent positions read adjacent values.*  For LANES adjacent positions a move's sources
are one contiguous row, and rows of moves longer than a block depend on no position of
that block, so the tiles of a block are independent: that is the parallel loop.

*A mex needs few answers.*  After a share of the moves has marked every lane's own table
(a byte store each, 0.25 ns: one store a cycle is the machine's limit; or, where AVX-512
shifts 512 bits at once, 0.02 ns for each 64 possible values), few values remain unseen
below the mex.  The first 40 unseen ones become the lane's *candidates*, and for
the other moves it is enough to ask whether a candidate is met: an exclusive or and a
minimum answer that for 32 lanes at once, 0.005 ns for each (position, move, candidate).
Met candidates are dropped on the way: 40, 24, 16.

What remains is a short ascending list for each position, complete up to its last entry;
the few moves inside the tile then settle the positions in increasing order.  A position
whose list runs out takes all its moves one by one, so the result is exact whatever the
game; the share of marking follows the number of such failures.

Nim-values are at most |S| (Eppstein, section 2.4), and a new maximum exceeds the former by
one: a block of B positions can raise it by B at most, which bounds tables and dtypes.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ..arguments import Moves
from ..arrays import narrowed
from ..evaluation import Block, Evaluation, in_threads
from ..progress import watched
from .vectors import (
    GROUP,
    LANES,
    OCTET,
    WIDE_SHIFTS,
    WORDS,
    load_levels,
    load_octet,
    meet,
    prefetch,
    see,
    store_levels,
    store_octet,
    trailing_zeros,
    unseen_bytes,
)

MOST_WORDS = 10 if WIDE_SHIFTS else 0  # up to 64 times so many values, bits beat bytes
NIM_GROWTH = 1.5  # time grows like n to about this power: for progress bars
PLAN = (40, 24, 16)  # candidates carried through each third of the unmarked moves
KEPT = PLAN[-1]  # candidates handed to settling
STRIP = 32  # tiles that share rows in the cache: 1024 positions
BLOCK = 8192  # positions between two barriers; shorter moves settle serially
CHUNK = 64  # moves whose rows stay in the first-level cache: 3 lines each
AHEAD = 3 * LANES  # positions from a row to the one worth asking memory for
NONE = 65535  # an empty place in a list of candidates
FEWEST_MOVES = 192  # below this many long moves a block isn't worth its overhead
WIDEST_TABLE = 4096  # bytes for each lane: 32 such tables fill a quarter of a 512 KiB cache


# --- the recurrence, one position at a time ---------------------------------------------------------------


@njit(cache=True, nogil=True)
def _mex(values, moves, p, stamp):
    """Least value not stamped after stamping what `moves` reach from p."""
    for s in moves:
        stamp[values[np.uint64(p - s)]] = p + 1  # no table to clear: stamps name positions
    v = 0
    while stamp[v] == p + 1:
        v += 1
    return v


@njit(cache=True, nogil=True)
def _recur(values, moves, start, stop, stamp):
    """Settle positions start to stop (exclusive) by the definition; the largest value."""
    top = 0
    usable = np.searchsorted(moves, start)
    for p in range(start, stop):
        while usable < moves.size and moves[usable] <= p:
            usable += 1
        values[p] = _mex(values, moves[:usable], p, stamp)
        top = max(top, values[p])
    return top


# --- one tile: candidates are uint16[slots, LANES], flattened; a lane's list ascends by slot -----------------


@njit
def _mark(values, moves, first, seen, width):
    """seen[lane, value] = 1 for all that `moves` reach from the tile at `first`."""
    for k in range(moves.size):
        ahead = first - moves[min(k + 12, moves.size - 1)]
        prefetch(values, ahead)
        prefetch(values, ahead + LANES - 1)
        row = np.uint64(first - moves[k])
        for lane in range(LANES):
            seen[np.uint64(lane * width) + values[row + np.uint64(lane)]] = 1


@njit
def _first_unseen_bytes(seen, width, slots, candidates):
    """Each lane's least `slots` unmarked values; the table must hold that many."""
    for lane in range(LANES):
        end = lane + slots * LANES
        place = lane
        for base in range(0, width, 64):
            unseen = unseen_bytes(seen, lane * width + base)
            while unseen and place < end:
                candidates[np.uint64(place)] = base + trailing_zeros(unseen)
                unseen &= unseen - np.uint64(1)
                place += LANES
            if place >= end:
                break


@njit
def _mark_bits(values, moves, first, bits, words):
    """The same for tables of bits, uint64[LANES / GROUP, words, GROUP] flattened."""
    for k in range(0, moves.size, CHUNK):
        chunk = moves[k : k + CHUNK]
        for lane in range(0, LANES, GROUP):
            for word in range(0, words, WORDS):
                i = lane * words + word * GROUP
                seen = load_levels(bits, i)
                for s in chunk:
                    seen = see(values, first + lane - s, seen, np.uint64(64 * word))
                    prefetch(values, first + lane - s + AHEAD)
                store_levels(bits, i, seen)


@njit
def _first_unseen_bits(bits, words, slots, candidates):
    """Each lane's least `slots` values whose bit is clear."""
    for lane in range(LANES):
        end = lane + slots * LANES
        place = lane
        own = lane // GROUP * GROUP * words + lane % GROUP
        for word in range(words):
            unseen = ~bits[own + word * GROUP]
            while unseen and place < end:
                candidates[np.uint64(place)] = 64 * word + trailing_zeros(unseen)
                unseen &= unseen - np.uint64(1)
                place += LANES
            if place >= end:
                break


@njit
def _compare(values, moves, first, candidates, gaps, slots):
    """Zero the gaps of the candidates that `moves` reach from the tile at `first`."""
    for i in range(0, slots * LANES, OCTET * LANES):
        wanted, gap = load_octet(candidates, i), load_octet(gaps, i)
        for s in moves:
            gap = meet(values, first - s, gap, wanted)
            prefetch(values, first - s + AHEAD)
        store_octet(gaps, i, gap)


@njit
def _drop_met(candidates, gaps, slots, kept):
    """Close up each lane's unmet candidates to the front; cut or fill to `kept`.

    Cutting is harmless: a list need only be complete up to its last entry.
    """
    row = np.uint64(LANES)
    for lane in range(np.uint64(LANES)):
        place = lane
        for i in range(lane, np.uint64(slots * LANES), row):
            candidates[place] = candidates[i]  # place <= i; overwritten later if met
            place += row if gaps[i] else np.uint64(0)
        while place < np.uint64(kept * LANES):
            candidates[place] = NONE
            place += row


# --- moves longer than a block: independent of the order in which tiles are taken ----------------------------


@njit
def _strip(values, moves, marked, first, width, most_words, result):
    """Candidates of STRIP tiles after all long `moves`, of which `marked` mark tables.

    All tiles take a chunk of moves before any takes the next, so that rows that
    neighbouring tiles share come from the first-level cache.
    """
    slots = PLAN[0] if marked < moves.size else KEPT
    words = -(-width // (64 * WORDS)) * WORDS
    bits = np.empty(LANES * words, np.uint64)
    seen = np.empty(LANES * width if words > most_words else 0, np.uint8)
    candidates = np.empty((STRIP, slots * LANES), np.uint16)
    gaps = np.ones((STRIP, slots * LANES), np.uint16)
    for tile in range(STRIP):
        if words > most_words:
            seen[:] = 0
            _mark(values, moves[:marked], first + tile * LANES, seen, width)
            _first_unseen_bytes(seen, width, slots, candidates[tile])
        else:
            bits[:] = 0
            _mark_bits(values, moves[:marked], first + tile * LANES, bits, words)
            _first_unseen_bits(bits, words, slots, candidates[tile])
    third = -(-(moves.size - marked) // len(PLAN))
    for stage in range(len(PLAN)) if marked < moves.size else range(0):
        if stage:
            for tile in range(STRIP):
                _drop_met(candidates[tile], gaps[tile], slots, PLAN[stage])
            gaps[:] = 1
        slots = PLAN[stage]
        part = moves[marked + stage * third : marked + (stage + 1) * third]
        for k in range(0, part.size, CHUNK):
            for tile in range(STRIP):
                _compare(values, part[k : k + CHUNK], first + tile * LANES, candidates[tile], gaps[tile], slots)
    result[0] = candidates[:, : KEPT * LANES]
    result[1] = gaps[:, : KEPT * LANES]


@njit(cache=True, nogil=True)
def _strips(values, moves, marked, firsts, width, most_words, result):
    """The strips that begin at `firsts`, one after another into result, uint16[2, tiles, KEPT * LANES]."""
    for k in range(firsts.size):
        _strip(values, moves, marked, firsts[k], width, most_words, result[:, k * STRIP : (k + 1) * STRIP])


# --- moves shorter than a block: tiles in increasing order, one thread ---------------------------------------


@njit(cache=True, nogil=True)
def _settle_position(values, p, inside, candidates, gaps, lane, stamp):
    """Least unmet candidate that moves `inside` the tile don't reach; -1 if the list ends."""
    for s in inside:
        stamp[values[np.uint64(p - s)]] = p + 1
    for i in range(lane, KEPT * LANES, LANES):
        if candidates[i] == NONE:
            return -1
        if gaps[i] and stamp[candidates[i]] != p + 1:
            return candidates[i]
    return -1


@njit(cache=True, nogil=True)
def _settle(values, moves, near, long, start, stop, lists, stamp):
    """Settle a block whose candidates have seen moves[near:long]: (largest, failures).

    The moves that only later positions of the block can make come last in `moves`
    order; a list can't have seen them, so such positions stamp them too.
    """
    top = failures = 0
    inside = np.searchsorted(moves, LANES)
    for first in range(start, stop, LANES):
        number = (first - start) // LANES
        candidates, gaps = lists[0, number], lists[1, number]
        _compare(values, moves[inside:near], first, candidates, gaps, KEPT)
        usable = long
        for p in range(first, min(first + LANES, stop)):
            while usable < moves.size and moves[usable] <= p:
                usable += 1
            for s in moves[long:usable]:
                stamp[values[np.uint64(p - s)]] = p + 1
            v = _settle_position(values, p, moves[:inside], candidates, gaps, p - first, stamp)
            if v < 0:
                failures += 1
                v = _mex(values, moves[:usable], p, stamp)
            values[p] = v
            top = max(top, v)
    return top, failures


# --- the whole range ----------------------------------------------------------------------------------------


class Tiling(Evaluation):
    """Nim-values as an `Evaluation` (see `evaluation`); its blocks have `block` positions, a multiple of STRIP * LANES.

    Found are the nim-values of a block, uint16 at first, and of a wider type from the block on that might outgrow
    it. A share is the candidates of every strip = part (mod parts) of the block with their gaps, uint16[2, tiles,
    KEPT * LANES], or None where the recurrence does better. Time O(n |S|), with about a third of the recurrence's
    constant on one thread; 2n bytes and a few MiB.
    """

    short = 2**17

    def __init__(self, moves: Moves, n: int, block: int = BLOCK) -> None:
        self.moves, self.n, self.block = moves, n, block
        self.values = np.empty(n, np.uint16)
        self.stamp = np.zeros(moves.size + NONE + 2, np.int64)  # values are at most |S|
        self.near = int(np.searchsorted(moves, block))
        self.position = self.top = 0
        self.marking = 1.0  # share of the moves that mark; the others ask
        self.wait, self.rest = 0, 1  # blocks to leave to the recurrence, and how many the next time

    def learn(self, stop: int, found: NDArray[np.unsignedinteger]) -> None:
        if found.dtype.itemsize > self.values.dtype.itemsize:
            self.values = self.values.astype(found.dtype)
        self.values[self.position : stop] = found
        self.top = max(self.top, int(found.max(initial=0)))
        self.position = stop

    def since(self, start: int) -> NDArray[np.unsignedinteger]:
        return self.values[start : self.position]

    def task(self) -> tuple[int, int, int, int]:
        """The block's start, the moves that fit below it, how many of them mark, and a table's width."""
        start = self.position
        if min(self.top + self.block, self.moves.size) >= NONE and self.values.dtype == np.uint16:
            self.values = self.values.astype(np.uint32)
        long = int(np.searchsorted(self.moves, start, side="right"))
        width = -(-(self.top + 2 + PLAN[0]) // 64) * 64  # top + 1 and beyond are never marked
        wide = width > WIDEST_TABLE or self.values.dtype != np.uint16  # rows of lanes are uint16
        if self.wait or wide or long - self.near < FEWEST_MOVES:
            return start, long, -1, width
        return start, long, int(self.marking * (long - self.near)), width

    def share(self, task: tuple[int, int, int, int], part: int, parts: int) -> NDArray[np.uint16] | None:
        start, long, marked, width = task
        if marked < 0:
            return None
        stop = min(self.n, start + self.block)
        firsts = np.arange(start, stop, STRIP * LANES)[part::parts]
        lists = np.empty((2, firsts.size * STRIP, KEPT * LANES), np.uint16)
        _strips(self.values, self.moves[self.near : long], marked, firsts, width, MOST_WORDS, lists)
        return lists

    def settle(self, task: tuple[int, int, int, int], shares: list[NDArray[np.uint16] | None]) -> Block:
        start, long, marked, _ = task
        stop = min(self.n, start + self.block)
        if marked < 0:
            highest = _recur(self.values, self.moves, start, stop, self.stamp)
            self.wait = max(0, self.wait - 1)
        else:
            lists = _in_order(shares)
            highest, failures = _settle(self.values, self.moves, self.near, long, start, stop, lists, self.stamp)
            self._adjust(failures / self.block)
        self.top = max(self.top, highest)
        self.position = stop
        return Block(start, stop, self.values[start:stop])

    def _adjust(self, failures: float) -> None:
        """Let more or fewer moves mark, by the share of positions whose lists ran out."""
        if failures > 1 / 4 and self.marking == 1:
            self.wait, self.rest = self.rest, 2 * self.rest  # a dense game: the recurrence does better
        if failures > 1 / 128:
            self.marking = min(1.0, self.marking * 1.2)
        elif failures < 1 / 512:
            self.marking *= 0.9


def _in_order(shares):
    """The shares' lists in the order of their tiles, from strips dealt out in turn."""
    if len(shares) == 1:
        return shares[0]
    lists = np.empty((2, sum(share.shape[1] for share in shares), KEPT * LANES), np.uint16)
    strips = lists.reshape(2, -1, STRIP, KEPT * LANES)
    for part, share in enumerate(shares):
        strips[:, part :: len(shares)] = share.reshape(2, -1, STRIP, KEPT * LANES)
    return lists


def nim_values(moves: Moves, n: int, threads: int = 1) -> NDArray[np.unsignedinteger]:
    """uint16[n] (a wider type where values need it): the nim-value of every position in range(n).

    >>> nim_values(np.array([1, 4]), 6)
    array([0, 1, 0, 1, 2, 0], dtype=uint16)
    """
    evaluation = Tiling(moves, n)
    for _ in watched(in_threads(evaluation, threads), n, "nim-values by the engine", NIM_GROWTH):
        pass
    return narrowed(evaluation.values)
