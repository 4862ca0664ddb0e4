"""A folder that a long run can be stopped in, at any instant, and continued from.

The folder holds

* the results so far, in one .npy file that grows by a block at a time (`cold_positions.npy` or `nim_values.npy`):
  any program can map it, also while the run goes on;
* `manifest.json`: what is being computed (game, n, settings, version) and, for each finished block, its range, the
  number of its results and their SHA-256; `manifest-copy.json` is the same, should the first be damaged;
* `lock`, which keeps two runs from writing to the same folder.

A block is finished when the manifest says so, and the manifest is replaced as a whole once the block's results are on
the disk. So a run may be killed whenever it likes: what the manifest lists is there, and what came after is computed
again. Every block is checked when a run goes on; a damaged one is named and computed anew.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy

from .blocks import Block, Evaluation, Found

MANIFESTS = ("manifest.json", "manifest-copy.json")
LOCK = "lock"
HEADER = 128  # bytes before the data of the .npy file
EVERY = 5.0  # seconds of work that are written together, and that a kill may cost


@contextmanager
def written_whole(path: Path, synced: bool = False) -> Iterator[Path]:
    """A temporary path to write to; it becomes `path` when the block ends well, and vanishes when not.

    `synced`: have the content on the disk before the name, so that not even a power cut leaves the one without the
    other.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{os.getpid()}-{path.name}")  # keeps the ending, which savers go by
    try:
        yield temporary
        if synced:
            with temporary.open("rb+") as file:
                os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def sha256(parts: Iterable[bytes | memoryview]) -> str:
    """The SHA-256 of contiguous parts taken together, in hexadecimal.

    >>> sha256([b"ab", np.frombuffer(b"c", np.uint8).data]) == hashlib.sha256(b"abc").hexdigest()
    True
    """
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


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
            yield block.start, block.stop, array[block.first : block.last]

    def damaged(self) -> list[FinishedBlock]:
        """The blocks whose results in the file are not those that were written; reads all of them."""
        try:
            with self.data.open("rb") as file:
                return [block for block in self.blocks if self._sha256(file, block) != block.sha256]
        except FileNotFoundError:
            return list(self.blocks)

    def _sha256(self, file: IO[bytes], block: FinishedBlock) -> str:
        file.seek(HEADER + block.first * self.dtype.itemsize)
        return sha256([file.read(block.count * self.dtype.itemsize)])


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
        except (ValueError, KeyError, TypeError):
            problems.append(f"{name} has been altered")
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


def _read_manifest(path: Path) -> tuple[dict[str, Any], tuple[FinishedBlock, ...]]:
    text = path.read_text(encoding="utf-8")
    content = json.loads(text)
    about, blocks = content["about"], tuple(FinishedBlock(**block) for block in content["blocks"])
    if text != _manifest(about, blocks):
        raise ValueError(f"{path} is not as it was written")
    return about, blocks


def _manifest(about: dict[str, Any], blocks: tuple[FinishedBlock, ...]) -> str:
    """The manifest's text, which ends with the checksum of all that comes before."""
    lines = ",\n".join("  " + json.dumps(asdict(block)) for block in blocks)
    body = f'{{\n"about": {json.dumps(about, indent=2)},\n"blocks": [\n{lines}\n],\n'
    return f'{body}"sha256": "{sha256([body.encode()])}"\n}}\n'


def _header(about: dict[str, Any], count: int) -> bytes:
    """The .npy file's first bytes for `count` results: NumPy pads them so that a growing count fits."""
    file = io.BytesIO()
    npy.write_array_header_1_0(file, {"descr": about["dtype"], "fortran_order": False, "shape": (count,)})
    return file.getvalue()


# --- writing -------------------------------------------------------------------------------------------


def continued(
    folder: str | Path,
    about: dict[str, Any],
    evaluation: Evaluation,
    run: Callable[[Evaluation], Iterator[Block]],
) -> Iterator[Block]:
    """Yield all blocks of an evaluation: those that the folder holds, then new ones, which it will hold.

    Parameters
    ----------
    folder : made if it is not there.
    about : what is computed; must hold "results" (the file's name), "dtype" and "n", and be equal on every start.
    evaluation : one that has computed nothing yet; it learns what the folder holds when it has to compute.
    run : yields the blocks that the evaluation has still to do, as `in_threads` does.

    Raises ValueError if the folder holds a run of something else (and says what differs), BlockingIOError if another
    run is writing to it, OSError (with what is kept, and how to go on) if it can't be written to.
    """
    folder = Path(folder)
    with ExitStack() as until_done:
        with _explained(folder):
            until_done.enter_context(_locked(folder))
            writer = _Writer(_opened(folder, about))
            damaged = writer.repair()
        yield from _restored(writer, damaged, evaluation, run)
        if not writer.kept.finished:
            writer.teach(evaluation, writer.kept.stop)
            yield from _extended(writer, evaluation, run(evaluation))


