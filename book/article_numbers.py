"""The numbers of the article, each computed from a committed table: what `{{data: name(...)}}` stands for in its text.

A function returns a number as it is printed, or a table in Markdown. Positions are given as
exponents: cold(41) is about those below 2^41. Every function returns text.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import combinations
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
AUTONOMOUS = [r + 25 * s for r, q in ((7, 0), (12, 2), (17, 2), (22, 2)) for s in range(q, 25, 5)]  # modulo 625
WORDS = "no one two three four five six seven eight nine ten eleven twelve".split()
PAYERS = (5, 13, 17)


@cache
def rows(path: str) -> list[dict[str, str]]:
    """The rows of a table, by the names of its columns."""
    with (ROOT / path).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


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
    return written(next(row["value"] for row in rows("figures/findings.csv") if row["finding"] == name))


def share(name: str) -> str:
    """The same as a percentage."""
    return percent(float(finding(name)))


def paper(claim: str) -> str:
    """What Eppstein's paper prints for a claim."""
    text = next(row["paper"] for row in rows("figures/reproduction.csv") if row["claim"] == claim)
    return text.replace(" ", ", ")


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
    return f"{scatter().copy:.4f}"


def sd_independent() -> str:
    return f"{scatter().copy / sqrt(5):.4f}"


def sd_class(r: int) -> str:
    """Standard deviation of the exponent of class r modulo 5 from window to window."""
    return f"{class_scatter(r):.4f}"


def class_scatter(r: int) -> float:
    return float(np.std([local(k - 3, k, r) for k in ENDS[1:]], ddof=1))


def scatter() -> copies.Scatter:
    return copies.scatter([below(k).reshape(25, 25).sum(axis=0) for k in ENDS], doublings=3)


def error(digits: int) -> str:
    """Standard error of an exponent over three doublings: classes 0 and 2 by their own scatter, as if independent."""
    part = scatter().share
    return f"{float(np.hypot(part * class_scatter(0), (1 - part) * class_scatter(2))):.{digits}f}"


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
    return "–" if ratio_ is None else f"{float(ratio_):.{1 if float(ratio_) < 100 else 0}f}"


def ratio(k: int) -> str:
    return times("segmented sieve in C", k)


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


def complement(m: int) -> str:
    """The least number of residues whose sums with squares are all residues modulo m."""
    squares = {j * j % m for j in range(m)}

    def covers(others: tuple[int, ...]) -> bool:
        return len({(r + s) % m for r in (0, *others) for s in squares}) == m

    return str(next(size for size in range(1, m + 1) if any(map(covers, combinations(range(1, m), size - 1)))))


def maximal(m: int) -> str:
    """The sizes of all maximal square-difference-free sets of residues modulo m."""
    squares = {j * j % m for j in range(1, m)}
    friends = {r: {s for s in range(m) if s != r and not {(r - s) % m, (s - r) % m} & squares} for r in range(m)}
    return ", ".join(map(str, sorted({len(clique) for clique in cliques(set(), set(friends), set(), friends)})))


def cliques(chosen: set[int], open_: set[int], closed: set[int], friends: dict[int, set[int]]) -> Iterator[set[int]]:
    """All maximal cliques, by Bron and Kerbosch."""
    if not open_ and not closed:
        yield chosen
    for r in sorted(open_):
        yield from cliques(chosen | {r}, open_ & friends[r], closed & friends[r], friends)
        open_, closed = open_ - {r}, closed | {r}


def largest(b: int) -> str:
    """The size of a largest square-difference-free set of residues modulo b."""
    return next(row["residues"] for row in rows(figure_table("16-1")) if row["b"] == str(b))


def figure_table(number: str) -> str:
    """The path of the table behind a figure, 13-1 for example."""
    return next((ROOT / "figures").glob(f"figure-{number}-*.csv")).relative_to(ROOT).as_posix()


# --- the budget ---------------------------------------------------------------------------------------


def others_explain() -> str:
    """The most that a modulus up to 100, prime to 5, 13 and 17, explains."""
    parts = [row for row in rows(figure_table("13-1")) if row["panel"] == "modulus"]
    return percent(max(float(row["value"]) for row in parts if all(int(row["of"]) % p for p in PAYERS)))


