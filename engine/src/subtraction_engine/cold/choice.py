"""Choose between the sieve and slicing into M residue classes, by a model that estimates their costs in nanoseconds.

A wrong choice costs nothing but time. Costs are rounded so that processors whose arithmetic differs in the last bits
still make the same choice.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from subtraction_games.arguments import Moves, Positions

from .. import tuning
from ..sieve import SEGMENT
from ..vectors import PANEL


def sieve_cost(moves: Moves, n: int, cold_count: float) -> float:
    """Return the sieve's estimated time below n, in nanoseconds, to mark positions and look up earlier cold ones."""
    marks = cold_count * (1 - moves / n).sum()
    looks = cold_count * min(1, moves[-1] / n if moves.size else 0) * n / SEGMENT / 2
    return _rounded(0.9 * marks + 15 * looks)


def sliced_cost(moves: Moves, n: int, M: int, sample: Positions, cold_count: float, stands_for: float = 1) -> float:
    """Return the estimated time of slicing by residues mod M, in nanoseconds, given a sample of the cold positions.

    The moves may also be a sample, in which each move represents `stands_for` moves. A panel counts as occupied with
    the probability that 512 rows include a cold one, given the density of its class. Four costs are added:

    *Proofs.* A panel that contains a cold position needs every window from an occupied panel. *Witnesses.* If a typical
    source has one cold position in r rows, a panel without cold positions is full after about 5r windows. *Settling.*
    The windows of moves shorter than eight panels are applied to one panel at a time, and each panel and each cold
    position takes some extra time. *Unpacking.* For each block, all earlier cold rows are unpacked, and every move
    between two classes with cold rows in a block is looked up. Each block also takes a fixed time.

    The constants were fitted to 1,111 timed legs of 17 games (engine/benchmarks/LOG.md). On average, slicing by the
    modulus that the model chooses takes 1.18 times as long as by the best one tried, and 1.54 times at worst.
    """
    residue = moves - moves // M * M  # numpy uses vector instructions for this, but not for %
    density = np.bincount(sample - sample // M * M, minlength=M) * (cold_count / len(sample)) * M / n
    occupied = -np.expm1(-PANEL * density)
    moves_in_class = stands_for * np.bincount(residue, minlength=M)
    near = stands_for * np.bincount(residue[: np.searchsorted(moves, 8 * PANEL * M)], minlength=M)
    spectrum = np.fft.rfft(occupied)  # correlations over residues, by Fourier transform
    pairs = np.fft.irfft(abs(spectrum) ** 2, M)  # pairs of occupied classes, by their difference
    offered = np.fft.irfft(spectrum * np.fft.rfft(moves_in_class), M)
    typical = (density**2).sum() / density.sum()
    witnesses = ((1 - occupied) * np.minimum(offered, 5 / typical)).sum()
    windows = 0.23 * pairs @ moves_in_class + 1.4 * witnesses
    settling = 5.1 * pairs @ near + 0.66 * M * occupied.sum() + 780 * M
    height = min(tuning.MOST_PANELS * PANEL, n / (tuning.LEAST_BLOCKS * M))
    looks = np.expm1(-height * density).sum() ** 2 * moves_in_class.sum() / M
    blocks = n / (height * M) * (0.27 * cold_count + 1.0 * looks + 3.6e5)
    return _rounded(n / (PANEL * M) * (windows + settling) + 13 * cold_count + blocks)


def _rounded(nanoseconds: float) -> float:
    return float(f"{nanoseconds:.4g}")


def possible(moves: Moves, n: int, M: int) -> bool:
    """Return whether M classes are practical for n positions, given the sizes of tables and of `settling.Witnesses`.

    `Witnesses` contains an entry for each class and each move that is shorter than a panel.

    >>> possible(np.arange(1, 2**21), 2**30, 100), possible(np.arange(1, 2**21), 2**30, 1000)
    (True, False)
    """
    if M > tuning.MOST_CLASSES or max(tuning.MOST_PAIRS, 32 * n) < M**2:
        return False
    return bool(M * np.searchsorted(moves, PANEL * M) <= tuning.MOST_WITNESSES)


def costs(moves: Moves, n: int, sample: Positions, cold_count: float) -> dict[int, float]:
    """Return {modulus: estimated nanoseconds} for all moduli that a search tries, from best to worst.

    The search begins with modulus 1. In each octave, the moduli that are best for their size are multiplied by prime
    powers. Products that are not `possible`, such as those above 32,768 for squares, are left out.
    """
    number = min(len(moves), tuning.CENSUS)
    some = moves if number == len(moves) else np.sort(np.random.default_rng(0).choice(moves, number, replace=False))
    cost_of = partial(sliced_cost, some, n, sample=sample, cold_count=cold_count, stands_for=len(moves) / (number or 1))
    largest = n // (tuning.LEAST_BLOCKS * 8 * PANEL)  # so that a block has at least eight panels
    cost = {1: cost_of(1)}
    for octave in range(largest.bit_length()):
        front = sorted((M for M in cost if M >> octave == 1), key=lambda M: M * cost[M])[: tuning.BEAM]
        best = min(cost, key=cost.__getitem__)
        front = [M for M in front if best >= M or cost[M] < 1.5 * cost[best]]
        multiples = {f * M for M in front for f in tuning.FACTORS if f * M <= min(largest, 20 * best)} - cost.keys()
        cost |= {M: cost_of(M) for M in multiples if possible(moves, n, M)}
    return dict(sorted(cost.items(), key=lambda entry: entry[1]))


class Census(NamedTuple):
    """The number of cold positions found so far, and the last CENSUS of these positions in ascending order."""

    number: int = 0
    sample: Positions = np.empty(0, np.int64)

    def after(self, cold: Positions) -> Census:
        """Return the census updated with the next cold positions."""
        last = np.concatenate([self.sample, cold[-tuning.CENSUS :]])
        return Census(self.number + cold.size, last[-tuning.CENSUS :])

    def expected(self, stop: int) -> float:
        """Return the expected number of cold positions below `stop`, if their number keeps growing as in the sample."""
        if self.sample.size < 2:
            return float(self.number)
        last = self.sample[-1]
        first = min(int(np.searchsorted(self.sample, last // 4)), self.sample.size - 2)
        before = self.number - self.sample.size + first
        growth = np.log((self.number - 1) / max(1, before)) / np.log((last + 1) / (self.sample[first] + 1))
        return float(self.number * (stop / last) ** min(1, growth))


class Forecast(NamedTuple):
    """The cheaper method of finding the cold positions below some n, its expected time, and their expected number."""

    modulus: int  # 0 stands for the sieve
    nanoseconds: float
    cold_count: float


def cheapest(moves: Moves, n: int, census: Census) -> Forecast:
    """Return the method that should be cheapest for finding the cold positions below n, given a census of earlier ones.

    >>> cheapest(np.array([1, 4, 9]), 10**6, Census(4, np.array([0, 2, 5, 7]))).modulus  # next to no work
    0
    """
    some, count = moves[: np.searchsorted(moves, n)], census.expected(n)
    kept = count * min(1, moves[-1] / n if moves.size else 0)  # cold positions that the sieve keeps, for later legs too
    by_sieve, fits = Forecast(0, sieve_cost(some, n, count), count), tuning.SIEVE_BYTES * kept < tuning.SIEVE_MEMORY
    if fits and (by_sieve.nanoseconds < tuning.WORTHWHILE or census.sample.size < 2):
        return by_sieve
    modulus, nanoseconds = next(iter(costs(some, n, census.sample, count).items()))
    return by_sieve if fits and nanoseconds > by_sieve.nanoseconds else Forecast(modulus, nanoseconds, count)


def forecast(moves: Moves, n: int, pilot: Positions) -> Forecast:
    """Return the cheaper method of finding the cold positions below n, given `pilot`, the first cold positions."""
    return cheapest(moves, n, Census().after(pilot))
