"""The make targets themselves, in a copy of the project."""

import csv
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from html import escape
from pathlib import Path

import nbformat
import psutil
import pytest
import run_notebook
import set_up
from conftest import ROOT
from places import numbered

PARTS = ["Makefile", "pyproject.toml", "CITATION.cff", "src", "tools", "figures"]
KEPT = ("05", "06")  # make works with the notebooks that are there


def copied(folder: Path) -> Path:
    """A copy of the project with two of the notebooks that draw the paper's figures."""
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy2
        copy(ROOT / part, folder / part)
    (folder / "notebooks/beyond").mkdir(parents=True)
    for path in [*numbered("py"), *numbered("ipynb")]:
        if path.name.startswith(KEPT):
            shutil.copy2(path, folder / "notebooks")
    return folder


@pytest.fixture(autouse=True)
def _environment(monkeypatch):
    """make uses the Python of this test, and knows nothing of the make that this test may run under."""
    monkeypatch.delenv("SUBTRACTION_GAMES_BUILD")
    monkeypatch.delenv("SUBTRACTION_GAMES_OUTPUT")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for inherited in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "NIM_N", "COLD_N", "LESSON_N", "JOBS", "VENV"):
        monkeypatch.delenv(inherited, raising=False)


@pytest.fixture
def project(tmp_path):
    return copied(tmp_path)


def make(project, *arguments, env="ENV=current"):
    return subprocess.run(["make", env, *arguments], cwd=project, capture_output=True, text=True, check=False)


def told_in_one_line(finished):
    """What make was told by us, without its own last word."""
    assert finished.returncode != 0
    lines = [line for line in finished.stderr.splitlines() if not re.fullmatch(r"make: \*\*\* \[.*\] Error \d+", line)]
    assert len(lines) == 1, finished.stderr
    return lines[0]


def column(name: str, table: Path) -> list[str]:
    with table.open(newline="", encoding="utf-8") as file:
        return [row[name] for row in csv.DictReader(file)]


def contents(folder: Path) -> dict[Path, tuple[int, bytes]]:
    files = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


SMALL = ("NIM_N=300", "COLD_N=2**9", "LESSON_N=300")


# --- figures -------------------------------------------------------------------------------------------


def test_figures_at_another_n_in_a_folder_with_a_strange_name(tmp_path):
    """One by its name, then the other; the folder's name has a space, a quote and more than ASCII."""
    (tmp_path / "ein Pfad é'q").mkdir()
    project = copied(tmp_path / "ein Pfad é'q")
    committed = contents(project / "notebooks") | contents(project / "figures")
    first = make(project, "figures/figure-1", *SMALL)
    assert (first.returncode, first.stdout.count("done:")) == (0, 1), first.stderr
    drawn = "build/run-300-512-300-auto/figures/figure-1-maximum-nim-value"
    assert f"made: ./{drawn}.svg ./{drawn}.png ./{drawn}.csv" in first.stdout
    second = make(project, "figures", *SMALL)
    assert (second.returncode, second.stdout.count("done:")) == (0, 1), second.stderr
    made = sorted(path.name for path in (project / drawn).parent.iterdir())
    assert (len(made), made[-1]) == (6, "figure-2-number-of-cold-positions.svg")
    assert contents(project / "notebooks") | contents(project / "figures") == committed
    before = contents(project / "build")
    for name in ("", "/figure-1-maximum-nim-value.csv", "/5", "/05-maximum-nim-value.ipynb"):
        again = make(project, f"figures{name}", *SMALL)
        assert (again.returncode, again.stdout.count("done:")) == (0, 0), again.stderr
    assert contents(project / "build") == before


TINY = """# %% tags=["parameters"]
n = {n}  # positions (make's NIM_N)
# %%
import time
from subtraction_games import figures
from subtraction_games.record import Comparison
import matplotlib.pyplot as plt
comparison = Comparison("{number}", n)
comparison.add("how far", "1", paper=2**24, here=n)
comparison.save()
fig, ax = plt.subplots()
figures.save(fig, "figure-{number}-nothing", {{"n": [n]}})
time.sleep({pause})
"""


@pytest.fixture
def tiny(project):
    """The project with one notebook, which computes nothing; returns what writes it down, or one more."""
    for path in project.glob("notebooks/*.*"):
        path.unlink()

    def written(n="2**24", pause=0, number=21, more=""):
        (project / f"notebooks/{number}-tiny.py").write_text(TINY.format(n=n, pause=pause, number=number) + more)
        return project

    return written


