"""The make targets themselves, in a copy of the project."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest
import set_up
from conftest import ROOT

PARTS = ["Makefile", "pyproject.toml", "requirements.txt", "src", "tools", "benchmarks", "data", "figures"]
KEPT = ("05", "06")  # make works with the notebooks that are there


def copied(folder: Path) -> Path:
    """A copy of the project with two of the notebooks that draw the paper's figures."""
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy2
        copy(ROOT / part, folder / part)
    (folder / "notebooks").mkdir()
    for path in [*ROOT.glob("notebooks/[0-9]*.py"), *ROOT.glob("notebooks/[0-9]*.ipynb")]:
        if path.name.startswith(KEPT):
            shutil.copy2(path, folder / "notebooks")
    return folder


@pytest.fixture(autouse=True)
def _environment(monkeypatch):
    """make uses the Python of this test, and knows nothing of the make that this test may run under."""
    monkeypatch.delenv("SUBTRACTION_GAMES_BUILD")
    monkeypatch.delenv("SUBTRACTION_GAMES_OUTPUT")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for inherited in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "NIM_N", "COLD_N", "LESSON_N"):
        monkeypatch.delenv(inherited, raising=False)


@pytest.fixture
def project(tmp_path):
    return copied(tmp_path)


def make(project, *arguments, python=sys.executable):
    command = ["make", "ENV=current", f"PYTHON={python}", *arguments]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


def told_in_one_line(finished):
    """What make was told by us, without its own last word."""
    assert finished.returncode != 0
    lines = [line for line in finished.stderr.splitlines() if not re.fullmatch(r"make: \*\*\* \[.*\] Error \d+", line)]
    assert len(lines) == 1, finished.stderr
    return lines[0]


def contents(folder: Path) -> dict[Path, tuple[int, bytes]]:
    return {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in folder.rglob("*") if p.is_file()}


def without_caches(files: dict[Path, tuple[int, bytes]]) -> dict[Path, tuple[int, bytes]]:
    return {path: content for path, content in files.items() if "__pycache__" not in path.parts}


SMALL = ("NIM_N=300", "COLD_N=2**9", "LESSON_N=300")


# --- figures -------------------------------------------------------------------------------------------


def test_figures_at_another_n(project):
    committed = contents(project / "notebooks") | contents(project / "figures")
    first = make(project, "figures", *SMALL)
    assert first.returncode == 0, first.stderr
    made = sorted(p.name for p in (project / "build/run-300-512-300/figures").iterdir())
    assert len(made) == 8
    assert "findings.csv" in made
    assert "reproduction.csv" in made
    assert contents(project / "notebooks") | contents(project / "figures") == committed

    before = contents(project / "build")
    second = make(project, "figures", *SMALL)
    assert second.returncode == 0
    assert "done:" not in second.stdout
    assert contents(project / "build") == before

    lost = project / "build/run-300-512-300/figures/figure-2-number-of-cold-positions.png"
    lost.unlink()
    third = make(project, "figures", *SMALL)
    assert third.returncode == 0, third.stderr
    assert lost.exists(), third.stdout
    assert third.stdout.count("done:") == 1


def test_one_figure_in_a_folder_with_a_strange_name(tmp_path):
    """By each of its names; the folder's has a space, a quote and a letter beyond ASCII, and so has Python's path."""
    (tmp_path / "ein Pfad é'q").mkdir()
    project = copied(tmp_path / "ein Pfad é'q")
    python = project / "a python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    drawn = "build/run-300-512-300/figures/figure-1-maximum-nim-value"
    finished = make(project, "figures/figure-1", *SMALL, python=python)
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.count("done:") == 1
    for ending in ("svg", "png", "csv"):
        assert (project / f"{drawn}.{ending}").exists()
    for name in (drawn + ".svg", "figures/figure-1-maximum-nim-value", "figures/figure-1-maximum-nim-value.csv"):
        again = make(project, name, *SMALL, python=python)
        assert (again.returncode, again.stdout.count("done:")) == (0, 0), again.stderr
    assert "made: build/run" in again.stdout


TINY = """# %% tags=["parameters"]
n = {n}  # positions (make's NIM_N)
# %%
import time
from subtraction_games import figures
from subtraction_games.record import Comparison
import matplotlib.pyplot as plt
comparison = Comparison("21", n)
comparison.add("how far", "1", paper=2**24, here=n)
comparison.save()
fig, ax = plt.subplots()
figures.save(fig, "figure-21-nothing", {{"n": [n]}})
time.sleep({pause})
"""


