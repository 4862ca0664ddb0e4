"""Toss the beginning of subtract-a-square, and see which remainders modulo 5 its cold positions prefer afterwards.

The paper asks why cold positions are 0 or 2 modulo 5. The page makes an experiment of it. A coin decides for each of
the positions below 1,000 whether it is a hotspot, and from there on the game follows its own rules. Two remainders win
if at least three quarters of the cold positions in the last half-doubling below 2^17 leave one of them.
"""

from __future__ import annotations

from html import escape

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import Positions
from ..evaluate import cold_positions
from .page import Page

COINS, END, BASE = 1000, 2**17, 5
EDGES = 2.0 ** np.arange(6, 17.5, 0.5)  # half-doublings, from 64 to END
TITLE = f"The remainders of cold positions modulo {BASE}"
SHADES, STEPS = " \u2591\u2592\u2593\u2588", (0.08, 0.16, 0.24, 0.4)  # a darker sign from each of these shares on


def tossed(seed: int) -> Positions:
    """Return the cold positions below 2^17 after a toss, whose coins depend on the seed alone (Ettinger's mulberry32).

    The page's script tosses the same coins.

    >>> tossed(1)[:5]
    array([ 0,  2,  7, 19, 24])
    """
    a = (seed + np.arange(1, COINS + 1) * 0x6D2B79F5).astype(np.uint32)
    t = (a ^ (a >> 15)) * (a | 1)
    t = (t + (t ^ (t >> 7)) * (t | 61)) ^ t
    tails = (t ^ (t >> 14)) < 2**31
    return cold_positions("squares", END, hotspots=np.flatnonzero(tails))


def shares(cold: ArrayLike) -> NDArray[np.float64]:
    """Return the share of each remainder among the cold positions of each half-doubling, a row for each of these."""
    cold = np.asarray(cold)
    cells = (np.searchsorted(EDGES, cold, side="right") - 1) * BASE + cold % BASE
    counts = np.bincount(cells[cold >= EDGES[0]], minlength=(EDGES.size - 1) * BASE).reshape(-1, BASE)
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def winners(cold: ArrayLike) -> tuple[int, ...]:
    """Return the two remainders that win, ascending, or () if none do.

    >>> winners(tossed(1)), winners(cold_positions("squares", 2**17))
    ((2, 4), (0, 2))
    """
    last = shares(cold)[-1]
    best = np.argsort(-last, kind="stable")[:2]
    return tuple(sorted(best.tolist())) if last[best].sum() >= 0.75 else ()


def toss(*, guess: bool = False) -> Page:
    """Return a page for tossing the beginning, with a tally of the winners. Where it can't run, it shows six tosses.

    The page tosses with the seeds 1, 2, 3, ... With `guess`, the reader first says which remainders will win, and the
    first seed is random.

    >>> print(toss().text.splitlines()[2])
    toss 1: 2 and 4 win        toss 2: 0 and 3 win        toss 3: 2 and 4 win
    """
    lines = [f"{TITLE}, from position 64 on the left to {END:,} on the right; the darker, the more"]
    for row in ((1, 2, 3), (4, 5, 6)):
        lines += ["", *("   ".join(parts).rstrip() for parts in zip(*map(_block, row), strict=True))]
    text = "\n".join(lines)
    config = {"guess": guess, "coins": COINS, "end": END, "base": BASE}
    return Page("toss.html", config, "Toss the beginning", 560, text, f"<pre>{escape(text)}</pre>", complete=True)


def _block(seed: int) -> list[str]:
    cold = tossed(seed)
    table, won = shares(cold), winners(cold)
    head = f"toss {seed}: {' and '.join(map(str, won))} win" if won else f"toss {seed}: no two win"
    lines = ["".join(SHADES[k] for k in np.searchsorted(STEPS, row, side="right")) for row in table.T]
    return [head.ljust(24), *(f"{r} {line}" for r, line in enumerate(lines))]
