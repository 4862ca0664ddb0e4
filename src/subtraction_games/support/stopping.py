"""Ctrl-C that lets what is under way come to its end."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stoppable() -> Iterator[list[int]]:
    """A list that takes in the first Ctrl-C or SIGTERM, if this is the main thread; the second interrupts as usual."""
    asked: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)
        print("\nstopping after this block (again to stop at once)", file=sys.stderr)

    is_main = threading.current_thread() is threading.main_thread()  # no other may ask for signals
    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM) if is_main}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
