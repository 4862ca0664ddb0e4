"""A set of moves slid along a set of positions: a copy under each position, and the sums of the columns."""

from __future__ import annotations

from html import escape

import numpy as np
from numpy.typing import ArrayLike

from ..arguments import integers
from .page import Page


def slide(C: ArrayLike, S: ArrayLike, n: int, *, powers: bool = False) -> Page:
    """Return a page that puts a copy of S under each member of C, one at a time, and adds up the columns 0 to n - 1.

    C and S are distinct whole numbers below n. With `powers` the columns are named 1, x, x^2, ... instead of 0, 1, 2,
    ... Raises ValueError if a number is repeated or out of range.

    >>> print(slide([0, 3], [1, 4], 8))
      C  #  #
      0   #  #
      3      #  #
    sum  1  2  1
    """
    positions, moves = (integers(name, each, least=0, stop=n) for name, each in (("C", C), ("S", S)))
    rows = {"C": np.isin(np.arange(n), positions)}
    rows |= {str(c): np.isin(np.arange(n) - c, moves) for c in positions.tolist()}
    lines = [f"{name:>3}  " + "".join(np.where(row, "#", " ")) for name, row in rows.items()]
    sums = sum(row.astype(int) for name, row in rows.items() if name != "C")
    lines.append("sum  " + "".join(str(k or " ") if k < 10 else "+" for k in np.asarray(sums).tolist()))
    text = "\n".join(line.rstrip() for line in lines)
    config = {"C": positions.tolist(), "S": moves.tolist(), "n": n, "powers": powers}
    return Page("slide.html", config, "Slide S along C", 420, text, f"<pre>{escape(text)}</pre>", complete=True)
