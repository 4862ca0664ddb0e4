"""Game after game, what the engine chooses against what it could have chosen (games.csv).

A row for each game, all of one run: processor seconds of one thread, the least of the repeats. `automatic` is what
`sg.cold_positions` does, `best` the best of a sweep of moduli, `best_modulus` which one (0: the sieve), and
`share_of_classes` how many of its classes hold 99% of the cold positions. `forecast_ns` is what the model expects
before the run by `forecast_modulus`, beside `automatic_ns`. An empty cell: not run, as too slow.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from functools import partial
from math import inf

import numpy as np
from common import NOTHING, Row, circumstances, in_turns, write
from methods import c_nim_values, c_segmented_sieve, nim_by_engine, random_set
from tqdm import tqdm

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine import sieve
from subtraction_engine.cold import modulus as model
from subtraction_engine.cold import tuning
from subtraction_engine.exact import convolution
from subtraction_engine.methods import is_dense
from subtraction_engine.support.blocks import Block, Evaluation, in_threads
from subtraction_games.arguments import SubtractionSet
from subtraction_games.sets import moves_below, parse_set

MOST_MARKS = 3e10  # of a sieve: half a minute or so
LONGEST_CONVOLUTION = 2**26  # positions: a quarter of a minute
PROPOSED = 6  # moduli of the sweep that the model ranks first, no two within an eighth of each other
STRUCTURED = (1, 12, 36, 65, 91, 210, 256, 1024, 1625)  # swept for every game
HOPELESS = 1.1  # times the least time so far: a modulus of the sweep is given up

COLUMNS = ("automatic", "best", "sieve", "sieve_in_c", "convolution")
NIM = ("nim_engine", "nim_in_c")


GAMES: dict[str, tuple[SubtractionSet, int, int]] = {  # n for cold positions, and for nim-values
    "squares": (sg.squares, 2**28, 2**21),
    "cubes": (sg.cubes, 2**28, 2**22),
    "fourth powers": (parse_set("n**4"), 2**28, 2**22),
    "fifth powers": (parse_set("n**5"), 2**27, 2**22),
    "triangular numbers": (sg.triangular, 2**27, 2**20),
    "pentagonal numbers": (parse_set("n*(3*n-1)//2"), 2**27, 2**21),
    "pronic numbers": (parse_set("n*(n+1)"), 2**27, 2**21),
    "2k^2": (parse_set("2*n**2"), 2**28, 2**21),
    "k^2 + 1": (parse_set("n**2+1"), 2**26, 2**21),
    "primes": (sg.primes, 2**24, 2**16),
    "random, as dense as squares": (random_set, 2**27, 2**21),
    "Moser-de Bruijn": (sg.moser_de_bruijn, 2**28, 2**21),
    "practical numbers": (sg.practical, 2**27, 2**16),
}


def within(evaluation: Evaluation, limit: float = inf) -> float:
    """Processor seconds on one thread, for all positions as an array; infinite, and given up, beyond the limit."""
    begun, found = time.process_time(), [NOTHING]
    for block in in_threads(evaluation, 1):
        found.append(block.found)
        if time.process_time() - begun > limit:
            return inf
    np.concatenate(found)
    return time.process_time() - begun


def to_sweep(moves: np.ndarray, n: int, cold: np.ndarray) -> list[int]:
    """The model's best moduli that differ in size, and the structured ones, as far as they are possible."""
    chosen: list[int] = []
    for M in model.costs(moves, n, cold[-tuning.SAMPLE :], cold.size):
        if len(chosen) < PROPOSED and all(abs(M - other) > other / 8 for other in chosen):
            chosen.append(M)
    return [M for M in dict.fromkeys([*chosen, *STRUCTURED]) if model.possible(moves, n, M)]


