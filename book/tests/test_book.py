"""The sources of the book, its slides and its PDF. The built pages are examined by `make test-book`."""

import re
from itertools import combinations

import build_book
import build_pdf
import crossrefs
import jupytext
import nbformat
import numpy as np
import pytest
import ten_minutes
import typesetting
from build_book import drawn, executed_notebooks, link_targets
from build_slides import html, slides_of
from conftest import ROOT
from executed import numbers
from rings import RINGS, numbered

import subtraction_games as sg


def text_of(page: str) -> str:
    return (ROOT / f"book/{page}.md").read_text(encoding="utf-8")


def test_every_notebook_is_listed_once_and_in_order():
    listed = re.findall(r"^\* \[\d.*\]\((\S+)\.ipynb\): .", (ROOT / "notebooks/README.md").read_text(), flags=re.M)
    assert [f"notebooks/{name}".replace("notebooks/../", "") for name in listed] == [
        crossrefs.page_of(path) for path in numbered()
    ], "notebooks/README.md, the book's map, has a line of each"


def test_references_are_in_order_and_all_can_be_cited():
    known = crossrefs.sources_of(text_of("references"))
    assert {key for _, key in crossrefs.CITATION.findall(text_of("references"))} == known.keys()
    authors = [re.split(", | and ", source)[0].split()[-1].lower() for source in known.values()]
    assert authors == sorted(authors, key=lambda name: name.translate(str.maketrans("áö", "ao")))


def test_the_page_of_ten_minutes_is_what_its_sources_make_and_needs_nothing_else():
    committed = ten_minutes.FILE.read_text(encoding="utf-8")
    assert committed == ten_minutes.page(), "make book, or python book/ten_minutes.py, writes it again"
    assert len(committed.encode()) <= 150_000
    fetches = r"https?:|//[a-z]+\.|\bsrc=|href=.(?!data:,)|@import|url\(|fetch\(|XMLHttp|import\("
    assert not re.search(fetches, committed)
    assert committed.count("<iframe ") == len(ten_minutes.SCENES)


