"""Mark a block by several threads, while the block before it is still being settled.

The marks that a block receives from blocks before the last one don't depend on the last one. So while the calling
thread settles a block, the other threads mark the next from still earlier blocks, each in its part of the classes, and
then from the block just settled. Then the caller makes all these marks in its own part, which has fewer classes, so
that all threads finish at about the same time (`Balance`). Every thread unpacks all units. If threads shared units in
place of classes, they would apply many windows to panels that the other threads' marks had already made full. The marks
don't depend on the parts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .containers import Containers
from .marking import Marks, marks_of


class Balance:
    """The parts of the classes that threads mark, chosen by the times that the block before took."""

    def __init__(self, M: int, threads: int) -> None:
        self.M, self.threads, self.own = M, threads, 1 / threads

    def parts(self) -> list[NDArray[np.int64]]:
        """Return each thread's classes, a range as int64[.], since threads that write close together are slow.

        The first range is the caller's.
        """
        ends = np.rint(self.M * np.linspace(self.own, 1, self.threads)).astype(int)
        return np.split(np.arange(self.M), ends[:-1])

    def after(self, settling: float, own: float, others: float) -> None:
        """Change the caller's part, given its seconds of settling one block and marking its own part of the next.

        `others` is the sum of the other threads' seconds of marking.
        """
        number = self.threads - 1
        late = settling + own - others / number  # how much later than the others the caller finished
        self.own = min(1 / self.threads, max(0.0, self.own - late / (own + others) * number / self.threads))


class Marking:
    """The marks of a block that this thread and others are making. mark(marks, containers, units) makes some."""

    def __init__(self, pool: Executor, parts: list[Marks], mark: Callable[..., None]) -> None:
        self.pool, (self.own, *self.others), self.mark = pool, parts, mark
        self.units = list[tuple[Containers, NDArray[np.int64]]]()
        self.futures = list[Future[float]]()

    def add(self, containers: Containers, units: NDArray[np.int64]) -> None:
        """Let the other threads mark by some units, and note them for `joined`."""
        self.units.append((containers, units))
        earlier: list[Any] = self.futures[-len(self.others) :] or [None] * len(self.others)
        for marks, future in zip(self.others, earlier, strict=True):
            self.futures.append(self.pool.submit(self._mark, marks, containers, units, future))

    def _mark(
        self, marks: Marks, containers: Containers, units: NDArray[np.int64], earlier: Future[float] | None = None
    ) -> float:
        """Mark by some units once the part's earlier task is done, and return the time in seconds that this takes."""
        if earlier:
            earlier.result()
        begun = time.perf_counter()
        self.mark(marks, containers, units)
        return time.perf_counter() - begun

    def joined(self) -> tuple[Marks, float, float]:
        """Return the complete marks of the block, after making those of the caller's part, and the times.

        These are the seconds that the caller and all other threads spent marking.
        """
        units = self.units if self.own.alive.any() else []
        own = sum(self._mark(self.own, *chunk) for chunk in units)
        others = sum(future.result() for future in self.futures)
        return marks_of(np.flatnonzero(self.own.live), self.own.hot, self.own.live), own, others
