"""Compute the numbers that appear in the article. Its source calls these functions between double braces."""

from __future__ import annotations

from functools import cache
from math import log
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from subtraction_theory import outcomes
from subtraction_theory.copies import leading
from subtraction_theory.difference_free import is_squarefree

ROOT = Path(__file__).resolve().parents[2]
END = 41  # the long run ended at 2^41
EXPONENT = log(10, 25)
MISSING = "\u2013"  # in place of a number that was not measured


@cache
def table(path: str, key: str | None = None) -> pd.DataFrame:
    """Read a committed table, and index it by the column `key` if a key is given."""
    return pd.read_csv(ROOT / path, index_col=key)


def pipe_table(header: list[str], lines: list[list[str]]) -> str:
    """Return a Markdown table with its first column left-aligned and all others right-aligned."""
    rule = [":--", *["--:"] * (len(header) - 1)]
    return "\n".join("| " + " | ".join(line) + " |" for line in (header, rule, *lines))


def finding(name: str) -> str:
    """Return the value of a notebook's finding, with thousands separated by commas if it is a whole number."""
    value = str(table("beyond/figures/findings.csv", "finding").value[name])
    return f"{int(value):,}" if value.isdigit() else value


def share(name: str, decimals: int = 1) -> str:
    """Return the value of a finding as a percentage with this many decimals."""
    return f"{float(finding(name)):.{decimals}%}"


def paper(claim: str) -> str:
    """Return the number that Eppstein's paper prints for a claim, rounded to four decimals if it has twelve or more."""
    printed = str(table("figures/reproduction.csv", "claim").paper[claim])
    return printed.replace(" ", ", ") if " " in printed or len(printed) < 14 else f"{float(printed):.4f}"


@cache
def below(k: int) -> NDArray[np.int64]:
    """Count the cold positions below 2^k in each residue class modulo 625, as int64[625]."""
    with np.load(ROOT / "beyond/data/doublings.npz", allow_pickle=False) as arrays:
        return np.asarray(arrays["below_625"][arrays["n"].tolist().index(2**k)])


def of(k: int, *classes: int) -> int:
    """Count the cold positions below 2^k in the given classes modulo 5, or in all five classes if none are given."""
    return sum(int(below(k)[r::5].sum()) for r in classes or range(5))


def counts() -> str:
    """Tabulate the cold positions below 2^k by residue modulo 5, with local exponents over three doublings."""
    lines = []
    for k in (*range(12, 30, 6), *range(29, END + 1, 3)):
        grown = [of(k, *classes) / of(k - 3, *classes) for classes in ((), (0, 2))] if k > 14 else []
        exponents = [f"{np.log2(ratio) / 3:.4f}" for ratio in grown] or ["", ""]
        lines.append([f"${k}$", f"{of(k):,}", *(f"{of(k, r):,}" for r in (0, 2, 4, 1, 3)), *exponents])
    return pipe_table(["$k$", "all", "$0$", "$2$", "$4$", "$1$", "$3$", "exponent", "of $0,2$"], lines)


def all_and_strays(k: int) -> NDArray[np.float64]:
    """Count the cold positions below 2^k, and the strays at depths 0 to 3 (NaN where uncounted), as float64[5].

    For the ten copies modulo 25, a pair consists of the classes u and u + 2 modulo 5 with the most members below 2^29.
    """
    copies = [r for u in (0, 2) for r in range(u, 25, 5)]
    members, early = (below(each).reshape(5, 5, 25).sum(axis=0)[:, copies] for each in (k, 29))
    u = leading(early)
    pairs = np.take_along_axis(members, np.array([u, (u + 2) % 5]), axis=0)
    deeper = table("beyond/data/depths.csv").pivot(index="n", columns="depth", values="strays").reindex([2**k])
    return np.array([of(k), of(k, 1, 3, 4), members.sum() - pairs.sum(), *deeper[[2, 3]].to_numpy()[0]])


