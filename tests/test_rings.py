"""The imports follow a plan: in one direction between packages, and without circles within a folder."""

import ast
import os
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from importlib.util import resolve_name

import pytest
from conftest import ROOT
from rings import RINGS

import subtraction_games as sg
from subtraction_games import evaluate
from subtraction_games.evaluate import ENGINE

PACKAGES = ["subtraction_games", "subtraction_engine", "subtraction_theory"]  # each imports only those before it
SOURCES = [ROOT / ring / "src" for ring in RINGS]
FILES = {path.relative_to(src).as_posix(): path for src in SOURCES for path in src.glob("subtraction_*/**/*.py")}


@cache
def imports(name):
    """All that a file imports, as {dotted name: whether the import is at the top of the module}."""
    home, found = name.rpartition("/")[0].replace("/", "."), {}
    tree = ast.parse(FILES[name].read_text(encoding="utf-8"))
    top = {*tree.body, *(node for each in tree.body if isinstance(each, ast.With) for node in each.body)}
    for node in ast.walk(tree):  # those at the top come first, and stay
        if isinstance(node, ast.Import):
            found = {alias.name: node in top for alias in node.names} | found
        elif isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), home)
            found = {f"{module}.{alias.name}": node in top for alias in node.names} | found
    return found


def test_packages_import_one_way_and_the_edition_needs_numpy_alone():
    assert {name.partition("/")[0] for name in FILES} == {*PACKAGES}
    for name in FILES:
        place, pictures = PACKAGES.index(name.partition("/")[0]), ["matplotlib", "PIL"] * name.endswith("/figures.py")
        for imported, at_top in imports(name).items():
            package = imported.partition(".")[0]
            assert package not in PACKAGES[place + 1 :], f"{name} imports outward"
            allowed = {*sys.stdlib_module_names, "numpy", PACKAGES[0], *pictures}
            assert place or not at_top or package in allowed, f"{name} imports {imported}"


@pytest.mark.parametrize("folder", sorted({name.rpartition("/")[0] for name in FILES}))
def test_a_folder_says_what_each_part_is_and_has_no_circle(folder):
    """The parts of a folder are its modules, and the folders inside it as wholes."""
    here, needs = folder.replace("/", ".") + ".", {}
    for name in FILES:
        if name.startswith(f"{folder}/") and not name.startswith(f"{folder}/__"):
            part = name.removeprefix(f"{folder}/").removesuffix(".py").partition("/")[0]
            named = (each for each in imports(name) if each.startswith(here))
            needs.setdefault(part, set()).update({each.removeprefix(here).partition(".")[0] for each in named} - {part})
    text = FILES[f"{folder}/__init__.py"].read_text(encoding="utf-8")
    listed = {*re.findall(r"^\* `(\w+)`:", text, flags=re.MULTILINE)}
    assert needs.keys() <= listed, f"{folder}/__init__.py has no line for {sorted(needs.keys() - listed)}"
    TopologicalSorter(needs).prepare()  # a circle is an error


ALONE = """
import os, sys
before = dict(os.environ)
heavy = "scipy numba llvmlite psutil tqdm pandas matplotlib PIL networkx distributed"
sys.modules.update(dict.fromkeys(heavy.split()))
import pydoc
import subtraction_games as sg
from subtraction_games.pages import board, explorer, steps
assert dict(os.environ) == before
assert sg.cold_positions(sg.squares, 2**16).size == 2053
assert sg.nim_values(sg.squares, 2**12).max() > 9
assert sg.cold_positions([1, 4], 9, method="convolution").tolist() == [0, 2, 5, 7]
assert "misere_cold_positions" in pydoc.render_doc(sg)
print(*sorted(set(dir(sg)) ^ set(sg.__all__)))
"""


def run(code):
    """The lines that a program prints. The thread pools of this process leave no settings in its environment."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "KMP_"))}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=inherited)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_the_edition_alone_loads_nothing_heavy_and_changes_no_environment():
    assert run(ALONE) == ["__version__ analysis cold_blocks core games nim_blocks pages results verify"]


def test_completion_offers_all_that_is_there():
    assert {*dir(sg)} == {*sg.__all__, "__version__", "analysis", "core", "figures", "games", "pages"}
    assert sg.figures.save.__module__ == "subtraction_games.figures"
    assert all(hasattr(sg, name) for name in dir(sg))


NEEDS = [  # a library, the extra that installs it, and a line that needs it
    ("networkx", "notebooks", "from subtraction_theory import difference_free as df; df.maximum_residues(13)"),
    ("scipy", "notebooks", "import subtraction_theory.waves"),
    ("scipy", "notebooks", "import subtraction_theory.meanfield"),
    ("matplotlib", "figures", "import subtraction_games.figures"),
    ("numba", "engine", "import subtraction_games as sg; sg.cold_positions(sg.squares, 9, method='engine')"),
    ("numba", "engine", "import subtraction_games as sg; sg.verify"),
    ("psutil", "engine", "import subtraction_games as sg; sg.nim_values(sg.squares, 9, folder='never')"),
    ("tqdm", "engine", "import subtraction_games as sg; sg.cold_positions(sg.squares, 9, threads=2)"),
]
MISSING = f"""
import sys
for library, extra, use in {NEEDS}:
    for name in [name for name in sys.modules if name.startswith("subtraction_")]:
        del sys.modules[name]  # so that each line begins in an interpreter that knows none of them
    sys.modules[library] = None
    try:
        exec(use)
    except ImportError as error:
        print(error)
    del sys.modules[library]
"""


def test_what_needs_an_extra_says_which():
    lines = [f"{library} is missing: pip install 'subtraction-games[{extra}]'" for library, extra, _ in NEEDS]
    assert run(MISSING) == lines


def test_without_the_engine_auto_answers_by_the_paper_s_methods_and_says_so_once(monkeypatch):
    for module in [name for name in sys.modules if name.partition(".")[0] == ENGINE]:
        monkeypatch.setitem(sys.modules, module, None)
    evaluate._has_engine.cache_clear()
    n = 2**16 + 100
    with pytest.warns(RuntimeWarning, match=f"paper's own methods, which take longer: .*{ENGINE}") as warned:
        cold, values = sg.cold_positions([1, 4, 9], n), sg.nim_values([1, 4, 9], n)
    evaluate._has_engine.cache_clear()
    monkeypatch.undo()
    assert len(warned) == 1
    assert cold.tolist() == sg.cold_positions([1, 4, 9], n, method="engine").tolist()
    assert values.tolist() == sg.nim_values([1, 4, 9], n, method="engine").tolist()
