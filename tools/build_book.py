"""Build the web edition of the notebooks into build/book. Once the environment is there, it needs no network.

    python tools/build_book.py

The pages of book/, the executed notebooks and the figures are laid together in build/book-source, with the API
pages, MathJax, the board to play on and the explorer; sphinx makes HTML of them. No notebook is executed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import subtraction_games as sg
from subtraction_games.board import board
from subtraction_games.explorer import explore
from subtraction_games.page import framed

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "build/book-source"
BOOK = ROOT / "build/book"
LARGEST_PAGE = 2 * 10**6  # bytes

# MathJax 3.2.2 as the package sphinx-mathjax-offline ships it: the same bytes as es5/tex-svg.js of mathjax on npm
MATHJAX_PACKAGE = "sphinx-mathjax-offline"
MATHJAX = "static/mathjax/tex-svg.js"
MATHJAX_SHA256 = "d4295dc33744836935c1399feece5159577b34c5c8ffb9f1c6324cd82e03a882"

LIVE = {"board": "play", "explorer": "explore"}  # the page of the book around each page that runs by itself

MODULES = (
    *("games", "written", "evaluate", "runs", "witness", "play", "board", "explorer", "steps", "analysis", "figures"),
    *("copies", "residues", "meanfield", "difference_free", "takeaway", "recurrence", "sieve", "convolution"),
    *("transform", "engine", "evaluation", "checkpoint", "cluster", "command"),
)


def build() -> None:
    """Make the book anew; on failure print why, and exit with 1."""
    if not all(importlib.util.find_spec(name) for name in ("sphinx", "myst_nb", MATHJAX_PACKAGE)):
        sys.exit("the book needs sphinx and its extensions: pip install -e '.[book]'")
    for folder in (SOURCE, BOOK, ROOT / "build/book-doctrees"):
        shutil.rmtree(folder, ignore_errors=True)
    lay_out(SOURCE)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-j", str(os.cpu_count())]
    places = ["-c", str(ROOT / "book"), "-d", str(ROOT / "build/book-doctrees"), str(SOURCE), str(BOOK)]
    if subprocess.run([*command, *places]).returncode:
        sys.exit("the book was not built: sphinx's messages stand above")
    for original in sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")):  # what is downloaded is what is committed
        shutil.copyfile(original, BOOK / "_sources/notebooks" / original.name)
    pages = {path: path.stat().st_size for path in BOOK.rglob("*.html")}
    for path, size in pages.items():
        if size > LARGEST_PAGE:
            sys.exit(f"{path} has {size:,} bytes, more than {LARGEST_PAGE:,}")
    print(f"{len(pages)} pages, the largest of {max(pages.values()):,} bytes: open {BOOK.relative_to(ROOT)}/index.html")


# --- the source ----------------------------------------------------------------------------------------


def lay_out(folder: Path) -> None:
    """Everything that sphinx reads, in one folder."""
    shutil.copytree(ROOT / "book", folder, ignore=shutil.ignore_patterns("conf.py", "__pycache__"))
    for part in ("notebooks", "notebooks/solutions", "figures", "api"):
        (folder / part).mkdir()
    for figure in (ROOT / "figures").glob("*.svg"):
        shutil.copyfile(figure, folder / "figures" / figure.name)
    for executed in [*(ROOT / "notebooks").glob("[0-9]*.ipynb"), *(ROOT / "notebooks/solutions").glob("*.ipynb")]:
        (folder / executed.relative_to(ROOT)).write_text(described(executed), encoding="utf-8")
    for name in MODULES:
        (folder / "api" / f"{name}.md").write_text(api_page(name), encoding="utf-8")
    api = folder / "api.md"
    api.write_text(api.read_text(encoding="utf-8").replace("NAMES", names_table()), encoding="utf-8")
    shutil.copyfile(mathjax(), folder / "_static/tex-svg.js")
    for name, page in live_pages().items():
        (folder / f"_static/{name}.html").write_text(page, encoding="utf-8")
        around = folder / f"{LIVE[name]}.md"
        frame = framed(page, f"The {name}", 1000, "")  # of the book's origin, opened from a file too: so it can grow
        around.write_text(around.read_text(encoding="utf-8").replace("FRAME", frame), encoding="utf-8")


def described(executed: Path) -> str:
    """The executed notebook, whose pictures are told to those who can't see them."""
    notebook = json.loads(executed.read_text(encoding="utf-8"))
    cells = notebook["cells"]
    for cell, following in zip(cells, [*cells[1:], {"source": []}], strict=True):
        for output in cell.get("outputs", []):
            if "image/png" in output.get("data", {}):
                cell["metadata"]["mystnb"] = {"image": {"alt": told(output, "".join(following["source"]))}}
    if executed.parent.name == "solutions":
        notebook["cells"] = folded(cells)
    return json.dumps(notebook).replace("](../book/", "](../")  # where the pages of book/ lie in the book


