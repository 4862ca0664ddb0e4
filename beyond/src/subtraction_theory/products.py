"""Kernels modulo the product of two primes p < q that are 3 modulo 4, among the sets of Theorem 11.6 (notebook 11).

Let r generate the nonzero squares modulo p, and let h have the same order g = (p - 1) / 2 modulo q. For a nonzero
square b modulo q, the set consists of (0, 0), of the pairs (r^i, -h^i) and of the pairs (-r^i, b h^i) of residues
modulo p and q. No two of these p members differ by a square if (i) 1 - h^i is a square modulo q exactly when 1 - r^i
is one modulo p, for 0 < i < g, and (ii) 1 + b h^i exactly when 1 + r^i, for 0 <= i < g.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd, isqrt, log

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Positions
from subtraction_games.games import primes

from .difference_free import powers_modulo


def generator(p: int) -> int:
    """Return the least generator of the nonzero squares modulo p. Raises ValueError unless p is a prime, 3 modulo 4.

    >>> generator(7), generator(11), generator(31)
    (2, 3, 7)
    """
    if p % 4 != 3 or not all(p % d for d in range(2, isqrt(p) + 1)):
        raise ValueError(f"p must be a prime that is 3 modulo 4, not {p}")
    g = (p - 1) // 2
    return next(r for r in range(1, p) if pow(r, g, p) == 1 and _order(r, g, p) == g)


def members(p: int, q: int, h: int, b: int) -> Positions:
    """Return the members of the set modulo p q, in ascending order, as int64[p]. The product must be below 2^62.

    >>> members(11, 31, 4, 1)
    array([  0,  32,  58,  60, 108, 147, 194, 233, 281, 283, 309])
    """
    x, y = (np.array(part) for part in zip(*_pairs(p, q, h, b), strict=True))
    to_p, to_q = q * pow(q, -1, p), p * pow(p, -1, q)
    return np.sort([(int(u) * to_p + int(v) * to_q) % (p * q) for u, v in zip(x, y, strict=True)])


def is_kernel_modulo(p: int, q: int, h: int, b: int) -> bool:
    """Return whether the set satisfies (i) and (ii) and reaches every residue by squares. Takes O(p q) time.

    Multiplication by (r, h) maps the set to itself and squares to squares, so the set reaches all residues if it
    reaches those that are 0, 1 or -1 modulo p.
    """
    of_p, of_q = _is_square(p), _is_square(q)
    pairs = _pairs(p, q, h, b)
    if any(of_p[(x - u) % p] == of_q[(y - v) % q] for x, y in pairs for u, v in pairs if x != u):
        return False
    for x in (0, 1, p - 1):
        missed = np.ones(q, dtype=bool)
        for u, v in pairs:
            if of_p[(x - u) % p]:
                missed &= np.roll(~of_q, v)
        if missed.any():
            return False
    return True


def expected(p: int) -> float:
    """Return about how many primes q have a kernel of this kind with b = 1, by the heuristic of notebook 11.

    With g = (p - 1) / 2, at most phi(g) / 2 + omega(g) of the signs in (i) and (ii) are independent, where omega(g)
    counts the prime divisors of g, at most two, and q is of the order of 2^(p / 2).

    >>> f"{expected(31):.0f} {expected(43):.0f}"
    '34 389'
    """
    g = (p - 1) // 2
    units = sum(gcd(k, g) == 1 for k in range(g))
    divisors = sum(g % d == 0 for d in primes(p).tolist())
    return float(2 ** ((p - units) / 2 - divisors) / (p * log(2)))


def search(p: int, end: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield (p, q, h, b) for every prime q from p + 1 to end - 1 for which one of the sets is a kernel, one each.

    >>> list(search(11, 1000)), list(search(19, 500))
    ([(11, 31, 4, 10)], [(19, 163, 53, 1), (19, 487, 41, 171)])
    """
    generator(p)  # refuses any other p
    for q in primes(end).tolist():
        if q > p and q % 4 == 3 and (q - 1) % ((p - 1) // 2) == 0:
            yield from _first(p, q)


def _first(p: int, q: int) -> list[tuple[int, int, int, int]]:
    g, r = (p - 1) // 2, generator(p)
    signs = [pow(1 - r**i, g, p) == 1 for i in range(1, g)]
    base = next(y for x in range(2, q) if _order(y := pow(x, (q - 1) // g, q), g, q) == g)
    for e in range(1, g + 1):
        h = pow(base, e, q)
        if gcd(e, g) == 1 and all(
            (pow(1 - pow(h, i, q), (q - 1) // 2, q) == 1) == sign for i, sign in enumerate(signs, 1)
        ):
            of_p, of_q = _is_square(p), _is_square(q)
            b = np.flatnonzero(of_q)[1:]
            for i in range(g):
                b = b[of_q[(1 + b * pow(h, i, q)) % q] == of_p[(1 + pow(r, i, p)) % p]]
            for each in b.tolist():
                if is_kernel_modulo(p, q, h, each):
                    return [(p, q, h, each)]
    return []


def _pairs(p: int, q: int, h: int, b: int) -> list[tuple[int, int]]:
    r = generator(p)
    powers = [(pow(r, i, p), pow(h, i, q)) for i in range((p - 1) // 2)]
    return [(0, 0), *((x, -y % q) for x, y in powers), *((-x % p, b * y % q) for x, y in powers)]


def _is_square(q: int) -> NDArray[np.bool_]:
    """Return a bool[q] that is True at the squares modulo q, 0 included."""
    squares = np.zeros(q, dtype=bool)
    squares[powers_modulo(q)] = True
    return squares


def _order(x: int, g: int, q: int) -> int:
    """Return the order of x modulo q, if it divides g."""
    return next(d for d in range(1, g + 1) if g % d == 0 and pow(x, d, q) == 1)
