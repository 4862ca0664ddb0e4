"""What the folder of a long run holds, and how to read it.

about.json    what is computed: results, game (its name), n, version
moves.npy     the game itself: int64, the moves below n; hotspots.npy beside it, if there are any
lock          which keeps two runs from writing to the same folder
0000000000008192-0000000000016384-1f0c2a7be0d1c5aa.npy    the results of range(8192, 16384), int64 cold positions or
              unsigned nim-values; behind the range the first digits of the file's SHA-256, as `sha256sum` tells it

A file gets its name once it is whole and on the disk, and is never changed. A finished run has one with all results,
which any program can map. A folder may come from a stranger, so only regular files are read, and nothing that can't be
is believed. (What can be, and is wrong all the same, only `verify` finds.)
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from subtraction_games.arguments import LARGEST_SIZE, Moves, Positions, abbreviated, integers

from ..support.blocks import Block, Found, ascends
from ..support.files import DamagedError, mapped_array, open_regular, sha256_of

DTYPES = {"cold_positions": ("<i8",), "nim_values": ("<u2", "<u4")}  # what a folder can hold, and how
NAME = re.compile(r"(\d{16,19})-(\d{16,19})-([0-9a-f]{16})\.npy")


class Part(NamedTuple):
    """A file with the results of range(start, stop)."""

    path: Path
    start: int
    stop: int
    checksum: str

    def is_whole(self) -> bool:
        """Whether its content is what was written; reads all of it."""
        try:
            with open_regular(self.path) as file:
                return hashlib.file_digest(file, "sha256").hexdigest().startswith(self.checksum)
        except OSError:
            return False


@dataclass(frozen=True)
class Results:
    """What a folder held when it was read: the results of range(stop), also of a run that is still under way.

    `about` says what is computed, as about.json does; `blocks` are the files. Arrays (int64 cold positions, or the
    nim-value of every position) are mapped read-only, so only what is looked at is loaded.
    """

    folder: Path
    about: dict[str, Any]
    blocks: tuple[Part, ...]

    @property
    def stop(self) -> int:
        return self.blocks[-1].stop if self.blocks else 0

    @property
    def finished(self) -> bool:
        return self.stop == int(self.about["n"])

    @property
    def count(self) -> int:
        return sum(block.found.size for block in self.by_blocks())

    @property
    def dtype(self) -> np.dtype[Any]:
        return np.dtype(self.about["dtype"])

    @property
    def data(self) -> Path:
        """The file with all results, as a finished run has it; the folder, as long as there are several."""
        return self.blocks[0].path if len(self.blocks) == 1 else self.folder

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
        """All results: mapped if they stand in one file, as those of a finished run do; else a copy."""
        return self.of_range(0, self.stop)

    def by_blocks(self) -> Iterator[Block]:
        """(start, stop, results) of the files, in ascending order, mapped one after the other."""
        return map(self.read, self.blocks)

    def of_range(self, start: int, stop: int) -> Found:
        """The results of range(start, stop), which must be finished: mapped if they stand in one file; else a copy."""
        if not 0 <= start <= stop <= self.stop:
            raise ValueError(f"start and stop must ascend from 0 to {self.stop}, not be {start} and {stop}")
        parts = [part for part in self.blocks if part.start < stop and start < part.stop]
        found = [self.read(part).cut(start, stop).found for part in parts]
        return found[0] if len(found) == 1 else np.concatenate([np.empty(0, self.dtype), *found])

    def damaged(self) -> list[Part]:
        """The files whose content is not what was written; reads all of them."""
        return [part for part in self.blocks if not part.is_whole()]

    def read(self, part: Part) -> Block:
        """The results of one of the files, mapped; raises DamagedError for so many as its range can't have."""
        length, is_nim = part.stop - part.start, self.about["results"] == "nim_values"
        try:
            found = mapped_array(part.path, DTYPES[self.about["results"]])
        except FileNotFoundError:  # a run that goes on has joined it with others
            now = results(self.folder)
            if now.stop < part.stop:
                raise DamagedError(f"{part.path} is missing; start its run again to restore it") from None
            found = now.of_range(part.start, part.stop)
        if found.size > length or (is_nim and found.size < length):
            raise DamagedError(f"{part.path} holds {found.size} results of {length} positions")
        return Block(part.start, part.stop, found.astype(self.dtype, copy=False))

    def require_possible(self, part: Part, largest: int) -> None:
        """Raise DamagedError for what can't be results: kernels trust them. A nim-value is at most `largest`."""
        start, stop, found = self.read(part)
        if self.about["results"] == "nim_values":
            possible = int(found.max(initial=0)) <= largest
        else:
            possible = ascends(found, start, stop)
        if not possible:
            raise DamagedError(f"{part.path}: these can't be the results of positions {start} to {stop - 1}")

    def _game(self, name: str, least: int) -> Moves:
        path, n, numbers = self.folder / f"{name}.npy", self.about["n"], np.empty(0, np.int64)
        try:
            if path.exists():
                numbers = integers(name, mapped_array(path, ["<i8"]), least, LARGEST_SIZE)
            numbers = numbers[numbers < n]
            if sha256_of(numbers) != self.about.get(f"{name}_sha256"):
                raise ValueError("it is not what about.json says")
        except ValueError as error:
            raise DamagedError(f"{path} is missing or has been altered: {error}") from error
        return numbers


def results(folder: str | Path) -> Results:
    """What the folder of a long run holds so far.

    Raises FileNotFoundError if it holds no run, DamagedError if what it says of itself can't be, ValueError for the
    format of an earlier version. Reads about.json and names: `Results.damaged` checks the results themselves.
    """
    folder = checked_folder(folder)
    about, files = _about(folder), list[Part]()
    for part in listed_parts(folder, about["n"]):
        if part.start == (files[-1].stop if files else 0):
            files.append(part)
    return Results(folder, about, tuple(files))


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
        if about["dtype"] in DTYPES[about["results"]] and type(about["n"]) is int and 0 <= about["n"] <= LARGEST_SIZE:
            return about
    except FileNotFoundError:
        if (folder / "manifest.json").exists():
            todo = "read its .npy file with numpy.load, or remove it, and name another folder"
            raise ValueError(f"{folder} holds a run in the format of an earlier version: {todo}") from None
        raise FileNotFoundError(f"{folder} holds no long run: about.json is missing") from None
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        pass
    raise DamagedError(f"{folder}: about.json has been altered; put it back, or remove the folder")


def listed_parts(folder: Path, n: int) -> list[Part]:
    """The files with results below n; of those that overlap the one that begins first and goes farthest."""
    parts, stop = list[Part](), 0
    for part in sorted(named_parts(folder), key=lambda part: (part.start, -part.stop)):
        if stop <= part.start < part.stop <= n:
            parts.append(part)
            stop = part.stop
    return parts


def named_parts(folder: Path) -> list[Part]:
    named = [(path, NAME.fullmatch(path.name)) for path in folder.iterdir()]
    return [Part(path, int(match[1]), int(match[2]), match[3]) for path, match in named if match]
