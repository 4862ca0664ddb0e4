"""Steps to walk through: what Python writes, with and without a script, and the page in a browser."""

import html
import re

import numpy as np
import pytest
from pages import FETCHES, config, dumped, framed, in_browser, needs_chromium, stills

from subtraction_games.pages import steps as module
from subtraction_games.pages.steps import steps, strip

FRAMES = [
    ("0 & 1 < 2.", {"range": strip(4, cold=[0]), "S": "m.m "}),
    ("Two.", {"range": "Ch.C", "S": "...."}),
    ("Three.", {"range": "ChHC", "S": "...."}),
]
SHOWN = steps(FRAMES, "An example", first=20)


# --- what Python writes --------------------------------------------------------------------------------


def test_a_strip_has_the_letter_of_the_last_state_of_each_position():
    assert strip(5) == "....."
    assert strip(5, hot=np.array([0, 1, 2]), marked={1}, cold=[2], outside=(4,)) == "hmC. "


def test_the_configuration_is_what_was_computed():
    found = config(framed(SHOWN))
    assert found["frames"] == [[caption, [list(row) for row in rows.items()]] for caption, rows in FRAMES]
    assert (found["title"], found["first"], found["whole"]) == ("An example", 20, False)
    assert dict(found["states"]) == module.STATES


def test_any_iterable_of_steps_will_do():
    assert steps(iter(FRAMES), "An example", first=20) == SHOWN


def test_in_a_terminal_all_steps_stand_below_one_another():
    assert repr(SHOWN).splitlines()[2:6] == ["1. 0 & 1 < 2.", "range C...", "    S m.m", ""]
    assert repr(SHOWN).endswith("3. Three.\nrange ChHC\n    S ....")


def test_without_a_script_all_steps_are_there_still():
    still = SHOWN._repr_html_().partition("</iframe>")[2]
    text = html.unescape(re.sub("<[^>]*>", "", still))
    assert all(f"{k + 1}. {caption}" in text for k, (caption, _) in enumerate(FRAMES))
    assert "in JupyterLab (make lab) and in the web edition (make book)" in text
    pictures = [picture for picture in stills(still) if picture[1]]  # those of the key say nothing: words follow them
    rows = [cells for _, strips in FRAMES for cells in strips.values()]
    assert [told for _, told in pictures[:2]] == ["open: 21, 22, 23; cold: 20", "open: 21; marked: 20, 22"]
    for (pixels, _), cells in zip(pictures, rows, strict=True):
        seen = ["#{:02X}{:02X}{:02X}".format(*pixels[6, 12 * k + 6]) for k in range(4)]
        assert seen == [module.COLOURS[letter] or "#FFFFFF" for letter in cells]


def test_the_same_bytes_every_time_in_ascii():
    again = steps(FRAMES, "An example", first=20)
    assert SHOWN._repr_html_() == again._repr_html_()
    assert SHOWN.page() == again.page()
    assert steps([("\u221an", {"\u03b1": "."})], "\u00e9")._repr_html_().isascii()


def test_nothing_is_fetched_from_anywhere():
    assert not re.search(FETCHES, SHOWN.page())


@pytest.mark.parametrize(
    ("frames", "error", "message"),
    [
        ([], ValueError, "frames must be from 1 to 100 steps, not 0"),
        ([("a", {"": "."})] * 101, ValueError, "frames must be from 1 to 100 steps, not 101"),
        ([(1, {"": "."})], TypeError, "every caption must be a text, not 1"),
        ([("a", {})], ValueError, r"every step must have the same rows, one at least: \[\], not \[\]"),
        ([("a", {"x": "."}), ("b", {"y": "."})], ValueError, r"the same rows, one at least: \['x'\], not \['y'\]"),
        ([("a", {"x": "?"})], ValueError, "row 'x' must be a text of the letters ' .hHmC', not '\\?'"),
        ([("a", {"x": [1]})], ValueError, r"row 'x' must be a text of the letters .*, not \[1\]"),
        ([("a", {"x": "..", "y": "."})], ValueError, "row 'y' must have as many letters as the first, 1 to 120, not 1"),
        ([("a", {"x": "." * 121})], ValueError, "row 'x' must have as many letters .*, 1 to 120, not 121"),
    ],
)
def test_wrong_steps(frames, error, message):
    with pytest.raises(error, match=message):
        steps(frames, "An example")


