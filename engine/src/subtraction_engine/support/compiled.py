"""A decorator for functions that numba compiles once and stores in a cache on disk.

By default, numba recompiles a function only when its own file changes. But compiled code also contains constants and
operations from other files, so with this decorator everything is recompiled when any file of the package changes.
"""

import signal
import threading
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from numba import config, njit
from numba.core import caching

from .durable import sha256

if config.DISABLE_JIT:  # type: ignore[attr-defined]
    raise ImportError("subtraction_engine needs numba's compiler: unset NUMBA_DISABLE_JIT")


FILES = sorted(Path(__file__).parent.parent.rglob("*.py"))
CODE_SHA256 = sha256(part for file in FILES for part in (file.name.encode(), file.read_bytes()))


class _Cache(caching.FunctionCache):
    """Numba's cache of one function, except that a full disk or a damaged file causes a warning instead of an error."""

    warned = False

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file._source_stamp = CODE_SHA256

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:  # unpickling may raise anything
            self._warn(f"can't be read ({error}) and are compiled again")
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except Exception as error:
            self._warn(f"can't be written ({error}) and are compiled for this process only")

    def _warn(self, what: str) -> None:
        if not _Cache.warned:
            _Cache.warned = True
            warnings.warn(f"compiled functions in {self.cache_path} {what}", RuntimeWarning, stacklevel=2)


@contextmanager
def _uninterrupted() -> Generator[None]:
    """Put off Ctrl-C and other signals, since an exception in a compilation can leave LLVM locked for all threads."""
    handlers, noted = {}, []
    if threading.current_thread() is threading.main_thread():  # no other thread receives them
        numbers = signal.valid_signals()
        handlers = {number: handler for number in numbers if callable(handler := signal.getsignal(number))}
    try:
        for number in handlers:
            signal.signal(number, lambda *received: noted.append(received))
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number, frame in noted:
            handlers[number](number, frame)


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function at its first call, and let it run without the global interpreter lock.

    The compiled code is stored in the folder that NUMBA_CACHE_DIR names, or else beside the source.
    """
    dispatcher: Any = njit(nogil=True)(function)
    dispatcher._cache, dispatcher.compile = _Cache(function), _uninterrupted()(dispatcher.compile)
    return dispatcher
