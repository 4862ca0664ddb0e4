"""The house: who stands on whom, read from the code. Nothing leads up, and nothing is allowed that isn't used."""

import ast
import os
import subprocess
import sys

import pytest
from conftest import ROOT

PACKAGE = ROOT / "src/subtraction_games"

# Each room with the rooms that it imports, ground floor first: every room stands on rooms above it in this list.
ROOMS = {
    "arguments": set(),
    "files": set(),
    "sizes": set(),
    "progress": set(),
    "transform": set(),
    "evaluation": set(),
    "arrays": {"arguments"},
    "analysis": {"arguments"},
    "comparison": {"files"},
    "residues": {"arguments"},
    "meanfield": {"arguments"},
    "copies": {"arguments"},
    "figures": {"analysis", "files"},
    "games": {"arguments"},
    "written": {"arguments", "games"},
    "page": set(),
    "still": set(),
    "board": {"arguments", "games", "page", "still"},
    "steps": {"arguments", "page", "still"},
    "difference_free": {"arguments", "arrays", "games"},
    "takeaway": {"arguments", "progress"},
    "recurrence": {"arguments", "arrays", "progress"},
    "sieve": {"arguments", "arrays", "evaluation", "progress"},
    "explorer": {"arguments", "page", "sieve", "still", "written"},
    "convolution": {"arguments", "arrays", "progress", "sieve", "transform"},
    "engine.compiled": {"files"},
    "engine.bits": {"engine.compiled"},
    "engine.lanes": set(),
    "engine.rows": {"engine.bits", "engine.compiled"},
    "engine.marking": {"arguments", "engine.bits", "engine.compiled"},
    "engine.settling": {"engine.bits", "engine.compiled", "engine.marking", "engine.rows"},
    "engine.modulus": {"arguments", "engine.bits", "games"},
    "engine.cold": {
        *("arguments", "engine.bits", "engine.compiled", "engine.marking", "engine.modulus", "engine.rows"),
        *("engine.settling", "evaluation", "progress", "sieve"),
    },
    "engine.planes": {"arguments", "engine.compiled", "engine.lanes"},
    "engine.candidates": {"engine.bits", "engine.lanes", "engine.planes"},
    "engine.plan": {"arguments", "engine.candidates", "engine.compiled", "engine.lanes", "engine.planes"},
    "engine.search": {"engine.candidates", "engine.compiled", "engine.lanes", "engine.plan", "engine.planes"},
    "engine.mex": {"engine.candidates", "engine.compiled", "engine.lanes", "engine.planes"},
    "engine.nim": {
        *("arguments", "arrays", "engine.lanes", "engine.mex", "engine.plan", "engine.planes", "engine.search"),
        *("evaluation", "progress"),
    },
    "engine": {"engine.cold", "engine.compiled", "engine.modulus", "engine.nim"},
    "checkpoint": {"arguments", "evaluation", "files"},
    "cluster": {"evaluation"},
    "runs": {"arguments", "arrays", "checkpoint", "cluster", "engine", "evaluation", "files"},
    "evaluate": {
        *("arguments", "arrays", "checkpoint", "convolution", "engine", "evaluation", "progress"),
        *("recurrence", "runs", "sieve"),
    },
    "witness": {"arguments", "checkpoint", "files", "progress"},
    "play": {"arguments", "evaluate"},
    "command": {
        *("arguments", "arrays", "checkpoint", "engine", "evaluate", "evaluation", "files", "progress", "runs"),
        *("sizes", "witness", "written"),
    },
}
ONLY_IN = {
    "matplotlib": {"figures"},
    "networkx": {"difference_free"},
    "PIL": {"figures", "still"},
    "tqdm": {"progress"},
    "psutil": {"arguments", "command"},
}


def name_of(path):
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")


FILES = {name_of(path): path for path in PACKAGE.rglob("*.py")}


def imports(room):
    """(rooms of this package, packages of others) that a file imports, also inside functions."""
    inside, outside = set(), set()
    home = FILES[room].parent.relative_to(PACKAGE).parts
    for node in ast.walk(ast.parse(FILES[room].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            outside |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            outside.add(node.module.split(".")[0])
        elif isinstance(node, ast.ImportFrom):
            folder = home[: len(home) - node.level + 1]
            named = [".".join([*folder, *([node.module] if node.module else []), alias.name]) for alias in node.names]
            module = ".".join([*folder, *([node.module] if node.module else [])])
            inside |= {name if name in FILES else module for name in named}
    return inside, outside


def closure(room):
    below, waiting = set(), [room]
    while waiting:
        for other in imports(waiting.pop())[0] - below:
            below.add(other)
            waiting.append(other)
    return below


def test_every_room_is_on_the_list():
    assert FILES.keys() - {"__init__"} == ROOMS.keys()


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_what_the_list_says(room):
    assert imports(room)[0] == ROOMS[room]
    above = list(ROOMS)[: list(ROOMS).index(room)]
    assert ROOMS[room] <= set(above), "imports run one way"


@pytest.mark.parametrize(
    ("room", "unseen"),
    [
        ("figures", {"engine", "evaluate", "evaluation", "games", "recurrence", "sieve", "convolution"}),
        ("comparison", {"engine", "evaluate", "figures"}),
        ("evaluate", {"figures", "command", "analysis", "board", "play"}),
        ("engine", {"checkpoint", "cluster", "evaluate", "runs", "convolution", "recurrence"}),
        ("difference_free", {"engine", "evaluate"}),
        ("witness", {"engine", "evaluate", "recurrence", "runs", "sieve"}),
    ],
)
def test_what_a_room_never_stands_on(room, unseen):
    assert closure(room) & unseen == set()


@pytest.mark.parametrize("package", ONLY_IN)
def test_a_library_that_one_idea_needs_is_imported_there(package):
    assert {room for room in FILES if package in imports(room)[1]} == ONLY_IN[package]


def test_importing_the_package_brings_no_pictures_and_changes_no_environment():
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "KMP_"))}
    code = (
        "import os, sys; before = dict(os.environ); import subtraction_games; "
        "assert dict(os.environ) == before; print('matplotlib' in sys.modules, 'networkx' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=inherited)
    assert told.stdout.split() == ["False", "False"]
