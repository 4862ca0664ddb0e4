"""Subtraction sets: those with a name, each the function that lists its elements, and those that a text writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, count, takewhile
from math import isqrt
from operator import mul

import numpy as np
from numpy.typing import NDArray

from .support.arguments import Moves, SubtractionSet, abbreviated, integers, require_memory, whole_number
from .support.formulas import FormulaError, parse_formula
from .support.kernels import kernel

MANY = 2**20  # elements of a formula after which one asks how many more there will be

NAMED: dict[str, Callable[[int], Moves]] = {}  # those that a text can name


def named(S: Callable[[int], Moves]) -> Callable[[int], Moves]:
    """Let a text name a subtraction set, as `make explore` and the board do."""
    NAMED[S.__name__] = S
    return S


@named
def squares(n: int) -> Moves:
    """The positive squares smaller than n: the set of subtract-a-square (OEIS A000290).

    >>> squares(30)
    array([ 1,  4,  9, 16, 25])
    """
    n = whole_number("n", n, least=0)
    require_memory(16 * isqrt(n), f"the squares below {n}")
    return np.arange(1, isqrt(max(n - 1, 0)) + 1, dtype=np.int64) ** 2


@named
def cubes(n: int) -> Moves:
    """The positive cubes smaller than n (OEIS A000578).

    >>> cubes(100)
    array([ 1,  8, 27, 64])
    """
    n = whole_number("n", n, least=0)
    root = round(n ** (1 / 3)) + 1  # one more than enough; the comparison below is exact
    candidates = np.arange(1, root + 1, dtype=np.int64) ** 3
    return candidates[candidates < n]


@named
def triangular(n: int) -> Moves:
    """The positive triangular numbers k(k+1)/2 smaller than n (OEIS A000217).

    >>> triangular(20)
    array([ 1,  3,  6, 10, 15])
    """
    n = whole_number("n", n, least=0)
    require_memory(32 * isqrt(2 * n), f"the triangular numbers below {n}")
    k = np.arange(1, isqrt(2 * n) + 1, dtype=np.int64)
    candidates = k * (k + 1) // 2
    return candidates[candidates < n]


@named
def primes(n: int) -> Moves:
    """The primes smaller than n (OEIS A000040), by the sieve of Eratosthenes in O(n log log n).

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


@named
def factorials(n: int) -> Moves:
    """The factorials 1, 2, 6, 24, ... smaller than n (OEIS A000142 without its repeated 1).

    >>> factorials(1000)
    array([  1,   2,   6,  24, 120, 720])
    """
    return _while_below(n, accumulate(count(1), mul))


def powers(base: int) -> Callable[[int], Moves]:
    """The set of powers 1, base, base**2, ... as a subtraction set; base is a whole number of at least 2.

    >>> powers(3)(100)
    array([ 1,  3,  9, 27, 81])
    """
    base = whole_number("base", base, least=2)

    def powers_of_base(n: int) -> Moves:
        return _while_below(n, (base**k for k in count()))

    powers_of_base.__name__ = f"powers of {base}"
    return powers_of_base


@named
def moser_de_bruijn(n: int) -> Moves:
    """The positive sums of distinct powers of four smaller than n (OEIS A000695 without its 0, which is no move).

    >>> moser_de_bruijn(70)
    array([ 1,  4,  5, 16, 17, 20, 21, 64, 65, 68, 69])
    """
    fours = powers(4)(n)
    require_memory(28 << fours.size, f"the Moser-de Bruijn numbers below {n}")
    sums = np.zeros(1, dtype=np.int64)
    for power in fours:
        sums = np.concatenate([sums, sums + power])  # stays ascending: power exceeds every sum so far
    return sums[(sums > 0) & (sums < n)]


