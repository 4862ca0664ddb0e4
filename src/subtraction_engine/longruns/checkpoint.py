"""A long run in a folder: it can be stopped at any instant, read meanwhile, and continued.

about.json    what is computed: results, game (its name), n, version, format; for each session that was not killed: the
              range that it added, seconds on the clock, day, version and commit, machine; the checksum of all this
game.npz      the game itself: int64, the moves and the hotspots below n
results.npy   int64 cold positions, ascending, or the unsigned nim-value of every position
log.csv       a line, always of the same length, for each time that results were added: how far they go, how many there
              are, and the SHA-256 of the new ones with their range, their place, and the moves and hotspots there
lock          which keeps two runs from writing to the same folder

results.npy and log.csv only grow, and a line is written when the results that it counts are on the disk. So whatever
ends a run, what the whole lines count is whole. Each start checks all lines: what follows a damaged one is computed
anew. And since results depend on no longer moves, the lines vouch for the game: about.json and game.npz are for
readers, and written anew for a caller who names the game again. What can't be read for another reason, such as want of
permission or memory, is no damage. (What can be, and is wrong all the same, only `verify` finds.)
"""

from __future__ import annotations

import errno
import io
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
from typing import Any, NamedTuple, TypeAlias
from zipfile import ZipFile

import numpy as np

from subtraction_games.arguments import LARGEST_SIZE, Moves, Positions, abbreviated, integers

from ..support.blocks import Block, Found, Legs, Work, ascends, cores
from ..support.files import HEADER, DamagedError, locked, npy_header, sha256, synced_write
from ..support.values import narrowed, value_type

FORMAT = 1  # of folders; those of version 0.3 say none, and their lines don't name the game
WRONG_VERSIONS: frozenset[str] = frozenset()  # of this format, whose results are known to be wrong
DTYPES = {"cold_positions": ("<i8",), "nim_values": ("<u2", "<u4")}  # what a folder can hold, and how
FILES = {"about.json", "game.npz", "results.npy", "log.csv", "lock"}
GAME = "moves", "hotspots"  # in game.npz
MENDED = ": start the run again, with its game, to have it mended"
SOURCES = Path(__file__).parents[2]
LINE = re.compile(rb"(\d{19}),(\d{19}),([0-9a-f]{64})\n")
LENGTH = 105  # bytes of a line
FLUSH_SECONDS = 5.0  # of work that are written together, and that a kill may cost


class Entry(NamedTuple):
    """A line of the log: the results of range(start, stop), which are those from number `first` to number last - 1."""

    start: int
    stop: int
    first: int
    last: int
    checksum: str

    def line(self) -> bytes:
        return f"{self.stop:019},{self.last:019},{self.checksum}\n".encode()


