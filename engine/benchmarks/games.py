"""Compare the engine's choice for each game with the best choice that it could have made (games.csv).

Times are processor seconds of one thread, the lesser of two runs. The column `automatic` is the time of
`sg.cold_positions`, and `best` is the least time in a sweep of moduli, each used for the whole range. It was taken with
`best_modulus` (0 is the sieve), and `ratio` is automatic / best. `share_of_classes` is the share of the best modulus's
classes that contains 99% of the cold positions. A cell is empty if the run would have been too slow.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

import numpy as np
from common import Row, in_turns, measured, write
from methods import c_segmented_sieve, random_set
from tqdm import tqdm

import subtraction_games as sg
from subtraction_engine import tuning
from subtraction_engine.cold import choice as model
from subtraction_games.arguments import SubtractionSet
from subtraction_games.sets import moves_below

MOST_MARKS = 3e10  # a sieve makes this many marks in about half a minute
PROPOSED = 6  # moduli that the model ranks first, no two within an eighth of each other
STRUCTURED = (1, 12, 36, 65, 91, 210, 256, 1024, 1625)  # swept for every game
HOPELESS = 1.1  # a modulus is given up after this multiple of the least time yet

GAMES: dict[str, tuple[SubtractionSet, int]] = {
    "squares": ("squares", 2**28),
    "cubes": ("cubes", 2**28),
    "fourth powers": ("n**4", 2**28),
    "fifth powers": ("n**5", 2**27),
    "triangular numbers": ("triangular", 2**27),
    "pentagonal numbers": ("n*(3*n-1)//2", 2**27),
    "pronic numbers": ("n*(n+1)", 2**27),
    "2k^2": ("2*n**2", 2**28),
    "k^2 + 1": ("n**2+1", 2**26),
    "k^2 + 3": ("n**2+3", 2**26),
    "primes": ("primes", 2**24),
    "primes + 1": (lambda n: sg.primes(n - 1) + 1 if n else [], 2**24),
    "factorials": ("factorials", 2**28),
    "powers of 2": (sg.powers(2), 2**26),
    "random, as dense as squares": (random_set, 2**27),
    "Moser-de Bruijn": ("moser_de_bruijn", 2**28),
    "practical numbers": ("practical", 2**27),
    # no constant of the model was fitted to these
    "heptagonal numbers": ("n*(5*n-3)//2", 2**27),
    "octahedral numbers": ("n*(2*n**2+1)//3", 2**28),
    "2k^3": ("2*n**3", 2**28),
    "7k^3": ("7*n**3", 2**27),
    "k^3 + k": ("n**3+n", 2**28),
    "tetrahedral numbers": ("n*(n+1)*(n+2)//6", 2**27),
    "3k^2": ("3*n**2", 2**28),
    "powers of 3": (sg.powers(3), 2**28),
}


def timed(moves: np.ndarray, n: int, modulus: int, limit: float = inf) -> float:
    """Return the processor seconds that a run with this modulus takes on one thread, or infinity above the limit."""
    begun, found = time.process_time(), []
    for _, _, cold in sg.cold_blocks(moves, n, modulus=modulus, threads=1):
        found.append(cold)
        if time.process_time() - begun > limit:
            return inf
    np.concatenate(found)
    return time.process_time() - begun


def to_sweep(moves: np.ndarray, n: int, cold: np.ndarray) -> list[int]:
    """Return the moduli to try: the model's best moduli that differ in size, and all possible structured moduli."""
    chosen: list[int] = []
    for M in model.costs(moves, n, cold[-tuning.CENSUS :], cold.size):
        if len(chosen) < PROPOSED and all(abs(M - other) > other / 8 for other in chosen):
            chosen.append(M)
    return [M for M in dict.fromkeys([*chosen, *STRUCTURED]) if model.possible(moves, n, M)]


def share_of_classes(cold: np.ndarray, n: int, M: int) -> float:
    """Return the smallest share of the classes modulo M that contains 99% of the cold positions of the later half."""
    members = np.sort(np.bincount(cold[cold >= n // 2] % M, minlength=M))[::-1].cumsum()
    return float(np.searchsorted(members, 0.99 * members[-1]) + 1) / M


def of_game(game: str, S: SubtractionSet, n: int) -> Row:
    moves, begun = moves_below(S, n), time.process_time()
    cold, taken = sg.cold_positions(moves, n, threads=1), time.process_time() - begun
    sieves = [0] if np.searchsorted(moves, n - cold).sum() < MOST_MARKS else []
    sweep: dict[int, float] = {}
    for M in sieves + to_sweep(moves, n, cold):
        sweep[M] = timed(moves, n, M, HOPELESS * min([taken, *sweep.values()]))
    best = min(sweep, key=lambda M: sweep[M])
    tasks: dict[str, Callable[[], object]] = {
        "automatic": lambda: sg.cold_positions(moves, n, threads=1),
        "best": lambda: timed(moves, n, best),
    }
    if sieves:
        tasks["sieve"] = lambda: timed(moves, n, 0)
        tasks["sieve_in_c"] = lambda: c_segmented_sieve(moves, n, room=cold.size + 1)
    times = {name: min(runs) for name, runs in in_turns(tasks, 2, clock=time.process_time).items()}
    times |= {"automatic": min(taken, times["automatic"]), "best": min(sweep[best], times["best"])}
    row: Row = {"game": game, "n": n, "moves": moves.size, "cold": cold.size}
    names = "automatic", "best", "sieve", "sieve_in_c"
    row |= {name: f"{times[name]:.4g}" if name in times else "" for name in names}
    row |= {"best_modulus": best, "ratio": f"{times['automatic'] / times['best']:.2f}"}
    return row | {"share_of_classes": f"{share_of_classes(cold, n, max(best, 1)):.3f}"}


def measure() -> None:
    for S, n in GAMES.values():
        of_game("", S, min(n, 2**15))  # compiles
    rows = list[Row]()
    for game, (S, n) in tqdm(GAMES.items(), desc="games", unit="game"):
        rows.append(of_game(game, S, n))
        write("games.csv", measured(rows))
