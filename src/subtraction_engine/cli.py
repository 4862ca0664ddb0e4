"""Long runs of subtraction games, kept in a folder, and a board to play on.

  subtraction-games run cold_positions squares 2**34
  subtraction-games run cold_positions 'n*(n+1)' 10**9 a-folder --hotspots 0,7 --verify 1000
  subtraction-games verify runs/cold_positions-squares-17179869184 --windows 100
  subtraction-games export runs/cold_positions-squares-17179869184 counts.csv --counts --residues 65
  subtraction-games board squares 13 20 > board.html

The first two say what a run will take, then begin it or continue it in a folder; Ctrl-C stops it cleanly. The third
checks random positions of such a folder, and whole windows, by the definition alone. The fourth writes its results, or
their counts at powers of two, as .csv, .npz or .parquet. The last writes a page to play on, which needs no network.
"""

import argparse
import io
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Any

from subtraction_games.arguments import SubtractionSet
from subtraction_games.files import project_folder
from subtraction_games.formulas import parse_set, parse_size
from subtraction_games.pages.board import board

from .longruns import export
from .longruns.checkpoint import results
from .longruns.estimate import estimate
from .longruns.runs import GROWTH, NAMES, cold_blocks, nim_blocks
from .longruns.verify import verify
from .support.blocks import Block
from .support.files import sha256
from .support.progress import announced_compiling, watched

RUNS: dict[str, Callable[..., Generator[Block]]] = {"cold_positions": cold_blocks, "nim_values": nim_blocks}


def main(arguments: list[str] | None = None) -> int:
    """Finished: 0. Stopped: 130. What can't be done: 1. An answer that contradicts the definition: 2."""
    given = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a folder's name may be beyond what the terminal can show
    try:
        with announced_compiling():
            return int(given.subcommand(given))
    except KeyboardInterrupt:
        print("stopped at once: what was finished before is kept", file=sys.stderr)
        return 130
    except (ValueError, TypeError, OSError, MemoryError, ImportError, RuntimeError) as error:  # the last: of threads
        print(f"error: {str(error) or type(error).__name__}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    """A subcommand is a function of what was given that returns an exit status."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("subtraction-games", description=__doc__, formatter_class=plain)
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('subtraction-games')}")
    subcommands = parser.add_subparsers(required=True, metavar="COMMAND")

    running = subcommands.add_parser("run", help="begin a long run, or go on with it")
    running.add_argument("what", choices=sorted(RUNS))
    running.add_argument("game", help="squares, or another set of this package, or '1, 4, 9', or 'n**3'")
    running.add_argument("n", help="positions 0 to n - 1; 10**9 and 2**34 will do")
    running.add_argument("folder", nargs="?", type=Path, help="where to keep it; else runs/... in the project")
    running.add_argument("--hotspots", metavar="NUMBERS", help="positions that are hot by decree, such as 0,7")
    running.add_argument("--verify", metavar="POSITIONS", help="when finished, check this many random positions")
    running.set_defaults(subcommand=_run)

    verifying = subcommands.add_parser("verify", help="check random positions of a run's folder by the definition")
    verifying.add_argument("folder", type=Path, help="of a run, finished or not")
    verifying.add_argument("positions", nargs="?", default="10000", help="number of positions, 10000 by default")
    verifying.add_argument(
        "--windows", default="0", metavar="NUMBER", help="check this many whole windows of 2^22 positions"
    )
    verifying.set_defaults(subcommand=lambda given: verify_folder(given.folder, given.positions, given.windows))

    exporting = subcommands.add_parser("export", help="write a run's results, or their counts, as a table")
    exporting.add_argument("folder", type=Path, help="of a run, finished or not")
    exporting.add_argument("file", type=Path, help="what to write: its ending is .csv, .npz or .parquet")
    exporting.add_argument("--counts", action="store_true", help="only how many there are below each power of two")
    exporting.add_argument("--residues", default="1", metavar="M", help="with --counts: by residue modulo M")
    exporting.set_defaults(subcommand=_export)

    playing = subcommands.add_parser("board", help="write a page to play on to standard output")
    playing.add_argument("game", help="as for run")
    playing.add_argument("heaps", nargs="+", help="coins in each heap, such as 13 20 27")
    playing.set_defaults(subcommand=_board)

    return parser


def _export(given: argparse.Namespace) -> int:
    stored, m = results(given.folder), parse_size("--residues", given.residues, least=1)
    export.write(given.file, export.counts(stored, m) if given.counts else export.all_results(stored))
    print(f"written: {given.file}")
    return 0


