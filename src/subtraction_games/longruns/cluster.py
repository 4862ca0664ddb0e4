"""A long run on the workers of a dask.distributed cluster.

The process that calls holds the evaluation; each worker holds a *replica* that learns what has been settled. For
every block each worker is sent the results that are new since the last one, and returns its share of what the block
takes from earlier blocks; the caller settles the block. Nothing on a worker is needed by anybody else: one that has
died costs the block under way, and one that joins is told everything so far.

This module needs nothing but a client, so it imports without dask; `pip install .[cluster]` brings it.
"""

from __future__ import annotations

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

NIM_BLOCK = 1 << 17  # positions of a block of nim-values: enough work to be worth a round trip
PATIENCE = 60.0  # seconds to wait for a worker when there is none
GLANCE = 2.0  # seconds after which one looks whether a silent worker is still there
MOST_LOSSES = 100  # in a row, at one block: then something else is wrong


# --- on the workers ------------------------------------------------------------------------------------

MOST_REPLICAS = 4  # on a worker; a run whose replica had to go is taught anew
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
    run: str, recipe: Recipe | None, start: int, news: Found, task: tuple[Any, ...], mine: list[int], parts: int
) -> list[Any] | None:
    """This worker's shares of a block, after learning the news from `start` on; None if it knows less than that."""
    replica = _replica(run)
    with replica.turn:
        useful = (start, task[0])  # where it must stand: at what the news go on from, or there already
        if recipe is not None and (replica.evaluation is None or replica.evaluation.position not in useful):
            replica.evaluation = recipe()
        evaluation = replica.evaluation
        if evaluation is None or evaluation.position not in useful:
            return None
        if evaluation.position < task[0]:
            evaluation.restore(task[0], news)
        with ThreadPoolExecutor(len(mine)) as pool:
            return list(pool.map(partial(evaluation.share, task, parts=parts), mine))


def _replica(run: str) -> _Replica:
    with _registry:
        replica = _replicas.setdefault(run, _Replica())
        _replicas.move_to_end(run)
        while len(_replicas) > MOST_REPLICAS:  # a caller that was killed never lets them be forgotten
            _replicas.popitem(last=False)
        return replica


def _forget(run: str) -> None:
    with _registry:
        _replicas.pop(run, None)


# --- in the calling process ----------------------------------------------------------------------------


def on_workers(evaluation: Evaluation, recipe: Recipe, client: Client) -> Generator[Block]:
    """Yield the blocks that are still to do, each shared out to all threads of all workers.

    `recipe` makes an evaluation like this one that knows nothing yet, on a worker. Workers may come and go; raises
    RuntimeError when there has been none for a minute, or no block can be ended without losing one.
    """
    import dask

    team = _Team(evaluation, recipe, client)
    quiet = {"distributed.admin.large-graph-warning-threshold": "1GB"}  # news for a worker that has just joined
    try:
        while evaluation.position < evaluation.n:
            task = evaluation.task()
            with dask.config.set(quiet):
                shares = team.shares(task)
            yield evaluation.settle(task, shares)
    finally:
        team.dismiss()


class _LostError(Exception):
    """A worker has gone, or knows less than we thought."""


class _Team:
    """The workers of one run, and how far each of them knows the results."""

    def __init__(self, evaluation: Evaluation, recipe: Recipe, client: Client) -> None:
        self.evaluation, self.recipe, self.client = evaluation, recipe, client
        self.run = uuid4().hex
        self.known: dict[str, int] = {}

    def shares(self, task: tuple[Any, ...]) -> list[Any]:
        """All shares of the task's block; begun again with the workers that are left when one is lost."""
        for _ in range(MOST_LOSSES):
            futures = self._ask(task)
            try:
                return self._answers(task, futures)
            except _LostError:
                with suppress(Exception):  # it only saves work
                    self.client.cancel([future for future, _ in futures.values()], force=True)
        raise RuntimeError(f"a worker was lost {MOST_LOSSES} times in a row, always at position {task[0]}")

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
                raise _LostError
            self.known[worker] = task[0]
            by_part |= dict(zip(mine, answer, strict=True))
        return [by_part[part] for part in sorted(by_part)]

    def _answer(self, worker: str, future: Future[Any]) -> list[Any] | None:
        """The worker's answer, None if it is lost, or the worker is; raises what the share itself raised."""
        while True:
            try:
                return future.result(timeout=GLANCE)
            except Exception as error:
                if worker not in self.client.nthreads():
                    return None
                if future.status == "error":
                    raise
                if not isinstance(error, TimeoutError):
                    return None

    def _threads_of_workers(self) -> dict[str, int]:
        """{address: threads} of the workers there are, in the order of their addresses."""
        until = time.monotonic() + PATIENCE
        while not (threads := self.client.nthreads()):
            if time.monotonic() > until:
                raise RuntimeError(f"the cluster has had no worker for {PATIENCE:.0f} seconds")
            time.sleep(0.2)
        return dict(sorted(threads.items()))

    def dismiss(self) -> None:
        """Let the workers forget this run, if they can still be reached."""
        if self.client.status == "running":
            with suppress(Exception):  # one that is just being lost; what isn't forgotten has to go when others come
                self.client.run(_forget, self.run, on_error="ignore")
