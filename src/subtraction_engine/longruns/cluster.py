"""A long run on the workers of a dask.distributed cluster: all that is there for one, but the argument `client`.

The process that calls holds the evaluation; each worker holds a *replica* that is restored to what has been settled.
For every block each worker is sent the results that are new since the last one, and returns its shares of what the
block takes from earlier blocks; the caller settles the block. A worker whose code is not the caller's refuses. Nothing
on a worker is needed by anybody else: one that has died costs the block under way, and one that joins is sent
everything so far. `pip install .[cluster]` brings dask. logging.getLogger("subtraction_games") is told of losses.
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
from ..support.kernel import CODE_SHA256

if TYPE_CHECKING:
    from distributed import Client, Future

CODE = version("subtraction-games"), CODE_SHA256
LOGGER = logging.getLogger("subtraction_games")
NO_WORKER_TIMEOUT, POLL_SECONDS = 60.0, 2.0  # the latter between two looks whether a silent worker is still there
MAX_RETRIES = 100  # of one block: then something else is wrong
QUIET = {"distributed.admin.large-graph-warning-threshold": "1GB"}  # all results, for a worker that has just joined
NIM_BLOCK = 2**17  # positions of a block of nim-values: enough work to be worth a round trip
MAX_REPLICAS = 4  # on a worker; a run whose replica had to go gets a new one
_replicas: dict[str, Evaluation] = {}  # by run, the one asked last at the end
_turn = Lock()  # cancelling a task doesn't stop one that has begun: after another worker was lost two can ask at once


def _shares(code, run, begin, start, new_results, task, mine, parts):
    """This worker's shares of a block, after taking in the results from `start` on; None if it knows less than that.

    code: the caller's; begin: makes a replica that knows nothing, for a worker that has none; mine: which of the parts.
    """
    if code != CODE:
        theirs = f"install version {code[0]} there, from the same sources and for the same Python"
        raise RuntimeError(f"a worker has other code of subtraction-games, of version {CODE[0]}: {theirs}")
    with _turn:
        replica = _replicas.pop(run, None)
        if replica is None or replica.position not in (start, task[0]):  # what new results go on from, or there already
            if begin is None:
                return None
            replica = begin()
            LOGGER.info("run %s: a new replica, restored to position %d", run[:8], task[0])
        _replicas[run] = replica
        while len(_replicas) > MAX_REPLICAS:  # a caller that was killed never lets them be forgotten
            _replicas.pop(next(iter(_replicas)))
        if replica.position < task[0]:
            replica.restore(task[0], new_results)
        with ThreadPoolExecutor(len(mine)) as pool:
            return list(pool.map(partial(replica.share, task, parts=parts), mine))


def _forget(run: str) -> None:
    _replicas.pop(run, None)


def by_workers(client: Client) -> BlocksOf:
    """What `in_threads` is for threads, for the workers of a client; TypeError if it is none."""
    if not all(hasattr(client, name) for name in ("submit", "nthreads", "cancel", "run")):
        raise TypeError(f"client must be a distributed.Client or None, not {client!r:.60}")
    return partial(_on_workers, client=client)


def _on_workers(evaluation: Evaluation, client: Client) -> Generator[Block]:
    """Yield the blocks that are still to do, each shared out to all threads of all workers."""
    import dask

    run, known = uuid4().hex, dict[str, int]()  # how far each worker knows the results
    if isinstance(evaluation, Tiling):
        smaller, evaluation = evaluation, Tiling(evaluation.moves, evaluation.n, NIM_BLOCK)
        evaluation.take_over(smaller.position, smaller.results_since)
    try:
        while evaluation.position < evaluation.n:
            task = evaluation.task()
            with dask.config.set(QUIET):
                answers = (_asked(evaluation, task, client, run, known) for _ in range(MAX_RETRIES))
                shares = next((each for each in answers if each is not None), None)
            if shares is None:
                raise RuntimeError(f"a worker was lost {MAX_RETRIES} times in a row, always at position {task[0]}")
            yield evaluation.settle(task, shares)
    except Exception as error:  # of many kinds, none of which says so
        if client.status not in ("closing", "closed"):
            raise
        closed = f"the client, or its cluster, was closed at position {evaluation.position}"
        raise RuntimeError(f"{closed}: start again with another to go on") from error
    finally:
        if client.status == "running":  # let the workers forget this run, if they can still be reached
            with suppress(Exception):  # one that is just being lost; what isn't forgotten has to go when others come
                client.run(_forget, run, on_error="ignore")


def _asked(evaluation, task, client, run, known):
    """All shares of the task's block; None if a worker is lost meanwhile, or knows less than it should."""
    threads, shares = _threads_of_workers(client), dict[int, Any]()
    arguments = {name: getattr(evaluation, name) for name in signature(type(evaluation)).parameters}
    owners = [worker for worker, number in threads.items() for _ in range(number)]
    mine = {worker: [part for part, owner in enumerate(owners) if owner == worker] for worker in threads}
    futures = {}
    for worker in threads:
        start = known.get(worker, 0)
        begin = None if worker in known else partial(type(evaluation), **arguments)
        asked = CODE, run, begin, start, evaluation.results_since(start), task, mine[worker], len(owners)
        futures[worker] = client.submit(_shares, *asked, workers=[worker], pure=False)
    for worker, future in futures.items():
        answer = _answer(worker, future, client)
        if answer is None:
            known.pop(worker, None)
            LOGGER.warning("run %s: worker %s is lost; begun again at position %d", run[:8], worker, task[0])
            with suppress(Exception):  # cancelling saves work; the answer doesn't depend on it
                client.cancel(list(futures.values()), force=True)
            return None
        known[worker] = task[0]
        shares |= dict(zip(mine[worker], answer, strict=True))
    return [shares[part] for part in range(len(owners))]


def _answer(worker: str, future: Future[Any], client: Client) -> list[Any] | None:
    """The worker's answer, None if it is lost, or the worker is; raises what the share itself raised."""
    while True:
        try:
            return future.result(timeout=POLL_SECONDS)
        except Exception as error:
            if worker in client.nthreads() and future.status == "error":
                raise
            if worker not in client.nthreads() or not isinstance(error, TimeoutError):
                return None


def _threads_of_workers(client: Client) -> dict[str, int]:
    """{address: threads} of the workers there are, in the order of their addresses."""
    until = time.monotonic() + NO_WORKER_TIMEOUT
    while not (threads := client.nthreads()):
        if time.monotonic() > until:
            raise RuntimeError(f"the cluster has had no worker for {NO_WORKER_TIMEOUT:.0f} seconds")
        time.sleep(0.2)
    return dict(sorted(threads.items()))
