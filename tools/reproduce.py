"""Run all notebooks that are out of date, and gather their results.

    python tools reproduce                 notebooks 1 to 7, with the paper's four figures
    python tools reproduce all             every notebook, and the tables of all their results
    python tools reproduce figure-1 12     the notebook that draws Figure 1, and notebook 12

The notebooks run at the sizes that they state, and write to the folders notebooks and figures of their ring, which git
tracks. If NIM_N, COLD_N or LESSON_N (such as 2**20 or 10**7) or METHOD (such as sieve) is set in the environment, the
notebooks use this setting and write to build/run-NIM-COLD-LESSON-METHOD/. JOBS notebooks run at a time, by default one
for each core.

The checksum of everything that determines the results of a notebook (its n, its source, the code that it imports, the
versions of other packages) names a file in build/stamps/. Each run adds a line to this file, with checksums of the
committed tables that the run read, of the engine if it was used, and of all files that it made. A notebook is up to
date if some line still matches, so switching to another branch and back reruns nothing. Doit and Snakemake compare
checksums of whole files named in advance, so they would rerun all notebooks after a change to a docstring.
"""

from __future__ import annotations

import ast
import json
import os
import re
import time
from collections import defaultdict
from collections.abc import Iterable
from functools import cache, partial
from hashlib import sha256
from modulefinder import ModuleFinder
from os.path import relpath
from pathlib import Path

from rings import RINGS, ROOT, numbered, ring_of
from tqdm import tqdm

from subtraction_games.evaluate import COLD_METHODS
from subtraction_games.files import write_table
from subtraction_games.reproduction import ROW
from subtraction_games.sets import parse_size

OF_THE_PAPER = "0[1-7]"  # the notebooks of the paper
DEAREST = ("05", "06", "07", "12", "15")  # the slowest notebooks, which begin first
METHODS = ("auto", *COLD_METHODS, "engine")
SIZES = {"NIM_N": 2**24, "COLD_N": 2**30, "LESSON_N": 2**16}
PACKAGES = {path.name: path for ring in RINGS for path in (ROOT / ring / "src").glob("subtraction_*")}
STAMPS = ROOT / "build/stamps"
RUN_BY = (ROOT / "tools/run_notebook.py", ROOT / "tools/requirements.txt")  # requirements.txt pins all dependencies


