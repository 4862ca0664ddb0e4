"""Nothing of the reader's own is lost, and no setting of the reader's own changes a result."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import nbformat
import pytest
import run_notebook as tool
from conftest import ROOT
from matplotlib import pyplot as plt
from places import numbered, solutions
from test_build import answer, contents, environment, make, tiny
from test_build import project as project  # the fixture

from subtraction_games import figures
from subtraction_games.files import atomic_write

NEXT = f"{int(numbered()[-1].stem[:2]) + 1:02}"
OTHERS = '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}\n'  # a notebook of somebody else's
EDITED = OTHERS.replace("[]", '[{"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["my thesis"]}]')
SAVE = "from matplotlib import pyplot as plt; from subtraction_games import figures; figures.save(plt.figure(), 'thesis')"

# Every place where a program of this project removes, clears, truncates or overwrites a path that a person can name or
# write to: the file that was there before, the command, and what its one line of refusal says, or "" if it has nothing
# to refuse. Whoever adds such a place adds a line. `board` is here to show that it writes to its standard output alone.
DESTROYERS = [
    ("thesis/thesis.txt", "make ready-engine ENV= VENV=thesis", "VENV=thesis was not made by make"),
    ("thesis/.git/HEAD", "make ready-engine ENV= VENV=thesis", "VENV=thesis was not made by make"),
    ("thesis.txt", "make ready-engine ENV= VENV=.", "VENV=. was not made by make"),
    ("thesis.txt", "make ready-engine ENV= VENV=thesis.txt", "VENV=thesis.txt was not made by make"),
    ("thesis.txt", "make ready-engine ENV= VENV=", "VENV must be a path without a space"),
    (".venv/lib/my.pth", "make ready-engine ENV=", "VENV=.venv was not made by make"),
    (".venv/lib/my.pth", "VENV=.venv make ready-engine ENV=", "VENV=.venv was not made by make"),
    ("notebooks/mine/thesis.py", "make clean", ""),
    ("runs/thesis.npy", "make clean", ""),
    ("build/workbook/thesis.ipynb", "make clean", ""),
    ("build/workbook/thesis.ipynb", "make workbook", "build/workbook may contain a class's work"),
    ("thesis/thesis.ipynb", "tool workbook thesis", "thesis may contain a class's work"),
    ("thesis", "tool workbook thesis", "thesis may contain a class's work"),
    (f"beyond/notebooks/{NEXT}-x.ipynb", f"make notebook NAME={NEXT}-x", "may contain your work: move it away"),
    ("notebooks/solutions/part-2.ipynb", f"make notebook NAME={NEXT}-x", "may contain your work: move it away"),
    ("notebooks/solutions/part-3.py", f"make notebook NAME={NEXT}-x", "may contain your work: move it away"),
    ("build/mine/notebooks/mine/idea.ipynb", "make mine/idea", "idea.ipynb was edited outside JupyterLab: mv build/"),
    ("notebooks/mine/idea.ipynb", "make mine/idea", "was edited outside JupyterLab: python -m jupytext --to py:percent"),
    ("thesis/notebooks/mine/idea.ipynb", "tool run_notebook notebooks/mine/idea thesis", "idea.ipynb was edited outside"),
    ("thesis/figures/thesis.svg", "tool run_notebook notebooks/mine/idea thesis", ""),
    ("build/explore/n-300.txt", "make explore GAME=n N=300", ""),
    ("build/explore/linked/thesis.html", "make explore GAME=n N=300", ""),
    ("build/explore/n-300/notebooks/templates/explore.ipynb", "make explore GAME=n N=300", "was edited outside"),
    ("thesis/thesis.svg", "SUBTRACTION_GAMES_OUTPUT=thesis save", ""),
    ("thesis/figures/other.svg", "SUBTRACTION_GAMES_OUTPUT=thesis save", ""),
    ("thesis/figures/linked/thesis.svg", "SUBTRACTION_GAMES_OUTPUT=thesis save", ""),
    ("thesis.html", "board nonsense", "a game must be"),
    ("thesis/thesis.npy", "run nim_values squares 300 --folder thesis", "thesis"),
    ("thesis/results.npy", "run nim_values squares 300 --folder thesis", "thesis"),
    ("thesis", "run nim_values squares 300 --folder thesis", "thesis"),
]
COMMANDS = {
    "make": ["make"],
    "tool": [sys.executable, "tools/make.py"],
    "save": [sys.executable, "-c", SAVE],
    "board": [sys.executable, "-m", "subtraction_games", "board"],
    "run": [sys.executable, "-m", "subtraction_games", "run"],
}


@pytest.mark.parametrize(("path", "command", "refusal"), DESTROYERS, ids=lambda part: part.replace("/", "-"))
def test_a_strangers_file_survives(project, path, command, refusal):
    (project / "notebooks/solutions").mkdir()
    shutil.copytree(ROOT / "notebooks/templates", project / "notebooks/templates", dirs_exist_ok=True)
    (project / f"notebooks/{int(NEXT) - 1:02}-last.py").touch()
    (project / "notebooks/solutions/part-1.py").touch()
    (project / "notebooks/README.md").touch()
    (project / "notebooks/mine/idea.py").write_text("# %%\nn = 1\n")
    os.utime(project / "notebooks/mine/idea.py", (0, 0))
    theirs = project / path
    theirs.parent.mkdir(parents=True, exist_ok=True)
    theirs.write_text(EDITED if path.endswith(".ipynb") else "my thesis")
    if "/linked/" in path:  # the name that the command replaces is a link to it
        name = "n-300.html" if "explore" in path else "thesis.svg"
        (theirs.parent.parent / name).symlink_to(theirs)
    before = contents(project)
    settings, program, rest = re.fullmatch(r"(\S+=\S* )?(\w+) ?(.*)", command).groups()
    variables = environment(project) | {"PIP_NO_INDEX": "1", "PYTHON": sys.executable}
    variables |= [settings.strip().split("=")] if settings else []
    typed = [*COMMANDS[program], *rest.split()]
    finished = subprocess.run(typed, cwd=project, env=variables, capture_output=True, text=True)
    assert theirs.read_text() == before[theirs][1].decode(), finished.stderr
    assert (finished.returncode == 0) is (refusal == ""), finished.stderr
    if refusal:
        assert refusal in finished.stderr
        assert "Traceback" not in finished.stderr
        assert contents(project) == before
