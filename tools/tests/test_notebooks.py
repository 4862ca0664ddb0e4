"""Notebooks have both halves in step, are executed cleanly, have good style, run at tiny n, and make a workbook."""

import ast
import os
import re
import shutil
import sys

import jupytext
import nbformat
import pytest
import run_notebook as tool
import workbook
from jupytext.cli import jupytext as sync
from matplotlib import pyplot as plt
from rings import numbered, ring_of, solutions

from subtraction_games import figures as drawing
from subtraction_games.reproduction import ROW

SOURCES, SOLUTIONS = numbered(), solutions()
PAIRS = [*SOURCES, *SOLUTIONS]
TEMPLATES = sorted((tool.ROOT / "notebooks/templates").glob("*.py"))


def tagged(tag, cell) -> bool:
    return tag in cell.metadata.get("tags", [])


def test_every_notebook_has_both_halves_of_its_pair():
    assert [path.with_suffix(".py") for path in [*numbered("ipynb"), *solutions("ipynb")]] == PAIRS


@pytest.mark.parametrize("source", PAIRS, ids=lambda source: source.stem)
def test_a_pair_is_in_step_and_executed_in_order_and_no_editor_has_saved_it(source):
    executed = source.with_suffix(".ipynb")
    saved = nbformat.read(executed, as_version=4)
    halves = ([(cell.cell_type, cell.source) for cell in half.cells] for half in (jupytext.read(source), saved))
    assert next(halves) == next(halves), "`make all` (or `make solutions`) executes the .py half again"
    assert tool.normalized(saved) == executed.read_text(encoding="utf-8"), "`make all` executes the .py half again"
    code = [cell for cell in saved.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1)), "it was run by hand: `make all`"
    wrong = [o for cell in code for o in cell.outputs if o.output_type == "error" or o.get("name") == "stderr"]
    assert not wrong or source in SOLUTIONS, "fix what warns or fails, then run `make all`"


@pytest.mark.parametrize("source", PAIRS, ids=lambda source: source.stem)
def test_it_is_short_names_its_size_in_one_cell_of_literals_and_no_path(source):
    read = source.read_text(encoding="utf-8").partition('# %% tags=["records"]')[0]
    most = 575 if source.stem.startswith(("03", "07", "08")) else 500
    assert source in SOLUTIONS or read.count("\n") <= most, "say each thing once, or make two notebooks of it"
    cells = jupytext.read(source).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    assert "../" not in code, 'write files.table("data/...") in place of a path, or the table does not count as read'
    imported = re.findall(r"^(?:from|import) (\w+)", code, flags=re.M)
    assert not [name for name in imported if any(tool.ROOT.glob(f"*/{name}.py"))], "readers have only the packages"
    stated = [cell.source.splitlines() for cell in cells if tagged("parameters", cell)]
    assert len(stated) == 1 or source in SOLUTIONS
    for line in (line for lines in stated for line in lines if source in SOURCES):
        assert re.fullmatch(r'\w+ = ("[\w-]+"|[1-9][\d*]*)  # .+', line), "a text or a positive number, with a comment"


def test_short_cells_and_enough_prose():
    cells = [cell for source in SOURCES for cell in jupytext.read(source).cells]
    cells = [cell for cell in cells if not tool.FOLDED & set(cell.metadata.get("tags", []))]
    lines = [len(cell.source.splitlines()) for cell in cells if cell.cell_type == "code"]
    words = sum(len(cell.source.split()) for cell in cells if cell.cell_type == "markdown")
    assert max(lines) <= 20, "cut the longest cell in two, or move what it defines into the package"
    assert words >= 10 * sum(lines), "say in words what the code does: ten for each of its lines"


EXERCISE = re.compile(
    r"(\d+)\. \*(Check|Prove|Go further)\.\* (★{1,3} \d+ min\. )?.*\[Solution\]\(.*solutions/\d\d-\d\d\.ipynb#(.*)\)"
)


