"""Self-contained HTML pages for a notebook, the book or a file, with styles, scripts and data included.

Each page begins as a template in this package. Python inserts the page's data, as JSON, and the styles and scripts that
several pages share. No page needs a library or network access. In a notebook each page has a frame of its own, so that
its styles, names and keys affect nothing else. Where scripts and frames are removed, as on GitHub, the reader sees text
instead.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Any

from ..arguments import SubtractionSet
from ..games import NAMED
from ..sets import is_formula, moves_below, parse_set

CONFIG = '<script type="application/json" id="config">'  # Python replaces the text from here to </script>
SHARED = re.compile(r'<(?:style|script) id="(\w+\.(?:css|js))">')  # and inserts the named file after each of these
MOST_MOVES = 2**12  # the most elements that a page lists for a set without a name or formula

# The empty table of class "dataframe" keeps sphinx themes from painting a light box behind the frame in dark mode, as
# they do for all output except tables. A page that runs hides the element "still"; without scripts the frame is hidden.
FRAME = (
    '<table class="dataframe" style="display: none"></table>'
    "<noscript><style>iframe.live {{ display: none !important }}</style></noscript>"
    '<iframe class="live" title="{title}" srcdoc="{page}" style="display: block; box-sizing: border-box; width: 100%; '
    'height: {height}px; border: 1px solid rgba(128, 128, 128, 0.4); border-radius: 12px"></iframe>'
    '<div class="still">{still}</div>'
)
ELSEWHERE = """<p>{title}: this needs JavaScript, and runs in JupyterLab (make lab, then Run &gt; Run All Cells) \
and in the web edition (make book).</p>"""


@dataclass(frozen=True)
class Page:
    """A page that a notebook displays in a frame, as the value of a cell. Call `page()` for the whole document.

    The `template` is a file in this package, and `config` contains the data for its script. Screen readers announce the
    frame by its `title`, and `height` is its height in pixels until the page corrects it. A terminal prints `text`.
    Where it cannot run, readers see the HTML in `still`, after a sentence on where it can, unless that is `complete`.
    """

    template: str
    config: dict[str, Any]
    title: str
    height: int
    text: str
    still: str = ""
    complete: bool = False

    def __repr__(self) -> str:
        return self.text

    def page(self) -> str:
        """Return the page as an HTML document in ASCII. The same page always gives the same text."""
        return filled(text_of(self.template), self.config)

    def _repr_html_(self) -> str:
        inside = self.page().replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
        still = ("" if self.complete else ELSEWHERE.format(title=escape(self.title))) + self.still
        text = FRAME.format(title=escape(self.title), page=inside, height=self.height, still=still)
        return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def filled(template: str, config: dict[str, Any]) -> str:
    """Return the text of a template with its data and the files that it names inserted."""
    data = json.dumps(config, sort_keys=True, separators=(",", ":"))
    for sign in "<>&":  # so that no "<" ends the script element or opens a comment
        data = data.replace(sign, f"\\u{ord(sign):04x}")
    before, _, rest = template.partition(CONFIG)
    _, end, after = rest.partition("</script>")
    return SHARED.sub(lambda tag: f"{tag[0]}\n{text_of(tag[1])}", before + CONFIG + data + end + after)


def written(S: SubtractionSet, n: int) -> str:
    """Return the string that denotes the set below n on a page: its name, its formula or a list of its elements.

    A text is parsed first, so that a page never reads what Python would refuse. Raises ValueError if a set that must
    be listed has no element below n, or more than MOST_MOVES.

    >>> written([9, 1, 4], 9), written(NAMED["cubes"], 9), written("4 1,", 9), written("n**2 + 1", 9)
    ('1, 4', 'cubes', '1, 4', 'n**2 + 1')
    """
    game = parse_set(S) if isinstance(S, str) else S
    moves, name = moves_below(game, n), getattr(game, "__name__", "")
    if NAMED.get(name) is game or is_formula(game):
        return str(name)
    if isinstance(S, str):  # the reader may go on beyond n
        moves = moves_below(game, 2**62)
    if not 1 <= moves.size <= MOST_MOVES:
        allowed = f"from 1 to {MOST_MOVES} elements below {n}, or be written as a formula, such as 'n**3'"
        raise ValueError(f"S must have {allowed}, not have {moves.size}")
    return ", ".join(map(str, moves.tolist()))


def text_of(name: str) -> str:
    """Return the text of a file in this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
