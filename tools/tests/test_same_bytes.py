"""Figures and their tables have the same bytes, whichever instructions and threads compute them."""

import fnmatch
import os
import platform
import subprocess
import sys
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
for name in sys.argv[1:]:
    source = Path(name)
    os.chdir(source.parent)
    text = re.sub(r"^n = .*", "n = 2**14", source.read_text(encoding="utf-8"), count=1, flags=re.M)
    exec(compile(text, name, "exec"), {"__name__": "__main__"})
"""


def plain() -> dict[str, str]:
    """An environment in which numpy and its OpenBLAS compute as they would on an old processor with one core."""
    features = "X86_V4 X86_V3" if "avx512f" in Path("/proc/cpuinfo").read_text() else "X86_V3"
    return {"OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_NUM_THREADS": "1", "NPY_DISABLE_CPU_FEATURES": features}


@pytest.mark.skipif(platform.system() + platform.machine() != "Linuxx86_64", reason="the names are Linux' for x86")
def test_figures_and_tables_of_fits_and_transforms_are_the_same_on_other_processors(tmp_path):
    common = {"MPLBACKEND": "agg", "SUBTRACTION_GAMES_BUILD": str(tmp_path)}
    command = [sys.executable, "-c", MOSTLY_AS_TABLES, *map(str, NOTEBOOKS)]
    running = [
        subprocess.Popen(
            command,
            env=os.environ | common | machine | {"SUBTRACTION_GAMES_OUTPUT": str(tmp_path / name)},
            stdout=subprocess.DEVNULL,
        )
        for name, machine in {"here": {}, "there": plain()}.items()
    ]
    assert [process.wait() for process in running] == [0, 0]
    here, there = (
        {path.name: path.read_bytes() for path in tmp_path.glob(f"{name}/figures/*")} for name in ("here", "there")
    )
    assert [len(fnmatch.filter(here, f"*.{ending}")) for ending in ("csv", "svg", "png")] == [5, 2, 2]
    assert {name for name in here if here[name] != there.get(name)} == set()
