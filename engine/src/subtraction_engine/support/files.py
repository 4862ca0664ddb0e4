"""Atomic writing, locks and checksums for the files of long runs."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import IO


def opened(path: Path, mode: str) -> IO[bytes]:
    """Open a regular file. Raises OSError for a pipe, and for a link, whose target may belong to someone else."""
    return open(path, mode, opener=_itself)  # Path.open takes no opener


def _itself(name: str, flags: int) -> int:
    number = os.open(name, flags | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)  # don't wait for a pipe's other end
    if S_ISREG(os.fstat(number).st_mode):
        return number
    os.close(number)
    raise OSError(errno.EINVAL, "not a regular file", name)


@contextmanager
def synced_write(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for writing in a `with` statement, and rename it to `path` if the body succeeds.

    The contents reach the disk before the file is renamed, so `path` is complete even after a power cut. Until then the
    file has a fixed hidden name, so that the next attempt overwrites what a killed process left behind. Raises
    FileNotFoundError unless the folder exists.
    """
    temporary = path.with_name(f".{path.name}.unfinished")
    try:
        with opened(temporary, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def write_at(path: Path, contents: dict[int, bytes | memoryview], size: int | None = None) -> None:
    """Write contents at their places in an existing file, truncate it to `size` if given, and sync it to the disk."""
    with opened(path, "r+b") as file:
        for place, content in contents.items():
            file.seek(place)
            file.write(content)
        if size is not None:
            file.truncate(size)
        file.flush()
        os.fsync(file.fileno())


def sha256(parts: Iterable[bytes | memoryview]) -> str:
    """Return the SHA-256, in hexadecimal, of the joined parts, each of which must be contiguous in memory."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


HEADER = 128  # bytes before the numbers of a .npy file, with room for a count that grows


def npy_header(dtype: str, size: int) -> bytes:
    """Return the header of a one-dimensional .npy file.

    >>> import io
    >>> import numpy as np
    >>> np.load(io.BytesIO(npy_header("<u2", 3) + bytes([7, 0, 8, 0, 9, 0])), allow_pickle=False)
    array([7, 8, 9], dtype=uint16)
    """
    described = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({size},), }}"
    return b"\x93NUMPY\x01\x00" + (HEADER - 10).to_bytes(2, "little") + f"{described:{HEADER - 11}}\n".encode()


class DamagedError(ValueError):
    """The error for a file whose contents differ from what was written."""


def locked(path: Path, to_read: bool) -> IO[bytes]:
    """Lock a file until the returned object is closed or this process ends, and create the file if it is missing.

    Processes that only read the file, or lack permission to write to it, share the lock. Raises BlockingIOError if
    another process holds a conflicting lock.
    """
    import fcntl  # missing on some systems that can import this package

    is_fixed = path.exists() and not os.access(path, os.W_OK)
    file = opened(path, "rb" if is_fixed else "ab")
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if to_read or is_fixed else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        if isinstance(error, BlockingIOError):
            raise
        raise OSError(error.errno, f"its file system has no locks: {error.strerror}") from error
    return file


@contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Provide a context that makes any OSError explain why the folder can't be used and how to continue."""
    try:
        yield
    except BlockingIOError:
        raise BlockingIOError(f"another run is writing to {folder}, or is reading it") from None
    except OSError as error:
        if error.errno is None:  # an error of this package, whose message says enough
            raise
        reason = f"{Path(error.filename).name}: {error.strerror}" if error.filename else error.strerror
        advice = "put it back, make room, or make it writable, and start again with the same arguments to continue"
        message = f"{folder} can't be read or written ({reason}). Finished blocks are kept: {advice}"
        raise OSError(error.errno, message) from error