def folded(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cells of a notebook of solutions, each solution hidden below its heading until somebody opens it.

    A solution goes from its heading, of the second level, to the next one or to the last cell, which links back. What
    it is about stands on the first line below the heading, and stays in sight.

    >>> texts = ("# Title", "## One\\n\\n**Why?**\\nBecause.", "So.", "Back")
    >>> for cell in folded([{"cell_type": "markdown", "source": [text]} for text in texts]):
    ...     print("".join(cell["source"]).replace("\\n\\n", " | "))
    # Title
    ## One | **Why?** | <details class="solution"><summary>Show the solution</summary> | Because.
    So.
    </details>
    Back
    """
    hidden: list[dict[str, Any]] = []
    is_open = False
    for number, cell in enumerate(cells):
        text = "".join(cell["source"])
        heading = cell["cell_type"] == "markdown" and text.startswith("## ")
        if is_open and (heading or number == len(cells) - 1):
            end = {"cell_type": "markdown", "id": f"end-{number}", "metadata": {}, "source": ["</details>"]}
            hidden.append(end)
            is_open = False
        if heading:
            title, _, below = text.partition("\n\n")
            about, _, answer = below.partition("\n")
            opening = '<details class="solution"><summary>Show the solution</summary>'
            cell = cell | {"source": [f"{title}\n\n{about}\n\n{opening}\n\n{answer}"]}
            is_open = True
        hidden.append(cell)
    return hidden


def told(picture: dict[str, Any], below: str) -> str:
    """What is told of a picture: what its own cell says, else the beginning of the text below it."""
    return str(picture.get("metadata", {}).get("image/png", {}).get("alt") or alternative(below))


def alternative(text: str) -> str:
    """The first sentence of what stands below a picture, without its markup.

    >>> alternative("**Figure 2.** The number of *cold* positions below $n$. It grows.")
    'Figure 2. The number of cold positions below n'
    """
    first = text.split("\n\n")[0].replace("\n", " ")
    plain = re.sub(r"[*$`#\\]|\]\([^)]*\)|\[", "", first).strip()
    number, rest = re.match(r"(Figure \d+\. )?(.*)", plain).groups(default="")  # type: ignore[union-attr]
    return (number + re.split(r"[.:;] ", rest)[0].rstrip(".:")) or "What the code above draws"


def mathjax() -> Path:
    """Where MathJax lies; its bytes are checked, since every page will run it."""
    spec = importlib.util.find_spec(MATHJAX_PACKAGE)
    if spec is None or spec.origin is None:
        sys.exit(f"the book needs {MATHJAX_PACKAGE}: pip install -e '.[book]'")
    path = Path(spec.origin).parent / MATHJAX
    if hashlib.sha256(path.read_bytes()).hexdigest() != MATHJAX_SHA256:
        sys.exit(f"{path} is not the MathJax 3.2.2 that was checked; pip install --force-reinstall {MATHJAX_PACKAGE}")
    return path


def live_pages() -> dict[str, str]:
    """The pages that run by themselves, by name: subtract-a-square with three heaps, and below 100,000."""
    return {"board": board(sg.squares, [13, 20, 27]).page(), "explorer": explore(sg.squares, 10**5).page()}


# --- the API pages -------------------------------------------------------------------------------------


def api_page(name: str) -> str:
    """The page of a module: its docstring, and those of its public functions and classes.

    >>> print(api_page("play"))
    # `play`
    <BLANKLINE>
    ```{eval-rst}
    .. automodule:: subtraction_games.play
       :members:
    ```
    <BLANKLINE>
    """
    members = f".. automodule:: subtraction_games.{name}\n   :members:\n"
    if name == "engine":
        members += "   :imported-members:\n"
    return f"# `{name}`\n\n```{{eval-rst}}\n{members}```\n"


def names_table() -> str:
    """A row for each name of the package itself: a link to it, and the first sentence of its docstring."""
    rows = ["| name | what it gives |", "|---|---|"]
    for name in sg.__all__:
        thing = getattr(sg, name)
        first = re.split(r"(?<=[^.][.?])\s", inspect.getdoc(thing) or "", maxsplit=1)[0].replace("\n", " ")
        rows.append(f"| {{py:obj}}`{name} <{thing.__module__}.{name}>` | {escaped(first)} |")
    return "\n".join(rows)


def escaped(text: str) -> str:
    """The text for a table's cell of Markdown: only backticks keep their meaning.

    >>> escaped("O(|C|) for x**2, `n` at most")
    'O(\\\\|C\\\\|) for x\\\\*\\\\*2, `n` at most'
    """
    return re.sub(r"([\\*|_$\[\]<])", r"\\\1", text)


def readable(signature: str | None) -> str | None:
    """A signature or return type with the aliases that its author wrote.

    >>> readable("(a: ndarray[tuple[Any, ...], dtype[bool]], b: TypeAliasForwardRef('Moves'))")
    '(a: NDArray[bool], b: Moves)'
    >>> readable("~numpy.ndarray[tuple[~typing.Any, ...], ~numpy.dtype[~numpy.int64]]")
    'NDArray[int64]'
    """
    if signature is None:
        return None
    path = r"~?[\w.]*"  # of the module
    array = rf"{path}ndarray\[tuple\[{path}Any, \.\.\.\], {path}dtype\[(?:~?[\w.]*\.)?(\w+)\]\]"
    arrays = re.sub(array, r"NDArray[\1]", signature)
    return re.sub(r"[\w.~]*TypeAliasForwardRef\('(\w+)'\)", r"\1", arrays)


if __name__ == "__main__":
    sys.exit(__doc__) if sys.argv[1:] else build()
