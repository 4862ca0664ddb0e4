"""Steps to walk through: what Python writes, with and without a script, and the page in a browser."""

import html
import re

import numpy as np
import pytest
from pages import config, framed, in_browser, needs_chromium, pictures

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
    found = config(framed(steps(iter(FRAMES), "An example", first=20)))  # any iterable will do
    assert found["frames"] == [[caption, [list(row) for row in rows.items()]] for caption, rows in FRAMES]
    assert (found["title"], found["first"], found["whole"]) == ("An example", 20, False)
    assert dict(found["states"]) == module.STATES
    assert repr(SHOWN).splitlines()[2:6] == ["1. 0 & 1 < 2.", "range C...", "    S m.m", ""], "in a terminal"


def test_without_a_script_all_steps_are_there():
    fallback = SHOWN._repr_html_().partition("</iframe>")[2]
    text = html.unescape(re.sub("<[^>]*>", "", fallback))
    assert all(f"{k + 1}. {caption}" in text for k, (caption, _) in enumerate(FRAMES))
    told = [picture for picture in pictures(fallback) if picture[1]]  # those of the key say nothing: words follow them
    rows = [cells for _, strips in FRAMES for cells in strips.values()]
    assert [words for _, words in told[:2]] == ["open: 21, 22, 23; cold: 20", "open: 21; marked: 20, 22"]
    for (pixels, _), cells in zip(told, rows, strict=True):
        seen = ["#{:02X}{:02X}{:02X}".format(*pixels[6, 12 * k + 6]) for k in range(4)]
        assert seen == [module.COLOURS[letter] or "#FFFFFF" for letter in cells]


@pytest.mark.parametrize(
    "frames",
    [[], [("a", {})], [("a", {"x": "."}), ("b", {"y": "."})], [("a", {"x": ".."}), ("b", {"x": "."})]],
)
def test_steps_without_rows_or_of_different_shapes(frames):
    with pytest.raises(ValueError, match="every step must have the same rows of the same lengths, one at least, not "):
        steps(frames, "An example")
    with pytest.raises(ValueError, match=r"cold must be distinct integers in range\(0, 4\); 4 is not"):
        strip(4, cold=[4])


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


@needs_chromium
def test_next_and_back_show_what_was_computed_and_say_so(tmp_path):
    script = "note(); for (const b of ['next', 'next', 'next', 'back']) { id(b).click(); note(); }"
    seen = in_browser(SHOWN.page(), HELPERS + script, tmp_path)
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
def test_play_goes_to_the_end_and_stops_and_a_step_by_hand_pauses_it(tmp_path):
    script = """
    note(); id('play').click(); note(); id('back').click(); note();
    const ticks = []; setInterval = f => ticks.push(f);
    id('play').click(); note(); ticks[0](); note(); id('play').click(); note();"""
    seen = in_browser(SHOWN.page(), HELPERS + script, tmp_path)
    assert " ".join(state["step"] + state["play"] for state in seen) == "1Play 2Pause 1Play 2Pause 3Play 1Pause"
    assert all(state["playing"] == str(state["play"] == "Pause").lower() for state in seen)
