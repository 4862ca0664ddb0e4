"""Subtraction sets: the games that this package evaluates, and the checks on what a caller passes.

A *subtraction set* is either

* a function ``S(n)`` that returns its elements smaller than ``n``, ascending, as int64 (this is how an
  infinite set is written down), or
* any array-like of distinct positive integers, in any order (a finite set).

Every evaluator starts by turning one into its `moves`: the int64 array of elements smaller than n, which
are all the moves that a heap of fewer than n tokens can ever use.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from itertools import count
from math import isqrt
from typing import Any, TypeAlias

import numpy as np
import psutil
from numba import njit
from numpy.typing import ArrayLike, NDArray

SubtractionSet: TypeAlias = Callable[[int], ArrayLike] | ArrayLike | Iterable[int]
Moves: TypeAlias = NDArray[np.int64]
Positions: TypeAlias = NDArray[np.int64]

LARGEST_SIZE = 2**62  # so that a position plus a move still fits in int64


# --- the sets ------------------------------------------------------------------------------------------


def squares(n: int) -> Moves:
    """The positive squares smaller than n: the set of subtract-a-square (OEIS A000290).

    >>> squares(30)
    array([ 1,  4,  9, 16, 25])
    """
    return np.arange(1, isqrt(max(n - 1, 0)) + 1, dtype=np.int64) ** 2


def cubes(n: int) -> Moves:
    """The positive cubes smaller than n (OEIS A000578).

    >>> cubes(100)
    array([ 1,  8, 27, 64])
    """
    root = round(max(n, 0) ** (1 / 3)) + 1  # one more than enough; the comparison below is exact
    candidates = np.arange(1, root + 1, dtype=np.int64) ** 3
    return candidates[candidates < n]


def triangular(n: int) -> Moves:
    """The positive triangular numbers k(k+1)/2 smaller than n (OEIS A000217).

    >>> triangular(20)
    array([ 1,  3,  6, 10, 15])
    """
    k = np.arange(1, isqrt(2 * max(n, 0)) + 1, dtype=np.int64)
    candidates = k * (k + 1) // 2
    return candidates[candidates < n]


def primes(n: int) -> Moves:
    """The primes smaller than n (OEIS A000040), by the sieve of Eratosthenes in O(n log log n).

    >>> primes(20)
    array([ 2,  3,  5,  7, 11, 13, 17, 19])
    """
    require_memory(max(n, 0), f"the primes below {n}")
    is_prime = np.ones(max(n, 0), dtype=bool)
    is_prime[:2] = False
    is_prime[4::2] = False
    for p in range(3, isqrt(max(n, 0)) + 1, 2):
        if is_prime[p]:
            is_prime[p * p :: 2 * p] = False
    return np.flatnonzero(is_prime)


def factorials(n: int) -> Moves:
    """The factorials 1, 2, 6, 24, ... smaller than n (OEIS A000142 without its repeated 1).

    >>> factorials(1000)
    array([  1,   2,   6,  24, 120, 720])
    """
    return _while_below(n, first=1, following=lambda k, value: value * (k + 1))


def powers(base: int) -> Callable[[int], Moves]:
    """The set of powers 1, base, base**2, ... as a subtraction set; base is a whole number of at least 2.

    >>> powers(3)(100)
    array([ 1,  3,  9, 27, 81])
    """
    base = whole_number("base", base, least=2)

    def powers_of_base(n: int) -> Moves:
        return _while_below(n, first=1, following=lambda k, value: value * base)

    powers_of_base.__name__ = f"powers of {base}"
    return powers_of_base


def moser_de_bruijn(n: int) -> Moves:
    """The positive sums of distinct powers of four that are smaller than n (OEIS A000695 without its 0).

    The paper's section 3.3 lists the sequence from 0; taking no tokens is not a move, so the set starts at 1.

    >>> moser_de_bruijn(70)
    array([ 1,  4,  5, 16, 17, 20, 21, 64, 65, 68, 69])
    """
    sums = np.zeros(1, dtype=np.int64)
    for power in powers(4)(n):
        sums = np.concatenate([sums, sums + power])  # stays ascending: power exceeds every sum so far
    return sums[(sums > 0) & (sums < n)]


def practical(n: int) -> Moves:
    """The practical numbers smaller than n (OEIS A005153).

    m is practical when every whole number up to m is a sum of distinct divisors of m. Stewart and Sierpinski's
    test: with the primes p of m in ascending order, each p is at most one more than the sum of the divisors of
    the part of m made of smaller primes. O(n log log n) time, 9n bytes.

    >>> practical(30)
    array([ 1,  2,  4,  6,  8, 12, 16, 18, 20, 24, 28])
    """
    require_memory(9 * max(n, 0), f"the practical numbers below {n}")
    return np.flatnonzero(_is_practical(_smallest_prime_factors(max(n, 0))))


def _while_below(n: int, first: int, following: Callable[[int, int], int]) -> Moves:
    values, k, value = [], 1, first
    while value < n:
        values.append(value)
        value = following(k, value)
        k += 1
    return np.array(values, dtype=np.int64)


def _smallest_prime_factors(n: int) -> NDArray[np.int64]:
    factor = np.arange(n, dtype=np.int64)
    for p in primes(isqrt(n) + 1)[::-1]:  # descending, so that the smallest prime has the last word
        factor[p * p :: p] = p
    return factor


@njit(cache=True)
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


# --- sets written as text ------------------------------------------------------------------------------

ALLOWED = (ast.Expression, ast.BinOp, ast.UnaryOp, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Pow, ast.USub)


def written_set(text: str) -> SubtractionSet:
    """The subtraction set that a text writes, for command lines.

    Either the name of a set of this module ("squares"), or numbers ("1, 4, 9"), or a formula in n that grows with
    n = 1, 2, 3, ... ("n**3", "n*(3*n-1)//2"; whole numbers with + - * // ** and brackets). Raises ValueError for
    anything else.

    >>> written_set("squares")(20), written_set("n*(3*n-1)//2")(40), written_set("1, 4")
    (array([ 1,  4,  9, 16]), array([ 1,  5, 12, 22, 35]), array([1, 4]))
    """
    text = text.strip()
    named = {S.__name__: S for S in (squares, cubes, triangular, primes, factorials, moser_de_bruijn, practical)}
    if text in named:
        return named[text]
    numbers = text.replace(",", " ").split()
    if numbers and all(number.isdecimal() for number in numbers):
        return integers("the subtraction set", [int(number) for number in numbers], least=1, stop=2**63)
    try:
        return _formula(text)
    except (SyntaxError, ValueError) as error:
        raise ValueError(
            f"a game must be one of {', '.join(named)}, or numbers such as '1, 4, 9', or a formula in n such as 'n**3' "
            f"or 'n*(3*n-1)//2', not {_shown(text)}"
        ) from error


def _formula(text: str) -> Callable[[int], Moves]:
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        whole = isinstance(node, ast.Constant) and type(node.value) is int
        variable = (isinstance(node, ast.Name) and node.id == "n") or isinstance(node, ast.Load)
        if not (whole or variable or isinstance(node, ALLOWED)):
            raise ValueError(f"{type(node).__name__} in {text!r}")
    code = compile(tree, text, "eval")

    def formula(n: int) -> Moves:
        values: list[int] = []
        for k in count(1):
            value = eval(code, {"__builtins__": {}}, {"n": k})
            if not isinstance(value, int) or value <= (values[-1] if values else 0):
                raise ValueError(
                    f"{text!r} must be a whole number that grows with n = 1, 2, ...; at n = {k} it is {value}"
                )
            if value >= n:
                return np.array(values, dtype=np.int64)
            values.append(value)
        raise AssertionError

    formula.__name__ = text
    return formula


# --- checking arguments --------------------------------------------------------------------------------


def whole_number(name: str, value: Any, least: int, most: int = LARGEST_SIZE) -> int:
    """`value` as an int, if it is a whole number from `least` to `most` (both included).

    Raises TypeError for anything but an integer (a bool is not one here), ValueError outside the range.

    >>> whole_number("n", 5, least=0)
    5
    """
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be a whole number of at least {least}, not {_shown(value)}")
    number = int(value)
    if not least <= number <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {_shown(value)}")
    return number


def integers(name: str, values: Any, least: int, stop: int) -> Moves:
    """`values` as a new ascending int64 array, if they are distinct integers in range(least, stop).

    Accepts a one-dimensional array or any collection (list, tuple, set, range, ...), in any order. Raises
    TypeError for what is not an integer (a bool is not one here) and ValueError for the wrong integers.

    >>> integers("hotspots", {7, 3}, least=0, stop=10)
    array([3, 7])
    """
    allowed = f"distinct integers in range({least}, {stop})"
    if isinstance(values, np.ndarray) and values.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional: {allowed}, not {_shown(values)}")
    if isinstance(values, np.ndarray) and values.size and values.dtype.kind not in "iu":
        raise TypeError(f"{name} must be {allowed}, not of type {values.dtype}: {_shown(values)}")
    if not isinstance(values, np.ndarray):
        values = _listed_integers(name, values, allowed)
    if not len(values):
        return np.zeros(0, dtype=np.int64)
    smallest, largest = int(min(values)), int(max(values))  # as Python's own: uint64 does not fit in int64
    if smallest < least or largest >= stop:
        raise ValueError(f"{name} must be {allowed}; {smallest if smallest < least else largest} is not")
    ascending = np.sort(np.asarray(values, dtype=np.int64))
    repeated = ascending[1:][ascending[1:] == ascending[:-1]]
    if repeated.size:
        raise ValueError(f"{name} must be {allowed}; {repeated[0]} occurs more than once")
    return ascending


def _listed_integers(name: str, values: Any, allowed: str) -> list[int]:
    if isinstance(values, (str, bytes, dict)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be {allowed}, not {_shown(values)}")
    listed = list(values)
    for element in listed:
        if isinstance(element, (bool, np.bool_)) or not isinstance(element, (int, np.integer)):
            raise TypeError(f"{name} must be {allowed}; {_shown(element)} is not")
    return [int(element) for element in listed]


def moves_below(S: SubtractionSet, n: int) -> Moves:
    """The elements of the subtraction set S smaller than n, ascending, as a new int64 array.

    Raises TypeError or ValueError when S, or the answer of a function S, is not a set of positive integers;
    a function must also keep its word: ascending and smaller than n. An empty set is the game without moves.

    >>> moves_below([4, 1, 100], 50)
    array([1, 4])
    >>> moves_below(squares, 10)
    array([1, 4, 9])
    """
    n = whole_number("n", n, least=0)
    if isinstance(S, str):
        allowed = "distinct integers or a function (games.written_set reads text)"
        raise TypeError(f"the subtraction set must be {allowed}, not {_shown(S)}")
    if not callable(S):
        elements = integers("the subtraction set", S, least=1, stop=2**63)
        return elements[elements < n]
    name = f"the answer of {getattr(S, '__name__', 'the subtraction set')}({n})"
    answer = S(n)
    elements = integers(name, answer, least=1, stop=n)
    if not np.array_equal(elements, np.asarray(answer)):
        raise ValueError(f"{name} must be ascending, not {_shown(answer)}")
    return elements


def hotspots_below(hotspots: Iterable[int] | None, n: int) -> Positions:
    """The hotspots (None, or distinct integers in range(n), in any order) as a new ascending int64 array.

    >>> hotspots_below({3, 0}, 5)
    array([0, 3])
    """
    return integers("hotspots", [] if hotspots is None else hotspots, least=0, stop=n)


def as_mask(positions: Positions, n: int) -> NDArray[np.bool_]:
    """bool[n], True at the given positions of range(n).

    >>> as_mask(np.array([0, 3]), 5)
    array([ True, False, False,  True, False])
    """
    mask = np.zeros(n, dtype=bool)
    mask[positions] = True
    return mask


def value_type(moves: Moves) -> type[np.unsignedinteger]:
    """A type that every nim-value fits, because a mex of |S| numbers is at most |S|.

    >>> value_type(np.arange(1, 2**16)), value_type(np.arange(1, 2**16 + 1))
    (<class 'numpy.uint16'>, <class 'numpy.uint32'>)
    """
    return np.uint16 if moves.size < 2**16 else np.uint32


def narrowed(values: NDArray[np.unsignedinteger]) -> NDArray[np.unsignedinteger]:
    """The same nim-values as uint16 if all of them fit, else unchanged.

    >>> narrowed(np.array([1, 2], dtype=np.uint32)).dtype, narrowed(np.array([70000], dtype=np.uint32)).dtype
    (dtype('uint16'), dtype('uint32'))
    """
    return values.astype(np.uint16, copy=False) if values.max(initial=0) < 2**16 else values


def require_memory(needed: int, purpose: str) -> None:
    """Raise MemoryError, before anything is allocated, when `needed` bytes exceed what is available now.

    >>> require_memory(2**60, "an example")
    Traceback (most recent call last):
    ...
    MemoryError: an example needs at least 1,073,741,824.0 GiB of memory; ... GiB are available
    """
    available = psutil.virtual_memory().available
    if needed > available:
        raise MemoryError(
            f"{purpose} needs at least {needed / 2**30:,.1f} GiB of memory; {available / 2**30:,.1f} GiB are available"
        )


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
