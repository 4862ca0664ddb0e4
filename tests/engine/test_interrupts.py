"""Interrupted at any instant by any exception, a folder says only what is true, and goes on to the whole truth.

Instants are chosen by count, never by the clock: an evaluation that raises at its k-th call, and a KeyboardInterrupt
at the k-th line of our packages that is run.
"""

import os
import random
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import pytest
from folders import gathered

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine import recurrence, sieve
from subtraction_engine.cold.slicing import Slicing
from subtraction_engine.longruns import checkpoint

PACKAGES = str(Path(sg.__file__).parent.parent / "subtraction_")
HOTSPOTS = np.array([3, 7000])
RUNS = {  # name: (evaluator by blocks, n, settings); the legs are by the sieve, too
    "residue classes": (sg.cold_blocks, 6 * 2560 - 100, {"modulus": 5, "panels": 1, "hotspots": HOTSPOTS}),
    "legs": (sg.cold_blocks, 20_000, {"hotspots": HOTSPOTS}),
    "nim-values": (sg.nim_blocks, 6 * 8192 - 100, {}),
}


@pytest.fixture(autouse=True)
def _at_once(monkeypatch, short_legs):
    """Nobody waits for the disk here; what reaches it in which order is another test's."""
    monkeypatch.setattr(os, "fsync", lambda number: None)
    for kind in (sieve.Sieving, Slicing, engine.Tiling):
        monkeypatch.setattr(kind, "short", 0)  # let them have their threads


@pytest.fixture(params=RUNS)
def run(request):
    """(start it in a folder, the whole truth, n) of a run of some blocks."""
    blocks, n, settings = RUNS[request.param]
    truth = (
        recurrence.cold_positions(sg.squares(n), n, HOTSPOTS) if settings else recurrence.nim_values(sg.squares(n), n)
    )
    return lambda folder, threads=1: blocks(sg.squares, n, folder=folder, threads=threads, **settings), truth, n


def check(run, folder):
    """What the folder says is true and whole; returns how far it goes."""
    truth = run[1]
    try:
        held = sg.results(folder)
    except FileNotFoundError:
        return 0  # before it was said what is computed
    expected = truth[: held.stop] if truth.dtype == np.uint16 else truth[truth < held.stop]
    assert np.array_equal(held.array, expected), f"the folder lies about range({held.stop})"
    assert held.damaged() == []
    return held.stop


def check_going_on(run, folder):
    assert np.array_equal(gathered(run[0](folder)), run[1]), "going on ends in something else"
    assert check(run, folder) == run[2]
    names = {path.name for path in folder.iterdir()}
    assert names == {"about.json", "game.npz", "results.npy", "log.csv"}, "and nothing left behind"


# --- an evaluation that raises -------------------------------------------------------------------------


@contextmanager
def raising(method, number, error, before):
    """Evaluations raise at that call of a method: before it has done anything, or when it has done all."""
    calls = iter(range(number + 1))

    def interrupting(whole):
        def interrupted(self, *arguments, **more):
            last = next(calls, None) == number
            if last and before:
                raise error
            answer = whole(self, *arguments, **more)
            if last:
                raise error
            return answer

        return interrupted

    with pytest.MonkeyPatch.context() as patch:
        for kind in (sieve.Sieving, Slicing, engine.Tiling):
            patch.setattr(kind, method, interrupting(getattr(kind, method)))
        yield


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
@pytest.mark.parametrize("method", ["task", "share", "settle"])
@pytest.mark.parametrize("every", [0, 10**9])
def test_whatever_raises_wherever(run, tmp_path, monkeypatch, method, error, every):
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", every)
    for number in (0, 1, 2, 5):
        for before in (True, False):
            folder, stop = tmp_path / f"{number}-{before}", 0
            with raising(method, number, error, before), suppress(error):
                for block in run[0](folder, 2):
                    stop = block.stop
            assert stop < run[2], "it was asked less often"
            assert check(run, folder) == stop, "what was handed over is kept, and no more"
            check_going_on(run, folder)


def test_what_is_counted_already_is_not_added_again(run, tmp_path, monkeypatch):
    """Though an interrupt comes when its line is there, and before it is taken off what waits."""
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", 0)
    added, times = checkpoint._added, []

    def interrupted(*arguments):
        longer = added(*arguments)
        times.append(1)
        if len(times) == 2:
            raise KeyboardInterrupt
        return longer

    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "_added", interrupted)
        with pytest.raises(KeyboardInterrupt):
            gathered(run[0](tmp_path))
    assert check(run, tmp_path) > 0
    check_going_on(run, tmp_path)


# --- an interrupt at the k-th line ---------------------------------------------------------------------


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


# an interrupt between opening a file and the block that closes it leaves that to Python, which says so
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("every", [0, 10**9])
def test_interrupted_at_any_line(run, tmp_path, monkeypatch, every):
    """At forty of all the lines that a whole run takes, some of them twice: also where it goes on."""
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", every)
    rng = random.Random(every)
    with AtLine() as counted:
        gathered(run[0](tmp_path / "whole"))
    assert counted.lines > 500, "a whole run takes many more lines than are drawn"
    for number in range(40):
        for _ in range(rng.choice([1, 1, 2])):
            with suppress(KeyboardInterrupt), AtLine(rng.randrange(1, counted.lines + 1)):
                gathered(run[0](tmp_path / str(number)))
        check(run, tmp_path / str(number))
        check_going_on(run, tmp_path / str(number))
