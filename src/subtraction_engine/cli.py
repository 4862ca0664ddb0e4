"""What the commands `run` and `verify` of subtraction-games do: long runs with their estimates, and their checks."""

import os
import re
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import numpy as np
import psutil

from subtraction_games.arguments import SubtractionSet, require_memory
from subtraction_games.files import project_folder
from subtraction_games.sets import moves_below, parse_set, parse_size

from . import sieve
from .cold.modulus import forecast
from .cold.slicing import cold_bytes
from .cold.tuning import PILOT
from .longruns.checkpoint import NAMES, reached, results
from .longruns.runs import GROWTH, cold_blocks, nim_blocks
from .longruns.verify import verify
from .nim.tuning import NIM_BYTES
from .support.blocks import Block
from .support.files import sha256
from .support.progress import announced_compiling, watched
from .support.values import value_type

CALIBRATION = {"cold_positions": 2**27, "nim_values": 2**21}  # positions that this machine is timed on
RUNS: dict[str, Callable[..., Generator[Block]]] = {"cold_positions": cold_blocks, "nim_values": nim_blocks}


def run_command(
    what: str, game: str, size: str, folder: Path | None = None, hotspots: str | None = None, check: str | None = None
) -> int:
    """Begin a run of a game given as text, or go on with it, and check it; returns the exit status."""
    S, n = parse_set(game), parse_size("n", size, least=1, most=2**62)
    parse_size("--verify", check or "1", least=1)  # before the run, not after it
    settings = dict[str, Any]()
    if hotspots is not None:
        if what != "cold_positions":
            raise ValueError(f"--hotspots goes with cold_positions, not with {what}")
        game = f"{game} without {hotspots}"
        settings["hotspots"] = [parse_size("--hotspots", text, 0, n - 1) for text in hotspots.split(",")]
    usual = project_folder() / "runs" / f"{what}-{folder_name(game)}"  # of any n: a larger one goes on
    folder = folder or Path(os.path.relpath(usual))
    is_new = not os.path.lexists(folder)
    try:
        with announced_compiling():
            finished = run(what, S, n, folder, **settings)
    finally:
        if is_new:
            with suppress(OSError):
                folder.rmdir()  # if nothing came of it
    if finished and check:
        return verify_command(folder, check)
    return 0 if finished else 130


def _announce(what: str, S: SubtractionSet, n: int, folder: Path) -> None:
    """Say what the run should take, and what this machine lacks; before that make the folder, which may fail."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OSError(f"folder must be one that can be made, not {str(folder)!r}: {error.strerror}") from None
    if what == "nim_values":
        require_memory((NIM_BYTES + 1) * n, f"finding the nim-values below {n}")  # before ten seconds of timing
    print("timing a short run, some ten seconds, to say how long it will take", flush=True)
    seconds, memory, disk = estimate(what, S, n)
    duration = f"about {timedelta(seconds=max(1, round(seconds)))} (hours:minutes:seconds)"
    expected = f"{duration}, {_size(memory)} of memory and {_size(disk)} on disk"
    print(f"{NAMES[what]} below {n:,}: {expected}, kept in {folder}", flush=True)
    free_memory, free_disk = psutil.virtual_memory().available, shutil.disk_usage(folder).free
    for needed, free, name in ((memory, free_memory, "memory"), (disk, free_disk, "disk space")):
        if needed > free:
            print(f"warning: only {_size(free)} of {name} free", file=sys.stderr)


def run(what: str, S: SubtractionSet, n: int, folder: Path, **settings: Any) -> bool:
    """Run or continue a long run, with a bar and the settings of its blocks; returns whether it is finished.

    The first Ctrl-C (or SIGTERM) ends it after the block under way, with everything written; a second one at once.
    """
    known, is_longer = reached(folder), False
    with suppress(ValueError, OSError):  # of a damaged folder, which the run itself mends or refuses
        is_longer = results(folder).finished and known < n
    if not known or is_longer:
        _announce(what, S, n, folder)
    if 0 < known < n:
        print(f"continuing in {folder}, from {known:,} of {n:,}")
    begun = time.perf_counter()
    with _stoppable() as signals, closing(RUNS[what](S, n, folder=folder, **settings)) as blocks:
        for _, position, _ in watched(blocks, n, NAMES[what], GROWTH[what], known):
            if signals and position < n:
                break  # and closing writes everything
            if position >= n > known:
                print("\nchecking what was written", flush=True)
    stored = results(folder)
    if stored.stop < n:
        again = "start again with the same arguments to continue"
        print(f"stopped: everything below {stored.stop:,} is in {folder}; {again}")
        return False
    when = f"finished in {time.perf_counter() - begun:.1f} s" if known < n else "complete already"
    print(f"{when}: {stored.of_range(0, n).size:,} {NAMES[what]} below {n:,} in {stored.data}")
    return True


@contextmanager
def _stoppable() -> Iterator[list[int]]:
    """A list that takes in the first Ctrl-C or SIGTERM, if this is the main thread; the second interrupts as usual."""
    signals: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if signals:
            raise KeyboardInterrupt
        signals.append(number)
        print("\nstopping after this block (again to stop at once)", file=sys.stderr)

    is_main = threading.current_thread() is threading.main_thread()  # no other may ask for signals
    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM) if is_main}
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def verify_command(folder: str | Path, positions: str, windows: str = "0") -> int:
    """Check this many random positions, and whole windows, of a run's folder; returns the exit status."""
    drawn, whole = parse_size("positions", positions, least=1), parse_size("--windows", windows, least=0)
    stored = results(folder)
    with announced_compiling():
        checked = verify(stored, positions=drawn, windows=whole)
    print(f"below {stored.stop:,}: {checked}", file=sys.stderr if checked.contradiction else None)
    return 2 if checked.contradiction else 0


