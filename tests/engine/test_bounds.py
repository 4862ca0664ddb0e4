"""The engine's seams once more: with every index checked, and as another processor computes them.

Each test runs in a process of its own and compiles its kernels into a cache of its own, which takes most of the time.
The exhaustive and random games are left out, because they would be slow. Accesses by bare addresses (`vectors.address`)
can't be checked.
"""

import os
import subprocess
import sys

import pytest
from conftest import ROOT

OTHER_PROCESSOR = """
import sys, numba, pytest
from llvmlite import binding
numba.njit(lambda: 0)  # which asks what this processor can do, and is told the truth
features = binding.get_host_cpu_features
wide = features().get("avx512f", False)
binding.get_host_cpu_features = lambda: {"avx512f": not wide, "bmi2": False}
from subtraction_engine import vectors
from subtraction_engine.nim.vectors import pext, pext_slowly
binding.get_host_cpu_features = features
assert vectors.WIDE is not wide and pext is pext_slowly
sys.exit(pytest.main(sys.argv[1:]))
"""
WAYS = {  # name: (Python's arguments, the environment)
    "bounds-checked": (["-m", "pytest"], {"NUMBA_BOUNDSCHECK": "1"}),
    "other-processor": (["-c", OTHER_PROCESSOR], {}),  # the other width of registers, and no instruction for pext
}


@pytest.mark.parametrize("name", WAYS)
def test_the_engine_s_seams(name):
    how, more = WAYS[name]
    cache = ROOT / "build" / name
    command = [sys.executable, *how, "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "seam", "tests/engine"]
    told = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env=os.environ | more | {"NUMBA_CACHE_DIR": str(cache)}
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert any(cache.rglob("*.nbc"))
