"""The bar: the time left is true, compiling counts as no work, and nobody who isn't watching sees it."""

import io
import re
import sys
from types import SimpleNamespace

import pytest
import tqdm
from numba.core import event

from subtraction_engine.support import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    """Time goes on only when a test says so."""
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(tqdm.std, "time", lambda: clock.now)
    monkeypatch.setattr(tqdm.tqdm, "monitor_interval", 0)  # no thread that redraws the bar by the true clock
    return clock


@pytest.fixture
def terminal(monkeypatch):
    """Somebody watches, and nothing has been compiled yet."""
    terminal = Terminal()
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    modules = {name: module for name, module in sys.modules.items() if name != "ipykernel"}
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=terminal, modules=modules))
    progress._say_compiling.cache_clear()
    return terminal


def blocks(clock, *steps):
    """Blocks of the given lengths, each of which takes so many seconds."""
    stop = 0
    for length, seconds in steps:
        clock.now += seconds
        stop += length
        yield stop - length, stop


def compiles(clock, seconds):
    with event.trigger_event("numba:compile", data={}):
        clock.now += seconds / 2
        with event.trigger_event("numba:compile", data={}):  # a kernel inside a kernel
            clock.now += seconds / 2


def bars(terminal):
    """[(percentage, time left, positions)], as the bar showed them."""
    return re.findall(r"(\d+)%\|.*?, (\S+) left, (\S+ of \S+?)\s", terminal.getvalue() + "\r")


BARS = [  # (seconds of each length, n, how work grows and what is known, what the bar says first)
    ([(10, 5), (10, 5), (20, 10)], 40, {}, [("25", "00:15", "10 of 40"), ("50", "00:10", "20 of 40")]),
    (
        [(1000, 5), (1000, 15)], 4000, {"growth": 2.0},
        [("6", "01:15", "1,000 of 4,000"), ("25", "01:00", "2,000 of 4,000")],
    ),
    (  # what was there before says nothing of the time left
        [(10, 100), (10, 100), (10, 6), (10, 6)], 40, {"known": 20},
        [("75", "00:06", "30 of 40"), ("100", "00:00", "40 of 40")],
    ),
    ([(1, 5)], 1, {"growth": 1.37}, [("100", "00:00", "1 of 1")]),
    ([(2**62, 5)], 2**62, {"growth": 1.37}, [("100", "00:00", f"{2**62:,} of {2**62:,}")]),
    ([], 0, {}, []),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "n", "settings", "shown"), BARS)
def test_time_left_goes_on_as_it_went(clock, terminal, steps, n, settings, shown):
    list(progress.watched(blocks(clock, *steps), n, "example", **settings))
    assert bars(terminal)[: len(shown)] == shown
    assert ("example: " in terminal.getvalue()) or not steps


def test_compiling_is_said_once_and_is_no_work(clock, terminal):
    """Else the first thing that a newcomer sees is that a minute's work will take until tomorrow."""

    def settled():
        compiles(clock, 300)
        yield from blocks(clock, (10, 5))

    for _ in range(2):
        list(progress.watched(settled(), 40, "example"))
    assert bars(terminal)[0] == ("25", "00:15", "10 of 40")
    assert terminal.getvalue().count("compiling, once") == 1
