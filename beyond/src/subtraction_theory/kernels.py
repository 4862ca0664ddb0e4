"""Kernels modulo m, square-difference-free sets of residues from which squares lead to every other residue.

In von Neumann and Morgenstern's terms, the cold positions of a game form the kernel of all its positions. A kernel
modulo m is a set D of residues without square differences such that every residue is a member plus a square. If all but
o(sqrt n) cold positions of subtract-a-square lie in a square-difference-free set of residues, this set is a kernel
(Theorem 12.3). A beginning that declares all other residues hot can make the game keep to D. Squares may be replaced by
other powers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from subtraction_games.arguments import Positions, as_mask, integers, require_memory, whole_number
from subtraction_games.evaluate import cold_positions
from subtraction_games.games import primes

from . import MOST_RESIDUES
from .difference_free import is_difference_free_modulo, powers_modulo


def is_kernel(D: ArrayLike | Iterable[int], m: int, power: int = 2) -> bool:
    """Return whether D is a kernel modulo m, for squares or (with k = `power` from 1 to 62) for k-th powers.

    Takes O(m + |D|^2 + |D| m) time. Raises ValueError unless m is from 2 to 2**27 and D consists of distinct numbers in
    range(m).

    >>> is_kernel([0, 2], 5), is_kernel([0, 2, 10], 21), is_kernel([0, 2], 13), is_kernel([0, 2, 4], 7, power=3)
    (True, False, False, True)
    """
    residues, is_power = _residues_and_powers(D, m, power)
    reached = np.zeros(is_power.size, dtype=bool)
    for d in residues.tolist():
        reached |= np.roll(is_power, d)
    return is_difference_free_modulo(residues, m, power) and bool(reached.all())


def kernels(m: int, power: int = 2) -> Iterator[Positions]:
    """Yield each kernel modulo m (2 to 2**27) that contains 0, as ascending int64[k]. All kernels are shifts of these.

    Among the residues not yet reached, the search picks one that the fewest candidates can reach. One of these
    candidates must be in the kernel, so each is tried in turn and then excluded. The time is exponential in the worst
    case. For most m below 400, the first kernel is found or ruled out at once; multiples of 32 take minutes. Raises
    ValueError for any other m, or for a power not between 1 and 62.

    >>> [kernel.tolist() for kernel in kernels(5)], next(kernels(41)).size, list(kernels(21))
    ([[0, 2], [0, 3]], 5, [])
    """
    _, is_power = _residues_and_powers((), m, power)
    m = is_power.size
    everything = (1 << m) - 1

    def shifted(residues: int, by: int) -> int:
        return (residues << by | residues >> (m - by)) & everything

    onward = sum(1 << s for s in np.flatnonzero(is_power).tolist())
    back = sum(1 << -s % m for s in np.flatnonzero(is_power).tolist())
    reached_from = [shifted(onward, x) for x in range(m)]  # bits: x and the residues a square above it
    reaching = [shifted(back, x) for x in range(m)]  # bits: x and the residues a square below it
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


def is_excluded(m: int) -> bool:
    """Return whether Theorem 11.1 says that there is no kernel modulo m, which is at least 2.

    Let p^a be the power of a prime p = 3 mod 4 in m, and m = p^a k. There is no kernel if -1 is a square modulo k, or
    if k is 4 or 8. Takes O(m) time.

    >>> [m for m in range(2, 40) if is_excluded(m)]
    [3, 6, 7, 9, 11, 12, 14, 15, 18, 19, 22, 23, 24, 27, 28, 30, 31, 35, 36, 38, 39]
    """
    for p in primes(m + 1).tolist():
        if p % 4 == 3 and m % p == 0:
            k = m
            while k % p == 0:
                k //= p
            if k in (4, 8) or -1 % k in powers_modulo(k):
                return True
    return False


def planted(m: int, D: ArrayLike | Iterable[int], B: int, power: int = 2) -> Positions:
    """Return, in ascending order, the positions below B outside D modulo m. To *plant* D is to declare them all hot.

    When D is planted, all cold positions below B lie in D, and from B on the game is left to itself. No two members of
    D may differ by a square (or a k-th power, with k = `power` from 1 to 62) modulo m, and m must lie between 2 and
    2**27. Takes O(B) time and memory. Raises ValueError for any other m, D, B or power.

    >>> planted(5, [0, 2], 10)
    array([1, 3, 4, 6, 8, 9])
    """
    residues, _ = _residues_and_powers(D, m, power)
    B = whole_number("B", B, least=0)
    if not is_difference_free_modulo(residues, m, power):
        moves = {2: "square", 3: "cube"}.get(power, f"power {power}")
        raise ValueError(f"D must be {moves}-difference-free modulo {m}, but two residues differ by a {moves}")
    require_memory(24 * B, f"the positions below {B:,} outside D")
    positions = np.arange(B, dtype=np.int64)
    return positions[~np.isin(positions % m, residues)]


def planted_count(m: int, D: ArrayLike | Iterable[int], n: int, power: int = 2) -> int:
    """Return the number of cold positions below n if D is planted, provided that no cold position lies outside D.

    Let r^2 be the least positive square that m divides. A square that joins two positions in classes of D is a
    multiple of r^2, so each class modulo r^2 that lies in D is a copy of the plain game (Theorem 10.3). The answer
    counts the cold positions of these copies. The call takes as long as evaluating the plain game below n / r^2, plus
    |D| r^2 / m steps. D and `power` are as for `planted`, and n is from 0 to 2**62. Other arguments raise ValueError.

    >>> planted_count(5, [0, 2], 2**16), planted_count(41, [0, 6, 17, 28, 34], 2**16)
    (2190, 2255)
    """
    residues, is_power = _residues_and_powers(D, m, power)
    m, n = is_power.size, whole_number("n", n, least=0)
    root = int(np.flatnonzero(powers_modulo(m, power) == 0)[:2][-1]) or m
    step = root**power
    classes = (np.arange(0, step, m, dtype=np.int64)[:, None] + residues).ravel()
    classes = classes[classes < n]
    plain = cold_positions(f"n**{power}", -(-n // step))
    return int(np.searchsorted(plain, -((classes - n) // step)).sum())


def pull(m: int, D: ArrayLike | Iterable[int], power: int = 2) -> tuple[int, int]:
    """Return two counts, the least outside D and the greatest inside D, which show how strongly D attracts moves.

    The count of a residue x is the number of residues k for which x - k^2 is in D modulo m (or x - k^power, for another
    `power` from 1 to 62). If squares are spread evenly within their residue classes and cold positions evenly over the
    classes of D, the count is proportional to the number of moves from a position x into D. As a heuristic, a game
    keeps to D if the first count is greater than the second. D must contain some but not all of the numbers in
    range(m), and m must lie between 2 and 2**27. Other arguments raise ValueError. Takes O(|D| m) time.

    >>> pull(5, [0, 2]), pull(10, [0, 2])
    ((2, 1), (1, 1))
    """
    residues, is_power = _residues_and_powers(D, m, power)
    if not 0 < residues.size < is_power.size:
        raise ValueError(f"D must contain some but not all residues modulo {m}, not {residues.size} of them")
    m = is_power.size
    roots = np.bincount(powers_modulo(m, power), minlength=m)
    moves = np.zeros(m, dtype=np.int64)
    for d in residues.tolist():
        moves += np.roll(roots, d)
    inside = np.isin(np.arange(m), residues)
    return int(moves[~inside].min()), int(moves[inside].max())


def _residues_and_powers(D: ArrayLike | Iterable[int], m: int, power: int) -> tuple[Positions, NDArray[np.bool_]]:
    """Check D and m. Return D in ascending order, and a bool[m] that is True at the residues of powers."""
    m = whole_number("m", m, least=2, most=MOST_RESIDUES)
    return integers("D", D, least=0, stop=m), as_mask(powers_modulo(m, power), m)


def _bits(mask: int) -> Iterator[int]:
    """Yield the places at which a number has the binary digit 1, from the lowest place up."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
