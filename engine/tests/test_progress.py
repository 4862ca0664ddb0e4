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
    """A stream that passes for a terminal or for a log, and the clock of the bar that is written to it."""

    is_terminal, now = True, 1000.0

    def isatty(self):
        return self.is_terminal

    def shows(self, stops, n, growth=1.0):
        """What has been written after blocks that end at these positions, five seconds each, after some compiling."""

        def blocks():
            with event.trigger_event("numba:compile", data={}):
                self.now += 300
            for start, stop in pairwise([0, *stops]):
                self.now += 5
                yield start, stop

        list(progress.watched(blocks(), n, "example", growth))
        return self.getvalue()


@pytest.fixture
def terminal(monkeypatch):
    """A terminal for the bar, before anything has been compiled."""
    terminal = Terminal()
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    monkeypatch.setattr(tqdm.std, "time", lambda: terminal.now)
    monkeypatch.setattr(tqdm.tqdm, "monitor_interval", 0)  # so that no thread redraws the bar by the real clock
    modules = {name: module for name, module in sys.modules.items() if name != "ipykernel"}
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stdout=terminal, stderr=terminal, modules=modules))
    progress._say_compiling.cache_clear()
    return terminal


def test_compiling_is_said_once_and_is_no_work(terminal):
    """Otherwise a new user would first read that a minute of work will take until tomorrow."""
    text = [terminal.shows([10], 40, growth=2.0) for _ in range(2)][1]
    assert " 6%|" in text
    assert ", 01:15 left, 10 of 40" in text
    assert text.count("compiling, once") == 1


def test_a_log_gets_a_line_every_five_minutes_unless_bars_are_switched_off(terminal, monkeypatch):
    """A bar can't overwrite itself there, and whoever reads the log of a batch job wants to know how far it is."""
    terminal.is_terminal = False
    compiling, first, last = terminal.shows(range(1, 101), 240).splitlines()
    assert compiling == progress.COMPILING
    assert first.startswith("example:  25%|")
    assert (first[-9:], last[-10:]) == ("60 of 240", "100 of 240")
    monkeypatch.setenv("TQDM_DISABLE", "1")
    progress._say_compiling.cache_clear()
    assert len(terminal.shows([10], 40).splitlines()) == 3, "nothing is added"


@pytest.mark.parametrize("printed", ["", "done\n"])
def test_a_notebook_is_saved_without_its_bar(terminal, printed):
    progress.sys.modules["ipykernel"] = None
    text = terminal.shows([10, 20], 20)
    assert "compiling, once" in text
    assert " 50%|" in text
    cell = new_code_cell(outputs=[new_output("stream", text=text + printed)])
    normalized(new_notebook(cells=[cell]))
    assert [output.text for output in cell.outputs] == [printed] * bool(printed)
