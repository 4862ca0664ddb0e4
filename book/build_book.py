"""Build the web edition of the notebooks into build/book. Once the environment is there, it needs no network.

    python book/build_book.py

The pages of book/, the executed notebooks and the figures are laid together in build/book-source, with the API
pages, MathJax, the board to play on and the explorer; sphinx makes HTML of them. No notebook is executed.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import json
import re
import shutil
import subprocess
import sys
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

import crossrefs
from build_article import abstract

import subtraction_games as sg
from subtraction_games.pages.board import board
from subtraction_games.pages.explorer import explore
from subtraction_games.pages.page import framed

sys.path.append(str(Path(__file__).resolve().parent.parent / "tools"))
from places import PARTS, ROOT, numbered, solutions

SOURCE = ROOT / "build/book-source"
BOOK = ROOT / "build/book"
PDF = ROOT / "build/subtraction-games.pdf"  # offered where it has been made, as is
ARTICLE = ROOT / "build/article.pdf"
LARGEST_PAGE = 500_000  # bytes; what the search reads is no larger

MATHJAX = "sphinx-mathjax-offline"  # the package that brings MathJax 3.2.2; tools/requirements.txt pins it
LIVE = {"board": "play", "explorer": "explore"}  # the page of the book around each page that runs by itself


def build() -> None:
    """Make the book anew; on failure print why, and exit with 1."""
    if not all(importlib.util.find_spec(name) for name in ("sphinx", "myst_nb", MATHJAX)):
        sys.exit("the book needs sphinx and its extensions: pip install -e '.[book]'")
    print(f"building the book of {len(executed_notebooks())} notebooks, about a minute", flush=True)
    for folder in (SOURCE, BOOK, ROOT / "build/book-doctrees"):
        shutil.rmtree(folder, ignore_errors=True)
    lay_out(SOURCE)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going"]
    places = ["-c", str(ROOT / "book"), "-d", str(ROOT / "build/book-doctrees"), str(SOURCE), str(BOOK)]
    if subprocess.run([*command, *places]).returncode:
        sys.exit("the book was not built: see sphinx's messages above")
    for executed in executed_notebooks():  # what is downloaded is what is committed
        for original in (executed, executed.with_suffix(".py")):
            shutil.copyfile(original, BOOK / download(original))
    for path in (PDF, ARTICLE):
        if path.exists():
            shutil.copyfile(path, BOOK / path.name)
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
    shutil.copytree(ROOT / "book", folder, ignore=shutil.ignore_patterns("*.py", "__pycache__", ".ipynb*", "article"))
    for part in (*(f"notebooks/{name}" for name in (*PARTS, "solutions")), "figures", "api"):
        (folder / part).mkdir()
    for figure in (ROOT / "figures").glob("*.svg"):
        shutil.copyfile(figure, folder / "figures" / figure.name)
    known = web()
    for executed in executed_notebooks():
        (folder / executed.relative_to(ROOT)).write_text(described(executed, known), encoding="utf-8")
    (folder / "_static/tex-svg.js").write_bytes(mathjax().read_bytes())
    made = {"theorems": in_order(known.theorems), "figures": in_order(known.figures), "citing": citing()}
    made |= {"names": names_table(), "rooms": rooms_table(), "beyond": abstract() + with_article()}
    made["map"] = lanes((ROOT / "notebooks/README.md").read_text(encoding="utf-8"))
    for name, page in live_pages().items():
        (folder / f"_static/{name}.html").write_text(page, encoding="utf-8")
        frame = framed(page, f"The {name}", 1000, "")  # of the book's origin, opened from a file too: so it can grow
        made[name] = frame.replace("\n", "&#10;")  # in Markdown a block of HTML ends at an empty line
        made[name] += f'\n<p><a href="_static/{name}.html">A page of its own</a> works without a network.</p>'
    for path in folder.glob("*.md"):
        text = crossrefs.cited(path.read_text(encoding="utf-8"), known, crossrefs.Html(""))
        text = text.replace("](../notebooks/", "](notebooks/")  # where they lie in the book
        text = re.sub(r"^<!-- (\w+) -->$", lambda found: made[found[1]], text, flags=re.M)
        path.write_text(text, encoding="utf-8")
    for room in ROOMS:
        (folder / "api" / f"{room}.md").write_text(api_page(room), encoding="utf-8")


def lanes(contents: str) -> str:
    """The list of the notebooks as a lane for each of its sections, with the notebooks' own titles.

    >>> print(lanes("# All\\n\\n## First, these\\n\\n* [1. A game](01-a.ipynb): hot\\n  and cold\\n"))
    ::::{container} grid
    :::{container} lane
    **First, these**
    <BLANKLINE>
    * [](notebooks/01-a.ipynb)\\
      hot
      and cold
    :::
    ::::
    """
    made = ["::::{container} grid"]
    for section in contents.split("\n## ")[1:]:
        title, _, notebooks = section.strip().partition("\n")
        notebooks = re.sub(r"^\* \[.*?\]\((\S+)\): ", r"* [](notebooks/\1)\\\n  ", notebooks.strip(), flags=re.M)
        made.append(f":::{{container}} lane\n**{title}**\n\n{notebooks}\n:::")
    return "\n".join([*made, "::::"])


def with_article() -> str:
    """Where the article is, if it has been made."""
    return f'\n\n<a href="{ARTICLE.name}">The article as a PDF</a>.' if ARTICLE.exists() else ""


def web() -> crossrefs.Web:
    """All that the pages can link to."""
    glossary, references = ((ROOT / "book" / name).read_text("utf-8") for name in ("glossary.md", "references.md"))
    known = crossrefs.Web.of(executed_notebooks(), glossary, references)
    known.functions = {name: (f"{getattr(sg, name).__module__}.{name}", in_short(name)) for name in sg.__all__}
    return known


def executed_notebooks() -> list[Path]:
    """The notebooks in order, then those with the solutions."""
    return [*numbered("ipynb"), *solutions("ipynb")]


def described(executed: Path, known: crossrefs.Web) -> str:
    """The executed notebook as the book shows it: linked, pictures in words, some code folded, a box at the end."""
    notebook = json.loads(executed.read_text(encoding="utf-8"))
    cells = notebook["cells"]
    up = "../" * len(executed.relative_to(ROOT).parent.parts)
    texts = [cell for cell in cells if cell["cell_type"] == "markdown"]
    medium = crossrefs.Html(up)
    linked = crossrefs.linked(["".join(cell["source"]) for cell in texts], crossrefs.page_of(executed), known, medium)
    for cell, text in zip(texts, linked, strict=True):
        cell["source"] = text.replace("../book/", "../")  # where the pages of book/ lie in the book
    for cell, following in pairwise([*cells, {}]):
        if cell["metadata"].get("jupyter", {}).get("source_hidden"):
            fold(cell)
        for output in drawn(cell):
            show(output, cell, following, up)
    if executed.parent.name == "solutions":
        cells = notebook["cells"] = folded(cells)
    cells.append({"id": "along", "cell_type": "markdown", "metadata": {}, "source": taking_along(executed, up)})
    return json.dumps(notebook)


def folded(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cells of a notebook of solutions, each solution hidden below its heading until somebody opens it.

    A solution goes from its heading, of the second level, to the next one or to the last cell, which links back. What
    it is about is on the first line below the heading, and stays in sight.

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


def fold(cell: dict[str, Any]) -> None:
    """Fold a cell's code in the book."""
    cell["metadata"].setdefault("tags", []).append("hide-input")


