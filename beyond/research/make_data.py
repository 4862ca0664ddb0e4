"""Compute the tables of results beyond the paper that data/README.md and data/datapackage.json describe.

make long COLD_N=2**41 NIM_N=2**29     # can be stopped, continued and extended
make beyond                            # the steps tables, spots and checks, for the farthest run of each game in runs/
python beyond/research/make_data.py depths    # any steps by name

No other step needs a run, but some read the tables of earlier steps. An unfinished run is read up to the last power of
two that it has passed.
"""

from __future__ import annotations

import csv
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

import subtraction_games as sg
from subtraction_engine import recurrence
from subtraction_engine.longruns.cache import cached
from subtraction_engine.support.blocks import ResultArray, within
from subtraction_engine.support.durable import sha256
from subtraction_games.files import atomic_write, write_table
from subtraction_games.sets import parse_set
from subtraction_theory import copies, waves

ROOT = Path(__file__).resolve().parents[2]
RUNS, DATA, FIGURES = ROOT / "runs", ROOT / "beyond/data", ROOT / "figures"
SOURCES = ("src", "engine/src", "beyond/src")
MODULI = [*sg.primes(98).tolist(), 25, 65, 85, 221, 325, 21, 33, 57, 69, 77, 93]  # last: products of primes 3 mod 4
LIMITS = [2**k for k in (24, 27, 30, 33, 36, 38, 40)]  # of residue tables, which also count up to the run's end
LEVELS = [2**k for k in range(20, 31)]  # of histograms, which also count up to the run's end
DOUBLINGS = range(12, 63)  # powers of two at which residues are counted
CHECKED = {"cold_positions": 2**34, "nim_values": 2**26}  # where the second methods stop for squares
OTHERS = 2**32  # where the second methods stop for other games
CLASSES = {25: 2**42, 625: 2**45, 15625: 2**46}  # how far the autonomous classes of a modulus are computed
SPOTS, WINDOWS, SEED = 10_000, 100, 1
WINDOW = 2**22  # positions in a window
PIECE = 2**22  # nim-values read at a time


# --- the runs ------------------------------------------------------------------------------------------


class Run:
    """The results of a long run below n, the end of the run or, if it is unfinished, the last power of two passed."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.results = folder, sg.results(folder)
        self.what, self.game = self.results.about["results"], str(self.results.about["game"])
        self.name = f"{self.results.kind.label} of {self.game}"
        stop = self.results.stop
        self.n = stop if self.results.finished or not stop else 1 << (stop.bit_length() - 1)

    @cached_property
    def found(self) -> ResultArray:
        """All results below n, mapped from the run's file."""
        return self.results.of_range(0, self.n)


def farthest_runs() -> list[Run]:
    """Return the farthest runs in runs/, for the cold positions of each game and for the nim-values of squares."""
    runs = list[Run]()
    for folder in [*RUNS.glob("cold_positions-*"), *RUNS.glob("nim_values-squares*")]:
        with suppress(FileNotFoundError):  # of a run that has no results yet
            runs.append(Run(folder))
    farthest = {run.name: run for run in sorted(runs, key=lambda run: (run.name, run.n)) if run.n}
    if not farthest:
        sys.exit(f"{RUNS} contains no run: make long COLD_N=2**41 NIM_N=2**29 first")
    for run in farthest.values():
        if run.results.damaged():
            sys.exit(f"{run.results.data} is damaged: start its run again to compute it anew")
    return [*farthest.values()]


def reached(sizes: list[int], n: int) -> list[int]:
    """Return the sizes below n, and n itself.

    >>> reached([8, 16, 32], 20)
    [8, 16, 20]
    """
    return sorted({size for size in sizes if size < n} | {n})


# --- tables --------------------------------------------------------------------------------------------


def tables(run: Run) -> None:
    (nim_tables if run.what == "nim_values" else cold_tables if run.game == "squares" else game_table)(run)


