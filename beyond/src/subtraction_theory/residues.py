"""Counts of positions by residue, and the share of the missing moves that residues explain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from subtraction_games.analysis import digit_counts
from subtraction_games.arguments import Positions


class ResidueCounts(NamedTuple):
    """Counts of positions by residue, taken from an array below n and from a table beyond n.

    >>> stored = {(2, 10): np.array([2, 2]), (2, 20): np.array([5, 4])}
    >>> ResidueCounts(np.array([0, 2, 5, 7]), 10, stored).between(2, 10, 20)
    array([3, 2])
    """

    positions: Positions  # all positions below n, ascending
    n: int
    stored: Mapping[tuple[int, int], NDArray[np.int64]]  # at [m, limit], the counts below limit by residue, int64[m]

    @classmethod
    def read(cls, table: str | Path | Iterable[str], positions: Positions, n: int) -> ResidueCounts:
        """Read a file (or its lines) such as data/residue-counts.csv, with columns modulus, n, residue and count.

        >>> lines = ["modulus,n,residue,count", "2,10,0,2", "2,10,1,2", "2,20,0,5", "2,20,1,4"]
        >>> ResidueCounts.read(lines, np.array([0, 2, 5, 7]), 10).between(2, 0, 20)
        array([5, 4])
        """
        rows = np.loadtxt(table, dtype=np.int64, delimiter=",", skiprows=1)
        parts = np.split(rows, np.flatnonzero(rows[1:, 2] == 0) + 1)
        return cls(positions, n, {(int(part[0, 0]), int(part[0, 1])): part[:, 3] for part in parts})

    @classmethod
    def read_doublings(cls, file: str | Path, positions: Positions, n: int) -> ResidueCounts:
        """Read a file like data/doublings.npz: counts modulo 5, ..., 625 below n, and modulo 5 and 25 below n // 25.

        The file contains the arrays `n` (int64[d]), `below_625` (int64[d, 625]) and `below_a_25th` (int64[d, 25]).
        """
        stored: dict[tuple[int, int], NDArray[np.int64]] = {}
        with np.load(file, allow_pickle=False) as arrays:
            for end, *below in zip(arrays["n"].tolist(), arrays["below_625"], arrays["below_a_25th"], strict=True):
                for limit, counts in zip((end, end // 25), below, strict=True):
                    for m in (5**j for j in range(1, 5) if 5**j <= counts.size):
                        stored[m, limit] = counts.reshape(-1, m).sum(axis=0)
        return cls(positions, n, stored)

    def between(self, m: int, low: int, high: int) -> NDArray[np.int64] | None:
        """Return the number of positions in range(low, high) by residue, as int64[m], or None if it is unknown."""
        if high <= self.n:
            return digit_counts(self.positions[slice(*np.searchsorted(self.positions, [low, high]))], m)
        if (m, high) not in self.stored or (low and (m, low) not in self.stored):
            return None
        return self.stored[m, high] - (self.stored[m, low] if low else 0)


def explained(positions: ArrayLike, moves: ArrayLike, m: int) -> float:
    """Return the fraction of the missing moves between `positions` that residues modulo m explain.

    Let p and q be the shares of the residues modulo m among positions and moves. If the positions were spread evenly
    within each residue class, they would be joined by f = m * sum(q[s] p[r] p[r - s]) times as many moves as if they
    were spread evenly over all numbers. The answer is 1 - f, which is 1 if residues alone exclude every move, and 0 if
    they exclude none. Takes O(m^2) time in addition to counting.

    >>> explained([0, 2, 5, 7, 10, 12], [1, 4, 9, 16, 25], 5), explained([0, 1, 2, 3], [1, 2, 3], 2)
    (0.5, 0.0)
    """
    p, q = (digit_counts(numbers, m) / max(np.size(numbers), 1) for numbers in (positions, moves))
    missing = m * sum(share * float(p @ np.roll(p, s)) for s, share in enumerate(q.tolist()))
    return round(1 - missing, 12) + 0.0  # no -0.0


def favourite_modulus(positions: ArrayLike, moves: ArrayLike) -> tuple[int | None, float]:
    """Return (m, explained(..., m)) for the m from 2 to 100 that adds the most to what its proper divisors explain.

    If m adds less than a twentieth, the answer is (None, 0.0).

    >>> favourite_modulus(range(0, 1000, 4), range(1, 1000, 2))
    (2, 1.0)
    """
    parts = {m: explained(positions, moves, m) for m in range(2, 101)}
    adds = {m: part - max([parts[d] for d in range(2, m) if m % d == 0], default=0) for m, part in parts.items()}
    best = max(adds, key=lambda m: adds[m])
    return (best, parts[best]) if adds[best] >= 0.05 else (None, 0.0)
