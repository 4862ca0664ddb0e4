"""Run a notebook's .py source into an executed .ipynb that comes out the same, byte for byte, every time.

    python tools/run_notebook.py run notebooks/solutions/part-1.py FOLDER [n=2**10 ...]
    python tools/run_notebook.py page 'n**3' 10**6
    python tools/run_notebook.py mine idea [n=2**20]
    python tools/run_notebook.py check

`run` leaves FOLDER/notebooks/*.ipynb, FOLDER/figures/*, and the notebook's rows of the project's tables in
FOLDER/build, and only if every cell succeeded. Into the project itself (FOLDER is .) it runs at the parameters that
the source states and at no others: what git tracks is the record of those. `page` runs the notebook about a game of
one's own for that game, without the cells tagged "lesson", into build/explore, and writes it as a page for a browser.
`mine` runs notebooks/mine/idea.py, or .ipynb, at any n, into build/mine. `check` says which executed notebooks are out
of step with their sources.
"""

from __future__ import annotations

import ast
import fcntl
import hashlib
import logging
import os
import re
import shlex
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from html import escape
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback from an import

import jupytext
import nbformat
import papermill
from jupyter_client.manager import AsyncKernelManager
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from papermill.exceptions import PapermillExecutionError
from places import ROOT, checks_of, numbered, place_of, solutions
from traitlets import Unicode
from traitlets.config import Config

OF_A_GAME = ROOT / "notebooks/beyond/17-other-games-and-yours.py"  # what `page` runs
TABLES = ("reproduction", "findings")  # whose rows a notebook writes into its output folder
CHECKS = "checks"  # the tag of the cell that is appended, and not saved
FOLDED = {"parameters", "setup", "drawing"}  # cells with these tags are folded, in JupyterLab and in the book
QUIET = {"MPLBACKEND": "module://matplotlib_inline.backend_inline", "TQDM_DISABLE": "1"}  # environment of kernels
STOPPED = (KeyboardInterrupt, DeadKernelError)  # Ctrl-C makes nbclient end the kernel, which may be noticed first


class NotebookError(Exception):
    """A notebook can't be run as asked, or a cell of it failed; the message says which and why."""


# --- running -------------------------------------------------------------------------------------------


def run(source: Path, folder: Path, given: dict[str, Any], bar: bool = True, lesson: bool = True) -> Path:
    """Execute `source` with the given parameters into the path returned; raises NotebookError if it fails.

    `bar`: show on a terminal how many cells are done. `lesson`: execute the cells tagged "lesson", too, and after the
    last cell the file in notebooks/checks that belongs to the notebook, which is not saved.
    """
    notebook = jupytext.read(source)
    notebook.cells = [cell for cell in notebook.cells if lesson or "lesson" not in cell.metadata.get("tags", [])]
    if lesson and (checks := checks_of(source)).exists():
        notebook.cells.append(new_code_cell(checks.read_text(encoding="utf-8"), metadata={"tags": [CHECKS]}))
    parameters = to_inject(notebook, given, source.name, recorded=folder.resolve() == ROOT)
    with unfinished() as output:
        executed = execute(notebook, parameters, source, output, bar)
        for table in TABLES:  # rows of an earlier run, if this one has none
            (folder / "build" / table / f"{source.stem[:2]}.csv").unlink(missing_ok=True)
        places = {"figures": folder / "figures"} | {table: folder / "build" / table for table in TABLES}
        for kind, place in places.items():
            for file in sorted(Path(output, kind).glob("*")):
                shutil.move(file, made(place) / file.name)
    executed.cells = [cell for cell in executed.cells if CHECKS not in cell.metadata.get("tags", [])]
    target = made(folder / place_of(source).parent) / f"{source.stem}.ipynb"
    target.with_suffix(".part").write_text(normalized(executed), encoding="utf-8")
    return target.with_suffix(".part").replace(target)


@contextmanager
def unfinished() -> Iterator[str]:
    """A folder in build/ that is removed at the end; leftovers of killed processes go first, if no other is in use.

    Every user shares a lock on build/, and only one who holds it alone removes what is there.
    """
    lock = os.open(made(ROOT / "build"), os.O_RDONLY)
    try:
        with suppress(OSError):  # others are at work, or the file system has no locks
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for left in (ROOT / "build").glob("tmp*/"):
                shutil.rmtree(left)
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_SH)
        with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
            yield folder
    finally:
        os.close(lock)