@named
def practical(n: int) -> Moves:
    """The practical numbers smaller than n (OEIS A005153).

    m is practical when every whole number up to m is a sum of distinct divisors of m. Stewart and Sierpinski's
    test: with the primes p of m in ascending order, each p is at most one more than the sum of the divisors of
    the part of m made of smaller primes. O(n log log n) time, 9n bytes.

    >>> practical(30)
    array([ 1,  2,  4,  6,  8, 12, 16, 18, 20, 24, 28])
    """
    n = whole_number("n", n, least=0)
    return np.flatnonzero(_is_practical(_smallest_prime_factors(n)))


def _while_below(n: int, values: Iterable[int]) -> Moves:
    n = whole_number("n", n, least=0)
    return np.fromiter(takewhile(lambda value: value < n, values), dtype=np.int64)


def _smallest_prime_factors(n: int) -> NDArray[np.int64]:
    factor = np.arange(n, dtype=np.int64)
    for p in primes(isqrt(n) + 1)[::-1]:  # descending, so that the smallest prime has the last word
        factor[p * p :: p] = p
    return factor


@kernel
def _is_practical(smallest_prime_factor):  # type: ignore[no-untyped-def]
    n = smallest_prime_factor.size
    answer = np.zeros(n, dtype=np.bool_)
    for m in range(1, n):
        rest, divisor_sum, practical_so_far = m, 1, True
        while rest > 1 and practical_so_far:
            p = smallest_prime_factor[rest]
            practical_so_far = p <= divisor_sum + 1
            geometric = 1  # 1 + p + ... + p**exponent
            while rest % p == 0:
                rest //= p
                geometric = geometric * p + 1
            divisor_sum *= geometric
        answer[m] = practical_so_far
    return answer


def parse_set(text: str) -> SubtractionSet:
    """The subtraction set that a text writes.

    Either the name of a set above ("squares"), or numbers ("1, 4, 9"), or a formula in n that grows with
    n = 1, 2, 3, ... ("n**3", "n*(3*n-1)//2"; whole numbers with + - * // ** and brackets). Raises ValueError for
    anything else, and says what is wrong with it.

    >>> parse_set("squares")(20), parse_set("n*(3*n-1)//2")(40), parse_set("1, 4")
    (array([ 1,  4,  9, 16]), array([ 1,  5, 12, 22, 35]), array([1, 4]))
    """
    text = text.strip()
    if text in NAMED:
        return NAMED[text]
    numbers = [number for part in text.removesuffix(",").split(",") for number in part.split() or [part]]
    if all(number.isascii() and number.isdecimal() for number in numbers):
        if len(longest := max(numbers, key=len)) > 19:  # Python reads no number of thousands of digits
            allowed = "distinct positive numbers below 2^63"
            raise ValueError(f"the subtraction set must be {allowed}; {abbreviated(longest)} is not")
        return integers("the subtraction set", [int(number) for number in numbers], least=1, stop=2**63)
    try:
        return _growing(text, parse_formula(text))
    except FormulaError as error:
        raise ValueError(
            f"a game must be one of {', '.join(NAMED)}, or numbers such as '1, 4, 9', or a formula in n such as 'n**3' "
            f"or 'n*(3*n-1)//2', not {abbreviated(text)}: {error}"
        ) from None


def _growing(text: str, value: Callable[[int], int]) -> Callable[[int], Moves]:
    def formula(n: int) -> Moves:
        return _while_below(n, _elements(abbreviated(text), value, n))

    formula.__name__ = text
    return formula


def _elements(name: str, value: Callable[[int], int], n: int) -> Iterator[int]:
    last = 0
    for k in count(1):
        try:
            element = value(k)
        except FormulaError as error:
            raise ValueError(f"{name} can't be worked out at n = {k}: {error}") from None
        if element <= last:
            wrong = f"at n = {k} it is {abbreviated(element)}"
            raise ValueError(f"{name} must be a whole number that grows with n = 1, 2, ...; {wrong}")
        if k == MANY and element < n:
            there = next(2**i for i in count() if value(2**i) >= n)  # at most twice as many as there will be
            require_memory(8 * there, f"the numbers of {name} below {n}")
        yield element
        last = element
