"""Build the web edition of the notebooks into build/book, without network access.

    python book/build_book.py

The pages of book/, the executed notebooks and the figures are gathered in build/book-source, together with MathJax, the
board and the explorer. Sphinx turns this folder into HTML, as configured in book/conf.py, and executes no notebook.
This module makes links, numbered figures and folded solutions, because JupyterLab would show directives as raw text.
"""

from __future__ import annotations

import base64
import importlib.util
import inspect
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat

import subtraction_games as sg
from subtraction_games.pages.page import Page

sys.path += [str(Path(__file__).resolve().parent.parent / folder) for folder in ("tools", "beyond/article")]
import crossrefs
import run_in_page
import ten_minutes
from build_article import PDF as ARTICLE
from rings import RINGS, ROOT, figure_file, numbered, solutions

SOURCE = ROOT / "build/book-source"
BOOK = ROOT / "build/book"
PDF = ROOT / "build/subtraction-games.pdf"  # offered for download if it has been made
PICTURE = re.compile(r"<!-- picture: (\d\d) (.*) -->")  # a notebook, and words that describe its picture
STILL = re.compile(r"^!\[(.*)\]\(_static/(\w+)\.png\)$", flags=re.M)  # shown where a page's script can't run
NAMES = {  # of folded code, by its tag
    "parameters": "The size n",
    "setup": "Set-up",
    "question": "The question's code",
    "drawing": "Drawing",
}
ASKED = re.compile(r"<p><strong>(.*?)</strong></p><details><summary>The answer</summary>(.*?)</details>", flags=re.S)
# a link to a file outside the book
ELSEWHERE = re.compile(r"(?<!!)\[([^]]*)\]\((?!http|#|\S*\.ipynb|\S*book/)[^)\s]+\)")
FOLDED = '<details class="solution"><summary>Show the solution</summary>'


def build() -> None:
    """Build the book. If Sphinx fails or warns, print the reason and exit with status 1."""
    ten_minutes.write()
    print(f"building the book of {len(executed_notebooks())} notebooks (about a minute)", flush=True)
    for folder in (SOURCE, BOOK):
        shutil.rmtree(folder, ignore_errors=True)
    lay_out(SOURCE)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-E", "-W", "--keep-going"]
    folders = map(str, ["-c", ROOT / "book", "-d", ROOT / "build/doctrees", SOURCE, BOOK])
    if subprocess.run([*command, *["-q"] * sys.stdout.isatty(), *folders]).returncode:  # a log names each page
        sys.exit("the book was not built: see sphinx's messages above")
    for path in BOOK.rglob("*.map"):  # source maps of the theme's scripts, which no reader needs
        path.unlink()
    for path in BOOK.rglob("*.html"):
        page = path.read_text(encoding="utf-8").replace(' data-theme="auto"', "")  # light if scripts are off
        page = page.replace('<summary aria-label="Toggle hidden content">', "<summary>")  # so that folds have names
        page = page.replace("<summary><span", '<summary aria-label="Open or close"><span')  # the theme's arrows
        path.write_text(page, encoding="utf-8")
    for executed in executed_notebooks():  # the committed files are offered for download
        for original in (executed, executed.with_suffix(".py")):
            shutil.copyfile(original, BOOK / "_sources" / original.relative_to(ROOT))
    (BOOK / ten_minutes.FILE.name).write_text(ten_minutes.page(web=True), encoding="utf-8")
    for path in (PDF, ARTICLE):
        if path.exists():
            shutil.copyfile(path, BOOK / path.name)
    pyodide = os.environ.get("PYODIDE", "")
    if pyodide:
        run_in_page.add(BOOK, pyodide)
    (ROOT / "build/pyodide").write_text(pyodide, encoding="utf-8")  # another one makes make build the book again


def lay_out(folder: Path) -> None:
    """Collect in one folder everything that Sphinx reads."""
    shutil.copytree(
        ROOT / "book",
        folder,
        ignore=shutil.ignore_patterns("*.py", "*.html", "__pycache__", ".ipynb*", "tests", "run", "LICENSE"),
    )
    packages = ROOT / "build/packages"
    packages.mkdir(parents=True, exist_ok=True)
    for package in (typed.parent for ring in RINGS for typed in (ROOT / ring / "src").glob("*/py.typed")):
        (packages / package.name).unlink(missing_ok=True)
        (packages / package.name).symlink_to(package)
    (folder / "figures").mkdir()
    for picture in (picture for ring in RINGS for picture in (ROOT / ring / "figures").glob("*.svg")):
        shutil.copyfile(picture, folder / "figures" / picture.name)
    shutil.copyfile(mathjax(), folder / "_static/tex-svg.js")
    known = link_targets()
    for executed in executed_notebooks():
        page = folder / executed.relative_to(ROOT)
        page.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(described(executed, known), page)
    pages = {"board": sg.board(sg.squares, [13, 20, 27]), "explorer": sg.explore(sg.squares, 10**5)}
    made = {name: crossrefs.in_order(getattr(known, name), crossrefs.Html("")) for name in ("theorems", "figures")}
    made |= {"citing": citing(), "map": notebooks_map(), "names": names()}
    for path in folder.glob("*.md"):
        text = path.read_text(encoding="utf-8").replace("<!-- beyond -->", beyond())
        text = crossrefs.cited(text, known, crossrefs.Html(""))
        text = STILL.sub(lambda still: live(still[2], pages[still[2]], still[1], folder), text)
        text = PICTURE.sub(lambda mark: picture_of(mark[1], mark[2], folder), text)
        text = re.sub(r"\]\(\.\./((?:engine/|beyond/)?(?:notebooks|figures)/)", r"](\1", text)
        path.write_text(re.sub(r"^<!-- (\w+) -->$", lambda found: made[found[1]], text, flags=re.M), encoding="utf-8")


