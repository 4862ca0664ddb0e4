"""Pages that stand alone: HTML with its styles, scripts and data inside, for a notebook's cell, a book or a file.

A page is a template of this package. Python writes its data into it, as JSON, and with it what all pages share:
page.css and page.js. No page needs a library or a network. In a notebook it stands in a frame of its own, so that
neither its styles nor its names nor its keys meddle with what is around it, and several fit on one page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

CONFIG = '<script type="application/json" id="config">'  # what follows it, up to </script>, is ours to write
STYLE, SCRIPT = '<style id="shared"></style>', '<script id="shared"></script>'

# The one table of class "dataframe" keeps sphinx themes from painting a light box behind the frame in dark mode,
# as they do for all output but tables. The page hides what is "still" once it runs; without scripts, it is hidden.
FRAME = (
    '<table class="dataframe" style="display: none"></table>'
    "<noscript><style>iframe.live {{ display: none !important }}</style></noscript>"
    '<iframe class="live" title="{title}" srcdoc="{page}" style="display: block; box-sizing: border-box; width: 100%; '
    'height: {height}px; border: 1px solid rgba(128, 128, 128, 0.4); border-radius: 12px"></iframe>'
    '<div class="still">{still}<p>{title}: live where scripts run, in JupyterLab (make lab) and in the web edition '
    "(make book).</p></div>"
)


def document(template: str, config: Mapping[str, Any]) -> str:
    """A whole HTML document: the template of this package with that name, with the configuration written into it.

    The configuration is what JSON can write. The same arguments give the same text, in ASCII if the template is.

    >>> document("board.html", {"heaps": [13]})[:15]
    '<!DOCTYPE html>'
    """
    before, _, rest = _text(template).partition(CONFIG)
    _, end, after = rest.partition("</script>")
    text = before + CONFIG + as_script(config) + end + after
    text = text.replace(STYLE, f"<style>\n{_text('page.css')}</style>")
    return text.replace(SCRIPT, f"<script>\n{_text('page.js')}</script>")


def framed(page: str, title: str, height: int, still: str) -> str:
    """HTML, in ASCII, with the page in a frame: what a notebook shows as the value of a cell.

    `title` names the frame for screen readers; `height`, in pixels, is right until the page corrects it. `still` is
    HTML that stands below until the page runs, with a line that says where it does: where scripts and frames are
    taken out, that is all that is seen.

    >>> '<iframe class="live" title="A page" srcdoc="&lt;p>Hi"' in framed("<p>Hi", "A page", 90, "<p>Hello</p>")
    True
    """
    inside = page.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    text = FRAME.format(title=title, page=inside, height=height, still=still)
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def as_script(config: Mapping[str, Any]) -> str:
    r"""JSON that is safe inside a script element: no "<" can end the element or open a comment.

    >>> print(as_script({"game": "</script>"}))
    {"game":"\u003c/script\u003e"}
    """
    text = json.dumps(config, sort_keys=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
