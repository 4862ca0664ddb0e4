"""Steps of an algorithm to walk through: the state of each position, with buttons for next, back and play.

A notebook computes the steps; the page steps.html only shows them. Where no script runs, the reader can unfold all
steps as pictures; a terminal and the printed book show them as letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from numpy.typing import ArrayLike

from ..arguments import integers
from .fallback import cells as squares
from .fallback import image
from .page import Page

STATES = {" ": "outside", ".": "open", "h": "hot", "H": "hotspot", "m": "marked", "C": "cold"}
LETTERS = {state: letter for letter, state in STATES.items()}
KEY = {"C": "cold", "h": "hot", "m": "hot, marked in this step", "H": "hotspot", ".": "not settled yet"}
COLOURS = {" ": "", ".": "#FFFFFF", "h": "#F3D9C9", "H": "#9AA1A9", "m": "#D55E00", "C": "#0072B2"}

Frame = tuple[str, dict[str, str]]  # a caption, and a strip of letters for the name of each row
Pairs = tuple[tuple[int, int], ...]  # (from, to): the marking position and the marked one


@dataclass(frozen=True)
class Steps(Page):
    """Steps to walk through. A notebook shows them as the value of a cell, and `page` returns them as a whole page.

    `frames` holds a pair for each step: a caption, and a dict from the names of its rows to their strips (see `strip`).
    """

    frames: tuple[Frame, ...]
    title: str
    first: int = 0
    marks: tuple[Pairs, ...] = ()

    TEMPLATE = "steps.html"

    def __repr__(self) -> str:
        key = "; ".join(f"{letter} {state}" for letter, state in self._key())
        steps = (_in_letters(k, *frame) for k, frame in enumerate(self.frames, 1))
        return "\n\n".join([f"{self.title} ({key})", *steps])

    def _config(self, whole: bool) -> dict[str, Any]:
        frames = [(caption, list(rows.items())) for caption, rows in self.frames]  # JSON doesn't keep names in order
        states = list(STATES.items())
        return {"title": self.title, "first": self.first, "frames": frames, "states": states, "marks": self.marks}

    def _frame(self) -> tuple[str, int, str]:
        key = " &nbsp; ".join(f"{image(squares([COLOURS[letter]]), '')} {state}" for letter, state in self._key())
        pictures = [self._pictures(k, *frame) for k, frame in enumerate(self.frames, 1)]
        still = f"<details><summary>Show all steps</summary><p>{key}</p>{''.join(pictures)}</details>"  # on request
        return escape(self.title), 200 + 30 * len(self.frames[0][1]) + 240 * bool(self.marks), still

    def _key(self) -> list[tuple[str, str]]:
        used = {letter for _, rows in self.frames for cells in rows.values() for letter in cells}
        return [(letter, state) for letter, state in KEY.items() if letter in used]

    def _pictures(self, k: int, caption: str, rows: dict[str, str]) -> str:
        strips = [f"{escape(name)} {self._picture(cells)}".lstrip() for name, cells in rows.items()]
        return f"<p>{k}. {escape(caption)}</p>{'<br>'.join(strips)}"

    def _picture(self, cells: str) -> str:
        """A strip as a picture, described by the positions in each state."""
        at = {state: [str(k) for k, cell in enumerate(cells, self.first) if STATES[cell] == state] for state in LETTERS}
        words = [f"{state}: {', '.join(places)}" for state, places in at.items() if places and state != "outside"]
        return image(squares([COLOURS[letter] for letter in cells]), "; ".join(words) or "nothing")


def _in_letters(k: int, caption: str, rows: dict[str, str]) -> str:
    broad = max(map(len, rows))
    return "\n".join([f"{k}. {caption}", *(f"{name:>{broad}} {cells}".rstrip() for name, cells in rows.items())])


def steps(
    frames: Iterable[tuple[str, Mapping[str, str]]],
    title: str,
    *,
    first: int = 0,
    marks: Iterable[Iterable[tuple[int, int]]] = (),
) -> Steps:
    """Steps to walk through, each a caption and a dict from the names of its rows to strips of letters (see `strip`).

    There must be at least one step, and all must have the same rows of the same lengths, or ValueError is raised.
    `first` is the position of the first cell. As the last line of a notebook's cell, the call shows the steps. The same
    arguments give the same bytes.

    With `marks`, step k is the step of the paper's recursion that settles position k, after the convolution that
    carries marks from [k - h, k) to [k, k + h), where h is the largest power of two that divides k. `marks` holds pairs
    (from, to) of positions, and the page draws the convolutions above the strips, as squares over the cells that they
    mark. There must be as many steps as cells, or ValueError is raised.

    >>> print(steps([("0 is cold.", {"": strip(3, cold=[0])}), ("It marks 1.", {"": "Cm."})], "The sieve"))
    The sieve (C cold; m hot, marked in this step; . not settled yet)
    <BLANKLINE>
    1. 0 is cold.
    C..
    <BLANKLINE>
    2. It marks 1.
    Cm.
    """
    listed = tuple((caption, dict(rows)) for caption, rows in frames)
    shapes = {tuple((name, len(cells)) for name, cells in rows.items()) for _, rows in listed}
    if len(shapes) != 1 or () in shapes:
        raise ValueError(f"every step must have the same rows of the same lengths, one at least, not {sorted(shapes)}")
    carried = tuple(tuple(pairs) for pairs in marks)
    cells = {length for shape in shapes for _, length in shape}
    if carried and not cells == {len(listed)} == {len(carried)}:
        raise ValueError(f"with marks there must be a step for each cell, and marks for each, not {len(listed)} steps")
    return Steps(listed, title, first, carried)


def strip(length: int, **positions: ArrayLike) -> str:
    """The states of range(length), a letter for each position: open, hot, hotspot, marked, cold or outside.

    Each keyword names a state and lists its positions. Where two states overlap, the later one holds, and all other
    positions are open. Raises KeyError for another state, ValueError for positions that are repeated or not in
    range(length).

    >>> strip(6, hot=[1, 2], cold=[0, 2])
    'ChC...'
    """
    letters = ["."] * length
    for state, places in positions.items():
        for place in integers(state, places, least=0, stop=length):
            letters[place] = LETTERS[state]
    return "".join(letters)
