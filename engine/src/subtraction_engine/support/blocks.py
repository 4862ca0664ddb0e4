"""The interface for evaluators that work block by block, and the threads that share their work.

Every evaluator of long ranges is a subclass of `Evaluation`. Most of the work for a block depends only on earlier
blocks, so threads can share it (`in_threads`). Afterwards a single thread settles the block. Most of the shared work
doesn't even depend on the block before, so it may be done *ahead*, while that block is being settled. To continue a
stopped run, a new evaluation receives the results found so far (`longruns.run_folder`).
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from subtraction_games.arguments import Moves

ResultArray: TypeAlias = np.ndarray  # the cold positions of a range, or the nim-values of all its positions
Task: TypeAlias = tuple[Any, ...]
PORTIONS = 8  # parts in which an evaluation copies earlier results
SHARES = 8  # shares of a block that threads take in turn, or one for each thread if there are more


class Kind(NamedTuple):
    """A kind of result, either cold positions or nim-values."""

    key: str  # its name in folders and on the command line
    label: str  # its name in messages
    growth: float  # progress bars assume that the time grows like n to this power
    dtypes: tuple[str, ...]  # types of the results in a file, from the narrowest up


COLD = Kind("cold_positions", "cold positions", 1.1, ("<i8",))
NIM = Kind("nim_values", "nim-values", 1.5, ("<u2", "<u4"))
KINDS = {kind.key: kind for kind in (COLD, NIM)}


def value_type(moves: Moves) -> type[np.unsignedinteger]:
    """Return uint16 if it can store all nim-values, and otherwise uint32. No nim-value exceeds the number of moves."""
    return np.uint16 if moves.size < 2**16 else np.uint32


def narrowed(values: np.ndarray) -> np.ndarray:
    """Return the nim-values as uint16 if all of them fit, and otherwise unchanged."""
    return values.astype(np.uint16, copy=False) if values.max(initial=0) < 2**16 else values


def within(numbers: np.ndarray, start: int, stop: int) -> np.ndarray:
    """Return the part of an ascending array that lies in range(start, stop)."""
    return numbers[slice(*np.searchsorted(numbers, [start, stop]))]


class Block(NamedTuple):
    """The results for the positions in range(start, stop)."""

    start: int
    stop: int
    results: ResultArray

    def cut(self, kind: Kind, start: int, stop: int) -> Block:
        """Return the part of the block that lies in range(start, stop).

        >>> Block(8, 16, np.array([9, 12, 14])).cut(COLD, 10, 14)
        Block(start=10, stop=14, results=array([12]))
        >>> Block(8, 12, np.array([0, 1, 0, 2], np.uint16)).cut(NIM, 0, 10)
        Block(start=8, stop=10, results=array([0, 1], dtype=uint16))
        """
        start, stop = max(start, self.start), min(stop, self.stop)
        if kind is NIM:
            return Block(start, stop, self.results[start - self.start : stop - self.start])
        return Block(start, stop, within(self.results, start, stop))


class Evaluation(ABC):
    """An evaluation of the positions of range(n), block by block, from 0 up.

    An exception at any instant leaves `position` correct. The constructor stores its arguments as attributes of the
    same names, so that another process can make a fresh copy.
    """

    n: int
    position: int  # the start of the next block; all positions below it are settled
    short: int = 0  # a range of at most this many positions is evaluated by one thread

    @abstractmethod
    def restore(self, stop: int, results: ResultArray) -> None:
        """Accept the results of range(position, stop), where last_block_end(stop) must be `stop`.

        Checks the array, because compiled code does not, and raises ValueError if it cannot contain these results.
        """

    @abstractmethod
    def last_block_end(self, stop: int) -> int:
        """Return the last position, at most `stop`, to which results can be restored. It is n or the end of a block."""

    @abstractmethod
    def results_since(self, start: int, stop: int | None = None) -> ResultArray:
        """Return the results of range(start, stop) for `restore`, up to `position` if `stop` is None.

        A sieve may omit the cold positions to which no move leads from `position` or beyond.
        """

    @abstractmethod
    def task(self) -> Task:
        """Return the next block's task: the position, and what else its shares depend on."""

    def task_ahead(self) -> Task | None:
        """Return a task that needs only results below `position`, for the block after the next, or None.

        The next block may be settled before, after or while such a task's shares are computed.
        """
        return None

    @abstractmethod
    def share(self, task: Task, part: int, parts: int) -> Any:
        """Compute one of `parts` shares of the work that needs only results below task[0], and return it as arrays.

        Threads may compute different shares at the same time, and a share may be computed more than once.
        """

    @abstractmethod
    def settle(self, task: Task, shares: list[Any]) -> Block:
        """Settle the task's block from its shares, and return it. The last step sets `position` to the block's end."""

    def blocks(self, pool: Executor, threads: int) -> Generator[Block]:
        """Yield the remaining blocks, computed by this thread and the `threads` - 1 of the pool.

        While this thread settles a block, the others compute shares of the next one, as far as these can be computed
        ahead. Then this thread computes those that no other has begun.
        """
        if threads == 1:
            while self.position < self.n:
                task = self.task()
                yield self.settle(task, [self.share(task, 0, 1)])
            return
        ahead, futures, parts = None, list[Future[Any]](), max(SHARES, threads)
        try:
            while self.position < self.n:
                task = ahead or self.task()
                futures = futures or self._begun(task, pool, parts)
                shares = self._gathered(task, futures)
                ahead = self.task_ahead()
                futures = self._begun(ahead, pool, parts) if ahead else []
                yield self.settle(task, shares)
        finally:  # after an error or Ctrl-C, the others stop after their present shares
            for future in futures:
                future.cancel()

    def _begun(self, task: Task, pool: Executor, parts: int) -> list[Future[Any]]:
        return [pool.submit(self.share, task, part, parts) for part in range(parts)]

    def _gathered(self, task: Task, futures: list[Future[Any]]) -> list[Any]:
        """Return the shares of a task, after computing those that the pool has not begun."""
        parts = len(futures)
        own = {part: self.share(task, part, parts) for part in reversed(range(parts)) if futures[part].cancel()}
        return [own[part] if part in own else future.result() for part, future in enumerate(futures)]

    def take_over(self, position: int, earlier: Callable[[int, int], ResultArray]) -> None:
        """Restore all results below last_block_end(position).

        `earlier(a, b)` must return the results of range(a, b). The results are copied in PORTIONS parts, so that only
        one part at a time is in memory twice.
        """
        for portion in range(1, PORTIONS + 1):
            stop = self.last_block_end(position * portion // PORTIONS)
            if stop > self.position:
                self.restore(stop, earlier(self.position, stop))


BlocksOf: TypeAlias = Callable[[Evaluation], Generator[Block]]  # yields the remaining blocks, as `in_threads` does
# legs(blocks_of, position, earlier) yields the blocks of a run whose results below `position` are known, beginning with
# the block that contains `position`; earlier(a, b) returns the results of range(a, b).
Legs: TypeAlias = Callable[[BlocksOf, int, Callable[[int, int], ResultArray]], Generator[Block]]


def require_ascending(positions: ResultArray, start: int, stop: int) -> None:
    """Raise ValueError unless the positions are strictly increasing and all lie in range(start, stop)."""
    ascends = (positions[1:] > positions[:-1]).all()
    if positions.size and not (start <= positions[0] and positions[-1] < stop and ascends):
        raise ValueError(f"these cold positions do not ascend within range({start}, {stop})")


def cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_threads(evaluation: Evaluation, threads: int) -> Generator[Block]:
    """Yield the remaining blocks, each computed by `threads` threads, or by a single thread if the range is short.

    Raises RuntimeError if a forked child continues its parent's generator, because the child has none of the threads.
    """
    threads, process = threads if evaluation.n > evaluation.short else 1, os.getpid()
    with ThreadPoolExecutor(max(1, threads - 1)) as pool, closing(evaluation.blocks(pool, threads)) as blocks:
        for block in blocks:
            yield block
            if os.getpid() != process:
                raise RuntimeError("a run begun before a fork can't continue in the child process: begin it there")
