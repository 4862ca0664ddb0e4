"""Run a notebook's .py source into an executed .ipynb that comes out the same, byte for byte, every time.

    python tools/notebook.py run notebooks/05-maximum-nim-value.py FOLDER [n=2**20 game='n**3' ...]
    python tools/notebook.py page notebooks/16-your-own-game.py FOLDER [game='n**3' ...]
    python tools/notebook.py check

`run` leaves FOLDER/notebooks/*.ipynb, FOLDER/figures/* and FOLDER/build/reproduction/*.csv and findings/*.csv, and
only if every cell succeeded. `page` does the same, and writes the notebook as a page for a browser. `check` says
which executed notebooks are out of step with their sources.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

# jsonschema, which nbformat imports, compiles a grammar of web addresses if it can: 0.7 s that no notebook needs
sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]

import jupytext
import nbformat
import papermill
from nbformat import NotebookNode
from papermill.exceptions import PapermillExecutionError
from sizes import whole_number

from subtraction_games.games import moves_below, written_set

ROOT = Path(__file__).resolve().parent.parent


# --- running -------------------------------------------------------------------------------------------


def run(source: Path, folder: Path, settings: list[str]) -> Path:
    """Execute `source` with the given parameters into the path returned; if it fails, say where and why and exit."""
    notebook = jupytext.read(source)
    parameters = {name: parameter(name, text) for name, text in (s.split("=", 1) for s in settings)}
    refuse_undeclared(notebook, parameters, source)
    with tempfile.TemporaryDirectory(dir=ready(ROOT / "build")) as output:
        os.environ.update(SUBTRACTION_GAMES_OUTPUT=output, TQDM_DISABLE="1")
        try:
            executed = execute(notebook, parameters, source.stem)
        except PapermillExecutionError as error:
            sys.exit(explained(error, source))
        finally:
            del os.environ["TQDM_DISABLE"]
        for kind in ("figures", "build/reproduction", "build/findings"):
            for file in sorted(Path(output, Path(kind).name).glob("*")):
                shutil.move(file, ready(folder / kind) / file.name)
    target = ready(folder / "notebooks") / f"{source.stem}.ipynb"
    target.with_suffix(".part").write_text(steady(executed), encoding="utf-8")
    return target.with_suffix(".part").replace(target)


def page(executed: Path) -> Path:
    """The executed notebook as a page beside it, whose links to other notebooks lead to the committed ones."""
    from nbconvert import HTMLExporter  # here, since `run` is called often and does without

    html, _ = HTMLExporter().from_filename(str(executed))
    notebooks = os.path.relpath(ROOT / "notebooks", executed.parent)
    target = executed.with_suffix(".html")
    target.write_text(re.sub(r'href="(\d\d-[\w-]+\.ipynb)"', rf'href="{notebooks}/\1"', html), encoding="utf-8")
    return target


def parameter(name: str, text: str) -> int | str:
    """The value of a parameter as papermill should pass it: `game` is a text, everything else a whole number.

    Exits with one line when it is neither.
    """
    try:
        if name != "game":
            return whole_number(name, text)
        moves_below(written_set(text), 256)
    except ValueError as error:
        sys.exit(f"error: {error}")
    return text


def execute(notebook: NotebookNode, parameters: dict[str, int | str], name: str) -> NotebookNode:
    return papermill.execute_notebook(
        notebook,
        None,
        parameters,
        kernel_name="python3",
        cwd=str(ROOT / "notebooks"),
        progress_bar={"desc": name, "leave": False, "disable": not sys.stderr.isatty()},
        extra_arguments=["--IPKernelApp.log_level=50"],
        coalesce_streams=True,  # what a cell prints is one output, however the kernel happened to send it
    )


def refuse_undeclared(notebook: NotebookNode, parameters: dict[str, int | str], source: Path) -> None:
    """Exit with one line when a parameter is not set in the notebook's parameters cell."""
    cells = [cell.source for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
    assigned = [node for node in ast.parse("\n".join(cells)).body if isinstance(node, ast.Assign)]
    declared = {target.id for node in assigned for target in node.targets if isinstance(target, ast.Name)}
    for name in parameters.keys() - declared:
        sys.exit(f"{source.name} has no parameter {name}; it has {', '.join(sorted(declared))}")


def explained(error: PapermillExecutionError, source: Path) -> str:
    lines = [line for line in str(error.evalue).splitlines() if line.strip()]
    return f"{source.name}, code cell {error.exec_count}: {error.ename}: {lines[0] if lines else ''}\n" + "\n".join(
        f"    {line}" for line in error.source.splitlines()
    )


def ready(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


# --- the same bytes every time -------------------------------------------------------------------------


def steady(notebook: NotebookNode) -> str:
    """The text of the notebook without times, random ids and machine names."""
    for place, cell in enumerate(notebook.cells):
        cell.id = hashlib.sha256(f"{place} {cell.source}".encode()).hexdigest()[:12]
        tags = cell.metadata.get("tags")
        cell.metadata = NotebookNode({"tags": tags} if tags else {})
    notebook.metadata = NotebookNode(
        jupytext={"formats": "ipynb,py:percent"},
        kernelspec={"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        language_info={"name": "python"},
    )
    return str(nbformat.writes(notebook)) + "\n"


# --- pairs ---------------------------------------------------------------------------------------------


def cells_of(path: Path) -> list[tuple[str, str]]:
    """(type, source) of every cell that a person wrote."""
    cells = jupytext.read(path).cells
    return [(c.cell_type, c.source) for c in cells if "injected-parameters" not in c.metadata.get("tags", [])]


def out_of_step(folder: Path) -> list[str]:
    """One line for every pair that lacks a half, differs, or was saved by an editor: what it is, and what to do."""
    sources = {path.stem: path for path in folder.glob("[0-9]*.py")}
    executed = {path.stem: path for path in folder.glob("[0-9]*.ipynb")}
    problems = []
    for stem in sorted(sources.keys() | executed.keys()):
        if stem not in sources or stem not in executed:
            problems.append(f"{stem}: the {'.py' if stem in executed else '.ipynb'} half of the pair is missing")
        elif cells_of(sources[stem]) != cells_of(executed[stem]):
            problems.append(f"{stem}: the pair is out of step; `make figures` executes the .py half anew")
        elif steady(nbformat.read(executed[stem], as_version=4)) != executed[stem].read_text(encoding="utf-8"):
            problems.append(f"{stem}: an editor has saved the .ipynb half; `make figures` executes the .py half anew")
    return problems


if __name__ == "__main__":
    if sys.argv[1:2] == ["run"] and len(sys.argv) >= 4:
        run(Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:])
    elif sys.argv[1:2] == ["page"] and len(sys.argv) >= 4:
        print("open", page(run(Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:])))
    elif sys.argv[1:] == ["check"]:
        sys.exit("\n".join(out_of_step(ROOT / "notebooks")) or None)
    else:
        sys.exit(__doc__)
