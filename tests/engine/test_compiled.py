"""Caches of compiled kernels are used until the engine's code changes, and never after; damage only costs time."""

import json
import os
import shutil
import subprocess
import sys

from conftest import ROOT

ASK = """
import json
import numpy as np
from subtraction_engine.cold import marking
found = marking.joined(np.array([15], np.uint64), np.array([36, 0, 0], np.uint64), np.uint64(2))
stats = marking.joined.stats
print(json.dumps([int(found[0]), marking.__file__, sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]))
"""


def ask(source):
    """(answer of a kernel, kernels taken from the cache, kernels compiled, warnings) by a new process."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment |= {"PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}  # a .pyc is checked by time alone
    process = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True, env=environment)
    answer, file, hits, misses = json.loads(process.stdout)
    assert file.startswith(str(source))
    return answer, hits, misses, process.stderr


def test_kernels_are_compiled_anew_when_code_changes_or_the_cache_is_damaged(tmp_path):
    source = tmp_path / "src"
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    engine = source / "subtraction_engine"
    assert ask(source) == (9, 0, 1, "")  # the classes 0 and 3 of {0, 1, 2, 3} are 2 below the residues 2 and 5
    indices, compiled = list(engine.rglob("marking.joined*.nbi")), list(engine.rglob("vectors.*.nbc"))
    assert min(len(indices), len(compiled)) > 0
    for path in indices:
        os.truncate(path, 20)
    for path in compiled:
        os.truncate(path, 0)
    *counts, warnings = ask(source)
    assert counts == [9, 0, 1]
    assert warnings.count("Warning") == warnings.count(f"compiled kernels in {engine}") == 1
    assert ask(source) == (9, 1, 0, ""), "the cache is whole again"
    vectors, text = engine / "vectors.py", (engine / "vectors.py").read_text(encoding="utf-8")
    vectors.write_text(text.replace("return (low >> shift) |", "return (low << shift) |"), encoding="utf-8")
    assert ask(source) == (0, 0, 1, ""), "the kernel calls what has changed"
