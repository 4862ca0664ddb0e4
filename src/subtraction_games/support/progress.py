"""A bar for whoever watches a long range being worked through, with the time that is left.

Compiling comes first and once: while it goes on the bar says so, and it counts as no progress.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from numba.core import event
from tqdm import tqdm

Ranged = TypeVar("Ranged", bound=tuple)  # type: ignore[type-arg]
SHAPE = "{desc}: {percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} [{elapsed}{postfix}]"


def ranges(n: int, size: int, label: str) -> Iterator[tuple[int, int]]:
    """The half-open ranges (start, stop) that cut range(n) into parts of `size`, the last maybe shorter; watched.

    >>> list(ranges(10, 4, "example"))
    [(0, 4), (4, 8), (8, 10)]
    """
    return watched(((start, min(start + size, n)) for start in range(0, n, size)), n, label)


def watched(settled: Iterable[Ranged], n: int, label: str, growth: float = 1.0, known: int = 0) -> Iterator[Ranged]:
    """The same blocks, which begin with the half-open ranges (start, stop, ...) that cut range(n).

    A bar named `label` appears on stderr once two seconds have passed, in a terminal or a notebook that a
    person runs; never in a log, nor where the environment sets TQDM_DISABLE. The time left is what remains if time
    goes on to grow like position ** growth; blocks of range(known), which were there before, say nothing about it.

    >>> list(watched([(0, 2, "a"), (2, 3, "b")], 3, "example"))
    [(0, 2, 'a'), (2, 3, 'b')]
    """
    seen = sys.stderr.isatty() or "ipykernel" in sys.modules
    quiet = bool(os.environ.get("TQDM_DISABLE")) or not seen
    bar = tqdm(total=n, desc=label, delay=2, disable=quiet, unit_scale=True, bar_format=SHAPE)
    with bar, _compiling(lambda: bar.set_postfix_str("compiling, once")) as compiling:
        timer = Timer(n, growth, lambda: time.monotonic() - compiling.seconds)
        for block in settled:
            yield block
            start, stop = block[0], block[1]
            timer.reached(stop, known=stop <= known)
            if (left := timer.left()) is not None:
                bar.set_postfix_str(f"{tqdm.format_interval(left)} left", refresh=False)
            bar.update(stop - start)


class Timer:
    """The seconds left until position n is reached, if time grows like position ** growth.

    >>> now = iter([10.0, 12.0])
    >>> timer = Timer(4, growth=2.0, clock=lambda: next(now))
    >>> timer.reached(2, known=False)
    >>> timer.left()  # a quarter of the work took two seconds
    6.0
    """

    def __init__(self, n: int, growth: float, clock: Callable[[], float]) -> None:
        self.n, self.growth, self.clock = n, growth, clock
        self.first = self.stop = 0  # range(first, stop) was computed from `begun` to `now`
        self.begun = self.now = clock()

    def reached(self, stop: int, known: bool) -> None:
        """Everything below `stop` is there; `known`: it was there before, so that its time says nothing."""
        self.stop, self.now = stop, self.clock()
        if known:
            self.first, self.begun = self.stop, self.now

    def left(self) -> float | None:
        """None as long as nothing has been computed that would tell."""
        done = self.stop**self.growth - self.first**self.growth
        return (self.now - self.begun) * (self.n**self.growth - self.stop**self.growth) / done if done else None


class _Compiling(event.Listener):  # type: ignore[misc]
    """Adds up the seconds that numba compiles, kernels inside kernels counted once."""

    def __init__(self, tell: Callable[[], Any]) -> None:
        self.tell, self.seconds = tell, 0.0
        self.depth, self.begun = 0, 0.0

    def on_start(self, event: Any) -> None:
        self.depth += 1
        if self.depth == 1:
            self.begun = time.monotonic()
            self.tell()

    def on_end(self, event: Any) -> None:
        self.depth -= 1
        if self.depth == 0:
            self.seconds += time.monotonic() - self.begun


@contextmanager
def _compiling(tell: Callable[[], Any]) -> Iterator[_Compiling]:
    listener = _Compiling(tell)
    event.register("numba:compile", listener)
    try:
        yield listener
    finally:
        event.unregister("numba:compile", listener)
