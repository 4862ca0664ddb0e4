"""Check an answer at random positions against the definition alone, sharing no code with the evaluators.

`verify` draws positions from the whole range. If the share of wrong positions were p, where (1 - p)^draws = 0.01, only
one check in a hundred would find none of them. Almost all positions are hot, and the cold positions together may be a
smaller share than p, so these draws say little about them. It therefore draws as many cold positions as well, which
bounds the share of false ones in the same way. A cold position that was omitted is found only by a draw from the whole
range, of this position or of a hot one that can move to no other cold position.

If the answer at one position is wrong, and the answers at all larger positions follow from it by the rules, only that
position contradicts the definition.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import LARGEST_SIZE, Moves, Positions, SubtractionSet, hotspots_below, whole_number
from subtraction_games.sets import moves_below

from ..support.blocks import within
from ..support.compiled import compiled
from ..support.progress import ranges
from .run_folder import Results, results


class Verification(NamedTuple):
    """The outcome of a check.

    `positions` is the number of draws from the whole range, and `cold` the number from the cold positions, or 0 for
    nim-values. `contradiction` describes the first contradiction, or is None. If there is none, the fraction of wrong
    answers is less than `share` with 99% confidence, both among all positions and among the cold ones.
    """

    positions: int
    cold: int
    share: float
    contradiction: str | None

    def __str__(self) -> str:
        if self.contradiction:
            return f"contradiction: {self.contradiction}"
        drawn = f"{self.positions:,} positions" + (f" and {self.cold:,} cold ones" if self.cold else "")
        message = f"{drawn} checked, no contradiction: at 99% confidence under {self.share:.1e} of them could be wrong"
        return f"{message}, and a single wrong one could be missed"


def verify(
    answer: str | Path | Results | NDArray[np.integer],
    S: SubtractionSet | None = None,
    n: int | None = None,
    *,
    hotspots: Iterable[int] | None = None,
    positions: int = 10_000,
    seed: int | None = None,
) -> Verification:
    """Check an answer of `cold_positions` or `nim_values`, or a long run's folder, at random positions.

    The module docstring explains what such a check can find. The check takes at most |S| look-ups for each position.

    Parameters
    ----------
    answer : str, Path, Results or array
        The folder of a long run or the `results` in it, even during the run, or an array from an evaluator, in which
        int64 numbers are cold positions and narrower integers are nim-values.
    S, n, hotspots : optional
        The game. A folder already contains its game. An array requires S, and also n if it contains cold positions.
    positions : int
        The number of draws, from 1 to 10^8. If the answer consists of cold positions, the same number is drawn
        from them.
    seed : int, optional
        The seed of the draws. If it is None, the draws differ every time.

    Examples
    --------
    >>> from subtraction_games.evaluate import cold_positions, nim_values
    >>> from subtraction_games.games import squares
    >>> checked = verify(nim_values(squares, 1000), squares, seed=1)
    >>> print(checked.contradiction, round(checked.share, 6))
    None 0.00046
    >>> wrong = cold_positions(squares, 100)
    >>> wrong[4] = 11
    >>> print(verify(wrong, squares, 100, seed=1))
    contradiction: ...
    """
    positions = whole_number("positions", positions, least=1, most=10**8)
    if isinstance(answer, (str, Path)):
        answer = results(answer)
    if isinstance(answer, Results):
        game, n, answer = answer.game, answer.stop, answer.array
        S, hotspots = game.moves if S is None else S, game.hotspots if hotspots is None else hotspots
    if not isinstance(answer, np.ndarray) or answer.ndim != 1 or answer.dtype.kind not in "iu" or answer.dtype == "u8":
        raise TypeError("answer must be a long run's folder, or int64 cold positions, or narrower nim-values")
    is_of_cold = answer.dtype == np.int64
    n = whole_number("n", n, least=0) if is_of_cold else answer.size
    moves, spots = moves_below(S, n), hotspots_below(hotspots, LARGEST_SIZE)  # type: ignore[arg-type] # it refuses None
    rng = np.random.default_rng(seed)
    drawn = looks = _drawn(rng, n, positions)
    share = 1 - 0.01 ** (1 / positions) if n else 1.0
    if is_of_cold:
        cold, check = answer[_drawn(rng, answer.size, positions)], partial(_of_coldness, answer, moves, spots)
        if answer.size and not (answer[0] >= 0 and answer[-1] < n and np.all(answer[1:] > answer[:-1])):
            return Verification(drawn.size, cold.size, share, f"the cold positions do not ascend within range({n})")
        looks = np.concatenate([drawn, cold])
    else:
        cold, check = drawn[:0], partial(_of_nim_value, answer, moves)
    parts = (looks[first:last].tolist() for first, last in ranges(looks.size, 16, "checking from the definition"))
    contradictions = filter(None, map(check, chain.from_iterable(parts)))
    return Verification(drawn.size, cold.size, share, next(contradictions, None))


def _drawn(rng: np.random.Generator, size: int, number: int) -> NDArray[np.int64]:
    """Draw `number` elements of range(size), with replacement, as ascending int64 numbers, or none if size is 0."""
    return np.sort(rng.integers(0, max(size, 1), number if size else 0))


def _of_nim_value(values: NDArray[np.integer], moves: Moves, x: int) -> str | None:
    """Describe how the nim-value of x contradicts the definition, or return None if it does not."""
    fitting = moves[: np.searchsorted(moves, x, side="right")]
    reached, value = values[x - fitting], int(values[x])
    if value < 0:
        return f"{x} has nim-value {value}, which is negative"
    met = np.flatnonzero(reached == value)
    if met.size:
        s = int(fitting[met[0]])
        return f"{x} has nim-value {value}, and so has {x - s}, one move of {s} below"
    missing = np.setdiff1d(np.arange(value), reached)
    if missing.size:
        return f"{x} has nim-value {value}, but no move leads to nim-value {missing[0]}"
    return None


def _of_coldness(cold: NDArray[np.integer], moves: Moves, hotspots: Positions, x: int) -> str | None:
    """Describe how the presence or absence of x contradicts the definition, or return None if it does not."""
    is_cold = within(cold, x, x + 1).size > 0
    if within(hotspots, x, x + 1).size:
        return f"{x} is a hotspot, but said to be cold" if is_cold else None
    fitting = within(moves, 0, x + 1)
    met = _first_met(cold, fitting, x)
    if met < fitting.size:
        s = int(fitting[met])
        return f"{x} is said to be cold, and so is {x - s}, one move of {s} below" if is_cold else None
    return None if is_cold else f"{x} is said to be hot, but no move leads to a cold position"


@compiled
def _first_met(cold: NDArray[np.integer], moves: Moves, x: int) -> int:
    """Return the index of the first move from x to a cold position, or moves.size if there is none."""
    above = cold.size  # the cold positions from this index on exceed the position reached
    for k in range(moves.size):
        y, step = x - moves[k], 1
        while step < above and cold[above - step] > y:  # doubled, because the next cold position is seldom far away
            step *= 2
        first = max(above - step, 0)
        above = first + np.searchsorted(cold[first:above], y, side="right")
        if above and cold[above - 1] == y:
            return k
    return moves.size
