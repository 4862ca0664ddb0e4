"""Subtraction games, after David Eppstein's "Faster Evaluation of Subtraction Games" (FUN 2018).

A *cold* position is what others call a P-position (whoever has just moved wins), a *hot* one an N-position; a
*nim-value* is also called Grundy value, Sprague-Grundy number or nimber. See the README for a first tour, and the
notebooks for the ideas.

core       the paper's algorithms as it states them, in numpy and scipy: begin here
games      subtraction sets by name: squares, cubes, primes, ...
formulas   sets and sizes written as text
evaluate   cold positions, nim-values, remoteness: arguments are checked, a method is chosen and called
play       several heaps at once: nim-sums and winning moves
analysis   what to read off the numbers: counts, digits, records, power laws
figures    how to draw it
record     the paper's numbers beside ours, and what was found
pages      a board, an explorer and steps to walk through: in a notebook, the book or a file
arguments  what a caller may pass, checked once
files      where figures and tables go, and tables themselves

`subtraction_engine`, beside this package, is the fast evaluator with its long runs; `evaluate` imports it when it is
asked for, and so do the four names below that are its own. `subtraction_theory` goes past the paper.
"""

from importlib import import_module as _import_module
from importlib.metadata import version as _version
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

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
from .play import legal_moves, nim_sum, optimal_move, winning_moves

if _TYPE_CHECKING:
    from subtraction_engine.longruns import cold_blocks, nim_blocks, results, verify

__all__ = [
    "PowerLaw", "cold_blocks", "cold_positions", "cold_positions_in_range", "cold_positions_without_end",
    "counts_below", "cubes", "digit_counts", "factorials", "fit_power_law", "legal_moves", "misere_cold_positions",
    "moser_de_bruijn", "nim_blocks", "nim_sum", "nim_values", "optimal_move", "powers", "practical", "primes",
    "records", "remoteness", "results", "squares", "triangular", "verify", "winning_moves"
]  # fmt: skip

__version__ = _version("subtraction-games")


def __getattr__(name: str) -> _Any:
    """A name that is the engine's, imported when it is first asked for (PEP 562)."""
    if name in ("cold_blocks", "nim_blocks", "results", "verify"):
        return getattr(_import_module("subtraction_engine.longruns"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
