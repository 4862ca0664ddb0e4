"""A long run in a folder: it can be stopped at any instant, read meanwhile, and continued.

about.json    what is computed: results, game (its name), n, version; and for each session that was not killed: the
              range that it added, seconds on the clock, day, commit of the sources, machine
game.npz      the game itself: int64, the moves and the hotspots below n
results.npy   int64 cold positions, ascending, or the unsigned nim-value of every position
log.csv       a line, always of the same length, for each time that results were added: how far they go, how many there
              are, and the SHA-256 of the new ones with their range and their place
lock          which keeps two runs from writing to the same folder

results.npy and log.csv only grow, and a line is written when the results that it counts are on the disk. So whatever
ends a run, what the whole lines count is whole, and reading and going on need nothing else. Any program can map
results.npy. Each start checks all lines: what follows a damaged one is given up, and computed anew.

A folder may come from a stranger, so only regular files are read and written, and nothing that can't be is believed.
(What can be, and is wrong all the same, only `verify` finds.)
"""

from __future__ import annotations

import errno
import json
import os
import platform
import re
import subprocess
import time
import warnings
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from subtraction_games.arguments import LARGEST_SIZE, Moves, Positions, abbreviated, integers

from ..support.blocks import Block, Found, Legs, Work, ascends, cores
from ..support.files import HEADER, DamagedError, locked, npy_header, open_regular, sha256, synced_write
from ..support.values import narrowed, value_type

DTYPES = {"cold_positions": ("<i8",), "nim_values": ("<u2", "<u4")}  # what a folder can hold, and how
LINE = re.compile(r"(\d{19}),(\d{19}),([0-9a-f]{64})\n")
FLUSH_SECONDS = 5.0  # of work that are written together, and that a kill may cost
UNFINISHED = re.compile(r"\.\d+-(about\.json|game\.npz|results\.npy|log\.csv)")  # what a killed run leaves


class Entry(NamedTuple):
    """A line of the log: the results of range(start, stop), which are those from number `first` to number last - 1."""

    start: int
    stop: int
    first: int
    last: int
    checksum: str

    def line(self) -> bytes:
        return f"{self.stop:019},{self.last:019},{self.checksum}\n".encode()


def _entry(start: int, stop: int, first: int, found: Found) -> Entry:
    """The entry for results; its checksum does not depend on how wide the type is that nim-values are stored in."""
    last, values = first + found.size, narrowed(found) if found.dtype.kind == "u" else found
    content = np.ascontiguousarray(values, values.dtype.newbyteorder("<"))
    return Entry(start, stop, first, last, sha256([f"{start},{stop},{first},{last}".encode(), content.data]))


