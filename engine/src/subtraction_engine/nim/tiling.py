"""Find nim-values by dynamic programming on bits, 512 positions at a time.

The recurrence nim(p) = mex{nim(p - s)} costs one table access for each position and move. Two facts make most accesses
cheap for any subtraction set. Adjacent positions read adjacent values (`vectors`), and a mex needs few answers
(`search`). What remains is a short ascending list of candidates for each position. With these lists and the few moves
inside the block, the positions are settled in increasing order (`settling`).

The cost is O(n |S|) at worst, like that of the recurrence. Each pair of a position and a move is used once, either to
mark (one bit for each of at most 4,096 values) or to ask about candidates (at most 64, of 12 bits each), for 512
positions at a time. If the list of a position runs out, its pairs are used a second time. The time for a list does not
grow with |S|. Nim-values are at most |S| (paper, section 2.4). A new maximum exceeds the old one by 1, so a block of B
positions raises the maximum by at most B. The sizes of tables and the dtypes follow from these bounds.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves

from .. import tuning
from ..support.blocks import Block, Evaluation, Legs
from ..vectors import WORD
from .plan import Plan, affordable, candidates_needed, choose_plan
from .planes import TILE, write_bits
from .search import aligned, search
from .settling import NONE, recur, settle_tiles

TilingTask: TypeAlias = tuple[int, int, Plan | None]  # position, start, and the plan, if there is one


class Tiling(Evaluation):
    """An `Evaluation` of nim-values in blocks of `block` positions, where `block` is a multiple of TILE.

    Results are uint16 at first, and wider from the first block whose values might not fit. Where the recurrence is
    cheaper, a share is None. Otherwise the share lists the candidates of all bands whose numbers are congruent to part
    (mod parts), each as uint64[tiles, slots, depth + 1, WORDS]. The evaluation takes O(n |S|) time, with about a sixth
    of the recurrence's constant factor on one thread, and 2n bytes, plus n/8 bytes for each bit of the values.
    """

    short = 2**17

    def __init__(self, moves: Moves, n: int, block: int | None = None) -> None:
        self.moves = np.append(moves, np.zeros(tuning.MARKING, np.int64))[: moves.size]  # `search` looks ahead there
        self.n = n
        power = 2 ** ((n // tuning.USUAL_BLOCKS | 1).bit_length() - 1)  # a power of two, for USUAL_BLOCKS blocks
        self.block = block or min(tuning.MOST_BLOCK, max(tuning.LEAST_BLOCK, power))
        self.band = min(self.block, max(tuning.LEAST_BAND, self.block // tuning.BANDS))
        self.values = np.empty(n, self._wide_enough(0))
        self.stamp = np.zeros(moves.size + NONE + 2, np.int64)  # values are at most |S|
        self.in_word, self.in_tile = (int(np.searchsorted(moves, least)) for least in (WORD, TILE))
        depth = max(tuning.LEAST_DEPTH, min(8 * moves.size + tuning.MARGIN, 2**tuning.MOST_DEPTH - 1).bit_length())
        size = -(-n // TILE) * (TILE // 8) + WORD  # bytes of a plane, with a spare word for reads past its end
        self.planes = np.zeros((depth if self._enough(n, n) else 0, size), np.uint8)  # no memory until written
        self.needed, self.sampled_at = np.zeros(tuning.STAGES + 1), 0  # candidates in a sample below `sampled_at`
        self.oversampling = 1.0  # the factor by which `needed` is multiplied
        self.plan: Plan | None = None  # of the next block
        self.position = self.top = 0

    def _wide_enough(self, top: int) -> type[np.unsignedinteger]:
        """Return a type that can store all values of the next block, if the largest value so far is `top`."""
        return np.uint16 if min(top + self.block, self.moves.size) < NONE else np.uint32

    def _fitting(self, position: int) -> int:
        """Return the number of moves that can be made from `position`."""
        return int(np.searchsorted(self.moves, position, side="right"))

    def _near(self, position: int, start: int) -> int:
        """Return the number of moves that may lead from the block at `start` to `position` or beyond."""
        return int(np.searchsorted(self.moves, start + self.block - position))

    def _enough(self, position: int, start: int) -> bool:
        return self._fitting(start) - self._near(position, start) >= tuning.FEWEST_MOVES

    def _write(self, start: int, stop: int, top: int) -> None:
        """Write values[start:stop], all at most `top`, into the planes if these suffice. TILE must divide `start`."""
        if self.planes.size and self.values.dtype == np.uint16 and top < 2**tuning.MOST_DEPTH:
            write_bits(self.values, start, stop // TILE * TILE, self.planes, max(1, int(top).bit_length()))

    # --- between blocks

    def restore(self, stop: int, results: NDArray[np.unsignedinteger]) -> None:
        number, most = stop - self.position, self.moves.size
        if self.last_block_end(stop) != stop or not 0 <= number <= self.n - self.position:
            raise ValueError(f"stop must be {self.n}, or a multiple of {TILE} from {self.position} on, not {stop}")
        if results.dtype.kind != "u" or results.shape != (number,) or results.max(initial=0) > most:
            raise ValueError(f"results must be {number} unsigned integers, none above {most}")
        top = max(self.top, int(results.max(initial=0)))
        self.values = self.values.astype(self._wide_enough(top), copy=False)
        self.values[self.position : stop] = results
        self._write(self.position, stop, top)
        self._advance(stop, top)

    def last_block_end(self, stop: int) -> int:
        return stop if stop == self.n else stop - stop % TILE  # a block may begin at any tile

    def results_since(self, start: int, stop: int | None = None) -> NDArray[np.unsignedinteger]:
        return self.values[start : self.position if stop is None else stop]

    def _advance(self, stop: int, top: int) -> None:
        """Update the state after a block. An interruption before `position` changes leaves the old state valid."""
        self.values = self.values.astype(self._wide_enough(top), copy=False)
        width = top + 1 + tuning.MARGIN + tuning.BLOCKS_OF_MARGIN * top * self.block // max(1, stop)
        most = affordable(top, stop, self._fitting(stop))
        narrow, plan = width <= 2**tuning.MOST_DEPTH and self.values.dtype == np.uint16, None
        if stop < self.n and narrow and self._enough(stop, stop) and most > 0:
            if stop >= tuning.REPLAN * self.sampled_at:
                positions = stop - 1 - (self.block // tuning.SAMPLE - 1) * np.arange(tuning.SAMPLE)
                far = self.moves[self._near(stop, stop) : self._fitting(stop)]
                counts = candidates_needed(self.values, positions, far)
                self.needed, self.sampled_at = np.sort(counts, axis=0)[-2].astype(float), stop  # for all but one
            plan = choose_plan(width, self.oversampling * self.needed, most)
        self.plan, self.top, self.position = plan, top, stop

    # --- a block

    def task(self) -> TilingTask:
        return self.position, self.position, self.plan

    def task_ahead(self) -> TilingTask | None:
        position, start = self.position, self.position + self.block
        return (position, start, self.plan) if self.plan and start < self.n and self._enough(position, start) else None

    def share(self, task: TilingTask, part: int, parts: int) -> list[NDArray[np.uint64]] | None:
        position, start, plan = task
        if plan is None:
            return None
        moves, stop = self.moves[self._near(position, start) : self._fitting(start)], min(self.n, start + self.block)
        bands = [(first, -(-min(self.band, stop - first) // TILE)) for first in range(start, stop, self.band)]
        return [search(self.planes, moves, plan, first, tiles) for first, tiles in bands[part::parts]]

    def settle(self, task: TilingTask, shares: list[Any]) -> Block:
        position, start, plan = task
        stop = min(self.n, start + self.block)
        if plan is None or self.top >> plan.depth:  # the block before a task ahead may contain larger values
            top = int(recur(self.values, self.moves, start, stop, self.top))
            self._write(start, stop, top)
        else:
            number, parts = sum(map(len, shares)), len(shares)  # bands were dealt out in turn
            bands = [shares[k % parts][k // parts] for k in range(number)]
            lists = np.concatenate(bands, out=aligned(sum(map(len, bands)), *bands[0].shape[1:]))
            spans = self.in_word, self.in_tile, self._near(position, start), self._fitting(start)
            top, failures = settle_tiles(self.values, self.moves, spans, self.planes, lists, self.stamp, start)
            if top >> plan.depth:
                self._write(start, stop, top)
            if failures > (stop - start) / 400:  # lists that ran out
                self.oversampling = min(4.0, self.oversampling * 1.05)
            elif failures < (stop - start) / 1600:
                self.oversampling = max(0.5, self.oversampling * 0.97)
        values = self.values[start:stop]
        self._advance(stop, max(self.top, top))
        return Block(start, stop, values)


def nim_legs(moves: Moves, n: int) -> Legs:
    """Return the legs of a run to n. The only leg is a `Tiling`."""

    def legs(blocks_of, position, earlier):
        tiling = Tiling(moves, n)
        tiling.take_over(position, earlier)
        yield from blocks_of(tiling)

    return legs
