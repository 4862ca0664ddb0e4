"""A board for playing subtraction games against an optimal opponent, in a notebook, the book or a file.

The page is board.html; Python only writes the moves and the heaps into it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ..arguments import SubtractionSet, abbreviated, whole_numbers
from ..games import NAMED, powers
from ..sets import moves_below
from .fallback import coins, image
from .page import Page

LARGEST_HEAP = 400  # coins that still fit on a screen
MOST_HEAPS = 6

OFFERED = {name: NAMED[name] for name in ("squares", "cubes", "triangular", "primes")} | {"powers": powers(2)}


@dataclass(frozen=True)
class Board(Page):
    """A game to play. A notebook shows it as the value of a cell, and `page` returns it as a whole page.

    `moves` are all moves of the largest heap that a board allows, ascending, and `heaps` the sizes at the start. On the
    whole page a form above the board lets the reader choose the game, the heaps and who starts.
    """

    moves: tuple[int, ...] = field(repr=False)
    heaps: tuple[int, ...]
    hints: bool = False

    TEMPLATE = "board.html"

    def _config(self, whole: bool) -> dict[str, Any]:
        name = next((name for name, S in OFFERED.items() if _listed(S) == self.moves), None)
        moves = self.moves if whole else self._usable()
        return {"heaps": self.heaps, "hints": self.hints, "moves": moves, "name": name}

    def _frame(self) -> tuple[str, int, str]:
        heap = 120 + 34 * (1 + max(self.heaps) // 20) + 46 * (len(self._usable()) // 10)
        height = 270 + heap * ((len(self.heaps) + 1) // 2) + 260 * self.hints
        pictures = [f"<p>Heap {k}</p>{image(coins(size), _words(size))}" for k, size in enumerate(self.heaps, 1)]
        return "A subtraction game to play", height, "".join(pictures)

    def _usable(self) -> tuple[int, ...]:
        return tuple(s for s in self.moves if s <= max(self.heaps))


def board(S: SubtractionSet, heaps: int | Iterable[int], *, hints: bool = False) -> Board:
    """A board to play the subtraction game S on, from 1 to 6 heaps of at most 400 coins, against an optimal opponent.

    As the last line of a notebook's cell, the call shows the board; `board(...).page()` is a page to keep as a file.
    The opponent plays as `optimal_move` does. With `hints` the board shows from the start whether the position is hot
    or cold, the nim-values and their exclusive or, and every winning move. The same arguments give the same bytes.

    Raises TypeError or ValueError if S is not a subtraction set, or if there are too many heaps or a heap is too large.

    >>> from subtraction_games.games import squares
    >>> board(squares, [13, 9])
    Board(heaps=(13, 9), hints=False)
    """
    sizes = tuple(whole_numbers("heap", heaps, most=LARGEST_HEAP))
    if not 1 <= len(sizes) <= MOST_HEAPS:
        raise ValueError(f"heaps must be 1 to {MOST_HEAPS} whole numbers, not {abbreviated(heaps)}")
    return Board(moves=_listed(S), heaps=sizes, hints=bool(hints))


def _listed(S: SubtractionSet) -> tuple[int, ...]:
    return tuple(int(s) for s in moves_below(S, LARGEST_HEAP + 1))


def _words(size: int) -> str:
    return "1 coin" if size == 1 else f"{size} coins, ten in a row" if size else "an empty heap"
