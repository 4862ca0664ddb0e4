"""A folder that a long run can be stopped in, at any instant, and continued from.

The folder holds

* the results so far, in one .npy file that grows by a block at a time (`cold_positions.npy` or `nim_values.npy`):
  any program can map it, also while the run goes on;
* `manifest.json`: what is being computed (game, n, settings, version) and, for each finished block, its range, the
  number of its results and their SHA-256; `manifest-copy.json` is the same, should the first be damaged;
* `lock`, which keeps two runs from writing to the same folder.

A block is finished when the manifest says so, and the manifest is replaced as a whole once the block's results are on
the disk. So a run may be killed or interrupted whenever it likes: what the manifest lists is there, and what came after
is computed again. Every block is checked when a run goes on; a damaged one is named and computed anew. A manifest is
input like any other: it may come from a stranger, so nothing in it is believed before it is checked.
"""

from __future__ import annotations

import io
import json
import os
import re
import time
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy

from ..support.arguments import LARGEST_SIZE, abbreviated
from ..support.blocks import Block, Evaluation, Found
from ..support.files import atomic_write, sha256

MANIFESTS = ("manifest.json", "manifest-copy.json")
LOCK = "lock"
HEADER = 128  # bytes before the data of the .npy file
EVERY = 5.0  # seconds of work that are written together, and that a kill may cost
DTYPES = {"cold_positions": ("<i8",), "nim_values": ("<u2", "<u4")}  # what a folder can hold, and how
CHUNK = 2**24  # bytes that are read at a time


class DamagedError(ValueError):
    """A folder whose manifest, or whose results where they are only read, aren't what was written."""


# --- reading -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FinishedBlock:
    """range(start, stop) with its results at index `first` to `first + count` (exclusive) of the array."""

    start: int
    stop: int
    first: int
    count: int
    sha256: str

    @property
    def last(self) -> int:
        return self.first + self.count


@dataclass(frozen=True)
class Results:
    """What a folder held when it was read: the results of range(stop), also of a run that is still under way.

    `about` says what is computed, as the manifest does; `array` maps all results read-only (int64 cold positions, or
    the nim-value of every position), so only what is looked at is loaded.
    """

    folder: Path
    about: dict[str, Any]
    blocks: tuple[FinishedBlock, ...]

    @property
    def stop(self) -> int:
        return self.blocks[-1].stop if self.blocks else 0

    @property
    def finished(self) -> bool:
        return self.stop == int(self.about["n"])

    @property
    def count(self) -> int:
        return self.blocks[-1].last if self.blocks else 0

    @property
    def dtype(self) -> np.dtype[Any]:
        return np.dtype(self.about["dtype"])

    @property
    def array(self) -> Found:
        if not self.count:
            return np.empty(0, self.dtype)
        try:
            return np.memmap(self.data, self.dtype, mode="r", offset=HEADER, shape=(self.count,)).view(np.ndarray)
        except (OSError, ValueError) as error:
            raise DamagedError(f"{self.data} is missing or truncated; run it again to restore it") from error

    @property
    def data(self) -> Path:
        return self.folder / f"{self.about['results']}.npy"

    def by_blocks(self) -> Iterator[Block]:
        """(start, stop, results) of the finished blocks, in ascending order."""
        array = self.array
        for block in self.blocks:
            yield Block(block.start, block.stop, array[block.first : block.last])

    def of_range(self, start: int, stop: int) -> Found:
        """The results of range(start, stop), which must be finished."""
        if self.about["results"] == "nim_values":
            return self.array[start:stop]
        # what comes after may be damaged and out of order, so no search looks there
        known = self.array[: next((block.first for block in self.blocks if block.start >= stop), self.count)]
        first, last = np.searchsorted(known, [start, stop])
        return known[first:last]

    def damaged(self) -> list[FinishedBlock]:
        """The blocks whose results in the file are not those that were written; reads all of them."""
        try:
            with self.data.open("rb") as file:
                size = file.seek(0, os.SEEK_END)
                return [block for block in self.blocks if not self._is_whole(block, file, size)]
        except FileNotFoundError:
            return list(self.blocks)

    def _is_whole(self, block: FinishedBlock, file: IO[bytes], size: int) -> bool:
        first, last = (HEADER + index * self.dtype.itemsize for index in (block.first, block.last))
        if last > size:
            return False
        file.seek(first)
        parts = (file.read(min(CHUNK, last - at)) for at in range(first, last, CHUNK))
        return sha256(parts) == block.sha256


