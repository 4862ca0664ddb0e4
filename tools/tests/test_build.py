"""The make targets themselves, tested in a copy of the project."""

import os
import re
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
from rings import RINGS, numbered, solutions

IGNORED = shutil.ignore_patterns("__pycache__", "*.nb?")


@pytest.fixture
def project(tmp_path):
    """A copy of the project without its notebooks, in a folder with a strange name."""
    folder = tmp_path / "ein Pfad é'q"
    for part in ("tmp", f"{folder.name}/notebooks/templates", f"{folder.name}/notebooks/mine"):
        (tmp_path / part).mkdir(parents=True)
    for part in ("Makefile", "pyproject.toml", "CITATION.cff", "notebooks/templates/game.py"):
        shutil.copy2(ROOT / part, folder / part)
    for part in ("tools", "figures", *(f"{ring or '.'}/src" for ring in RINGS)):
        shutil.copytree(ROOT / part, folder / part, ignore=IGNORED)
    for ring in RINGS[1:]:
        (folder / ring / "notebooks").mkdir()
    return folder


def environment(project):
    """The environment of a command, with this Python, but without the variables of any make that runs the test."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "HOME": str(project.parent), "TMPDIR": str(project.parent / "tmp"), "ENV": "current"}


def ran(project, *command, **variables):
    """Run a command in the project's folder, with further variables, and return what became of it."""
    settings = {"cwd": project, "env": environment(project) | variables, "capture_output": True, "text": True}
    return subprocess.run(command, input="", **settings)


def make(project, *arguments, **variables):
    return ran(project, "make", *arguments, **variables)


def interrupted(project, target, until, **variables):
    """Run make, and press Ctrl-C when a file matches a pattern. Return what became of it, and what is still running."""
    settings = {"cwd": project, "env": environment(project) | variables, "stderr": subprocess.PIPE, "text": True}
    settings |= {"start_new_session": True, "preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    with subprocess.Popen(["make", target], **settings) as running:  # tests in the background ignore SIGINT otherwise
        while running.poll() is None and not list(project.parent.glob(until)):
            time.sleep(0.05)
        begun = psutil.Process(running.pid).children(recursive=True)
        os.killpg(running.pid, signal.SIGINT)
        _, alive = psutil.wait_procs(begun, timeout=30)
        _, errors = running.communicate()
    return subprocess.CompletedProcess(running.args, running.returncode, stderr=errors), alive


def runs(project, count, *arguments):
    """Run make, which must succeed and run this number of notebooks, and return its output."""
    finished = make(project, *arguments)
    assert (finished.returncode, finished.stdout.count("done:")) == (0, count), finished.stderr
    assert finished.stdout.count("running: ") >= count, "off a terminal, each notebook is named when it begins"
    return finished.stdout


def answer(finished):
    """The one line that reports a failure, apart from make's own last line."""
    assert finished.returncode != 0
    (line,) = (each for each in finished.stderr.splitlines() if not each.startswith("make: ***"))
    return line


def recorded(folder):
    return [row["here"] for row in rows(folder / "figures/reproduction.csv")]


def contents(*folders: Path) -> dict[Path, tuple[int, bytes]]:
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in files if "__pycache__" not in path.parts}


TINY = """# %% tags=["parameters", "NIM_N"]
n = {n}  # positions
# %%
import time
from subtraction_games.files import output_folder, write_table
from subtraction_games.record import compare
compare(n, "how far", "1", paper=2**24, here=n)
write_table(output_folder() / "figures" / ("figure-{number}-nothing" + ".csv"), {{"n": [n]}})
drawn = "figure-{number}-nothing"
time.sleep({pause})
"""


def tiny(project, number=21, n="2**24", pause=0, more=""):
    """Write a notebook that computes nothing, and of whose figure there is only the table."""
    source = project / f"notebooks/{number}-tiny.py"
    source.write_text(TINY.format(n=n, pause=pause, number=number) + more)
    return source


def test_what_has_changed_runs_and_nothing_else_and_at_another_n_elsewhere(project):
    tiny(project, 21), tiny(project, 22)
    assert "21-tiny.ipynb (n = 16777216)" in runs(project, 2, "all")
    assert recorded(project) == ["16777216"] * 2
    assert "injected" not in (project / "notebooks/21-tiny.ipynb").read_text()
    results = project / "notebooks", project / "figures"
    tracked = contents(*results)

    elsewhere = "build/run-300-1073741824-65536-auto"
    assert f"made: {elsewhere}/figures/figure-21-nothing.svg" in runs(project, 1, "figures/figure-21", "NIM_N=300")
    runs(project, 1, "all", "NIM_N=300")
    assert recorded(project / elsewhere) == ["300"] * 2
    assert "injected" in (project / elsewhere / "notebooks/21-tiny.ipynb").read_text()
    before = contents(project / "build")
    runs(project, 0, "figures/21", "NIM_N=300")
    assert contents(project / "build") == before
    runs(project, 1, "figures/21", "METHOD=sieve")
    assert contents(*results) == tracked

    tiny(project, more="\n# %%\nx = 1\n")
    (project / "figures/figure-22-nothing.csv").write_text("altered by hand")
    runs(project, 2, "all")
    assert "x = 1" in (project / "notebooks/21-tiny.ipynb").read_text()
    for path, (_, content) in tracked.items():  # as git does at a checkout
        path.write_bytes(content)
    runs(project, 0, "all")
    tiny(project, n="2**20")  # as JupyterLab saves it
    before = contents(*results)
    assert "21-tiny.py was saved with n = 2 ** 20" in answer(make(project, "all"))
    assert contents(*results) == before


