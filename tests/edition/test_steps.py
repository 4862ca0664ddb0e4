"""Steps to walk through: what Python writes, with and without a script."""

import html
import re

import numpy as np
import pytest
from pages import config, framed, pictures

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


def test_the_marks_of_convolutions_are_drawn_where_there_are_as_many_steps_as_cells():
    frames = [("0", {"": "C."}), ("1", {"": "Cm"})]
    assert config(steps(frames, "An example", marks=[(), [(0, 1)]]).page())["marks"] == [[], [[0, 1]]]
    assert config(steps(frames, "An example").page())["marks"] == []
    for wrong, marks in ((frames, [()]), (frames[:1], [()])):
        with pytest.raises(ValueError, match="with marks there must be a step for each cell"):
            steps(wrong, "An example", marks=marks)


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
    "frames", [[], [("a", {})], [("a", {"x": "."}), ("b", {"y": "."})], [("a", {"x": ".."}), ("b", {"x": "."})]]
)
def test_steps_without_rows_or_of_different_shapes(frames):
    with pytest.raises(ValueError, match="every step must have the same rows of the same lengths, one at least, not "):
        steps(frames, "An example")
    with pytest.raises(ValueError, match=r"cold must be distinct integers in range\(0, 4\); 4 is not"):
        strip(4, cold=[4])
