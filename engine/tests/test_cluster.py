"""A cluster finds the same results as one machine, whichever workers come and go."""

import logging
import time
from contextlib import contextmanager
from functools import partial
from unittest.mock import Mock

import numpy as np
import pytest
from folders import gathered

import subtraction_games as sg
from subtraction_engine.longruns import checkpoint, cluster

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")  # warnings inside dask are not for us to fix

GAMES = {
    "residue classes": partial(sg.cold_blocks, sg.squares, 20_000, hotspots=[5], modulus=5, panels=1),
    "nim-values": partial(sg.nim_blocks, sg.squares, 50_000),
}


@pytest.fixture(autouse=True)
def _short_blocks(monkeypatch):
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    monkeypatch.setattr(cluster, "WORTHWHILE", 0)


@contextmanager
def local_cluster(**settings):
    with (
        distributed.LocalCluster(dashboard_address=":0", silence_logs=50, **settings) as processes,
        distributed.Client(processes) as client,
    ):
        yield client


def _with_code(code):
    from subtraction_engine.longruns import cluster

    before, cluster.CODE = cluster.CODE, code
    return before


def _replicas(dask_worker):
    for _ in range(100):
        if not dask_worker.state.actors:
            break
        time.sleep(0.1)
    return len(dask_worker.state.actors)


def test_a_run_moves_between_a_machine_and_a_cluster_whose_workers_have_the_same_code(tmp_path):
    """A worker with other code may send wrong results, and the folder would store them as results of this code."""
    with local_cluster(n_workers=2, threads_per_worker=2) as client:
        worker = next(iter(client.nthreads()))
        for name, game in GAMES.items():
            before, folder = 0, tmp_path / name
            for place in (client, None, client):
                blocks = game(client=place, folder=folder)  # the run before is dropped, and thereby closed
                before = next(stop for _, stop, _ in blocks if stop > before)
            blocks.close()
            code = client.run(_with_code, ("0.1", "other"), workers=[worker])[worker]
            refused = rf"different code .*of version 0\.1: install version {sg.__version__} there"
            with pytest.raises(RuntimeError, match=refused):
                gathered(game(client=client, folder=folder))
            client.run(_with_code, code, workers=[worker])
            assert sg.results(folder).stop == before
            assert np.array_equal(gathered(game(client=client, folder=folder)), gathered(game()))
        assert set(client.run(_replicas).values()) == {0}


def test_a_cluster_that_is_closed_on_the_way_and_what_is_none(tmp_path):
    game = GAMES["nim-values"]
    with local_cluster(n_workers=1, processes=False) as client:
        blocks = game(client=client, folder=tmp_path)
        stop = next(blocks).stop
        client.cluster.close()
        closed = f"was closed at position {stop}: start again with another client to continue"
        with pytest.raises(RuntimeError, match=closed):
            next(blocks)
    assert np.array_equal(gathered(game(folder=tmp_path)), gathered(game()))
    for client in ("127.0.0.1:8786", "", 0):
        with pytest.raises(TypeError, match=r"client must be a distributed\.Client or None, not"):
            game(client=client)


class Workers:
    """A client of two workers in this process, each with its own memory. An event happens at some requests.

    The worker is lost and found again four requests later, or it forgets its replica, or an error comes first.
    """

    status = "running"

    def __init__(self, event, every=5):
        self.event, self.every = event, every
        self.back, self.futures, self.requests = {"a": 0, "b": 0}, [], 0

    def nthreads(self):
        return {name: 2 for name, request in self.back.items() if request <= self.requests}

    def submit(self, function, *arguments, workers, actor):
        assert actor, "a replica stays where it is"
        (name,) = workers
        future = Mock(status="finished")
        future.result.return_value = Mock(shares=partial(self.shares, name, future, function(*arguments)))
        self.futures.append(future)
        return future

    def shares(self, name, future, replica, *arguments):
        self.requests += 1
        assert self.requests < 1000, "the run does not end"
        assert future.status == "finished", "a replica that is lost is not asked"
        is_lost, forgets, error = (False, False, None) if self.requests % self.every else self.event
        if forgets:
            future.status = "lost"
        if is_lost:
            self.back[name] = self.requests + 4
        if isinstance(error, LookupError):
            raise RuntimeError("Worker holding Actor was lost.  Status: lost")
        answer = None if is_lost or forgets else replica.shares(*arguments)
        return Mock(result=Mock(side_effect=[error, answer] if error else [answer]))

    def cancel(self, futures, force):
        for future in futures:
            self.futures.remove(future)
        raise OSError("the scheduler is busy")


@pytest.fixture(params=[*GAMES, "legs"])
def game(request, short_legs):
    """Some legs use the sieve, others residue classes. In other processes, the short legs would differ."""
    return GAMES.get(request.param, partial(sg.cold_blocks, sg.triangular, 20_000, hotspots=[5, 9000]))


EVENTS = {
    "it is killed": (True, True, OSError("unable to contact the worker")),
    "it can't be reached for some time": (True, False, OSError("no connection")),
    "it falls silent": (True, False, TimeoutError()),
    "it is slow": (False, False, TimeoutError()),
    "its answer is lost": (False, False, OSError("no connection")),
    "another begins at its address": (False, True, TimeoutError()),
    "it was lost before it was asked": (False, True, LookupError()),
}


@pytest.mark.parametrize("event", EVENTS)
def test_whatever_happens_to_workers(game, event, caplog):
    caplog.set_level(logging.INFO, "subtraction_games")
    workers = Workers(EVENTS[event])
    assert np.array_equal(gathered(game(client=workers)), gathered(game()))
    assert workers.requests > 10
    assert ("is lost at position" in caplog.text) == (event != "it is slow")
    assert "a new replica" in caplog.text
    assert len(workers.futures) == caplog.text.count("is lost at position"), "only replicas that are lost remain"


def test_what_is_no_loss_and_what_is_given_up(game):
    """Errors in a worker's own computation are raised, and so is the loss of workers at every attempt at a block."""
    workers = Workers((False, False, ZeroDivisionError("in a share")))
    with pytest.raises(ZeroDivisionError, match="in a share"):
        gathered(game(client=workers))
    assert workers.futures == []
    workers = Workers((False, False, OSError("no answer")), every=1)
    with pytest.raises(RuntimeError, match=f"was lost {cluster.MAX_RETRIES} times in a row, always at position 0"):
        next(game(client=workers))


def test_a_block_is_settled_once_all_its_shares_are_there(monkeypatch):
    """After two requests, one block has its shares, and no worker is left for the next."""
    monkeypatch.setattr(cluster, "NO_WORKER_TIMEOUT", 0)
    workers = Workers((False, False, None))
    monkeypatch.setattr(workers, "nthreads", lambda: {"a": 2, "b": 2} if workers.requests < 2 else {})
    blocks = GAMES["residue classes"](client=workers)
    assert next(blocks).start == 0
    with pytest.raises(RuntimeError, match="the cluster has had no worker"):
        next(blocks)


def test_workers_are_not_asked_about_a_short_range(monkeypatch):
    monkeypatch.setattr(cluster, "WORTHWHILE", 1)
    workers = Workers((False, False, None))
    assert len(gathered(GAMES["nim-values"](client=workers))) == 50_000
    assert (workers.requests, workers.futures) == (0, [])
