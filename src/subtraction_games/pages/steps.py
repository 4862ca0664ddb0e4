"""Walk through algorithms step by step, with the state of each position and buttons for next, back and play.

Without JavaScript, readers can unfold all steps as plain text, the form that a terminal and the printed book show. A
page has a mode, which says what else it shows: `steps` and `sieve` below are for its modes "", "recursion" and "sieve".
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..arguments import SubtractionSet, integers, whole_number
from ..evaluate import cold_positions
from ..sets import moves_below
from .page import Page

MOST_TO_SIEVE = 100
LETTERS = {"hot": "h", "hotspot": "H", "marked": "m", "cold": "C"}
KEY = {"C": "cold", "h": "hot", "m": "hot, marked in this step", "H": "hotspot", ".": "not settled yet"}


def steps(frames: Iterable[tuple[str, str]], title: str, *, marks: Iterable[Iterable[tuple[int, int]]] = ()) -> Page:
    """Return a page for walking through steps, each with a caption and a strip of letters (see `strip`).

    With `marks`, step k is the step of the paper's recursion that settles position k. Before this step, a convolution
    carries marks from [k - h, k) to [k, k + h), where h is the largest power of two that divides k. The list marks[k]
    contains the marks of this convolution as pairs (from, to) of positions. The page draws the convolutions above the
    strip, as squares over the cells that they mark. Raises ValueError if there are no steps, if the strips differ in
    length, or if `marks` is passed without a step and a list for each cell.

    >>> print(steps([("0 is cold.", strip(3, cold=[0])), ("It marks 1.", "Cm.")], "The sieve"))
    The sieve (C cold; m hot, marked in this step; . not settled yet)
    <BLANKLINE>
    1. 0 is cold.
    C..
    <BLANKLINE>
    2. It marks 1.
    Cm.
    """
    listed, carried = [*frames], [[*pairs] for pairs in marks]
    if carried and not {len(cells) for _, cells in listed} == {len(listed)} == {len(carried)}:
        raise ValueError(f"with marks there must be a step for each cell, and marks for each, not {len(listed)} steps")
    return _page(listed, title, 230 + 240 * bool(carried), "recursion" if carried else "", carried)


def sieve(S: SubtractionSet, n: int) -> Page:
    """Return a page on which the reader sieves the positions below n, for n up to 100, by clicking the cold ones.

    A click on the smallest position without a mark makes its marks. For any other position the page gives the reason
    why it is hot, or not next. The last step tells how many marks, looks and pairs there are. Without JavaScript,
    readers can unfold the sieve's steps.

    >>> print(sieve([1, 2], 4).text.partition("3. ")[2])
    3 has no mark, so it is cold, and it marks nothing below 4.
    ChhC
    """
    n = whole_number("n", n, least=1, most=MOST_TO_SIEVE)
    moves, cold, hot = moves_below(S, n), cold_positions(S, n), np.array([], dtype=np.int64)
    frames = [("Nothing is marked yet.", strip(n))]
    for place in cold:
        marked = place + moves[moves < n - place]
        caption = (
            f"{place} has no mark, so it is cold, and it marks {', '.join(map(str, marked)) or f'nothing below {n}'}."
        )
        frames.append((caption, strip(n, hot=hot, marked=marked, cold=cold[cold <= place])))
        hot = np.union1d(hot, marked)
    return _page(frames, "Be the sieve: click the next cold position", 420, "sieve", moves.tolist())


def _page(listed: list[tuple[str, str]], title: str, height: int, mode: str, data: list[Any]) -> Page:
    """Return a page of steps in one of the modes of steps.html, with the data that this mode reads."""
    lengths = {len(cells) for _, cells in listed}
    if len(lengths) != 1:
        raise ValueError(f"there must be steps, with strips of the same length, not of {sorted(lengths)}")
    key = [(letter, state) for letter, state in KEY.items() if any(letter in cells for _, cells in listed)]
    parts = [f"{title} ({'; '.join(map(' '.join, key))})"]
    parts += [f"{k}. {caption}\n{cells}" for k, (caption, cells) in enumerate(listed, 1)]
    text = "\n\n".join(parts)
    config = {"title": title, "frames": listed, "mode": mode, "data": data, "key": key}
    still = f"<details><summary>Show all steps</summary><pre>{escape(text)}</pre></details>"
    return Page("steps.html", config, title, height, text, still)


def strip(length: int, **positions: ArrayLike) -> str:
    """Return a string with a letter for the state of each position in range(length), or "." if it is not settled yet.

    Each keyword (hot, hotspot, marked or cold) lists the positions in that state, and a later keyword overrides an
    earlier one. Raises KeyError for any other state, and ValueError for positions that are repeated or out of range.

    >>> strip(6, hot=[1, 2], cold=[0, 2])
    'ChC...'
    """
    letters = ["."] * length
    for state, places in positions.items():
        for place in integers(state, places, least=0, stop=length):
            letters[place] = LETTERS[state]
    return "".join(letters)
