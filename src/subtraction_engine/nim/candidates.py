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

from ..vectors import (
    WORD,
    WORDS,
    address,
    and_,
    any_,
    load,
    load_word,
    not_,
    or_,
    popcount,
    select,
    store,
    store_word,
    xor,
)
from .plan import MOST, Plan
from .tuning import ASKING, MARKING, MOST_DEPTH, TILES
from .vectors import (
    LOW,
    PART_BYTES,
    TILE,
    clear_met,
    decode,
    mark,
    pext,
    record_bytes,
    transpose,
)

_VALUES = np.arange(2**MOST_DEPTH)[:, None]
_LIVE_AND_BITS = np.hstack([_VALUES >= 0, (_VALUES >> np.arange(MOST_DEPTH)) & 1])
# uint64[chunks, 1 + bits]: of 64 values, a word in which all bits are set, and what they have as bits 0, 1, ...
NUMBERS = np.ascontiguousarray(np.packbits(_LIVE_AND_BITS, axis=0, bitorder="little").T).view(np.uint64).T.copy()
DIGITS = 6  # of the number of places that a candidate can move down


def aligned(size: int, dtype: type[np.generic] = np.uint64) -> NDArray[Any]:
    """An array that begins with a cache line: a row that lies across two costs twice."""
    room = np.empty(size * np.dtype(dtype).itemsize + 64, np.uint8)
    start = -room.ctypes.data % 64
    return room[start : start + size * np.dtype(dtype).itemsize].view(dtype)


Scratch = namedtuple("Scratch", "seen records shifts columns unseen")


def scratch_for(plan: Plan) -> Scratch:
    """What a strip works in, aligned to whole rows."""
    chunks = -(-plan.width // WORD)
    return Scratch(
        seen=aligned(TILES * chunks * WORD * WORDS),
        records=aligned(MARKING * record_bytes(plan.depth) // 8),
        shifts=aligned((MOST + 1) * DIGITS * WORDS),
        columns=aligned(WORD * (plan.depth + 1)),
        unseen=aligned(WORD * chunks),
    )


@njit
def mark_values(planes, moves, span, first, plan, scratch, seen):
    """Mark what the moves of a span reach from the tile at `first`, in seen, the address of uint64[values, WORDS]."""
    (begin, end), size, records = span, record_bytes(plan.depth), address(scratch.records, 0)
    for part in range(0, TILE // 8, PART_BYTES):
        tile = address(planes, first // 8 + part)
        decode(tile, planes.shape[1], address(moves, 0), moves.size, begin, end, MARKING, records, plan.depth)
        for value in range(0, plan.width, 1 << LOW):
            mark(records, size, end - begin, value, seen + np.uint64(value * (TILE // 8) + part))


@njit
def _note_unseen(seen, word, plan, unseen):
    """The unmarked values of the 64 lanes of a word: bit v of unseen[chunk, lane].

    No values were marked from the plan's width on, so none can be a candidate; where a plan was made long before
    its block (`restore`), moves do reach them.
    """
    for chunk in range(-(-plan.width // WORD)):
        for v in range(WORD):
            value = WORD * chunk + v
            unseen[value] = ~load_word(seen, value * WORDS + word) if value < plan.width else np.uint64(0)
        transpose(address(unseen, WORD * chunk))


@njit
def _list_unseen(scratch, word, plan, lists):
    """Each lane's least unseen values, as many as the plan keeps, as candidates of one word of the tile's lists."""
    columns, depth, slots = scratch.columns, plan.depth, plan.keep[plan.marked]
    columns[:] = 0
    for lane in range(WORD):
        listed = np.uint64(0)
        for chunk in range(-(-plan.width // WORD)):
            unseen = scratch.unseen[WORD * chunk + lane]
            for b in range(depth + 1):
                columns[WORD * b + lane] |= pext(NUMBERS[chunk, b], unseen) << listed
            listed += popcount(unseen)
            if listed >= np.uint64(WORD):
                break
    for b in range(depth + 1):
        transpose(address(columns, WORD * b))
        for slot in range(slots):
            store_word(lists, (slot * (depth + 1) + b) * WORDS + word, columns[WORD * b + slot])


@njit
def list_tile(plan, scratch, seen, lists):
    """The candidates of a tile after what is marked in `seen`, to `lists`: addresses."""
    for word in range(WORDS):
        _note_unseen(seen, word, plan, scratch.unseen)
        _list_unseen(scratch, word, plan, lists)


@njit
def ask(planes, moves, span, first, lists, slots, depth):
    """Clear the live bits of candidates that moves of a span reach from the tile at `first`: `slots` at an address."""
    (begin, end), tile = span, address(planes, first // 8)
    clear_met(tile, planes.shape[1], address(moves, 0), moves.size, begin, end, ASKING, lists, slots, depth)


@njit
def compact(lists, at, number, depth, most, shifts):
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
