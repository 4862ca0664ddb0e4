"""Bit planes of values: 512 adjacent ones are 9 or 10 vectors of 512 bits, wherever they begin.

Plane b holds bit b of the value of every position, so that one logic instruction works on 512 positions at once. A
move's sources for 512 targets are a *row*: as many adjacent bits of each plane, which may begin with any bit. Memory is
read from the byte that holds it on, and from the next byte on: two shifts make the row.
"""

from __future__ import annotations

from ..support.kernel import kernel
from ..vectors import WORD, address, store_word
from .vectors import bit_of_values


@kernel
def write_bits(values, start, stop, planes, depth):
    """Write bits 0 to depth - 1 of values[start:stop] into planes, uint8[depth, bytes]; both are multiples of WORD."""
    for p in range(start, stop, WORD):
        for b in range(depth):
            store_word(address(planes, b * planes.shape[1]), p // WORD, bit_of_values(address(values, p), b))
