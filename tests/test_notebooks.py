"""The notebooks: pairs in step, executed cleanly, in good style, and right at tiny n."""

import csv
import subprocess
import sys
from pathlib import Path
from statistics import median

import jupytext
import nbformat
import notebook as tool
import numpy as np
import pytest

import subtraction_games as sg

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "notebooks").glob("[0-9]*.py"))
NAMES = [source.stem for source in SOURCES]
SOLUTIONS = sorted((ROOT / "notebooks/solutions").glob("*.py"))


def run(name: str, folder: Path, *settings: str) -> subprocess.CompletedProcess:
    command = [
        sys.executable,
        ROOT / "tools/notebook.py",
        "run",
        ROOT / f"notebooks/{name}.py",
        folder,
        *settings,
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def columns(path: Path) -> dict[str, list[str]]:
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0]}


def as_int(texts: list[str]) -> list[int]:
    return [int(text) for text in texts]


# --- the committed pairs -------------------------------------------------------------------------------


def test_pairs_are_in_step():
    assert tool.out_of_step(ROOT / "notebooks") == []


@pytest.mark.parametrize("name", NAMES)
def test_committed_notebooks_are_executed_cleanly(name):
    notebook = nbformat.read(ROOT / f"notebooks/{name}.ipynb", as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell.outputs]
    assert not [o for o in outputs if o.output_type == "error" or o.get("name") == "stderr"]
    assert not [cell for cell in code if "injected-parameters" in cell.metadata.get("tags", [])]


@pytest.mark.parametrize("source", SOLUTIONS, ids=lambda source: source.stem)
def test_solutions_are_executed_in_step_and_run_at_tiny_n(source, tmp_path):
    executed = source.with_suffix(".ipynb")
    assert tool.cells_of(executed) == tool.cells_of(source), "make solutions"
    code = [cell for cell in nbformat.read(executed, as_version=4).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    finished = run(f"solutions/{source.stem}", tmp_path, "n=2**8")
    assert finished.returncode == 0, finished.stderr


def test_a_pair_out_of_step_is_named(tmp_path):
    (tmp_path / "01-a.py").write_text("# %%\nx = 1\n")
    assert tool.out_of_step(tmp_path) == ["01-a: the .ipynb half of the pair is missing"]
    jupytext.write(jupytext.reads("# %%\nx = 2\n", "py:percent"), tmp_path / "01-a.ipynb")
    assert "01-a: the pair is out of step" in tool.out_of_step(tmp_path)[0]


def test_a_notebook_saved_by_an_editor_is_named(tmp_path):
    (tmp_path / "01-a.py").write_text("# %%\nx = 1\n")
    saved = jupytext.reads("# %%\nx = 1\n", "py:percent")
    (tmp_path / "01-a.ipynb").write_text(tool.steady(saved))
    assert tool.out_of_step(tmp_path) == []
    saved.metadata["language_info"]["version"] = "3.11.7"  # as JupyterLab writes it
    nbformat.write(saved, tmp_path / "01-a.ipynb")
    assert "01-a: an editor has saved the .ipynb half; `make figures`" in tool.out_of_step(tmp_path)[0]


# --- style ---------------------------------------------------------------------------------------------


def test_short_cells_and_enough_prose():
    cells = [cell for source in SOURCES for cell in jupytext.read(source).cells]
    lines = [len(cell.source.splitlines()) for cell in cells if cell.cell_type == "code"]
    words = sum(len(cell.source.split()) for cell in cells if cell.cell_type == "markdown")
    assert max(lines) <= 20
    assert median(lines) <= 5
    assert words >= 10 * sum(lines)


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_one_parameters_cell_of_literals(source):
    tagged = [cell for cell in jupytext.read(source).cells if "parameters" in cell.metadata.get("tags", [])]
    assert len(tagged) == 1
    for line in tagged[0].source.splitlines():
        assert "  # " in line, "each parameter is explained"
        name, value = line.split("#")[0].split("=")
        literal = eval(value, {"__builtins__": {}})
        assert literal if isinstance(literal, str) else literal > 0, name


# --- at tiny n -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_notebook_runs_at_tiny_n(name, tmp_path):
    finished = run(name, tmp_path, "n=2**8")
    assert finished.returncode == 0, finished.stderr
    executed = nbformat.read(tmp_path / f"notebooks/{name}.ipynb", as_version=4)
    assert "n = 256" in "".join(c.source for c in executed.cells if "injected-parameters" in c.metadata.get("tags", []))
    for path in (tmp_path / "build/reproduction").glob("*.csv"):
        assert set(columns(path)["agrees"]) <= {"yes", "no", "another n"}


@pytest.mark.parametrize("name", ["04-nim-values", "07-modularity"])
def test_a_second_run_gives_the_same_bytes(name, tmp_path):
    runs = []
    for folder in (tmp_path / "once", tmp_path / "again"):
        assert run(name, folder, "n=400").returncode == 0
        runs.append({p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()})
    assert runs[0] == runs[1]


def test_figure_1_draws_the_records(tmp_path):
    run("05-maximum-nim-value", tmp_path, "n=2000")
    drawn = columns(tmp_path / "figures/figure-1-maximum-nim-value.csv")
    positions, values = sg.records(sg.nim_values(sg.squares, 2000))
    assert as_int(drawn["n"]) == positions[1:].tolist()
    assert as_int(drawn["maximum_nim_value"]) == values[1:].tolist()
    fit = sg.fit_power_law(positions[1:], values[1:])
    assert float(drawn["fitted"][-1]) == pytest.approx(float(fit.at(positions[-1])))


def test_figure_2_draws_the_counts(tmp_path):
    run("06-number-of-cold-positions", tmp_path, "n=2000")
    drawn = columns(tmp_path / "figures/figure-2-number-of-cold-positions.csv")
    cold = set(sg.cold_positions(sg.squares, 2000, method="dynamic-programming").tolist())
    assert as_int(drawn["n"]) == [r**3 for r in range(1, 13)]
    assert as_int(drawn["cold_positions"]) == [sum(c < r**3 for c in cold) for r in range(1, 13)]


def test_figures_3_and_4_draw_the_digits(tmp_path):
    run("07-modularity", tmp_path, "n=2000")
    cold = sg.cold_positions(sg.squares, 2000, method="dynamic-programming")
    drawn = columns(tmp_path / "figures/figure-3-base-5-digits.csv")
    for place, name in enumerate(("ones", "fives", "twenty_fives")):
        assert as_int(drawn[name]) == np.bincount(cold // 5**place % 5, minlength=5).tolist()
    drawn = columns(tmp_path / "figures/figure-4-base-7-and-13-digits.csv")
    expected = [np.bincount(cold % base, minlength=base) for base in (7, 13)]
    assert as_int(drawn["ones"]) == np.concatenate(expected).tolist()


# --- what goes wrong -----------------------------------------------------------------------------------


def test_a_parameter_that_the_notebook_does_not_have_is_refused(tmp_path):
    finished = run(NAMES[0], tmp_path, "m=1000")
    assert finished.returncode != 0
    assert "has no parameter m; it has n" in finished.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["1e6", "-5", "2.5", "x", "", "2**99", "10"])
def test_sizes_that_are_not_whole_numbers_are_refused(text):
    import sizes

    with pytest.raises(ValueError, match=r"n must be a whole number from 256 to 2\*\*40.*not"):
        sizes.whole_number("n", text)
