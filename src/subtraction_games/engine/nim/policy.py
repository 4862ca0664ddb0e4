"""Which blocks are searched and by which plan: what settled blocks teach about the next two.

A *strategy* is chosen a block before it is needed, so that threads can prefetch; where there is none, the recurrence
does better. A policy buys speed and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .plan import EQUAL, STAGES, Costs, Plan, Weights, choose_plan

MARGIN, BLOCKS_OF_MARGIN = 6, 3  # values past the largest so far that can be candidates: so many, and this growth
GIVE_UP = 1.0  # a search may take so many times as long as the recurrence
REPLAN, REMEASURE = 1.5, 4  # growth of the position after which a new sample is taken, and costs are measured again


class Strategy(NamedTuple):
    """How a block is to be searched: the plan, and the order of moves."""

    plan: Plan
    weights: Weights


class Sample(NamedTuple):
    """What settled positions tell."""

    position: int = 0  # they are just below it
    needed: NDArray[np.float64] = np.zeros(STAGES + 1)  # candidates after each stage: see `plan.needs`
    weights: Weights = EQUAL  # of residues of moves: see `plan.weights_of`
    costs: Costs = Costs()

    def outdated(self, position: int) -> bool:
        """Whether the evaluation has come so far that another sample should be taken."""
        return position >= REPLAN * self.position


def foreseen(top: int, block: int, position: int) -> int:
    """Nim-values below this can be expected in the next two blocks, if `top` is the largest below `position`.

    >>> foreseen(100, 2**13, 2**17)
    125
    """
    return top + 1 + MARGIN + BLOCKS_OF_MARGIN * top * block // max(1, position)


@dataclass(frozen=True)
class Policy:
    """How the next blocks are to be found. Immutable, so that an interrupted evaluation keeps what it had."""

    strategy: Strategy | None = None  # of the next block
    next_strategy: Strategy | None = None  # of the one after it, to prefetch by
    oversampling: float = 1.0  # candidates to keep for each one that the sample needed
    cooldown: int = 0  # blocks to leave to the recurrence
    backoff: int = 1  # and how many the next time that searching was slower
    recurring: float = np.inf  # seconds for a position and move, when last a block was left to the recurrence

    def searched(self, failures: float, seconds: float) -> Policy:
        """After a block was searched in so many seconds for each position and move; this share of its lists ran out."""
        oversampling = self.oversampling
        if failures > 1 / 400:
            oversampling = min(4.0, oversampling * 1.05)
        elif failures < 1 / 1600:
            oversampling = max(0.5, oversampling * 0.97)
        if seconds > GIVE_UP * self.recurring:
            return replace(self, oversampling=oversampling, cooldown=self.backoff, backoff=2 * self.backoff)
        return replace(self, oversampling=oversampling, backoff=1)

    def recurred(self, seconds: float) -> Policy:
        """After a block was left to the recurrence, which took so long for each position and move."""
        return replace(self, cooldown=max(0, self.cooldown - 1), recurring=seconds)

    def planned(self, top: int, width: int, sample: Sample | None) -> Policy:
        """Between two blocks: the largest value so far, those foreseen, and a sample; None if it can't be searched.

        The next block keeps the strategy that it may have been prefetched by, unless a value has outgrown its bits.
        """
        chosen = sample and Strategy(
            choose_plan(width, self.oversampling * sample.needed, sample.costs), sample.weights
        )
        before = self.next_strategy
        if before is None or chosen is None or top >> before.plan.depth:
            before = chosen
        return replace(self, strategy=before, next_strategy=chosen)
