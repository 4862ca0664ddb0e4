"""Time the engine and its rivals against each other in one run: `make bench`, half an hour on two cores.

`python benchmarks/methods.py SECTION ...` measures only some sections anew, and keeps the others' times: `cold` and
`nim` (squares), `others` (the other games), `ideas` (the ablation), `ways` (the numbers of blocks that convolution
may cut a range into), and `far` (cold positions below 2^35 and 2^36, nim-values below 2^28; only when named).
`ratios` measures nothing, and works out the tables of times.csv anew.

Every method runs once to warm up (compile), then at each size the methods take turns, and medians count. A method
is not tried at sizes that it would need minutes for, save where the table of ratios asks for it. The rivals in C
take part where gcc is found. Large runs of the engine have a process of their own, which watches its memory.

Writes times.csv (a row for each task, game, method, threads and n), growth.csv (seconds ~ n^exponent over the last
four doublings, with the spread of that exponent), ratios.csv (rival's median / engine's median, with the threads of
both), ablation.csv (the engine's ideas one after another) and ways.csv (transforms and products counted, and
processor time); prints the rows of the README's table.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from statistics import median
from threading import Event, Thread
from typing import Any
from unittest.mock import patch

import numpy as np
import pandas as pd
import psutil
from common import HERE, NOTHING, Row, circumstances, write
from scipy import fft
from tqdm import tqdm

import subtraction_games as sg
from subtraction_games import engine
from subtraction_games.paper import convolution, recurrence, sieve
from subtraction_games.paper import ntt as number_theoretic
from subtraction_games.support.arguments import SubtractionSet, moves_below
from subtraction_games.support.blocks import cores, in_threads

COLUMNS = ["task", "game", "method", "threads", "n", "seconds", "repeats", "peak_mib", "machine", "python", "packages",
           "commit"]  # fmt: skip
PATIENCE = 3.0  # seconds; a method that took longer is not tried at larger sizes, nor again after twice that
CORES = cores()

Method = Callable[[np.ndarray, int], object]


# --- the rivals in C -----------------------------------------------------------------------------------


@cache
def rivals() -> ctypes.CDLL:
    """rivals.c, compiled when first asked for. The library stays loaded when its file is gone."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "rivals.so"
        gcc = ["gcc", "-O3", "-march=native", "-fopenmp", "-shared", "-fPIC"]
        subprocess.run([*gcc, "-o", library, HERE / "rivals.c"], check=True)
        loaded = ctypes.CDLL(str(library))
    for sieving in (loaded.sieve_as_stated, loaded.segmented_sieve, loaded.segmented_sieve_split):
        sieving.restype = ctypes.c_int64
    return loaded


def c_sieve_as_stated(moves: np.ndarray, n: int) -> int:
    return int(rivals().sieve_as_stated(*pointers(moves, n), pointer(np.empty(n, dtype=np.uint8))))


def c_segmented_sieve(moves: np.ndarray, n: int) -> int:
    return int(rivals().segmented_sieve(*pointers(moves, n), *segments(n)))


def c_segmented_sieve_split(moves: np.ndarray, n: int) -> int:
    return int(rivals().segmented_sieve_split(*pointers(moves, n), *segments(n), ctypes.c_int32(CORES)))


def segments(n: int) -> tuple[object, ...]:
    """A segment's length, and room for more cold positions than have the games that we time the C sieve on."""
    room = int(2 * n**0.7) + 10_000
    return ctypes.c_int64(2**21), pointer(np.empty(room, dtype=np.int64)), pointer(np.empty(room, dtype=np.int32))


def c_nim_values(moves: np.ndarray, n: int) -> None:
    rivals().nim_values(*pointers(moves, n), pointer(np.empty(n, dtype=np.uint16)))


def c_nim_values_split(moves: np.ndarray, n: int) -> None:
    values = pointer(np.empty(n, dtype=np.uint16))
    rivals().nim_values_split(*pointers(moves, n), values, ctypes.c_int32(CORES))


def pointer(array: np.ndarray) -> ctypes.c_void_p:
    return array.ctypes.data_as(ctypes.c_void_p)


def pointers(moves: np.ndarray, n: int) -> tuple[object, ...]:
    return pointer(moves), ctypes.c_int64(moves.size), ctypes.c_int64(n)


# --- methods and games ---------------------------------------------------------------------------------


