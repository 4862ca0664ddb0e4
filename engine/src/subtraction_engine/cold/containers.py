"""The cold rows of every residue class, in compressed form.

A *container* stores the cold rows of one class in one block, either as a list of row numbers or as a row of bits. The
form that takes fewer 16-bit cells is used, as in Roaring bitmaps (S. Chambi, D. Lemire, O. Kaser and R. Godin,
"Better bitmap performance with Roaring bitmaps", Software: Practice and Experience 46, 2016). A cold position therefore
takes at most two bytes, and a container at most one bit for each of its positions, plus sixteen bytes of overhead.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..support.compiled import compiled
from ..vectors import IN_WORD, NINE, ONE, SIX, WORD, address, load_word, popcount, trailing_zeros

CELL = 16  # bits of a cell, which stores either one row number within a block or 16 rows of a bit row


class Containers(NamedTuple):
    """The cold rows of all blocks settled so far. The container of class r and block b begins at pool[begin[r, b]].

    One thread may read earlier blocks while another appends, because `append` writes only the new block's entries.
    """

    height: int  # rows of a block: a multiple of 512, at most 2**15
    pool: NDArray[np.uint16]  # uint16[.]: containers, block after block, class after class
    begin: NDArray[np.int64]  # int64[M, blocks]
    before: NDArray[np.int64]  # int64[M, blocks + 1]: the number of cells of class r in all blocks before b


def no_containers(M: int, height: int, blocks: int) -> Containers:
    """Return an empty `Containers` with room for `blocks` blocks of M classes."""
    begin, before = np.zeros((M, blocks), np.int64), np.zeros((M, blocks + 1), np.int64)  # take no memory until written
    return Containers(height, np.empty(1 << 12, np.uint16), begin, before)


@compiled
def members(bits):
    """Return the indices of the bits that are set, as an ascending array int64[:]."""
    count = np.uint64(0)
    for word in bits:
        count += popcount(word)
    numbers, i, k = np.empty(np.int64(count), np.int64), 0, 0
    while i < len(numbers):
        left = bits[k]
        while left:
            numbers[i] = 64 * k + np.int64(trailing_zeros(left))
            left &= left - ONE
            i += 1
        k += 1
    return numbers


@compiled
def set_bits(bits, positions):
    """Set the bits of positions, given as offsets from the block's start, in uint64[M, .], one row for each class."""
    M = np.uint64(len(bits))
    for k in range(np.uint64(len(positions))):
        position = np.uint64(positions[k])
        row = position // M
        bits[position - row * M, row >> SIX] |= ONE << (row & IN_WORD)


@compiled
def positions(bits, M):
    """Return the positions whose bits are set, as an ascending array int64[:] of offsets from the block's start.

    Row q of class r stands for position M q + r, where M is at least the number of classes.
    """
    begin = np.zeros(WORD * bits.shape[1] + 1, np.int64)  # where the positions of each row begin in the answer
    for r in range(len(bits)):
        for row in members(bits[r]):
            begin[row + 1] += 1
    for row in range(len(begin) - 1):
        begin[row + 1] += begin[row]
    out = np.empty(begin[-1], np.int64)
    for r in range(len(bits)):
        for row in members(bits[r]):
            out[begin[row]] = row * M + r
            begin[row] += 1
    return out


def append(containers: Containers, b: int, bits: NDArray[np.uint64]) -> Containers:
    """Return `containers` extended by block b, whose cold rows are `bits`, uint64[M, .].

    All earlier blocks must have been appended. A second call for block b overwrites the first. Takes O(bits.size) time.

    >>> bits = np.zeros((5, 8), np.uint64)
    >>> set_bits(bits, np.array([0, 2, 5, 7]))
    >>> positions(unpacked(append(no_containers(5, 512, 3), 0, bits), 0), 5)
    array([0, 2, 5, 7])
    """
    cells = np.minimum(np.bitwise_count(bits).sum(axis=1, dtype=np.int64), containers.height // CELL)
    used = int(containers.before[:, b].sum())
    needed = used + int(cells.sum())
    if needed > len(containers.pool):
        pool = np.empty(2 * needed, np.uint16)  # the old pool remains for threads that still read it
        pool[:used] = containers.pool[:used]
        containers = containers._replace(pool=pool)
    containers.begin[:, b] = used + np.cumsum(cells) - cells
    containers.before[:, b + 1] = containers.before[:, b] + cells
    _fill(containers, b, bits)
    return containers


@compiled
def _fill(containers, b, bits):
    full = containers.height // CELL
    for r in range(len(bits)):
        i, cells = containers.begin[r, b], containers.before[r, b + 1] - containers.before[r, b]
        if cells == full:
            for k in range(full):
                containers.pool[i + k] = np.uint16(bits[r, k >> 2] >> np.uint64(CELL * (k & 3)))
        elif cells:
            for row in members(bits[r]):  # numba compiles an assignment to a slice for two seconds
                containers.pool[i] = row
                i += 1


@compiled
def unpack(containers, r, first, start, stop, bits, occupied):
    """Set the bits of class r's cold rows in blocks start to stop - 1.

    Bit 0 of `bits`, uint64[.], stands for row 0 of block `first`. Bit j of `occupied`, uint64[.], which ends with a
    spare word, is set if panel j of `bits` contains a cold row. A block has at most 64 panels.
    """
    full = containers.height // CELL
    for b in range(start, stop):
        i, cells = np.uint64(containers.begin[r, b]), containers.before[r, b + 1] - containers.before[r, b]
        first_row = np.uint64((b - first) * containers.height)
        word, panel, panels = first_row >> SIX, first_row >> NINE, np.uint64(0)  # the panels that contain a cold row
        if cells == full:
            words = address(containers.pool, i)
            for k in range(np.uint64(containers.height // WORD)):
                bits[word + k] = load_word(words, k)
                panels |= np.uint64(bits[word + k] != 0) << (k >> np.uint64(3))
        else:
            for k in range(np.uint64(cells)):
                row = np.uint64(containers.pool[i + k])
                bits[word + (row >> SIX)] |= ONE << (row & IN_WORD)
                panels |= ONE << (row >> NINE)
        k, s = panel >> SIX, panel & IN_WORD
        occupied[k] |= panels << s
        occupied[k + ONE] |= (panels >> ONE) >> (IN_WORD - s)


@compiled
def unpacked(containers, b):
    """Return the cold rows of block b as uint64[M, .], in the form that `append` expects."""
    bits, occupied = np.zeros((len(containers.begin), containers.height // WORD), np.uint64), np.zeros(2, np.uint64)
    for r in range(len(bits)):
        unpack(containers, r, b, b, b + 1, bits[r], occupied)
    return bits