CHANGES = [  # changes of files, and the notebooks that run again: 21 reads two tables, and 22 uses the engine
    ("src/subtraction_games/core.py", "hot = as_mask(hotspots, n)\n", "hot = as_mask(hotspots, n + 0)\n", "21 22"),
    ("src/subtraction_games/core.py", '"""The paper\'s algorithms', '# words\n"""The algorithms', ""),
    ("src/subtraction_games/pages/board.html", "<", "<!-- --><", "21 22"),
    ("engine/src/subtraction_engine/cold/legs.py", "\ndef ", "\nunused = 1\n\n\ndef ", "22"),
    ("data/three.csv", "three", "three, which no notebook reads", ""),
    ("data/two.csv", "two", "2", "21"),
    ("data/two.csv", "2", "two", ""),  # as git does at a checkout
]


def test_a_notebook_runs_again_when_code_or_a_table_that_it_uses_has_changed(project):
    """This is true however the name of the table is computed, and a missing table is an error."""
    (project / "data").mkdir()
    for name in ("one", "two", "three"):
        (project / f"data/{name}.csv").write_text(name)
    table = 'files.table(f"data/{name}.csv").read_text()'
    reads = f"from subtraction_games import files\ntexts = [{table} for name in ('one', 'two')]\n"
    cold = "import subtraction_games as sg\nsg.cold_positions([1], 99{})\n"
    tiny(project, 21, more=f"\n# %%\n{reads}{cold.format('')}")
    tiny(project, 22, more=f"\n# %%\n{cold.format(', threads=1')}")
    runs(project, 2, "all")
    for path, before, after, again in CHANGES:
        text = (project / path).read_text()
        assert before in text
        (project / path).write_text(text.replace(before, after, 1))
        answered = runs(project, len(again.split()), "all")
        assert sorted(re.findall(r"done: notebooks/(\d+)", answered)) == again.split(), path  # two run at once
    (project / "data/two.csv").unlink()
    finished = make(project, "all")
    assert finished.returncode == 2
    assert "21-tiny.py, code cell 3: FileNotFoundError: " in finished.stderr


def test_a_broken_notebook_stops_make_and_leaves_what_others_made(project):
    tiny(project, 21, pause=4)  # still running when the other fails
    tiny(project, 22, more='\n# %%\nraise ZeroDivisionError("no such luck")\n')
    finished = make(project, "all", "JOBS=2")
    assert (finished.returncode, finished.stdout.count("done:")) == (2, 1)
    assert "22-tiny.py, code cell 3: ZeroDivisionError: no such luck" in finished.stderr
    assert (project / "figures/figure-21-nothing.csv").exists()
    assert not [path for folder in ("notebooks", "figures", "build") for path in (project / folder).rglob("*22*.[ic]*")]
    tiny(project, 22)
    runs(project, 1, "all")
    assert len(recorded(project)) == 2


def test_ctrl_c_is_answered_in_one_line_and_leaves_nothing(project, tmp_path):
    shutil.copy2(tiny(project, pause=600), project / "notebooks/mine/idea.py")
    before = contents(project)
    stopped, alive = interrupted(project, "mine/idea", until="tmp/*/figures/figure-21-nothing.csv")  # before its pause
    assert alive == []
    assert answer(stopped) == "stopped: all finished work is kept, and the same command does the rest"
    assert contents(project) == before
    assert not list(tmp_path.glob("tmp/*/figures"))


SLIPS = [  # what is typed after make, and what the one line of the answer contains
    ("figures NIM_N=5", "NIM_N must be a whole number from 256"),
    ("figures METHOD=magic", "METHOD must be one of auto, "),
    ("figures/figure-99", "nothing makes figure-99; there are notebooks 21, and figure-N for N = 21"),
    ("mine/idea", "there is no notebooks/mine/idea.py; notebooks/mine/README.md explains how to begin"),
    ("solutions/part-9", "there is no notebooks/solutions/part-9.py; there are only part-1"),
    ("mine/x N=1'; touch pwned; echo '", "n must be a whole number"),
    ("long", "say how far: make long COLD_N=2**34"),
    ("notebook NAME=hexagons", "NAME must be 22 and a subject, such as 22-hexagons"),
    ("notebook NAME=22-../x", "NAME must be 22 and a subject, such as 22-hexagons"),
    ("game GAME=rabbits", "a game must be"),
    ("game GAME=no.py:f", "there is no Python file no.py for a game 'no.py:f'"),
]