def _restored(
    writer: _Writer,
    damaged: set[FinishedBlock],
    evaluation: Evaluation,
    run: Callable[[Evaluation], Iterator[Block]],
) -> Iterator[Block]:
    """The folder's blocks, damaged ones computed anew."""
    for block in writer.kept.blocks:
        if block in damaged:
            warnings.warn(
                f"{writer.kept.data}: the block of positions {block.start} to {block.stop - 1} is damaged or missing; "
                "it is computed anew",
                stacklevel=2,
            )
            writer.teach(evaluation, block.start)
            found: list[Found] = []
            for _, stop, part in run(evaluation):
                found.append(part)
                if stop == block.stop:
                    break
            writer.rewrite(block, found)
        yield block.start, block.stop, writer.kept.array[block.first : block.last]


def _extended(writer: _Writer, evaluation: Evaluation, blocks: Iterator[Block]) -> Iterator[Block]:
    """New blocks; they are in the folder a few seconds later, or when somebody stops asking for more."""
    waiting: list[Found] = []
    written = time.monotonic()
    try:
        for start, stop, found in blocks:
            waiting.append(found)
            if time.monotonic() - written >= EVERY or stop == evaluation.n:
                writer.append(stop, waiting)
                waiting, written = [], time.monotonic()
            yield start, stop, found
    finally:
        if waiting:
            writer.append(evaluation.position, waiting)


class _Writer:
    """The one who writes to a folder; `kept` is what it holds."""

    def __init__(self, kept: Results) -> None:
        self.kept = kept

    def repair(self) -> set[FinishedBlock]:
        """Give the .npy file its header and length; returns the blocks whose results it doesn't hold."""
        kept, size = self.kept, self.kept.dtype.itemsize
        damaged = set(kept.damaged())
        with kept.data.open("r+b" if kept.data.exists() else "w+b") as file:
            header, there = file.read(HEADER), (file.seek(0, os.SEEK_END) - HEADER) // size
            # a kill may have come after results and header were written, and before the manifest
            if header and header not in (_header(kept.about, kept.count), _header(kept.about, there)):
                warnings.warn(f"{kept.data}: the header has been altered; it is written anew", stacklevel=2)
            file.seek(0)
            file.write(_header(kept.about, kept.count))
            file.truncate(HEADER + kept.count * size)
        return damaged

    def teach(self, evaluation: Evaluation, stop: int) -> None:
        """Let the evaluation learn the results from where it stands to `stop`."""
        ours = [block for block in self.kept.blocks if evaluation.position <= block.start and block.stop <= stop]
        if ours:
            evaluation.learn(stop, self.kept.array[ours[0].first : ours[-1].last])

    def append(self, stop: int, found: list[Found]) -> None:
        """Write the results of the range from where the folder ends to `stop`, then say so in the manifest."""
        kept, content = self.kept, self._content(found)
        block = FinishedBlock(kept.stop, stop, kept.count, sum(part.size for part in content), _sha256(content))
        with _explained(kept.folder):
            self._write(block.first, content, block.last)
            longer = replace(kept, blocks=(*kept.blocks, block))
            _write_manifest(longer)
        self.kept = longer

    def rewrite(self, block: FinishedBlock, found: list[Found]) -> None:
        """Put the results of a damaged block back into their place."""
        content = self._content(found)
        if _sha256(content) != block.sha256:
            raise DamagedError(
                f"{self.kept.folder}: computed anew, block {block.start} to {block.stop - 1} comes out different"
            )
        with _explained(self.kept.folder):
            self._write(block.first, content, self.kept.count)

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
        told = "; ".join(f"{key} is {kept.about.get(key)!r} there and {about.get(key)!r} here" for key in differing)
        raise ValueError(f"{folder} holds another run: {told}. Name another folder, or remove this one")
    _write_manifest(kept)  # one of the two may have been damaged
    return kept


def _write_manifest(kept: Results) -> None:
    for name in MANIFESTS:
        with written_whole(kept.folder / name, synced=bool(kept.blocks) and name == MANIFESTS[0]) as temporary:
            temporary.write_text(_manifest(kept.about, kept.blocks), encoding="utf-8")


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Keep other runs from writing to the folder until the block ends, however it ends."""
    import fcntl  # not on every system that can import this package

    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BlockingIOError(f"another run is writing to {folder}") from None
        yield


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Say what is kept, and how to go on, when the folder can't be written to."""
    try:
        yield
    except (BlockingIOError, FileExistsError):
        raise
    except OSError as error:
        raise OSError(
            error.errno,
            f"{folder} can't be written to ({error.strerror}). The blocks finished so far are kept; make room, or make "
            "it writable, and start again with the same arguments to continue",
        ) from error
