"""Nim-values by marking, asking and settling: dynamic programming, 512 positions at a time.

DOCSTRING
"""

from __future__ import annotations

import os
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numba import get_num_threads, njit
from numpy.typing import NDArray

from ..blocks import Block, Evaluation, in_threads, watched
from ..games import Moves, narrowed
from . import lanes
from .lanes import (
    QUAD,
    SIXTEEN,
    SQUEEZES,
    TILE,
    WORD,
    WORDS,
    add_bit,
    asking,
    bit_of_bytes,
    bit_of_values,
    both,
    choose,
    complement,
    differ,
    either,
    fill,
    gather,
    load_quad,
    load_row,
    mark,
    match,
    meet,
    prefetch,
    some,
    squeeze,
    store_quad,
    store_row,
    store_word,
    transpose,
    unseen_bytes,
)
from .vectors import popcount, trailing_zeros

ONE, FULL = np.uint64(1), np.uint64(2**64 - 1)

NIM_GROWTH = 1.5  # time grows like n to about this power: for progress bars
STRIP = int(os.environ.get('S','32'))  # tiles that share rows in the cache: 16384 positions
GROUP_OF_TILES = int(os.environ.get('GT','8'))  # of a strip, while their tables or long lists fill the second-level cache

CHUNK, MARK_CHUNK = int(os.environ.get('C','8')), int(os.environ.get('MC','32'))  # moves whose rows stay in the first-level cache, asking or marking
LONG_LIST = 24  # slots
SLOTS = int(os.environ.get('SB','24'))
MOST = 64  # candidates of a position
STAGES = 16  # parts of the moves after which candidates can be dropped
FEWEST_MOVES = 192  # below this many long moves a block isn't worth its overhead
LEAST_DEPTH, MOST_DEPTH = 8, 12  # bits of a value
MARGIN = 8  # values past the largest so far that can be candidates
NONE = 65535  # an empty place in a list of candidates
GROUP = int(os.environ.get('G','16'))  # lanes whose tables of bytes stay in the first-level cache together
ROOM = 2 * WORD  # bytes for a lane's list while it is made: MOST, and what a squeeze may write past it
SAMPLE = 1024  # settled positions that tell how many candidates are needed


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


# --- bit planes ----------------------------------------------------------------------------------------------


class Rows(NamedTuple):
    """Where to find the bits of values that moves reach: `_row` below."""

    planes: NDArray[np.uint8]  # bit b of all values from b * stride on
    stride: int
    offsets: NDArray[np.int64]  # of each move: its row for the tile at p begins offsets[k] + p // 8 bytes into a plane


