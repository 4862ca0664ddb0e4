"""The numbers of the article, each computed from a committed table: what `{{data: name(...)}}` stands for in its text.

A function returns a number as it is printed, or a table in Markdown. Positions are given as
exponents: cold(41) is about those below 2^41. Every function returns text.
"""

from __future__ import annotations

import csv
from datetime import date
from functools import cache
from math import log, pi, sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import beta

from subtraction_theory import copies, waves
from subtraction_theory.difference_free import is_difference_free_modulo

ROOT = Path(__file__).resolve().parent.parent
END = 41  # the long run ended at 2^41
FIVE = (2, 7, 12, 17, 22)  # the copies in class 2 modulo 5
AUTONOMOUS = copies.autonomous_classes(625)
WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
PAYERS = (5, 13, 17)
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


@cache
def below(k: int) -> NDArray[np.int64]:
    """int64[625]: the cold positions below 2^k by residue modulo 625."""
    with np.load(ROOT / "data/doublings.npz", allow_pickle=False) as arrays:
        return np.asarray(arrays["below_625"][arrays["n"].tolist().index(2**k)])


def of(k: int, *classes: int) -> int:
    """How many cold positions below 2^k are in these classes modulo 5; in all if none is named."""
    return sum(int(below(k)[r::5].sum()) for r in classes or range(5))


def inside(r: int, k: int) -> NDArray[np.int64]:
    """int64[5]: the members of copy r modulo 25 below 2^k, by their own residue modulo 5."""
    return np.asarray(below(k)[r::25].reshape(5, 5).sum(axis=0))


def power(n: int | str) -> str:
    """A power of two as the article writes it: 2^30 for 1073741824."""
    return f"$2^{{{int(n).bit_length() - 1}}}$"


def grouped(number: float) -> str:
    return f"{int(number):,}"


def in_words(number: int) -> str:
    return WORDS[number] if 0 <= number < len(WORDS) else grouped(number)


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}%"


def pipe_table(header: list[str], lines: list[list[str]]) -> str:
    """A table in Markdown, its first column on the left and the others on the right."""
    rule = [":--", *["--:"] * (len(header) - 1)]
    return "\n".join("| " + " | ".join(line) + " |" for line in (header, rule, *lines))


# --- what the paper and the notebooks found -------------------------------------------------------------


def finding(name: str) -> str:
    """The value of a finding of the notebooks."""
    return written(cell("figures/findings.csv", "value", finding=name))


def share(name: str) -> str:
    """The same as a percentage."""
    return percent(float(finding(name)))


def paper(claim: str) -> str:
    """What Eppstein's paper prints for a claim."""
    return cell("figures/reproduction.csv", "paper", claim=claim).replace(" ", ", ")


def written(value: str) -> str:
    """A number as it is printed: whole ones in groups of three digits.

    >>> written("384281085"), written("0.7105")
    ('384,281,085', '0.7105')
    """
    return grouped(int(value)) if value.isdigit() and len(value) > 4 else value


def paper_exponent() -> str:
    return f"{float(paper('Figure 2: exponent of the fit')):.4f}"


def perfect() -> str:
    return f"{log(10) / log(25):.5f}"


# --- counts -------------------------------------------------------------------------------------------


def cold(k: int, *classes: int) -> str:
    return grouped(of(k, *classes))


def cold_total(k: int) -> str:
    return cold(k)


def gained(k: int) -> str:
    """The new members of class 4 modulo 5 in the doubling that ends at 2^k."""
    return grouped(of(k, 4) - of(k - 1, 4))


def last_rare() -> str:
    """The last known member of classes 1 and 3 modulo 5."""
    return grouped(int((ROOT / "data/oeis/b-rare-classes.txt").read_text(encoding="utf-8").split()[-1]))


def local(a: int, b: int, *classes: int) -> float:
    """The local exponent from 2^a to 2^b."""
    return float(np.log2(of(b, *classes) / of(a, *classes)) / (b - a))


def exponents(k: int) -> tuple[float, float]:
    """The local exponents over the three doublings to 2^k: of all, and of classes 0 and 2."""
    return local(k - 3, k), local(k - 3, k, 0, 2)


def rise(k: int) -> str:
    """By how much the local exponent rises from the window that ends at 2^k to the last."""
    return f"{exponents(END)[0] - exponents(k)[0]:.4f}"


def drag_share(k: int) -> str:
    """How much of that the end of the drag accounts for."""
    (whole, good), (last, last_good) = exponents(k), exponents(END)
    return percent(1 - (last_good - good) / (last - whole), 0)


ENDS = range(END - 21, END + 1, 3)


