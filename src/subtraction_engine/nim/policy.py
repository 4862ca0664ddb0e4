"""Which blocks are searched and by which plan: what settled blocks teach about the next one.

A *strategy* follows from settled values, positions, moves and constants alone; where there is none, the recurrence is
expected to do better. It buys speed and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .mex import FEW
from .plan import EQUAL, Plan, Weights
from .tuning import BLOCKS_OF_MARGIN, CACHED, COSTS, FEW_RECURRING, MARGIN, RECURRING, REPLAN, STAGES


class Strategy(NamedTuple):
    """How a block is to be searched: the plan, and the order of moves."""

    plan: Plan
    weights: Weights


class Sample(NamedTuple):
    """What settled positions tell."""

    position: int = 0  # they are just below it
    needed: NDArray[np.float64] = np.zeros(STAGES + 1)  # candidates after each stage: see `plan.needs`
    weights: Weights = EQUAL  # of residues of moves: see `plan.weights_of`

    def outdated(self, position: int) -> bool:
        """Whether the evaluation has come so far that another sample should be taken."""
        return position >= REPLAN * self.position


def foreseen(top: int, block: int, position: int) -> int:
    """Nim-values below this can be expected in the next block, if `top` is the largest below `position`.

    >>> foreseen(100, 2**13, 2**17)
    125
    """
    return top + 1 + MARGIN + BLOCKS_OF_MARGIN * top * block // max(1, position)


def affordable(top: int, position: int, moves: int) -> float:
    """What a plan may cost for the recurrence not to do better, in cycles for WORD positions and a move (see `Costs`).

    Measured where `plan.COSTS` was: marking bytes, the recurrence took 92 to 108 cycles, with AVX-512 and without, for
    squares, triangular and pentagonal numbers, random moves and, up to 2,047 values, Moser-de Bruijn numbers. With few
    values it marks bits: 14 cycles for primes to 35 for n^2 + 1, less than any search, while values are in the
    third-level cache, and 60 to 95 beyond 2^22 positions (8 MB).
    """
    recurring = RECURRING if top >= FEW else FEW_RECURRING if position > CACHED else 0
    return recurring - COSTS.lists / max(1, moves)


def oversampled(oversampling: float, failures: float) -> float:
    """Candidates to keep for each one that the sample needed, after a block this share of whose lists ran out."""
    if failures > 1 / 400:
        return min(4.0, oversampling * 1.05)
    return max(0.5, oversampling * 0.97) if failures < 1 / 1600 else oversampling
