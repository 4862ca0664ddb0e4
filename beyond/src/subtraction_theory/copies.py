"""Copies of a subtraction game, with hotspots, inside its own residue classes.

Suppose that the multiples of q in the subtraction set S are exactly the numbers q s with s in S. The squares have this
property if q = m^2, the cubes if q = m^3, and the Moser-de Bruijn sequence if q = 4^k. Then, for every r in range(q),
the numbers a for which q a + r is cold are the cold positions of the game S with certain hotspots (section 2.1).
Here a is a hotspot if a move that is not a multiple of q leads from q a + r to a cold position (notebook 10).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import LARGEST_SIZE, Positions, SubtractionSet, as_mask, integers, whole_number
from subtraction_games.core import boolean_convolution
from subtraction_games.evaluate import cold_positions
from subtraction_games.games import squares
from subtraction_games.sets import moves_below


def contains_itself(S: SubtractionSet, q: int, n: int) -> bool:
    """Return whether the multiples of q among the moves below n are q times the moves below n/q. Takes O(|S|) time.

    >>> from subtraction_games import cubes, squares
    >>> contains_itself(squares, 25, 10**6), contains_itself(squares, 5, 10**6), contains_itself(cubes, 27, 10**6)
    (True, False, True)
    """
    q, n = whole_number("q", q, least=2), whole_number("n", n, least=0)
    moves = moves_below(S, n)
    return np.array_equal(moves[moves % q == 0], q * moves_below(S, -(-n // q)))


def disturbed(S: SubtractionSet, cold: Positions, q: int, n: int) -> NDArray[np.bool_]:
    """Return bool[n], True at each position from which a move that is not a multiple of q leads into the set `cold`.

    If `cold` contains the cold positions of S below n, the slice [r::q] of the answer marks the hotspots of copy r.
    Takes O(n log n) time and about 50 n bytes. Raises TypeError or ValueError unless `cold` consists of distinct
    positions in range(n).

    >>> cold = np.array([0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44])
    >>> disturbed([1, 4, 9, 16, 25, 36, 49], cold, q=25, n=50)[1::25]
    array([ True,  True])
    """
    q, n = whole_number("q", q, least=2), whole_number("n", n, least=0)
    moves = moves_below(S, n)
    positions = integers("cold", cold, least=0, stop=n)
    return boolean_convolution(as_mask(positions, n), as_mask(moves[moves % q != 0], n))[:n]


def leading(members: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return, for each copy, the least u for which its classes u and u + 2 modulo 5 together contain the most members.

    The array `members`, int64[5, copies], counts the members of each copy in its classes 0, 1, ..., 4.

    >>> leading(np.array([[9, 0], [0, 5], [8, 1], [1, 5], [2, 0]]))
    array([0, 1])
    """
    return np.argmax(members + np.roll(members, -2, axis=0), axis=0)


