"""Nim-values by marking, asking and settling: dynamic programming, 512 positions at a time, on bits.

The recurrence nim(p) = mex{nim(p - s)} costs one table access for each (position, move). Three facts make most of
them cheap without knowing anything about the subtraction set.

*Adjacent positions read adjacent values.*  For a tile of 512 positions a move's sources are one contiguous row. The
values are kept as *bit planes*: plane b holds bit b of every value, so that a row of 512 values is 9 or 10 vectors of
512 bits, and one logic instruction works on 512 positions at once, whatever the machine calls a vector. Rows may
begin at any position, memory only at a byte: there is a copy of the planes for each residue of the moves mod 8.

*A mex needs few answers.*  After a share of the moves has marked which values each position reaches, few values
remain unseen below the mex. The first 64 or less of them become the position's *candidates*, and the other moves are
only asked whether they meet a candidate: an equality of 9 or 10 bits, 512 positions at a time. Met candidates are
dropped on the way, from 64 to 6 or so. How many are needed at each stage is measured on positions already settled.

*Some moves are more useful than others.*  Squares that are 0 mod 5 meet the candidates that others leave, because
positions of one value lie in few residue classes. Settled positions tell which residues of moves are useful, modulo
small primes, and useful moves come earlier in an order that otherwise goes by length.

What remains is a short ascending list for each position, complete up to its last entry; the few moves inside the
block then settle the positions in increasing order. A position whose list runs out takes all its moves one by one, so
the result is exact whatever the game; the number of candidates follows the number of such failures.

Words: a *block* (the unit of an `Evaluation`) has *strips*, whose tiles share rows in the cache; a strip has *tiles*
of 512 positions (a row, one vector register); a tile has *words* of 64 positions. Letters: p is a position, s a move,
v a value, b a bit of values or its plane, k counts moves, i and j are indices into arrays. Moves are *far* if they
leave two blocks, so that they can be asked for ahead, while the block before is settled.

Cost: O(n |S|) at worst, the recurrence's own: each pair of a position and a move is marked once, at most one byte
store, or asked once, at most 64 candidates of 12 bits with 512 positions at a time, and taken once more if the
position's list runs out. Lists take a time for each position that doesn't grow with |S|.
Nim-values are at most |S| (Eppstein, section 2.4), and a new maximum exceeds the former by one: a block of B
positions can raise it by B at most, which bounds tables and dtypes.
"""

from __future__ import annotations

