"""Caches of compiled kernels: used as long as no file of the engine has changed, and never after."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

ASK = """
import json, sys
import numpy as np
from subtraction_games.engine.cold import marking
alive, residues, found = np.array([15], np.uint64), np.array([36, 0, 0], np.uint64), np.zeros(1, np.uint64)
marking.joined(alive, residues, 2, found)
stats = marking.joined.stats
print(json.dumps([int(found[0]), marking.__file__, sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]))
"""
WINDOW = "return (low >> shift) |"  # of bits.py; `joined` of marking.py takes it in


@pytest.fixture
def copy(tmp_path):
    """A copy of the package whose kernels nobody has compiled."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    return tmp_path / "src"


def asked(copy):
    """(answer of a kernel, kernels taken from the cache, kernels compiled) by a new process that runs the copy."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment |= {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}  # code of the same second is not mixed up
    told = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True, env=environment)
    answer, file, hits, misses = json.loads(told.stdout)
    assert file.startswith(str(copy)), file
    return answer, hits, misses


def changed(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name} must hold {old!r} once"
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_kernel_is_compiled_anew_when_another_file_of_the_engine_changes(copy):
    assert asked(copy) == (9, 0, 1)  # the classes 0 and 3 of {0, 1, 2, 3} are 2 below the residues 2 and 5
    assert asked(copy) == (9, 1, 0), "nothing has changed: the cache answers"
    changed(copy / "subtraction_games/engine/bits.py", WINDOW, "return (low << shift) |")
    assert asked(copy) == (0, 0, 1), "what it takes in has changed"
    changed(copy / "subtraction_games/engine/lanes.py", "TILE = ", "TILE = 0 + ")
    assert asked(copy) == (0, 0, 1), "any file counts"
