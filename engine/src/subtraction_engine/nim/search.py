"""Find the candidates of each position in a band, the least values that no move leaving the block reaches.

Moves that *mark* record the values that they reach from each position. The least values left unseen, at most
MOST_LISTED of them, become the candidates of the position, in ascending order. Moves that *ask* only find out which
candidates they meet, by comparing 8 to 12 bits for 512 positions at a time. A candidate that a move meets is dropped,
so that later moves ask about fewer candidates.

The moves that leave the block lead only to settled positions, so the tiles may be taken in any order, and threads share
the bands. A few moves at a time are applied to all tiles of a band, so that later tiles find their rows in the cache.
"""

from __future__ import annotations

from math import prod

import numpy as np
from numba import njit
from numpy.typing import NDArray

from subtraction_games.arguments import Moves

from ..support.compiled import compiled
from ..tuning import ASKING, MARKING, MOST_DEPTH, SLOTS, STAGES
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
from .plan import MOST_LISTED, Plan
from .planes import LOW, PART_BYTES, TILE, ask, decode, mark, pext, record_bytes, transpose

_VALUES = np.arange(2**MOST_DEPTH)[:, None]
_BITS = np.hstack([_VALUES >= 0, (_VALUES >> np.arange(MOST_DEPTH)) & 1])
# uint64[chunks, 1 + bits]: for every 64 values a word of ones, then words of their bits 0, 1, ...
NUMBERS = np.packbits(_BITS, axis=0, bitorder="little").T.copy().view(np.uint64).T.copy()


def aligned(*shape: int) -> NDArray[np.uint64]:
    """Return uint64[shape] aligned to cache lines, since reading a row that straddles two lines takes twice as long."""
    words = np.empty(prod(shape) + WORDS, np.uint64)
    start = -words.ctypes.data // 8 % WORDS
    return words[start : start + prod(shape)].reshape(shape)


@njit
def _row(words, k):
    """Return the address of the k-th vector in an array of words."""
    return address(words, k * WORDS)