@dataclass(frozen=True)
class Results:
    """What a folder held when it was read: the results of range(stop), also of a run that is still under way.

    `about` says what is computed, as about.json does; `blocks` are the lines of the log. Arrays (int64 cold positions,
    or the nim-value of every position) are mapped read-only, so only what is looked at is loaded.
    """

    folder: Path
    about: dict[str, Any]
    blocks: tuple[Entry, ...]

    @property
    def stop(self) -> int:
        return self.blocks[-1].stop if self.blocks else 0

    @property
    def count(self) -> int:
        return self.blocks[-1].last if self.blocks else 0

    @property
    def finished(self) -> bool:
        return self.stop == int(self.about["n"])

    @property
    def data(self) -> Path:
        """The file with the results."""
        return self.folder / "results.npy"

    @property
    def moves(self) -> Moves:
        """int64[:]: the moves below n."""
        return self._game("moves", least=1)

    @property
    def hotspots(self) -> Positions:
        """int64[:]: the hotspots below n."""
        return self._game("hotspots", least=0)

    @property
    def array(self) -> Found:
        """All results."""
        return self._mapped(0, self.count)

    def by_blocks(self) -> Iterator[Block]:
        """(start, stop, results), in ascending order, as they were added."""
        return (Block(start, stop, self._mapped(first, last)) for start, stop, first, last, _ in self.blocks)

    def of_range(self, start: int, stop: int) -> Found:
        """The results of range(start, stop), which must be finished."""
        if not 0 <= start <= stop <= self.stop:
            raise ValueError(f"start and stop must ascend from 0 to {self.stop}, not be {start} and {stop}")
        return Block(0, self.stop, self.array).cut(start, stop).found

    def damaged(self) -> list[Entry]:
        """The entries whose results are not what a run has written; reads all of them."""
        largest = self.moves.size  # a nim-value is a mex of at most this many numbers
        return [entry for entry in self.blocks if not self._is_whole(entry, largest)]

    def _is_whole(self, entry: Entry, largest: int) -> bool:
        start, stop, first, last, _ = entry
        try:
            found = self._mapped(first, last)
        except DamagedError:
            return False
        if self.about["results"] == "nim_values":
            possible = found.size == stop - start and int(found.max(initial=0)) <= largest
        else:
            possible = ascends(found, start, stop)
        return possible and _entry(start, stop, first, found) == entry

    def _mapped(self, first: int, last: int) -> Found:
        """The results from number `first` to number last - 1."""
        dtypes = DTYPES[self.about["results"]]
        if first == last:
            return np.empty(0, dtypes[0])
        try:
            with open_regular(self.data) as file:
                begin = file.read(HEADER)
                dtype = next(np.dtype(name) for name in dtypes if begin[:30] == npy_header(name, 0)[:30])
                mapped = np.memmap(file, dtype, "r", HEADER + first * dtype.itemsize, (last - first,))
        except (OSError, ValueError, OverflowError, StopIteration) as error:
            raise DamagedError(f"{self.data} is missing, or has been altered or cut: {error}") from error
        return mapped.view(np.ndarray)

    def _game(self, name: str, least: int) -> Moves:
        if not self.about["n"]:
            return np.empty(0, np.int64)
        try:
            with open_regular(self.folder / "game.npz") as file, np.load(file, allow_pickle=False) as game:
                numbers = integers(name, game[name], least, LARGEST_SIZE)
        except Exception as error:  # a damaged zip file raises errors of many kinds
            raise DamagedError(f"{self.folder}/game.npz is missing or has been altered: {error}") from error
        return numbers[numbers < self.about["n"]]


def results(folder: str | Path) -> Results:
    """What the folder of a long run holds so far.

    Raises FileNotFoundError if it holds no run, DamagedError if what it says of itself can't be, ValueError for the
    format of an earlier version. Reads about.json and log.csv: `Results.damaged` checks the results themselves.
    """
    folder = checked_folder(folder)
    about, blocks = _about(folder), [Entry(0, 0, 0, 0, "")]
    for line in _log(folder).decode(errors="replace").splitlines(keepends=True):
        match, before = LINE.fullmatch(line), blocks[-1]
        if not match or not before.stop < int(match[1]) <= about["n"] or int(match[2]) < before.last:
            break
        blocks.append(Entry(before.stop, int(match[1]), before.last, int(match[2]), match[3]))
    return Results(folder, about, tuple(blocks[1:]))


def checked_folder(folder: Any) -> Path:
    """The folder as a Path; TypeError for what is neither that nor a str."""
    if not isinstance(folder, (str, Path)):
        raise TypeError(f"folder must be a str or a Path, not {abbreviated(folder)}")
    return Path(folder)


def _about(folder: Path) -> dict[str, Any]:
    """What about.json says, if a run can have written it."""
    try:
        with open_regular(folder / "about.json") as file:
            about = json.loads(file.read(2**16))
        is_known = about["results"] in DTYPES and type(about["n"]) is int and 0 <= about["n"] <= LARGEST_SIZE
    except FileNotFoundError:
        if not (folder / "manifest.json").exists():
            raise FileNotFoundError(f"{folder} holds no long run: about.json is missing") from None
        is_known, about = True, {"moves_sha256": ""}
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        is_known = False
    if not is_known:
        raise DamagedError(f"{folder}: about.json has been altered; put it back, or remove the folder")
    if "moves_sha256" in about:
        todo = "read its .npy files with numpy.load, or remove it, and name another folder"
        raise ValueError(f"{folder} holds a run in the format of an earlier version: {todo}")
    return about


def _log(folder: Path) -> bytes:
    try:
        with open_regular(folder / "log.csv") as file:
            return file.read()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise DamagedError(f"{folder}: log.csv has been altered: {error}") from error


# --- writing -------------------------------------------------------------------------------------------


