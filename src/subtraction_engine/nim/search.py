"""The search of a strip for the candidates of its positions, by the moves that leave its block.

It doesn't matter in which order tiles are taken, for such moves reach settled positions only: strips are shared out to
threads. While their tables or long lists fill the second-level cache, few tiles of a strip work at a time; then all of
them for each move, which so finds its rows in the cache.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves

from ..support.kernel import kernel
from ..vectors import FULL, WORD, WORDS, address
from .candidates import Scratch, aligned, ask, compact, list_tile, mark_values
from .plan import MOST, Plan
from .tuning import ASKING, MARKING, SLOTS, STAGES, TILES
from .vectors import TILE


@kernel
def _ask_stages(planes, moves, plan, stages, strip, tiles, shifts):
    """Ask for the moves of some stages in some tiles of a strip (spans both), and drop what is met."""
    (first, lists, slots), size = strip, (plan.depth + 1) * WORDS
    for stage in range(stages[0], stages[1]):
        after = moves.size * (stage + 1) // STAGES
        for k in range(moves.size * stage // STAGES, after, ASKING):
            span = k, min(k + ASKING, after)
            for tile in range(tiles[0], tiles[1]):
                for slot in range(0, slots[tile], SLOTS):
                    at, number = address(lists, (tile * MOST + slot) * size), min(SLOTS, slots[tile] - slot)
                    ask(planes, moves, span, first + tile * TILE, at, number, plan.depth)
        if plan.keep[stage + 1] < plan.keep[stage]:
            for tile in range(tiles[0], tiles[1]):
                slots[tile] = compact(lists, tile * MOST * size, slots[tile], plan.depth, plan.keep[stage + 1], shifts)


@kernel
def _begin(planes, moves, plan, stage, strip, tiles, scratch):
    """Candidates of some tiles of a strip (a span) after the moves of stages 0..stage - 1."""
    (first, lists, slots), (low, high), marking = strip, tiles, moves.size * plan.marked // STAGES
    size = -(-plan.width // WORD) * WORD * WORDS
    scratch.seen[: (high - low) * size] = 0
    for k in range(0, marking, MARKING):
        for tile in range(low, high):
            seen = address(scratch.seen, (tile - low) * size)
            mark_values(planes, moves, (k, min(k + MARKING, marking)), first + tile * TILE, plan, scratch, seen)
    for tile in range(low, high):
        seen = address(scratch.seen, (tile - low) * size)
        list_tile(plan, scratch, seen, address(lists, tile * MOST * (plan.depth + 1) * WORDS))
        slots[tile] = plan.keep[plan.marked]
    _ask_stages(planes, moves, plan, (plan.marked, stage), strip, tiles, scratch.shifts)


def search(
    planes: NDArray[np.uint8], moves: Moves, plan: Plan, first: int, tiles: int, scratch: Scratch
) -> NDArray[np.uint64]:
    """uint64[tiles, slots, depth + 1, WORDS]: the lists of adjacent tiles, a strip, after all of these moves.

    moves: the far ones, in the order of asking.
    """
    lists, used = aligned(tiles * MOST * (plan.depth + 1) * WORDS), np.zeros(tiles, np.int64)
    strip = first, lists, used  # uint64[tiles, MOST, depth + 1, WORDS], and how many of the MOST slots hold any
    # while lists are long, few tiles at a time; then all tiles of the strip for each move
    joint = next((e for e in range(plan.marked, STAGES) if plan.keep[e] <= SLOTS), STAGES)
    for tile in range(0, tiles, TILES):
        _begin(planes, moves, plan, joint, strip, (tile, min(tiles, tile + TILES)), scratch)
    _ask_stages(planes, moves, plan, (joint, STAGES), strip, (0, tiles), scratch.shifts)
    slots = plan.keep[STAGES]
    kept = lists.reshape(tiles, MOST, plan.depth + 1, WORDS)[:, :slots].copy()
    kept[:, :, 0] &= np.where(np.arange(slots) < used[:, None], FULL, 0)[:, :, None]
    return kept
