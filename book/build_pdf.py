"""Make one PDF of the whole edition (build/subtraction-games.pdf), without network access.

    python book/build_pdf.py

Each executed notebook is first written as Markdown, with its code, outputs and pictures. Pandoc turns this Markdown and
some pages of the book into Typst, and Typst makes the PDF with its own fonts, in the layout of book/pdf.typ. No
notebook is executed, and the same sources give the same bytes. With Sphinx or nbconvert, we would need LaTeX.
"""

from __future__ import annotations

import base64
import json
import re
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import crossrefs
import nbformat
from build_book import ASKED, PDF, alt, citation_file, executed_notebooks, saved_as
from rings import ROOT, figure_file
from typesetting import compiled, pandoc, with_layout


def build() -> None:
    """Make the PDF. On failure, print the reason and exit with status 1."""
    print("making the PDF of all notebooks (half a minute)", flush=True)
    pages = [ROOT / f"book/{name}.md" for name in ("slips", "theorems", "notation", "glossary", "references")]
    with TemporaryDirectory() as folder:
        compiled(typst(executed_notebooks(), pages, Path(folder)), PDF)


def typst(notebooks: list[Path], pages: list[Path], folder: Path) -> str:
    """Return the Typst source of the PDF, and write the pictures of the notebooks to the folder."""
    targets = crossrefs.Targets.of(notebooks, "", "".join(path.read_text(encoding="utf-8") for path in pages))
    parts = [chapter(notebook, folder, targets) for notebook in notebooks]
    parts += [page(path.read_text(encoding="utf-8"), targets) for path in pages]
    known = citation_file()
    facts = {"version": known["version"], "date": known.get("date-released", ""), "cite": known["message"]}
    given = ", ".join(f"{key}: {json.dumps(fact)}" for key, fact in facts.items())
    text = pandoc("\n\n".join(parts), "typst-smart", ROOT / "book/pdf.lua")
    return with_layout(ROOT / "book/pdf.typ", f"edition.with({given})", text)


def chapter(executed: Path, folder: Path, targets: crossrefs.Targets) -> str:
    """Return the notebook as Markdown with links and labels, and write its pictures to the folder.

    Code that only sets things up, asks or draws is left out, because on paper a reader can't unfold it. Exercises,
    findings and individual solutions do not appear in the table of contents. Questions are numbered, with answers at
    the end.
    """
    cells = nbformat.read(executed, as_version=4).cells
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    linked = iter(crossrefs.linked(texts, crossrefs.page_of(executed), targets, crossrefs.Typst()))
    parts, answers = [], list[str]()
    for cell in cells:
        if cell.cell_type != "code":
            parts.append(next(linked))
        elif not {"setup", "question", "drawing", "records"} & {*cell.metadata.get("tags", [])}:
            parts.append(fenced("python", cell.source))
        for output in [] if "records" in cell.metadata.get("tags", []) else cell.get("outputs", []):
            if asked := ASKED.search(output.get("data", {}).get("text/html", "")):
                plain = (re.sub("</?p>", " ", words).strip() for words in asked.groups())
                question, answer = (re.sub(r"([!-/:-@[-`{-~])", r"\\\1", unescape(text)) for text in plain)
                answers.append(f"{len(answers) + 1}. {answer}")
                parts.append(f"> **Question {len(answers)}.** {question}")
            elif "image/png" in output.get("data", {}):
                saved, path = saved_as(cell.source), folder / f"{executed.stem}-{len(parts)}.png"
                if saved:
                    path = figure_file(f"{saved}.svg")
                else:
                    path.write_bytes(base64.b64decode(output["data"]["image/png"]))
                file, words = (json.dumps(text, ensure_ascii=False) for text in (str(path), alt(output)))
                captioned = json.dumps(saved is not None)
                parts.append(fenced("{=typst}", f"#picture({file}, alt: {words}, captioned: {captioned})"))
            else:
                parts.append(printed(output))
    parts += ["## Answers to the questions", "\n".join(answers)] * bool(answers)
    text = re.sub(r"^(# .*)", rf"\1 {{#{executed.stem}}}", "\n\n".join(parts), count=1)
    solution = r"^(## Notebook (\d+), exercise (\d+))$"
    text = re.sub(solution, r"\1 {#notebook-\2-exercise-\3 .unnumbered .unlisted}", text, flags=re.M)
    unlisted = r"^(## (?:Answers to the questions|Exercises|Findings|Scoreboard|Words))$"
    text = re.sub(unlisted, r"\1 {.unnumbered .unlisted}", text, flags=re.M)
    others = r"^## (?!(?:Theorem|Lemma|Figure) [\d.]+$)([^{\n]+)$"  # theorems and figures have labels of their own
    return re.sub(others, lambda heading: f"{heading[0]} {{#{crossrefs.heading_label(heading[1])}}}", text, flags=re.M)


def printed(output: dict[str, Any]) -> str:
    """Return the text or value that a cell printed, or a line that says where its board or explorer can be used.

    >>> printed({"data": {"text/html": "<iframe>", "text/plain": "Board(heaps=(13, 20))"}})
    '*(This board can be used in the notebook and in the web edition.)*'
    """
    text = output["text"] if "text" in output else output["data"]["text/plain"]
    live = re.match(r"(Board|Explorer)\(", text)
    if live:
        return f"*(This {live[1].lower()} can be used in the notebook and in the web edition.)*"
    return fenced("output", text.rstrip("\n"))


def fenced(kind: str, text: str) -> str:
    """Return a Markdown block that shows a text verbatim.

    >>> fenced("python", "hot = ~cold")
    '~~~python\\nhot = ~cold\\n~~~'
    """
    fence = "~" * max(3, 1 + len(max(re.findall("~+", text), default="")))
    return f"{fence}{kind}\n{text}\n{fence}"


def page(text: str, targets: crossrefs.Targets) -> str:
    """Return a page of the book with linked citations, filled-in lists, and the glossary in plain paragraphs.

    >>> page(":::{glossary}\\nheap\\n  A pile.\\n:::\\n", crossrefs.Targets())
    '**heap**: A pile.\\n'
    """
    for place, kind in {"<!-- theorems -->": targets.theorems, "<!-- figures -->": targets.figures}.items():
        text = text.replace(place, crossrefs.in_order(kind, crossrefs.Typst()))
    text = re.sub(r"^:::(\{glossary\})?\n", "", text, flags=re.M)
    text = re.sub(r"^(\w.*)\n  (?=\S)", r"**\1**: ", text, flags=re.M)
    return crossrefs.cited(text, targets, crossrefs.Typst())


if __name__ == "__main__":
    build()
