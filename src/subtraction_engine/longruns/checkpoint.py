"""A long run in a folder: it can be stopped at any instant, and continued.

What is found is written every few seconds, each time to a new file (`results` describes them), which gets its name once
it is whole and on the disk. So a run may be killed whenever it likes: what stands in no file yet is computed again.
Nothing is changed in place: a damaged file is set aside, and its range computed anew. Files are joined as the run goes
on, so that they stay few, and into one when it is finished; it can then be carried on to a larger n.
"""

from __future__ import annotations

import errno
import json
import os
import re
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import numpy as np

from subtraction_games.arguments import Moves, Positions, abbreviated

from ..support.blocks import Block, Found, Legs, Work
from ..support.files import DamagedError, as_npy, locked, sha256, sha256_of, synced_write
from .results import NAME, Part, Results, listed_parts, named_parts, results

FLUSH_SECONDS = 5.0  # of work that are written together, and that a kill may cost
MERGE = 32  # files that become one while a run goes on; so many of these become one, too
UNFINISHED = re.compile(rf"\.\d+-(about\.json|(moves|hotspots)\.npy|{NAME.pattern})")  # what a killed run leaves


@contextmanager
def opened(folder: Path, about: dict[str, Any], moves: Moves, hotspots: Positions) -> Iterator[Writer]:
    """A folder, made if it is not there, for a run of this game to write to; `about` says what to compute.

    It holds one game as far as it was asked for: a larger n carries its run on, a smaller one is served from it.
    Raises ValueError if it holds another run (it says what differs), FileExistsError if it holds other files,
    BlockingIOError if another run is writing to it, OSError if it can't be written to.
    """
    unmade = "can't be made"
    with _explained(folder, unmade):
        folder.mkdir(parents=True, exist_ok=True)
        known = _known(folder)
        try:
            lock: AbstractContextManager[Any] = locked(folder / "lock")
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EROFS) or known < about["n"]:
                raise
            lock = nullcontext()  # nothing is to be written
    with lock:  # without an ExitStack, which keeps the file open where it is interrupted as it ends
        with _explained(folder, unmade):
            there = _begun(folder, about, {"moves": moves, "hotspots": hotspots})
            for path in folder.iterdir():
                if UNFINISHED.fullmatch(path.name) and not isinstance(lock, nullcontext):  # else another may write it
                    path.unlink()
        yield Writer(there, about["n"])


def _known(folder: Path) -> int:
    """How far the folder's run has come; FileExistsError, before anything is written, if it holds other files."""
    with suppress(FileNotFoundError):
        return results(folder).stop
    foreign = sorted(path.name for path in folder.iterdir() if path.name != "lock" and path.name[0] != ".")
    if foreign:
        raise FileExistsError(f"{folder} holds other files ({foreign[0]}): name an empty or a new folder")
    return 0


def _begun(folder: Path, about: dict[str, Any], game: dict[str, Moves]) -> Results:
    """The folder's run: begun if there is none, carried on if it is to go farther, refused if it is another one."""
    try:
        there = results(folder)
    except FileNotFoundError:
        nothing = {f"{name}_sha256": sha256_of(np.empty(0, np.int64)) for name in game}
        _write_about(folder, about | {"n": 0} | nothing)  # so that what follows is written to the folder of a run
        there = results(folder)
    if differing := list(_differences(there, about, game)):
        raise ValueError(f"{folder} holds another run: {'; '.join(differing)}. Name another folder, or remove this one")
    if about["n"] <= there.about["n"]:
        return there
    for name, numbers in game.items():
        if numbers.size:
            _write(folder / f"{name}.npy", as_npy(np.dtype("<i8"), numbers.size, [numbers]))
    _write_about(folder, about | {f"{name}_sha256": sha256_of(numbers) for name, numbers in game.items()})
    return results(folder)


def _differences(there: Results, about: dict[str, Any], game: dict[str, Moves]) -> Iterator[str]:
    for key in ("results", "version"):
        if there.about.get(key) != about[key]:
            yield f"{key} is {abbreviated(there.about.get(key))} there and {abbreviated(about[key])} here"
    below = min(there.about["n"], about["n"])
    for name, numbers in game.items():
        old, new = (array[: np.searchsorted(array, below)] for array in (getattr(there, name), numbers))
        if not np.array_equal(old, new):
            games = [
                f"{old.size} of {abbreviated(there.about.get('game'))} there",
                f"{new.size} of {abbreviated(about['game'])} here",
            ]
            yield f"{name} below {below} are not the same, {' and '.join(games)}"


def _write_about(folder: Path, about: dict[str, Any]) -> None:
    _write(folder / "about.json", [json.dumps(about, indent=2).encode() + b"\n"])


def _write(path: Path, content: Iterable[bytes | memoryview]) -> None:
    with synced_write(path) as temporary, temporary.open("wb") as file:
        file.writelines(content)


