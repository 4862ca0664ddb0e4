"""Compiled functions are tested with every index checked, as on the simplest processor, and from the cache.

Each run of the seams compiles them into a cache of its own, which takes most of the time. The exhaustive and
random games are left out, because they are slow. Accesses through bare addresses (`vectors.address`) can't be checked.
"""

import os
import shutil
import signal
import subprocess
import sys

import pytest
from conftest import ROOT
from numba import int64
from numba.core.dispatcher import Dispatcher

from subtraction_engine.support.compiled import compiled

ASK = """
import numpy as np
from subtraction_engine.cold import marking
print(marking.__file__, marking.joined(np.array([15], np.uint64), np.array([36, 0, 0], np.uint64), np.uint64(2))[0])
"""


WARM = """
import subtraction_games as sg
from numba.core import event

with event.install_recorder("numba:compile") as compiled:
    for S in ("squares", "n**2+1", [2, 5, 7]):
        sg.nim_values(S, 2**12, method="engine")
        sg.nim_values(S, 2**18)
        sg.cold_positions(S, 2**16, method="engine")
        cold = sg.cold_positions(S, 2**23)
        sg.verify(cold, S, 2**23, positions=10)
        next(sg.cold_blocks(S, 2**22, modulus=5))
print(len(compiled.buffer))
"""


def test_a_second_process_compiles_nothing_and_so_does_not_say_that_it_compiles():
    first, second = (subprocess.run([sys.executable, "-c", WARM], capture_output=True, text=True) for _ in range(2))
    assert (second.returncode, second.stdout, second.stderr) == (0, "0\n", "")
    assert first.returncode == 0


def test_an_interrupt_waits_until_a_function_is_compiled(monkeypatch):
    done, number = [], signal.SIGTERM  # in the background, a shell lets its commands ignore SIGINT
    monkeypatch.setattr(Dispatcher, "compile", lambda *_: (signal.raise_signal(number), done.append("compiled")))
    before = signal.signal(number, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            compiled(lambda x: x).compile((int64,))
    finally:
        signal.signal(number, before)
    assert done == ["compiled"]


def test_functions_are_compiled_again_when_code_changes_or_the_cache_is_damaged(tmp_path):
    for ring in ("src", "engine/src"):
        shutil.copytree(
            ROOT / ring, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "*.egg*")
        )
    engine = tmp_path / "subtraction_engine"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment |= {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}  # a .pyc is checked only by its time

    def asked():
        process = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, env=environment)
        return process.stdout, process.stderr

    right = f"{engine}/cold/marking.py 9\n"  # the classes 0 and 3 of {0, 1, 2, 3} are 2 below the residues 2 and 5
    assert asked() == (right, "")
    files = [*engine.rglob("marking.joined*.nbi"), *engine.rglob("vectors.*.nbc")]
    for path in files:
        os.truncate(path, 20)
    answer, warnings = asked()
    assert (answer, warnings.count(f"compiled functions in {engine}")) == (right, 1)
    vectors, text = engine / "vectors.py", (engine / "vectors.py").read_text(encoding="utf-8")
    vectors.write_text(text.replace("return (low >> shift) |", "return (low << shift) |"), encoding="utf-8")
    assert asked() == (f"{right[:-2]}0\n", ""), "it calls the changed function"


SIMPLEST = """
import sys, pytest
from subtraction_engine.nim.planes import pext, pext_slowly
from subtraction_engine.vectors import WIDE
assert pext is pext_slowly and not WIDE
sys.exit(pytest.main(sys.argv[1:]))
"""
WAYS = {  # name: (Python's arguments, the environment)
    "bounds-checked": (["-m", "pytest"], {"NUMBA_BOUNDSCHECK": "1"}),
    "simplest-processor": (["-c", SIMPLEST], {"NUMBA_CPU_NAME": "generic"}),  # narrow registers, and no pext
}


@pytest.mark.parametrize("name", WAYS)
def test_the_engine_s_seams(name):
    how, more = WAYS[name]
    cache = ROOT / "build" / name
    command = [sys.executable, *how, "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "seam", "engine/tests"]
    result = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env=os.environ | more | {"NUMBA_CACHE_DIR": str(cache)}
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert any(cache.rglob("*.nbc"))