def divide(
    positions: Positions, depth: int, choose: Callable[[NDArray[np.int64]], NDArray[np.int64]] = leading
) -> tuple[list[NDArray[np.int64]], list[Positions]]:
    """Return the tree of copies of subtract-a-square down to a given depth, and its strays, as lists (pairs, strays).

    Copy r at depth i is class r modulo 25**i. Of its five classes modulo 5, only u and u + 2 belong to the tree, where
    u is pairs[i][r] and pairs[i] is int64[25**i]. The ascending array strays[i] contains the positions that leave the
    tree at depth i for one of the three other classes. The function `choose` computes every u at a depth from the
    numbers of members in the classes, as `leading` does. Takes O(depth |positions| + 25**depth) time and memory. Raises
    ValueError unless depth is from 1 to 6 and the positions are distinct and non-negative.

    >>> pairs, strays = divide(np.array([0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39]), depth=2)
    >>> pairs[0], [each.tolist() for each in strays]
    (array([0]), [[34, 39], []])
    """
    depth = whole_number("depth", depth, least=1, most=6)
    inside = integers("positions", positions, least=0, stop=LARGEST_SIZE)
    pairs, strays = list[NDArray[np.int64]](), list[Positions]()
    for q in (25**i for i in range(depth)):
        members = np.bincount(inside % (5 * q), minlength=5 * q).reshape(5, q)
        pairs.append(choose(members))
        kept = np.isin((inside // q - pairs[-1][inside % q]) % 5, (0, 2))
        strays.append(inside[~kept])
        inside = inside[kept]
    return pairs, strays


# Each entry (q, r): c means that the positions q a + r with a = c modulo 5 are disturbed only by known positions,
# because no new cold position with a = c - 1 or c + 1 modulo 5 appears between 2**38 and 2**41 (data/doublings.npz), or
# for q = 625 since 2**35 (data/copies.csv).
SETTLED = {(1, 0): 2, (25, 7): 0, (25, 12): 2, (25, 17): 2, (25, 22): 2, (625, 132): 0, (625, 447): 2}


def autonomous_classes(q: int) -> list[int]:
    """Return, in ascending order, the classes modulo q = 25, 625 or 15625 that can be evaluated on their own.

    The answer is right below 2**41, where our long run ended. Beyond 2**41, cold positions might reappear in a
    class from which they had vanished. Raises ValueError for any other q.

    >>> autonomous_classes(25), len(autonomous_classes(625))
    ([2, 7, 12, 17, 22], 20)
    >>> autonomous_classes(15625)
    [132, 1697, 3257, 4822, 6382, 7947, 9507, 11072, 12632, 14197]
    """
    if q not in {25 * modulus for modulus, _ in SETTLED}:
        raise ValueError(f"q must be 25, 625 or 15625, not {q}")
    above = [0] if q == 25 else autonomous_classes(q // 25)
    residues = [r + q // 25 * a for r in above if (q // 25, r) in SETTLED for a in range(SETTLED[q // 25, r], 25, 5)]
    return sorted(residues)


def neighbours(r: int, q: int, positions: Positions) -> Positions:
    """Return those `positions` that can be reached from class r modulo q by squares not divisible by q = 25**j.

    A square not divisible by q has the form 25**i d with i < j and d = 1 or 4 modulo 5. Each neighbour is therefore r
    modulo 25**i, and its next digit in base 5 differs by one, modulo 5, from that of r. Takes O(j |positions|) time.

    >>> neighbours(17, 25, np.array([2, 238, 243, 250])), neighbours(67, 625, np.array([17, 42, 67, 92, 238]))
    (array([238, 243]), array([ 42,  92, 238]))
    """
    distance, disturb, modulus = positions - r, np.zeros(len(positions), dtype=bool), 1
    while modulus < q:
        disturb |= (distance % modulus == 0) & np.isin(distance // modulus % 5, (1, 4))
        modulus *= 25
    return positions[disturb]


def autonomous(r: int, n: int, strays: Positions, q: int = 25, *, threads: int | None = None) -> Positions:
    """Return the cold positions of subtract-a-square in range(n) that are r modulo q, as an ascending int64 array.

    Class r must be one of the `autonomous_classes`. It is a copy of the game, with hotspots decided by its
    `neighbours` alone, and `strays` must contain all neighbours below n. Modulo 25, the neighbours are the 44 positions
    in data/oeis/b-rare-classes.txt. Modulo 625 and 15,625, the positions in data/strays.csv that belong to the larger
    classes containing class r are neighbours too. The answer is right if no stray is missing, but beyond 2**41 that
    is not proved. Up to 2**41 the answer agrees with the long run at every power of two; modulo 15,625 it agrees, below
    2**38, with the class modulo 625 that contains class r. The call takes as long as evaluating a game of n / q
    positions, plus O(sqrt(n) + |strays| sqrt(n) / q) time for the hotspots. The argument `threads` is passed on
    to `cold_positions`. Raises ValueError for any other class, and for strays that are not neighbours or not below n.

    >>> rare = np.array([238, 243, 613, 663, 793, 918, 923, 928])
    >>> autonomous(7, 10**5, rare)[:5]
    array([  7,  57, 132, 182, 257])
    >>> autonomous(67, 5000, np.append(rare, [2233, 1978, 2288]), q=625)
    array([  67, 1317, 3192])
    """
    n = whole_number("n", n, least=0)
    if r not in (allowed := autonomous_classes(q)):
        raise ValueError(f"class {r} modulo {q} is not known to be autonomous, only {', '.join(map(str, allowed))} are")
    sources = integers("strays", strays, least=0, stop=n)
    if (foreign := np.setdiff1d(sources, neighbours(r, q, sources))).size:
        raise ValueError(f"strays must disturb class {r} modulo {q}, and {foreign[0]} does not")
    size = max(0, -(-(n - r) // q))
    return r + q * cold_positions(squares, size, hotspots=_hotspots(r, n, sources, q), threads=threads)


def _hotspots(r: int, n: int, strays: Positions, q: int) -> NDArray[np.int64]:
    """Return, in ascending order, all a for which q a + r is below n and a square leads from q a + r to a stray."""
    moves = squares(n)
    moves = moves[np.argsort(moves % q, kind="stable")]  # by residue, and ascending for each residue
    ends = np.searchsorted(moves % q, np.arange(q + 1)).tolist()
    targets = [np.empty(0, np.int64)]
    for stray in strays.tolist():
        residue = (r - stray) % q
        of_residue = stray + moves[ends[residue] : ends[residue + 1]]
        targets.append(of_residue[: np.searchsorted(of_residue, n)])
    return np.unique(np.concatenate(targets)) // q
