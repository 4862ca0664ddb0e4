"""What makes a notebook out of date: the code that it reaches, and neither comments nor docstrings."""

import shutil

import imports
import pytest
from conftest import ROOT


@pytest.fixture
def src(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.nb?"))
    monkeypatch.setattr(imports, "SRC", tmp_path / "src")
    yield tmp_path / "src"
    forget()


def forget():
    for cached in (imports._modules, imports._imports_of, imports._code_of):
        cached.cache_clear()


LESSON = "import subtraction_games as sg\nfrom subtraction_games import figures\n"


@pytest.mark.parametrize(
    ("file", "before", "after", "stale"),
    [
        ("subtraction_games/core.py", "    hot = as_mask(hotspots, n)\n", "    hot = as_mask(hotspots, n + 0)\n", True),
        ("subtraction_games/core.py", '"""The paper\'s algorithms', '# words\n"""The algorithms', False),
        ("subtraction_engine/cold/legs.py", "\ndef ", "\nunused = 1\n\n\ndef ", True),
        ("subtraction_engine/cli.py", "\ndef ", "\nunused = 1\n\n\ndef ", False),
        ("subtraction_theory/waves.py", "\ndef ", "\nunused = 1\n\n\ndef ", False),
    ],
)
def test_a_notebook_is_stale_if_code_that_it_reaches_has_changed(src, file, before, after, stale):
    forget()
    checksum = imports.checksum(LESSON)
    text = (src / file).read_text()
    assert before in text
    (src / file).write_text(text.replace(before, after, 1))
    forget()
    assert (imports.checksum(LESSON) != checksum) is stale


def test_pages_and_what_only_a_function_imports_count(src):
    forget()
    checksum = imports.checksum("from subtraction_games.pages.board import board")
    (src / "subtraction_games/pages/board.html").write_text("changed")
    forget()
    assert imports.checksum("from subtraction_games.pages.board import board") != checksum
    assert imports.checksum("import numpy") == imports.checksum("x = 1")
