"""Files of long runs: written whole and synced, locked, and their checksums."""

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
    """The file that has this name itself, open; OSError for a link, whose target is not ours, and for a pipe."""
    return open(path, mode, opener=_itself)  # Path.open takes no opener


def _itself(name: str, flags: int) -> int:
    number = os.open(name, flags | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)  # without waiting for a pipe's other end
    if S_ISREG(os.fstat(number).st_mode):
        return number
    os.close(number)
    raise OSError(errno.EINVAL, "not a regular file", name)


@contextmanager
def synced_write(path: Path) -> Iterator[IO[bytes]]:
    """A file to write, which becomes `path` if the block succeeds: on the disk before it has the name.

    So not even a power cut leaves the one without the other. Until then its name is hidden, and always the same: one
    that a killed process leaves is written over. Raises FileNotFoundError unless the folder is there.
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
    """Put contents at places of a file that is there, cut it to a size, and bring it to the disk."""
    with opened(path, "r+b") as file:
        for place, content in contents.items():
            file.seek(place)
            file.write(content)
        if size is not None:
            file.truncate(size)
        file.flush()
        os.fsync(file.fileno())


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


class DamagedError(ValueError):
    """A file that isn't what was written."""


def locked(path: Path, to_read: bool) -> IO[bytes]:
    """A file that no other process can lock until it is closed, or this process ends; else BlockingIOError.

    It is made if it is not there. One that is only read, or can't be written, is shared with others that read it.
    """
    import fcntl  # not on every system that can import this package

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
    """Say how to go on when the folder can't be used."""
    try:
        yield
    except BlockingIOError:
        raise BlockingIOError(f"another run is writing to {folder}, or reads it") from None
    except OSError as error:
        if error.errno is None:  # it says so itself
            raise
        what = f"{Path(error.filename).name}: {error.strerror}" if error.filename else error.strerror
        todo = "put it back, make room, or make it writable, and start again with the same arguments to continue"
        message = f"{folder} can't be read or written ({what}). What was finished is kept: {todo}"
        raise OSError(error.errno, message) from error
