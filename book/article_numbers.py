"""The numbers of the article, each read or computed from a committed table: what `{{data: name(...)}}` stands for.

A function returns a number as it is printed, or a table in Markdown. Positions are given as
exponents: cold(41) is about those below 2^41. Every public function returns text.
"""

from __future__ import annotations

import csv
from functools import cache
from itertools import combinations
from math import log, pi, sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import beta

from subtraction_theory import copies

ROOT = Path(__file__).resolve().parent.parent
END = 41  # the long run ended at 2^41
FIVE = (2, 7, 12, 17, 22)  # the copies in class 2 modulo 5
AUTONOMOUS = copies.autonomous_classes(625)
PAYERS = (5, 13, 17)
EXPONENT = log(10, 25)
MISSING = "\u2013"  # in a table, where nothing was measured


@cache
def rows(path: str) -> list[dict[str, str]]:
    """The rows of a table, by the names of its columns."""
    with (ROOT / path).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def cell(path: str, column: str, **wanted: object) -> str:
    """What a table has in a column, in the first row with the wanted values in others. ValueError if there is none."""
    values = {name: str(value) for name, value in wanted.items()}
    found = [row[column] for row in rows(path) if values.items() <= row.items()]
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
    value = cell("figures/findings.csv", "value", finding=name)
    return grouped(int(value)) if value.isdigit() else value


def share(name: str) -> str:
    """The same as a percentage."""
    return percent(float(finding(name)))


def paper(claim: str) -> str:
    """What Eppstein's paper prints for a claim."""
    return cell("figures/reproduction.csv", "paper", claim=claim).replace(" ", ", ")


def paper_exponent() -> str:
    return f"{float(paper('Figure 2: exponent of the fit')):.4f}"


# --- theorems' constants --------------------------------------------------------------------------------


def perfect() -> str:
    return f"{EXPONENT:.5f}"


def threshold() -> str:
    """From which n on one of three neighbouring classes modulo 5 holds sqrt(n) / 4."""
    return grouped(np.ceil((8 / pi * sqrt(10 / pi) / (4 / pi - 5 / 4)) ** 4))


def kappa() -> str:
    return f"{sqrt(2) / pi * beta(0.75, 0.75):.4f}"


def kappa_error() -> str:
    return f"{8 * sqrt(2) / (3 * pi) + 3 * 2 / pi**2 * beta(0.75, 0.75):.3f}"


def complement(m: int) -> str:
    """The least number of residues whose sums with squares are all residues modulo m."""
    squares = {j * j % m for j in range(m)}

    def covers(others: tuple[int, ...]) -> bool:
        return len({(r + s) % m for r in (0, *others) for s in squares}) == m

    return str(next(size for size in range(1, m + 1) if any(map(covers, combinations(range(1, m), size - 1)))))


# --- counts -------------------------------------------------------------------------------------------


@cache
def below(k: int) -> NDArray[np.int64]:
    """int64[625]: the cold positions below 2^k by residue modulo 625."""
    with np.load(ROOT / "data/doublings.npz", allow_pickle=False) as arrays:
        return np.asarray(arrays["below_625"][arrays["n"].tolist().index(2**k)])


def of(k: int, *classes: int) -> int:
    """How many cold positions below 2^k are in these classes modulo 5; in all if none is named."""
    return sum(int(below(k)[r::5].sum()) for r in classes or range(5))


def cold(k: int, *classes: int) -> str:
    return grouped(of(k, *classes))


def gained(k: int) -> str:
    """The new members of class 4 modulo 5 in the doubling that ends at 2^k."""
    return grouped(of(k, 4) - of(k - 1, 4))


def last_rare() -> str:
    """The last known member of classes 1 and 3 modulo 5."""
    return grouped(int((ROOT / "data/oeis/b-rare-classes.txt").read_text(encoding="utf-8").split()[-1]))


