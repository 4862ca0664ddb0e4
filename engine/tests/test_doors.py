"""Every public way into the engine can be taken by several threads at once, even if it is their first use of it."""

import subprocess
import sys

DOORS = """
import sys, threading
from itertools import combinations_with_replacement
import numba, psutil, tqdm.auto  # only the engine's own modules are imported anew for each pair
import subtraction_games as sg
from subtraction_games import evaluate

def imported(module):
    return lambda: __import__(module, fromlist=["*"])

DOORS = {
    "a name of the engine": lambda: sg.verify,
    "has_engine": evaluate._has_engine,
    "auto": lambda: sg.cold_positions([1], 0, threads=1),
    "engine": lambda: sg.nim_values([1], 0, method="engine"),
    **{name: imported(f"subtraction_engine{name}") for name in ("", ".cli", ".longruns", ".longruns.cache")},
}
failed = []
threading.excepthook = lambda hook: failed.append((pair, hook.exc_value))
sys.setswitchinterval(1e-6)
for pair in list(combinations_with_replacement(DOORS, 2)):
    for name in [name for name in sys.modules if name.startswith("subtraction_engine")]:
        del sys.modules[name]
    evaluate._has_engine.cache_clear()
    barrier = threading.Barrier(2)
    threads = [threading.Thread(target=lambda door=DOORS[name]: (barrier.wait(), door())) for name in pair]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), pair
assert not failed, failed
print(len(DOORS), "doors")
"""


def test_every_pair_of_doors_into_the_engine():
    done = subprocess.run([sys.executable, "-c", DOORS], capture_output=True, text=True, timeout=600)
    assert (done.stdout, done.stderr) == ("8 doors\n", "")
