"""Subtraction games, after David Eppstein's "Faster Evaluation of Subtraction Games" (FUN 2018).

A *cold* position is also known as a P-position (the previous player wins), a *hot* one as an N-position; a *nim-value*
is also called a Grundy value, Sprague-Grundy number or nimber. The README gives a first tour, and the notebooks explain
the ideas.

core       the paper's algorithms as it states them, in numpy and scipy: begin here
games      subtraction sets by name: squares, cubes, primes, ...
sets       subtraction sets as callers give them, turned into moves; sets and sizes as text
evaluate   cold positions, nim-values, remoteness: arguments are checked, a method is chosen and called
play       several heaps at once: nim-sums and winning moves
analysis   what the experiments measure: counts, digits, records, power laws
figures    the drawings, in one style
record     tables of the paper's numbers beside ours, and of our own findings
pages      a board, an explorer and step-by-step diagrams, for a notebook, the book or a file
arguments  checks of what a caller passes
files      where figures and tables are written
sources    a checksum of what Python sources mean apart from words

The package `subtraction_engine` contains the fast evaluator and its long runs. It is imported only when `evaluate` or
one of its four names below needs it. The package `subtraction_theory` goes beyond the paper.
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
    is_cold,
    misere_cold_positions,
    nim_values,
    period,
    remoteness,
)
from .games import cubes, factorials, moser_de_bruijn, powers, practical, primes, squares, triangular
from .play import legal_moves, nim_sum, optimal_move, winning_moves

if _TYPE_CHECKING:
    from subtraction_engine.longruns import cold_blocks, nim_blocks, results, verify

__all__ = [
    "PowerLaw", "cold_blocks", "cold_positions", "cold_positions_in_range", "cold_positions_without_end",
    "counts_below", "cubes", "digit_counts", "factorials", "fit_power_law", "is_cold", "legal_moves",
    "misere_cold_positions", "moser_de_bruijn", "nim_blocks", "nim_sum", "nim_values", "optimal_move", "period",
    "powers", "practical", "primes", "records", "remoteness", "results", "squares", "triangular", "verify",
    "winning_moves"
]  # fmt: skip

__version__ = _version("subtraction-games")


def __getattr__(name: str) -> _Any:
    """A name that is the engine's, imported when it is first asked for (PEP 562)."""
    if name in ("cold_blocks", "nim_blocks", "results", "verify"):
        return getattr(_import_module("subtraction_engine.longruns"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
