"""Run a notebook's cells in the page's Python, and return what JupyterLab would show below each, as HTML."""

from __future__ import annotations

import ast
import base64
import io
import linecache
import os
import sys
import traceback
import warnings
from contextlib import redirect_stderr, redirect_stdout
from html import escape
from importlib import import_module
from types import ModuleType
from typing import Any

TEXT = '<div class="output {kind}"><div class="highlight"><pre>{text}</pre></div></div>'  # as MyST-NB writes it
namespace: dict[str, Any] = {"__name__": "__main__"}
shown: list[str] = []
printed = io.StringIO()


def begin() -> None:
    """Prepare Python for the package: its figures are drawn for a notebook, and passed to `display`."""
    os.environ |= {"MPLBACKEND": "agg", "SUBTRACTION_GAMES_OUTPUT": "/tmp/output"}
    for name in ("ipykernel", "IPython", "IPython.display"):
        sys.modules[name] = ModuleType(name)
    vars(sys.modules["IPython.display"])["display"] = display
    vars(sys.modules["IPython"])["get_ipython"] = lambda: None  # Matplotlib asks for it
    warnings.filterwarnings("ignore", "using the paper's own methods")  # a browser has no numba for the engine
    with redirect_stderr(io.StringIO()):  # where it says that it lists the fonts
        import_module("matplotlib.pyplot")
    import numpy as np

    bincount = np.bincount  # in 32 bits, as browsers' Python is, it refuses the 64-bit integers that positions are
    np.bincount = lambda x, *args, **options: bincount(np.asarray(x).astype(np.intp), *args, **options)


def display(data: dict[str, Any], *, raw: bool, metadata: dict[str, Any]) -> None:
    """Show a picture, as IPython's function of this name does."""
    picture, image = base64.b64encode(data["image/png"]).decode(), metadata["image/png"]
    show_printed()
    shown.append(f'<img alt="{escape(image["alt"])}" width="{image["width"]}" src="data:image/png;base64,{picture}">')


def show_printed() -> None:
    if printed.getvalue():
        shown.append(TEXT.format(kind="stream", text=escape(printed.getvalue())))
    printed.seek(0)
    printed.truncate()


def run(text: str, number: int) -> tuple[str, bool]:
    """Run a cell, and return what it shows and whether it ran to its end.

    >>> run("print('<')\\n6 * 7", 1)
    ('<div class="output stream">...<pre>&lt;\\n</pre>...<div class="output text_plain">...42...', True)
    >>> run("1 / 0", 2)
    ('...Traceback (most recent call last):\\n  File &quot;cell 2&quot;, line 1...ZeroDivisionError...', False)
    """
    shown.clear()
    name, done = f"cell {number}", False
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name  # tracebacks quote these lines
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            body = ast.parse(text, name).body
            last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
            exec(compile(ast.Module(body, []), name, "exec"), namespace)
            value = None
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), name, "eval"), namespace)
            show_printed()
            if value is not None:
                page = getattr(value, "_repr_html_", None)
                text = TEXT.format(kind="text_plain", text=escape(repr(value)))
                shown.append(f'<div class="output text_html">{page()}</div>' if page else text)
            done = True
        except BaseException as error:
            place = error.__traceback__
            while place and place.tb_frame.f_code.co_filename != name:  # it begins in the cell, not here
                place = place.tb_next
            show_printed()
            told = "".join(traceback.format_exception(type(error), error, place))
            shown.append(TEXT.format(kind="traceback", text=escape(told)))
    return "".join(shown), done
