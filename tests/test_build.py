"""The make targets themselves, in a copy of the project."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PARTS = ["Makefile", "pyproject.toml", "requirements.txt", "src", "tools", "benchmarks", "notebooks", "figures"]


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A copy of the project with the notebooks that draw figures; make uses the Python of this test."""
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy2
        copy(ROOT / part, tmp_path / part)
    for path in tmp_path.glob("notebooks/*"):
        if path.name[:2] not in ("05", "06", "07", "08"):  # make works with the notebooks that are there
            path.unlink()
    monkeypatch.delenv("SUBTRACTION_GAMES_BUILD")
    monkeypatch.delenv("SUBTRACTION_GAMES_OUTPUT")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for inherited in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):  # these tests may themselves run under make
        monkeypatch.delenv(inherited, raising=False)
    return tmp_path


def make(project, *arguments):
    command = ["make", "ENV=current", f"PYTHON={sys.executable}", *arguments]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


def contents(folder: Path) -> dict[Path, tuple[int, bytes]]:
    return {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in folder.rglob("*") if p.is_file()}


SMALL = ("NIM_N=300", "COLD_N=2**9", "LESSON_N=300")


def test_figures_at_another_n(project):
    committed = contents(project / "notebooks") | contents(project / "figures")
    first = make(project, "figures", *SMALL)
    assert first.returncode == 0, first.stderr
    made = sorted(p.name for p in (project / "build/run-300-512-300/figures").iterdir())
    assert len(made) == 16
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
    assert lost.exists()
    assert third.stdout.count("done:") == 1

    other = make(project, "figures", "NIM_N=300", "COLD_N=600", "LESSON_N=300")
    assert other.returncode == 0
    assert (project / "build/run-300-600-300/figures/reproduction.csv").exists()


def test_a_single_figure_by_name(project):
    name = "build/run-300-512-300/figures/figure-1-maximum-nim-value.svg"
    finished = make(project, name, *SMALL)
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.count("done:") == 1
    assert (project / name).exists()


def test_a_changed_source_runs_its_notebook_again(project):
    target = "build/stamps/300-512-300/05-maximum-nim-value"
    assert make(project, target, *SMALL).returncode == 0
    source = project / "notebooks/05-maximum-nim-value.py"
    source.write_text(source.read_text() + "\n# %%\nx = 1\n")
    assert "done:" in make(project, target, *SMALL).stdout
    assert "done:" not in make(project, target, *SMALL).stdout


def test_a_broken_notebook_stops_make_and_leaves_nothing(project):
    source = project / "notebooks/05-maximum-nim-value.py"
    source.write_text(source.read_text() + '\n# %%\nraise ZeroDivisionError("no such luck")\n')
    finished = make(project, "build/stamps/300-512-300/05-maximum-nim-value", *SMALL)
    assert finished.returncode != 0
    assert "05-maximum-nim-value.py, code cell" in finished.stderr
    assert "ZeroDivisionError: no such luck" in finished.stderr
    left = [p for p in (project / "build").rglob("*") if p.is_file() and p.parent.name != "data"]
    assert left == []


@pytest.mark.parametrize("setting", ["NIM_N=1e6", "COLD_N=-3", "COLD_N=2**2.5", "LESSON_N=many", "NIM_N=", "NIM_N=5"])
def test_sizes_that_are_not_whole_numbers_stop_make_at_once(project, setting):
    finished = make(project, "figures", setting)
    assert finished.returncode != 0
    assert f"{setting.split('=')[0]} must be a whole number" in finished.stderr
    assert len(finished.stderr.splitlines()) == 1
    assert not (project / "build").exists()


def test_a_long_run_goes_on_where_it_stopped(project):
    first = make(project, "long", "COLD_N=2**12", "GAME=n**3")
    assert first.returncode == 0, first.stderr
    assert "cold positions below 4,096: about a second" in first.stdout
    assert (project / "runs/cold_positions-n__3-4096/manifest.json").exists()
    assert "complete already" in make(project, "long", "COLD_N=2**12", "GAME=n**3").stdout
    assert "1,000 nim values below 1,000" in make(project, "long", "NIM_N=1000").stdout


@pytest.mark.parametrize(("settings", "told"), [([], "say how far"), (["NIM_N=300", "GAME=n;n"], "a game must be")])
def test_a_long_run_that_is_not_well_put(project, settings, told):
    finished = make(project, "long", *settings)
    assert finished.returncode != 0
    assert told in finished.stderr


def test_a_game_of_ones_own(project):
    shutil.copy2(ROOT / "notebooks/16-your-own-game.py", project / "notebooks")
    finished = make(project, "explore", "GAME=1, 2", "N=1000")
    assert finished.returncode == 0, finished.stderr
    page = (project / "build/explore/1__2-1000/notebooks/16-your-own-game.html").read_text()
    assert "hot and cold repeat with period 3" in page
    links = re.findall(r'href="([^"#]*\.ipynb)"', page)
    folder = project / "build/explore/1__2-1000/notebooks"
    assert {(folder / link).resolve().parent for link in links} == {project / "notebooks"}
    prose = "".join(re.findall(r'data-mime-type="text/markdown">.*?</div>', page, flags=re.S))
    assert "$" not in prose  # formulas would have to come from the network
    assert "log₂" in prose
    assert "a game must be" in make(project, "explore", "GAME=rabbits").stderr
    assert "with a capital: N=1000" in make(project, "explore", "n=1000").stderr


def test_a_misspelt_target_is_answered(project):
    assert "nothing called 'figurs' to make: make alone lists" in make(project, "figurs").stderr
    assert "the figures are figure-1-maximum-nim-value " in make(project, "figures/figure-1.svg").stderr


def test_make_alone_prints_help(project):
    finished = make(project)
    assert finished.returncode == 0
    targets = re.search(r"^\.PHONY: help (.*)$", (ROOT / "Makefile").read_text(), flags=re.M).group(1).split()
    assert "figures" in targets
    for target in targets:
        assert f"make {target}" in finished.stdout


def test_an_old_python_is_told(project):
    old = project / "old-python"
    old.write_text(
        '#!/bin/sh\ncase "$1" in -c) echo "Python 3.11 or later is needed" >&2; exit 1;; esac\n'
        f'exec {sys.executable} "$@"\n'
    )
    old.chmod(0o755)
    command = ["make", "setup", f"PYTHON={old}", "VENV=fresh"]
    finished = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert finished.returncode != 0
    assert "3.11 or later" in finished.stderr
    assert not (project / "fresh").exists()