Game: TypeAlias = tuple[Moves, Positions]  # moves and hotspots, int64[:] each, ascending


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
    def game(self) -> Game:
        """The moves and the hotspots below n; DamagedError if they can't be those of a run."""
        path, n = self.folder / "game.npz", self.about["n"]
        if not n:
            return np.empty(0, np.int64), np.empty(0, np.int64)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            raise DamagedError(f"{path} is missing{MENDED}") from None
        try:  # whole arrays, so that their checksums are looked at before their sizes are believed
            with ZipFile(io.BytesIO(content)) as file:
                arrays = [np.load(io.BytesIO(file.read(f"{name}.npy")), allow_pickle=False) for name in GAME]
            moves, hotspots = map(integers, GAME, arrays, (1, 0), (LARGEST_SIZE, LARGEST_SIZE))
        except MemoryError:
            raise
        except Exception as error:  # a damaged zip file raises errors of many kinds
            raise DamagedError(f"{path} has been altered{MENDED}") from error
        return _within(moves, 0, n), _within(hotspots, 0, n)

    @property
    def moves(self) -> Moves:
        """int64[:]: the moves below n."""
        return self.game[0]

    @property
    def hotspots(self) -> Positions:
        """int64[:]: the hotspots below n."""
        return self.game[1]

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

    def damaged(self, game: Game | None = None) -> list[Entry]:
        """The entries whose results are not what a run of the game has written; reads all of them.

        None: the game that the folder names.
        """
        known = game or self.game
        return [entry for entry in self.blocks if not self._is_whole(entry, known)]

    def entry(self, start: int, stop: int, first: int, found: Found, game: Game) -> Entry:
        """The entry for results; its checksum does not depend on how wide the type is that nim-values are stored in."""
        last, values = first + found.size, narrowed(found) if found.dtype.kind == "u" else found
        parts = [values, *(_within(numbers, start, stop) for numbers in game if "format" in self.about)]
        stored = [np.ascontiguousarray(part, part.dtype.newbyteorder("<")).data for part in parts]
        return Entry(start, stop, first, last, sha256([f"{start},{stop},{first},{last}".encode(), *stored]))

    def _is_whole(self, entry: Entry, game: Game) -> bool:
        start, stop, first, last, _ = entry
        try:
            found = self._mapped(first, last)
        except DamagedError:
            return False
        if self.about["results"] == "nim_values":  # each is a mex of at most |S| numbers
            possible = found.size == stop - start and int(found.max(initial=0)) <= game[0].size
        else:
            possible = ascends(found, start, stop)
        return possible and self.entry(start, stop, first, found, game) == entry

    def _mapped(self, first: int, last: int) -> Found:
        """The results from number `first` to number last - 1."""
        dtypes = DTYPES[self.about["results"]]
        if first == last:
            return np.empty(0, dtypes[0])
        try:
            with self.data.open("rb") as file:
                begin = file.read(HEADER)
                dtype = next(np.dtype(name) for name in dtypes if begin[:30] == npy_header(name, 0)[:30])
                mapped = np.memmap(file, dtype, "r", HEADER + first * dtype.itemsize, (last - first,))
        except (FileNotFoundError, ValueError, OverflowError, StopIteration) as error:
            raise DamagedError(f"{self.data} is missing, or has been altered or cut") from error
        return mapped.view(np.ndarray)


def _within(numbers: Positions, start: int, stop: int) -> Positions:
    return numbers[slice(*np.searchsorted(numbers, [start, stop]))]


def results(folder: str | Path) -> Results:
    """What the folder of a long run holds so far.

    Raises FileNotFoundError if it holds no run, DamagedError if what it says of itself isn't what was written,
    ValueError for another format. Reads about.json and log.csv: `Results.damaged` checks the results themselves.
    """
    folder = checked_folder(folder)
    about = _about(folder)
    return Results(folder, about, _lines(folder, about["n"]))


def checked_folder(folder: Any) -> Path:
    """The folder as a Path; TypeError for what is neither that nor a str, ValueError for ""."""
    if not isinstance(folder, (str, Path)):
        raise TypeError(f"folder must be a str or a Path, not {abbreviated(folder)}")
    if folder == "":
        raise ValueError('folder must be named, if only ".", not be ""')
    return Path(folder)


def _about(folder: Path) -> dict[str, Any]:
    """What about.json says, if a run has written it."""
    try:
        content = (folder / "about.json").read_bytes()
    except FileNotFoundError:
        raise FileNotFoundError(f"{folder} holds no long run: about.json is missing") from None
    try:
        about = json.loads(content)
        checksum = about.pop("sha256", None)
        is_whole = checksum == _checksum(about) if checksum else "format" not in about  # version 0.3 had neither
        versions = {about["version"], *(session.get("version") for session in about.get("sessions", []))}
        is_known = is_whole and about["results"] in DTYPES and 0 <= int(about["n"]) <= LARGEST_SIZE
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        is_known = False
    if not is_known:
        raise DamagedError(f"{folder}: about.json has been altered, or is of an early version{MENDED}")
    if about.get("format", FORMAT) != FORMAT:
        raise ValueError(f"{folder} holds a run in another format: read it by version {about['version']}")
    if wrong := versions & WRONG_VERSIONS:
        raise ValueError(f"{folder} holds results of version {min(wrong)}, which are known to be wrong: remove it")
    return about


def _checksum(about: dict[str, Any]) -> str:
    return sha256([json.dumps(about, sort_keys=True).encode()])


def _lines(folder: Path, n: int = LARGEST_SIZE) -> tuple[Entry, ...]:
    """The log up to the first line that is none, or beyond n."""
    blocks = [Entry(0, 0, 0, 0, "")]
    with suppress(FileNotFoundError), (folder / "log.csv").open("rb") as file:
        while match := LINE.fullmatch(file.read(LENGTH)):
            before, stop, last = blocks[-1], int(match[1]), int(match[2])
            if not before.stop < stop <= n or last < before.last:
                break
            blocks.append(Entry(before.stop, stop, before.last, last, match[3].decode()))
    return tuple(blocks[1:])


