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
from functools import partial
from html import escape
from pathlib import Path

import explore
import nbformat
import psutil
import pytest
from conftest import ROOT

PARTS = ["Makefile", "pyproject.toml", "CITATION.cff", "tools", "figures"]


def copied(folder: Path) -> Path:
    """A copy of the project without its notebooks: make works with those that are there."""
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy2
        copy(ROOT / part, folder / part)
    (folder / "src").symlink_to(ROOT / "src")
    (folder / "notebooks/templates").mkdir(parents=True)
    shutil.copy2(ROOT / "notebooks/templates/explore.py", folder / "notebooks/templates")
    return folder


@pytest.fixture(autouse=True)
def _environment(monkeypatch, tmp_path):
    """make uses the Python of this test, and knows nothing of the make that this test may run under."""
    monkeypatch.delenv("SUBTRACTION_GAMES_BUILD")
    monkeypatch.delenv("SUBTRACTION_GAMES_OUTPUT")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    for inherited in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "NIM_N", "COLD_N", "LESSON_N", "JOBS", "VENV"):
        monkeypatch.delenv(inherited, raising=False)


@pytest.fixture
def project(tmp_path):
    (tmp_path / "project").mkdir()
    return copied(tmp_path / "project")


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


# --- figures -------------------------------------------------------------------------------------------

TINY = """# %% tags=["parameters"]
n = {n}  # positions (make's NIM_N)
# %%
import time
from subtraction_games.files import output_folder, write_table
from subtraction_games.record import Comparison
comparison = Comparison("{number}", n)
comparison.add("how far", "1", paper=2**24, here=n)
comparison.save()
write_table(output_folder() / "figures" / ("figure-{number}-nothing" + ".csv"), {{"n": [n]}})
drawn = "figure-{number}-nothing"
time.sleep({pause})
"""


def write_tiny(project, n="2**24", pause=0, number=21, more=""):
    """A notebook that computes nothing and draws a figure of which there is only the table."""
    (project / f"notebooks/{number}-tiny.py").write_text(TINY.format(n=n, pause=pause, number=number) + more)
    return project


@pytest.fixture
def tiny(project):
    """The project with such a notebook; returns what writes it down, or one more."""
    return partial(write_tiny, project)


def test_figures_at_another_n_in_a_folder_with_a_strange_name(tmp_path):
    """One by its name, then the other; the folder's name has a space, a quote and more than ASCII."""
    (tmp_path / "ein Pfad é'q").mkdir()
    project = copied(tmp_path / "ein Pfad é'q")
    for number in (21, 22):
        write_tiny(project, number=number)
    committed = contents(project / "notebooks") | contents(project / "figures")
    first = make(project, "figures/figure-21", "NIM_N=300")
    assert (first.returncode, first.stdout.count("done:")) == (0, 1), first.stderr
    folder = "build/run-300-1073741824-65536-auto"
    assert f"made: ./{folder}/figures/figure-21-nothing.svg" in first.stdout
    second = make(project, "all", "NIM_N=300")
    assert (second.returncode, second.stdout.count("done:")) == (0, 1), second.stderr
    assert sorted(path.name for path in (project / folder / "figures").iterdir()) == [
        "figure-21-nothing.csv", "figure-22-nothing.csv", "reproduction.csv"
    ]  # fmt: skip
    assert contents(project / "notebooks") | contents(project / "figures") == committed
    before = contents(project / "build")
    for name in ("all", "figures/figure-21-nothing.csv", "figures/21"):
        again = make(project, name, "NIM_N=300")
        assert (again.returncode, again.stdout.count("done:")) == (0, 0), again.stderr
    assert contents(project / "build") == before


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
    "mine/idea": "stopped: idea has changed nothing",
}


@pytest.mark.parametrize("target", STOPPED)
def test_ctrl_c_is_answered_in_one_line_and_leaves_nothing(tiny, tmp_path, target):
    project = tiny(pause=60)
    (project / "notebooks/mine").mkdir()
    shutil.copy2(project / "notebooks/21-tiny.py", project / "notebooks/mine/idea.py")
    before = contents(project)
    with subprocess.Popen(  # SIGINT is ignored where tests run in the background, if it isn't set right
        ["make", "ENV=current", target], cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as running:  # fmt: skip
        while running.poll() is None and not list(tmp_path.glob("tmp/*/figures/figure-21-nothing.csv")):
            time.sleep(0.05)  # until the notebook has come to its pause
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGINT)
        errors = running.communicate()[1]
    assert running.returncode != 0
    assert [line for line in errors.splitlines() if not line.startswith("make: ***")] == [STOPPED[target]]
    assert contents(project) == before
    assert not list(tmp_path.glob("tmp/*/figures"))


