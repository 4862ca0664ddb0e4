"""Subtraction games from a command line::

    subtraction-games run cold_positions squares 2**34
    subtraction-games verify runs/cold_positions-squares-17179869184
    subtraction-games explore 'n**3' 10**7

The first says what a long run will take, then begins or continues it in a folder; Ctrl-C stops it cleanly. The second
checks random positions of a folder by the definition alone. The third draws everything about a game of your own.
`make long` and `make explore` call them.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import numpy as np
import psutil

from . import engine, evaluate
from .games import parse_set
from .longruns import checkpoint, runs
from .longruns.verify import verify
from .support.arguments import SubtractionSet, moves_below, value_type
from .support.blocks import Block
from .support.files import project_folder, sha256
from .support.formulas import parse_size
from .support.progress import watched

CALIBRATION = {"cold_positions": 2**27, "nim_values": 2**21}  # positions that this machine is timed on
GROWTH = {"cold_positions": engine.COLD_GROWTH, "nim_values": engine.NIM_GROWTH}
RUNS: dict[str, Callable[..., Generator[Block]]] = {
    "cold_positions": runs.cold_blocks,
    "nim_values": runs.nim_blocks,
}


# --- what it will take ---------------------------------------------------------------------------------


class Estimate(NamedTuple):
    """What a long run should take: wall seconds on all cores, bytes of memory, bytes on disk."""

    seconds: float
    memory: int
    disk: int

    def __str__(self) -> str:
        return f"about {_time(self.seconds)}, {_size(self.memory)} of memory and {_size(self.disk)} on disk"


def estimate(what: str, S: SubtractionSet, n: int) -> Estimate:
    """What finding "cold_positions" or "nim_values" of range(n) should take on this machine.

    A smaller range is timed (for a second or so), and carried on to n by the engine's cost model: for nim-values
    the number of pairs of a position and a move, for cold positions the forecast that its modulus is chosen by.
    Neither knows when the caches are outgrown; within a factor of two is what to expect.

    >>> estimate("cold_positions", [1, 2], 10**6).disk  # every third position, eight bytes for each
    2666672
    """
    calibration = min(n, CALIBRATION[what])
    cost = _nim_cost if what == "nim_values" else _cold_cost
    _seconds(what, S, min(n, 2**18))  # loads the compiled code
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
    return Estimate(n + pairs, (size + engine.NIM_BYTES) * n + 8 * moves.size, size * n)


def _cold_cost(S: SubtractionSet, n: int) -> Estimate:
    moves, pilot = moves_below(S, n), evaluate.cold_positions(S, min(n, engine.PILOT))
    modulus, nanoseconds, count = engine.forecast(moves, n, pilot)
    count = count if n > engine.PILOT else pilot.size
    memory = engine.cold_bytes(n, modulus, count) + 24 * moves.size
    return Estimate(n + nanoseconds, int(memory), int(8 * count))


def _time(seconds: float) -> str:
    for unit, size in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} seconds" if seconds >= 2 else "a second"


def _size(size: float) -> str:
    return f"{size / 2**30:.1f} GiB" if size >= 2**29 else f"{max(size, 2**20) / 2**20:.0f} MiB"


# --- the run -------------------------------------------------------------------------------------------


def verify_folder(folder: str | Path, positions: int, game: str | None = None) -> bool:
    """Check that many random positions of a run's folder, finished or not; returns whether nothing contradicts.

    game: as it was given to the run; None for what the folder says, which is enough unless it was a finite set.
    """
    kept = checkpoint.results(folder)
    if kept.about.get("hotspots"):
        raise ValueError(f"{folder} holds a run with hotspots: check it in Python, by sg.verify with the same hotspots")
    checked = verify(kept, parse_set(game or str(kept.about["game"])), positions=positions)
    print(f"below {kept.stop:,}: {checked}", file=sys.stderr if checked.contradiction else None)
    return checked.contradiction is None


def run(what: str, S: SubtractionSet, n: int, folder: str | Path) -> bool:
    """Run or continue a long run, with a progress bar; returns whether it is finished.

    The first Ctrl-C (or SIGTERM) ends it after the block under way, with everything written; a second one at once.
    """
    begun, known = time.perf_counter(), checkpoint.known(folder)
    with _Stop() as stop, closing(RUNS[what](S, n, folder=folder)) as blocks:  # closed, it has written everything
        for _, position, _ in watched(blocks, n, what.replace("_", " "), GROWTH[what], known):
            if stop.asked and position < n:
                break
    kept = checkpoint.results(folder)
    if kept.finished:
        count = f"{len(kept.array):,} {what.replace('_', ' ')}"
        print(f"finished in {time.perf_counter() - begun:.1f} s: {count} below {n:,} in {kept.data}")
    else:
        print(
            f"stopped: everything below {kept.stop:,} is in {folder}; start again with the same arguments to continue"
        )
    return kept.finished


class _Stop:
    """Notes Ctrl-C and SIGTERM while its block runs; the second Ctrl-C interrupts as usual."""

    def __init__(self) -> None:
        self.asked = False
        self.before: dict[int, object] = {}

    def __enter__(self) -> _Stop:
        self.before = {number: signal.signal(number, self._note) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        print("\nstopping after this block (again to stop at once)", file=sys.stderr)


# --- the command line ----------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit status.

    0 when finished, 130 when stopped, 1 for what can't be done, 2 for an answer that contradicts the definition.
    """
    given = _parser().parse_args(arguments)
    try:
        return int(given.subcommand(given))
    except KeyboardInterrupt:
        print("stopped at once: what was finished before is kept", file=sys.stderr)
        return 130
    except (ValueError, TypeError, OSError, MemoryError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    """A subcommand is a function of what was given that returns an exit status."""
    parser = argparse.ArgumentParser(prog="subtraction-games", description=sys.modules[__name__].__doc__)
    subcommands = parser.add_subparsers(required=True, metavar="COMMAND")

    running = subcommands.add_parser("run", help="begin a long run, or go on with it")
    running.add_argument("what", choices=sorted(RUNS))
    running.add_argument("--verify", metavar="POSITIONS", help="when finished, check so many random positions")
    running.set_defaults(subcommand=_run)

    verifying = subcommands.add_parser("verify", help="check random positions of a run's folder by the definition")
    verifying.add_argument("folder", type=Path, help="of a run, finished or not")
    verifying.add_argument("positions", nargs="?", default="10000", help="how many to draw; else 10000")
    verifying.add_argument("--game", help="as it was given to the run; needed for a finite set")
    verifying.set_defaults(subcommand=_verify)

    exploring = subcommands.add_parser("explore", help="draw everything about a game of your own")
    exploring.set_defaults(subcommand=_explore)

    for subcommand, kept in ((running, "runs/..."), (exploring, "build/explore/...")):
        subcommand.add_argument("game", help="squares, or another set of this package, or '1, 4, 9', or 'n**3'")
        subcommand.add_argument("n", help="positions 0 to n - 1; 10**9 and 2**34 will do")
        subcommand.add_argument("folder", nargs="?", type=Path, help=f"where to keep it; else {kept} in the project")
    return parser


def folder_name(game: str, n: int) -> str:
    """A name for what belongs to a game and n; no two games share one.

    >>> folder_name("squares", 2**20), folder_name("n**3", 1000)
    ('squares-1048576', 'n__3-748bd050-1000')
    """
    plain = re.sub(r"[^A-Za-z0-9]", "_", game.strip())
    return f"{plain}-{n}" if plain == game.strip() else f"{plain[:40]}-{sha256([game.strip().encode()])[:8]}-{n}"


def _near(path: Path) -> Path:
    """The path as it is shortest to read from here."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _run(given: argparse.Namespace) -> int:
    S, n = parse_set(given.game), parse_size("n", given.n, least=1, most=2**62)
    checks = parse_size("--verify", given.verify, least=1) if given.verify else 0
    folder = given.folder or _near(project_folder() / "runs" / f"{given.what}-{folder_name(given.game, n)}")
    kept = checkpoint.results(folder) if folder.exists() else None
    if kept and kept.finished:
        print(f"complete already: {folder}")
    elif kept and kept.stop:
        print(f"continuing in {folder}, from {kept.stop:,} of {n:,}")
    else:
        _announce(given.what, S, n, folder)
    if not run(given.what, S, n, folder):
        return 130
    return 0 if not checks or verify_folder(folder, checks, given.game) else 2


def _verify(given: argparse.Namespace) -> int:
    return 0 if verify_folder(given.folder, parse_size("positions", given.positions, least=1), given.game) else 2


def _explore(given: argparse.Namespace) -> int:
    """By the project's notebook, which the installed package alone doesn't have."""
    n, _ = parse_size("n", given.n), parse_set(given.game)
    project = project_folder()
    tool, notebook = project / "tools/run_notebook.py", project / "notebooks/17-your-own-game.py"
    if not (tool.exists() and notebook.exists()):
        raise FileNotFoundError(f"explore needs the project's notebooks, which are not in {project}: call it there")
    folder = given.folder or _near(project / "build/explore" / folder_name(given.game, n))
    print(f"drawing everything about {given.game} below {n:,}: first the libraries are loaded, so it takes a while")
    sys.stdout.flush()  # what is printed here would be lost when another program takes over
    command = [tool, "page", notebook, folder, f"game={given.game}", f"n={n}"]
    os.execv(sys.executable, [sys.executable, *map(str, command)])  # so that Ctrl-C has one process to stop


def _announce(what: str, S: SubtractionSet, n: int, folder: Path) -> None:
    """Say what the run should take, and what this machine doesn't have of it."""
    expected = estimate(what, S, n)
    print(f"{what.replace('_', ' ')} below {n:,}: {expected}, kept in {folder}")
    there = next(parent for parent in [folder.absolute(), *folder.absolute().parents] if parent.exists())
    for name, need, have in (
        ("memory", expected.memory, psutil.virtual_memory().available),
        ("disk space", expected.disk, shutil.disk_usage(there).free),
    ):
        if need > have:
            print(f"warning: only {_size(have)} of {name} free", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
