"""The only place where this package names the fast evaluator, a package of its own that is imported when it is needed.

An engine is a package with the modules `answers` (`cold_positions` and `nim_values`) and `longruns` (`cold_blocks`,
`nim_blocks`, `results` and `verify`).
"""

from importlib import import_module
from typing import Any

from .files import note_read

ENGINE = "subtraction_engine"


def engine(part: str = "longruns") -> Any:
    """Return a module of the engine. Raises ImportError if the engine, or a package that it needs, is not installed.

    A notebook that make runs notes that its results depend on the engine.
    """
    module = import_module(f"{ENGINE}.{part}")
    note_read(ENGINE)
    return module
