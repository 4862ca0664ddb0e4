"""The make targets themselves, tested in a copy of the project."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from conftest import ROOT
from executed import rows
from rings import numbered

IGNORED = ".*", "bin", "lib*", "build", "runs", "__pycache__", "*.egg-info", "*.nb?"  # nor any environment is copied


@pytest.fixture
def project(tmp_path):
    """A copy of the project without its notebooks, in a folder with a strange name."""
    (tmp_path / "tmp").mkdir()
    ignored = shutil.ignore_patterns(*IGNORED, "[0-9]*.py", "[0-9]*.ipynb")
    return shutil.copytree(ROOT, tmp_path / "ein Pfad é'q", ignore=ignored)


def ran(project, typed, until="", **variables):
    """Run a command line in the project's folder, without the variables of any make that runs the test.

    Once a file matches the pattern `until`, press Ctrl-C, after which no process may be left.
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    usual = {"PATH": path, "HOME": str(project.parent), "TMPDIR": str(project.parent / "tmp"), "ENV": "current"}
    settings = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | {"text": True, "start_new_session": True}
    if until:  # in the background a shell, and all that it runs, ignores Ctrl-C
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(shlex.split(typed), cwd=project, env=usual | variables, **settings) as running:
        if until:
            while not list(project.parent.glob(until)):
                assert running.poll() is None, running.stderr.read()
                time.sleep(0.05)
            begun = psutil.Process(running.pid).children(recursive=True)
            os.killpg(running.pid, signal.SIGINT)
            _, alive = psutil.wait_procs(begun, timeout=300)
            for process in alive:
                process.kill()
            assert alive == []
        output, errors = running.communicate()
    return subprocess.CompletedProcess(typed, running.returncode, output, errors)


def runs(project, targets, expected):
    """Run make, which must succeed and run the notebooks with these numbers, and return its output."""
    finished = ran(project, f"make {targets}")
    done = re.findall(r"^done: \S*notebooks/(\d+)", finished.stdout, flags=re.M)
    assert (finished.returncode, sorted(done)) == (0, expected.split()), finished.stderr
    assert finished.stdout.count("running: ") >= len(done), "off a terminal, each notebook is named when it begins"
    return finished.stdout


def answer(finished):
    """The one line that reports a failure, apart from make's own last line."""
    assert finished.returncode != 0
    (line,) = (each for each in finished.stderr.splitlines() if not each.startswith("make: ***"))
    return line


def contents(*folders):
    """The times and bytes of all files in these folders, and the folders in them."""
    paths = [path for folder in folders for path in folder.rglob("*") if "__pycache__" not in path.parts]
    return {path: path.is_file() and (path.stat().st_mtime_ns, path.read_bytes()) for path in paths}


TINY = """# %% tags=["parameters", "NIM_N"]
n = 2**24  # positions
# %%
from subtraction_games.files import output_folder, write_table
from subtraction_games.reproduction import compare
compare(n, "how far", "1", paper=2**24, here=n)
drawn = "figure-{number}-nothing"
write_table(output_folder() / "figures" / (drawn + ".csv"), {{"n": [n]}})
"""


def tiny(project, number=21, more=""):
    """Write a notebook that computes nothing, and of whose figure there is only the table."""
    source = project / f"notebooks/{number}-tiny.py"
    source.write_text(TINY.format(number=number) + more)
    return source


def change(path, before, after):
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after, 1))


READS = """# %%
from subtraction_games import files
texts = [files.table(f"data/{name}.csv").read_text() for name in ("one", "two")]
"""
FAST = """# %%
import subtraction_games as sg
sg.cold_positions([1], 0, threads=1)
"""


def test_what_has_changed_runs_and_nothing_else_and_at_another_n_elsewhere(project):
    """Notebook 07 reads two tables, and 21 uses the engine. Their results and those at another n are kept apart."""
    (project / "data").mkdir()
    for name in ("one", "two", "three"):
        (project / f"data/{name}.csv").write_text(name)
    tiny(project, "07", READS), tiny(project, "21", FAST)
    core, executed = project / "src/subtraction_games/core.py", project / "notebooks/07-tiny.ipynb"

    def recorded(folder):
        return [row["here"] for row in rows(project / folder / "figures/reproduction.csv")]

    runs(project, "all", "07 21")
    assert recorded(".") == ["16777216"] * 2
    assert "injected" not in executed.read_text()
    folders = [project / name for name in ("data", "engine", "figures", "notebooks", "src")]
    tracked = contents(*folders)
    runs(project, "quick", "07")
    (elsewhere,) = project.glob("build/run-16384-*-auto")
    assert recorded(elsewhere) == ["16384"]
    assert "injected" in (elsewhere / "notebooks/07-tiny.ipynb").read_text()
    before = contents(project / "build")
    runs(project, "quick", "")
    assert contents(project / "build") == before
    made = "made: build/run-16777216-1073741824-65536-sieve/figures/figure-07-nothing.svg"
    assert made in runs(project, "figures/figure-07 METHOD=sieve", "07")
    assert contents(*folders) == tracked

    change(project / "notebooks/07-tiny.py", "drawn =", "x = 1\ndrawn =")
    change(project / "figures/figure-21-nothing.csv", "16777216", "altered by hand")
    runs(project, "all", "07 21")
    assert "x = 1" in executed.read_text()
    change(project / "engine/src/subtraction_engine/cold/legs.py", "\ndef ", "\nunused = 1\n\n\ndef ")
    runs(project, "all", "21")
    change(core, '"""The paper\'s algorithms', '# words\n"""The algorithms')
    change(project / "data/three.csv", "three", "three, which no notebook reads")
    runs(project, "all", "")
    change(core, "hot = as_mask(hotspots, n)\n", "hot = as_mask(hotspots, n + 0)\n")
    runs(project, "figures/7", "07")
    change(project / "src/subtraction_games/pages/board.html", "<", "<!-- --><")
    runs(project, "figures/7", "07")
    (project / "data/two.csv").unlink()
    finished = ran(project, "make figures/7")
    assert finished.returncode == 2
    assert "07-tiny.py, code cell 3: FileNotFoundError: data/two.csv is part of the repository" in finished.stderr
    for path, content in tracked.items():  # as git does at a checkout
        if content:
            path.write_bytes(content[1])
    runs(project, "all", "")
    change(project / "notebooks/07-tiny.py", "2**24", "2**20")  # as JupyterLab saves it
    before = contents(project)
    assert "07-tiny.py was saved with n = 2 ** 20" in answer(ran(project, "make all"))
    assert contents(project) == before


