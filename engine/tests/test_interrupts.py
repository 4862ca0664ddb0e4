"""If the code for folders is interrupted at any line, the folder is right so far, and its run can be completed.

The line is chosen by counting, never by a clock. In `test_any_history`, signals come at any time.
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
from subtraction_engine import sieve
from subtraction_engine.cold.slicing import Slicing
from subtraction_engine.longruns import checkpoint
from subtraction_engine.support import durable

RUNS = {
    "legs": partial(sg.cold_blocks, sg.squares, 20_000, hotspots=[3, 7000]),  # by the sieve and by residue classes
    "nim-values": partial(sg.nim_blocks, sg.squares, 49_000),
}


@pytest.fixture(autouse=True, params=[0, 10**9])
def _quick(request, monkeypatch, short_legs):
    """Blocks are written one by one or all at the end, without waiting for the disk."""
    monkeypatch.setattr(checkpoint, "FLUSH_SECONDS", request.param)
    monkeypatch.setattr(os, "fsync", lambda number: None)
    for kind in (sieve.Sieving, Slicing, engine.Tiling):
        monkeypatch.setattr(kind, "short", 0)  # so that short ranges have threads, too


def check(folder, expected):
    try:
        stored = sg.results(folder)
    except FileNotFoundError:
        return  # the run was interrupted before it had a name
    below = expected[: stored.stop] if expected.dtype == np.uint16 else expected[expected < stored.stop]
    assert np.array_equal(stored.array, below), f"the folder lies about range({stored.stop})"
    assert stored.damaged() == []


CODE = (str(Path(checkpoint.__file__).parent), durable.__file__)


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
    """Begin or continue a run, and interrupt it at the k-th line."""
    lines = count()

    def interrupt(line):
        if next(lines) == k:
            raise KeyboardInterrupt

    with suppress(KeyboardInterrupt), traced(interrupt):
        gathered(start(folder=folder, threads=1))


# after an interrupt between opening a file and the block that closes it, Python closes it with a warning
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("run", RUNS)
def test_interrupted_at_any_line(run, tmp_path):
    """Runs are interrupted at each line, at one of the times when it is reached. Half of them are interrupted twice."""
    start, executed, rng = RUNS[run], [], random.Random(1)
    expected = gathered(start())
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
        assert np.array_equal(gathered(start(folder=folder)), expected)
        check(folder, expected)
        assert {path.name for path in folder.iterdir()} == {"about.json", "game.npz", "results.npy", "log.csv"}
