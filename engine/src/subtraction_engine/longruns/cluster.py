"""A long run on the workers of a dask.distributed cluster.

The evaluation stays in the calling process, and each worker has a *replica* of it, which dask keeps there as an actor.
For every block, each replica receives the results that are new to it and returns its shares of the work that depends
only on earlier blocks. The caller settles a block while the workers compute their shares of the next one. If a worker
dies, only the shares of the present task are computed again. A worker that joins receives all results so far, and a
worker whose copy of this package differs refuses to work. The logger "subtraction_games" reports lost workers. `pip
install .[cluster]` installs dask.
"""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from inspect import signature
from typing import TYPE_CHECKING, Any

from ..support.blocks import Block, BlocksOf, Evaluation, ResultArray, Task, in_threads
from ..support.compiled import CODE_SHA256

if TYPE_CHECKING:
    from distributed import ActorFuture, Client, Future

CODE = version("subtraction-games"), CODE_SHA256
LOGGER = logging.getLogger("subtraction_games")
NO_WORKER_TIMEOUT, POLL_SECONDS = 60.0, 2.0  # seconds to wait for a worker, and between two checks of a silent worker
MAX_RETRIES = 100  # attempts at one block before the run gives up
MOST_SENT = 2**26  # bytes of results sent between two collections of garbage
WORTHWHILE = 16  # workers share a range only if it is more than this many times `short`


class Replica:
    """A copy of the caller's evaluation on a worker."""

    def __init__(self, code: tuple[str, str], kind: type[Evaluation], arguments: dict[str, Any]) -> None:
        if code != CODE:
            theirs = f"install version {code[0]} there, from the same sources and for the same Python"
            raise RuntimeError(f"a worker has different code of subtraction-games, of version {CODE[0]}: {theirs}")
        self.evaluation = kind(**arguments)

    def shares(self, task: Task, results: ResultArray, mine: range, parts: int) -> list[Any]:
        """Return the shares numbered `mine`, given the results below task[0] that this replica doesn't have yet."""
        if self.evaluation.position < task[0]:
            self.evaluation.restore(task[0], results)
        with ThreadPoolExecutor(len(mine)) as pool:
            return list(pool.map(partial(self.evaluation.share, task, parts=parts), mine))


