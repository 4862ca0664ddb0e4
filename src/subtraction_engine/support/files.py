"""Files of long runs: written whole and synced, opened safely, locked, and their checksums."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from subtraction_games.files import atomic_write


@contextmanager
def synced_write(path: Path) -> Iterator[Path]:
    """`atomic_write`, with the content on the disk before the name, and the name before going on.

    So not even a power cut leaves the one without the other. Raises FileNotFoundError unless its folder is there.
    """
    if not path.parent.is_dir():
        raise FileNotFoundError(f"{path.parent} is not there any more")
    with atomic_write(path) as temporary:
        yield temporary
        _sync(temporary)
    _sync(path.parent)


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def sha256(parts: Iterable[bytes | memoryview]) -> str:
    """The SHA-256 of contiguous parts taken together, in hexadecimal."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


HEADER = 128  # bytes of a .npy file before its numbers, also of one that grows


def npy_header(dtype: str, size: int) -> bytes:
    """The header of a .npy file of this many numbers.

    >>> import io
    >>> import numpy as np
    >>> np.load(io.BytesIO(npy_header("<u2", 3) + bytes([7, 0, 8, 0, 9, 0])), allow_pickle=False)
    array([7, 8, 9], dtype=uint16)
    """
    described = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({size},), }}"
    return b"\x93NUMPY\x01\x00" + (HEADER - 10).to_bytes(2, "little") + f"{described:{HEADER - 11}}\n".encode()


# --- files that may come from a stranger ----------------------------------------------------------------

SAFELY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # not on every system


class DamagedError(ValueError):
    """A file that isn't what was written."""


def open_regular(path: Path, mode: str = "rb") -> IO[bytes]:
    """A regular file: not what a link leads to, and nothing that one waits for, or that never ends; else OSError."""
    file = open(path, mode, opener=lambda name, flags: os.open(name, flags | SAFELY, 0o666))  # noqa: SIM115
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(f"{path} is not a regular file")
    return file


def locked(path: Path) -> IO[bytes]:
    """A file that no other process can lock until it is closed, or this process ends; else BlockingIOError."""
    import fcntl  # not on every system that can import this package

    file = open_regular(path, "ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        if isinstance(error, BlockingIOError):
            raise
        raise OSError(error.errno, f"its file system has no locks: {error.strerror}") from error
    return file
