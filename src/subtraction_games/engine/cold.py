"""Exact cold positions of any subtraction game, sliced by residue class.

Write a position as n = M q + r: row q of residue class r.  Every class keeps its cold rows as
bits, so a move s marks 512 targets with one vector OR: the target rows of class t are hit by the
rows of class t - s (mod M) shifted by about s / M.  Where cold positions crowd into few residue
classes (subtract-a-square: 97% are 0 or 2 mod 5) nearly every pair (source block, target block)
is empty on one side, and three rules leave it out without ever guessing:

* a source block that holds no cold position marks nothing (one summary bit for each block);
* a target block that is hot throughout needs no more marks, so the densest source classes come
  first, and a class that is never cold is done after a few hundred ORs;
* a class without live target blocks drops out of every finer level.

Order of evaluation is the paper's divide and conquer (section 2.3) cut into a few levels: a tile
takes from earlier tiles the moves that shift by a whole tile or more, its sub-tiles take the
shorter moves, and the last 64 rows are settled position by position.  Structure buys speed only:
the answer is exact for every game and every modulus.  A game without structure goes to the
paper's sieve (section 3.2) on bits, one cache-sized segment at a time.
"""

from __future__ import annotations

import os
from collections import namedtuple
from collections.abc import Callable
from functools import partial
from threading import Event, Lock

import numpy as np
from numba import get_num_threads, njit, prange

from .. import sieve
from ..arguments import Moves, Positions
from ..evaluation import Block, Evaluation, in_threads
from ..progress import watched
from .modulus import BLOCK, PILOT, choose_modulus
from .vectors import BLOCK_WORDS, or_four, or_one, popcount, trailing_zeros, window

# Read when numba starts its threads. A thread that waits spins for some ten microseconds, because the next block
# often comes so soon, and sleeps then: spinning on, as is usual, took ten times the work itself on a busy machine.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("GOMP_SPINCOUNT", "5000")

U = np.uint64
COLD_GROWTH = 1.1  # time grows like n to about this power: for progress bars
SMALL = 30_000  # nanoseconds of work that are not worth waking a thread for
FULL = U(2**64 - 1)

# --- bit rows --------------------------------------------------------------------------------------------

# What a tile needs, in one tuple so that kernels have short signatures.  M classes, K moves.
#   cold     uint64[M, .]  bit row + pad is set where the row is cold; pad rows of zeros come first
#   summary  uint64[M, .]  bit b is set where block b of `cold` holds anything
#   shift    int64[K]      s // M of the moves, by residue, ascending within each residue
#   edge     int64[., M]   edge[i, c]: first move of residue c that shifts by bound i or more: 0, the levels' heights
#                          from the lowest up, twice a tile's height, and anything
#   near     uint8[64 M]   near[s] = 1 for the moves s below 64 M, which are listed in `short`
#   latest   int64[M]      last cold row of each class;  count: its number of cold rows
#   hot      uint64[M, .]  marks in the current tile;  live uint64[M]: its blocks with a zero
#   plan     int64[M, .]   windows (bit addresses in `cold`) that a class reads in this block
Slices = namedtuple("Slices", "M pad cold summary shift edge near short latest count hot live plan planned")


# --- marking with windows of 512 rows --------------------------------------------------------------------


@njit(cache=True)
def or_windows(hot, base, live, cold, at, by):
    """OR four windows into the live blocks from word `base` on; return the blocks still live."""
    left = live
    a, b, c, d = at[0], at[1], at[2], at[3]
    shifts = (by[0], by[1], by[2], by[3])
    while live:
        j = trailing_zeros(live)
        live &= live - U(1)
        o = j * U(BLOCK_WORDS)
        left &= ~(or_four(hot, base + o, cold, (a + o, b + o, c + o, d + o), shifts) << j)
    return left


@njit(cache=True)
def occupied(summary, block):
    """Bit j: does block + j or block + j + 1 hold a cold row?  (A window straddles two blocks.)"""
    w = U(block >> 6)
    s = U(block & 63)
    here = window(summary[w + U(1)], summary[w], s)
    return here | (here >> U(1)) | (((summary[w + U(1)] >> s) & U(1)) << U(63))


