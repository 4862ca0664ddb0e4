"""Time the methods against each other (times.csv), and derive growth.csv and ratios.csv from the times.

At each size the methods take turns, and times.csv contains the median time of each. A method is not tried at sizes for
which it would need minutes, unless ratios.csv requires it. Each large run of the engine has a process of its own, so
that its memory can be measured.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from multiprocessing import get_context
from statistics import median

import numpy as np
import pandas as pd
import psutil
from common import PATIENCE, Row, drain, in_turns, measured, read, write
from methods import COLD, CORES, NIM, ON_ALL_CORES, Method
from tqdm import tqdm

import subtraction_games as sg

METHODS = {"cold positions": COLD, "nim-values": NIM}
STATED = "sieve as the paper states it, in C"
WARM = {"cold positions": 2**27, "nim-values": 2**24}  # untimed runs below these sizes compile the kernels


# --- measuring -----------------------------------------------------------------------------------------


def measure(task: str, methods: dict[str, Method], sizes: list[int], repeats: int) -> list[Row]:
    """Return rows with the median time of each method at each size, for squares."""
    rows = []
    for n in tqdm(sizes, desc=task, unit="size"):
        moves = sg.squares(n)
        taken = in_turns({name: partial(method, moves, n) for name, method in methods.items()}, repeats)
        rows += [timed(task, name, n, times) for name, times in taken.items()]
        methods = {name: method for name, method in methods.items() if median(taken[name]) <= PATIENCE}
    return rows


def timed(task: str, method: str, n: int, times: list[float], peak: str = "") -> Row:
    row: Row = {"task": task, "game": "squares", "method": method, "threads": CORES if method in ON_ALL_CORES else 1}
    return row | {"n": n, "seconds": f"{median(times):.6f}", "repeats": len(times), "peak_mib": peak}


def apart(task: str, method: str, sizes: list[int]) -> list[Row]:
    """Return rows for the engine on squares. Each size is run once, in a process whose memory is measured.

    The process is forked by a server, because one that this process spawns would begin with its own peak of memory.
    """
    rows = []
    for n in tqdm(sizes, desc=f"{task}, {method}", unit="size"):
        with ProcessPoolExecutor(1, mp_context=get_context("forkserver")) as process:
            seconds, peak = process.submit(run_alone, task, method, n).result()
        rows.append(timed(task, method, n, [seconds], f"{peak:.6f}"))
    return rows


def run_alone(task: str, method: str, n: int) -> tuple[float, float]:
    """Return the seconds that a run takes, and the most MiB by which this process grew."""
    run, warm = METHODS[task][method], min(n, WARM[task])
    run(sg.squares(warm), warm)
    moves, before, begun = sg.squares(n), psutil.Process().memory_info().rss, time.perf_counter()
    run(moves, n)
    taken, unit = time.perf_counter() - begun, 1 if sys.platform == "darwin" else 1024
    return taken, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit - before) / 2**20


def only(methods: dict[str, Method], *names: str) -> dict[str, Method]:
    return {name: methods[name] for name in names if name in methods}


# --- what is measured ----------------------------------------------------------------------------------


def of_cold_positions() -> list[Row]:
    cold_times = partial(measure, "cold positions")
    in_c = "segmented sieve in C", "segmented sieve in C, all cores"
    rows = cold_times(COLD, [2**k for k in range(12, 27)], 3)
    rows += cold_times(only(COLD, "engine", "engine, 1 thread", "segmented sieve", *in_c), [2**28], 3)
    rows += cold_times(only(COLD, *in_c), [2**30], 1)
    rows += cold_times(only(COLD, STATED), [2**28], 1)
    rows += apart("cold positions", "engine", [2**k for k in range(29, 35)])
    return rows + apart("cold positions", "engine, 1 thread", [2**30, 2**32])


def of_nim_values() -> list[Row]:
    nim_times = partial(measure, "nim-values")
    rows = nim_times(NIM, [2**k for k in range(12, 24)], 3)
    rows += nim_times(only(NIM, "dynamic-programming in C", "dynamic-programming in C, all cores"), [2**24], 1)
    rows += apart("nim-values", "engine, 1 thread", [2**24])
    return rows + apart("nim-values", "engine", [2**24, 2**25, 2**26])


def far() -> list[Row]:
    rows = measure("cold positions", only(COLD, STATED), [2**30], 1)
    return rows + apart("cold positions", "engine", [2**35, 2**36]) + apart("nim-values", "engine", [2**28])


def section_of(task: str, method: str, n: str) -> str:
    """Return the section that measures a row."""
    nim = task == "nim-values"
    least = 2**28 if nim else 2**30 if method == STATED else 2**35
    return "far" if int(n) >= least else "nim" if nim else "cold"


def measure_section(section: str, rows_of: Callable[[], list[Row]]) -> None:
    """Measure one section again. Write times.csv, with the rows of other sections unchanged, and its derived tables."""
    for method in tqdm([*COLD.values(), *NIM.values()], desc="compiling", unit="method"):
        method(sg.squares(2**18), 2**18)
    COLD["engine"](sg.squares(2**26), 2**26)
    before = read("times.csv")
    others = [section_of(*row) != section for row in before[["task", "method", "n"]].to_numpy()]
    times = pd.concat([before[others], measured(rows_of())])
    write("times.csv", times)
    times = times.astype({"n": int, "threads": int, "seconds": float})
    write("growth.csv", growth(times))
    write("ratios.csv", ratios(times))


# --- results from the times --------------------------------------------------------------------------------

LEAST = {"cold positions": 2**28, "nim-values": 2**20}  # sizes from which growth is fitted


def growth(times: pd.DataFrame) -> pd.DataFrame:
    """Fit seconds ~ n^exponent over the last five sizes by repeated medians, and add the range over all pairs of sizes.

    Times of different runs are not mixed. The engine's sizes begin at LEAST, because smaller runs take most of their
    time to start up.
    """
    table: list[Row] = []
    for (task, method, _), mine in times.groupby(["task", "method", "commit"], sort=False):
        least = LEAST[task] if method.startswith("engine") else 0
        points = mine[mine.n >= least].groupby("n").seconds.last().tail(5)
        if points.size < 3:
            continue
        pairs = [np.log(t / s) / np.log(m / n) for (n, s), (m, t) in combinations(points.items(), 2)]
        fit = sg.fit_power_law(points.index, points)
        table.append({"task": task, "method": method, "from_n": points.index[0], "to_n": points.index[-1],
                      "exponent": f"{fit.exponent:.3f}", "least": f"{min(pairs):.3f}",
                      "most": f"{max(pairs):.3f}"})  # fmt: skip
    return pd.DataFrame(table)


def ratios(times: pd.DataFrame) -> pd.DataFrame:
    """Return the ratios of each rival's times to those of the engine on at least as many threads."""
    engine = times[times.method.isin(["engine", "engine, 1 thread"])]
    rivals = times[times.method != "engine"]
    both = rivals.merge(engine, on=["task", "game", "n", "commit"], suffixes=("", "_engine"))  # within one run
    both = both[(both.threads <= both.threads_engine) & (both.method != both.method_engine)]
    both = both.assign(ratio=(both.seconds / both.seconds_engine).map("{:.2f}".format))
    both = both.rename(columns={"method": "rival", "threads": "rival_threads", "threads_engine": "engine_threads"})
    return both[["task", "game", "n", "rival", "rival_threads", "engine_threads", "ratio"]]


# --- the gain from each idea -----------------------------------------------------------------------------

IDEAS = {"the sieve on bits": 0, "rows of bits, one class": 1, "5 classes": 5, "65 classes": 65}  # by modulus


def walk(n: int, modulus: int) -> None:
    drain(sg.cold_blocks(sg.squares, n, modulus=modulus, threads=1))


def measure_ideas() -> None:
    """Time cold positions of squares on one thread as the engine's ideas are added one by one (ablation.csv)."""
    n, rows = 2**28, list[Row]()
    for idea, modulus in tqdm(IDEAS.items(), desc="ideas", unit="idea"):
        walk(n >> 6, modulus)  # compiles
        taken = in_turns({idea: partial(walk, n, modulus)}, 3)[idea]
        rows.append({"idea": idea, "n": n, "seconds": f"{median(taken):.3f}", "repeats": len(taken)})
    write("ablation.csv", measured(rows))
