"""The package that `pip install .` installs for a user who has only numpy."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from conftest import ROOT
from test_build import IGNORED

import subtraction_games as sg


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A wheel and a source archive, made from a copy of the project by the installed setuptools."""
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(ROOT, folder / "project", ignore=shutil.ignore_patterns(*IGNORED))
    hooks = "import setuptools.build_meta as hooks; hooks.build_sdist({0!r}); hooks.build_wheel({0!r})"
    command = [sys.executable, "-c", hooks.format(str(folder))]
    subprocess.run(command, cwd=folder / "project", capture_output=True, check=True)
    return [next(folder.glob(ending)) for ending in ("*.whl", "*.tar.gz")]


@pytest.fixture(scope="module")
def bare(built, tmp_path_factory):
    """A function that runs Python with only numpy and the wheel installed."""
    folder = tmp_path_factory.mktemp("bare")
    for top in {Path(file).parts[0] for file in distribution("numpy").files or []} - {".."}:
        (folder / top).symlink_to(distribution("numpy").locate_file(top))
    shutil.unpack_archive(built[0], folder, "zip")
    settings = {"cwd": folder, "capture_output": True, "text": True, "env": {"PATH": os.environ["PATH"]}}
    return lambda *arguments: subprocess.run([sys.executable, "-S", *arguments], **settings)


def test_the_command_works_and_without_the_engine_it_names_what_it_needs(bare):
    program = [sys.executable, "-m", "subtraction_engine"]
    assert subprocess.check_output([*program, "--version"], text=True) == f"subtraction-games {sg.__version__}\n"
    refused = bare("-m", "subtraction_engine", "--version")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.endswith("ImportError: numba is missing: pip install 'subtraction-games[engine]'\n")


def test_with_numpy_alone_the_readmes_example_runs(bare):
    example = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.S)[1]
    finished = bare("-c", example)
    assert (finished.returncode, finished.stderr) == (0, "")
    assert finished.stdout.endswith(f"{sg.winning_moves('n*(3*n-1)//2', [20, 31, 7])}\n")


def test_the_wheel_has_its_types_and_pages_and_the_command_and_the_sources_can_be_tested(built):
    with zipfile.ZipFile(built[0]) as wheel:
        names = set(wheel.namelist())
        (entry,) = [name for name in names if name.endswith("entry_points.txt")]
        assert "subtraction-games = subtraction_engine.__main__:main" in wheel.read(entry).decode()
    packages = {name.partition("/")[0] for name in names if name.endswith("/__init__.py")}
    pages = {path.relative_to(ROOT / "src").as_posix() for path in ROOT.glob("src/subtraction_games/pages/*.[hcjt]*")}
    assert pages | {f"{package}/py.typed" for package in packages} <= names
    with tarfile.open(built[1]) as archive:
        sources = {name.partition("/")[2] for name in archive.getnames()}
    assert {"CITATION.cff", "Makefile", "beyond/data/cold-counts.csv", "conftest.py", "notebooks/README.md"} <= sources
