"""Make slides from notebooks 1 to 7 (build/slides/index.html), without network access.

    python book/build_slides.py

A slide shows a heading with the paragraph below it, the displayed formulas, quotations and theorems of a cell, a
whole cell tagged `slide` or, below the heading of its section, a question or a picture with its caption. Each slide is
turned into HTML by nbconvert, but the page around it is written here, because nbconvert's own slides need reveal.js
from the network. The space bar, the arrow keys and Page Down move from slide to slide, letters shrink on a slide that
would be higher than the screen, and in print each slide is a page.
"""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path

import nbformat
from build_book import ASKED, drawn, mathjax
from nbconvert import HTMLExporter
from rings import ROOT, numbered

DECK = ROOT / "build/slides"
LEFT_OUT = ("Exercises", "Scoreboard", "Words")
KEPT = re.compile(r"^\$\$|\$\$$|^>|^\*\*(Theorem|Lemma)", flags=re.M)
TIMES = re.compile(r"\n\n\*\d+ minutes to read[^*]*\*")
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Faster Evaluation of Subtraction Games</title>
<style>
html { scroll-snap-type: y mandatory; font: 1.6rem/1.45 system-ui, sans-serif; color: #222; background: #fff; }
section { min-height: 100vh; box-sizing: border-box; padding: 3vh 8vw; scroll-snap-align: start; break-after: page;
  display: flex; flex-direction: column; justify-content: center; }
h1, h2 { color: #0072b2; } img { max-width: 100%; max-height: 65vh; display: block; margin: auto; }
blockquote { border-left: 4px solid #e69f00; margin: 0.5em 0; padding-left: 1em; font-size: 0.75em; }
.anchor-link { display: none; }
</style>
<script>
function fit() {
  for (const slide of document.querySelectorAll("section")) {
    slide.style.fontSize = "";
    for (let size = 95; slide.scrollHeight > innerHeight && size > 40; size -= 5) slide.style.fontSize = `${size}%`;
  }
}
MathJax = {
  tex: { inlineMath: [["$", "$"]] },
  startup: { pageReady: () => MathJax.startup.defaultPageReady().then(fit) },
};
addEventListener("resize", fit);
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


def slides_of(notebook: Path) -> list[list[nbformat.NotebookNode]]:
    """Return the slides of a notebook, each as a list of cells that are reduced to what the slide shows."""
    slides, title = list[list[str | nbformat.NotebookNode]](), ""
    cells = nbformat.read(notebook, as_version=4).cells
    for cell, after in pairwise([*cells, nbformat.v4.new_markdown_cell()]):
        if cell.cell_type == "code":
            asked = ASKED.findall("".join(o.get("data", {}).get("text/html", "") for o in cell.get("outputs", [])))
            caption = re.match(r"\*\*Figure .*?(?=\n\n|\Z)", after.source, flags=re.S)
            cell.outputs = drawn(cell)
            slides += [[title, f"**{question}**"] for question, _ in asked]
            slides += [[title, cell, *([caption[0]] if caption else [])]] * bool(cell.outputs)
        whole = "slide" in cell.metadata.get("tags", [])
        for section in re.split(r"^(?=##? )", cell.source, flags=re.M) if cell.cell_type == "markdown" else ():
            heading, parts = re.match("##? (.*)", section), TIMES.sub("", section).strip().split("\n\n")
            title = f"## {heading[1]}" if heading else title
            kept = [part for k, part in enumerate(parts) if whole or (heading and k < 2) or KEPT.search(part)]
            slides += [["\n\n".join(kept)]] * bool(kept and title[3:] not in LEFT_OUT)
    text = nbformat.v4.new_markdown_cell
    return [[text(part) if isinstance(part, str) else part for part in slide] for slide in slides]


def html(slide: list[nbformat.NotebookNode]) -> str:
    """Return a slide as HTML, without its code."""
    exporter = HTMLExporter(template_name="basic", exclude_input=True, exclude_output_prompt=True)
    body, _ = exporter.from_notebook_node(nbformat.v4.new_notebook(cells=slide))
    return f"<section>{body}</section>"


if __name__ == "__main__":
    build()
