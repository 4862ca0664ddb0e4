"""The PDF edition: what becomes of a small one on its way there, and that the whole one is made."""

import base64
import re

import build_pdf
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

pytest.importorskip("pypandoc")
pytest.importorskip("typst")

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
TOLD = {"image/png": {"alt": 'The "big" one'}}
IMAGE = new_output("display_data", {"image/png": PNG, "text/plain": "<Figure>"}, metadata=TOLD)
BOARD = new_output("display_data", {"text/html": "<iframe>", "text/plain": "Board(heaps=(13,))"})
TEXT = """*Some* [two](02-b.ipynb), [log](../LOG.md), [site](https://example.org),
[it](x/part-1.ipynb#Notebook-1,-exercise-2), [Golomb](../book/references.md#golomb1966). By Theorem 3's proof, and
level 0's. **Theorem 1'.** So. **Theorem 3.** It is.

## Notebook 1, exercise 2

"""
PAGE = """# End\n\n:::{glossary}\nheap\n  A pile\n  of coins.\n:::\n
* <a id="golomb1966"></a>S. W. Golomb, 1966. [doi:1](https://doi.org/1)\n"""
MADE = [
    "= 01-a\n<01-a>\n",
    '#emph[Some] #link(<02-b>)[two], log, #link("https://example.org")[site], #link(<notebook-1-exercise-2>)[it]',
    "#link(<golomb1966>)[Golomb]. By #link(<theorem-3>)[Theorem 3]\u2019s proof, and level 0\u2019s.",
    "#metadata(none)<theorem-1-prime>#strong[Theorem 1\u2032.] So.",
    "outlined: false, numbering: none)[Notebook 1, exercise 2]\n<notebook-1-exercise-2>",
    '```python\nx = """\n~~~~\n"""  # $\\foo$\n```',
    "```output\n1 | 2\n  3\n```",
    "This board can be used in the notebook",
    'alt: "The \\"big\\" one", captioned: false)',
    '#picture("figures/figure-2-number-of-cold-positions.svg", alt: "The \\"big\\" one", captioned: true)',
    "#strong[heap]: A pile of coins.",
    "- #metadata(none)<golomb1966>S. W. Golomb, 1966.",
]
FORMULAS = {
    r"$\frac{a}{b}\le\sqrt n$": "$a / b lt.eq sqrt(n)$",
    r"$n|S|$": r"$n\|S\|$",
    r"$\|a\|\,\|b\|$": r"$\‖a\‖thin\‖b\‖$",
    r"$$|A|\le1$$": r"$ \|A\|lt.eq 1 $",
    r"$\operatorname{hot}(n)$": r'$op("hot")\( n \)$',
    r"$$\mathop{\rm mex}_{s\in S}\ s$$": '$ op("mex", limits: #true)_(s in S) med s $',
    r"$i\text{ is reached}$": '$i upright("is reached")$',
    r"$\text{shared}(n)$": r'$op("shared")\( n \)$',
    r"$W\!(a)\;b$": r"$W #h(-0.17em) \( a \) thick b$",
    r"$a\otimes b$": "$a times.o b$",
    r'$$a."$$': r'$ a . upright("\"") $',
    r"$\square$": "$square.stroked$",
}


def small_pdf(folder, *cells):
    """A chapter of text and of (code, what it shows), one it links to, and a page with a glossary and references."""
    folder.mkdir()
    chapters = {"01-a": cells, "02-b": [("x = 1", new_output("stream", text="y" * 500))]}
    for name, parts in chapters.items():
        made = [new_markdown_cell(p) if isinstance(p, str) else new_code_cell(p[0], outputs=[p[1]]) for p in parts]
        nbformat.write(new_notebook(cells=[new_markdown_cell(f"# {name}\n"), *made]), folder / f"{name}.ipynb")
    (folder / "page.md").write_text(PAGE)
    return build_pdf.made([folder / f"{name}.ipynb" for name in chapters], [folder / "page.md"], folder / "source")


def test_a_small_edition_has_all_that_its_sources_have_and_the_same_bytes_every_time(tmp_path):
    saves = 'figures.save(fig, "figure-2-number-of-cold-positions", table)'
    code = [
        ('x = """\n~~~~\n"""  # $\\foo$', new_output("stream", text="1 | 2\n  3\n")),
        ("board()", BOARD),
        ("draw()", IMAGE),
        (saves, IMAGE),
    ]
    once, again = (small_pdf(tmp_path / name, TEXT, *code, "\n\n".join(FORMULAS)) for name in "ab")
    made = (tmp_path / "a/source/main.typ").read_text()
    assert [part for part in (*MADE, *FORMULAS.values()) if part not in made] == []
    assert not re.search(r"iframe|Board\(", made)
    assert (tmp_path / "a/source" / re.search(r'#picture\("(.*?png)"', made)[1]).read_bytes() == base64.b64decode(PNG)
    assert once == again
    assert once.startswith(b"%PDF-1.")
    assert b"/Title(02-b)" in once  # the bookmark
    assert b"CreationDate" not in once


def test_what_cannot_be_set_is_told_and_leaves_the_one_that_is_there(tmp_path, monkeypatch):
    with pytest.raises(SystemExit, match=r"(?s)the PDF was not made: pandoc says\n.*Could not convert TeX math \\foo"):
        small_pdf(tmp_path / "a", r"$\foo{x}$")
    (tmp_path / "made").mkdir()
    (tmp_path / "made/whole.pdf").write_bytes(b"before")
    monkeypatch.setattr(build_pdf, "SOURCE", tmp_path / "source")
    monkeypatch.setattr(build_pdf, "PDF", tmp_path / "made/whole.pdf")
    monkeypatch.setattr(build_pdf, "typst_of", lambda markdown: "#link(<03-c>)[three]")
    with pytest.raises(SystemExit, match=r"(?s)the PDF was not made: Typst says\n.*`<03-c>` does not exist"):
        build_pdf.build()
    assert [path.read_bytes() for path in (tmp_path / "made").iterdir()] == [b"before"]


def test_the_whole_edition_is_made(tmp_path, monkeypatch):
    monkeypatch.setattr(build_pdf, "SOURCE", tmp_path / "source")
    monkeypatch.setattr(build_pdf, "PDF", tmp_path / "whole.pdf")
    build_pdf.build()
    assert b"/Title(Faster Evaluation of Subtraction Games)" in (tmp_path / "whole.pdf").read_bytes()