@njit(cache=True, nogil=True)
def mark_class(g, t, row, base, live, blocks, sources, low, high):
    """Mark class t from `row` on by moves low..high of each residue; return its live blocks.

    A window that meets a third of the live blocks waits until four can share one pass over the
    target; a sparser one goes straight to the few blocks it meets.
    """
    M, cold, hot = g.M, g.cold.reshape(-1), g.hot.reshape(-1)
    at, by, waiting = np.zeros(4, np.uint64), np.zeros(4, np.uint64), 0
    for r in sources:
        borrow = np.int64(r > t)
        c = t - r + borrow * M
        for i in range(low[c], high[c]):
            p = row + g.pad - g.shift[i] - borrow
            if p + blocks * BLOCK <= g.pad:
                break
            met = live & occupied(g.summary[r], p >> 9)
            if met == U(0):
                continue
            word = U(r * g.cold.shape[1] + (p >> 6))
            if U(3) * popcount(met) >= popcount(live):
                at[waiting], by[waiting] = word, U(p & 63)
                waiting += 1
                if waiting == 4:
                    waiting = 0
                    live = or_windows(hot, base, live, cold, at, by)
                    if live == U(0):
                        return live
            else:
                while met:
                    o = trailing_zeros(met) * U(BLOCK_WORDS)
                    met &= met - U(1)
                    or_one(hot, base + o, cold, (word + o,), (U(p & 63),))
    if waiting:  # the unused places repeat the windows of the pass before: harmless
        live = or_windows(hot, base, live, cold, at, by)
    return live


@njit(cache=True, nogil=True)
def mark_classes(g, targets, sources, row, block, blocks, low, high):
    """Mark target classes in a tile of some blocks."""
    mask = FULL >> U(64 - blocks)
    for t in targets:
        live = (g.live[t] >> U(block)) & mask
        base = U(t * g.hot.shape[1] + block * BLOCK_WORDS)
        left = mark_class(g, t, row, base, live, blocks, sources, low, high)
        g.live[t] &= ~((live & ~left) << U(block))


@njit(parallel=True, cache=True)
def mark_classes_together(g, targets, sources, row, block, blocks, low, high, parts):
    """The same on all cores: target classes are independent."""
    for k in prange(parts):
        mark_classes(g, targets[k::parts], sources, row, block, blocks, low, high)


@njit(cache=True)
def enter_row(g, r, q):
    """Row q of class r is cold; q is the latest row of its class so far."""
    p = q + g.pad
    g.cold[r, p >> 6] |= U(1) << U(p & 63)
    g.summary[r, p >> 15] |= U(1) << U((p >> 9) & 63)
    g.latest[r] = q
    g.count[r] += 1


