"""The small results of the long computations, for the notebooks that go past the paper: `make beyond`.

make long COLD_N=2**40 NIM_N=2**29                  # can be stopped and continued, and go farther
make beyond                                         # writes data/*.csv from the farthest finished runs in runs/
python data/make_data.py cold --steps tables spots    # of cold positions alone, and without the second method
python data/make_data.py oeis                         # needs no run but reads the tables; writes data/oeis/b*.txt

Three steps for each of cold positions and nim-values:

tables   cold-counts.csv      limit, cold: cold positions of squares below the cubes 1, 8, 27, ... and the end itself
         residue-counts.csv   modulus, n, residue, count: cold positions of squares below n by residue
         nim-records.csv      position, value: where nim-values of squares exceed all before
         nim-histogram.csv    n, value, count: how many positions below n have each nim-value
spots    spot-checks.csv      what `verify` says of the whole run, which it looks into by the definition alone
checks   checks.csv           the first part of the results again, by a second method and by the engine that stands here

A second method keeps what it finds in runs/ too: one that was interrupted goes on when it is asked again.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import numpy as np
from tqdm import tqdm

import subtraction_games as sg
from subtraction_games.games import parse_set
from subtraction_games.longruns.cache import cached
from subtraction_games.longruns.results import Results
from subtraction_games.paper import recurrence
from subtraction_games.support.blocks import Found
from subtraction_games.support.files import atomic_write, sha256, write_table

ROOT = Path(__file__).resolve().parent.parent
RUNS, DATA = ROOT / "runs", ROOT / "data"
KINDS = {"cold": "cold_positions", "nim": "nim_values"}
NAMES = {"cold_positions": "cold positions of squares", "nim_values": "nim-values of squares"}
MODULI = [*sg.primes(98).tolist(), 25, 65, 85, 221, 325, 21, 33, 57, 69, 77, 93]  # the last: products, both 3 mod 4
LIMITS = [2**k for k in (24, 27, 30, 33, 36, 38, 40)]  # of residue tables, as far as the run goes, and its end
LEVELS = [2**k for k in range(20, 31, 2)]  # of histograms, likewise
CHECKED = {"cold_positions": 2**34, "nim_values": 2**26}  # how far the second methods go
SPOTS, SEED = 10_000, 1
PIECE = 2**22  # values that are looked at together


# --- the runs ------------------------------------------------------------------------------------------


def farthest_run(what: str) -> Results:
    """Of the finished runs that `make long` left, the one to the largest n, its results as they were written."""
    finished = [held for folder in RUNS.glob(f"{what}-squares-*") if (held := run_in(folder)) and held.finished]
    if not finished:
        sys.exit(f"{RUNS} holds no finished run of {what}: make long COLD_N=2**40 NIM_N=2**29 first")
    held = max(finished, key=lambda run: run.stop)
    if damaged := held.damaged():
        sys.exit(f"{damaged[0].path} is damaged: start its run again to compute it anew")
    return held


def run_in(folder: Path) -> Results | None:
    try:
        return sg.results(folder)
    except FileNotFoundError:
        return None
    except ValueError as error:  # of an earlier version, or damaged
        sys.exit(str(error))


def reached(sizes: list[int], n: int) -> list[int]:
    """Those of the sizes that a run to n has passed, and n itself.

    >>> reached([8, 16, 32], 20)
    [8, 16, 20]
    """
    return sorted({size for size in sizes if size < n} | {n})


# --- tables --------------------------------------------------------------------------------------------


def tables(held: Results) -> None:
    if held.about["results"] == "cold_positions":
        cold_tables(held)
    else:
        nim_tables(held)


def cold_tables(held: Results) -> None:
    n, cold = held.stop, held.array
    limits = np.append(sg.cubes(n), n)
    write_table(DATA / "cold-counts.csv", {"limit": limits, "cold": sg.counts_below(cold, limits)})
    write_rows("residue-counts", ("modulus", "n", "residue", "count"), residue_rows(cold, reached(LIMITS, n)))


def residue_rows(cold: Found, limits: list[int]) -> list[tuple[int, int, int, int]]:
    """(modulus, limit, residue, how many cold positions below the limit have it)."""
    counts = {modulus: np.zeros(modulus, dtype=np.int64) for modulus in MODULI}
    rows = []
    for low, high in pairwise([0, *limits]):
        part = cold[slice(*np.searchsorted(cold, [low, high]))]
        for modulus in tqdm(MODULI, desc=f"residues below {high}"):
            counts[modulus] += sg.digit_counts(part, modulus)
            rows += [(modulus, high, residue, count) for residue, count in enumerate(counts[modulus].tolist())]
    return rows


def nim_tables(held: Results) -> None:
    """Records and histograms, gathered piece by piece: the values themselves need not fit in memory."""
    highest, records = -1, list[tuple[int, int]]()
    counts, rows = np.zeros(2**16, dtype=np.int64), list[tuple[int, int, int]]()
    for start in tqdm(range(0, held.stop, PIECE), desc="records"):
        block = held.of_range(start, stop := min(start + PIECE, held.stop))
        positions, values = sg.records(block)
        new = values > highest
        records += zip((positions[new] + start).tolist(), values[new].tolist(), strict=True)
        highest = max(highest, int(block.max()))
        for level in [level for level in reached(LEVELS, held.stop) if start < level <= stop]:
            below = counts + np.bincount(block[: level - start], minlength=counts.size)
            rows += [(level, value, int(below[value])) for value in np.flatnonzero(below).tolist()]
        counts += np.bincount(block, minlength=counts.size)
    write_rows("nim-records", ("position", "value"), records)
    write_rows("nim-histogram", ("n", "value", "count"), rows)


def write_rows(name: str, columns: Sequence[str], rows: Sequence[tuple[int, ...]]) -> None:
    write_table(DATA / f"{name}.csv", dict(zip(columns, zip(*rows, strict=True), strict=True)))


# --- spots and checks ----------------------------------------------------------------------------------


def spots(held: Results) -> None:
    """The whole run, looked into at random from the definition: every cold one's moves, a hot one's first to a cold."""
    begun = time.process_time()
    said = sg.verify(held, positions=SPOTS, seed=SEED)
    row = {"what": NAMES[held.about["results"]], "n": held.stop, "results": held.count, "sha256": digest(held.array)}
    row |= {**said._asdict(), "contradiction": said.contradiction or "", "seed": SEED}
    enter("spot-checks", row | {"seconds": round(time.process_time() - begun, 1)} | signature())


def checks(held: Results) -> None:
    """The first of the results again, by a method that shares no kernel with the engine; and by the engine, timed."""
    what = held.about["results"]
    n = min(held.stop, CHECKED[what])
    there = held.of_range(0, n)
    here, seconds = by_engine(what, n)
    if digest(here) != digest(there):
        sys.exit(f"the engine that stands here finds other {what} below {n} than {held.folder} holds")
    row = {"what": NAMES[what], "n": n, "count_or_largest": summary(what, there), "sha256": digest(there)}
    row |= {"seconds": round(seconds, 1)}
    method, other, its_seconds = by_sieve(n) if what == "cold_positions" else by_dynamic_programming(n)
    row |= {"second_method": method, "its_count_or_largest": summary(what, other), "its_sha256": digest(other)}
    enter("checks", row | {"its_seconds": its_seconds} | signature())


def summary(what: str, found: Found) -> int:
    """What is easily compared: how many cold positions, or the largest nim-value."""
    return found.size if what == "cold_positions" else int(found.max())


def digest(found: Found) -> str:
    """What two methods must agree in: the SHA-256 of all results, shortened."""
    return sha256([np.ascontiguousarray(found).data])[:16]


def by_engine(what: str, n: int) -> tuple[Found, float]:
    """The results below n, and the processor seconds that they took, compiling not among them."""
    evaluate = sg.cold_positions if what == "cold_positions" else sg.nim_values
    evaluate(sg.squares, min(n, 2**18))
    begun = time.process_time()
    return evaluate(sg.squares, n), time.process_time() - begun


def by_sieve(n: int) -> tuple[str, Found, float | None]:
    """All cold positions below n, in a folder that an interrupted sieve goes on from; timed if it did them all."""
    folder, begun = RUNS / f"sieve-squares-{n}", time.process_time()
    before = run_in(folder)
    for _ in tqdm(sg.cold_blocks(sg.squares, n, modulus=0, folder=folder), desc="segmented sieve"):
        pass
    return "segmented sieve", sg.results(folder).array, None if before else round(time.process_time() - begun, 1)


def by_dynamic_programming(n: int) -> tuple[str, Found, float | None]:
    """All nim-values below n, in a file that is there when they are; timed if they were found now."""
    file, begun, seconds = RUNS / f"dynamic_programming-squares-{n}.npy", time.process_time(), None
    if not file.exists():
        print("dynamic programming", flush=True)
        with atomic_write(file, parents=True) as temporary:
            np.save(temporary, recurrence.nim_values(sg.squares(n), n), allow_pickle=False)
        seconds = round(time.process_time() - begun, 1)
    return "dynamic programming", np.load(file, mmap_mode="r", allow_pickle=False), seconds


def enter(name: str, row: dict[str, object]) -> None:
    """Put a row into a table of data/, in place of the one on the same matter; rows of others stay as they are."""
    path = DATA / f"{name}.csv"
    rows = [row]
    if path.exists():
        with path.open(newline="", encoding="utf-8") as file:  # as text: a digest may look like a number
            rows += [old for old in csv.DictReader(file) if old["what"] != row["what"]]
    rows.sort(key=lambda one: str(one["what"]))
    write_table(path, {column: [one.get(column, "") for one in rows] for column in row})


def signature() -> dict[str, str]:
    """Which sources this was found with, a "+" behind them if they have been changed since; and the day."""
    commit, changed = git("log", "-1", "--format=%h", "--abbrev=12", "--", "src"), git("status", "--porcelain", "src")
    return {"commit": commit + ("+" if changed else ""), "date": datetime.now(tz=UTC).date().isoformat()}


def git(*arguments: str) -> str:
    """What git says, nothing where there is none."""
    try:
        said = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return said.stdout.strip()


# --- for the OEIS ----------------------------------------------------------------------------------------


def oeis(n: int = 2**30, terms: int = 10_000) -> None:
    """Sequences in the form in which the OEIS keeps them, a line "index value" for each term: see data/oeis/README.md.

    Cold positions are those below n; of a record of nim-values, its table has the position.
    """
    cold = cached("cold_positions", sg.squares, n)
    with (DATA / "nim-records.csv").open(newline="", encoding="utf-8") as file:
        records = [int(row["position"]) for row in csv.DictReader(file)]
    limits = 2 ** np.arange(n.bit_length())
    sequences: dict[str, tuple[int, Sequence[int]]] = {  # the first index, and the terms
        "b297963": (0, records),
        "b-rare-classes": (1, cold[np.isin(cold % 5, (1, 3))].tolist()),
        "b-counts": (0, sg.counts_below(cold, limits).tolist()),
        "b-cubes": (0, sg.nim_values(sg.cubes, terms).tolist()),
        "b-pentagonal": (0, sg.nim_values(parse_set("n*(3*n-1)//2"), terms).tolist()),
    }
    for name, (first, values) in sequences.items():
        with atomic_write(DATA / f"oeis/{name}.txt", parents=True) as temporary:
            temporary.write_text("".join(f"{k} {value}\n" for k, value in enumerate(values, first)), encoding="utf-8")


# --- from the command line -------------------------------------------------------------------------------

STEPS = {"tables": tables, "spots": spots, "checks": checks}


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description="The small results of the long computations, into data/.")
    parser.add_argument("kinds", nargs="*", metavar="cold|nim", help="which of them, or oeis; both if none is named")
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=[*STEPS], help="all three if none is named")
    chosen = parser.parse_args(arguments)
    if chosen.kinds == ["oeis"]:
        oeis()
        return
    if unknown := set(chosen.kinds) - set(KINDS):
        parser.error(f"kinds must be among {', '.join(KINDS)}, not {', '.join(sorted(unknown))}")
    runs = [farthest_run(KINDS[kind]) for kind in chosen.kinds or KINDS]
    for held in runs:
        for step in chosen.steps:
            print(f"{step} of {held.folder.name}", flush=True)
            STEPS[step](held)


if __name__ == "__main__":
    main(sys.argv[1:])