@pytest.fixture
def tiny(project):
    """The project with one notebook, which computes nothing; returns what writes it down."""
    for path in project.glob("notebooks/*"):
        path.unlink()

    def written(n="2**24", pause=0):
        (project / "notebooks/21-tiny.py").write_text(TINY.format(n=n, pause=pause))
        stamp = project / "build/stamps/nim_values-16777216"
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.touch()  # the notebook doesn't need the nim-values
        return project

    return written


def test_a_changed_source_runs_its_notebook_again(tiny):
    target = "notebooks/21-tiny.ipynb"
    project = tiny()
    assert make(project, target).returncode == 0
    assert "done:" not in make(project, target).stdout
    source = project / "notebooks/21-tiny.py"
    source.write_text(source.read_text() + "\n# %%\nx = 1\n")
    assert "done:" in make(project, target).stdout
    assert "x = 1" in (project / target).read_text()


def test_a_broken_notebook_stops_make_and_leaves_nothing(tiny):
    project = tiny()
    source = project / "notebooks/21-tiny.py"
    source.write_text(source.read_text() + '\n# %%\nraise ZeroDivisionError("no such luck")\n')
    before = contents(project)
    finished = make(project, "figures")
    assert finished.returncode != 0
    assert "21-tiny.py, code cell 3: ZeroDivisionError: no such luck" in finished.stderr
    assert without_caches(contents(project)) == without_caches(before)


def test_a_notebook_saved_at_another_n_does_not_touch_the_record(tiny):
    project = tiny()
    first = make(project, "figures")
    assert first.returncode == 0, first.stderr
    assert "21-tiny.ipynb (n = 16777216)" in first.stdout
    assert "injected" not in (project / "notebooks/21-tiny.ipynb").read_text()
    assert pd.read_csv(project / "figures/reproduction.csv")["here"].tolist() == [2**24]

    before = contents(project / "figures") | contents(project / "notebooks")
    del before[project / "notebooks/21-tiny.py"]
    tiny(n="2**20")  # as JupyterLab does
    told = told_in_one_line(make(project, "figures"))
    assert "21-tiny.py was saved with n = 2 ** 20" in told
    assert "git restore" in told
    after = contents(project / "figures") | contents(project / "notebooks")
    del after[project / "notebooks/21-tiny.py"]
    assert after == before

    assert make(project, "figures", "NIM_N=1000").returncode == 0
    there = project / "build/run-1000-1073741824-65536"
    assert pd.read_csv(there / "figures/reproduction.csv")["here"].tolist() == [1000]
    assert "injected" in (there / "notebooks/21-tiny.ipynb").read_text()


def test_a_notebook_that_does_not_say_which_size_it_follows(tiny):
    project = tiny()
    source = project / "notebooks/21-tiny.py"
    source.write_text(source.read_text().replace(" (make's NIM_N)", ""))
    assert "notebooks/21-tiny.py does not say which size it follows" in make(project, "figures").stderr


@pytest.mark.parametrize("target", ["figures", "explore"])
def test_ctrl_c_is_answered_in_one_line_and_leaves_nothing(tiny, target):
    project = tiny(pause=60)
    if target == "explore":
        (project / "notebooks/21-tiny.py").rename(project / "notebooks/17-your-own-game.py")
        source = project / "notebooks/17-your-own-game.py"
        source.write_text(source.read_text().replace("n = 2**24", 'game = "squares"  # a game\nn = 2**24'))
    before = contents(project)
    command = ["make", "ENV=current", f"PYTHON={sys.executable}", target]
    with subprocess.Popen(
        command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored where tests run in the background
    ) as running:  # fmt: skip
        while running.poll() is None and not list(project.glob("build/tmp*/figures/figure-21-nothing.csv")):
            time.sleep(0.05)  # until the notebook has come to its pause
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGINT)
        errors = running.communicate()[1]
    assert running.returncode != 0
    lines = [line for line in errors.splitlines() if not line.startswith("make: ***")]
    assert len(lines) == 1, errors
    assert re.fullmatch(r"stopped: (21-tiny|17-your-own-game) has changed nothing", lines[0])
    assert without_caches(contents(project)) == without_caches(before)