def cold_by_engine(moves: np.ndarray, n: int, threads: int = CORES) -> None:
    for _ in in_threads(engine.cold_recipe(moves, n, NOTHING)(), threads):
        pass


def cold_by_engine_with(settings: dict[str, Any], moves: np.ndarray, n: int) -> None:
    for _ in sg.cold_blocks(moves, n, **settings):
        pass


def nim_by_engine(moves: np.ndarray, n: int, threads: int = CORES) -> None:
    engine.nim_values(moves, n, threads)


def automatic(evaluator: Callable[..., object]) -> Method:
    """What somebody gets who names no method."""
    return lambda moves, n: evaluator(moves, n)


def cold(method: Callable[..., object]) -> Method:
    return lambda moves, n: method(moves, n, NOTHING)


def floating(method: Callable[..., object]) -> Callable[..., object]:
    """`method` with scipy's transforms in double precision in place of the package's in whole numbers."""

    def transform(vector: np.ndarray, length: int) -> np.ndarray:
        return fft.rfft(vector.astype(float), length)

    def convolved(pairs: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
        total = np.zeros_like(pairs[0][0])
        for a, b in pairs:
            total += a * b
        return fft.irfft(total) > 0.5

    def run(*arguments: object) -> object:
        with patch.multiple(convolution, transform=transform, convolved=convolved):
            return method(*arguments)

    return run


def random_set(n: int) -> np.ndarray:
    """A set as dense as the squares, without their arithmetic: k**2 plus a random number below 2k + 1."""
    k = np.arange(1, int(n**0.5) + 1)
    elements = k**2 + np.random.default_rng(1966).integers(0, 2 * k + 1)
    return elements[elements < n]


def random_half(n: int) -> np.ndarray:
    """Every positive number below n, or not, by the toss of a coin."""
    return 1 + np.flatnonzero(np.random.default_rng(1966).random(max(n - 1, 0)) < 0.5)


COLD: dict[str, Method] = {
    "engine": cold_by_engine,
    "engine, 1 thread": partial(cold_by_engine, threads=1),
    "segmented sieve": cold(sieve.cold_positions),
    "sieve as the paper states it": cold(sieve.cold_positions_as_stated),
    "dynamic-programming": cold(recurrence.cold_positions),
    "convolution": cold(convolution.cold_positions),
    "convolution in floating point": cold(floating(convolution.cold_positions)),
}
NIM: dict[str, Method] = {
    "engine": nim_by_engine,
    "engine, 1 thread": partial(nim_by_engine, threads=1),
    "dynamic-programming": recurrence.nim_values,
    "convolution": convolution.nim_values,
    "convolution in floating point": floating(convolution.nim_values),
}
if shutil.which("gcc"):
    COLD |= {"segmented sieve in C": c_segmented_sieve, "sieve as the paper states it, in C": c_sieve_as_stated}
    COLD |= {"segmented sieve in C, all cores": c_segmented_sieve_split}
    NIM |= {"dynamic-programming in C": c_nim_values, "dynamic-programming in C, all cores": c_nim_values_split}
ON_ALL_CORES = {"engine", "automatic", "segmented sieve in C, all cores", "dynamic-programming in C, all cores"}

AUTOMATIC_COLD: dict[str, Method] = {"automatic": automatic(sg.cold_positions)}
AUTOMATIC_NIM: dict[str, Method] = {"automatic": automatic(sg.nim_values)}

GAMES = {
    "cubes": sg.cubes,
    "triangular numbers": sg.triangular,
    "primes": sg.primes,
    "Moser-de Bruijn": sg.moser_de_bruijn,
    "random, as dense as squares": random_set,
    "finite, 60 moves": lambda n: np.arange(1, 61) ** 2,
}
DENSE = {"odd numbers": lambda n: np.arange(1, n, 2), "random half": random_half}


# --- measuring -----------------------------------------------------------------------------------------


def seconds(method: Method, moves: np.ndarray, n: int) -> float:
    start = time.perf_counter()
    method(moves, n)
    return time.perf_counter() - start


def measure(
    task: str, game: str, S: SubtractionSet, methods: dict[str, Method], sizes: list[int], repeats: int
) -> list[Row]:
    """A row for each method and size, the methods taking turns."""
    running, rows = dict(methods), []
    for n in tqdm(sizes, desc=f"{task}, {game}", unit="size"):
        moves = moves_below(S, n)
        taken: dict[str, list[float]] = {name: [] for name in running}
        for _ in range(repeats):
            for name in taken:
                again(taken[name], running[name], moves, n)
        rows += [timed(task, game, name, n, times) for name, times in taken.items()]
        running = {name: method for name, method in running.items() if median(taken[name]) <= PATIENCE}
    return rows


def again(taken: list[float], method: Method, moves: np.ndarray, n: int) -> None:
    """Time a method once more, unless it took too long before."""
    if not taken or taken[0] < 2 * PATIENCE:
        taken.append(seconds(method, moves, n))


def timed(task: str, game: str, method: str, n: int, times: list[float], peak: str = "") -> Row:
    threads = CORES if method in ON_ALL_CORES else 1
    return {"task": task, "game": game, "method": method, "threads": threads, "n": n,
            "seconds": f"{median(times):.6f}", "repeats": len(times), "peak_mib": peak}  # fmt: skip


def apart(task: str, method: str, sizes: list[int]) -> list[Row]:
    """Rows of the engine on squares, once at each size, in processes of their own that watch their memory."""
    rows = []
    for n in tqdm(sizes, desc=f"{task}, {method}", unit="size"):
        command = [sys.executable, __file__, "apart", task, method, str(n)]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        rows.append(timed(task, "squares", method, n, [float(told[0])], told[1]))
    return rows


def watched_run(task: str, method: str, n: int) -> tuple[float, float]:
    """Seconds, and by how many MiB this process grew at most meanwhile: it is looked at every hundredth of a second."""
    run = (COLD if task == "cold positions" else NIM)[method]
    warm = min(n, 2**27 if task == "cold positions" else 2**24)  # some kernels are compiled for values of so many bits
    run(sg.squares(warm), warm)
    sizes, done = [psutil.Process().memory_info().rss], Event()

    def look() -> None:
        while not done.wait(0.01):
            sizes.append(psutil.Process().memory_info().rss)

    watching = Thread(target=look)
    watching.start()
    taken = seconds(run, sg.squares(n), n)
    done.set()
    watching.join()
    return taken, (max(sizes) - sizes[0]) / 2**20


def only(methods: dict[str, Method], *names: str) -> dict[str, Method]:
    return {name: methods[name] for name in names if name in methods}


def warm_up() -> None:
    """Let everything compile."""
    for methods in (COLD, NIM):
        for method in methods.values():
            method(moves_below(sg.squares, 2**23), 2**18)
    cold_by_engine(moves_below(sg.squares, 2**26), 2**26)


def times_of_cold_positions() -> list[Row]:
    cold_times = partial(measure, "cold positions", "squares", sg.squares)
    in_c = "segmented sieve in C", "segmented sieve in C, all cores"
    sieves = only(COLD, "engine", "engine, 1 thread", "segmented sieve", *in_c)
    rows = cold_times(COLD, [2**k for k in range(12, 27)], 3)
    rows += cold_times(sieves, [2**28], 3)
    rows += cold_times(only(COLD, "segmented sieve", *in_c), [2**30], 1)
    for size in (2**28, 2**30):
        rows += cold_times(only(COLD, "sieve as the paper states it, in C"), [size], 1)
    rows += apart("cold positions", "engine", [2**k for k in range(29, 35)])
    return rows + apart("cold positions", "engine, 1 thread", [2**30, 2**32])


def times_of_nim_values() -> list[Row]:
    nim_times = partial(measure, "nim-values", "squares", sg.squares)
    rows = nim_times(NIM, [2**k for k in range(12, 24)], 3)
    rows += nim_times(only(NIM, "dynamic-programming in C", "dynamic-programming in C, all cores"), [2**24], 1)
    rows += apart("nim-values", "engine, 1 thread", [2**24])
    return rows + apart("nim-values", "engine", [2**24, 2**25, 2**26])


def times_of_other_games() -> list[Row]:
    rows = []
    for game, S in GAMES.items():
        n = 2**19 if game == "primes" else 2**26
        rows += measure("cold positions", game, S, only(COLD, "engine", "segmented sieve"), [n], 3)
        n = 2**17 if game == "primes" else 2**21
        rows += measure("nim-values", game, S, only(NIM, "engine", "dynamic-programming"), [n], 3)
    for game, S in DENSE.items():
        rows += measure("cold positions", game, S, only(COLD, "engine", "convolution") | AUTOMATIC_COLD, [2**17], 3)
        rows += measure("nim-values", game, S, only(NIM, "engine", "dynamic-programming") | AUTOMATIC_NIM, [2**16], 3)
    return rows


def times_far() -> list[Row]:
    return apart("cold positions", "engine", [2**35, 2**36]) + apart("nim-values", "engine", [2**28])


SECTIONS = {
    "cold": times_of_cold_positions,
    "nim": times_of_nim_values,
    "others": times_of_other_games,
    "far": times_far,
}


def section_of(row: Row) -> str:
    if row["game"] != "squares":
        return "others"
    if row["task"] == "nim-values":
        return "far" if int(row["n"]) >= 2**28 else "nim"
    return "far" if int(row["n"]) >= 2**35 else "cold"


IDEAS: dict[str, dict[str, Any]] = {  # settings of the engine, each with one idea more
    "the sieve on bits": {"modulus": 0, "threads": 1},
    "rows of bits, one class": {"modulus": 1, "threads": 1},
    "5 classes": {"modulus": 5, "threads": 1},
    "65 classes": {"modulus": 65, "threads": 1},
    "all cores": {"modulus": 65},
    "a modulus from a pilot": {},
    "blocks of one panel": {"tile": 1},
}


def times_of_ideas(n: int = 2**28) -> list[Row]:
    """Cold positions of squares with the engine's ideas one after another."""
    rows = []
    for idea, settings in tqdm(IDEAS.items(), desc="ideas", unit="idea"):
        taken: list[float] = []
        for _ in range(3):
            again(taken, partial(cold_by_engine_with, settings), sg.squares(n), n)
        rows.append({"idea": idea, "n": n, "seconds": f"{median(taken):.3f}", "repeats": len(taken)})
    return rows


# --- how many blocks to cut a range into ---------------------------------------------------------------

WAYS = [2, 4, 8, 16, 32, 64]
TASKS: dict[str, tuple[Callable[..., object], int]] = {
    "cold positions": (lambda n: convolution.cold_positions(sg.squares(n), n, NOTHING, short=2**10), 2**22),
    "nim-values": (lambda n: convolution.nim_values(sg.squares(n), n, short=2**6), 2**16),
}


def counted(task: Callable[..., object], ways: int, n: int) -> Row:
    """Transforms there and back, those of moves among them, their butterflies, and products of two entries."""
    lengths: list[int] = []
    products: list[int] = []

    def transform(vector: np.ndarray, length: int) -> np.ndarray:
        lengths.append(length)
        return kept_transform(vector, length)

    def convolved(pairs: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
        lengths.append(pairs[0][0].size)
        products.append(len(pairs) * pairs[0][0].size)
        return kept_convolved(pairs)

    kept_transform, kept_convolved = number_theoretic.transform, number_theoretic.convolved
    with patch.multiple(convolution, WAYS=ways, transform=transform, convolved=convolved):
        task(n)
    butterflies = sum(length // 2 * (length.bit_length() - 1) for length in lengths)
    return {"transforms": len(lengths), "butterflies": butterflies, "products": sum(products)}


def processor_seconds(task: Callable[..., object], ways: int, n: int) -> float:
    with patch.multiple(convolution, WAYS=ways):
        start = time.process_time()
        task(n)
        return time.process_time() - start


def times_of_ways() -> list[Row]:
    """Squares by convolution, ranges cut into 2 to 64 blocks in turn: what is counted, and the median time of three."""
    rows: list[Row] = []
    for name, (task, n) in TASKS.items():
        turns = [{ways: processor_seconds(task, ways, n) for ways in WAYS} for _ in range(4)][1:]  # the first compiles
        for ways in tqdm(WAYS, desc=f"ways, {name}", unit="way"):
            taken = median(turn[ways] for turn in turns)
            rows.append({"task": name, "ways": ways, "n": n} | counted(task, ways, n)
                        | {"processor_seconds": f"{taken:.3f}", "repeats": len(turns)})  # fmt: skip
    return rows


# --- what the times say --------------------------------------------------------------------------------


def growth(rows: list[Row]) -> list[Row]:
    """Repeated-median exponents over the last five sizes, and the range of the exponents of all pairs among them."""
    table = []
    for task, method in dict.fromkeys((row["task"], row["method"]) for row in rows if row["game"] == "squares"):
        mine = [r for r in rows if (r["game"], r["task"], r["method"]) == ("squares", task, method)]
        points = sorted({int(r["n"]): float(r["seconds"]) for r in mine}.items())[-5:]
        if len(points) < 3:
            continue
        pairs = [np.log(t / s) / np.log(m / n) for (n, s), (m, t) in combinations(points, 2)]
        fit = sg.fit_power_law(*zip(*points, strict=True))
        table.append({"task": task, "method": method, "from_n": points[0][0], "to_n": points[-1][0],
                      "exponent": f"{fit.exponent:.3f}", "least": f"{min(pairs):.3f}",
                      "most": f"{max(pairs):.3f}"})  # fmt: skip
    return table


def ratios(rows: list[Row]) -> list[Row]:
    """How many times longer each rival takes than the engine, at each size that both were run at.

    One thread against one, one against all cores, and all cores against all; never all cores against one.
    """
    table = []
    for row in rows:
        for ours in rows:
            same = all(row.get(key) == ours.get(key) for key in ("task", "game", "n", "commit"))  # of one run
            fair = int(row["threads"]) <= int(ours["threads"])
            if same and fair and ours["method"] in ENGINES and row["method"] not in ("engine", ours["method"]):
                table.append({"task": row["task"], "game": row["game"], "n": row["n"], "rival": row["method"],
                              "rival_threads": row["threads"], "engine_threads": ours["threads"],
                              "ratio": f"{float(row['seconds']) / float(ours['seconds']):.2f}"})  # fmt: skip
    return table


ENGINES = {"engine", "engine, 1 thread"}
TOLD = [  # what the README's table has: task, log2 n, rival
    ("cold positions", 28, "segmented sieve in C"),
    ("cold positions", 30, "segmented sieve in C"),
    ("cold positions", 30, "segmented sieve in C, all cores"),
    ("cold positions", 30, "sieve as the paper states it, in C"),
    ("nim-values", 24, "dynamic-programming in C"),
    ("nim-values", 24, "dynamic-programming in C, all cores"),
]


def readme_rows(table: list[Row]) -> list[str]:
    """The rows of the README's table of ratios."""
    columns = ("rival", "rival_threads", "engine_threads", "ratio")
    return [f"| {task} | 2^{k} | " + " | ".join(str(row[c]) for c in columns) + " |"
            for task, k, rival in TOLD for row in table
            if (row["task"], row["game"], int(row["n"]), row["rival"]) == (task, "squares", 2**k, rival)]  # fmt: skip


def kept_times(sections: list[str]) -> list[Row]:
    """The rows of times.csv that belong to the sections which are not measured now."""
    if not (HERE / "times.csv").exists():
        return []
    rows = pd.read_csv(HERE / "times.csv", keep_default_na=False, dtype={"seconds": str}).to_dict("records")
    return [row for row in rows if section_of(row) not in sections]


def tables(rows: list[Row]) -> None:
    """Write times.csv and what follows from it."""
    compared = ratios(rows)
    ordered = sorted(rows, key=lambda row: row["game"] != "squares")
    write("times.csv", [{column: row.get(column, "") for column in COLUMNS} for row in ordered])
    write("growth.csv", growth(rows))
    write("ratios.csv", compared)
    print(*readme_rows(compared), sep="\n")


def main(sections: list[str]) -> None:
    """Measure the sections named, or all but the far one; the others keep the times of their own last run."""
    if sections[:1] == ["apart"]:
        task, method, n = sections[1:]
        print(*(f"{number:.6f}" for number in watched_run(task, method, int(n))))
        return
    known = [*SECTIONS, "ideas", "ways", "ratios"]
    if unknown := sorted(set(sections) - set(known)):
        raise SystemExit(f"error: a section must be one of {', '.join(known)}, not {', '.join(unknown)}")
    sections = sections or ["cold", "nim", "others", "ideas", "ways"]
    if "ways" in sections:
        write("ways.csv", [row | circumstances() for row in times_of_ways()])
    if {"cold", "nim", "others", "ideas"} & set(sections):
        warm_up()
    if "ideas" in sections:
        write("ablation.csv", [row | circumstances() for row in times_of_ideas()])
    if {*SECTIONS, "ratios"} & set(sections):
        new = [row | circumstances() for section in SECTIONS if section in sections for row in SECTIONS[section]()]
        tables(kept_times(sections) + new)


if __name__ == "__main__":
    main(sys.argv[1:])
