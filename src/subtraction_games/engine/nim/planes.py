"""Bit planes of values: 512 adjacent ones are 9 or 10 vectors of 512 bits, wherever they begin.

Plane b holds bit b of the value of every position, so that one logic instruction works on 512 positions at once. A
move's sources for 512 targets are a *row*: as many adjacent bits of each plane. Rows may begin at any position, memory
only at a byte: there is a copy of the planes for each residue of the moves mod 8.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...support.arguments import Moves
from ..kernel import kernel
from ..vectors import ONE, WORD
from .vectors import TILE, bit_of_values, store_word


class PlaneRows(NamedTuple):
    """Where to find the bits of values that moves reach: see `Planes`."""

    planes: NDArray[np.uint8]  # bit b of all values from b * stride on
    stride: int
    copies: NDArray[np.int64]  # of each plane: see `Planes`
    offsets: NDArray[np.int64]  # of each move: its row for the tile at p begins offsets[k] + p // 8 bytes into a plane


@kernel
def write_bits(values, start, stop, rows, depth):
    """Write bits 0 to depth - 1 of values[start:stop] into every copy of the planes; both are multiples of WORD."""
    copies, size = rows.copies, rows.stride // rows.copies.size
    before = np.zeros(depth, np.uint64)
    for b in range(depth if start else 0):
        before[b] = bit_of_values(values, start - WORD, b)
    for p in range(start, stop, WORD):
        for b in range(depth):
            word = bit_of_values(values, p, b)
            for c in range(copies.size):
                left = np.uint64(8 - copies[c])
                shifted = (word << left) | ((before[b] >> ONE) >> (np.uint64(63) - left))
                store_word(rows.planes, b * rows.stride + c * size + p // 8, shifted)
            before[b] = word


class Planes:
    """Bits of values for rows that begin at any position: a copy of each plane for every residue of moves mod 8.

    Copy c begins at position copies[c] - 8, copies[c] from 1 to 8, so that a row that begins at copies[c] mod 8
    begins with a whole byte. There is room for `depth` planes: 0 where nobody asks.
    """

    def __init__(self, moves: Moves, n: int, depth: int) -> None:
        starts = (-moves - 1) % 8 + 1
        self.copies, self.depth = np.unique(starts), depth
        size = -(-n // TILE) * (TILE // 8) + 2 * WORD
        self.stride = self.copies.size * size
        self.planes = np.zeros(depth * self.stride, np.uint8)  # memory that is never written isn't taken
        self.offsets = np.searchsorted(self.copies, starts) * size + 1 - (moves + starts) // 8

    def rows(self, chosen: Any) -> PlaneRows:
        return PlaneRows(self.planes, self.stride, self.copies, self.offsets[chosen])

    def extend(self, values: NDArray[np.unsignedinteger], start: int, stop: int, top: int) -> None:
        """Take in values[start:stop], none above top; both are multiples of TILE, or stop is n."""
        write_bits(values, start, stop // TILE * TILE, self.rows([]), max(1, top.bit_length()))
