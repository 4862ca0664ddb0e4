"""Run a notebook's .py source into an executed .ipynb that comes out the same, byte for byte, every time.

    python tools/run_notebook.py run notebooks/05-maximum-nim-value.py FOLDER [n=2**20 game='n**3' ...]
    python tools/run_notebook.py page notebooks/17-your-own-game.py FOLDER [game='n**3' ...]
    python tools/run_notebook.py check

`run` leaves FOLDER/notebooks/*.ipynb, FOLDER/figures/*, and the notebook's rows of the project's tables in
FOLDER/build, and only if every cell succeeded. Into the project itself (FOLDER is .) it runs at the parameters that
the source states and at no others: what git tracks is the record of those. `page` does the same for a game, and writes
the notebook as a page for a browser. `check` says which executed notebooks are out of step with their sources.
"""

from __future__ import annotations

import ast
import hashlib
import logging
import os
import re
import runpy
import shlex
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # until something is begun, Ctrl-C need not say where it came
    signal.signal(signal.SIGINT, signal.SIG_DFL)

# What no notebook needs, but takes time in each of their processes: jsonschema, which nbformat imports, compiles a
# grammar of web addresses if it can (0.7 s), and jupytext gets ready to serve notebooks to JupyterLab (0.15 s)
sys.modules |= dict.fromkeys(("rfc3987_syntax", "jupyter_server"))  # type: ignore[arg-type]

import jupytext
import nbformat
import papermill
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode
from papermill.exceptions import PapermillExecutionError

ROOT = Path(__file__).resolve().parent.parent
TABLES = ("reproduction", "findings")  # whose rows a notebook writes into its output folder


# --- running -------------------------------------------------------------------------------------------


def run(source: Path, folder: Path, settings: list[str]) -> Path:
    """Execute `source` with the given parameters into the path returned; if it fails, say where and why and exit."""
    notebook = jupytext.read(source)
    given = {name: parameter(name, text) for name, text in (s.split("=", 1) for s in settings)}
    parameters = to_inject(notebook, given, source.name, recorded=folder.resolve() == ROOT)
    with tempfile.TemporaryDirectory(dir=ready(ROOT / "build")) as output:
        try:
            with environment(SUBTRACTION_GAMES_OUTPUT=output, TQDM_DISABLE="1"):  # which the kernel inherits
                executed = execute(notebook, parameters, source.stem)
        except PapermillExecutionError as error:
            sys.exit(explained(error, source))
        places = {"figures": folder / "figures"} | {table: folder / "build" / table for table in TABLES}
        for kind, place in places.items():
            for file in sorted(Path(output, kind).glob("*")):
                shutil.move(file, ready(place) / file.name)
    target = ready(folder / "notebooks") / f"{source.stem}.ipynb"
    target.with_suffix(".part").write_text(steady(executed), encoding="utf-8")
    return target.with_suffix(".part").replace(target)


@contextmanager
def environment(**settings: str) -> Iterator[None]:
    """Environment variables so set until the block ends, and then as they were."""
    before = dict(os.environ)
    os.environ.update(settings)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def page(executed: Path) -> Path:
    """The executed notebook as a page beside it about its game alone, which asks no network for anything.

    What only the notebook's own reader needs (cells tagged "lesson") is left out. A link to another notebook leads to
    the book's page where the book has been made; where not, its words stay.
    """
    from nbconvert import HTMLExporter  # here, since `run` is called often and does without

    notebook = nbformat.read(executed, as_version=4)
    title = about_its_game(notebook)
    html, _ = HTMLExporter().from_notebook_node(notebook, {"metadata": {"name": title}})
    html = re.sub(r"<script\b.*?</script>", offline, html, flags=re.S)
    alts = (output.metadata["image/png"]["alt"] for cell in notebook.cells for output in pictures(cell))
    html = re.sub(
        'alt="No description has been provided for this image"', lambda _: f'alt="{escape(next(alts))}"', html
    )
    target = executed.with_suffix(".html")
    target.write_text(re.sub(r'<a href="(\d\d-[\w-]+)\.ipynb">([^<]*)</a>', readable(target), html), encoding="utf-8")
    return target


def pictures(cell: NotebookNode) -> list[NotebookNode]:
    return [output for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]