def drawn(cell: dict[str, Any]) -> list[dict[str, Any]]:
    return [output for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]


def show(picture: dict[str, Any], cell: dict[str, Any], following: dict[str, Any], up: str) -> None:
    """Give a cell's picture its words and its size; one with a number becomes a figure, drawn as it was saved.

    If the cell prints nothing else, its code, which only draws, is folded.
    """
    if cell["outputs"] == [picture]:
        fold(cell)
    said = picture.get("metadata", {}).get("image/png", {})
    width = f"{said['width']}px" if "width" in said else None
    cell["metadata"]["mystnb"] = {"image": {"alt": alt(picture)} | ({"width": width} if width else {})}
    caption, _, rest = "".join(following.get("source", "")).partition("\n\n")
    if (name := saved_as("".join(cell["source"]))) and "**Figure " in caption:
        cell["outputs"].remove(picture)
        options = f":alt: {alt(picture)}\n" + (f":width: {width}\n" if width else "")
        following["source"] = f":::{{figure}} {up}figures/{name}.svg\n{options}\n{caption}\n:::\n\n{rest}"


def saved_as(source: str) -> str | None:
    """The name under which a cell saves its figure, if it does.

    >>> saved_as('figures.save(fig, "figure-1-x", table)'), saved_as("figures.show(fig, told)")
    ('figure-1-x', None)
    """
    saved = re.search(r'save\(fig, "([\w-]+)"', source)
    return saved[1] if saved else None


def alt(picture: dict[str, Any]) -> str:
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
    entries = (ROOT / "book/cite.bib").read_text(encoding="utf-8")
    summary = f"<summary>Cite this</summary>\n<p>{escape(edition()['message'])}</p>"
    return f'<details class="cite">{summary}\n<pre>{escape(entries)}</pre>\n</details>'


def edition() -> dict[str, str]:
    """What CITATION.cff says of this edition: message, title, version, name, and its date where it has one."""
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8").split("preferred-citation:")[0]
    return dict(re.findall(r'^\s*(?:- )?([\w-]+): *"?(.+?)"?$', text, flags=re.M))


