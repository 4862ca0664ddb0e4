"""What board, explorer and steps have in common: how a page is written, framed, and replaced where nothing runs."""

import json
import re

import pytest
from pages import config, fits, framed, needs_chromium

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


def test_the_same_bytes_every_time_small_and_in_ascii(make):
    texts = [make()._repr_html_(), make().page()]
    assert [make()._repr_html_(), make().page()] == texts
    assert all(text.isascii() and len(text) < 64 * 1024 for text in texts)


def test_a_page_is_whole_and_in_a_frame_it_is_not_and_neither_fetches_anything(make):
    for text, whole in ((make().page(), True), (framed(make()), False)):
        assert text.startswith("<!DOCTYPE html>")
        assert not re.search(FETCHES, text)
        assert config(text)["whole"] is whole


def test_the_frame_s_attribute_holds_no_tag_and_no_quote(make):
    inside = re.search(r'srcdoc="(.*)" style=', make()._repr_html_(), flags=re.S).group(1)
    assert not set(inside) & {'"', "<"}
    assert not re.search(r"&(?!amp;|quot;|lt;)", inside)


def test_where_nothing_runs_a_line_says_where_it_does(make):
    fallback = make()._repr_html_().partition("</iframe>")[2]
    assert "live in JupyterLab by make lab, or there by Run &gt; Run All Cells; and in the web edition" in fallback


def test_json_can_not_end_its_script():
    text = as_script({"name": "</script><!-- &"})
    assert not set(text) & {"<", ">", "&"}
    assert json.loads(text) == {"name": "</script><!-- &"}


@needs_chromium
@pytest.mark.parametrize(("theme", "width"), [("dark", 900), ("light", 320)])
def test_in_its_frame_a_page_fits_and_takes_the_theme_and_hides_what_stands_for_it(make, theme, width, tmp_path):
    html = make()._repr_html_() * 2  # two on one page don't disturb each other
    assert fits(html, theme, width, tmp_path) == [f"{theme},true,true,none"] * 2
