"""Interrupted at any instant by any exception, a folder says only what is true, and goes on to the whole truth.

Instants are chosen by count, never by the clock: an evaluation that raises at its k-th call, and a KeyboardInterrupt
at the k-th line of our packages that is run.
"""

import os
import random
import sys
from contextlib import contextmanager, suppress
from functools import partial, partialmethod
from pathlib import Path

import numpy as np
import pytest
from folders import gathered

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine import recurrence, sieve
from subtraction_engine.cold.slicing import Slicing
from subtraction_engine.longruns import checkpoint
from subtraction_engine.support import blocks

PACKAGES = str(Path(sg.__file__).parent.parent / "subtraction_")
NOTHING = np.zeros(0, dtype=np.int64)


def _run(legs, S, n, truth, hotspots=NOTHING):
    what = "nim_values" if truth.dtype == np.uint16 else "cold_positions"
    about = {"results": what, "n": n, "game": S.__name__, "version": "of today"}
    return legs, (about, S(n), hotspots), truth


def _by_classes():
    S, n, hotspots = sg.squares, 6 * 2560 - 100, np.array([3, 7000])
    return _run(engine.cold_legs(S(n), n, hotspots, 5, 1), S, n, recurrence.cold_positions(S(n), n, hotspots), hotspots)


def _by_legs():
    S, n, hotspots = sg.squares, 20_000, np.array([3, 7000])
    return _run(engine.cold_legs(S(n), n, hotspots), S, n, recurrence.cold_positions(S(n), n, hotspots), hotspots)


def _by_sieve():
    S, n = sg.triangular, 7 * 2048 - 100
    recipe = partial(sieve.Sieving, S(n), n, NOTHING, segment=2048)
    return _run(partial(blocks.one_leg, recipe), S, n, recurrence.cold_positions(S(n), n, NOTHING))


def _nim_values():
    S, n = sg.squares, 6 * 8192 - 100
    return _run(partial(blocks.one_leg, partial(engine.Tiling, S(n), n)), S, n, recurrence.nim_values(S(n), n))


RUNS = {"residue classes": _by_classes, "legs": _by_legs, "sieve": _by_sieve, "nim-values": _nim_values}


@pytest.fixture(autouse=True)
def _at_once(monkeypatch, short_legs):
    """Nobody waits for the disk here; what reaches it in which order is another test's."""
    monkeypatch.setattr(os, "fsync", lambda number: None)


@pytest.fixture(params=RUNS, scope="module")
def run(request):
    """(legs, what its folder says of it, the whole truth) of a run of some blocks."""
    return RUNS[request.param]()


def begun(run, folder, threads=1):
    """The blocks of a run in a folder."""
    legs, game, _ = run

    def work(evaluation):
        evaluation.short = 0  # let it have its threads
        return blocks.in_threads(evaluation, threads)

    with checkpoint.opened(folder, *game) as writer:
        yield from writer.blocks(legs, work)


def check(run, folder):
    """What the folder says is true and whole; returns how far it goes."""
    truth = run[2]
    try:
        held = sg.results(folder)
    except FileNotFoundError:
        return 0  # before it was said what is computed
    expected = truth[: held.stop] if truth.dtype == np.uint16 else truth[truth < held.stop]
    assert np.array_equal(held.array, expected), f"the folder lies about range({held.stop})"
    assert held.damaged() == []
    return held.stop


def check_going_on(run, folder):
    assert np.array_equal(gathered(begun(run, folder)), run[2]), "going on ends in something else"
    assert check(run, folder) == run[1][0]["n"]
    names = {path.name for path in folder.iterdir()}
    assert names == {"about.json", "game.npz", "results.npy", "log.csv", "lock"}, "and nothing left behind"


# --- an evaluation that raises -------------------------------------------------------------------------


@contextmanager
def raising(method, number, error, before):
    """Evaluations raise at that call of a method: before it has done anything, or when it has done all."""
    calls = iter(range(number + 1))

    def interrupted(whole, *arguments, **more):
        last = next(calls, None) == number
        if last and before:
            raise error
        answer = whole(*arguments, **more)
        if last:
            raise error
        return answer

    with pytest.MonkeyPatch.context() as patch:
        for kind in (sieve.Sieving, Slicing, engine.Tiling):
            patch.setattr(kind, method, partialmethod(partial(interrupted, getattr(kind, method))))
        yield


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
@pytest.mark.parametrize("method", ["task", "share", "settle"])
@pytest.mark.parametrize("every", [0, 10**9])
def test_whatever_raises_wherever(run, tmp_path, monkeypatch, method, error, every):
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", every)
    for number in (0, 1, 2, 5):
        for before in (True, False):
            folder = tmp_path / f"{number}-{before}"
            stop = 0
            with raising(method, number, error, before), suppress(error):
                for block in begun(run, folder, 2):
                    stop = block.stop
            assert stop < run[1][0]["n"], "it was asked less often"
            assert check(run, folder) == stop, "what was handed over is kept, and no more"
            check_going_on(run, folder)


# --- an interrupt at the k-th line ---------------------------------------------------------------------


# an interrupt between opening a file and the block that closes it leaves that to Python, which says so
left_to_python = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"
)


class AtLine:
    """While it is entered, raises KeyboardInterrupt at the k-th line of our code run by this thread; counts them."""

    def __init__(self, k=None):
        self.k, self.lines = k, 0

    def __enter__(self):
        sys.settrace(self._trace)
        return self

    def __exit__(self, *error):
        sys.settrace(None)

    def _trace(self, frame, event, argument):
        if not frame.f_code.co_filename.startswith(PACKAGES):
            return None
        if event == "line":
            self.lines += 1
            if self.lines == self.k:
                raise KeyboardInterrupt
        return self._trace


def interrupted_at_lines(run, folder, instants, seed):
    """A run for each instant, drawn from all the lines that a whole run takes; (folders that lie, that go on wrong)."""
    rng = random.Random(seed)
    with AtLine() as counted:
        gathered(begun(run, folder / "whole"))
    assert counted.lines > 500, "a whole run takes many more lines than are drawn"
    lies = wrong = 0
    for number in range(instants):
        here = folder / str(number)
        for _ in range(rng.choice([1, 1, 2])):  # also interrupted where it goes on
            try:
                with AtLine(rng.randrange(1, counted.lines + 1)):
                    gathered(begun(run, here))
            except KeyboardInterrupt:
                pass
        try:
            check(run, here)
        except (AssertionError, ValueError):
            lies += 1
        try:
            check_going_on(run, here)
        except (AssertionError, ValueError, OSError):
            wrong += 1
    return lies, wrong


@left_to_python
@pytest.mark.parametrize("every", [0, 10**9])
def test_interrupted_at_any_line(run, tmp_path, monkeypatch, every):
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", every)
    assert interrupted_at_lines(run, tmp_path, 40, seed=every) == (0, 0)
