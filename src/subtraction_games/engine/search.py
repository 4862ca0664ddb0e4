"""The search of a strip for the candidates of its positions, by the moves that leave its block.

It doesn't matter in which order tiles are taken, for such moves reach settled positions only: strips are shared out to
threads, and searched ahead. While their tables or long lists fill the second-level cache, few tiles of a strip work at
a time; then all of them for each move, which so finds its rows in the cache. Letters as in `nim`; x is the scratch.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ..arguments import Moves
from .candidates import (
    ASKING,
    DIGITS,
    GROUP,
    MARKING,
    MOST,
    ROOM,
    ask,
    drop,
    list_unseen,
    mark_values,
    unseen_of_bits,
    unseen_of_bytes,
)
from .compiled import kernel
from .lanes import SQUEEZES, TILE, WORD, WORDS
from .plan import STAGES, Course, Plan
from .planes import Rows

TILES = 8  # of a strip, that work while their tables or long lists fill the second-level cache
SLOTS = 24  # candidates of a tile that stay there with them


def aligned(size: int, dtype: type[np.generic]) -> NDArray[Any]:
    """An array that begins with a cache line: a row that lies across two costs twice."""
    room = np.empty(size * np.dtype(dtype).itemsize + 64, np.uint8)
    start = -room.ctypes.data % 64
    return room[start : start + size * np.dtype(dtype).itemsize].view(dtype)


class Scratch(NamedTuple):
    """What a strip works in, aligned to whole rows."""

    seen: NDArray[np.uint64]
    gathered: NDArray[np.uint64]
    matches: NDArray[np.uint64]
    shifts: NDArray[np.uint64]
    columns: NDArray[np.uint64]
    unseen: NDArray[np.uint64]
    low: NDArray[np.uint8]
    high: NDArray[np.uint8]
    table: NDArray[np.uint8]


def scratch_for(plan: Plan) -> Scratch:
    windows = -(-plan.width // WORD)
    return Scratch(
        seen=aligned(0 if plan.by_bytes else TILES * windows * WORD * WORDS, np.uint64),
        gathered=aligned(MARKING * plan.depth * WORDS, np.uint64),
        matches=aligned(MARKING * WORDS, np.uint64),
        shifts=aligned((MOST + 1) * DIGITS * WORDS, np.uint64),
        columns=aligned(WORD * (plan.depth + 1), np.uint64),
        unseen=aligned(WORD * windows, np.uint64),
        low=aligned(WORD * ROOM, np.uint8),
        high=aligned(WORD * ROOM, np.uint8),
        table=aligned(GROUP * WORD * windows if plan.by_bytes else 0, np.uint8),
    )


@njit
def _first_lists(values, moves, rows, plan, first, tiles, fast, x, lists):
    """Candidates of some tiles after `moves`, which all mark."""
    windows = -(-plan.width // WORD)
    room, size = MOST * (plan.depth + 1) * WORDS, WORD * windows * WORDS
    if not plan.by_bytes:
        x.seen[: tiles * size] = 0
        for k in range(0, moves.size, MARKING):
            for tile in range(tiles):
                end = min(k + MARKING, moves.size)
                mark_values(rows, k, end, first + tile * TILE, plan, x.gathered, x.matches, x.seen[tile * size :])
    for tile in range(tiles):
        for word in range(WORDS):
            if plan.by_bytes:
                unseen_of_bytes(values, moves, first + tile * TILE + word * WORD, plan, x)
            else:
                unseen_of_bits(x.seen[tile * size :], word, windows, plan.width, x.unseen)
            list_unseen(x, windows, word, plan.depth, plan.keep[plan.marked], fast, lists[tile * room :])


@kernel
def _ask_stages(rows, plan, begin, end, first, low, high, x, lists, slots):
    """Ask for the moves of stages begin..end - 1 in the tiles low..high - 1 of a strip, and drop what is met."""
    number, size = rows.offsets.size, (plan.depth + 1) * WORDS
    for stage in range(begin, end):
        after = number * (stage + 1) // STAGES
        for k in range(number * stage // STAGES, after, ASKING):
            for tile in range(low, high):
                for slot in range(0, slots[tile], SLOTS):
                    at, some_slots = (tile * MOST + slot) * size, min(SLOTS, slots[tile] - slot)
                    ask(rows, k, min(k + ASKING, after), first + tile * TILE, plan.depth, lists, at, some_slots)
        if plan.keep[stage + 1] < plan.keep[stage]:
            for tile in range(low, high):
                slots[tile] = drop(lists, tile * MOST * size, slots[tile], plan.depth, plan.keep[stage + 1], x.shifts)


@kernel
def _begin(values, moves, rows, plan, stage, first, low, high, fast, x, lists, slots):
    """Candidates of the tiles low..high - 1 of a strip after the moves of stages 0..stage - 1."""
    marking = moves[: moves.size * plan.marked // STAGES]
    room = MOST * (plan.depth + 1) * WORDS
    _first_lists(values, marking, rows, plan, first + low * TILE, high - low, fast, x, lists[low * room :])
    slots[low:high] = plan.keep[plan.marked]
    _ask_stages(rows, plan, plan.marked, stage, first, low, high, x, lists, slots)


@kernel
def close(rows, plan, first, lists, slots, closed):
    """The kept lists of a strip after the moves of `rows` too, uint64[tiles, slots * (depth + 1) * WORDS]."""
    size = (plan.depth + 1) * WORDS
    for tile in range(slots.size):
        used = slots[tile] * size
        closed[tile, :used] = lists[tile * MOST * size : tile * MOST * size + used]
        closed[tile, used:] = 0
        ask(rows, 0, rows.offsets.size, first + tile * TILE, plan.depth, closed[tile], 0, slots[tile])


class Search:
    """The search for the candidates of one strip by far moves, in steps, so that it can be left and gone on with."""

    def __init__(self, course: Course, first: int, tiles: int) -> None:
        self.course, self.first, self.tiles = course, first, tiles
        plan = course.plan
        self.lists = aligned(tiles * MOST * (plan.depth + 1) * WORDS, np.uint64)
        self.slots = np.zeros(tiles, np.int64)
        # while lists are long, few tiles at a time; then all tiles of the strip for each move
        self.joint = next((e for e in range(plan.marked, STAGES) if plan.keep[e] <= SLOTS), STAGES)
        self.groups = -(-tiles // TILES)
        self.step, self.steps = 0, self.groups + STAGES - self.joint

    def go_on(self, values: NDArray[np.uint16], moves: Moves, rows: Rows, scratch: Scratch) -> None:
        plan = self.course.plan
        if self.step < self.groups:
            low, high = self.step * TILES, min(self.tiles, (self.step + 1) * TILES)
            rest = (self.joint, self.first, low, high, SQUEEZES, scratch, self.lists, self.slots)
            _begin(values, moves, rows, plan, *rest)
        else:
            stage = self.joint + self.step - self.groups
            _ask_stages(rows, plan, stage, stage + 1, self.first, 0, self.tiles, scratch, self.lists, self.slots)
        self.step += 1
