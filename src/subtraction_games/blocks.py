"""Long ranges evaluated block by block: what a block needs, who computes it, and a bar for whoever is watching.

An evaluator of long ranges is an `Evaluation`. Most of a block's work depends on earlier blocks only, so it can be
cut into shares for threads (`in_threads`, below) or for the workers of a cluster (`cluster`); what is left, the
block's own moves, is settled in one place, while idle threads may work ahead. An evaluation that has learned earlier
results goes on from there, which is how a stopped run continues (`checkpoint`) and how a worker keeps up.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, Protocol, TypeVar

import numpy as np
from tqdm import tqdm

Found = np.ndarray  # a block's cold positions, or the nim-values of all its positions
Block = tuple[int, int, Found]  # start, stop (exclusive), what was found
Ranged = TypeVar("Ranged", bound=tuple)  # type: ignore[type-arg]


class Evaluation(Protocol):
    """The positions of range(n), evaluated in blocks from 0 up.

    `position` is where the next block starts: everything below it is settled. So many positions as `short` are not
    worth starting a thread for.
    """

    n: int
    position: int
    short: int = 0

    def learn(self, stop: int, found: Found) -> None:
        """Take range(position, stop) as settled with these results; `stop` must be the end of a block or n."""

    def since(self, start: int) -> Found:
        """What is known of range(start, position): what another evaluation must learn to keep up."""

    def task(self) -> tuple[Any, ...]:
        """Numbers that tell `share` about the next block, beginning with its start."""

    def share(self, task: tuple[Any, ...], part: int, parts: int) -> Any:
        """One of `parts` shares of what the task's block takes from earlier blocks, as arrays.

        Asked again, it answers the same: only `learn` and `settle` move the evaluation on.
        """

    def settle(self, task: tuple[Any, ...], shares: list[Any]) -> Block:
        """Settle the task's block by all its shares; the next block starts where it ends."""

    def ahead(self, task: tuple[Any, ...], part: int, parts: int, enough: Event) -> None:
        """While the task's block is settled: one of `parts` parts of what the block after it takes from blocks before.

        Ends when that is done, or soon after `enough` is set. Later shares are the same, only sooner found.
        """
        return None  # what an evaluation does that doesn't work ahead


def in_threads(evaluation: Evaluation, threads: int) -> Iterator[Block]:
    """Yield the blocks that are still to do, each shared out to that many threads (one, if the range is short).

    Half of them work ahead while a block is settled.
    """
    threads = threads if evaluation.n > evaluation.short else 1
    helpers = threads // 2
    with ThreadPoolExecutor(threads) as pool:  # its threads sleep between blocks, where OpenMP's would spin
        while evaluation.position < evaluation.n:
            task, enough = evaluation.task(), Event()
            others = [pool.submit(evaluation.share, task, part, threads) for part in range(1, threads)]
            shares = [evaluation.share(task, 0, threads), *(other.result() for other in others)]
            helping = [pool.submit(evaluation.ahead, task, part, helpers, enough) for part in range(helpers)]
            block = evaluation.settle(task, shares)
            enough.set()
            for helper in helping:
                helper.result()
            yield block


def watched(settled: Iterable[Ranged], n: int, label: str, growth: float = 1.0, known: int = 0) -> Iterator[Ranged]:
    """The same blocks, which begin with the half-open ranges (start, stop, ...) that cut range(n).

    A bar named `label` appears on stderr once two seconds have passed, in a terminal or a notebook that a
    person runs; never in a log, nor where the environment sets TQDM_DISABLE. The time left is what remains if time
    goes on to grow like position ** growth; blocks of range(known), which were there before, say nothing about it.

    >>> list(watched([(0, 2, "a"), (2, 3, "b")], 3, "example"))
    [(0, 2, 'a'), (2, 3, 'b')]
    """
    seen = sys.stderr.isatty() or "ipykernel" in sys.modules
    quiet = bool(os.environ.get("TQDM_DISABLE")) or not seen
    shape = "{desc}: {percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} [{elapsed}, {rate_fmt}{postfix}]"
    begun, first = time.monotonic(), 0
    with tqdm(total=n, desc=label, delay=2, disable=quiet, unit=" positions", unit_scale=True, bar_format=shape) as bar:
        for block in settled:
            yield block
            start, stop = block[0], block[1]
            if stop <= known:
                begun, first = time.monotonic(), stop
            else:
                done, left = stop**growth - first**growth, n**growth - stop**growth
                seconds = (time.monotonic() - begun) * left / done
                bar.set_postfix_str(f"{tqdm.format_interval(seconds)} left", refresh=False)
            bar.update(stop - start)


def blocks(n: int, size: int, label: str) -> Iterator[tuple[int, int]]:
    """The half-open ranges (start, stop) that cut range(n) into blocks of `size`, the last maybe shorter.

    >>> list(blocks(10, 4, "example"))
    [(0, 4), (4, 8), (8, 10)]
    """
    return watched(((start, min(start + size, n)) for start in range(0, n, size)), n, label)
