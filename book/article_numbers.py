"""The numbers of the article: findings of the notebooks, and tables and checks as they are printed.

`{{finding: ...}}`, `{{percent: ...}}` and `{{paper: ...}}` take a number from a row that a notebook wrote;
`{{table: name()}}` and `{{data: name(...)}}` stand for what the functions further down make of the tables in data/.
"""

from __future__ import annotations

import csv
from functools import cache
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
END = 41  # the long run ended at 2^41
FIVE = (2, 7, 12, 17, 22)  # the copies in class 2 modulo 5
EXPONENT = log(10, 25)
MISSING = "\u2013"  # in a table, where nothing was measured


@cache
def rows(path: str) -> list[dict[str, str]]:
    """The rows of a table, by the names of its columns."""
    with (ROOT / path).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def row(path: str, **wanted: object) -> dict[str, str]:
    """The first row of a table with the wanted values in its columns. ValueError if there is none."""
    values = {name: str(value) for name, value in wanted.items()}
    found = [row for row in rows(path) if values.items() <= row.items()]
    if not found:
        raise ValueError(f"{path} has no row with {values}")
    return found[0]


def power(n: int | str) -> str:
    """A power of two as the article writes it: 2^30 for 1073741824."""
    return f"$2^{{{int(n).bit_length() - 1}}}$"


def grouped(number: float) -> str:
    return f"{int(number):,}"


def percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def pipe_table(header: list[str], lines: list[list[str]]) -> str:
    """A table in Markdown, its first column on the left and the others on the right."""
    rule = [":--", *["--:"] * (len(header) - 1)]
    return "\n".join("| " + " | ".join(line) + " |" for line in (header, rule, *lines))


# --- what the paper and the notebooks found -------------------------------------------------------------


def finding(name: str) -> str:
    """The value of a finding of the notebooks; whole numbers in groups of three digits."""
    value = row("figures/findings.csv", finding=name)["value"]
    return grouped(int(value)) if value.isdigit() else value


def share(name: str) -> str:
    """The same as a percentage."""
    return percent(float(finding(name)))


def paper(claim: str) -> str:
    """What Eppstein's paper prints for a claim; four decimals of a number with more than twelve digits."""
    printed = row("figures/reproduction.csv", claim=claim)["paper"]
    return printed.replace(" ", ", ") if " " in printed or len(printed) < 14 else f"{float(printed):.4f}"


# --- counts -------------------------------------------------------------------------------------------


@cache
def below(k: int) -> NDArray[np.int64]:
    """int64[625]: the cold positions below 2^k by residue modulo 625."""
    with np.load(ROOT / "data/doublings.npz", allow_pickle=False) as arrays:
        return np.asarray(arrays["below_625"][arrays["n"].tolist().index(2**k)])


def of(k: int, *classes: int) -> int:
    """How many cold positions below 2^k are in these classes modulo 5; in all if none is named."""
    return sum(int(below(k)[r::5].sum()) for r in classes or range(5))


def local(k: int, *classes: int) -> float:
    """The local exponent over the three doublings to 2^k."""
    return float(np.log2(of(k, *classes) / of(k - 3, *classes)) / 3)


def counts() -> str:
    lines = []
    for k in (*range(12, 30, 6), *range(29, END + 1, 3)):
        exponents = [f"{local(k, *classes):.4f}" if k > 14 else "" for classes in ((), (0, 2))]
        numbers = [of(k), *(of(k, r) for r in (0, 2, 4, 1, 3))]
        lines.append([f"${k}$", *map(grouped, numbers), *exponents])
    return pipe_table(["$k$", "all", "$0$", "$2$", "$4$", "$1$", "$3$", "exponent", "of $0,2$"], lines)


# --- copies -------------------------------------------------------------------------------------------


def inside(r: int, k: int) -> NDArray[np.int64]:
    """int64[5]: the members of copy r modulo 25 below 2^k, by their own residue modulo 5."""
    return np.asarray(below(k)[r::25].reshape(5, 5).sum(axis=0))


def pair(members: NDArray[np.int64]) -> list[int]:
    """The two classes u and u + 2 modulo 5 that hold most."""
    return list(max(((u, (u + 2) % 5) for u in range(5)), key=lambda two: int(members[list(two)].sum())))


