"""The book's sources: what can be checked without building it. `make test-book` looks at the built pages."""

import hashlib
import json
import re
import tomllib

import pytest
from build_book import LIVE, MODULES, alternative, api_page, described, told
from conftest import ROOT

BOOK = ROOT / "book"
NOTEBOOKS = sorted(path.stem for path in (ROOT / "notebooks").glob("[0-9]*.py"))
SOLUTIONS = sorted(f"solutions/{path.stem}" for path in (ROOT / "notebooks/solutions").glob("*.py"))
PAGES = sorted(BOOK.glob("*.md"))


def test_the_table_of_contents_has_every_notebook_once_and_in_order():
    listed = re.findall(r"^notebooks/(\S+)$", (BOOK / "index.md").read_text(), flags=re.M)
    assert listed == NOTEBOOKS + SOLUTIONS


def test_the_map_has_every_notebook_once():
    linked = re.findall(r"^\* \[\]\(notebooks/(\S+)\.ipynb\)", (BOOK / "index.md").read_text(), flags=re.M)
    assert sorted(linked) == NOTEBOOKS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_the_pages_lead_somewhere(page):
    made = {f"api/{name}.md" for name in MODULES} | {f"_static/{name}.html" for name in LIVE}
    text = page.read_text()
    for target in re.findall(r"\]\(([^)#]+)", text) + re.findall(r"^:::\{figure\} (\S+)", text, flags=re.M):
        if not target.startswith("https://"):
            assert target in made or (BOOK / target).exists() or (ROOT / target).exists(), target


def test_every_module_on_the_library_page_exists_and_is_documented():
    package = ROOT / "src/subtraction_games"
    for name in MODULES:
        assert (package / f"{name}.py").exists() or (package / name).is_dir(), name
        assert f"(api/{name}.md)" in (BOOK / "api.md").read_text()
        assert f"automodule:: subtraction_games.{name}\n" in api_page(name)


def entries() -> dict[str, dict[str, str]]:
    text = (BOOK / "references.bib").read_text()
    found = re.findall(r"@\w+\{(\w+),\n(.*?)\n\}", text, flags=re.S)
    return {key: dict(re.findall(r"^\s+(\w+)\s*= \{(.*)\},$", body, flags=re.M)) for key, body in found}


def test_references_are_whole_and_cited():
    cited = set(
        re.findall(r"[\w]+", " ".join(re.findall(r"\{cite:[tp]\}`([^`]+)`", (BOOK / "references.md").read_text())))
    )
    assert cited == set(entries())
    for key, fields in entries().items():
        assert {"author", "title", "year"} <= fields.keys(), key
        assert re.fullmatch(r"10\.\d{4,}/\S+", fields.get("doi", "10.0000/none")), key
        assert re.fullmatch(r"\d{4}\.\d{5}|\d{4}\.\d{4}", fields.get("eprint", "0000.0000")), key


def test_the_paper_has_the_doi_of_the_citation_file():
    assert f"doi: {entries()['eppstein2018']['doi']}" in (ROOT / "CITATION.cff").read_text()


def test_the_glossary_is_in_order_and_says_where_each_word_comes_from():
    text = (BOOK / "glossary.md").read_text()
    entry = re.findall(r"^(\S.*)\n((?:  .*\n)+)", text, flags=re.M)
    terms = [term.replace("è", "e").lower() for term, _ in entry]
    assert terms == sorted(terms)
    for term, definition in entry:
        assert "Introduced in" in definition.replace("\n  ", " "), term
        assert re.search(r"\(notebooks/\S+\.ipynb\)", definition), term


@pytest.mark.parametrize("name", SOLUTIONS)
def test_every_solution_is_folded_and_nothing_is_lost(name):
    executed = ROOT / f"notebooks/{name}.ipynb"
    original = json.loads(executed.read_text(encoding="utf-8"))["cells"]
    cells = json.loads(described(executed))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells)
    headings = [cell for cell in original if "".join(cell["source"]).startswith("## ")]
    marks = re.findall(r"^## |<details|</details>", text, flags=re.M)
    assert marks == ["## ", "<details", "</details>"] * len(headings)
    assert [c["source"] for c in cells if c["cell_type"] == "code"] == [
        c["source"] for c in original if c["cell_type"] == "code"
    ]
    assert not "".join(cells[-1]["source"]).startswith("</details>"), "the links back are always seen"


def test_a_notebook_s_pictures_are_described_and_nothing_else_is_changed():
    executed = ROOT / "notebooks/06-number-of-cold-positions.ipynb"
    notebook = json.loads(described(executed))
    told = [
        cell["metadata"].pop("mystnb")["image"]["alt"] for cell in notebook["cells"] if "mystnb" in cell["metadata"]
    ]
    assert any(alt.startswith("Figure 2. The number of cold positions") for alt in told)
    assert notebook == json.loads(executed.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("**Figure 1.** The *largest* of $n$ values. More.", "Figure 1. The largest of n values"),
        ("See [notebook 1](01-x.ipynb): it\nsays why.", "See notebook 1"),
        ("", "What the code above draws"),
    ],
)
def test_alternative_text(text, told):
    assert alternative(text) == told


def test_mathjax_is_the_version_that_was_checked():
    pytest.importorskip("sphinx")
    pytest.importorskip("sphinx-mathjax-offline")
    from build_book import MATHJAX_SHA256, mathjax

    content = mathjax().read_bytes()
    assert hashlib.sha256(content).hexdigest() == MATHJAX_SHA256
    assert b'"3.2.2"' in content


def test_another_mathjax_is_refused(tmp_path, monkeypatch):
    pytest.importorskip("sphinx-mathjax-offline")
    import build_book

    monkeypatch.setattr(build_book, "MATHJAX_SHA256", "0" * 64)
    with pytest.raises(SystemExit, match=r"is not the MathJax 3\.2\.2"):
        build_book.mathjax()


def test_what_the_book_needs_is_declared():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    needed = {"myst-nb", "sphinx", "sphinx-book-theme", "sphinx-mathjax-offline", "sphinxcontrib-bibtex"}
    assert needed <= {re.split("[<>=]", name)[0] for name in extras["book"]}


def test_a_picture_that_says_what_it_shows_is_believed():
    assert told({"metadata": {"image/png": {"alt": "A strip"}}}, "**Figure 1.** Below.") == "A strip"
    assert told({"metadata": {}}, "**Figure 1.** Below.") == "Figure 1. Below"
