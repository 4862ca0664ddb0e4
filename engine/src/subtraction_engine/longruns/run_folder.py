"""The folder of a long run. The run can be stopped at any instant and continued, and its results can be read meanwhile.

* `about.json`: the kind of results, the game's name, n, the date and version of each start, and a checksum
* `game.npz`: the moves and the hotspots below n, int64
* `results.npy`: int64 cold positions, ascending, or the unsigned nim-value of every position
* `log.csv`: a line of fixed length for each batch of results, with the end of its range, the total number of results so
  far, and the SHA-256 of the new results, their range, their place, and the moves and hotspots in this range

Results are added in three steps: they are written to results.npy, a line of the log counts them, and the header of
results.npy counts them too. Each step reaches the disk before the next begins, so all results up to the last complete
line are safe even if the run is killed. As they never change, they can be read without a lock. At each start, a run
locks log.csv, checks all lines, and recomputes the results from the first damaged line on.

The section "The folder of a long run" of `engine/README.md` says why, and what happens to damaged files. A file that
can't be read because of missing permissions or too little memory does not count as damaged. Only `verify` can find
results that were wrong when they were written.
"""

from __future__ import annotations

import io
import json
import os
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

from subtraction_games.arguments import Moves, Positions, abbreviated, bound

from ..support.blocks import KINDS, NIM, Block, Kind, ResultArray, narrowed, value_type, within
from ..support.durable import HEADER, DamagedError, content, locked, npy_header, opened, sha256, synced_write, write_at

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

    def cut(self, start: int, stop: int) -> Game:
        """Return the moves and hotspots in range(start, stop)."""
        return Game(within(self.moves, start, stop), within(self.hotspots, start, stop))


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
        parts = [numbers, *game.cut(start, stop)]
        header = f"{start},{stop},{first},{last}".encode()
        return cls(start, stop, first, last, sha256([header, *(np.ascontiguousarray(part).data for part in parts)]))


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
        return _game(self.folder).cut(0, self.about["n"])

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
        narrow, *wider = self.kind.dtypes
        begin = content(self.data, HEADER)
        if len(begin) < HEADER:
            return np.empty(0, narrow)
        dtype = next((each for each in wider if begin[:30] == npy_header(each, 0)[:30]), narrow)
        with opened(self.data, "rb") as file:
            size = os.fstat(file.fileno()).st_size - HEADER
            return np.memmap(file, dtype, "r", HEADER, (size // np.dtype(dtype).itemsize,)).view(np.ndarray)


def results(folder: str | Path) -> Results:
    """Return the results stored so far in the folder of a long run.

    Reads only about.json and log.csv; `Results.damaged` checks the results themselves. Raises FileNotFoundError if the
    folder contains no run, DamagedError if about.json was altered, and ValueError for another format.
    """
    folder = Path(folder)
    about = _about(folder)  # read before the log, which may belong to a larger n by now, or in a copy of the folder
    return Results(folder, about, tuple(entry for entry in _lines(folder) if entry.stop <= about["n"]))


def stored_below(folder: Path) -> int:
    """Return the position below which a folder contains all results, according to its log alone."""
    return max((entry.stop for entry in _lines(folder)), default=0)


def _about(folder: Path) -> dict[str, Any]:
    """Return the contents of about.json. Raises the same errors as `results`."""
    text = content(folder / "about.json")
    if not text:
        raise FileNotFoundError(f"{folder} contains no long run: about.json is missing")
    try:
        about = json.loads(text)
        is_whole = about.pop("sha256") == _checksum(about)
    except Exception:  # a damaged text raises errors of many kinds
        is_whole = False
    if not is_whole:
        raise DamagedError(f"{folder}: about.json has been altered, or is of an early version{MENDED}")
    if about["format"] != FORMAT:
        raise ValueError(f"{folder} contains a run in another format: read it with version {about['version']}")
    return about


def _checksum(about: dict[str, Any]) -> str:
    return sha256([json.dumps(about, sort_keys=True).encode()])


def _game(folder: Path) -> Game:
    """Return the contents of game.npz. Raises DamagedError if the file is missing or damaged."""
    path = folder / "game.npz"
    archive = io.BytesIO(content(path))
    try:
        with np.load(archive, allow_pickle=False) as parts:
            return Game(*(parts[name].astype(np.int64) for name in Game._fields))
    except MemoryError:
        raise
    except Exception as error:  # a damaged zip file raises errors of many kinds
        raise DamagedError(f"{path} is missing or has been altered{MENDED}") from error


def _lines(folder: Path) -> Generator[Entry]:
    """Yield the lines of the log, up to the first that is malformed."""
    stop = last = 0
    with suppress(FileNotFoundError, NotADirectoryError), opened(folder / "log.csv", "rb") as file:
        while match := LINE.fullmatch(file.read(LENGTH)):
            entry = Entry(stop, int(match[1]), last, int(match[2]), match[3].decode())
            yield entry
            stop, last = entry.stop, entry.last


def kept(folder: Path, about: dict[str, Any], game: Game, blocks_from: BlocksFrom) -> Generator[Block]:
    """Yield all blocks below n, first those in the folder and then new ones, which are written there within seconds.

    blocks_from(position, earlier) yields the blocks from the one that contains `position` on, where earlier(a, b)
    returns the results of range(a, b). The folder is created if it is missing. It belongs to a single game, and a call
    with a larger n extends the results. Raises ValueError if the folder contains another run, FileExistsError if it
    contains other files, OSError if it can't be read or written, and BlockingIOError if another run is writing to it.
    """
    n = about["n"]
    with ExitStack() as stack:
        run = _found(folder, about, game)
        counted = max((entry.last for entry in _lines(folder)), default=0)  # by all lines, even those beyond n
        is_headed = content(run.data, HEADER) == npy_header(run.stored().dtype.str, counted)
        if min(run.about["n"], run.stop) < n or not is_headed or run.damaged():
            folder.mkdir(parents=True, exist_ok=True)
            stack.enter_context(locked(folder / "log.csv"))
            run = _intact(_begun(folder, about, game), value_type(game.moves))
        whole = Block(0, run.stop, run.array)
        yield from (whole.cut(run.kind, start, min(stop, n)) for start, stop, *_ in run.blocks if start < n)
        if run.stop < n:
            yield from _grown(run, n, game, blocks_from)


def _found(folder: Path, about: dict[str, Any], game: Game) -> Results:
    """Return the folder's run. Its n is -1 if the run is new, or if about.json or game.npz is missing or damaged.

    Raises ValueError unless the run evaluates this game below the smaller of the two values of n, and FileExistsError
    if the folder contains other files but no run.
    """
    names = sorted(path.name for path in folder.glob("[!.]*"))  # listed before another run begins
    lines, whole = tuple(_lines(folder)), dict[str, Any]()
    for name, read in (("about", _about), ("game", _game)):  # a run that has just begun may have nothing but game.npz
        with suppress(FileNotFoundError, DamagedError):
            whole[name] = read(folder)
    if len(whole) < 2:
        is_new = names in ([], ["log.csv"]) and not content(folder / "log.csv", 1)
        if not (is_new or whole or lines):
            raise FileExistsError(f"{folder} contains other files ({names[0]}): name an empty or a new folder")
        return Results(folder, whole.get("about", {}) | about | {"n": -1, "format": FORMAT}, lines)
    stored, theirs = whole["about"], whole["game"]
    n = min(stored["n"], about["n"])
    pairs = zip(Game._fields, theirs.cut(0, n), game.cut(0, n), strict=True)
    others = [name for name, old, new in pairs if not np.array_equal(old, new)]
    if others or stored["results"] != about["results"]:
        old, new = (f"{which['results']} of {abbreviated(which.get('game'))}" for which in (stored, about))
        new += f", which has other {' and '.join(others)} below {n}" if others else ""
        raise ValueError(f"{folder} contains another run: {old}, not {new}. Name another folder, or remove this one")
    return results(folder)


def _begun(folder: Path, about: dict[str, Any], game: Game) -> Results:
    """Return the folder's run, or begin one, and record this start and the larger of the run's n and the caller's n.

    Raises ValueError or DamagedError unless the folder's run evaluates this game.
    """
    run = _found(folder, about, game)
    if run.about["n"] < 0 and run.blocks:
        problem = f"{folder}: about.json or game.npz is missing or has been altered"
        if run.damaged(game):
            advice = "Restore the file, remove the folder, or start the run of its own game again"
            raise DamagedError(f"{problem}, and not all of these results belong to this game. {advice}")
        warnings.warn(f"{problem}; this run restores it", stacklevel=2)
    if run.about["n"] < about["n"]:
        with synced_write(folder / "game.npz") as file:
            np.savez(file, **game._asdict())
    start = {"from": run.stop, "version": about["version"], "date": time.strftime("%Y-%m-%d", time.gmtime())}
    run.about |= {"game": about["game"], "n": max(run.about["n"], about["n"], run.stop)}
    run.about["sessions"] = [*run.about.get("sessions", []), start]
    with synced_write(folder / "about.json") as file:
        file.write(json.dumps(run.about | {"sha256": _checksum(run.about)}, indent=2).encode())
    return results(folder)


def _intact(run: Results, least: type[np.unsignedinteger]) -> Results:
    """Discard what follows the undamaged lines of the log, and return the undamaged part of the run.

    Afterwards results.npy has a valid header, and its type can store the values of the type `least`. If more is
    discarded than a kill explains, which is less than a line of the log, the files are set aside first.
    """
    damaged, log, aside = run.damaged(), run.folder / "log.csv", None
    run = replace(run, blocks=run.blocks[: run.blocks.index(damaged[0])]) if damaged else run
    stored, size = run.stored(), LENGTH * len(run.blocks)
    dtype = np.promote_types(stored.dtype, least)
    counted = re.search(rb"\((\d{1,19}),\)", content(run.data, HEADER))  # a damaged header may count too many
    held = min(int(counted[1]) if counted else stored.size, stored.size)
    if held > run.count or log.stat().st_size >= size + LENGTH:
        aside = next(path for k in count(1) if not (path := run.folder / f"damaged-{k}").exists())
        aside.mkdir()
        for path in filter(Path.exists, (log, run.data)):
            with opened(path, "rb") as old, synced_write(aside / path.name) as new:
                shutil.copyfileobj(old, new)
        loss = f"positions from {run.stop} on are damaged or missing; they are computed again"
        warnings.warn(f"{run.folder}: {loss}. The files as they were are in {aside}", stacklevel=2)
    write_at(log, size, b"", size)  # first, so that no line ever counts results that are not there
    if aside or stored.dtype != dtype or not run.data.exists():
        with synced_write(run.data) as file:
            file.writelines([npy_header(dtype.str, run.count), run.array.astype(dtype, copy=False).data])
    else:
        write_at(run.data, 0, npy_header(dtype.str, run.count))
    return run


def _grown(run: Results, n: int, game: Game, blocks_from: BlocksFrom) -> Generator[Block]:
    """Yield the blocks from the end of the run to n, and write them to the folder.

    Even if the run is interrupted, all blocks that the evaluation has returned are written.
    """
    position, process, waiting, flushed = run.stop, os.getpid(), list[Block](), time.monotonic()
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
