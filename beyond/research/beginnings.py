"""Compute the tables in data/ on kernels and on games with planted or tossed beginnings (see data/README.md).

python beyond/research/beginnings.py kernels forecasts   # any steps by name

Each step runs on one thread for a minute to an hour. The steps planted, tossed and chosen keep all existing rows, so
that they can be stopped and continued.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from math import gcd, log2
from typing import Any

import numpy as np
from make_data import main, table, write
from scipy.stats import expon, lognorm, lomax, skew, weibull_min
from tqdm import tqdm

import subtraction_games as sg
from subtraction_games.arguments import Positions
from subtraction_theory import copies, outcomes, products, waves
from subtraction_theory.difference_free import is_squarefree, maximum_residues
from subtraction_theory.kernels import kernels, planted, planted_count, pull

EVEN = [2, 10, 26, 34, 58, 74, 82, 106]  # twice odd numbers, whose kernels don't pull
ODD = [m for m in range(5, 234, 2) if is_squarefree(m) and all(m % p for p in sg.primes(234).tolist() if p % 4 == 3)]
# For squares and for cubes. The last moduli of squares are a prime power, multiples of 8, 11 * 31 and 19 * 163
MODULI = {2: [*EVEN, *ODD, 125, 104, 208, 232, 296, 328, 341, 3097], 3: [13, 19, 31, 37, 63]}
FIRST = {  # the sets that are planted first if no rule gives them
    # one of the kernels that pull most among the 43,254 kernels modulo 296 that contain 0
    296: [0, 10, 21, 52, 89, 113, 119, 124, 139, 199, 207, 218, 229, 286],
    # found by a SAT solver (cadical) among the sets modulo 19 * 163 with a symmetry of order 9
    3097: [0, 14, 159, 649, 663, 935, 1070, 1092, 1398, 1540, 1557, 1699, 2005, 2027, 2162, 2434, 2448, 2938, 3083],
}
KNOWN = [*EVEN, *ODD, 125, 104, 296, 328, 341, 3097]  # moduli of squares for which planted games had already been seen
LOOKED_AT = 20_000  # the number of kernels modulo m from which two sets are chosen (a tenth of it if m > 233)
BEGINNINGS = {2: [2**k for k in range(8, 25, 2)], 3: [2**k for k in range(8, 21, 2)]}  # positions below B are planted
NEAR = {2: 2**28, 3: 2**26}  # where games end
FAR = 2**32  # where games of squares with first sets end if they hold to NEAR
LATER = 2**31  # where games with the last B end, for squares and a set that pulls, if no B holds to NEAR
FOLLOWED = [(109, 2**14), (296, 2**22)]  # games that end at FAR without holding: one recovers, and one breaks later
PRODUCTS = {11: 2**14, 19: 2**16, 23: 2**16, 31: 2**18, 43: 3_100_000}  # p, and the end of the search for q
LATER_B = [2**22, 2**24]  # beginnings of later.csv
DOUBLINGS = range(12, 33)  # powers of two at which positions are counted
GAMES, TOSSED, PAIR_BELOW = 500, 1000, 2**20  # tossed games, tossed positions, and the n below which a pair is chosen
END, FARTHER = 30, 50  # tossed games end at 2**END, and the first FARTHER of them two doublings later
COINS, CHOOSING = {100: range(1001, 1301), 1000: range(1, GAMES + 1)}, (2**24, 2**26, 2**30)  # games of chosen.csv
BEFORE, DRAWN = 200, 20_000  # tossed games that existed when the others were forecast, and samples drawn from them
EXPLAINED = [3, 5, 7, 8, 9, 11, 13, 17, 21, 29, 33, 37, 41, 65, 1105]  # moduli of ensemble-squares.csv


def sets(m: int, power: int) -> list[Positions]:
    """Return up to three sets of residues to plant, no two of which are related by an affine map.

    The first is a largest set if largest sets are sure to be kernels, and otherwise some kernel. The others pull most
    and least (`kernels.pull`) among the kernels examined. If kernels tie, the one with the fewest members is taken.
    """
    if m == 3097:
        return [np.array(FIRST[m])]
    if m in FIRST:
        found = [np.array(FIRST[m])]
    else:
        largest = power == 2 and (m in ODD or m in EVEN)
        found = [maximum_residues(m) if largest else next(kernels(m, power))]
    known = list(islice(kernels(m, power), LOOKED_AT if m <= 233 else LOOKED_AT // 10))
    pulls = [np.divide(*pull(m, D, power)) for D in known]
    for sign in (-1, 1):
        order = sorted(range(len(known)), key=lambda i: (sign * pulls[i], known[i].size, i))
        seen = {canonical(D, m, power) for D in found}
        other = next((known[i] for i in order if canonical(known[i], m, power) not in seen), None)
        found += [] if other is None else [other]
    return found


def canonical(D: Positions, m: int, power: int) -> tuple[int, ...]:
    """Return the first of the sets u D + t that contain 0, for invertible powers u modulo m. These sets play alike."""
    units = {pow(u, power, m) for u in range(m) if gcd(u, m) == 1}
    return min(tuple(np.sort(u * (D - d) % m).tolist()) for u in units for d in D.tolist())


def kernel_table() -> None:
    """Write kernels.csv, with the first kernel that contains 0 for each modulus, if there is one."""
    rows = []
    for m in tqdm(range(2, 401), desc="kernels"):
        kernel = next(kernels(m), None)
        rows.append((m, "", "") if kernel is None else (m, kernel.size, words(kernel)))
    write("kernels", ("modulus", "size", "kernel"), rows)


def products_table() -> None:
    """Write products.csv, with a kernel for each product p q of PRODUCTS that has one of Theorem 11.6."""
    write("products", ("p", "q", "h", "b"), [row for p, end in PRODUCTS.items() for row in products.search(p, end)])


def forecasts() -> None:
    """Add missing rows to planted-forecasts.csv: the chance that some B holds to NEAR, and forecasts for that case.

    According to the rule of 23 November, every modulus with a kernel holds with some B up to 2**18, and a smaller
    modulus holds with a smaller B. In the rows of that day, `smallest` is the least such B to within a factor of 4, and
    `exponent`, from 2**29 to 2**32, is that of Ruzsa's sets to within 0.005, both at coverage 0.68. For 12 of these 37
    moduli a planted game had been seen before. The rows of 205, 104 and 341 were added after the games of 2 to 41, in
    which even moduli had not held. Section "What games keep" of notebook 11 prints the outcomes.

    According to the rule of 25 November, a set holds with some B up to 2**24 (2**20 for cubes) if `kernels.pull` is
    greater outside than inside. In the rows of that day, `cold` is the number of cold positions below NEAR according to
    `kernels.planted_count`, to within 10% at coverage 0.95.
    """
    columns = ["power", "modulus", "residues", "size", "outside", "inside", "holds", "smallest", "exponent", "cold"]
    columns += ["made", "seen"]
    rows = [[row[name] for name in columns] for row in table("planted-forecasts")]
    there = {(int(row[0]), int(row[1])) for row in rows if row[2]}
    todo = [(power, m) for power, listed in MODULI.items() for m in listed if (power, m) not in there]
    for power, m in tqdm(todo, desc="forecasts"):
        for place, D in enumerate(sets(m, power)):
            outside, inside = pull(m, D, power)
            expected = outside > inside
            cold = planted_count(m, D, reach(power, m)[1], power) if expected else ""
            seen = m in KNOWN if place == 0 and power == 2 else m == 328 or power == 3
            row = (power, m, words(D), D.size, outside, inside, 0.95 if expected else 0.05, "", "", cold)
            rows.append([*row, "2026-11-25", int(seen)])
        write("planted-forecasts", columns, rows)


def planted_table() -> None:
    """Write planted.csv, with the games for which planted-forecasts.csv has forecasts.

    For each set, B rises until a game holds to NEAR. All beginnings are tried with the first set of a modulus, but only
    the last two with the other sets. Games that end at FAR or LATER are played after all others.
    """
    first, far = dict[tuple[int, int], str](), []
    for row in tqdm([row for row in table("planted-forecasts") if row["residues"]], desc="planted"):
        power, m = int(row["power"]), int(row["modulus"])
        is_first = first.setdefault((power, m), row["residues"]) == row["residues"]
        D, (beginnings, near) = np.array(row["residues"].split(), dtype=np.int64), reach(power, m)
        for B in beginnings if is_first else beginnings[-2:]:
            holds = outcomes.holds(play(power, m, D, B, near))
            if is_first and (holds or (m, B) in FOLLOWED) and power == 2 and near < FAR // 2:
                far.append((m, D, B, FAR))
            if holds:
                break
        if not holds and float(row["outside"]) > float(row["inside"]) and power == 2:
            far.append((m, D, B, LATER))
    for m, D, B, n in tqdm(far, desc="farther"):
        play(2, m, D, B, n)


def reach(power: int, m: int) -> tuple[list[int], int]:
    """Return the beginnings B of the games with this modulus, and the size at which these games end."""
    if m == 3097:
        return [2**27], 2**31
    return [B for B in BEGINNINGS[power] if m <= 113 or B >= 2**16], NEAR[power]


def play(power: int, m: int, D: Positions, B: int, n: int) -> dict[str, Any]:
    """Return the row of a game in planted.csv. If the row is missing, play the game first and add it."""
    key = {"power": power, "modulus": m, "residues": words(D), "B": B, "n": n}
    rows = table("planted")
    for row in rows:
        if all(row[name] == str(value) for name, value in key.items()):
            return row
    hot, cold = game(power, m, D, B, n)
    outside = cold[~np.isin(cold % m, D)]
    ends = [2**k for k in DOUBLINGS if 2**k <= n]
    row = key | {"hot": hot.size, "cold": cold.size}
    row["exponent"] = f"{log2(cold.size / np.searchsorted(cold, n // 8)) / 3:.4f}"
    row["late"] = int(cold.size - np.searchsorted(cold, n // 2))
    row["outsiders"] = words(np.diff(sg.counts_below(outside, ends), prepend=0))
    row["last"] = int(outside[-1]) if outside.size else ""
    rows = sorted([*rows, row], key=lambda one: [int(one["power"]), int(one["modulus"]), one["residues"],
                                                 int(one["B"]), int(one["n"])])  # fmt: skip
    write("planted", row, [[one[name] for name in row] for one in rows])
    return row


def game(power: int, m: int, D: Positions, B: int, n: int) -> tuple[Positions, Positions]:
    """Return the hotspots and the cold positions below n of the game in which D modulo m is planted below B."""
    hot = planted(m, D, B, power)
    # for m > 26 the engine's own choice of classes, made for the plain game, is slow
    slices = (25 if n > 2**28 else 5) * m if 26 < m < 1000 else None
    blocks = sg.cold_blocks(f"n**{power}", n, hotspots=hot, modulus=slices, threads=1)
    return hot, np.concatenate([found for *_, found in blocks])


def later_table() -> None:
    """Write later.csv: the games that were followed to FAR, with beginnings later than those that sufficed to hold.

    The first set of each modulus is planted below the first of LATER_B, and below the next one if any cold position
    lies outside it below FAR. `copies` is the sum over the copies (`kernels.planted_count`).
    """
    followed = {int(row["modulus"]): row["residues"] for row in table("planted") if row["n"] == str(FAR)}
    names = ("modulus", "residues", "B", "n", "cold", "copies", "outside", "last")
    rows = list[tuple[Any, ...]]()
    for m, residues in tqdm(followed.items(), desc="later"):
        D = np.array(residues.split(), dtype=np.int64)
        for B in LATER_B:
            _, cold = game(2, m, D, B, FAR)
            for n in (NEAR[2], FAR):
                below = cold[: np.searchsorted(cold, n)]
                outside = below[~np.isin(below % m, D)]
                last = int(outside[-1]) if outside.size else ""
                rows.append((m, residues, B, n, below.size, planted_count(m, D, n), outside.size, last))
            write("later", names, rows)
            if not outside.size:
                break


def tossed_table() -> None:
    """Write tossed.csv, the strays of tossed games. A game's pair contains the most cold positions below PAIR_BELOW."""
    strays_at = [f"strays_{k}" for k in DOUBLINGS]
    names = ["seed", "pair", *strays_at[:-2], "cold", *strays_at[-2:], "cold_32"]
    rows = {int(row["seed"]): [int(row[name]) if row.get(name) else "" for name in names] for row in table("tossed")}
    to_play = [(seed, END) for seed in range(1, GAMES + 1) if seed not in rows]
    to_play += [(seed, END + 2) for seed in range(1, FARTHER + 1) if seed not in rows or rows[seed][-1] == ""]
    for seed, end in tqdm(to_play, desc="tossed"):
        cold = toss(seed, 2**end)
        counts = sg.digit_counts(cold[: np.searchsorted(cold, PAIR_BELOW)], 5)
        u = int(copies.leading(counts[:, None])[0])
        strays = sg.counts_below(cold[~np.isin(cold % 5, (u, (u + 2) % 5))], [2**k for k in DOUBLINGS]).tolist()
        row = [seed, u, *strays[:-2], int(np.searchsorted(cold, 2**END))]
        if seed in rows and row != rows[seed][:-3]:
            raise ValueError(f"the strays of game {seed} differ from those in tossed.csv: {row}")
        rows[seed] = [*row, *((*strays[-2:], cold.size) if end > END else ("", "", ""))]
        write("tossed", names, [rows[one] for one in sorted(rows)])


