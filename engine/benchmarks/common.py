"""Measure times for the benchmarks, and read and write their tables."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd

from subtraction_games.files import atomic_write

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TRACKED = HERE  # the tables that the notebooks read
FOLDER = TRACKED if os.environ.get("KEEP") else ROOT / "build/benchmarks"
NOTHING = np.zeros(0, dtype=np.int64)
PATIENCE = 3.0  # seconds; slower methods aren't tried at larger sizes, and a task over a third of it has only one turn

Row = dict[str, str | int | float]


def in_turns(
    tasks: Mapping[str, Callable[[], object]],
    repeats: int,
    clock: Callable[[], float] = time.perf_counter,
    patience: float = PATIENCE,
) -> dict[str, list[float]]:
    """Let tasks take turns, and return {name: seconds of each run}. A task that takes too long has only one turn."""
    taken: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(repeats):
        for name, task in tasks.items():
            if not taken[name] or taken[name][0] < patience / 3:
                begun = clock()
                task()
                taken[name].append(clock() - begun)
    return taken


def drain(blocks: Iterable[object]) -> None:
    """Consume all blocks of a run."""
    for _ in blocks:
        pass


def measured(rows: list[Row]) -> pd.DataFrame:
    """Return a table of these rows, with columns for the machine, the versions and the commit."""
    packages = " ".join(f"{name} {version(name)}" for name in ("numpy", "scipy", "numba", "subtraction-games"))
    git = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, cwd=HERE, capture_output=True, text=True).stdout.strip() if shutil.which("git") else ""
    machine, python = f"{platform.machine()}, {os.cpu_count()} cores", platform.python_version()
    return pd.DataFrame(rows).assign(machine=machine, python=python, packages=packages, commit=commit)


def read(name: str) -> pd.DataFrame:
    """Read a table with its cells as text, from FOLDER if it exists there, or else from the committed tables."""
    own = FOLDER / name
    return pd.read_csv(own if own.exists() else TRACKED / name, dtype=str, keep_default_na=False)


def write(name: str, table: pd.DataFrame) -> None:
    with atomic_write(FOLDER / name) as temporary:
        table.to_csv(temporary, index=False)
