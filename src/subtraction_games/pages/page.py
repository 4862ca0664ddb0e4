"""Self-contained pages: HTML with its styles, scripts and data inside, for a notebook's cell, a book or a file.

A page is a template of this package, into which Python writes the page's data, as JSON, and the files page.css and
page.js, which all pages share. No page needs a library or a network. In a notebook each page has a frame of its own, so
that its styles, names and keys don't affect the notebook, and several pages fit into one. Where scripts and frames are
removed, as on GitHub, the reader sees a fallback of pictures and words.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, ClassVar

CONFIG = '<script type="application/json" id="config">'  # Python replaces the text from here to </script>
STYLE, SCRIPT = '<style id="shared"></style>', '<script id="shared"></script>'

# The one table of class "dataframe" keeps sphinx themes from painting a light box behind the frame in dark mode, as
# they do for all output except tables. Once it runs, the page hides its fallback, the element "still"; without scripts
# the page itself stays hidden.
FRAME = (
    '<table class="dataframe" style="display: none"></table>'
    "<noscript><style>iframe.live {{ display: none !important }}</style></noscript>"
    '<iframe class="live" title="{title}" srcdoc="{page}" style="display: block; box-sizing: border-box; width: 100%; '
    'height: {height}px; border: 1px solid rgba(128, 128, 128, 0.4); border-radius: 12px"></iframe>'
    '<div class="still"><p>{title}: this needs JavaScript, and runs in JupyterLab (make lab, then Run &gt; Run All '
    "Cells) and in the web edition (make book).</p>{fallback}</div>"
)


class Page:
    """A page that a notebook shows, in a frame, as the value of a cell; `page()` returns it as a whole document."""

    TEMPLATE: ClassVar[str]  # the name of a file of this package

    def page(self) -> str:
        """A whole HTML document, in ASCII, that needs neither a library nor a network."""
        return self._document(whole=True)

    def _repr_html_(self) -> str:
        return framed(self._document(whole=False), *self._frame())

    def _config(self, whole: bool) -> dict[str, Any]:
        """The data for the template's script, for a whole page or for one in a frame."""
        raise NotImplementedError

    def _frame(self) -> tuple[str, int, str]:
        """(title, height at 700 pixels of width, fallback), for `framed`."""
        raise NotImplementedError

    def _document(self, whole: bool) -> str:
        """The template with styles, scripts and data written into it; always the same text."""
        config = json.dumps(self._config(whole) | {"whole": whole}, sort_keys=True, separators=(",", ":"))
        for sign in "<>&":  # so that no "<" ends the script element or opens a comment
            config = config.replace(sign, f"\\u{ord(sign):04x}")
        before, _, rest = _text(self.TEMPLATE).partition(CONFIG)
        _, end, after = rest.partition("</script>")
        text = before + CONFIG + config + end + after
        text = text.replace(STYLE, f"<style>\n{_text('page.css')}</style>")
        return text.replace(SCRIPT, f"<script>\n{_text('page.js')}</script>")


def framed(page: str, title: str, height: int, fallback: str) -> str:
    """HTML, in ASCII, with the page in a frame, as a notebook shows it.

    `title` names the frame for screen readers, and `height` is its height in pixels until the page corrects it.
    `fallback` is HTML that is shown until the page runs, after a line that says where it runs.

    >>> '<iframe class="live" title="A page" srcdoc="&lt;p>Hi"' in framed("<p>Hi", "A page", 90, "<p>Hello</p>")
    True
    """
    inside = page.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    text = FRAME.format(title=title, page=inside, height=height, fallback=fallback)
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
