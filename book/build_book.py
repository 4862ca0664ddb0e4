"""Build the web edition of the notebooks into build/book. Once the environment is there, it needs no network.

    python book/build_book.py

The pages of book/, the executed notebooks and the figures are laid together in build/book-source, with the API
pages, MathJax, the board to play on and the explorer; sphinx makes HTML of them. No notebook is executed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import json
import re
import shutil
import subprocess
import sys
from html import escape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import crossrefs

import subtraction_games as sg
from subtraction_games.pages.board import board
from subtraction_games.pages.explorer import explore
from subtraction_games.pages.page import framed

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "build/book-source"
BOOK = ROOT / "build/book"
PDF = ROOT / "build/subtraction-games.pdf"  # offered where it has been made
LARGEST_PAGE = 500_000  # bytes; what the search reads is no larger

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
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going"]
    places = ["-c", str(ROOT / "book"), "-d", str(ROOT / "build/book-doctrees"), str(SOURCE), str(BOOK)]
    if subprocess.run([*command, *places]).returncode:
        sys.exit("the book was not built: sphinx's messages stand above")
    for executed in executed_notebooks():  # what is downloaded is what is committed
        for original in (executed, executed.with_suffix(".py")):
            shutil.copyfile(original, BOOK / download(original))
    if PDF.exists():
        shutil.copyfile(PDF, BOOK / PDF.name)
    (BOOK / "_static/search-texts.js").write_text(search_texts(BOOK), encoding="utf-8")
    pages = {path: path.stat().st_size for path in [*BOOK.rglob("*.html"), BOOK / "_static/search-texts.js"]}
    for path, size in pages.items():
        if size > LARGEST_PAGE:
            sys.exit(f"{path} has {size:,} bytes, more than {LARGEST_PAGE:,}")
    largest = max(pages.values())
    print(f"{len(pages) - 1} pages, the largest of {largest:,} bytes: open {BOOK.relative_to(ROOT)}/index.html")


# --- the source ----------------------------------------------------------------------------------------


def lay_out(folder: Path) -> None:
    """Everything that sphinx reads, in one folder."""
    shutil.copytree(ROOT / "book", folder, ignore=shutil.ignore_patterns("conf.py", "__pycache__"))
    for part in ("notebooks", "notebooks/solutions", "figures", "api"):
        (folder / part).mkdir()
    for figure in (ROOT / "figures").glob("*.svg"):
        shutil.copyfile(figure, folder / "figures" / figure.name)
    known = web()
    for executed in executed_notebooks():
        (folder / executed.relative_to(ROOT)).write_text(described(executed, known), encoding="utf-8")
    listed = folder / "theorems.md"
    lists = listed.read_text(encoding="utf-8").replace("THEOREMS", in_order(known.theorems))
    listed.write_text(lists.replace("FIGURES", in_order(known.figures)), encoding="utf-8")
    index = folder / "index.md"
    index.write_text(index.read_text(encoding="utf-8").replace("CITING", citing()), encoding="utf-8")
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


def web() -> crossrefs.Web:
    """All that the pages can link to."""
    glossary, bibliography = ((ROOT / "book" / name).read_text("utf-8") for name in ("glossary.md", "references.bib"))
    known = crossrefs.Web.of(executed_notebooks(), glossary, bibliography)
    modules = {name: getattr(sg, name).__module__.removeprefix("subtraction_games.") for name in sg.__all__}
    known.functions = {name: (there, in_short(name)) for name, there in modules.items() if there in MODULES}
    return known


def executed_notebooks() -> list[Path]:
    """The notebooks in order, then those with the solutions."""
    folder = ROOT / "notebooks"
    return [*sorted(folder.glob("[0-9]*.ipynb")), *sorted(folder.glob("solutions/*.ipynb"))]


def described(executed: Path, known: crossrefs.Web) -> str:
    """The executed notebook as the book shows it: linked, its pictures told, what only draws folded, its end a box."""
    notebook = json.loads(executed.read_text(encoding="utf-8"))
    cells = notebook["cells"]
    up = "../" * len(executed.relative_to(ROOT).parent.parts)
    texts = [cell for cell in cells if cell["cell_type"] == "markdown"]
    medium = crossrefs.Html(up)
    woven = crossrefs.woven(["".join(cell["source"]) for cell in texts], crossrefs.page_of(executed), known, medium)
    for cell, text in zip(texts, woven, strict=True):
        cell["source"] = text.replace("](../book/", "](../")  # where the pages of book/ lie in the book
    for cell, following in pairwise([*cells, {}]):
        for output in pictures(cell):
            show(output, cell, following, up)
    if executed.parent.name == "solutions":
        cells = notebook["cells"] = folded(cells)
    cells.append({"id": "along", "cell_type": "markdown", "metadata": {}, "source": taking_along(executed, up)})
    return json.dumps(notebook)


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


def pictures(cell: dict[str, Any]) -> list[dict[str, Any]]:
    return [output for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]


def show(picture: dict[str, Any], cell: dict[str, Any], following: dict[str, Any], up: str) -> None:
    """Give a cell's picture its words and its size; one with a number becomes a figure, drawn as it was saved.

    If the cell prints nothing else, its code, which only draws, is folded.
    """
    if cell["outputs"] == [picture]:
        cell["metadata"].setdefault("tags", []).append("hide-input")
    said = picture.get("metadata", {}).get("image/png", {})
    width = f"{said['width']}px" if "width" in said else None
    cell["metadata"]["mystnb"] = {"image": {"alt": told(picture)} | ({"width": width} if width else {})}
    caption, _, rest = "".join(following.get("source", "")).partition("\n\n")
    if (name := saved_as("".join(cell["source"]))) and "**Figure " in caption:
        cell["outputs"].remove(picture)
        options = f":alt: {told(picture)}\n" + (f":width: {width}\n" if width else "")
        following["source"] = f":::{{figure}} {up}figures/{name}.svg\n{options}\n{caption}\n:::\n\n{rest}"


def saved_as(source: str) -> str | None:
    """The name under which a cell saves its figure, if it does.

    >>> saved_as('figures.save(fig, "figure-1-x", table)'), saved_as("figures.show(fig, told)")
    ('figure-1-x', None)
    """
    saved = re.search(r'save\(fig, "([\w-]+)"', source)
    return saved[1] if saved else None


def told(picture: dict[str, Any]) -> str:
    """What its own cell says that a picture shows."""
    return str(picture.get("metadata", {}).get("image/png", {}).get("alt", "What the code above draws"))


def in_order(targets: dict[str, tuple[str, str, str]]) -> str:
    """A list of theorems or figures: each with a link to it, and what it says."""
    medium = crossrefs.Html("")
    return "\n".join(
        f"* **{medium.link(page, label, name, '')}** {said}" for label, (page, name, said) in targets.items()
    )


# --- what a reader takes along ---------------------------------------------------------------------------


def taking_along(executed: Path, up: str) -> str:
    """The end of a notebook's page: what can be downloaded, and how to cite."""
    files = [("this notebook", executed.with_suffix(".ipynb")), ("its source", executed.with_suffix(".py"))]
    links = [f'<a href="{up}{download(path)}" download>{name}</a>' for name, path in files]
    if PDF.exists():
        links.append(f'<a href="{up}{PDF.name}">the whole book as a PDF</a>')
    return f'<p class="take">Download {", ".join(links)}.</p>\n\n{citing()}'


