"""Number-theoretic transforms: convolutions of whole numbers without rounding.

A Fourier transform modulo a prime. The convolution of two vectors is the product of two polynomials, and a product
is easy to take where polynomials are known by their values: value by value. The way there is division with
remainder. Modulo x^2m - r^2 = (x^m - r)(x^m + r), a polynomial with 2m coefficients leaves two remainders with m
each, and if (u, v) are its halves, they are u + r v and u - r v: m multiplications by the same number. Begin with
x^N - 1 and go on until m is 1: what is left are the values at all N-th roots of unity. Modulo the prime 15 2^27 + 1
there are such roots for every power of two N up to 2^27 (31 generates all residues), and every step is exact.

So a convolution comes out right modulo the prime, and right if no entry reaches the prime. The order of
the values is that in which the remainders fall; products don't mind, and the way back undoes it.

The number-theoretic transform is Pollard's ("The fast Fourier transform in a finite field", Mathematics of Computation
25, 1971); multiplication modulo a prime without division is Montgomery's ("Modular multiplication without trial
division", ibid. 44, 1985).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..support.kernel import kernel

MODULUS = 15 * 2**27 + 1  # a prime below 2^31, so that a sum of two residues fits in 32 bits
LONGEST = 2**27  # entries: the power of two that divides MODULUS - 1
GENERATOR = 31
LEAF, SMALLEST = 512, 16  # a leaf's entries end in blocks of 16 side by side: processors take several numbers at once

Residues: TypeAlias = NDArray[np.uint32]

_P = np.uint32(MODULUS)
_INVERSE_OF_P = np.uint32(pow(MODULUS, -1, 2**32))


def transform(vector: NDArray[np.unsignedinteger] | NDArray[np.bool_], length: int) -> Residues:
    """uint32[N]: the values of the polynomial with these coefficients (below MODULUS) at the N-th roots of unity.

    N is `length`, a power of two and at least the vector's, but no less than LEAF. O(N log N). Raises OverflowError
    above LONGEST.

    >>> values = transform(np.array([7, 0], dtype=np.uint32), 2)
    >>> values.size, set(values.tolist())
    (512, {7})
    """
    if length > LONGEST:
        raise OverflowError(f"length must be at most {LONGEST}, not {length}: the prime has no roots of unity for more")
    values = np.zeros(max(length, LEAF), dtype=np.uint32)
    values[: vector.size] = vector
    _divide(values, 0, _roots(values.size)[0], False)
    return values


def convolved(pairs: Iterable[tuple[Residues, Residues]]) -> Residues:
    """uint32[N]: the coefficients of a sum of products of polynomials, from the transforms, all of length N.

    Modulo MODULUS they are the cyclic convolution (indices modulo N), so they are the convolution itself where that
    is smaller. O(N log N), and O(N) for each pair.

    >>> convolved([(transform(np.array([1, 2], np.uint32), 4), transform(np.array([1, 3], np.uint32), 4))])[:4]
    array([1, 5, 6, 0], dtype=uint32)
    """
    pairs = list(pairs)
    length = pairs[0][0].size
    total = np.zeros(length, dtype=np.uint32)
    for a, b in pairs:
        _add_product(total, a, b)
    _divide(total, 0, _roots(length)[1], True)
    _scale(total, np.uint32(pow(length, -1, MODULUS) * 2**64 % MODULUS))  # 2^32 twice: of _add_product, of _scale
    return total


@cache
def _roots(length: int) -> tuple[Residues, Residues]:
    """The r of the remainders in the order in which they are needed, and their inverses, all times 2^32.

    Block k is divided by x^m - r and x^m + r; its halves, blocks 2k and 2k + 1 of the next step, have as r^2 what was
    r and -r. So r of block k is the same at every step, and the second half of the table is the first times a root.
    """
    count = length // 2
    table, inverses = np.empty(count, dtype=np.uint32), np.empty(count, dtype=np.uint32)
    table[0] = inverses[0] = 2**32 % MODULUS
    known = 1
    while known < count:
        root = pow(GENERATOR, (MODULUS - 1) // (4 * known), MODULUS)
        table[known : 2 * known] = table[:known] * np.uint64(root) % MODULUS
        inverses[known : 2 * known] = inverses[:known] * np.uint64(pow(root, -1, MODULUS)) % MODULUS
        known *= 2
    return table, inverses


@kernel
def _times(a, b):
    """a b / 2^32. With q = a b / MODULUS modulo 2^32, a b - q MODULUS ends in 32 zero bits: subtract the tops alone."""
    product = np.uint64(a) * np.uint64(b)
    q = np.uint32(np.uint32(product) * _INVERSE_OF_P)
    top = np.uint32((np.uint64(q) * np.uint64(_P)) >> np.uint64(32))
    return _less(np.uint32(product >> np.uint64(32)), top)


@kernel
def _plus(a, b):
    total = np.uint32(a + b)
    return min(total, np.uint32(total - _P))  # a negative difference wraps around to a large number


@kernel
def _less(a, b):
    difference = np.uint32(a - b)
    return min(difference, np.uint32(difference + _P))


@kernel
def _divided(u, v, r, back):
    """u + r v and u - r v, of a coefficient of each half of a block. Back, where r is the inverse: 2 u and 2 v."""
    if back:
        return _plus(u, v), _times(_less(u, v), r)
    rv = _times(v, r)
    return _plus(u, rv), _less(u, rv)


@kernel
def _step(u, v, r, back):
    """In place of a block's halves u and v: its remainders modulo x^m - r and x^m + r; or back."""
    for i in range(u.size):
        u[i], v[i] = _divided(u[i], v[i], r, back)


@kernel
def _divide(a, block, roots, back):
    """Remainders of block number `block`, and of those in turn, until they are SMALLEST; then side by side. Or back.

    Depth first, so that all but the first steps find their block in a cache.
    """
    half = a.size // 2
    if half < SMALLEST:
        return
    if back and a.size == LEAF:
        _side_by_side(a, block, roots, back)
    if not back:
        _step(a[:half], a[half:], roots[block], back)
    _divide(a[:half], 2 * block, roots, back)
    _divide(a[half:], 2 * block + 1, roots, back)
    if back:
        _step(a[:half], a[half:], roots[block], back)
    elif a.size == LEAF:
        _side_by_side(a, block, roots, back)


@kernel
def _side_by_side(a, leaf, roots, back):
    """The last four steps for all blocks of 16 in a leaf: coefficient i of every block is in row i of `room`."""
    blocks = LEAF // SMALLEST
    room, r = np.empty((SMALLEST, blocks), np.uint32), np.empty(blocks, np.uint32)
    by_block = a.reshape(blocks, SMALLEST)
    room[:] = by_block.T
    for step in range(4):
        half = 1 << step if back else 8 >> step
        for k in range(8 // half):
            for j in range(blocks):
                r[j] = roots[(leaf * blocks + j) * (8 // half) + k]
            for i in range(2 * half * k, 2 * half * k + half):
                u, v = room[i], room[i + half]
                for j in range(blocks):
                    u[j], v[j] = _divided(u[j], v[j], r[j], back)
    by_block[:] = room.T


@kernel
def _add_product(total, a, b):
    """Value by value, divided by 2^32."""
    for i in range(total.size):
        total[i] = _plus(total[i], _times(a[i], b[i]))


@kernel
def _scale(a, factor):
    for i in range(a.size):
        a[i] = _times(a[i], factor)