def local(k: int, *classes: int) -> float:
    """The local exponent over the three doublings to 2^k."""
    return float(np.log2(of(k, *classes) / of(k - 3, *classes)) / 3)


def error() -> str:
    """Standard deviation of the exponent of classes 0 and 2 together from window to window, the last seven."""
    return f"{float(np.std([local(k, 0, 2) for k in range(END - 18, END + 1, 3)], ddof=1)):.3f}"


def counts() -> str:
    lines = []
    for k in (*range(12, 30, 6), *range(29, END + 1, 3)):
        exponents = [f"{local(k, *classes):.4f}" if k > 14 else "" for classes in ((), (0, 2))]
        lines.append([f"${k}$", cold(k), *(cold(k, r) for r in (0, 2, 4, 1, 3)), *exponents])
    return pipe_table(["$k$", "all", "$0$", "$2$", "$4$", "$1$", "$3$", "exponent", "of $0,2$"], lines)


def closed_expects(k: int, *residues: int) -> float:
    """How many members of classes modulo 5 (all, if none is named) the closed theory expects in the doubling to 2^k."""
    wanted = {"start": str(2**24), "modulus": "27625", "n": str(2**k)}
    mine = [row for row in rows("data/closure.csv") if wanted.items() <= row.items()]
    return sum(float(row["expected"]) for row in mine if int(row["residue"]) in (residues or range(5)))


def closed(k: int) -> str:
    return grouped(round(closed_expects(k, 4)))


def closed_ratio(which: str) -> str:
    """The least or greatest ratio of what the closed theory expects of class 4 to what there is."""
    ratios = [closed_expects(k, 4) / (of(k, 4) - of(k - 1, 4)) for k in range(25, END + 1)]
    return f"{ {'least': min, 'most': max}[which](ratios):.2f}"


def closed_total(k: int) -> str:
    return f"{(of(24) + sum(closed_expects(j) for j in range(25, k + 1))) / of(k):.2f}"


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
    lines = []
    for k in (20, 29, 35, 38, END):
        parts = [of(k), of(k, 1, 3, 4), of(k, 0, 2) - kept[k], kept[k]]
        exponent = float(np.log2(kept[k] / kept[k - 3])) / 3
        lines.append([f"${k}$", *(f"{part / 2 ** (k * EXPONENT):.4f}" for part in parts), f"{exponent:.4f}"])
    return pipe_table(["$k$", "all", "$S_0$", "$S_1$", "the rest", "its exponent"], lines)


def stopped_classes() -> list[tuple[int, int]]:
    """The copies and their own classes modulo 5 without a new member since 2^38."""
    return [(r, s) for r in FIVE for s in range(5) if inside(r, 38)[s] == inside(r, END)[s]]


def stopped() -> str:
    lines = []
    for r in FIVE:
        each = [" / ".join(grouped(inside(r, k)[s]) for k in (30, 38, END)) for s in range(5)]
        each = [f"{inside(r, END)[s] / 1e6:.1f} million" if inside(r, END)[s] > 999_999 else each[s] for s in range(5)]
        lines.append([f"${r}$", *(f"**{each[s]}**" if (r, s) in stopped_classes() else each[s] for s in range(5))])
    return pipe_table(["copy $r$", *(f"$s={s}$" for s in range(5))], lines)


def stopped_number() -> str:
    return str(len(stopped_classes()))


@cache
def class_counts(m: int) -> dict[tuple[int, int], int]:
    """{(class modulo m, k): cold positions below 2^k}, of the autonomous classes."""
    mine = [row for row in rows("data/copies.csv") if row["modulus"] == str(m)]
    return {(int(row["residue"]), int(row["n"]).bit_length() - 1): int(row["cold"]) for row in mine}


def end_of(m: int) -> int:
    """The last k to which all of the classes modulo m are known."""
    known = class_counts(m)
    classes = {r for r, _ in known}
    return max(k for _, k in known if all((r, k) in known for r in classes))


