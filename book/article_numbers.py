"""The article's numbers, in the form in which it prints them: findings of the notebooks, tables and checks.

`{{finding: ...}}`, `{{percent: ...}}` and `{{paper: ...}}` take a number from a row that a notebook wrote; `{{table:
name()}}` and `{{data: name(...)}}` stand for the results of the functions further down, which read the tables in data/.
"""

from __future__ import annotations

import csv
from functools import cache
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import subtraction_games as sg
from subtraction_theory.copies import leading
from subtraction_theory.difference_free import is_squarefree

ROOT = Path(__file__).resolve().parent.parent
END = 41  # the long run ended at 2^41
EXPONENT = log(10, 25)
MISSING = "\u2013"  # the entry of a table where nothing was measured


@cache
def rows(path: str) -> list[dict[str, str]]:
    """The rows of a table, each as a dictionary whose keys are the names of the columns."""
    with (ROOT / path).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def row(path: str, **wanted: object) -> dict[str, str]:
    """The first row of a table with the wanted values in its columns. Raises ValueError if there is none."""
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
    """A table in Markdown, with the first column aligned on the left and the others on the right."""
    rule = [":--", *["--:"] * (len(header) - 1)]
    return "\n".join("| " + " | ".join(line) + " |" for line in (header, rule, *lines))


# --- what the paper and the notebooks found -------------------------------------------------------------


def finding(name: str) -> str:
    """The value of a finding of the notebooks, with the digits of a whole number in groups of three."""
    value = row("figures/findings.csv", finding=name)["value"]
    return grouped(int(value)) if value.isdigit() else value


def share(name: str) -> str:
    """The value of a finding as a percentage."""
    return percent(float(finding(name)))


def hundredths(name: str) -> str:
    """The value of a finding as a percentage with two decimals."""
    return f"{100 * float(finding(name)):.2f}%"


def paper(claim: str) -> str:
    """The number that Eppstein's paper prints for a claim, to four decimals if it has more than twelve digits."""
    printed = row("figures/reproduction.csv", claim=claim)["paper"]
    return printed.replace(" ", ", ") if " " in printed or len(printed) < 14 else f"{float(printed):.4f}"


# --- counts -------------------------------------------------------------------------------------------


@cache
def below(k: int) -> NDArray[np.int64]:
    """int64[625]: the number of cold positions below 2^k by residue modulo 625."""
    with np.load(ROOT / "data/doublings.npz", allow_pickle=False) as arrays:
        return np.asarray(arrays["below_625"][arrays["n"].tolist().index(2**k)])


def of(k: int, *classes: int) -> int:
    """The number of cold positions below 2^k in these classes modulo 5, or in all classes if none is named."""
    return sum(int(below(k)[r::5].sum()) for r in classes or range(5))


def local(k: int, *classes: int) -> float:
    """The local exponent of the number of cold positions over the three doublings to 2^k."""
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
    """int64[5]: the number of members of copy r modulo 25 below 2^k, by residue modulo 5 on the scale of the copy."""
    return np.asarray(below(k)[r::25].reshape(5, 5).sum(axis=0))


def pair(members: NDArray[np.int64]) -> list[int]:
    """The two classes u and u + 2 modulo 5 that together hold the most members."""
    u = int(leading(members[:, None])[0])
    return [u, (u + 2) % 5]


def strays() -> str:
    """A table of cold positions below powers of two, strays of depths 0 to 3, and exponents when strays are left out.

    The pairs are those with the most members below 2^29.
    """
    ten, lines = {r: pair(inside(r, 29)) for u in (0, 2) for r in range(u, 25, 5)}, []
    for k in (20, 29, 32, 35, 38, END):
        now, then = (
            [of(end), of(end, 1, 3, 4), _strays_of_ten(ten, end), _deeper(2, end), _deeper(3, end)]
            for end in (k, k - 3)
        )
        shown = [MISSING if part is None else f"{part / 2 ** (k * EXPONENT):.4f}" for part in now]
        for depths in range(5):
            left, before = _left(now, depths), _left(then, depths)
            shown.append(f"{log(left / before, 8):.4f}" if left and before else MISSING)
        lines.append([f"${k}$", *shown])
    return pipe_table(["$k$", "all", *(f"$S_{i}$" for i in range(4)), "all", *(f"$-S_{i}$" for i in range(4))], lines)


