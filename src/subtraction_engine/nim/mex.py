"""The mex of each position of a block, from its candidates or, if these run out, from the definition.

All moves that leave the block have already asked about the lists. The other moves are taken tile by tile. Moves that
lead out of the tile ask about all lists of the tile at once. Moves that leave the word but not the tile compare the
values that they reach with the candidates of the word's positions. Moves inside the word mark the values that they
reach. The least candidate that no move meets is the nim-value. If a position's list runs out, all its moves are tried
one by one, so the result is exact for every game.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from ..support.kernel import kernel
from ..vectors import ONE, WORD, WORDS, address, load, store, trailing_zeros
from .tuning import AHEAD, FEW, LANES
from .vectors import TILE, add_bits, ask, or_values, prefetch, unseen_bytes, write_bits

NONE = 65535  # an empty place in a list of candidates


@njit
def _mex_from_memory(values, moves, p, stamp):
    """Return the mex of p, after stamping all values that `moves` reach from p.

    The stamp of p is p + 1, so the table is never cleared. Most of the values are in no cache, so each of them is
    fetched a few moves ahead.
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
    """Set in bits[k] the bits of the values, all below WORD, that `moves` reach from p + k, for LANES positions."""
    bits[:] = 0
    x = load(address(bits, 0))
    for s in moves:
        x = or_values(address(values, p - s), x)
    store(address(bits, 0), x)


@njit
def _bytes_of_lanes(values, moves, p, table, span, used):
    """Like `_bits_of_lanes`, but set bytes, for any values. A lane uses the first `used` of its `span` bytes."""
    for lane in range(LANES):
        table[lane * span : lane * span + used] = 0
    for k in range(moves.size):
        prefetch(address(values, p - moves[min(k + AHEAD, moves.size - 1)]))
        place = np.uint64(p - moves[k])
        for lane in range(np.uint64(LANES)):
            table[lane * np.uint64(span) + values[place + lane]] = 1


@kernel
def recur(values, moves, start, stop, top):
    """Settle range(start, stop) from the definition, and return the largest value below `stop`, given `top`.

    The largest value below `start` is `top`. LANES positions are settled together, because a move reaches adjacent
    values from them. Moves that stay inside the lanes and moves that only later lanes can make are taken one by one.
    """
    span = (min(top + stop - start, moves.size) // WORD + 2) * WORD
    table, bits = np.empty(LANES * span, np.uint8), np.empty(LANES, np.uint64)
    within, usable = np.searchsorted(moves, LANES), np.searchsorted(moves, start, side="right")
    for first in range(start, stop, LANES):
        while usable < moves.size and moves[usable] <= first:
            usable += 1
        later, inside = usable, min(within, usable)
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
    """Remove the candidates that `moves` reach from the word at `first`."""
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


@kernel
def settle_tiles(values, moves, spans, planes, lists, stamp, start):
    """Settle a block by its candidates, after all moves that leave it have asked; return (largest value, failures).

    `values` is uint16[n], settled below `start`. `spans` is (word, tile, block, below). Only moves[:word], moves[:tile]
    and moves[:block] can lead to a position of the same word, tile or block, respectively, and all positions of the
    block can make all of moves[:below]. In `lists`, uint64[tiles, slots, depth + 1, WORDS], candidates that a move has
    met are not live. `stamp` is as in `_mex_from_memory`. Settled values enter the planes tile by tile.

    The moves that only later positions of the block can make come last in `moves` and have asked about no list, so a
    position that can make some of them stamps the values that they reach. Once a tile has a value too large for the
    planes, no more candidates are used, because a row could not tell this value from a smaller one.
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
