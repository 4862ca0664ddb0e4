"""Find the notebooks. Part I, on the paper, is in notebooks/, and every later part is in a folder of its own there."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("", "faster", "beyond")  # folders in notebooks/; readers have their own notebooks in notebooks/mine
TABLES = ("reproduction", "findings")  # the two tables to which notebooks add rows


def numbered(ending: str = "py") -> list[Path]:
    """Return, in order, the paths to the sources of numbered notebooks or, for "ipynb", to the executed notebooks.

    >>> [path.relative_to(ROOT).as_posix() for path in numbered()][6:8]
    ['notebooks/07-modularity.py', 'notebooks/faster/08-faster-still.py']
    """
    found = [path for part in PARTS for path in (ROOT / "notebooks" / part).glob(f"[0-9]*.{ending}")]
    return sorted(found, key=lambda path: path.name)


def solutions(ending: str = "py") -> list[Path]:
    """Return, in order, the paths to the notebooks of solutions."""
    return sorted(ROOT.glob(f"notebooks/solutions/*.{ending}"))
