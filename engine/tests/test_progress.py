"""The progress bar shows the right time left, does not count compiling as work, and is not saved with a notebook."""

import io
import sys
from itertools import pairwise
from types import SimpleNamespace

import pytest
import tqdm
from nbformat.v4 import new_code_cell, new_notebook, new_output
from numba.core import event
from run_notebook import normalized

from subtraction_engine.support import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(tqdm.std, "time", lambda: clock.now)
    monkeypatch.setattr(tqdm.tqdm, "monitor_interval", 0)  # so that no thread redraws the bar by the real clock
    return clock


@pytest.fixture
def terminal(monkeypatch):
    """A terminal for the bar, before anything has been compiled."""
    terminal = Terminal()
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    modules = {name: module for name, module in sys.modules.items() if name != "ipykernel"}
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=terminal, modules=modules))
    progress._say_compiling.cache_clear()
    return terminal


def blocks(clock, stops):
    """Blocks that end at these positions and take five seconds each, after a function has been compiled."""
    with event.trigger_event("numba:compile", data={}):
        clock.now += 300
    for start, stop in pairwise([0, *stops]):
        clock.now += 5
        yield start, stop


def test_compiling_is_said_once_and_is_no_work(clock, terminal):
    """Otherwise a new user would first read that a minute of work will take until tomorrow."""
    for _ in range(2):
        list(progress.watched(blocks(clock, [10]), 40, "example", growth=2.0))
    assert " 6%|" in terminal.getvalue()
    assert ", 01:15 left, 10 of 40" in terminal.getvalue()
    assert terminal.getvalue().count("compiling, once") == 1


def test_a_log_gets_a_line_every_five_minutes(clock, terminal, monkeypatch):
    """A bar can't overwrite itself there, and whoever reads the log of a batch job wants to know how far it is."""
    monkeypatch.setattr(terminal, "isatty", lambda: False)
    list(progress.watched(blocks(clock, range(1, 101)), 240, "example"))
    compiling, first, last = terminal.getvalue().splitlines()
    assert compiling == progress.COMPILING
    assert first.startswith("example:  25%|")
    assert (first[-9:], last[-10:]) == ("60 of 240", "100 of 240")


def test_no_log_says_anything_if_bars_are_switched_off(clock, terminal, monkeypatch):
    monkeypatch.setattr(terminal, "isatty", lambda: False)
    monkeypatch.setenv("TQDM_DISABLE", "1")
    list(progress.watched(blocks(clock, [10]), 40, "example"))
    assert terminal.getvalue() == ""


@pytest.mark.parametrize("printed", ["", "done\n"])
def test_a_notebook_is_saved_without_its_bar(clock, terminal, monkeypatch, printed):
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stdout=terminal, stderr=terminal, modules={"ipykernel": None}))
    list(progress.watched(blocks(clock, [10, 20]), 20, "example"))
    assert "compiling, once" in terminal.getvalue()
    assert " 50%|" in terminal.getvalue()
    cell = new_code_cell(outputs=[new_output("stream", text=terminal.getvalue() + printed)])
    normalized(new_notebook(cells=[cell]))
    assert [output.text for output in cell.outputs] == [printed] * bool(printed)