def mathjax() -> Path:
    """Return the path to MathJax with SVG output. Its Sphinx extension would use CHTML, which needs fonts."""
    spec = importlib.util.find_spec("sphinx-mathjax-offline")
    return Path(str(spec and spec.origin)).parent / "static/mathjax/tex-svg.js"


def executed_notebooks() -> list[Path]:
    """Return the paths to the executed notebooks in order, followed by those to the solutions."""
    return [*numbered("ipynb"), *solutions("ipynb")]


def link_targets() -> crossrefs.Targets:
    """Return everything that the pages can link to."""
    glossary, references = ((ROOT / "book" / name).read_text("utf-8") for name in ("glossary.md", "references.md"))
    known = crossrefs.Targets.of(executed_notebooks(), glossary, references)
    for name in sg.__all__:
        first = re.split(r"(?<=[^.][.?])\s", inspect.getdoc(getattr(sg, name)) or "", maxsplit=1)[0]
        known.functions[name] = f"{getattr(sg, name).__module__}.{name}", first.replace("\n", " ")
    return known


def described(executed: Path, known: crossrefs.Targets) -> nbformat.NotebookNode:
    """Return the executed notebook as the book shows it, with links and descriptions, and with some code folded."""
    notebook = nbformat.read(executed, as_version=4)
    cells = notebook.cells = [cell for cell in notebook.cells if "records" not in cell.metadata.get("tags", [])]
    page = executed.relative_to(ROOT)
    up = "../" * len(page.parent.parts)
    texts = [cell for cell in cells if cell.cell_type == "markdown"]
    sources = [ELSEWHERE.sub(r"\1", cell.source) for cell in texts]
    linked = crossrefs.linked(sources, crossrefs.page_of(executed), known, crossrefs.Html(up))
    for cell, text in zip(texts, linked, strict=True):
        cell.source = text.replace("../book/", "../")  # the book's top folder contains the pages of book/
    for cell, following in pairwise([*cells, {}]):
        pictures = drawn(cell)
        if cell["metadata"].get("jupyter", {}).get("source_hidden") or (pictures and cell["outputs"] == pictures):
            tags = cell["metadata"].setdefault("tags", [])
            name = next((NAMES[tag] for tag in tags if tag in NAMES), "Drawing" if pictures else "Code")
            cell["metadata"]["mystnb"] = {"code_prompt_show": name, "code_prompt_hide": name}
            tags.append("hide-input")  # code that only draws is folded, too
        for picture in pictures:
            show(picture, cell, following, up)
    if executed.parent.name == "solutions":
        fold(cells)
    links = {"this notebook": page, "its source": page.with_suffix(".py")}
    taken = [f'<a href="{up}_sources/{path.as_posix()}" download>{name}</a>' for name, path in links.items()]
    taken += [f'<a href="{up}{PDF.name}">the whole book as a PDF</a>'] * PDF.exists()
    end = f'<p class="take">Download {", ".join(taken)}.</p>\n\n{citing()}'
    cells.append(nbformat.v4.new_markdown_cell(end, id="end"))
    return notebook


def fold(cells: list[dict[str, Any]]) -> None:
    """Put each solution, up to the next solution or the last cell, into a collapsible block that is initially closed.

    >>> cells = [{"source": text} for text in ("# Title", "## One\\n\\n**Why?** Because.", "So.", "Back")]
    >>> fold(cells)
    >>> [cell["source"].replace(FOLDED, "<details>") for cell in cells[1:]]
    ['## One\\n\\n**Why?**\\n\\n<details>\\n\\nBecause.', 'So.', '</details>\\n\\nBack']
    """
    close = ""
    for cell in cells:
        text = cell["source"]
        if heading := re.match(r"## .*\n\n(\*\*.*?\*\*)?", text, flags=re.S):
            cell["source"] = f"{close}{heading[0]}\n\n{FOLDED}\n\n{text[heading.end() :].lstrip()}"
            close = "</details>\n\n"
    cells[-1]["source"] = close + cells[-1]["source"]


def drawn(cell: dict[str, Any]) -> list[dict[str, Any]]:
    return [output for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]


