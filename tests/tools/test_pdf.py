"""The PDF edition, tested on a small one."""

import base64
import re
from pathlib import Path

import build_pdf
import pytest
import typesetting
from nbformat import write
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from subtraction_games.pages.ask import ask

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
WORDS = {"image/png": {"alt": 'The "big" one'}}
IMAGE = new_output("display_data", {"image/png": PNG, "text/plain": "<Figure>"}, metadata=WORDS)
BOARD = new_output("display_data", {"text/html": "<iframe>", "text/plain": "Board(heaps=(13,))"})
ASKED = ask("Is 2 cold (a heap of 2*)?", "yes", "No move from 2 leads to 0.", options=["yes", "no"])
QUESTION = new_output("display_data", {"text/html": ASKED._repr_html_(), "text/plain": repr(ASKED)})
TEXTS = {
    "# One": "= One\n<01-a>\n",
    "*Some* [log](../LOG.md), [site](https://example.org)": '#emph[Some] log, #link("https://example.org")[site]',
    "## Primes: 7, 13": "== Primes: 7, 13\n<primes-7-13>",
    "[primes](01-a.ipynb#Primes:-7,-13)": "#link(<primes-7-13>)[primes]",
    "[it](x/part-1.ipynb#Notebook-1,-exercise-2)": "#link(<notebook-1-exercise-2>)[it]",
    "By [Golomb](../book/references.md#golomb1966)": "By #link(<golomb1966>)[Golomb]",
    "**Theorem 1'.** So. **Theorem 3.** It is.": "#metadata(none)<theorem-1-prime>#strong[Theorem 1\u2032.] So.",
    "By Theorem 3's proof": "By #link(<theorem-3>)[Theorem 3]\u2019s proof",
    "## Notebook 1, exercise 2": "numbering: none)[Notebook 1, exercise 2]\n<notebook-1-exercise-2>",
    r"$\frac{a}{b}\le\sqrt n$": "$a / b lt.eq sqrt(n)$",
    r"$n|S|$": r"$n\|S\|$",
    r"$$\mathop{\rm mex}_{s\in S}\ s$$": '$ op("mex", limits: #true)_(s in S) med s $',
    r"$W\!(a)\;b$": r"$W #h(-0.17em) \( a \) thick b$",
}
SAVES = 'figures.save(fig, "figure-2-number-of-cold-positions", table)'
OUTPUTS = [  # code, what it shows, and what the edition has for them
    ('x = """\n~~~~\n"""  # $\\foo$', new_output("stream", text="1 | 2\n  3\n"),
     '```python\nx = """\n~~~~\n"""  # $\\foo$\n```\n\n```output\n1 | 2\n  3\n```'),
    ("ask()", QUESTION, "#strong[Question 1.] Is 2 cold (a heap of 2\\*)?"),
    ("", new_output("stream", text=""), "yes. No move from 2 leads to 0."),
    ("board()", BOARD, "This board can be used in the notebook"),
    ("draw()", IMAGE, 'alt: "The \\"big\\" one", captioned: false)'),
    (SAVES, IMAGE, '/figures/figure-2-number-of-cold-positions.svg", alt: "The \\"big\\" one", captioned: true)'),
]  # fmt: skip
PAGE = """# End\n\n:::{glossary}\nheap\n  A pile\n  of coins.\n:::\n
* <a id="golomb1966"></a>S. W. Golomb, 1966. [doi:1](https://doi.org/1)\n"""
ON_PAGE = ["#strong[heap]: A pile of coins.", "- #metadata(none)<golomb1966>S. W. Golomb, 1966."]


def small(folder, texts, outputs=()):
    """The text of an edition of one notebook and a page with a glossary and references."""
    folder.mkdir()
    cells = [*map(new_markdown_cell, texts), *(new_code_cell(code, outputs=[shown]) for code, shown, _ in outputs)]
    write(new_notebook(cells=cells), folder / "01-a.ipynb")
    (folder / "page.md").write_text(PAGE)
    return build_pdf.typst([folder / "01-a.ipynb"], [folder / "page.md"], folder)


def test_a_small_edition_has_all_that_its_sources_have_and_the_same_bytes_every_time(tmp_path):
    for name in "ab":
        typst = small(tmp_path / name, TEXTS, OUTPUTS)
        typesetting.compiled(typst, tmp_path / f"{name}.pdf")
    wanted = [*TEXTS.values(), *(made for *_, made in OUTPUTS), *ON_PAGE]
    assert [part for part in wanted if part not in typst] == []
    assert not re.search(r"iframe|Board\(", typst)
    assert Path(re.search(r'#picture\("(.*?png)"', typst)[1]).read_bytes() == base64.b64decode(PNG)
    once, again = ((tmp_path / f"{name}.pdf").read_bytes() for name in "ab")
    assert once == again
    assert b"/Title(One)" in once  # the bookmark


def test_what_cannot_be_set_is_answered_and_leaves_the_pdf_that_is_there(tmp_path):
    with pytest.raises(SystemExit, match=r"(?s)the PDF was not made: .*Could not convert TeX math \\foo"):
        small(tmp_path / "a", [r"$\foo{x}$"])
    pdf = tmp_path / "whole.pdf"
    pdf.write_bytes(b"before")
    with pytest.raises(SystemExit, match=r"(?s)the PDF was not made: Typst says\n.*`<03-c>` does not exist"):
        typesetting.compiled("#link(<03-c>)[three]", pdf)
    assert pdf.read_bytes() == b"before"
