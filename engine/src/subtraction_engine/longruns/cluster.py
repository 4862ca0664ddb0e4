"""A long run on the workers of a dask.distributed cluster.

The evaluation stays in the calling process, and each worker has a *replica* of it at the same position. For every
block, each worker receives the results that are new to it and returns its shares of the work that depends only on
earlier blocks. Afterwards the caller settles the block. If a worker dies, only the current block is lost. A worker that
joins receives all results so far, and a worker whose copy of this package differs refuses to work. The logger
"subtraction_games" reports lost workers. `pip install .[cluster]` installs dask.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from inspect import signature
from threading import Lock
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from ..nim.tiling import Tiling
from ..support.blocks import Block, BlocksOf, Evaluation
from ..support.compiled import CODE_SHA256

if TYPE_CHECKING:
    from distributed import Client, Future

CODE = version("subtraction-games"), CODE_SHA256
LOGGER = logging.getLogger("subtraction_games")
NO_WORKER_TIMEOUT, POLL_SECONDS = 60.0, 2.0  # seconds to wait for a worker, and between two checks of a silent worker
MAX_RETRIES = 100  # attempts at one block before the run gives up
NIM_BLOCK = 2**17  # positions in a block of nim-values, enough to justify a round trip
MAX_REPLICAS = 4  # replicas on a worker; a run whose replica was dropped receives a new one
_replicas: dict[str, Evaluation] = {}  # by run, the most recently used at the end
_turn = Lock()  # a worker may still be running a cancelled task when it receives the next


def _shares(code, run, new_replica, start, new_results, task, mine, parts):
    """Return this worker's shares of a block, numbered `mine`, or None if the worker lacks results below `start`.

    A worker without a replica calls `new_replica` to make one at position 0, unless `new_replica` is None.
    """
    if code != CODE:
        theirs = f"install version {code[0]} there, from the same sources and for the same Python"
        raise RuntimeError(f"a worker has different code of subtraction-games, of version {CODE[0]}: {theirs}")
    with _turn:
        replica = _replicas.pop(run, None)
        if replica is None or replica.position not in (start, task[0]):  # without or with the new results
            if new_replica is None:
                return None
            replica = new_replica()
            LOGGER.info("run %s: a new replica, restored to position %d", run[:8], task[0])
        _replicas[run] = replica
        while len(_replicas) > MAX_REPLICAS:  # replicas left by callers that were killed
            _replicas.pop(next(iter(_replicas)))
        if replica.position < task[0]:
            replica.restore(task[0], new_results)
        with ThreadPoolExecutor(len(mine)) as pool:
            return list(pool.map(partial(replica.share, task, parts=parts), mine))


def _forget(run: str) -> None:
    _replicas.pop(run, None)


def by_workers(client: Client) -> BlocksOf:
    """Return a function like `in_threads` that uses the workers of a client. Raises TypeError for any other object."""
    if not all(hasattr(client, name) for name in ("submit", "nthreads", "cancel", "run")):
        raise TypeError(f"client must be a distributed.Client or None, not {client!r:.60}")
    return partial(_on_workers, client=client)


def _on_workers(evaluation: Evaluation, client: Client) -> Generator[Block]:
    """Yield the remaining blocks. All threads of all workers share the work on each block."""
    import dask

    run, stored = uuid4().hex, dict[str, int]()  # for each worker, the position below which it has the results
    if isinstance(evaluation, Tiling):
        smaller, evaluation = evaluation, Tiling(evaluation.moves, evaluation.n, NIM_BLOCK)
        evaluation.take_over(smaller.position, smaller.results_since)
    try:
        while evaluation.position < evaluation.n:
            task = evaluation.task()
            with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1GB"}):  # for a worker that joins
                answers = (_shares_of_all(evaluation, task, client, run, stored) for _ in range(MAX_RETRIES))
                shares = next((answer for answer in answers if answer is not None), None)
            if shares is None:
                raise RuntimeError(f"a worker was lost {MAX_RETRIES} times in a row, always at position {task[0]}")
            yield evaluation.settle(task, shares)
    except Exception as error:  # a closed client causes errors of many kinds
        if client.status not in ("closing", "closed"):
            raise
        closed = f"the client, or its cluster, was closed at position {evaluation.position}"
        raise RuntimeError(f"{closed}: start again with another client to continue") from error
    finally:
        if client.status == "running":
            with suppress(Exception):  # a replica that stays behind is dropped later (MAX_REPLICAS)
                client.run(_forget, run, on_error="ignore")


def _shares_of_all(evaluation, task, client, run, stored):
    """Return all shares of the task's block, or None if a worker or its replica was lost."""
    threads, futures, shares, first = _threads_of_workers(client), {}, [], 0
    arguments = {name: getattr(evaluation, name) for name in signature(type(evaluation)).parameters}
    for worker, number in threads.items():
        start, mine = stored.get(worker, 0), range(first, first + number)
        new_replica = None if worker in stored else partial(type(evaluation), **arguments)
        request = CODE, run, new_replica, start, evaluation.results_since(start), task, mine, sum(threads.values())
        futures[worker] = client.submit(_shares, *request, workers=[worker], pure=False)
        first += number
    for worker, future in futures.items():
        answer = _answer(worker, future, client)
        if answer is None:
            stored.pop(worker, None)
            LOGGER.warning("run %s: worker %s is lost; begun again at position %d", run[:8], worker, task[0])
            with suppress(Exception):  # cancelling only saves work
                client.cancel(list(futures.values()), force=True)
            return None
        stored[worker] = task[0]
        shares += answer
    return shares


def _answer(worker: str, future: Future[Any], client: Client) -> list[Any] | None:
    """Return the worker's answer, or None if the worker is lost. Raises any error that the share itself raises."""
    while True:
        try:
            return future.result(timeout=POLL_SECONDS)
        except Exception as error:
            if worker in client.nthreads() and future.status == "error":
                raise
            if worker not in client.nthreads() or not isinstance(error, TimeoutError):
                return None


def _threads_of_workers(client: Client) -> dict[str, int]:
    """Return {address: number of threads} for the connected workers, in the order of their addresses."""
    until = time.monotonic() + NO_WORKER_TIMEOUT
    while not (threads := client.nthreads()):
        if time.monotonic() > until:
            raise RuntimeError(f"the cluster has had no worker for {NO_WORKER_TIMEOUT:.0f} seconds")
        time.sleep(0.2)
    return dict(sorted(threads.items()))