@njit
def _mark_values(planes, moves, begin, end, first, plan, records, seen):
    """Mark, in uint64[values, WORDS] at the address `seen`, the values that moves[begin:end] reach from a tile."""
    size, decoded = record_bytes(plan.depth), address(records, 0)
    for part in range(0, TILE // 8, PART_BYTES):
        tile = address(planes, first // 8 + part)
        decode(tile, planes.shape[1], address(moves, 0), begin, end, decoded, plan.depth)
        for value in range(0, plan.width, 1 << LOW):
            mark(decoded, size, end - begin, value, seen + np.uint64(value * (TILE // 8) + part))


@njit
def _list_tile(plan, seen, lists):
    """Write the least unseen values of each position, as many as the plan keeps, to the address `lists` as candidates.

    Values from plan.width on are not marked, and must not become candidates, because a move may have reached them.
    """
    chunks, depth, slots = -(-plan.width // WORD), plan.depth, plan.keep[plan.marked]
    unseen, columns = np.empty(WORD * chunks, np.uint64), np.empty(WORD * (depth + 1), np.uint64)
    for word in range(WORDS):
        for value in range(WORD * chunks):
            unseen[value] = ~load_word(seen, value * WORDS + word) if value < plan.width else np.uint64(0)
        for chunk in range(chunks):
            transpose(address(unseen, WORD * chunk))
        columns[:] = 0
        for lane in range(WORD):
            listed = np.uint64(0)
            for chunk in range(chunks):
                chosen = unseen[WORD * chunk + lane]
                for b in range(depth + 1):
                    columns[WORD * b + lane] |= pext(NUMBERS[chunk, b], chosen) << listed
                listed += popcount(chosen)
                if listed >= np.uint64(WORD):
                    break
        for b in range(depth + 1):
            transpose(address(columns, WORD * b))
            for slot in range(slots):
                store_word(lists, (slot * (depth + 1) + b) * WORDS + word, columns[WORD * b + slot])


@njit
def _compact(lists, at, number, depth, most):
    """Move the live candidates of each lane to the front, and return the number of slots that are left, at most `most`.

    The lists begin at row `at`. A candidate moves by the number of dead candidates before it, in steps that are powers
    of two. A list may be cut short, because it need only be complete up to its last entry.
    """
    size, digits = depth + 1, 0
    while (1 << digits) < number:
        digits += 1
    dead = number * digits  # the row after those of the slots
    shifts = np.zeros((dead + digits) * WORDS, np.uint64)
    for slot in range(number):
        carry = not_(load(_row(lists, at + slot * size)))
        for d in range(digits):
            so_far = load(_row(shifts, dead + d))
            store(_row(shifts, slot * digits + d), so_far)
            store(_row(shifts, dead + d), xor(so_far, carry))
            carry = and_(so_far, carry)
    for d in range(digits):
        step = 1 << d
        for slot in range(step, number):
            source, target = at + slot * size, at + (slot - step) * size
            live = load(_row(lists, source))
            going = and_(load(_row(shifts, slot * digits + d)), live)
            if any_(going):
                store(_row(lists, source), xor(live, going))
                store(_row(lists, target), or_(load(_row(lists, target)), going))
                for b in range(1, size):
                    i, j = _row(lists, source + b), _row(lists, target + b)
                    store(j, select(going, load(i), load(j)))
                for e in range(d + 1, digits):
                    i, j = _row(shifts, slot * digits + e), _row(shifts, (slot - step) * digits + e)
                    store(j, select(going, load(i), load(j)))
    left = 0
    while left < min(number, most) and any_(load(_row(lists, at + left * size))):
        left += 1
    return left


@compiled
def _search(planes, moves, plan, first, seen, records, lists):
    """Write the candidates into the first slots of `lists`, uint64[tiles, MOST_LISTED, depth + 1, WORDS].

    `seen`, uint64[tiles, values, WORDS], must be zero. `records` is workspace for the records of MARKING moves.
    """
    tiles, size, marking = len(lists), plan.depth + 1, moves.size * plan.marked // STAGES
    for k in range(0, marking, MARKING):
        for tile in range(tiles):
            marks = _row(seen, tile * seen.shape[1])
            _mark_values(planes, moves, k, min(k + MARKING, marking), first + tile * TILE, plan, records, marks)
    slots = np.empty(tiles, np.int64)
    for tile in range(tiles):
        slots[tile] = plan.keep[plan.marked]
        _list_tile(plan, _row(seen, tile * seen.shape[1]), _row(lists, tile * MOST_LISTED * size))
    for stage in range(plan.marked, STAGES):
        after = moves.size * (stage + 1) // STAGES
        for k in range(moves.size * stage // STAGES, after, ASKING):
            for tile in range(tiles):
                bits, end = address(planes, (first + tile * TILE) // 8), min(k + ASKING, after)
                for slot in range(0, slots[tile], SLOTS):
                    at, number = _row(lists, (tile * MOST_LISTED + slot) * size), min(SLOTS, slots[tile] - slot)
                    ask(bits, planes.shape[1], address(moves, 0), k, end, at, number, plan.depth)
        if plan.keep[stage + 1] < plan.keep[stage]:
            for tile in range(tiles):
                slots[tile] = _compact(lists, tile * MOST_LISTED * size, slots[tile], plan.depth, plan.keep[stage + 1])


def search(planes: NDArray[np.uint8], moves: Moves, plan: Plan, first: int, tiles: int) -> NDArray[np.uint64]:
    """Return the candidates in a band of adjacent tiles after all far moves, as uint64[tiles, slots, depth + 1, WORDS].

    `moves` contains the far moves. At least MARKING more entries must follow in memory, because the search looks ahead.
    """
    seen = aligned(tiles, -(-plan.width // WORD) * WORD, WORDS)
    records = aligned(MARKING, record_bytes(plan.depth) // 8)
    lists = aligned(tiles, MOST_LISTED, plan.depth + 1, WORDS)
    seen[:] = 0
    _search(planes, moves, plan, first, seen, records, lists)
    return lists[:, : plan.keep[STAGES]].copy()
