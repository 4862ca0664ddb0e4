"""Tools that the benchmarks share: clocks, the circumstances of a measurement, and the folders of tables."""

from __future__ import annotations

import csv
import os
import platform
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from pathlib import Path

import numpy as np

from subtraction_games.files import write_table

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


def circumstances() -> Row:
    """The circumstances of a measurement, as columns of every table of times."""
    packages = " ".join(f"{name} {version(name)}" for name in ("numpy", "scipy", "numba", "subtraction-games"))
    return {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "packages": packages,
        "commit": commit(),
    }


def commit() -> str:
    """The current commit, shortened; empty outside a clone."""
    try:
        stated = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True, text=True)
    except FileNotFoundError:
        return ""
    return stated.stdout.strip()


def read(name: str) -> list[Row]:
    """The rows of a table as last measured, by the user's own run or else in the committed table."""
    own = FOLDER / name
    with (own if own.exists() else TRACKED / name).open(newline="", encoding="utf-8") as file:
        return [dict(row) for row in csv.DictReader(file)]


def write(name: str, rows: list[Row]) -> None:
    """Write rows with the same columns as a table in the folder for tables."""
    write_table(FOLDER / name, {column: [row[column] for row in rows] for column in rows[0]})
