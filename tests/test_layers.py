"""The imports follow a plan: in one direction between packages, and without circles within a folder."""

import ast
import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT
from rings import RINGS

import subtraction_games as sg

# a package imports only packages that precede it in this list
PACKAGES = ["subtraction_games", "subtraction_engine", "subtraction_theory"]
BASIC = {"numpy"}  # the edition imports only these at the top of its modules, except for pictures
PICTURES = {"matplotlib", "PIL"}

SOURCES = [ROOT / ring / "src" for ring in RINGS]
FILES = {path.relative_to(src).as_posix(): path for src in SOURCES for path in src.glob("subtraction_*/**/*.py")}


def imports(name):
    """All that a file imports, as pairs (dotted name, whether the import is at the top of the module)."""
    home = name.removesuffix(".py").split("/")[:-1]
    tree = ast.parse(FILES[name].read_text(encoding="utf-8"))
    lazy = {id(node) for each in ast.walk(tree) if isinstance(each, ast.FunctionDef) for node in ast.walk(each)}
    typed = (each for each in ast.walk(tree) if isinstance(each, ast.If) and "TYPE_CHECKING" in ast.dump(each.test))
    lazy |= {id(node) for each in typed for node in ast.walk(each)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, id(node) not in lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = [*home[: len(home) - node.level + 1]] if node.level else []
            base += [node.module] if node.module else []
            yield from ((".".join([*base, alias.name]), id(node) not in lazy) for alias in node.names)


def test_packages_import_one_way_and_the_edition_needs_numpy_alone():
    for name in FILES:
        package = name.partition("/")[0]
        later = PACKAGES[PACKAGES.index(package) + 1 :]
        allowed = sys.stdlib_module_names | BASIC | {package} | (PICTURES if name.endswith("/figures.py") else set())
        for dotted, at_top in imports(name):
            imported = dotted.partition(".")[0]
            assert imported not in later, f"{name} imports {dotted}"
            assert imported in allowed or package != PACKAGES[0] or not at_top, f"{name} imports {dotted}"


@pytest.mark.parametrize("folder", sorted({name.rpartition("/")[0] for name in FILES}))
def test_a_folder_says_what_each_part_is_and_has_no_circle(folder):
    """The parts of a folder are its modules, and the folders inside it as wholes."""
    inside = [name for name in FILES if name.startswith(f"{folder}/") and not name.startswith(f"{folder}/__")]
    part_of = {name: name.removeprefix(f"{folder}/").removesuffix(".py").partition("/")[0] for name in inside}
    needs: dict[str, set[str]] = {part: set() for part in part_of.values()}
    here = folder.replace("/", ".") + "."
    for name, part in part_of.items():
        named = {dotted.removeprefix(here).partition(".")[0] for dotted, _ in imports(name) if dotted.startswith(here)}
        needs[part] |= named & needs.keys() - {part}
    docstring = ast.get_docstring(ast.parse(FILES[f"{folder}/__init__.py"].read_text(encoding="utf-8"))) or ""
    listed = {*re.findall(r"^\* `(\w+)`:", docstring, flags=re.MULTILINE)}
    assert needs.keys() <= listed, f"{folder}/__init__.py has no line for {sorted(needs.keys() - listed)}"
    assert len(needs) <= 12, f"{folder} has more parts than one can keep in mind; is there a folder in it?"
    while ready := {part for part, needed in needs.items() if not needed}:
        needs = {part: needed - ready for part, needed in needs.items() if part not in ready}
    assert not needs, f"these import each other: {sorted(needs)}"


HEAVY = ["scipy", "numba", "llvmlite", "psutil", "tqdm", "pandas", "matplotlib", "PIL", "networkx", "distributed"]


def run(code, **environment):
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "KMP_"))}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, env=inherited | environment)


def test_the_edition_alone_loads_nothing_heavy_and_changes_no_environment():
    code = (
        f"import os, sys; before = dict(os.environ); sys.modules.update(dict.fromkeys({HEAVY})); "
        "import subtraction_games as sg; from subtraction_games.pages import board, explorer, steps; "
        "assert dict(os.environ) == before; "
        "assert sg.cold_positions(sg.squares, 2**16).size == 2053; assert sg.nim_values(sg.squares, 2**12).max() > 9; "
        "assert sg.cold_positions([1, 4], 9, method='convolution').tolist() == [0, 2, 5, 7]; "
        "import pydoc; assert 'cold_positions_without_end' in pydoc.render_doc(sg); "
        "print(sorted(set(dir(sg)) ^ set(sg.__all__)))"
    )
    finished = run(code)
    engine = ["cold_blocks", "nim_blocks", "results", "verify"]
    expected = sorted(["__version__", "analysis", "core", "games", "pages", *engine])
    assert (finished.stdout, finished.stderr) == (f"{expected}\n", "")


def test_completion_offers_all_that_is_there():
    assert {*dir(sg)} == {*sg.__all__, "__version__", "analysis", "core", "figures", "games", "pages"}
    assert sg.figures.save.__module__ == "subtraction_games.figures"
    assert all(hasattr(sg, name) for name in dir(sg))


@pytest.mark.parametrize(
    ("use", "library", "extra"),
    [
        ("import subtraction_games as sg; sg.cold_positions(sg.squares, 9, method='engine')", "numba", "engine"),
        ("import subtraction_games as sg; sg.nim_values(sg.squares, 9, method='engine')", "psutil", "engine"),
        ("import subtraction_games as sg; sg.cold_positions(sg.squares, 9, threads=2)", "tqdm", "engine"),
        ("import subtraction_games as sg; sg.verify", "numba", "engine"),
        ("import subtraction_games.figures", "matplotlib", "figures"),
        ("import subtraction_theory.waves", "scipy", "notebooks"),
        ("import subtraction_theory.meanfield", "scipy", "notebooks"),
        ("from subtraction_theory import difference_free as df; df.maximum_residues(13)", "networkx", "notebooks"),
    ],
)
def test_what_needs_an_extra_says_which(use, library, extra):
    finished = run(f"import sys; sys.modules[{library!r}] = None; {use}")
    assert finished.stderr.splitlines()[-1] == (
        f"ImportError: {library} is missing: pip install 'subtraction-games[{extra}]'"
    )


def test_without_the_engine_auto_answers_by_the_paper_s_methods_and_says_so_once():
    code = (
        "import sys; sys.modules['numba'] = None; import subtraction_games as sg; S = [1, 4, 9]; "
        "print(sg.nim_values(S, 2**16).sum(), sg.cold_positions(S, 2**17).sum(), sg.nim_values(S, 2**17).sum())"
    )
    finished = run(code)
    few, more = (sg.nim_values([1, 4, 9], n, method="engine") for n in (2**16, 2**17))
    assert finished.stdout == f"{few.sum()} {(more == 0).nonzero()[0].sum()} {more.sum()}\n"
    (line,) = [line for line in finished.stderr.splitlines() if "Warning" in line]
    assert line.endswith("longer: numba is missing: pip install 'subtraction-games[engine]'")
