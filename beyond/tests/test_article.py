"""No number is typed in the source of the article, and both of its files are made from committed data."""

import re

import build_article
import pytest
import typesetting
from conftest import ROOT
from places import numbered

from subtraction_theory.kernels import kernels

SOURCES = [ROOT / "beyond/article/article.md", ROOT / "beyond/article/abstract.md"]
FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$]+\$", flags=re.S)
CONSTANTS = {"2.1", "4.5433", "2.24", "0.7", "0.35", "12.3.5"}  # of theorems and the paper, and a problem's number
MODULI = {3097}  # besides all moduli below 2,000


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The facts and the text of the article, which make a PDF of at most eleven pages."""
    facts, text = build_article.article()
    pdf = tmp_path_factory.mktemp("article") / "article.pdf"
    typesetting.compiled(build_article.typst(facts, text), pdf)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes())) <= 11
    return facts, text


def prose(path):
    """The text without its head, fields, citations, labels and code."""
    text = re.sub(r"\A---\n.*?---\n", "", path.read_text(encoding="utf-8"), flags=re.S)
    return re.sub(r"\{\{[^}]*\}\}|\[@[^\]]*\]|^::: [^\n]*|\{#[^}]*\}|\]\(#[^)]*\)|`[^`]*`", "", text, flags=re.M)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_number_is_typed(path):
    text = prose(path)
    assert re.findall(r".*\d.*", FORMULA.sub("", text)) == [], "insert them by calls in {{...}}"
    numbers = re.findall(r"\d[\d.,]*\d|\d", " ".join(FORMULA.findall(text)))
    typed = {number for number in numbers if "." in number and number not in CONSTANTS}
    typed |= {number for number in numbers if number.isdigit() and int(number) > 2000 and int(number) not in MODULI}
    assert not typed, "these numbers are not constants of theorems"


def test_its_theorems_stand_beside_those_of_the_notebooks(made):
    blocks = re.findall(r'^::: \{\.(\w+) #[\w-]+ number="(\d+)" title="([^"]*)"', made[1], flags=re.M)
    here = {(f"{kind.capitalize()} {number}", title) for kind, number, title in blocks}
    page = (ROOT / "book/theorems.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+ \d+) \| (\w+ \d+\.\d+) \| (.*) \|$", page, flags=re.M)
    notebooks = " ".join(path.read_text(encoding="utf-8") for path in numbered())
    assert {(name, title) for name, _, title in rows} <= here
    assert [theirs for _, theirs, _ in rows if f"**{theirs}" not in notebooks] == []
    assert {name for name, _ in here if name.startswith("Theorem")} == {n for n, *_ in rows if n.startswith("Theorem")}


def test_it_is_made_for_latex_too(made):
    facts, text = made
    tex = build_article.tex(facts, text)
    assert not re.findall(r"\{\{\w+|<\w+>", tex), "everything is filled in"
    named = re.findall(r"\\label\{([\w-]+)\}|\\source\{\d+\}\{(\w+)\}|\}\{([\w-]+)\}%$", tex, flags=re.M)
    assert set(re.findall(r"\\hyperref\[([\w-]+)\]", tex)) <= {label for found in named for label in found}
    assert all((ROOT / "build" / name).resolve().exists() for name in re.findall(r"graphics\[.*?\]\{(.*?)\}", tex))
    assert set(re.sub(r"[ -~\n]", "", tex)) <= set("áÁéíöøóőúüćšΩκ\u00a0\u2013\u2026"), "the letters that LaTeX has"


def test_multiples_of_8_beyond_400_have_kernels():
    assert all(next(kernels(m), None) is not None for m in (424, 464, 488, 520)), "the article names them"
