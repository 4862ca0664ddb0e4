"""The plan of the package, read from its imports: folders stand on floors, and every import leads down."""

import ast
import os
import runpy
import subprocess
import sys

import pytest
from conftest import ROOT

from subtraction_games.pages.board import board
from subtraction_theory import difference_free, meanfield, waves

PACKAGE = ROOT / "src/subtraction_games"

# A room is a folder, or a module beside them. Each floor stands on those below it, and on nothing of its own.
FLOORS = (
    {"support"},
    {"games", "paper", "analysis", "record"},
    {"engine", "pages", "figures"},
    {"longruns", "theory"},
    {"evaluate"},
    {"play", "cli"},
    {"__init__", "__main__"},
)
FLOOR = {room: number for number, floor in enumerate(FLOORS) for room in floor}
MOST_ARROWS = 40
ONLY_IN = {  # libraries that one idea needs
    "matplotlib": {"figures.py"},
    "networkx": {"theory/difference_free.py"},
    "tqdm": {"support/progress.py"},
}

FILES = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}


def room_of(parts):
    return parts[0].removesuffix(".py")


def imports(name):
    """(paths of this package, packages of others) that a file imports, also inside functions."""
    home, inside, outside = name.split("/")[:-1], set(), set()
    for node in ast.walk(ast.parse(FILES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            outside |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            outside.add(node.module.split(".")[0])
        elif isinstance(node, ast.ImportFrom):
            base = [*home[: len(home) - node.level + 1], *(node.module or "").split(".")]
            inside |= {tuple(filter(None, [*base, alias.name])) for alias in node.names}
    return inside, outside


def arrows():
    """(room, room that it imports), the package's own face left out."""
    found = {(room_of([*name.split("/")]), room_of(path)) for name in FILES for path in imports(name)[0]}
    return {(a, b) for a, b in found if a != b and not a.startswith("__")}


def modules_of(path):
    """The file of the package that a path of names is, or is in."""
    for end in (len(path), len(path) - 1):
        stem = "/".join(path[:end])
        for name in (f"{stem}.py", f"{stem}/__init__.py"):
            if name in FILES:
                return name
    return None


def test_every_room_has_a_floor():
    homeless = {room_of(name.split("/")) for name in FILES} - FLOOR.keys()
    assert not homeless, f"give {sorted(homeless)} a floor in the list above: above all that it imports"


def test_every_import_leads_down():
    up = sorted((a, b) for a, b in arrows() if FLOOR[a] <= FLOOR[b])
    assert not up, f"these imports lead up, or along a floor: {up}"


def test_there_are_few_arrows():
    assert len(arrows()) <= MOST_ARROWS, "does one of the new imports belong into a module that has it already?"


@pytest.mark.parametrize("folder", sorted({name.rpartition("/")[0] for name in FILES} - {""}))
def test_no_circle_inside_a_folder(folder):
    """Files of a folder can be put in an order in which each imports only those before it."""
    inside = {name for name in FILES if name.rpartition("/")[0] == folder and not name.endswith("__init__.py")}
    needs = {name: {modules_of(path) for path in imports(name)[0]} & inside for name in inside}
    while ready := {name for name, needed in needs.items() if not needed}:
        needs = {name: needed - ready for name, needed in needs.items() if name not in ready}
    assert not needs, f"these import each other: {sorted(needs)}"


@pytest.mark.parametrize("folder", sorted({name.rpartition("/")[0] for name in FILES} - {""}))
def test_a_folder_says_what_each_file_is(folder):
    files = [name for name in FILES if name.rpartition("/")[0] == folder]
    parts = {name.split("/")[-1].removesuffix(".py") for name in files} - {"__init__"}
    parts |= {name.split("/")[-2] for name in FILES if name.rpartition("/")[0].rpartition("/")[0] == folder}
    told = ast.get_docstring(ast.parse(FILES[f"{folder}/__init__.py"].read_text(encoding="utf-8"))) or ""
    listed = {line.split()[0] for line in told.splitlines()[1:] if line and not line[0].isspace()}
    assert parts <= listed, f"{folder}/__init__.py has no line for {sorted(parts - listed)}"
    assert len(files) <= 10, f"{folder} has more files than one can keep in mind; is there a folder in it?"


@pytest.mark.parametrize("package", ONLY_IN)
def test_a_library_that_one_idea_needs_is_imported_there(package):
    found = {name for name in FILES if package in imports(name)[1]}
    assert found == ONLY_IN[package], f"{package} is imported there only; if one more needs it, list it above"


def test_the_package_does_without_its_extras_and_changes_no_environment():
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "KMP_"))}
    code = (
        "import os, sys; before = dict(os.environ); "
        "sys.modules.update(dict.fromkeys(['matplotlib', 'networkx', 'PIL', 'scipy', 'pandas', 'distributed'])); "
        "import subtraction_games as sg; assert dict(os.environ) == before; sg.cold_positions([1], 3); "
        "print(sorted(set(dir(sg)) - set(sg.__all__)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=inherited)
    assert run.stdout == "['__version__']\n"


@pytest.mark.parametrize(
    ("use", "library", "extra"),
    [
        (lambda: runpy.run_module("subtraction_games.figures"), "matplotlib", "plot"),
        (lambda: board([1], [3])._repr_html_(), "PIL", "plot"),
        (lambda: meanfield.mean_field(9), "scipy.special", "theory"),
        (lambda: waves.threshold(0.5j, 0.71, 0.51), "scipy.special", "theory"),
        (lambda: difference_free.maximum_residues(13), "networkx", "theory"),
    ],
)
def test_what_needs_an_extra_says_which(monkeypatch, use, library, extra):
    monkeypatch.delitem(sys.modules, "subtraction_games.figures", raising=False)  # another test may have loaded it
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=rf"{library} is missing: pip install 'subtraction-games\[{extra}\]'"):
        use()
