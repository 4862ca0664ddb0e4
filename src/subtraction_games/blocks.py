"""Long ranges walked in blocks, with a progress bar for whoever is watching."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from tqdm import tqdm


def blocks(n: int, size: int, label: str) -> Iterator[tuple[int, int]]:
    """The half-open ranges (start, stop) that cut range(n) into blocks of `size`, the last maybe shorter.

    A bar named `label` appears on stderr once two seconds have passed, in a terminal or a notebook that a
    person runs; never in a log, nor where the environment sets TQDM_DISABLE.

    >>> list(blocks(10, 4, "example"))
    [(0, 4), (4, 8), (8, 10)]
    """
    watched = sys.stderr.isatty() or "ipykernel" in sys.modules
    quiet = bool(os.environ.get("TQDM_DISABLE")) or not watched
    with tqdm(total=n, desc=label, delay=2, disable=quiet, unit=" positions", unit_scale=True) as bar:
        for start in range(0, n, size):
            stop = min(start + size, n)
            yield start, stop
            bar.update(stop - start)
