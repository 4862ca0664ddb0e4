"""Files of long runs: written whole and synced, locked, mapped, and their checksums."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO, FileIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

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


def sha256_of(numbers: NDArray[np.int64]) -> str:
    """The SHA-256 of whole numbers as a manifest tells them: eight bytes each, the lowest first, on every machine.

    >>> sha256_of(np.array([1])) == hashlib.sha256(bytes([1, 0, 0, 0, 0, 0, 0, 0])).hexdigest()
    True
    """
    return sha256([numbers.astype("<i8", copy=False).data])


def as_npy(dtype: np.dtype[Any], size: int, arrays: Iterable[NDArray[Any]]) -> Iterator[bytes | memoryview]:
    """The content of a .npy file with arrays of that size together. (`np.save` doesn't notice that a disk is full.)

    >>> b"".join(as_npy(np.dtype("<u2"), 3, [np.array([1]), np.array([2, 3])]))[-6:]
    b'\\x01\\x00\\x02\\x00\\x03\\x00'
    """
    header = BytesIO()
    npy.write_array_header_1_0(header, {"descr": dtype.str, "fortran_order": False, "shape": (size,)})
    yield header.getvalue()
    yield from (np.ascontiguousarray(array, dtype).data for array in arrays)


# --- files that may come from a stranger ----------------------------------------------------------------

SAFELY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # not on every system


class DamagedError(ValueError):
    """A file that isn't what was written."""


def open_regular(path: Path, flags: int = os.O_RDONLY) -> FileIO:
    """A regular file: not what a link leads to, and nothing that one waits for, or that never ends; else OSError."""
    file = FileIO(os.open(path, flags | SAFELY, 0o666), "r" if flags == os.O_RDONLY else "r+")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(f"{path} is not a regular file")
    return file


def mapped_array(path: Path, dtypes: Iterable[str]) -> NDArray[Any]:
    """The array in a .npy file, mapped read-only: of one dimension and one of the types, or DamagedError.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     np.save(Path(folder, "a.npy"), np.array([7, 8], "<i8"), allow_pickle=False)
    ...     mapped_array(Path(folder, "a.npy"), ["<i8"])
    array([7, 8])
    """
    try:
        with open_regular(path) as file:
            npy.read_magic(file)
            shape, _, dtype = npy.read_array_header_1_0(file)
            size = os.fstat(file.fileno()).st_size - file.tell()
            if len(shape) != 1 or dtype.str not in dtypes or shape[0] * dtype.itemsize != size:
                raise ValueError(f"{size} bytes for an array of {shape} and {dtype}")
            return np.memmap(file, dtype, "r", file.tell(), shape).view(np.ndarray)
    except FileNotFoundError:
        raise
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        raise DamagedError(f"{path} has been altered or truncated: {error}") from error


def locked(path: Path) -> FileIO:
    """A file that no other process can lock until it is closed, or this process ends; else BlockingIOError."""
    import fcntl  # not on every system that can import this package

    file = open_regular(path, os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        if isinstance(error, BlockingIOError):
            raise
        raise OSError(error.errno, f"its file system has no locks: {error.strerror}") from error
    return file
