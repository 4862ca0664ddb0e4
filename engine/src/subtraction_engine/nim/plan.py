"""Plan whether and how to search a block for candidates.

Marking costs the same for every move. The cost of asking grows with the number of candidates, and this number falls
with each move that marks or asks. The moves are therefore divided into STAGES parts. The first parts mark, and
the others ask. After each part we keep as many candidates as sufficed for nearly all positions of a sample. The *plan*
is the choice with the least estimated cost, provided that this is less than the cost of the recurrence.

A plan depends only on settled values, positions, moves and constants, and it affects only speed. Since nothing is
timed, the plans are the same on every machine. Several threads plan a block ahead, so their plans differ from those of
one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import tuning
from ..support.compiled import compiled
from ..tuning import STAGES
from ..vectors import WORD

MOST_LISTED = WORD  # the largest number of candidates of a position


class Plan(NamedTuple):
    """A plan for finding the candidates of a block."""

    depth: int  # the number of bits of values
    width: int  # values below this can be candidates
    marked: int  # the number of parts whose moves mark
    keep: tuple[int, ...]  # keep[k]: how many candidates to keep after k parts, for k = 0 to STAGES


@compiled
def candidates_needed(values, positions, moves):
    """Return, for each position and after 0 to STAGES stages, the length of the shortest list that contains its value.

    The answer is int64[positions, STAGES + 1].
    """
    counts = np.ones((positions.size, STAGES + 1), np.int64)
    for i in range(positions.size):
        p, v = positions[i], np.int64(values[positions[i]])
        stage_of = np.empty(v, np.int64)
        for u in range(v):
            stage_of[u] = STAGES
        for k in range(moves.size - 1, -1, -1):
            if moves[k] <= p and values[p - moves[k]] < v:
                stage_of[values[p - moves[k]]] = ((k + 1) * STAGES - 1) // moves.size
        for u in range(v):
            for stage in range(stage_of[u] + 1):
                counts[i, stage] += 1
    return counts


def choose_plan(width: int, needed: NDArray[np.float64], affordable: float) -> Plan | None:
    """Return the plan of least estimated cost for values below `width`, if `needed` candidates are kept at each stage.

    The answer is None if even this plan costs more than `affordable` for an average move, or if lists would run out.
    """
    keep, costs = np.clip(np.ceil(needed), 1, MOST_LISTED), tuning.COSTS
    for stage in range(1, STAGES):
        if keep[stage] > 0.8 * keep[stage - 1]:
            keep[stage] = keep[stage - 1]  # too few candidates to be worth dropping
    asking = np.append(np.cumsum((costs.row + costs.ask_candidate * keep)[STAGES - 1 :: -1])[::-1], 0)
    cost = np.arange(STAGES + 1) * (costs.row + costs.mark_value * width) + asking
    cost[needed > MOST_LISTED] = np.inf
    if cost.min() > STAGES * affordable:
        return None
    depth = max(tuning.LEAST_DEPTH, (width - 1).bit_length())
    return Plan(depth, width, int(cost.argmin()), tuple(int(k) for k in keep))


def affordable(top: int, position: int, moves: int) -> float:
    """Return the largest cost at which a plan beats the recurrence, in cycles per WORD positions and per move.

    When the recurrence marks bytes, it takes 73 to 95 cycles if the values fit in the third-level cache, and 126 (2^22
    positions) to 280 (2^26) if not. A search does not slow down then. With few values the recurrence marks bits,
    which takes 14 to 35 cycles, fewer than any search, if the values fit, and 60 to 95 if not.
    """
    cached, few = position <= tuning.CACHED, top < tuning.FEW
    if cached:
        recurring = 0 if few else tuning.RECURRING
    else:
        recurring = tuning.UNCACHED_FEW if few else tuning.UNCACHED_RECURRING
    return recurring - tuning.COSTS.lists / max(1, moves)
