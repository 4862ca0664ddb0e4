"""The cold rows of every residue class, kept in as little memory as they need.

Evaluation settles one block of rows after another. For each class and block its cold rows are in a *container*: a
list of row numbers where they are few, a row of bits where they are many, whichever takes fewer cells of 16 bits
(the idea of Roaring bitmaps: S. Chambi, D. Lemire, O. Kaser and R. Godin, "Better bitmap performance with Roaring
bitmaps", Software: Practice and Experience 46, 2016). So memory follows the number of cold positions, two bytes for
each, and never passes a bit for each position and sixteen bytes for each container.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..support.blocks import require_ascending
from ..support.kernel import kernel
from ..vectors import IN_WORD, NINE, ONE, SIX, WORDS, trailing_zeros

FIFTEEN = np.uint64(15)  # i >> FIFTEEN is the word of the bit of row i's panel
CELL = 16  # bits of a cell: a row number within a block, or that many rows of a bit row


class ColdRows(NamedTuple):
    """Cold rows of the blocks settled so far. The container of class r and block b is pool[begin[r, b] : + its cells].

    Block b is written once, by `append`, into cells and columns that readers of earlier blocks do not look at:
    that is why one thread may read those while another appends.
    """

    height: int  # rows of a block: a multiple of 512, at most 2**15
    pool: NDArray[np.uint16]  # uint16[.]: containers, block after block, class after class
    begin: NDArray[np.int64]  # int64[M, blocks]
    before: NDArray[np.int64]  # int64[M, blocks + 1]: cells of a class in all blocks before b
    used: NDArray[np.int64]  # int64[blocks + 1]: cells of all classes in all blocks before b


def no_rows(M: int, height: int, blocks: int) -> ColdRows:
    """Room for that many blocks of M classes, none of them settled.

    >>> no_rows(5, 512, 3).before.shape
    (5, 4)
    """
    begin, before = np.zeros((M, blocks), np.int64), np.zeros((M, blocks + 1), np.int64)  # no memory until written
    return ColdRows(height, np.empty(1 << 12, np.uint16), begin, before, np.zeros(blocks + 1, np.int64))


def append(rows: ColdRows, b: int, cold: NDArray[np.int64]) -> ColdRows:
    """The same rows with block b, whose cold positions are `cold`, ascending; blocks before b must be there.

    Idempotent: a second call for block b overwrites the first. Raises ValueError for what isn't in the block, or
    doesn't ascend. O(len(cold) + M).

    >>> rows = append(no_rows(5, 512, 3), 0, np.array([0, 2, 5, 7]))
    >>> positions(rows, 0)
    array([0, 2, 5, 7])
    """
    M = len(rows.begin)
    size = rows.height * M
    require_ascending(cold, b * size, (b + 1) * size)
    place = (cold - b * size).astype(np.uint32)
    row = place // np.uint32(M)  # by many at a time, as divmod is not
    r = place - row * np.uint32(M)
    cells = np.minimum(np.bincount(r, minlength=M), rows.height // CELL)
    needed = int(rows.used[b] + cells.sum())
    if needed > len(rows.pool):
        pool = np.empty(2 * needed, np.uint16)  # the old one is left for its present readers
        pool[: rows.used[b]] = rows.pool[: rows.used[b]]
        rows = rows._replace(pool=pool)
    rows.begin[:, b] = rows.used[b] + np.cumsum(cells) - cells
    rows.before[:, b + 1] = rows.before[:, b] + cells
    rows.used[b + 1] = needed
    rows.pool[rows.used[b] : needed] = 0
    _fill(rows, b, row, r)
    return rows


@kernel
def _fill(rows, b, row, r):
    """Write the containers of block b for uint32 rows, ascending within each class r."""
    full, pool = rows.height // CELL, rows.pool
    next_cell, as_bits = rows.begin[:, b].copy(), rows.before[:, b + 1] - rows.before[:, b] == full
    for i in range(len(row)):
        k = next_cell[r[i]]
        if as_bits[r[i]]:
            pool[k + (row[i] >> 4)] |= np.uint16(1 << (row[i] & 15))
        else:
            pool[k] = row[i]
            next_cell[r[i]] += 1


@kernel
def unpack(rows, r, first, stop, bits, occupied):
    """Set the bit of every cold row of class r in blocks first..stop-1; blocks before 0 hold none.

    bits: uint64[.], in which row 0 of block `first` is bit 0. occupied: uint64[.], whose bit j is set where panel j
    of `bits`, its rows 512 j and following, holds anything.
    """
    full = rows.height // CELL
    for b in range(max(first, 0), stop):
        i, cells = rows.begin[r, b], rows.before[r, b + 1] - rows.before[r, b]
        start = (b - first) * rows.height
        if cells < full:
            for k in range(np.uint64(i), np.uint64(i + cells)):
                row = np.uint64(start) + np.uint64(rows.pool[k])
                bits[row >> SIX] |= ONE << (row & IN_WORD)
                occupied[row >> FIFTEEN] |= ONE << ((row >> NINE) & IN_WORD)
        else:
            for k in range(full):
                row = start + CELL * k
                bits[row >> 6] |= np.uint64(rows.pool[i + k]) << (np.uint64(row) & IN_WORD)
                if rows.pool[i + k]:
                    occupied[row >> 15] |= ONE << (np.uint64(row >> 9) & IN_WORD)


@kernel
def wipe(bits, occupied):
    """Clear what `unpack` set: the occupied panels."""
    for w in range(len(occupied)):
        while occupied[w]:
            panel = 64 * w + np.int64(trailing_zeros(occupied[w]))
            bits[WORDS * panel : WORDS * (panel + 1)] = 0
            occupied[w] &= occupied[w] - ONE


@kernel
def _listed(rows, b, out):
    """ColdRows of block b and their classes, as positions counted from the block's first; returns how many."""
    M, full, found = len(rows.begin), rows.height // CELL, 0
    for r in range(M):
        i, cells = rows.begin[r, b], rows.before[r, b + 1] - rows.before[r, b]
        for k in range(cells):
            if cells < full:
                out[found] = np.int64(rows.pool[i + k]) * M + r
                found += 1
            else:
                word = np.uint64(rows.pool[i + k])
                while word:
                    out[found] = (CELL * k + np.int64(trailing_zeros(word))) * M + r
                    found += 1
                    word &= word - ONE
    return found


def positions(rows: ColdRows, b: int) -> NDArray[np.int64]:
    """int64[:], ascending: the cold positions of block b. O(M + c log c) for c of them."""
    M = len(rows.begin)
    out = np.empty(CELL * int(rows.used[b + 1] - rows.used[b]), np.uint32)  # shorter ones are sorted faster
    return np.sort(out[: _listed(rows, b, out)]) + np.int64(b * rows.height * M)
