"""Nim-values by marking, asking and settling: dynamic programming, 512 positions at a time, on bits.

The recurrence nim(p) = mex{nim(p - s)} costs one table access for each (position, move). Two facts make most of them
cheap without knowing anything about the subtraction set: adjacent positions read adjacent values (`vectors`), and a mex
needs few answers (`search`). What remains is a short ascending list for each position; the few moves inside the block
then settle the positions in increasing order (`mex`).

Cost: O(n |S|) at worst, the recurrence's own: each pair of a position and a move is marked once, a bit for each
of at most 4,096 values, or asked once, at most 64 candidates of 12 bits, with 512 positions at a time, and taken once
more if the position's list runs out. Lists take a time for each position that doesn't grow with |S|.
Nim-values are at most |S| (Eppstein, section 2.4), and a new maximum exceeds the former by one: a block of B
positions can raise it by B at most, which bounds tables and dtypes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves

from ..support.blocks import NIM, Block, Evaluation, Legs, in_threads
from ..support.progress import watched
from ..support.values import narrowed
from ..vectors import WORD
from . import tuning
from .mex import NONE, recur, settle_tiles
from .plan import Plan, Sample, affordable, choose_plan, foreseen, needs, oversampled
from .search import aligned, search
from .vectors import TILE, write_bits


class Tiling(Evaluation):
    """Nim-values as an `Evaluation` (see `blocks`); its blocks have `block` positions, a multiple of TILE.

    Found are the nim-values of a block, uint16 at first, and of a wider type from the block on that might outgrow
    it. A share is a list of the candidates of every band = part (mod parts) of the block, uint64[tiles, slots,
    depth + 1, WORDS], or None where the recurrence does better. Time O(n |S|), with about a sixth of the
    recurrence's constant on one thread; 2n bytes, and n/8 for each bit of values.
    """

    short = 2**17

    def __init__(self, moves: Moves, n: int, block: int | None = None) -> None:
        self.moves = np.append(moves, np.zeros(tuning.MARKING, np.int64))[: moves.size]  # kernels look ahead there
        self.n = n
        power = 2 ** ((n // tuning.BLOCKS | 1).bit_length() - 1)  # of two, the largest that leaves as many blocks
        self.block = block or min(tuning.MOST_BLOCK, max(tuning.LEAST_BLOCK, power))
        self.band = min(self.block, max(tuning.LEAST_BAND, self.block // tuning.BANDS))
        self.values = np.empty(n, self._wide_enough(0))
        self.stamp = np.zeros(moves.size + NONE + 2, np.int64)  # values are at most |S|
        leaving = (WORD, TILE, self.block)
        self.inside, self.within, self.far = (int(np.searchsorted(moves, least)) for least in leaving)
        depth = max(tuning.LEAST_DEPTH, min(8 * moves.size + tuning.MARGIN, 2**tuning.MOST_DEPTH - 1).bit_length())
        size = -(-n // TILE) * (TILE // 8) + WORD  # bytes of a plane, and what may be read past them
        self.planes = np.zeros((depth if self._enough(n) else 0, size), np.uint8)  # what is never written isn't taken
        self.sample, self.oversampling = Sample(), 1.0
        self.plan: Plan | None = None  # of the next block
        self.position = self.top = 0

    def _wide_enough(self, top: int) -> type[np.unsignedinteger]:
        """A type for the values of the next block, if the largest so far is top."""
        return np.uint16 if min(top + self.block, self.moves.size) < NONE else np.uint32

    def _fitting(self, position: int) -> int:
        """The number of moves that fit below `position`."""
        return int(np.searchsorted(self.moves, position, side="right"))

    def _enough(self, position: int) -> bool:
        return self._fitting(position) - self.far >= tuning.FEWEST_MOVES

    def _write(self, start: int, stop: int, top: int) -> None:
        """Enter values[start:stop], none above top, into planes if there are as many; start is a multiple of TILE."""
        if self.planes.size and self.values.dtype == np.uint16 and top < 2**tuning.MOST_DEPTH:
            write_bits(self.values, start, stop // TILE * TILE, self.planes, max(1, int(top).bit_length()))

    # --- between blocks

    def restore(self, stop: int, found: NDArray[np.unsignedinteger]) -> None:
        number, most = stop - self.position, self.moves.size
        if self.last_block_end(stop) != stop or not 0 <= number <= self.n - self.position:
            raise ValueError(f"stop must be {self.n}, or a multiple of {TILE} from {self.position} on, not {stop}")
        if found.dtype.kind != "u" or found.shape != (number,) or found.max(initial=0) > most:
            raise ValueError(f"what is restored must be {number} unsigned integers, none above {most}")
        top = max(self.top, int(found.max(initial=0)))
        self.values = self.values.astype(self._wide_enough(top), copy=False)
        self.values[self.position : stop] = found
        self._write(self.position, stop, top)
        self._advance(stop, top)

    def last_block_end(self, stop: int) -> int:
        return stop if stop == self.n else stop - stop % TILE  # a block may begin at any tile

    def results_since(self, start: int, stop: int | None = None) -> NDArray[np.unsignedinteger]:
        return self.values[start : self.position if stop is None else stop]

    def _advance(self, stop: int, top: int) -> None:
        """The state between two blocks: position last, so that an interrupted evaluation says only what is true."""
        self.values = self.values.astype(self._wide_enough(top), copy=False)
        width, spare = foreseen(top, self.block, stop), affordable(top, stop, self._fitting(stop))
        narrow, plan = width <= 2**tuning.MOST_DEPTH and self.values.dtype == np.uint16, None
        if stop < self.n and narrow and self._enough(stop) and spare > 0:
            if stop >= tuning.REPLAN * self.sample.position:
                self.sample = self._sampled(stop)
            plan = choose_plan(width, self.oversampling * self.sample.needed, spare)
        self.plan, self.top, self.position = plan, top, stop

    def _sampled(self, stop: int) -> Sample:
        """How many candidates positions of the block before `stop` would have needed."""
        positions = stop - 1 - (self.block // tuning.SAMPLE - 1) * np.arange(tuning.SAMPLE)
        moves = self.moves[self.far : self._fitting(stop)]
        needed = np.sort(needs(self.values, positions, moves), axis=0)[-2]  # for all of them but one
        return Sample(stop, needed.astype(float))

    # --- a block

    def task(self) -> tuple[int, Plan | None]:
        """Where the block starts, and how to search it (None: by the recurrence)."""
        return self.position, self.plan

    def share(self, task: tuple[Any, ...], part: int, parts: int) -> list[NDArray[np.uint64]] | None:
        start, plan = task
        if plan is None:
            return None
        moves, stop = self.moves[self.far : self._fitting(start)], min(self.n, start + self.block)
        bands = [(first, -(-min(self.band, stop - first) // TILE)) for first in range(start, stop, self.band)]
        return [search(self.planes, moves, plan, first, tiles) for first, tiles in bands[part::parts]]

    def settle(self, task: tuple[Any, ...], shares: list[Any]) -> Block:
        start, plan = task
        stop = min(self.n, start + self.block)
        if plan is None:
            top = int(recur(self.values, self.moves, start, stop, self.top))
            self._write(start, stop, top)
        else:
            bands = [
                shares[k % len(shares)][k // len(shares)] for k in range(sum(map(len, shares)))
            ]  # dealt out in turn
            lists = np.concatenate(bands, out=aligned(sum(map(len, bands)), *bands[0].shape[1:]))
            spans = self.inside, self.within, self.far, self._fitting(start)
            top, failures = settle_tiles(self.values, self.moves, spans, self.planes, lists, self.stamp, start)
            if top >> plan.depth:
                self._write(start, stop, top)
            self.oversampling = oversampled(self.oversampling, failures / (stop - start))
        found = self.values[start:stop]
        self._advance(stop, max(self.top, top))
        return Block(start, stop, found)


def nim_legs(moves: Moves, n: int) -> Legs:
    """The only leg of a run to n, as `cold.legs.cold_legs` gives those of cold positions."""

    def legs(blocks_of, position, earlier):
        tiling = Tiling(moves, n)
        tiling.take_over(position, earlier)
        yield from blocks_of(tiling)

    return legs


def nim_values(moves: Moves, n: int, threads: int = 1) -> NDArray[np.unsignedinteger]:
    """What `recurrence.nim_values` returns, found by that many threads.

    >>> nim_values(np.array([1, 4]), 6)
    array([0, 1, 0, 1, 2, 0], dtype=uint16)
    """
    evaluation = Tiling(moves, n)
    blocks = in_threads(evaluation, threads)
    for _ in watched(blocks, n, "nim-values by the engine", NIM.growth):
        pass
    return narrowed(evaluation.values)
