"""Cold positions leg by leg: whatever happens on the way, the legs stay the same and the answer is right.

`test_any_history` has short legs in all kinds of games. Here the legs are those of real runs.
"""

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_engine import recurrence, sieve
from subtraction_engine.cold import choice, legs
from subtraction_engine.cold.slicing import Slicing
from subtraction_engine.longruns import checkpoint
from subtraction_engine.support.blocks import in_threads

N = 40_000
HOTSPOTS = np.array([0, 5, 700, 20_001, 39_999])


def legs_of(S, n, folder=None, threads=1, blocks=None):
    """The legs of a run, which may end after some blocks, each as (method, modulus, panels, start, stop)."""
    taken = []

    def noted(evaluation, threads):
        pad, size = getattr(evaluation, "pad", 0), getattr(evaluation, "size", 1)
        M, panels = getattr(evaluation, "M", 0), getattr(evaluation, "panels", 0)
        taken.append((type(evaluation).__name__, M, panels, -pad % size, evaluation.n))
        return in_threads(evaluation, threads)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("subtraction_engine.longruns.runs.in_threads", noted)
        run = sg.cold_blocks(S, n, folder=folder, threads=threads)
        for place, _ in enumerate(run, 1):
            if place == blocks:
                break
        run.close()
    return taken


@pytest.mark.parametrize(("S", "n"), [(sg.squares, 2**25), (sg.cubes, 2**25 + 12_345), (sg.triangular, 3**16)])
def test_a_run_takes_the_same_legs_in_any_threads_and_however_often_it_is_stopped(S, n, tmp_path, monkeypatch):
    alone = legs_of(S, n)
    assert [stop for *_, stop in alone] == legs.leg_ends(n)
    assert {name for name, *_ in alone} == {"Sieving", "Slicing"}
    assert legs_of(S, n, threads=3) == alone
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    legs_of(S, n // 5, tmp_path)
    taken = {leg for blocks in (3, 1, 30, None) for leg in legs_of(S, n, tmp_path, blocks=blocks)}
    assert {alone[-1]} <= taken <= set(alone)
    stored = sg.results(tmp_path)
    assert (stored.finished, stored.damaged()) == (True, [])
    assert np.array_equal(stored.array, sieve.cold_positions(S(n), n, HOTSPOTS[:0]))


def test_the_sieve_is_left_before_it_takes_too_much_memory(monkeypatch):
    """After one huge move, the sieve would have to store all cold positions."""
    monkeypatch.setattr(choice.tuning, "SIEVE_MEMORY", 2**20)
    n, S = 2**21, [2**21 - 5]
    assert [name for name, *_ in legs_of(S, n)][-2:] == ["Slicing", "Slicing"]
    assert np.array_equal(sg.cold_positions(S, n, method="engine"), np.arange(n - 5))


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