def class_end(m: int) -> str:
    return f"$2^{{{end_of(m)}}}$"


def total(m: int, k: int) -> int:
    """The cold positions below 2^k in all autonomous classes modulo m; as far as all are known if k is 0."""
    assert all(count == below(k)[r] for (r, k), count in class_counts(625).items() if 12 <= k <= END), "a class differs"
    return sum(count for (_, end), count in class_counts(m).items() if end == (k or end_of(m)))


def class_total(m: int, k: int = 0) -> str:
    return grouped(total(m, k))


def copies_share() -> str:
    """How much of all cold positions the five copies in class 2 have."""
    return percent(total(25, END) / of(END))


def replicates_mean(a: int = END, b: int = 0) -> str:
    """The mean exponent of the twenty autonomous classes from 2^a to 2^b, with its error between the four copies."""
    known, b = class_counts(625), b or end_of(625)
    each = {r: float(np.log2(known[r, b] / known[r, a])) / (b - a) for r in AUTONOMOUS}
    means = [np.mean([each[r] for r in each if r % 25 == copy]) for copy in sorted({r % 25 for r in each})]
    return f"${np.mean(means):.4f}\\pm{np.std(means, ddof=1) / sqrt(len(means)):.4f}$"


# --- residues and beginnings ----------------------------------------------------------------------------


def others_explain() -> str:
    """The most that a modulus up to 100, prime to 5, 13 and 17, explains; a thousandth, if less."""
    table = next((ROOT / "figures").glob("figure-*-budget.csv")).relative_to(ROOT).as_posix()
    parts = [row for row in rows(table) if row["panel"] == "modulus"]
    return percent(max(0.001, *(float(row["value"]) for row in parts if all(int(row["of"]) % p for p in PAYERS))))


def games() -> list[dict[str, str]]:
    return rows("data/ensemble-squares.csv")


def ensemble_games() -> str:
    return str(len(games()))


def ensemble_size() -> str:
    return power(games()[0]["n"])


def ensemble(m: int, quantile: float) -> str:
    """What m explains in the games: the least at quantile 0, the most at 1."""
    return percent(float(np.quantile([float(row[f"share_{m}"]) for row in games()], quantile)))


def ensemble_others() -> str:
    """The most that one of the other moduli that were tried explains in a game, and which they are."""
    tried = [int(name.removeprefix("share_")) for name in games()[0] if name.startswith("share_")]
    others = sorted(m for m in tried if all(m % p for p in PAYERS))
    most = percent(max(float(row[f"share_{m}"]) for row in games() for m in others))
    return f"{', '.join(f'${m}$' for m in others)} explains at most {most}"


def expected(m: int) -> bool:
    """Whether neither 8 nor a prime 3 modulo 4 divides m."""
    return m % 8 != 0 and not any(p % 4 == 3 and m % p == 0 for p in range(3, m + 1))


def with_kernel() -> list[int]:
    return [int(row["modulus"]) for row in rows("data/kernels.csv") if row["size"]]


def kernels_to() -> str:
    """Up to which modulus a kernel has been searched; all that should have one have one."""
    last = max(int(row["modulus"]) for row in rows("data/kernels.csv"))
    assert set(filter(expected, range(2, last + 1))) <= set(with_kernel()), "a modulus lacks its kernel"
    return f"${last}$"


def unexpected() -> str:
    """The other moduli with a kernel."""
    *others, last = [f"${m}$" for m in with_kernel() if not expected(m)]
    return f"{', '.join(others)} and {last}"


def held(row: dict[str, str]) -> bool:
    """Whether at most one in a hundred of the cold positions from n / 2 to n is outside the planted residues."""
    return 100 * int(row["outsiders"].split()[-1]) <= int(row["late"])


def planted_games() -> list[dict[str, str]]:
    """The games in which every position below B outside the residues is hot."""
    return [row for row in rows("data/planted.csv") if row["left_out"] == "0.0"]


