"""Exact evaluation of subtraction games, after David Eppstein's "Faster Evaluation of Subtraction Games".

A *cold* position is what others call a P-position (whoever has just moved wins), a *hot* one an N-position; a
*nim-value* is also called Grundy value, Sprague-Grundy number or nimber. See the README for a first tour, and the
notebooks for the ideas.

games     subtraction sets: squares, cubes, primes, ..., and the same written as text
evaluate  cold positions, nim-values, remoteness: arguments are checked, a method is chosen and called
play      several heaps at once: nim-sums and winning moves
analysis  what to read off the numbers: counts, digits, records, power laws
figures   how to draw it
record    the paper's numbers beside ours, and what was found
cli       the command line: long runs with their estimates, and a page about a game of your own
paper     the paper's algorithms: the recurrence (the oracle for everything else), sieves, divide and conquer
engine    the fast exact evaluator, on all cores: panels by residue class, candidates on bit planes
longruns  a folder to stop in and to continue from, a dask cluster, spot checks by the definition alone
theory    the game inside the game, waves in residues, chance alone, sets without square differences
pages     a board, an explorer and steps to walk through: in a notebook, the book or a file
support   what all of these stand on: arguments, blocks, files, kernels, a bar
"""

from importlib.metadata import version as _version

from .analysis import PowerLaw, counts_below, digit_counts, fit_power_law, records
from .evaluate import (
    cold_positions,
    cold_positions_in_range,
    cold_positions_without_end,
    misere_cold_positions,
    nim_values,
    remoteness,
)
from .games import cubes, factorials, moser_de_bruijn, powers, practical, primes, squares, triangular
from .longruns.results import results
from .longruns.runs import cold_blocks, nim_blocks
from .longruns.verify import verify
from .play import legal_moves, nim_sum, optimal_move, winning_moves

__all__ = [
    "PowerLaw", "cold_blocks", "cold_positions", "cold_positions_in_range", "cold_positions_without_end",
    "counts_below", "cubes", "digit_counts", "factorials", "fit_power_law", "legal_moves", "misere_cold_positions",
    "moser_de_bruijn", "nim_blocks", "nim_sum", "nim_values", "optimal_move", "powers", "practical", "primes",
    "records", "remoteness", "results", "squares", "triangular", "verify", "winning_moves"
]  # fmt: skip

__version__ = _version("subtraction-games")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
