"""Which residue classes to slice positions by: a model of what each modulus would cost, in nanoseconds.

It only has to rank moduli, so its constants are rough. A wrong choice costs time and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...games import primes
from ...support.arguments import Moves, Positions
from ..vectors import PANEL

PILOT = 1 << 21  # positions to evaluate before a modulus is chosen
WORTHWHILE = 1e8  # nanoseconds of sieving below which no modulus is looked for
MOST_CLASSES = 1 << 16  # the largest modulus: classes that a set of bits and a table of shifts are made for
MOST_WITNESSES = 1 << 27  # (class, short move) pairs that a panel may list: 1 GiB
HIGHEST = 64 * PANEL  # rows of a block
SAMPLE = 1 << 14  # cold positions whose residues are looked at: the last ones of the pilot
FACTORS = [p**k for p in primes(40).tolist() for k in range(1, 6) if p**k <= 40]  # steps of the search


def sieve_cost(number_of_moves: int, cold_count: float) -> float:
    """Nanoseconds of the sieve: half of all (cold position, move) pairs stay in range, roughly.

    >>> sieve_cost(1000, 10_000)
    3500000.0
    """
    return 0.35 * number_of_moves * cold_count


def sliced_cost(moves: Moves, n: int, M: int, sample: Positions, cold_count: float) -> float:
    """Nanoseconds that slicing by residues mod M should take, for the residues of a sample of cold positions.

    A panel of a class counts as occupied with the chance that 512 rows at the class's density hold anything.
    *Proofs*: a panel that holds a cold position takes every window from an occupied panel. *Witnesses*: one that
    holds none is full after some five windows for each row that a typical source has for one cold position.
    *Looks*: every move that joins a class with live panels to one that is ever cold is looked at once for each block
    of 64 panels, and each such pair of classes. *Settling*: the windows of moves shorter than eight panels, one panel
    at a time, and the pairs of classes within a panel.
    """
    density = np.bincount(sample % M, minlength=M) * (cold_count / len(sample)) * M / n
    occupied = -np.expm1(-PANEL * density)
    moves_in_class = np.bincount(moves % M, minlength=M)
    near = np.bincount(moves[: np.searchsorted(moves, 8 * PANEL * M)] % M, minlength=M)
    spectrum = np.fft.rfft(occupied)  # correlations over residues, by transform
    pairs = np.fft.irfft(abs(spectrum) ** 2, M)  # of occupied classes, by their difference
    offered = np.fft.irfft(spectrum * np.fft.rfft(moves_in_class), M)
    typical = (density**2).sum() / density.sum()
    witnesses = ((1 - occupied) * np.minimum(offered, 5 / typical)).sum()
    windows = 0.8 * (0.67 * pairs @ moves_in_class + witnesses)
    looks = pairs @ (2 * moves_in_class + 100 * (moves_in_class > 0)) / 64
    settling = pairs @ (4 * near + 40 * (near > 0)) + 0.05 * M * occupied.sum() + 30 * PANEL * density.sum()
    return float(n / (PANEL * M) * (windows + looks + settling + 20 * M))


def witnesses_fit(moves: Moves, M: int) -> bool:
    """Whether the short moves of M classes are few enough for a panel's `Witnesses` (see `settling`) in memory.

    >>> witnesses_fit(np.arange(1, 2**21), 100), witnesses_fit(np.arange(1, 2**21), 1000)
    (True, False)
    """
    return bool(M * np.searchsorted(moves, PANEL * M) <= MOST_WITNESSES)


class Forecast(NamedTuple):
    """What evaluating the cold positions below some n should take: nanoseconds by the better way."""

    modulus: int  # residue classes to slice by; 0 for the sieve
    nanoseconds: float
    cold_count: float


def forecast(moves: Moves, n: int, pilot: Positions) -> Forecast:
    """The modulus of least estimated cost for positions below n, and that cost.

    `pilot` holds the cold positions of a first range. Their number is carried on to n by its own growth; then
    the search goes from 1 to the four best moduli so far times prime powers, until none of these is new. Moduli whose
    witnesses don't fit are left out: of squares those past 32,768.
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
    largest = min(MOST_CLASSES, n // (8 * HIGHEST))  # a range of fewer than eight blocks has nothing to share
    cost = {1: sliced_cost(moves, n, 1, sample, cold_count)}
    front = [1]
    while front:
        multiples = {f * M for M in front for f in FACTORS if f * M <= largest and witnesses_fit(moves, f * M)}
        multiples -= cost.keys()
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
