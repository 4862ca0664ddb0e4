"""Experiments beyond the long run whose results are small tables: copies of the game, and games begun otherwise.

python data/experiments.py classes 44     # classes.csv: twenty residue classes modulo 625 below 2^44, two hours
python data/experiments.py ensemble       # ensemble.csv: a hundred games with random beginnings, ten minutes
python data/experiments.py theory         # closure.csv: the closed theory from what is cold below 2^24, four minutes

classes.csv    class, modulus, n, cold: cold positions below powers of two in the residue classes modulo 625 that can be
               evaluated without the rest of the game (`copies.autonomous`), given that nothing new strays beside them
ensemble.csv   game, seed, n, cold; the share of the main term that each modulus explains from n / 2 to n; the residues
               modulo 5, 13 and 17 (of cubes: 7, 9 and 13) with the most positions there
closure.csv    modulus, n, residue, expected: cold positions of squares from n / 2 to n by residue modulo 5, as
               `closure.continued` expects them from those below 2^24 and residues of the modulus

A class that is in its table is not computed again.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

import subtraction_games as sg
from subtraction_games.files import write_table
from subtraction_theory import copies, waves
from subtraction_theory.closure import continued

DATA = Path(__file__).resolve().parent
KNOWN = 2**41  # the end of the long run, below which all strays are known
# in which class modulo 5 of which class modulo 25 the neighbours modulo 5 have stopped
QUIET = {12: 2, 17: 2, 22: 2, 7: 0}
HOT = 1000  # positions, of which a random half is hot
GAMES: dict[str, tuple[Callable[[int], NDArray[np.int64]], int, int, dict[int, int]]] = {  # S, k, n, chosen of moduli
    "squares": (sg.squares, 2, 2**28, {5: 2, 13: 3, 17: 3}),
    "cubes": (sg.cubes, 3, 2**24, {7: 3, 9: 3, 13: 5}),
}
MODULI = {
    "squares": (5, 13, 17, 65, 1105, 3, 7, 8, 9, 11, 21, 29, 33, 37, 41),
    "cubes": (7, 9, 13, 19, 31, 37, 43, 63, 91, 819, 5, 8, 11, 17),
}


def rows(name: str) -> list[dict[str, str]]:
    if not (DATA / name).exists():
        return []
    with (DATA / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


# --- residue classes beyond the long run ---------------------------------------------------------------


def rare() -> NDArray[np.int64]:
    """The 44 cold positions that are 1 or 3 modulo 5."""
    return np.loadtxt(DATA / "oeis/b-rare-classes.txt", dtype=np.int64, comments="#")[:, 1]


def strays(r: int, own: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of the cold positions `own` of copy r modulo 25, those in the classes modulo 5 beside the quiet one."""
    return own[np.isin((own - QUIET[r]) % 5, (1, 4))]


def classes(top: int) -> None:
    """Count the cold positions below 2^12, ..., 2^top in the twenty classes, checked against the long run to 2^41."""
    with np.load(DATA / "doublings.npz", allow_pickle=False) as arrays:
        below = dict(zip(arrays["n"].tolist(), arrays["below_625"], strict=True))
    counted = [[int(row[column]) for column in ("class", "modulus", "n", "cold")] for row in rows("classes.csv")]
    todo = [(r, s) for s in range(25) for r in QUIET if s % 5 == QUIET[r]]
    done = {row[0] for row in counted if row[2] == 2**top}
    exceptions = {r: strays(r, copies.autonomous([r], 2**38, [rare()]) // 25) for r in QUIET}
    for r, listed in exceptions.items():
        known = sum(int(below[KNOWN][r + 25 * q]) for q in range(25) if (q - QUIET[r]) % 5 in (1, 4))
        assert listed.size == known, f"class {r}: {listed.size} strays below 2^38, {known} below 2^41"
    for r, s in tqdm([each for each in todo if each[0] + 25 * each[1] not in done], unit="class"):
        residue = r + 25 * s
        cold = copies.autonomous([r, s], 2**top, [rare(), exceptions[r]])
        counts = {2**k: int(np.searchsorted(cold, 2**k)) for k in range(12, top + 1)}
        assert all(counts[n] == by_class[residue] for n, by_class in below.items() if n in counts), residue
        counted = [row for row in counted if row[0] != residue]
        counted += [[residue, 625, n, count] for n, count in counts.items()]
        columns = zip(*sorted(counted), strict=True)
        write_table(DATA / "classes.csv", dict(zip(("class", "modulus", "n", "cold"), columns, strict=True)))


# --- games with random beginnings ----------------------------------------------------------------------


def ensemble(games: int) -> None:
    """Play each game from `games` random beginnings, and write what residues explain in it."""
    found = [outcome(name, seed) for name in GAMES for seed in tqdm(range(games), desc=name, unit="game")]
    columns = list(dict.fromkeys(column for row in found for column in row))
    write_table(DATA / "ensemble.csv", {column: [row.get(column, "") for row in found] for column in columns})


def outcome(name: str, seed: int) -> dict[str, object]:
    """One game in which a random half of the first positions is hot: shares by modulus, and residues chosen."""
    S, k, n, chosen = GAMES[name]
    hot = np.flatnonzero(np.random.default_rng(seed).random(HOT) < 0.5)
    cold = sg.cold_positions(S, n, hotspots=hot)
    weights = waves.move_weights(cold, n * waves.POINTS, k)
    late = cold[np.searchsorted(cold, n // 2) :]
    row: dict[str, object] = {"game": name, "seed": seed, "n": n, "cold": cold.size}
    for m in MODULI[name]:
        arriving = np.bincount(cold % m, weights=weights, minlength=m)
        bill = waves.budget(np.bincount(late % m, minlength=m), arriving, k)
        row[f"explained_{m}"] = round(1 - float(bill.sum() / weights.sum()), 4)
    for m, size in chosen.items():
        most = np.argsort(-np.bincount(late % m, minlength=m), kind="stable")[:size]
        row[f"residues_{m}"] = " ".join(map(str, sorted(most.tolist())))
    return row


# --- the closed theory ---------------------------------------------------------------------------------


def theory(start: int = 24, end: int = 41) -> None:
    """What the closed theory expects of each doubling, from three moduli that have the residues the game chose."""
    cold, found = sg.cold_positions(sg.squares, 2**start), []
    for m in tqdm((27625, 13 * 27625, 21 * 27625), unit="modulus"):
        _, counts = continued(cold, 2**start, 2**end, m)
        for k, doubling in enumerate(counts.reshape(end - start, -1, 5).sum(axis=1), start + 1):
            found += [(m, 2**k, residue, round(float(count), 1)) for residue, count in enumerate(doubling)]
    columns = zip(*found, strict=True)
    write_table(DATA / "closure.csv", dict(zip(("modulus", "n", "residue", "expected"), columns, strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])  # type: ignore[union-attr]
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("classes").add_argument("top", type=int, nargs="?", default=44)
    commands.add_parser("ensemble").add_argument("games", type=int, nargs="?", default=100)
    commands.add_parser("theory")
    asked = parser.parse_args()
    run = {"classes": lambda: classes(asked.top), "ensemble": lambda: ensemble(asked.games), "theory": theory}
    run[asked.command]()


if __name__ == "__main__":
    main()