def show(picture: dict[str, Any], cell: dict[str, Any], following: dict[str, Any], up: str) -> None:
    """Set the alternative text and the width of a cell's picture, and replace a numbered figure by its saved SVG."""
    width = picture.get("metadata", {}).get("image/png", {}).get("width")
    image = {"alt": alt(picture)} | ({"width": f"{width}px"} if width else {})
    cell["metadata"].setdefault("mystnb", {})["image"] = image
    caption, _, rest = following.get("source", "").partition("\n\n")
    if (name := saved_as(cell["source"])) and "**Figure " in caption:
        cell["outputs"].remove(picture)
        options = "\n".join(f":{key}: {value}" for key, value in image.items())
        dark = ""  # the same picture for a dark page, if the notebook draws one
        if figure_file(f"{name}-dark.svg").exists():
            dark = f":::{{image}} {up}figures/{name}-dark.svg\n{options}\n:class: only-dark\n:::\n"
            options += "\n:class: only-light"
        following["source"] = f"{dark}:::{{figure}} {up}figures/{name}.svg\n{options}\n\n{caption}\n:::\n\n{rest}"


def saved_as(source: str) -> str | None:
    """Return the name under which a cell saves its figure, or None if it saves none.

    >>> saved_as('figures.save(fig, "figure-1-x", table)'), saved_as("figures.show(fig, told)")
    ('figure-1-x', None)
    """
    saved = re.search(r'save\(fig, "([\w-]+)"', source)
    return saved[1] if saved else None


def alt(picture: dict[str, Any]) -> str:
    """Return the description of a picture in the output of a cell."""
    return str(picture.get("metadata", {}).get("image/png", {}).get("alt", "What the code above draws"))


def live(name: str, page: Page, words: str, folder: Path) -> str:
    """Write a page to a file, and return a frame that shows the page in place, with a link to the file."""
    (folder / f"_static/{name}.html").write_text(page.page(), encoding="utf-8")
    shown = replace(page, still=f'<img src="_static/{name}.png" alt="{escape(words)}">')
    frame = shown._repr_html_().replace("\n", "&#10;")  # an empty line would end a block of HTML
    return f'{frame}\n<p><a href="_static/{name}.html">A page of its own</a> works without a network.</p>'


def notebooks_map() -> str:
    """List the notebooks of each part with their titles. The style sheet book.css turns each part into a lane."""
    _, *parts = (ROOT / "notebooks/README.md").read_text(encoding="utf-8").split("\n## ")
    text = "".join(f"\n\n### {part}" for part in parts)
    text = re.sub(r"^\* \[.*?\]\((\S+)\): ", r"* [](notebooks/\1)\\\n  ", text, flags=re.M)
    return text.replace("](notebooks/../", "](")


def beyond() -> str:
    """Return the README's section "And beyond" with links that lead to the book's pages."""
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("\n## And beyond\n\n")[1].partition("\n## ")[0]
    section = ELSEWHERE.sub(r"\1", section)
    article = f'\n\n<a href="{ARTICLE.name}">The article as a PDF</a>.' * ARTICLE.exists()
    return re.sub(r"\]\((?!http)", "](../", section) + article


def names() -> str:
    """Return a table of the public names of `subtraction_games`, with the first sentences of their docstrings."""
    rows = "\n".join(f"   ~{getattr(sg, name).__module__}.{name}" for name in sg.__all__)
    return f"```{{eval-rst}}\n.. autosummary::\n   :nosignatures:\n\n{rows}\n```"


def picture_of(notebook: str, words: str, folder: Path) -> str:
    """Copy the only picture of a notebook whose description contains `words`, and return Markdown that shows it."""
    (executed,) = [path for path in numbered("ipynb") if path.name.startswith(notebook)]
    cells = nbformat.read(executed, as_version=4).cells
    found = [output for cell in cells for output in drawn(cell) if words in alt(output)]
    if len(found) != 1:
        sys.exit(f"{executed.name} has {len(found)} pictures whose descriptions contain {words!r}")
    name = f"figures/{notebook}-{'-'.join(words.lower().split())}.png"
    (folder / name).write_bytes(base64.b64decode(found[0]["data"]["image/png"]))
    return f"![{alt(found[0])}]({name})"


def citing() -> str:
    """Return a collapsible block that explains how to cite the paper and this edition of it."""
    entries = (ROOT / "book/cite.bib").read_text(encoding="utf-8")
    summary = f"<summary>Cite this</summary>\n<p>{escape(citation_file()['message'])}</p>"
    return f'<details class="cite">{summary}\n<pre>{escape(entries)}</pre>\n</details>'


def citation_file() -> dict[str, str]:
    """Read this edition's message, title, version, name and, if present, date from CITATION.cff."""
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    return dict(re.findall(r'^\s*(?:- )?([\w-]+): *"?(.+?)"?$', text, flags=re.M))


if __name__ == "__main__":
    build()