def toss(seed: int, n: int, coins: int = TOSSED) -> Positions:
    """Return the cold positions below n of game number `seed`, in which fair coins make some early positions hot."""
    hot = np.flatnonzero(np.random.default_rng(seed).random(coins) < 0.5)
    return sg.cold_positions(sg.squares, n, hotspots=hot, threads=1)


def chosen_table() -> None:
    """Write chosen.csv, the residues modulo 5, 13 and 17 that tossed games choose."""
    columns = ("coins", "seed", "n", "late", *(f"{name}_{p}" for name in ("held", "share") for p in (5, 13, 17)))
    rows = [[row[name] for name in columns] for row in table("chosen")]
    there = {(int(row[0]), int(row[1])): float(row[4]) for row in rows}  # the farthest n comes last
    for coins, seed in tqdm([(coins, seed) for coins, seeds in COINS.items() for seed in seeds], desc="chosen"):
        for n in CHOOSING if (coins, seed) not in there else ():
            cold = toss(seed, n, coins=coins)
            late = cold[np.searchsorted(cold, n // 2) :]
            held = {p: most_held(sg.digit_counts(late, p)) / late.size for p in (5, 13, 17)}
            shares = waves.shares(cold, n, held).values()
            rows.append([coins, seed, n, late.size, *(f"{part:.4f}" for part in [*held.values(), *shares])])
            if held[5] >= outcomes.LEAST_CHOSEN:  # the game has chosen a pair of residues modulo 5
                break
        write("chosen", columns, rows)


def most_held(counts: Positions) -> int:
    """Return the most positions that a square-difference-free set of residues contains, if residue r has counts[r]."""
    p = counts.size
    return max(int(counts[(D + shift) % p].sum()) for D in kernels(p) for shift in range(p))


def ensemble_table() -> None:
    """Write ensemble-squares.csv, the shares of missing moves that residues explain in a hundred tossed games."""
    n, rows = 2**28, []
    for seed in tqdm(range(1, 101), desc="ensemble"):
        cold = toss(seed, n)
        row: dict[str, object] = {"seed": seed, "n": n, "cold": cold.size}
        row |= {f"share_{m}": f"{share:.4f}" for m, share in waves.shares(cold, n, EXPLAINED).items()}
        late = cold[np.searchsorted(cold, n // 2) :]
        for m, size in {5: 2, 13: 3, 17: 3}.items():  # sizes of largest square-difference-free sets
            counts = sg.digit_counts(late, m)
            top = np.argsort(-counts, kind="stable")[:size]
            row |= {f"top_{m}": " ".join(map(str, top)), f"held_{m}": f"{counts[top].sum() / late.size:.4f}"}
        row |= {f"fed_{m}": f"{waves.damped_and_fed(sg.digit_counts(late, m))[1]:.1f}" for m in (21, 29)}
        rows.append(row)
    write("ensemble-squares", rows[0], [row.values() for row in rows])


def ties_table() -> None:
    """Write ties.csv, the members of each class modulo 5 in the 2% of tossed games with the most strays."""
    games, rows = table("tossed"), list[tuple[int, ...]]()
    games.sort(key=lambda row: int(row["strays_30"]) / int(row["cold"]), reverse=True)
    ends = [2**k for k in DOUBLINGS if k <= END]
    for game in tqdm(games[: GAMES // 50], desc="ties"):
        cold = toss(int(game["seed"]), 2**END)
        five = [sg.counts_below(cold[(cold - int(game["pair"])) % 5 == c], ends) for c in range(5)]
        rows += [(int(game["seed"]), *row) for row in np.transpose([ends, *five]).tolist()]
        write("ties", ("seed", "n", *(f"class_{c}" for c in range(5))), rows)


def tossed_forecasts() -> None:
    """Write tossed-forecasts.csv, with forecasts from the first 200 tossed games and with their outcomes.

    To forecast the other games at 2**30, we draw 200 of the first 200 games with replacement, and from these we draw
    300 in the same way. For the first 50 games at 2**32, we let the strays of each game grow once more as from 2**28 to
    2**30. We multiply the result by a ratio found in 50 games drawn from the 200, namely the ratio of their strays at
    2**30 to the number that the same rule forecasts from 2**26 on.
    """
    games, rng, rows = table("tossed"), np.random.default_rng(1), list[tuple[Any, ...]]()
    known = np.array([[float(row[f"strays_{k}"]) for k in DOUBLINGS if k <= END] for row in games])
    last = np.array([float(row["strays_32"]) for row in games[:FARTHER]])
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
        drawn = [*map(quantity, twice)]
        rows += stated(name, f"{BEFORE + 1} to {GAMES}", END, quantity(first), drawn, quantity(others))
    at_last: dict[str, Callable[[Any], Any]] = {"mean": np.mean, "median": np.median, "most": np.max}
    for name, quantity in at_last.items():
        samples = (first[rng.integers(0, BEFORE, FARTHER)] for _ in range(DRAWN))
        ratios = [quantity(own[:, -1]) / quantity(own[:, -3] ** 2 / own[:, -5]) for own in samples]
        drawn = quantity(tracked[:, -1] ** 2 / tracked[:, -3]) * np.array(ratios)
        rows += stated(name, f"1 to {FARTHER}", END + 2, float(np.median(drawn)), drawn, quantity(last))
    columns = ("quantity", "games", "n", "forecast", "coverage", "low", "high", "made", "outcome")
    write("tossed-forecasts", columns, rows)


def above(one: Any, other: Any, strays: Any) -> float:
    """Return the mean log-likelihood of a game under one law, minus the mean under another."""
    return float((one.logpdf(strays[:, -1]) - other.logpdf(strays[:, -1])).mean())


def stated(name: str, games: str, k: int, forecast: float, drawn: Any, came: float) -> list[tuple[Any, ...]]:
    """Return two rows of tossed-forecasts.csv, for the middle 68% and the middle 95% of the drawn values."""
    intervals = {coverage: np.quantile(drawn, [(1 - coverage) / 2, (1 + coverage) / 2]) for coverage in (0.68, 0.95)}
    return [
        (name, games, 2**k, f"{forecast:.5g}", coverage, f"{low:.5g}", f"{high:.5g}", "2026-11-24", f"{came:.5g}")
        for coverage, (low, high) in intervals.items()
    ]


def words(numbers: Positions) -> str:
    return " ".join(map(str, numbers.tolist()))


TABLES: dict[str, Callable[[], None]] = {
    "kernels": kernel_table,
    "products": products_table,
    "forecasts": forecasts,
    "planted": planted_table,
    "later": later_table,
    "tossed": tossed_table,
    "chosen": chosen_table,
    "ties": ties_table,
    "ensemble": ensemble_table,
    "tossed-forecasts": tossed_forecasts,
}

if __name__ == "__main__":
    main(TABLES, sys.argv[1:])