def _left(parts: list[int | None], depths: int) -> int | None:
    """The number of positions left without the strays of the first `depths` depths; None if some were not counted."""
    known = [part for part in parts[: depths + 1] if part is not None]
    return known[0] - sum(known[1:]) if len(known) > depths else None


def _strays_of_ten(ten: dict[int, list[int]], k: int) -> int:
    """The strays of depth 1 below 2^k."""
    return of(k, 0, 2) - sum(int(inside(r, k)[two].sum()) for r, two in ten.items())


def _deeper(depth: int, k: int) -> int | None:
    """The strays of a depth below 2^k from data/depths.csv, or None if they have not been counted."""
    found = [row for row in rows("data/depths.csv") if (row["depth"], row["n"]) == (str(depth), str(2**k))]
    return int(found[0]["strays"]) if found else None


# --- kernels, and beginnings -----------------------------------------------------------------------------


def kernels_open(what: str) -> str:
    """The number of moduli to 400 that the theorem giving kernels leaves "open", or the number of these "excluded"."""
    undecided = [m for m in range(2, 401) if m % 8 == 0 or _prime_divisors_3_mod_4(m)]
    return str({"open": len(undecided), "excluded": sum(map(_no_kernel, undecided))}[what])


def _prime_divisors_3_mod_4(m: int) -> list[int]:
    return [p for p in sg.primes(m + 1).tolist() if p % 4 == 3 and m % p == 0]


def _no_kernel(m: int) -> bool:
    """Whether m is 4 p^a or p^a k, with a prime p = 3 mod 4 that does not divide k, and -1 a square modulo k."""
    for p in _prime_divisors_3_mod_4(m):
        k = m
        while k % p == 0:
            k //= p
        if k == 4 or any((j * j + 1) % k == 0 for j in range(k)):
            return True
    return False


def counted(n: float) -> float:
    """c(n), interpolated between whole numbers, and beyond 2^20 between cubes (data/cold-counts.csv)."""
    small = _first_cold()
    if n < 2**20:
        return float(np.interp(n, range(n_ := int(n), n_ + 2), np.searchsorted(small, [n_, n_ + 1])))
    return float(np.exp(np.interp(log(n), *_at_cubes())))


@cache
def _first_cold() -> NDArray[np.int64]:
    """The cold positions below a little more than 2^20."""
    return sg.cold_positions(sg.squares, 2**20 + 2, method="sieve")


@cache
def _at_cubes() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    table = np.array([(row["limit"], row["cold"]) for row in rows("data/cold-counts.csv")], dtype=float)
    return np.log(table[:, 0]), np.log(table[:, 1])


def factor(m: int) -> str:
    """|D| / m^(2e - 1) for the planted residues D modulo m, whose number comes from their first row in planted.csv."""
    size = len(row("data/planted.csv", modulus=m)["residues"].split())
    return f"{size / m ** (2 * EXPONENT - 1):.2f}"


def games() -> list[dict[str, str]]:
    """The planted games of squares."""
    return [game for game in rows("data/planted.csv") if game["power"] == "2"]


def outside(game: dict[str, str]) -> float:
    """The share of the cold positions from n / 2 to n that is outside the planted residues."""
    return int(game["outsiders"].split()[-1]) / int(game["late"])


def held(game: dict[str, str]) -> bool:
    """Whether the share `outside` is at most one in a hundred."""
    return outside(game) <= 0.01


