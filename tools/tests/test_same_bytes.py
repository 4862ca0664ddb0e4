"""Figures and their tables have the same bytes, whichever instructions and threads compute them."""

import os
import platform
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from rings import numbered

NOTEBOOKS = [path for path in numbered() if path.name[:2] in ("05", "06", "10", "13", "15")]  # with fits and transforms
MOSTLY_AS_TABLES = """
import os, re, sys
from pathlib import Path
from matplotlib import pyplot as plt
from subtraction_games import figures
from subtraction_games.files import output_folder, write_table
draw = figures.save
def save(figure, name, table):
    if name.startswith(("figure-10-1-", "figure-15-1-")):  # pictures and fits; to draw all takes too long
        draw(figure, name, table)
    else:
        write_table(output_folder() / f"figures/{name}.csv", table)
figures.save = save
figures.show = lambda figure, alt: plt.close(figure)
for source in map(Path, sys.argv[1:]):
    os.chdir(source.parent)
    text = re.sub(r"^n = .*", "n = 2**14", source.read_text(encoding="utf-8"), count=1, flags=re.M)
    exec(compile(text, source.name, "exec"), {"__name__": "__main__"})
"""


@pytest.mark.skipif(platform.system() + platform.machine() != "Linuxx86_64", reason="the names are Linux' for x86")
def test_figures_and_tables_of_fits_and_transforms_are_the_same_on_other_processors(tmp_path):
    """For the second run, numpy and its OpenBLAS compute as they would on an old processor with one core."""
    features = "X86_V4 X86_V3" if "avx512f" in Path("/proc/cpuinfo").read_text() else "X86_V3"
    old = {"OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_NUM_THREADS": "1", "NPY_DISABLE_CPU_FEATURES": features}
    command, made = [sys.executable, "-c", MOSTLY_AS_TABLES, *map(str, NOTEBOOKS)], []
    for place, machine in (("here", {}), ("there", old)):
        common = {"MPLBACKEND": "agg", "SUBTRACTION_GAMES_OUTPUT": str(tmp_path / place)}
        subprocess.run(command, env=os.environ | common | machine, stdout=subprocess.DEVNULL, check=True)
        made.append({path.name: path.read_bytes() for path in tmp_path.glob(f"{place}/figures/*")})
    assert Counter(Path(name).suffix for name in made[0]) == {".csv": 5, ".svg": 2, ".png": 2}
    assert {name for name in made[0] if made[0][name] != made[1].get(name)} == set()
