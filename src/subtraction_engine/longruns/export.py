"""The results of a long run for other programs: all of them, or their counts at powers of two, as a table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from subtraction_games.arguments import needs, whole_number
from subtraction_games.files import atomic_write, write_table

from .checkpoint import Results

FORMATS = (".csv", ".npz", ".parquet")


def all_results(stored: Results) -> dict[str, NDArray[np.integer]]:
    """Columns of all results: position of the cold positions; or position and nim_value of all positions."""
    if _are_cold_positions(stored):
        return {"position": stored.array}
    return {"position": np.arange(stored.stop), "nim_value": stored.array}


def counts(stored: Results, m: int = 1) -> dict[str, NDArray[np.integer]]:
    """Columns n, residue and cold: cold positions below the powers of two up to the end, by residue modulo m.

    Raises ValueError for a run of nim-values.
    """
    m = whole_number("residues", m, least=1, most=2**20)
    if not _are_cold_positions(stored):
        raise ValueError("counts are those of cold positions, and this run is of nim-values")
    ends = 2 ** np.arange(stored.stop.bit_length())
    at = np.searchsorted(stored.array, ends).tolist()
    between = [np.bincount(stored.array[i:j] % m, minlength=m) for i, j in zip([0, *at], at, strict=False)]
    below = np.cumsum(between, axis=0)
    return {"n": np.repeat(ends, m), "residue": np.tile(np.arange(m), ends.size), "cold": below.ravel()}


def _are_cold_positions(stored: Results) -> bool:
    return bool(np.issubdtype(stored.array.dtype, np.signedinteger))  # nim-values are unsigned


def write(path: Path, columns: Mapping[str, NDArray[np.integer]]) -> None:
    """Write a table in the format that the ending of its path names; ValueError for another ending.

    >>> write(Path("a.txt"), {})
    Traceback (most recent call last):
    ...
    ValueError: the file must end in .csv, .npz or .parquet, not a.txt
    """
    if path.suffix == ".csv":
        write_table(path, {name: column.tolist() for name, column in columns.items()})
    elif path.suffix == ".npz":
        with atomic_write(path) as temporary:
            np.savez(temporary, allow_pickle=False, **columns)  # type: ignore[arg-type]
    elif path.suffix == ".parquet":
        with needs("parquet"):
            import pyarrow as pa
            from pyarrow import parquet
        with atomic_write(path) as temporary:
            parquet.write_table(pa.table(dict(columns)), temporary)
    else:
        raise ValueError(f"the file must end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}, not {path.name}")
