"""What `pip install .` gives to somebody who has numpy and scipy and nothing else."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from conftest import ROOT

import subtraction_games as sg


def build(folder: Path, *what: str) -> Path:
    """A wheel or an archive of sources, made from a copy of the project by the setuptools that is installed."""
    ignored = shutil.ignore_patterns(".*", "build", "runs", "__pycache__", "*.egg-info", "*.nb[ci]")
    shutil.copytree(ROOT, folder / "project", ignore=ignored)
    hook = f"import setuptools.build_meta as hooks; print(hooks.build_{what[0]}({str(folder)!r}))"
    made = subprocess.run(
        [sys.executable, "-c", hook], cwd=folder / "project", capture_output=True, text=True, check=True
    )
    return folder / made.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build(tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def bare(wheel, tmp_path_factory):
    """The Python of an environment that has numpy, scipy and the wheel; what runs a command in it."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    for name in ("numpy", "scipy"):
        tops = {Path(file).parts[0] for file in distribution(name).files or [] if Path(file).parts[0] != ".."}
        for top in tops:
            (packages / top).symlink_to(distribution(name).locate_file(top))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)

    def run(*command):
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SUBTRACTION"))}
        return subprocess.run(
            [folder / "bin/python", "-P", "-m", "subtraction_games", *command],
            cwd=folder, capture_output=True, text=True, env=clean,
        )  # fmt: skip

    return run


def test_help_version_and_board_work_and_a_run_names_what_it_needs(bare, tmp_path):
    assert bare("--version").stdout == f"subtraction-games {sg.__version__}\n"
    assert "subtraction-games board squares 13 20 > board.html" in bare("--help").stdout
    page = bare("board", "squares", "13", "20")
    assert (page.returncode, page.stderr) == (0, "")
    assert page.stdout.startswith("<!DOCTYPE html>")
    for command in (["run", "cold_positions", "squares", "1000", str(tmp_path / "run")], ["verify", str(tmp_path)]):
        refused = bare(*command)
        assert (refused.returncode, refused.stdout) == (1, "")
        assert refused.stderr == "error: numba is missing: pip install 'subtraction-games[engine]'\n"
    assert not list(tmp_path.iterdir())


def test_the_wheel_has_its_types_and_pages_and_the_command(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (entry,) = [name for name in names if name.endswith("entry_points.txt")]
        (metadata,) = [name for name in names if name.endswith("/METADATA")]
        assert "subtraction-games = subtraction_games.__main__:main" in archive.read(entry).decode()
        assert "License-Expression: MIT\n" in archive.read(metadata).decode()
    typed = {name for name in names if name.endswith("py.typed")}
    packages = {name.partition("/")[0] for name in names if name.endswith("/__init__.py")}
    assert typed == {f"{package}/py.typed" for package in packages}
    pages = {f"subtraction_games/pages/{path.name}" for path in (ROOT / "src/subtraction_games/pages").glob("*.[hcj]*")}
    assert pages <= set(names)


def test_an_archive_of_the_sources_can_be_tested(tmp_path):
    with tarfile.open(build(tmp_path, "sdist")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {
        "CHANGELOG.md",
        "CITATION.cff",
        "Makefile",
        "data/cold-counts.csv",
        "tests/conftest.py",
        "tools/figures.py",
    }
    assert wanted <= names
    assert {f"notebooks/{path.name}" for path in (ROOT / "notebooks").glob("0*")} <= names