def share_of_classes(cold: np.ndarray, n: int, M: int) -> float:
    """The least share of the classes modulo M that holds 99% of the cold positions of the later half."""
    held = np.sort(np.bincount(cold[cold >= n // 2] % M, minlength=M))[::-1].cumsum()
    return float(np.searchsorted(held, 0.99 * held[-1]) + 1) / M


def of_game(game: str, S: SubtractionSet, n: int, nim_n: int, repeats: int = 2) -> Row:
    moves, first = moves_below(S, n), min(n, engine.PILOT)
    expected = engine.forecast(moves, n, sieve.cold_positions(moves[moves < first], first, NOTHING))
    chosen: list[int] = []

    def automatic() -> np.ndarray:
        if is_dense(moves, n, NOTHING):
            return convolution.cold_positions(moves, n, NOTHING)

        def noted(leg: Evaluation) -> Generator[Block]:
            chosen[:] = [getattr(leg, "M", 0)]
            return in_threads(leg, 1)

        blocks = engine.cold_legs(moves, n, NOTHING)(noted, 0, lambda *_: NOTHING)
        return np.concatenate([found for _, _, found in blocks])

    begun = time.process_time()
    cold, taken = automatic(), time.process_time() - begun
    sieves = [0] if np.searchsorted(moves, n - cold).sum() < MOST_MARKS else []
    sweep: dict[int, float] = {}
    for M in sieves + to_sweep(moves, n, cold):
        sweep[M] = within(engine.cold_evaluation(moves, n, NOTHING, M), HOPELESS * min([taken, *sweep.values()]))
    best = min(sweep, key=lambda M: sweep[M])
    tasks: dict[str, Callable[[], object]] = {
        "automatic": automatic,
        "best": lambda: within(engine.cold_evaluation(moves, n, NOTHING, best)),
        "sieve": lambda: within(engine.cold_evaluation(moves, n, NOTHING, 0)),
        "sieve_in_c": lambda: c_segmented_sieve(moves, n, room=cold.size + 1),
        "convolution": lambda: convolution.cold_positions(moves, n, NOTHING),
        "nim_engine": partial(nim_by_engine, moves_below(S, nim_n), nim_n, 1),
        "nim_in_c": partial(c_nim_values, moves_below(S, nim_n), nim_n),
    }
    tasks = {name: task for name, task in tasks.items() if sieves or "sieve" not in name}
    tasks = {name: task for name, task in tasks.items() if n <= LONGEST_CONVOLUTION or name != "convolution"}
    times = {name: min(runs) for name, runs in in_turns(tasks, repeats, clock=time.process_time).items()}
    times |= {"automatic": min(taken, times["automatic"]), "best": min(sweep[best], times["best"])}
    stated = {name: f"{times[name]:.4g}" if name in times else "" for name in (*COLUMNS, *NIM)}
    row: Row = {"game": game, "n": n, "moves": moves.size, "cold": cold.size}
    row |= {column: stated[column] for column in COLUMNS}
    row |= {"automatic_modulus": chosen[0] if chosen else "", "best_modulus": best}
    row |= {"share_of_classes": f"{share_of_classes(cold, n, max(best, 1)):.3f}"}
    row |= {"automatic_ns": f"{1e9 * times['automatic']:.3g}", "forecast_ns": f"{expected.nanoseconds:.3g}"}
    row |= {"forecast_modulus": expected.modulus, "nim_n": nim_n}
    return row | {column: stated[column] for column in NIM}


def measure(games: dict[str, tuple[SubtractionSet, int, int]] = GAMES) -> None:
    for S, n, nim_n in games.values():  # everything is compiled then
        of_game("", S, min(n, 2**15), min(nim_n, 2**12), 1)
    rows, when = list[Row](), circumstances()
    for game, of in tqdm(games.items(), desc="games", unit="game"):
        rows.append(of_game(game, *of) | when)
        write("games.csv", rows)
    print(*readme_rows(rows), sep="\n")


def readme_rows(rows: list[Row]) -> list[str]:
    """The rows of the table of games in README.md, here: seconds, and the others' time in units of that."""
    table = []
    for row in rows:
        others = [f"{float(row[of]) / float(row['automatic']):.2f}" if row[of] else "-" for of in COLUMNS[1:4]]
        n = int(row["n"]).bit_length() - 1
        table.append(f"| {row['game']} | 2^{n} | {row['automatic']} | {' | '.join(others)} | {row['best_modulus']} |")
    return table