class Notebook:
    """A notebook, with the parameters and files that are named in its source."""

    def __init__(self, source: Path, sizes: dict[str, int], out: Path, method: str = "auto") -> None:
        text = source.read_text(encoding="utf-8")
        tagged = re.search(r'^# %% tags=\["parameters", "(\w+)(?:/(\d+))?"\]\n((?:.+\n)*)', text, flags=re.M)
        if not tagged or tagged[1] not in sizes:
            raise ValueError(f'{source.name} must name the size that sets its n, as in tags=["parameters", "COLD_N"]')
        self.source, self.name, self.text, self.out = source, source.stem, text, out
        self.parameters: dict[str, int | str] = {"n": max(256, sizes[tagged[1]] // int(tagged[2] or 1))}
        if "method = " in tagged[3]:
            self.parameters["method"] = method
        self.figures = sorted(set(re.findall(r'"(figure-\d+-[a-z0-9-]+)"', text)))
        self.executed = out / source.relative_to(ROOT).with_suffix(".ipynb")
        drawings = out / ring_of(source) / "figures"
        self.drawn = [drawings / f"{name}.{ending}" for name in self.figures for ending in ("svg", "png", "csv")]

    def stamp(self) -> Path:
        """Return the path of the stamp, a file with a line for each run of the notebook in its present form."""
        texts = [(file.name, file.read_text(encoding="utf-8")) for file in code_of(self.source)]
        code = [(name, without_docstrings(text) if name.endswith(".py") else text) for name, text in texts]
        inputs = json.dumps([self.parameters, self.text, code, checksums(RUN_BY)])
        return STAMPS / f"{self.name}-{sha256(inputs.encode()).hexdigest()[:20]}"

    def is_current(self) -> bool:
        """Return whether a run in the present form wrote to `out`, and all that it read or made is unchanged."""
        runs = self.stamp().read_text(encoding="utf-8").splitlines() if self.stamp().exists() else []
        here = relpath(self.executed, ROOT)
        return any(here in known and checksums(known) == known for known in map(json.loads, runs))

    def note_run(self, read: Iterable[str]) -> None:
        """Add a line to the stamp for the run that has just ended, given the tables that it read."""
        state = checksums([*read, self.executed, *self.drawn])
        with self.stamp().open("a", encoding="utf-8") as stamp:
            stamp.write(json.dumps(state) + "\n")

    def answers_to(self, name: str) -> bool:
        """Return whether the notebook or one of its figures has this name, perhaps shortened (5, 05, figure-1)."""
        names = (self.name, self.name.lstrip("0"), *self.figures)
        return any(f"{each}-".startswith(f"{Path(name).stem}-") for each in names)


def checksums(files: Iterable[str | Path]) -> dict[str, str | None]:
    """Return {name: checksum of the file or package, or None if it is missing}, with names relative to the project."""
    names = [file if file in PACKAGES else relpath(ROOT / file, ROOT) for file in map(str, files)]
    return {name: checksum(PACKAGES.get(name, ROOT / name)) for name in names}


def checksum(path: Path) -> str | None:
    """Return the checksum of a file, or of the code of a package, or None if the path is missing."""
    if path.is_dir():
        code = "".join(without_docstrings(file.read_text(encoding="utf-8")) for file in sorted(path.rglob("*.py")))
        return sha256(code.encode()).hexdigest()
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def code_of(source: Path) -> list[Path]:
    """Return our modules that a notebook imports, even indirectly or in functions, and the pages beside them."""
    roots = [ROOT / ring / "src" for ring in RINGS]
    finder = ModuleFinder(path=list(map(str, roots)))
    finder.run_script(str(source))
    files = {Path(getattr(module, "__file__", None) or "") for module in finder.modules.values()}
    inside = sorted(path for path in files if any(map(path.is_relative_to, roots)))
    pages = [page for path in inside if path.name == "__init__.py" for page in sorted(path.parent.glob("*.[hcjt]*"))]
    return [*inside, *pages]


@cache
def without_docstrings(source: str) -> str:
    """Return a module's syntax tree without docstrings. A tree contains neither comments nor layout."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.dump(tree)


def chosen(names: tuple[str, ...], notebooks: list[Notebook]) -> list[Notebook]:
    """Return the notebooks with these names or figures: all for "all", and notebooks 1 to 7 for an empty tuple."""
    if names == ("all",):
        return notebooks
    if not names:
        return [each for each in notebooks if re.match(OF_THE_PAPER, each.name)]
    for name in names:
        if not any(each.answers_to(name) for each in notebooks):
            figures = " ".join(figure for each in notebooks for figure in each.figures)
            drawn = " ".join(dict.fromkeys(re.findall(r"figure-(\d+(?:-\d+)?)", figures)))
            numbers = " ".join(each.name[:2] for each in notebooks)
            raise ValueError(f"nothing makes {name}; there are notebooks {numbers}, and figure-N for N = {drawn}")
    return [each for each in notebooks if any(map(each.answers_to, names))]


def run_one(each: Notebook) -> None:
    """Run a notebook, and record that it is up to date."""
    from run_notebook import run

    begun = time.monotonic()
    _, read = run(each.source, each.out, each.parameters)
    each.note_run(read)
    with tqdm.external_write_mode():
        took = f"{time.monotonic() - begun:.0f} s"
        print(f"done: {relpath(each.executed)} (n = {each.parameters['n']}), {took}", flush=True)


def gather(notebooks: list[Notebook], out: Path) -> None:
    """Write the rows that the executed notebooks contain into their tables, in the order of the notebooks."""
    tables = defaultdict[str, list[dict[str, str]]](list)
    for each in notebooks:
        for cell in json.loads(each.executed.read_text(encoding="utf-8"))["cells"]:
            for row in (output["data"][ROW] for output in cell.get("outputs", []) if ROW in output.get("data", {})):
                tables[row["table"]].append(dict(row["cells"]))
    for name, rows in tables.items():
        write_table(out / name, {column: [row[column] for row in rows] for column in rows[0]})


def main(*names: str) -> None:
    """Run the notebooks with these names or figures, or notebooks 1 to 7 if none are given."""
    sizes = {name: parse_size(name, os.environ.get(name, str(size))) for name, size in SIZES.items()}
    jobs = parse_size("JOBS", os.environ.get("JOBS", str(os.cpu_count())), least=1)
    method = os.environ.get("METHOD", "auto")
    if method not in METHODS:
        raise ValueError(f"METHOD must be one of {', '.join(METHODS)}, not {method!r}")
    usual = sizes == SIZES and method == "auto"
    out = ROOT if usual else ROOT / f"build/run-{'-'.join(map(str, sizes.values()))}-{method}"
    notebooks = [Notebook(source, sizes, out, method) for source in numbered()]
    asked = chosen(names, notebooks)
    if stale := [each for each in asked if not each.is_current()]:
        from run_notebook import side_by_side  # takes a second

        print(f"{len(stale)} notebook{'s'[: len(stale) > 1]} to run, {jobs} at a time", flush=True)
        STAMPS.mkdir(parents=True, exist_ok=True)
        stale.sort(key=lambda each: not each.name.startswith(DEAREST))
        side_by_side([partial(run_one, each) for each in stale], jobs)
    if names not in ((), ("all",)):
        print("made:", *(relpath(path) for each in asked for path in each.drawn or [each.executed]))
        return
    if names or not usual:  # git tracks the tables of all notebooks
        gather(asked, out)
    what = "all notebooks" if names else "notebooks 1 to 7"
    print(f"{what} in {relpath(out / 'notebooks')}, figures in {relpath(out / 'figures')}")