class Replicas:
    """The replicas of an evaluation on all workers of a client."""

    def __init__(self, evaluation: Evaluation, client: Client) -> None:
        self.evaluation, self.client = evaluation, client
        self.futures: dict[str, Future[Any]] = {}  # by worker
        self.actors: dict[str, Any] = {}  # what these futures return
        self.known: dict[str, int] = {}  # for each worker, the position below which its replica has the results
        self.sent = 0  # bytes of results since the last collection of garbage

    def asked(self, task: Task) -> dict[str, ActorFuture[Any] | None]:
        """Ask all threads of all workers for the shares of a task. The future of a worker that is lost is None."""
        threads, answers, first = self._threads_of_workers(), dict[str, Any](), 0
        for worker in threads.keys() - self.futures.keys():
            self._begin(worker)
        if self.sent > MOST_SENT:  # an actor keeps the arguments of its calls in cycles
            gc.collect()
            self.sent = 0
        for worker, number in threads.items():
            mine = range(first, first + number)
            answers[worker] = self._shares_of(worker, task, mine, sum(threads.values()))
            first += number
        return answers

    def shares(self, task: Task, answers: dict[str, ActorFuture[Any] | None]) -> list[Any]:
        """Return all shares of a task for which the workers have been asked, and ask again if one is lost."""
        for _ in range(MAX_RETRIES):
            found = [self._result(worker, answer) if answer else None for worker, answer in answers.items()]
            if None not in found:
                return [share for shares in found for share in shares or []]
            answers = self.asked(task)
        raise RuntimeError(f"a worker was lost {MAX_RETRIES} times in a row, always at position {task[0]}")

    def _begin(self, worker: str) -> None:
        """Let a worker make a replica."""
        import dask

        kind, known = type(self.evaluation), self.evaluation.position
        arguments = {name: getattr(self.evaluation, name) for name in signature(kind).parameters}
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1GB"}):  # for large sets of moves
            self.futures[worker] = self.client.submit(Replica, CODE, kind, arguments, workers=[worker], actor=True)
        self.known[worker] = 0
        LOGGER.info("worker %s: a new replica, which receives the results below position %d", worker, known)

    def _shares_of(self, worker: str, task: Task, mine: range, parts: int) -> ActorFuture[Any] | None:
        """Ask a worker for its shares, after waiting until it has made its replica."""
        if worker not in self.actors:
            actor = self._result(worker, self.futures[worker])
            if actor is None:
                return None
            self.actors[worker] = actor
        results = self.evaluation.results_since(self.known[worker], task[0])
        try:
            answer = self.actors[worker].shares(task, results, mine, parts)
        except RuntimeError:  # the actor is lost
            self._forget(worker)
            return None
        self.known[worker], self.sent = task[0], self.sent + results.nbytes
        return answer

    def _result(self, worker: str, future: Any) -> Any:
        """Return a worker's result, or None if the worker is lost. Raises any error that its computation raises."""
        while True:
            try:
                return future.result(timeout=POLL_SECONDS)
            except Exception as error:
                status, begins = self.futures[worker].status, worker not in self.actors
                is_there = status in ("pending", "finished") or (status == "error" and begins)
                works = is_there and worker in self.client.nthreads()
                if works and not isinstance(error, OSError):
                    raise
                if not (works and isinstance(error, TimeoutError)):
                    self._forget(worker)
                    return None

    def _forget(self, worker: str) -> None:
        """Count a worker's replica as lost. If the worker is still there, it will make a new one."""
        if self.futures.pop(worker, None):
            LOGGER.warning("worker %s is lost at position %d", worker, self.evaluation.position)
        self.actors.pop(worker, None)

    def release(self) -> None:
        """Let the workers drop their replicas."""
        with suppress(Exception):  # the scheduler drops the replicas of a client that is closed
            self.client.cancel([*self.futures.values()], force=True)

    def _threads_of_workers(self) -> dict[str, int]:
        """Return {address: number of threads} for the connected workers, in the order of their addresses."""
        until = time.monotonic() + NO_WORKER_TIMEOUT
        while not (threads := self.client.nthreads()):
            if time.monotonic() > until:
                raise RuntimeError(f"the cluster has had no worker for {NO_WORKER_TIMEOUT:.0f} seconds")
            time.sleep(0.2)
        return dict(sorted(threads.items()))


def by_workers(client: Client) -> BlocksOf:
    """Return a function like `in_threads` that uses the workers of a client. Raises TypeError for any other object."""
    if not all(hasattr(client, name) for name in ("submit", "nthreads", "cancel")):
        raise TypeError(f"client must be a distributed.Client or None, not {client!r:.60}")
    return partial(_on_workers, client=client)


def _on_workers(evaluation: Evaluation, client: Client) -> Generator[Block]:
    """Yield the remaining blocks. All threads of all workers share the work, unless the range is short."""
    if evaluation.n <= WORTHWHILE * evaluation.short:
        yield from in_threads(evaluation, 1)
        return
    replicas, ahead, answers = Replicas(evaluation, client), None, dict[str, Any]()
    try:
        while evaluation.position < evaluation.n:
            task = ahead or evaluation.task()
            shares = replicas.shares(task, answers or replicas.asked(task))
            ahead, answers = evaluation.task_ahead(), {}
            with suppress(Exception):  # the block is settled first, and an error that lasts is raised when we ask again
                if ahead and client.nthreads():
                    answers = replicas.asked(ahead)
            yield evaluation.settle(task, shares)
    except Exception as error:  # a closed client causes errors of many kinds
        if client.status not in ("closing", "closed"):
            raise
        closed = f"the client, or its cluster, was closed at position {evaluation.position}"
        raise RuntimeError(f"{closed}: start again with another client to continue") from error
    finally:
        replicas.release()