def test_what_is_changed_runs_again_and_what_is_changed_back_does_not(tiny):
    project = tiny()
    assert "done:" in make(project, "all").stdout
    made = {path: content for path, (_, content) in contents(project).items() if "build" not in path.parts}
    tiny(more="\n# %%\nx = 1\n")
    assert "done:" in make(project, "all").stdout
    assert "x = 1" in (project / "notebooks/21-tiny.ipynb").read_text()
    for path, content in made.items():  # as git does at a checkout
        path.write_bytes(content)
    assert "done:" not in make(project, "all").stdout


def test_a_broken_notebook_stops_make_and_leaves_what_others_made(tiny):
    project = tiny(number=22, more='\n# %%\nraise ZeroDivisionError("no such luck")\n')
    before = contents(project)
    finished = make(project, "all")
    assert finished.returncode != 0
    assert "22-tiny.py, code cell 3: ZeroDivisionError: no such luck" in finished.stderr
    assert contents(project) == before

    tiny(number=21, pause=4)  # is still at it when the other fails
    finished = make(project, "all", "JOBS=2")
    assert (finished.returncode, finished.stdout.count("done:")) == (2, 1)
    assert (project / "figures/figure-21-nothing.csv").exists()
    tiny(number=22)
    mended = make(project, "all")
    assert mended.stdout.count("done:") == 1, mended.stdout
    assert column("claim", project / "figures/reproduction.csv") == ["how far", "how far"]


def test_a_notebook_saved_at_another_n_does_not_touch_the_record(tiny):
    project = tiny()
    first = make(project, "all")
    assert first.returncode == 0, first.stderr
    assert "21-tiny.ipynb (n = 16777216)" in first.stdout
    assert "injected" not in (project / "notebooks/21-tiny.ipynb").read_text()
    assert column("here", project / "figures/reproduction.csv") == ["16777216"]

    before = contents(project / "figures") | contents(project / "notebooks")
    del before[project / "notebooks/21-tiny.py"]
    tiny(n="2**20")  # as JupyterLab does
    told = told_in_one_line(make(project, "all"))
    assert "21-tiny.py was saved with n = 2 ** 20" in told
    assert "git restore" in told
    after = contents(project / "figures") | contents(project / "notebooks")
    del after[project / "notebooks/21-tiny.py"]
    assert after == before

    assert make(project, "all", "NIM_N=1000").returncode == 0
    there = project / "build/run-1000-1073741824-65536-auto"
    assert column("here", there / "figures/reproduction.csv") == ["1000"]
    assert "injected" in (there / "notebooks/21-tiny.ipynb").read_text()


STOPPED = {
    "all": "stopped: what is finished is kept, and the same command goes on",
    "explore": "stopped: 17-other-games-and-yours has changed nothing",
}


@pytest.mark.parametrize("target", STOPPED)
def test_ctrl_c_is_answered_in_one_line_and_leaves_nothing(tiny, target):
    project = tiny(pause=60)
    if target == "explore":
        (project / "notebooks/21-tiny.py").rename(project / "notebooks/beyond/17-other-games-and-yours.py")
        source = project / "notebooks/beyond/17-other-games-and-yours.py"
        source.write_text(source.read_text().replace("n = 2**24", 'game = "squares"  # a game\nn = 2**24'))
    before = contents(project)
    with subprocess.Popen(  # SIGINT is ignored where tests run in the background, if it isn't set right
        ["make", "ENV=current", target], cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as running:  # fmt: skip
        while running.poll() is None and not list(project.glob("build/tmp*/figures/figure-21-nothing.csv")):
            time.sleep(0.05)  # until the notebook has come to its pause
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGINT)
        errors = running.communicate()[1]
    assert running.returncode != 0
    assert [line for line in errors.splitlines() if not line.startswith("make: ***")] == [STOPPED[target]]
    assert contents(project) == before


def alive(process: psutil.Process) -> bool:
    """Whether it still runs; one that has ended may wait for somebody to ask how."""
    with suppress(psutil.NoSuchProcess):
        return process.status() != psutil.STATUS_ZOMBIE
    return False


def test_nothing_outlives_a_run_that_was_killed(tiny):
    project = tiny(pause=600)
    command = [sys.executable, "tools/figures.py", "all"]
    with subprocess.Popen(command, cwd=project, stdout=subprocess.DEVNULL) as running:
        begun: list[psutil.Process] = []
        while running.poll() is None and not list(project.glob("build/tmp*/figures/figure-21-nothing.csv")):
            time.sleep(0.05)
            begun = psutil.Process(running.pid).children(recursive=True)
        running.kill()
    assert begun, "the kernel"
    patience = time.monotonic() + 30
    while any(map(alive, begun)) and time.monotonic() < patience:
        time.sleep(0.1)
    assert [process for process in begun if alive(process)] == []
    assert list(project.glob("build/tmp*"))
    tiny()
    assert "done:" in make(project, "all").stdout
    assert not list(project.glob("build/tmp*"))


