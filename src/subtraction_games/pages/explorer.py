"""A page for exploring the cold positions of a game. Its script evaluates the game by the sieve."""

from __future__ import annotations

from ..arguments import SubtractionSet, whole_number
from .page import Page, written

LEAST, MOST = 256, 2**18  # bounds on the number of positions that the page evaluates
WIDEST = 256


def explore(S: SubtractionSet, n: int, *, width: int = 64) -> Page:
    """Return a page for exploring the subtraction game S below n, for n from 256 to 2**18.

    A notebook displays the page, and `explore(...).page()` returns a page to save as a file. The page shows the cold
    positions in rows of `width` (from 1 to 256, set by a slider), their digits, their number and the nim-values.
    Readers can also choose another game. A set with neither a name in `games` nor a formula may have at most 4,096
    elements below n, because the page lists them. Raises TypeError or ValueError if S is not a subtraction set, or if
    a number is out of range.

    >>> explore("squares", 10**5, width=65)
    Explorer('squares', 100000, width=65)
    """
    n = whole_number("n", n, least=LEAST, most=MOST)
    width = whole_number("width", width, least=1, most=WIDEST)
    game = written(S, n)
    config, text = {"game": game, "n": n, "width": width}, f"Explorer({game!r}, {n}, width={width})"
    return Page("explorer.html", config, "A subtraction game to explore", 1500, text)
