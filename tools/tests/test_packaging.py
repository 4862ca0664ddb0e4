"""The package that `pip install .` installs for a user who has only numpy."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from functools import partial
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
    called = partial(subprocess.run, capture_output=True, text=True)
    program = [sys.executable, "-m", "subtraction_engine"]
    assert called([*program, "--version"]).stdout == f"subtraction-games {sg.__version__}\n"
    assert "subtraction-games verify runs/cold_positions-squares" in called([*program, "--help"]).stdout
    refused = bare("-m", "subtraction_engine", "--version")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.endswith("ImportError: numba is missing: pip install 'subtraction-games[engine]'\n")


ON_WINDOWS = """import doctest, importlib, os, pkgutil, re, sys, warnings
for name in ("fork", "getuid", "killpg", "sched_getaffinity", "statvfs", "sysconf", "O_NOFOLLOW", "O_NONBLOCK"):
    delattr(os, name)
for name in ("fcntl", "grp", "psutil", "pwd", "resource", "termios"):
    sys.modules[name] = None
warnings.simplefilter("error", EncodingWarning)  # text is not UTF-8 there, unless the call says so
import subtraction_games as sg
from subtraction_games.evaluate import COLD_METHODS, NIM_METHODS
for method in ("auto", *COLD_METHODS):
    assert sg.cold_positions("squares", 40, method=method).tolist() == [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39]
for method in ("auto", *NIM_METHODS):
    assert sg.nim_values("squares", 12, method=method).tolist() == [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1]
with warnings.catch_warnings(record=True) as caught:
    sg.cold_positions("cubes", 2**17)
assert "using the paper's own methods" in str(caught[0].message)
names = [module.name for module in pkgutil.walk_packages(sg.__path__, "subtraction_games.")]
modules = [importlib.import_module(name) for name in names if not name.endswith("figures")]
sg.arguments.require_memory.__doc__ = ""  # its example refuses more than the memory, of which Windows tells nothing
flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
tried = [doctest.testmod(module, optionflags=flags) for module in modules]
print(sum(result.failed for result in tried), sum(result.attempted for result in tried))
exec(sys.argv[1])
"""


def test_without_the_engine_everything_works_where_windows_has_less(bare):
    """The script hides what Windows lacks, runs the doctests of all modules, and then the README's example."""
    example = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.S)[1]
    finished = bare("-X", "warn_default_encoding", "-c", ON_WINDOWS, example)
    assert (finished.returncode, finished.stderr) == (0, "")
    assert re.search(r"^0 ([6-9]\d|\d{3,})$", finished.stdout, flags=re.M), "no doctest of at least sixty fails"


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
