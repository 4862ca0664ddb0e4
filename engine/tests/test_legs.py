"""Cold positions leg by leg: whatever happens on the way, the legs stay the same and the answer is right.

`test_any_history` has short legs in all kinds of games. Here the legs are those of real runs.
"""

from functools import partial

import numpy as np
import pytest
from folders import stopped_early

import subtraction_games as sg
from subtraction_engine import recurrence, sieve
from subtraction_engine.cold import choice, legs
from subtraction_engine.cold.slicing import Slicing
from subtraction_engine.longruns import run_folder, runs
from subtraction_engine.support.blocks import in_threads

N = 40_000
HOTSPOTS = np.array([0, 5, 700, 20_001, 39_999])


@pytest.fixture
def taken(monkeypatch):
    """The legs that runs take, each as (method, modulus, panels, start, stop)."""
    taken = []

    def noted(evaluation, threads):
        M, panels = getattr(evaluation, "M", 0), getattr(evaluation, "panels", 0)
        start = -getattr(evaluation, "pad", 0) % getattr(evaluation, "size", 1)
        taken.append((type(evaluation).__name__, M, panels, start, evaluation.n))
        return in_threads(evaluation, threads)

    monkeypatch.setattr(runs, "in_threads", noted)
    return taken


@pytest.mark.parametrize(("S", "n"), [(sg.squares, 2**25), (sg.triangular, 3**16)])
def test_a_run_takes_the_same_legs_in_any_threads_and_however_often_it_is_stopped(S, n, tmp_path, monkeypatch, taken):
    expected, run = sieve.cold_positions(S(n), n, HOTSPOTS[:0]), partial(sg.cold_blocks, S, n)
    assert np.array_equal(sg.cold_positions(S, n, method="engine", threads=1), expected)
    alone = taken[:]
    assert [stop for *_, stop in alone] == legs.leg_ends(n)
    assert {name for name, *_ in alone} == {"Sieving", "Slicing"}
    sg.cold_positions(S, n, method="engine", threads=3)
    assert taken == 2 * alone
    monkeypatch.setattr(run_folder, "FLUSH_SECONDS", 0)
    sg.cold_positions(S, n // 5, folder=tmp_path)
    taken.clear()
    for blocks in (3, 1, 30, None):
        stored = stopped_early(run, tmp_path, blocks)
    assert {alone[-1]} <= set(taken) <= set(alone)
    assert (stored.finished, stored.damaged()) == (True, [])
    assert np.array_equal(stored.array, expected)


def test_the_sieve_is_left_before_it_takes_too_much_memory(monkeypatch, taken):
    """After one huge move, the sieve would have to store all cold positions."""
    monkeypatch.setattr(choice.tuning, "SIEVE_MEMORY", 2**20)
    n = 2**21
    assert np.array_equal(sg.cold_positions([n - 5], n, method="engine"), np.arange(n - 5))
    assert [name for name, *_ in taken][-2:] == ["Slicing", "Slicing"]


@pytest.mark.seam
def test_a_leg_may_begin_anywhere():
    moves = sg.squares(N)
    expected = recurrence.cold_positions(moves, N, HOTSPOTS)
    for start, M, panels in ((1, 5, 1), (511, 1, 2), (3000, 7, 1), (20_001, 65, None), (39_999, 3, 1), (N, 5, 1)):
        slicing = Slicing(moves, N, HOTSPOTS, M, panels, start)
        slicing.restore(start, expected[expected < start])
        list(in_threads(slicing, 2))
        assert np.array_equal(slicing.results_since(0), expected)
        assert np.array_equal(slicing.results_since(77, 30_000), expected[(expected >= 77) & (expected < 30_000)])
