"""Find cold positions leg by leg, and choose for each leg the method that a model expects to be fastest.

All methods give the same answer, and any method can continue from the results of another. We therefore cut range(n)
into *legs*, each of which ends at about sixteen times its start. Every leg is an `Evaluation`, either by residue
classes or by the sieve, and starts from all earlier results. Its method depends only on n, the moves and a `Census` of
the cold positions below its start. Since neither a clock nor the machine affects the choice, a run consists of the same
legs on every machine, even if it is stopped and continued.
"""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise

from subtraction_games.arguments import Moves, Positions

from .. import tuning
from ..sieve import Sieving
from ..support.blocks import Evaluation, Legs
from .choice import Census, cheapest, possible
from .slicing import Slicing


def leg_ends(n: int) -> list[int]:
    """Return the ends of the legs of range(n), which are ..., n // 256, n // 16 and n.

    >>> leg_ends(10**6)
    [15, 244, 3906, 62500, 1000000]
    """
    ends = [n]
    while ends[0] // tuning.LEG:
        ends.insert(0, ends[0] // tuning.LEG)
    return ends


def cold_evaluation(
    moves: Moves, n: int, hotspots: Positions, modulus: int, panels: int | None = None, start: int = 0
) -> Evaluation:
    """Return a `Slicing` into `modulus` residue classes, or a `Sieving` if the modulus is 0 or not `possible`.

    `panels` is the number of panels of 512 rows in a block, from 1 to 64. If `panels` is None, the evaluation chooses
    the number. A block begins at `start`, and the caller must `restore` all results below that position.
    """
    if modulus and possible(moves, n, modulus):
        return Slicing(moves, n, hotspots, modulus, panels, start)
    return Sieving(moves, n, hotspots)


def cold_legs(moves: Moves, n: int, hotspots: Positions, modulus: int | None = None, panels: int | None = None) -> Legs:
    """Return the legs of a run up to n, or one leg for a given modulus. `modulus` and `panels` only affect speed."""
    ends = leg_ends(n) if modulus is None else [n]

    def legs(blocks_of, position, earlier):
        census = Census()
        for start, stop in pairwise([0, *ends]):
            if stop <= position:
                census = census.after(earlier(start, stop))
                continue
            M = cheapest(moves, stop, census).modulus if modulus is None else modulus
            leg = cold_evaluation(moves, stop, hotspots, M, panels, start)
            leg.take_over(position, earlier)
            census = census.after(earlier(start, leg.position))
            with closing(blocks_of(leg)) as blocks:
                for block in blocks:
                    census = census.after(block.results)
                    yield block
            position, earlier = stop, leg.results_since

    return legs
