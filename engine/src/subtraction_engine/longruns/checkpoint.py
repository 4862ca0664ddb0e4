"""The folder of a long run. The run can be stopped at any instant and continued, and its results can be read meanwhile.

* `about.json`: the kind of results, the game's name, n, and the sessions that were not killed, with a checksum
* `game.npz`: the moves and the hotspots below n, int64
* `results.npy`: int64 cold positions, ascending, or the unsigned nim-value of every position
* `log.csv`: a line of fixed length for each batch of results, with the end of its range, the total number of results so
  far, and the SHA-256 of the new results, their range, their place, and the moves and hotspots in this range

Results are added in three steps: they are written to results.npy, a line of the log counts them, and the header of
results.npy counts them too. Each step reaches the disk before the next begins, so all results up to the last complete
line are safe even if the run is killed. As they never change, they can be read without a lock. At each start, a run
locks log.csv, checks all lines, and recomputes the results from the first damaged line on.

A small file never decides whether the large one lives. Since each line's checksum includes the game, about.json and
game.npz can be restored when a caller names the game. A kill leaves less than a line of the log, and no header that
counts more results than the lines do. Before a run discards anything else, it moves results.npy into a new folder,
damaged-1 or the next number, beside a copy of log.csv. A file that can't be read because of missing permissions or too
little memory does not count as damaged. Only `verify` can find results that were wrong when they were written.
"""

from __future__ import annotations

import io
import json
import os
import platform
import re
import shutil
import time
import warnings
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from subtraction_games.arguments import Moves, Positions, abbreviated, bound, whole_number

from ..support.blocks import KINDS, NIM, Block, Kind, ResultArray, cores, narrowed, value_type, within
from ..support.durable import HEADER, DamagedError, locked, npy_header, opened, sha256, synced_write, write_at

FORMAT = 1  # version of the folders' format
MENDED = ": start the run again, with its game, to repair it"
LINE = re.compile(rb"(\d{19}),(\d{19}),([0-9a-f]{64})\n")
LENGTH = 105  # bytes of a line
FLUSH_SECONDS = 5.0  # between two writes; a killed run loses the work done since the last write
BlocksFrom: TypeAlias = Callable[..., Generator[Block]]


class Game(NamedTuple):
    """The game whose run a folder contains, as two ascending arrays int64[:]."""

    moves: Moves
    hotspots: Positions


class Entry(NamedTuple):
    """A line of the log. The results of range(start, stop) are elements first to last - 1 of results.npy."""

    start: int
    stop: int
    first: int
    last: int
    checksum: str

    @classmethod
    def of(cls, kind: Kind, start: int, stop: int, first: int, new: ResultArray, game: Game) -> Entry:
        """Return the entry for new results. The width of stored nim-values does not affect the checksum."""
        last, numbers = first + new.size, narrowed(new) if kind is NIM else new
        parts = [numbers, *(within(part, start, stop) for part in game)]
        stored = [np.ascontiguousarray(part, part.dtype.newbyteorder("<")).data for part in parts]
        return cls(start, stop, first, last, sha256([f"{start},{stop},{first},{last}".encode(), *stored]))


