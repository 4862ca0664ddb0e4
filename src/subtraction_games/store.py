"""What a run leaves on disk: finished arrays, and the tables behind figures.

Everything is written to a temporary name first and then renamed, so a file that is there is whole. (Long runs keep
their blocks by `checkpoint`.)
"""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from . import evaluate, games
from .checkpoint import written_whole

HERE = Path(__file__).parent
COMPUTING = ("games.py", "blocks.py", "recurrence.py", "sieve.py", "convolution.py", "evaluate.py", "engine/*.py")


# --- places --------------------------------------------------------------------------------------------


def build_folder() -> Path:
    """Where finished arrays go: $SUBTRACTION_GAMES_BUILD, else build/ in the project around this folder."""
    here = Path.cwd()
    project = next((p for p in (here, *here.parents) if (p / "Makefile").exists() and (p / "src").is_dir()), here)
    return Path(os.environ.get("SUBTRACTION_GAMES_BUILD", project / "build"))


def output_folder() -> Path:
    """Where figures and comparisons go: $SUBTRACTION_GAMES_OUTPUT, else draft/ in the build folder.

    Only make sets the variable to anything that git tracks, so trying things out changes no committed file.
    """
    return Path(os.environ.get("SUBTRACTION_GAMES_OUTPUT", build_folder() / "draft"))


# --- finished arrays -----------------------------------------------------------------------------------


def kept(evaluator: Callable[..., np.ndarray], S: Callable[[int], Any], n: int) -> np.ndarray:
    """evaluator(S, n), read-only from disk if the code that stands here has computed it before.

    Both are functions with names, such as `cold_positions` and `squares`. An array older than the package's own
    source is computed again, as make would.
    """
    path = build_folder() / "data" / f"{evaluator.__name__}-{S.__name__}-{n}.npy"
    sources = [source for pattern in COMPUTING for source in HERE.glob(pattern)]  # what an array may depend on
    if not path.exists() or path.stat().st_mtime < max(source.stat().st_mtime for source in sources):
        array = evaluator(S, n)
        with written_whole(path) as temporary:
            np.save(temporary, array, allow_pickle=False)
    answer: np.ndarray = np.load(path, mmap_mode="r", allow_pickle=False)
    return answer


# --- tables --------------------------------------------------------------------------------------------


def write_table(path: Path, columns: Mapping[str, Iterable[Any]]) -> None:
    """Write columns of equal length as CSV, integers exactly and floats to all their digits."""
    rows = zip(*([_plain(value) for value in column] for column in columns.values()), strict=True)
    with written_whole(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


if __name__ == "__main__":  # python -m subtraction_games.store cold_positions squares 1073741824
    _evaluator, _set, _n = sys.argv[1:]
    kept(getattr(evaluate, _evaluator), getattr(games, _set), int(_n))