def games() -> list[dict[str, str]]:
    return [row for row in rows("data/ensemble.csv") if row["game"] == "squares"]


def ensemble_hot() -> str:
    return "$1000$"  # data/experiments.py declares a random half of these hot


def ensemble_games() -> str:
    return in_words(len(games())) if len(games()) != 100 else "a hundred"


def ensemble_size() -> str:
    return power(games()[0]["n"])


def ensemble(m: int, which: str) -> str:
    """The least or the most that m explains in a game."""
    return percent({"least": min, "most": max}[which](float(row[f"explained_{m}"]) for row in games()))


def ensemble_above(m: int) -> str:
    return str(sum(float(row[f"explained_{m}"]) > 0.01 for row in games()))


def ensemble_others(what: str = "names") -> str:
    """The other moduli that were tried, or the most that one of them explains in a game."""
    names = [name.removeprefix("explained_") for name, value in games()[0].items() if value and "explained" in name]
    others = sorted(int(m) for m in names if all(int(m) % p for p in PAYERS))
    if what == "most":
        return percent(max(float(row[f"explained_{m}"]) for row in games() for m in others))
    return ", ".join(f"${m}$" for m in others)


def ensemble_choices(m: int) -> str:
    return str(len({row[f"residues_{m}"] for row in games()}))


def ensemble_free(m: int) -> str:
    return str(sum(is_difference_free_modulo([*map(int, row[f"residues_{m}"].split())], m) for row in games()))


# --- copies -------------------------------------------------------------------------------------------


def stopped_classes() -> list[tuple[int, int]]:
    """The copies and their own classes modulo 5 without a new member since 2^38."""
    return [(r, s) for r in FIVE for s in range(5) if inside(r, 38)[s] == inside(r, END)[s]]


def stopped_words() -> str:
    return in_words(len(stopped_classes()))


def stopped_copies() -> str:
    number = len({r for r, _ in stopped_classes()})
    return "each" if number == len(FIVE) else in_words(number)


def stopped() -> str:
    lines = []
    for r in FIVE:
        cells = [" / ".join(grouped(inside(r, k)[s]) for k in (30, 38, END)) for s in range(5)]
        marked = [f"**{cell}**" if (r, s) in stopped_classes() else cell for s, cell in enumerate(cells)]
        lines.append([f"${r}$", *(short(cell) for cell in marked)])
    return pipe_table(["copy $r$", *(f"$s={s}$" for s in range(5))], lines)


def short(cell: str) -> str:
    """The last of three large numbers, rounded to thousands; small ones as they are."""
    last = cell.split(" / ")[-1]
    return f"{round(int(last.replace(',', '')) / 1e6, 1)} million" if len(last) > 8 else cell


def replicate_windows() -> list[tuple[int, int]]:
    return [(k - 3, k) for k in range(29, classes_end() + 1, 3)]


def replicates() -> str:
    lines = []
    for a, b in replicate_windows():
        each = [float(np.log2(class_count(r, b) / class_count(r, a))) / (b - a) for r in known_classes(b)]
        mean, deviation = float(np.mean(each)), float(np.std(each, ddof=1))
        whole = f"{local(a, b):.4f}" if b <= END else "–"
        error_ = deviation / sqrt(len(each))
        lines.append(
            [
                f"$2^{{{a}}}$ to $2^{{{b}}}$",
                f"{mean:.4f} $\\pm$ {error_:.4f}",
                f"{deviation:.4f}",
                str(len(each)),
                whole,
            ]
        )
    return pipe_table(["window", "mean", "deviation", "classes", "game"], lines)


def replicates_fall() -> str:
    """Whether the mean exponent of the autonomous classes has fallen in every window."""
    means = [
        np.mean([np.log2(class_count(r, b) / class_count(r, a)) for r in known_classes(b)])
        for a, b in replicate_windows()
    ]
    falls = sum(later < earlier for earlier, later in zip(means, means[1:], strict=False))
    return "every window" if falls == len(means) - 1 else f"{in_words(falls)} of {in_words(len(means) - 1)} windows"


@cache
def autonomous_table() -> dict[tuple[int, int], int]:
    """{(class modulo 625, exponent): cold positions below that power of two}, from data/classes.csv if it is there."""
    if not (ROOT / "data/classes.csv").exists():
        return {}
    found = (row for row in rows("data/classes.csv") if row["modulus"] == "625")
    return {(int(row["class"]), int(row["n"]).bit_length() - 1): int(row["cold"]) for row in found}


