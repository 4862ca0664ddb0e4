"""Square-difference-free sets: no two different members differ by a square. Checks, residues, Ruzsa's construction.

The cold positions of subtract-a-square are one such set. Others are built from digits: I. Z. Ruzsa, "Difference sets
without squares", Periodica Mathematica Hungarica 15 (1984), turns a set of residues modulo a squarefree b, no two of
which differ by a square modulo b, into a set of whole numbers. The more residues there are, the denser the set is, so
this module also finds as many residues as possible, by an exact search for a largest clique.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from math import gcd, isqrt, log

import numpy as np
from numpy.typing import ArrayLike, NDArray

from subtraction_games.arguments import Positions, as_mask, integers, needs, whole_number
from subtraction_games.games import squares

from . import MOST_RESIDUES


def is_difference_free(members: ArrayLike | Iterable[int]) -> bool:
    """Is it true that no two of these distinct whole numbers (0 or more, in any order) differ by a positive square?

    Each square is added to all members at once, and the sums are looked up in a table of the members. For k members
    that lie within m of each other this takes O(k sqrt(m)) time and m bytes of memory. Raises TypeError or ValueError
    for anything but distinct whole numbers.

    >>> is_difference_free([0, 2, 5, 7, 10]), is_difference_free([0, 2, 5, 6])
    (True, False)
    """
    numbers = integers("members", members, least=0, stop=2**62)
    if not numbers.size:
        return True
    numbers -= numbers[0]
    span = int(numbers[-1]) + 1
    is_member = as_mask(numbers, span)
    return not any(is_member[numbers[: np.searchsorted(numbers, span - s)] + s].any() for s in squares(span))


def addable(members: ArrayLike | Iterable[int], n: int) -> Positions:
    """int64[k], ascending: the numbers in range(n) that can be added to a square-difference-free set below n.

    These are the numbers outside the set that do not differ by a square from any member. Takes O(k sqrt(n)) time for k
    members, and 10n bytes at worst. Raises ValueError when two members differ by a square, or one is not in range(n).

    >>> addable([0, 7], 10)
    array([2, 5])
    """
    n = whole_number("n", n, least=0)
    numbers = integers("members", members, least=0, stop=n)
    at_a_square = np.zeros(n, dtype=bool)
    for square in squares(n):
        at_a_square[numbers[: np.searchsorted(numbers, n - square)] + square] = True
        at_a_square[numbers[np.searchsorted(numbers, square) :] - square] = True
    if at_a_square[numbers].any():
        raise ValueError("members must be square-difference-free, but two of them differ by a square")
    return np.flatnonzero(~at_a_square & ~as_mask(numbers, n))


def is_maximal(members: ArrayLike | Iterable[int], n: int) -> bool:
    """Can no number in range(n) be added to this square-difference-free set below n?

    The cost and the errors are those of `addable`.

    >>> is_maximal([0, 2, 5, 7], 10), is_maximal([0, 2, 7], 10)
    (True, False)
    """
    return addable(members, n).size == 0


def powers_modulo(m: int, power: int = 2) -> NDArray[np.int64]:
    """int64[m]: 0, 1, ..., m - 1 to the given power (1 to 62) modulo m, for m from 1 to 2**27.

    >>> powers_modulo(5), powers_modulo(7, power=3)
    (array([0, 1, 4, 4, 1]), array([0, 1, 1, 6, 1, 6, 6]))
    """
    m, power = whole_number("m", m, least=1, most=MOST_RESIDUES), whole_number("power", power, least=1, most=62)
    bases, powers = np.arange(m, dtype=np.int64), np.ones(m, dtype=np.int64)
    for _ in range(power):
        powers = powers * bases % m
    return powers


def is_difference_free_modulo(residues: ArrayLike | Iterable[int], m: int, power: int = 2) -> bool:
    """Is it true that no two different residues differ, in either order, by a square or other power modulo m?

    The residues are distinct numbers in range(m); others raise ValueError. Takes O(m + k^2) time for k residues.

    >>> is_difference_free_modulo([0, 2], 5), is_difference_free_modulo([0, 1], 5)
    (True, False)
    """
    is_power = as_mask(powers_modulo(m, power), m)
    numbers = integers("residues", residues, least=0, stop=m)
    return not any(is_power[(np.delete(numbers, i) - x) % m].any() for i, x in enumerate(numbers))


def maximum_residues(b: int) -> Positions:
    """int64[k], ascending, with 0: a largest set of residues modulo b of which no two differ by a square.

    Join two residues when neither difference is a square modulo b; the answer is a largest clique of that graph. Two
    symmetries shrink the search, which nevertheless remains exact. A clique remains a clique when it is shifted, or
    multiplied by -1 or by an invertible square u. So if two members of a clique differ by d, or by d times such a u,
    another clique of the same size contains 0 and d. One search for each class of differences d is enough. After that
    search the class can be struck from the graph, because all cliques with such a difference have been considered.

    The time is exponential in the worst case. The search takes a fraction of a second up to b = 205, and a minute at b
    = 377.

    >>> len(maximum_residues(13)), len(maximum_residues(65)), len(maximum_residues(205))
    (3, 7, 12)
    """
    b = whole_number("b", b, least=1, most=MOST_RESIDUES)
    is_square = as_mask(powers_modulo(b), b)
    allowed = ~(is_square | is_square[-np.arange(b)])  # the differences that join two residues
    best: list[int] = [0]
    for differences in _classes(allowed):
        best = max(best, [0, differences[0], *_clique_beside(differences[0], allowed)], key=len)
        allowed[differences] = False
    return np.array(sorted(best), dtype=np.int64)


def _classes(allowed: NDArray[np.bool_]) -> list[list[int]]:
    """The allowed differences modulo b in orbits under multiplication by -1 and invertible squares, smallest first."""
    b = allowed.size
    multipliers = {sign * k * k % b for k in range(b) if gcd(k, b) == 1 for sign in (1, -1)}
    left, classes = set(np.flatnonzero(allowed).tolist()), []
    while left:
        d = min(left)
        classes.append(sorted({d * u % b for u in multipliers}))
        left -= set(classes[-1])
    return sorted(classes, key=len)


def _clique_beside(d: int, allowed: NDArray[np.bool_]) -> list[int]:
    """A largest clique among the residues that are joined to 0 and to d."""
    vertices = np.flatnonzero(allowed & np.roll(allowed, d))
    joined = allowed[vertices[:, None] - vertices[None, :]]  # a negative index counts from the end, so modulo b
    with needs("notebooks"):
        import networkx as nx
    clique, _ = nx.max_weight_clique(nx.from_numpy_array(joined), weight=None)
    return vertices[sorted(clique)].tolist()


def ruzsa_members(b: int, D: ArrayLike | Iterable[int], n: int) -> Positions:
    """int64[k], ascending: Ruzsa's square-difference-free set below n, where k is about n**ruzsa_exponent(b, |D|).

    Its members are the numbers whose base-b digits in the even places (ones, b^2, b^4, ...) lie in D, with any digits
    in the odd places. b must be squarefree and at least 2, and D must be square-difference-free modulo b and contain 0
    (so that leading zeros are allowed digits; every D has a shift that contains 0). Raises ValueError for any other b
    or D. Takes O(k) time and memory.

    >>> ruzsa_members(5, [0, 2], 30)
    array([ 0,  2,  5,  7, 10, 12, 15, 17, 20, 22])
    """
    b, n = whole_number("b", b, least=2, most=MOST_RESIDUES), whole_number("n", n, least=0)
    if not is_squarefree(b):
        raise ValueError(f"b must be squarefree, not {b}")
    even = integers("D", D, least=0, stop=b)
    if not even.size or even[0] != 0:
        raise ValueError(f"D must contain 0 (subtract one member from all, modulo {b})")
    if not is_difference_free_modulo(even, b):
        raise ValueError(f"D must be square-difference-free modulo {b}, but two residues differ by a square")
    places = next(places for places in count() if b**places > n)  # the number of digits of n itself
    members = np.zeros(min(n, 1), dtype=np.int64)  # built from the highest digit down
    for place in reversed(range(places)):
        digits = even if place % 2 == 0 else np.arange(b)
        members = (members[:, None] * b + digits).ravel()
        members = members[: np.searchsorted(members, -(-n // b**place))]  # those below n when zeros follow
    return members


def ruzsa_exponent(b: int, size: int) -> float:
    """The exponent e = (1 + log_b |D|)/2, for which about n**e members of Ruzsa's set lie below n; `size` is |D|.

    >>> round(ruzsa_exponent(65, 7), 6), round(ruzsa_exponent(205, 12), 6)
    (0.733077, 0.733412)
    """
    b = whole_number("b", b, least=2, most=MOST_RESIDUES)
    size = whole_number("size", size, least=1, most=b)
    return (1 + log(size) / log(b)) / 2


def is_squarefree(b: int) -> bool:
    """Is 1 the only square that divides b (from 1 to 2**27)?

    >>> [b for b in range(1, 15) if is_squarefree(b)]
    [1, 2, 3, 5, 6, 7, 10, 11, 13, 14]
    """
    b = whole_number("b", b, least=1, most=MOST_RESIDUES)
    return all(b % (k * k) for k in range(2, isqrt(b) + 1))