def download(path: Path) -> str:
    """Where in the book a file of the notebooks lies, as it is committed."""
    return f"_sources/{path.relative_to(ROOT).as_posix()}"


def citing() -> str:
    """How to cite, folded: the paper, and this edition of it."""
    paper = re.search(
        r"@\w+\{eppstein2018,.*?\n\}", (ROOT / "book/references.bib").read_text(encoding="utf-8"), flags=re.S
    )
    said = edition()
    ours = f"@misc{{edition,\n  author = {{{{{said['name']}}}}},\n  title = {{{said['title']}}},\n"
    ours += f"  note = {{Version {said['version']}}},\n}}"
    return (
        f'<details class="cite"><summary>Cite this</summary>\n<p>{escape(said["message"])}</p>\n'
        f"<pre>{escape(paper[0] if paper else '')}\n{escape(ours)}</pre>\n</details>"
    )


def edition() -> dict[str, str]:
    """What CITATION.cff says of this edition: message, title, version, name, and its date where it has one."""
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8").split("preferred-citation:")[0]
    return dict(re.findall(r'^\s*(?:- )?([\w-]+): *"?(.+?)"?$', text, flags=re.M))


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


# --- what the search quotes where the book is opened from a file ------------------------------------------


class Prose(HTMLParser):
    """The text of a page's article, without its code and outputs, as HTML in which only what can be linked to is left.

    >>> page = "<p>No</p><article><section id='a'><h1>A<a class='headerlink'>#</a></h1><pre>x = 1</pre> &lt;b</section>"
    >>> Prose(page).html
    '<main role="main"><section id="a"> A &lt;b</section>'
    """

    SKIPPED, KEPT = ("script", "style", "pre", "iframe", "button"), ("section", "dt", "dd")

    def __init__(self, page: str):
        super().__init__()
        self.html, self.inside, self.skipped, self.own_link = '<main role="main">', False, 0, False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.inside |= tag == "article"
        self.skipped += tag in self.SKIPPED
        self.own_link = tag == "a" and named.get("class") == "headerlink"
        if self.inside and tag in self.KEPT:
            self.html += f'<{tag} id="{escape(named["id"] or "")}"> ' if "id" in named else f"<{tag}> "

    def handle_endtag(self, tag: str) -> None:
        self.inside &= tag != "article"
        self.skipped -= tag in self.SKIPPED
        self.own_link &= tag != "a"
        if self.inside and tag in self.KEPT:
            self.html += f"</{tag}>"

    def handle_data(self, data: str) -> None:
        if self.inside and not self.skipped and not self.own_link:
            self.html += re.sub(r"\s+", " ", escape(data, quote=False))


def search_texts(book: Path) -> str:
    """A script with the prose of every page, by its path: what the search quotes where it can't fetch the pages."""
    pages = sorted(path for path in book.rglob("*.html") if "_static" not in path.relative_to(book).parts)
    texts = {path.relative_to(book).as_posix(): Prose(path.read_text(encoding="utf-8")).html for path in pages}
    return f"window.searchTexts = {json.dumps(texts, ensure_ascii=False, indent=0)};\n"


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
        rows.append(f"| {{py:obj}}`{name} <{thing.__module__}.{name}>` | {escaped(in_short(name))} |")
    return "\n".join(rows)


def in_short(name: str) -> str:
    """The first sentence of the docstring of a name of the package itself."""
    return re.split(r"(?<=[^.][.?])\s", inspect.getdoc(getattr(sg, name)) or "", maxsplit=1)[0].replace("\n", " ")


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