@njit(cache=True, nogil=True)
def _slice(values, start, stop, planes, stride, copies, depth):
    """Write bits 0 to depth - 1 of values[start:stop] into every copy of the planes; both are multiples of WORD."""
    size = stride // copies.size
    before = np.zeros(depth, np.uint64)
    for b in range(depth if start else 0):
        before[b] = bit_of_values(values, start - WORD, b)
    for p in range(start, stop, WORD):
        for b in range(depth):
            word = bit_of_values(values, p, b)
            for c in range(copies.size):
                left = np.uint64(8 - copies[c])
                shifted = (word << left) | ((before[b] >> ONE) >> (np.uint64(63) - left))
                store_word(planes, b * stride + c * size + p // 8, shifted)
            before[b] = word


# --- candidates --------------------------------------------------------------------------------------------


@njit
def _mark(rows, begin, end, first, plan, gathered, matches, seen):
    """Mark in seen, uint64[windows * 64, WORDS] flattened, what the moves begin..end - 1 reach from the tile at first."""
    depth, byte, last = plan.depth, first // 8, rows.offsets.size - 1
    for k in range(begin, end):
        ahead = rows.offsets[min(k + MARK_CHUNK, last)]
        gather(rows.planes, rows.stride, depth, rows.offsets[k] + byte, ahead + byte, gathered, (k - begin) * depth * WORDS)
    for v in range(0, plan.width, SIXTEEN):
        if v % WORD == 0:
            match(gathered, depth, end - begin, v // WORD, matches)
        mark(gathered, depth, end - begin, matches, v % WORD // SIXTEEN, seen, v * WORDS)


@njit
def _unseen_of_bits(seen, word, windows, width, unseen):
    """The unmarked values of the 64 lanes of a word: bit v of unseen[window, lane]."""
    for window in range(windows):
        for v in range(WORD):
            value = WORD * window + v
            unseen[WORD * window + v] = ~seen[value * WORDS + word] if value < width else np.uint64(0)
        transpose(unseen, WORD * window)


@njit
def _mark_bytes(values, moves, first, width, table, windows, unseen):
    """The same by a byte for each of `width` values of each of GROUP lanes."""
    table[: GROUP * WORD * windows] = 0
    size = np.uint64(WORD * windows)
    for k in range(moves.size):
        prefetch(values, first - moves[min(k + 12, moves.size - 1)])
        row = np.uint64(first - moves[k])
        for lane in range(np.uint64(GROUP)):
            table[lane * size + values[row + lane]] = 1


@njit
def _squeeze_slowly(array, i, chosen, base):
    while chosen:
        array[i] = base + trailing_zeros(chosen)
        chosen &= chosen - ONE
        i += 1


@njit
def _list(unseen, windows, word, depth, most, fast, low, high, columns, lists):
    """Each lane's least `most` unseen values as candidates of one word of the tile's lists."""
    for lane in range(WORD):
        place, end = lane * ROOM, lane * ROOM + most
        for window in range(windows):
            chosen = unseen[WORD * window + lane]
            if fast:
                squeeze(low, place, chosen, WORD * (window % 4))
            else:
                _squeeze_slowly(low, place, chosen, WORD * (window % 4))
            fill(high, place, window // 4)
            place += popcount(chosen)
            if place >= end:
                break
        number = min(place - lane * ROOM, most)
        columns[lane] = FULL >> np.uint64(WORD - number) if number else np.uint64(0)
        for b in range(min(8, depth)):
            columns[WORD * (b + 1) + lane] = bit_of_bytes(low, lane * ROOM, b)
        for b in range(8, depth):
            columns[WORD * (b + 1) + lane] = bit_of_bytes(high, lane * ROOM, b - 8)
    for b in range(depth + 1):
        transpose(columns, WORD * b)
        for slot in range(most):
            lists[(slot * (depth + 1) + b) * WORDS + word] = columns[WORD * b + slot]


_ask_8, _ask_9, _ask_10, _ask_11, _ask_12 = (asking(depth) for depth in range(LEAST_DEPTH, MOST_DEPTH + 1))


@njit
def _ask(rows, begin, end, first, depth, lists, at, slots):
    """Clear the live bits of candidates that the moves begin..end - 1 reach from the tile at `first`."""
    planes, stride, offsets, byte = rows.planes, rows.stride, rows.offsets, first // 8
    if depth == 8:
        _ask_8(planes, stride, offsets, begin, end, byte, CHUNK, lists, at, slots)
    elif depth == 9:
        _ask_9(planes, stride, offsets, begin, end, byte, CHUNK, lists, at, slots)
    elif depth == 10:
        _ask_10(planes, stride, offsets, begin, end, byte, CHUNK, lists, at, slots)
    elif depth == 11:
        _ask_11(planes, stride, offsets, begin, end, byte, CHUNK, lists, at, slots)
    else:
        _ask_12(planes, stride, offsets, begin, end, byte, CHUNK, lists, at, slots)


DIGITS = 6  # of the number of places that a candidate can move down


@njit
def _drop(lists, at, slots, depth, kept, shifts):
    """Close up each lane's live candidates to the front, all lanes at once; the number of slots then, at most `kept`.

    A candidate moves down by the number of dead ones before it, a power of two at a time. Cutting is harmless: a
    list need only be complete up to its last entry.
    """
    size = (depth + 1) * WORDS
    dead = slots * DIGITS * WORDS
    shifts[dead : dead + DIGITS * WORDS] = 0
    for slot in range(slots):
        carry = complement(load_row(lists, at + slot * size))
        for d in range(DIGITS):
            so_far = load_row(shifts, dead + d * WORDS)
            store_row(shifts, (slot * DIGITS + d) * WORDS, so_far)
            store_row(shifts, dead + d * WORDS, differ(so_far, carry))
            carry = both(so_far, carry)
    for d in range(DIGITS):
        step = 1 << d
        for slot in range(step, slots):
            here, there = at + slot * size, at + (slot - step) * size
            live = load_row(lists, here)
            going = both(load_row(shifts, (slot * DIGITS + d) * WORDS), live)
            if some(going):
                store_row(lists, here, differ(live, going))
                store_row(lists, there, either(load_row(lists, there), going))
                for b in range(1, depth + 1):
                    i, j = here + b * WORDS, there + b * WORDS
                    store_row(lists, j, choose(going, load_row(lists, i), load_row(lists, j)))
                for e in range(d + 1, DIGITS):
                    i, j = (slot * DIGITS + e) * WORDS, ((slot - step) * DIGITS + e) * WORDS
                    store_row(shifts, j, choose(going, load_row(shifts, i), load_row(shifts, j)))
    number = 0
    while number < min(slots, kept) and some(load_row(lists, at + number * size)):
        number += 1
    return number


# --- long moves: independent of the order in which tiles are taken ------------------------------------------


class Plan(NamedTuple):
    """How a block's candidates are found."""

    depth: int  # bits of values
    width: int  # values below this can be candidates
    marked: int  # of STAGES parts of the moves, how many mark; the others ask
    by_bytes: bool
    keep: tuple[int, ...]  # candidates to keep once so many parts are done, STAGES + 1 numbers


class Scratch(NamedTuple):
    """What a strip works in, aligned to whole rows."""

    seen: NDArray[np.uint64]
    lists: NDArray[np.uint64]
    gathered: NDArray[np.uint64]
    matches: NDArray[np.uint64]
    shifts: NDArray[np.uint64]
    columns: NDArray[np.uint64]
    unseen: NDArray[np.uint64]
    low: NDArray[np.uint8]
    high: NDArray[np.uint8]
    table: NDArray[np.uint8]


@njit
def _first_lists(values, moves, rows, plan, marked, first, tiles, fast, x, lists):
    windows = -(-plan.width // WORD)
    room = MOST * (plan.depth + 1) * WORDS
    size = WORD * windows * WORDS
    if not plan.by_bytes:
        x.seen[: tiles * size] = 0
        for k in range(0, marked, MARK_CHUNK):
            for tile in range(tiles):
                _mark(rows, k, min(k + MARK_CHUNK, marked), first + tile * TILE, plan, x.gathered, x.matches, x.seen[tile * size :])
    for tile in range(tiles):
        for word in range(WORDS):
            if plan.by_bytes:
                for group in range(0, WORD, GROUP):
                    start = first + tile * TILE + word * WORD + group
                    _mark_bytes(values, moves[:marked], start, plan.width, x.table, windows, x.unseen)
                    for lane in range(GROUP):
                        for window in range(windows):
                            free = unseen_bytes(x.table, (lane * windows + window) * WORD)
                            left = plan.width - window * WORD
                            if left < WORD:
                                free &= FULL >> np.uint64(WORD - left)
                            x.unseen[WORD * window + group + lane] = free
            else:
                _unseen_of_bits(x.seen[tile * size :], word, windows, plan.width, x.unseen)
            _list(
                x.unseen, windows, word, plan.depth, plan.keep[plan.marked], fast, x.low, x.high, x.columns, lists[tile * room :]
            )


@njit
def _ask_stages(rows, plan, begin, end, first, low, high, x, slots):
    """Ask for the moves of stages begin..end - 1 in the tiles low..high - 1, and drop what is met."""
    number, depth = rows.offsets.size, plan.depth
    room = MOST * (depth + 1) * WORDS
    for stage in range(begin, end):
        after = number * (stage + 1) // STAGES
        for k in range(number * stage // STAGES, after, CHUNK):
            for tile in range(low, high):
                for slot in range(0, slots[tile], SLOTS):
                    at = tile * room + slot * (depth + 1) * WORDS
                    _ask(rows, k, min(k + CHUNK, after), first + tile * TILE, depth, x.lists, at, min(SLOTS, slots[tile] - slot))
        if plan.keep[stage + 1] < plan.keep[stage]:
            for tile in range(low, high):
                slots[tile] = _drop(x.lists, tile * room, slots[tile], depth, plan.keep[stage + 1], x.shifts)


@njit(cache=True, nogil=True)
def _strip(values, moves, rows, plan, first, tiles, fast, x, result):
    """Candidates of the tiles of a strip after all the moves, into result, uint64[tiles, keep[-1], depth + 1, WORDS]."""
    depth = plan.depth
    room, size = MOST * (depth + 1) * WORDS, (depth + 1) * WORDS
    marked = moves.size * plan.marked // STAGES
    slots = np.full(tiles, plan.keep[plan.marked])
    stage = plan.marked
    while stage < STAGES and plan.keep[stage] > LONG_LIST:
        stage += 1
    for low in range(0, tiles, GROUP_OF_TILES):
        high = min(low + GROUP_OF_TILES, tiles)
        _first_lists(values, moves, rows, plan, marked, first + low * TILE, high - low, fast, x, x.lists[low * room :])
        _ask_stages(rows, plan, plan.marked, stage, first, low, high, x, slots)
    _ask_stages(rows, plan, stage, STAGES, first, 0, tiles, x, slots)
    kept = plan.keep[STAGES]
    for tile in range(tiles):
        used = slots[tile] * size
        result[tile * kept * size : tile * kept * size + used] = x.lists[tile * room : tile * room + used]
        result[tile * kept * size + used : (tile + 1) * kept * size] = 0


@njit(cache=True, nogil=True)
def _ask_more(rows, depth, first, tiles, kept, result):
    """Ask for all the moves of `rows` too."""
    size = kept * (depth + 1) * WORDS
    for tile in range(tiles):
        _ask(rows, 0, rows.offsets.size, first + tile * TILE, depth, result, tile * size, kept)


# --- moves shorter than a block: tiles in increasing order, one thread ---------------------------------------


@njit
def _settle_position(values, p, inside, candidates, gaps, lane, slots, stamp):
    """Least unmet candidate that moves `inside` the word don't reach; -1 if the list ends."""
    for s in inside:
        stamp[values[np.uint64(p - s)]] = p + 1
    for i in range(lane, slots * WORD, WORD):
        if candidates[i] != NONE and gaps[i] and stamp[candidates[i]] != p + 1:
            return np.int64(candidates[i])
    return np.int64(-1)


@njit
def _unsliced(lists, depth, word, slots, candidates, gaps):
    """The candidates of a word's lanes, uint16[slots, WORD] flattened, NONE for a dead one; no gap is closed."""
    for slot in range(slots):
        i = slot * WORD
        at = slot * (depth + 1) * WORDS + word
        for lane in range(WORD):
            candidates[i + lane] = 0
            gaps[i + lane] = 1
        for b in range(depth):
            add_bit(candidates, i, lists[at + (b + 1) * WORDS], b)
        dead = ~lists[at]
        for b in range(16):
            add_bit(candidates, i, dead, b)


@njit
def _meet(values, moves, first, slots, candidates, gaps):
    """Zero the gaps of the candidates that `moves` reach from the word at `first`."""
    for i in range(0, slots * WORD, QUAD * WORD):
        wanted, gap = load_quad(candidates, i), load_quad(gaps, i)
        for s in moves:
            gap = meet(values, first - s, gap, wanted)
        store_quad(gaps, i, gap)


class Near(NamedTuple):
    """The moves, and where those begin that leave a word, a tile, and that don't fit below the block."""

    moves: NDArray[np.int64]
    word: int
    tile: int
    long: int


@njit(cache=True, nogil=True)
def _settle(values, near, rows, copies, depth, kept, start, stop, lists, stamp):
    """Settle a block by its candidates, which have seen all moves of at least a block: (largest, failures).

    The moves that only later positions of the block can make come last in `moves`
    order; a list can't have seen them, so such positions stamp them too.
    """
    top = failures = 0
    moves, size = near.moves, kept * (depth + 1) * WORDS
    inside, beyond = moves[: near.word], moves[near.word : near.tile]
    slots = -(-kept // QUAD) * QUAD
    candidates, gaps = np.empty(slots * WORD, np.uint16), np.empty(slots * WORD, np.uint16)
    candidates[:] = NONE
    own = np.empty(size, np.uint64)
    usable = near.long
    for tile in range(start, stop, TILE):
        i = (tile - start) // TILE * size
        own[:] = lists[i : i + size]
        _ask(rows, 0, rows.offsets.size, tile, depth, own, 0, kept)
        for first in range(tile, min(tile + TILE, stop), WORD):
            _unsliced(own, depth, (first - tile) // WORD, kept, candidates, gaps)
            _meet(values, beyond, first, slots, candidates, gaps)
            for p in range(first, min(first + WORD, stop)):
                while usable < moves.size and moves[usable] <= p:
                    usable += 1
                for s in moves[near.long : usable]:
                    stamp[values[np.uint64(p - s)]] = p + 1
                v = _settle_position(values, p, inside, candidates, gaps, p - first, kept, stamp)
                if v < 0:
                    failures += 1
                    v = _mex(values, moves[:usable], p, stamp)
                values[p] = v
                top = max(top, v)
        if tile + TILE <= stop:
            _slice(values, tile, tile + TILE, rows.planes, rows.stride, copies, depth)
    return top, failures


# --- the plan, from positions that are settled ---------------------------------------------------------------


@njit(cache=True, nogil=True)
def _needs(values, positions, moves, needs):
    """needs[i, stage]: candidates that positions[i] would have needed after so many stages of `moves`, in this order."""
    stage_of = np.empty(int(values[positions].max()) + 1, np.int64)
    for i in range(positions.size):
        p, v = positions[i], values[positions[i]]
        stage_of[:] = STAGES
        for stage in range(STAGES - 1, -1, -1):
            for s in moves[moves.size * stage // STAGES : moves.size * (stage + 1) // STAGES]:
                if s <= p and values[p - s] < v:
                    stage_of[values[p - s]] = stage
        for stage in range(STAGES + 1):
            needs[i, stage] = 1
        for u in range(v):
            for stage in range(stage_of[u] + 1):
                needs[i, stage] += 1


class _Planes:
    """Bits of values for rows that begin at any position: a copy of each plane for every residue of moves mod 8.

    Copy c begins at position copies[c], 1 to 8, so that a row that begins there mod 8 begins with a whole byte.
    """

    def __init__(self, moves: Moves, n: int, depth: int) -> None:
        residues = (-moves - 1) % 8
        self.copies = np.unique(residues) + 1
        size = -(-n // TILE) * (TILE // 8) + 2 * WORD
        self.stride = self.copies.size * size
        self.planes = np.zeros(depth * self.stride, np.uint8)
        self.offsets = np.searchsorted(self.copies, residues + 1) * size + 1 - (moves + residues + 1) // 8

    def rows(self, chosen) -> Rows:
        return Rows(self.planes, self.stride, self.offsets[chosen])

    def extend(self, values: NDArray[np.uint16], start: int, stop: int, top: int) -> None:
        _slice(values, start, stop // TILE * TILE, self.planes, self.stride, self.copies, max(1, top.bit_length()))


def _aligned(size: int, dtype: type[np.generic]) -> NDArray[Any]:
    """An array that begins with a cache line."""
    room = np.empty(size * np.dtype(dtype).itemsize + 64, np.uint8)
    start = -room.ctypes.data % 64
    return room[start : start + size * np.dtype(dtype).itemsize].view(dtype)


def _scratch(plan: Plan, tiles: int) -> Scratch:
    windows = -(-plan.width // WORD)
    return Scratch(
        seen=_aligned(0 if plan.by_bytes else min(tiles, GROUP_OF_TILES) * windows * WORD * WORDS, np.uint64),
        lists=_aligned(tiles * MOST * (plan.depth + 1) * WORDS, np.uint64),
        gathered=_aligned(MARK_CHUNK * plan.depth * WORDS, np.uint64),
        matches=_aligned(MARK_CHUNK * WORDS, np.uint64),
        shifts=_aligned((MOST + 1) * DIGITS * WORDS, np.uint64),
        columns=_aligned(WORD * (plan.depth + 1), np.uint64),
        unseen=_aligned(WORD * windows, np.uint64),
        low=_aligned(WORD * ROOM, np.uint8),
        high=_aligned(WORD * ROOM, np.uint8),
        table=_aligned(GROUP * WORD * windows if plan.by_bytes else 0, np.uint8),
    )


class Task(NamedTuple):
    """What a share of a block must know."""

    start: int
    long: int  # the moves that fit below start
    plan: Plan | None  # None: the recurrence does better
    weights: tuple[float, ...]  # of moves by residue, in their order


SLOT, ROW_, BIT_VALUE, BYTE_ROW = 1.1, 8.0, 0.22, 100.0


class Tiling(Evaluation):
    """DOC"""

    short = 2**17

    def __init__(self, moves: Moves, n: int, block: int | None = None) -> None:
        self.moves, self.n = moves, n
        self.block = block or (BLOCK if n < 2**22 else 4 * BLOCK)
        self.values = np.empty(n, np.uint16)
        self.stamp = np.zeros(moves.size + NONE + 2, np.int64)  # values are at most |S|
        self.inside, self.tile, self.near, self.far = (
            int(np.searchsorted(moves, least)) for least in (WORD, TILE, self.block, 2 * self.block)
        )
        usable = moves.size - self.near >= FEWEST_MOVES
        self.planes = _Planes(moves, n, min(MOST_DEPTH, max(LEAST_DEPTH, moves.size.bit_length()))) if usable else None
        self.position = self.top = 0
        self.ample, self.planned, self.needed = 1.0, 0, None
        self.weights = WEIGHTS
        self.order = None
        self.early: dict[int, NDArray[np.uint64]] = {}
        self.wait, self.rest = 0, 1  # blocks to leave to the recurrence, and how many the next time

    def learn(self, stop: int, found: NDArray[np.unsignedinteger]) -> None:
        if found.dtype.itemsize > self.values.dtype.itemsize:
            self.values = self.values.astype(found.dtype)
        self.values[self.position : stop] = found
        self._went_on(stop, int(found.max(initial=0)))

    def since(self, start: int) -> NDArray[np.unsignedinteger]:
        return self.values[start : self.position]

    def _went_on(self, stop: int, highest: int, sliced: bool = False) -> None:
        start, self.top = self.position, max(self.top, highest)
        if self.planes is not None and self.values.dtype == np.uint16 and not sliced and self.top < 2**MOST_DEPTH:
            self.planes.extend(self.values, start, stop, self.top)
        if min(self.top + self.block, self.moves.size) >= NONE and self.values.dtype == np.uint16:
            self.values = self.values.astype(np.uint32)
        self.position = stop

    def task(self) -> Task:
        start = self.position
        long = int(np.searchsorted(self.moves, start, side="right"))
        few = self.planes is None or long - self.near < FEWEST_MOVES
        wide = self.top + 2 * MARGIN >= 2**MOST_DEPTH or self.values.dtype != np.uint16
        if self.wait or few or wide:
            return Task(start, long, None, ())
        return Task(start, long, self._plan(start), self.weights)

    def _plan(self, start: int) -> Plan:
        width = self.top + 1 + MARGIN
        depth = max(LEAST_DEPTH, (width - 1).bit_length())
        if self.needed is None or start > 1.25 * self.planned:
            self.needed, self.planned = self._sampled(start), start
        keep = np.minimum(MOST, np.ceil(self.ample * self.needed)).astype(int)
        for stage in range(1, STAGES):
            if keep[stage] > 0.8 * keep[stage - 1]:
                keep[stage] = keep[stage - 1]
        by_bytes = width * BIT_VALUE > BYTE_ROW
        cost = np.arange(STAGES + 1) * (BYTE_ROW if by_bytes else BIT_VALUE * width)
        cost = cost + np.append(np.cumsum((SLOT * keep[:STAGES] + ROW_)[::-1])[::-1], 0)
        cost[self.needed * self.ample > MOST] = np.inf
        marked = int(cost.argmin()) if np.isfinite(cost.min()) else STAGES
        return Plan(depth, width, marked, bool(by_bytes), tuple(int(k) for k in keep))

    def _sampled(self, start: int) -> NDArray[np.int64]:
        order, far = self._order(self.weights)
        moves = order[(order < start - self.block) & (order >= self.moves[far])] if far < self.moves.size else order
        step = min(self.block, start) // SAMPLE - 1
        positions = start - 1 - step * np.arange(SAMPLE)
        needs = np.empty((SAMPLE, STAGES + 1), np.int64)
        _needs(self.values, positions, moves, needs)
        return np.sort(needs, axis=0)[-3]

    def _order(self, weights: tuple[float, ...]) -> tuple[Moves, int]:
        if self.order is None or self.order[0] != weights:
            ranks = np.arange(self.moves.size) * np.array(weights)[self.moves % len(weights)]
            self.order = (weights, np.argsort(ranks, kind="stable"))
        return self.moves[self.order[1]], self.far

    def _long(self, task: Task, block_start: int) -> NDArray[np.int64]:
        """Indices of the moves that leave two blocks and fit below block_start, in the order of asking."""
        self._order(task.weights)
        chosen = self.order[1]
        return chosen[(chosen >= self.far) & (chosen < np.searchsorted(self.moves, block_start, side="right"))]

    def _strips(self, start: int) -> range:
        return range(start, min(self.n, start + self.block), STRIP * TILE)

    def _tiles(self, strip: int, start: int) -> int:
        stop = min(self.n, start + self.block)
        return -(-min(STRIP * TILE, stop - strip) // TILE)

    def _search(self, task: Task, start: int, strip: int, scratch: Scratch, chosen) -> NDArray[np.uint64]:
        plan, tiles = task.plan, self._tiles(strip, start)
        lists = np.empty(tiles * plan.keep[STAGES] * (plan.depth + 1) * WORDS, np.uint64)
        _strip(self.values, self.moves[chosen], self.planes.rows(chosen), plan, strip, tiles, FAST, scratch, lists)
        return lists

    def share(self, task: Task, part: int, parts: int) -> list[NDArray[np.uint64]] | None:
        if task.plan is None:
            return None
        chosen, scratch = self._long(task, task.start), _scratch(task.plan, STRIP)
        between = self.planes.rows(slice(self.near, min(self.far, task.long)))
        found = []
        for strip in self._strips(task.start)[part::parts]:
            early = self.early.get(strip)
            lists = early[1].copy() if early and early[0] == task.plan else self._search(task, task.start, strip, scratch, chosen)
            _ask_more(between, task.plan.depth, strip, self._tiles(strip, task.start), task.plan.keep[STAGES], lists)
            found.append(lists)
        return found

    def ahead(self, task: Task, part: int, parts: int, enough: Event) -> None:
        start = task.start + self.block
        if task.plan is None or start >= self.n:
            return
        # moves that reach the block being settled are left to the shares
        chosen, scratch = self._long(task, task.start), _scratch(task.plan, STRIP)
        for strip in self._strips(start)[part::parts]:
            if enough.is_set():
                break
            self.early[strip] = task.plan, self._search(task, start, strip, scratch, chosen)

    def settle(self, task: Task, shares: list[list[NDArray[np.uint64]] | None]) -> Block:
        start, stop = task.start, min(self.n, task.start + self.block)
        if task.plan is None:
            highest = _recur(self.values, self.moves, start, stop, self.stamp)
            wait = max(0, self.wait - 1)
        else:
            parts = len(shares)
            lists = np.concatenate([shares[k % parts][k // parts] for k in range(len(self._strips(start)))])
            near = Near(self.moves, self.inside, self.tile, task.long)
            rows = self.planes.rows(slice(self.tile, self.near))
            copies, kept = self.planes.copies, task.plan.keep[STAGES]
            highest, failures = _settle(
                self.values, near, rows, copies, task.plan.depth, kept, start, stop, lists, self.stamp
            )
            self._adjust(failures / (stop - start))
        self._went_on(stop, highest)
        return start, stop, self.values[start:stop]

    def _adjust(self, failures: float) -> None:
        FAILS.append(failures)
        if failures > 1 / 400:
            self.ample = min(4.0, self.ample * 1.05)
        elif failures < 1 / 1600:
            self.ample = max(0.25, self.ample * 0.97)


FAILS = []
FAST = SQUEEZES
BLOCK = 8192
WEIGHTS = (0.4, 1.0, 1.0, 1.0, 1.0)


def nim_values(moves: Moves, n: int) -> NDArray[np.unsignedinteger]:
    """uint16[n] (a wider type where values need it): the nim-value of every position in range(n).

    >>> nim_values(np.array([1, 4]), 6)
    array([0, 1, 0, 1, 2, 0], dtype=uint16)
    """
    evaluation = Tiling(moves, n)
    for _ in watched(in_threads(evaluation, get_num_threads()), n, "nim-values by the engine", NIM_GROWTH):
        pass
    return narrowed(evaluation.values)