def strays() -> str:
    """Tabulate the cold positions below 2^k, the strays at depths 0 to 3, and exponents with and without strays."""
    lines = []
    for k in (20, 29, 32, 35, 38, END):
        left, before = (parts[0] - np.cumsum([0, *parts[1:]]) for parts in map(all_and_strays, (k, k - 3)))
        shown = [*(all_and_strays(k) / 2 ** (k * EXPONENT)), *(np.log(left / before) / log(8))]
        lines.append([f"${k}$", *(MISSING if np.isnan(number) else f"{number:.4f}" for number in shown)])
    return pipe_table(["$k$", "all", *(f"$S_{i}$" for i in range(4)), "all", *(f"$-S_{i}$" for i in range(4))], lines)


def products(what: str = "") -> str:
    """Say for which products p q kernels were found, or count them "all"."""
    found = table("beyond/data/products.csv").groupby("p").q
    if what == "all":
        return str(found.size().sum())
    *some, last = (f"${p}\\cdot{q.iloc[0]}$" if q.size == 1 else f"{q.size} products ${p}q$" for p, q in found)
    return f"{', '.join(some)} and {last}"


@cache
def later_end() -> pd.DataFrame:
    """Return the last game of each modulus in later.csv at its end, with the ratio of its count to the copies'."""
    end = table("beyond/data/later.csv").query("n == 2**32").drop_duplicates("modulus", keep="last")
    return end.assign(size=end.residues.str.split().str.len(), ratio=end.cold / end.copies)


def later(what: str) -> str:
    """Describe the games of `later_end`: how many "moduli", which are "clean", and their extreme counts and ratios."""
    games = later_end()
    clean, others = games[games.outside == 0], games[games.outside > 0]
    words = {
        "moduli": [len(games)],
        "clean": clean.modulus,
        "counts": clean.cold.map("{:,}".format),
        "least strays": [others.outside.min()],
        "most strays": [f"{others.outside.max():,}"],
        "least": [f"{np.floor(1000 * others.ratio.min()) / 1000:.3f}"],  # bounds, so they are rounded outwards
        "greatest": [f"{np.ceil(1000 * others.ratio.max()) / 1000:.3f}"],
    }
    *some, last = map(str, words[what])
    return f"{', '.join(some)} and {last}" if some else last


def later_games() -> str:
    """Tabulate the games of `later_end` in three columns."""
    cells = [
        [f"${g.modulus}$", str(g.size), f"${g.B.bit_length() - 1}$", f"{g.outside:,}", f"{g.ratio:.4f}"]
        for g in later_end().itertuples()
    ]
    third = -(-len(cells) // 3)
    cells += [[""] * 5] * (3 * third - len(cells))
    lines = [a + b + c for a, b, c in zip(*(cells[i * third : (i + 1) * third] for i in range(3)), strict=True)]
    return pipe_table(["$m$", "size", "$k$", "outside", "ratio"] * 3, lines)


@cache
def planted_games() -> pd.DataFrame:
    return outcomes.planted(ROOT / "beyond/data/planted.csv").query("power == 2")


def planted_others() -> str:
    """List, among the moduli above 233 or not squarefree, those with a planted game that keeps to its kernel."""
    moduli = sorted({*planted_games().query("holds").modulus})
    *others, last = (f"${m}$" for m in moduli if m > 233 or not is_squarefree(m))
    return f"{', '.join(others)} and {last}"


def planted_twice_odd() -> str:
    """Count the planted moduli that are twice an odd number, and check that none of their games keeps to its kernel."""
    holds = planted_games().groupby("modulus").holds.any()
    assert not holds[holds.index % 4 == 2].any(), "the article says that none holds"
    return str(sum(holds.index % 4 == 2))


def check(what: str) -> str:
    """Name the second method that confirmed a run's results by their SHA-256, and the bound below which it did so."""
    both = table("beyond/data/checks.csv", "what").loc[what]
    assert both.its_sha256 == both.sha256, f"two methods differ on {what}"
    return f"{both.second_method} below $2^{{{int(both.n).bit_length() - 1}}}$"