@contextmanager
def opened(folder: Path, about: dict[str, Any], moves: Moves, hotspots: Positions) -> Iterator[Writer]:
    """A folder, made if it is not there, for a run of this game to write to; `about` says what to compute.

    It holds one game as far as it was asked for: a larger n carries its run on, a smaller one is served from it.
    Raises ValueError if it holds another run (it says what differs), FileExistsError if it holds other files,
    BlockingIOError if another run is writing to it, OSError if it can't be written to.
    """
    with _explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
        reached = _reached(folder)
        try:
            lock: AbstractContextManager[Any] = locked(folder / "lock")
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EROFS) or reached < about["n"]:
                raise
            lock = nullcontext()  # nothing is to be written
    with lock:  # without an ExitStack, which keeps the file open where it is interrupted as it ends
        with _explained(folder):
            run = _begun(folder, about, {"moves": moves, "hotspots": hotspots})
            dtype = np.dtype("<i8" if about["results"] == "cold_positions" else value_type(moves)).newbyteorder("<")
            run = _with_room(_intact(run), dtype)
            for path in folder.iterdir():
                if UNFINISHED.fullmatch(path.name) and not isinstance(lock, nullcontext):  # else another may write it
                    path.unlink()
        yield Writer(run, about["n"], dtype)


def _reached(folder: Path) -> int:
    """How far the folder's run has come; FileExistsError, before anything is written, if it holds other files."""
    with suppress(FileNotFoundError):
        return results(folder).stop
    foreign = sorted(path.name for path in folder.iterdir() if path.name != "lock" and path.name[0] != ".")
    if foreign:
        raise FileExistsError(f"{folder} holds other files ({foreign[0]}): name an empty or a new folder")
    return 0


def _begun(folder: Path, about: dict[str, Any], game: dict[str, Moves]) -> Results:
    """The folder's run: begun if there is none, carried on if it is to go farther, refused if it is another one."""
    if not (folder / "about.json").exists():
        _write_about(folder, about | {"n": 0})  # so that what follows is written to the folder of a run
    run = results(folder)
    if differing := list(_differences(run, about, game)):
        raise ValueError(f"{folder} holds another run: {'; '.join(differing)}. Name another folder, or remove this one")
    if about["n"] > run.about["n"]:
        with synced_write(folder / "game.npz") as temporary:
            np.savez(temporary, moves=game["moves"], hotspots=game["hotspots"])
        _write_about(folder, about | {"sessions": _sessions(run)})
        run = results(folder)
    return run


def _differences(run: Results, about: dict[str, Any], game: dict[str, Moves]) -> Iterator[str]:
    for key in ("results", "version"):
        if run.about.get(key) != about[key]:
            yield f"{key} is {abbreviated(run.about.get(key))} there and {abbreviated(about[key])} here"
    below = min(run.about["n"], about["n"])
    for name, numbers in game.items():
        old, new = (array[: np.searchsorted(array, below)] for array in (getattr(run, name), numbers))
        if not np.array_equal(old, new):
            games = f"{old.size} of {abbreviated(run.about.get('game'))} there and {new.size} of"
            yield f"{name} below {below} are not the same, {games} {abbreviated(about['game'])} here"


def _write_about(folder: Path, about: dict[str, Any]) -> None:
    with synced_write(folder / "about.json") as temporary:
        temporary.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


def _sessions(run: Results) -> list[Any]:
    """The sessions that about.json lists."""
    sessions = run.about.get("sessions", [])
    return sessions if isinstance(sessions, list) else []


def _origin() -> dict[str, str]:
    """The day, the machine, and the commit that last changed the sources; "" where these are not under git."""
    command = ["git", "-C", str(Path(__file__).parent), "log", "-1", "--format=%h", "--abbrev=12", "--", "../.."]
    commit = ""
    with suppress(OSError):
        commit = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    day = time.strftime("%Y-%m-%d", time.gmtime())
    return {"commit": commit, "date": day, "machine": f"{platform.machine()}, {cores()} cores"}


def _intact(run: Results) -> Results:
    """The run as far as its results are what was written. The log says so before anything is written over the rest."""
    damaged, stored = run.damaged(), _log(run.folder)
    whole = replace(run, blocks=run.blocks[: run.blocks.index(damaged[0])] if damaged else run.blocks)
    log = b"".join(entry.line() for entry in whole.blocks)
    if len(stored) - len(log) >= len(Entry(0, 0, 0, 0, "0" * 64).line()):  # less is what a kill may leave of a line
        lost = f"positions from {whole.stop} on are damaged or missing"
        warnings.warn(f"{run.folder}: {lost}; they are computed anew", stacklevel=2)
    if stored != log or not (run.folder / "log.csv").exists():
        with synced_write(run.folder / "log.csv") as temporary:
            temporary.write_bytes(log)
    return whole


