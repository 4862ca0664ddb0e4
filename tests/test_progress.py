"""The bar: what is left is said truly, compiling counts as no work, and nobody who isn't watching sees it."""

import pytest
from numba.core import event

from subtraction_games.support import progress


class Clock:
    """Stands in for the module `time`: it goes on only when a test says so."""

    now = 1000.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


@pytest.fixture
def bar(monkeypatch):
    """What a bar is told, for somebody who watches."""
    told = []

    class Bar:
        format_interval = staticmethod(lambda seconds: f"{seconds:.0f} s")

        def __init__(self, **settings):
            told.append(settings)

        def __enter__(self):
            return self

        def __exit__(self, *error):
            told.append("closed")

        def update(self, steps):
            told.append(steps)

        def set_postfix_str(self, text, refresh=True):
            told.append(text)

    monkeypatch.delenv("TQDM_DISABLE")
    monkeypatch.setattr(progress, "tqdm", Bar)
    return told


def ranges(clock, *steps):
    """Blocks of the given lengths, each of which takes so many seconds."""
    stop = 0
    for length, seconds in steps:
        clock.now += seconds
        stop += length
        yield stop - length, stop


def test_time_left_goes_on_as_it_went(clock, bar):
    list(progress.watched(ranges(clock, (10, 5), (10, 5), (20, 10)), 40, "example"))
    assert bar[0]["total"] == 40
    assert bar[1:] == ["15 s left", 10, "10 s left", 10, "0 s left", 20, "closed"]


def test_time_left_when_work_grows(clock, bar):
    list(progress.watched(ranges(clock, (10, 5), (10, 15)), 40, "example", growth=2.0))
    assert bar[1:] == ["75 s left", 10, "60 s left", 10, "closed"]


def test_what_was_there_before_says_nothing(clock, bar):
    steps = ranges(clock, (10, 0.1), (10, 0.1), (10, 6), (10, 6))
    list(progress.watched(steps, 40, "example", known=20))
    assert bar[1:] == [10, 10, "6 s left", 10, "0 s left", 10, "closed"]


def test_compiling_is_no_work(clock, bar):
    """Else the first thing that a newcomer sees is that a minute's work will take until tomorrow."""

    def settled():
        with event.trigger_event("numba:compile", data={}):
            clock.now += 100
            with event.trigger_event("numba:compile", data={}):  # a kernel inside a kernel
                clock.now += 200
        yield from ranges(clock, (10, 5))
        with event.trigger_event("numba:compile", data={}):
            clock.now += 1000
        clock.now += 5
        yield 10, 20

    list(progress.watched(settled(), 40, "example"))
    assert bar[1:] == ["compiling, once", "15 s left", 10, "compiling, once", "10 s left", 10, "closed"]


def test_nobody_listens_once_the_bar_is_closed(clock, bar):
    blocks = progress.watched(ranges(clock, (10, 5), (10, 5)), 20, "example")
    next(blocks)
    blocks.close()
    before = list(bar)
    with event.trigger_event("numba:compile", data={}):
        pass
    assert bar == before
    assert bar[-1] == "closed"


@pytest.mark.parametrize(
    ("terminal", "environment", "seen"), [(True, "", True), (False, "", False), (True, "1", False)]
)
def test_who_sees_a_bar(clock, bar, monkeypatch, terminal, environment, seen):
    monkeypatch.setenv("TQDM_DISABLE", environment)
    monkeypatch.setattr(progress.sys, "stderr", type("Stream", (), {"isatty": lambda self: terminal})())
    monkeypatch.delitem(progress.sys.modules, "ipykernel", raising=False)
    list(progress.watched(ranges(clock, (1, 1)), 1, "example"))
    assert bar[0]["disable"] is not seen


@pytest.mark.parametrize(("n", "size"), [(0, 5), (1, 5), (5, 5), (6, 5), (23, 5)])
def test_ranges_cut_all_positions(n, size):
    parts = list(progress.ranges(n, size, "example"))
    assert [p for start, stop in parts for p in range(start, stop)] == list(range(n))
    assert all(stop - start == size for start, stop in parts[:-1])
