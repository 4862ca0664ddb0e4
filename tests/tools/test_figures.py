"""What makes a notebook out of date: content alone, of its own source, of the code that it reaches, of what it made."""

import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

import figures
from subtraction_games import evaluate, sources

LESSON = (
    "import subtraction_games as sg\nfrom subtraction_games import figures\nfrom subtraction_games.pages import board\n"
)


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A copy of the sources, and a notebook that uses them."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.nb?"))
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks/21-a.py").write_text(LESSON)
    monkeypatch.setattr(figures, "ROOT", tmp_path)
    return tmp_path


def checksum(project):
    return sources.code_checksum(figures.code_of(project / "notebooks/21-a.py"))


@pytest.mark.parametrize(
    ("file", "before", "after", "stale"),
    [
        ("subtraction_games/core.py", "    hot = as_mask(hotspots, n)\n", "    hot = as_mask(hotspots, n + 0)\n", True),
        ("subtraction_games/core.py", '"""The paper\'s algorithms', '# words\n"""The algorithms', False),
        ("subtraction_games/pages/board.html", "<", "<!-- --><", True),
        ("subtraction_engine/cold/legs.py", "\ndef ", "\nunused = 1\n\n\ndef ", True),
        ("subtraction_engine/cli.py", "\ndef ", "\nunused = 1\n\n\ndef ", False),
        ("subtraction_theory/waves.py", "\ndef ", "\nunused = 1\n\n\ndef ", False),
    ],
)
def test_a_notebook_is_stale_if_code_that_it_reaches_has_changed(project, file, before, after, stale):
    known, text = checksum(project), (project / "src" / file).read_text()
    assert before in text
    (project / "src" / file).write_text(text.replace(before, after, 1))
    assert (checksum(project) != known) is stale


STAMPS = """
import figures
from places import numbered
print(*[figures.Notebook(source, figures.SIZES, figures.ROOT).stamp().name for source in numbered()])
print(*figures.METHODS)
"""


def test_stamps_are_the_same_whatever_the_order_of_a_set():
    """With another seed Python visits a set, such as that of the figures found in a text, in another order."""
    told = set()
    for seed in "0123":
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "tools")}
        command = [sys.executable, "-c", STAMPS]
        told.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(told) == 1


def test_a_method_is_known_to_make_when_the_evaluators_know_it():
    """METHOD= is for notebooks of cold positions and of nim-values alike."""
    common = set(evaluate.COLD_METHODS) & set(evaluate.NIM_METHODS)
    assert set(figures.METHODS) == common | {"auto", "engine"}
    assert common
