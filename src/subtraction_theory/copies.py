"""The game inside the game: within a residue class, a subtraction game can be itself again, with hotspots.

Let q be such that the multiples of q in the subtraction set S are exactly the numbers q s with s in S. Every q = m^2
will do for the squares, every q = m^3 for the cubes, and every q = 4^k for the Moser-de Bruijn sequence. Then for every
r in range(q) the numbers a for which q a + r is cold are the cold positions of the game S with hotspots (the paper's
section 2.1). The hotspots are the a for which some move that is not a multiple of q leads from q a + r to a cold
position. Notebook 10, on the game inside the game, proves this.
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
    """Are the multiples of q among the moves below n exactly q times the moves below n/q? O(|S|) time.

    >>> from subtraction_games import cubes, squares
    >>> contains_itself(squares, 25, 10**6), contains_itself(squares, 5, 10**6), contains_itself(cubes, 27, 10**6)
    (True, False, True)
    """
    q, n = whole_number("q", q, least=2), whole_number("n", n, least=0)
    moves = moves_below(S, n)
    return np.array_equal(moves[moves % q == 0], q * moves_below(S, -(-n // q)))


def disturbed(S: SubtractionSet, cold: Positions, q: int, n: int) -> NDArray[np.bool_]:
    """bool[n], True at the positions from which a move that is not a multiple of q leads to a cold position.

    If `cold` holds the cold positions of S below n, the slice [r::q] of the answer marks the hotspots of copy r: it is
    True at the a for which q a + r is made hot from outside the copy. Takes O(n log n) time and about 50 n bytes.
    Raises TypeError or ValueError unless `cold` holds distinct positions in range(n).

    >>> cold = np.array([0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44])
    >>> disturbed([1, 4, 9, 16, 25, 36, 49], cold, q=25, n=50)[1::25]
    array([ True,  True])
    """
    q, n = whole_number("q", q, least=2), whole_number("n", n, least=0)
    moves = moves_below(S, n)
    positions = integers("cold", cold, least=0, stop=n)
    return boolean_convolution(as_mask(positions, n), as_mask(moves[moves % q != 0], n))[:n]


def leading(members: NDArray[np.int64]) -> NDArray[np.int64]:
    """int64[copies]: for each copy, the least u for which classes u and u + 2 modulo 5 together hold the most members.

    `members` is int64[5, copies], the numbers of members of each copy in its classes 0, 1, ..., 4.

    >>> leading(np.array([[9, 0], [0, 5], [8, 1], [1, 5], [2, 0]]))
    array([0, 1])
    """
    return np.argmax(members + np.roll(members, -2, axis=0), axis=0)


def divide(
    positions: Positions, depth: int, choose: Callable[[NDArray[np.int64]], NDArray[np.int64]] = leading
) -> tuple[list[NDArray[np.int64]], list[Positions]]:
    """(pairs, strays): the tree of copies of subtract-a-square down to this depth, and the positions that leave it.

    For each i below `depth`, pairs[i] is int64[25**i]: copy r at depth i, a class modulo 25**i, keeps its classes u and
    u + 2 modulo 5 for u = pairs[i][r]. The positions in strays[i], ascending, follow the tree to a copy at depth i and
    lie in one of its three other classes. `choose` computes u for all copies at a depth from the numbers of members in
    their classes, as `leading` does. Takes O(depth |positions| + 25**depth) time and memory. Raises ValueError unless
    depth is from 1 to 6 and the positions are distinct and not negative.

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


# Each entry (q, r): c says that the members q a + r of class r modulo q with a = c modulo 5 are disturbed by known
# positions alone, because the cold positions with a = c - 1 and c + 1 modulo 5 have stopped, that is, no new one
# appears between 2**38 and 2**41 (data/doublings.npz). Modulo 625, two of the twenty classes contain two such classes,
# in which no new cold position has appeared since 2**35 (data/copies.csv).
SETTLED = {(1, 0): 2, (25, 7): 0, (25, 12): 2, (25, 17): 2, (25, 22): 2, (625, 132): 0, (625, 447): 2}


