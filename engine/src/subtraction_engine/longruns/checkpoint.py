"""The folder of a long run. The run can be stopped at any instant and continued, and its results can be read meanwhile.

* `about.json`: the kind of results, the game's name, n, and the sessions that were not killed, with a checksum
* `game.npz`: the moves and the hotspots below n, int64
* `results.npy`: int64 cold positions, ascending, or the unsigned nim-value of every position
* `log.csv`: a line of fixed length for each batch of results, with the end of its range, the total number of results so
  far, and the SHA-256 of the new results, their range, their place, and the moves and hotspots in this range

The files results.npy and log.csv only grow, and a line is written only after its results are on the disk. Even if the
run is killed, all results up to the last complete line are therefore safe. At each start, a run locks log.csv, checks
all lines, and recomputes the results from the first damaged line on. Since each line's checksum includes the game,
about.json and game.npz can be restored when a caller names the game. A file that can't be read because of missing
permissions or too little memory does not count as damaged. Results that were wrong when they were written can be found
only by `verify`. A run touches nothing outside its folder, and it refuses to follow links.
"""

from __future__ import annotations

import io
import json
import os
import platform
import re
import time
import warnings
from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import numpy as np

from subtraction_games.arguments import LARGEST_SIZE, Moves, Positions, abbreviated, bound, whole_number

from ..support.blocks import KINDS, NIM, Block, BlocksOf, Kind, Legs, ResultArray, cores, narrowed, value_type, within
from ..support.files import HEADER, DamagedError, explained, locked, npy_header, opened, sha256, synced_write, write_at

FORMAT = 1  # version of the folders' format
MENDED = ": start the run again, with its game, to repair it"
LINE = re.compile(rb"(\d{19}),(\d{19}),([0-9a-f]{64})\n")
LENGTH = 105  # bytes of a line
FLUSH_SECONDS = 5.0  # between two writes; a killed run loses the work done since the last write


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