def known_classes(k: int) -> list[int]:
    return [r for r in AUTONOMOUS if k <= END or (r, k) in autonomous_table()]


def class_count(r: int, k: int) -> int:
    """The cold positions below 2^k in class r modulo 625."""
    return int(below(k)[r]) if k <= END else autonomous_table()[r, k]


def classes_end() -> int:
    """How far at least two of the classes are known."""
    return max((k for _, k in autonomous_table() if len(known_classes(k)) > 1), default=END)


def beyond(k: int = 0) -> str:
    """The cold positions below 2^k in the autonomous classes that are known beyond the long run."""
    return grouped(sum(class_count(r, k or classes_end()) for r in known_classes(classes_end())))


def beyond_classes() -> str:
    number = len(known_classes(classes_end()))
    return "All twenty" if number == len(AUTONOMOUS) else in_words(number).capitalize()


def beyond_end() -> str:
    return f"$2^{{{classes_end()}}}$"


# --- theories -----------------------------------------------------------------------------------------


def law(k: int, m: int) -> str:
    """What the class law expects of class 4 modulo 5 in the doubling to 2^k, by residues modulo m."""
    return f"{law_expects(k, m, 4):,.0f}"


def law_expects(k: int, m: int, r: int) -> float:
    wanted = {"n": str(2**k), "modulus": str(m), "residue": str(r)}
    return float(next(row["expected"] for row in rows("data/class-law.csv") if wanted.items() <= row.items()))


def rare_expected() -> str:
    """What the finest modulus expects of classes 1 and 3 since 2^29."""
    finest = max(int(row["modulus"]) for row in rows("data/class-law.csv"))
    return f"{sum(law_expects(k, finest, r) for k in range(30, END + 1) for r in (1, 3)):.5f}"


def registered_law() -> str:
    """The forecast of class 4 in the last doubling by the class law, with its interval."""
    wanted = {"quantity": "cold positions 4 mod 5", "since": str(2 ** (END - 1)), "n": str(2**END), "coverage": "0.68"}
    row = next(row for row in forecasts_() if wanted.items() <= row.items() and row["rule"].startswith("class law"))
    return f"{row['forecast']} with an interval from {row['low']} to {row['high']}"


def closed_expects(k: int, *residues: int) -> float:
    wanted = {"modulus": "27625", "n": str(2**k)}
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


def outcome(row: dict[str, str]) -> float | None:
    """What came of the quantity that a forecast is about; None while it is open."""
    quantity, since, n = row["quantity"], int(row["since"]), int(row["n"])
    if quantity == "largest nim-value":
        reached = max(int(each["n"]) for each in rows("data/nim-histogram.csv"))
        return max(int(each["value"]) for each in rows("data/nim-records.csv")) if n == reached else None
    if " of cubes" in quantity or " of fourth powers" in quantity:
        game = "cubes" if "cubes" in quantity else "n**4"
        found = [
            int(each["cold"]) for each in rows("data/game-counts.csv") if each["game"] == game and each["n"] == row["n"]
        ]
        return found[0] if found else None
    if quantity.startswith("cold positions"):
        digits = [int(word) for word in quantity.split() if word.isdigit()][:-1]
        if n > 2**END:
            return None
        ends = [of(limit.bit_length() - 1, *digits) if limit else 0 for limit in (since, n)]
        return ends[1] - ends[0]
    m = int(quantity.split()[-1])
    counts_ = between(m, since, n)
    if counts_ is None:
        return None
    if quantity.startswith("power"):
        return waves.damped_and_fed(counts_)[1]
    return float(counts_[[int(word) for word in quantity.split()[2:-2]]].sum() / counts_.sum())


@cache
def decided() -> list[tuple[dict[str, str], bool]]:
    """The forecasts whose outcome is known, and whether it was in the interval; without exponents of counts."""
    mine = [row for row in forecasts_() if not row["quantity"].startswith("exponent")]
    known = [(row, came) for row in mine if (came := outcome(row)) is not None]
    return [(row, float(row["low"]) <= came <= float(row["high"])) for row, came in known]


