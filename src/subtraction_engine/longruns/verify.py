"""Checks of an answer from the definition alone, by nothing that the evaluators use.

A cold position has no move to a cold one, and a hot one has one; a nim-value is not among the values that its position
can move to, and all smaller ones are. Each kind of check looks at some of the positions so.

* *Drawn from the whole range*: a clean check bounds the share of positions that could be wrong. As almost all are hot,
  that says little about the cold ones: all of them could be fewer.
* *Drawn from the cold ones*: bounds the share of false ones among them. An omitted one is none of them.
* *Drawn from crowded classes*: hot positions where cold ones are, each in a residue class, modulo CLASSES, of a cold
  position that was drawn too. Here a position that was omitted would most likely be.
* *Whole windows*: every position of 2^22 in a row, hot or cold: within a window nothing can be omitted or false. The
  positions below it are taken as they are: windows prove that the answer fits itself there, and say nothing of what
  lies between them.

An answer that is wrong from some position on, and rightly evaluated from there, contradicts itself only there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves, Positions, SubtractionSet, hotspots_below, whole_number
from subtraction_games.sets import moves_below

from ..support.kernel import kernel
from ..support.progress import ranges
from .checkpoint import Results

PARTS = 64  # that an array in memory is drawn from; a folder is drawn from block by block
CLASSES = 4 * 9 * 5 * 7 * 13  # the moduli in which powers and polygonal numbers leave classes empty
WINDOW = 2**22  # positions
PER_PLACE = 8  # positions for each place of an index, so that a look-up reads one or two cache lines


class Verification(NamedTuple):
    """What a check found.

    `positions` were drawn from the whole range, `cold` more from the positions that are said to be cold, and as many
    from their residue classes (0 for nim-values). `contradiction` is the first that was met, with its move, or None;
    then the largest share of the positions, and of the cold ones, that could contradict the definition, at 99%
    confidence, is `share`; and none of the `whole` positions of windows does.
    """

    positions: int
    cold: int
    share: float
    contradiction: str | None
    whole: int = 0

    def __str__(self) -> str:
        if self.contradiction:
            return f"contradiction: {self.contradiction}"
        drawn = f"{self.positions:,} positions" + (f" and {self.cold:,} cold ones" if self.cold else "")
        message = f"{drawn} checked, no contradiction: at 99% confidence under {self.share:.1e} of them could be wrong"
        return f"{message}; and none of {self.whole:,} in whole windows is" if self.whole else message


def share_that_could_be_wrong(draws: int) -> float:
    """The share p of wrong positions at which this many draws would all be right only once in a hundred times.

    (1 - p)^draws = 0.01. Drawing from every part in proportion to its length can only help: by Jensen's inequality
    for log(1 - p), wrong positions that crowd into some parts are missed more seldom.

    >>> round(share_that_could_be_wrong(10_000), 6)
    0.00046
    """
    return 1 - 0.01 ** (1 / draws) if draws else 1.0


def verify(
    answer: Results | NDArray[np.integer],
    S: SubtractionSet | None = None,
    n: int | None = None,
    *,
    hotspots: Iterable[int] | None = None,
    positions: int = 10_000,
    windows: int = 0,
    seed: int | None = None,
) -> Verification:
    """Check an answer of `cold_positions` or `nim_values`, or a long run's folder, at random positions.

    The head of this module explains what each kind of check can see. Costs at most `positions` times |S|
    look-ups. A window costs a mark for each way to reach it from a cold position: for squares half a second near 10^9,
    some ten near 10^12; its marks take 8 MiB.

    Parameters
    ----------
    answer : Results or array
        What `results` reads from a folder, also of a run under way; or the array that an evaluator gave: int64 are
        cold positions, narrower integers are nim-values.
    S, n, hotspots : optional
        The game that it answers for. A folder knows it; an array needs S and, if it is of cold positions, n.
    positions : int
        How many to draw, from 1 to 10^8, at least one from each block of a folder; for cold positions as many again
        among the cold, and as many in residue classes of cold ones.
    windows : int
        How many whole windows of 2^22 positions to check besides, of cold positions: each from a part of its own. If
        the range has no more, they are all of it.
    seed : int, optional
        For the same draws again; None for others every time.

    Examples
    --------
    >>> from subtraction_games.evaluate import cold_positions, nim_values
    >>> from subtraction_games.games import squares
    >>> verify(nim_values(squares, 1000), squares, seed=1).contradiction is None
    True
    >>> wrong = cold_positions(squares, 100)
    >>> wrong[4] = 11
    >>> print(verify(wrong, squares, 100, seed=1))
    contradiction: ...
    """
    positions = whole_number("positions", positions, least=1, most=10**8)
    windows = whole_number("windows", windows, least=0, most=10**6)
    if isinstance(answer, Results):
        array, cuts, whole = answer.array, [0, *(block.stop for block in answer.blocks)], answer.about["n"]
        S, hotspots = answer.moves if S is None else S, answer.hotspots if hotspots is None else hotspots
    else:
        array, cuts = answer, _cuts(answer, n)
        whole = cuts[-1]
    n = cuts[-1]
    moves, spots = moves_below(S, n), hotspots_below(hotspots, whole)  # type: ignore[arg-type] # it refuses None
    rng = np.random.default_rng(seed)
    drawn, spans = _drawn(rng, cuts, positions), list[tuple[int, int]]()
    if array.dtype != np.int64:
        if windows:
            raise ValueError("windows check cold positions: of nim-values, each would cost |S| look-ups a position")
        cold, suspects, look = drawn[:0], _watched(drawn), partial(_of_nim_value, array, moves)
    elif array.size and not (array[0] >= 0 and array[-1] < n and np.all(array[1:] > array[:-1])):
        return Verification(0, 0, 1.0, f"the cold positions do not ascend within range({n})")
    else:
        ascending = array.view(np.ndarray).astype(np.int64, copy=False)
        cold = ascending[_drawn(rng, [0, *np.searchsorted(ascending, cuts[1:]).tolist()], positions)]
        crowded = rng.integers(0, max(n, 1), cold.size)
        crowded -= (crowded - cold) % CLASSES
        parts = min(windows, -(-n // WINDOW))  # as many as cover the whole range, at most
        for first, last in pairwise(part * n // max(parts, 1) for part in range(parts + 1)):
            start = int(rng.integers(first, max(first, last - WINDOW) + 1))
            spans.append((start, min(start + WINDOW, last)))
        everywhere = np.concatenate([drawn, cold, crowded[crowded >= 0]])
        suspects = chain(_watched(everywhere), _in_windows(ascending, moves, spots, spans))
        look = partial(_of_coldness, ascending, *_index(ascending, n), moves, spots)
    contradiction = next(filter(None, map(look, suspects)), None)
    share = share_that_could_be_wrong(positions if n else 0)
    return Verification(drawn.size, cold.size, share, contradiction, sum(stop - start for start, stop in spans))


def _cuts(answer: NDArray[np.integer], n: int | None) -> list[int]:
    """The ends of the parts of an array to draw from, beginning with 0."""
    if not isinstance(answer, np.ndarray) or answer.ndim != 1 or answer.dtype.kind not in "iu":
        raise TypeError("answer must be what results(folder) gives, or an array of cold positions or nim-values")
    if answer.dtype == np.uint64:
        raise TypeError("answer must be int64 if it has cold positions, int32 if it has nim-values, not uint64")
    n = whole_number("n", n, least=0) if answer.dtype == np.int64 else answer.size
    return np.linspace(0, n, min(n, PARTS) + 1).astype(np.int64).tolist()


def _drawn(rng: np.random.Generator, cuts: list[int], number: int) -> NDArray[np.int64]:
    """Indices from every part of range(cuts[-1]), drawn with return, no fewer than its length asks for; ascending."""
    if not cuts[-1]:
        return np.empty(0, np.int64)
    parts = pairwise(cuts)
    draws = [rng.integers(a, b, -(-number * (b - a) // cuts[-1])) for a, b in parts if b > a]
    return np.sort(np.concatenate(draws))


def _watched(drawn: NDArray[np.int64]) -> Iterator[int]:
    for first, last in ranges(drawn.size, 16, "checking from the definition"):
        yield from drawn[first:last].tolist()


def _of_nim_value(values: NDArray[np.integer], moves: Moves, x: int) -> str | None:
    """What contradicts the nim-value of x, if anything does."""
    fitting = moves[: np.searchsorted(moves, x, side="right")]
    reached, value = values[x - fitting], int(values[x])
    met = np.flatnonzero(reached == value)
    if met.size:
        s = int(fitting[met[0]])
        return f"{x} has nim-value {value}, and so has {x - s}, one move of {s} below"
    missing = np.setdiff1d(np.arange(value), reached)
    if missing.size:
        return f"{x} has nim-value {value}, but no move leads to nim-value {missing[0]}"
    return None


def _in_windows(
    cold: NDArray[np.int64], moves: Moves, hotspots: Positions, spans: list[tuple[int, int]]
) -> Iterator[int]:
    """The first position of each window, if there is one, that is not said to be what the cold ones before it make it.

    A window is range(start, stop), a span; it is marked from all cold positions that have a move into it.
    """
    for part, _ in ranges(len(spans), 1, "whole windows from the definition"):
        start, stop = spans[part]
        hot, stated = np.zeros(stop - start, dtype=np.bool_), np.ones(stop - start, dtype=np.bool_)
        for x, marks in ((hotspots, hot), (cold, stated)):
            marks[x[slice(*np.searchsorted(x, [start, stop]))] - start] ^= True
        _mark(hot, start, cold[: np.searchsorted(cold, stop)], moves)
        yield from (start + np.flatnonzero(stated != hot)[:1]).tolist()


@kernel
def _mark(hot: NDArray[np.bool_], start: int, cold: NDArray[np.int64], moves: Moves) -> None:
    """Mark what ascending cold positions reach in the window."""
    left = moves.size  # of the moves, how many come before the window, from a cold position: fewer from a larger one
    for c in cold:
        while left > 0 and moves[left - 1] >= start - c:
            left -= 1
        k = left
        while k < moves.size and moves[k] < start - c + hot.size:
            hot[c + moves[k] - start] = True
            k += 1


def _index(cold: NDArray[np.int64], n: int) -> tuple[NDArray[np.int64], int]:
    """(first, shift): cold positions from place << shift on begin with number first[place], some PER_PLACE for each."""
    shift = (n * PER_PLACE // max(1, cold.size)).bit_length()
    return np.searchsorted(cold, np.arange((n >> shift) + 2) << shift), shift


@kernel
def _first_met(cold: NDArray[np.int64], first: NDArray[np.int64], shift: int, moves: Moves, x: int) -> int:
    """How many of the moves, all at most x, come before the first that leads from x to a cold position."""
    for k in range(moves.size):
        y = x - moves[k]
        for i in range(first[y >> shift], first[(y >> shift) + 1]):
            if cold[i] >= y:
                if cold[i] == y:
                    return k
                break
    return moves.size


def _of_coldness(
    cold: NDArray[np.int64], first: NDArray[np.int64], shift: int, moves: Moves, hotspots: Positions, x: int
) -> str | None:
    """What contradicts the coldness or the heat of x, if anything does; `first` and `shift` are those of `_index`."""
    is_cold = bool(np.isin(x, cold[first[x >> shift] : first[(x >> shift) + 1]]))
    if np.isin(x, hotspots):
        return f"{x} is a hotspot, but said to be cold" if is_cold else None
    fitting = moves[: np.searchsorted(moves, x, side="right")]
    met = _first_met(cold, first, shift, fitting, x)
    if met < fitting.size:
        s = int(fitting[met])
        return f"{x} is said to be cold, and so is {x - s}, one move of {s} below" if is_cold else None
    return None if is_cold else f"{x} is said to be hot, but no move leads to a cold position"