WAITS = """# %%
import time
from pathlib import Path
while not Path("failing").exists():
    time.sleep(0.05)
time.sleep(1)
"""
FAILS = """# %%
from pathlib import Path
Path("failing").touch()
raise ZeroDivisionError("no such luck")
"""


def test_a_broken_notebook_stops_make_and_leaves_what_others_made(project):
    tiny(project, "21", WAITS), tiny(project, "22", FAILS)
    finished = ran(project, "make all JOBS=2")
    assert (finished.returncode, finished.stdout.count("done:")) == (2, 1)
    assert "22-tiny.py, code cell 3: ZeroDivisionError: no such luck" in finished.stderr
    assert (project / "figures/figure-21-nothing.csv").exists()
    assert not [path for folder in ("notebooks", "figures", "build") for path in (project / folder).rglob("*22*.[ic]*")]
    runs(project, "figures/21", "")


def test_ctrl_c_is_answered_in_one_line_and_leaves_nothing(project, tmp_path):
    shutil.copy2(tiny(project, more="# %%\nimport time\ntime.sleep(600)\n"), project / "notebooks/mine/idea.py")
    before = contents(project)
    stopped = ran(project, "make mine/idea", until="tmp/*/figures/figure-21-nothing.csv")  # before it sleeps
    assert answer(stopped) == "stopped: all finished work is kept, and the same command does the rest"
    assert contents(project) == before
    assert not list(tmp_path.glob("tmp/*/figures"))


def test_a_new_notebook_runs_and_passes_every_test_of_notebooks_and_pointers(tmp_path):
    project = shutil.copytree(ROOT, tmp_path / "project", ignore=shutil.ignore_patterns(*IGNORED))
    number = int(numbered()[-1].stem[:2]) + 1
    runs(project, f"notebook NAME={number}-hexagons", f"{number}")
    files = " ".join(f"tools/tests/test_{name}.py" for name in ("notebooks", "pointers", "prose"))
    chosen = f"hexagons or {number}-{number} or every_notebook_has or exercises or points or every_number"
    tested = ran(project, f"python -m pytest -p no:cacheprovider -rA {files} -k '{chosen}'")
    assert tested.returncode == 0, tested.stdout
    passed = re.findall(r"^PASSED \S+::(\S+)", tested.stdout, flags=re.M)
    assert len(passed) == 13, "six of the two notebooks, three of all notebooks and their numbers, and four of pointers"
    line = f"* [{number}. Hexagons](../beyond/notebooks/{number}-hexagons.ipynb): "
    assert (project / "notebooks/README.md").read_text().splitlines()[-1].startswith(line)


def test_a_game_of_ones_own(project):
    idea = "open('runs.txt', 'a').write('once')\nprint('a result of my own')\ndef odds(n):\n    return range(1, n, 2)\n"
    (project / "idea.py").write_text(idea)
    finished = ran(project, "make game GAME=idea.py:odds N=1000")
    assert finished.stdout.startswith("drawing everything about odds")
    assert finished.stdout.endswith("open build/game/odds-1000.html\n"), finished.stderr
    assert (project / "notebooks/templates/runs.txt").read_text() == "once"
    page = (project / "build/game/odds-1000.html").read_text()
    assert "hot and cold repeat with period 2" in page
    assert "a result of my own" not in page
    pictures = re.findall(r'<img[^>]*alt="([^"]*)"', page)
    assert len(pictures) == page.count("<img") == 4
    assert pictures[0].startswith("The first sixty positions when taking odds;")
    assert not re.search(r'src="(?!data:)|href="[^#]', page), "the page needs nothing else"


def test_make_alone_prints_help(project):
    help_of = dict(re.findall(r"^(?:make )?(\S+) +(.*)", ran(project, "make").stdout, flags=re.M))
    assert {"figures", "test", "all", "lab", "book"} <= help_of.keys()
