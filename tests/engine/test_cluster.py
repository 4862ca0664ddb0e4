"""A cluster of two processes: the same results, whichever workers come and go."""

import logging
import os
import signal
from contextlib import contextmanager
from functools import partial

import numpy as np
import pytest
from folders import gathered

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine import recurrence, sieve
from subtraction_engine.longruns import checkpoint, cluster
from subtraction_engine.support.blocks import in_threads

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")  # dask's own are not ours to mend


@contextmanager
def workers(number, threads):
    """A client of a cluster of its own."""
    settings = {"n_workers": number, "threads_per_worker": threads, "dashboard_address": ":0", "silence_logs": 50}
    with distributed.LocalCluster(**settings) as local, distributed.Client(local) as client:
        yield client


GAMES = {  # blocks of two kinds of evaluation, and the whole answer
    "cold positions": (
        lambda **more: sg.cold_blocks(sg.squares, 2**20, modulus=65, panels=2, hotspots=[5, 2**19], **more),
        lambda: sg.cold_positions(sg.squares, 2**20, hotspots=[5, 2**19]),
    ),
    "nim-values": (lambda **more: sg.nim_blocks(sg.squares, 2**19, **more), lambda: sg.nim_values(sg.squares, 2**19)),
}


def test_a_run_moves_between_a_machine_and_a_cluster_whose_worker_is_killed(tmp_path, monkeypatch):
    """As the kernel does when memory runs out: the results are the same."""
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    with workers(2, 2) as client:
        for name, (blocks, _) in GAMES.items():
            for place in (client, None):
                run = blocks(client=place, folder=tmp_path / name)
                next(run), next(run)
                run.close()
            assert sg.results(tmp_path / name).stop > 0
        for name, (blocks, whole) in GAMES.items():
            found = []
            for number, (_, _, part) in enumerate(blocks(client=client, folder=tmp_path / name)):
                found.append(part)
                if number == 3 and name == "cold positions":
                    os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
            assert np.array_equal(np.concatenate(found), whole())


def test_a_client_or_a_cluster_that_is_closed_in_the_middle(tmp_path, monkeypatch):
    """One clear error, and the folder is true: another client goes on."""
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    blocks, whole = GAMES["nim-values"]
    before = 0
    with workers(1, 1) as client:
        for what in (distributed.Client(client.cluster), client.cluster):
            run = blocks(client=client if what is client.cluster else what, folder=tmp_path)
            while (stop := next(run).stop) <= before:
                pass
            what.close()
            with pytest.raises(RuntimeError, match=f"was closed at position {stop}: start again with another to go on"):
                next(run)
            before = sg.results(tmp_path).stop
            assert before == stop
    assert np.array_equal(gathered(blocks(folder=tmp_path)), whole())


def test_what_is_no_client():
    for blocks in (sg.cold_blocks, sg.nim_blocks, sg.cold_positions, sg.nim_values):
        with pytest.raises(TypeError, match=r"client must be a distributed\.Client or None, not"):
            blocks(sg.squares, 1000, client="127.0.0.1:8786")


# --- workers that a test loses and finds as it likes ----------------------------------------------------


class Workers:
    """A client whose workers live in this process and answer when asked, each from a memory of its own.

    `plan` says what happens to the k-th question: a function of (this, the worker's name) that may lose a worker, or
    make it forget; what it returns is raised in place of the answer, the first time. Nobody is asked without an end.
    """

    status = "running"

    def __init__(self, plan, names=("a", "b")):
        self.plan, self.here = plan, list(names)
        self.memory = {name: {} for name in names}
        self.asked, self.cancelled = [], []

    def nthreads(self):
        return dict.fromkeys(self.here, 2)

    def submit(self, function, run, recipe, *more, workers, pure):
        (name,) = workers
        assert not pure, "each question is a new one"
        assert len(self.asked) < 300, "asked without an end"
        self.asked.append((name, recipe is not None))
        error = self.plan.get(len(self.asked), lambda *_: None)(self, name)
        return Answer(self, name, error, partial(function, run, recipe, *more))

    def cancel(self, futures, force):
        assert force
        self.cancelled.append(len(futures))

    def run(self, function, *arguments, on_error):
        assert on_error == "ignore"
        for name in self.here:
            self.on(name, partial(function, *arguments))

    def on(self, name, work):
        cluster._replicas, before = self.memory[name], cluster._replicas
        try:
            return work()
        finally:
            cluster._replicas = before