@dataclass
class Results:
    """The contents of a run's folder at the time when it was read, even if the run was still in progress.

    `about` contains about.json, `blocks` the lines of the log, and `array` the `count` results of range(stop), as int64
    cold positions or unsigned nim-values. The array is mapped read-only from the file with the path `data`, so only the
    parts in use are loaded. The run is `finished` if `stop` is n.
    """

    folder: Path
    about: dict[str, Any]
    blocks: tuple[Entry, ...]

    def __post_init__(self) -> None:
        self.kind, self.data = KINDS[self.about["results"]], self.folder / "results.npy"
        self.stop, self.count = (self.blocks[-1].stop, self.blocks[-1].last) if self.blocks else (0, 0)
        self.finished = self.stop == self.about["n"]

    def __repr__(self) -> str:
        title = f"{self.kind.label} of {self.about.get('game')} below {bound(self.about['n'])}"
        state = "finished" if self.finished else f"so far below {self.stop:,}"
        return f"{title}, {state}: {self.count:,}, in {self.folder}"

    @property
    def game(self) -> Game:
        """The moves and the hotspots below n. Raises DamagedError if game.npz is missing or damaged."""
        path, n = self.folder / "game.npz", self.about["n"]
        content = io.BytesIO(_content(path))
        try:
            with np.load(content, allow_pickle=False) as parts:
                return Game(*(within(parts[name].astype(np.int64), 0, n) for name in Game._fields))
        except MemoryError:
            raise
        except Exception as error:  # a damaged zip file raises errors of many kinds
            raise DamagedError(f"{path} is missing or has been altered{MENDED}") from error

    @property
    def array(self) -> ResultArray:
        """All results. Raises DamagedError if the file lacks some of them."""
        stored = self.stored()[: self.count]
        if stored.size < self.count:
            raise DamagedError(f"{self.data} is missing, or has been altered or cut")
        return stored

    def of_range(self, start: int, stop: int) -> ResultArray:
        """Return the results of range(start, stop). Raises ValueError unless 0 <= start <= stop <= self.stop."""
        if not 0 <= start <= stop <= self.stop:
            raise ValueError(f"start and stop must ascend from 0 to {self.stop}, not be {start} and {stop}")
        return Block(0, self.stop, self.array).cut(self.kind, start, stop).results

    def damaged(self, game: Game | None = None) -> list[Entry]:
        """Read all results, and return the log entries whose checksums do not match these results and the game."""
        game, kind, stored = game or self.game, self.kind, self.stored()  # by default the folder's own game
        again = (Entry.of(kind, *entry[:3], stored[entry.first : entry.last], game) for entry in self.blocks)
        return [entry for entry, written in zip(self.blocks, again, strict=True) if entry != written]

    def stored(self) -> ResultArray:
        """Return all numbers in results.npy, whether or not the log counts them. By default, they are narrow."""
        narrow, *_ = self.kind.dtypes
        with suppress(FileNotFoundError, ValueError), opened(self.data, "rb") as file:  # ValueError: without a header
            begin, size = file.read(30), os.fstat(file.fileno()).st_size - HEADER
            dtype = next((name for name in self.kind.dtypes if begin == npy_header(name, 0)[:30]), narrow)
            return np.memmap(file, dtype, "r", HEADER, (size // np.dtype(dtype).itemsize,)).view(np.ndarray)
        return np.empty(0, narrow)


def results(folder: str | Path) -> Results:
    """Return the results stored so far in the folder of a long run.

    Reads only about.json and log.csv; `Results.damaged` checks the results themselves. Raises FileNotFoundError if the
    folder contains no run, DamagedError if about.json was altered, and ValueError for another format.
    """
    folder = Path(folder)
    about = _about(folder)  # read before the log, which may belong to a larger n by now
    return Results(folder, about, tuple(entry for entry in _lines(folder) if entry.stop <= about["n"]))


def stored_below(folder: Path) -> int:
    """Return the position below which a folder contains all results, according to its log alone."""
    return max((entry.stop for entry in _lines(folder)), default=0)


def _content(path: Path, most: int = -1) -> bytes:
    """Return at most this many bytes of a file, or none if it is missing."""
    with suppress(FileNotFoundError, NotADirectoryError), opened(path, "rb") as file:
        return file.read(most)
    return b""


def _about(folder: Path) -> dict[str, Any]:
    """Return the contents of about.json. Raises the same errors as `results`."""
    content = _content(folder / "about.json")
    if not content:
        raise FileNotFoundError(f"{folder} contains no long run: about.json is missing")
    try:
        about = json.loads(content)
        is_whole = about.pop("sha256") == _checksum(about)
        if about["format"] == FORMAT:
            about["n"] = whole_number("n", about["n"], least=0)
            is_whole &= about["results"] in KINDS and isinstance(about.get("sessions", []), list)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        is_whole = False
    if not is_whole:
        raise DamagedError(f"{folder}: about.json has been altered, or is of an early version{MENDED}")
    if about["format"] != FORMAT:
        raise ValueError(f"{folder} contains a run in another format: read it with version {about['version']}")
    return about


def _checksum(about: dict[str, Any]) -> str:
    return sha256([json.dumps(about, sort_keys=True).encode()])


def _lines(folder: Path) -> tuple[Entry, ...]:
    """Return the lines of the log, up to the first invalid line."""
    blocks = [Entry(0, 0, 0, 0, "")]
    with suppress(FileNotFoundError, NotADirectoryError), opened(folder / "log.csv", "rb") as file:
        while match := LINE.fullmatch(file.read(LENGTH)):
            before, stop, last = blocks[-1], int(match[1]), int(match[2])
            if not (before.stop < stop and 0 <= last - before.last <= stop - before.stop):
                break
            blocks.append(Entry(before.stop, stop, before.last, last, match[3].decode()))
    return tuple(blocks[1:])


# --- writing -------------------------------------------------------------------------------------------


def kept(folder: Path, about: dict[str, Any], game: Game, blocks_from: BlocksFrom) -> Generator[Block]:
    """Yield all blocks below n, first those in the folder and then new ones, which are written there within seconds.

    blocks_from(position, earlier) yields the blocks from the one that contains `position` on, where earlier(a, b)
    returns the results of range(a, b). The folder is created if it is missing. It belongs to a single game, and a call
    with a larger n extends the results. Raises ValueError if the folder contains another run, FileExistsError if it
    contains other files, OSError if it can't be read or written, and BlockingIOError if another run is writing to it.
    """
    n, run = about["n"], None
    try:
        with ExitStack() as stack:
            with suppress(FileNotFoundError, DamagedError):
                run = _named(folder, about, game)
            if run is None or run.stop < n or not _is_headed(run) or run.damaged():
                _refuse_other_files(folder)
                stack.enter_context(locked(folder / "log.csv"))
                run = _intact(_begun(folder, about, game), game.moves)
            whole = Block(0, run.stop, run.array)
            yield from (whole.cut(run.kind, start, min(stop, n)) for start, stop, *_ in run.blocks if start < n)
            if run.stop < n:
                yield from _grown(run, about, game, blocks_from)
    except OSError as error:
        if error.errno is None:  # an error of this package, whose message says enough
            raise
        advice = f"finished blocks in {folder} are kept, and the same call continues once the cause is gone"
        raise OSError(error.errno, f"{error.strerror}; {advice}", error.filename) from error


def _refuse_other_files(folder: Path) -> None:
    """Create the folder if it is missing. Raise FileExistsError if it contains other files but no run."""
    folder.mkdir(parents=True, exist_ok=True)
    names = sorted(path.name for path in folder.iterdir() if path.name[0] != ".")  # listed before another run begins
    is_ours = stored_below(folder) > 0 or (names in ([], ["log.csv"]) and not _content(folder / "log.csv", 1))
    with suppress(FileNotFoundError, DamagedError):
        is_ours = is_ours or bool(_about(folder))
    with suppress(DamagedError):  # a run that has just begun may have nothing else
        is_ours = is_ours or bool(Results(folder, {"results": NIM.key, "n": 0}, ()).game)
    if not is_ours:
        raise FileExistsError(f"{folder} contains other files ({names[0]}): name an empty or a new folder")


def _named(folder: Path, about: dict[str, Any], game: Game) -> Results:
    """Return the run that about.json and game.npz describe, if they are whole.

    Raises ValueError unless the run evaluates this game below the smaller of the two values of n.
    """
    run = results(folder)
    below, pairs = min(run.about["n"], about["n"]), zip(Game._fields, run.game, game, strict=True)
    others = [name for name, a, b in pairs if not np.array_equal(within(a, 0, below), within(b, 0, below))]
    if others or run.about["results"] != about["results"]:
        old, new = (f"{which['results']} of {abbreviated(which.get('game'))}" for which in (run.about, about))
        new += f", which has other {' and '.join(others)} below {below}" if others else ""
        raise ValueError(f"{folder} contains another run: {old}, not {new}. Name another folder, or remove this one")
    return run


def _begun(folder: Path, about: dict[str, Any], game: Game) -> Results:
    """Return the folder's run, or begin one, and record this game and the larger of the run's n and the caller's n.

    Raises ValueError or DamagedError unless the folder's run evaluates this game.
    """
    try:
        run = _named(folder, about, game)
        if about["n"] <= run.about["n"]:
            return run
    except (FileNotFoundError, DamagedError) as error:
        run = Results(folder, about | {"n": 0, "format": FORMAT}, _lines(folder))
        with suppress(FileNotFoundError, DamagedError):
            run = replace(run, about=_about(folder) | run.about)
        if run.blocks and (about["n"] < run.stop or run.damaged(game)):
            advice = f"Put it back, remove the folder, or ask for the {run.stop} positions of its own game"
            raise DamagedError(f"{error}; but not all of these results belong to this game. {advice}") from None
        if run.blocks:
            warnings.warn(f"{error}; this run restores it", stacklevel=2)
    with synced_write(folder / "game.npz") as file:
        np.savez(file, **game._asdict())
    _write_about(run, game=about["game"], n=about["n"])
    return results(folder)


def _write_about(run: Results, **changes: Any) -> None:
    about = run.about | changes
    with synced_write(run.folder / "about.json") as file:
        file.write((json.dumps(about | {"sha256": _checksum(about)}, indent=2) + "\n").encode())


def _intact(run: Results, moves: Moves) -> Results:
    """Discard what follows the undamaged lines of the log, and return the undamaged part of the run.

    Afterwards results.npy has a valid header and a type that can store all later results. If more is discarded than a
    kill explains, the files are set aside first.
    """
    damaged, log = run.damaged(), run.folder / "log.csv"
    run = replace(run, blocks=run.blocks[: run.blocks.index(damaged[0])]) if damaged else run
    stored, array, size = run.stored(), run.array, LENGTH * len(run.blocks)
    dtype = np.promote_types(stored.dtype, value_type(moves)).newbyteorder("<")
    counted = re.search(rb"\((\d{1,19}),\)", _content(run.data, HEADER))  # a damaged header may count too many
    held, excess = min(int(counted[1]) if counted else stored.size, stored.size), log.stat().st_size - size
    aside = None
    if held > run.count or excess >= LENGTH:
        aside = next(path for k in count(1) if not (path := run.folder / f"damaged-{k}").exists())
        aside.mkdir()
        with opened(log, "rb") as file, synced_write(aside / "log.csv") as copy:
            shutil.copyfileobj(file, copy)
        loss = f"positions from {run.stop} on are damaged or missing; they are computed again"
        warnings.warn(f"{run.folder}: {loss}. The files as they were are in {aside}", stacklevel=2)
    if excess:
        write_at(log, size, b"", size)  # first, so that no line ever counts results that are not there
    if aside or stored.dtype != dtype or not run.data.exists():
        with synced_write(run.data) as file:
            file.writelines([npy_header(dtype.str, run.count), array.astype(dtype, copy=False).data])
            if aside and run.data.exists():
                try:  # two names, until the new file replaces this one: an interrupt leaves the run intact
                    os.link(run.data, aside / "results.npy")
                except OSError:  # a file system without hard links
                    os.rename(run.data, aside / "results.npy")
    elif not _is_headed(run):
        write_at(run.data, 0, npy_header(dtype.str, run.count))
    return run


def _is_headed(run: Results) -> bool:
    """Return whether the header of results.npy counts as many results as the lines of the log, even those beyond n."""
    lines = _lines(run.folder)
    header = npy_header(run.stored().dtype.str, lines[-1].last if lines else 0)
    return _content(run.data, HEADER) == header


def _grown(run: Results, about: dict[str, Any], game: Game, blocks_from: BlocksFrom) -> Generator[Block]:
    """Yield the blocks from the end of the run to n, and write them to the folder.

    Even if the run is interrupted, all blocks that the evaluation has returned are written.
    """
    n, position, process, waiting = about["n"], run.stop, os.getpid(), list[Block]()
    began = flushed = time.monotonic()
    try:
        with closing(blocks_from(position, run.of_range)) as blocks:
            for block in blocks:
                waiting.append(block.cut(run.kind, position, n))
                if block.stop >= n or time.monotonic() - flushed >= FLUSH_SECONDS:
                    run = _added(run, waiting, game)
                    waiting, flushed = [], time.monotonic()
                yield block.cut(run.kind, position, n)
    finally:
        if os.getpid() == process:  # a forked child leaves the folder to its parent
            run = _added(run, waiting, game)
            if run.stop > position:
                session: dict[str, Any] = {
                    "from": position,
                    "to": run.stop,
                    "seconds": round(time.monotonic() - began, 1),
                }
                session |= {"version": about["version"], "date": time.strftime("%Y-%m-%d", time.gmtime())}
                session |= {"machine": f"{platform.machine()}, {cores()} cores"}
                _write_about(run, sessions=[*run.about.get("sessions", []), session])
    if run.damaged(game):
        raise DamagedError(f"{run.data} was altered during the run; start the run again")


def _added(run: Results, waiting: list[Block], game: Game) -> Results:
    """Write the results of all pending blocks, then log them in one line. Return the run with this line appended."""
    later = [block for block in waiting if block.stop > run.stop]
    if not later:
        return run
    dtype = run.stored().dtype
    new = np.concatenate([block.results for block in later]).astype(dtype)
    entry = Entry.of(run.kind, run.stop, later[-1].stop, run.count, new, game)
    write_at(run.data, HEADER + entry.first * dtype.itemsize, new.data)
    line = f"{entry.stop:019},{entry.last:019},{entry.checksum}\n"
    write_at(run.folder / "log.csv", LENGTH * len(run.blocks), line.encode())
    write_at(run.data, 0, npy_header(dtype.str, entry.last))
    return replace(run, blocks=(*run.blocks, entry))