# --- what was typed ------------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", ["NIM_N=1e6", "COLD_N=-3", "COLD_N=2**2.5", "LESSON_N=many", "NIM_N=", "NIM_N=5"])
def test_sizes_that_are_not_whole_numbers_stop_make_at_once(project, setting):
    assert f"{setting.split('=')[0]} must be a whole number" in told_in_one_line(make(project, "figures", setting))
    assert not (project / "build").exists()


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("figures N=2**20", "make figures has no use for N; it takes COLD_N LESSON_N NIM_N "),
        ("figures nim_n=2**20", "make figures has no use for nim_n; it takes COLD_N LESSON_N NIM_N "),
        ("figures GAME=cubes", "make figures has no use for GAME; it takes COLD_N LESSON_N NIM_N "),
        ("figures/figure-1 n=300", "has no use for n; it takes COLD_N LESSON_N NIM_N "),
        ("explore game=cubes", "make explore has no use for game; it takes GAME N "),
        ("explore n=1000", "make explore has no use for n; it takes GAME N "),
        ("explore NIM_N=1000", "make explore has no use for NIM_N; it takes GAME N "),
        ("long N=1000", "make long has no use for N; it takes COLD_N GAME NIM_N VERIFY "),
        ("NIM_N=2**20", "make help has no use for NIM_N; it takes no variables "),
        ("clean VENV=a\\ b", "VENV must be a path without spaces, not 'a\\ b'"),
        ("tests", "there is nothing called 'tests' to make: did you mean make test? make alone lists"),
        ("tests/", "there is nothing called 'tests/' to make: did you mean make test? make alone lists"),
        ("notebooks", "there is nothing called 'notebooks' to make: make alone lists"),
        ("data", "there is nothing called 'data' to make: make alone lists"),
        ("benchmarks", "there is nothing called 'benchmarks' to make: did you mean make bench?"),
        ("src", "there is nothing called 'src' to make: make alone lists"),
        ("figurs", "there is nothing called 'figurs' to make: make alone lists"),
        ("figures/figure-99", "the figures are figure-1-maximum-nim-value figure-2-"),
        ("long", "say how far: make long COLD_N=2**34"),
        ("long NIM_N=300 GAME=n;n", "a game must be"),
        ("long NIM_N=1e6", "n must be a whole number"),
        ("explore GAME=rabbits", "a game must be"),
        ("explore N=3", "n must be a whole number from 256"),
    ],
)
def test_a_slip_is_answered_in_one_line(project, typed, told):
    (project / "tests").mkdir()
    assert told in told_in_one_line(make(project, *re.split(r"(?<!\\) ", typed)))


@pytest.mark.parametrize("goals", [["help"], ["-B", "help"], ["--always-make", "-n", "figures"], ["-Bn", "book"]])
def test_everything_may_be_made_anew(project, goals):
    finished = make(project, *goals)
    assert (finished.returncode, finished.stderr) == (0, "")


def test_an_older_make_is_told(project):
    makefile = (project / "Makefile").read_text()
    (project / "Makefile").write_text(f".FEATURES :=\nMAKE_VERSION := 3.81\n{makefile}")
    assert "this is make 3.81, but GNU make 4.3 or later is needed" in told_in_one_line(make(project))


def test_make_alone_prints_help(project):
    finished = make(project)
    assert finished.returncode == 0
    makefile = (ROOT / "Makefile").read_text()
    targets = re.search(r"^\.PHONY: help (.*)$", makefile, flags=re.M).group(1).split()
    assert re.search(r"^TARGETS := help (.*)$", makefile, flags=re.M).group(1).split() == targets
    assert "figures" in targets
    for target in targets:
        assert f"make {target}" in finished.stdout


def test_cleaning_needs_no_python_and_takes_compiled_kernels_too(project):
    (project / "build").mkdir()
    compiled = project / "src/subtraction_games/__pycache__/old.nbi"
    compiled.parent.mkdir(exist_ok=True)
    compiled.touch()
    assert make(project, "clean", python="no-such-python").returncode == 0
    assert not (project / "build").exists()
    assert not compiled.exists()


# --- long runs, and games of one's own -------------------------------------------------------------------


def test_a_long_run_goes_on_where_it_stopped(project):
    first = make(project, "long", "COLD_N=2**12", "GAME=n**3", "NIM_N=1000")
    assert first.returncode == 0, first.stderr
    assert "cold positions below 4,096: about a second" in first.stdout
    assert "1,000 nim values below 1,000" in first.stdout
    assert (project / "runs/cold_positions-n__3-748bd050-4096/manifest.json").exists()
    assert "complete already" in make(project, "long", "COLD_N=2**12", "GAME=n**3").stdout


