"""The book's sources: what can be checked without building it. `make test-book` looks at the built pages."""

import ast
import json
import re
import tomllib
from html.parser import HTMLParser
from pathlib import PurePath

import crossrefs
import jupytext
import pytest
from build_book import LIVE, ROOMS, alt, api_page, described, drawn, modules_of, taking_along, web
from conftest import ROOT
from pages import pictures
from places import numbered, solutions

BOOK = ROOT / "book"
NOTEBOOKS = [crossrefs.page_of(path) for path in numbered()]
SOLUTIONS = [crossrefs.page_of(path) for path in solutions()]
PAGES = sorted(BOOK.glob("*.md"))


def test_every_notebook_is_listed_once_and_in_order():
    listed = re.findall(r"^\* \[\d.*\]\((\S+)\.ipynb\): .", (ROOT / "notebooks/README.md").read_text(), flags=re.M)
    assert listed == NOTEBOOKS, "each has a line in notebooks/README.md, of which the book's map is made"


def test_the_table_of_contents_has_every_notebook_once_and_in_order():
    globs = re.findall(r"^notebooks/(\S+)$", (BOOK / "index.md").read_text(), flags=re.M)
    pages = {glob: [name for name in NOTEBOOKS + SOLUTIONS if PurePath(name).match(glob)] for glob in globs}
    named = [name for glob in globs for name in pages[glob] if name.count("/") == glob.count("/")]
    assert named == NOTEBOOKS + SOLUTIONS, "the patterns in book/index.md take each once"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_the_pages_lead_somewhere(page):
    made = {f"api/{room}.md" for room in ROOMS} | {f"_static/{name}.html" for name in LIVE}
    text = page.read_text()
    for target in re.findall(r"\]\(([^)#]+)", text) + re.findall(r"^:::\{figure\} (\S+)", text, flags=re.M):
        if not target.startswith(("https://", "http://")):
            there = target in made or (BOOK / target).exists() or (ROOT / target).exists()
            assert there, f"{page.name} links to {target}, which is not there"