def sd_copy() -> str:
    return f"{spread_of_copies():.4f}"


def sd_independent() -> str:
    return f"{spread_of_copies() / sqrt(5):.4f}"


def sd_class(r: int) -> str:
    """Standard deviation of the exponent of class r modulo 5 from window to window."""
    return f"{class_scatter(r):.4f}"


def class_scatter(r: int) -> float:
    return float(np.std([local(k - 3, k, r) for k in ENDS[1:]], ddof=1))


def spread_of_copies() -> float:
    """Standard deviation, from copy to copy in class 2, of the exponent over three doublings."""
    return copies.spread([below(k).reshape(25, 25).sum(axis=0)[2::5] for k in range(ENDS[0], END + 1)], window=3)


def error(digits: int) -> str:
    """Standard deviation of the exponent of classes 0 and 2 together from window to window."""
    return f"{float(np.std([exponents(k)[1] for k in ENDS[1:]], ddof=1)):.{digits}f}"


def counts() -> str:
    lines = []
    for k in (*range(12, 30, 6), *range(29, END + 1, 3)):
        by_class = [cold(k, r) for r in (0, 2, 4, 1, 3)]
        lines.append([f"${k}$", cold(k), *by_class, *(["", ""] if k < 15 else map("{:.4f}".format, exponents(k)))])
    return pipe_table(["$k$", "all", "$0$", "$2$", "$4$", "$1$", "$3$", "exponent", "of $0,2$"], lines)


# --- time ---------------------------------------------------------------------------------------------


def times(rival: str, k: int) -> str:
    """The time of a rival for cold positions below 2^k in that of the engine, a thread each; a dash if not measured."""
    wanted = {"task": "cold positions", "game": "squares", "n": str(2**k), "rival": rival}
    wanted |= {"rival_threads": "1", "engine_threads": "1"}
    found = (row["ratio"] for row in rows("data/benchmarks/ratios.csv") if wanted.items() <= row.items())
    ratio_ = next(found, None)
    return MISSING if ratio_ is None else f"{float(ratio_):.{1 if float(ratio_) < 100 else 0}f}"


def ratio(k: int) -> str:
    return times("segmented sieve in C", k)


# --- theorems' constants and small searches -----------------------------------------------------------


def threshold(parts: int) -> str:
    """From which n on one of three neighbouring classes modulo 5 holds sqrt(n) / parts."""
    constant = 8 / pi * sqrt(10 / pi)
    return grouped(np.ceil((constant / (4 / pi - 5 / parts)) ** 4))


def kappa() -> str:
    return f"{sqrt(2) / pi * beta(0.75, 0.75):.4f}"


def kappa_error() -> str:
    return f"{8 * sqrt(2) / (3 * pi) + 3 * 2 / pi**2 * beta(0.75, 0.75):.3f}"


def floor_millions() -> str:
    n = 2**END
    return f"{(4 / pi * sqrt(n) - 2.1 * n**0.25) / 1e6:.1f}"


def total_millions() -> str:
    return f"{of(END) / 1e6:.0f}"


def largest(b: int) -> str:
    """The size of a largest square-difference-free set of residues modulo b."""
    return cell(figure_table("16-1"), "residues", b=b)


def figure_table(number: str) -> str:
    """The path of the table behind a figure, 13-1 for example."""
    return next((ROOT / "figures").glob(f"figure-{number}-*.csv")).relative_to(ROOT).as_posix()


# --- the budget ---------------------------------------------------------------------------------------


def others_explain() -> str:
    """The most that a modulus up to 100, prime to 5, 13 and 17, explains."""
    parts = [row for row in rows(figure_table("13-1")) if row["panel"] == "modulus"]
    return percent(max(float(row["value"]) for row in parts if all(int(row["of"]) % p for p in PAYERS)), 2)


def games() -> list[dict[str, str]]:
    return rows("data/ensemble-squares.csv")


def ensemble_games() -> str:
    return in_words(len(games())) if len(games()) != 100 else "a hundred"


def ensemble_size() -> str:
    return power(games()[0]["n"])


def ensemble(m: int, which: str) -> str:
    """The least or the most that m explains in a game."""
    return percent({"least": min, "most": max}[which](float(row[f"share_{m}"]) for row in games()))


def ensemble_above(m: int) -> str:
    return str(sum(float(row[f"share_{m}"]) > 0.01 for row in games()))


def ensemble_others(what: str = "names") -> str:
    """The other moduli that were tried, or the most that one of them explains in a game."""
    tried = [int(name.removeprefix("share_")) for name in games()[0] if name.startswith("share_")]
    others = sorted(m for m in tried if all(m % p for p in PAYERS))
    if what == "most":
        return percent(max(float(row[f"share_{m}"]) for row in games() for m in others))
    return ", ".join(f"${m}$" for m in others)