def mathjax() -> Path:
    spec = importlib.util.find_spec(MATHJAX)
    if spec is None or spec.origin is None:
        sys.exit(f"the book needs {MATHJAX}: pip install -e '.[book]'")
    return Path(spec.origin).parent / "static/mathjax/tex-svg.js"


def live_pages() -> dict[str, str]:
    """The pages that run by themselves, by name: subtract-a-square with three heaps, and below 100,000."""
    return {"board": board(sg.squares, [13, 20, 27]).page(), "explorer": explore(sg.squares, 10**5).page()}


# --- what the search quotes where the book is opened from a file ------------------------------------------


UNQUOTED = re.compile(r"<(pre|script|style|iframe|button)\b.*?</\1>|<a class=\"headerlink\".*?</a>", flags=re.S)
MARKS = re.compile(r"<(?!/?(?:section|dt|dd)\b)[^>]*>")  # all that no link leads to


def prose(page: str) -> str:
    """The text of a page's article, without its code and outputs, as HTML in which only what can be linked to is left.

    >>> page = "<p>No</p><article><section id='a'><h1>A</h1><pre>x = 1</pre> &lt;b</section></article>"
    >>> print(prose(page))
    <main role="main"><section id='a'> A &lt;b</section></main>
    """
    article = "".join(re.findall(r"<article.*?</article>", page, flags=re.S))
    text = re.sub(r"\s+", " ", MARKS.sub(" ", UNQUOTED.sub(" ", article)))
    return f'<main role="main">{text.strip()}</main>'


def search_texts(book: Path) -> str:
    """A script with the prose of every page, by its path: what the search quotes where it can't fetch the pages."""
    pages = sorted(path for path in book.rglob("*.html") if "_static" not in path.relative_to(book).parts)
    texts = {path.relative_to(book).as_posix(): prose(path.read_text(encoding="utf-8")) for path in pages}
    return f"window.searchTexts = {json.dumps(texts, ensure_ascii=False, indent=0)};\n"


# --- the API pages -------------------------------------------------------------------------------------


def rooms_of(package: str) -> dict[str, str]:
    """What the docstring of a package says of each of its parts, in its order: its lines of a name and a few words.

    >>> list(rooms_of("subtraction_theory"))
    ['copies', 'residues', 'waves', 'closure', 'meanfield', 'difference_free', 'kernels']
    """
    said = inspect.getdoc(importlib.import_module(package)) or ""
    found = re.findall(r"^(\w+) {2,}(.+(?:\n +.+)*)", said, flags=re.M)
    return {name: " ".join(text.split()) for name, text in found}


def rooms() -> dict[str, str]:
    """What has a page of its own, and a few words on it: modules that a reader calls, by the names to import."""
    found = {f"subtraction_games.{name}": text for name, text in rooms_of("subtraction_games").items()}
    found["subtraction_engine"] = "the fast exact evaluator, which the three below check and carry on"
    of_engine = rooms_of("subtraction_engine")
    found |= {f"subtraction_engine.{name}": of_engine[name] for name in ("recurrence", "sieve", "exact", "longruns")}
    return found | {"subtraction_theory": "theory and heuristics for the notebooks beyond the paper"}


ROOMS = rooms()


def modules_of(room: str) -> list[str]:
    """What is documented on a room's page: the room, and its modules unless it offers its names itself.

    >>> modules_of("subtraction_games.games"), modules_of("subtraction_engine"), modules_of("subtraction_theory")[:2]
    (['subtraction_games.games'], ['subtraction_engine'], ['subtraction_theory', 'subtraction_theory.copies'])
    """
    inside = hasattr(importlib.import_module(room), "__path__") and room != "subtraction_engine"
    return [room, *(f"{room}.{name}" for name in rooms_of(room))] if inside else [room]


def api_page(room: str) -> str:
    """The page of a module or of a folder of them: its docstring, and those of its public functions and classes."""
    parts = [f"# `{room}`"]
    for name in modules_of(room):
        members = "   :members:\n" * (name != "subtraction_engine.longruns")
        members += "   :imported-members:\n" * (name == "subtraction_engine")
        heading = "" if name == room else f"## `{name.removeprefix(f'{room}.')}`\n\n"
        parts.append(f"{heading}```{{eval-rst}}\n.. automodule:: {name}\n{members}```")
    return "\n\n".join(parts) + "\n"


def rooms_table() -> str:
    """A row for each module and folder of the package, with what its docstring says of it."""
    rows = [f"| [`{room}`](api/{room}.md) | {escaped(text)} |" for room, text in ROOMS.items()]
    return "\n".join(["| | what it holds |", "|---|---|", *rows])


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