def _board(given: argparse.Namespace) -> int:
    heaps = [parse_size("every heap", heap, least=0) for heap in given.heaps]
    print(board(parse_set(given.game), heaps).page())
    return 0


def _run(given: argparse.Namespace) -> int:
    S, n = parse_set(given.game), parse_size("n", given.n, least=1, most=2**62)
    parse_size("--verify", given.verify or "1", least=1)  # before the run, not after it
    game, settings = given.game, dict[str, Any]()
    if given.hotspots:
        if given.what != "cold_positions":
            raise ValueError(f"--hotspots goes with cold_positions, not with {given.what}")
        game = f"{game} without {given.hotspots}"
        settings["hotspots"] = [parse_size("--hotspots", text, 0, n - 1) for text in given.hotspots.split(",")]
    usual = project_folder() / "runs" / f"{given.what}-{folder_name(game, n)}"
    folder = given.folder or Path(os.path.relpath(usual))
    known, is_new = _known(folder), not os.path.lexists(folder)
    try:
        if not known:
            _announce(given.what, S, n, folder)
        elif known < n:
            print(f"continuing in {folder}, from {known:,} of {n:,}")
        else:
            print(f"complete already: {folder}")
        finished = run(given.what, S, n, folder, **settings)
    finally:
        if is_new:
            with suppress(OSError):
                folder.rmdir()  # if nothing came of it
    if finished and given.verify:
        return verify_folder(folder, given.verify)
    return 0 if finished else 130


def _announce(what: str, S: SubtractionSet, n: int, folder: Path) -> None:
    """Say what the run should take, and what this machine lacks; before that make the folder, which may fail."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OSError(f"folder must be one that can be made, not {str(folder)!r}: {error.strerror}") from None
    print("timing a short run, some ten seconds, to say how long it will take", flush=True)
    expected = estimate(what, S, n)
    print(f"{NAMES[what]} below {n:,}: {expected}, kept in {folder}", flush=True)
    for shortage in expected.shortages(folder):
        print(f"warning: {shortage}", file=sys.stderr)


def run(what: str, S: SubtractionSet, n: int, folder: str | Path, **settings: Any) -> bool:
    """Run or continue a long run, with a bar and the settings of its blocks; returns whether it is finished.

    The first Ctrl-C (or SIGTERM) ends it after the block under way, with everything written; a second one at once.
    """
    begun = time.perf_counter()
    with _stoppable() as asked, closing(RUNS[what](S, n, folder=folder, **settings)) as blocks:
        for _, position, _ in watched(blocks, n, NAMES[what], GROWTH[what], _known(folder)):
            if asked and position < n:
                break  # and closing writes everything
            if position >= n:
                print("\nchecking what was written", flush=True)
    stored = results(folder)
    if stored.stop >= n:
        count, seconds = stored.of_range(0, n).size, time.perf_counter() - begun
        print(f"finished in {seconds:.1f} s: {count:,} {NAMES[what]} below {n:,} in {stored.data}")
        return True
    print(f"stopped: everything below {stored.stop:,} is in {folder}; start again with the same arguments to continue")
    return False


@contextmanager
def _stoppable() -> Iterator[list[int]]:
    """A list that takes in the first Ctrl-C or SIGTERM, if this is the main thread; the second interrupts as usual."""
    asked: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)
        print("\nstopping after this block (again to stop at once)", file=sys.stderr)

    is_main = threading.current_thread() is threading.main_thread()  # no other may ask for signals
    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM) if is_main}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def verify_folder(folder: str | Path, positions: str, windows: str = "0") -> int:
    """Check that many random positions, and whole windows, of a run's folder; returns the exit status."""
    stored = results(folder)
    drawn, whole = parse_size("positions", positions, least=1), parse_size("--windows", windows, least=0)
    checked = verify(stored, positions=drawn, windows=whole)
    print(f"below {stored.stop:,}: {checked}", file=sys.stderr if checked.contradiction else None)
    return 2 if checked.contradiction else 0


def folder_name(game: str, n: int) -> str:
    """A name for what belongs to a game and n; no two games share one.

    >>> folder_name("squares", 2**20), folder_name("n**3", 1000)
    ('squares-1048576', 'n__3-748bd050-1000')
    """
    plain = re.sub(r"[^A-Za-z0-9]", "_", game.strip())
    return f"{plain}-{n}" if plain == game.strip() else f"{plain[:40]}-{sha256([game.strip().encode()])[:8]}-{n}"


def _known(folder: str | Path) -> int:
    """How many positions a folder holds already."""
    try:
        return results(folder).stop
    except FileNotFoundError:
        return 0
