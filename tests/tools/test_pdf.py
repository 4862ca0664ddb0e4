"""The PDF edition. Typst refuses a link that leads nowhere, and pandoc a formula that it doesn't know."""

import re

import build_pdf
import nbformat
import pytest
import typesetting
from build_book import drawn, executed_notebooks, web
from conftest import ROOT


def test_it_has_all_that_the_notebooks_have_and_the_same_bytes_every_time(tmp_path):
    pages = [ROOT / f"book/{name}.md" for name in ("slips", "theorems", "notation", "glossary", "references")]
    text = build_pdf.typst(executed_notebooks(), pages, tmp_path)
    cells = [cell for path in executed_notebooks() for cell in nbformat.read(path, as_version=4).cells]
    outputs = [output.get("data", {}).get("text/html", "") for cell in cells for output in cell.get("outputs", [])]
    assert text.count("#picture(") == sum(len(drawn(cell)) for cell in cells) > 30
    assert text.count("#strong[Question ") == sum(map(bool, map(build_pdf.ASKED.search, outputs))) >= 20
    assert [label for label in (web().theorems | web().sources) if f"#metadata(none)<{label}>" not in text] == []
    assert not re.search(r"iframe|Board\(|Explorer\(", text)
    for name in "ab":
        typesetting.compiled(text, tmp_path / f"{name}.pdf")
    once, again = ((tmp_path / f"{name}.pdf").read_bytes() for name in "ab")
    assert once == again


def test_what_cannot_be_set_is_answered_and_leaves_the_pdf_that_is_there(tmp_path):
    with pytest.raises(SystemExit, match=r"(?s)the PDF was not made: .*Could not convert TeX math \\foo"):
        typesetting.pandoc(r"$\foo{x}$", "typst-smart")
    pdf = tmp_path / "whole.pdf"
    pdf.write_bytes(b"before")
    with pytest.raises(SystemExit, match=r"(?s)the PDF was not made: Typst says\n.*`<03-c>` does not exist"):
        typesetting.compiled("#link(<03-c>)[three]", pdf)
    assert pdf.read_bytes() == b"before"
