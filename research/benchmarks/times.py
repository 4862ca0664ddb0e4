"""Time the methods against each other: times.csv, and growth.csv and ratios.csv, which follow from it.

At each size the methods take turns, and the median of each counts. A method is not tried at sizes for which it would
need minutes, except where the table of ratios asks for it. Large runs of the engine get a process of their own, which
watches its memory.

times.csv contains a row for each task, game, method, threads and n; growth.csv fits seconds ~ n^exponent over the last
four doublings, with the spread of that exponent; ratios.csv contains the rival's median / the engine's median, with the
threads of both.
"""

from __future__ import annotations

import subprocess
import sys
import time
from functools import partial
from itertools import combinations
from statistics import median
from threading import Event, Thread

import numpy as np
import psutil
from common import HERE, PATIENCE, Row, circumstances, drain, in_turns, read, write
from methods import COLD, CORES, NIM, ON_ALL_CORES, Method, cold_by_engine
from tqdm import tqdm

import subtraction_games as sg

METHODS = {"cold positions": COLD, "nim-values": NIM}
STATED = "sieve as the paper states it, in C"
WARM = {"cold positions": 2**27, "nim-values": 2**24}  # some kernels are compiled for values of this width


# --- measuring -----------------------------------------------------------------------------------------


def measure(task: str, methods: dict[str, Method], sizes: list[int], repeats: int) -> list[Row]:
    """Rows of times for each method and size, for squares, with the methods taking turns."""
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
    """Rows of the engine on squares, once at each size, in processes of their own that watch their memory."""
    rows = []
    for n in tqdm(sizes, desc=f"{task}, {method}", unit="size"):
        command = [sys.executable, str(HERE), "apart", task, method, str(n)]
        stated = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        rows.append(timed(task, method, n, [float(stated[0])], stated[1]))
    return rows


def watched_run(task: str, method: str, n: int) -> tuple[float, float]:
    """Seconds, and the MiB by which this process grew at most, sampled every hundredth of a second."""
    run, warm = METHODS[task][method], min(n, WARM[task])
    run(sg.squares(warm), warm)
    moves, sizes, done = sg.squares(n), [psutil.Process().memory_info().rss], Event()

    def look() -> None:
        while not done.wait(0.01):
            sizes.append(psutil.Process().memory_info().rss)

    watching = Thread(target=look)
    watching.start()
    begun = time.perf_counter()
    run(moves, n)
    taken = time.perf_counter() - begun
    done.set()
    watching.join()
    return taken, (max(sizes) - sizes[0]) / 2**20


def warm_up(n: int = 2**18) -> None:
    """Compile everything by evaluating a game below n."""
    for method in tqdm([*COLD.values(), *NIM.values()], desc="compiling", unit="method"):
        method(sg.squares(n), n)
    cold_by_engine(sg.squares(2**26), 2**26)


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


SECTIONS = {"cold": of_cold_positions, "nim": of_nim_values, "far": far}


def section_of(row: Row) -> str:
    """The section that measures a row."""
    nim = row["task"] == "nim-values"
    least = 2**28 if nim else 2**30 if row["method"] == STATED else 2**35
    return "far" if int(row["n"]) >= least else "nim" if nim else "cold"


def measure_section(section: str) -> None:
    """Measure one section again; write times.csv, keeping other sections' rows, and the tables that follow."""
    warm_up()
    tables([row | circumstances() for row in SECTIONS[section]()], section)


# --- results from the times --------------------------------------------------------------------------------


def tables(new: list[Row], section: str = "") -> None:
    """Write times.csv with new rows of a section, and the tables that follow from it; print the README's ratios."""
    rows = [row for row in read("times.csv") if section_of(row) != section] + new
    compared = ratios(rows)
    write("times.csv", rows)
    write("growth.csv", growth(rows))
    write("ratios.csv", compared)
    print(*readme_rows(compared), sep="\n")


LEAST = {"cold positions": 2**28, "nim-values": 2**20}  # sizes from which growth is fitted


def growth(rows: list[Row]) -> list[Row]:
    """Repeated-median exponents over the last five sizes, and the range of the exponents of all pairs among them.

    Times of different runs are not mixed. For the engine the sizes begin at LEAST, because below it most of the time goes
    into starting up.
    """
    table: list[Row] = []
    for run in dict.fromkeys((row["task"], row["method"], row["commit"]) for row in rows):
        task, method, _ = run
        mine = [row for row in rows if (row["task"], row["method"], row["commit"]) == run]
        least = LEAST[str(task)] if str(method).startswith("engine") else 0
        points = sorted({int(row["n"]): float(row["seconds"]) for row in mine if int(row["n"]) >= least}.items())[-5:]
        if len(points) < 3:
            continue
        pairs = [np.log(t / s) / np.log(m / n) for (n, s), (m, t) in combinations(points, 2)]
        fit = sg.fit_power_law(*zip(*points, strict=True))
        table.append({"task": task, "method": method, "from_n": points[0][0], "to_n": points[-1][0],
                      "exponent": f"{fit.exponent:.3f}", "least": f"{min(pairs):.3f}",
                      "most": f"{max(pairs):.3f}"})  # fmt: skip
    return table


def ratios(rows: list[Row]) -> list[Row]:
    """The ratio of each rival's time to the engine's, at each size at which both were run.

    One thread against one, one against all cores, and all cores against all; never all cores against one.
    """
    table: list[Row] = []
    for row in rows:
        for ours in rows:
            same = all(str(row[key]) == str(ours[key]) for key in ("task", "game", "n", "commit"))  # of one run
            fair = int(row["threads"]) <= int(ours["threads"])
            engines = "engine", "engine, 1 thread"
            if same and fair and ours["method"] in engines and row["method"] not in ("engine", ours["method"]):
                table.append({"task": row["task"], "game": row["game"], "n": row["n"], "rival": row["method"],
                              "rival_threads": row["threads"], "engine_threads": ours["threads"],
                              "ratio": f"{float(row['seconds']) / float(ours['seconds']):.2f}"})  # fmt: skip
    return table


def readme_rows(table: list[Row]) -> list[str]:
    """The rows of the table of ratios in README.md, here: large sizes against C."""
    large = {("cold positions", 2**28), ("cold positions", 2**30), ("nim-values", 2**24)}
    rows = [row for row in table if (row["task"], int(row["n"])) in large]
    columns = ("task", "n", "rival", "rival_threads", "engine_threads", "ratio")
    return [f"| {' | '.join(str(row[c]) for c in columns)} |" for row in rows if "in C" in str(row["rival"])]


# --- the gain from each idea -----------------------------------------------------------------------------

IDEAS = {"the sieve on bits": 0, "rows of bits, one class": 1, "5 classes": 5, "65 classes": 65}  # by modulus


def walk(n: int, modulus: int) -> None:
    drain(sg.cold_blocks(sg.squares, n, modulus=modulus, threads=1))


def measure_ideas(n: int = 2**28) -> None:
    """Cold positions of squares on one thread with the engine's ideas one after another (ablation.csv)."""
    rows: list[Row] = []
    for idea, modulus in tqdm(IDEAS.items(), desc="ideas", unit="idea"):
        walk(n >> 6, modulus)  # compiles
        taken = in_turns({idea: partial(walk, n, modulus)}, 3)[idea]
        rows.append({"idea": idea, "n": n, "seconds": f"{median(taken):.3f}", "repeats": len(taken)})
    write("ablation.csv", [row | circumstances() for row in rows])
