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
positions thin out, the densest units are those with the smallest positions.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import Moves, Positions

from .. import tuning
from ..support.blocks import Block, Evaluation, require_ascending, within
from ..support.compiled import compiled
from ..vectors import FULL, PANEL, WORD, WORDS, address
from .containers import append, members, no_containers, positions, set_bits, unpack, unpacked
from .marking import Marks, Source, by_residue, mark_from, widen
from .settling import FIRST_FAR, Recent, settle_block

Share: TypeAlias = tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint64]]  # classes, live, hot


@compiled
def _mark_units(g, containers, units, block, longest, marks):
    """Mark a block by units, int64[., 4]. The columns are level, class, and the start and stop of the source blocks.

    `longest` is the number of panels in the longest unit. Several threads may mark different classes of the same block
    if each thread has its own `marks.alive`.
    """
    panels = marks.hot.shape[1] // WORDS
    bits, occupied = (
        np.zeros((longest + 1) * WORDS, np.uint64),
        np.zeros(longest // 64 + 3, np.uint64),
    )  # zero between units
    reach = np.empty_like(occupied)
    for level, r, first, stop in units:
        unpack(containers, r, first, stop, bits, occupied)
        reach[:] = occupied
        widen(reach, panels)
        with_rows = members(occupied)
        dense = 4 * len(with_rows) >= 3 * (stop - max(first, 0)) * panels
        source = Source(address(bits, 0), address(occupied, 0), address(reach, 0), dense)
        mark_from(g, level, r, source, (block - first) * containers.height, marks)
        for panel in with_rows:
            bits[WORDS * panel : WORDS * (panel + 1)] = 0
        occupied[:] = 0


def block_panels(n: int, M: int, panels: int | None = None) -> int:
    """Return the number of panels that each class has in a block.

    If `panels` is given, it is reduced only to fit a short range. The default is MOST_PANELS, or fewer if the range
    would otherwise have fewer than LEAST_BLOCKS blocks, or if four arrays of a block's marks would take more than both
    n / 64 bytes and 64 MiB. The four arrays are the marks in shares, the joined marks, and the cold rows of two blocks.

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
        levels = [(0, PANEL), (0, strip), (strip, height)]  # NEAR, PANELS and STRIP
        levels += [(low * height, high * height) for low, high in pairwise(self.far)]
        self.by_residue = by_residue(moves, M, levels)
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
        settled = [positions(unpacked(self.containers, b)) + (b * self.size - self.pad) for b in blocks]
        return within(np.concatenate([np.empty(0, np.int64), *settled]), start, stop)

    def task(self) -> tuple[int]:
        if (self.position + self.pad) % self.size:
            raise ValueError(f"a leg must be restored to its start, {self.start}, but its position is {self.position}")
        return (self.position,)

    def share(self, task: tuple[int], part: int, parts: int) -> Share:
        block, classes = self._block(task[0]), np.arange(part, self.M, parts)
        self.hot[classes] = 0
        self.live[classes] = FULL >> np.uint64(64 - self.panels)
        start = block * self.size - self.pad
        spots = within(self.hotspots, start, start + self.size) - start
        set_bits(self.hot, spots[spots % self.M % parts == part])
        _mark_units(self.by_residue, self.containers, self._units(block), block, self.longest, self._marks(classes))
        left = classes[self.live[classes] != 0]
        return left, self.live[left], self.hot[left]

    def _marks(self, classes: NDArray[np.int64]) -> Marks:
        alive = np.zeros((1, -(-self.M // WORD)), np.uint64)
        set_bits(alive, classes)
        return Marks(self.hot, self.live, np.arange(self.M), alive[0])

    def _units(self, block: int) -> NDArray[np.int64]:
        """Return the nonempty units that reach a block, the densest first, in the form that `_mark_units` expects."""
        units = []
        for i, (low, high) in enumerate(pairwise(self.far)):
            first, stop = block - high, block - low + 1
            if stop <= 0:
                break
            cells = self.containers.before[:, stop] - self.containers.before[:, max(first, 0)]
            r = np.flatnonzero(cells)
            density = cells[r] / (stop - max(first, 0))
            level, begin, end = (np.full(len(r), number) for number in (FIRST_FAR + i, first, stop))
            units.append(np.stack([level, r, begin, end, density]))
        every = np.concatenate([np.empty((5, 0)), *units], axis=1)
        return every[:4, np.argsort(-every[4], kind="stable")].T.astype(np.int64)

    def settle(self, task: tuple[int], shares: list[Share]) -> Block:
        (start,) = task
        block, stop = self._block(start), min(self.n, start + self.size)
        for classes, live, hot in shares:
            self.live[classes], self.hot[classes] = live, hot
        marks = self._marks(np.concatenate([classes for classes, _, _ in shares]))
        bits = settle_block(self.by_residue, self.containers, self.recent, block, marks)
        cold = positions(bits)
        cold = cold[: np.searchsorted(cold, stop - start)] + start
        self.containers = append(self.containers, block, bits)
        self.position = stop
        return Block(start, stop, cold)


def cold_bytes(n: int, modulus: int = 1, cold_count: float = 0, panels: int | None = None) -> float:
    """Return how many bytes are needed to find the cold positions below n, besides the moves and the answer.

    Modulus 0 stands for the sieve. The defaults give a lower bound for any game and any number of classes. A container
    takes sixteen bytes, and each cold position in it takes two, or four while the pool grows. The marks of a block
    occupy seven arrays, namely the four that `block_panels` counts, the marks being settled, and two more for shares in
    which nothing is hot yet.

    >>> round(cold_bytes(2**34, 27625, 12.5e6) / 2**20)  # peaks of real runs: engine/benchmarks/LOG.md
    441
    """
    if not modulus:
        return tuning.SIEVE_BYTES * cold_count
    panels = block_panels(n, modulus, panels)
    blocks = -(-n // (modulus * panels * PANEL))
    return modulus * (16 * blocks + 7 * 8 * WORDS * panels) + 4 * cold_count
