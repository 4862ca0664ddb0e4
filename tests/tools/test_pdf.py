"""The PDF edition: what becomes of a notebook on its way there, and that small PDFs and the whole one are made."""

import base64
import json
import re

import build_pdf
import crossrefs
import pytest

pytest.importorskip("pypandoc")
pytest.importorskip("typst")

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
SHOWN = {"image/png": {"alt": 'The "big" one'}}
IMAGE = {"output_type": "display_data", "data": {"image/png": PNG, "text/plain": "<Figure>"}, "metadata": SHOWN}
WEB = crossrefs.Web(theorems={"theorem-3": ("notebooks/04-d", "Theorem 3", "It is.")})


def text(words):
    return {"cell_type": "markdown", "source": [f"{words}\n"]}


def code(source, *outputs):
    return {"cell_type": "code", "source": [source], "outputs": list(outputs)}


def stream(printed):
    return {"output_type": "stream", "name": "stdout", "text": [printed]}


def notebook(path, *cells):
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"cells": [text(f"# {path.stem}"), *cells]}))
    return path


def typst_of(tmp_path, *cells):
    return build_pdf.typst_of(build_pdf.chapter(notebook(tmp_path / "notebooks/01-a.ipynb", *cells), tmp_path, WEB))


def test_a_chapter_has_its_title_text_code_and_output_and_no_page_that_runs(tmp_path):
    board = {"output_type": "execute_result", "data": {"text/html": "<iframe>", "text/plain": "Board(heaps=(13,))"}}
    cells = [text("Some *words*."), code('x = "~~~~"  # $\\foo$', stream("1 | 2\n  3\n"))]
    made = typst_of(tmp_path, *cells, code("board(sg.squares, [13])", board))
    assert made.startswith("= 01-a\n<01-a>\n")
    assert "Some #emph[words]." in made
    assert '```python\nx = "~~~~"  # $\\foo$\n```' in made
    assert "```output\n1 | 2\n  3\n```" in made
    assert "This board can be played on in the notebook" in made
    assert not re.search(r"iframe|Board\(", made)


def test_links(tmp_path):
    linked = "[two](02-b.ipynb), [log](../benchmarks/LOG.md), [site](https://example.org)."
    asked = "[Solution](solutions/part-1.ipynb#Notebook-1,-exercise-2)"
    made = typst_of(tmp_path, text(linked), text(asked), text("## Notebook 1, exercise 2\n\nBecause."))
    assert '#link(<02-b>)[two], log, #link("https://example.org")[site].' in made
    assert "#link(<notebook-1-exercise-2>)[Solution]" in made
    assert "outlined: false, numbering: none)[Notebook 1, exercise 2]\n<notebook-1-exercise-2>" in made
    made = typst_of(tmp_path, text("By Theorem 3's proof, and level 0's. **Theorem 1'.** So."))
    assert "By #link(<theorem-3>)[Theorem 3]\u2019s proof, and level 0\u2019s." in made
    assert "#metadata(none)<theorem-1-prime>#strong[Theorem 1\u2032.] So." in made


@pytest.mark.parametrize(
    ("tex", "typst"),
    [
        (r"$\frac{a}{b}\le\sqrt n$", "$a / b lt.eq sqrt(n)$"),
        (r"$n|S|$", r"$n\|S\|$"),
        (r"$\|a\|\,\|b\|$", r"$\‖a\‖thin\‖b\‖$"),
        (r"$$|A|\le1$$", r"$ \|A\|lt.eq 1 $"),
        (r"$\operatorname{hot}(n)$", r'$op("hot")\( n \)$'),
        (r"$$\mathop{\rm mex}_{s\in S}\ s$$", '$ op("mex", limits: #true)_(s in S) med s $'),
        (r"$i\text{ is reached}$", '$i upright("is reached")$'),
        (r"$\text{shared}(n)$", r'$op("shared")\( n \)$'),
        (r"$W\!(a)\;b$", r"$W #h(-0.17em) \( a \) thick b$"),
        (r"$a\otimes b$", "$a times.o b$"),
        (r"$\square$", "$square.stroked$"),
    ],
)
def test_formulas(tmp_path, tex, typst):
    assert typst in typst_of(tmp_path, text(tex))