def expected(game: dict[str, str]) -> tuple[float, float]:
    """(|D| m c(n / m^2), the local exponent of c at n / m^2) for a planted game modulo a squarefree m."""
    m, size, n = int(game["modulus"]), len(game["residues"].split()), int(game["n"])
    now, then = counted(n / m**2), counted(n / 8 / m**2)
    return size * m * now, log(now / then, 8)


def planted() -> str:
    """The table of planted games, in two halves side by side.

    It shows, for each modulus whose residues some game held, the game that was followed farthest.
    """
    kept, cells = [game for game in games() if held(game)], []
    for m in sorted({int(game["modulus"]) for game in kept}):
        mine = [game for game in kept if game["modulus"] == str(m)]
        game = min(mine, key=lambda game: (-int(game["n"]), int(game["B"]), outside(game)))
        cold, exponent = expected(game)
        formula = [f"{int(game['cold']) / cold:.3f}", game["exponent"], f"{exponent:.4f}"]
        part = f"{100 * outside(game):.2g}%" if outside(game) else "0"
        size = str(len(game["residues"].split()))
        shown = formula if is_squarefree(m) else [MISSING, game["exponent"], MISSING]
        logs = [f"${int(game[name]).bit_length() - 1}$" for name in ("B", "n")]
        cells.append([f"${m}$", size, *logs, *shown, part])
    half = -(-len(cells) // 2)
    cells += [[""] * 8] * (2 * half - len(cells))
    header = ["$m$", "size", "$k$", "$l$", "ratio", "exp.", "plain", "outside"]
    return pipe_table(header * 2, [a + b for a, b in zip(cells[:half], cells[half:], strict=True)])


def planted_moduli(which: str) -> str:
    """The number of "odd" or "even" planted moduli, or a list of the "others" that hold.

    The odd moduli are the squarefree ones to 233 without prime factors 3 mod 4, all of which hold. The even moduli are
    those tried that are twice an odd number, none of which holds.
    """
    planted, kept = ({int(game["modulus"]) for game in games() if every or held(game)} for every in (True, False))
    farthest = {int(game["modulus"]) for game in games() if held(game) and game["n"] == str(2**32)}
    wanted = {m for m in range(5, 234, 2) if is_squarefree(m) and not _prime_divisors_3_mod_4(m)}
    assert wanted <= farthest, f"the article says that all hold, but not {sorted(wanted - farthest)}"
    assert not any(m % 4 == 2 for m in kept), "the article says that none holds"
    *others, last = (f"${m}$" for m in sorted(kept - wanted))
    numbers = {
        "odd": len(wanted),
        "even": sum(m % 4 == 2 for m in planted),
        "others": f"{', '.join(others)} and {last}",
    }
    return str(numbers[which])


def planted_outside(m: int, k: int, end: int) -> str:
    """The share `outside` at n = 2^end, for the residues modulo m that were planted below 2^k and followed to 2^32."""
    first = next(game["residues"] for game in games() if game["modulus"] == str(m) and game["n"] == str(2**32))
    return percent(outside(row("data/planted.csv", power=2, modulus=m, residues=first, B=2**k, n=2**end)))


def planted_formula(what: str) -> str:
    """A comparison of the games with squarefree m that hold at 2^32 with the numbers expected from the copies."""
    mine = [row for row in games() if held(row) and row["n"] == str(2**32) and is_squarefree(int(row["modulus"]))]
    ratios = [int(row["cold"]) / expected(row)[0] for row in mine]
    exponents = np.array([float(row["exponent"]) for row in mine])
    plain = np.array([expected(row)[1] for row in mine])
    ruzsa = np.array([(1 + log(len(row["residues"].split()), int(row["modulus"]))) / 2 for row in mine])
    rms = {name: np.sqrt(np.mean((exponents - by) ** 2)) for name, by in (("off", plain), ("off by Ruzsa", ruzsa))}
    return {
        "games": str(len(mine)),
        "least": f"{min(ratios):.3f}",
        "greatest": f"{max(ratios):.3f}",
        **{name: f"{value:.4f}" for name, value in rms.items()},
    }[what]


def pulled(what: str) -> str:
    """The number of decided sets of residues for which the pull heuristic was "asked", or for which it was "right".

    The outcome is that at the least n to which a game was followed. Of the sets for which it was wrong, "lost" counts
    all, and "hold later" those that hold at a larger n. With "blind" before any of these, only sets whose games had not
    been seen before are counted.
    """
    most = {"2": 2**24, "3": 2**20}
    games = sorted(rows("data/planted.csv"), key=lambda game: int(game["n"]), reverse=True)
    first = {(*_planted_set(game), game["B"]): game for game in games}  # the least n comes last, and stays
    kept, later = ({_planted_set(game) for game in each if held(game)} for each in (first.values(), games))
    decided = kept | {_planted_set(game) for game in games if int(game["B"]) >= most[game["power"]]}
    asked = [row for row in rows("data/planted-forecasts.csv") if _planted_set(row) in decided]
    asked = [row for row in asked if row["seen"] == "0"] if what.startswith("blind") else asked
    lost = [row for row in asked if (_planted_set(row) in kept) != (float(row["holds"]) > 0.5)]
    assert all(float(row["holds"]) > 0.5 for row in lost), "the article says that wrong ones expected a kernel"
    recovered = sum(_planted_set(row) in later for row in lost)
    numbers = {"asked": len(asked), "right": len(asked) - len(lost), "lost": len(lost), "hold later": recovered}
    return str(numbers[what.removeprefix("blind ")])


def _planted_set(row: dict[str, str]) -> tuple[str, str, str]:
    """The residues that a row of a table of planted games is about, with their modulus and the power of the moves."""
    return row["power"], row["modulus"], row["residues"]


def chosen(p: int, coins: int, least: float = 0.75) -> str:
    """The number of tossed games that have chosen p = 5, or p = 13 and not 5, as far as they were followed.

    A game has chosen p if the best square-difference-free set of residues modulo p holds at least the share `least` of
    its cold positions from n / 2 to n.
    """
    farthest = {row["seed"]: row for row in rows("data/chosen.csv") if row["coins"] == str(coins)}
    five, other = ([float(row[f"held_{q}"]) >= least for row in farthest.values()] for q in (5, 13))
    return str(sum(five) if p == 5 else sum(b and not a for a, b in zip(five, other, strict=True)))


# --- time and checks ------------------------------------------------------------------------------------


def times(rival: str, k: int) -> str:
    """A rival's time for cold positions below 2^k divided by the engine's, on one thread each; a dash if not timed."""
    wanted = {"task": "cold positions", "game": "squares", "n": 2**k, "rival": rival}
    try:
        ratio = float(row("data/benchmarks/ratios.csv", **wanted, rival_threads=1, engine_threads=1)["ratio"])
    except ValueError:
        return MISSING
    return f"{ratio:.{1 if ratio < 100 else 0}f}"


def machine() -> str:
    return rows("data/benchmarks/times.csv")[0]["machine"].replace("x86_64", "$\\mathrm{x86}$-$64$")


def check(what: str) -> str:
    """How far a second method has confirmed the numbers of a run, and which method."""
    both = row("data/checks.csv", what=what)
    assert both["its_sha256"] in ("", both["sha256"]), f"two methods differ on {what}"
    return f"below {power(both['n'])} by {both['second_method']}{': the same SHA-$256$' if both['its_sha256'] else ''}"


def spots(what: str) -> str:
    """How many positions the spot check of a run drew, singly and in windows."""
    run = row("data/spot-checks.csv", what=what)
    assert not run["contradiction"], f"the spot check of {what} found a contradiction"
    drawn = int(run["positions"]) + int(run["cold"])
    return f"{grouped(drawn)} single positions, and {grouped(int(run['whole']))} in windows"
