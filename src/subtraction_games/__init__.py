"""Exact evaluation of subtraction games, after David Eppstein's "Faster Evaluation of Subtraction Games".

A *cold* position is what others call a P-position (whoever has just moved wins), a *hot* one an N-position; a
*nim-value* is also called Grundy value, Sprague-Grundy number or nimber. See the README for a first tour, and the
notebooks for the ideas.
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
    "PowerLaw",
    "cold_blocks",
    "cold_positions",
    "cold_positions_in_range",
    "cold_positions_without_end",
    "counts_below",
    "cubes",
    "digit_counts",
    "factorials",
    "fit_power_law",
    "legal_moves",
    "misere_cold_positions",
    "moser_de_bruijn",
    "nim_blocks",
    "nim_sum",
    "nim_values",
    "optimal_move",
    "powers",
    "practical",
    "primes",
    "records",
    "remoteness",
    "results",
    "squares",
    "triangular",
    "verify",
    "winning_moves",
]

__version__ = _version("subtraction-games")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