def test_what_the_page_of_ten_minutes_says_is_true():
    first, many = sg.cold_positions("squares", 40), sg.cold_positions("squares", 10**5)
    assert {2, 5} <= {*first}
    assert 13 not in first
    assert [c for c in first if c % 10 not in (0, 2, 5, 7)] == [34, 39], "ten to a row"
    share = np.bincount(many % 5)[[0, 2]].sum() / many.size
    assert 0.87 < share < 0.9, "nearly nine in ten"
    fullest = [np.sort(np.bincount(many % width))[::-1][: width // 4].sum() / many.size for width in (37, 13, 65)]
    assert fullest[0] < 0.35 < 0.45 < fullest[1] < 0.6 < 0.7 < fullest[2]
    squares = {k * k % 5 for k in range(5)}
    pairs = [(a, b) for a, b in combinations(range(5), 2) if not {a - b, b - a} & (squares | {s - 5 for s in squares})]
    assert pairs == [(a, b) for a, b in combinations(range(5), 2) if b - a in (2, 3)]
    assert len(pairs) == 5


def halves(c, p, x, y):
    """The two halves of a range in the recursion between which convolution carries a mark from c to p."""
    m = (x + y) // 2
    return [x, m, m, y] if c < m <= p else halves(c, p, *((x, m) if p < m else (m, y)))


def test_the_lessons_take_45_minutes_and_the_keys_are_what_the_package_finds():
    page, asked = text_of("in-class"), text_of("class-test")
    _, *lessons, _, key = re.split(r"^## (?:Lesson \d.*|Homework|Key to the test)\n", page, flags=re.M)
    minutes = [sum(map(int, re.findall(r"^\| (\d+) \|", lesson, flags=re.M))) for lesson in lessons]
    assert (minutes, sum(map(int, re.findall(r"\((\d)(?: points)?\)\n", asked)))) == ([45] * 5, 20)
    (losing,) = re.findall(r"^1\. (The losing heaps are .*)", lessons[0], flags=re.M)
    assert numbers(losing) == sg.cold_positions(sg.squares, 26).tolist()
    values, squares = sg.nim_values(sg.squares, 30), sg.squares(30)
    assert values[[4, 9, 13]].tolist() == [2, 2, 1], "as question 3 says"
    ((heap, taken),) = sg.winning_moves(sg.squares, [4, 9, 13])
    largest = {n: int(squares[squares <= n].max()) for n in range(1, 21)}
    reached = np.bincount(np.add.outer([2, 5], [1, 4, 9]).ravel())
    found = [
        [number for _, s in sg.winning_moves(sg.squares, [23]) for number in (s, 23 - s)],
        sg.cold_positions([1, 3, 4], 11).tolist(),
        [(4, 9, 13)[heap], taken],
        [n for n, square in largest.items() if values[n] and values[n - square]],
        sg.cold_positions(sg.squares, 11, hotspots=[0]).tolist(),
        [np.argmax(reached), *(s for s in (4, 1) if np.argmax(reached) - s in (2, 5))],
        [*halves(5, 14, 0, 16), *halves(5, 6, 0, 16), 16 - 1],
        [sum(2**level * (8 >> level) * (3 - level) for level in range(3))],
    ]
    answers = [re.sub(r"\(.*\)|\$.*\$", "", text) for text in re.findall(r"^\d\. ((?:.|\n   )*)", key, flags=re.M)]
    assert [numbers(text) for text in answers[:-1]] == found
    terms = "+".join(f"{'' if c == 1 else c}x^{k if k < 10 else f'{{{k}}}'}" for k, c in enumerate(reached) if c)
    assert f"$(x^2+x^5)(x+x^4+x^9)={terms}$" in key


def test_the_pages_for_teachers_know_all_gaps_and_times():
    cells, times = [cell for source in numbered()[:7] for cell in jupytext.read(source).cells], {}
    yours = "\n".join(cell.source for cell in cells if "yours" in cell.metadata.get("tags", []))
    gaps = re.findall(r"^\| `(\w+)` \|", text_of("workbook"), flags=re.M)
    assert gaps == re.findall(r"^def (\w+)", yours, flags=re.M)
    for source in numbered()[:7]:
        text = source.read_text(encoding="utf-8").replace("\n#  ", " ")
        posed = re.findall(r"^# (\d+)\. \*[\w ]+\.\* ★+ (\d+) min\.", text, flags=re.M)
        times |= {(int(source.stem[:2]), int(number)): int(minutes) for number, minutes in posed}
    assert "about twelve hours" in text_of("in-class")
    assert round(sum(times.values()) / 60) == 12
    homework = re.findall(r"^\| \d \| (.* of notebook .*) \| (\d+) \|$", text_of("in-class"), flags=re.M)
    assert len(homework) == 5
    for exercises, minutes in homework:
        parts = re.findall(r"([\d, and]+) of notebook (\d)", exercises)
        given = [(int(notebook), int(k)) for numbers, notebook in parts for k in re.findall(r"\d", numbers)]
        assert sum(times[each] for each in given) == int(minutes), exercises


def test_slides_show_headings_formulas_pictures_and_questions_without_code_exercises_and_network():
    notebook = ROOT / "notebooks/03-divide-and-conquer.ipynb"
    slides, cells = slides_of(notebook), nbformat.read(notebook, as_version=4).cells
    pictures = [slide for slide in slides if any(cell.cell_type == "code" for cell in slide)]
    assert len(pictures) == sum(bool(drawn(cell)) for cell in cells)
    asked = [slide for slide in slides if len(slide) == 2 and slide[1].cell_type == "markdown"]
    assert len(asked) == sum(cell.cell_type == "code" and "ask(" in cell.source for cell in cells) > 3
    text = "\n".join(cell.source for slide in slides for cell in slide if cell.cell_type == "markdown")
    assert re.search(r"(?s)^# 3\..*\*\*Theorem 1\.\*\*", text)
    assert not re.search(r"## Exercises|plt\.|https?:|minutes to read|JavaScript", text + html(pictures[0]))


def test_the_paper_s_theorems_and_all_numbered_figures_can_be_linked_to():
    known = link_targets()
    assert {"theorem-1", "theorem-1-prime", "lemma-2", "theorem-3"} <= known.theorems.keys()
    drawn = [path.stem for ring in RINGS for path in (ROOT / ring / "figures").glob("figure-*.svg")]
    assert known.figures.keys() == {re.match(r"figure(-\d+)+", name)[0] for name in drawn}


def test_the_pdf_has_all_that_the_notebooks_have_and_the_same_bytes_every_time(tmp_path):
    pages = [ROOT / f"book/{name}.md" for name in ("slips", "theorems", "notation", "glossary", "references")]
    text = build_pdf.typst(executed_notebooks(), pages, tmp_path)
    cells = [cell for path in executed_notebooks() for cell in nbformat.read(path, as_version=4).cells]
    outputs = [output.get("data", {}).get("text/html", "") for cell in cells for output in cell.get("outputs", [])]
    assert text.count("#picture(") == sum(len(drawn(cell)) for cell in cells) > 30
    assert text.count("#strong[Question ") == sum(map(bool, map(build_book.ASKED.search, outputs))) >= 20
    assert [
        label for label in (link_targets().theorems | link_targets().sources) if f"#metadata(none)<{label}>" not in text
    ] == []
    assert not re.search(r"iframe|Board\(|Explorer\(", text)
    typesetting.compiled(text, tmp_path / "whole.pdf")
    first = build_pdf.typst(executed_notebooks()[:1], [], tmp_path)
    for name in "ab":  # without links, which lead to the others
        typesetting.compiled(re.sub(r"#link\(<.*?>\)", "#box", first), tmp_path / f"{name}.pdf")
    once, again = ((tmp_path / f"{name}.pdf").read_bytes() for name in "ab")
    assert once == again


def test_what_cannot_be_set_is_answered_and_leaves_the_pdf_that_is_there(tmp_path):
    pdf = tmp_path / "whole.pdf"
    pdf.write_bytes(b"before")
    with pytest.raises(SystemExit, match=r"(?s)the PDF was not made: Typst says\n.*`<03-c>` does not exist"):
        typesetting.compiled("#link(<03-c>)[three]", pdf)
    assert pdf.read_bytes() == b"before"
