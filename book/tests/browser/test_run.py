"""Run, in the page: `make test-book PYODIDE=folder`, with a folder that contains a whole Pyodide."""

import json
import os
from pathlib import Path

import pytest
from test_pages import BOOK, PART_1, address, browser, only_tab, opened, tab  # noqa: F401

FOLDER = os.environ.get("PYODIDE", "")
with_pyodide = pytest.mark.skipif(not FOLDER or not Path(FOLDER).is_dir(), reason="PYODIDE names no folder")
pytestmark = pytest.mark.timeout(900)

TEXTS = """() => [...document.querySelectorAll(".bd-article .cell")].map(cell =>
  [...cell.querySelectorAll(".cell_output :is(pre, table, iframe)")].map(e => e.srcdoc || e.textContent.trim()))"""
PICTURES = "() => [...document.querySelectorAll('.cell_output img')].map(e => e.alt)"
IDLE = "() => document.documentElement.dataset.run === 'idle'"
CLICK = "button => button.click()"  # though it may be folded
YOURS = ".cell.tag_yours"


def run(page, cell) -> None:
    cell.locator(".run > button:last-child").evaluate(CLICK)
    page.wait_for_function(IDLE, timeout=400_000)


def write(page, cell, text: str) -> None:
    cell.locator(".cell_input pre").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)


def test_without_pyodide_nothing_of_it_is_in_the_book():
    if FOLDER:
        pytest.skip("PYODIDE is set")
    assert not (BOOK / "_static/run").exists()
    assert not [page for page in BOOK.rglob("*.html") if "pyodide" in page.read_text("utf-8").lower()]


@with_pyodide
@pytest.mark.parametrize("page", PART_1[:4])
def test_every_cell_prints_the_committed_text(tab, address, page):  # noqa: F811
    opened(tab, address, page)
    texts, pictures, strips = tab.evaluate(TEXTS), tab.evaluate(PICTURES), tab.locator("img.strip").count()
    run(tab, tab.locator(".cell").last)
    tab.wait_for_function("n => document.querySelectorAll('img.strip').length === n", arg=strips)
    assert tab.evaluate(TEXTS) == texts
    assert sum(map(len, texts)) > 10
    assert set(pictures) <= set(tab.evaluate(PICTURES))


@with_pyodide
@pytest.mark.parametrize("page", PART_1[4:])
@pytest.mark.parametrize("size", ["2**14", "2**18"])
def test_the_experiments_run_at_a_small_n(tab, address, page, size):  # noqa: F811
    opened(tab, address, page)
    held = json.loads(Path(FOLDER, "pyodide-lock.json").read_text("utf-8"))["packages"]
    if "statsmodels" not in held and "from statsmodels" in "".join(tab.locator(".cell_input").all_text_contents()):
        pytest.skip("this Pyodide has no statsmodels")
    before, pictures = tab.evaluate(TEXTS), tab.evaluate(PICTURES)
    tab.locator(".run > button", has_text=size).evaluate(CLICK)
    run(tab, tab.locator(".cell").last)
    after = tab.evaluate(TEXTS)
    assert tab.locator(".traceback").all_inner_texts() == []
    assert [len(new) for new, old in zip(after, before, strict=True) if old] == [len(old) for old in before if old]
    assert after != before
    assert len(pictures) < len(tab.evaluate(PICTURES))


@with_pyodide
@pytest.mark.parametrize("page", [page for page in PART_1 if "/06-" not in page])
def test_an_emptied_function_fails_and_a_written_one_passes(tab, address, page):  # noqa: F811
    opened(tab, address, page)
    assert tab.locator(YOURS).count() > 0
    for k in range(tab.locator(YOURS).count()):
        cell = tab.locator(YOURS).nth(k)
        code, turn = cell.locator(".cell_input pre"), cell.locator(".run > button", has_text="turn")
        solution = code.text_content()
        turn.click()
        assert "yours to write" in code.text_content()
        assert code.text_content().count('"""') == solution.count('"""')
        run(tab, cell)
        assert "NotImplementedError" in tab.locator(".traceback").last.inner_text()
        write(tab, cell, solution.rstrip("\n") + "  # written by a reader")
        run(tab, cell)
        assert tab.locator(".traceback").all_inner_texts() == []
        cell.locator(".run > button", has_text="Show the solution").click()
        assert code.text_content() == solution
        turn.click()
        assert "written by a reader" in code.text_content()
        cell.locator(".run > button", has_text="Show the solution").click()


@with_pyodide
def test_a_cell_is_edited_run_stopped_and_explains_its_error(tab, address):  # noqa: F811
    opened(tab, address, PART_1[0])
    cell, output = tab.locator(YOURS).first, tab.locator(f"{YOURS} > .cell_output").first
    write(tab, cell, "for k in range(2):")
    tab.keyboard.press("Enter")
    tab.keyboard.type("if k:")
    tab.keyboard.press("Enter")
    tab.keyboard.type("print(k)")
    tab.keyboard.press("Shift+Enter")
    tab.locator(".run > output", has_text="Starting Python").first.wait_for(state="attached")
    tab.wait_for_function(IDLE, timeout=200_000)
    assert output.inner_text() == "1\n"
    write(tab, cell, "def half(x):\n    return x / 0\n\nhalf(3)")
    run(tab, cell)
    told = output.inner_text().splitlines()
    assert told[0].startswith("Traceback")
    assert "line 2, in half" in "".join(told)
    assert "    return x / 0" in told
    assert [line for line in told if line][-1] == "ZeroDivisionError: division by zero"
    assert "cells.py" not in "".join(told)
    write(tab, cell, "while True: pass")
    button = cell.locator(".run > button:last-child")
    button.click()
    cell.locator(".run > output", has_text="Running").wait_for(timeout=60_000)
    button.click()
    assert "Stopped" in cell.locator(".run > output").inner_text()
    write(tab, cell, "6 * 7")
    run(tab, cell)
    assert output.inner_text() == "42"
