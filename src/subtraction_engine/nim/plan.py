"""How a block is to be searched for candidates, if at all: what settled positions teach about the next ones.

Marking costs the same for each move, asking follows the number of candidates, and that number falls with each move
that has marked or asked. So the moves are taken in STAGES parts: the first ones mark, the others ask, and after each
part as many candidates are kept as nearly all positions of a sample would have needed. The *plan* is the way of least
estimated cost, if that is less than the recurrence's. Nothing is timed while a game is evaluated: whatever the machine
does meanwhile, and for any number of threads, the plans are the same.

A plan follows from settled values, positions, moves and constants alone, and buys speed and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..support.kernel import kernel
from ..vectors import WORD
from . import tuning
from .tuning import STAGES

MOST = WORD  # candidates of a position


class Plan(NamedTuple):
    """How a block's candidates are found."""

    depth: int  # bits of values
    width: int  # values below this can be candidates
    marked: int  # of STAGES parts of the moves, how many mark; the others ask
    keep: tuple[int, ...]  # candidates to keep after this many parts, STAGES + 1 numbers


@kernel
def needs(values, positions, moves):
    """int64[positions, STAGES + 1]: how many candidates each would have needed after this many stages of `moves`."""
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
    """The plan of least estimated cost, if values below `width` matter and `needed` candidates after each stage.

    None if it costs more for each move than is affordable, or if lists would run out.
    """
    keep, costs = np.clip(np.ceil(needed), 1, MOST), tuning.COSTS
    for stage in range(1, STAGES):
        if keep[stage] > 0.8 * keep[stage - 1]:
            keep[stage] = keep[stage - 1]  # not worth dropping
    asked = np.append(np.cumsum((costs.row + costs.ask_candidate * keep)[STAGES - 1 :: -1])[::-1], 0)
    cost = np.arange(STAGES + 1) * (costs.row + costs.mark_value * width) + asked
    cost[needed > MOST] = np.inf
    if cost.min() > STAGES * affordable:
        return None
    depth = max(tuning.LEAST_DEPTH, (width - 1).bit_length())
    return Plan(depth, width, int(cost.argmin()), tuple(int(k) for k in keep))


class Sample(NamedTuple):
    """What settled positions tell."""

    position: int = 0  # they are just below it
    needed: NDArray[np.float64] = np.zeros(STAGES + 1)  # candidates after each stage: see `needs`


def foreseen(top: int, block: int, position: int) -> int:
    """Nim-values below this can be expected in the next block, if `top` is the largest below `position`.

    >>> foreseen(100, 2**13, 2**17)
    119
    """
    return top + 1 + tuning.MARGIN + tuning.BLOCKS_OF_MARGIN * top * block // max(1, position)


def affordable(top: int, position: int, moves: int) -> float:
    """What a plan may cost for the recurrence not to do better, in cycles for WORD positions and a move (see `Costs`).

    Marking bytes, the recurrence takes 73 to 86 cycles on a Zen 4, with AVX-512 and without, for squares and random
    moves, 64 of them for its stores; up to 95 where values are in the third-level cache only. With few values it marks
    bits: 14 cycles for primes to 35 for n^2 + 1, less than any search, while values are in that cache, and 60 to 95
    beyond 2^22 positions (8 MB).
    """
    recurring = tuning.RECURRING if top >= tuning.FEW else tuning.FEW_RECURRING if position > tuning.CACHED else 0
    return recurring - tuning.COSTS.lists / max(1, moves)


def oversampled(oversampling: float, failures: float) -> float:
    """Candidates to keep for each one that the sample needed, after a block this share of whose lists ran out."""
    if failures > 1 / 400:
        return min(4.0, oversampling * 1.05)
    return max(0.5, oversampling * 0.97) if failures < 1 / 1600 else oversampling
