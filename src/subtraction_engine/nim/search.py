"""The search of a strip for the candidates of its positions, by the moves that leave its block.

It doesn't matter in which order tiles are taken, for such moves reach settled positions only: strips are shared out to
threads. While their tables or long lists fill the second-level cache, few tiles of a strip work at a time; then all of
them for each move, which so finds its rows in the cache. In kernels x is the scratch.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves

from ..support.kernel import kernel
from ..vectors import FULL, WORD, WORDS, address
from .candidates import Scratch, aligned, ask, drop, list_tile, mark_values
from .plan import MOST, Plan
from .planes import Planes, rows_of
from .tuning import ASKING, MARKING, SLOTS, STAGES, TILES
from .vectors import TILE


class Strip(NamedTuple):
    """Adjacent tiles and their candidates so far."""

    first: int  # position
    lists: NDArray[np.uint64]  # uint64[tiles, MOST, depth + 1, WORDS] flattened
    slots: NDArray[np.int64]  # int64[tiles]: how many of the MOST hold any


@kernel
def _ask_stages(planes, plan, stages, strip, tiles, x):
    """Ask for the moves of some stages in some tiles of a strip (spans both), and drop what is met."""
    rows, lists, used, first = rows_of(planes), strip.lists, strip.slots, strip.first
    number, depth, size = planes.offsets.size, plan.depth, (plan.depth + 1) * WORDS
    for stage in range(stages[0], stages[1]):
        after = number * (stage + 1) // STAGES
        for k in range(number * stage // STAGES, after, ASKING):
            span = k, min(k + ASKING, after)
            for tile in range(tiles[0], tiles[1]):
                for slot in range(0, used[tile], SLOTS):
                    at = address(lists, (tile * MOST + slot) * size)
                    ask(rows, span, first + tile * TILE, at, min(SLOTS, used[tile] - slot), depth)
        if plan.keep[stage + 1] < plan.keep[stage]:
            for tile in range(tiles[0], tiles[1]):
                used[tile] = drop(lists, tile * MOST * size, used[tile], depth, plan.keep[stage + 1], x.shifts)


@kernel
def _begin(far, plan, stage, strip, tiles, x):
    """Candidates of some tiles of a strip (a span) after the moves of stages 0..stage - 1; far: see `search`."""
    (low, high), (values, every, planes) = tiles, far
    moves = every[: every.size * plan.marked // STAGES]
    room, size = MOST * (plan.depth + 1) * WORDS, -(-plan.width // WORD) * WORD * WORDS
    if not plan.by_bytes:
        x.seen[: (high - low) * size] = 0
        for k in range(0, moves.size, MARKING):
            span = k, min(k + MARKING, moves.size)
            for tile in range(low, high):
                mark_values(planes, span, strip.first + tile * TILE, plan, x, x.seen[(tile - low) * size :])
    for tile in range(low, high):
        seen, lists = x.seen[(tile - low) * size :], strip.lists[tile * room :]
        list_tile(values, moves, strip.first + tile * TILE, plan, x, seen, lists)
        strip.slots[tile] = plan.keep[plan.marked]
    _ask_stages(planes, plan, (plan.marked, stage), strip, tiles, x)


def search(
    far: tuple[NDArray[np.unsignedinteger], Moves, Planes], plan: Plan, first: int, tiles: int, x: Scratch
) -> NDArray[np.uint64]:
    """uint64[tiles, slots, depth + 1, WORDS]: the lists of a strip's tiles after all far moves.

    far: the values, the moves that are far, in the order of asking, and their planes.
    """
    lists = aligned(tiles * MOST * (plan.depth + 1) * WORDS)
    strip = Strip(first, lists, np.zeros(tiles, np.int64))
    # while lists are long, few tiles at a time; then all tiles of the strip for each move
    joint = next((e for e in range(plan.marked, STAGES) if plan.keep[e] <= SLOTS), STAGES)
    for tile in range(0, tiles, TILES):
        _begin(far, plan, joint, strip, (tile, min(tiles, tile + TILES)), x)
    _ask_stages(far[2], plan, (joint, STAGES), strip, (0, tiles), x)
    slots = plan.keep[STAGES]
    kept = lists.reshape(tiles, MOST, plan.depth + 1, WORDS)[:, :slots].copy()
    kept[:, :, 0] &= np.where(np.arange(slots) < strip.slots[:, None], FULL, 0)[:, :, None]
    return kept
