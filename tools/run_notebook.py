"""Execute a notebook's .py source, and write an .ipynb that is the same, byte for byte, every time.

    python tools run_notebook notebooks/mine/idea build/mine n=2**20

If every cell succeeds, this command writes build/mine/notebooks/*.ipynb and build/mine/figures/*. If the output folder
is the project itself (.), git tracks the results, so a notebook runs only with the parameters that its source states.

Papermill runs the cells. This module makes sure that ids and metadata don't change from run to run, that the files of a
run appear together or not at all, and that kernels end when they are told to.
"""

from __future__ import annotations

import ast
import hashlib
import logging
import os
import re
import shlex
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import jupytext
import nbformat
import papermill
import psutil
from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
from jupyter_client.manager import AsyncKernelManager
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode
from papermill.exceptions import PapermillExecutionError
from rings import ROOT, numbered, ring_of, solutions
from traitlets import Unicode, default
from traitlets.config import Config

from subtraction_games.files import atomic_write
from subtraction_games.sets import parse_size

FOLDED = {"parameters", "setup", "question", "drawing", "records"}  # tags of cells that JupyterLab and the book fold
PAIRED = {  # as `jupytext --sync` writes it
    key: rule
    for key, rule in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["jupytext"].items()
    if key != "outdated_text_notebook_margin"
}
QUIET = {  # the environment of kernels; Matplotlib reads only the first file with settings that it finds
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "MATPLOTLIBRC": os.devnull,
    "PYTHONSTARTUP": "",
    "TQDM_DISABLE": "1",
}


def run(source: Path, folder: Path, given: dict[str, Any]) -> tuple[Path, list[str]]:
    """Execute `source` with the given parameters, and write to `folder`. Raises ValueError if the run fails.

    Returns the path of the executed notebook and the names of the committed tables that were read.
    """
    notebook = jupytext.read(source)
    target = folder.absolute() / source.relative_to(ROOT).with_suffix(".ipynb")
    for path in {target, source.with_suffix(".ipynb")} - {source}:
        refuse_to_lose_an_edit(path, source)
    parameters = to_inject(notebook, given, source.name, recorded=folder.resolve() == ROOT)
    if not sys.stderr.isatty():  # where papermill shows no progress bar
        print("running:", source.name, *(f"{name} = {value}" for name, value in given.items()), flush=True)
    with tempfile.TemporaryDirectory() as output:
        executed = execute(notebook, parameters, source, output)
        reads = Path(output, "reads")  # as subtraction_games.files.table writes it
        read = sorted(set(reads.read_text(encoding="utf-8").splitlines())) if reads.exists() else []
        for file in sorted(Path(output, "figures").glob("*")):
            with atomic_write(folder / ring_of(source) / "figures" / file.name) as temporary:
                shutil.copyfile(file, temporary)
    with atomic_write(target) as temporary:
        temporary.write_text(normalized(executed), encoding="utf-8")
    return target, read


def refuse_to_lose_an_edit(path: Path, source: Path) -> None:
    """Raise ValueError if the .ipynb at `path` was edited by a program that did not edit its source as well.

    In a notebook that make or `make lab` wrote, the id of a cell is a hash, which no longer fits after an edit. A pair
    of a reader's own has other ids, so there the half that was saved last is the one that was edited.
    """
    there, half = (shlex.quote(os.path.relpath(each)) for each in (path, source))
    try:
        cells = nbformat.read(path, as_version=4).cells if path.is_file() else []
    except ValueError:
        raise ValueError(f"{there} is no notebook, perhaps since a merge; rm {there} lets make write it") from None
    if [cell.source for cell in cells] in ([], [cell.source for cell in jupytext.read(source).cells]):
        return
    paired = path == source.with_suffix(".ipynb")
    if paired and source not in (*numbered(), *solutions()):
        edited = path.stat().st_mtime > source.stat().st_mtime
    else:
        edited = any(cell.get("id") != id_of(place, cell) for place, cell in enumerate(cells))
    if edited:
        python = os.environ.get("PY", "python")  # as make states it
        keep = f"{python} -m jupytext --to py:percent {there} keeps the edit, in place of {half}"
        keep = keep if paired else f"mv {there} {there}.edited keeps the edit"
        raise ValueError(f"{there} was edited outside JupyterLab: {keep}; rm {there} drops it")


