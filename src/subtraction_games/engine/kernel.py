"""Compiled kernels whose caches know what they are made of.

Numba keys a kernel's cache on the file that defines it, and a kernel of this engine takes in constants and operations
from other files of the engine too. So the stamp here is a checksum of all of them: whichever changes, every kernel is
compiled anew.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import config, njit
from numba.core import caching

from ..support.files import sha256

HERE = Path(__file__).parent
COMPUTING = [*sorted(HERE.rglob("*.py")), HERE.parent / "paper/sieve.py", HERE.parent / "support/blocks.py"]
SOURCES_SHA256 = sha256(path.read_bytes() for path in COMPUTING)  # of all that answers depend on


class _OfAllSources:
    """A stamp for any of numba's places for caches."""

    def get_source_stamp(self) -> str:
        return SOURCES_SHA256


class GivenFolder(_OfAllSources, caching.UserProvidedCacheLocator):  # type: ignore[misc]
    """The folder that NUMBA_CACHE_DIR names."""


class BesideSource(_OfAllSources, caching.InTreeCacheLocator):  # type: ignore[misc]
    """The __pycache__ folder."""


class OfUser(_OfAllSources, caching.UserWideCacheLocator):  # type: ignore[misc]
    """The user's own, where the package can't be written to."""


LOCATORS = ",".join(f"{__name__}.{place.__name__}" for place in (GivenFolder, BesideSource, OfUser))


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function, which runs without the interpreter's lock, and cache it under the stamp above."""
    before = config.CACHE_LOCATOR_CLASSES  # type: ignore[attr-defined]
    config.CACHE_LOCATOR_CLASSES = LOCATORS  # type: ignore[attr-defined]
    try:
        return functools.update_wrapper(njit(cache=True, nogil=True)(function), function)
    finally:
        config.CACHE_LOCATOR_CLASSES = before  # type: ignore[attr-defined]  # other packages keep theirs