from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ..arguments import Moves
from ..arrays import narrowed
from ..evaluation import Block, Evaluation, in_threads
from ..progress import watched
from .bits import popcount, trailing_zeros
from .compiled import kernel
from .lanes import (
    QUAD,
    SIXTEEN,
    SQUEEZES,
    TILE,
    WIDE,
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

ONE, FULL = np.uint64(1), np.uint64(2**64 - 1)

NIM_GROWTH = 1.5  # time grows like n to about this power: for progress bars
LEAST_BLOCK, MOST_BLOCK, BLOCKS = 2**13, 2**16, 128  # positions between two barriers, and how many blocks to aim at
STRIPS, LEAST_STRIP = 8, 2**12  # in a block, unless they had fewer positions than this
TILES = 8  # of a strip, that work while their tables or long lists fill the second-level cache
MARKING, ASKING = 32, 8  # moves whose rows stay in the first-level cache
SLOTS = 24  # candidates of a tile that stay there with them
MOST = WORD  # candidates of a position
STAGES = 16  # parts of the moves after which candidates can be dropped
FEWEST_MOVES = 192  # below this many far moves a block isn't worth its overhead
LEAST_DEPTH, MOST_DEPTH = 8, 12  # bits of a value
GIVE_UP = 1 / 4  # of the positions of a block, if so many lists run out
MARGIN, BLOCKS_OF_MARGIN = 6, 3  # values past the largest so far that can be candidates: so many, and this growth
NONE = 65535  # an empty place in a list of candidates
GROUP = 16  # lanes whose tables of bytes stay in the first-level cache together
ROOM = 2 * WORD  # bytes for a lane's list while it is made: MOST, and what a squeeze may write past it
DIGITS = 6  # of the number of places that a candidate can move down
SAMPLE = 512  # settled positions that tell which moves are useful and how many candidates are needed
REPLAN = 1.5  # growth of the position after which they are asked again
PRIMES = 2, 3, 5, 7, 11, 13  # moduli by which moves may be useful
RARE = 3  # a move is useful if so few moves reach the same value

# What a plan weighs, in cycles for each move and 64 positions, measured on a Zen 4. It only has to rank plans.
MARK_VALUE = 0.22 if WIDE else 0.7  # for each value of a bit table
MARK_BYTES = 100.0  # for a byte table
ASK_CANDIDATE, ASK_MOVE = 1.1, 8.0


# --- the recurrence, one position at a time ---------------------------------------------------------------


@kernel
def _mex(values, moves, p, stamp):
    """Least value not stamped after stamping what `moves` reach from p."""
    for s in moves:
        stamp[values[np.uint64(p - s)]] = p + 1  # no table to clear: stamps name positions
    v = 0
    while stamp[v] == p + 1:
        v += 1
    return v


@njit
def _mex_from_memory(values, moves, p, stamp):
    """The same where most of what `moves` reach is in no cache: all of it is asked for first, a few moves ahead."""
    for k in range(moves.size):
        prefetch(values, p - moves[min(k + 24, moves.size - 1)])
        stamp[values[np.uint64(p - moves[k])]] = p + 1
    v = 0
    while stamp[v] == p + 1:
        v += 1
    return v


@kernel
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


@kernel
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
    """Mark what the moves begin..end - 1 reach from the tile at `first`, in seen, uint64[values, WORDS] flattened."""
    depth, byte, last = plan.depth, first // 8, rows.offsets.size - 1
    for k in range(begin, end):
        ahead = rows.offsets[min(k + MARKING, last)]
        at = (k - begin) * depth * WORDS
        gather(rows.planes, rows.stride, depth, rows.offsets[k] + byte, ahead + byte, gathered, at)
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
def _mark_bytes(values, moves, first, windows, table):
    """Mark what the moves reach from the GROUP positions at `first`: a byte for each lane and value."""
    table[: GROUP * WORD * windows] = 0
    size = np.uint64(WORD * windows)
    for k in range(moves.size):
        prefetch(values, first - moves[min(k + 12, moves.size - 1)])
        row = np.uint64(first - moves[k])
        for lane in range(np.uint64(GROUP)):
            table[lane * size + values[row + lane]] = 1


@njit
def _squeeze_slowly(array, i, chosen, base):
    """`squeeze` for machines without an instruction for it; it writes no more than it must."""
    while chosen:
        array[i] = base + trailing_zeros(chosen)
        chosen &= chosen - ONE
        i += 1


@njit
def _list(x, windows, word, depth, most, fast, lists):
    """Each lane's least `most` unseen values as candidates of one word of the tile's lists."""
    low, high, columns = x.low, x.high, x.columns
    for lane in range(WORD):
        place, end = lane * ROOM, lane * ROOM + most
        for window in range(windows):
            chosen = x.unseen[WORD * window + lane]
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
        _ask_8(planes, stride, offsets, begin, end, byte, ASKING, lists, at, slots)
    elif depth == 9:
        _ask_9(planes, stride, offsets, begin, end, byte, ASKING, lists, at, slots)
    elif depth == 10:
        _ask_10(planes, stride, offsets, begin, end, byte, ASKING, lists, at, slots)
    elif depth == 11:
        _ask_11(planes, stride, offsets, begin, end, byte, ASKING, lists, at, slots)
    else:
        _ask_12(planes, stride, offsets, begin, end, byte, ASKING, lists, at, slots)


@njit
def _drop(lists, at, slots, depth, kept, shifts):
    """Close up each lane's live candidates to the front, all lanes at once; the number of slots then, at most `kept`.

    A candidate moves down by the number of dead ones before it, a power of two at a time. Cutting is harmless: a
    list need only be complete up to its last entry.
    """
    size, digits = (depth + 1) * WORDS, 0
    while (1 << digits) < slots:
        digits += 1
    dead = slots * DIGITS * WORDS
    shifts[dead : dead + DIGITS * WORDS] = 0
    for slot in range(slots):
        carry = complement(load_row(lists, at + slot * size))
        for d in range(digits):
            so_far = load_row(shifts, dead + d * WORDS)
            store_row(shifts, (slot * DIGITS + d) * WORDS, so_far)
            store_row(shifts, dead + d * WORDS, differ(so_far, carry))
            carry = both(so_far, carry)
    for d in range(digits):
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
                for e in range(d + 1, digits):
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
    gathered: NDArray[np.uint64]
    matches: NDArray[np.uint64]
    shifts: NDArray[np.uint64]
    columns: NDArray[np.uint64]
    unseen: NDArray[np.uint64]
    low: NDArray[np.uint8]
    high: NDArray[np.uint8]
    table: NDArray[np.uint8]


@njit
def _unseen_of_bytes(values, moves, first, plan, x):
    """The unmarked values of the 64 lanes of the word at `first`, after marking bytes for GROUP lanes at a time."""
    windows = -(-plan.width // WORD)
    for group in range(0, WORD, GROUP):
        _mark_bytes(values, moves, first + group, windows, x.table)
        for lane in range(GROUP):
            for window in range(windows):
                unseen = unseen_bytes(x.table, (lane * windows + window) * WORD)
                beyond = max(0, WORD * (window + 1) - plan.width)
                x.unseen[WORD * window + group + lane] = unseen & (FULL >> np.uint64(beyond))


@njit
def _first_lists(values, moves, rows, plan, first, tiles, fast, x, lists):
    """Candidates of some tiles after `moves`, which all mark."""
    windows = -(-plan.width // WORD)
    room, size = MOST * (plan.depth + 1) * WORDS, WORD * windows * WORDS
    if not plan.by_bytes:
        x.seen[: tiles * size] = 0
        for k in range(0, moves.size, MARKING):
            for tile in range(tiles):
                end = min(k + MARKING, moves.size)
                _mark(rows, k, end, first + tile * TILE, plan, x.gathered, x.matches, x.seen[tile * size :])
    for tile in range(tiles):
        for word in range(WORDS):
            if plan.by_bytes:
                _unseen_of_bytes(values, moves, first + tile * TILE + word * WORD, plan, x)
            else:
                _unseen_of_bits(x.seen[tile * size :], word, windows, plan.width, x.unseen)
            _list(x, windows, word, plan.depth, plan.keep[plan.marked], fast, lists[tile * room :])


@kernel
def _ask_stages(rows, plan, begin, end, first, low, high, x, lists, slots):
    """Ask for the moves of stages begin..end - 1 in the tiles low..high - 1 of a strip, and drop what is met."""
    number, size = rows.offsets.size, (plan.depth + 1) * WORDS
    for stage in range(begin, end):
        after = number * (stage + 1) // STAGES
        for k in range(number * stage // STAGES, after, ASKING):
            for tile in range(low, high):
                for slot in range(0, slots[tile], SLOTS):
                    at, some_slots = (tile * MOST + slot) * size, min(SLOTS, slots[tile] - slot)
                    _ask(rows, k, min(k + ASKING, after), first + tile * TILE, plan.depth, lists, at, some_slots)
        if plan.keep[stage + 1] < plan.keep[stage]:
            for tile in range(low, high):
                slots[tile] = _drop(lists, tile * MOST * size, slots[tile], plan.depth, plan.keep[stage + 1], x.shifts)


@kernel
def _begin(values, moves, rows, plan, stage, first, low, high, fast, x, lists, slots):
    """Candidates of the tiles low..high - 1 of a strip after the moves of stages 0..stage - 1."""
    marking = moves[: moves.size * plan.marked // STAGES]
    room = MOST * (plan.depth + 1) * WORDS
    _first_lists(values, marking, rows, plan, first + low * TILE, high - low, fast, x, lists[low * room :])
    slots[low:high] = plan.keep[plan.marked]
    _ask_stages(rows, plan, plan.marked, stage, first, low, high, x, lists, slots)


@kernel
def _close(rows, plan, first, lists, slots, closed):
    """The kept lists of a strip after the moves of `rows` too, uint64[tiles, slots * (depth + 1) * WORDS]."""
    size = (plan.depth + 1) * WORDS
    for tile in range(slots.size):
        used = slots[tile] * size
        closed[tile, :used] = lists[tile * MOST * size : tile * MOST * size + used]
        closed[tile, used:] = 0
        _ask(rows, 0, rows.offsets.size, first + tile * TILE, plan.depth, closed[tile], 0, slots[tile])


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
    rows: Rows  # of moves of at least a tile, below a block
    copies: NDArray[np.int64]  # of the planes: see `_Planes`


@kernel
def _settle(values, near, lists, own, stamp, start, stop):
    """Settle a block by its candidates, which have seen all moves of at least a block: (largest, failures).

    values: uint16[n], settled below start; lists: uint64[tiles, slots, depth + 1, WORDS], only read; own: room for
    those of one tile, aligned; stamp: int64, for `_mex`. Positions settled here go into the planes a tile at a time;
    nobody else reads those meanwhile, for whoever works ahead reads below start.

    The moves that only later positions of the block can make come last in `moves` order; a list can't have seen them,
    so such positions stamp them too. A value too large for the planes ends the use of candidates from the next tile
    on, for a row couldn't tell it from a smaller one.
    """
    top = failures = 0
    moves, rows, kept, depth = near.moves, near.rows, lists.shape[1], lists.shape[2] - 1
    inside, beyond = moves[: near.word], moves[near.word : near.tile]
    slots = -(-kept // QUAD) * QUAD
    candidates, gaps = np.full(slots * WORD, NONE, np.uint16), np.empty(slots * WORD, np.uint16)
    usable = near.long
    for tile in range(start, stop, TILE):
        sound = top < 1 << depth
        own[:] = lists[(tile - start) // TILE].reshape(-1)
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
                if v < 0 or not sound:
                    failures += 1
                    v = _mex_from_memory(values, moves[:usable], p, stamp)
                values[p] = v
                top = max(top, v)
        if tile + TILE <= stop:
            _slice(values, tile, tile + TILE, rows.planes, rows.stride, near.copies, depth)
    return top, failures


# --- the plan, from positions that are settled ---------------------------------------------------------------


@kernel
def _needs(values, positions, moves):
    """int64[positions, STAGES + 1]: how many candidates each would have needed after so many stages of `moves`."""
    needs = np.ones((positions.size, STAGES + 1), np.int64)
    stage_of = np.empty(int(values[positions].max()) + 1, np.int64)
    for i in range(positions.size):
        p, v = positions[i], values[positions[i]]
        stage_of[:] = STAGES
        for stage in range(STAGES - 1, -1, -1):
            for s in moves[moves.size * stage // STAGES : moves.size * (stage + 1) // STAGES]:
                if s <= p and values[p - s] < v:
                    stage_of[values[p - s]] = stage
        for u in range(v):
            needs[i, : stage_of[u] + 1] += 1
    return needs


@kernel
def _usefulness(values, positions, moves):
    """float64[moves]: how often each move is one of at most RARE that refute a value, shared among them."""
    useful = np.zeros(moves.size)
    counts = np.empty(int(values[positions].max()) + 1, np.int64)
    for p in positions:
        v = values[p]
        counts[:] = 0
        for s in moves:
            if s <= p and values[p - s] < v:
                counts[values[p - s]] += 1
        for k in range(moves.size):
            if moves[k] <= p and values[p - moves[k]] < v and counts[values[p - moves[k]]] <= RARE:
                useful[k] += 1 / counts[values[p - moves[k]]]
    return useful


Weights = tuple[tuple[float, ...], ...]  # for each of PRIMES, of each residue: small for useful moves
EQUAL: Weights = tuple((1.0,) * prime for prime in PRIMES)


def _weights(moves: Moves, useful: NDArray[np.float64]) -> Weights:
    """What to multiply a move's rank in the order with: the root of how useful its residues are, inverted.

    The root is a compromise that was measured: with the whole of it, useful moves come first that all refute the
    same values.
    """
    weights = []
    for prime in PRIMES:
        expected = np.bincount(moves % prime, minlength=prime) * (useful.sum() / moves.size)
        found = np.bincount(moves % prime, useful, minlength=prime)
        weights.append(tuple(((expected + 16) / (found + 16)) ** 0.5))  # 16: few samples say little
    return tuple(weights)


class Course(NamedTuple):
    """How a block is to be searched: the plan, and the order of moves."""

    plan: Plan
    weights: Weights


def _plan(width: int, needed: NDArray[np.float64]) -> Plan:
    """The plan of least estimated cost, if values below `width` matter and so many candidates after each stage."""
    depth = max(LEAST_DEPTH, (width - 1).bit_length())
    keep = np.clip(np.ceil(needed), 1, MOST)
    for stage in range(1, STAGES):
        if keep[stage] > 0.8 * keep[stage - 1]:
            keep[stage] = keep[stage - 1]  # not worth dropping
    by_bits, by_bytes = MARK_VALUE * width, MARK_BYTES
    asked = np.append(np.cumsum((ASK_CANDIDATE * keep + ASK_MOVE)[STAGES - 1 :: -1])[::-1], 0)
    cost = np.arange(STAGES + 1) * min(by_bits, by_bytes) + asked
    cost[:STAGES][needed[:STAGES] > MOST] = np.inf
    return Plan(depth, width, int(cost.argmin()), by_bytes < by_bits, tuple(int(k) for k in keep))


# --- the whole range ----------------------------------------------------------------------------------------


def _block(n: int) -> int:
    """Positions of a block for a range of n: a power of two."""
    return min(MOST_BLOCK, max(LEAST_BLOCK, 1 << (n // BLOCKS).bit_length() - 1 if n >= BLOCKS else 1))


class _Planes:
    """Bits of values for rows that begin at any position: a copy of each plane for every residue of moves mod 8.

    Copy c begins at position copies[c] - 8, copies[c] from 1 to 8, so that a row that begins at copies[c] mod 8
    begins with a whole byte.
    """

    def __init__(self, moves: Moves, n: int) -> None:
        starts = (-moves - 1) % 8 + 1
        self.copies = np.unique(starts)
        size = -(-n // TILE) * (TILE // 8) + 2 * WORD
        depth = max(LEAST_DEPTH, min(8 * moves.size + MARGIN, 2**MOST_DEPTH - 1).bit_length())
        self.stride = self.copies.size * size
        self.planes = np.zeros(depth * self.stride, np.uint8)  # memory that is never written isn't taken
        self.offsets = np.searchsorted(self.copies, starts) * size + 1 - (moves + starts) // 8

    def rows(self, chosen: Any) -> Rows:
        return Rows(self.planes, self.stride, self.offsets[chosen])

    def extend(self, values: NDArray[np.unsignedinteger], start: int, stop: int, top: int) -> None:
        """Take in values[start:stop], none above top; both are multiples of TILE, or stop is n."""
        _slice(values, start, stop // TILE * TILE, self.planes, self.stride, self.copies, max(1, top.bit_length()))


def _aligned(size: int, dtype: type[np.generic]) -> NDArray[Any]:
    """An array that begins with a cache line: a row that lies across two costs twice."""
    room = np.empty(size * np.dtype(dtype).itemsize + 64, np.uint8)
    start = -room.ctypes.data % 64
    return room[start : start + size * np.dtype(dtype).itemsize].view(dtype)


def _scratch(plan: Plan) -> Scratch:
    windows = -(-plan.width // WORD)
    return Scratch(
        seen=_aligned(0 if plan.by_bytes else TILES * windows * WORD * WORDS, np.uint64),
        gathered=_aligned(MARKING * plan.depth * WORDS, np.uint64),
        matches=_aligned(MARKING * WORDS, np.uint64),
        shifts=_aligned((MOST + 1) * DIGITS * WORDS, np.uint64),
        columns=_aligned(WORD * (plan.depth + 1), np.uint64),
        unseen=_aligned(WORD * windows, np.uint64),
        low=_aligned(WORD * ROOM, np.uint8),
        high=_aligned(WORD * ROOM, np.uint8),
        table=_aligned(GROUP * WORD * windows if plan.by_bytes else 0, np.uint8),
    )


class _Search:
    """The search for the candidates of one strip by far moves, in steps, so that it can be left and gone on with."""

    def __init__(self, course: Course, first: int, tiles: int) -> None:
        self.course, self.first, self.tiles = course, first, tiles
        plan = course.plan
        self.lists = _aligned(tiles * MOST * (plan.depth + 1) * WORDS, np.uint64)
        self.slots = np.zeros(tiles, np.int64)
        # while lists are long, few tiles at a time; then all tiles of the strip for each move
        self.joint = next((e for e in range(plan.marked, STAGES) if plan.keep[e] <= SLOTS), STAGES)
        self.groups = -(-tiles // TILES)
        self.step, self.steps = 0, self.groups + STAGES - self.joint

    def go_on(self, values: NDArray[np.uint16], moves: Moves, rows: Rows, scratch: Scratch) -> None:
        plan = self.course.plan
        if self.step < self.groups:
            low, high = self.step * TILES, min(self.tiles, (self.step + 1) * TILES)
            rest = (self.joint, self.first, low, high, SQUEEZES, scratch, self.lists, self.slots)
            _begin(values, moves, rows, plan, *rest)
        else:
            stage = self.joint + self.step - self.groups
            _ask_stages(rows, plan, stage, stage + 1, self.first, 0, self.tiles, scratch, self.lists, self.slots)
        self.step += 1


class Task(NamedTuple):
    """What a share of a block must know."""

    start: int
    course: Course | None  # None: the recurrence does better


class Tiling(Evaluation):
    """Nim-values as an `Evaluation` (see `evaluation`); its blocks have `block` positions, a multiple of TILE.

    Found are the nim-values of a block, uint16 at first, and of a wider type from the block on that might outgrow
    it. A share is a list of the candidates of every strip = part (mod parts) of the block, uint64[tiles, slots,
    depth + 1, WORDS], or None where the recurrence does better. Time O(n |S|), with about a sixth of the
    recurrence's constant on one thread; 2n bytes, and n/8 for each bit of values and each residue of moves mod 8.
    """

    short = 2**17

    def __init__(self, moves: Moves, n: int, block: int | None = None) -> None:
        self.moves, self.n = moves, n
        self.block = block or _block(n)
        self.strip = min(self.block, max(LEAST_STRIP, self.block // STRIPS))
        self.values = np.empty(n, self._wide_enough(0))
        self.stamp = np.zeros(moves.size + NONE + 2, np.int64)  # values are at most |S|
        leaving = (WORD, TILE, self.block, 2 * self.block)
        self.inside, self.within, self.near, self.far = (int(np.searchsorted(moves, least)) for least in leaving)
        self.planes = _Planes(moves, n) if self._fitting(n) - self.far >= FEWEST_MOVES else None
        self.order: tuple[Weights, NDArray[np.int64]] | None = None
        self.early: dict[int, _Search] = {}
        self.needed, self.weights, self.planned = np.zeros(STAGES + 1), EQUAL, 0
        self.ample = 1.0  # how many times the candidates that were needed to keep
        self.course: Course | None = None  # of the next block
        self.following: Course | None = None  # of the one after it
        self.wait, self.rest = 0, 1  # blocks to leave to the recurrence, and how many the next time
        self.position = self.top = 0

    def _wide_enough(self, top: int) -> type[np.unsignedinteger]:
        """A type for the values of the next block, if the largest so far is top."""
        return np.uint16 if min(top + self.block, self.moves.size) < NONE else np.uint32

    def _fitting(self, position: int) -> int:
        """The number of moves that leave a block and fit below the block before `position`."""
        return int(np.searchsorted(self.moves, position - self.block, side="right"))

    # --- between blocks

    def learn(self, stop: int, found: NDArray[np.unsignedinteger]) -> None:
        if found.dtype.itemsize > self.values.dtype.itemsize:
            self.values = self.values.astype(found.dtype)
        self.values[self.position : stop] = found
        top = max(self.top, int(found.max(initial=0)))
        if self.planes is not None and top < 2**MOST_DEPTH:
            self.planes.extend(self.values, self.position, stop, top)
        self._went_on(stop, top, self.ample, self.wait, self.rest)

    def since(self, start: int) -> NDArray[np.unsignedinteger]:
        return self.values[start : self.position]

    def _went_on(self, stop: int, top: int, ample: float, wait: int, rest: int) -> None:
        """The state between two blocks: position last, so that an interrupted evaluation says only what is true."""
        if self.values.dtype != self._wide_enough(top):
            self.values = self.values.astype(self._wide_enough(top))
        width = top + 1 + MARGIN + BLOCKS_OF_MARGIN * top * self.block // max(1, stop)
        wide = width > 2**MOST_DEPTH or self.values.dtype != np.uint16
        enough = stop < self.n and self._fitting(stop) - self.far >= FEWEST_MOVES
        searched = enough and not wide and self.planes is not None
        if searched and stop >= REPLAN * self.planned:
            self._sample(stop)
        following = Course(_plan(width, ample * self.needed), self.weights) if searched else None
        course = self.following
        if course is None or following is None or top >> course.plan.depth:
            course = following
        for strip in list(self.early):
            if strip < stop or course is not self.following:
                self.early.pop(strip)
        self.course, self.following = course, following
        self.top, self.ample, self.wait, self.rest, self.position = top, ample, wait, rest, stop

    def _sample(self, stop: int) -> None:
        """Ask positions of the block before `stop` which moves were useful and how many candidates were needed."""
        positions = stop - 1 - (self.block // SAMPLE - 1) * np.arange(SAMPLE)
        moves = self.moves[self.far : self._fitting(stop)]
        self.weights = _weights(moves, _usefulness(self.values, positions, moves))
        needs = _needs(self.values, positions, self.moves[self._far_moves(self.weights, stop)])
        self.needed, self.planned = np.sort(needs, axis=0)[-2].astype(float), stop

    def _far_moves(self, weights: Weights, position: int) -> NDArray[np.int64]:
        """Indices of the far moves that fit below the block before `position`, in the order of asking."""
        if self.order is None or self.order[0] != weights:
            factors = [np.array(w)[self.moves % prime] for prime, w in zip(PRIMES, weights, strict=True)]
            self.order = weights, np.argsort(np.arange(self.moves.size) * np.prod(factors, axis=0), kind="stable")
        order = self.order[1]
        return order[(order >= self.far) & (order < self._fitting(position))]

    # --- a block

    def task(self) -> Task:
        return Task(self.position, None if self.wait else self.course)

    def _searches(self, course: Course, start: int) -> list[_Search]:
        """A search for every strip of the block at start; those that were begun ahead as far as they are."""
        stop = min(self.n, start + self.block)
        searches = []
        for first in range(start, stop, self.strip):
            begun = self.early.get(first)
            tiles = -(-min(self.strip, stop - first) // TILE)
            searches.append(begun if begun and begun.course == course else _Search(course, first, tiles))
        return searches

    def share(self, task: tuple[Any, ...], part: int, parts: int) -> list[NDArray[np.uint64]] | None:
        start, course = task
        if course is None:
            return None
        planes, scratch = self._require_planes(), _scratch(course.plan)
        chosen = self._far_moves(course.weights, start)
        moves, rows = self.moves[chosen], planes.rows(chosen)
        fitting, long = self._fitting(start), int(np.searchsorted(self.moves, start, side="right"))
        others = planes.rows(np.r_[self.near : min(self.far, long), max(self.far, fitting) : long])
        found = []
        for search in self._searches(course, start)[part::parts]:
            while search.step < search.steps:
                search.go_on(self.values, moves, rows, scratch)
            shape = search.tiles, course.plan.keep[STAGES], course.plan.depth + 1, WORDS
            closed = _aligned(int(np.prod(shape)), np.uint64)
            _close(others, course.plan, search.first, search.lists, search.slots, closed.reshape(search.tiles, -1))
            found.append(closed.reshape(shape))
        return found

    def ahead(self, task: tuple[Any, ...], part: int, parts: int, enough: Event) -> None:
        """Search strips of the next block; it takes only moves that leave the block being settled."""
        start = task[0] + self.block
        if self.following is None or self.wait > 1 or start >= self.n:
            return
        values, course, planes = self.values, self.following, self._require_planes()
        scratch = _scratch(course.plan)
        chosen = self._far_moves(course.weights, start)
        moves, rows = self.moves[chosen], planes.rows(chosen)
        for search in self._searches(course, start)[part::parts]:
            while search.step < search.steps:
                if enough.is_set():
                    return
                search.go_on(values, moves, rows, scratch)
                self.early[search.first] = search

    def settle(self, task: tuple[Any, ...], shares: list[list[NDArray[np.uint64]] | None]) -> Block:
        start, course = task
        stop = min(self.n, start + self.block)
        ample, wait, rest = self.ample, self.wait, self.rest
        if course is None:
            top = max(self.top, int(_recur(self.values, self.moves, start, stop, self.stamp)))
            wait = max(0, wait - 1)
            if self.planes is not None and self.values.dtype == np.uint16 and top < 2**MOST_DEPTH:
                self.planes.extend(self.values, start, stop, top)
        else:
            highest, failures = self._settled(course.plan, start, stop, _in_order(shares))
            top = max(self.top, highest)
            if failures > GIVE_UP * (stop - start):
                wait, rest = rest, 2 * rest  # a dense game: the recurrence does better
            ample = _adjusted(ample, failures / (stop - start))
        found = self.values[start:stop]
        self._went_on(stop, top, ample, wait, rest)
        return Block(start, stop, found)

    def _settled(self, plan: Plan, start: int, stop: int, lists: NDArray[np.uint64]) -> tuple[int, int]:
        planes = self._require_planes()
        long = int(np.searchsorted(self.moves, start, side="right"))
        rows = planes.rows(slice(self.within, min(self.near, long)))
        near = Near(self.moves, self.inside, self.within, long, rows, planes.copies)
        own = _aligned(lists[0].size, np.uint64)
        top, failures = _settle(self.values, near, lists, own, self.stamp, start, stop)
        if top >> plan.depth:
            planes.extend(self.values, start, stop, top)
        return int(top), int(failures)

    def _require_planes(self) -> _Planes:
        assert self.planes is not None  # a course needs planes
        return self.planes


def _adjusted(ample: float, failures: float) -> float:
    """Keep more or fewer candidates, by the share of positions whose lists ran out."""
    if failures > 1 / 400:
        return min(4.0, ample * 1.05)
    return max(0.5, ample * 0.97) if failures < 1 / 1600 else ample


def _in_order(shares: list[Any]) -> NDArray[np.uint64]:
    """The lists of all tiles of a block, from strips dealt out in turn."""
    strips = sum(len(share) for share in shares)
    return np.concatenate([shares[k % len(shares)][k // len(shares)] for k in range(strips)])


def nim_values(moves: Moves, n: int, threads: int = 1) -> NDArray[np.unsignedinteger]:
    """uint16[n] (a wider type where values need it): the nim-value of every position in range(n), by that many threads.

    >>> nim_values(np.array([1, 4]), 6)
    array([0, 1, 0, 1, 2, 0], dtype=uint16)
    """
    evaluation = Tiling(moves, n)
    blocks = in_threads(evaluation, threads)
    for _ in watched(blocks, n, "nim-values by the engine", NIM_GROWTH):
        pass
    return narrowed(evaluation.values)
