"""The engine's seams once more, with every index of every compiled kernel checked (NUMBA_BOUNDSCHECK).

Kernels are compiled for that into a cache of their own, which is most of the time. Left out are the exhaustive and
random games, which are slow so, and what kernels reach by bare addresses (`vectors.address`), which nothing can check.
"""

import os
import subprocess
import sys

from conftest import ROOT

SEAMS = (
    "only_witness_stands or sizes_at_the_edges or rows_come_back or begin_anywhere"
    " or no_plane_is_written or outgrow_the_bit_planes"
)


def test_the_engine_stays_within_its_arrays():
    cache = ROOT / "build/bounds-checked"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-k", SEAMS]
    told = subprocess.run(
        [*command, "tests/engine/test_engine.py", "tests/engine/test_legs.py"], cwd=ROOT,
        capture_output=True, text=True, env=os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(cache)},
    )  # fmt: skip
    assert told.returncode == 0, told.stdout + told.stderr
    assert any(cache.rglob("*.nbc"))