# --- what was typed ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("figures NIM_N=1e6x", "NIM_N must be a whole number"),
        ("figures NIM_N=5", "NIM_N must be a whole number from 256"),
        ("figures METHOD=magic", "METHOD must be one of auto, sieve"),
        ("figures JOBS=0", "JOBS must be a whole number from 1"),
        ("figures/figure-99", "nothing makes figure-99; there are notebooks 05 06, and figure- 1 2"),
        ("solutions/part-9", "No such file or directory: 'notebooks/solutions/part-9.py'"),
        ("long", "say how far: make long COLD_N=2**34"),
        ("long NIM_N=300 GAME=n;n", "a game must be"),
        ("explore GAME=rabbits", "a game must be"),
    ],
)
def test_a_slip_is_answered_in_one_line_and_leaves_nothing(project, typed, told):
    assert told in told_in_one_line(make(project, *typed.split(" ")))
    assert not (project / "build").exists()


WITHIN = {"ready-", "how-far"}  # targets that only other targets ask for


def test_make_alone_prints_help_and_needs_no_python(project):
    """macOS has make 3.81, without what came later: grouped targets, .SHELLFLAGS, .ONESHELL, != and the like."""
    later = r"&:|\.SHELLFLAGS|\.ONESHELL|!=|^define|\$\((?:file|let|intcmp|guile)\b"
    assert re.findall(later, (ROOT / "Makefile").read_text(), flags=re.M) == []
    for goals in (["-B", "help"], ["-Bn", "book"]):  # everything may be made anew
        finished = make(project, *goals)
        assert (finished.returncode, finished.stderr) == (0, "")
    (project / "bin").mkdir()
    for tool in ("make", "sh", "sed"):
        (project / "bin" / tool).symlink_to(shutil.which(tool))
    told = subprocess.run(["make"], cwd=project, capture_output=True, text=True, env={"PATH": str(project / "bin")})
    assert (told.returncode, told.stderr) == (0, "")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.M))
    assert set(re.findall(r"^make ([a-z-]+) ", told.stdout, flags=re.M)) == targets - {"help", *WITHIN} >= {"figures"}


# --- long runs, and games of one's own -------------------------------------------------------------------


def test_a_long_run_goes_on_where_it_stopped(project):
    first = make(project, "long", "COLD_N=2**12", "GAME=n**3", "NIM_N=1000")
    assert first.returncode == 0, first.stderr
    assert "cold positions below 4,096: about 0:00:01 (hours:minutes:seconds), 1 MiB of memory" in first.stdout
    assert "1,000 nim-values below 1,000" in first.stdout
    assert (project / "runs/cold_positions-n__3-748bd050-4096").is_dir()
    assert "complete already" in make(project, "long", "COLD_N=2**12", "GAME=n**3").stdout


def test_a_game_of_ones_own(project):
    shutil.copy2(ROOT / "notebooks/beyond/17-other-games-and-yours.py", project / "notebooks/beyond")
    finished = make(project, "explore", "GAME=1, 2", "N=1000")
    assert finished.returncode == 0, finished.stderr
    (path,) = project.glob("build/explore/1__2-*-1000/notebooks/beyond/17-other-games-and-yours.html")
    page = path.read_text()
    assert "<title>Taking 1, 2, below 1,000</title>" in page
    assert "hot and cold repeat with period 3" in page
    assert "pentagonal" not in page
    assert "Other games, and yours" not in page
    assert re.findall(r'href="[^"#]*\.ipynb"', page) == []
    pictures = re.findall(r'<img[^>]*alt="([^"]*)"', page)
    assert len(pictures) == page.count("<img") == 4
    assert pictures[0].startswith("The first sixty positions of taking 1, 2;")
    assert re.findall(r'(?:src|href)="(?:https?:)?//[^"]*"|import\(|from "https?:', page) == []
    prose = "".join(re.findall(r'data-mime-type="text/markdown">.*?</div>', page, flags=re.S))
    assert "$" not in prose  # formulas would have to come from the network
    game = "n**3 #<svg onload=alert(2)>"  # is said as it was written, neither as Markdown nor as HTML
    nbformat.write(nbformat.v4.new_notebook(), project / "game.ipynb")
    page = run_notebook.page(project / "game.ipynb", game, 1000).read_text()
    assert f"<h1>Taking {escape(game)}, below 1,000</h1>" in page
    assert "<svg onload" not in page


# --- setting up ----------------------------------------------------------------------------------------


