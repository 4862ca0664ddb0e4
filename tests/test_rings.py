"""The imports follow a plan: in one direction between packages, and what is optional only when it is needed."""

import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT
from rings import RINGS

import subtraction_games as sg
from subtraction_games import evaluate
from subtraction_games.evaluate import ENGINE

PACKAGES = ["subtraction_games", "subtraction_engine", "subtraction_theory"]  # each imports only those before it
SOURCES = [ROOT / ring / "src" / package for ring, package in zip(RINGS, PACKAGES, strict=True)]
FOLDERS = [init.parent for source in SOURCES for init in source.rglob("__init__.py")]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_packages_import_one_way(source):
    text = "\n".join(path.read_text(encoding="utf-8") for path in source.rglob("*.py"))
    imported = {*re.findall(r"^ *(?:from|import) (subtraction_\w+)", text, flags=re.M)}
    assert imported <= {*PACKAGES[: SOURCES.index(source) + 1]}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_says_what_each_part_is(folder):
    parts = [*folder.glob("[!_]*.py"), *(init.parent for init in folder.glob("*/__init__.py"))]
    listed = re.findall(r"^\* `(\w+)`:", (folder / "__init__.py").read_text(encoding="utf-8"), flags=re.M)
    assert {part.stem for part in parts} <= {*listed}


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
    ("matplotlib", "figures", "import subtraction_games.figures"),
    ("numba", "engine", "import subtraction_games as sg; sg.cold_positions(sg.squares, 9, method='engine')"),
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