@dataclass(frozen=True)
class Results:
    """The contents of a run's folder at the time when it was read, even if the run was still in progress.

    `about` contains about.json, `blocks` the lines of the log, and `array` the results of range(stop), as int64 cold
    positions or unsigned nim-values. The array is mapped read-only from the file, so only the parts in use are loaded.
    """

    folder: Path
    about: dict[str, Any]
    blocks: tuple[Entry, ...]

    def __repr__(self) -> str:
        title = f"{self.kind.label} of {self.about.get('game')} below {bound(self.about['n'])}"
        state = "finished" if self.finished else f"so far below {self.stop:,}"
        return f"{title}, {state}: {self.count:,}, in {self.folder}"

    @property
    def kind(self) -> Kind:
        return KINDS[self.about["results"]]

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
        """The path of the file with the results."""
        return self.folder / "results.npy"

    @property
    def game(self) -> Game:
        """The moves and the hotspots below n. Raises DamagedError if game.npz is missing or damaged."""
        path, n, content = self.folder / "game.npz", self.about["n"], b""
        with suppress(FileNotFoundError), opened(path, "rb") as file:
            content = file.read()
        try:  # whole files are read from the archive, so that their checksums are checked before numpy uses their sizes
            with ZipFile(io.BytesIO(content)) as zipped:
                parts = (io.BytesIO(zipped.read(f"{name}.npy")) for name in Game._fields)
                moves, hotspots = (np.load(part, allow_pickle=False).astype(np.int64) for part in parts)
            return Game(within(moves, 0, n), within(hotspots, 0, n))
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
        """Return all numbers in results.npy, whether or not the log counts them, or none if the header is invalid."""
        with suppress(FileNotFoundError), opened(self.data, "rb") as file:
            begin, size = file.read(HEADER), os.fstat(file.fileno()).st_size - HEADER
            for dtype in map(np.dtype, self.kind.dtypes):
                if size >= 0 and begin[:30] == npy_header(dtype.str, 0)[:30]:
                    return np.memmap(file, dtype, "r", HEADER, (size // dtype.itemsize,)).view(np.ndarray)
        return np.empty(0, self.kind.dtypes[0])


def results(folder: str | Path) -> Results:
    """Return the results stored so far in the folder of a long run.

    Reads only about.json and log.csv; `Results.damaged` checks the results themselves. Raises FileNotFoundError if the
    folder contains no run, DamagedError if about.json was altered, and ValueError for another format.
    """
    folder = Path(folder)
    return Results(folder, _about(folder), _lines(folder))


def stored_below(folder: Path) -> int:
    """Return the position below which a folder contains all results, according to its log alone."""
    return Results(folder, {}, _lines(folder)).stop


def _about(folder: Path) -> dict[str, Any]:
    """Return the contents of about.json. Raises the same errors as `results`."""
    try:
        with opened(folder / "about.json", "rb") as file:
            content = file.read()
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(f"{folder} contains no long run: about.json is missing") from None
    try:
        about = json.loads(content)
        is_whole = about.pop("sha256") == _checksum(about)
        if about["format"] == FORMAT:
            about["n"] = whole_number("n", about["n"], least=0)
            is_whole &= about["results"] in KINDS and isinstance(about["version"], str)
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


def kept(folder: Path, about: dict[str, Any], game: Game, legs: Legs, blocks_of: BlocksOf) -> Generator[Block]:
    """Yield all blocks below n, first those in the folder and then new ones, which are written there within seconds.

    The folder is created if it is missing. A folder belongs to a single game, and a call with a larger n extends the
    results. Several callers can read finished results at the same time. Raises ValueError if the folder contains
    another run, FileExistsError if it contains other files, OSError if it can't be read or written, and BlockingIOError
    if another run is writing to it, or is reading it when this run must write.
    """
    with explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
        _refuse_other_files(folder)
        n = about["n"]
        for to_read in (True, False) if stored_below(folder) >= n else (False,):
            with locked(folder / "log.csv", to_read):
                run = _undamaged(folder, about, game) if to_read else _intact(_begun(folder, about, game), game.moves)
                if run is not None:
                    whole = Block(0, run.stop, run.array)
                    yield from (whole.cut(run.kind, start, min(stop, n)) for start, stop, *_ in run.blocks if start < n)
                    if run.stop < n:
                        yield from _grown(run, about, game, legs, blocks_of)
                    return


def _undamaged(folder: Path, about: dict[str, Any], game: Game) -> Results | None:
    """Return the folder's run if it evaluates this game, extends to n and is undamaged, and None otherwise."""
    run, _ = _named(folder, about, game)
    with suppress(FileNotFoundError):
        if run and run.stop >= about["n"] and _is_headed(run) and not run.damaged():
            return run if (folder / "log.csv").stat().st_size == LENGTH * len(run.blocks) else None
    return None


def _refuse_other_files(folder: Path) -> None:
    """Raise FileExistsError if the folder contains other files but no run.

    An empty log.csv may belong to another program. If other files lie beside it, about.json or game.npz must show that
    a run has begun.
    """
    names = sorted(path.name for path in folder.iterdir() if path.name[0] != ".")  # listed before another run begins
    log = folder / "log.csv"
    is_empty = log.exists() and not log.stat().st_size
    if not names or stored_below(folder) or (is_empty and names == ["log.csv"]):
        return
    for is_ours in (lambda: _about(folder), lambda: is_empty and Results(folder, {"n": LARGEST_SIZE}, ()).game):
        with suppress(FileNotFoundError, DamagedError):
            if is_ours():
                return
    raise FileExistsError(f"{folder} contains other files ({names[0]}): name an empty or a new folder")


def _begun(folder: Path, about: dict[str, Any], game: Game) -> Results:
    """Return the folder's run, or begin one, and record this game and the larger of the run's n and the caller's n.

    Raises ValueError or DamagedError unless the folder's run evaluates this game.
    """
    run, problem = _named(folder, about, game)
    if run and about["n"] <= run.about["n"]:
        return run
    if run is None:
        run = Results(folder, about | {"format": FORMAT}, _lines(folder))
        if run.blocks:
            if about["n"] < run.stop or run.damaged(game):
                advice = f"Put it back, remove the folder, or ask for the {run.stop} positions of its own game"
                raise DamagedError(f"{problem}; but not all of these results belong to this game. {advice}")
            warnings.warn(f"{problem}; this run restores it", stacklevel=2)
    with synced_write(folder / "game.npz") as file:
        np.savez(file, **game._asdict())
    return _write_about(run, game=about["game"], n=about["n"])


def _named(folder: Path, about: dict[str, Any], game: Game) -> tuple[Results | None, str]:
    """Return the run that about.json and game.npz describe, or None and the reason why there is none.

    Raises ValueError unless the run evaluates this game below the smaller of the two values of n.
    """
    try:
        run = results(folder)
        below, pairs = min(run.about["n"], about["n"]), zip(Game._fields, run.game, game, strict=True)
    except (FileNotFoundError, DamagedError) as error:
        return None, str(error)
    others = [name for name, a, b in pairs if not np.array_equal(within(a, 0, below), within(b, 0, below))]
    if others or run.about["results"] != about["results"]:
        old, new = (f"{which['results']} of {abbreviated(which.get('game'))}" for which in (run.about, about))
        difference = f", which has other {' and '.join(others)} below {below}" if others else ""
        advice = "Name another folder, or remove this one"
        raise ValueError(f"{folder} contains another run: {old}, not {new}{difference}. {advice}")
    return run, ""


def _write_about(run: Results, **changes: Any) -> Results:
    """Write about.json with these changes, and return the changed run."""
    about = run.about | changes
    with synced_write(run.folder / "about.json") as file:
        file.write((json.dumps(about | {"sha256": _checksum(about)}, indent=2) + "\n").encode())
    return replace(run, about=about)


def _intact(run: Results, moves: Moves) -> Results:
    """Cut the log before its first damaged line, and return the undamaged part of the run.

    Afterwards results.npy has a valid header and a type that can store all later results. The log is truncated before
    anything else is written.
    """
    damaged, log = run.damaged(), run.folder / "log.csv"
    run = replace(run, blocks=run.blocks[: run.blocks.index(damaged[0])]) if damaged else run
    size, stored = log.stat().st_size, run.stored()
    if size >= LENGTH * (len(run.blocks) + 1):  # a killed run may leave less than a line
        loss = f"positions from {run.stop} on are damaged or missing; they are computed again"
        warnings.warn(f"{run.folder}: {loss}", stacklevel=2)
    if size != LENGTH * len(run.blocks):
        write_at(log, {}, LENGTH * len(run.blocks))
    dtype = np.promote_types(stored.dtype, value_type(moves)).newbyteorder("<")
    header = npy_header(dtype.str, run.count)
    if not run.count or stored.dtype != dtype:
        with synced_write(run.data) as file:
            file.writelines([header, run.array.astype(dtype).data])
    elif not _is_headed(run):  # a killed run may leave a header that counts more results than the lines do
        write_at(run.data, {0: header})
    return run


def _is_headed(run: Results) -> bool:
    """Return whether the header of results.npy and the lines of the log count the same number of results."""
    with opened(run.data, "rb") as file:
        return file.read(HEADER) == npy_header(run.stored().dtype.str, run.count)


def _grown(run: Results, about: dict[str, Any], game: Game, legs: Legs, blocks_of: BlocksOf) -> Generator[Block]:
    """Yield the blocks from the end of the run to n, and write them to the folder.

    Even if the run is interrupted, all blocks that the evaluation has returned are written.
    """
    n, position, process, waiting = about["n"], run.stop, os.getpid(), list[Block]()
    began = flushed = time.monotonic()
    try:
        with closing(legs(blocks_of, position, run.of_range)) as blocks:
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
                seconds, machine = round(time.monotonic() - began, 1), f"{platform.machine()}, {cores()} cores"
                session: dict[str, Any] = {"from": position, "to": run.stop, "seconds": seconds}
                session |= {"version": about["version"], "date": time.strftime("%Y-%m-%d", time.gmtime())}
                _write_about(run, sessions=[*run.about.get("sessions", []), session | {"machine": machine}])
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
    place, line = HEADER + entry.first * dtype.itemsize, f"{entry.stop:019},{entry.last:019},{entry.checksum}\n"
    write_at(run.data, {place: new.data, 0: npy_header(dtype.str, entry.last)})
    write_at(run.folder / "log.csv", {LENGTH * len(run.blocks): line.encode()})
    return replace(run, blocks=(*run.blocks, entry))
