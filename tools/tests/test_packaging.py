"""The package that `pip install .` installs for a user who has only numpy and scipy."""

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


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A wheel and a source archive, made from a copy of the project by the installed setuptools."""
    folder = tmp_path_factory.mktemp("built")
    ignored = shutil.ignore_patterns(".*", "build", "runs", "__pycache__", "*.egg-info", "*.nb[ci]")
    shutil.copytree(ROOT, folder / "project", ignore=ignored)
    hooks = (
        f"import setuptools.build_meta as hooks; hooks.build_sdist({str(folder)!r}); hooks.build_wheel({str(folder)!r})"
    )
    subprocess.run([sys.executable, "-c", hooks], cwd=folder / "project", capture_output=True, check=True)
    return [next(folder.glob(ending)) for ending in ("*.whl", "*.tar.gz")]


@pytest.fixture(scope="module")
def bare(built, tmp_path_factory):
    """A function that runs a command with only numpy, scipy and the wheel installed."""
    folder = tmp_path_factory.mktemp("bare")
    for name in ("numpy", "scipy"):
        for top in {Path(file).parts[0] for file in distribution(name).files or []} - {".."}:
            (folder / top).symlink_to(distribution(name).locate_file(top))
    shutil.unpack_archive(built[0], folder, "zip")
    settings = {"cwd": folder, "capture_output": True, "text": True, "env": {"PATH": os.environ["PATH"]}}
    return lambda *command: subprocess.run([sys.executable, "-S", "-m", "subtraction_games", *command], **settings)


def test_help_version_and_board_work_and_a_run_names_what_it_needs(bare, tmp_path):
    assert bare("--version").stdout == f"subtraction-games {sg.__version__}\n"
    assert "subtraction-games board squares 13 20 > board.html" in bare("--help").stdout
    page = bare("board", "squares", "13", "20")
    assert (page.returncode, page.stderr, page.stdout[:15]) == (0, "", "<!DOCTYPE html>")
    for command in (["run", "cold_positions", "squares", "1000", str(tmp_path / "run")], ["verify", str(tmp_path)]):
        refused = bare(*command)
        assert (refused.returncode, refused.stdout) == (1, "")
        assert refused.stderr == "error: numba is missing: pip install 'subtraction-games[engine]'\n"
    assert not list(tmp_path.iterdir())


def test_the_wheel_has_its_types_and_pages_and_the_command_and_the_sources_can_be_tested(built):
    with zipfile.ZipFile(built[0]) as wheel:
        names = set(wheel.namelist())
        (entry,) = [name for name in names if name.endswith("entry_points.txt")]
        assert "subtraction-games = subtraction_games.__main__:main" in wheel.read(entry).decode()
    packages = {name.partition("/")[0] for name in names if name.endswith("/__init__.py")}
    pages = {f"subtraction_games/pages/{path.name}" for path in (ROOT / "src/subtraction_games/pages").glob("*.[hcj]*")}
    assert pages | {f"{package}/py.typed" for package in packages} <= names
    with tarfile.open(built[1]) as archive:
        sources = {name.partition("/")[2] for name in archive.getnames()}
    assert {"CITATION.cff", "Makefile", "beyond/data/cold-counts.csv", "conftest.py", "notebooks/README.md"} <= sources
