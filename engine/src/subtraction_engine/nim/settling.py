"""Settle the positions of a block by their candidates or, where these run out, by the definition.

Moves that are too long to stay inside the block have already marked or asked. The other moves are applied tile by tile.
Moves too long to stay inside the tile ask about all its lists at once. Of the rest, moves too long to stay inside a
word compare the values that they reach with the candidates of the word's positions, and the shortest moves mark the
values that they reach. The nim-value of a position is its least candidate that no move meets. If no candidate is left,
all moves of the position are tried one by one, so the result is exact for every game.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from ..support.compiled import compiled
from ..tuning import AHEAD, FEW, LANES
from ..vectors import ONE, WORD, WORDS, address, load, store, trailing_zeros
from .planes import TILE, add_bits, ask, or_values, prefetch, unseen_bytes, write_bits

NONE = 65535  # marks an empty place in a list of candidates


@njit
def _mex_from_memory(values, moves, p, stamp):
    """Return the mex of p, found by stamping all values that `moves` reach from p.

    The stamp of p is p + 1, so the table need never be cleared. Most of the values are not in any cache, so each of
    them is fetched a few moves ahead.
    """
    for k in range(moves.size):
        prefetch(address(values, p - moves[min(k + AHEAD, moves.size - 1)]))
        stamp[values[np.uint64(p - moves[k])]] = p + 1
    v = 0
    while stamp[v] == p + 1:
        v += 1
    return v


@njit
def _bits_of_lanes(values, moves, p, bits):
    """Set in bits[k], for k below LANES, the bit of each value (less than WORD) that `moves` reach from p + k."""
    bits[:] = 0
    x = load(address(bits, 0))
    for s in moves:
        x = or_values(address(values, p - s), x)
    store(address(bits, 0), x)


@njit
def _bytes_of_lanes(values, moves, p, table, span, used):
    """Set bytes as `_bits_of_lanes` sets bits, but for any values. A lane uses the first `used` of its `span` bytes."""
    for lane in range(LANES):
        table[lane * span : lane * span + used] = 0
    for k in range(moves.size):
        prefetch(address(values, p - moves[min(k + AHEAD, moves.size - 1)]))
        place = np.uint64(p - moves[k])
        for lane in range(np.uint64(LANES)):
            table[lane * np.uint64(span) + values[place + lane]] = 1


@compiled
def recur(values, moves, start, stop, top):
    """Settle range(start, stop) directly from the definition, and return the largest value of range(stop).

    `top` must be the largest value of range(start). LANES positions are settled together, since a move reaches adjacent
    values from them. Moves inside the lanes and moves that only later lanes can make are applied position by position.
    """
    span = (min(top + stop - start, moves.size) // WORD + 2) * WORD
    table, bits = np.empty(LANES * span, np.uint8), np.empty(LANES, np.uint64)
    in_lanes = usable = 0
    while in_lanes < moves.size and moves[in_lanes] < LANES:
        in_lanes += 1
    for first in range(start, stop, LANES):
        while usable < moves.size and moves[usable] <= first:
            usable += 1
        later, inside = usable, min(in_lanes, usable)
        few = values.itemsize == 2 and top < FEW  # each value exceeds all earlier ones by at most one
        if few:
            _bits_of_lanes(values, moves[inside:usable], first, bits)
        else:
            _bytes_of_lanes(values, moves[inside:usable], first, table, span, min(span, top + WORD))
        for p in range(first, min(first + LANES, stop)):
            while later < moves.size and moves[later] <= p:
                later += 1
            seen, begin = bits[p - first], (p - first) * span
            for taken_singly in moves[:inside], moves[usable:later]:
                for s in taken_singly:
                    u = np.uint64(values[np.uint64(p - s)])
                    if few:
                        seen |= ONE << u
                    else:
                        table[np.uint64(begin) + u] = 1
            v = np.int64(trailing_zeros(~seen))
            if not few:
                v = 0
                while not unseen_bytes(address(table, begin + v)):
                    v += WORD
                v += np.int64(trailing_zeros(unseen_bytes(address(table, begin + v))))
            values[p] = v
            top = max(top, v)
    return top


@njit
def _candidates_by_lane(lists, slots, depth, word, candidates):
    """Fill uint16[slots * WORD] with the candidates of a word of a tile, and with NONE in place of dead candidates."""
    candidates[:] = 0
    for slot in range(slots):
        row, at = address(candidates, slot * WORD), slot * (depth + 1) * WORDS + word
        for b in range(depth):
            add_bits(row, lists[at + (b + 1) * WORDS], 1 << b)
        add_bits(row, ~lists[at], NONE)


@njit
def _meet(values, moves, first, candidates):
    """Remove the candidates that `moves` reach from the positions of the word that begins at `first`."""
    for s in moves:
        reached = values[first - s : first - s + WORD]
        for i in range(0, candidates.size, WORD):
            slot = candidates[i : i + WORD]
            for lane in range(WORD):
                slot[lane] = NONE if slot[lane] == reached[lane] else slot[lane]


@njit
def _settle_position(values, inside, p, lane, candidates, stamp):
    """Return the least candidate of a lane that no move `inside` the word reaches from p, or -1 if there is none."""
    for s in inside:
        stamp[values[np.uint64(p - s)]] = p + 1
    for i in range(lane, candidates.size, WORD):
        v = candidates[i]
        if v != NONE and stamp[v] != p + 1:
            return np.int64(v)
    return np.int64(-1)


@compiled
def settle_tiles(values, moves, spans, planes, lists, stamp, start):
    """Settle a block by its candidates, after all far moves have marked or asked, and return (largest value, failures).

    `values`, uint16[n], is settled below `start`. `spans` is (word, tile, block, below). Only moves[:word] can stay
    inside a word, moves[:tile] inside a tile, and moves[:block] inside the block, and all positions of the block can
    make moves[:below]. In `lists`, uint64[tiles, slots, depth + 1, WORDS], candidates that a move has met are not live.
    `stamp` is as in `_mex_from_memory`. Settled values are written into the planes tile by tile.

    The last moves, which only later positions of the block can make, have not asked about any list. For each position
    that can make some of these moves, the values that they reach are stamped. Once a tile contains a value too large
    for the planes, candidates are no longer used, because a row could not tell this value from a smaller one.
    """
    top = failures = 0
    (word, least, block, long), slots, depth = spans, lists.shape[1], lists.shape[2] - 1
    stop = min(start + len(lists) * TILE, len(values))
    candidates = np.empty(slots * WORD, np.uint16)
    usable, near = long, moves[: min(block, long)]
    for tile in range(start, stop, TILE):
        sound = top < 1 << depth
        tile_lists = lists[(tile - start) // TILE].reshape(-1)
        bits, lists_at = address(planes, tile // 8), address(tile_lists, 0)
        ask(bits, planes.shape[1], address(near, 0), least, near.size, lists_at, slots, depth)
        for first in range(tile, min(tile + TILE, stop), WORD):
            _candidates_by_lane(tile_lists, slots, depth, (first - tile) // WORD, candidates)
            _meet(values, moves[word:least], first, candidates)
            for p in range(first, min(first + WORD, stop)):
                while usable < moves.size and moves[usable] <= p:
                    usable += 1
                for s in moves[long:usable]:
                    stamp[values[np.uint64(p - s)]] = p + 1
                v = _settle_position(values, moves[:word], p, p - first, candidates, stamp)
                if v < 0 or not sound:
                    failures += 1
                    v = _mex_from_memory(values, moves[:usable], p, stamp)
                values[p] = v
                top = max(top, v)
        if tile + TILE <= stop:
            write_bits(values, tile, tile + TILE, planes, depth)
    return top, failures
