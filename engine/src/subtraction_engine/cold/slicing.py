"""Find the cold positions of any subtraction game exactly, by slicing the positions into residue classes.

`plain` explains the idea. The cold rows are stored in compressed form (`containers`), and a move marks 512 targets with
one vector OR (`marking`). If cold positions crowd into a few residue classes (in subtract-a-square, 97% of them are 0
or 2 mod 5), nearly all pairs of source and target panels can be skipped, because the source is empty or the target
full.

Moves that shift by the height of a block or more have their source rows in earlier blocks, so threads can share this
marking. The shorter moves are applied while the block is being settled (`settling`). To compute a share, a thread works
through *units*, each of which combines one source class with one range of shifts. The thread unpacks the rows of a unit
into a row of bits that fits in a second-level cache, and windows of that row mark all target classes. The densest units
come first, so that a class without cold positions becomes hot throughout after a few hundred windows. Since cold
positions thin out, the densest units are those with the smallest positions. Threads mark the next block while one is
being settled (`ahead`).
"""

from __future__ import annotations

import time
from collections.abc import Generator
from concurrent.futures import Executor
from functools import partial
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves, Positions

from .. import tuning
from ..support.blocks import Block, Evaluation, require_ascending, within
from ..support.compiled import compiled
from ..vectors import FULL, PANEL, WORD, WORDS, address, popcount
from .ahead import Balance, Marking
from .containers import Containers, append, members, no_containers, positions, set_bits, unpack, unpacked
from .marking import Marks, Source, by_residue, mark_from, marks_of, widen
from .settling import AHEAD, FIRST_FAR, NEXT, Recent, settle_block

SlicingTask: TypeAlias = tuple[int, int]  # position and start
Share: TypeAlias = tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint64]]  # classes, live, hot


