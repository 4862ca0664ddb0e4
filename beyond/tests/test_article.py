"""No number is typed in the source of the article, and both of its files are made from committed data."""

import re

import article_numbers
import build_article
import pandas as pd
import pytest
import typesetting
from article_numbers import finding
from conftest import ROOT
from rings import numbered

SOURCES = [ROOT / "beyond/article/article.md", ROOT / "beyond/article/abstract.md"]
FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$]+\$", flags=re.S)
CONSTANTS = {"2.1", "4.5433", "0.7", "0.35", "12.3.5", "3097"}  # of theorems and the paper, a problem, and a modulus


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The facts and the text of the article, which make a PDF of at most ten pages."""
    facts, text = build_article.article()
    pdf = tmp_path_factory.mktemp("article") / "article.pdf"
    typesetting.compiled(build_article.typst(facts, text), pdf)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes())) <= 10
    return facts, text


FIELDS = re.compile(r"\{\{[^}]*\}\}|\[@[^\]]*\]|^::: [^\n]*|\{#[^}]*\}|\]\(#[^)]*\)|`[^`]*`", flags=re.M)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_number_is_typed(path):
    text = FIELDS.sub("", re.sub(r"\A---\n.*?---\n", "", path.read_text(encoding="utf-8"), flags=re.S))
    assert re.findall(r".*\d.*", FORMULA.sub("", text)) == [], "insert them by calls in {{...}}"
    numbers = {*re.findall(r"\d[\d.,]*\d|\d", " ".join(FORMULA.findall(text)))} - CONSTANTS
    assert [each for each in numbers if "." in each or (each.isdigit() and int(each) > 2000)] == []


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


def test_counts_agree_with_the_findings():
    table = cells(article_numbers.counts()).replace(",", "", regex=True)
    last = table.iloc[-1, :7].astype(int)
    for name, classes in (("", "01234"), ("2 mod 5 ", "2"), ("1 or 3 mod 5 ", "13")):
        assert f"{last[[*classes]].sum():,}" == finding(f"cold positions {name}below 2^41")
    assert last["all"] == last[[*"01234"]].sum()
    assert table["exponent"].iloc[-1] == finding("exponent of the count from 2^38 to 2^41")


def test_strays_agree_with_the_findings_and_with_those_of_the_game_that_was_played_again():
    table = cells(article_numbers.strays()).set_index("k")
    parts, exponents = table.iloc[:, :5], table.iloc[:, 5:]
    name = "exponents to 2^35 without strays of depths < 0, 1, 2, 3, 4"
    assert ", ".join(exponents.loc["35"]) == finding(name)
    whole, *strays = parts.loc["35"].astype(float)
    part = finding("part of the cold positions below 2^35 that are strays of depths 0 to 3")
    assert sum(strays) / whole == pytest.approx(float(part), abs=3e-4)
    again = pd.read_csv(ROOT / "beyond/data/depths.csv").pivot(index="n", columns="depth", values="strays")
    for k in (20, 29, 35):  # the article takes the first two depths from the long run
        assert article_numbers.all_and_strays(k)[1:3].tolist() == again.loc[2**k, [0, 1]].tolist()


def test_later_games_agree_with_the_findings():
    table = cells(article_numbers.later_games())
    rows = [row for i in range(0, 15, 5) for row in table.iloc[:, i : i + 5].to_numpy().tolist() if row[0]]
    assert len(rows) == int(article_numbers.later("moduli"))
    clean = [(m, k) for m, _, k, outside, ratio in rows if (outside, ratio) == ("0", "1.0000")]
    assert re.findall(r"\d+", article_numbers.later("clean")) == [m for m, _ in clean]
    counts = [finding(f"cold positions below 2^32, modulo {m}, planted below 2^{k}") for m, k in clean]
    assert re.findall(r"\d[\d,]*\d", article_numbers.later("counts")) == counts


def test_products_agree_with_the_findings():
    said = article_numbers.products()
    counts = {int(p): int(n) for n, p in re.findall(r"(\d+) products \$(\d+)q", said)} | {11: 1}
    assert "$11\\cdot31$" in said
    assert counts == {p: int(finding(f"primes q with a kernel found modulo {p}q")) for p in counts}
    assert article_numbers.products("all") == str(sum(counts.values()))
