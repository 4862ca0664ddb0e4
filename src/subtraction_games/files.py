"""Find the folders for figures and tables, and write files to them atomically."""

from __future__ import annotations

import csv
import filecmp
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def project_folder() -> Path:
    """Return the root of the project that contains the current folder, or else the current folder itself."""
    here = Path.cwd()
    return next((p for p in (here, *here.parents) if (p / "Makefile").exists() and (p / "src").is_dir()), here)


def build_folder() -> Path:
    """Return the folder for computed arrays: $SUBTRACTION_GAMES_BUILD if set, else build/ in the project."""
    return Path(os.environ.get("SUBTRACTION_GAMES_BUILD", project_folder() / "build"))


def output_folder() -> Path:
    """Return the folder for figures and tables: $SUBTRACTION_GAMES_OUTPUT if `make` set it, else build/draft/."""
    return Path(os.environ.get("SUBTRACTION_GAMES_OUTPUT", build_folder() / "draft"))


def table(name: str) -> Path:
    """Return the path to a table of the repository, given its name in the notebook's ring, such as "figures/a.csv".

    The table is looked for in the current folder and then in those above it, up to the project's. Raises
    FileNotFoundError outside a clone of the repository, because the package contains no tables.
    """
    project, here = project_folder(), Path.cwd()
    above = [folder for folder in (here, *here.parents) if folder.is_relative_to(project)]
    path = next((folder / name for folder in above if (folder / name).exists()), project / name)
    note_read(path)
    if not path.exists():
        raise FileNotFoundError(f"{name} is part of the repository: run this notebook inside a clone")
    return path


def note_read(name: str | Path) -> None:
    """Add a table or package to the file `reads` in the output folder. If it changes, make reruns the notebook."""
    output = os.environ.get("SUBTRACTION_GAMES_OUTPUT", "")
    if output and Path(output).is_dir():  # as in a run by make
        with Path(output, "reads").open("a", encoding="utf-8") as file:
            file.write(f"{name}\n")


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """Yield a temporary path, whose file replaces `path` if the `with` block succeeds and is removed if it fails.

    Missing parent folders are created. An old file with the same bytes is left alone, so that make sees no change.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{os.getpid()}-{path.name}")  # some writers choose the format by the suffix
    try:
        yield temporary
        if not (path.is_file() and filecmp.cmp(temporary, path, shallow=False)):
            os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def write_table(path: Path, columns: Mapping[str, Iterable[Any]]) -> None:
    """Write columns of equal length as a CSV file.

    Floats are rounded to 12 significant digits, because their last four digits depend on the processor.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_table(Path(folder, "a.csv"), {"n": [1, 2**70], "ratio": [0.1 + 0.2, 2 / 3]})
    ...     Path(folder, "a.csv").read_text("utf-8")
    'n,ratio\\n1,0.3\\n1180591620717411303424,0.666666666667\\n'
    """
    rounded = ([float(f"{v:.12g}") if isinstance(v, float) else v for v in column] for column in columns.values())
    rows = zip(*rounded, strict=True)
    with atomic_write(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