def folder_name(game: str) -> str:
    """A name for what belongs to a game; no two games share one.

    >>> folder_name("squares"), folder_name("n**3")
    ('squares', 'n__3-748bd050')
    """
    plain = re.sub(r"[^A-Za-z0-9]", "_", game.strip())
    return plain if plain == game.strip() else f"{plain[:40]}-{sha256([game.strip().encode()])[:8]}"


# --- what a run will take ------------------------------------------------------------------------------


class Estimate(NamedTuple):
    """What a long run should take: wall seconds on all cores, bytes of memory, bytes on disk."""

    seconds: float
    memory: int
    disk: int


def estimate(what: str, S: SubtractionSet, n: int) -> Estimate:
    """What finding "cold_positions" or "nim_values" of range(n) should take on this machine, without hotspots.

    A smaller range is timed (for a second or so, after one turn that compiles or loads the kernels), and carried on to
    n by the engine's cost model: for nim-values the number of pairs of a position and a move, for cold positions the
    forecast that moduli are proposed by. Neither knows when the caches are outgrown; within a factor of two is what
    to expect.

    >>> estimate("cold_positions", [1, 2], 10**6).disk  # every third position, eight bytes for each
    2666672
    """
    calibration = min(n, CALIBRATION[what])
    cost = _nim_cost if what == "nim_values" else _cold_cost
    _seconds(what, S, calibration)
    taken = _seconds(what, S, calibration)
    small, large = cost(S, calibration), cost(S, n)
    return Estimate(taken * large.seconds / max(small.seconds, 1e-9), large.memory, large.disk)


def _seconds(what: str, S: SubtractionSet, n: int) -> float:
    begun = time.perf_counter()
    for _ in RUNS[what](S, n):
        pass
    return time.perf_counter() - begun


def _nim_cost(S: SubtractionSet, n: int) -> Estimate:
    """In seconds that are only good for ratios."""
    moves = moves_below(S, n)
    pairs = float((n - moves).sum())
    size = np.dtype(value_type(moves)).itemsize
    return Estimate(n + pairs, (size + NIM_BYTES) * n + 8 * moves.size, size * n)


def _cold_cost(S: SubtractionSet, n: int) -> Estimate:
    moves, first = moves_below(S, n), min(n, PILOT)
    pilot = sieve.cold_positions(moves[moves < first], first, np.empty(0, np.int64))
    modulus, nanoseconds, count = forecast(moves, n, pilot)
    count = count if n > PILOT else pilot.size
    ways = {modulus, modulus or 1}  # where the sieve doesn't fit, residue classes do
    memory = min(cold_bytes(n, way, count) for way in ways) + 24 * moves.size
    return Estimate(n + nanoseconds, int(memory), int(8 * count))


def _size(size: float) -> str:
    return f"{max(1, round(size / 2**20)):,} MiB"