def tally(what: str, first: bool | None = None) -> str:
    """Of the decided forecasts (of the first day, or of the others): how many there are, held, or should have held."""
    mine = [(row, held) for row, held in decided() if first is None or (row["made"] == first_made()) == first]
    if what == "expected":
        return f"{sum(float(row['coverage']) for row, _ in mine):.1f}"
    return str(sum(held for _, held in mine) if what == "held" else len(mine))


def first_made() -> str:
    return min(row["made"] for row in forecasts_())


def first_day() -> str:
    day = date.fromisoformat(first_made())
    return f"{day.day} {day:%B %Y}"


def kind(quantity: str) -> str:
    """The kind of quantity, as a line of the table of forecasts."""
    for start, name in KINDS.items():
        if quantity.startswith(start):
            return name
    return quantity


KINDS = {
    "cold positions of": "cold positions of cubes and fourth powers",
    "cold positions 4": "class $4$ modulo $5$",
    "cold positions 1 3": "classes $1$ and $3$ modulo $5$",
    "cold positions": "all cold positions",
    "share of 0 2 7": "share of $0,2,7$ modulo $13$",
    "share of 0 5 10": "share of $0,5,10$ modulo $17$",
    "power of the fed waves mod 21": "residue waves modulo $21$",
    "power of the fed waves mod 29": "residue waves modulo $29$",
    "largest nim": "largest nim-value",
}


def forecasts() -> str:
    lines = []
    for name in dict.fromkeys(KINDS.values()):
        line = [name]
        for narrow in (True, False):
            mine = [(row, held) for row, held in decided() if kind(row["quantity"]) == name]
            mine = [(row, held) for row, held in mine if (float(row["coverage"]) < 0.9) == narrow]
            held = sum(held for _, held in mine)
            line += (
                [f"{held} of {len(mine)}", f"{sum(float(row['coverage']) for row, _ in mine):.1f}"]
                if mine
                else ["–"] * 2
            )
        if set(line[1:]) != {"–"}:
            lines.append(line)
    return pipe_table(["quantity", "coverage below $0.9$", "expected", "above", "expected"], lines)


def waiting() -> str:
    return in_words(len(rows("data/copies-forecasts.csv")))


def rules() -> str:
    return in_words(len({row["rule"] for row in rows("data/copies-forecasts.csv")}))


def copies_outcome() -> str:
    """How many of the forecasts of the twenty classes held, if they are all known."""
    mine = [row for row in rows("data/copies-forecasts.csv") if row["quantity"].startswith("twenty")]
    known = [row for row in mine if len(known_classes(int(row["n"]).bit_length() - 1)) == len(AUTONOMOUS)]
    if not known:
        return "none is decided yet."
    totals = [sum(class_count(r, int(row["n"]).bit_length() - 1) for r in AUTONOMOUS) for row in known]
    held = [row for row, total in zip(known, totals, strict=True) if float(row["low"]) <= total <= float(row["high"])]
    names = "; ".join(sorted({re.sub(r"(\d+)\^(\d+)", r"$\1^{\2}$", row["rule"]) for row in held}))
    of_these = f", those of the rules: {names}" if held else ""
    return f"of {in_words(len(known))} that are decided {in_words(len(held))} contained the count{of_these}."


# --- checks -------------------------------------------------------------------------------------------


def check(what: str) -> dict[str, str]:
    return next(row for row in rows("data/checks.csv") if row["what"].startswith(what))


def check_limit(what: str) -> str:
    return power(check(what)["n"])


def check_method(what: str) -> str:
    return f"by {check(what)['second_method']}: the same SHA-$256$" if check(what)["its_sha256"] else "counts"


def check_count(which: str) -> str:
    return grouped(int(next(row["its_count_or_largest"] for row in rows("data/checks.csv") if which in row["what"])))


def check_share() -> str:
    return percent(int(check_count("class 2").replace(",", "")) / of(END))


def spots(what: str) -> str:
    """What the spot check of a run has looked at."""
    row = next(row for row in rows("data/spot-checks.csv") if row["what"] == what)
    assert not row["contradiction"], f"the spot check of {what} found a contradiction"
    return f"spot check of {grouped(int(row['positions']) + int(row['cold']))} positions and {grouped(int(row['whole']))} in windows"
