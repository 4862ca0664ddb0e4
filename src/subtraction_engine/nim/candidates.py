"""Candidates of a tile: the values below its positions' mex that moves have not met so far.

Moves that *mark* note which values each position reaches. The least values left unseen, at most MOST of them, become
its candidates, in ascending order. Moves that *ask* only tell whether they meet a candidate: an equality of 9 or 10
bits, 512 positions at a time. Met candidates are dropped, so that the next moves have fewer to ask about.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ..vectors import FULL, WORD, WORDS, address, and_, any_, load, not_, or_, popcount, select, store, xor
from .plan import MOST, Plan
from .tuning import ASKING, COPIED, COPYING, GROUP, MARKING, SPAN, TILES, TOGETHER
from .vectors import (
    SIXTEEN,
    bit_of_bytes,
    clear_met,
    copy_row,
    equal_mask,
    list_bits,
    load_values,
    mark,
    prefetch,
    splat,
    store_values,
    transpose,
    unseen_bytes,
)

LINE_VALUES = 32  # uint16 in a cache line
ROOM = 2 * WORD  # bytes for a lane's list while it is made: MOST, and what `compress` may write past it
DIGITS = 6  # of the number of places that a candidate can move down


def aligned(size: int, dtype: type[np.generic] = np.uint64) -> NDArray[Any]:
    """An array that begins with a cache line: a row that lies across two costs twice."""
    room = np.empty(size * np.dtype(dtype).itemsize + 64, np.uint8)
    start = -room.ctypes.data % 64
    return room[start : start + size * np.dtype(dtype).itemsize].view(dtype)


Scratch = namedtuple("Scratch", "seen gathered masks shifts columns unseen low high rows table")


def scratch_for(plan: Plan) -> Scratch:
    """What a strip works in, aligned to whole rows."""
    chunks = -(-plan.width // WORD)
    return Scratch(
        seen=aligned(0 if plan.by_bytes else TILES * chunks * WORD * WORDS),
        gathered=aligned(MARKING * plan.depth * WORDS),
        masks=aligned(MARKING * WORDS),
        shifts=aligned((MOST + 1) * DIGITS * WORDS),
        columns=aligned(WORD * (plan.depth + 1)),
        unseen=aligned(WORD * chunks),
        low=aligned(WORD * ROOM, np.uint8),
        high=aligned(WORD * ROOM, np.uint8),
        rows=aligned(COPIED * TOGETHER if plan.by_bytes else 0, np.uint16),
        table=aligned(TOGETHER * SPAN if plan.by_bytes else 0, np.uint8),
    )


@njit
def mark_values(rows, span, first, plan, x, seen):
    """Mark what the moves of a span reach from the tile at `first`, in seen, uint64[values, WORDS] flattened."""
    (begin, end), depth, byte, last = span, plan.depth, first // 8, rows.offsets.size - 1
    for k in range(begin, end):
        ahead = rows.offsets[min(k + MARKING, last)]
        at = (k - begin) * depth * WORDS
        copy_row(rows.bits, rows.stride, depth, rows.offsets[k] + byte, ahead + byte, x.gathered, at)
    for v in range(0, plan.width, SIXTEEN):
        if v % WORD == 0:
            equal_mask(x.gathered, depth, end - begin, v // WORD, x.masks)
        mark(x.gathered, depth, end - begin, x.masks, v % WORD // SIXTEEN, seen, v * WORDS)


@njit
def _unseen_of_bits(seen, word, plan, x):
    """The unmarked values of the 64 lanes of a word: bit v of x.unseen[chunk, lane].

    No values were marked from the plan's width on, so none can be a candidate; where a plan was made long before
    its block (`restore`), moves do reach them.
    """
    for chunk in range(-(-plan.width // WORD)):
        for v in range(WORD):
            value = WORD * chunk + v
            x.unseen[WORD * chunk + v] = ~seen[value * WORDS + word] if value < plan.width else np.uint64(0)
        transpose(x.unseen, WORD * chunk)


@njit
def _copy_rows(values, moves, first, rows):
    """The values that moves reach from the TOGETHER positions at `first`, one row after the other.

    From memory, they are asked for some moves ahead; and few long rows come faster than many short ones.
    """
    for k in range(moves.size):
        place, later = first - moves[k], first - moves[min(k + COPYING, moves.size - 1)]
        for lane in range(0, TOGETHER + LINE_VALUES, LINE_VALUES):
            prefetch(values, later + lane)
        for lane in range(0, TOGETHER, WORD):
            store_values(address(rows, k * TOGETHER + lane), load_values(address(values, place + lane)))


@njit
def _mark_rows(rows, number, table):
    """Mark the values of GROUP lanes of this many rows: a byte for each lane and value."""
    for k in range(np.uint64(number)):
        for lane in range(np.uint64(GROUP)):
            table[lane * np.uint64(SPAN) + rows[k * np.uint64(TOGETHER) + lane]] = 1


@njit
def _mark_bytes(values, moves, first, plan, x):
    """Mark what the moves reach from the TOGETHER positions at `first`, for GROUP of them at a time."""
    for lane in range(TOGETHER):
        x.table[lane * SPAN : lane * SPAN + plan.width] = 0
    for k in range(0, moves.size, COPIED):
        part = moves[k : k + COPIED]
        _copy_rows(values, part, first, x.rows)
        for lane in range(0, TOGETHER, GROUP):
            _mark_rows(x.rows[lane:], part.size, x.table[lane * SPAN :])


@njit
def _unseen_of_bytes(table, plan, x):
    """The unmarked values of 64 lanes, whose tables begin with `table`."""
    for chunk in range(-(-plan.width // WORD)):
        beyond = max(0, WORD * (chunk + 1) - plan.width)
        for lane in range(WORD):
            unseen = unseen_bytes(table, lane * SPAN + chunk * WORD)
            x.unseen[WORD * chunk + lane] = unseen & (FULL >> np.uint64(beyond))


@njit
def _list_unseen(x, word, plan, lists):
    """Each lane's least unseen values, as many as the plan keeps, as candidates of one word of the tile's lists."""
    low, high, columns = x.low, x.high, x.columns
    chunks, depth, most = -(-plan.width // WORD), plan.depth, plan.keep[plan.marked]
    for lane in range(WORD):
        place, end = lane * ROOM, lane * ROOM + most
        for chunk in range(chunks):
            chosen = x.unseen[WORD * chunk + lane]
            list_bits(low, place, chosen, WORD * (chunk % 4))
            splat(high, place, chunk // 4)
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


@njit
def list_tile(values, moves, first, plan, x, seen, lists):
    """The candidates of the tile at `first` after what is marked in `seen`, or, in bytes, after these moves."""
    for word in range(WORDS):
        if plan.by_bytes:
            lane = word * WORD % TOGETHER
            if lane == 0:
                _mark_bytes(values, moves, first + word * WORD, plan, x)
            _unseen_of_bytes(x.table[lane * SPAN :], plan, x)
        else:
            _unseen_of_bits(seen, word, plan, x)
        _list_unseen(x, word, plan, lists)


@njit
def ask(rows, span, first, lists, slots, depth):
    """Clear the live bits of candidates that moves of a span reach from the tile at `first`: `slots` at an address."""
    begin, end = span
    tile = rows.bits + np.uint64(first // 8)
    clear_met(tile, rows.stride, rows.offsets, rows.size, begin, end, ASKING, lists, slots, depth)


@njit
def drop(lists, at, number, depth, most, shifts):
    """Close up each lane's live candidates, from lists[at] on, to the front; the number of slots then, at most `most`.

    A candidate moves down by the number of dead ones before it, a power of two at a time. Cutting is harmless: a
    list need only be complete up to its last entry.
    """
    size, digits = (depth + 1) * WORDS, 0
    while (1 << digits) < number:
        digits += 1
    dead = number * DIGITS * WORDS
    shifts[dead : dead + DIGITS * WORDS] = 0
    for slot in range(number):
        carry = not_(load(address(lists, at + slot * size)))
        for d in range(digits):
            so_far = load(address(shifts, dead + d * WORDS))
            store(address(shifts, (slot * DIGITS + d) * WORDS), so_far)
            store(address(shifts, dead + d * WORDS), xor(so_far, carry))
            carry = and_(so_far, carry)
    for d in range(digits):
        step = 1 << d
        for slot in range(step, number):
            source, target = at + slot * size, at + (slot - step) * size
            live = load(address(lists, source))
            going = and_(load(address(shifts, (slot * DIGITS + d) * WORDS)), live)
            if any_(going):
                store(address(lists, source), xor(live, going))
                store(address(lists, target), or_(load(address(lists, target)), going))
                for b in range(1, depth + 1):
                    i, j = source + b * WORDS, target + b * WORDS
                    store(address(lists, j), select(going, load(address(lists, i)), load(address(lists, j))))
                for e in range(d + 1, digits):
                    i, j = (slot * DIGITS + e) * WORDS, ((slot - step) * DIGITS + e) * WORDS
                    store(address(shifts, j), select(going, load(address(shifts, i)), load(address(shifts, j))))
    left = 0
    while left < min(number, most) and any_(load(address(lists, at + left * size))):
        left += 1
    return left
