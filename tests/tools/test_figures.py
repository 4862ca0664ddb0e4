"""A notebook becomes out of date only by the content of its source, of the code that it reaches, or of its results."""

import shutil

import pytest
from conftest import ROOT

import figures

LESSON = (
    "import subtraction_games as sg\nfrom subtraction_games import figures\nfrom subtraction_games.pages import board\n"
)
NEW = ("\ndef ", "\nunused = 1\n\n\ndef ")


@pytest.mark.parametrize(
    ("file", "before", "after", "stale"),
    [
        ("subtraction_games/core.py", "    hot = as_mask(hotspots, n)\n", "    hot = as_mask(hotspots, n + 0)\n", True),
        ("subtraction_games/core.py", '"""The paper\'s algorithms', '# words\n"""The algorithms', False),
        ("subtraction_games/pages/board.html", "<", "<!-- --><", True),
        ("subtraction_engine/cold/legs.py", *NEW, True),
        ("subtraction_engine/cli.py", *NEW, False),
    ],
)
def test_a_notebook_is_stale_if_code_that_it_reaches_has_changed(tmp_path, monkeypatch, file, before, after, stale):
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.nb?"))
    lesson, changed = tmp_path / "21-a.py", tmp_path / "src" / file
    lesson.write_text(LESSON)
    monkeypatch.setattr(figures, "ROOT", tmp_path)
    known, text = figures.code_checksum(figures.code_of(lesson)), changed.read_text()
    assert before in text
    changed.write_text(text.replace(before, after, 1))
    assert (figures.code_checksum(figures.code_of(lesson)) != known) is stale
