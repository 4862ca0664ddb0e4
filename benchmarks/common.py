"""What the benchmarks share: the circumstances of a measurement, and where tables go."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

import numpy as np

from subtraction_games.support.files import write_table

HERE = Path(__file__).parent
NOTHING = np.zeros(0, dtype=np.int64)

Row = dict[str, str | int | float]


def circumstances() -> Row:
    packages = " ".join(f"{name} {version(name)}" for name in ("numpy", "scipy", "numba", "subtraction-games"))
    return {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "packages": packages,
        "commit": commit(),
    }


def commit() -> str:
    """The commit that stands here, in short; nothing outside a clone."""
    try:
        told = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True, text=True)
    except FileNotFoundError:
        return ""
    return told.stdout.strip()


def write(name: str, rows: list[Row]) -> None:
    """Rows of the same columns as a table beside this file."""
    write_table(HERE / name, {column: [row[column] for row in rows] for column in rows[0]})
