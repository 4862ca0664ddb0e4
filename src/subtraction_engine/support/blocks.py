"""Long ranges evaluated block by block: the interface of an evaluator, and threads that share its work.

Every evaluator of long ranges is a subclass of `Evaluation`. Most of the work for a block depends on earlier blocks
only, so it can be divided into shares for threads (`in_threads`, below). The moves inside the block are taken
afterwards, by a single thread. An evaluation that receives earlier results continues after them, which is how a stopped
run continues (`longruns.checkpoint`).
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from subtraction_games.arguments import Moves

ResultArray: TypeAlias = np.ndarray  # the cold positions of a range, or the nim-values of all its positions
PORTIONS = 8  # parts in which an evaluation takes over earlier results


class Kind(NamedTuple):
    """One of the two kinds of results, which are cold positions and nim-values."""

    key: str  # its name in folders and on the command line
    label: str  # its name in messages
    growth: float  # progress bars assume that the time grows like n to this power
    dtypes: tuple[str, ...]  # types of the results in a file, from the narrowest up
    one_per_position: bool


COLD = Kind("cold_positions", "cold positions", 1.1, ("<i8",), one_per_position=False)
NIM = Kind("nim_values", "nim-values", 1.5, ("<u2", "<u4"), one_per_position=True)
KINDS = {kind.key: kind for kind in (COLD, NIM)}


def value_type(moves: Moves) -> type[np.unsignedinteger]:
    """A type (uint16 or uint32) that holds every nim-value, since a mex of |S| numbers is at most |S|."""
    return np.uint16 if moves.size < 2**16 else np.uint32


def narrowed(values: np.ndarray) -> np.ndarray:
    """The nim-values, as uint16 if all of them fit that type, and otherwise unchanged."""
    return values.astype(np.uint16, copy=False) if values.max(initial=0) < 2**16 else values


def within(numbers: np.ndarray, start: int, stop: int) -> np.ndarray:
    """Those of the ascending numbers that lie in range(start, stop)."""
    return numbers[slice(*np.searchsorted(numbers, [start, stop]))]


class Block(NamedTuple):
    """The results of range(start, stop)."""

    start: int
    stop: int
    results: ResultArray

    def cut(self, kind: Kind, start: int, stop: int) -> Block:
        """The part of the block that lies in range(start, stop).

        >>> Block(8, 16, np.array([9, 12, 14])).cut(COLD, 10, 14)
        Block(start=10, stop=14, results=array([12]))
        >>> Block(8, 12, np.array([0, 1, 0, 2], np.uint16)).cut(NIM, 0, 10)
        Block(start=8, stop=10, results=array([0, 1], dtype=uint16))
        """
        start, stop = max(start, self.start), min(stop, self.stop)
        if kind.one_per_position:
            return Block(start, stop, self.results[start - self.start : stop - self.start])
        return Block(start, stop, within(self.results, start, stop))


class Evaluation(ABC):
    """The positions of range(n), evaluated in blocks from 0 up.

    Whatever exception occurs, and whenever it does, `position` stays correct. The constructor's arguments are kept as
    attributes of the same names, so that another process can make a fresh copy.
    """

    n: int
    position: int  # where the next block starts: everything below it is settled
    short: int = 0  # a range of at most this many positions is not worth a second thread

    @abstractmethod
    def restore(self, stop: int, results: ResultArray) -> None:
        """Accept these results for range(position, stop), which is then settled; `stop` must be a `last_block_end`.

        Raises ValueError for an array that cannot hold the results of that range, because kernels do not check their
        input.
        """

    @abstractmethod
    def last_block_end(self, stop: int) -> int:
        """The largest position up to `stop` to which results can be restored: n, or the end of a block."""

    @abstractmethod
    def results_since(self, start: int, stop: int | None = None) -> ResultArray:
        """The results of range(start, stop), for `restore`; None means that stop is `position`.

        A sieve may leave out cold positions from which no move reaches past `stop`.
        """

    @abstractmethod
    def task(self) -> tuple[Any, ...]:
        """All that `share` and `settle` need to know about the next block; item 0 is its start. Changes no state."""

    @abstractmethod
    def share(self, task: tuple[Any, ...], part: int, parts: int) -> Any:
        """One of `parts` shares of the work that depends only on earlier blocks, as arrays. Changes no state."""

    @abstractmethod
    def settle(self, task: tuple[Any, ...], shares: list[Any]) -> Block:
        """The task's block, settled from all its shares; `position` changes last, to the start of the next block."""

    def take_over(self, position: int, earlier: Callable[[int, int], ResultArray]) -> None:
        """Restore the results below a position, up to a block's end; earlier(a, b) gives the results of range(a, b).

        The results are copied in PORTIONS parts, so only one part at a time is in memory twice.
        """
        for portion in range(1, PORTIONS + 1):
            stop = self.last_block_end(position * portion // PORTIONS)
            if stop > self.position:
                self.restore(stop, earlier(self.position, stop))


BlocksOf: TypeAlias = Callable[[Evaluation], Generator[Block]]  # yields the remaining blocks, as `in_threads` does
# legs(blocks_of, position, earlier) yields the blocks of a run whose results below `position` are settled already;
# earlier(a, b) returns the results of range(a, b). If `position` is inside a block, that block comes first.
Legs: TypeAlias = Callable[[BlocksOf, int, Callable[[int, int], ResultArray]], Generator[Block]]


def require_ascending(positions: ResultArray, start: int, stop: int) -> None:
    """Raise ValueError unless the positions ascend, without repetition, within range(start, stop)."""
    ascends = (positions[1:] > positions[:-1]).all()
    if positions.size and not (start <= positions[0] and positions[-1] < stop and ascends):
        raise ValueError(f"cold positions must ascend within range({start}, {stop}), and these don't")


def cores() -> int:
    """The number of processors that this process may use, and thus the number of threads that can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_threads(evaluation: Evaluation, threads: int) -> Generator[Block]:
    """Yield the remaining blocks; this many threads share the work on each (one thread if the range is short).

    Raises RuntimeError in a forked child that goes on with its parent's generator, where the threads are missing.
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
