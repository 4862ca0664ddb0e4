"""Kernels modulo m: residues between which no square leads, and from which squares lead to every other residue.

A kernel (von Neumann and Morgenstern's word) is what the cold positions of a game are among all positions. Modulo m it
is a set D of residues without square differences whose sums with squares are all residues. If all but o(sqrt n) cold
positions of subtract-a-square lie in a square-difference-free set of residues, that set is a kernel (Theorem 12.3); and
a beginning that declares all other residues hot can make the game keep it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import ArrayLike

from subtraction_games.arguments import Positions, integers, require_memory, whole_number

from .difference_free import is_difference_free_modulo, square_residues


def is_kernel(D: ArrayLike | Iterable[int], m: int) -> bool:
    """Is D square-difference-free modulo m (either way round), and is every residue a member of D plus a square?

    D holds distinct numbers in range(m), and m is from 2 to 2**27; others raise ValueError. O(m + |D|^2 + |D| m) time.

    >>> is_kernel([0, 2], 5), is_kernel([0, 2, 10], 21), is_kernel([0, 2], 13)
    (True, False, False)
    """
    m = whole_number("m", m, least=2)
    residues = integers("D", D, least=0, stop=m)
    if not is_difference_free_modulo(residues, m):
        return False
    is_square, reached = square_residues(m), np.zeros(m, dtype=bool)
    for d in residues.tolist():
        reached |= np.roll(is_square, d)
    return bool(reached.all())


def kernels(m: int) -> Iterator[Positions]:
    """Every kernel modulo m (2 to 2**27) that contains 0, each once: int64[k], ascending. The others are their shifts.

    A search: of the residues that are not reached yet, the one that fewest members could reach has to be reached by one
    of these; each is tried, and left out afterwards. Exponential at worst; whether there is one at all is known at once
    for most m below 400, and for multiples of 32 in minutes. Raises ValueError for another m.

    >>> [kernel.tolist() for kernel in kernels(5)], next(kernels(41)).size, list(kernels(21))
    ([[0, 2], [0, 3]], 5, [])
    """
    m = whole_number("m", m, least=2)
    is_square = square_residues(m)
    everything = (1 << m) - 1

    def shifted(residues: int, by: int) -> int:
        return (residues << by | residues >> (m - by)) & everything

    onward = sum(1 << s for s in np.flatnonzero(is_square).tolist())
    back = sum(1 << -s % m for s in np.flatnonzero(is_square).tolist())
    reached_from = [shifted(onward, x) for x in range(m)]  # bits: x and the residues a square above it
    reaching = [shifted(back, x) for x in range(m)]  # x and those a square below it
    barred_by = [ahead | behind for ahead, behind in zip(reached_from, reaching, strict=True)]

    def search(chosen: list[int], free: int, missing: int) -> Iterator[Positions]:
        if not missing:
            yield np.array(sorted(chosen), dtype=np.int64)
            return
        candidates = min((free & reaching[x] for x in _bits(missing)), key=int.bit_count)
        for d in _bits(candidates):
            yield from search([*chosen, d], free & ~barred_by[d], missing & ~reached_from[d])
            free &= ~(1 << d)

    yield from search([0], everything & ~barred_by[0], everything & ~reached_from[0])


def planted(m: int, D: ArrayLike | Iterable[int], B: int) -> Positions:
    """int64[:], ascending: the positions below B that are outside the residues D modulo m. O(B) time and memory.

    Declared hot, they plant D: the game begins with cold positions in D alone, and is left to itself from B on. D is
    square-difference-free modulo m, and m is from 2 to 2**27. Raises ValueError for another m, D or B.

    >>> planted(5, [0, 2], 10)
    array([1, 3, 4, 6, 8, 9])
    """
    m, B = whole_number("m", m, least=2), whole_number("B", B, least=0)
    residues = integers("D", D, least=0, stop=m)
    if not is_difference_free_modulo(residues, m):
        raise ValueError(f"D must be square-difference-free modulo {m}, but two residues differ by a square")
    require_memory(24 * B, f"the positions below {B:,} outside D")
    positions = np.arange(B, dtype=np.int64)
    return positions[~np.isin(positions % m, residues)]


def _bits(mask: int) -> Iterator[int]:
    """The places of the ones in a number, from the lowest."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