def _with_room(run: Results, dtype: np.dtype[Any]) -> Results:
    """The run, with a file for its results that any program can map, and whose type can hold those to come, too."""
    found = run.array
    if not run.count or found.dtype.itemsize < dtype.itemsize:
        with synced_write(run.data) as temporary, temporary.open("wb") as file:
            file.write(npy_header(dtype.str, found.size))
            file.write(found.astype(dtype).data)
        return run
    with open_regular(run.data) as file:
        header = file.read(HEADER)
    if header != npy_header(found.dtype.str, found.size):  # a kill may leave the number of results that no line counts
        _write_at(run.data, {0: npy_header(found.dtype.str, found.size)})
    return run


class Writer:
    """The one who may write to a folder; `results` are those that it holds."""

    def __init__(self, run: Results, n: int, dtype: np.dtype[Any]) -> None:
        self.results, self.n, self.process = run, n, os.getpid()
        self.dtype = run.array.dtype if run.count else dtype

    def blocks(self, legs: Legs, work: Work) -> Generator[Block]:
        """Yield all blocks below n: those that the folder holds, and new ones, which it holds a few seconds later.

        Only what has been handed over is written: when anything is interrupted, the evaluation itself may be further,
        in a block that is half done.
        """
        before, waiting = self.results, list[Block]()
        for block in before.by_blocks():
            if block.start < self.n:
                yield block.cut(0, self.n)
        if before.stop >= self.n:
            return
        began = flushed = time.monotonic()
        try:
            with closing(legs(work, before.stop, before.of_range)) as blocks:
                for block in blocks:
                    waiting.append(block.cut(before.stop, self.n))
                    if block.stop >= self.n or time.monotonic() - flushed >= FLUSH_SECONDS:
                        self._add(waiting)
                        waiting, flushed = [], time.monotonic()
                    yield block.cut(before.stop, self.n)
        finally:
            self._add(waiting)
            self._sign(before.stop, time.monotonic() - began)
        if self.results.damaged():
            raise DamagedError(f"{before.data} was altered while the run went on; start the run again")

    def _sign(self, start: int, seconds: float) -> None:
        """Say in about.json when, where and in what time the results from `start` on were found."""
        if self.results.stop == start or os.getpid() != self.process:
            return
        about = _about(self.results.folder)
        session = {"from": start, "to": self.results.stop, "seconds": round(seconds, 1), **_origin()}
        about["sessions"] = [*_sessions(self.results), session][-100:]  # about.json is read up to 64 KiB
        with _explained(self.results.folder):
            _write_about(self.results.folder, about)
        self.results = replace(self.results, about=about)

    def _add(self, waiting: list[Block]) -> None:
        """Write blocks that follow the folder's results: first these, then the line that counts them."""
        run = self.results
        new = [block for block in waiting if block.stop > run.stop]
        if not new or os.getpid() != self.process:  # a forked child's generator ends, too
            return
        found = np.concatenate([block.found for block in new]).astype(self.dtype)
        entry = _entry(run.stop, new[-1].stop, run.count, found)
        with _explained(run.folder):
            place = HEADER + entry.first * found.itemsize
            _write_at(run.data, {place: found.data, 0: npy_header(found.dtype.str, entry.last)})
            _write_at(run.folder / "log.csv", {len(run.blocks) * len(entry.line()): entry.line()})
        self.results = replace(run, blocks=(*run.blocks, entry))


def _write_at(path: Path, contents: dict[int, bytes | memoryview]) -> None:
    """Put contents at places of a file that is there, and on the disk."""
    with open_regular(path, "r+b") as file:
        for place, content in contents.items():
            file.seek(place)
            file.write(content)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Say how to go on when the folder can't be written to."""
    try:
        yield
    except BlockingIOError:
        raise BlockingIOError(f"another run is writing to {folder}") from None
    except OSError as error:
        if error.errno is None:  # it says so itself
            raise
        todo = "put it back, make room, or make it writable, and start again with the same arguments to continue"
        message = f"{folder} can't be written to ({error.strerror}). What was finished is kept: {todo}"
        raise OSError(error.errno, message) from error
