"""Games of squares whose beginning is chosen or tossed, and the kernels that a beginning can plant: tables in data/.

python research/beginnings.py kernels     # kernels.csv: for each modulus, whether there is a kernel, and one of them
python research/beginnings.py forecasts   # planted-forecasts.csv: committed before planted.csv, but see SEEN
python research/beginnings.py planted     # planted.csv: beginnings that plant residues, and what the game keeps of them
python research/beginnings.py tossed      # tossed.csv: strays in games whose beginning is tossed by fair coins
python research/beginnings.py ties        # ties.csv: the classes of the tossed games with the most strays
python research/beginnings.py ensemble    # ensemble-*.csv: what residues pay for in a hundred games so tossed
python research/beginnings.py tossed-forecasts  # tossed-forecasts.csv: of the games after the first 200, from these

Those of planted and tossed can be stopped, and go on: rows that are there are left. One thread; a quarter of an hour
for each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from math import log2
from typing import Any

import numpy as np
from make_data import main, table, write
from scipy.stats import expon, lognorm, lomax, skew, weibull_min
from tqdm import tqdm

import subtraction_games as sg
from subtraction_games.arguments import Positions
from subtraction_theory import waves
from subtraction_theory.difference_free import is_squarefree, maximum_residues, ruzsa_exponent
from subtraction_theory.kernels import kernels, planted

MOST = 113  # largest modulus that is planted
FURTHER = [205, 104, 341]  # and beyond: the modulus of the densest known digits, and kernels against expectation
SEEN = [21, 29, 33, 37, 41, 53, 61, 65, 73, 77, 101, 205]  # of which some planted game was seen before the forecasts
WITHOUT = [7, 8, 9, 12, 21, 24, 33, 57, 69, 77]  # moduli without a kernel, for comparison
BEGINNINGS = [2**k for k in range(8, 19, 2)]  # B: positions below it outside D are hot
NEAR, FAR = 2**28, 2**32  # all beginnings are followed to NEAR, those that hold there to FAR
LEFT_OUT, THINNED = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5), 2**14  # parts of the hot positions left out at random, at this B
HELD = 0.01  # a beginning holds to n if at most this part of the cold positions from n / 2 to n is outside D
DOUBLINGS = range(12, 33)
GAMES, TOSSED, CHOSEN = 500, 1000, 2**20  # tossed games, positions, and when the pair is chosen
END, FARTHER = 30, 50  # powers of two: tossed games end there, the first FARTHER of them two doublings later
BEFORE, DRAWN = 200, 20_000  # tossed games that were there when the others were forecast, and samples drawn of them
# k, n, moduli of the bill, and modulus: most residues without differences that are k-th powers
ENSEMBLES: dict[str, tuple[int, int, list[int], dict[int, int]]] = {
    "squares": (2, 2**28, [3, 5, 7, 8, 9, 11, 13, 17, 21, 29, 33, 37, 41, 65, 1105], {5: 2, 13: 3, 17: 3}),
    "cubes": (3, 2**26, [2, 3, 5, 7, 9, 13, 19, 31, 37, 63, 91, 117, 819], {7: 3, 9: 4, 13: 4, 19: 4}),
}


def moduli() -> list[int]:
    """Squarefree, with a kernel, and those without that are planted for comparison."""
    with_one = [m for m in range(2, MOST + 1) if is_squarefree(m) and any(True for _ in kernels(m))]
    return with_one + WITHOUT + FURTHER


def chosen(m: int) -> Positions:
    """The residues that are planted: as many as there can be, but where another set is the kernel, that."""
    return next(kernels(m)) if m in (104, 341) else maximum_residues(m)


def kernel_table(most: int = 400) -> None:
    """kernels.csv: modulus, size and kernel: the first one found with 0, both empty if there is none."""
    rows = []
    for m in tqdm(range(2, most + 1), desc="kernels"):
        kernel = next(kernels(m), None)
        rows.append((m, *(("", "") if kernel is None else (kernel.size, words(kernel)))))
        write("kernels", ("modulus", "size", "kernel"), rows)


def forecasts() -> None:
    """planted-forecasts.csv: for each modulus, the probability that some B up to 2**18 holds to 2**28, and if one does,
    the smallest of them within a factor of 4, and the exponent from 2**29 to 2**32 within 0.005, each at coverage 0.68.

    The rule: a modulus holds if it has a kernel, and the sooner, the smaller it is; then the exponent is Ruzsa's.
    Before it was written, some such game had been seen for the moduli SEEN; and the rows of 205, 104 and 341 were added
    when those of 2 to 41 had come: even moduli had not held. Section "What games keep" of notebook 11
    prints what came.
    """
    rows = []
    for m in moduli():
        size = chosen(m).size
        holds = 0.02 if m in WITHOUT else 0.3 if m == 101 else 0.6 if (m > 60 and m != 65) or m % 2 == 0 else 0.95
        holds = {104: 0.05, 341: 0.5}.get(m, holds)
        smallest = 2**8 if m < 20 else 2**10 if m < 42 else 2**14 if m < 80 else 2**16
        rows.append((m, size, holds, smallest, f"{ruzsa_exponent(m, size):.4f}", "2026-11-23", int(m in SEEN)))
    write("planted-forecasts", ("modulus", "size", "holds", "smallest", "exponent", "made", "seen"), rows)


def planted_table() -> None:
    """planted.csv: see the data's README. D is a largest set without square differences modulo m."""
    for m in tqdm(moduli(), desc="planted"):
        D = chosen(m)
        holding = [B for B in BEGINNINGS if holds(play(m, D, B, 0.0, NEAR))]
        for B in holding:
            play(m, D, B, 0.0, FAR)
        for part in LEFT_OUT if holding else ():
            play(m, D, THINNED, part, NEAR)


