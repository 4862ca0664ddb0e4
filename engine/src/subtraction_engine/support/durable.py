"""Atomic writing, locks and checksums for the files of long runs."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

HEADER = 128  # bytes before the numbers of a .npy file, with room for a count that grows


class DamagedError(ValueError):
    """The error for a file whose contents differ from what was written."""


def opened(path: Path, mode: str) -> IO[bytes]:
    """Open a file, but not through a link, whose target may belong to someone else, and without waiting for a pipe."""
    return open(path, mode, opener=lambda name, flags: os.open(name, flags | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666))


def content(path: Path, most: int = -1) -> bytes:
    """Return a file, or its first `most` bytes, or no bytes if it is missing."""
    with suppress(FileNotFoundError, NotADirectoryError), opened(path, "rb") as file:
        return file.read(most)
    return b""


@contextmanager
def synced_write(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for writing in a `with` statement, and rename it to `path` if the body succeeds.

    The contents reach the disk before the file is renamed, so `path` is complete even after a power cut. Until then the
    file has a fixed hidden name, so that the next attempt removes what a killed process left behind.
    """
    temporary = path.with_name(f".{path.name}.unfinished")
    temporary.unlink(missing_ok=True)
    try:
        with opened(temporary, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def write_at(path: Path, place: int, content: bytes | memoryview, size: int | None = None) -> None:
    """Write the content at its place in an existing file, truncate it to `size` if given, and sync it to the disk."""
    with opened(path, "r+b") as file:
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


def npy_header(dtype: str, size: int) -> bytes:
    """Return the header of a one-dimensional .npy file."""
    described = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({size},), }}"
    return b"\x93NUMPY\x01\x00" + (HEADER - 10).to_bytes(2, "little") + f"{described:{HEADER - 11}}\n".encode()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock a file, created if it is missing, in a `with` statement. Raises BlockingIOError if it is locked already."""
    import fcntl  # missing on some systems that can import this package

    process = os.getpid()
    with opened(path, "ab") as file:
        if os.fstat(file.fileno()).st_nlink > 1:
            refusal = "a file with hard links would change under all its names: copy the folder"
            raise OSError(errno.EMLINK, refusal, str(path))
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BlockingIOError(f"another run is writing to {path.parent}") from None
        try:
            yield
        finally:
            if os.getpid() == process:  # a process forked meanwhile has a copy of the open file, which keeps the lock
                fcntl.flock(file, fcntl.LOCK_UN)