@pytest.mark.parametrize(("typed", "answered"), SLIPS)
def test_a_slip_is_answered_in_one_line_and_leaves_nothing(project, typed, answered):
    tiny(project)
    (project / "notebooks/mine/x.py").touch()
    (project / "notebooks/solutions").mkdir()
    (project / "notebooks/solutions/part-1.py").touch()
    assert answered in answer(make(project, *re.split(r" (?=[A-Z_]+=)", typed)))
    assert not (project / "build").exists()
    assert not (project / "pwned").exists()


READ = """import os, sys
from pathlib import Path
read = set()
sys.addaudithook(lambda event, given: event == "open" and isinstance(given[0], str) and read.add(given[0]))
import build_book
build_book.lay_out(Path(sys.argv[1]))
print(*map(os.path.realpath, read), sep="\\n")"""


def test_the_book_is_built_again_for_what_it_is_made_of_and_for_nothing_else(tmp_path):
    paths = {name: str(tmp_path) for name in ("HOME", "TMPDIR", "PYTHONPYCACHEPREFIX")}  # where no .pyc is found
    command = [sys.executable, "-c", READ, str(tmp_path / "pages")]
    opened = ran(ROOT, *command, PYTHONPATH=str(ROOT / "book"), **paths).stdout.splitlines()
    files = [Path(name) for name in opened if Path(name).is_relative_to(ROOT) and Path(name).is_file()]
    read = {file.relative_to(ROOT).as_posix() for file in files if file.suffix not in (".pyc", ".nbi", ".nbc")}
    read = {name for name in read if not name.startswith((".venv", "build/"))}
    rules, planned = (make(ROOT, *typed).stdout for typed in (["-npq"], ["-n", "book"]))
    assert '" tools ' not in planned, "a page takes notebooks and figures as they are"
    (names,) = re.findall(r"^build/book/index\.html: (.*) \| ready-book$", rules, flags=re.M)
    assert len(read) > 80
    assert read | {"src/subtraction_games/core.py", "engine/src/subtraction_engine/cold/legs.py"} <= {*names.split()}
    assert not re.search(r"egg-info|__pycache__|\.nb[ic]\b", names), "caches and lists of setuptools change unasked"


def test_a_new_notebook_runs_and_passes_every_test_of_notebooks_and_pointers(project):
    for part in ("notebooks", "book", "tests", "engine", "beyond"):
        shutil.copytree(ROOT / part, project / part, ignore=IGNORED, dirs_exist_ok=True)
    for file in (*ROOT.glob("[!.]*.*"), ROOT / "LICENSE"):
        shutil.copy2(file, project)
    others = [*numbered(), *solutions()]
    number, part = int(numbered()[-1].stem[:2]) + 1, len(solutions()) + 1
    runs(project, 1, "notebook", f"NAME={number}-hexagons")
    names = [f"tools/tests/test_{name}.py" for name in ("notebooks", "pointers", "prose")]
    names.append("book/tests/test_book.py::test_every_notebook_is_listed_once_and_in_order")
    left_out = f"not ({' or '.join(['other_processors', *(path.stem for path in others)])})"
    tested = ran(project, sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", *names, "-k", left_out)
    assert tested.returncode == 0, tested.stdout
    passed = re.findall(r"^PASSED (\S+)", tested.stdout, flags=re.M)
    assert len([test for test in passed if f"{number}-hexagons" in test or f"part-{part}" in test]) == 6
    assert {"link", "statement", "path", "name"} <= {*re.findall(r"is_noticed\[(\w+)\]", tested.stdout)}
    line = f"* [{number}. Hexagons](../beyond/notebooks/{number}-hexagons.ipynb): "
    assert (project / "notebooks/README.md").read_text().splitlines()[-1].startswith(line)


def test_a_game_of_ones_own(project):
    idea = "open('runs.txt', 'a').write('once')\nprint('a result of my own')\ndef odds(n):\n    return range(1, n, 2)\n"
    (project / "idea.py").write_text(idea)
    finished = make(project, "game", "GAME=idea.py:odds", "N=1000")
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


def test_an_environment_is_set_up_once_and_again_when_something_has_changed(project):
    """Without a network nothing can be installed, so the test itself marks the installation as done."""

    def sets_up():
        finished = make(project, "ready-engine", ENV="", PYTHON=sys.executable, PIP_NO_INDEX="1")
        begins = finished.stdout == "setting up .venv for engine, once: about a minute\n"
        assert (finished.returncode != 0) is ("uv failed; trying pip instead" in finished.stderr) is begins
        return begins

    assert sets_up()
    assert sets_up(), "a step that failed is tried again"
    (project / ".venv/.ready-engine").touch()
    assert not sets_up()
    (project / "pyproject.toml").touch()
    assert sets_up()
    (project / ".venv/.ready-engine").touch()
    project = project.rename(project.with_name("moved"))
    assert sets_up(), "the name of its folder is part of an environment"
    assert "not 'a b'" in make(project, "VENV=a b").stderr


def test_make_alone_prints_help(project):
    help_of = dict(re.findall(r"^(?:make )?(\S+) +(.*)", make(project).stdout, flags=re.M))
    assert {"figures", "test", "all", "lab", "book"} <= help_of.keys()
