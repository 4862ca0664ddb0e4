"""The small results of the long computations, for the notebooks that go past the paper: `make beyond`.

make long COLD_N=2**36 NIM_N=2**28     # a quarter of an hour on two cores, 9 GiB of memory; can be stopped
make beyond                            # writes data/*.csv from what those left in runs/

cold-counts.csv      limit, cold: cold positions of squares below the cubes 1, 8, 27, ... and the end itself
residue-counts.csv   modulus, n, residue, count: cold positions of squares below n by residue
nim-records.csv      position, value: where nim-values of squares exceed all before
nim-histogram.csv    n, value, count: how many positions below n have each nim-value
checks.csv           what, n, result, second method, its result, agrees
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from tqdm import tqdm

import subtraction_games as sg
from subtraction_games import recurrence, sieve
from subtraction_games.checkpoint import Results
from subtraction_games.evaluation import in_threads
from subtraction_games.files import sha256, write_table

ROOT = Path(__file__).resolve().parent.parent
MODULI = [*sg.primes(98).tolist(), 25, 65, 85, 221, 325, 21, 33, 57, 69, 77, 93]  # the last: products, both 3 mod 4
LIMITS = [2**24, 2**27, 2**30, 2**33, 2**36]
LEVELS = [2**k for k in range(20, 29, 2)]
SIEVED, LOOKED = 2**32, 2**25  # how far the second methods go


def long_run(what: str, n: int) -> Results:
    """The finished run that `make long` left."""
    folder = ROOT / f"runs/{what}-squares-{n}"
    try:
        kept = sg.results(folder)
    except FileNotFoundError:
        kept = None
    if kept is None or not kept.finished:
        sys.exit(f"{folder} holds no finished run: make long COLD_N=2**36 NIM_N=2**28 first")
    return kept


def cold_tables(kept: Results) -> None:
    n, cold = int(kept.about["n"]), kept.array
    limits = np.append(sg.cubes(n), n)
    write_table(ROOT / "data/cold-counts.csv", {"limit": limits, "cold": sg.counts_below(cold, limits)})
    rows = []
    for limit in tqdm(LIMITS, desc="residues"):
        below = cold[: np.searchsorted(cold, limit)]
        rows += [(b, limit, r, count) for b in MODULI for r, count in enumerate(sg.digit_counts(below, b))]
    columns = zip(*rows, strict=True)
    table = dict(zip(("modulus", "n", "residue", "count"), columns, strict=True))
    write_table(ROOT / "data/residue-counts.csv", table)


def nim_tables(kept: Results) -> None:
    """Records and histograms, gathered block by block: the values themselves need not fit in memory."""
    highest, positions, values = -1, list[int](), list[int]()
    counts = np.zeros(2**16, dtype=np.int64)
    rows: list[tuple[int, int, int]] = []
    for start, stop, block in tqdm(kept.by_blocks(), desc="records", total=len(kept.blocks)):
        where, what = sg.records(block)
        new = what > highest
        positions, values = positions + (where[new] + start).tolist(), values + what[new].tolist()
        highest = max(highest, int(block.max()))
        for limit in [limit for limit in LEVELS if start < limit <= stop]:
            below = counts + np.bincount(block[: limit - start], minlength=counts.size)
            rows += [(limit, value, int(below[value])) for value in np.flatnonzero(below).tolist()]
        counts += np.bincount(block, minlength=counts.size)
    write_table(ROOT / "data/nim-records.csv", {"position": positions, "value": values})
    columns = dict(zip(("n", "value", "count"), zip(*rows, strict=True), strict=True))
    write_table(ROOT / "data/nim-histogram.csv", columns)


def digest(found: np.ndarray) -> str:
    """What two methods must agree in: the SHA-256 of all results, shortened."""
    return sha256([found.data])[:16]


def checks(cold: Results, nim: Results) -> None:
    """The first of the results again, by methods that share no kernel with the engine."""
    below = cold.array[: np.searchsorted(cold.array, SIEVED)]
    sieved = np.concatenate([found for _, _, found in tqdm(
        in_threads(sieve.Sieving(sg.squares(SIEVED), SIEVED, np.zeros(0, np.int64)), 2), desc="sieve",
        total=SIEVED // sieve.SEGMENT)])  # fmt: skip
    print("dynamic programming (two minutes)", flush=True)
    looked = recurrence.nim_values(sg.squares(LOOKED), LOOKED)
    rows = [
        ("cold positions of squares", SIEVED, below.size, digest(below),
         "segmented sieve", sieved.size, digest(sieved)),
        ("nim-values of squares", LOOKED, int(nim.array[:LOOKED].max()), digest(nim.array[:LOOKED]),
         "dynamic programming", int(looked.max()), digest(looked)),
    ]  # fmt: skip
    names = ("what", "n", "count_or_largest", "sha256", "second_method", "its_count_or_largest", "its_sha256")
    write_table(ROOT / "data/checks.csv", dict(zip(names, zip(*rows, strict=True), strict=True)))


if __name__ == "__main__":
    cold, nim = long_run("cold_positions", LIMITS[-1]), long_run("nim_values", LEVELS[-1])
    cold_tables(cold)
    nim_tables(nim)
    checks(cold, nim)
