"""Compute the numbers that appear in the article. Its source calls these functions between double braces."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from math import gcd, log
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

import subtraction_games as sg
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


def forecasts_decided() -> str:
    """Count the decided forecasts of all kinds."""
    kinds = ("", "of two exponents ", "of tossed games ", "of planted games ", "of counts of planted games ")
    return str(sum(int(finding(f"forecasts {kind}decided")) for kind in kinds))


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


def kernels_open(what: str) -> str:
    """Count the moduli up to 400 that theorem #products leaves "open", or those among them that are "excluded".

    A modulus p^a k, where the prime p is 3 mod 4 and prime to k, is excluded if k = 4 or -1 is a square modulo k.
    """
    threes = [p for p in sg.primes(401).tolist() if p % 4 == 3]
    rests = {m: [m // gcd(m, p**6) for p in threes if m % p == 0] for m in range(2, 401)}
    undecided = [m for m in rests if m % 8 == 0 or rests[m]]
    excluded = [m for m in undecided if any(k == 4 or -1 % k in np.arange(k) ** 2 % k for k in rests[m])]
    return str(len({"open": undecided, "excluded": excluded}[what]))


def counted(n: ArrayLike) -> NDArray[np.float64]:
    """Return c(n), the number of cold positions below n, interpolated between known counts (data/cold-counts.csv)."""
    small, large = np.arange(1, 2**20), table("beyond/data/cold-counts.csv").query("limit >= 2**20")
    counts = sg.counts_below(sg.cold_positions(sg.squares, 2**20, method="sieve"), small)
    known, logs = np.log([*small, *large.limit]), np.log([*counts, *large.cold])
    return np.asarray(np.exp(np.interp(np.log(n), known, logs)))


@cache
def games() -> pd.DataFrame:
    """Return the planted games with two more columns. For squares and a squarefree modulus m, `ratio` is the number of
    cold positions divided by |D| m c(n / m^2), and `plain` is the local exponent of c at n / m^2.
    """
    games = outcomes.games(ROOT / "beyond/data/planted.csv")
    now, then = counted([end / games.modulus**2 for end in (games.n, games.n / 8)])
    return games.assign(ratio=games.cold / (games["size"] * games.modulus * now), plain=np.log(now / then) / log(8))


def factor(m: int) -> str:
    """Return |D| / m^(2e - 1), where D is the first set of residues planted modulo m and e is EXPONENT."""
    first = games().query("power == 2 and modulus == @m").iloc[0]
    return f"{first['size'] / m ** (2 * EXPONENT - 1):.2f}"


def planted() -> str:
    """For each modulus, tabulate in two columns the game (if any) that keeps to its kernel at the largest n."""
    order = {"modulus": True, "n": False, "B": True, "outside": True}
    kept = games().query("power == 2 and holds").sort_values([*order], ascending=[*order.values()])
    kept = kept.drop_duplicates("modulus")
    cells = []
    for game in kept.itertuples():
        ratio, plain = (f"{game.ratio:.3f}", f"{game.plain:.4f}") if is_squarefree(game.modulus) else (MISSING, MISSING)
        logs = [f"${n.bit_length() - 1}$" for n in (game.B, game.n)]
        outside = f"{100 * game.outside:.2g}%" if game.outside else "0"
        cells.append([f"${game.modulus}$", str(game.size), *logs, ratio, f"{game.exponent:.4f}", plain, outside])
    half = -(-len(cells) // 2)
    cells += [[""] * 8] * (2 * half - len(cells))
    header = ["$m$", "size", "$k$", "$l$", "ratio", "exp.", "plain", "outside"]
    return pipe_table(header * 2, [a + b for a, b in zip(cells[:half], cells[half:], strict=True)])


def planted_others() -> str:
    """List, among the moduli above 233 or not squarefree, those with a planted game that keeps to its kernel."""
    moduli = sorted({*games().query("power == 2 and holds").modulus})
    *others, last = (f"${m}$" for m in moduli if m > 233 or not is_squarefree(m))
    return f"{', '.join(others)} and {last}"


def planted_twice_odd() -> str:
    """Count the planted moduli that are twice an odd number, and check that none of their games keeps to its kernel."""
    holds = games().query("power == 2").groupby("modulus").holds.any()
    assert not holds[holds.index % 4 == 2].any(), "the article says that none holds"
    return str(sum(holds.index % 4 == 2))


def planted_outside(m: int, k: int, end: int) -> str:
    """Return the value of `outside` at n = 2^end for the set modulo m that was played to 2^32, if planted below 2^k."""
    mine = games().query("power == 2 and modulus == @m")
    followed = mine[mine.residues == mine[mine.n == 2**32].residues.iloc[0]]
    return f"{followed.query('B == 2**@k and n == 2**@end').outside.item():.1%}"


def planted_formula(what: str) -> str:
    """For squarefree m, compare the games that keep to their kernels at 2^32 with the predictions from their copies."""
    mine = games().query("power == 2 and holds and n == 2**32")
    mine = mine[mine.modulus.map(is_squarefree)]
    ruzsa = (1 + np.log(mine["size"]) / np.log(mine.modulus)) / 2
    off, by_ruzsa = (np.sqrt(((mine.exponent - other) ** 2).mean()) for other in (mine.plain, ruzsa))
    return {
        "games": str(len(mine)),
        "least": f"{np.floor(1000 * mine.ratio.min()) / 1000:.3f}",  # a bound, so it is rounded outwards
        "greatest": f"{np.ceil(1000 * mine.ratio.max()) / 1000:.3f}",
        "off": f"{off:.4f}",
        "off by Ruzsa": f"{by_ruzsa:.4f}",
    }[what]


def pulled(what: str) -> str:
    """Count the sets of residues for which the pull heuristic made a forecast that is "decided", or "right".

    A forecast is decided at the least n to which a game was played. "lost" counts the sets for which the heuristic was
    wrong, and "hold later" counts those of them to which a game keeps at a larger n. After the word "blind", each of
    these counts only sets whose games had not been seen before the forecast.
    """
    key = ["power", "modulus", "residues"]
    first = games().sort_values("n").drop_duplicates([*key, "B"])
    decided = first[first.holds | (first.power.map({2: 2**24, 3: 2**20}) <= first.B)]
    kept, later = (each.groupby(key).holds.any() for each in (decided, games()))
    forecasts = table("beyond/data/planted-forecasts.csv").set_index(key).join(kept.rename("kept"), how="inner")
    forecasts = forecasts.join(later.rename("later"))
    forecasts = forecasts[forecasts.seen == 0] if what.startswith("blind") else forecasts
    lost = forecasts[forecasts.kept != (forecasts.holds > 0.5)]
    assert (lost.holds > 0.5).all(), "the article says that where it is wrong, it expected a kernel to hold"
    right = len(forecasts) - len(lost)
    numbers = {"decided": len(forecasts), "right": right, "lost": len(lost), "hold later": sum(lost.later)}
    return str(numbers[what.removeprefix("blind ")])


def chosen(p: int, coins: int, least: float = outcomes.CHOSEN) -> str:
    """Count the tossed games that have chosen p (5 or 13) at their largest n. Those that chose 5 don't count for 13."""
    last = outcomes.chosen(ROOT / "beyond/data/chosen.csv", least).query("coins == @coins")
    return str(sum(last.chooses_5 if p == 5 else last.chooses_13 & ~last.chooses_5))


