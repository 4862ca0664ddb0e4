"""A long run on the workers of a dask.distributed cluster.

The process that calls holds the evaluation; each worker holds a *replica* that is restored to what has been settled.
For every block each worker is sent the results that are new since the last one, and returns its share of what the block
takes from earlier blocks; the caller settles the block. Nothing on a worker is needed by anybody else: one that has
died costs the block under way, and one that joins is sent everything so far.

This module needs nothing but a client, so it imports without dask; `pip install .[cluster]` brings it. Workers that are
lost, blocks that are begun again and replicas that come and go are logged by logging.getLogger("subtraction_games").
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from ..support.blocks import Block, Evaluation, Found, Recipe

if TYPE_CHECKING:
    from distributed import Client, Future

LOGGER = logging.getLogger("subtraction_games")
NIM_BLOCK = 1 << 17  # positions of a block of nim-values: enough work to be worth a round trip
NO_WORKER_TIMEOUT = 60.0  # seconds
POLL_SECONDS = 2.0  # between two looks whether a silent worker is still there
MAX_RETRIES = 100  # of one block: then something else is wrong


# --- on the workers ------------------------------------------------------------------------------------

MAX_REPLICAS = 4  # on a worker; a run whose replica had to go gets a new one
_replicas: OrderedDict[str, _Replica] = OrderedDict()  # by run, the one asked last at the end
_registry = Lock()


class _Replica:
    """An evaluation that follows the caller's, and whose turn it is: a worker may be asked again before it has done.

    Cancelling a task doesn't stop one that has begun, so after another worker was lost two can ask at once.
    """

    def __init__(self) -> None:
        self.turn = Lock()
        self.evaluation: Evaluation | None = None


def _shares(
    run: str, recipe: Recipe | None, start: int, new_results: Found, task: tuple[Any, ...], mine: list[int], parts: int
) -> list[Any] | None:
    """This worker's shares of a block, after taking in the results from `start` on; None if it knows less than that."""
    replica = _replica(run)
    with replica.turn:
        useful = (start, task[0])  # where it must be: at what the new results go on from, or there already
        if recipe is not None and (replica.evaluation is None or replica.evaluation.position not in useful):
            replica.evaluation = recipe()
            LOGGER.info("run %s: a new replica, restored to position %d", run[:8], task[0])
        evaluation = replica.evaluation
        if evaluation is None or evaluation.position not in useful:
            return None
        if evaluation.position < task[0]:
            evaluation.restore(task[0], new_results)
        with ThreadPoolExecutor(len(mine)) as pool:
            return list(pool.map(partial(evaluation.share, task, parts=parts), mine))


def _replica(run: str) -> _Replica:
    with _registry:
        replica = _replicas.setdefault(run, _Replica())
        _replicas.move_to_end(run)
        while len(_replicas) > MAX_REPLICAS:  # a caller that was killed never lets them be forgotten
            LOGGER.info("run %s: its replica had to go", _replicas.popitem(last=False)[0][:8])
        return replica


def _forget(run: str) -> None:
    with _registry:
        _replicas.pop(run, None)


# --- in the calling process ----------------------------------------------------------------------------


def on_workers(evaluation: Evaluation, recipe: Recipe, client: Client) -> Generator[Block]:
    """Yield the blocks that are still to do, each shared out to all threads of all workers.

    `recipe` makes an evaluation like this one that knows nothing yet, on a worker. Workers may come and go; raises
    RuntimeError when there has been none for a minute, no block can be ended without losing one, or the client was
    closed.
    """
    import dask

    team = _Team(evaluation, recipe, client)
    quiet = {"distributed.admin.large-graph-warning-threshold": "1GB"}  # all results for a worker that has just joined
    try:
        while evaluation.position < evaluation.n:
            task = evaluation.task()
            try:
                with dask.config.set(quiet):
                    shares = team.shares(task)
            except Exception as error:  # of many kinds, none of which says so
                if client.status in ("closing", "closed"):
                    message = f"the client, or its cluster, was closed at position {task[0]}"
                    raise RuntimeError(f"{message}: start again with another to go on") from error
                raise
            yield evaluation.settle(task, shares)
    finally:
        team.close()


class _LostError(Exception):
    """A worker has gone, or knows less than we thought; says which."""


class _Team:
    """The workers of one run, and how far each of them knows the results."""

    def __init__(self, evaluation: Evaluation, recipe: Recipe, client: Client) -> None:
        self.evaluation, self.recipe, self.client = evaluation, recipe, client
        self.run = uuid4().hex
        self.known: dict[str, int] = {}

    def shares(self, task: tuple[Any, ...]) -> list[Any]:
        """All shares of the task's block; begun again with the workers that are left when one is lost."""
        for _ in range(MAX_RETRIES):
            futures = self._ask(task)
            try:
                return self._answers(task, futures)
            except _LostError as error:
                LOGGER.warning("run %s: worker %s is lost; begun again at position %d", self.run[:8], error, task[0])
                with suppress(Exception):  # cancelling saves work; the answer doesn't depend on it
                    self.client.cancel([future for future, _ in futures.values()], force=True)
        raise RuntimeError(f"a worker was lost {MAX_RETRIES} times in a row, always at position {task[0]}")

    def _ask(self, task: tuple[Any, ...]) -> dict[str, tuple[Future[Any], list[int]]]:
        threads = self._threads_of_workers()
        owners = [worker for worker, threads in threads.items() for _ in range(threads)]
        futures = {}
        for worker in threads:
            mine = [part for part, owner in enumerate(owners) if owner == worker]
            start = self.known.get(worker, 0)
            recipe = None if worker in self.known else self.recipe
            arguments = (self.run, recipe, start, self.evaluation.results_since(start), task, mine, len(owners))
            future = self.client.submit(_shares, *arguments, workers=[worker], pure=False)
            futures[worker] = (future, mine)
        return futures

    def _answers(self, task: tuple[Any, ...], futures: dict[str, tuple[Future[Any], list[int]]]) -> list[Any]:
        by_part: dict[int, Any] = {}
        for worker, (future, mine) in futures.items():
            answer = self._answer(worker, future)
            if answer is None:
                self.known.pop(worker, None)
                raise _LostError(worker)
            self.known[worker] = task[0]
            by_part |= dict(zip(mine, answer, strict=True))
        return [by_part[part] for part in sorted(by_part)]

    def _answer(self, worker: str, future: Future[Any]) -> list[Any] | None:
        """The worker's answer, None if it is lost, or the worker is; raises what the share itself raised."""
        while True:
            try:
                return future.result(timeout=POLL_SECONDS)
            except Exception as error:
                if worker not in self.client.nthreads():
                    return None
                if future.status == "error":
                    raise
                if not isinstance(error, TimeoutError):
                    return None

    def _threads_of_workers(self) -> dict[str, int]:
        """{address: threads} of the workers there are, in the order of their addresses."""
        until = time.monotonic() + NO_WORKER_TIMEOUT
        while not (threads := self.client.nthreads()):
            if time.monotonic() > until:
                raise RuntimeError(f"the cluster has had no worker for {NO_WORKER_TIMEOUT:.0f} seconds")
            time.sleep(0.2)
        return dict(sorted(threads.items()))

    def close(self) -> None:
        """Let the workers forget this run, if they can still be reached."""
        if self.client.status == "running":
            with suppress(Exception):  # one that is just being lost; what isn't forgotten has to go when others come
                self.client.run(_forget, self.run, on_error="ignore")