def cold_tables(run: Run) -> None:
    """Write the tables for squares: cold-counts.csv, residue-counts.csv and doublings.npz."""
    limits = np.append(sg.cubes(run.n), run.n)
    write("cold-counts", ("limit", "cold"), np.transpose([limits, sg.counts_below(run.found, limits)]).tolist())
    ends = reached(LIMITS, run.n)
    below = {m: residues_below(run.found, ends, m).tolist() for m in tqdm(MODULI, desc=f"residues of {run.name}")}
    rows = [(m, n, *row) for k, n in enumerate(ends) for m in MODULI for row in enumerate(below[m][k])]
    write("residue-counts", ("modulus", "n", "residue", "count"), rows)
    ends = [2**k for k in DOUBLINGS if 2**k <= run.n]
    by_625, a_25th = (residues_below(run.found, [end // by for end in ends], m) for m, by in ((625, 1), (25, 25)))
    with atomic_write(DATA / "doublings.npz") as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, n=np.array(ends), below_625=by_625, below_a_25th=a_25th)


def residues_below(cold: ResultArray, limits: Sequence[int], m: int) -> NDArray[np.int64]:
    """Count the cold positions below each of the ascending limits by residue modulo m, as int64[limit, m]."""
    parts = np.split(cold, np.searchsorted(cold, limits))[: len(limits)]
    return np.cumsum([sg.digit_counts(part, m) for part in parts], axis=0)


def below_625() -> dict[int, NDArray[np.int64]]:
    """Read doublings.npz as {n: cold positions of squares below n by residue, int64[625]}, in ascending order of n."""
    with np.load(DATA / "doublings.npz", allow_pickle=False) as arrays:
        return dict(zip(arrays["n"].tolist(), arrays["below_625"], strict=True))


def folded(by_residue: NDArray[Any], m: int) -> NDArray[Any]:
    """Add up counts by residue modulo a multiple of m (the last axis), to obtain counts by residue modulo m.

    >>> folded(np.array([1, 2, 3, 4]), 2)
    array([4, 6])
    """
    return np.asarray(by_residue.reshape(*by_residue.shape[:-1], -1, m).sum(axis=-2))


def game_table(run: Run) -> None:
    """Replace the rows of this game in game-counts.csv, and leave all other rows alone."""
    limits = [2**k for k in range(run.n.bit_length())]
    counts = sg.counts_below(run.found, limits).tolist()
    rows = [(run.game, limit, count) for limit, count in zip(limits, counts, strict=True)]
    rows += [(row["game"], int(row["n"]), int(row["cold"])) for row in table("game-counts") if row["game"] != run.game]
    write("game-counts", ("game", "n", "cold"), sorted(rows))


def nim_tables(run: Run) -> None:
    """Write nim-records.csv and nim-histogram.csv. Values are read in pieces, because they may not fit in memory."""
    highest, records = -1, list[tuple[int, int]]()
    counts, rows = np.zeros(2**16, dtype=np.int64), list[tuple[int, int, int]]()
    for start in tqdm(range(0, run.n, PIECE), desc=f"reading {run.name}"):
        block = run.found[start : start + PIECE]
        positions, values = sg.records(block)
        new = values > highest
        records += zip((positions[new] + start).tolist(), values[new].tolist(), strict=True)
        highest = max(highest, int(block.max()))
        for level in [level for level in reached(LEVELS, run.n) if start < level <= start + block.size]:
            below = counts + np.bincount(block[: level - start], minlength=counts.size)
            rows += [(level, value, int(below[value])) for value in np.flatnonzero(below).tolist()]
        counts += np.bincount(block, minlength=counts.size)
    write("nim-records", ("position", "value"), records)
    write("nim-histogram", ("n", "value", "count"), rows)


# --- spots and checks ----------------------------------------------------------------------------------


def spots(run: Run) -> None:
    """Check random positions, and cold positions in whole windows, and add the outcome to spot-checks.csv."""
    begun, n, moves = time.process_time(), run.n, run.results.game.moves
    verified = sg.verify(run.found, moves, n, positions=SPOTS, seed=SEED)
    spans = windows(n) if run.what == "cold_positions" else []
    wrong = [unfounded(run.found, moves, *span) for span in tqdm(spans, desc="whole windows")]
    first = [f"the coldness of {window[0]} does not follow from the positions below" for window in wrong if window.size]
    row = {"what": run.name, "n": n, "results": run.found.size, "sha256": digest(run.found)}
    row |= {**verified._asdict(), "contradiction": verified.contradiction or (first or [""])[0]}
    row |= {"whole": sum(stop - start for start, stop in spans), "seed": SEED}
    enter("spot-checks", row | {"seconds": round(time.process_time() - begun, 1)} | signature())


def windows(n: int) -> list[tuple[int, int]]:
    """Choose up to WINDOWS windows (start, stop) of WINDOW positions, each at random in its own part of range(n)."""
    parts, rng, spans = min(WINDOWS, -(-n // WINDOW)), np.random.default_rng(SEED), list[tuple[int, int]]()
    for first, last in pairwise(part * n // parts for part in range(parts + 1)):
        start = int(rng.integers(first, max(first, last - WINDOW) + 1))
        spans.append((start, min(start + WINDOW, last)))
    return spans


def unfounded(cold: ResultArray, moves: NDArray[np.int64], start: int, stop: int) -> NDArray[np.int64]:
    """Return the positions in range(start, stop) whose coldness does not follow from the positions below, as int64[:].

    If there are none, and if all positions below the window are right, the window itself is right.
    """
    hot, stated = np.zeros((2, stop - start), np.bool_)
    stated[within(cold, start, stop) - start] = True
    few, many = sorted((within(cold, 0, stop), within(moves, 0, stop)), key=len)
    bounds = np.searchsorted(many, np.array([[start], [stop]]) - few).tolist()
    for a, first, last in zip(few.tolist(), *bounds, strict=True):
        hot[a + many[first:last] - start] = True
    return start + np.flatnonzero(hot == stated)


def checks(run: Run) -> None:
    """Compute a run's first results again, by the engine and by a method without its kernels, and write checks.csv.

    If the step is interrupted and run again, the sieve continues from its folder in runs/, and is not timed.
    """
    n = min(run.n, CHECKED[run.what] if run.game == "squares" else OTHERS)
    cold = run.what == "cold_positions"
    evaluate, moves = sg.cold_positions if cold else sg.nim_values, run.results.game.moves
    evaluate(moves, min(n, 2**18))  # compiles
    begun = time.process_time()
    found = evaluate(moves, n).astype(run.found.dtype, copy=False)
    seconds = round(time.process_time() - begun, 1)
    row = {"what": run.name, "n": n, "count_or_largest": found.size if cold else int(found.max())}
    row |= {"sha256": digest(found), "seconds": seconds}
    if row["sha256"] != digest(run.found[: np.searchsorted(run.found, n)] if cold else run.found[:n]):
        sys.exit(f"the present engine finds other {run.what} below {n} than {run.folder} contains")
    begun, folder = time.process_time(), RUNS / f"sieve-{run.folder.name.split('-')[1]}-{n}"
    continued = cold and folder.exists()
    if cold:
        method = "segmented sieve"
        for _ in tqdm(sg.cold_blocks(moves, n, modulus=0, folder=folder), desc=method):
            pass
        other = sg.results(folder).array
    else:
        method, other = "dynamic programming", recurrence.nim_values(moves, n)
    row |= {"second_method": method, "its_count_or_largest": other.size if cold else int(other.max())}
    its_seconds = None if continued else round(time.process_time() - begun, 1)
    enter("checks", row | {"its_sha256": digest(other), "its_seconds": its_seconds} | signature())


def digest(found: ResultArray) -> str:
    """Return the first 16 digits of the SHA-256 of results, on which two methods must agree."""
    return sha256([np.ascontiguousarray(found).data])[:16]


# --- other tables --------------------------------------------------------------------------------------


def rare_positions() -> NDArray[np.int64]:
    """Read the 44 cold positions of squares below 2**41 that are 1 or 3 modulo 5, as int64[44]."""
    return np.loadtxt(DATA / "oeis/b-rare-classes.txt", dtype=np.int64)[:, 1]


def strays_of_classes() -> None:
    """Write strays.csv, the members of four copies modulo 25 and two classes modulo 625 that disturb the other members.

    Each stray belongs to one of two classes, with five times the modulus, that have no members from 2**38 on. For the
    copies, doublings.npz shows this up to 2**41, and for the classes modulo 625 copies.csv shows it up to its last n.
    """
    n, rows = 2**38, list[tuple[int, int, int]]()
    known = [*below_625().values()][-1].reshape(25, 25)
    for (q, r), settled in tqdm(sorted(copies.SETTLED.items())[1:], desc="strays"):
        above = np.array([position for modulus, residue, position in rows if (modulus, residue) == (25, r % 25)])
        members = copies.autonomous(r, n, np.sort(np.append(rare_positions(), above).astype(np.int64)), q, threads=1)
        stopped = [(settled + 1) % 5, (settled - 1) % 5]
        found = members[np.isin(members // q % 5, stopped)]
        if q == 25 and found.size != sum(known[each::5, r].sum() for each in stopped):
            sys.exit(f"copy {r} has {found.size} strays below {n}, and further strays above it")
        rows += [(q, r, position) for position in found.tolist()]
    write("strays", ("modulus", "residue", "position"), rows)


def depths() -> None:
    """Write depths.csv, the strays of the 10**i copies at depth i, in two minutes on one thread.

    The copies at depth i are classes modulo 25**i. The pair of a copy consists of the classes u and u + 2 modulo 5 with
    the most members below 2**29. All other members are strays, and the copies inside this copy are the ten classes
    of its pair whose modulus is 25 times as large. As depth 3 needs residues modulo 78,125, the game is played again.
    """
    n, chosen, deepest = 2**35, 2**29, 3
    limits, modulus = [2**k for k in DOUBLINGS if 2**k <= n], 5 * 25**deepest
    blocks = sg.cold_blocks(sg.squares, n, threads=1)
    below = np.asarray(sum(residues_below(cold, limits, modulus) for *_, cold in blocks))
    known = below_625()
    if not np.array_equal(folded(below, 625), [known[limit] for limit in limits]):
        sys.exit("these cold positions differ from those of doublings.npz")
    copies_here, rows = np.zeros(1, dtype=np.int64), list[tuple[int, ...]]()
    for depth in range(deepest + 1):
        q = 25**depth
        own = folded(below, 5 * q)[:, copies_here[:, None] + q * np.arange(5)]  # doubling, copy, class
        u = copies.leading(own[limits.index(chosen)].T)
        pairs = (u[:, None] + np.array([0, 2])) % 5
        strays = own.sum(axis=2) - np.take_along_axis(own, pairs[None], axis=2).sum(axis=2)
        for k, limit in enumerate(limits):
            each = np.sort(strays[k])
            counts = each.size, own[k].sum(), each.sum(), each[each.size // 2], each[-1]
            rows.append((depth, limit, *map(int, counts)))
        digits = (pairs[:, :, None] + 5 * np.arange(5)).reshape(len(copies_here), 10)
        copies_here = (copies_here[:, None] + q * digits).ravel()
    write("depths", ("depth", "n", "copies", "members", "strays", "median", "most"), sorted(rows))


def classes() -> None:
    """Write copies.csv, on one thread. The step can be stopped and continued: it skips classes that are complete."""
    far, columns = below_625(), ("modulus", "residue", "n", "cold", *(f"digit_{c}" for c in range(5)))
    strays = np.loadtxt(DATA / "strays.csv", dtype=np.int64, delimiter=",", skiprows=1, ndmin=2)
    rows = [tuple(int(row[name]) for name in columns) for row in table("copies")]
    ends = {row[:2]: row[2] for row in rows}  # n ascends
    to_do = [(q, r) for q in CLASSES for r in copies.autonomous_classes(q) if ends.get((q, r), 0) < CLASSES[q]]
    for q, r in tqdm(to_do, desc="classes"):
        limits = [2**k for k in DOUBLINGS if 2**k <= CLASSES[q]]
        own = strays[(strays[:, 0] < q) & (strays[:, 1] == r % strays[:, 0]), 2]
        cold = copies.autonomous(r, limits[-1], np.sort(np.append(rare_positions(), own)), q, threads=1)
        digits = np.transpose([sg.counts_below(cold[cold // q % 5 == c], limits) for c in range(5)]).tolist()
        known = {n: far[n][r::q].sum() for n in limits if n in far and q <= 625}
        if wrong := [n for n, five in zip(limits, digits, strict=True) if sum(five) != known.get(n, sum(five))]:
            sys.exit(f"class {r} modulo {q} has other counts of cold positions below {wrong} than doublings.npz")
        rows = [row for row in rows if row[:2] != (q, r)]
        rows += [(q, r, limit, sum(five), *five) for limit, five in zip(limits, digits, strict=True)]
        write("copies", columns, sorted(rows))


def outcomes() -> None:
    """Fill in missing outcomes in forecasts.csv from other tables, with the last commit that changed each table."""
    rows = table("forecasts")
    for row in rows:
        source, came = outcome(row["quantity"], int(row["since"]), int(row["n"]))
        if not row.get("outcome"):
            row["outcome"] = "" if came is None else f"{came:.6g}" if came != int(came) else str(int(came))
            row["outcome_commit"] = (
                "" if came is None else git("log", "-1", "--format=%h", "--", f"beyond/data/{source}")
            )
    write("forecasts", rows[0], [row.values() for row in rows])


def outcome(quantity: str, since: int, n: int) -> tuple[str, float | None]:
    """Return the table that contains a quantity, and the value from `since` to n, or None if it is not yet known."""
    kind, numbers = quantity.split()[0], [int(word) for word in quantity.split() if word.isdigit()]
    if kind == "largest":
        ends = {int(row["n"]) for row in table("nim-histogram")}
        records = (int(row["value"]) for row in table("nim-records") if int(row["position"]) < n)
        return "nim-records.csv", max(records) if n in ends else None
    if kind in ("share", "power"):
        known = np.loadtxt(DATA / "residue-counts.csv", dtype=np.int64, delimiter=",", skiprows=1)
        low, high = (known[(known[:, 0] == numbers[-1]) & (known[:, 1] == end), 3] for end in (since, n))
        if not low.size or not high.size:
            return "residue-counts.csv", None
        new = high - low
        came = new[numbers[:-1]].sum() / new.sum() if kind == "share" else waves.damped_and_fed(new)[1]
        return "residue-counts.csv", float(came)
    game = next((name for word, name in (("cubes", "cubes"), ("fourth", "n**4")) if word in quantity), None)
    if game:
        counts = {int(row["n"]): int(row["cold"]) for row in table("game-counts") if row["game"] == game}
    else:
        counts = {end: folded(below, 5)[numbers[:-1] or [*range(5)]].sum() for end, below in below_625().items()}
    table_name = "game-counts.csv" if game else "doublings.npz"
    counts[0] = 0
    if since not in counts or n not in counts:
        return table_name, None
    if kind == "exponent":
        return table_name, float(np.log(counts[n] / counts[since]) / np.log(n / since))
    return table_name, float(counts[n] - counts[since])


def enter(name: str, row: dict[str, object]) -> None:
    """Put a row into a table of data/, in place of any row with the same "what"."""
    rows = [row, *(old for old in table(name) if old["what"] != row["what"])]
    rows.sort(key=lambda one: str(one["what"]))
    write(name, row, [[one[column] for column in row] for one in rows])


def table(name: str) -> list[dict[str, Any]]:
    """Read the rows of a table in data/ as text, because a digest may look like a number. A missing table is empty."""
    path = DATA / f"{name}.csv"
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(name: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    write_table(DATA / f"{name}.csv", dict(zip(columns, zip(*rows, strict=True), strict=True)))


def signature() -> dict[str, str]:
    """Return today's date and the last commit of the sources, with a "+" if they have changed since."""
    commit, changed = (
        git("log", "-1", "--format=%h", "--abbrev=12", "--", *SOURCES),
        git("status", "--porcelain", *SOURCES),
    )
    return {"commit": commit + ("+" if changed else ""), "date": datetime.now(tz=UTC).date().isoformat()}


def git(*arguments: str) -> str:
    """Return git's output, or an empty string if git is missing."""
    try:
        answer = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return answer.stdout.strip()


# --- for the OEIS ----------------------------------------------------------------------------------------


def oeis() -> None:
    """Write the sequences for the OEIS that data/oeis/README.md describes."""
    n, terms = 2**30, 10_000
    cold = cached("cold_positions", sg.squares, n)
    records = [int(row["position"]) for row in table("nim-records")]
    counts = sg.counts_below(cold, 2 ** np.arange(n.bit_length())).tolist()
    counts += [int(below.sum()) for end, below in below_625().items() if end > n]
    sequences: dict[str, tuple[int, Sequence[int]]] = {  # the first index, and the terms
        "b297963": (0, records),
        "b-rare-classes": (1, cold[np.isin(cold % 5, (1, 3))].tolist()),
        "b-counts": (0, counts),
        "b-cubes": (0, sg.nim_values(sg.cubes, terms).tolist()),
        "b-pentagonal": (0, sg.nim_values(parse_set("n*(3*n-1)//2"), terms).tolist()),
    }
    for name, (first, values) in sequences.items():
        with atomic_write(DATA / f"oeis/{name}.txt") as temporary:
            temporary.write_text("".join(f"{k} {value}\n" for k, value in enumerate(values, first)), encoding="utf-8")


# --- from the command line -------------------------------------------------------------------------------


def of_runs(step: Callable[[Run], None]) -> None:
    for run in farthest_runs():
        print(f"{step.__name__} of {run.name} below {run.n}", flush=True)
        step(run)


STEPS: dict[str, Callable[[], None]] = {
    "tables": partial(of_runs, tables),
    "spots": partial(of_runs, spots),
    "checks": partial(of_runs, checks),
    "depths": depths,
    "strays": strays_of_classes,
    "classes": classes,
    "outcomes": outcomes,
    "oeis": oeis,
}


def main(steps: Mapping[str, Callable[[], None]], names: list[str]) -> None:
    """Run the steps with these names."""
    if unknown := set(names) - steps.keys():
        sys.exit(f"a step must be one of {', '.join(steps)}, not {', '.join(sorted(unknown))}")
    for name in names:
        steps[name]()


if __name__ == "__main__":
    main(STEPS, sys.argv[1:] or ["tables", "spots", "checks"])