def times(rival: str, k: int) -> str:
    """Divide a rival's time for finding the cold positions below 2^k by the engine's time, both on one thread."""
    ratios = table("engine/benchmarks/ratios.csv").query("rival_threads == 1 and engine_threads == 1")
    return f"{ratios.set_index(['task', 'rival', 'n']).ratio['cold positions', rival, 2**k]:.1f}"


def machine() -> str:
    return str(table("engine/benchmarks/times.csv").machine[0]).replace("x86_64", "$\\mathrm{x86}$-$64$")


def check(what: str) -> str:
    """Name the second method that confirmed a run's results by their SHA-256, and the bound below which it did so."""
    both = table("beyond/data/checks.csv", "what").loc[what]
    assert both.its_sha256 == both.sha256, f"two methods differ on {what}"
    return f"{both.second_method} below $2^{{{int(both.n).bit_length() - 1}}}$"


def spots(what: str) -> str:
    """State how many positions of a run were spot-checked, individually and in windows."""
    run = table("beyond/data/spot-checks.csv", "what").loc[what]
    assert pd.isna(run.contradiction), f"the spot check of {what} found a contradiction"
    return f"{run.positions + run.cold:,} individual positions, and {run.whole:,} in windows"


def commit(path: str) -> str:
    """Return a file's last commit and date, with a "+" if the file has changed since, or a dash if git is missing."""
    if not shutil.which("git"):
        return MISSING
    asked = (["log", "-1", "--format=%h, %as"], ["status", "--porcelain"])
    commands = [["git", "-C", str(ROOT), *question, "--", path] for question in asked]
    last, changed = (subprocess.run(each, capture_output=True, text=True).stdout.strip() for each in commands)
    return last.replace(",", "+," if changed else ",") or MISSING
