"""Where the notebooks are (the paper's in notebooks/, the others in the folders of their parts), and how tools end."""

import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("", "faster", "beyond")  # folders in notebooks/; a reader's own are in notebooks/mine


def numbered(ending: str = "py", root: Path = ROOT) -> list[Path]:
    """The numbered notebooks in order: their sources, or with "ipynb" what was executed.

    >>> [path.relative_to(ROOT).as_posix() for path in numbered()][6:8]
    ['notebooks/07-modularity.py', 'notebooks/faster/08-faster-still.py']
    """
    found = [path for part in PARTS for path in (root / "notebooks" / part).glob(f"[0-9]*.{ending}")]
    return sorted(found, key=lambda path: path.name)


def place_of(notebook: Path) -> Path:
    """The path of a notebook in its project; one that lies in no folder `notebooks` counts as if it did.

    >>> place_of(Path("/home/ada/games/notebooks/beyond/14-waves.py")).as_posix()
    'notebooks/beyond/14-waves.py'
    """
    folders = notebook.resolve().parts[:-1]
    inside = folders[folders.index("notebooks") :] if "notebooks" in folders else ["notebooks"]
    return Path(*inside, notebook.name)


def records_of(notebook: Path) -> Path:
    """The file, which need not exist, that runs in a notebook's namespace after its last cell."""
    above = [folder for folder in notebook.resolve().parents if folder.name == "notebooks"]
    name = re.match(r"\d\d|part-\d+|", notebook.stem)[0]  # type: ignore[index]
    return (above[0] if above else notebook.parent) / "records" / f"{name}.py"


def solutions(ending: str = "py", root: Path = ROOT) -> list[Path]:
    """The notebooks of solutions in order."""
    return sorted(root.glob(f"notebooks/solutions/*.{ending}"))


STOPS: tuple[type[BaseException], ...] = (KeyboardInterrupt,)


def exit_status(work: Callable[[], None], stopped: str, stops: tuple[type[BaseException], ...] = STOPS) -> int | str:
    """What to exit with after the work: one line where an input is wrong, or where Ctrl-C, or another stop, ends it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        work()
    except stops:
        print(f"stopped: {stopped}", file=sys.stderr)
        return 130
    except (ValueError, OSError, MemoryError) as error:
        return f"error: {error}"
    return 0
