"""Which blocks are searched and by which plan: what settled blocks teach about the next two.

A *strategy* is chosen a block before it is needed, so that threads can prefetch; where there is none, the recurrence
is expected to do better. It follows from settled values, positions, moves and constants alone. A policy buys speed and
nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .mex import FEW
from .plan import EQUAL, Plan, Weights, choose_plan
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
    """Nim-values below this can be expected in the next two blocks, if `top` is the largest below `position`.

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


class Policy(NamedTuple):
    """How the next blocks are to be found. Immutable, so that an interrupted evaluation keeps what it had."""

    strategy: Strategy | None = None  # of the next block
    next_strategy: Strategy | None = None  # of the one after it, to prefetch by
    oversampling: float = 1.0  # candidates to keep for each one that the sample needed

    def searched(self, failures: float) -> Policy:
        """After a block was searched; this share of its lists ran out."""
        oversampling = self.oversampling
        if failures > 1 / 400:
            oversampling = min(4.0, oversampling * 1.05)
        elif failures < 1 / 1600:
            oversampling = max(0.5, oversampling * 0.97)
        return self._replace(oversampling=oversampling)

    def planned(self, top: int, width: int, sample: Sample | None, affordable: float) -> Policy:
        """Between two blocks: the largest value so far, those foreseen, a sample (None: no search), what is affordable.

        The next block keeps the strategy that it may have been prefetched by, unless a value has outgrown its bits.
        """
        plan = sample and choose_plan(width, self.oversampling * sample.needed, affordable)
        chosen = Strategy(plan, sample.weights) if sample and plan else None
        before = self.next_strategy
        if before is None or chosen is None or top >> before.plan.depth:
            before = chosen
        return self._replace(strategy=before, next_strategy=chosen)