def to_inject(notebook: NotebookNode, given: dict[str, Any], name: str, recorded: bool) -> dict[str, Any]:
    """Return the given parameters, except those that already have the same values in the notebook's parameters cell.

    Raises ValueError for a parameter that the notebook does not have, or for a new value in a run to be `recorded`.
    """
    cells = [cell.source for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
    assigned = [node for node in ast.parse("\n".join(cells)).body if isinstance(node, ast.Assign)]
    stated = {target.id: node.value for node in assigned for target in node.targets if isinstance(target, ast.Name)}
    for parameter in given.keys() - stated.keys():
        raise ValueError(f"{name} has no parameter {parameter}; it has {', '.join(sorted(stated))}")
    other = {p: value for p, value in given.items() if value != eval(ast.unparse(stated[p]), {"__builtins__": {}})}
    for parameter, value in other.items() if recorded else ():
        tags = [tag.partition("/")[0] for cell in notebook.cells for tag in cell.metadata.get("tags", [])]
        size = " ".join(f"{tag}=..." for tag in tags if tag.isupper())  # the variable of make that sets this n
        raise ValueError(
            f"{name} was saved with {parameter} = {ast.unparse(stated[parameter])}, but git tracks the run at {value}: "
            f"set it back, or name the size: make figures/{name[:2]} {size}"
        )
    return other


def execute(notebook: NotebookNode, parameters: dict[str, Any], source: Path, output: str) -> NotebookNode:
    name = source.name
    for logger in ("traitlets", "asyncio", "papermill"):  # the errors that they log are raised, too
        logging.getLogger(logger).setLevel(logging.CRITICAL + 1)
    try:
        return papermill.execute_notebook(
            notebook,
            None,
            parameters,
            kernel_name="python3",
            language="python",
            kernel_manager_class=Kernel,
            config=Config(Kernel={"folder": str(source.parent), "output": output}),
            progress_bar={"desc": name, "leave": False, "disable": None},  # shown on a terminal
            extra_arguments=["--IPKernelApp.log_level=50", "--HistoryManager.enabled=False"],
            coalesce_streams=True,  # so that all text printed by a cell is one output, however the kernel split it
        )
    except PapermillExecutionError as error:
        reason = next((line for line in str(error.evalue).splitlines() if line.strip()), "")
        code = "".join(f"\n    {line}" for line in error.source.splitlines())
        raise ValueError(f"{name}, code cell {error.exec_count}: {error.ename}: {reason}{code}") from None
    except (DeadKernelError, RuntimeError, NoSuchKernel) as error:  # RuntimeError: it died before it could run
        log = Path(output, "stderr")
        last = [line for line in log.read_text(errors="replace").splitlines() if line.strip()] if log.exists() else []
        raise ValueError(": ".join([name, str(error), *last[-1:]])) from None


class Kernel(AsyncKernelManager):
    """A kernel of this Python, without a reader's settings, that runs in one folder and writes its figures to another.

    What it writes to stderr itself goes to a file, because the cells' own output is part of the notebook.
    """

    folder = Unicode().tag(config=True)
    output = Unicode().tag(config=True)

    @default("kernel_spec_manager")
    def _only_this_python(self) -> KernelSpecManager:
        return KernelSpecManager(kernel_dirs=[])

    async def _async_launch_kernel(self, kernel_cmd: list[str], **options: Any) -> None:
        own = {"IPYTHONDIR": f"{self.output}/ipython", "SUBTRACTION_GAMES_OUTPUT": self.output}
        variables = options["env"] | QUIET | own
        with Path(self.output, "stderr").open("wb") as errors:
            options |= {"cwd": self.folder, "env": variables, "stderr": errors}
            await super()._async_launch_kernel(kernel_cmd, **options)


def side_by_side(runs: list[Callable[[], Any]], jobs: int = 1) -> list[Any]:
    """Run these notebooks, up to `jobs` at a time, and return their results.

    After a failure, runs in progress are finished, and no others begin. Ctrl-C ends all kernels immediately.
    """
    with ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(each) for each in runs]
        try:
            for future in as_completed(waiting):
                future.result()
        except Exception:
            pool.shutdown(cancel_futures=True)
            raise
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # one interrupt is enough
            while [future for future in waiting if not (future.cancel() or future.done())]:
                for process in psutil.Process().children(recursive=True):  # new kernels may still begin, so try again
                    with suppress(psutil.NoSuchProcess):
                        process.kill()
                time.sleep(0.2)
            raise
    return [future.result() for future in waiting]


def id_of(place: int, cell: NotebookNode) -> str:
    return hashlib.sha256(f"{place} {cell.source}".encode()).hexdigest()[:12]


def normalized(notebook: NotebookNode) -> str:
    """Return the notebook's text without times, random ids, machine names or leftover progress bars."""
    for place, cell in enumerate(notebook.cells):
        cell.id = id_of(place, cell)
        tags = cell.metadata.get("tags", [])
        kept: dict[str, Any] = {"jupyter": {"source_hidden": True}} if FOLDED & set(tags) else {}
        kept |= {key: cell.metadata[key] for key in ("lines_to_next_cell", "tags") if cell.metadata.get(key)}
        cell.metadata = nbformat.from_dict(kept)
        for output in cell.get("outputs", []):
            if output.output_type == "stream":  # progress bars overwrite themselves, and end as blanks
                output.text = re.sub(r"[^\n]*\r| +$", "", output.text, flags=re.M)
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if output.get("text") != ""]
    notebook.metadata = NotebookNode(
        jupytext=PAIRED,
        kernelspec={"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        language_info={"name": "python"},
    )
    return str(nbformat.writes(notebook)) + "\n"


def main(name: str, folder: str, *settings: str) -> None:
    """Run a source, given by its path without the extension, with settings such as n=2**20."""
    source = next((path for end in (".py", ".ipynb") if (path := Path(name + end).absolute()).is_file()), None)
    if source is None:
        others = ", ".join(path.stem for path in solutions()) if "/solutions/" in name else ""
        hint = f"there are only {others}" if others else "notebooks/mine/README.md explains how to begin"
        raise ValueError(f"there is no {name}.py; {hint}")
    given = {key: parse_size(key, text) for key, _, text in (setting.partition("=") for setting in settings)}
    ((executed, _),) = side_by_side([partial(run, source, Path(folder), given)])
    print(f"made: {os.path.relpath(executed)}" + f", figures in {folder}/figures" * (folder != "."))
