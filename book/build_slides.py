"""Make slides from notebooks 1 to 7 (build/slides/index.html), without network access.

    python book/build_slides.py

A slide shows a heading with the paragraph below it, the displayed formulas, quotations and theorems of a cell, a
picture with its heading and caption, a question, or a whole cell tagged `slide`. Each slide is turned into HTML by
nbconvert, but the page around it is written here, because nbconvert's own slides need reveal.js from the network. The
space bar, the arrow keys and Page Down move from slide to slide, and in print each slide is a page.
"""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path

import nbformat
from build_book import ASKED, drawn, mathjax
from nbconvert import HTMLExporter
from places import ROOT, numbered

DECK = ROOT / "build/slides"
LEFT_OUT = ("Exercises", "Words", "For the curious")
KEPT = re.compile(r"^\$\$|\$\$$|^>|^\*\*(Theorem|Lemma)", flags=re.M)
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Faster Evaluation of Subtraction Games</title>
<style>
html { scroll-snap-type: y mandatory; font: 1.6rem/1.45 system-ui, sans-serif; color: #222; background: #fff; }
section { min-height: 100vh; box-sizing: border-box; padding: 3vh 8vw; scroll-snap-align: start; break-after: page;
  display: flex; flex-direction: column; justify-content: center; }
h1, h2 { color: #0072b2; } img { max-width: 100%; max-height: 52vh; object-fit: contain; display: block; margin: auto; }
blockquote { border-left: 4px solid #e69f00; margin: 0.5em 0; padding-left: 1em; font-size: 0.75em; }
.anchor-link { display: none; } section:has(img) p { font-size: 0.7em; }
</style>
<script>MathJax = { tex: { inlineMath: [["$", "$"]] } };
addEventListener("keydown", event => {
  const step = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const slides = [...document.querySelectorAll("section")];
  const now = slides.findIndex(slide => slide.getBoundingClientRect().bottom > innerHeight / 2);
  slides[now + step]?.scrollIntoView();
});</script>
<script src="tex-svg.js"></script>
"""


def build() -> None:
    """Make the slides, and print how many there are."""
    DECK.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(mathjax(), DECK / "tex-svg.js")
    slides = [slide for path in numbered("ipynb")[:7] for slide in slides_of(path)]
    (DECK / "index.html").write_text(PAGE + "\n".join(map(html, slides)), encoding="utf-8")
    print(f"{len(slides)} slides: open {DECK.relative_to(ROOT)}/index.html")


def slides_of(notebook: Path) -> list[nbformat.NotebookNode]:
    """Return the cells of a notebook that become slides, reduced to the parts that a slide shows."""
    slides, shown, title = [], True, ""
    for cell, following in pairwise([*nbformat.read(notebook, as_version=4).cells, nbformat.v4.new_markdown_cell()]):
        heading = re.match(r"##? (.*)", cell.source) if cell.cell_type == "markdown" else None
        if heading:
            shown = heading[1] not in LEFT_OUT
        if cell.cell_type == "markdown":
            title = (re.findall(r"^##? (.*)", cell.source, flags=re.M) or [title])[-1]
        if cell.cell_type == "code":
            cell.outputs = drawn(cell) or asked(cell)
            caption = following.source.partition("\n\n")[0]
            cell.metadata.words = f"## {title}", caption if caption.startswith("**Figure") else ""
        elif "slide" not in cell.metadata.get("tags", []):
            parts = cell.source.split("\n\n")
            cell.source = "\n\n".join(part for k, part in enumerate(parts) if (heading and k < 2) or KEPT.search(part))
        if shown and (cell.outputs if cell.cell_type == "code" else cell.source):
            slides.append(cell)
    return slides


def asked(cell: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """Return the question of a cell, if it asks one, with an answer that can be unfolded."""
    pages = [output.get("data", {}).get("text/html", "") for output in cell.outputs]
    found = [question[0] for page in pages if (question := ASKED.search(page))]
    return [nbformat.v4.new_output("display_data", {"text/html": each}) for each in found]


def html(slide: nbformat.NotebookNode) -> str:
    """Return a slide as HTML, without its code. A picture stands below its heading and above any caption."""
    heading, caption = map(nbformat.v4.new_markdown_cell, slide.metadata.get("words", ("", "")))
    exporter = HTMLExporter(template_name="basic", exclude_input=True, exclude_output_prompt=True)
    body, _ = exporter.from_notebook_node(nbformat.v4.new_notebook(cells=[heading, slide, caption]))
    return f"<section>{body}</section>"


if __name__ == "__main__":
    build()