def about_its_game(notebook: NotebookNode) -> str:
    """The title that the page of an explored game gets; the cells that are about anything else are taken out."""
    tagged = [(cell, set(cell.metadata.get("tags", []))) for cell in notebook.cells]
    stating = [cell for cell, tags in tagged if tags & {"parameters", "injected-parameters"}]
    given: dict[str, Any] = {}
    for cell in stating:
        exec(cell.source, {"__builtins__": {}}, given)
    title = f"Taking {given['game']}, below {given['n']:,}"
    intro = "Two players take turns at taking coins from a heap, and whoever can't move loses. This page was drawn by "
    intro += f"`subtraction-games explore {shlex.quote(given['game'])} {given['n']}`."
    kept = [cell for cell, tags in tagged if "lesson" not in tags and cell not in stating[:-1]]
    notebook.cells = [nbformat.v4.new_markdown_cell(f"# {title}\n\n{intro}", id="title"), *kept]
    return title


def offline(script: re.Match[str]) -> str:
    """The script, unless it would fetch another: a page of ours has no formulas or diagrams that need one."""
    return "" if re.search(r"https?://\S+\.m?js\b", script[0]) else script[0]


def readable(page: Path) -> Callable[[re.Match[str]], str]:
    """What becomes of a link to a notebook in the page."""

    def link(found: re.Match[str]) -> str:
        there = ROOT / f"build/book/notebooks/{found[1]}.html"
        return f'<a href="{os.path.relpath(there, page.parent)}">{found[2]}</a>' if there.exists() else found[2]

    return link


def parameter(name: str, text: str) -> int | str:
    """The value of a parameter as papermill should pass it: `game` is a text, everything else a whole number.

    Exits with one line when it is neither.
    """
    try:
        if name != "game":  # formulas.py by itself, as make runs it: the package takes half a second to load
            return int(
                runpy.run_path(str(ROOT / "src/subtraction_games/support/formulas.py"))["parse_size"](name, text)
            )
        from subtraction_games.games import parse_set
        from subtraction_games.support.arguments import moves_below

        moves_below(parse_set(text), 256)
    except ValueError as error:
        sys.exit(f"error: {error}")
    return text


def execute(notebook: NotebookNode, parameters: dict[str, Any], name: str) -> NotebookNode:
    return papermill.execute_notebook(
        notebook,
        None,
        parameters,
        kernel_name="python3",
        language="python",
        cwd=str(ROOT / "notebooks"),
        progress_bar={"desc": name, "leave": False, "disable": not sys.stderr.isatty()},
        extra_arguments=["--IPKernelApp.log_level=50"],
        coalesce_streams=True,  # what a cell prints is one output, however the kernel happened to send it
    )


def to_inject(notebook: NotebookNode, given: dict[str, Any], name: str, recorded: bool) -> dict[str, Any]:
    """Those of the given parameters that the notebook's parameters cell doesn't set to the same values already.

    Exits with one line when the notebook has no such parameter, or when it is to be `recorded` and says another value.
    """
    cells = [cell.source for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
    assigned = [node for node in ast.parse("\n".join(cells)).body if isinstance(node, ast.Assign)]
    stated = {target.id: node.value for node in assigned for target in node.targets if isinstance(target, ast.Name)}
    for parameter in given.keys() - stated.keys():
        sys.exit(f"{name} has no parameter {parameter}; it has {', '.join(sorted(stated))}")
    other = {p: value for p, value in given.items() if value != eval(ast.unparse(stated[p]), {"__builtins__": {}})}
    for parameter, value in other.items() if recorded else ():
        sys.exit(
            f"{name} was saved with {parameter} = {ast.unparse(stated[parameter])}, but git tracks what {value} gives: "
            "set it back (git restore notebooks), or say the size: make figures NIM_N=... COLD_N=..."
        )
    return other


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


def main(arguments: list[str]) -> int | str | None:
    """What to exit with."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("traitlets", "asyncio"):  # what they log is raised, too, and said once
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    command, *rest = arguments or [""]
    try:
        if command == "run" and len(rest) >= 2:
            run(Path(rest[0]), Path(rest[1]), rest[2:])
        elif command == "page" and len(rest) >= 2:
            print("open", page(run(Path(rest[0]), Path(rest[1]), rest[2:])))
        elif arguments == ["check"]:
            return "\n".join(out_of_step(ROOT / "notebooks")) or None
        else:
            return __doc__
    except (KeyboardInterrupt, DeadKernelError):  # Ctrl-C makes nbclient end the kernel, which may be noticed first
        print(f"stopped: {Path(rest[0]).stem} has changed nothing", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