def test_exercises_are_of_three_kinds_each_with_its_solution_in_the_same_order():
    posed, lines = [], "".join(source.read_text(encoding="utf-8") for source in SOLUTIONS).splitlines()
    for source in SOURCES:
        text = "".join(cell.source for cell in jupytext.read(source).cells if "## Exercises\n" in cell.source)
        listed = re.split(r"^(?=\d+\. )", text.partition("## Exercises\n")[2].split("\n\n**")[0], flags=re.M)[1:]
        found = [EXERCISE.fullmatch(" ".join(each.split())) for each in listed]
        assert all(found), f"an exercise of {source.stem} has no kind or no solution"
        assert len({exercise[2] for exercise in found}) in (0, 3), f"{source.stem} needs exercises of three kinds"
        assert all(exercise[3] or ring_of(source) != "." for exercise in found), "say how long it takes, and how hard"
        posed += [(f"Notebook {int(source.stem[:2])}, exercise {exercise[1]}", exercise[4]) for exercise in found]
    solved = [line.removeprefix("# ## ") for line in lines if line.startswith("# ## ")]
    linked = [(heading, heading.replace(" ", "-")) for heading in solved]
    assert posed == linked, "add the missing solution at the same place in notebooks/solutions, or the missing exercise"


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # such as those about means of nothing
@pytest.mark.parametrize("source", [*PAIRS, *TEMPLATES], ids=lambda source: source.stem)
def test_every_notebook_runs_at_tiny_n(source, tmp_path, monkeypatch, capsys):
    """The cells run in this process, because starting kernels would take most of the time.

    Notebooks 1 to 7 and the templates run with nothing of the repository beside them, as when they are downloaded from
    the web edition, or handed out.
    """
    monkeypatch.setenv("SUBTRACTION_GAMES_OUTPUT", str(tmp_path))
    monkeypatch.setattr(drawing, "show", lambda figure, alt: plt.close(figure))
    rows = []
    monkeypatch.setattr("IPython.display.display", lambda *shown, raw=False: rows.append(dict(shown[0][ROW]["cells"])))
    monkeypatch.chdir(tmp_path if ring_of(source) == "." else source.parent)
    namespace = {"__name__": "__main__", "display": lambda *shown: None}
    for cell in jupytext.read(source).cells:
        if cell.cell_type == "code":
            exec(compile(cell.source, f"{source.name}: {cell.source[:40]!r}", "exec"), namespace)
        if tagged("parameters", cell):
            namespace["n"] = 256
    plt.close("all")
    assert bool(rows) is ('tags=["records"]' in source.read_text(encoding="utf-8"))
    names = [row.get("claim") or row["finding"] for row in rows]
    assert len(names) == len({*names}), "the article finds a row by its name"
    assert {row["agrees"] for row in rows if "claim" in row} <= {"yes", "no", "another n", "confirmed"}


@pytest.mark.parametrize("newer", [".py", ".ipynb"])
def test_jupytext_sync_changes_neither_half(newer, tmp_path):
    """Editors that pair notebooks call it. It takes the half that was saved last, and writes the other one again."""
    shutil.copy(tool.ROOT / "pyproject.toml", tmp_path)
    for source in PAIRS:
        halves = {tmp_path / source.name: source.read_text(encoding="utf-8")}
        halves[tmp_path / f"{source.stem}.ipynb"] = tool.normalized(jupytext.read(source))
        for half, text in halves.items():
            half.write_text(text, encoding="utf-8")
            os.utime(half, (0, 10 if half.suffix == newer else 0))
        sync(["--quiet", "--sync", str(tmp_path / f"{source.stem}.ipynb")])
        assert {half: half.read_text("utf-8") for half in halves} == halves, "a heading, say, begins with '# #'"


@pytest.mark.parametrize(("fails", "answered"), [(False, "Kernel died"), (True, "last")])
def test_a_kernel_that_dies_or_cannot_start_is_answered_in_a_line(tmp_path, monkeypatch, fails, answered):
    python, source = tmp_path / "python", tmp_path / "01-a.py"
    source.write_text("# %%\nimport os\nos._exit(1)\n")
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    if fails:
        python.write_text("#!/bin/sh\necho first >&2\necho last >&2\nexit 1\n")
        python.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(python))
    with pytest.raises(ValueError, match=rf"^01-a\.py: .*{answered}$"):
        tool.run(source, tmp_path / "out", {})


