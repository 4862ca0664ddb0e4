"""Mark a block by several threads, while the block before it is still being settled.

The marks that a block receives from blocks before the last one don't depend on the last one. So while the calling
thread settles a block, the other threads mark the next. Each of these workers has a part of the classes, and takes
units from the left end of the part's queue, where the densest are, so that most panels are soon full. When the caller
has settled its block, it adds the block's own units to the right end, and takes units from there until the queue is
empty. Its marks go into arrays of its own, since two threads must not change one word, and are joined with the worker's
in the end. In this way no thread waits for long, and a unit is unpacked once for each part. The marks don't depend on
the thread that makes them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..tuning import CHUNKS
from .containers import Containers, members
from .marking import Marks, marks_of

Arrays: TypeAlias = tuple[NDArray[np.uint64], NDArray[np.uint64]]  # hot and live, for all classes
Chunk: TypeAlias = tuple[Containers, NDArray[np.int64]]  # units, and the containers of their blocks


class Marking:
    """The marks of a block to which threads are adding, one part of the classes each. mark(marks, *chunk) adds some."""

    def __init__(self, pool: Executor, parts: list[Marks], mark: Callable[..., None]) -> None:
        self.pool, self.parts, self.mark = pool, parts, mark
        self.queues: list[deque[Chunk]] = [deque() for _ in parts]
        self.workers = list[Future[None] | None]([None] * len(parts))

    def add(self, containers: Containers, units: NDArray[np.int64]) -> None:
        """Add units to the right end of each queue, for the part's worker and for `joined`."""
        chunks = [(containers, chunk) for chunk in np.array_split(units, CHUNKS) if len(chunk)]
        for k, (queue, marks) in enumerate(zip(self.queues, self.parts, strict=True)):
            queue.extend(chunks)
            self.workers[k] = self.pool.submit(self._empty, queue, queue.popleft, marks, self.workers[k])

    def _empty(
        self, queue: deque[Chunk], take: Callable[[], Chunk], marks: Marks, earlier: Future[None] | None = None
    ) -> None:
        """Mark by the chunks that `take` takes from a queue until it is empty, once the part's earlier task is done."""
        if earlier:
            earlier.result()
        while queue:
            try:
                chunk = take()
            except IndexError:  # another thread has just taken the last one
                return
            self.mark(marks, *chunk)

    def joined(self, own: Arrays, helping: bool) -> Marks:
        """Return the complete marks of the block, after helping with all parts, by `own` arrays, or only waiting."""
        hot, live = self.parts[0].hot, self.parts[0].live
        for queue, marks, worker in zip(self.queues, self.parts, self.workers, strict=True):
            helped, classes = helping and len(queue), members(marks.alive.copy())  # the worker changes `alive`
            if helped:
                own[0][classes], own[1][classes] = hot[classes], live[classes]
                self._empty(queue, queue.pop, marks_of(classes, *own))
            if worker:
                worker.result()
            if helped:
                hot[classes] |= own[0][classes]
                live[classes] &= own[1][classes]
        return marks_of(np.flatnonzero(live), hot, live)