def results(folder: str | Path) -> Results:
    """What the folder of a long run holds so far.

    Raises FileNotFoundError if it holds no run, DamagedError if no copy of its manifest is whole. Reads the manifest
    only: `Results.damaged` checks the results themselves.
    """
    folder = Path(folder)
    problems = []
    for name in MANIFESTS:
        try:
            about, blocks = _read_manifest(folder / name)
        except FileNotFoundError:
            problems.append(f"{name} is missing")
        except _WrongError as error:
            problems.append(f"{name} {error}")
        else:
            for problem in problems:
                warnings.warn(f"{folder}: {problem}; {name} is used in its place", stacklevel=2)
            return Results(folder, about, blocks)
    if all(problem.endswith("missing") for problem in problems):
        raise FileNotFoundError(f"{folder} holds no long run: {MANIFESTS[0]} is missing")
    raise DamagedError(f"{folder}: {' and '.join(problems)}; remove the folder to begin anew")


def known(folder: str | Path | None) -> int:
    """How many positions a folder holds already: 0 if it holds no run, or is None.

    >>> known(None)
    0
    """
    try:
        return 0 if folder is None else results(folder).stop
    except FileNotFoundError:
        return 0


# --- the manifest --------------------------------------------------------------------------------------


class _WrongError(ValueError):
    """What is wrong with a manifest, as the end of a sentence that begins with its name."""


def _read_manifest(path: Path) -> tuple[dict[str, Any], tuple[FinishedBlock, ...]]:
    try:
        text = path.read_text(encoding="utf-8")
        content = json.loads(text)
        about, blocks = content["about"], tuple(FinishedBlock(**block) for block in content["blocks"])
        whole = text == _manifest(about, blocks)
    except (ValueError, KeyError, TypeError, RecursionError):
        whole = False
    if not whole:
        raise _WrongError("has been altered")
    _check_about(about)
    _check_blocks(about, blocks)
    return about, blocks


def _check_about(about: Any) -> None:
    """Its name, dtype and n are such as a run writes: they name a file, and say how it is read."""
    if not isinstance(about, dict):
        raise _WrongError("is of no run: about must be an object")
    what = about.get("results")
    if not isinstance(what, str) or what not in DTYPES:
        raise _WrongError(f"is of no run: results must be one of {', '.join(DTYPES)}, not {abbreviated(what)}")
    if about.get("dtype") not in DTYPES[what]:
        allowed = ", ".join(DTYPES[what])
        raise _WrongError(f"is of no run: dtype must be one of {allowed}, not {abbreviated(about.get('dtype'))}")
    if not _is_number(about.get("n")) or about["n"] > LARGEST_SIZE:
        raise _WrongError(f"is of no run: n must be a whole number from 0 to 2^62, not {abbreviated(about.get('n'))}")


def _check_blocks(about: dict[str, Any], blocks: tuple[FinishedBlock, ...]) -> None:
    """Blocks follow one another from 0, in positions and in results, and hold as many results as they can."""
    stop = last = 0
    for number, block in enumerate(blocks):
        numbers = (block.start, block.stop, block.first, block.count)
        if not all(_is_number(value) for value in numbers) or not isinstance(block.sha256, str):
            raise _WrongError(f"is of no run: block {number} must hold whole numbers of at least 0 and a sha256")
        length = block.stop - block.start
        fitting = block.count == length if about["results"] == "nim_values" else block.count <= length
        if block.start != stop or not 0 < length <= about["n"] - stop:
            raise _WrongError(f"is of no run: start and stop of block {number} must be {stop} and at most {about['n']}")
        if block.first != last or not fitting:
            raise _WrongError(f"is of no run: first and count of block {number} must be {last} and fit its range")
        if not re.fullmatch(r"[0-9a-f]{64}", block.sha256):
            raise _WrongError(f"is of no run: sha256 of block {number} is none")
        stop, last = block.stop, block.last


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 0


def _manifest(about: dict[str, Any], blocks: tuple[FinishedBlock, ...]) -> str:
    """The manifest's text, which ends with the checksum of all that comes before."""
    lines = ",\n".join("  " + json.dumps(asdict(block)) for block in blocks)
    body = f'{{\n"about": {json.dumps(about, indent=2)},\n"blocks": [\n{lines}\n],\n'
    return f'{body}"sha256": "{sha256([body.encode()])}"\n}}\n'


def _write_manifest(kept: Results) -> None:
    for name in MANIFESTS:
        with atomic_write(kept.folder / name, synced=bool(kept.blocks) and name == MANIFESTS[0]) as temporary:
            temporary.write_text(_manifest(kept.about, kept.blocks), encoding="utf-8")


def _header(about: dict[str, Any], count: int) -> bytes:
    """The .npy file's first bytes for `count` results: NumPy pads them so that a growing count fits."""
    file = io.BytesIO()
    npy.write_array_header_1_0(file, {"descr": about["dtype"], "fortran_order": False, "shape": (count,)})
    header = file.getvalue()
    if len(header) != HEADER:  # a longer one would overwrite the first results
        raise AssertionError(f"NumPy's header has {len(header)} bytes and not {HEADER}")
    return header


