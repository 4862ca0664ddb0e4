"""Run, in the page: `make test-book PYODIDE=folder`, with a folder that contains a whole Pyodide."""

import functools
import os
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from test_pages import BOOK, OF_THE_PAPER, browser, only_tab, opened, tab  # noqa: F401

given = Path(os.environ.get("PYODIDE", ""), "pyodide.mjs").is_file()
pytestmark = [pytest.mark.timeout(900), pytest.mark.skipif(not given, reason="PYODIDE names no folder with Pyodide")]

TEXTS = """() => [...document.querySelectorAll(".bd-article .cell")].map(cell =>
  [...cell.querySelectorAll(".cell_output :is(pre, table, iframe)")].map(e => e.srcdoc || e.textContent.trim()))"""
PICTURES = "() => [...document.querySelectorAll('.cell_output img')].map(e => e.alt)"
IDLE = "() => document.documentElement.dataset.run === 'idle'"
CLICK = "button => button.click()"  # though it may be folded
YOURS = ".cell.tag_yours"


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    SimpleHTTPRequestHandler.log_message = lambda *_: None
    handler = functools.partial(SimpleHTTPRequestHandler, directory=BOOK)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.handle_error = lambda *_: None  # a browser may close a connection without any error
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def run(page, cell) -> None:
    cell.locator(".run > button:last-child").evaluate(CLICK)
    page.wait_for_function(IDLE, timeout=400_000)


def write(page, cell, text: str) -> None:
    cell.locator(".cell_input pre").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)


@pytest.mark.parametrize("page", OF_THE_PAPER[:4])
def test_every_cell_prints_the_committed_text(tab, address, page):  # noqa: F811
    opened(tab, page, address)
    texts, pictures = tab.evaluate(TEXTS), tab.evaluate(PICTURES)
    run(tab, tab.locator(".cell").last)
    assert tab.evaluate(TEXTS) == texts
    assert sum(map(len, texts)) > 10
    assert set(pictures) <= set(tab.evaluate(PICTURES))


@pytest.mark.parametrize("page", [OF_THE_PAPER[4], OF_THE_PAPER[6]])
def test_the_experiments_run_at_a_small_n(tab, address, page):  # noqa: F811
    opened(tab, page, address)
    before = tab.evaluate(TEXTS)
    tab.locator(".run > button", has_text="2**14").evaluate(CLICK)
    run(tab, tab.locator(".cell").last)
    assert tab.locator(".traceback").all_inner_texts() == []
    assert tab.evaluate(TEXTS) != before


def test_an_emptied_function_fails_and_a_written_one_passes(tab, address):  # noqa: F811
    opened(tab, OF_THE_PAPER[0], address)
    cell = tab.locator(YOURS).first
    code, turn = cell.locator(".cell_input pre"), cell.locator(".run > button", has_text="turn")
    solution = code.text_content()
    turn.click()
    run(tab, cell)
    assert "NotImplementedError" in tab.locator(".traceback").last.inner_text()
    write(tab, cell, solution.rstrip("\n") + "  # written by a reader")
    run(tab, cell)
    assert tab.locator(".traceback").all_inner_texts() == []
    cell.locator(".run > button", has_text="Show the solution").click()
    assert code.text_content() == solution
    turn.click()
    assert "written by a reader" in code.text_content()


def test_a_cell_is_edited_run_stopped_and_explains_its_error(tab, address):  # noqa: F811
    opened(tab, OF_THE_PAPER[0], address)
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
    assert "return x / 0" in output.inner_text()
    assert "cells.py" not in output.inner_text(), "a traceback begins in the reader's cell"
    write(tab, cell, "while True: pass")
    button = cell.locator(".run > button:last-child")
    button.click()
    cell.locator(".run > output", has_text="Running").wait_for(timeout=60_000)
    button.click()
    assert "Stopped" in cell.locator(".run > output").inner_text()
    write(tab, cell, "6 * 7")
    run(tab, cell)
    assert output.inner_text() == "42"