def lost() -> str:
    """The odd moduli with a kernel that no beginning keeps."""
    kept = {int(row["modulus"]) for row in planted_games() if held(row)}
    assert all(m % 2 and m in with_kernel() for m in kept), "the article says which are kept"
    tried = {int(row["modulus"]) for row in planted_games()} & set(with_kernel())
    return " and ".join(f"${m}$" for m in sorted(tried - kept) if m % 2)


def explained(m: int, by: int) -> str:
    """What a modulus explains in the game planted modulo m with the shortest beginning, as far as it was followed."""
    games = [row for row in planted_games() if row["modulus"] == str(m)]
    row = max(games, key=lambda row: (int(row["n"]), -int(row["B"])))
    return percent(float(row["share_m" if by == m else f"share_{by}"]))


def planted() -> str:
    """For each modulus that a beginning keeps as far as the game was followed: the shortest, and what came of it."""
    games = [row for row in planted_games() if held(row)]
    lines = []
    for m in sorted({int(row["modulus"]) for row in games}):
        mine = [row for row in games if row["modulus"] == str(m)]
        row = min((r for r in mine if r["n"] == max((r["n"] for r in mine), key=int)), key=lambda r: int(r["B"]))
        size, last = len(row["residues"].split()), int(row["last"])
        since = power(row["n"]) if 2 * last > int(row["n"]) else grouped(last)
        limit = (1 + log(size, m)) / 2
        first = [f"${m}$", str(size), power(row["B"]), power(row["n"]), grouped(int(row["cold"]))]
        lines.append([*first, percent(float(row["share_m"])), since, row["exponent"], f"{limit:.4f}"])
    return pipe_table(["$m$", "size", "$B$", "$n$", "cold", "explained", "last outside", "exponent", "limit"], lines)


# --- time and checks ------------------------------------------------------------------------------------


def times(rival: str, k: int) -> str:
    """The time of a rival for cold positions below 2^k in that of the engine, a thread each; a dash if not measured."""
    wanted = {"task": "cold positions", "game": "squares", "n": str(2**k), "rival": rival}
    wanted |= {"rival_threads": "1", "engine_threads": "1"}
    ratios = (float(row["ratio"]) for row in rows("data/benchmarks/ratios.csv") if wanted.items() <= row.items())
    ratio = next(ratios, None)
    return MISSING if ratio is None else f"{ratio:.{1 if ratio < 100 else 0}f}"


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
    row = next(row for row in rows("data/checks.csv") if row["what"].startswith(what))
    assert row["its_sha256"] in ("", row["sha256"]), f"two methods differ on {what}"
    return f"below {power(row['n'])} by {row['second_method']}{': the same SHA-$256$' if row['its_sha256'] else ''}"


def spots(what: str) -> str:
    """What the spot check of a run has looked at."""
    row = next(row for row in rows("data/spot-checks.csv") if row["what"] == what)
    assert not row["contradiction"], f"the spot check of {what} found a contradiction"
    drawn = int(row["positions"]) + int(row["cold"])
    return f"{grouped(drawn)} single positions, and {grouped(int(row['whole']))} in windows"


# --- forecasts ------------------------------------------------------------------------------------------


def decided() -> list[tuple[float, bool]]:
    """The coverage of each forecast whose outcome is known, and whether its interval holds the outcome."""
    both = rows("data/forecasts.csv") + rows("data/copies-forecasts.csv")
    known = [row for row in both if row.get("outcome") and not row["quantity"].startswith("exponent")]
    return [(float(row["coverage"]), float(row["low"]) <= float(row["outcome"]) <= float(row["high"])) for row in known]


def tally(what: str) -> str:
    """Of the intervals that are decided: how many there are, held, or should have held."""
    if what == "expected":
        return f"{sum(coverage for coverage, _ in decided()):.1f}"
    return str(sum(held for _, held in decided()) if what == "held" else len(decided()))