# --- writing -------------------------------------------------------------------------------------------


def continued(
    folder: str | Path,
    about: dict[str, Any],
    evaluation: Evaluation,
    run: Callable[[Evaluation], Generator[Block]],
) -> Generator[Block]:
    """Yield all blocks of an evaluation: those that the folder holds, then new ones, which it will hold.

    Parameters
    ----------
    folder : str or Path
        Made if it is not there.
    about : dict
        What is computed; must hold "results" (the file's name), "dtype" and "n", for nim-values also "moves" (how
        many there are), and be equal on every start.
    evaluation : Evaluation
        One that has settled nothing yet; it learns what the folder holds when it has to compute.
    run : function
        Yields the blocks that the evaluation has still to do, as `in_threads` does.

    Raises
    ------
    ValueError
        If the folder holds a run of something else; it says what differs.
    BlockingIOError
        If another run is writing to the folder.
    OSError
        If the folder can't be written to; it says what is kept, and how to go on.
    """
    folder = Path(folder)
    with _explained(folder):
        lock = _locked(folder)
    with lock:
        with _explained(folder):
            writer = _Writer(_opened(folder, about))
            damaged = writer.repair()
        yield from _restored(writer, damaged, evaluation, run)
        if not writer.kept.finished:
            writer.teach(evaluation, writer.kept.stop)
            with closing(_from(writer.kept.stop, writer, evaluation, run)) as blocks:
                yield from _extended(writer, blocks)


def _restored(
    writer: _Writer,
    damaged: set[FinishedBlock],
    evaluation: Evaluation,
    run: Callable[[Evaluation], Generator[Block]],
) -> Generator[Block]:
    """The folder's blocks, damaged ones computed anew."""
    for block in writer.kept.blocks:
        if block in damaged:
            warnings.warn(
                f"{writer.kept.data}: the block of positions {block.start} to {block.stop - 1} is damaged or missing; "
                "it is computed anew",
                stacklevel=2,
            )
            writer.teach(evaluation, block.start)
            with closing(_from(block.start, writer, evaluation, run)) as blocks:
                writer.rewrite(block, blocks)
        yield Block(block.start, block.stop, writer.kept.array[block.first : block.last])


def _from(
    start: int, writer: _Writer, evaluation: Evaluation, run: Callable[[Evaluation], Generator[Block]]
) -> Generator[Block]:
    """The blocks from `start` on: first what was found beyond a damaged block that was smaller than today's are."""
    if evaluation.position > start:
        yield _cut(writer.beyond, start, evaluation.position, writer.kept.about["results"])
    yield from run(evaluation)


def _cut(block: Block, start: int, stop: int, what: str) -> Block:
    """The part of a block from `start` to `stop`."""
    if what == "nim_values":
        return Block(start, stop, block.found[start - block.start : stop - block.start])
    return Block(start, stop, block.found[slice(*np.searchsorted(block.found, [start, stop]))])


def _extended(writer: _Writer, blocks: Iterator[Block]) -> Generator[Block]:
    """New blocks; they are in the folder a few seconds later, or when somebody stops asking for more.

    Only what has been handed over is written: when anything is interrupted, the evaluation itself may be further, in a
    block that is half done.
    """
    waiting: list[Block] = []
    written = time.monotonic()
    try:
        for block in blocks:
            waiting.append(block)
            if time.monotonic() - written >= EVERY or block.stop == writer.kept.about["n"]:
                writer.append(waiting)
                waiting, written = [], time.monotonic()
            yield block
    finally:
        writer.append(waiting)


