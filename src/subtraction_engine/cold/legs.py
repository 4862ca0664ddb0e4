"""A run of cold positions: one leg after another, each by the method that a model expects to be fastest there.

The answer does not depend on the modulus, and any method can go on from what another has found. So range(n) is cut into
*legs*, each to four times the position where it begins, and every leg is a plain `Evaluation`, by residue classes or by
the sieve, that takes over all results so far. What a leg is follows from n, the moves, and the cold positions below its
start (how many, and the residues of the last ones), and from nothing else: neither from a clock nor from the machine.
So a run takes the same legs everywhere, and one that was stopped goes on as if it had not been.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from itertools import pairwise

from subtraction_games.arguments import Moves, Positions, require_memory

from ..sieve import Sieving
from ..support.blocks import Block, Evaluation, Legs, Settled, Work, hand_over, one_leg
from .modulus import Census, cheapest, possible
from .slicing import Slicing, cold_bytes
from .tuning import FIRST, GROWTH


def leg_ends(n: int) -> list[int]:
    """The ends of the legs of range(n): n, a quarter of it, and so on, as long as that is more than FIRST.

    >>> leg_ends(10**6)
    [62500, 250000, 1000000]
    """
    ends = [n]
    while ends[0] // GROWTH > FIRST:
        ends.insert(0, ends[0] // GROWTH)
    return ends


def cold_recipe(
    moves: Moves, n: int, hotspots: Positions, modulus: int, tile: int | None = None, start: int = 0
) -> Callable[[], Evaluation]:
    """A function that makes an evaluation by this many residue classes, or by the sieve for 0 and where these are not
    `possible`.

    tile: panels of 512 rows in a block, 1 to 64; None for the usual number. start: the position it is restored to.
    """
    if not modulus or not possible(moves, n, modulus):
        return partial(Sieving, moves, n, hotspots)
    purpose = f"finding the cold positions below {n} by {modulus} residue classes"
    require_memory(cold_bytes(n, modulus, tile=tile), purpose)
    return partial(Slicing, moves, n, hotspots, modulus, tile, start)


def _legs(moves: Moves, n: int, hotspots: Positions, work: Work, position: int, settled: Settled) -> Generator[Block]:
    """Yield the blocks that are still to do: `Legs` for the three arguments bound first."""
    census = Census()
    for start, stop in pairwise([0, *leg_ends(n)]):
        if stop <= position:
            census = census.after(settled(start, stop))
            continue
        recipe = cold_recipe(moves, stop, hotspots, cheapest(moves, stop, census).modulus, start=start)
        evaluation = recipe()
        hand_over(evaluation, position, settled)
        census = census.after(settled(start, evaluation.position))
        with closing(work(evaluation, recipe)) as blocks:
            for block in blocks:
                census = census.after(block.found)
                yield block
        position, settled = stop, evaluation.results_since


# --- the whole range -------------------------------------------------------------------------------------


def cold_legs(moves: Moves, n: int, hotspots: Positions, modulus: int | None = None, tile: int | None = None) -> Legs:
    """The legs of a run to n; for a given modulus the one that `cold_recipe` makes. The positions depend on neither."""
    if modulus is None:
        return partial(_legs, moves, n, hotspots)
    return partial(one_leg, cold_recipe(moves, n, hotspots, modulus, tile))
