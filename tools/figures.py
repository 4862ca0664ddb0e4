"""Run the notebooks that are out of date, and gather what they found: `make figures`.

    python tools/figures.py                 Part I: notebooks 1 to 7, with the paper's four figures
    python tools/figures.py all             every notebook, and the tables of what all of them found
    python tools/figures.py figure-1 12     the one that draws Figure 1, and notebook 12

They run at the sizes that they state, into notebooks/ and figures/, which git tracks. With NIM_N, COLD_N, LESSON_N
(2**20, 10**7) or METHOD (sieve) in the environment they run with these, into build/run-NIM-COLD-LESSON-METHOD/. JOBS
run at a time, else one for each core.

A notebook is up to date while build/stamps/ has a file named after the checksum of all that it is made of (its n, its
source, the code that it imports without comments and docstrings, the versions of other packages, the committed tables
that it reads) and of all that it made. So another branch, and back again, runs nothing.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback from an import

import imports
from places import ROOT, checks_of, numbered, place_of
from tqdm import tqdm

import subtraction_games as sg
from subtraction_engine.longruns.cache import cached
from subtraction_engine.support.blocks import cores
from subtraction_games.formulas import parse_size

TABLES = ("reproduction", "findings")
PART_I = "0[1-7]"  # the notebooks of the paper
METHODS = ("auto", "sieve", "convolution", "dynamic-programming", "engine")
SIZES = {"NIM_N": 2**24, "COLD_N": 2**30, "LESSON_N": 2**16}
STAMPS = ROOT / "build/stamps"


# --- what is out of date -------------------------------------------------------------------------------


class Notebook:
    """What a notebook's source says of it: which of make's sizes its n follows, what it draws and what it reads."""

    def __init__(self, source: Path, sizes: dict[str, int], out: Path, method: str = "auto") -> None:
        text = source.read_text(encoding="utf-8")
        follows = re.search(r"^n = .*\(make's (NIM_N|COLD_N|LESSON_N)(?: / (\d+))?\)", text, flags=re.M)
        if not follows:
            what = "does not say which size it follows: write (make's COLD_N), say, behind its n"
            raise ValueError(f"{place_of(source)} {what}")
        checks = checks_of(source)
        beside = checks.read_text(encoding="utf-8") if checks.exists() else ""
        self.source, self.name, self.text, self.out = source, source.stem, text + beside, out
        self.parameters: dict[str, int | str] = {"n": max(256, sizes[follows[1]] // int(follows[2] or 1))}
        if re.search(r"^method = .*\(make's METHOD\)", text, flags=re.M):
            self.parameters["method"] = method
        self.figures = sorted(set(re.findall(r'"(figure-\d+-[a-z0-9-]+)"', text)), key=number_of)
        self.arrays = set(re.findall(r'\bcached\("(\w+)", sg\.squares, n\)', text))
        tables = re.findall(r"""(["'])(?:\.\./)+((?:data|figures)/[^"'\n]+)\1""", text)
        self.tables = [ROOT / name for _, name in tables]
        self.executed = out / place_of(source).with_suffix(".ipynb")
        self.drawn = [out / f"figures/{name}.{ending}" for name in self.figures for ending in ("svg", "png", "csv")]
        self.rows = {table: out / f"build/{table}/{self.name[:2]}.csv" for table in TABLES}  # not every one has some

    def stamp(self) -> Path:
        """The stamp that exists when the outputs are up to date with the inputs; what is missing has no checksum."""
        digest = sha256(f"{self.parameters} {versions()} {imports.checksum(self.text)} {self.text}".encode())
        for path in [*self.tables, self.executed, *self.drawn, *self.rows.values()]:
            with suppress(FileNotFoundError, IsADirectoryError):
                digest.update(f"{path.name} {sha256(path.read_bytes()).hexdigest()} ".encode())
        return STAMPS / f"{self.name}-{digest.hexdigest()[:20]}"

    def answers_to(self, name: str) -> bool:
        """Whether this is notebook `name`, or draws figure `name`: 5, 05, figure-1, or all of either."""
        name, number = Path(name).stem, self.name[:2]
        draws = any(f"{figure}-".startswith(f"{name}-") for figure in self.figures)
        return draws or name in (self.name, number, number.lstrip("0"))


def number_of(figure: str) -> list[int]:
    """What to sort by: [8, 2] for "figure-8-2-thirteen-games", [1] for "figure-1-maximum-nim-value"."""
    return [int(part) for part in re.match(r"figure((?:-\d+)+)", figure)[1].split("-")[1:]]  # type: ignore[index]


@cache
def versions() -> str:
    """The checksum of how notebooks are run, and of the versions of everything that they need."""
    paths = (ROOT / "tools/run_notebook.py", ROOT / "tools/requirements.txt")
    return sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def chosen(names: list[str], notebooks: list[Notebook]) -> list[Notebook]:
    """The notebooks that are named, or draw what is named; all for "all", and Part I if nothing is named."""
    if names == ["all"]:
        return notebooks
    if not names:
        return [each for each in notebooks if re.match(PART_I, each.name)]
    for name in names:
        if not any(each.answers_to(name) for each in notebooks):
            figures = sorted({tuple(number_of(figure)) for each in notebooks for figure in each.figures})
            drawn = " ".join("-".join(map(str, figure)) for figure in figures)
            there = f"notebooks {' '.join(each.name[:2] for each in notebooks)}, and figure- {drawn}"
            raise ValueError(f"nothing makes {name}; there are {there}")
    return [each for each in notebooks if any(map(each.answers_to, names))]


# --- running them --------------------------------------------------------------------------------------


def compute_shared(stale: list[Notebook]) -> None:
    """Have the arrays that notebooks read in build/data, each computed once and on all cores."""
    for name, n in sorted({(array, int(each.parameters["n"])) for each in stale for array in each.arrays}):
        print(f"first the {name.replace('_', ' ')} below {n:,}", flush=True)
        cached(name, sg.squares, n)


def run_all(stale: list[Notebook], jobs: int) -> str:
    """Run notebooks side by side; "", or the message of the first that fails, after which no other begins."""
    STAMPS.mkdir(parents=True, exist_ok=True)
    print(f"{len(stale)} notebook{'s'[: len(stale) > 1]} to run, {jobs} at a time", flush=True)
    running, failed = list[str](), ""
    bar = tqdm(total=len(stale), bar_format="{n} of {total} notebooks after {elapsed}, running {desc}", disable=None)
    with ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(run_one, each, running) for each in stale}
        try:
            while waiting:
                bar.set_description_str(" and ".join(running))
                done, waiting = wait(waiting, timeout=1, return_when=FIRST_COMPLETED)
                for future in done:
                    failed = failed or future.result()
                    bar.update()
                waiting = {future for future in waiting if not (failed and future.cancel())}
        finally:
            bar.close()
            stop(waiting)
    return failed


def run_one(each: Notebook, running: list[str]) -> str:
    """Run a notebook, in a thread; "", or what went wrong. `running` has its name for so long."""
    from run_notebook import NotebookError, run

    running.append(each.name)
    begun = time.monotonic()
    try:
        run(each.source, each.out, each.parameters, bar=False)
    except (NotebookError, OSError) as error:
        return str(error) or repr(error)
    except RuntimeError as error:  # its kernel died
        return f"{each.source.name}: {error}"
    finally:
        running.remove(each.name)
    each.stamp().touch()
    tqdm.write(f"done: {near(each.executed)} (n = {each.parameters['n']}), {time.monotonic() - begun:.0f} s")
    sys.stdout.flush()
    return ""


def stop(waiting: set[Future[str]]) -> None:
    """End what still runs, by ending its kernel: it removes its temporary files and changes nothing."""
    from run_notebook import stop_kernels  # is loaded by now

    if waiting:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
    while waiting := {future for future in waiting if not (future.cancel() or future.done())}:
        stop_kernels()
        wait(waiting, timeout=0.2)


# --- what they found -----------------------------------------------------------------------------------


def gather(table: str, notebooks: list[Notebook], out: Path) -> None:
    """Write all notebooks' rows of a table, in their order, into one file, if they aren't there already."""
    parts = [each.rows[table].read_text(encoding="utf-8") for each in notebooks if each.rows[table].exists()]
    if not parts:
        return
    header = parts[0].partition("\n")[0] + "\n"
    whole, target = header + "".join(part.removeprefix(header) for part in parts), out / f"figures/{table}.csv"
    if not target.exists() or target.read_text(encoding="utf-8") != whole:
        target.with_suffix(".part").write_text(whole, encoding="utf-8")
        target.with_suffix(".part").replace(target)


def make(names: list[str]) -> str:
    """Make what is named, or everything; returns what a notebook failed of, or ""."""
    sizes = {name: parse_size(name, os.environ.get(name, str(size))) for name, size in SIZES.items()}
    jobs = parse_size("JOBS", os.environ.get("JOBS", str(cores())), least=1)
    method = os.environ.get("METHOD", "auto")
    if method not in METHODS:
        raise ValueError(f"METHOD must be one of {', '.join(METHODS)}, not {method!r}")
    usual = sizes == SIZES and method == "auto"
    out = ROOT if usual else ROOT / f"build/run-{'-'.join(map(str, sizes.values()))}-{method}"
    notebooks = [Notebook(source, sizes, out, method) for source in numbered()]
    asked = chosen(names, notebooks)
    stale = [each for each in asked if not each.stamp().exists()]
    compute_shared(stale)
    longest_first = sorted(stale, key=lambda each: len(each.text), reverse=True)  # near enough
    if stale and (failed := run_all(longest_first, jobs)):
        return failed
    if names and names != ["all"]:
        print("made:", *(near(path) for each in asked for path in each.drawn or [each.executed]))
    else:
        for table in TABLES if names or not usual else ():  # git tracks the tables of all notebooks
            gather(table, asked, out)
        print(
            f"{'all notebooks' if names else 'Part I'} in {near(out / 'notebooks')}, figures in {near(out / 'figures')}"
        )
    return ""


def near(path: Path) -> str:
    """The path as it is read from the project's folder."""
    return f"./{path.relative_to(ROOT)}"


def main(names: list[str]) -> int | str:
    """What to exit with."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        return make(names)
    except KeyboardInterrupt:
        print("stopped: what is finished is kept, and the same command goes on", file=sys.stderr)
        return 130
    except (ValueError, OSError, MemoryError) as error:
        return f"error: {error}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) or 0)
