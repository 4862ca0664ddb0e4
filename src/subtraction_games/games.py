"""Subtraction sets by name, as functions of n that return the elements smaller than n."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import accumulate, count, takewhile
from math import isqrt
from operator import mul
from typing import Any

import numpy as np

from .arguments import Moves, require_memory, whole_number


def squares(n: int) -> Moves:
    """Return the positive squares smaller than n, the moves of subtract-a-square (OEIS A000290).

    >>> squares(30)
    array([ 1,  4,  9, 16, 25])
    """
    n = whole_number("n", n, least=0)
    require_memory(16 * isqrt(n), f"the squares below {n}")
    return np.arange(1, isqrt(max(n - 1, 0)) + 1, dtype=np.int64) ** 2


def cubes(n: int) -> Moves:
    """Return the positive cubes smaller than n (OEIS A000578).

    >>> cubes(100)
    array([ 1,  8, 27, 64])
    """
    n = whole_number("n", n, least=0)
    root = round(n ** (1 / 3)) + 1  # one more than enough, because the root is rounded
    candidates = np.arange(1, root + 1, dtype=np.int64) ** 3
    return candidates[candidates < n]


def triangular(n: int) -> Moves:
    """Return the positive triangular numbers k(k+1)/2 smaller than n (OEIS A000217).

    >>> triangular(20)
    array([ 1,  3,  6, 10, 15])
    """
    n = whole_number("n", n, least=0)
    require_memory(32 * isqrt(2 * n), f"the triangular numbers below {n}")
    k = np.arange(1, isqrt(2 * n) + 1, dtype=np.int64)
    candidates = k * (k + 1) // 2
    return candidates[candidates < n]


def primes(n: int) -> Moves:
    """Return the primes smaller than n (OEIS A000040), by the sieve of Eratosthenes, in O(n log log n) time.

    >>> primes(20)
    array([ 2,  3,  5,  7, 11, 13, 17, 19])
    """
    n = whole_number("n", n, least=0)
    is_prime = np.ones(n, dtype=bool)
    is_prime[:2] = False
    is_prime[4::2] = False
    for p in range(3, isqrt(n) + 1, 2):
        if is_prime[p]:
            is_prime[p * p :: 2 * p] = False
    return np.flatnonzero(is_prime)


def factorials(n: int) -> Moves:
    """Return the factorials smaller than n, without the repeated 1 (OEIS A000142).

    >>> factorials(1000)
    array([  1,   2,   6,  24, 120, 720])
    """
    return _while_below(n, accumulate(count(1), mul))


def powers(base: int) -> Callable[[int], Moves]:
    """Return the subtraction set of all powers of `base`, starting with 1. The base is an integer greater than 1.

    >>> powers(3)(100)
    array([ 1,  3,  9, 27, 81])
    """
    base = whole_number("base", base, least=2)
    return named(f"powers of {base}", _powers_below, base)


def _powers_below(base: int, n: int) -> Moves:
    return _while_below(n, (base**k for k in count()))


def named(name: str, function: Callable[..., Moves], *first: Any) -> Callable[[int], Moves]:
    """Return a set under a name that calls a function with its first arguments fixed, and that can be pickled."""
    S = partial(function, *first)
    vars(S)["__name__"] = name
    return S


def moser_de_bruijn(n: int) -> Moves:
    """Return the positive sums of distinct powers of four that are smaller than n (OEIS A000695, without its 0).

    >>> moser_de_bruijn(70)
    array([ 1,  4,  5, 16, 17, 20, 21, 64, 65, 68, 69])
    """
    n = whole_number("n", n, least=0)
    fours = _powers_below(4, n)
    require_memory(28 << fours.size, f"the Moser-de Bruijn numbers below {n}")
    sums = np.zeros(1, dtype=np.int64)
    for power in fours:
        sums = np.concatenate([sums, sums + power])  # ascending, because power exceeds every sum so far
    return sums[(sums > 0) & (sums < n)]


def practical(n: int) -> Moves:
    """Return the practical numbers smaller than n (OEIS A005153).

    A number m is practical if every whole number up to m is a sum of distinct divisors of m. By the test of Stewart and
    Sierpinski, for each prime factor p of m, the divisors of the part of m made up of smaller primes must add up to at
    least p - 1. Takes O(n log log n) time and 25 n bytes.

    >>> practical(30)
    array([ 1,  2,  4,  6,  8, 12, 16, 18, 20, 24, 28])
    """
    n = whole_number("n", n, least=0)
    passes, divisor_sum = np.ones(n, dtype=bool), np.ones(n, dtype=np.int64)  # of the part made up of the primes so far
    passes[:1] = False
    large = primes(n)
    small, large = np.split(large, [np.searchsorted(large, isqrt(n), side="right")])
    for p in small.tolist():
        passes[::p] &= p <= divisor_sum[::p] + 1
        of_smaller, power, geometric = divisor_sum[::p].copy(), p, 1 + p
        while power < n:
            divisor_sum[::power] = geometric * of_smaller[:: power // p]
            power *= p
            geometric += power
    for rest in range(1, isqrt(n) + 1):  # a number below n has at most one large prime factor
        large = large[: np.searchsorted(large, (n - 1) // rest, side="right")]
        passes[rest * large] &= large <= divisor_sum[rest * large] + 1
    return np.flatnonzero(passes)


def _while_below(n: int, values: Iterable[int]) -> Moves:
    n = whole_number("n", n, least=0)
    return np.fromiter(takewhile(lambda value: value < n, values), dtype=np.int64)


# the sets that a string can name, as in `make game GAME=cubes`
NAMED = {S.__name__: S for S in (squares, cubes, triangular, primes, factorials, moser_de_bruijn, practical)}