def test_wrong_strips():
    with pytest.raises(TypeError, match="a state must be one of outside, open, hot, hotspot, marked, cold, not 'warm'"):
        strip(4, warm=[1])
    with pytest.raises(ValueError, match=r"cold must be distinct integers in range\(0, 4\); 4 is not"):
        strip(4, cold=[4])
    with pytest.raises(ValueError, match="length must be from 1 to 120, not 121"):
        strip(121)
    with pytest.raises(TypeError, match="title must be a text, not 5"):
        steps(FRAMES, 5)
    with pytest.raises(ValueError, match="first must be from 0"):
        steps(FRAMES, "An example", first=-1)


# --- the page in a browser -----------------------------------------------------------------------------

HELPERS = """
const root = document.getElementById('steps'), id = name => document.getElementById(name);
const cells = row => [...row.children].map(cell => cell.className);
const note = () => seen.push({...root.dataset, said: id('said').textContent,
  now: document.querySelector('.now').textContent,
  strips: [...document.querySelectorAll('[role=img]')].map(cells), count: id('count').textContent,
  labels: [...document.querySelectorAll('[role=img]')].map(row => row.getAttribute('aria-label')),
  height: Math.round(root.getBoundingClientRect().height), key: id('key').textContent, play: id('play').textContent});
"""


def seen_in(script: str, folder):
    return in_browser(SHOWN.page(), HELPERS + script, folder)


@needs_chromium
def test_next_and_back_show_what_was_computed_and_say_so(tmp_path):
    seen = seen_in("note(); for (const b of ['next', 'next', 'next', 'back']) { id(b).click(); note(); }", tmp_path)
    assert [state["step"] for state in seen] == ["1", "2", "3", "3", "2"]
    for state in seen:
        caption, rows = FRAMES[int(state["step"]) - 1]
        assert state["now"] == caption
        assert state["said"].endswith(caption)
        assert state["strips"] == [[module.STATES[letter] for letter in cells] for cells in rows.values()]
        assert state["count"] == f"Step {state['step']} of 3"
    assert len({state["height"] for state in seen}) == 1  # nothing jumps
    assert seen[0]["labels"] == ["range, open: 21, 22, 23; cold: 20", "S, open: 21; marked: 20, 22"]
    assert seen[0]["key"] == "not settled yethothotspothot, marked in this stepcold"


@needs_chromium
def test_keys_and_the_slider(tmp_path):
    script = """
    const key = (at, name) => id(at).dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true}));
    for (const name of ['End', 'ArrowLeft', 'Home', 'ArrowRight']) { key('next', name); note(); }
    key('slider', 'ArrowRight'); note();
    id('slider').value = 3; id('slider').dispatchEvent(new Event('input')); note();"""
    assert [state["step"] for state in seen_in(script, tmp_path)] == ["3", "2", "1", "2", "2", "3"]


@needs_chromium
def test_play_goes_to_the_end_and_stops_and_a_step_by_hand_pauses_it(tmp_path):
    script = """
    note(); id('play').click(); note(); id('back').click(); note();
    const ticks = []; setInterval = f => ticks.push(f);
    id('play').click(); note(); ticks[0](); note(); id('play').click(); note();"""
    seen = seen_in(script, tmp_path)
    assert [(state["step"], state["playing"], state["play"]) for state in seen] == [
        ("1", "false", "Play"),
        ("2", "true", "Pause"),
        ("1", "false", "Play"),
        ("2", "true", "Pause"),
        ("3", "false", "Play"),
        ("1", "true", "Pause"),
    ]


@needs_chromium
def test_in_a_frame_it_fits_and_hides_the_still_ones(tmp_path):
    script = """addEventListener('load', () => setTimeout(() => {
      const frame = document.querySelector('iframe'), page = frame.contentDocument.documentElement;
      frame.dataset.found = [page.dataset.theme, page.scrollHeight <= frame.clientHeight,
        page.scrollWidth <= frame.clientWidth, getComputedStyle(document.querySelector('.still')).display]; }, 500));"""
    page = f'<!DOCTYPE html><html data-theme="dark"><body><div style="width: 340px">{SHOWN._repr_html_()}</div>'
    (tmp_path / "framed.html").write_text(f"{page}<script>{script}</script></body></html>")
    dom = dumped(tmp_path / "framed.html", tmp_path, flags=("--virtual-time-budget=5000",))
    assert re.findall(r'data-found="([^"]*)"', dom) == ["dark,true,true,none"]
