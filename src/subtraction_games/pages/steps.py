"""Steps to walk through: what an algorithm knows of each position, drawn step by step with next, back and play.

A notebook computes the steps; the page steps.html only shows them. Where no script runs they stand still below one
another, as pictures; in a terminal and in print as letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from numpy.typing import ArrayLike

from ..support.arguments import integers, whole_number
from .page import document, framed
from .still import image
from .still import strip as squares

STATES = {" ": "outside", ".": "open", "h": "hot", "H": "hotspot", "m": "marked", "C": "cold"}
LETTERS = {state: letter for letter, state in STATES.items()}
KEY = {"C": "cold", "h": "hot", "m": "hot, marked in this step", "H": "hotspot", ".": "not settled yet"}
COLOURS = {" ": "", ".": "#FFFFFF", "h": "#F3D9C9", "H": "#9AA1A9", "m": "#D55E00", "C": "#0072B2"}
LONGEST, MOST_FRAMES = 120, 100

Frame = tuple[str, dict[str, str]]  # what is said, and a strip of letters for each name of a row


@dataclass(frozen=True)
class Steps:
    """Steps to walk through: shown by a notebook as the value of a cell, or as a whole page by `page`.

    `frames` are pairs of a caption and of strips, as `strip` makes them, by the names of their rows.
    """

    frames: tuple[Frame, ...]
    title: str
    first: int = 0

    def page(self) -> str:
        """A whole HTML document, in ASCII, that needs neither a library nor a network.

        >>> steps([("0 is cold.", {"": "C."})], "The sieve").page()[:15]
        '<!DOCTYPE html>'
        """
        return self._document(whole=True)

    def __repr__(self) -> str:
        return "\n\n".join([f"{self.title} ({self._key()})", *map(self._in_letters, range(len(self.frames)))])

    def _repr_html_(self) -> str:
        used = [(letter, state) for letter, state in KEY.items() if letter in self._used()]
        key = " &nbsp; ".join(f"{image(squares([COLOURS[letter]]), '')} {state}" for letter, state in used)
        still = f"<p>{key}</p>" + "".join(map(self._still, range(len(self.frames))))
        height = 200 + 30 * len(self.frames[0][1])
        return framed(self._document(whole=False), escape(self.title), height, still)

    def _document(self, whole: bool) -> str:
        frames = [(caption, list(rows.items())) for caption, rows in self.frames]  # JSON keeps no order of names
        config = {"title": self.title, "first": self.first, "frames": frames, "states": list(STATES.items())}
        return document("steps.html", config | {"whole": whole})

    def _key(self) -> str:
        return "; ".join(f"{letter} {state}" for letter, state in KEY.items() if letter in self._used())

    def _used(self) -> set[str]:
        return {letter for _, rows in self.frames for cells in rows.values() for letter in cells}

    def _in_letters(self, k: int) -> str:
        caption, rows = self.frames[k]
        broad = max(map(len, rows))
        return "\n".join(
            [f"{k + 1}. {caption}", *(f"{name:>{broad}} {cells}".rstrip() for name, cells in rows.items())]
        )

    def _still(self, k: int) -> str:
        caption, rows = self.frames[k]
        strips = [f"{escape(name)} {self._picture(cells)}".lstrip() for name, cells in rows.items()]
        return f"<p>{k + 1}. {escape(caption)}</p>{'<br>'.join(strips)}"

    def _picture(self, cells: str) -> str:
        """A strip as a picture, with the positions of each of its states in words."""
        at = {
            state: [self.first + k for k, cell in enumerate(cells) if cell == letter]
            for letter, state in STATES.items()
        }
        told = [f"{state}: {', '.join(map(str, at[state]))}" for state in at if at[state] and state != "outside"]
        return image(squares([COLOURS[letter] for letter in cells]), "; ".join(told) or "nothing")


def steps(frames: Iterable[tuple[str, Mapping[str, str]]], title: str, *, first: int = 0) -> Steps:
    """Steps to walk through: for each a caption, and strips of letters (see `strip`) by the names of their rows.

    From 1 to 100 steps, all with the same rows, all strips of the same length, from 1 to 120 positions; `first` is the
    position of their first cell. As the last line of a notebook's cell it shows them. The same arguments give the
    same bytes. Raises TypeError or ValueError for anything else.

    >>> print(steps([("0 is cold.", {"": strip(3, cold=[0])}), ("It marks 1.", {"": "Cm."})], "The sieve"))
    The sieve (C cold; m hot, marked in this step; . not settled yet)
    <BLANKLINE>
    1. 0 is cold.
    C..
    <BLANKLINE>
    2. It marks 1.
    Cm.
    """
    if not isinstance(title, str):
        raise TypeError(f"title must be a text, not {title!r}")
    listed = tuple((caption, dict(rows)) for caption, rows in frames)
    if not 1 <= len(listed) <= MOST_FRAMES:
        raise ValueError(f"frames must be from 1 to {MOST_FRAMES} steps, not {len(listed)}")
    for caption, rows in listed:
        if not isinstance(caption, str):
            raise TypeError(f"every caption must be a text, not {caption!r}")
        _check(rows, like=listed[0][1])
    return Steps(listed, title, whole_number("first", first, least=0))


def strip(length: int, **positions: ArrayLike) -> str:
    """A letter for each position of range(length): which of the states open, hot, hotspot, marked, cold or outside.

    Each keyword is a state with the positions that have it; a later one has the last word, and the rest are open.
    Raises TypeError for another state, ValueError for positions that are not distinct in range(length).

    >>> strip(6, hot=[1, 2], cold=[0, 2])
    'ChC...'
    """
    length = whole_number("length", length, least=1, most=LONGEST)
    letters = ["."] * length
    for state, places in positions.items():
        if state not in LETTERS:
            raise TypeError(f"a state must be one of {', '.join(LETTERS)}, not {state!r}")
        for place in integers(state, places, least=0, stop=length):
            letters[place] = LETTERS[state]
    return "".join(letters)


def _check(rows: Mapping[str, Any], like: Mapping[str, Any]) -> None:
    if not rows or list(rows) != list(like):
        raise ValueError(f"every step must have the same rows, one at least: {list(like)}, not {list(rows)}")
    length = len(next(iter(like.values())))
    for name, cells in rows.items():
        if not isinstance(cells, str) or not set(cells) <= STATES.keys():
            raise ValueError(f"row {name!r} must be a text of the letters {''.join(STATES)!r}, not {cells!r}")
        if not 1 <= len(cells) == length <= LONGEST:
            raise ValueError(f"row {name!r} must have as many letters as the first, 1 to {LONGEST}, not {len(cells)}")
