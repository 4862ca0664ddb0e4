"""A cluster finds the same results as one machine, whichever workers come and go."""

import os
import signal
import time
from functools import partial

import numpy as np
import pytest
from folders import gathered

import subtraction_games as sg
from subtraction_engine.longruns import cluster, run_folder

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")  # warnings inside dask are not for us to fix

GAMES = {
    "residue classes": partial(sg.cold_blocks, sg.squares, 20_000, hotspots=[5], modulus=5, panels=1),
    "nim-values": partial(sg.nim_blocks, sg.squares, 50_000),
}


@pytest.fixture(autouse=True)
def _short_blocks(monkeypatch):
    monkeypatch.setattr(run_folder, "FLUSH_SECONDS", 0)
    monkeypatch.setattr(cluster, "WORTHWHILE", 0)


def local_cluster(**settings):
    return distributed.Client(dashboard_address=":0", silence_logs=50, **settings)


def _with_code(code):
    from subtraction_engine.longruns import cluster

    before, cluster.CODE = cluster.CODE, code
    return before


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


def test_a_worker_is_killed_in_the_middle_of_a_run():
    game = GAMES["nim-values"]
    with local_cluster(n_workers=2, threads_per_worker=2) as client:
        blocks, (worker, process) = game(client=client), next(iter(client.run(os.getpid).items()))
        first = next(blocks)
        os.kill(process, signal.SIGKILL)
        assert np.array_equal(gathered([first, *blocks]), gathered(game()))
        assert worker not in client.nthreads()


def test_a_worker_joins_in_the_middle_of_a_run():
    game = GAMES["nim-values"]
    with local_cluster(n_workers=1, processes=False) as client:
        blocks = game(client=client)
        first = next(blocks)
        client.cluster.scale(2)
        client.wait_for_workers(2)
        assert np.array_equal(gathered([first, *blocks]), gathered(game()))


def test_a_run_of_several_legs_and_slow_workers(short_legs, monkeypatch, caplog):
    """Some legs use the sieve, others residue classes. In other processes, the short legs would differ."""
    game = partial(sg.cold_blocks, sg.triangular, 20_000, hotspots=[5, 9000])
    shares = cluster.Replica.shares
    monkeypatch.setattr(cluster, "POLL_SECONDS", 0.1)
    monkeypatch.setattr(cluster.Replica, "shares", lambda *asked: (time.sleep(0.3), shares(*asked))[1])
    with local_cluster(n_workers=2, processes=False) as client:
        assert np.array_equal(gathered(game(client=client)), gathered(game()))
    assert "is lost at position" not in caplog.text


def test_a_cluster_that_is_closed_on_the_way(tmp_path):
    game = GAMES["nim-values"]
    with local_cluster(n_workers=1, processes=False) as client:
        blocks = game(client=client, folder=tmp_path)
        stop = next(blocks).stop
        client.cluster.close()
        closed = f"was closed at position {stop}: start again with another client to continue"
        with pytest.raises(RuntimeError, match=closed):
            next(blocks)
    assert np.array_equal(gathered(game(folder=tmp_path)), gathered(game()))


def test_no_client_no_worker_and_a_range_that_is_too_short_to_need_one(monkeypatch):
    game = GAMES["nim-values"]
    with pytest.raises(TypeError, match=r"client must be a distributed\.Client or None, not"):
        game(client="127.0.0.1:8786")
    monkeypatch.setattr(cluster, "NO_WORKER_TIMEOUT", 0)
    with local_cluster(n_workers=0, processes=False) as client:
        with pytest.raises(RuntimeError, match="the cluster has had no worker"):
            next(game(client=client))
        monkeypatch.setattr(cluster, "WORTHWHILE", 1)
        assert len(gathered(game(client=client))) == 50_000