def favourites(m: int) -> list[tuple[int, ...]]:
    """The most frequent residues modulo m in each game, ascending."""
    return [tuple(sorted(map(int, row[f"top_{m}"].split()))) for row in games()]


def ensemble_choices(m: int) -> str:
    return str(len(set(favourites(m))))


def ensemble_free(m: int) -> str:
    return str(sum(is_difference_free_modulo(residues_, m) for residues_ in favourites(m)))


# --- copies -------------------------------------------------------------------------------------------


def stopped_classes() -> list[tuple[int, int]]:
    """The copies and their own classes modulo 5 without a new member since 2^38."""
    return [(r, s) for r in FIVE for s in range(5) if inside(r, 38)[s] == inside(r, END)[s]]


def stopped_words() -> str:
    return in_words(len(stopped_classes()))


def stopped_copies() -> str:
    number = len({r for r, _ in stopped_classes()})
    return "each" if number == len(FIVE) else in_words(number)


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


def class_total(m: int, k: int = 0) -> str:
    """The cold positions below 2^k in all autonomous classes modulo m; as far as all are known if k is 0."""
    return grouped(sum(count for (_, end), count in class_counts(m).items() if end == (k or end_of(m))))


def agreeing() -> str:
    """Up to which power of two every class modulo 625 agrees with the long run."""
    known = class_counts(625)
    assert all(count == below(k)[r] for (r, k), count in known.items() if 12 <= k <= END), "a class differs"
    return f"$2^{{{END}}}$"


def replicate_windows() -> list[tuple[int, int]]:
    """Of three doublings each, and what is known beyond the long run."""
    beyond = [(END, end_of(625))] if end_of(625) > END else []
    return [*((k - 3, k) for k in range(29, END + 1, 3)), *beyond]


def replicate_exponents(a: int, b: int) -> list[float]:
    """The local exponent of each autonomous class modulo 625 from 2^a to 2^b."""
    known = class_counts(625)
    return [float(np.log2(known[r, b] / known[r, a])) / (b - a) for r in AUTONOMOUS]


def replicate_mean(a: int, b: int) -> tuple[float, float]:
    """The mean local exponent of the autonomous classes from 2^a to 2^b, and its error from between their copies."""
    each = np.array(replicate_exponents(a, b))[np.argsort(np.array(AUTONOMOUS) % 25, kind="stable")]
    by_copy = each.reshape(-1, 5).mean(axis=1)
    return float(by_copy.mean()), float(by_copy.std(ddof=1)) / sqrt(by_copy.size)


def replicates() -> str:
    lines = []
    for a, b in replicate_windows():
        mean, error = replicate_mean(a, b)
        whole = f"{local(a, b):.4f}" if b <= END else MISSING
        lines.append([f"$2^{{{a}}}$ to $2^{{{b}}}$", f"{mean:.4f} $\\pm$ {error:.4f}", whole])
    return pipe_table(["window", "mean", "game"], lines)


# --- theories -----------------------------------------------------------------------------------------


def law(k: int, m: int) -> str:
    """What the class law expects of class 4 modulo 5 in the doubling to 2^k, by residues modulo m."""
    return f"{law_expects(k, m, 4):,.0f}"


def law_expects(k: int, m: int, r: int) -> float:
    return float(cell("data/class-law.csv", "expected", n=2**k, modulus=m, residue=r))


def closed_expects(k: int, *residues: int) -> float:
    wanted = {"start": str(2**24), "modulus": "27625", "n": str(2**k)}
    mine = [row for row in rows("data/closure.csv") if wanted.items() <= row.items()]
    return sum(float(row["expected"]) for row in mine if int(row["residue"]) in (residues or range(5)))


def closed(k: int) -> str:
    return grouped(round(closed_expects(k, 4)))


def closed_doublings() -> str:
    return str(END - 24)


def closed_ratio(which: str) -> str:
    """The least or greatest ratio of what the closed theory expects of class 4 to what there is."""
    ratios = [closed_expects(k, 4) / (of(k, 4) - of(k - 1, 4)) for k in range(25, END + 1)]
    return f"{ {'least': min, 'most': max}[which](ratios):.2f}"


def closed_total(k: int) -> str:
    return f"{(of(24) + sum(closed_expects(j) for j in range(25, k + 1))) / of(k):.2f}"


# --- forecasts ----------------------------------------------------------------------------------------


def forecasts_() -> list[dict[str, str]]:
    return rows("data/forecasts.csv")


