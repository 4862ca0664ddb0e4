"""Helpers for tests of evaluations: small games, short legs, and runs in folders that are stopped early."""

from functools import partial
from itertools import chain, combinations, islice

import numpy as np

import subtraction_games as sg


def make_legs_short(setattr):
    from subtraction_engine.cold import legs, tuning
    from subtraction_engine.cold.modulus import Forecast
    from subtraction_engine.sieve import Sieving

    def by_turns(moves, stop, census):
        """A different method in each leg, chosen by what a choice may use; several panels in a block of a long leg."""
        return Forecast((0, 5, 1, 12, 0, 7)[(stop + census.number) % 6], 0.0, 0.0)

    setattr(tuning, "LEG", 4)
    setattr(tuning, "BLOCKS", 2)
    setattr(legs, "cheapest", by_turns)
    setattr(legs, "Sieving", partial(Sieving, segment=2048))


def small_games(n):
    """{name: moves below n} of games of all kinds: dense and sparse, with structure and without, finite and empty."""
    return {
        "squares": sg.squares(n),
        "cubes": sg.cubes(n),
        "primes": sg.primes(n),
        "finite": np.array([2, 3, 7, 600]),
        "one move": np.array([1]),
        "no moves": np.empty(0, np.int64),
        "random": np.unique(np.random.default_rng(4).integers(1, n, 300)),
    }


def subsets(elements):
    """All subsets of some numbers, as arrays."""
    sets = chain.from_iterable(combinations(elements, k) for k in range(len(elements) + 1))
    return [np.array(each, dtype=np.int64) for each in sets]


def gathered(blocks):
    return np.concatenate([found for _, _, found in blocks])


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def stopped_early(start, folder, after=3):
    """Begin a run and stop it after some blocks."""
    run = start(folder)
    for _ in islice(run, after):
        pass
    run.close()
    return sg.results(folder)