@compiled
def _mark_units(g, containers, units, block, longest, marks):
    """Mark a block by units, int64[., 5]. The columns are level, class, and three blocks, namely `first`, to which bit
    0 of the unpacked rows belongs, and the start and stop of the blocks that are unpacked.

    `longest` is the number of panels in the longest unit. Several threads may mark different classes of the same block
    if each thread has its own `marks.alive`.
    """
    panels = marks.hot.shape[1] // WORDS
    bits, occupied = np.zeros((longest + 1) * WORDS, np.uint64), np.zeros(longest // 64 + 3, np.uint64)
    reach = np.empty_like(occupied)
    for level, r, first, start, stop in units:  # between units, `bits` and `occupied` are zero
        unpack(containers, r, first, start, stop, bits, occupied)
        for k in range(len(reach)):
            reach[k] = occupied[k]
        widen(reach, panels)
        number = np.uint64(0)
        for word in occupied:
            number += popcount(word)
        dense = np.uint64(4) * number >= np.uint64(3 * (stop - start) * panels)
        source = Source(address(bits, 0), address(occupied, 0), address(reach, 0), dense)
        mark_from(g, level, r, source, (block - first) * containers.height, marks)
        bits[(start - first) * panels * WORDS : (stop - first) * panels * WORDS] = 0
        occupied[:] = 0


def block_panels(n: int, M: int, panels: int | None = None) -> int:
    """Return the number of panels that each class has in a block.

    If `panels` is given, it is reduced only to fit a short range. The default is MOST_PANELS, or fewer if the range
    would otherwise have fewer than LEAST_BLOCKS blocks, or if the marks of four blocks would take more than both n / 64
    bytes and 64 MiB.

    >>> block_panels(2**30, 1625), block_panels(2**34, 27625), block_panels(1000, 5), block_panels(1000, 5, 64)
    (40, 32, 1, 1)
    """
    if panels is not None:
        return max(1, min(panels, -(-n // (M * PANEL))))
    most = max(n // 64, 1 << 26) // (4 * 8 * WORDS * M)
    panels = min(tuning.MOST_PANELS, n // M // (tuning.LEAST_BLOCKS * PANEL), most)
    return max(1, panels - panels % 8 if panels > 8 else panels)


class Slicing(Evaluation):
    """An `Evaluation` by residue classes mod M, whose results are int64 cold positions.

    A share is (classes, live, hot), for the classes that moves from earlier blocks have not made hot throughout. All
    blocks are shifted by `pad`, so that one of them begins at `start`. Row 0 of class 0 is therefore position -pad.
    """

    short = 2**22

    def __init__(
        self, moves: Moves, n: int, hotspots: Positions, M: int, panels: int | None = None, start: int = 0
    ) -> None:
        self.n, self.M, self.moves, self.hotspots, self.start, self.position = n, M, moves, hotspots, start, 0
        self.panels = block_panels(n, M, panels)
        height = self.panels * PANEL
        self.size = height * M  # positions of a block
        self.pad = -start % self.size
        blocks = -(-(n + self.pad) // self.size)
        step = max(1, min(tuning.STRETCH // height, blocks))
        self.far = [1, *range(1 + step, blocks + step, step)]  # shifts of the far levels, counted in blocks
        strip = min(height, tuning.STRIP_PANELS * PANEL)
        cuts = [(0, PANEL), (0, strip), (strip, height)]  # NEAR, PANELS and STRIP: see `settling`
        # from earlier blocks: all at once (FIRST_FAR on), or AHEAD, and NEXT for moves that can lead from the last
        cuts += [(low * height, high * height) for low, high in [(1, 2), (2, 1 + step), *pairwise(self.far)]]
        self.by_residue = by_residue(moves, M, cuts)
        self.containers = no_containers(M, height, blocks)
        self.longest = (step + 1) * self.panels
        self.hot, self.live = np.empty((M, self.panels * WORDS), np.uint64), np.empty(M, np.uint64)  # of the next block
        self.recent = Recent(np.zeros((M, (2 * self.panels + 1) * WORDS), np.uint64), np.zeros((M, 4), np.uint64))

    def restore(self, stop: int, results: Positions) -> None:
        if self.last_block_end(stop) != stop or not self.position <= stop <= self.n:
            raise ValueError(f"stop must be {self.n}, or the end of a block from {self.position} on, not {stop}")
        require_ascending(results, self.position, stop)
        begin, end = self._block(self.position), self._block(stop - 1) + 1
        cuts = np.searchsorted(results, np.arange(begin, end + 1) * self.size - self.pad)
        bits = np.empty_like(self.hot)
        for b, (first, last) in enumerate(pairwise(cuts), begin):
            bits[:] = 0
            set_bits(bits, results[first:last] + (self.pad - b * self.size))
            self.containers = append(self.containers, b, bits)
        self.position = stop

    def _block(self, position: int) -> int:
        return (position + self.pad) // self.size

    def last_block_end(self, stop: int) -> int:
        return stop if stop == self.n else stop - (stop + self.pad) % self.size

    def results_since(self, start: int, stop: int | None = None) -> Positions:
        stop = self.position if stop is None else stop
        blocks = range(self._block(start), self._block(stop - 1) + 1)
        settled = [positions(unpacked(self.containers, b), self.M) + (b * self.size - self.pad) for b in blocks]
        return within(np.concatenate([np.empty(0, np.int64), *settled]), start, stop)

    def task(self) -> SlicingTask:
        if (self.position + self.pad) % self.size:
            raise ValueError(f"a leg must be restored to its start, {self.start}, but its position is {self.position}")
        return self.position, self.position

    def task_ahead(self) -> SlicingTask | None:
        start = self.position + self.size
        return (self.position, start) if start < self.n else None

    def share(self, task: SlicingTask, part: int, parts: int) -> Share:
        last, block = map(self._block, task)
        marks = self._unmarked(block, np.arange(part, self.M, parts), self.hot, self.live)
        self._mark(block, marks, self.containers, self._units(self._ranges(block, last)))
        left = members(marks.alive)
        return left, self.live[left], self.hot[left].reshape(-1, WORDS)[self._live_panels(left)]

    def _live_panels(self, classes: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return, as bool[len(classes) * panels], which panels of some classes are live."""
        bits = np.unpackbits(self.live[classes].astype("<u8").view(np.uint8), bitorder="little")
        return bits.reshape(-1, WORD)[:, : self.panels].ravel().astype(bool)

    def _unmarked(
        self, block: int, classes: NDArray[np.int64], hot: NDArray[np.uint64], live: NDArray[np.uint64]
    ) -> Marks:
        """Return marks of a block in some classes, as yet only its hotspots, in the given arrays."""
        hot[classes] = 0
        live[classes] = FULL >> np.uint64(64 - self.panels)
        start = block * self.size - self.pad
        spots = within(self.hotspots, start, start + self.size) - start
        set_bits(hot, spots[np.isin(spots % self.M, classes)])
        return marks_of(classes, hot, live)

    def _mark(self, block: int, marks: Marks, containers: Containers, units: NDArray[np.int64]) -> None:
        _mark_units(self.by_residue, containers, units, block, self.longest, marks)

    def _ranges(self, block: int, last: int) -> list[tuple[int, int, int, int]]:
        """Return (level, first, start, stop) for each range of source blocks that reach a block.

        Blocks below `last` are settled. If `last` is block - 1, moves that can lead from it are left out.
        """
        levels = [*enumerate(pairwise(self.far), FIRST_FAR)]
        if last < block:
            levels[0] = AHEAD, (2, self.far[1])
        return [(i, block - high, max(block - high, 0), block - low + 1) for i, (low, high) in levels]

    def _last_units(self, block: int) -> NDArray[np.int64]:
        """Return the units that are left when the block before has been settled."""
        return self._units([(NEXT, block - 2, max(block - 2, 0), block)])

    def _units(self, ranges: list[tuple[int, int, int, int]]) -> NDArray[np.int64]:
        """Return the nonempty units of some ranges, the densest first, in the form that `_mark_units` expects."""
        units = [np.empty((6, 0))]
        for level, first, start, stop in ranges:
            if start < stop:
                cells = self.containers.before[:, stop] - self.containers.before[:, start]
                r = np.flatnonzero(cells)
                units.append(np.stack(np.broadcast_arrays(level, r, first, start, stop, cells[r] / (stop - start))))
        every = np.hstack(units)
        return np.ascontiguousarray(every[:5, np.argsort(-every[5], kind="stable")].T.astype(np.int64))

    def blocks(self, pool: Executor, threads: int) -> Generator[Block]:
        if threads == 1 or self.position == self.n:
            yield from super().blocks(pool, threads)
            return
        first, last = self._block(self.task()[0]), self._block(self.n - 1)
        arrays, other = ((np.empty_like(self.hot), np.empty_like(self.live)) for _ in range(2))
        balance = Balance(self.M, threads)

        def begun(block: int, settled: int) -> Marking:
            """Return the marking of a block by blocks below `settled`."""
            marks = [self._unmarked(block, classes, *arrays) for classes in balance.parts()]
            marking = Marking(pool, marks, partial(self._mark, block))
            marking.add(self.containers, self._units(self._ranges(block, settled)))
            return marking

        marking, settling = begun(first, first), 0.0
        try:
            for block in range(first, last + 1):
                marks, *seconds = marking.joined()
                balance.after(settling, *seconds)
                arrays, other, start = other, arrays, time.perf_counter()
                if block < last:
                    marking = begun(block + 1, block)
                settled = self._settled(block, marks)
                if block < last:
                    marking.add(self.containers, self._last_units(block + 1))
                yield settled
                settling = time.perf_counter() - start
        finally:  # after an error or Ctrl-C, tasks not yet begun are cancelled
            for future in marking.futures:
                future.cancel()

    def settle(self, task: SlicingTask, shares: list[Share]) -> Block:
        last, block = map(self._block, task)
        for classes, live, panels in shares:
            self.live[classes] = live
            hot = np.empty((len(classes) * self.panels, WORDS), np.uint64)
            hot[self._live_panels(classes)] = panels
            self.hot[classes] = hot.reshape(len(classes), self.panels * WORDS)
        marks = marks_of(np.concatenate([classes for classes, _, _ in shares]), self.hot, self.live)
        if last < block:
            self._mark(block, marks, self.containers, self._last_units(block))
        return self._settled(block, marks)

    def _settled(self, block: int, marks: Marks) -> Block:
        start = block * self.size - self.pad
        stop = min(self.n, start + self.size)
        bits = settle_block(self.by_residue, self.containers, self.recent, block, marks)
        cold = positions(bits, self.M)
        cold = cold[: np.searchsorted(cold, stop - start)] + start
        self.containers = append(self.containers, block, bits)
        self.position = stop
        return Block(start, stop, cold)


def cold_bytes(n: int, modulus: int = 1, cold_count: float = 0, panels: int | None = None) -> float:
    """Return how many bytes are needed to find the cold positions below n, besides the moves and the answer.

    Modulus 0 stands for the sieve. The defaults give a lower bound for any game and any number of classes. A container
    takes sixteen bytes, and each cold position in it takes two, or four while the pool grows. The marks and the cold
    rows of blocks occupy up to seven arrays at a time.

    >>> round(cold_bytes(2**34, 27625, 12.5e6) / 2**20)  # peaks of real runs: engine/benchmarks/LOG.md
    441
    """
    if not modulus:
        return tuning.SIEVE_BYTES * cold_count
    panels = block_panels(n, modulus, panels)
    blocks = -(-n // (modulus * panels * PANEL))
    return modulus * (16 * blocks + 7 * 8 * WORDS * panels) + 4 * cold_count
