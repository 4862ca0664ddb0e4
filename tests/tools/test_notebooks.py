"""The notebooks: pairs in step, executed cleanly, in good style, and right at tiny n."""

import re
from pathlib import Path

import jupytext
import nbformat
import numpy as np
import pandas as pd
import pytest
import run_notebook as tool
from conftest import ROOT
from matplotlib import pyplot as plt
from places import numbered, records_of, solutions

import subtraction_games as sg
from subtraction_games import figures as drawing

SOURCES = numbered()
NAMES = [source.stem for source in SOURCES]
SOLUTIONS = solutions()


# --- the committed pairs -------------------------------------------------------------------------------


def cells_of(path: Path) -> list[tuple[str, str]]:
    return [(cell.cell_type, cell.source) for cell in jupytext.read(path).cells]


def test_every_notebook_has_both_halves_of_its_pair():
    assert [path.with_suffix(".py") for path in [*numbered("ipynb"), *solutions("ipynb")]] == [*SOURCES, *SOLUTIONS]


@pytest.mark.parametrize("source", [*SOURCES, *SOLUTIONS], ids=lambda source: source.stem)
def test_a_pair_is_in_step_and_no_editor_has_saved_it(source):
    executed = source.with_suffix(".ipynb")
    assert cells_of(source) == cells_of(executed), "`make all` (or `make solutions`) executes the .py half anew"
    saved = nbformat.read(executed, as_version=4)
    assert tool.normalized(saved) == executed.read_text(encoding="utf-8"), "`make all` executes the .py half anew"


@pytest.mark.parametrize("source", [*SOURCES, *SOLUTIONS], ids=lambda source: source.stem)
def test_a_source_is_as_jupytext_writes_it(source):
    written = jupytext.writes(jupytext.read(source), "py:percent")
    body, again = (text.partition("\n# %%")[2] for text in (source.read_text(encoding="utf-8"), written))
    assert body == again, "saving it unchanged in JupyterLab would change it; a heading, say, begins with '# #'"
    length = len(source.read_text(encoding="utf-8").splitlines())
    assert length <= 500, f"{length} lines: say each thing once, or make two notebooks of it"


@pytest.mark.parametrize("source", [*SOURCES, *SOLUTIONS], ids=lambda source: source.stem)
def test_committed_notebooks_are_executed_cleanly_and_in_order(source):
    code = [cell for cell in nbformat.read(source.with_suffix(".ipynb"), 4).cells if cell.cell_type == "code"]
    counts = [cell.execution_count for cell in code]
    assert counts == list(range(1, len(code) + 1)), f"{source.stem} was run by hand: `make all` (or `make solutions`)"
    wrong = [o for cell in code for o in cell.outputs if o.output_type == "error" or o.get("name") == "stderr"]
    assert not wrong or source in SOLUTIONS, "mend what warns or fails, then `make all`"
    injected = [cell for cell in code if "injected-parameters" in cell.metadata.get("tags", [])]
    assert not injected, "git tracks what a notebook's own n gives: `make all`"


def exercises(source: Path) -> list[str]:
    """Each exercise of a notebook, on one line; an appendix may have none."""
    texts = [cell.source for cell in jupytext.read(source).cells if "## Exercises\n" in cell.source]
    numbered = "".join(texts).partition("## Exercises\n")[2].split("\n\n**")[0]
    return [" ".join(each.split()) for each in re.split(r"^(?=\d+\. )", numbered, flags=re.M) if each[:1].isdigit()]


WITH_EXERCISES = [source for source in SOURCES if exercises(source)]


@pytest.mark.parametrize("source", WITH_EXERCISES, ids=lambda source: source.stem)
def test_exercises_are_of_three_kinds_each_with_its_solution(source):
    found, notebook = exercises(source), int(source.stem[:2])
    kinds = [re.match(r"\d+\. \*(Check|Prove|Go further)\.\* ", exercise) for exercise in found]
    assert all(kinds), "each exercise begins with *Check.*, *Prove.* or *Go further.*"
    assert {kind[1] for kind in kinds} == {"Check", "Prove", "Go further"}, "it needs exercises of each kind"
    further = [exercise for exercise, kind in zip(found, kinds, strict=True) if kind[1] == "Go further"]
    assert any("make explore" in each or "[explorer](" in each for each in further), (
        "one that goes further is done by `make explore`, or links to the [explorer](../../book/explore.md)"
    )
    for number, exercise in enumerate(found, start=1):
        assert exercise.startswith(f"{number}. "), "number the exercises in their order"
        link = re.search(r"\[Solution\]\((?:\.\./)?solutions/(.*)\.ipynb#(.*)\)$", exercise)
        assert link, "each exercise ends with [Solution](solutions/part-3.ipynb#...), as its neighbours do"
        (part, anchor) = link.groups()
        assert anchor == f"Notebook-{notebook},-exercise-{number}"
        text = (ROOT / f"notebooks/solutions/{part}.py").read_text(encoding="utf-8")
        heading = f"# ## Notebook {notebook}, exercise {number}\n#\n# **"
        assert heading in text, f"write the solution in solutions/{part}.py, with a bold title: {heading!r}"


