"""A cluster of two processes: the same results, whichever workers come and go."""

import os
import signal

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_games import checkpoint, cluster

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")  # dask's own are not ours to mend


@pytest.fixture(scope="module")
def local():
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 50}
    with distributed.LocalCluster(**settings) as workers, distributed.Client(workers) as client:
        yield client


def lose_a_worker(client):
    """Kill a worker's process as the kernel would when memory runs out."""
    os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)


def let_workers_forget(client):
    client.run(cluster._replicas.clear)


GAMES = {  # every kind of evaluation: blocks, the whole answer
    "by residue classes": (
        lambda **more: sg.cold_blocks(sg.squares, 2**22, modulus=65, tile=2, **more),
        lambda: sg.cold_positions(sg.squares, 2**22),
    ),
    "by the sieve": (
        lambda **more: sg.cold_blocks(sg.triangular, 2**24, modulus=0, hotspots=[5, 2**23], **more),
        lambda: sg.cold_positions(sg.triangular, 2**24, hotspots=[5, 2**23]),
    ),
    "nim-values": (
        lambda **more: sg.nim_blocks(sg.squares, 2**20, **more),
        lambda: sg.nim_values(sg.squares, 2**20),
    ),
}


@pytest.fixture(params=GAMES)
def game(request):
    return GAMES[request.param]


def gathered(blocks):
    return np.concatenate([found for _, _, found in blocks])


def test_the_same_results(local, game):
    blocks, whole = game
    assert np.array_equal(gathered(blocks(client=local)), whole())


def test_the_workers_forget_a_finished_run(local):
    sg.nim_values(sg.squares, 300_000, client=local)
    assert set(local.run(lambda: len(cluster._replicas)).values()) == {0}


@pytest.mark.parametrize("evaluator", [sg.cold_positions, sg.nim_values])
def test_the_evaluators_take_a_client(local, evaluator):
    answer = evaluator(sg.squares, 300_000, client=local)
    expected = evaluator(sg.squares, 300_000)
    assert np.array_equal(answer, expected)
    assert answer.dtype == expected.dtype


def test_a_run_moves_between_a_machine_and_a_cluster(local, game, tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "EVERY", 0)
    blocks, whole = game
    for client in (None, local):
        run = blocks(client=client, folder=tmp_path)
        next(run), next(run)
        run.close()
    assert sg.results(tmp_path).stop > 0
    assert np.array_equal(gathered(blocks(folder=tmp_path)), whole())


@pytest.mark.parametrize("disturb", [lose_a_worker, let_workers_forget])
def test_a_run_survives(local, game, disturb):
    blocks, whole = game
    found = []
    for number, (_, _, part) in enumerate(blocks(client=local)):
        found.append(part)
        if number == 1:
            disturb(local)
    assert np.array_equal(np.concatenate(found), whole())
    local.wait_for_workers(2, timeout=30)


def test_without_workers_it_says_so(monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    settings = {"n_workers": 0, "dashboard_address": ":0", "silence_logs": 50}
    told = pytest.raises(RuntimeError, match="has had no worker")
    with distributed.LocalCluster(**settings) as nobody, distributed.Client(nobody) as client, told:
        sg.nim_values(sg.squares, 1000, client=client)


def test_an_error_on_a_worker_reaches_the_caller(local, monkeypatch):
    def broken():
        raise ZeroDivisionError("on a worker")

    evaluation = sg.engine.Tiling(sg.squares(1000), 1000)
    with pytest.raises(ZeroDivisionError, match="on a worker"):
        list(cluster.on_workers(evaluation, broken, local))