def autonomous_classes(q: int) -> list[int]:
    """The residues, ascending, of classes modulo q = 25, 625 or 15625 that can be found without the rest of the game.

    This holds in our long run, below 2**41, but a class in which cold positions have stopped appearing might get new
    ones later. Raises ValueError for any other q.

    >>> autonomous_classes(25), len(autonomous_classes(625))
    ([2, 7, 12, 17, 22], 20)
    >>> autonomous_classes(15625)
    [132, 1697, 3257, 4822, 6382, 7947, 9507, 11072, 12632, 14197]
    """
    if q not in {25 * modulus for modulus, _ in SETTLED}:
        raise ValueError(f"q must be 25, 625 or 15625, not {q}")
    above = [0] if q == 25 else autonomous_classes(q // 25)
    found = [r + q // 25 * a for r in above if (q // 25, r) in SETTLED for a in range(SETTLED[q // 25, r], 25, 5)]
    return sorted(found)


def neighbours(r: int, q: int, positions: Positions) -> Positions:
    """int64[:]: the positions to which a square that is not a multiple of q = 25**j leads from class r modulo q.

    Such a square is 25**i d with i < j and d = 1 or 4 modulo 5, so each neighbour is r modulo 25**i, and its next digit
    in base 5 is one more or one less, modulo 5, than that of r. Takes O(j |positions|) time.

    >>> neighbours(17, 25, np.array([2, 238, 243, 250])), neighbours(67, 625, np.array([17, 42, 67, 92, 238]))
    (array([238, 243]), array([ 42,  92, 238]))
    """
    distance, disturb, modulus = positions - r, np.zeros(len(positions), dtype=bool), 1
    while modulus < q:
        disturb |= (distance % modulus == 0) & np.isin(distance // modulus % 5, (1, 4))
        modulus *= 25
    return positions[disturb]


def autonomous(r: int, n: int, strays: Positions, q: int = 25, *, threads: int | None = None) -> Positions:
    """int64[:], ascending: the cold positions of subtract-a-square in range(n) that are r modulo q, a power of 25.

    A class modulo q is the game itself with hotspots (see the head of this module), which are decided by `neighbours`
    alone. For the classes in `autonomous_classes`, no new neighbour has appeared for a long stretch (see `SETTLED`).
    `strays` must hold all neighbours of class r below n: modulo 25 these are the 44 positions in
    data/oeis/b-rare-classes.txt, and modulo 625 and 15,625 also the positions in data/strays.csv that belong to the
    larger classes containing class r. The answer is right if no stray is missing, which is not proved beyond 2**41. Up
    to there the answer agrees with the long run at every power of two; modulo 15,625 it agrees, below 2**38, with the
    class modulo 625 that contains class r. The call takes as long as evaluating a game of n / q positions, plus
    O(sqrt(n) + |strays| sqrt(n) / q) time for the hotspots; `threads` is as in `cold_positions`. Raises ValueError for
    any other class, and for strays that are not neighbours or not below n.

    >>> rare = np.array([238, 243, 613, 663, 793, 918, 923, 928])
    >>> autonomous(7, 10**5, rare)[:5]
    array([  7,  57, 132, 182, 257])
    >>> autonomous(67, 5000, np.append(rare, [2233, 1978, 2288]), q=625)
    array([  67, 1317, 3192])
    """
    n = whole_number("n", n, least=0)
    if r not in (allowed := autonomous_classes(q)):
        raise ValueError(f"class {r} modulo {q} is not known to be autonomous, only {', '.join(map(str, allowed))} are")
    known = integers("strays", strays, least=0, stop=n)
    if (foreign := np.setdiff1d(known, neighbours(r, q, known))).size:
        raise ValueError(f"strays must disturb class {r} modulo {q}, and {foreign[0]} does not")
    return r + q * cold_positions(
        squares, max(0, -(-(n - r) // q)), hotspots=_hotspots(r, n, known, q), threads=threads
    )


def _hotspots(r: int, n: int, strays: Positions, q: int) -> NDArray[np.int64]:
    """int64[:], ascending: the a for which q a + r is below n and a square leads from there to one of the strays."""
    moves = squares(n)
    moves = moves[np.argsort(moves % q, kind="stable")]  # by residue, ascending within each
    ends = np.searchsorted(moves % q, np.arange(q + 1)).tolist()
    targets = [np.empty(0, np.int64)]
    for stray in strays.tolist():
        residue = (r - stray) % q
        of_residue = stray + moves[ends[residue] : ends[residue + 1]]
        targets.append(of_residue[: np.searchsorted(of_residue, n)])
    return np.unique(np.concatenate(targets)) // q
