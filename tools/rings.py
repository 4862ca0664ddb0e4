"""The three rings of the project, and the notebooks and figures in them.

The paper is in the project's own folder, and the fast engine and the results beyond the paper are in folders of their
own. Each ring has its notebooks, figures, sources and tests.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RINGS = ("", "engine", "beyond")  # each imports only from those before it


def numbered(ending: str = "py") -> list[Path]:
    """Return, in order, the paths to the sources of numbered notebooks or, for "ipynb", to the executed notebooks.

    >>> [path.relative_to(ROOT).as_posix() for path in numbered()][6:8]
    ['notebooks/07-modularity.py', 'engine/notebooks/08-faster-still.py']
    """
    found = [path for ring in RINGS for path in (ROOT / ring / "notebooks").glob(f"[0-9]*.{ending}")]
    return sorted(found, key=lambda path: path.name)


def solutions(ending: str = "py") -> list[Path]:
    """Return, in order, the paths to the notebooks of solutions, each named by its first and last notebook (05-07)."""
    found = [path for ring in RINGS for path in (ROOT / ring / "notebooks/solutions").glob(f"*.{ending}")]
    return sorted(found, key=lambda path: path.name)


def figure_file(file: str) -> Path:
    """Return the path to a file of a figure, such as "figure-8-1-time-against-n.svg", in whichever ring draws it."""
    return next((path for ring in RINGS if (path := ROOT / ring / "figures" / file).exists()), ROOT / "figures" / file)


def ring_of(source: Path) -> str:
    """Return the ring of a notebook, as the path of its folder in the project: "." for the paper's.

    >>> ring_of(ROOT / "engine/notebooks/solutions/08-09.py"), ring_of(ROOT / "notebooks/mine/idea.py")
    ('engine', '.')
    """
    return source.relative_to(ROOT).as_posix().partition("notebooks/")[0].rstrip("/") or "."