# --- writing -------------------------------------------------------------------------------------------


@contextmanager
def opened(folder: Path, about: dict[str, Any], moves: Moves, hotspots: Positions) -> Iterator[Writer]:
    """A folder, made if it is not there, for a run of this game to write to; `about` says what to compute.

    It holds one game as far as it was asked for: a larger n carries its run on, a smaller one is served from it.
    Raises ValueError if it holds another run (it says what differs), FileExistsError if it holds other files,
    BlockingIOError if another run is writing to it, OSError if it can't be read or written.
    """
    with _explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
        _refuse_strangers(folder)
        try:
            lock: AbstractContextManager[Any] = locked(folder / "lock")
        except OSError as error:
            is_begun = error.errno in (errno.EACCES, errno.EROFS) and (folder / "about.json").exists()
            if not is_begun or results(folder).stop < about["n"]:
                raise
            lock = nullcontext()  # nothing is to be written
    with lock:  # without an ExitStack, which keeps the file open where it is interrupted as it ends
        with _explained(folder):
            run = _intact(_begun(folder, about, (moves, hotspots)))
            dtype = np.dtype("<i8" if about["results"] == "cold_positions" else value_type(moves)).newbyteorder("<")
            run = _with_room(run, dtype)
        yield Writer(run, about, (moves, hotspots), dtype)


def _refuse_strangers(folder: Path) -> None:
    """FileExistsError, before anything is written, if there are files that are not a run's.

    A run writes about.json first, so it is looked for last: others may just be beginning here.
    """
    names = {path.name for path in folder.iterdir() if path.name[0] != "."}
    others = names - FILES
    if not (folder / "about.json").exists() and not _lines(folder):
        others = names - {"lock"}
    if others:
        raise FileExistsError(f"{folder} holds other files ({min(others)}): name an empty or a new folder")


def _begun(folder: Path, about: dict[str, Any], game: Game) -> Results:
    """The folder's run: begun if there is none, carried on if it is to go farther, refused if it is another one.

    Where about.json or game.npz doesn't say which one it is, all lines must.
    """
    try:
        run = results(folder)
        stored, problem = run.game, None
    except (FileNotFoundError, DamagedError) as error:
        run, problem = Results(folder, about | {"format": FORMAT, "n": 0}, _lines(folder)), error
        if not run.blocks:
            _write_about(folder, run.about)  # so that what follows is written to the folder of a run
        elif about["n"] < run.stop or run.damaged(game):
            todo = f"Put it back, remove the folder, or ask for the {run.stop} positions of its own game"
            raise DamagedError(f"{error}; but these results aren't all of this one. {todo}") from error
        else:
            warnings.warn(f"{error}; this is done", stacklevel=2)
    if not problem and (differing := list(_differences(run, about, stored, game))):
        todo = "Name another folder, or remove this one"
        raise ValueError(f"{folder} holds another run: {'; '.join(differing)}. {todo}")
    if about["n"] > run.about["n"]:
        with synced_write(folder / "game.npz") as file:
            np.savez(file, moves=game[0], hotspots=game[1])
        _write_about(folder, run.about | {"game": about["game"], "n": about["n"]})
    return results(folder)


def _differences(run: Results, about: dict[str, Any], stored: Game, game: Game) -> Iterator[str]:
    if run.about["results"] != about["results"]:
        yield f"results is {abbreviated(run.about['results'])} there and {abbreviated(about['results'])} here"
    below = min(run.about["n"], about["n"])
    for name, there, here in zip(GAME, stored, game, strict=True):
        old, new = _within(there, 0, below), _within(here, 0, below)
        if not np.array_equal(old, new):
            games = f"{old.size} of {abbreviated(run.about.get('game'))} there and {new.size} of"
            yield f"{name} below {below} are not the same, {games} {abbreviated(about['game'])} here"


def _write_about(folder: Path, about: dict[str, Any]) -> None:
    with synced_write(folder / "about.json") as file:
        file.write((json.dumps(about | {"sha256": _checksum(about)}, indent=2) + "\n").encode())


