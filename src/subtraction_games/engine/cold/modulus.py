"""Which residue classes to slice positions by: a model of what each modulus would cost, in nanoseconds.

It only has to rank moduli, so its constants are rough. A wrong choice costs time and nothing else.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from ...games import primes
from ...support.arguments import Moves, Positions
from ..vectors import PANEL

PILOT = 1 << 21  # positions whose cold ones a forecast is made from
WORTHWHILE = 1e8  # nanoseconds of sieving below which no modulus is looked for
MOST_CLASSES = 1 << 16  # the largest modulus: classes that a set of bits and a table of shifts are made for
MOST_PAIRS = 1 << 24  # of classes, however short the range
MOST_WITNESSES = 1 << 27  # (class, short move) pairs that a panel may list: 1 GiB
HIGHEST = 64 * PANEL  # rows of a block
BLOCKS = 32  # in a range, or more
BEAM = 3  # moduli of an octave that the search goes on from
SAMPLE = 1 << 14  # cold positions whose residues are looked at, the last ones; and moves
FACTORS = [p**k for p in primes(40).tolist() for k in range(1, 6) if p**k <= 40]  # steps of the search


def sieve_cost(number_of_moves: int, cold_count: float) -> float:
    """Nanoseconds of the sieve: half of all (cold position, move) pairs stay in range, roughly.

    >>> sieve_cost(1000, 10_000)
    3500000.0
    """
    return 0.35 * number_of_moves * cold_count


def sliced_cost(moves: Moves, n: int, M: int, sample: Positions, cold_count: float, stands_for: float = 1) -> float:
    """Nanoseconds that slicing by residues mod M should take, for the residues of a sample of cold positions.

    `moves` may be a sample, too, each of which stands for so many. A panel of a class counts as occupied with the
    chance that 512 rows at the class's density hold anything. *Proofs*: a panel that holds a cold position takes every
    window from an occupied panel. *Witnesses*: one that holds none is full after some five windows for each row that a
    typical source has for one cold position. *Settling*: the windows of moves shorter than eight panels, one panel at
    a time; all pairs of a class and an occupied one; and each cold position. *Unpacking*: each block goes through all
    cold rows before it, and takes a time of its own.
    """
    density = np.bincount(sample % M, minlength=M) * (cold_count / len(sample)) * M / n
    occupied = -np.expm1(-PANEL * density)
    residue = moves % M
    moves_in_class = stands_for * np.bincount(residue, minlength=M)
    near = stands_for * np.bincount(residue[: np.searchsorted(moves, 8 * PANEL * M)], minlength=M)
    spectrum = np.fft.rfft(occupied)  # correlations over residues, by transform
    pairs = np.fft.irfft(abs(spectrum) ** 2, M)  # of occupied classes, by their difference
    offered = np.fft.irfft(spectrum * np.fft.rfft(moves_in_class), M)
    typical = (density**2).sum() / density.sum()
    witnesses = ((1 - occupied) * np.minimum(offered, 5 / typical)).sum()
    windows = 2.7 * pairs @ moves_in_class + 4 * witnesses
    settling = 25 * pairs @ near + M * occupied.sum()
    blocks = n / (min(HIGHEST, n / (BLOCKS * M)) * M)
    return float(n / (PANEL * M) * (windows + settling) + 30 * cold_count + blocks * (1.4 * cold_count + 1.5e6))


def possible(moves: Moves, n: int, M: int) -> bool:
    """Whether M classes are worth their tables for n positions, and short moves few enough to list in a panel.

    (A list of `Witnesses` has an entry for each class and move shorter than a panel: see `settling`.)

    >>> possible(np.arange(1, 2**21), 2**30, 100), possible(np.arange(1, 2**21), 2**30, 1000)
    (True, False)
    """
    if M > MOST_CLASSES or max(MOST_PAIRS, 32 * n) < M**2:
        return False
    return bool(M * np.searchsorted(moves, PANEL * M) <= MOST_WITNESSES)


def costs(moves: Moves, n: int, sample: Positions, cold_count: float) -> dict[int, float]:
    """{modulus: nanoseconds}, from the best one up, of the moduli that a search for the best one came by.

    The search goes from 1 to the best moduli of each octave, for their size, times prime powers. Moduli that are not
    `possible` are left out: of squares those past 32,768.
    """
    some = np.sort(np.random.default_rng(0).choice(moves, SAMPLE, replace=False)) if len(moves) > SAMPLE else moves
    cost_of = partial(sliced_cost, some, n, sample=sample, cold_count=cold_count, stands_for=len(moves) / len(some))
    largest = n // (BLOCKS * 8 * PANEL)  # a block has eight panels at least
    cost = {1: cost_of(1)}
    for octave in range(largest.bit_length()):
        front = sorted((M for M in cost if M >> octave == 1), key=lambda M: M * cost[M])[:BEAM]
        best = min(cost, key=cost.__getitem__)
        front = [M for M in front if best >= M or cost[M] < 1.5 * cost[best]]
        multiples = {f * M for M in front for f in FACTORS if f * M <= min(largest, 20 * best)} - cost.keys()
        cost |= {M: cost_of(M) for M in multiples if possible(moves, n, M)}
    return dict(sorted(cost.items(), key=lambda entry: entry[1]))


class Forecast(NamedTuple):
    """What evaluating the cold positions below some n should take: nanoseconds by the better way."""

    modulus: int  # residue classes to slice by; 0 for the sieve
    nanoseconds: float
    cold_count: float


def forecast(moves: Moves, n: int, pilot: Positions) -> Forecast:
    """The modulus of least estimated cost for positions below n, and that cost.

    `pilot` holds the cold positions of a first range. Their number is carried on to n by its own growth.
    """
    if len(pilot) < 2:
        return Forecast(0, sieve_cost(len(moves), len(pilot)), len(pilot))
    first_quarter = np.searchsorted(pilot, pilot[-1] // 4)
    growth = np.log(len(pilot) / max(1, first_quarter)) / np.log(4)
    cold_count = len(pilot) * (n / pilot[-1]) ** growth
    by_sieve = Forecast(0, sieve_cost(len(moves), cold_count), cold_count)
    if by_sieve.nanoseconds < WORTHWHILE:
        return by_sieve
    best, cost = next(iter(costs(moves, n, pilot[-SAMPLE:], cold_count).items()))
    return Forecast(best, cost, cold_count) if cost < 0.6 * by_sieve.nanoseconds else by_sieve


def choose_modulus(moves: Moves, n: int, pilot: Positions) -> int:
    """The modulus of the forecast for positions below n, from the cold positions of a first range.

    >>> choose_modulus(np.array([1, 4, 9]), 10**9, np.array([0, 2]))  # next to no work: the sieve
    0
    """
    return forecast(moves, n, pilot).modulus


def proposals(moves: Moves, n: int, sample: Positions, cold_count: float, present: int, most: float) -> list[int]:
    """Up to two moduli to try besides the present one, 0 for none: the cheapest by the model, and one of another size.

    The second should be nearly as cheap, and the first cost at most so many times what the present one does.
    """
    cost = costs(moves, n, sample, cold_count)
    dearest = most * sliced_cost(moves, n, present, sample, cold_count) if present else np.inf
    others = [M for M, nanoseconds in cost.items() if nanoseconds < dearest and present != M]
    second = [M for M in others if cost[M] < 1.2 * cost[others[0]] and not others[0] < 3 * M < 9 * others[0]]
    return others[:1] + second[:1]


def outlook(moves: Moves, begin: tuple[int, int], end: tuple[int, float], M: int, sample: Positions) -> float:
    """How many times what it costs at first M classes, 0 for the sieve, cost on the way from `begin` to `end`.

    Both are positions and the number of cold ones below them; by the model, for each position, on an average.
    """

    def rate(n: int, cold_count: float) -> float:
        some = moves[: np.searchsorted(moves, n)]
        cost = sliced_cost(some, n, M, sample, cold_count) if M else sieve_cost(len(some), cold_count)
        return max(cost, 1.0) / n

    return (1 + rate(*end) / rate(*begin)) / 2
