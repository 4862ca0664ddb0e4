"""The bar: the time left is true, and compiling counts as no work."""

import io
import re
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
    """What a person at a terminal sees."""
    terminal = Terminal()
    monkeypatch.delenv("TQDM_DISABLE")
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=terminal, modules={}))
    return terminal


def blocks(clock, *steps):
    """Blocks of the given (length, seconds)."""
    stop = 0
    for length, seconds in steps:
        clock.now += seconds
        stop += length
        yield stop - length, stop


def bars(terminal):
    """[(percentage, time left, positions)], as the bar showed them."""
    return re.findall(r"(\d+)%\|.*?, (\S+) left, (\S+ of \S+?)\s", terminal.getvalue() + "\r")


BARS = [  # (length and seconds of each block, n, how work grows or what is known, what the bar shows)
    ([(10, 5), (10, 5), (20, 10)], 40, {}, [("25", "00:15", "10 of 40"), ("50", "00:10", "20 of 40")]),
    ([(100, 5), (100, 15)], 400, {"growth": 2}, [("6", "01:15", "100 of 400"), ("25", "01:00", "200 of 400")]),
    ([(20, 100), (10, 6), (10, 6)], 40, {"known": 20}, [("75", "00:06", "30 of 40"), ("100", "00:00", "40 of 40")]),
    ([(2**62, 5)], 2**62, {"growth": 1.37}, [("100", "00:00", f"{2**62:,} of {2**62:,}")]),
    ([], 0, {}, []),
]


@pytest.mark.parametrize(("steps", "n", "settings", "expected"), BARS)
def test_time_left_goes_on_as_it_went(clock, terminal, steps, n, settings, expected):
    list(progress.watched(blocks(clock, *steps), n, "example", **settings))
    assert bars(terminal)[: len(expected)] == expected


def test_compiling_is_announced_once_and_is_no_work(clock, terminal):
    """Else the first thing that a newcomer sees is that a minute's work will take until tomorrow."""
    progress._say_compiling.cache_clear()  # once in a process

    def compiled_first():
        for _ in range(2):
            with event.trigger_event("numba:compile", data={}):
                clock.now += 150
        yield from blocks(clock, (10, 5))

    list(progress.watched(compiled_first(), 40, "example"))
    assert bars(terminal)[0] == ("25", "00:15", "10 of 40")
    assert terminal.getvalue().count("compiling, once") == 1
