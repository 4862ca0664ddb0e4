"""The commands `run` and `verify` of subtraction-games, which carry out long runs in folders and check them."""

import os
import re
import shutil
import sys
import time
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import psutil

from subtraction_games.files import project_folder
from subtraction_games.sets import parse_set, parse_size

from .longruns import LongRun, long_run, results, stored_below, verify
from .support.blocks import KINDS
from .support.durable import sha256
from .support.progress import watched


def run_command(what: str, game: str, size: str, folder: Path | None = None, check: str | None = None) -> int:
    """Begin or continue a run, check `check` random positions unless it is None, and return the exit status.

    The game and the numbers are given as strings. Ctrl-C stops the run, but its finished blocks are kept.
    """
    S, n = parse_set(game), parse_size("n", size, least=1, most=2**62)
    parse_size("--verify", check or "1", least=1)  # a mistake is reported before the run, not after it
    usual = project_folder() / "runs" / f"{what}-{folder_name(game)}"  # one folder for all n
    folder = folder or Path(os.path.relpath(usual))
    kind = KINDS[what]
    run, stored = long_run(kind, S, n, folder=folder), stored_below(folder)
    if stored < n:
        _announce(run, folder)
    if 0 < stored < n:
        print(f"continuing in {folder}, from {stored:,} of {n:,}")
    start = time.perf_counter()
    try:
        with closing(run.blocks()) as blocks:
            for _, position, _ in watched(blocks, n, kind.label, kind.growth, stored):
                if position >= n > stored:
                    print("\nchecking what was written", flush=True)
    except KeyboardInterrupt as stopped:
        saved = f"the {kind.label} below {stored_below(folder):,} are saved, and the same command resumes the run"
        raise KeyboardInterrupt(saved) from stopped
    kept = results(folder)
    when = f"finished in {time.perf_counter() - start:.1f} s" if stored < n else "complete already"
    print(f"{when}: {kept.of_range(0, n).size:,} {kind.label} below {n:,} in {kept.data}")
    return verify_command(folder, check) if check else 0


def _announce(run: LongRun, folder: Path) -> None:
    """Print the time and space that the whole run needs, and warn if there is too little space."""
    seconds, memory, disk = run.expected()
    duration = f"about {timedelta(seconds=max(1, round(seconds)))} (hours:minutes:seconds) in all"
    resources = f"{duration}, {_size(memory)} of memory and {_size(disk)} on disk"
    print(f"{run.kind.label} below {run.n:,}: {resources}, kept in {folder}", flush=True)
    place = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    free_memory, free_disk = psutil.virtual_memory().available, shutil.disk_usage(place).free
    for needed, free, name in ((memory, free_memory, "memory"), (disk, free_disk, "disk space")):
        if needed > free:
            print(f"warning: only {_size(free)} of {name} free", file=sys.stderr)


def _size(size: float) -> str:
    return f"{max(1, round(size / 2**20)):,} MiB"


def verify_command(folder: str | Path, positions: str) -> int:
    """Check random positions of the run in a folder, and return the exit status."""
    drawn, kept = parse_size("positions", positions, least=1), results(folder)
    outcome = verify(kept, positions=drawn)
    print(f"below {kept.stop:,}: {outcome}", file=sys.stderr if outcome.contradiction else None)
    return 2 if outcome.contradiction else 0


def folder_name(game: str) -> str:
    """Return a unique name for the folders and files of a game.

    >>> folder_name("squares"), folder_name("n**3")
    ('squares', 'n__3-748bd050')
    """
    plain = re.sub(r"[^A-Za-z0-9]", "_", game.strip())
    return plain if plain == game.strip() else f"{plain[:40]}-{sha256([game.strip().encode()])[:8]}"