class Writer:
    """The one who may write to a folder; `parts` are the files with its results so far, which it has checked."""

    def __init__(self, there: Results, n: int) -> None:
        self.folder, self.about, self.n = there.folder, there.about, n
        self.largest = there.moves.size  # a nim-value is a mex of so many numbers at most
        self.parts: list[Part] = []
        self.listed = listed_parts(self.folder, self.about["n"])
        self.stop = self.listed[-1].stop if self.listed else 0  # as far as the folder's files go, whole or not
        self.process, self.flushes = os.getpid(), 0

    @property
    def results(self) -> Results:
        return Results(self.folder, self.about, tuple(self.parts))

    def blocks(self, legs: Legs, work: Work) -> Generator[Block]:
        """Yield all blocks below n: those that the folder holds, and new ones, which it holds a few seconds later."""
        for part in [part for part in self.listed if part.start < self.n]:
            if not part.is_whole():
                part.path.replace(part.path.with_name(f"damaged-{part.path.name}"))
                continue
            self.results.require_possible(part, self.largest)
            yield from self._computed(part.start, legs, work)
            self.parts.append(part)
            yield self.results.read(part).cut(0, self.n)
        yield from self._computed(self.n, legs, work)
        if self.results.finished:
            self._join(self.parts)
            for part in {*named_parts(self.folder)} - {*self.parts}:  # a run was killed when it had joined them
                part.path.unlink()

    def _computed(self, stop: int, legs: Legs, work: Work) -> Generator[Block]:
        """The blocks from where the files end up to `stop`.

        Only what has been handed over is written: when anything is interrupted, the evaluation itself may be further,
        in a block that is half done.
        """
        start, waiting, flushed = self.results.stop, list[Block](), time.monotonic()
        if start >= stop:
            return
        if start < self.stop:
            lost = f"positions {start} to {min(stop, self.stop) - 1} are damaged or missing"
            warnings.warn(f"{self.folder}: {lost}; they are computed anew", stacklevel=2)
        held = self.results
        try:
            with closing(legs(work, start, held.of_range)) as blocks:
                for block in blocks:
                    waiting.append(block.cut(start, stop))
                    if block.stop >= stop or time.monotonic() - flushed >= FLUSH_SECONDS:
                        self._flush(waiting)
                        waiting, flushed = [], time.monotonic()
                    yield block.cut(start, stop)
                    if block.stop >= stop:
                        return
        finally:
            self._flush(waiting)

    def _flush(self, waiting: list[Block]) -> None:
        """Write blocks that follow what stands in the files."""
        new = [block for block in waiting if block.stop > self.results.stop]
        if not new or os.getpid() != self.process:  # a forked child's generator ends, too
            return
        self._write(self.results.stop, new[-1].stop, lambda: (block.found for block in new))
        self.flushes += 1
        level = self.flushes
        while level % MERGE == 0:
            self._join(self.parts[-MERGE:])
            level //= MERGE

    def _join(self, parts: list[Part]) -> None:
        """One file for the last ones, if these are still what was written."""
        for part in parts:
            if not part.is_whole():
                raise DamagedError(f"{part.path} was altered or removed while the run went on; start the run again")
        if len(parts) > 1:
            self._write(parts[0].start, parts[-1].stop, lambda: (self.results.read(part).found for part in parts))
            for part in parts:
                part.path.unlink(missing_ok=True)

    def _write(self, start: int, stop: int, arrays: Callable[[], Iterable[Found]]) -> None:
        """A new file with the results of range(start, stop), given by arrays, in place of the files there.

        Arrays are asked for again each time they are read, so that only one of them is mapped at a time.
        """

        def content() -> Iterator[bytes | memoryview]:
            return as_npy(self.results.dtype, sum(array.size for array in arrays()), arrays())

        checksum = sha256(content())[:16]
        path = self.folder / f"{start:016}-{stop:016}-{checksum}.npy"
        with _explained(self.folder):
            (self.folder / "about.json").stat()  # a folder that was removed isn't made anew
            _write(path, content())
        self.parts = [*(part for part in self.parts if part.stop <= start), Part(path, start, stop, checksum)]


@contextmanager
def _explained(folder: Path, gone: str = "was renamed or removed while a run was writing to it") -> Iterator[None]:
    """Say how to go on when the folder can't be written to."""
    try:
        yield
    except BlockingIOError:
        raise BlockingIOError(f"another run is writing to {folder}") from None
    except OSError as error:
        if error.errno is None:  # it says so itself
            raise
        why = f"can't be written to ({'it is no folder' if error.errno == errno.EEXIST else error.strerror})"
        why = gone if error.errno == errno.ENOENT else why
        todo = "put it back, make room, or make it writable, and start again with the same arguments to continue"
        raise OSError(error.errno, f"{folder} {why}. What was finished is kept: {todo}") from error
