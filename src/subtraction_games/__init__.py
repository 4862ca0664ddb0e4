"""Subtraction games, after David Eppstein's "Faster Evaluation of Subtraction Games" (FUN 2018).

A *cold* position is also known as a P-position (the previous player wins) and a *hot* position as an N-position (the
next player wins). A *nim-value* is also called a Grundy value, Sprague-Grundy number or nimber. The README gives a
first tour, and the notebooks explain the ideas. These are the most common calls:

>>> cold = cold_positions("squares", 40)  # losing heaps; also for [1, 4, 9], "n**3" or lambda n: range(1, n, 2)
>>> nim_values("squares", 12)
array([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1], dtype=int32)
>>> winning_moves("squares", [20, 31, 7])  # (heap, tokens taken)
[(0, 1), (0, 16), (1, 9), (1, 16)]
>>> is_cold("squares", 20)  # does the player to move lose?
True
>>> period([2, 4, 7])  # (start, length) of a finite set's nim-values
(8, 3)
>>> counts_below(cold, [10, 20, 40])
array([ 4,  8, 12])
>>> digit_counts(cold, 5)  # by last digit in base 5, so by residue modulo 5
array([5, 0, 5, 0, 2])
>>> board("squares", 13)  # a notebook shows a board to play on; `explore` shows the cold positions as a pattern
Board('squares', [13])

* `core`: the paper's algorithms as the paper states them, in numpy (the module to read first)
* `games`: subtraction sets by name, such as squares, cubes and primes
* `sets`: subtraction sets in every form that a caller can pass, and sets and sizes given as text
* `evaluate`: cold positions, nim-values and remoteness, with an automatic choice of method
* `heaps`: games with several heaps, with their nim-sums and winning moves
* `analysis`: the measurements made in the experiments, from counts and digits to power laws and operation counts
* `figures`: the drawings, all in one style
* `reproduction`: the comparison of the paper's numbers with ours, for a table
* `pages`: a board, an explorer, questions and step-by-step diagrams, for a notebook, the book or a file
* `arguments`: checks of the arguments that a caller passes
* `files`: folders for figures and tables

The fast evaluator and the results beyond the paper are packages of their own, in the folders engine and beyond.
"""

from importlib import import_module as _import_module
from importlib.metadata import version as _version
from importlib.util import find_spec as _find_spec
from typing import Any as _Any

from .analysis import PowerLaw, counts_below, digit_counts, fit_power_law, records
from .evaluate import cold_positions, misere_cold_positions, nim_values, period, remoteness
from .evaluate import engine as _engine
from .games import cubes, factorials, moser_de_bruijn, powers, practical, primes, squares, triangular
from .heaps import is_cold, nim_sum, winning_moves
from .pages.board import board
from .pages.explorer import explore

__all__ = [
    "PowerLaw", "board", "cold_blocks", "cold_positions", "counts_below", "cubes", "digit_counts", "explore",
    "factorials", "fit_power_law", "is_cold", "misere_cold_positions", "moser_de_bruijn", "nim_blocks", "nim_sum",
    "nim_values", "period", "powers", "practical", "primes", "records", "remoteness", "results", "squares",
    "triangular", "verify", "winning_moves",
]  # fmt: skip

__version__ = _version("subtraction-games")
_OF_THE_ENGINE = ("cold_blocks", "nim_blocks", "results", "verify")


def __getattr__(name: str) -> _Any:
    """On first use, import a name that needs an optional dependency (PEP 562)."""
    if name in _OF_THE_ENGINE:
        return getattr(_engine("longruns"), name)
    if name == "figures":
        return _import_module(".figures", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, except those that need a missing extra, because `help` evaluates every name."""
    missing = {*(() if _find_spec("numba") else _OF_THE_ENGINE), "" if _find_spec("matplotlib") else "figures"}
    return sorted({*__all__, "analysis", "core", "figures", "games", "pages", "__version__"} - missing)