def test_the_workbook_has_the_notebooks_with_functions_to_write(tmp_path):
    """The example of `without_bodies` shows what happens to a cell whose functions a class is to write."""
    folder, gaps, names = tmp_path / "workbook", 0, {f"{source.stem}.ipynb" for source in SOURCES[:7]}
    workbook.main(str(folder))
    assert {path.name for path in folder.iterdir()} == names
    for source in SOURCES[:7]:
        given = nbformat.read(folder / f"{source.stem}.ipynb", as_version=4).cells
        whole = [cell for cell in jupytext.read(source).cells if not tagged("records", cell)]
        kept = [pair for pair in zip(given, whole, strict=True) if not tagged("yours", pair[1])]
        assert all(cell.source == other.source for cell, other in kept if cell.cell_type == "code")
        assert not any(cell.get("outputs") or cell.get("execution_count") for cell in given)
        gaps += sum(cell.source.count(workbook.GAP) for cell in given)
        text = "\n\n".join(cell.source for cell in given if cell.cell_type == "markdown")
        links = {link for link in re.findall(r"\]\(([^)#]+)", text) if not link.startswith("http")}
        assert set() < links <= names, "the folder is handed out alone, and each notebook leads to the next"
        assert "Solution" not in text
    assert gaps == len(SLIPS), 'a cell with tags=["yours"] has functions for a class to write'
    with pytest.raises(ValueError, match="must define a function"):
        workbook.without_bodies("x = 1")


SLIPS = {  # two typical slips for each function of the workbook: what a student writes in place of what
    "is_hot": [("for s in MOVES if s <= coins)", "for s in MOVES if s < coins)"), ("any(not is_hot", "any(is_hot")],
    "winning": [("s <= coins and not", "s < coins and not"), ("and not is_hot(coins - s)]", "and is_hot(coins - s)]")],
    "mex": [("range(len(numbers) + 1)", "range(1, len(numbers) + 2)"), ("range(len(numbers) + 1)", "range(9, 99)")],
    "nim_value": [("if s <= coins}", "if s < coins}"), ("return mex({", "return len({")],
    "cold_by_dynamic_programming": [
        ("moves <= position", "moves < position"),
        ("flatnonzero(~hot)", "flatnonzero(hot)"),
    ],
    "cold_by_sieving": [("        if not hot[position]:\n    ", ""), ("n - position]", "n - position - 1]")],
    "halved": [("(u - r * v) % PRIME", "u - r * v"), ("u - r * v", "r * u - v")],
    "boolean_convolution": [("2 ** (len(a) + len(b)).bit_length()", "len(a)"), ("> 0.5", "!= 0")],
    "evaluate": [("[m - x : y - x]", "[: y - m]"), ("hotspots[m - x :] | marks", "marks")],
    "nim_values_by_levels": [("values >= 0", "values > 0"), ("level = 0", "level = 1")],
    "median_slope": [("others = x != x[i]", "others = x > x[0]"), ("np.median((y", "np.mean((y")],
    "repeated_medians": [("y - slopes * x", "y - np.median(slopes) * x"), ("np.median(slopes),", "np.mean(slopes),")],
    "digit_counts": [(", minlength=base", ""), ("(cold // base**place) % base", "cold % base")],
    "is_difference_free": [("(a - b) % m", "abs(a - b)"), (" if a != b", ""), ("k * k % m", "k * k")],
}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # a wrong function may divide by zero
def test_the_workbook_tells_students_in_their_own_cell_what_is_missing_or_wrong(tmp_path, monkeypatch):
    """A gap stops its own cell, a slip fails there with a sentence of help, and the solution passes."""
    monkeypatch.setenv("SUBTRACTION_GAMES_OUTPUT", str(tmp_path))
    written = []
    for source in SOURCES[:7]:
        cells, namespace = jupytext.read(source).cells, {"__name__": "__main__"}
        last = max((place for place, cell in enumerate(cells) if tagged("yours", cell)), default=-1)
        for cell in cells[: last + 1]:
            written += check_gaps(cell.source, namespace) if tagged("yours", cell) else []
            if cell.cell_type == "code" and not tagged("drawing", cell):
                exec(cell.source, namespace)
            if tagged("parameters", cell):
                namespace["n"] = 256
    assert written == list(SLIPS)


def check_gaps(code: str, namespace: dict) -> list[str]:
    """The functions that a cell leaves to write, after each has been left out and written in two wrong ways."""
    functions = [part for part in ast.parse(code).body if isinstance(part, ast.FunctionDef)]
    assert all(map(ast.get_docstring, functions)), "the docstring is all that students are told"
    with pytest.raises(NotImplementedError, match="yours to write"):
        exec(workbook.without_bodies(code), {**namespace})
    for function in functions:
        for right, wrong in SLIPS[function.name]:
            before, begin, rest = code.partition(f"def {function.name}(")
            assert right in rest
            with pytest.raises(AssertionError, match=r"\w+ \w+ \w+"):
                exec(before + begin + rest.replace(right, wrong, 1), {**namespace})
    return [function.name for function in functions]
