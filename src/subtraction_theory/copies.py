"""The game inside the game: within a residue class, a subtraction game can be itself again, with hotspots.

Let q be such that the multiples of q in the subtraction set S are exactly the numbers q s with s in S. (For squares
every q = m^2 is one, for cubes q = m^3, for Moser-de Bruijn q = 4^k.) Then for every r in range(q) the a for which
q a + r is cold are the cold positions of the game S with hotspots (the paper's section 2.1): the a for which some move
that is no multiple of q leads from q a + r to a cold position. The notebook on the game inside the game proves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from subtraction_games.arguments import Positions, SubtractionSet, integers, moves_below, whole_number
from subtraction_games.evaluate import cold_positions
from subtraction_games.games import squares


def contains_itself(S: SubtractionSet, q: int, n: int) -> bool:
    """Are the multiples of q among the moves below n exactly q times the moves below n/q? O(|S|) time.

    >>> from subtraction_games import cubes, squares
    >>> contains_itself(squares, 25, 10**6), contains_itself(squares, 5, 10**6), contains_itself(cubes, 27, 10**6)
    (True, False, True)
    """
    q, n = _sizes(q, n)
    moves = moves_below(S, n)
    return np.array_equal(moves[moves % q == 0], q * moves_below(S, -(-n // q)))


def hot_by(moves: ArrayLike, cold: Positions, low: int, high: int) -> NDArray[np.bool_]:
    """bool[high - low]: whether one of the moves leads from low, low + 1, ..., high - 1 to one of the cold positions.

    `moves` and `cold` ascend. O(|moves| log |cold| + marks) time, a mark for each cold position that a move leads to
    from there, and high - low bytes. So a window far out costs no more than what is marked in it.

    >>> hot_by([1, 4, 9], np.array([0, 2, 5, 7]), 8, 14)
    array([ True,  True, False,  True, False, False])
    """
    hot = np.zeros(high - low, dtype=bool)
    steps = np.asarray(moves, dtype=np.int64)
    first, last = np.searchsorted(cold, low - steps), np.searchsorted(cold, high - steps)
    for step, i, j in zip((steps - low).tolist(), first.tolist(), last.tolist(), strict=True):
        if i < j:
            hot[cold[i:j] + step] = True
    return hot


def disturbed(S: SubtractionSet, cold: Positions, q: int, n: int, low: int = 0) -> NDArray[np.bool_]:
    """bool[n - low], True at the positions from low on that a move which is no multiple of q leads from to a cold one.

    With `cold` the cold positions of S below n, the hotspots of copy r are the a for which the answer (low = 0) is
    True at q a + r: its slice [r::q]. Costs of `hot_by`. Raises TypeError or ValueError unless `cold` holds distinct
    positions in range(n), and for low beyond n.

    >>> cold = np.array([0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44])
    >>> disturbed([1, 4, 9, 16, 25, 36, 49], cold, q=25, n=50)[1::25]
    array([ True,  True])
    """
    q, n = _sizes(q, n)
    moves = moves_below(S, n)
    positions = integers("cold", cold, least=0, stop=n)
    return hot_by(moves[moves % q != 0], positions, whole_number("low", low, least=0, most=n), n)


def autonomous(digits: Sequence[int], n: int, strays: Sequence[Positions]) -> Positions:
    """int64[:], ascending: the cold positions of subtract-a-square in range(n) in a residue class modulo 25^j.

    The class is given by its j digits in base 25, the lowest first: its members are d_0 + 25 d_1 + ... + 25^j b. Within
    it the game plays itself again (the theorem of the notebook on the game inside the game, j times). A square that is
    no multiple of 25 is 1 or 4 modulo 5, so that at digit i it leads to the numbers d_i - 1 and d_i + 1 modulo 5 alone:
    `strays[i]` are the cold ones among these that have the digits d_0, ..., d_{i-1}, without those digits, and must be
    all of them up to n / 25^i. They decide the hotspots. So the class is evaluated without the rest of the game, and
    costs what n / 25^j positions cost, and sqrt(n / 25^i) time for each stray. Beyond the n to which all strays are
    known, the answer assumes that there is none further (verified for d_0 = 2, 7, 12, 17, 22 below 2^41: 44 strays, in
    data/oeis/b-rare-classes.txt).

    Raises ValueError for digits outside range(25), or strays of another residue modulo 5.

    >>> rare = np.array([238, 243, 613, 663, 793, 918, 923, 928])  # the cold positions 1 or 3 modulo 5 below 1000
    >>> autonomous([7], 1000, [rare])[:5]
    array([  7,  57, 132, 182, 257])
    """
    n = whole_number("n", n, least=0)
    modulus, residue = 25 ** len(digits), 0
    if not digits or len(digits) != len(strays):
        raise ValueError(f"there must be as many lists of strays as digits, at least one, not {len(strays)}")
    hot = [np.empty(0, np.int64)]
    for i, (digit, listed) in enumerate(zip(digits, strays, strict=True)):
        digit, step = whole_number(f"digit {i}", digit, least=0, most=24), 25**i
        limit = -(-(n - residue) // step)  # of the coordinate a in x = residue + step a
        exceptions = integers(f"strays[{i}]", listed, least=0, stop=2**62, below=max(limit, 0))
        if not np.isin((exceptions - digit) % 5, (1, 4)).all():
            allowed = f"{(digit - 1) % 5} or {(digit + 1) % 5} modulo 5, as digit {digit} has it"
            raise ValueError(f"strays[{i}] must be {allowed}, and some are not")
        left = _number(digits[i:])  # what a must be modulo 25^(j - i)
        moves = squares(max(limit, 0))
        for exception in exceptions.tolist():
            targets = exception + moves[moves % 5 != 0]
            targets = targets[(targets % (modulus // step) == left) & (targets < limit)]
            hot.append(targets // (modulus // step))
        residue += step * digit
    length = max(0, -(-(n - residue) // modulus))
    hotspots = np.unique(np.concatenate(hot))
    return residue + modulus * cold_positions(squares, length, hotspots=hotspots[hotspots < length])


def _number(digits: Sequence[int]) -> int:
    """The number with these digits in base 25, the lowest first."""
    return sum(digit * 25**i for i, digit in enumerate(digits))


def exponents(counts: ArrayLike, window: int) -> NDArray[np.float64]:
    """float64[ends - window, classes]: the exponent with which each class grows over every `window` doublings.

    `counts`: [ends, classes], the members of each class below successive powers of two, all above 0. Row i belongs to
    the doublings from end i to end i + window. Raises ValueError unless window is from 1 to ends - 1.

    >>> exponents([[1, 2], [2, 2], [4, 8]], window=2)
    array([[1., 1.]])
    """
    logs = np.log2(np.asarray(counts, dtype=np.float64))
    window = whole_number("window", window, least=1, most=len(logs) - 1)
    return np.asarray((logs[window:] - logs[:-window]) / window)


class Scatter(NamedTuple):
    """How uncertain the exponent is with which the classes 0 and 2 modulo 5 of squares grow in a window."""

    copy: float  # standard deviation of the exponent of one of the copies 2, 7, ..., 22 modulo 25, within a window
    block: float  # that of the class 0, from window to window
    share: float  # of the class 0 in both classes together
    error: float  # of both classes together, for one window

    def error_over(self, windows: float) -> float:
        """Standard error of the exponent over so many windows, if accidents in different windows are independent."""
        return self.error / float(np.sqrt(windows))


def scatter(below: ArrayLike, doublings: float) -> Scatter:
    """What accidents do to exponents, by their scatter inside the game, in successive windows of so many doublings.

    `below`: int64[windows + 1, 25], the cold positions below the windows' ends by residue modulo 25. The five copies in
    the class 2 are independent of each other, and their spread is pooled over the windows. Those in the class 0 are
    disturbed by the same positions, and are one block. All of this is a heuristic.

    >>> found = scatter(np.ones(25) * [[10], [20], [44], [80]], doublings=1)
    >>> found.copy, round(found.block, 3), found.share
    (0.0, 0.138, 0.5)
    """
    table = np.asarray(below, dtype=np.float64)
    copies, block = table[:, 2::5], table[:, ::5].sum(axis=1)
    of_copies, of_block = (np.diff(np.log2(counts), axis=0) / doublings for counts in (copies, block))
    copy, alone = float(np.sqrt(of_copies.var(axis=1, ddof=1).mean())), float(of_block.std(ddof=1))
    share = float(block[-1] / (block[-1] + copies[-1].sum()))
    return Scatter(copy, alone, share, float(np.hypot(share * alone, (1 - share) * copy / np.sqrt(5))))


def _sizes(q: int, n: int) -> tuple[int, int]:
    return whole_number("q", q, least=2), whole_number("n", n, least=0)
