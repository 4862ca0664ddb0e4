"""Which residue classes to slice positions by: a model of what each modulus would cost, in nanoseconds.

It only has to rank moduli, so its constants are rough. A wrong choice costs time and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..games import Moves, Positions, primes
from .bits import PANEL


PILOT = 1 << 21  # positions to evaluate before a modulus is chosen
WORTHWHILE = 1e8  # nanoseconds of sieving below which no modulus is looked for
LARGEST_MODULUS = 4096  # beyond it the pairs of classes outnumber what they save
SAMPLE = 1 << 14  # cold positions whose residues are looked at: the last ones of the pilot
FACTORS = [p**k for p in primes(64).tolist() for k in range(1, 7) if p**k <= 64]  # steps of the search


def sieve_cost(number_of_moves: int, cold_count: float) -> float:
    """Nanoseconds of the sieve: half of all (cold position, move) pairs stay in range, roughly.

    >>> sieve_cost(1000, 10_000)
    3500000.0
    """
    return 0.35 * number_of_moves * cold_count


def sliced_cost(moves: Moves, n: int, M: int, sample: Positions, cold_count: float) -> float:
    """Nanoseconds that slicing by residues mod M should take, for the residues of a sample of cold positions.

    A block of a class counts as occupied with the chance that 512 rows at the class's density hold anything.
    *Proofs*: a block that holds a cold position takes every window from an occupied block. *Witnesses*: one that
    holds none is full after some ten windows for each row that a typical source has for one cold position.
    *Overhead*: pairs of classes at each block, and pairs of cold positions within 64 rows.
    """
    in_class = np.bincount(sample % M, minlength=M) * (cold_count / len(sample))
    density = in_class * M / n
    occupied = -np.expm1(-PANEL * density)
    moves_in_class = np.bincount(moves % M, minlength=M)
    spectrum = np.fft.rfft(occupied)  # correlations over residues, by transform
    proofs = np.fft.irfft(abs(spectrum) ** 2, M) @ moves_in_class
    offered = np.fft.irfft(spectrum * np.fft.rfft(moves_in_class), M)
    typical = (density**2).sum() / density.sum()
    witnesses = ((1 - occupied) * np.minimum(offered, 10 / typical)).sum()
    windows = 0.9 * (proofs + witnesses)
    overhead = 4 * (occupied.sum() ** 2 + 30 * M + 60)
    return float(n / (PANEL * M) * (windows + overhead) + 50 * cold_count**2 * M / n)


class Forecast(NamedTuple):
    """What evaluating the cold positions below some n should take: nanoseconds by the better way."""

    modulus: int  # residue classes to slice by; 0 for the sieve
    nanoseconds: float
    cold_count: float


def forecast(moves: Moves, n: int, pilot: Positions) -> Forecast:
    """The modulus of least estimated cost for positions below n, and that cost.

    `pilot` holds the cold positions of a first range. Their number is carried on to n by its own growth; then
    the search goes from 1 to the four best moduli so far times prime powers, until none of these is new.
    """
    if len(pilot) < 2:
        return Forecast(0, sieve_cost(len(moves), len(pilot)), len(pilot))
    first_quarter = np.searchsorted(pilot, pilot[-1] // 4)
    growth = np.log(len(pilot) / max(1, first_quarter)) / np.log(4)
    cold_count = len(pilot) * (n / pilot[-1]) ** growth
    by_sieve = Forecast(0, sieve_cost(len(moves), cold_count), cold_count)
    if by_sieve.nanoseconds < WORTHWHILE:
        return by_sieve
    sample = pilot[-SAMPLE:]
    cost = {1: sliced_cost(moves, n, 1, sample, cold_count)}
    front = [1]
    while front:
        multiples = {f * M for M in front for f in FACTORS if f * M <= LARGEST_MODULUS} - cost.keys()
        cost |= {M: sliced_cost(moves, n, M, sample, cold_count) for M in multiples}
        front = sorted(multiples & set(sorted(cost, key=cost.__getitem__)[:4]))
    best = min(cost, key=cost.__getitem__)
    return Forecast(best, cost[best], cold_count) if cost[best] < 0.6 * by_sieve.nanoseconds else by_sieve


def choose_modulus(moves: Moves, n: int, pilot: Positions) -> int:
    """The modulus of the forecast for positions below n, from the cold positions of a first range.

    >>> choose_modulus(np.array([1, 4, 9]), 10**9, np.array([0, 2]))  # next to no work: the sieve
    0
    """
    return forecast(moves, n, pilot).modulus
