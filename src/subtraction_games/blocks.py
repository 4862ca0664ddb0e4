"""Long ranges walked in blocks, with a progress bar for whoever is watching."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from tqdm import tqdm

Block = TypeVar("Block", bound=tuple)  # type: ignore[type-arg]


def watched(settled: Iterable[Block], n: int, label: str) -> Iterator[Block]:
    """The same blocks, which begin with the half-open ranges (start, stop, ...) that cut range(n).

    A bar named `label` appears on stderr once two seconds have passed, in a terminal or a notebook that a
    person runs; never in a log, nor where the environment sets TQDM_DISABLE.

    >>> list(watched([(0, 2, "a"), (2, 3, "b")], 3, "example"))
    [(0, 2, 'a'), (2, 3, 'b')]
    """
    seen = sys.stderr.isatty() or "ipykernel" in sys.modules
    quiet = bool(os.environ.get("TQDM_DISABLE")) or not seen
    with tqdm(total=n, desc=label, delay=2, disable=quiet, unit=" positions", unit_scale=True) as bar:
        for block in settled:
            yield block
            bar.update(block[1] - block[0])


def blocks(n: int, size: int, label: str) -> Iterator[tuple[int, int]]:
    """The half-open ranges (start, stop) that cut range(n) into blocks of `size`, the last maybe shorter.

    >>> list(blocks(10, 4, "example"))
    [(0, 4), (4, 8), (8, 10)]
    """
    return watched(((start, min(start + size, n)) for start in range(0, n, size)), n, label)
