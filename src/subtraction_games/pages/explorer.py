"""An explorer for the cold positions of a game, in rows of any width, in a notebook, the book or a file.

The page is explorer.html, which evaluates the game by the sieve; Python only writes the game and the first view into
it.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from ..arguments import SubtractionSet, whole_number
from ..core import cold_by_sieving
from ..games import NAMED
from ..sets import moves_below
from .fallback import dots, image
from .page import Page

LEAST, MOST = 256, 2**18  # bounds of the number of positions that the page evaluates
WIDEST, LARGEST_BASE = 256, 30
MOST_MOVES = 2**12  # elements of a set without a name or a formula, which the page must contain
FALLBACK_ROWS, HEIGHT = 60, 1560  # rows of the fallback picture; pixels of the page


@dataclass(frozen=True)
class Explorer(Page):
    """A game to explore. A notebook shows it as the value of a cell, and `page` returns it as a whole page.

    `game` is a text for `sets.parse_set`, and `n` the number of positions; the page opens with `width` and `base`.
    """

    game: str
    n: int
    width: int = 64
    base: int = 5

    TEMPLATE = "explorer.html"

    def _config(self, whole: bool) -> dict[str, Any]:
        return {"game": self.game, "n": self.n, "width": self.width, "base": self.base, "rows": 120}

    def _frame(self) -> tuple[str, int, str]:
        rows = min(FALLBACK_ROWS, self.n // self.width)
        below = rows * self.width
        cold = cold_by_sieving(moves_below(self.game, below), below)
        game = self.game if len(self.game) <= 60 else self.game[:57] + "..."
        words = f"The cold positions of the game {game} below {below:,}, {self.width} to a row"
        picture = image(dots(cold, self.width, rows), words)
        return "A subtraction game to explore", HEIGHT, f"{picture}<p>{escape(words)}.</p>"


def explore(S: SubtractionSet, n: int, *, width: int = 64, base: int = 5) -> Explorer:
    """A page for exploring the subtraction game S below n, which is from 256 to 2**18.

    As the last line of a notebook's cell, the call shows the page; `explore(...).page()` is a page to keep as a file.
    The page shows the cold positions in rows of `width` (1 to 256, which a slider changes), their digits in `base` (2
    to 30), their number and the nim-values, and lets the reader choose another game. The same arguments give the same
    bytes.

    A set that is neither named in `games` nor made by `parse_set` is written down number by number, so it may
    have at most 4,096 elements below n. Raises TypeError or ValueError if S is not a subtraction set, or a number is
    out of range.

    >>> from subtraction_games.games import squares
    >>> explore(squares, 10**5, width=65)
    Explorer(game='squares', n=100000, width=65, base=5)
    """
    n = whole_number("n", n, least=LEAST, most=MOST)
    width = whole_number("width", width, least=1, most=WIDEST)
    base = whole_number("base", base, least=2, most=LARGEST_BASE)
    return Explorer(_written(S, n), n, width, base)


def _written(S: SubtractionSet, n: int) -> str:
    """The text from which the page makes the set: its name, its formula, or else its elements below n."""
    moves, name = moves_below(S, n), getattr(S, "__name__", "")
    if isinstance(S, str):
        return S.strip()
    if NAMED.get(name) is S or getattr(S, "__module__", "") == "subtraction_games.sets":
        return str(name)
    if not 1 <= moves.size <= MOST_MOVES:
        allowed = f"from 1 to {MOST_MOVES} elements below {n}, or be written as a formula, such as 'n**3'"
        raise ValueError(f"S must have {allowed}, not have {moves.size}")
    return ", ".join(map(str, moves.tolist()))
