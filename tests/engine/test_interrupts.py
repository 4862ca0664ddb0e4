"""Interrupted at any line by any exception, a folder says only what is true, and goes on to the whole truth.

Instants are chosen by count, never by the clock: a KeyboardInterrupt at the k-th line that is run of the code for
folders. `test_any_history` has signals that come at any time.
"""

import os
import random
import sys
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from folders import gathered

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine import recurrence, sieve
from subtraction_engine.cold.slicing import Slicing
from subtraction_engine.longruns import checkpoint
from subtraction_engine.support import files

HOTSPOTS = np.array([3, 7000])
N = {"legs": 20_000, "nim-values": 49_000}  # the legs are by the sieve and by residue classes
EVALUATIONS = (sieve.Sieving, Slicing, engine.Tiling)


@pytest.fixture(params=N, scope="module")
def run(request):
    """(start, all that it should find, n)."""
    n = N[request.param]
    moves = sg.squares(n)
    if request.param == "legs":
        return partial(sg.cold_blocks, moves, n, hotspots=HOTSPOTS), recurrence.cold_positions(moves, n, HOTSPOTS), n
    return partial(sg.nim_blocks, moves, n), recurrence.nim_values(moves, n), n


@pytest.fixture(autouse=True, params=[0, 10**9])
def _quick(request, monkeypatch, short_legs):
    """Each block is written by itself, or all of them at the end; without waiting for the disk."""
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", request.param)
    monkeypatch.setattr(os, "fsync", lambda number: None)
    for kind in EVALUATIONS:
        monkeypatch.setattr(kind, "short", 0)  # let them have their threads


def check(folder, expected):
    """What the folder says is true; returns how far it goes."""
    try:
        stored = sg.results(folder)
    except FileNotFoundError:
        return 0  # before it was written what is computed
    below = expected[: stored.stop] if expected.dtype == np.uint16 else expected[expected < stored.stop]
    assert np.array_equal(stored.array, below), f"the folder lies about range({stored.stop})"
    assert stored.damaged() == []
    return stored.stop


def check_going_on(run, folder):
    start, expected, n = run
    assert np.array_equal(gathered(start(folder=folder)), expected)
    assert check(folder, expected) == n
    assert {path.name for path in folder.iterdir()} == {"about.json", "game.npz", "results.npy", "log.csv"}


CODE = (str(Path(checkpoint.__file__).parent), files.__file__)


@contextmanager
def traced(before_line):
    """Call before_line((file, number)) at each line of the code for folders that this thread runs."""

    def trace(frame, event, argument):
        if not frame.f_code.co_filename.startswith(CODE):
            return None
        if event == "line":
            before_line((frame.f_code.co_filename, frame.f_lineno))
        return trace

    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(None)


def interrupted(start, folder, k):
    """Begin a run or go on with it, and interrupt it at the k-th line."""
    lines = count()

    def interrupt(line):
        if next(lines) == k:
            raise KeyboardInterrupt

    with suppress(KeyboardInterrupt), traced(interrupt):
        gathered(start(folder=folder, threads=1))


# an interrupt between opening a file and the block that closes it leaves that to Python, which says so
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
def test_interrupted_at_any_line(run, tmp_path):
    """Each line once, at one of the times that a whole run comes to it; and half of the runs again, as they go on."""
    start, expected, _ = run
    executed, rng = [], random.Random(1)
    with traced(executed.append):
        gathered(start(folder=tmp_path / "whole", threads=1))
    assert len(set(executed)) > 100
    instants = {line: k for k, line in rng.sample(list(enumerate(executed)), len(executed))}
    for number, k in enumerate(instants.values()):
        folder = tmp_path / str(number)
        interrupted(start, folder, k)
        check(folder, expected)
        if number % 2:
            interrupted(start, folder, rng.randrange(len(executed)))
            check(folder, expected)
        check_going_on(run, folder)