def alive(process: psutil.Process) -> bool:
    """Whether it still runs; one that has ended may wait for somebody to ask how."""
    with suppress(psutil.NoSuchProcess):
        return process.status() != psutil.STATUS_ZOMBIE
    return False


def test_nothing_outlives_a_run_that_was_killed(tiny, tmp_path):
    project = tiny(pause=600)
    command = [sys.executable, "tools/figures.py", "all"]
    with subprocess.Popen(command, cwd=project, stdout=subprocess.DEVNULL) as running:
        begun: list[psutil.Process] = []
        while running.poll() is None and not list(tmp_path.glob("tmp/*/figures/figure-21-nothing.csv")):
            time.sleep(0.05)
            begun = psutil.Process(running.pid).children(recursive=True)
        running.kill()
    assert begun, "the kernel"
    patience = time.monotonic() + 30
    while any(map(alive, begun)) and time.monotonic() < patience:
        time.sleep(0.1)
    assert [process for process in begun if alive(process)] == []
    tiny()
    assert "done:" in make(project, "all").stdout


# --- what was typed ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("figures NIM_N=1e6x", "NIM_N must be a whole number"),
        ("figures NIM_N=5", "NIM_N must be a whole number from 256"),
        ("figures METHOD=magic", "METHOD must be one of auto, "),
        ("figures JOBS=0", "JOBS must be a whole number from 1"),
        ("figures/figure-99", "nothing makes figure-99; there are notebooks 21, and figure- 21"),
        ("solutions/part-9", "notebooks/solutions/part-9.py is not there"),
        ("mine/idea", "notebooks/mine/idea.py is not there; notebooks/mine/README.md says how to begin"),
        ("mine/x'; touch pwned; echo '", "notebooks/mine/x'; touch pwned; echo '.py is not there"),
        ("figures/x'; touch pwned; '", "nothing makes x'; touch pwned; '; there are"),
        ("mine/x N=1'; touch pwned; echo '", "n must be a whole number"),
        ("long", "say how far: make long COLD_N=2**34"),
        ("long NIM_N=300 GAME=n;n", "a game must be"),
        ("explore GAME=rabbits", "a game must be"),
    ],
)
def test_a_slip_is_answered_in_one_line_and_leaves_nothing(tiny, typed, told):
    project = tiny()
    assert told in told_in_one_line(make(project, *re.split(r" (?=[A-Z_]+=)", typed)))
    assert not (project / "build").exists()
    assert not (project / "pwned").exists()


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


RABBITS = """
def rabbits(n):
    found = [1, 2]
    while found[-1] < n:
        found.append(found[-1] + found[-2])
    return found
"""


def test_a_game_of_ones_own(project):
    (project / "idea.py").write_text(RABBITS)
    for game, name in (("1, 2", "1, 2"), ("idea.py:rabbits", "rabbits")):
        finished = make(project, "explore", f"GAME={game}", "N=1000")
        assert finished.returncode == 0, finished.stderr
        path = project / f"build/explore/{re.sub('[^a-z0-9]', '_', name)}-1000.html"
        assert f"open {path.relative_to(project)}" in finished.stdout
        page = path.read_text()
        assert f"<title>Taking {name}, below 1,000</title>" in page
        assert ("hot and cold repeat with period 3" in page) == (name == "1, 2")
        assert re.findall(r'href="[^"#]*\.(?:ipynb|md)"', page) == []
        pictures = re.findall(r'<img[^>]*alt="([^"]*)"', page)
        assert len(pictures) == page.count("<img") == 4
        assert pictures[0].startswith(f"The first sixty positions of taking {name};")
        assert re.findall(r'(?:src|href)="(?:https?:)?//[^"]*"|import\(|from "https?:', page) == []
        prose = "".join(re.findall(r'data-mime-type="text/markdown">.*?</div>', page, flags=re.S))
        assert "$" not in prose  # formulas would have to come from the network
    game = "n**3 #<svg onload=alert(2)>"  # is said as it was written, neither as Markdown nor as HTML
    nbformat.write(nbformat.v4.new_notebook(), project / "game.ipynb")
    page = explore.page(project / "game.ipynb", game, game, 1000)
    assert f"<h1>Taking {escape(game)}, below 1,000</h1>" in page
    assert "<svg onload" not in page