class _Writer:
    """The one who writes to a folder; `kept` is what it holds, `beyond` the last block computed to repair it."""

    def __init__(self, kept: Results) -> None:
        self.kept = kept
        self.beyond = Block(0, 0, np.empty(0, kept.dtype))

    def repair(self) -> set[FinishedBlock]:
        """Give the .npy file its header and length; returns the blocks whose results it doesn't hold."""
        kept, size = self.kept, self.kept.dtype.itemsize
        damaged = set(kept.damaged())
        with kept.data.open("r+b" if kept.data.exists() else "w+b") as file:
            header, there = file.read(HEADER), (file.seek(0, os.SEEK_END) - HEADER) // size
            # a kill may have come after results and header were written, and before the manifest
            if header and header not in (_header(kept.about, kept.count), _header(kept.about, max(there, 0))):
                warnings.warn(f"{kept.data}: the header has been altered; it is written anew", stacklevel=2)
            file.seek(0)
            file.write(_header(kept.about, kept.count))
            file.truncate(HEADER + kept.count * size)
        return damaged

    def teach(self, evaluation: Evaluation, stop: int) -> None:
        """Let the evaluation learn the results from where it stands to `stop`.

        Raises DamagedError for numbers that can't be results, though their checksum is right: kernels trust them.
        """
        if (start := evaluation.position) < stop:
            found = self.kept.of_range(start, stop)
            if not self._possible(found, start, stop):
                raise DamagedError(f"{self.kept.data}: the results of positions {start} to {stop - 1} can't be right")
            try:
                evaluation.learn(stop, found)
            except ValueError as error:
                raise DamagedError(f"{self.kept.folder}: no run like this stops at {stop}: {error}") from error

    def _possible(self, found: Found, start: int, stop: int) -> bool:
        if not found.size:
            return True
        if self.kept.about["results"] == "nim_values":  # a mex of so many numbers is at most so large
            return int(found.max()) <= self.kept.about["moves"]
        return bool(start <= found[0] and found[-1] < stop and (found[:-1] < found[1:]).all())

    def append(self, waiting: list[Block]) -> None:
        """Write the results of blocks that follow what the folder holds, then say so in the manifest."""
        kept = self.kept
        new = [block for block in waiting if block.stop > kept.stop]  # asked again, it has nothing left to do
        if not new:
            return
        content = self._content([block.found for block in new])
        count = sum(part.size for part in content)
        block = FinishedBlock(kept.stop, new[-1].stop, kept.count, count, _sha256(content))
        with _explained(kept.folder):
            self._write(block.first, content, block.last)
            longer = replace(kept, blocks=(*kept.blocks, block))
            _write_manifest(longer)
        self.kept = longer

    def rewrite(self, damaged: FinishedBlock, blocks: Iterator[Block]) -> None:
        """Put the results of a damaged block back into their place, from blocks that begin where it does."""
        what, found = self.kept.about["results"], []
        for block in blocks:
            found.append(_cut(block, block.start, min(block.stop, damaged.stop), what).found)
            if block.stop >= damaged.stop:
                self.beyond = block
                break
        content = self._content(found)
        if _sha256(content) != damaged.sha256:
            raise DamagedError(
                f"{self.kept.folder}: computed anew, block {damaged.start} to {damaged.stop - 1} comes out different"
            )
        with _explained(self.kept.folder):
            self._write(damaged.first, content, self.kept.count)

    def _content(self, found: list[Found]) -> list[Found]:
        return [part.astype(self.kept.dtype, order="C", copy=False) for part in found]

    def _write(self, first: int, content: list[Found], count: int) -> None:
        """Have the content at index `first` on the disk, and `count` results in the header."""
        with self.kept.data.open("r+b") as file:
            file.seek(HEADER + first * self.kept.dtype.itemsize)
            for part in content:
                file.write(part.data)
            file.seek(0)
            file.write(_header(self.kept.about, count))
            file.flush()
            os.fsync(file.fileno())


def _sha256(parts: list[Found]) -> str:
    return sha256(part.data for part in parts)


def _opened(folder: Path, about: dict[str, Any]) -> Results:
    """The folder's run, begun if there is none, refused if it is another one."""
    try:
        kept = results(folder)
    except FileNotFoundError:
        foreign = sorted(path.name for path in folder.iterdir() if path.name != LOCK and path.name[0] != ".")
        if foreign and foreign != [f"{about['results']}.npy"]:
            raise FileExistsError(f"{folder} holds other files ({foreign[0]}): name an empty or a new folder") from None
        kept = Results(folder, about, ())
    differing = [key for key in {**kept.about, **about} if kept.about.get(key) != about.get(key)]
    if differing:
        there = {key: abbreviated(kept.about.get(key)) for key in differing}
        told = "; ".join(f"{key} is {there[key]} there and {abbreviated(about.get(key))} here" for key in differing)
        raise ValueError(f"{folder} holds another run: {told}. Name another folder, or remove this one")
    _write_manifest(kept)  # one of the two may have been damaged
    return kept


def _locked(folder: Path) -> IO[str]:
    """The folder's lock, which keeps other runs from writing to it until it is closed, or this process ends."""
    import fcntl  # not on every system that can import this package

    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / LOCK).open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise BlockingIOError(f"another run is writing to {folder}") from None
    return lock


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Say what is kept, and how to go on, when the folder can't be written to."""
    try:
        yield
    except (BlockingIOError, FileExistsError):
        raise
    except FileNotFoundError as error:
        raise FileNotFoundError(
            error.errno,
            f"{folder} was renamed or removed, or a file in it, while a run was writing to it. Put it back, and start "
            "again with the same arguments to continue; what is lost is computed anew",
        ) from error
    except OSError as error:
        raise OSError(
            error.errno,
            f"{folder} can't be written to ({error.strerror}). The blocks finished so far are kept; make room, or make "
            "it writable, and start again with the same arguments to continue",
        ) from error