def to_inject(notebook: NotebookNode, given: dict[str, Any], name: str, recorded: bool) -> dict[str, Any]:
    """Those of the given parameters that the notebook's parameters cell doesn't set to the same values already.

    Raises NotebookError if the notebook has no such parameter, or if it is to be `recorded` and says another value.
    """
    cells = [cell.source for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
    assigned = [node for node in ast.parse("\n".join(cells)).body if isinstance(node, ast.Assign)]
    stated = {target.id: node.value for node in assigned for target in node.targets if isinstance(target, ast.Name)}
    for parameter in given.keys() - stated.keys():
        raise NotebookError(f"{name} has no parameter {parameter}; it has {', '.join(sorted(stated))}")
    other = {p: value for p, value in given.items() if value != eval(ast.unparse(stated[p]), {"__builtins__": {}})}
    for parameter, value in other.items() if recorded else ():
        raise NotebookError(
            f"{name} was saved with {parameter} = {ast.unparse(stated[parameter])}, but git tracks what {value} gives: "
            "set it back (git restore notebooks), or say the size: make figures NIM_N=... COLD_N=..."
        )
    return other


def execute(notebook: NotebookNode, parameters: dict[str, Any], source: Path, output: str, bar: bool) -> NotebookNode:
    name = source.name
    for logger in ("traitlets", "asyncio", "papermill"):  # what they log is raised, too, and said once
        logging.getLogger(logger).setLevel(logging.CRITICAL + 1)
    try:
        return papermill.execute_notebook(
            notebook,
            None,
            parameters,
            kernel_name="python3",
            language="python",
            kernel_manager_class=Kernel,
            config=Config(Kernel={"folder": str((ROOT / place_of(source)).parent), "output": output}),
            progress_bar={"desc": name, "leave": False, "disable": not (bar and sys.stderr.isatty())},
            extra_arguments=["--IPKernelApp.log_level=50", "--HistoryManager.enabled=False"],
            coalesce_streams=True,  # what a cell prints is one output, however the kernel happened to send it
        )
    except PapermillExecutionError as error:
        said = next((line for line in str(error.evalue).splitlines() if line.strip()), "")
        code = "".join(f"\n    {line}" for line in error.source.splitlines())
        if notebook.cells[-1].metadata.get("tags") == [CHECKS] and error.source == notebook.cells[-1].source:
            raise NotebookError(
                f"{name}, its {checks_of(source).name} in notebooks/checks: {error.ename}: {said}"
            ) from None
        raise NotebookError(f"{name}, code cell {error.exec_count}: {error.ename}: {said}{code}") from None


class Kernel(AsyncKernelManager):
    """A kernel that runs in one folder and writes what it draws to another."""

    folder = Unicode().tag(config=True)
    output = Unicode().tag(config=True)

    async def _async_launch_kernel(self, kernel_cmd: list[str], **options: Any) -> None:
        variables = options["env"] | QUIET | {"SUBTRACTION_GAMES_OUTPUT": self.output}
        RUNNING.add(self)
        await super()._async_launch_kernel(kernel_cmd, **options | {"cwd": self.folder, "env": variables})


RUNNING: set[Kernel] = set()


def stop_kernels() -> None:
    """End all kernels that were started, and what they have begun: those who wait for them get a DeadKernelError."""
    for kernel in list(RUNNING):
        process = getattr(kernel.provisioner, "process", None)
        if process and process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


# --- the same bytes every time -------------------------------------------------------------------------


def normalized(notebook: NotebookNode) -> str:
    """The text of the notebook without times, random ids and machine names."""
    for place, cell in enumerate(notebook.cells):
        cell.id = hashlib.sha256(f"{place} {cell.source}".encode()).hexdigest()[:12]
        tags = cell.metadata.get("tags", [])
        kept: dict[str, Any] = {"jupyter": {"source_hidden": True}} if FOLDED & set(tags) else {}
        cell.metadata = nbformat.from_dict(kept | ({"tags": tags} if tags else {}))
    notebook.metadata = NotebookNode(
        jupytext={"formats": "ipynb,py:percent"},
        kernelspec={"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        language_info={"name": "python"},
    )
    return str(nbformat.writes(notebook)) + "\n"


# --- a page about one game -----------------------------------------------------------------------------


def explore(game: str, n: str) -> None:
    """Draw everything about a game, and say which page has it; ValueError for what is no game or no size."""
    from subtraction_engine.cli import folder_name

    given = parameters_of([f"game={game}", f"n={n}"])
    folder = ROOT / "build/explore" / folder_name(game, given["n"])
    print(f"drawing everything about {game} below {given['n']:,}", flush=True)
    print("open", os.path.relpath(page(run(OF_A_GAME, folder, given, lesson=False), **given)))


def page(executed: Path, game: str, n: int) -> Path:
    """The executed notebook as a page beside it about this game alone, which asks no network for anything.

    What only the notebook's own reader needs (cells tagged "lesson") has not been executed. A link to another notebook
    leads to the book's page where the book has been made; where not, its words stay.
    """
    from nbconvert import HTMLExporter  # here, since `run` is called often and does without

    notebook, title = nbformat.read(executed, as_version=4), f"Taking {game}, below {n:,}"
    intro = (
        "Two players take turns at taking coins from a heap, and the one who can't move loses. This page was drawn by "
    )
    intro += f"`make explore GAME={shlex.quote(game)} N={n}`."
    kept = [cell for cell in notebook.cells if "parameters" not in cell.metadata.get("tags", [])]
    notebook.cells = [nbformat.v4.new_markdown_cell(f"<h1>{escape(title)}</h1>\n\n{intro}", id="title"), *kept]
    html, _ = HTMLExporter().from_notebook_node(notebook, {"metadata": {"name": title}})
    html = re.sub(r"<script\b.*?</script>", offline, html, flags=re.S)
    outputs = [output for cell in kept for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]
    alts = iter(outputs)
    html = re.sub('alt="No description has been provided for this image"',
                  lambda _: f'alt="{escape(next(alts).metadata["image/png"]["alt"])}"', html)  # fmt: skip
    target = executed.with_suffix(".html")
    html = re.sub(r'<a href="([./\w]*\d\d-[\w-]+)\.ipynb">([^<]*)</a>', lambda link: to_book(link, target.parent), html)
    target.write_text(html, encoding="utf-8")
    return target


def offline(script: re.Match[str]) -> str:
    """The script, unless it would fetch another: a page of ours has no formulas or diagrams that need one."""
    return "" if re.search(r"https?://\S+\.m?js\b", script[0]) else script[0]


def to_book(link: re.Match[str], folder: Path) -> str:
    """A link to a notebook, in a page that lies in `folder`: to the book's page, or its words where there is none."""
    there = (ROOT / "build/book/notebooks/beyond" / f"{link[1]}.html").resolve()
    return f'<a href="{os.path.relpath(there, folder)}">{link[2]}</a>' if there.exists() else link[2]


# --- pairs ---------------------------------------------------------------------------------------------


def cells_of(path: Path) -> list[tuple[str, str]]:
    """(type, source) of every cell that a person wrote."""
    cells = jupytext.read(path).cells
    return [(c.cell_type, c.source) for c in cells if "injected-parameters" not in c.metadata.get("tags", [])]


def out_of_step(root: Path) -> list[str]:
    """One line for every pair that lacks a half, differs, or was saved by an editor: what it is, and what to do."""
    sources = {path.stem: path for path in [*numbered("py", root), *solutions("py", root)]}
    executed = {path.stem: path for path in [*numbered("ipynb", root), *solutions("ipynb", root)]}
    problems = []
    for stem in sorted(sources.keys() | executed.keys()):
        if stem not in sources or stem not in executed:
            problems.append(f"{stem}: the {'.py' if stem in executed else '.ipynb'} half of the pair is missing")
        elif cells_of(sources[stem]) != cells_of(executed[stem]):
            problems.append(f"{stem}: the pair is out of step; `make all` executes the .py half anew")
        elif normalized(nbformat.read(executed[stem], as_version=4)) != executed[stem].read_text(encoding="utf-8"):
            problems.append(f"{stem}: an editor has saved the .ipynb half; `make all` executes the .py half anew")
    return problems


# --- the command line ----------------------------------------------------------------------------------


def parameters_of(settings: list[str]) -> dict[str, Any]:
    """{name: value} of "name=text"s: `game` is a set, as it was written, everything else a size; else ValueError."""
    from subtraction_games.arguments import moves_below
    from subtraction_games.formulas import parse_set, parse_size

    given: dict[str, Any] = dict(setting.split("=", 1) for setting in settings)
    if "game" in given:
        moves_below(parse_set(given["game"]), 256)
    return {name: text if name == "game" else parse_size(name, text) for name, text in given.items()}


def main(arguments: list[str]) -> int | str | None:
    """What to exit with."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if arguments == ["check"]:
        return "\n".join(out_of_step(ROOT)) or None
    if arguments[:1] == ["mine"] and len(arguments) > 1:
        own = ROOT / "notebooks/mine" / arguments[1]
        source = own.with_suffix(".py" if own.with_suffix(".py").exists() else ".ipynb")
        arguments = ["run", str(source), str(ROOT / "build/mine"), *arguments[2:]]
    if arguments[:1] not in (["run"], ["page"]) or len(arguments) < 3:
        return __doc__
    command, *rest = arguments
    source = OF_A_GAME if command == "page" else Path(rest[0])
    try:
        if command == "page":
            explore(*rest)
        else:
            made_at = run(source, Path(rest[1]), parameters_of(rest[2:]))
            print(f"made: {os.path.relpath(made_at)}, figures in {os.path.relpath(Path(rest[1], 'figures'))}")
    except STOPPED:
        print(f"stopped: {source.stem} has changed nothing", file=sys.stderr)
        return 130
    except (NotebookError, ValueError, OSError) as error:
        return f"error: {error}"
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
