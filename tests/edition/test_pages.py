"""What board, explorer and steps have in common: how a page is written, framed, and replaced where nothing runs."""

import json
import re

import pytest
from pages import config, framed

import subtraction_games as sg
from subtraction_games.pages.board import board
from subtraction_games.pages.explorer import explore
from subtraction_games.pages.page import as_script
from subtraction_games.pages.steps import steps

FETCHES = r"https?:|//[a-z]+\.|\bsrc=|@import|url\(|fetch\(|XMLHttp|import\("
MAKE = {
    "board": lambda: board(sg.squares, [13]),
    "large board": lambda: board(range(1, 401), [400] * 6),
    "explorer": lambda: explore(sg.primes, 3000),
    "large explorer": lambda: explore(sg.squares, 10**5),
    "steps": lambda: steps([("\u221an & more", {"\u03b1": "Cm."})], "\u00e9"),
}


@pytest.fixture(params=MAKE)
def make(request):
    return MAKE[request.param]


def test_a_page_is_whole_or_framed_the_same_every_time_and_fetches_nothing(make):
    shown = make()
    frame, whole = shown._repr_html_(), shown.page()
    assert [make()._repr_html_(), make().page()] == [frame, whole]
    assert all(text.isascii() and len(text) < 64 * 1024 for text in (frame, whole))
    for text, is_whole in ((whole, True), (framed(shown), False)):
        assert text.startswith("<!DOCTYPE html>")
        assert not re.search(FETCHES, text)
        assert config(text)["whole"] is is_whole
    inside = re.search(r'srcdoc="(.*)" style=', frame, flags=re.S).group(1)
    assert not set(inside) & {'"', "<"}, "it would end the frame's attribute, or open a tag"
    assert not re.search(r"&(?!amp;|quot;|lt;)", inside)
    fallback = frame.partition("</iframe>")[2]  # where nothing runs
    assert "live in JupyterLab by make lab, or there by Run &gt; Run All Cells; and in the web edition" in fallback


def test_json_can_not_end_its_script():
    text = as_script({"name": "</script><!-- &"})
    assert not set(text) & {"<", ">", "&"}
    assert json.loads(text) == {"name": "</script><!-- &"}
