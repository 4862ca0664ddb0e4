"""Long ranges evaluated block by block: what an evaluation must be able to do, and threads that share its work.

An evaluator of long ranges is an `Evaluation`. Most of a block's work depends on earlier blocks only, so it can be
cut into shares for threads (`in_threads`, below) or for the workers of a cluster (`cluster`); what is left, the
block's own moves, is settled in one place, while idle threads may work ahead. An evaluation that has learned earlier
results goes on from there, which is how a stopped run continues (`checkpoint`) and how a worker keeps up.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, NamedTuple, TypeAlias

import numpy as np

Found: TypeAlias = np.ndarray  # a block's cold positions, or the nim-values of all its positions


class Block(NamedTuple):
    """range(start, stop) settled, and what was found there."""

    start: int
    stop: int
    found: Found


class Evaluation(ABC):
    """The positions of range(n), evaluated in blocks from 0 up.

    `position` is where the next block starts: everything below it is settled. So many positions as `short` are not
    worth starting a thread for.

    Whatever is interrupted, by any exception at any instant, leaves `position` true.
    """

    n: int
    position: int
    short: int = 0

    @abstractmethod
    def learn(self, stop: int, found: Found) -> None:
        """Take range(position, stop) as settled with these results; `stop` must be the end of a block or n."""

    @abstractmethod
    def since(self, start: int) -> Found:
        """What another evaluation that stands at `start` must learn to keep up; what can't matter any more may lack."""

    @abstractmethod
    def task(self) -> tuple[Any, ...]:
        """Numbers that tell `share` about the next block, beginning with its start. Changes nothing."""

    @abstractmethod
    def share(self, task: tuple[Any, ...], part: int, parts: int) -> Any:
        """One of `parts` shares of what the task's block takes from earlier blocks, as arrays.

        Asked again, it answers the same: only `learn` and `settle` move the evaluation on.
        """

    @abstractmethod
    def settle(self, task: tuple[Any, ...], shares: list[Any]) -> Block:
        """Settle the task's block by all its shares; the next block starts where it ends: `position` moves last."""

    def ahead(self, task: tuple[Any, ...], part: int, parts: int, enough: Event) -> None:  # noqa: B027 (may be left)
        """While the task's block is settled: one of `parts` parts of what the block after it takes from blocks before.

        Ends when that is done, or soon after `enough` is set. Later shares are the same, only sooner found. An
        evaluation that doesn't work ahead leaves this as it is.
        """


Recipe: TypeAlias = Callable[[], Evaluation]  # makes an evaluation that has settled nothing yet


def cores() -> int:
    """How many threads can run at once: the processors that this process may use.

    >>> cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_threads(evaluation: Evaluation, threads: int) -> Generator[Block]:
    """Yield the blocks that are still to do, each shared out to that many threads (one, if the range is short).

    Half of them work ahead while a block is settled; they stop soon after it is, also when settling fails.
    """
    threads = threads if evaluation.n > evaluation.short else 1
    with ThreadPoolExecutor(threads) as pool:
        while evaluation.position < evaluation.n:
            task = evaluation.task()
            others = [pool.submit(evaluation.share, task, part, threads) for part in range(1, threads)]
            shares = [evaluation.share(task, 0, threads), *(other.result() for other in others)]
            yield _settled(evaluation, task, shares, pool, threads // 2)


def _settled(
    evaluation: Evaluation, task: tuple[Any, ...], shares: list[Any], pool: ThreadPoolExecutor, helpers: int
) -> Block:
    """The task's block, settled while that many helpers work ahead."""
    enough = Event()
    try:
        helping = [pool.submit(evaluation.ahead, task, part, helpers, enough) for part in range(helpers)]
        block = evaluation.settle(task, shares)
    finally:
        enough.set()
    for helper in helping:
        helper.result()
    return block
