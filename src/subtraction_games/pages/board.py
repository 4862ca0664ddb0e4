"""A board on which to play subtraction games against an optimal opponent."""

from __future__ import annotations

from collections.abc import Iterable

from ..arguments import SubtractionSet, abbreviated, whole_numbers
from .page import Page, written

LARGEST_HEAP = 400  # the most coins that fit on a screen
MOST_HEAPS = 6


def board(S: SubtractionSet, heaps: int | Iterable[int]) -> Page:
    """Return a board on which to play the game S, with 1 to 6 heaps of at most 400 coins.

    A notebook displays the board, and `board(...).page()` returns a page to save as a file. The opponent makes a
    winning move if there is one, and otherwise takes as few coins as possible. In a form above the board, readers can
    choose another game, other heaps and who starts. Raises TypeError or ValueError if S is not a subtraction set, if a
    set with neither name nor formula has no element up to 400, if there are too many heaps, or if a heap is too large.

    >>> board("squares", [13, 9])
    Board('squares', [13, 9])
    """
    sizes = whole_numbers("heap", heaps, most=LARGEST_HEAP)
    if not 1 <= len(sizes) <= MOST_HEAPS:
        raise ValueError(f"heaps must be 1 to {MOST_HEAPS} whole numbers, not {abbreviated(heaps)}")
    game = written(S, LARGEST_HEAP + 1)
    height = 440 + (130 + 34 * (1 + max(sizes) // 20)) * ((len(sizes) + 1) // 2)
    config, text = {"game": game, "heaps": sizes}, f"Board({game!r}, {sizes})"
    return Page("board.html", config, "A subtraction game to play", height, text)