def _origin(folder: Path) -> dict[str, str]:
    """The day, the machine, and the commit that last changed the folder, with a mark if it has changed since.

    "" where it is not under git.
    """

    def git(*command: str) -> str:
        with suppress(OSError):
            return subprocess.run(["git", "-C", folder, *command], capture_output=True, text=True, check=False).stdout
        return ""

    commit = git("log", "-1", "--format=%h", "--abbrev=12", "--", ".").strip()
    commit += "+changes" if commit and git("status", "--porcelain", "--", ".") else ""
    day = time.strftime("%Y-%m-%d", time.gmtime())
    return {"commit": commit, "date": day, "machine": f"{platform.machine()}, {cores()} cores"}


def _intact(run: Results) -> Results:
    """The run as far as its results are what was written. The log says so before anything is written over the rest."""
    damaged, log = run.damaged(), run.folder / "log.csv"
    whole = replace(run, blocks=run.blocks[: run.blocks.index(damaged[0])] if damaged else run.blocks)
    size, stored = LENGTH * len(whole.blocks), log.stat().st_size if log.exists() else -1
    if stored - size >= LENGTH:  # less is what a kill may leave of a line
        lost = f"positions from {whole.stop} on are damaged or missing"
        warnings.warn(f"{run.folder}: {lost}; they are computed anew", stacklevel=2)
    if stored != size:
        with synced_write(log) as file:
            file.writelines(entry.line() for entry in whole.blocks)
    return whole


def _with_room(run: Results, dtype: np.dtype[Any]) -> Results:
    """The run, with a file for its results that any program can map, and whose type can hold those to come, too."""
    found = run.array
    if not run.count or found.dtype.itemsize < dtype.itemsize:
        with synced_write(run.data) as file:
            file.writelines([npy_header(dtype.str, found.size), found.astype(dtype).data])
        return run
    with run.data.open("rb") as data:
        header = data.read(HEADER)
    if header != npy_header(found.dtype.str, found.size):  # a kill may leave the number of results that no line counts
        _write_at(run.data, {0: npy_header(found.dtype.str, found.size)})
    return run


class Writer:
    """The one who may write to a folder; `results` are those that it holds."""

    def __init__(self, run: Results, about: dict[str, Any], game: Game, dtype: np.dtype[Any]) -> None:
        self.results, self.n, self.version, self.game = run, about["n"], about["version"], game
        self.process = os.getpid()
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
        run = self.results
        if run.stop == start or os.getpid() != self.process:
            return
        session = {"from": start, "to": run.stop, "seconds": round(seconds, 1), "version": self.version}
        sessions = [*run.about.get("sessions", []), session | _origin(SOURCES)]
        self.results = replace(run, about=run.about | {"sessions": sessions[-100:]})
        with _explained(run.folder):
            _write_about(run.folder, self.results.about)

    def _add(self, waiting: list[Block]) -> None:
        """Write blocks that follow the folder's results: first these, then the line that counts them."""
        run = self.results
        new = [block for block in waiting if block.stop > run.stop]
        if not new or os.getpid() != self.process:  # a forked child's generator ends, too
            return
        found = np.concatenate([block.found for block in new]).astype(self.dtype)
        entry = run.entry(run.stop, new[-1].stop, run.count, found, self.game)
        with _explained(run.folder):
            place = HEADER + entry.first * found.itemsize
            _write_at(run.data, {place: found.data, 0: npy_header(found.dtype.str, entry.last)})
            _write_at(run.folder / "log.csv", {LENGTH * len(run.blocks): entry.line()})
        self.results = replace(run, blocks=(*run.blocks, entry))


def _write_at(path: Path, contents: dict[int, bytes | memoryview]) -> None:
    """Put contents at places of a file that is there, and on the disk."""
    with path.open("r+b") as file:
        for place, content in contents.items():
            file.seek(place)
            file.write(content)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Say how to go on when the folder can't be used."""
    try:
        yield
    except BlockingIOError:
        raise BlockingIOError(f"another run is writing to {folder}") from None
    except OSError as error:
        if error.errno is None:  # it says so itself
            raise
        what = f"{Path(error.filename).name}: {error.strerror}" if error.filename else error.strerror
        todo = "put it back, make room, or make it writable, and start again with the same arguments to continue"
        message = f"{folder} can't be read or written ({what}). What was finished is kept: {todo}"
        raise OSError(error.errno, message) from error
