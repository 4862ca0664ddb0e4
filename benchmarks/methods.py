"""Time the methods against each other on subtract-a-square, in one run: `make bench`.

Every method is run once to warm up (compile), then the methods take turns at each size, `repeats` times, and
the median counts. A method stops growing when its last run took longer than `patience` seconds. Writes
times.csv (a row for each task, method and n) and growth.csv (seconds ~ n^exponent over the last doublings).
"""

from __future__ import annotations

import csv
import os
import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from statistics import median

import numpy as np
from tqdm import tqdm

import subtraction_games as sg
from subtraction_games import convolution, recurrence, sieve
from subtraction_games.games import moves_below

HERE = Path(__file__).parent
REPEATS, PATIENCE, DOUBLINGS = 3, 3.0, 4
NO_HOTSPOTS = np.zeros(0, dtype=np.int64)

TASKS: dict[str, dict[str, Callable[[np.ndarray, int], np.ndarray]]] = {
    "cold positions": {
        "sieve as the paper states it": lambda m, n: sieve.cold_positions_as_stated(m, n, NO_HOTSPOTS),
        "segmented sieve": lambda m, n: sieve.cold_positions(m, n, NO_HOTSPOTS),
        "dynamic-programming": lambda m, n: recurrence.cold_positions(m, n, NO_HOTSPOTS),
        "convolution": lambda m, n: convolution.cold_positions(m, n, NO_HOTSPOTS),
    },
    "nim-values": {
        "dynamic-programming": recurrence.nim_values,
        "convolution": convolution.nim_values,
    },
}


def seconds(method: Callable[[np.ndarray, int], np.ndarray], n: int) -> float:
    moves = moves_below(sg.squares, n)
    start = time.perf_counter()
    method(moves, n)
    return time.perf_counter() - start


def measure(
    methods: dict[str, Callable[[np.ndarray, int], np.ndarray]], sizes: list[int]
) -> dict[str, dict[int, float]]:
    """Medians in seconds, by method and size."""
    running = dict(methods)
    for method in running.values():
        seconds(method, 2**12)
    medians: dict[str, dict[int, float]] = {name: {} for name in methods}
    for n in tqdm(sizes, unit="size"):
        turns = [{name: seconds(method, n) for name, method in running.items()} for _ in range(REPEATS)]
        for name in list(running):
            medians[name][n] = median(turn[name] for turn in turns)
            if medians[name][n] > PATIENCE:
                del running[name]
    return medians


def circumstances() -> dict[str, str | int]:
    packages = " ".join(f"{name} {version(name)}" for name in ("numpy", "scipy", "numba", "subtraction-games"))
    return {"machine": f"{platform.machine()}, {os.cpu_count()} cores", "python": platform.python_version(),
            "packages": packages, "threads": 1, "repeats": REPEATS}  # fmt: skip


def write(name: str, rows: list[dict[str, str | int]]) -> None:
    with (HERE / name).open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    sizes = [2**k for k in range(12, 27)]
    times: list[dict[str, str | int]] = []
    growth: list[dict[str, str | int]] = []
    for task, methods in TASKS.items():
        for name, medians in measure(methods, sizes).items():
            rows = [{"task": task, "method": name, "n": n, "seconds": f"{s:.6f}"} for n, s in medians.items()]
            times += [row | circumstances() for row in rows]
            last = list(medians.items())[-DOUBLINGS - 1 :]
            exponent = sg.fit_power_law(*zip(*last, strict=True)).exponent
            growth.append({"task": task, "method": name, "from_n": last[0][0], "to_n": last[-1][0],
                           "exponent": f"{exponent:.3f}"})  # fmt: skip
    write("times.csv", times)
    write("growth.csv", growth)


if __name__ == "__main__":
    main()