def strays() -> str:
    """The cold positions as strays of the game, of its ten copies, and the rest; the pairs as they are below 2^29."""
    chosen = {r: pair(inside(r, 29)) for u in (0, 2) for r in range(u, 25, 5)}
    kept = {k: sum(int(inside(r, k)[two].sum()) for r, two in chosen.items()) for k in range(17, END + 1)}
    deeper = {(int(row["depth"]), int(row["n"])): int(row["strays"]) for row in rows("data/depths.csv")}
    lines = []
    for k in (20, 29, 35, 38, END):
        parts = [of(k), of(k, 1, 3, 4), of(k, 0, 2) - kept[k], kept[k], *(deeper.get((i, 2**k)) for i in (2, 3))]
        shown = [MISSING if part is None else f"{part / 2 ** (k * EXPONENT):.4f}" for part in parts]
        lines.append([f"${k}$", *shown[:4], f"{float(np.log2(kept[k] / kept[k - 3])) / 3:.4f}", *shown[4:]])
    return pipe_table(["$k$", "all", "$S_0$", "$S_1$", "the rest", "its exponent", "$S_2$", "$S_3$"], lines)


def stopped() -> str:
    """The members of the copies by class modulo 5; in bold where none is new since 2^38."""
    lines = []
    for r in FIVE:
        each = []
        for s in range(5):
            numbers = [int(inside(r, k)[s]) for k in (30, 38, END)]
            shown = " / ".join(map(grouped, numbers)) if numbers[2] < 10**6 else f"{numbers[2] / 1e6:.1f} million"
            each.append(f"**{shown}**" if numbers[1] == numbers[2] else shown)
        lines.append([f"${r}$", *each])
    return pipe_table(["copy $r$", *(f"$s={s}$" for s in range(5))], lines)


# --- residues and beginnings ----------------------------------------------------------------------------


def held(row: dict[str, str]) -> bool:
    """Whether at most one in a hundred of the cold positions from n / 2 to n is outside the planted residues."""
    return 100 * int(row["outsiders"].split()[-1]) <= int(row["late"])


def planted() -> str:
    """For each modulus that a beginning keeps as far as the game was followed: the shortest, and what came of it.

    In these games every position below B outside the residues is hot.
    """
    games = [row for row in rows("data/planted.csv") if row["left_out"] == "0.0" and held(row)]
    lines = []
    for m in sorted({int(row["modulus"]) for row in games}):
        mine = [row for row in games if row["modulus"] == str(m)]
        row = min((r for r in mine if r["n"] == max((r["n"] for r in mine), key=int)), key=lambda r: int(r["B"]))
        size, last = len(row["residues"].split()), int(row["last"])
        since = power(row["n"]) if 2 * last > int(row["n"]) else grouped(last)
        forecast = (1 + log(size, m)) / 2
        first = [f"${m}$", str(size), power(row["B"]), power(row["n"]), grouped(int(row["cold"]))]
        lines.append([*first, percent(float(row["share_m"])), since, row["exponent"], f"{forecast:.4f}"])
    return pipe_table(["$m$", "size", "$B$", "$n$", "cold", "explained", "last outside", "exponent", "forecast"], lines)


def forecasts(what: str) -> str:
    """How many of all forecasts, of long runs, tossed and planted games, were decided, held or should have held."""
    total = sum(float(finding(f"forecasts {kind}{what}")) for kind in ("", "of tossed games ", "of planted games "))
    return f"{total:.1f}".removesuffix(".0")


# --- time and checks ------------------------------------------------------------------------------------


def times(rival: str, k: int) -> str:
    """The time of a rival for cold positions below 2^k in that of the engine, a thread each; a dash if not measured."""
    wanted = {"task": "cold positions", "game": "squares", "n": 2**k, "rival": rival}
    try:
        ratio = float(row("data/benchmarks/ratios.csv", **wanted, rival_threads=1, engine_threads=1)["ratio"])
    except ValueError:
        return MISSING
    return f"{ratio:.{1 if ratio < 100 else 0}f}"


def machine() -> str:
    return rows("data/benchmarks/times.csv")[0]["machine"].replace("x86_64", "$\\mathrm{x86}$-$64$")


def speed() -> str:
    sizes = (18, 20, 22, 24, 26, 28, 30)
    rivals = {
        "segmented sieve, in C": "segmented sieve in C",
        "sieve as in [@eppstein2018], in C": "sieve as the paper states it, in C",
        "convolution": "convolution",
    }
    lines = [[name, *(times(rival, k) for k in sizes)] for name, rival in rivals.items()]
    return pipe_table(["method", *(f"$2^{{{k}}}$" for k in sizes)], lines)


def check(what: str) -> str:
    """Up to where a second method has confirmed the numbers of a run, and which."""
    both = row("data/checks.csv", what=what)
    assert both["its_sha256"] in ("", both["sha256"]), f"two methods differ on {what}"
    return f"below {power(both['n'])} by {both['second_method']}{': the same SHA-$256$' if both['its_sha256'] else ''}"


def spots(what: str) -> str:
    """What the spot check of a run has looked at."""
    run = row("data/spot-checks.csv", what=what)
    assert not run["contradiction"], f"the spot check of {what} found a contradiction"
    drawn = int(run["positions"]) + int(run["cold"])
    return f"{grouped(drawn)} single positions, and {grouped(int(run['whole']))} in windows"