@cache
def residues(m: int) -> dict[int, NDArray[np.int64]]:
    """{n: int64[m]}, the cold positions below n by residue modulo m."""
    table: dict[int, list[int]] = {}
    for row in rows("data/residue-counts.csv"):
        if row["modulus"] == str(m):
            table.setdefault(int(row["n"]), []).append(int(row["count"]))
    return {n: np.array(counts_) for n, counts_ in table.items()}


def between(m: int, since: int, n: int) -> NDArray[np.int64] | None:
    table = residues(m)
    if n not in table or (since and since not in table):
        return None
    return table[n] - (table[since] if since else 0)


def outcome(row: dict[str, str]) -> float:
    """What came of the quantity that a forecast is about; not a number while it is open."""
    quantity, since, n = row["quantity"], int(row["since"]), int(row["n"])
    if quantity == "largest nim-value":
        reached = max(int(each["n"]) for each in rows("data/nim-histogram.csv"))
        return max(int(each["value"]) for each in rows("data/nim-records.csv")) if n == reached else np.nan
    if " of cubes" in quantity or " of fourth powers" in quantity:
        game = "cubes" if "cubes" in quantity else "n**4"
        wanted = {"game": game, "n": row["n"]}
        found = (each["cold"] for each in rows("data/game-counts.csv") if wanted.items() <= each.items())
        return float(next(found, "nan"))
    if quantity.startswith("cold positions"):
        digits = [int(word) for word in quantity.split() if word.isdigit()][:-1]
        if n > 2**END:
            return np.nan
        ends = [of(limit.bit_length() - 1, *digits) if limit else 0 for limit in (since, n)]
        return ends[1] - ends[0]
    m = int(quantity.split()[-1])
    counts_ = between(m, since, n)
    if counts_ is None:
        return np.nan
    if quantity.startswith("power"):
        return waves.damped_and_fed(counts_)[1]
    return float(counts_[[int(word) for word in quantity.split()[2:-2]]].sum() / counts_.sum())


@cache
def decided() -> list[tuple[dict[str, str], bool]]:
    """The forecasts whose outcome is known, and whether it was in the interval; without exponents of counts."""
    mine = [row for row in forecasts_() if not row["quantity"].startswith("exponent")]
    known = [(row, came) for row in mine if not np.isnan(came := outcome(row))]
    return [(row, float(row["low"]) <= came <= float(row["high"])) for row, came in known]


def tally(what: str, first: bool | None = None) -> str:
    """Of the decided forecasts (of the first day, or of the others): how many there are, held, or should have held."""
    mine = [(row, held) for row, held in decided() if first is None or (row["made"] == first_made()) == first]
    if what == "expected":
        return f"{sum(float(row['coverage']) for row, _ in mine):.1f}"
    return str(sum(held for _, held in mine) if what == "held" else len(mine))


def all_tally(what: str) -> str:
    """The same of all forecasts, those of autonomous classes among them."""
    mine = [(float(row["coverage"]), held) for row, held in decided()]
    for row in rows("data/copies-forecasts.csv"):
        if row["outcome"]:
            mine.append((float(row["coverage"]), float(row["low"]) <= float(row["outcome"]) <= float(row["high"])))
    return {"made": str(len(mine)), "held": str(sum(held for _, held in mine))}.get(
        what
    ) or f"{sum(c for c, _ in mine):.1f}"


def registered_count() -> str:
    """The forecast of all cold positions below 2^44 by the strays of two depths."""
    return grouped(float(next(row["forecast"] for row in forecasts_() if row["rule"].startswith("hundred classes"))))


def first_made() -> str:
    return min(row["made"] for row in forecasts_())


def first_day() -> str:
    day = date.fromisoformat(first_made())
    return f"{day.day} {day:%B %Y}"


# --- checks -------------------------------------------------------------------------------------------


def check(what: str) -> dict[str, str]:
    return next(row for row in rows("data/checks.csv") if row["what"].startswith(what))


def check_limit(what: str) -> str:
    return power(check(what)["n"])


def check_method(what: str) -> str:
    return f"by {check(what)['second_method']}: the same SHA-$256$" if check(what)["its_sha256"] else "counts"


def copies_share() -> str:
    """How much of all cold positions the five copies in class 2 have."""
    return percent(int(class_total(25, END).replace(",", "")) / of(END))


def spots(what: str) -> str:
    """What the spot check of a run has looked at."""
    row = next(row for row in rows("data/spot-checks.csv") if row["what"] == what)
    assert not row["contradiction"], f"the spot check of {what} found a contradiction"
    drawn = int(row["positions"]) + int(row["cold"])
    return f"{grouped(drawn)} single positions, and {grouped(int(row['whole']))} in windows"