class Answer:
    def __init__(self, workers, name, error, work):
        self.workers, self.name, self.error, self.work = workers, name, error, work
        self.status = "error" if isinstance(error, ArithmeticError) else "pending"

    def result(self, timeout):
        assert timeout == cluster.POLL_SECONDS
        if error := self.error:
            self.error = None
            raise error
        return self.workers.on(self.name, self.work)


def lost(workers, name):
    workers.here.remove(name)
    return RuntimeError("its process has gone")


def silently_lost(workers, name):
    workers.here.remove(name)
    return TimeoutError()


def found_again(workers, name):
    workers.here = list(workers.memory)


def forgets(workers, name):
    workers.memory[name].clear()


def falls_back(workers, name):
    """Its replica stands at 0 again, though it is thought to know more."""
    for run in workers.memory[name]:
        workers.memory[name][run] = RECIPES[workers.game]()


RECIPES = {
    "residue classes": partial(engine.cold_evaluation, sg.squares(20_000), 20_000, np.array([5]), 5, 1),
    "sieve": partial(sieve.Sieving, sg.triangular(20_000), 20_000, np.array([5]), segment=2048),
    "nim-values": partial(engine.Tiling, sg.squares(50_000), 50_000),
}
slow = {3: lambda *_: TimeoutError(), 4: lambda *_: TimeoutError()}
PLANS = {  # the numbers of the questions: each block asks a, then b
    "slow": (slow, []),
    "lost": ({4: lost}, [2]),
    "silent, then lost": ({3: silently_lost}, [2]),
    "an answer that is lost on the way": ({3: lambda *_: UnboundLocalError("result")}, [2]),
    "forgets": ({5: forgets}, [2]),
    "falls back": ({5: falls_back}, [2]),
    "lost and found again, with a replica that stands elsewhere": ({4: lost, 7: found_again}, [2]),
    "everything": ({2: forgets, 4: lost, 6: found_again, 7: forgets, 9: falls_back, 11: silently_lost}, None),
}


@pytest.mark.parametrize("what", PLANS)
@pytest.mark.parametrize("game", RECIPES)
def test_whatever_happens_to_workers(game, what, caplog):
    """The answer is the same, and the log tells of each loss."""
    caplog.set_level(logging.INFO, "subtraction_games")
    recipe, (plan, cancelled) = RECIPES[game], PLANS[what]
    workers = Workers(plan)
    workers.game = game
    answer = gathered(cluster.on_workers(recipe(), workers))
    assert np.array_equal(answer, gathered(in_threads(recipe(), 1)))
    messages = [record.getMessage() for record in caplog.records]
    losses = [message for message in messages if "is lost; begun again at position" in message]
    assert len(losses) == len(workers.cancelled)
    assert any("a new replica" in message for message in messages)
    if cancelled is not None:
        assert workers.cancelled == cancelled, "the other shares of a block that is begun again aren't waited for"
    taught = [number for number, (_, with_recipe) in enumerate(workers.asked) if with_recipe]
    assert taught[:2] == [0, 1]
    assert len(taught) <= 2 + len(plan), "the recipe is sent to those only who don't know the run"
    assert not any(workers.memory[name] for name in workers.here), "they forget a finished run"


def test_legs_follow_one_another_on_workers(short_legs):
    moves, n, hotspots = sg.squares(20_000), 20_000, np.array([5])
    legs = engine.cold_legs(moves, n, hotspots)
    answer = gathered(legs(lambda leg: cluster.on_workers(leg, Workers({})), 0, lambda *_: hotspots[:0]))
    assert np.array_equal(answer, recurrence.cold_positions(moves, n, hotspots))


def test_what_is_no_loss_and_what_is_given_up():
    """An error of the worker's own work; a block that loses a worker each time; a cluster that is going down."""
    recipe = RECIPES["sieve"]
    workers = Workers({3: lambda *_: ZeroDivisionError("in a share")})
    with pytest.raises(ZeroDivisionError, match="in a share"):
        gathered(cluster.on_workers(recipe(), workers))
    assert not any(workers.memory.values())
    always = dict.fromkeys(range(1, 2 * cluster.MAX_RETRIES + 1), lambda *_: OSError("no answer"))
    with pytest.raises(RuntimeError, match=f"was lost {cluster.MAX_RETRIES} times in a row, always at position 0"):
        next(cluster.on_workers(recipe(), Workers(always)))
    workers = Workers({2: lost})
    workers.cancel = workers.run = lambda *_, **__: 1 // 0
    assert np.array_equal(gathered(cluster.on_workers(recipe(), workers)), gathered(in_threads(recipe(), 1)))
