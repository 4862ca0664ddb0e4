"""The plan for a block, which is derived from settled positions and says whether and how to search it for candidates.

Marking costs the same for each move. The cost of asking grows with the number of candidates, which falls with each move
that has marked or asked. So the moves are taken in STAGES parts: the first ones mark, the others ask, and after each
part as many candidates are kept as sufficed for nearly all positions of a sample. The *plan* is the choice with the
least estimated cost, if that is less than the cost of the recurrence.

A plan is determined by settled values, positions, moves and constants alone, and affects nothing but speed. Nothing is
timed while a game is evaluated, so the plans are the same on every machine and for any number of threads.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..support.kernel import kernel
from ..vectors import WORD
from . import tuning
from .tuning import STAGES

MOST_LISTED = WORD  # the largest number of candidates of a position


class Plan(NamedTuple):
    """How a block's candidates are found."""

    depth: int  # the number of bits of values
    width: int  # values below this can be candidates
    marked: int  # the number of parts, of STAGES, whose moves mark; the others ask
    keep: tuple[int, ...]  # keep[k]: the candidates to keep after k parts, for k = 0 to STAGES


@kernel
def candidates_needed(values, positions, moves):
    """int64[positions, STAGES + 1]: the length of the shortest list with position i's value in it after k stages."""
    counts = np.zeros((positions.size, STAGES + 1), np.int64)
    stage_of = np.empty(int(values[positions].max()) + 1, np.int64)
    for i in range(positions.size):
        p, v = positions[i], values[positions[i]]
        stage_of[:] = STAGES
        for k in range(moves.size - 1, -1, -1):
            if moves[k] <= p and values[p - moves[k]] < v:
                stage_of[values[p - moves[k]]] = ((k + 1) * STAGES - 1) // moves.size
        for u in range(v):
            counts[i, : stage_of[u] + 1] += 1
    return counts + 1


def choose_plan(width: int, needed: NDArray[np.float64], affordable: float) -> Plan | None:
    """The plan of least estimated cost for values below `width`, with the `needed` number of candidates at each stage.

    Returns None if that plan's cost for a move exceeds the affordable cost, or if lists would run out.
    """
    keep, costs = np.clip(np.ceil(needed), 1, MOST_LISTED), tuning.COSTS
    for stage in range(1, STAGES):
        if keep[stage] > 0.8 * keep[stage - 1]:
            keep[stage] = keep[stage - 1]  # too few candidates to be worth dropping
    asked = np.append(np.cumsum((costs.row + costs.ask_candidate * keep)[STAGES - 1 :: -1])[::-1], 0)
    cost = np.arange(STAGES + 1) * (costs.row + costs.mark_value * width) + asked
    cost[needed > MOST_LISTED] = np.inf
    if cost.min() > STAGES * affordable:
        return None
    depth = max(tuning.LEAST_DEPTH, (width - 1).bit_length())
    return Plan(depth, width, int(cost.argmin()), tuple(int(k) for k in keep))


class Sample(NamedTuple):
    """A sample of settled positions, and the numbers of candidates that they would have needed."""

    position: int = 0  # the sample lies just below it
    needed: NDArray[np.float64] = np.zeros(STAGES + 1)  # after each stage: see `candidates_needed`


def expected_width(top: int, block: int, position: int) -> int:
    """A bound on the nim-values to expect in the next block, if `top` is the largest value below `position`.

    >>> expected_width(100, 2**13, 2**17)
    119
    """
    return top + 1 + tuning.MARGIN + tuning.BLOCKS_OF_MARGIN * top * block // max(1, position)


def affordable(top: int, position: int, moves: int) -> float:
    """The largest cost at which a plan beats the recurrence, in cycles for WORD positions and one move (see `Costs`).

    When the recurrence marks bytes, it takes 73 to 86 cycles for squares and random moves, 64 of them for its stores,
    and up to 95 where only the third-level cache holds the values. When the values are only in memory, it takes 126
    (2^22 positions) to 280 (2^26), where a search takes no longer than with cached values. With few values the
    recurrence marks bits, in 14 cycles (primes) to 35 (n^2 + 1), which is less than any search takes, and in 60 to 95
    when the values are in memory.
    """
    cached, few = position <= tuning.CACHED, top < tuning.FEW
    if cached:
        recurring = 0 if few else tuning.RECURRING
    else:
        recurring = tuning.UNCACHED_FEW if few else tuning.UNCACHED_RECURRING
    return recurring - tuning.COSTS.lists / max(1, moves)


def oversampled(oversampling: float, failures: float) -> float:
    """The factor on the number of candidates that the sample needed, adjusted to the fraction of lists that ran out.

    The factor rises by 5% if more than 1 list in 400 ran out, and falls by 3% if fewer than 1 in 1,600 did.
    """
    if failures > 1 / 400:
        return min(4.0, oversampling * 1.05)
    return max(0.5, oversampling * 0.97) if failures < 1 / 1600 else oversampling