def test_every_solution_has_its_exercise():
    headings = [line for source in SOLUTIONS for line in source.read_text(encoding="utf-8").splitlines()]
    solved = [tuple(map(int, re.findall(r"\d+", line))) for line in headings if line.startswith("# ## ")]
    asked = [(int(source.stem[:2]), k) for source in SOURCES for k in range(1, len(exercises(source)) + 1)]
    assert solved == asked, "solutions stand in the order of the exercises, one for each"


# --- style ---------------------------------------------------------------------------------------------


def test_short_cells_and_enough_prose():
    cells = [cell for source in SOURCES for cell in jupytext.read(source).cells]
    cells = [cell for cell in cells if not tool.FOLDED & set(cell.metadata.get("tags", []))]
    lines = [len(cell.source.splitlines()) for cell in cells if cell.cell_type == "code"]
    words = sum(len(cell.source.split()) for cell in cells if cell.cell_type == "markdown")
    assert max(lines) <= 20, "cut the longest cell in two, or move what it defines into the package"
    assert words >= 10 * sum(lines), "say in words what the code does: ten for each of its lines"


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_one_parameters_cell_of_literals(source):
    tagged = [cell for cell in jupytext.read(source).cells if "parameters" in cell.metadata.get("tags", [])]
    assert len(tagged) == 1, 'one cell has tags=["parameters"]'
    for line in tagged[0].source.splitlines():
        assert "  # " in line, "each parameter is explained"
        name, value = line.split("#")[0].split("=")
        literal = eval(value, {"__builtins__": {}})
        assert literal if isinstance(literal, str) else literal > 0, f"{name} is to be a text or a positive number"


# --- at tiny n -----------------------------------------------------------------------------------------


def check_figure_1(folder: Path, n: int) -> None:
    drawn = pd.read_csv(folder / "figures/figure-1-maximum-nim-value.csv")
    positions, values = sg.records(sg.nim_values(sg.squares, n))
    assert drawn["n"].tolist() == positions[1:].tolist()
    assert drawn["maximum_nim_value"].tolist() == values[1:].tolist()
    fit = sg.fit_power_law(positions[1:], values[1:])
    assert drawn["fitted"].iloc[-1] == pytest.approx(float(fit.at(positions[-1])))


def check_figure_2(folder: Path, n: int) -> None:
    drawn = pd.read_csv(folder / "figures/figure-2-number-of-cold-positions.csv")
    cold = set(sg.cold_positions(sg.squares, n, method="dynamic-programming").tolist())
    assert drawn["n"].tolist() == [r**3 for r in range(1, 13)]
    assert drawn["cold_positions"].tolist() == [sum(c < r**3 for c in cold) for r in range(1, 13)]


def check_figures_3_and_4(folder: Path, n: int) -> None:
    cold = sg.cold_positions(sg.squares, n, method="dynamic-programming")
    drawn = pd.read_csv(folder / "figures/figure-3-base-5-digits.csv")
    for place, name in enumerate(("ones", "fives", "twenty_fives")):
        assert drawn[name].tolist() == np.bincount(cold // 5**place % 5, minlength=5).tolist()
    drawn = pd.read_csv(folder / "figures/figure-4-base-7-and-13-digits.csv")
    expected = [np.bincount(cold % base, minlength=base) for base in (7, 13)]
    assert drawn["ones"].tolist() == np.concatenate(expected).tolist()


# these run at n = 2000, all others at 256, and then their figures are looked at
FIGURES = {"05": check_figure_1, "06": check_figure_2, "07": check_figures_3_and_4}


@pytest.fixture
def run_cells(tmp_path, monkeypatch):
    """Run a notebook's cells and records at another n, in this process: kernels would take most of the time."""
    monkeypatch.setenv("SUBTRACTION_GAMES_OUTPUT", str(tmp_path))
    monkeypatch.setattr(drawing, "show", lambda figure, alt: plt.close(figure))

    def run(source: Path, n: int) -> None:
        monkeypatch.chdir(source.parent)
        namespace = {"__name__": "__main__", "display": lambda *shown: None}
        for cell in jupytext.read(source).cells:
            if cell.cell_type == "code":
                exec(compile(cell.source, f"{source.name}: {cell.source[:40]!r}", "exec"), namespace)
            if "parameters" in cell.metadata.get("tags", []):
                namespace["n"] = n
        if (records := records_of(source)).exists():
            exec(compile(records.read_text(encoding="utf-8"), str(records), "exec"), namespace)
        plt.close("all")

    return run


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of means of nothing, say
@pytest.mark.parametrize("source", [*SOURCES, *SOLUTIONS], ids=lambda source: source.stem)
def test_every_notebook_runs_at_tiny_n(source, run_cells, tmp_path, capsys):
    check_figures = FIGURES.get(source.name[:2])
    n = 2000 if check_figures else 256
    run_cells(source, n)
    for path in (tmp_path / "reproduction").glob("*.csv"):
        assert set(pd.read_csv(path)["agrees"]) <= {"yes", "no", "another n"}
    if check_figures:
        check_figures(tmp_path, n)


def test_a_kernel_that_dies_is_answered_in_a_line(tmp_path, monkeypatch):
    (tmp_path / "01-a.py").write_text("# %%\nimport os\nos._exit(1)\n")
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    with pytest.raises(tool.NotebookError, match=r"^01-a\.py: Kernel died$"):
        tool.run(tmp_path / "01-a.py", tmp_path / "out", {})