def play(m: int, D: Positions, B: int, left_out: float, n: int) -> dict[str, Any]:
    """One row of planted.csv, from the table if it is there."""
    key = {"modulus": m, "B": B, "left_out": left_out, "n": n}
    rows = table("planted")
    for row in rows:
        if all(float(row[name]) == value for name, value in key.items()):
            return row
    hot = planted(m, D, B)
    hot = hot[np.random.default_rng(m).random(hot.size) >= left_out]
    keeps = m > 26 and m not in WITHOUT  # then the engine's own choice of classes, good for the game itself, is slow
    slices = (25 if n > NEAR else 5) * m if keeps else None
    cold = np.concatenate(
        [found for *_, found in sg.cold_blocks(sg.squares, n, hotspots=hot, modulus=slices, threads=1)]
    )
    outside = cold[~np.isin(cold % m, D)]
    ends = [2**k for k in DOUBLINGS if 2**k <= n]
    row = key | {"residues": words(D), "hot": hot.size, "cold": cold.size}
    row |= {f"share_{q}": f"{share:.4f}" for q, share in waves.shares(cold, n, [5, 13, 17]).items()}
    row["share_m"] = f"{waves.shares(cold, n, [m])[m]:.4f}"
    row["exponent"] = f"{log2(cold.size / np.searchsorted(cold, n // 8)) / 3:.4f}"
    row["late"] = int(cold.size - np.searchsorted(cold, n // 2))
    row["outsiders"] = words(np.diff(sg.counts_below(outside, ends), prepend=0))
    row["last"] = int(outside[-1]) if outside.size else ""
    rows = sorted([*rows, row], key=lambda one: [float(one[name]) for name in key])
    write("planted", row, [[one[name] for name in row] for one in rows])
    return row


def holds(row: dict[str, Any]) -> bool:
    """Is hardly any cold position of the last doubling outside D?"""
    return int(row["outsiders"].split()[-1]) <= HELD * int(row["late"])


def tossed_table() -> None:
    """tossed.csv: seed, the pair u, u + 2 modulo 5 that most cold positions below 2**20 have, and for k = 12, ..., 30
    the strays, which are the cold positions below 2**k of the three other classes; and all cold positions below 2**30.
    For some games strays and all to 2**32 as well.
    """
    ends = list(range(12, END + 3))
    strays_at = [f"strays_{k}" for k in ends]
    names = ["seed", "pair", *strays_at[:-2], "cold", *strays_at[-2:], "cold_32"]
    rows = {int(row["seed"]): [int(row[name]) if row.get(name) else "" for name in names] for row in table("tossed")}
    to_play = [(seed, END) for seed in range(1, GAMES + 1) if seed not in rows]
    to_play += [(seed, END + 2) for seed in range(1, FARTHER + 1) if seed not in rows or rows[seed][-1] == ""]
    for seed, end in tqdm(to_play, desc="tossed"):
        cold = toss(seed, 2**end)
        counts = sg.digit_counts(cold[: np.searchsorted(cold, CHOSEN)], 5)
        u = int(np.argmax(counts + np.roll(counts, -2)))
        strays = sg.counts_below(cold[~np.isin(cold % 5, (u, (u + 2) % 5))], [2**k for k in ends]).tolist()
        row = [seed, u, *strays[:-2], int(np.searchsorted(cold, 2**END))]
        if seed in rows and row != rows[seed][:-3]:
            raise ValueError(f"game {seed} has other strays than tossed.csv: {row}")
        rows[seed] = [*row, *((*strays[-2:], cold.size) if end > END else ("", "", ""))]
        write("tossed", names, [rows[one] for one in sorted(rows)])


def toss(seed: int, n: int, S: Callable[[int], Positions] = sg.squares) -> Positions:
    """The cold positions below n of game number `seed`: a fair coin decides which of the first 1,000 are hot."""
    hot = np.flatnonzero(np.random.default_rng(seed).random(TOSSED) < 0.5)
    return sg.cold_positions(S, n, hotspots=hot, threads=1)


def ensemble_tables(games: int = 100) -> None:
    """ensemble-squares.csv and ensemble-cubes.csv: what residues pay for, in games that begin by chance; one thread.

    Of the cold positions below n: their number; the share of each modulus in the bill
    (`waves.shares`); and of those from n / 2 on, the residues that are most frequent, as many as can be free of
    differences that are moves, most frequent first, and which part of them all has these. For squares also the fed
    waves' mean power at 21 and 29.
    """
    for name, (k, n, moduli, choices) in ENSEMBLES.items():
        rows = []
        for seed in tqdm(range(1, games + 1), desc=name):
            cold = toss(seed, n, sg.squares if k == 2 else sg.cubes)
            row: dict[str, object] = {"seed": seed, "n": n, "cold": cold.size}
            row |= {f"share_{m}": f"{share:.4f}" for m, share in waves.shares(cold, n, moduli, k).items()}
            late = cold[np.searchsorted(cold, n // 2) :]
            for m, size in choices.items():
                counts = sg.digit_counts(late, m)
                top = np.argsort(-counts, kind="stable")[:size]
                row |= {f"top_{m}": " ".join(map(str, top)), f"held_{m}": f"{counts[top].sum() / late.size:.4f}"}
            if k == 2:
                row |= {f"fed_{m}": f"{waves.damped_and_fed(sg.digit_counts(late, m))[1]:.1f}" for m in (21, 29)}
            rows.append(row)
        write(f"ensemble-{name}", rows[0], [row.values() for row in rows])


def ties_table() -> None:
    """ties.csv: of the tossed games in which strays are the largest part of all below 2**30, one in fifty: the cold
    positions below n = 2**12, 2**13, ..., 2**30 whose residues modulo 5 are u, u + 1, ..., u + 4.
    """
    games, rows = table("tossed"), list[tuple[int, ...]]()
    games.sort(key=lambda row: int(row["strays_30"]) / int(row["cold"]), reverse=True)
    ends = [2**k for k in DOUBLINGS if k <= END]
    for game in tqdm(games[: GAMES // 50], desc="ties"):
        cold = toss(int(game["seed"]), 2**END)
        five = [sg.counts_below(cold[(cold - int(game["pair"])) % 5 == c], ends) for c in range(5)]
        rows += [(int(game["seed"]), *row) for row in np.transpose([ends, *five]).tolist()]
        write("ties", ("seed", "n", *(f"class_{c}" for c in range(5))), rows)


def tossed_forecasts() -> None:
    """tossed-forecasts.csv: what the first 200 tossed games let expect of others, and of 50 at 2**32; and what came.

    Of the others at 2**30: what 300 games have that are drawn, with replacement, from 200 drawn likewise from the 200.
    At 2**32: what the games would have if each grew once more as from 2**28 to 2**30, times the ratio of what there is
    at 2**30 to the same rule from 2**26 on, in 50 games drawn from the 200.
    """
    games, rng, rows = table("tossed"), np.random.default_rng(1), list[tuple[Any, ...]]()
    known = np.array([[float(row[f"strays_{k}"]) for k in DOUBLINGS if k <= END] for row in games])
    last = np.array([float(row["strays_32"]) for row in games[:FARTHER] if row.get("strays_32")])
    first, others, tracked = known[:BEFORE], known[BEFORE:GAMES], known[:FARTHER]
    quantities: dict[str, Callable[[Any], Any]] = {
        "mean": lambda strays: strays[:, -1].mean(),
        "median": lambda strays: np.median(strays[:, -1]),
        "nine tenths have at most": lambda strays: np.quantile(strays[:, -1], 0.9),
        "share of games with more than 100,000": lambda strays: (strays[:, -1] > 100_000).mean(),
        "exponent of the mean from 2^27": lambda strays: np.log2(strays[:, -1].mean() / strays[:, -4].mean()) / 3,
        "standard deviation of the logarithm": lambda strays: np.log(strays[:, -1]).std(),
        "skewness of the logarithm": lambda strays: skew(np.log(strays[:, -1])),
    }
    lognormal, *rivals = (law(*law.fit(first[:, -1], floc=0)) for law in (lognorm, expon, weibull_min, lomax))
    for rival, law in zip(("geometric", "Weibull", "shifted power law"), rivals, strict=True):
        quantities[f"log-likelihood of a game, lognormal above {rival}"] = partial(above, lognormal, law)
    for name, quantity in quantities.items():
        twice = (first[rng.integers(0, BEFORE, BEFORE)][rng.integers(0, BEFORE, GAMES - BEFORE)] for _ in range(DRAWN))
        came = quantity(others) if len(games) == GAMES else None
        rows += stated(name, f"{BEFORE + 1} to {GAMES}", END, quantity(first), [*map(quantity, twice)], came)
    at_last: dict[str, Callable[[Any], Any]] = {"mean": np.mean, "median": np.median, "most": np.max}
    for name, quantity in at_last.items():
        samples = (first[rng.integers(0, BEFORE, FARTHER)] for _ in range(DRAWN))
        ratios = [quantity(own[:, -1]) / quantity(own[:, -3] ** 2 / own[:, -5]) for own in samples]
        drawn = quantity(tracked[:, -1] ** 2 / tracked[:, -3]) * np.array(ratios)
        came = quantity(last) if last.size == FARTHER else None
        rows += stated(name, f"1 to {FARTHER}", END + 2, float(np.median(drawn)), drawn, came)
    columns = ("quantity", "games", "n", "forecast", "coverage", "low", "high", "made", "outcome")
    write("tossed-forecasts", columns, rows)


def above(one: Any, other: Any, strays: Any) -> float:
    """The mean of a game's log-likelihood by one law, less that by another."""
    return float((one.logpdf(strays[:, -1]) - other.logpdf(strays[:, -1])).mean())


def stated(name: str, games: str, k: int, forecast: float, drawn: Any, came: float | None) -> list[tuple[Any, ...]]:
    """Rows of tossed-forecasts.csv: the middle 68% and 95% of what was drawn."""
    intervals = {coverage: np.quantile(drawn, [(1 - coverage) / 2, (1 + coverage) / 2]) for coverage in (0.68, 0.95)}
    outcome = "" if came is None else f"{came:.5g}"
    return [
        (name, games, 2**k, f"{forecast:.5g}", coverage, f"{low:.5g}", f"{high:.5g}", "2026-11-24", outcome)
        for coverage, (low, high) in intervals.items()
    ]


def words(numbers: Positions) -> str:
    return " ".join(map(str, numbers.tolist()))


TABLES: dict[str, Callable[[], None]] = {
    "kernels": kernel_table,
    "forecasts": forecasts,
    "planted": planted_table,
    "tossed": tossed_table,
    "ties": ties_table,
    "ensemble": ensemble_tables,
    "tossed-forecasts": tossed_forecasts,
}

if __name__ == "__main__":
    main(TABLES, sys.argv[1:])