def test_a_game_of_ones_own(project):
    shutil.copy2(ROOT / "notebooks/17-your-own-game.py", project / "notebooks")
    finished = make(project, "explore", "GAME=1, 2", "N=1000")
    assert finished.returncode == 0, finished.stderr
    (path,) = project.glob("build/explore/1__2-*-1000/notebooks/17-your-own-game.html")
    page = path.read_text()
    assert "<title>Taking 1, 2, below 1,000</title>" in page
    assert "hot and cold repeat with period 3" in page
    assert "pentagonal" not in page
    assert ". Your own game" not in page
    assert re.findall(r'href="[^"#]*\.ipynb"', page) == []
    pictures = re.findall(r'<img[^>]*alt="([^"]*)"', page)
    assert len(pictures) == page.count("<img") == 4
    assert pictures[0].startswith("The first sixty positions of taking 1, 2;")
    assert re.findall(r'(?:src|href)="(?:https?:)?//[^"]*"|import\(|from "https?:', page) == []
    prose = "".join(re.findall(r'data-mime-type="text/markdown">.*?</div>', page, flags=re.S))
    assert "$" not in prose  # formulas would have to come from the network
    assert "log₂" in prose


def test_links_of_an_explored_page_lead_to_the_book_where_there_is_one(tmp_path, monkeypatch):
    import run_notebook

    monkeypatch.setattr(run_notebook, "ROOT", tmp_path)
    found = re.match(r'<a href="(.*?)\.ipynb">(.*?)</a>', '<a href="06-number.ipynb">notebook 6</a>')
    link = run_notebook.readable(tmp_path / "build/explore/x/page.html")
    assert link(found) == "notebook 6"
    (tmp_path / "build/book/notebooks").mkdir(parents=True)
    (tmp_path / "build/book/notebooks/06-number.html").touch()
    assert link(found) == '<a href="../../book/notebooks/06-number.html">notebook 6</a>'


# --- setting up ----------------------------------------------------------------------------------------


def test_an_old_python_is_told(project):
    old = project / "old-python"
    old.write_text('#!/bin/sh\necho "Python 3.11 or later is needed" >&2; exit 1\n')
    old.chmod(0o755)
    command = ["make", "setup", f"PYTHON={old}", "VENV=fresh"]
    finished = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert "3.11 or later" in told_in_one_line(finished)
    assert not (project / "fresh").exists()


def test_setting_up_says_what_it_will_take_and_does_every_step(monkeypatch, capsys):
    steps = []
    monkeypatch.setattr(set_up, "UV", None)
    monkeypatch.setattr(set_up, "run", steps.append)
    set_up.set_up(".venv")
    assert re.fullmatch(
        r"setting up \.venv, once: about \d+ packages, [\d.]+ GB, two minutes\n", capsys.readouterr().out
    )
    assert steps[0] == [sys.executable, "-m", "venv", ".venv"]
    assert [step[-2:] for step in steps[1:]] == [["-r", "requirements.txt"], ["-e", "."]]
    monkeypatch.setattr(set_up, "UV", "/bin/uv")
    set_up.set_up(".venv")
    assert {step[0] for step in steps[3:]} == {"/bin/uv"}


def test_what_fails_while_setting_up_is_told(capfd):
    code = "print('Collecting numpy==2'); print('ERROR: no such thing'); raise SystemExit(1)"
    with pytest.raises(SystemExit, match=r"(?s)ERROR: no such thing\nfailed: "):
        set_up.run([sys.executable, "-c", code])
    assert capfd.readouterr().out == "  numpy"


def test_the_lab_opens_the_first_notebook_and_takes_options(project):
    told = make(project, "-n", "lab", "LAB_OPTIONS=--no-browser --port=9999").stdout
    assert "default_url=/lab/tree/notebooks/05-maximum-nim-value.ipynb" in told
    assert "--no-browser --port=9999" in told
    assert ("--allow-root" in told) == (os.geteuid() == 0)


def test_what_the_lab_leaves_does_not_disturb_these_tests(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks", ignore=shutil.ignore_patterns("1*"))
    (tmp_path / "notebooks/.ipynb_checkpoints").mkdir(exist_ok=True)
    for part in PARTS:
        (tmp_path / part).symlink_to(ROOT / part)
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    (tmp_path / "copy").mkdir()
    assert {path.name[:2] for path in copied(tmp_path / "copy").glob("notebooks/*")} == set(KEPT)