# --- setting up ----------------------------------------------------------------------------------------

STRANGE = "ein Pfad é'q/venv"
PRETENDED = """#!/bin/sh
case "$*" in
--version) echo Python 3.99 ;;
"-m venv"*) echo "venv ${3#--}"; mkdir -p "$4/bin"; rm -f "$4"/.ready-*; cp "$0" "$4/bin/python"; cp "$0" "$4/bin/uv" ;;
"-m pip install"*uv.txt) echo "pip, uv"; test ! -e no-uv ;;
"-m pip install"*pins.txt*) echo "pip, project"; test ! -e no-net ;;
"pip install"*) echo "uv, project"; test ! -e no-uv ;;
tools/*) echo "runs $1" ;;
esac
"""


@pytest.fixture
def pretended(tmp_path):
    """A project whose Python only says what it is asked, and whose environments are copies of that Python."""
    (tmp_path / "a python").write_text(PRETENDED)
    (tmp_path / "a python").chmod(0o755)
    (tmp_path / "project/tools").mkdir(parents=True)
    for part in ("Makefile", "pyproject.toml", "tools/requirements.txt"):
        shutil.copy2(ROOT / part, tmp_path / "project" / part)
    return tmp_path / "project"


def says(project, target, venv=STRANGE):
    finished = make(project, target, f"PYTHON={project.parent / 'a python'}", env=f"VENV={venv}")
    return [line for line in finished.stdout.splitlines() if not line.startswith("setting up")]


BY_UV = ["pip, uv", "uv, project"]


def test_an_environment_is_set_up_once_in_a_folder_with_a_strange_name(pretended):
    assert says(pretended, "quick") == ["venv clear", *BY_UV, "runs tools/figures.py"]
    assert says(pretended, "quick") == ["runs tools/figures.py"]
    os.utime(pretended / "pyproject.toml")
    assert says(pretended, "quick") == ["runs tools/figures.py"], "it is what the file says that counts"
    assert [says(pretended, "ready-browser"), says(pretended, "ready-browser")] == [BY_UV, []]
    (pretended / "pyproject.toml").write_text("# changed\n")
    (pretended / STRANGE / "mine").touch()
    assert says(pretended, "ready-notebooks") == BY_UV
    assert (pretended / STRANGE / "mine").exists()
    pins = (pretended / STRANGE / "pins.txt").read_text()
    assert "numpy==" in pins
    assert "sha256" not in pins, "pip has no hash of the project itself"
    assert (pretended / STRANGE / "uv.txt").read_text().startswith("uv==")


def test_pip_installs_where_uv_does_not_and_what_failed_is_done_again(pretended):
    (pretended / "no-uv").touch()
    (pretended / "no-net").touch()
    for again in (["venv clear"], []):
        assert says(pretended, "quick") == [*again, "pip, uv", "pip, project"], "nothing is run"
    (pretended / "no-net").unlink()
    assert says(pretended, "quick") == ["pip, uv", "pip, project", "runs tools/figures.py"]
    assert says(pretended, "quick") == ["runs tools/figures.py"]


def test_an_environment_that_was_copied_or_moved_or_lost_its_python_is_made_anew(pretended, tmp_path):
    assert says(pretended, "quick") == ["venv clear", *BY_UV, "runs tools/figures.py"]
    for name, act in {"copied": shutil.copytree, "moved": shutil.move}.items():
        there = Path(act(pretended, tmp_path / name))
        assert says(there, "quick") == ["venv clear", *BY_UV, "runs tools/figures.py"]
        assert says(there, "quick") == ["runs tools/figures.py"]
    (there / STRANGE / "bin/python").write_text("#!/bin/sh\nexit 1\n")
    assert says(there, "ready-notebooks") == ["venv clear", *BY_UV]
    python = tmp_path / "a python"
    python.write_text(python.read_text().replace("3.99", "3.100"))
    assert says(there, "ready-notebooks") == ["venv clear", *BY_UV], "another Python"
