"""A progress bar for work on a long range, with the time left and a note while functions are being compiled."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from functools import cache
from typing import Any, TypeVar

from numba.core import event
from tqdm import tqdm

Ranged = TypeVar("Ranged", bound=tuple)  # type: ignore[type-arg]
COMPILING = "compiling, once: half a minute or so"
SHAPE = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}, {remaining} left{postfix}"
LOG_SECONDS = 300.0  # between two lines in a log


class Log:
    """A stream for a progress bar that writes each state of the bar to stderr as a line of its own."""

    def write(self, text: str) -> None:
        if text.strip():
            print(text.strip(), file=sys.stderr, flush=True)

    def flush(self) -> None:
        pass


def ranges(n: int, size: int, label: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges (start, stop) that cut range(n) into parts of `size`, and show a bar as `watched` does.

    >>> list(ranges(10, 4, "example"))
    [(0, 4), (4, 8), (8, 10)]
    """
    return watched(((start, min(start + size, n)) for start in range(0, n, size)), n, label)


def watched(blocks: Iterable[Ranged], n: int, label: str, growth: float = 1.0, stored: int = 0) -> Iterator[Ranged]:
    """Yield the blocks (start, stop, ...), whose ranges partition range(n), and show a bar named `label`.

    The bar appears after two seconds, on stderr in a terminal and on stdout in a notebook, where text on stderr would
    look like an error. In a notebook the bar vanishes at the end, because outputs are saved there. In a log, it is a
    line every five minutes, and one line says that functions are being compiled. Nothing appears if TQDM_DISABLE is set
    in the environment. The bar's length grows like position ** growth, as the time is expected to. The speed excludes
    the time for compiling and for reading the blocks of range(stored).

    >>> list(watched([(0, 2, "a"), (2, 3, "b")], 3, "example"))
    [(0, 2, 'a'), (2, 3, 'b')]
    """
    in_notebook = "ipykernel" in sys.modules
    in_log = not (in_notebook or sys.stderr.isatty())
    quiet = bool(os.environ.get("TQDM_DISABLE"))
    stream = sys.stdout if in_notebook else Log() if in_log else sys.stderr

    class Compiling(event.Listener):
        def on_start(self, event: Any) -> None:
            if in_notebook:
                bar.display(COMPILING)
            else:
                _say_compiling()

        def on_end(self, event: Any) -> None:
            if in_notebook:
                bar.display("")
                stream.write("\r")
            bar.unpause()

    clock = {"total": 1, "initial": (stored / max(n, 1)) ** growth, "smoothing": 0, "miniters": 0, "delay": 2}
    clock |= {"delay": LOG_SECONDS, "mininterval": LOG_SECONDS} if in_log else {}
    with (
        tqdm(desc=label, bar_format=SHAPE, disable=quiet, file=stream, leave=not in_notebook, **clock) as bar,
        nullcontext() if quiet else event.install_listener("numba:compile", Compiling()),
    ):
        for block in blocks:
            yield block
            if block[1] <= stored:
                bar.unpause()
            else:
                bar.set_postfix_str(f"{block[1]:,} of {n:,}", refresh=False)
                bar.update((block[1] / n) ** growth - bar.n)


@cache
def _say_compiling() -> None:
    print(COMPILING, file=sys.stderr, flush=True)
