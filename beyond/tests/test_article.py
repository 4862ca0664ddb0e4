"""No number is typed in the source of the article, and both of its files are made from committed data."""

import re

import article_numbers
import build_article
import numpy as np
import pandas as pd
import pytest
import typesetting
from conftest import ROOT
from places import numbered

from subtraction_theory.difference_free import is_squarefree
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


def cells(table):
    """The table as a data frame of text, with the cells of a Markdown table and without its signs for formulas."""
    header, _, *lines = ([cell.strip().strip("$") for cell in line.split("|")[1:-1]] for line in table.splitlines())
    return pd.DataFrame(lines, columns=header)


def found(name):
    return str(article_numbers.table("beyond/figures/findings.csv", "finding").value[name])


def test_counts_agree_with_the_findings_and_with_another_table():
    table = cells(article_numbers.counts()).replace(",", "", regex=True).set_index("k")
    below = table.iloc[:, :6].astype(int)
    assert (below["all"] == below.drop(columns="all").sum(axis=1)).all()
    residues = (
        pd.read_csv(ROOT / "beyond/data/residue-counts.csv")
        .query("modulus == 5")
        .pivot(index="n", columns="residue", values="count")
    )
    both = [k for k in below.index if 2 ** int(k) in residues.index]
    assert len(both) == 3
    for k in both:
        assert below.loc[k, list("01234")].tolist() == residues.loc[2 ** int(k)].tolist()
    last = below.iloc[-1]
    assert (str(last["all"]), str(last["2"])) == tuple(
        found(f"cold positions {it}below 2^41") for it in ("", "2 mod 5 ")
    )
    assert str(last["1"] + last["3"]) == found("cold positions 1 or 3 mod 5 below 2^41")
    assert table["exponent"].iloc[-1] == found("exponent of the count from 2^38 to 2^41")
    good = below["0"] + below["2"]
    for column, counts in (("exponent", below["all"]), ("of $0,2", good)):
        local = np.log2(counts / counts.shift()) / 3
        for k in counts.index[4:]:
            assert table[column][k] == f"{local[k]:.4f}", "rows are three doublings apart"


def test_strays_agree_with_the_findings():
    table = cells(article_numbers.strays()).set_index("k")
    parts, exponents = table.iloc[:, :5], table.iloc[:, 5:]
    name = "exponents to 2^35 without strays of depths < 0, 1, 2, 3, 4"
    assert ", ".join(exponents.loc["35"]) == found(name)
    whole, *strays = parts.loc["35"].astype(float)
    assert sum(strays) / whole == pytest.approx(float(found(name_of_part)), abs=3e-4)
    assert exponents["all"]["41"] == found("exponent of the count from 2^38 to 2^41")


name_of_part = "part of the cold positions below 2^35 that are strays of depths 0 to 3"


def test_planted_games_agree_with_the_findings():
    games = article_numbers.games().query("power == 2 and holds and n == 2**32")
    games = games[games.modulus.map(is_squarefree)]
    least, greatest = (float(found(f"{end} ratio of cold positions to the sum over copies in planted games"))
                       for end in ("least", "greatest"))  # fmt: skip
    assert least <= games.ratio.min() < least + 0.002
    assert greatest - 0.002 < games.ratio.max() <= greatest
    assert float(article_numbers.planted_formula("off")) == pytest.approx(0.0051, abs=2e-4), "of notebook 11"


@pytest.mark.parametrize("coins", [100, 1000])
def test_tossed_games_agree_with_the_findings(coins):
    counts = {what: int(found(f"games with {coins} coins that choose {what}")) for what in CHOICES}
    assert article_numbers.chosen(5, coins) == str(counts["5 and 13"] + counts["5, not 13"])
    assert article_numbers.chosen(13, coins) == str(counts["13, not 5"])


CHOICES = ("5 and 13", "5, not 13", "13, not 5")


def test_multiples_of_8_beyond_400_have_kernels():
    assert all(next(kernels(m), None) is not None for m in (424, 464, 488, 520)), "the article names them"
