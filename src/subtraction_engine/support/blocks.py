"""Long ranges evaluated block by block: what an evaluation must be able to do, and threads that share its work.

An evaluator of long ranges is an `Evaluation`. Most of a block's work depends on earlier blocks only, so it can be
cut into shares for threads (`in_threads`, below); what is left, the block's own moves, is settled in one place. An
evaluation that is given earlier results goes on from there, which is how a stopped run continues
(`longruns.checkpoint`).
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeAlias

import numpy as np

Found: TypeAlias = np.ndarray  # a block's cold positions, or the nim-values of all its positions
PIECES = 8  # in which an evaluation takes over earlier results


class Kind(NamedTuple):
    """What a run is to find: cold positions or nim-values."""

    key: str  # its name in folders and on the command line
    label: str  # in messages
    growth: float  # time grows like n to about this power: for progress bars
    dtypes: tuple[str, ...]  # of results in a file, from the narrowest up
    calibration: int  # positions that a machine is timed on
    one_per_position: bool


COLD = Kind("cold_positions", "cold positions", 1.1, ("<i8",), 2**27, one_per_position=False)
NIM = Kind("nim_values", "nim-values", 1.5, ("<u2", "<u4"), 2**21, one_per_position=True)
KINDS = {kind.key: kind for kind in (COLD, NIM)}


def within(numbers: np.ndarray, start: int, stop: int) -> np.ndarray:
    """Those of ascending numbers that are in range(start, stop)."""
    return numbers[slice(*np.searchsorted(numbers, [start, stop]))]


class Block(NamedTuple):
    """range(start, stop) settled, and what was found there."""

    start: int
    stop: int
    found: Found

    def cut(self, kind: Kind, start: int, stop: int) -> Block:
        """What the block holds of range(start, stop).

        >>> Block(8, 16, np.array([9, 12, 14])).cut(COLD, 10, 14)
        Block(start=10, stop=14, found=array([12]))
        >>> Block(8, 12, np.array([0, 1, 0, 2], np.uint16)).cut(NIM, 0, 10)
        Block(start=8, stop=10, found=array([0, 1], dtype=uint16))
        """
        start, stop = max(start, self.start), min(stop, self.stop)
        if kind.one_per_position:
            return Block(start, stop, self.found[start - self.start : stop - self.start])
        return Block(start, stop, within(self.found, start, stop))


class Evaluation(ABC):
    """The positions of range(n), evaluated in blocks from 0 up.

    Whatever is interrupted, by any exception at any instant, leaves `position` true. It keeps its arguments under their
    names, so that another process can make its like.
    """

    n: int
    position: int  # where the next block starts: everything below it is settled
    short: int = 0  # positions too few to start a thread for

    @abstractmethod
    def restore(self, stop: int, found: Found) -> None:
        """Take range(position, stop) as settled with these results; `stop` must be a `last_block_end`.

        Raises ValueError for what can't be the results of that range: kernels trust them.
        """

    @abstractmethod
    def last_block_end(self, stop: int) -> int:
        """The largest position up to `stop`, at most n, that results can be restored to: n, or where a block ends."""

    @abstractmethod
    def results_since(self, start: int, stop: int | None = None) -> Found:
        """The results of range(start, stop), for `restore`; cold positions without a move left may be missing.

        None: up to `position`.
        """

    @abstractmethod
    def task(self) -> tuple[Any, ...]:
        """What tells `share` about the next block, beginning with its start; the same if asked again."""

    @abstractmethod
    def share(self, task: tuple[Any, ...], part: int, parts: int) -> Any:
        """One of `parts` shares of what the task's block takes from earlier blocks: arrays; the same if asked again."""

    @abstractmethod
    def settle(self, task: tuple[Any, ...], shares: list[Any]) -> Block:
        """Settle the task's block by all its shares; the next block starts where it ends: `position` moves last."""

    def take_over(self, position: int, earlier: Callable[[int, int], Found]) -> None:
        """Take what is settled below a position, up to the last end of a block; `earlier` gives range(start, stop).

        In PIECES, so that only a part of it is in memory twice.
        """
        for piece in range(1, PIECES + 1):
            stop = self.last_block_end(position * piece // PIECES)
            if stop > self.position:
                self.restore(stop, earlier(self.position, stop))


BlocksOf: TypeAlias = Callable[[Evaluation], Generator[Block]]  # those still to do, as `in_threads` yields them
# A whole run: legs(blocks_of, position, earlier) yields its blocks from a position on, or from the last block's end
# before it; earlier(start, stop) are the results of any range below the position.
Legs: TypeAlias = Callable[[BlocksOf, int, Callable[[int, int], Found]], Generator[Block]]


def require_ascending(found: Found, start: int, stop: int) -> None:
    """Raise ValueError unless these are distinct, ascending positions of range(start, stop), as cold ones must be."""
    if found.size and not (start <= found[0] and found[-1] < stop and (found[1:] > found[:-1]).all()):
        raise ValueError(f"cold positions must ascend within range({start}, {stop}), and these don't")


def cores() -> int:
    """How many threads can run at once: the processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_threads(evaluation: Evaluation, threads: int) -> Generator[Block]:
    """Yield the blocks that are still to do, each shared out to that many threads (one, if the range is short).

    Raises RuntimeError in a forked child that goes on with its parent's generator: the threads are not there.
    """
    threads, process = threads if evaluation.n > evaluation.short else 1, os.getpid()
    with ThreadPoolExecutor(threads) as pool:
        while evaluation.position < evaluation.n:
            if os.getpid() != process:
                raise RuntimeError("a run that was begun before a fork can't go on in the child: begin it there")
            task = evaluation.task()
            others = [pool.submit(evaluation.share, task, part, threads) for part in range(1, threads)]
            shares = [evaluation.share(task, 0, threads), *(other.result() for other in others)]
            yield evaluation.settle(task, shares)
