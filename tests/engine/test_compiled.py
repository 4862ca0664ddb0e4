"""Caches of compiled kernels: used until code of the engine changes, and never after; damage costs time only."""

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
from subtraction_engine.cold import marking
found = marking.joined(np.array([15], np.uint64), np.array([36, 0, 0], np.uint64), np.uint64(2))
stats = marking.joined.stats
print(json.dumps([int(found[0]), marking.__file__, sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]))
"""
FUNNEL = "return (low >> shift) |"  # of vectors.py; `joined` of marking.py takes it in


@pytest.fixture
def copy(tmp_path):
    """A copy of the package whose kernels nobody has compiled."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    return tmp_path / "src"


def asked(copy, before="", warning=None):
    """(answer of a kernel, kernels taken from the cache, kernels compiled) by a new process that runs the copy.

    It runs `before` first, and must say the warning, once.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment |= {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}  # code of the same second is not mixed up
    command = [sys.executable, "-c", before + ASK]
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert told.stderr.count("Warning") == (warning is not None), told.stderr
    assert (warning or "") in told.stderr
    answer, file, hits, misses = json.loads(told.stdout)
    assert file.startswith(str(copy)), file
    return answer, hits, misses


def changed(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name} must hold {old!r} once"
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_kernel_is_compiled_anew_when_code_of_the_engine_or_its_cache_has_changed_and_only_then(copy):
    assert asked(copy) == (9, 0, 1)  # the classes 0 and 3 of {0, 1, 2, 3} are 2 below the residues 2 and 5
    changed(copy / "subtraction_engine/cold/marking.py", '"""Marking the positions', '"""# Marking the positions')
    changed(copy / "subtraction_engine/cold/rows.py", "\nfrom __future__", "# a line more\n\nfrom __future__")
    assert asked(copy) == (9, 1, 0), "docstrings and comments don't count: the cache answers"
    for files, size in (("*.nbi", 20), ("*.nbc", 0)):  # cut or empty, as a power cut leaves them: index, code
        damaged = [path for path in copy.rglob(files) if path.name.startswith("marking.")]
        assert damaged
        for path in damaged:
            os.truncate(path, size)
        assert asked(copy, warning=f"compiled kernels in {damaged[0].parent} can't be read") == (9, 0, 1)
    changed(copy / "subtraction_engine/vectors.py", FUNNEL, "return (low << shift) |")
    assert asked(copy) == (0, 0, 1), "what it takes in has changed"
