"""Bit planes of values: 512 adjacent ones are 9 or 10 vectors of 512 bits, wherever they begin.

Plane b holds bit b of the value of every position, so that one logic instruction works on 512 positions at once. A
move's sources for 512 targets are a *row*: as many adjacent bits of each plane. Rows may begin at any position, memory
only at a byte: there is a copy of the planes for each residue of the moves mod 8.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from subtraction_games.arguments import Moves

from ..support.kernel import kernel
from ..vectors import ONE, WORD, address, store_word
from .vectors import TILE, bit_of_values


class Planes(NamedTuple):
    """Bits of values for rows that begin at any position: a copy of each plane for every residue of moves mod 8.

    Copy c begins at position copies[c] - 8, copies[c] from 1 to 8, so that a row that begins at copies[c] mod 8
    begins with a whole byte.
    """

    bits: NDArray[np.uint8]  # bit b of all values from b * stride on
    stride: int
    copies: NDArray[np.int64]
    offsets: NDArray[np.int64]  # of each move: its row for the tile at p begins offsets[k] + p // 8 bytes into a plane

    def of(self, chosen: Any) -> Planes:
        """The same for some of the moves."""
        return self._replace(offsets=self.offsets[chosen])


class Rows(NamedTuple):
    """Where a tile's rows are, by addresses: `bits` is the first position's, or, with first // 8 more, any tile's."""

    bits: int
    stride: int
    offsets: int
    size: int


@njit
def rows_of(planes):
    return Rows(address(planes.bits, 0), planes.stride, address(planes.offsets, 0), planes.offsets.size)


def no_planes(moves: Moves, n: int, depth: int) -> Planes:
    """Room for this many planes, none of them written."""
    starts = (-moves - 1) % 8 + 1
    copies = np.unique(starts)
    size = -(-n // TILE) * (TILE // 8) + 2 * WORD
    stride = copies.size * size
    offsets = np.searchsorted(copies, starts) * size + 1 - (moves + starts) // 8
    return Planes(np.zeros(depth * stride, np.uint8), stride, copies, offsets)  # what is never written isn't taken


@kernel
def write_bits(values, start, stop, planes, depth):
    """Write bits 0 to depth - 1 of values[start:stop] into every copy of the planes; both are multiples of WORD."""
    copies, size, first = planes.copies, planes.stride // planes.copies.size, address(planes.bits, 0)
    before = np.zeros(depth, np.uint64)
    for b in range(depth if start else 0):
        before[b] = bit_of_values(values, start - WORD, b)
    for p in range(start, stop, WORD):
        for b in range(depth):
            word = bit_of_values(values, p, b)
            for c in range(copies.size):
                left = np.uint64(8 - copies[c])
                shifted = (word << left) | ((before[b] >> ONE) >> (np.uint64(63) - left))
                store_word(first + np.uint64(b * planes.stride + c * size + p // 8), np.uint64(0), shifted)
            before[b] = word
