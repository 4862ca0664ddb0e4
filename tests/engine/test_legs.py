"""Cold positions leg after leg: the same legs whatever happens on the way, and always the recurrence's answer.

`test_any_history` takes legs of all kinds of games; here are those that a user's run takes, with nothing made small.
"""

import re
from pathlib import Path

import numpy as np
import pytest

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine import recurrence
from subtraction_engine.cold import legs, modulus
from subtraction_engine.cold.slicing import Slicing, cold_bytes
from subtraction_engine.longruns import checkpoint
from subtraction_engine.sieve import Sieving
from subtraction_engine.support.blocks import in_threads

N = 40_000
HOTSPOTS = np.array([0, 5, 700, 20_001, 39_999])
NOTHING = np.empty(0, np.int64)


def all_of(evaluation, threads=1):
    return np.concatenate([NOTHING, *(block.found for block in in_threads(evaluation, threads))])


# --- which legs ----------------------------------------------------------------------------------------


def legs_of(S, n, folder=None, threads=1, blocks=None):
    """(method, modulus, panels, start, stop) of each leg that is taken, by a run that ends after so many blocks."""
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
    assert np.array_equal(stored.array, sg.cold_positions(S, n, method="sieve"))


def test_the_sieve_is_left_where_it_would_take_too_much_memory():
    """However much the machine has, so that legs are the same everywhere."""
    sample = np.sort(np.random.default_rng(1).integers(0, 2**40, 5000))
    moves = np.array([1, 4, 2**39])
    few, many = (modulus.cheapest(moves, 2**40, modulus.Census(number, sample)) for number in (10**6, 10**8))
    assert few.modulus == 0
    assert many.modulus > 0
    everything = modulus.Census(2**23, np.arange(2**23 - 2**14, 2**23))  # cold, in a leg that the only move passes
    assert modulus.cheapest(np.array([2**40]), 2**27, everything).modulus > 0
    assert modulus.cheapest(np.array([3]), 2**27, everything).modulus == 0, "what no move leaves is forgotten"


def test_one_huge_move_leaves_the_sieve_in_time(monkeypatch):
    monkeypatch.setattr(modulus.tuning, "SIEVE_ROOM", 2**20)
    n, S = 2**21, [2**21 - 5]
    assert [name for name, *_ in legs_of(S, n)][-2:] == ["Slicing", "Slicing"]
    assert np.array_equal(sg.cold_positions(S, n, method="engine"), np.arange(n - 5))


def test_panels_end_with_the_range():
    """However many are asked for: settling goes through all of a block."""
    for n, M, panels in ((3000, 300, 1), (3000, 1, 6), (0, 5, 1), (2**20, 5, 64)):
        assert Slicing(NOTHING, n, NOTHING, M, 64).panels == panels
        assert cold_bytes(n, M, panels=64) == cold_bytes(n, M, panels=panels)
    blocks = sg.cold_blocks(range(1, 3000, 7), 3000, modulus=300, panels=64)
    assert np.array_equal(np.concatenate([found for *_, found in blocks]), sg.cold_positions(range(1, 3000, 7), 3000))


def test_games_of_few_positions_or_no_moves():
    for numbers in ([], [0], [0, 1], [3, 10**9], list(range(100))):
        for stop in (len(numbers) + 1, 2**40):
            assert 0 <= modulus.Census().after(np.array(numbers, np.int64)).expected(stop) < np.inf
    assert modulus.cheapest(NOTHING, 10**12, modulus.Census().after(np.arange(10**6))).modulus == 0
    assert sg.cold_positions([2**40], 2**24).size == 2**24


def test_the_engine_has_no_clock():
    home = Path(engine.__file__).parent
    for path in [*home.glob("cold/*.py"), *home.glob("nim/*.py"), home / "vectors.py", home / "sieve.py"]:
        assert not re.search(r"perf_counter|process_time|thread_time|monotonic|import time|from time", path.read_text())


# --- exactness -----------------------------------------------------------------------------------------


@pytest.mark.seam
def test_a_leg_may_begin_anywhere():
    moves = sg.squares(N)
    expected = recurrence.cold_positions(moves, N, HOTSPOTS)
    for start, M, panels in ((1, 5, 1), (511, 1, 2), (3000, 7, 1), (20_001, 65, None), (39_999, 3, 1), (N, 5, 1)):
        slicing = Slicing(moves, N, HOTSPOTS, M, panels, start)
        slicing.restore(start, expected[expected < start])
        found = all_of(slicing, 2)
        assert np.array_equal(np.concatenate([expected[expected < start], found]), expected)
        assert np.array_equal(slicing.results_since(0), expected)
        assert np.array_equal(slicing.results_since(77, 30_000), expected[(expected >= 77) & (expected < 30_000)])
    with pytest.raises(ValueError, match="must be restored to its start, 3000"):
        all_of(Slicing(moves, N, NOTHING, 5, 1, 3000))


WRONG = {"twice": [0, 2, 2, 5], "descending": [5, 2, 0], "too small": [-1, 2], "too large": [0, 2560]}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_results_is_refused(what):
    for evaluation in (Slicing(sg.squares(N), N, NOTHING, 5, 1), Sieving(sg.squares(N), N, NOTHING)):
        with pytest.raises(ValueError, match=r"cold positions must ascend within range\(0, 2560\)"):
            evaluation.restore(2560, np.array(WRONG[what]))
        assert evaluation.position == 0
        assert np.array_equal(all_of(evaluation), recurrence.cold_positions(sg.squares(N), N, NOTHING))
    with pytest.raises(ValueError, match=f"stop must be from {N} to {N}, not {N + 1}"):
        evaluation.restore(N + 1, NOTHING)
