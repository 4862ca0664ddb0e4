"""Tools that the benchmarks share: clocks, the circumstances of a measurement, and the folders of tables."""

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
TRACKED = ROOT / "data/benchmarks"  # the tables that the notebooks read
FOLDER = TRACKED if os.environ.get("KEEP") else ROOT / "build/benchmarks"
NOTHING = np.zeros(0, dtype=np.int64)
PATIENCE = 3.0  # seconds; a method that took longer isn't tried at larger sizes, or again after a third of that

Row = dict[str, str | int | float]


def in_turns(
    tasks: Mapping[str, Callable[[], object]], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, list[float]]:
    """{name: seconds of each run}: the tasks take turns, and a task that takes too long gets no second turn."""
    taken: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(repeats):
        for name, task in tasks.items():
            if not taken[name] or taken[name][0] < PATIENCE / 3:
                begun = clock()
                task()
                taken[name].append(clock() - begun)
    return taken


def drain(blocks: Iterable[object]) -> None:
    """Walk through all blocks of a run."""
    for _ in blocks:
        pass


def measured(rows: list[Row]) -> pd.DataFrame:
    """A table of these rows, with the circumstances of their measurement."""
    packages = " ".join(f"{name} {version(name)}" for name in ("numpy", "scipy", "numba", "subtraction-games"))
    asked = ["git", "rev-parse", "--short", "HEAD"]
    git = shutil.which("git")
    return pd.DataFrame(rows).assign(
        machine=f"{platform.machine()}, {os.cpu_count()} cores",
        python=platform.python_version(),
        packages=packages,
        commit=subprocess.run(asked, cwd=HERE, capture_output=True, text=True).stdout.strip() if git else "",
    )


def read(name: str) -> pd.DataFrame:
    """A table as last measured, by the user's own run or else in the committed table, with its cells as text."""
    own = FOLDER / name
    return pd.read_csv(own if own.exists() else TRACKED / name, dtype=str, keep_default_na=False)


def write(name: str, table: pd.DataFrame) -> None:
    """Write a table into the folder for tables."""
    with atomic_write(FOLDER / name) as temporary:
        table.to_csv(temporary, index=False)