def test_a_picture_is_embedded_and_told_and_a_saved_figure_is_taken_as_drawn(tmp_path):
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures/figure-1-x.svg").write_text("<svg/>")
    cells = [code("figures.show(fig, told)", IMAGE), code('figures.save(fig, "figure-1-x", {})', IMAGE)]
    made = typst_of(tmp_path, *cells)
    shown = re.search(r'#picture\("(.*?)", alt: "The \\"big\\" one", captioned: false\)', made)[1]
    assert (tmp_path / shown).read_bytes() == base64.b64decode(PNG)
    saved = re.search(r'#picture\("(.*?\.svg)"', made)[1]
    assert (tmp_path / saved).read_text() == "<svg/>"


def small_pdf(tmp_path, folder, *cells):
    """Two chapters, a glossary and references."""
    said = "See [two](02-b.ipynb) and [Golomb (1966)](../book/references.md#golomb1966)."
    first = notebook(tmp_path / "notebooks/01-a.ipynb", text(said), *cells)
    second = notebook(tmp_path / "notebooks/02-b.ipynb", code("x = 1", stream("y" * 500), IMAGE))
    page = tmp_path / "page.md"
    page.write_text(
        "# End\n\n:::{glossary}\nheap\n  A pile\n  of coins.\n:::\n\nSee [Golomb](#golomb1966).\n\n"
        '* <a id="golomb1966"></a>S. W. Golomb, 1966. [doi:1](https://doi.org/1)\n'
    )
    return build_pdf.made([first, second], [page], tmp_path / folder)


def test_a_small_pdf_is_the_same_every_time_and_has_words_and_sources(tmp_path):
    content = small_pdf(tmp_path, "once")
    assert content.startswith(b"%PDF-1.")
    assert b"/Title(Faster Evaluation of Subtraction Games)" in content
    assert b"/Title(02-b)" in content  # the bookmark
    assert b"CreationDate" not in content
    assert small_pdf(tmp_path, "again") == content
    made = (tmp_path / "again/main.typ").read_text()
    assert "#strong[heap]: A pile of coins." in made
    assert "and #link(<golomb1966>)[Golomb (1966)]." in made
    assert "See #link(<golomb1966>)[Golomb]." in made
    assert "- #metadata(none)<golomb1966>S. W. Golomb, 1966." in made


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (r"$\foo{x}$", r"pandoc says\n.*Could not convert TeX math \\foo"),
        ("[three](03-c.ipynb)", r"Typst says\n.*`<03-c>` does not exist"),
        ('`#text(font: "None")[x]`{=typst}', r"Typst warns\n.*unknown font family"),
    ],
)
def test_what_cannot_be_set_is_told(tmp_path, wrong, told):
    with pytest.raises(SystemExit, match=f"(?s)the PDF was not made: {told}"):
        small_pdf(tmp_path, "source", text(wrong))
    path = tmp_path / "01-a.ipynb"
    path.write_text("{}")
    with pytest.raises(SystemExit, match=r"01-a\.ipynb is not a notebook"):
        build_pdf.chapter(path, tmp_path, WEB)


def test_the_whole_edition_is_made_and_a_failure_leaves_it(tmp_path, monkeypatch):
    whole = tmp_path / "made/whole.pdf"
    monkeypatch.setattr(build_pdf, "SOURCE", tmp_path / "source")
    monkeypatch.setattr(build_pdf, "PDF", whole)
    build_pdf.build()
    before = whole.read_bytes()
    assert 10**6 < len(before) < 10**7
    assert [path.name for path in whole.parent.iterdir()] == ["whole.pdf"]
    monkeypatch.setattr(build_pdf, "typst_of", lambda markdown: "#unknown")
    with pytest.raises(SystemExit, match="unknown variable"):
        build_pdf.build()
    assert whole.read_bytes() == before
