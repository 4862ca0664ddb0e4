"""Square-difference-free sets, in which no two distinct members differ by a square.

The cold positions of subtract-a-square form a set of this kind. Imre Ruzsa ("Difference sets without squares",
Periodica Mathematica Hungarica 15, 1984) starts from residues modulo a squarefree b, no two of which differ by a square
modulo b, and turns them into a square-difference-free set of whole numbers. The more residues there are, the denser
this set is. The module therefore also finds a largest set of such residues, by an exact search for a largest clique.
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


def addable(members: ArrayLike | Iterable[int], n: int) -> Positions:
    """Return, in ascending order, the numbers below n that can be added to a square-difference-free set below n.

    A number outside the set can be added if it does not differ by a square from any member. Takes O(k sqrt(n)) time for
    k members, and 10n bytes at worst. Raises ValueError if two members differ by a square or one is not in range(n).

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


def powers_modulo(m: int, power: int = 2) -> NDArray[np.int64]:
    """Return k**power modulo m for k = 0, ..., m - 1, as int64[m], for m from 1 to 2**27 and `power` from 1 to 62.

    >>> powers_modulo(5), powers_modulo(7, power=3)
    (array([0, 1, 4, 4, 1]), array([0, 1, 1, 6, 1, 6, 6]))
    """
    m, power = whole_number("m", m, least=1, most=MOST_RESIDUES), whole_number("power", power, least=1, most=62)
    bases, powers = np.arange(m, dtype=np.int64), np.ones(m, dtype=np.int64)
    for _ in range(power):
        powers = powers * bases % m
    return powers


def is_difference_free_modulo(residues: ArrayLike | Iterable[int], m: int, power: int = 2) -> bool:
    """Return whether no two of these residues differ, in either order, by a square (or another power) modulo m.

    Takes O(m + k^2) time for k residues. Raises ValueError unless the residues are distinct numbers in range(m).

    >>> is_difference_free_modulo([0, 2], 5), is_difference_free_modulo([0, 1], 5)
    (True, False)
    """
    is_power = as_mask(powers_modulo(m, power), m)
    numbers = integers("residues", residues, least=0, stop=m)
    return not any(is_power[(np.delete(numbers, i) - x) % m].any() for i, x in enumerate(numbers))


def maximum_residues(b: int) -> Positions:
    """Return, in ascending order, a largest square-difference-free set of residues modulo b that contains 0.

    The answer is a largest clique of the graph that joins two residues if neither difference is a square modulo b. A
    clique remains a clique when it is shifted, or multiplied by -1 or by an invertible square. If two members differ by
    d, or by d times a multiplier of this kind, some clique of the same size therefore contains 0 and d. One search is
    enough for each orbit of differences d, and the whole orbit can then be removed from the graph.

    The time is exponential in the worst case, but only a fraction of a second up to b = 205 and a minute at b = 377.

    >>> len(maximum_residues(13)), len(maximum_residues(65)), len(maximum_residues(205))
    (3, 7, 12)
    """
    b = whole_number("b", b, least=1, most=MOST_RESIDUES)
    with needs("notebooks"):
        import networkx as nx
    is_square = as_mask(powers_modulo(b), b)
    allowed = ~(is_square | is_square[-np.arange(b)])  # the differences that join two residues
    multipliers = {sign * k * k % b for k in range(b) if gcd(k, b) == 1 for sign in (1, -1)}
    orbits = {tuple(sorted({d * u % b for u in multipliers})) for d in np.flatnonzero(allowed).tolist()}
    best: list[int] = [0]
    for orbit in sorted(orbits, key=lambda orbit: (len(orbit), orbit)):
        vertices = np.flatnonzero(allowed & np.roll(allowed, orbit[0]))  # the residues joined to both 0 and orbit[0]
        joined = allowed[vertices[:, None] - vertices[None, :]]  # a negative index counts from the end, so modulo b
        clique, _ = nx.max_weight_clique(nx.from_numpy_array(joined), weight=None)
        best = max(best, [0, orbit[0], *vertices[clique].tolist()], key=len)
        allowed[list(orbit)] = False
    return np.array(sorted(best), dtype=np.int64)


def ruzsa_members(b: int, D: ArrayLike | Iterable[int], n: int) -> Positions:
    """Return Ruzsa's square-difference-free set of about n**ruzsa_exponent(b, |D|) numbers below n, in ascending order.

    The members are the numbers whose base-b digits in the even places (ones, b^2, b^4, ...) lie in D. The base must be
    squarefree and at least 2, and D must be square-difference-free modulo b. Leading zeros are digits too, so D must
    contain 0 (some shift of D always does). Takes O(k) time and memory for k members. Other b or D raise ValueError.

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
        members = members[: np.searchsorted(members, -(-n // b**place))]  # those below n if only zeros follow
    return members


def ruzsa_exponent(b: int, size: int) -> float:
    """Return e = (1 + log_b |D|)/2, where |D| is `size`. About n**e members of Ruzsa's set lie below n.

    >>> round(ruzsa_exponent(65, 7), 6), round(ruzsa_exponent(205, 12), 6)
    (0.733077, 0.733412)
    """
    b = whole_number("b", b, least=2, most=MOST_RESIDUES)
    size = whole_number("size", size, least=1, most=b)
    return (1 + log(size) / log(b)) / 2


def is_squarefree(b: int) -> bool:
    """Return whether 1 is the only square that divides b, for b from 1 to 2**27.

    >>> [b for b in range(1, 15) if is_squarefree(b)]
    [1, 2, 3, 5, 6, 7, 10, 11, 13, 14]
    """
    b = whole_number("b", b, least=1, most=MOST_RESIDUES)
    return all(b % (k * k) for k in range(2, isqrt(b) + 1))
