"""A board to play on: subtraction games against an optimal opponent, in a notebook, a built page or a file.

Everything is in one self-contained page, board.html, which needs neither a library nor a network; Python only
writes the moves and the heaps into it. In a notebook the page stands in a frame of its own, so that neither its
styles nor its names nor its keys meddle with what is around it, and several boards fit on one page.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from .arguments import SubtractionSet, moves_below, whole_number
from .games import NAMED, powers

LARGEST_HEAP = 400  # coins that still fit on a screen
MOST_HEAPS = 6

OFFERED = {name: NAMED[name] for name in ("squares", "cubes", "triangular", "primes")} | {"powers": powers(2)}

CONFIG = '<script type="application/json" id="config">'  # what follows it, up to </script>, is ours to write

# The one table of class "dataframe" keeps sphinx themes from painting a light box behind the frame in dark mode,
# as they do for all output but tables.
FRAME = (
    '<table class="dataframe" style="display: none"></table>'
    '<iframe title="{title}" srcdoc="{page}" style="display: block; box-sizing: border-box; width: 100%; '
    'height: {height}px; border: 1px solid rgba(128, 128, 128, 0.4); border-radius: 12px"></iframe>'
)


@dataclass(frozen=True)
class Board:
    """A game to play: shown by a notebook as the value of a cell, or as a whole page by `page`.

    `moves` are those that the largest heap allowed on a board could use, ascending; `heaps` the sizes at the start.
    """

    moves: tuple[int, ...] = field(repr=False)
    heaps: tuple[int, ...]
    hints: bool = False

    def page(self) -> str:
        """A whole HTML document, in ASCII: the board below a form that chooses game, heaps and who starts.

        >>> board([1, 4, 9], [13]).page()[:15]
        '<!DOCTYPE html>'
        """
        return self._document(self.moves, whole=True)

    def _repr_html_(self) -> str:
        usable = tuple(s for s in self.moves if s <= max(self.heaps))
        page = self._document(usable, whole=False).replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
        return FRAME.format(title="A subtraction game to play", page=page, height=self._height(len(usable)))

    def _document(self, moves: tuple[int, ...], whole: bool) -> str:
        template = files(__package__).joinpath("board.html").read_text(encoding="utf-8")
        before, _, rest = template.partition(CONFIG)
        _, end, after = rest.partition("</script>")
        name = next((name for name, S in OFFERED.items() if _listed(S) == self.moves), None)
        config = {"heaps": self.heaps, "hints": self.hints, "moves": moves, "name": name, "whole": whole}
        return before + CONFIG + _as_script(config) + end + after

    def _height(self, moves: int) -> int:
        """About the pixels needed at 700 pixels of width; the page corrects it where it may."""
        heap = 120 + 34 * (1 + max(self.heaps) // 20) + 46 * (moves // 10)
        return 270 + heap * ((len(self.heaps) + 1) // 2) + 260 * self.hints


def board(S: SubtractionSet, heaps: Iterable[int], *, hints: bool = False) -> Board:
    """A board to play the subtraction game S on, from 1 to 6 heaps of at most 400 coins, against an optimal opponent.

    As the last line of a notebook's cell it shows the board. `board(...).page()` is a page to keep as a file. The
    opponent plays as `optimal_move` does. `hints` says whether hints are shown from the start: hot or cold, the
    nim-values and their exclusive or, and every winning move. What is shown is the same, byte for byte, every time.

    Raises TypeError or ValueError for what is not a subtraction set, or not such heaps.

    >>> from subtraction_games.games import squares
    >>> board(squares, [13, 9])
    Board(heaps=(13, 9), hints=False)
    """
    if not isinstance(hints, bool):
        raise TypeError(f"hints must be True or False, not {hints!r}")
    return Board(moves=_listed(S), heaps=_checked(heaps), hints=hints)


def _listed(S: SubtractionSet) -> tuple[int, ...]:
    return tuple(int(s) for s in moves_below(S, LARGEST_HEAP + 1))


def _checked(heaps: Any) -> tuple[int, ...]:
    allowed = f"a list of 1 to {MOST_HEAPS} whole numbers from 0 to {LARGEST_HEAP}"
    if isinstance(heaps, (str, bytes, dict)) or not isinstance(heaps, Iterable):
        raise TypeError(f"heaps must be {allowed}, not {heaps!r}")
    sizes = tuple(whole_number("every heap", size, least=0, most=LARGEST_HEAP) for size in heaps)
    if not 1 <= len(sizes) <= MOST_HEAPS:
        raise ValueError(f"heaps must be {allowed}, not {len(sizes)} of them")
    return sizes


def _as_script(config: dict[str, Any]) -> str:
    """JSON that is safe inside a script element: no "<" can end the element or open a comment."""
    text = json.dumps(config, sort_keys=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