def test_every_module_that_a_reader_calls_has_its_page():
    documented = {name for room in ROOMS for name in modules_of(room)}
    modules = {".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in ROOT.glob("src/*/*.py")}
    inside = {f"subtraction_engine.{name}" for name in ("cli", "methods", "vectors")}
    modules = {name for name in modules if not name.endswith("__")} - inside
    assert modules <= documented, f"no page has {sorted(modules - documented)}"
    automodules = re.findall(r"automodule:: (\S+)\n", api_page("subtraction_theory"))
    assert automodules == modules_of("subtraction_theory")


REFERENCES = (BOOK / "references.md").read_text(encoding="utf-8")


def test_references_are_whole_and_cited():
    known = crossrefs.sources_of(REFERENCES)
    assert len(known) == len(crossrefs.ANCHOR.findall(REFERENCES)) >= 40
    assert {key for _, key in crossrefs.CITATION.findall(REFERENCES)} == known.keys()
    for key, said in known.items():
        assert re.fullmatch(r'[^"]+, .*\b(19|20)\d\d\b.*\.', said), key
    authors = [re.split(", | and ", said)[0].split()[-1].lower() for said in known.values()]
    assert authors == sorted(authors, key=lambda name: name.translate(str.maketrans("áö", "ao")))
    for target in re.findall(r"\[(?:doi|arXiv):([^\]]+)\]", REFERENCES):
        assert re.fullmatch(r"10\.\d{4,}/\S+|\d{4}\.\d{4,5}", target), target
        assert f"/{target.replace('(', '%28').replace(')', '%29')})" in REFERENCES


def test_every_citation_of_a_notebook_is_of_a_source():
    texts = "\n".join(source.read_text(encoding="utf-8") for source in (ROOT / "notebooks").rglob("*.py"))
    unknown = {*re.findall(r"references\.md#(\w+)", texts)} - crossrefs.sources_of(REFERENCES).keys()
    assert not unknown, f"book/references.md has no source with the anchor {sorted(unknown)}"


def test_what_to_cite_agrees_with_the_citation_file():
    cff, bib = (ROOT / "CITATION.cff").read_text(), (BOOK / "cite.bib").read_text()
    assert f"doi: {re.search(r'doi += {(.*)}', bib)[1]}" in cff
    assert f"version: {re.search(r'{Version (.*)}', bib)[1]}\n" in cff
    assert f'title: "{re.findall(r"^ +title += {(.*)}", bib, flags=re.M)[1]}"' in cff


def test_the_glossary_is_in_order_and_says_where_each_word_comes_from():
    text = (BOOK / "glossary.md").read_text()
    entry = re.findall(r"^(\S.*)\n((?:  .*\n)+)", text, flags=re.M)
    terms = [term.replace("è", "e").lower() for term, _ in entry]
    assert terms == sorted(terms), "words stand in the order of the alphabet"
    for term, definition in entry:
        assert "Introduced in" in definition.replace("\n  ", " "), term
        assert re.search(r"\(\.\./notebooks/\S+\.ipynb\)", definition), term


@pytest.mark.parametrize("name", SOLUTIONS)
def test_every_solution_is_folded_and_nothing_is_lost(name):
    original = executed(name)
    cells = json.loads(described(ROOT / f"notebooks/{name}.ipynb", WEB))["cells"][:-1]  # without what to take along
    text = "\n".join("".join(cell["source"]) for cell in cells)
    headings = [cell for cell in original if "".join(cell["source"]).startswith("## ")]
    marks = re.findall(r"^## |<details|</details>", text, flags=re.M)
    assert marks == ["## ", "<details", "</details>"] * len(headings)
    before, after = ([c["source"] for c in some if c["cell_type"] == "code"] for some in (original, cells))
    assert before == after
    assert not "".join(cells[-1]["source"]).startswith("</details>"), "the links back are always seen"


def words_in(source):
    """What each drawing cell of a notebook says of its picture; a changing part counts for nothing."""
    cells = [cell.source for cell in jupytext.read(source).cells]
    for cell in (cell for cell in cells if re.search(r"^fig, .* = plt\.", cell, flags=re.M)):
        shown = [node for node in ast.walk(ast.parse(cell)) if isinstance(node, ast.Call)]
        (call,) = [node for node in shown if ast.unparse(node.func) == "figures.show"]
        parts = call.args[1].values if isinstance(call.args[1], ast.JoinedStr) else [call.args[1]]
        yield "".join(part.value for part in parts if isinstance(part, ast.Constant))


@pytest.mark.parametrize("name", NOTEBOOKS + SOLUTIONS)
def test_every_picture_has_words_of_its_own(name):
    source = ROOT / f"notebooks/{name}.py"
    texts = "\n".join(cell.source for cell in jupytext.read(source).cells if cell.cell_type == "markdown")
    for words in words_in(source):
        assert len(words) >= 40, f"say in figures.show what can be seen, in a sentence, not {words!r}"
        assert not re.search(r"[`$\\=_]|\bassert\b", words), f"{words!r} is read out: words, no code and no formula"
        assert words not in texts, f"{words!r} stands in the text already; say what is seen"


def executed(name):
    return json.loads((ROOT / f"notebooks/{name}.ipynb").read_text(encoding="utf-8"))["cells"]


@pytest.mark.parametrize("name", NOTEBOOKS + SOLUTIONS)
def test_every_picture_of_an_executed_notebook_has_its_words(name):
    alts = [alt(picture) for cell in executed(name) for picture in drawn(cell)]
    told = "show each picture in the cell that begins `fig, ... = plt.subplots()`, by figures.show; then `make all`"
    assert len(alts) == len(list(words_in(ROOT / f"notebooks/{name}.py"))), told
    assert min(map(len, alts), default=40) >= 40, alts


def test_what_says_nothing_of_itself_is_said_to_be_drawn():
    assert alt({"metadata": {"image/png": {"alt": "A strip"}}}) == "A strip"
    assert alt({"metadata": {}}) == "What the code above draws"


# --- what runs, where nothing runs -----------------------------------------------------------------------


class Sanitised(HTMLParser):
    """What a site leaves of a cell's HTML that takes out scripts, styles and frames, as GitHub does: tags and text."""

    GONE = ("script", "style", "iframe", "noscript")

    def __init__(self, text):
        super().__init__()
        self.inside, self.left = 0, ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.inside += tag in self.GONE
        self.left += "" if self.inside else self.get_starttag_text()

    def handle_endtag(self, tag):
        self.inside -= tag in self.GONE

    def handle_data(self, data):
        self.left += "" if self.inside else data


def live_outputs():
    for name in NOTEBOOKS + SOLUTIONS:
        for output in (output for cell in executed(name) for output in cell.get("outputs", [])):
            text = "".join(output.get("data", {}).get("text/html", ""))
            if 'class="live"' in text:
                yield pytest.param(text, id=name)


def test_what_runs_is_in_five_notebooks():
    assert [output.id[:2] for output in live_outputs()] == ["01", "02", "03", "04", "07"]


@pytest.mark.parametrize("text", [*live_outputs()])
def test_where_scripts_and_frames_are_taken_out_a_picture_is_left_and_a_line(text):
    left = Sanitised(text).left
    words = [words for _, words in pictures(left) if words]  # those of a key say nothing: words follow them
    assert min(map(len, words), default=0) >= 8
    assert "live in JupyterLab by make lab, or there by Run &gt; Run All Cells" in left.replace("Run > ", "Run &gt; ")
    assert "function" not in left
    assert len(text.partition("</iframe>")[2]) < 20_000


# --- links -----------------------------------------------------------------------------------------------

THERE = ("03-divide-and-conquer", "Theorem 1", "It is $O(n)$.")
WEB = crossrefs.Web(
    theorems={"theorem-1": THERE, "theorem-1-prime": (THERE[0], "Theorem 1'", "")},
    figures={"figure-2": ("06-count", "Figure 2", "Counts.")},
    notebooks={"3": (THERE[0], "3. Divide and conquer")},
    terms={"cold": "A lost position.", "move": "Taking coins.", "row": "512 bits. Introduced in notebook 8."},
    sources={"golomb1966": "S. Golomb, On games, 1966."},
    functions={"records": ("subtraction_games.analysis.records", "The records.")},
)


def linked(text, page="04-nim"):
    (made,) = crossrefs.linked([text], page, WEB, crossrefs.Html("../"))
    return [(target, shown) for target, shown in re.findall(r'<a href="\.\./(.*?)".*?>(.*?)</a>', made, flags=re.S)]


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("By Theorem 1 and Theorem 1's.", [("notebooks/03-divide-and-conquer.html#theorem-1", "Theorem 1")] * 2),
        ("Theorem 1' in part", [("notebooks/03-divide-and-conquer.html#theorem-1-prime", "Theorem 1\u2032")]),
        ("Theorem 1.2, Theorem 2, Lemma 1", []),
        ("See Figure 2.", [("notebooks/06-count.html#figure-2", "Figure 2")]),
        ("(notebook 3 has it)", [("notebooks/03-divide-and-conquer.html", "notebook 3")]),
        ("cold, and cold, who has to move", [("glossary.html#term-cold", "cold")]),
        ("# cold\n\n`cold`, $cold$ and [cold](x.md)", []),
        ("By [Golomb\n(1966)](../book/references.md#golomb1966)", [("references.html#golomb1966", "Golomb\n(1966)")]),
        ("in 1966, by Golomb (1966)", []),
        ("`records`, `sg.records`", [("api/analysis.html#subtraction_games.analysis.records", "`records`")]),
    ],
)
def test_links(text, links):
    assert linked(text) == links


def test_words_of_the_engine_are_linked_where_they_are_its_words():
    assert linked("a row of the table") == []
    assert linked("a row of the table", "faster/08-faster") == [("glossary.html#term-row", "row")]


def test_no_other_notebook_explains_its_words_by_those_of_the_engine():
    words = {"row", "window", "unit", "panel", "tile", "plane", "container", "candidate"}
    known = crossrefs.Web(terms=crossrefs.terms_of((BOOK / "glossary.md").read_text(encoding="utf-8")))
    assert words <= {name for name, said in known.terms.items() if crossrefs.ENGINE in said}
    for name in NOTEBOOKS:
        texts = ["".join(cell["source"]) for cell in executed(name) if cell["cell_type"] == "markdown"]
        made = "\n".join(crossrefs.linked(texts, name, known, crossrefs.Html("../")))
        linked_words = words & set(re.findall(r"glossary\.html#term-(\w+)", made))
        assert linked_words == set() or name.startswith("faster/"), f"{name} links {linked_words}"


def test_theorems_are_numbered_within_their_notebook_and_said_on_a_card():
    cells = ["**Theorem** (Gauss). *It is* $1$.", "**Lemma.** Two.", "**Theorem 3.** Three. By Theorem 1."]
    made = crossrefs.linked(cells, "04-nim", WEB, crossrefs.Html("../"))
    assert made[0] == '<span class="target" id="theorem-4-1"></span>**Theorem 4.1** (Gauss). *It is* $1$.'
    assert made[1] == '<span class="target" id="lemma-4-2"></span>**Lemma 4.2.** Two.'
    assert made[2].startswith('<span class="target" id="theorem-3"></span>**Theorem 3.** Three.')
    assert 'data-card="Theorem 1. It is &#92;(O(n)&#92;)."' in made[2]


def test_the_paper_s_theorems_and_all_numbered_figures_can_be_linked_to():
    known = web()
    assert {"theorem-1", "theorem-1-prime", "lemma-2", "theorem-3"} <= known.theorems.keys()
    drawn = {re.match(r"figure(-\d+)+", path.stem)[0] for path in (ROOT / "figures").glob("figure-*.svg")}
    assert known.figures.keys() == drawn


def test_a_numbered_figure_stands_in_the_book_as_it_was_saved_and_its_code_is_folded():
    made = json.loads(described(ROOT / "notebooks/06-number-of-cold-positions.ipynb", web()))["cells"]
    place = next(i for i, cell in enumerate(made) if "figures.save(" in "".join(cell["source"]))
    assert made[place]["outputs"] == []
    assert "hide-input" in made[place]["metadata"]["tags"]
    assert made[place + 1]["source"].startswith(":::{figure} ../figures/figure-2-number-of-cold-positions.svg\n:alt: ")
    assert '<span class="target" id="figure-2"></span>**Figure 2.** The number' in made[place + 1]["source"]


def test_a_page_ends_with_what_to_take_along():
    end = taking_along(ROOT / "notebooks/06-number-of-cold-positions.ipynb", "../")
    for ending in ("ipynb", "py"):
        assert f'href="../_sources/notebooks/06-number-of-cold-positions.{ending}"' in end
    assert "10.4230/LIPIcs.FUN.2018.20" in end
    assert f"Version {tomllib.loads((ROOT / 'pyproject.toml').read_text())['project']['version']}" in end


def test_what_the_book_and_the_pdf_need_is_declared():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    needed = {"myst-nb", "sphinx", "sphinx-book-theme", "sphinx-mathjax-offline", "pypandoc-binary", "typst"}
    assert needed <= {re.split("[<>=]", name)[0] for name in extras["book"] + extras["article"]}