@njit(cache=True)
def enter(g, positions):
    """Enter settled cold positions, ascending."""
    for x in positions:
        enter_row(g, x % g.M, x // g.M)


# --- settling 64 rows ------------------------------------------------------------------------------------


@njit(cache=True)
def plan_classes(g, targets, sources, row, first, step):
    """List the windows of 64 rows that classes of a block will read, for its first word."""
    low, high = g.edge[0], g.edge[1]
    for i in range(first, len(targets), step):
        t, used = targets[i], 0
        for r in sources:
            borrow = np.int64(r > t)
            c = t - r + borrow * g.M
            for k in range(low[c], high[c]):
                g.plan[i, used] = r * g.cold.shape[1] * 64 + row + g.pad - g.shift[k] - borrow
                used += 1
        g.planned[i] = used


@njit(parallel=True, cache=True)
def plan_classes_together(g, targets, sources, row, parts):
    """The same on all cores."""
    for k in prange(parts):
        plan_classes(g, targets, sources, row, k, parts)


@njit(cache=True)
def work(g, targets, sources, low, high, blocks):
    """Nanoseconds, roughly: 1 for a pair of classes, 2 for each of its moves, 1 for each block ORed."""
    moves = np.sum(high - low) / g.M
    return len(targets) * len(sources) * (1 + moves * (2 + blocks))


@njit(cache=True)
def candidates(g, targets, block, word):
    """Positions of 64 rows that no earlier row makes hot, ascending, as (offset, class)."""
    cold = g.cold.reshape(-1)
    zeros = np.zeros(len(targets), np.uint64)
    start = np.zeros(65, np.int64)
    for i in range(len(targets)):
        marks = g.hot[targets[i], block * BLOCK_WORDS + word]
        k = 0
        while marks != FULL and k < g.planned[i]:
            w = U((g.plan[i, k] >> 6) + word)
            marks |= window(cold[w + U(1)], cold[w], U(g.plan[i, k] & 63))
            k += 1
        zeros[i] = ~marks
        while marks != FULL:
            start[trailing_zeros(~marks) + U(1)] += 1
            marks |= marks + U(1)
    start = np.cumsum(start)
    offset, owner = np.empty(start[64], np.int64), np.empty(start[64], np.int64)
    for i in range(len(targets)):
        while zeros[i]:
            q = trailing_zeros(zeros[i])
            zeros[i] &= zeros[i] - U(1)
            offset[start[q]] = np.int64(q) * g.M + targets[i]
            owner[start[q]] = targets[i]
            start[q] += 1
    return offset, owner


@njit(cache=True)
def settle(g, row, offset, owner, out, filled):
    """Settle 64 rows in increasing order; append their cold positions to `out`.

    A cold position marks by whichever is fewer, the short moves or the later candidates.
    """
    hot = np.zeros(len(g.near), np.uint8)
    for i in range(len(offset)):
        x, r = offset[i], owner[i]
        if hot[x]:
            continue
        q = row + x // g.M
        enter_row(g, r, q)
        out[filled] = row * g.M + x
        filled += 1
        if len(g.short) < len(offset) - i:
            for s in g.short:
                if x + s >= len(hot):
                    break
                hot[x + s] = 1
        else:
            for y in offset[i + 1 :]:
                hot[y] |= g.near[y - x]
    return filled


# --- tiles -----------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def evaluate_tile(g, levels, start, out, threads, helping):
    """All cold positions of the tile at row `start`, into `out`, by the threads that aren't helping elsewhere.

    levels[0] blocks make the tile, and it has taken the moves that shift by its height or more;
    levels[i] blocks make a sub-tile of level i.  A sub-tile takes the moves that shift by its
    own height or more and less than its parent's, so every move is applied once to every row,
    from rows that are settled already.
    """
    filled, deepest = 0, len(levels) - 1
    for block in range(levels[0]):
        parts = threads - helping[0]  # those who work ahead come back when they are done
        row = start + block * BLOCK
        for i in range(1, len(levels)):
            if block % levels[i]:
                continue
            blocks = min(levels[i], levels[0] - block)
            mask = (FULL >> U(64 - blocks)) << U(block)
            targets = np.nonzero((g.live & mask) != U(0))[0]
            sources = np.nonzero(g.latest >= row - levels[i - 1] * BLOCK - 1)[0]
            low, high = g.edge[deepest - i + 1], g.edge[deepest - i + 2]
            if parts > 1 and work(g, targets, sources, low, high, blocks) > SMALL:
                mark_classes_together(g, targets, sources, row, block, blocks, low, high, parts)
            else:
                mark_classes(g, targets, sources, row, block, blocks, low, high)
        alive = (g.live & (U(1) << U(block))) != U(0)
        targets = np.nonzero(alive)[0]
        sources = np.nonzero(alive | (g.latest >= row - BLOCK - 1))[0]
        if parts > 1 and work(g, targets, sources, g.edge[0], g.edge[1], 0) > SMALL:
            plan_classes_together(g, targets, sources, row, parts)
        else:
            plan_classes(g, targets, sources, row, 0, 1)
        for word in range(BLOCK_WORDS):
            if filled + 64 * g.M > len(out):
                out = np.concatenate((out, np.empty(len(out), np.int64)))
            offset, owner = candidates(g, targets, block, word)
            filled = settle(g, row + 64 * word, offset, owner, out, filled)
    return out[:filled]


def slices(S, rows, M, levels) -> Slices:
    """Empty rows and the moves of S by residue mod M, for a game of that many rows."""
    pad = (levels[0] + 2) * BLOCK  # a window may begin a tile and a row before row 0
    blocks = levels[0] * -(-rows // (levels[0] * BLOCK)) + levels[0] + 2
    residue = S % M
    first = np.cumsum(np.bincount(residue, minlength=M)) - np.bincount(residue, minlength=M)
    bounds = [0, *(b * BLOCK for b in levels[::-1]), 2 * levels[0] * BLOCK]
    edge = [first + np.bincount(residue[: np.searchsorted(S, b * M)], minlength=M) for b in bounds]
    edge.append(first + np.bincount(residue, minlength=M))
    near = np.zeros(64 * M, np.uint8)
    near[S[S < 64 * M]] = 1
    return Slices(
        M=M,
        pad=pad,
        edge=np.stack(edge),
        near=near,
        cold=np.zeros((M, blocks * BLOCK_WORDS + 2 * BLOCK_WORDS), np.uint64),  # untouched pages cost no memory
        summary=np.zeros((M, blocks // 64 + 4), np.uint64),
        short=S[S < 64 * M],
        shift=(S // M)[np.argsort(residue, kind="stable")],
        latest=np.full(M, -(2**62)),
        count=np.zeros(M, np.int64),
        hot=np.empty((M, levels[0] * BLOCK_WORDS), np.uint64),
        live=np.empty(M, np.uint64),
        plan=np.empty((M, np.searchsorted(S, BLOCK * M) + 1), np.int64),
        planned=np.empty(M, np.int64),
    )


class Slicing(Evaluation):
    """Cold positions by residue classes mod M as an `Evaluation` (see `evaluation`); its blocks are tiles.

    Found are int64 cold positions. A share is what the moves that shift by a tile or more leave of some classes:
    (the classes that are not hot throughout, their live blocks, and the marks of these as uint64[., BLOCK_WORDS]).
    Working ahead applies the moves that shift by two tiles or more: they don't reach the tile that is being settled.
    """

    def __init__(self, moves: Moves, n: int, hotspots: Positions, M: int, tile: int | None = None) -> None:
        rows = -(-n // M)
        tile = tile or max(1, min(64, rows // (4 * BLOCK)))
        self.levels = np.array([tile] + [b for b in (8, 1) if b < tile], np.int64)
        self.n, self.M, self.tile, self.hotspots = n, M, tile, hotspots
        self.height = tile * BLOCK * M  # positions in a tile
        self.position, self.found = 0, [np.empty(0, np.int64)]
        even = slices(moves, rows, M, self.levels)
        odd = even._replace(hot=np.empty_like(even.hot), live=np.empty_like(even.live))
        self.slices = even, odd  # so that a tile can be marked while the one before it is settled
        self.helping, self.counting = np.zeros(1, np.int64), Lock()  # threads that work ahead at the moment
        self.ahead_at = np.full(M, -1)  # for each class, the start of the last tile that it was marked ahead in

    def learn(self, stop: int, found: Positions) -> None:
        if stop % self.height and stop != self.n:
            raise ValueError(f"stop must be a multiple of {self.height} or {self.n}, not {stop}")
        enter(self.slices[0], found)
        self.found.append(found)
        self.position = stop

    def since(self, start: int) -> Positions:
        recent = []
        for found in reversed(self.found):
            recent.append(found[np.searchsorted(found, start) :])
            if recent[-1].size < found.size:
                break
        return np.concatenate(recent[::-1])

    def task(self) -> tuple[int]:
        return (self.position,)

    def share(self, task: tuple[int], part: int, parts: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        (start,) = task
        g = self._slices(start)
        targets = np.arange(part, self.M, parts)
        begun = self.ahead_at[targets] == start
        self._clear(g, targets[~begun])
        first, last = np.searchsorted(self.hotspots, [start, start + self.height])
        q, r = np.divmod(self.hotspots[first:last] - start, self.M)
        ours = r % parts == part
        np.bitwise_or.at(g.hot, (r[ours], q[ours] >> 6), U(1) << (q[ours] & 63).astype(U))
        self._mark(g, start, targets[~begun], g.edge[-3], g.edge[-1])
        self._mark(g, start, targets[begun], g.edge[-3], g.edge[-2])
        left = targets[g.live[targets] != 0]
        return left, g.live[left], self._rows(g, left)[self._alive(g.live[left])]

    def ahead(self, task: tuple[int], part: int, parts: int, enough: Event) -> None:
        start = task[0] + self.height
        g = self._slices(start)
        size = -(-self.M // (32 * parts))  # classes between two looks at `enough`
        with self.counting:
            self.helping += 1
        for first in range(part * size, self.M if start < self.n else 0, parts * size):
            if enough.is_set():
                break
            targets = np.arange(first, min(first + size, self.M))
            self._clear(g, targets)
            self._mark(g, start, targets, g.edge[-2], g.edge[-1])
            self.ahead_at[targets] = start
        with self.counting:
            self.helping -= 1

    def _clear(self, g: Slices, targets: np.ndarray) -> None:
        """Let nothing be marked in some classes of a tile."""
        g.hot[targets] = 0
        g.live[targets] = FULL >> U(64 - self.tile)

    def _mark(self, g: Slices, start: int, targets: np.ndarray, low: np.ndarray, high: np.ndarray) -> None:
        """Mark some classes of the tile by moves low..high of each residue, from all classes, densest first."""
        sources = np.argsort(-g.count, kind="stable")[: np.count_nonzero(g.count)]
        mark_classes(g, targets, sources, start // self.M, 0, self.tile, low, high)

    def _slices(self, start: int) -> Slices:
        """With room for the marks of the tile at position `start`."""
        return self.slices[start // self.height % 2]

    def _rows(self, g: Slices, classes: np.ndarray) -> np.ndarray:
        """Marks of some classes by blocks: uint64[classes, blocks, BLOCK_WORDS]."""
        return g.hot[classes].reshape(len(classes), self.tile, BLOCK_WORDS)

    def _alive(self, live: np.ndarray) -> np.ndarray:
        """bool[classes, blocks] from the bits of `live`."""
        return (live[:, None] >> np.arange(self.tile, dtype=U) & U(1)).astype(bool)

    def settle(self, task: tuple[int], shares: list[tuple[np.ndarray, np.ndarray, np.ndarray]]) -> Block:
        (start,) = task
        g = self._slices(start)
        g.live[:] = 0
        for classes, live, marks in shares:
            rows = self._rows(g, classes)
            rows[self._alive(live)] = marks
            g.hot[classes], g.live[classes] = rows.reshape(len(classes), g.hot.shape[1]), live
        room = np.empty(128 * self.M, np.int64)
        found = evaluate_tile(g, self.levels, start // self.M, room, get_num_threads(), self.helping)
        stop = min(self.n, start + self.height)
        self.found.append(found[: np.searchsorted(found, stop)].copy())
        self.position = stop
        return Block(start, stop, self.found[-1])


# --- the whole range -------------------------------------------------------------------------------------


def cold_recipe(
    moves: Moves, n: int, hotspots: Positions, modulus: int | None = None, tile: int | None = None
) -> Callable[[], Slicing | sieve.Sieving]:
    """What makes the evaluation to use: by residue classes, or by the sieve where that should do better.

    modulus: residue classes to slice by; 0 for the sieve; None to choose one by the cost of a pilot range.
    tile: blocks of 512 rows in a tile, 1 to 64; None for the usual number. The positions depend on neither.
    """
    if modulus is None and n > 4 * PILOT:
        modulus = choose_modulus(moves, n, sieve.cold_positions(moves, PILOT, hotspots, PILOT))
    if modulus and modulus * np.searchsorted(moves, BLOCK * modulus) > 1 << 27:
        modulus = 0  # so many short moves that plans would not fit: the sieve is exact too
    if modulus:
        return partial(Slicing, moves, n, hotspots, modulus, tile)
    return partial(sieve.Sieving, moves, n, hotspots)


def cold_positions(moves: Moves, n: int, hotspots: Positions, threads: int = 1) -> Positions:
    """int64[:], ascending: the cold positions of range(n), for ascending hotspots within it.

    >>> cold_positions(np.array([1, 4, 9]), 13, np.array([2]))
    array([ 0,  3,  5,  8, 10])
    """
    blocks = in_threads(cold_recipe(moves, n, hotspots)(), threads)
    found = watched(blocks, n, "cold positions by the engine", COLD_GROWTH)
    return np.concatenate([np.empty(0, np.int64), *(positions for _, _, positions in found)])
