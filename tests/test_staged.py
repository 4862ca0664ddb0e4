"""Cold positions by one method after another: stages are short here, and whatever a clock could say is tried."""

import time
from contextlib import closing
from functools import partial
from itertools import product

import numpy as np
import pytest
from folders import gathered, stopped_early

import subtraction_games as sg
from subtraction_games.engine.cold import staged
from subtraction_games.engine.cold.slicing import Slicing
from subtraction_games.longruns import checkpoint
from subtraction_games.paper import recurrence
from subtraction_games.support.blocks import in_threads

N = 40_000
GAMES = {
    "squares": sg.squares(N),
    "cubes": sg.cubes(N),
    "primes": sg.primes(N),
    "finite": np.array([2, 3, 7, 600]),
    "one move": np.array([1]),
    "all moves": np.arange(1, N),
    "no moves": np.empty(0, np.int64),
    "random": np.unique(np.random.default_rng(4).integers(1, N, 300)),
}
HOTSPOTS = np.array([0, 5, 700, 20_001, 39_999])


def by_shares(evaluation, parts):
    """All that an evaluation finds, each block asked for by another one that is only told what is new."""
    worker, found = staged.Staged(evaluation.moves, evaluation.n, evaluation.hotspots), [np.empty(0, np.int64)]
    while evaluation.position < evaluation.n:
        task = evaluation.task()
        assert evaluation.task()[0] == task[0]
        if worker.position < evaluation.position:
            worker.restore(evaluation.position, evaluation.results_since(worker.position))
        shares = [worker.share(task, part, parts) for part in range(parts)]
        found.append(evaluation.settle(task, shares).found)
    return np.concatenate(found)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_tried_and_however_long_it_seems_to_take(name, seed, short_stages, monkeypatch):
    moves, rng = GAMES[name], np.random.default_rng(seed)
    tried = []
    monkeypatch.setattr(staged, "proposals", lambda *_: tried.append(1) or rng.integers(1, 30, 2).tolist())
    monkeypatch.setattr(time, "thread_time", lambda: float(rng.random()))
    for hotspots, parts in product((HOTSPOTS, HOTSPOTS[:0]), (1, 2)):
        found = by_shares(staged.Staged(moves, N, hotspots), parts)
        assert np.array_equal(found, recurrence.cold_positions(moves, N, hotspots))
    assert tried


def test_a_leg_may_begin_anywhere():
    moves = sg.squares(N)
    expected = recurrence.cold_positions(moves, N, HOTSPOTS)
    for start, modulus, tile in ((1, 5, 1), (511, 1, 2), (3000, 7, 1), (20_001, 65, None), (39_999, 3, 1), (N, 5, 1)):
        slicing = Slicing(moves, N, HOTSPOTS, modulus, tile, start)
        slicing.restore(start, expected[expected < start])
        found = [block.found for block in in_threads(slicing, 2)]
        assert np.array_equal(np.concatenate([expected[expected < start], *found]), expected)
        assert np.array_equal(slicing.results_since(0), expected)
        assert np.array_equal(slicing.results_since(77, 30_000), expected[(expected >= 77) & (expected < 30_000)])


def test_the_fastest_goes_on_and_a_hopeless_sieve_is_not_tried_again(short_stages, monkeypatch):
    cost, now = {0: 50.0, 5: 1.0, 7: 3.0}, [0.0]  # seconds for each look at the clock, by modulus
    evaluation = staged.Staged(sg.squares(N), N, HOTSPOTS)

    def ticking():
        now[0] += cost[evaluation.held.leg.modulus]
        return now[0]

    monkeypatch.setattr(staged, "proposals", lambda *arguments: [M for M in (5, 7) if arguments[4] != M])
    monkeypatch.setattr(time, "thread_time", ticking)
    legs = []
    while evaluation.position < N:
        task = evaluation.task()
        legs += [task[1]] if task[1] not in legs else []
        evaluation.settle(task, [evaluation.share(task, 0, 1)])
    assert legs[-1].modulus == 5
    assert [modulus for _, modulus in evaluation.moduli[-2:]] == [5, 5]
    assert all(leg.modulus for leg in legs if leg.start > evaluation.moduli[1][0]), "the sieve had lost"


def test_what_was_chosen_stands_in_the_folder_and_is_not_asked_for_again(short_stages, tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    monkeypatch.setattr(staged, "proposals", lambda *_: [5])
    run = partial(sg.cold_blocks, sg.squares, N, threads=1)
    expected = recurrence.cold_positions(sg.squares(N), N, np.empty(0, np.int64))
    stopped_early(lambda folder: run(folder=folder), tmp_path, 20)
    chosen = sg.results(tmp_path).about["settings"]["moduli"]
    stop = sg.results(tmp_path).stop
    assert len(chosen) > 1
    asked = []
    monkeypatch.setattr(staged, "proposals", lambda *_: asked.append(1) or [3])
    blocks = run(folder=tmp_path)
    next(block for block in blocks if block.stop > stop)
    blocks.close()
    assert not asked or chosen[-1][0] < stop // staged.GROWTH
    assert np.array_equal(gathered(run(folder=tmp_path)), expected)


def test_a_run_that_is_carried_on_knows_what_was_chosen(short_stages, tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    assert sum(1 for _ in sg.cold_blocks(sg.squares, N // 2, folder=tmp_path))
    chosen = sg.results(tmp_path).about["settings"]["moduli"]
    with closing(sg.cold_blocks(sg.squares, N, folder=tmp_path)) as blocks:
        next(blocks)
        assert sg.results(tmp_path).about["settings"]["moduli"][: len(chosen)] == chosen


def test_a_sieve_that_does_not_fit_into_memory_is_not_tried(short_stages, monkeypatch):
    monkeypatch.setattr(staged, "proposals", lambda *_: [5])
    monkeypatch.setattr(staged, "cold_bytes", lambda n, modulus, count: 10 if modulus else 1000)
    monkeypatch.setattr(staged, "available_memory", lambda: 100)
    monkeypatch.setattr(staged, "WORTHWHILE", 0)
    monkeypatch.setattr(staged, "SETTING_OUT", 0)
    evaluation = staged.Staged(sg.squares(N), N, HOTSPOTS)
    by_shares(evaluation, 1)
    assert all(modulus == 5 for start, modulus in evaluation.moduli[2:])
    assert evaluation._candidates(N) == [5]


@pytest.mark.parametrize("settings", [None, 7, {"moduli": 5}, {"moduli": [[1]]}, {"moduli": [[0, 2**70], [3, -1]]}])
def test_settings_that_make_no_sense_change_nothing(settings):
    evaluation = staged.Staged(sg.squares(N), N, HOTSPOTS)
    evaluation.tune(settings)
    assert evaluation.settings() == {"moduli": []}
    evaluation.tune({"moduli": [[0, 2**70]]})
    assert np.array_equal(by_shares(evaluation, 1), recurrence.cold_positions(sg.squares(N), N, HOTSPOTS))


def test_kernels_are_loaded_before_slicing_is_timed(monkeypatch, short_stages):
    events = []
    monkeypatch.setattr(staged, "_load_kernels", lambda: events.append("loaded"))
    timed = staged.Slicing.share
    monkeypatch.setattr(staged.Slicing, "share", lambda *task: (events.append("timed"), timed(*task))[1])
    cold = staged.cold_positions(sg.cubes(2**14), 2**14, np.empty(0, np.int64))
    assert events.index("loaded") < events.index("timed")
    assert np.array_equal(cold, sg.cold_positions(sg.cubes, 2**14, method="dynamic-programming"))