STRANGE = "ein Pfad é'q/venv"
PRETENDED = """
def run(*commands):
    python = ROOT / folder / "bin/python"
    python.parent.mkdir(parents=True, exist_ok=True)
    python.write_text(f'#!/bin/sh\\ncase "$*" in *set_up.py*) exec "{sys.executable}" "$@";; esac\\necho runs "$@"\\n')
    python.chmod(0o755)


"""


@pytest.fixture
def pretended(tmp_path):
    """A project that sets up nothing but a Python which runs tools/set_up.py, and only says what else it is asked.

    That is done by one with a space in its path.
    """
    (tmp_path / "a python").symlink_to(sys.executable)
    (tmp_path / "project/tools").mkdir(parents=True)
    for part in ("Makefile", "pyproject.toml", "tools/requirements.txt"):
        shutil.copy2(ROOT / part, tmp_path / "project" / part)
    lines = (ROOT / "tools/set_up.py").read_text().replace("if __name__ ==", f"{PRETENDED}if __name__ ==")
    (tmp_path / "project/tools/set_up.py").write_text(lines)
    return tmp_path / "project"


def says(project, target, venv=STRANGE):
    finished = make(project, target, f"PYTHON={project.parent / 'a python'}", env=f"VENV={venv}")
    return [re.sub(r" for \w+, once.*", "", line) for line in finished.stdout.splitlines() if "compiling" not in line]


def test_an_environment_is_set_up_once_in_a_folder_with_a_strange_name(pretended):
    assert says(pretended, "quick") == [f"setting up {STRANGE}", "runs tools/figures.py"]
    os.utime(pretended / "pyproject.toml")
    assert says(pretended, "quick") == ["runs tools/figures.py"]
    assert [says(pretended, "ready-browser"), says(pretended, "ready-browser")] == [[f"setting up {STRANGE}"], []]
    (pretended / "pyproject.toml").write_text("# changed\n")
    (pretended / STRANGE / "mine").touch()
    assert says(pretended, "ready-notebooks") == [f"setting up {STRANGE}"]
    assert (pretended / STRANGE / "mine").exists()


def test_an_environment_that_was_copied_or_moved_or_lost_its_python_is_made_anew(pretended, tmp_path):
    assert says(pretended, "ready-notebooks") == [f"setting up {STRANGE}"]
    python = f"Python 3.{sys.version_info.minor}"
    for name, act in {"copied": shutil.copytree, "moved": shutil.move}.items():
        there = Path(act(pretended, tmp_path / name))
        removed = f"{there / STRANGE} was made for {str(pretended)!r} by {python}: removing it"
        assert says(there, "quick") == [removed, f"setting up {STRANGE}", "runs tools/figures.py"]
        assert says(there, "quick") == ["runs tools/figures.py"]
    (there / STRANGE / "bin/python").unlink()
    removed = f"{there / STRANGE} was made for {str(there)!r} by {python}, which is gone: removing it"
    assert says(there, "ready-notebooks") == [removed, f"setting up {STRANGE}"]
    ready = there / STRANGE / ".ready-notebooks"
    ready.write_text(ready.read_text().replace(python, "Python 3.2"))
    removed = f"{there / STRANGE} was made for {str(there)!r} by Python 3.2: removing it"
    assert says(there, "ready-notebooks") == [removed, f"setting up {STRANGE}"]


@pytest.mark.parametrize("uv", [None, "/bin/uv"])
def test_setting_up_says_what_it_will_take_and_does_every_step(tmp_path, monkeypatch, capsys, uv):
    steps = []
    monkeypatch.setattr(set_up, "UV", uv)
    monkeypatch.setattr(set_up, "run", lambda *commands: steps.extend(commands))
    set_up.set_up(str(tmp_path), "notebooks")
    printed = f"setting up {tmp_path} for notebooks, once: about 760 MB\n"
    assert capsys.readouterr().out == printed + "compiling the kernels, once: about half a minute\n"
    first, installing, cold, nim = steps
    assert cold[:2] == nim[:2] == [f"{tmp_path}/bin/python", "-c"]
    for _, _, calls in (cold, nim):
        exec(re.sub(r"2\*\*\w+", "2**10", calls))
    assert {first[0], installing[0]} == ({uv} if uv else {sys.executable, f"{tmp_path}/bin/python"})
    assert (first[-1], first[-2]) == (str(tmp_path), sys.executable if uv else "venv")
    assert installing[-4:] == ["--constraint", "tools/requirements.txt", "--editable", ".[notebooks]"]
    assert set_up.is_ready(tmp_path, "notebooks")
    assert not set_up.is_ready(tmp_path, "lab")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python").touch()
    set_up.set_up(str(tmp_path), "lab")
    assert len(steps) == 5, "the environment is there, and its kernels are compiled"
    assert steps[-1][-1] == ".[lab]"
    assert set_up.is_ready(tmp_path, "lab")
