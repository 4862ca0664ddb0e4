"""What the commands `run` and `verify` of subtraction-games do: long runs with their estimates, and their checks."""

import os
import re
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from types import FrameType

import psutil

from subtraction_games.files import project_folder
from subtraction_games.sets import parse_set, parse_size

from .longruns.checkpoint import reached, results
from .longruns.runs import Foreseen, LongRun, long_run
from .longruns.verify import verify
from .support.blocks import COLD, KINDS, within
from .support.files import sha256
from .support.progress import announced_compiling, watched


def run_command(
    what: str, game: str, size: str, folder: Path | None = None, hotspots: str | None = None, check: str | None = None
) -> int:
    """Begin a run of a game given as text, or go on with it, and check it; returns the exit status."""
    S, n = parse_set(game), parse_size("n", size, least=1, most=2**62)
    parse_size("--verify", check or "1", least=1)  # before the run, not after it
    spots = None if hotspots is None else [parse_size("--hotspots", text, 0, n - 1) for text in hotspots.split(",")]
    if hotspots is not None:
        if what != COLD.key:
            raise ValueError(f"--hotspots goes with cold_positions, not with {what}")
        game = f"{game} without {hotspots}"
    usual = project_folder() / "runs" / f"{what}-{folder_name(game)}"  # of any n: a larger one goes on
    folder = folder or Path(os.path.relpath(usual))
    is_new = not os.path.lexists(folder)
    try:
        with announced_compiling():
            finished = run(long_run(KINDS[what], S, n, hotspots=spots, folder=folder), folder)
    finally:
        if is_new:
            with suppress(OSError):
                folder.rmdir()  # if nothing came of it
    if finished and check:
        return verify_command(folder, check)
    return 0 if finished else 130


def _announce(begun: LongRun, folder: Path) -> None:
    """Say what the run should take, and what this machine lacks; before that make the folder, which may fail."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OSError(f"folder must be one that can be made, not {str(folder)!r}: {error.strerror}") from None
    print("timing a short run, some ten seconds, to say how long it will take", flush=True)
    seconds, memory, disk = estimate(begun)
    duration = f"about {timedelta(seconds=max(1, round(seconds)))} (hours:minutes:seconds)"
    expected = f"{duration}, {_size(memory)} of memory and {_size(disk)} on disk"
    print(f"{begun.kind.label} below {begun.n:,}: {expected}, kept in {folder}", flush=True)
    free_memory, free_disk = psutil.virtual_memory().available, shutil.disk_usage(folder).free
    for needed, free, name in ((memory, free_memory, "memory"), (disk, free_disk, "disk space")):
        if needed > free:
            print(f"warning: only {_size(free)} of {name} free", file=sys.stderr)


def run(begun: LongRun, folder: Path) -> bool:
    """Run or continue a long run in its folder, with a bar; returns whether it is finished.

    The first Ctrl-C (or SIGTERM) ends it after the block under way, with everything written; a second one at once.
    """
    n, label, known, is_longer = begun.n, begun.kind.label, reached(folder), False
    with suppress(ValueError, OSError):  # of a damaged folder, which the run itself mends or refuses
        is_longer = results(folder).finished and known < n
    if not known or is_longer:
        _announce(begun, folder)
    if 0 < known < n:
        print(f"continuing in {folder}, from {known:,} of {n:,}")
    start = time.perf_counter()
    with _stoppable() as signals, closing(begun.blocks()) as blocks:
        for _, position, _ in watched(blocks, n, label, begun.kind.growth, known):
            if signals and position < n:
                break  # and closing writes everything
            if position >= n > known:
                print("\nchecking what was written", flush=True)
    stored = results(folder)
    if stored.stop < n:
        again = "start again with the same arguments to continue"
        print(f"stopped: everything below {stored.stop:,} is in {folder}; {again}")
        return False
    when = f"finished in {time.perf_counter() - start:.1f} s" if known < n else "complete already"
    print(f"{when}: {stored.of_range(0, n).size:,} {label} below {n:,} in {stored.data}")
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
    """The name of a game in its folders and files; no two games share one.

    >>> folder_name("squares"), folder_name("n**3")
    ('squares', 'n__3-748bd050')
    """
    plain = re.sub(r"[^A-Za-z0-9]", "_", game.strip())
    return plain if plain == game.strip() else f"{plain[:40]}-{sha256([game.strip().encode()])[:8]}"


# --- what a run will take ------------------------------------------------------------------------------


def estimate(run: LongRun) -> Foreseen:
    """What a run should take on this machine: wall seconds on all cores, bytes of memory, bytes on disk.

    A smaller range is timed (for a second or so, after one turn that compiles or loads the kernels), and carried on to
    n by the engine's cost model: for nim-values the number of pairs of a position and a move, for cold positions the
    forecast that moduli are proposed by. Neither knows when the caches are outgrown; within a factor of two is what
    to expect.

    >>> estimate(long_run(COLD, [1, 2], 10**6)).disk  # every third position, eight bytes for each
    2666672
    """
    n = min(run.n, run.kind.calibration)
    small = long_run(run.kind, run.moves, n, hotspots=within(run.hotspots, 0, n))
    _seconds(small)
    taken = _seconds(small)
    known, foreseen = 1e-9 * n + small.foreseen().seconds, run.foreseen()
    return foreseen._replace(seconds=taken * (1e-9 * run.n + foreseen.seconds) / max(known, 1e-9))


def _seconds(run: LongRun) -> float:
    begun = time.perf_counter()
    for _ in run.blocks():
        pass
    return time.perf_counter() - begun


def _size(size: float) -> str:
    return f"{max(1, round(size / 2**20)):,} MiB"
